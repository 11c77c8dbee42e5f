//! The games of a match, packed for a page that shows them on a board.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use serde::{Serialize, Serializer};
use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode, Position};

use super::pack::pack;
use crate::chess::record::Contender;
use crate::report::summary::LISTED;
use crate::score::tally::TerminationKind;
use crate::storage::facts::ContenderFacts;
use crate::storage::journal::JournalGame;
use stats::words;

/// Bytes of packed moves that a report carries; those beyond are in the journal alone.
const ROOM: usize = 1_500_000;

/// The games of a match.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Replays {
    /// The players.
    pub players: Vec<Player>,
    /// The first ten thousand games, in the order of the schedule.
    pub rows: Vec<Replay>,
    /// Games of these whose moves are left out for want of room: the last ones of the schedule.
    pub without_moves: u64,
    /// Games beyond these.
    pub unlisted: u64,
    /// All games, a row each of the table of games; in any order.
    #[serde(skip)]
    pub(in crate::report) table: Arc<Vec<GameRow>>,
}

/// A player.
#[derive(Clone, Debug, Serialize)]
pub struct Player {
    /// Name.
    pub name: String,
    /// The text of PGN's `TimeControl` tag.
    pub time_control: String,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum GameEnd {
    /// As this program ends games.
    Known(TerminationKind),
    /// By the `Termination` tag of another runner.
    Tag(Box<str>),
}

impl GameEnd {
    /// The name in a report.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            GameEnd::Known(kind) => kind.name(),
            GameEnd::Tag(words) => words,
        }
    }
}

/// One game without its position and its moves, in little room: a report has a million of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameRow {
    /// Its number, from 1.
    pub game: u32,
    /// White, as an index of the players.
    pub white: u32,
    /// Black.
    pub black: u32,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// How it ended.
    pub end: GameEnd,
    /// Details of a forfeit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub incident: Option<Box<str>>,
    /// Number of the opening in the book, from 1.
    pub opening: u64,
    /// Code of the opening in the Encyclopaedia of Chess Openings.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "shared")]
    pub eco: Option<Arc<str>>,
    /// Name of the opening.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "shared")]
    pub name: Option<Arc<str>>,
    /// Plies of the contenders, without the opening's.
    pub plies: u32,
}

/// One game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Replay {
    /// Its row.
    #[serde(flatten)]
    pub row: GameRow,
    /// The position it begins with, unless it is that of chess.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Whether the castling rights of that position make it a game of Chess960.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub chess960: bool,
    /// Moves of the opening, in plies.
    pub book: usize,
    /// Microseconds of a unit of the thinking times.
    pub unit: u64,
    /// The moves: see [`super::pack`]. Empty where there was no room.
    pub moves: String,
}

fn shared<S: Serializer>(text: &Option<Arc<str>>, serializer: S) -> Result<S::Ok, S::Error> {
    text.as_deref().serialize(serializer)
}

impl GameRow {
    fn of(game: &JournalGame) -> GameRow {
        let (spec, opening) = (&game.record.spec, &game.opening);
        let players = game.facts.players();
        let (white, black) = match spec.white {
            Contender::First => (players[0], players[1]),
            Contender::Second => (players[1], players[0]),
        };
        GameRow {
            game: spec.game + 1,
            white: white as u32,
            black: black as u32,
            result: crate::storage::journal::result(game.record.outcome),
            end: GameEnd::Known(game.record.termination.into()),
            incident: game.record.incident.as_deref().map(Box::from),
            opening: spec.opening as u64 + 1,
            eco: opening.eco.as_deref().map(Arc::from),
            name: opening.name.as_deref().map(Arc::from),
            plies: game.record.moves.len() as u32,
        }
    }
}

impl Replay {
    /// A game with its moves.
    pub fn with_moves(game: &JournalGame) -> Replay {
        let (moves, unit) = packed(game);
        Replay {
            moves,
            unit,
            ..Replay::of(GameRow::of(game), &game.opening.start, game.opening.moves.len())
        }
    }

    /// A game without its moves, with the position it begins with and the plies of its opening.
    fn of(row: GameRow, start: &Chess, book: usize) -> Replay {
        let chess960 = start.castles().mode().is_chess960();
        let start = (*start != Chess::default())
            .then(|| Fen::from_position(start, EnPassantMode::Legal).to_string());
        Replay { row, start, chess960, book, unit: 1, moves: String::new() }
    }
}

/// The moves of a game as few letters, and the unit of their times.
fn packed(game: &JournalGame) -> (String, u64) {
    pack(&game.opening.start, &game.opening.moves, &game.record.moves)
}

/// All games of a match as rows, and the first ones with the moves of as many as there is room for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Collection {
    table: Arc<Vec<GameRow>>,
    /// Texts that games share.
    texts: HashSet<Arc<str>>,
    /// By number.
    listed: BTreeMap<u32, Replay>,
    /// The moves' bytes.
    bytes: usize,
    /// The first game whose moves were left out.
    full_at: Option<u32>,
}

