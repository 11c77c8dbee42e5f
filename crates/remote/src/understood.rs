//! Reads bytes as every kind of message: for fuzzing and other tests.

use arena::config::Match;
use arena::storage::facts::MatchFacts;
use arena::storage::journal::GameWriter;

use super::openings;
use super::protocol::{
    self, Admission, Ask, AskAnswer, Control, FileRequest, Hello, Job, Receipt, Signed, Status,
    TicketMessage,
};
use super::receive::ResultReader;
use arena::chess::record::WorkerFacts;

/// The kinds of messages of a match that these bytes can be read as; of results only those whose games
/// could all go to its journal.
#[must_use]
pub fn understood(bytes: &[u8], settings: &Match, facts: &[MatchFacts]) -> Vec<&'static str> {
    let is_usable = |ticket: &TicketMessage| {
        ticket.pairs.iter().all(|pair| openings::opening(&pair.opening).is_ok())
    };
    let is_dealt = protocol::read_answer::<AskAnswer>(bytes).is_ok_and(|answer| match answer {
        AskAnswer::Dealt { tickets, .. } => tickets.iter().all(is_usable),
        AskAnswer::Stranger | AskAnswer::Overtaken | AskAnswer::Banned { .. } => true,
    });
    let kinds = [
        ("job", protocol::read::<Job>(bytes).is_ok()),
        ("signed", Signed::open("arena.v1.status", bytes).is_ok()),
        ("ask", protocol::read::<Ask>(bytes).is_ok()),
        ("ticket", is_dealt),
        ("hello", protocol::read::<Hello>(bytes).is_ok()),
        ("status", protocol::read::<Status>(bytes).is_ok()),
        ("control", protocol::read::<Control>(bytes).is_ok()),
        ("admission", serde_json::from_slice::<Admission>(bytes).is_ok()),
        ("file", protocol::read::<FileRequest>(bytes).is_ok()),
        ("part", protocol::read_file(bytes).is_ok()),
        ("receipt", serde_json::from_slice::<Receipt>(bytes).is_ok()),
        ("result", is_result(bytes, settings, facts)),
    ];
    kinds.into_iter().filter_map(|(kind, is_so)| is_so.then_some(kind)).collect()
}

fn is_result(bytes: &[u8], settings: &Match, facts: &[MatchFacts]) -> bool {
    let Ok((header, texts)) = protocol::read_result(bytes) else { return false };
    let writers: Vec<GameWriter> = facts.iter().map(GameWriter::new).collect();
    let reader = ResultReader { settings, facts, writers: &writers };
    let worker = WorkerFacts { name: "w".to_owned(), time_scale: 1.0 };
    let mut games = header.games.iter().zip(texts);
    games.all(|(game, text)| reader.receive(game, text, &worker).is_ok())
}
