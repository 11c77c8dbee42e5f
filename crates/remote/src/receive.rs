//! From what a worker sends to a finished game: read, held against the schedule and the rules, and
//! written anew. Nothing of a worker's text goes to the journal as it came.

use std::io::Cursor;
use std::path::Path;

use super::fingerprint::fingerprint;
use super::protocol::{EVIDENCE, EvidenceMessage, GameHeader};
use arena::chess::pairings::place;
use arena::chess::record::WorkerFacts;
use arena::config::Match;
use arena::config::schedule::game_spec;
use arena::player::faults::{Evidence, FaultKind};
use arena::runner::{FinishedGame, today, verify};
use arena::storage::facts::MatchFacts;
use arena::storage::journal::{GameWriter, JournalGame, JournalReader};

/// The match that a result is checked against.
#[derive(Debug)]
pub(super) struct ResultReader<'a> {
    pub(super) settings: &'a Match,
    /// Of each pairing, and its writer.
    pub(super) facts: &'a [MatchFacts],
    pub(super) writers: &'a [GameWriter],
}

/// A game that may go to the journal.
#[derive(Debug)]
pub(super) struct Received {
    pub(super) finished: FinishedGame,
    /// Where no clock limits its moves.
    pub(super) fingerprint: Option<u32>,
}

impl ResultReader<'_> {
    /// The game of a result.
    ///
    /// # Errors
    /// The problem, in a sentence.
    pub(super) fn receive(
        &self,
        header: &GameHeader,
        text: &[u8],
        worker: &WorkerFacts,
    ) -> Result<Received, String> {
        let mut game = self.read(text, &worker.name)?;
        game.record.worker = Some(worker.clone());
        let (spec, opening) = (game.record.spec, self.settings.opening(&game.record.spec));
        let number = spec.game + 1;
        if (&game.opening.start, &game.opening.moves) != (&opening.start, &opening.moves) {
            return Err(format!("game {number} does not begin with its opening"));
        }
        verify(self.settings, &game.record)
            .map_err(|problem| format!("game {number} cannot be so: {problem}"))?;
        let (pairing, _) = place(spec.pair(), self.facts.len());
        let text = self.writers[pairing].text(&game.record, opening, &today());
        let evidence = header.evidence.as_ref().map(evidence);
        let record = game.record;
        let fingerprint = (!self.facts[pairing].is_timed()).then(|| fingerprint(&record));
        Ok(Received {
            finished: FinishedGame { record, text, evidence, attempt: header.attempt },
            fingerprint,
        })
    }

    /// The game as its text has it, if it is one of this match.
    fn read(&self, text: &[u8], worker: &str) -> Result<JournalGame, String> {
        let mut reader = JournalReader::new(Cursor::new(text), Path::new(worker));
        let game = reader.next_game().map_err(|error| error.to_string())?;
        let game = game.ok_or("a game is not whole")?;
        if reader.whole_games() != text.len() as u64 {
            return Err("a text has more than one game".to_owned());
        }
        let spec = game.record.spec;
        if spec.game >= self.settings.all_games() {
            return Err(format!("game {} is beyond the match", spec.game + 1));
        }
        let (pairing, _) = place(spec.pair(), self.facts.len());
        if !self.facts[pairing].is_match_of(&game.facts) {
            let differences = self.facts[pairing].differences(&game.facts);
            return Err(format!("it is of another match: {}", differences.join("; ")));
        }
        if game_spec(self.settings, spec.game) != spec {
            let number = spec.game + 1;
            return Err(format!("game {number} is not the one that the schedule has"));
        }
        Ok(game)
    }
}

/// The evidence of a message.
pub(super) fn evidence(message: &EvidenceMessage) -> Evidence {
    let EvidenceMessage { player, kind, how, account, transcript, stderr, reproduce } = message;
    Evidence {
        player: player.clone(),
        kind: FaultKind::named(kind).unwrap_or_default(),
        how: how.clone(),
        account: account.clone(),
        transcript: transcript.clone(),
        stderr: stderr.clone(),
        reproduce: reproduce.clone(),
    }
}

/// Evidence as a message: the end of each text, where it is long.
pub(super) fn evidence_message(evidence: Evidence) -> EvidenceMessage {
    let end = |text: String| {
        let mut from = text.len().saturating_sub(EVIDENCE);
        while !text.is_char_boundary(from) {
            from += 1;
        }
        text[from..].to_owned()
    };
    let Evidence { player, kind, how, account, transcript, stderr, reproduce } = evidence;
    EvidenceMessage {
        player,
        kind: kind.name().to_owned(),
        how: end(how),
        account: end(account),
        transcript: end(transcript),
        stderr: end(stderr),
        reproduce: end(reproduce),
    }
}