impl Collection {
    pub(crate) fn add(&mut self, game: &JournalGame) {
        let opening = &game.opening;
        self.add_game(GameRow::of(game), &opening.start, opening.moves.len(), || packed(game));
    }

    /// Takes a game with the position it begins with and the plies of its opening; its moves are packed where there is
    /// room for them.
    pub(in crate::report) fn add_game(
        &mut self,
        mut row: GameRow,
        start: &Chess,
        book: usize,
        packed: impl FnOnce() -> (String, u64),
    ) {
        let number = row.game;
        [&mut row.eco, &mut row.name].into_iter().flatten().for_each(|text| self.share(text));
        Arc::make_mut(&mut self.table).push(row.clone());
        let last = self.listed.last_key_value().map(|(&last, _)| last);
        if self.listed.len() >= LISTED && last.is_some_and(|last| last < number) {
            return;
        }
        let mut replay = Replay::of(row, start, book);
        if self.full_at.is_none_or(|full_at| number < full_at) {
            (replay.moves, replay.unit) = packed();
            self.bytes += replay.moves.len();
        }
        self.listed.insert(number, replay);
        if self.listed.len() > LISTED {
            let last = self.listed.pop_last();
            self.bytes -= last.map_or(0, |(_, replay)| replay.moves.len());
        }
        while self.bytes > ROOM {
            let before = ..self.full_at.unwrap_or(u32::MAX);
            let Some((&last, replay)) = self.listed.range_mut(before).next_back() else { break };
            self.bytes -= std::mem::take(&mut replay.moves).len();
            self.full_at = Some(last);
        }
    }

    /// Makes equal texts one in memory.
    fn share(&mut self, text: &mut Arc<str>) {
        match self.texts.get(text) {
            Some(known) => *text = Arc::clone(known),
            None => drop(self.texts.insert(Arc::clone(text))),
        }
    }

    /// The games of these players, which are those of a journal.
    pub(crate) fn replays(&self, players: &BTreeMap<usize, ContenderFacts>) -> Replays {
        let last = players.keys().next_back().map_or(0, |last| last + 1);
        let player = |index: usize| {
            let facts = players.get(&index);
            Player {
                name: facts.map_or_else(String::new, |facts| facts.name.clone()),
                time_control: facts
                    .map_or_else(String::new, |facts| facts.limits.pgn_time_control()),
            }
        };
        self.replays_of((0..last).map(player).collect())
    }

    /// The games of these players.
    pub(in crate::report) fn replays_of(&self, players: Vec<Player>) -> Replays {
        let without = |full_at| self.listed.range(full_at..).count() as u64;
        Replays {
            players,
            rows: self.listed.values().cloned().collect(),
            without_moves: self.full_at.map_or(0, without),
            unlisted: (self.table.len() - self.listed.len()) as u64,
            table: Arc::clone(&self.table),
        }
    }
}

impl Replays {
    /// Sentences on the games, and the moves, that are not here.
    pub(in crate::report) fn left_out(&self) -> String {
        let several = |count| words::several(count, "game");
        let moves = (self.without_moves > 0).then(|| {
            let games = several(self.without_moves);
            format!("The moves of the last {games} have no room here: they are in the journal.")
        });
        let games = (self.unlisted > 0).then(|| {
            let (listed, others) = (words::count(self.rows.len() as u64), several(self.unlisted));
            format!("The first {listed} games are here: {others} more are in the journal.")
        });
        games.into_iter().chain(moves).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(game: u32) -> GameRow {
        let (end, name) = (GameEnd::Known(TerminationKind::Checkmate), Some("one name".into()));
        let (result, incident, eco) = ("1-0", None, None);
        GameRow { game, white: 0, black: 1, result, end, incident, opening: 1, eco, name, plies: 9 }
    }

    #[test]
    fn the_first_games_are_listed_in_whichever_order_they_come_and_all_have_a_row() {
        let most = LISTED as u32 + 300;
        let listed = |order: &mut dyn Iterator<Item = u32>| {
            let mut games = Collection::default();
            for number in order {
                games.add_game(row(number), &Chess::default(), 0, || ("x".repeat(300), 1));
            }
            assert_eq!(games.texts.len(), 1);
            games.replays_of(Vec::new())
        };
        let forth = listed(&mut (1..=most));
        let back = listed(&mut (1..=most).rev());
        for replays in [&forth, &back] {
            assert_eq!((replays.rows.len(), replays.unlisted), (LISTED, 300));
            assert_eq!(replays.rows.last().map(|replay| replay.row.game), Some(LISTED as u32));
            assert_eq!(replays.table.len(), most as usize);
            assert!(
                replays.left_out().starts_with("The first 10,000 games are here: 300 games more")
            );
            let bytes: usize = replays.rows.iter().map(|replay| replay.moves.len()).sum();
            assert!(bytes <= ROOM && bytes + 300 > ROOM, "{bytes}");
            assert_eq!(replays.without_moves as usize, LISTED - bytes / 300);
        }
        let few = listed(&mut (1..=3));
        assert_eq!((few.rows.len(), few.left_out()), (3, String::new()));
    }
}
