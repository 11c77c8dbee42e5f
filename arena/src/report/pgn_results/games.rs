//! The games of PGN files beyond their results: the moves, and the comments of their searches.

use std::collections::HashMap;

use serde::Serialize;
use shakmaty::{Color, Move, Position};

use super::over_time::{self, GameScore, RatingsOverTime};
use crate::chess::record::{Contender, MoveRecord};
use crate::report::analysis::calibration::Scores;
use crate::report::analysis::pack::pack;
use crate::report::analysis::replays::Collection;
use crate::report::analysis::search::Searches;
use crate::report::analysis::{Calibration, GameEnd, GameRow, Player, PlayerSearches, Replays};
use crate::score::pgn_scores::{PgnGame, PgnMove};
use crate::score::tally::{ByContender, Figures, TerminationKind};
use stats::words;

/// Characters of an unread comment that are shown.
const SHOWN: usize = 60;

/// Takes the games of PGN files one at a time, in their order.
#[derive(Clone, Debug, Default)]
pub struct PgnGames {
    replays: Collection,
    searches: Searches,
    scores: Scores,
    comments: CommentCounts,
    /// The first comment that is not read.
    first_unread: String,
    /// The results, in the order of the games.
    played: Vec<GameScore>,
    /// The first two that meet: some sections are of two players alone, others of more.
    first: Option<[usize; 2]>,
    has_more: bool,
    time_controls: HashMap<usize, String>,
    /// Numbers of the openings, from 1, in the order of their first game.
    openings: HashMap<Option<u64>, u64>,
    games: u32,
    cut: u64,
}

/// How many moves of the players there are, and how many comments tell each figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CommentCounts {
    /// Moves behind those of the book.
    pub moves: u64,
    /// With a score.
    pub scores: u64,
    /// With a depth.
    pub depths: u64,
    /// With a depth and a thinking time.
    pub times: u64,
    /// With a depth and nodes.
    pub nodes: u64,
    /// Comments in no form that is read.
    pub unread: u64,
}

/// The games beyond their results.
#[derive(Clone, Debug, Serialize)]
pub struct GamesSummary {
    /// How many comments tell each figure.
    pub comments: CommentCounts,
    /// Each player's searches, where comments tell depths; in the order of their first game.
    pub searches: Vec<PlayerSearches>,
    /// Each of more than two players' rating after each number of games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratings_over_time: Option<RatingsOverTime>,
    /// The results of positions that each of two players gave a score, where comments tell scores.
    pub calibration: Option<ByContender<Calibration>>,
    /// Sections that are left out, and why, in sentences.
    pub left_out: Vec<String>,
    /// The games.
    pub replays: Replays,
}

impl PgnGames {
    /// Takes a game with its moves, and the indices of White and Black among the players where it counts.
    pub fn add(&mut self, game: &PgnGame, players: Option<[usize; 2]>) {
        let Some(players) = players else { return };
        let [first, _] = *self.first.get_or_insert(players);
        let of_first =
            |player: usize| if player == first { Contender::First } else { Contender::Second };
        self.has_more |=
            self.first.is_none_or(|both| players.iter().any(|player| !both.contains(player)));
        self.games += 1;
        self.cut += u64::from(game.is_cut);
        self.comments.unread += game.unread_comments;
        if self.first_unread.is_empty() {
            self.first_unread.clone_from(&game.first_unread);
        }
        for player in players {
            self.time_controls.entry(player).or_insert_with(|| game.time_control.clone());
        }
        if let Some(half_points) = game.half_points {
            self.played.push(GameScore { players, half_points, is_white: Some(true) });
        }
        let (book, own) = game.moves.split_at(game.book.min(game.moves.len()));
        let book: Vec<Move> = book.iter().map(|moved| moved.played).collect();
        let first_ply = book.len() + usize::from(game.start.turn().is_black());
        for (ply, moved) in (first_ply..).zip(own) {
            let mover = Color::from_white(ply % 2 == 0);
            let white_took = game.half_points.unwrap_or(1);
            let took = mover.fold_wb(white_took, 2 - white_took);
            let since = u32::try_from(ply / 2).unwrap_or(u32::MAX);
            let number = game.start.fullmoves().get().saturating_add(since);
            let player = players[mover.fold_wb(0, 1)];
            self.add_move(player, of_first(player), number, took, moved);
        }
        let records: Vec<MoveRecord> = own.iter().map(record).collect();
        let row = self.row(game, players, records.len());
        self.replays.add_game(row, &game.start, book.len(), || pack(&game.start, &book, &records));
    }

    fn add_move(
        &mut self,
        player: usize,
        mover: Contender,
        number: u32,
        half_points: u8,
        moved: &PgnMove,
    ) {
        let Figures { score, depth, time, nodes, .. } = moved.figures;
        let has_depth = depth.is_some();
        self.comments.moves += 1;
        self.comments.scores += u64::from(score.is_some());
        self.comments.depths += u64::from(has_depth);
        self.comments.times += u64::from(has_depth && time.is_some());
        self.comments.nodes += u64::from(has_depth && nodes.is_some());
        if let Some(score) = score {
            self.scores.add_score(mover, score, half_points);
        }
        if has_depth {
            self.searches.add_move(player, number, moved.figures);
        }
    }

    fn row(&mut self, game: &PgnGame, [white, black]: [usize; 2], plies: usize) -> GameRow {
        let next = self.openings.len() as u64 + 1;
        GameRow {
            game: self.games,
            white: white as u32,
            black: black as u32,
            result: match game.half_points {
                Some(2) => "1-0",
                Some(0) => "0-1",
                _ => "1/2-1/2",
            },
            end: end_of(game),
            incident: game.is_cut.then(|| "a move cannot be read, and those after it".into()),
            opening: *self.openings.entry(game.opening).or_insert(next),
            eco: None,
            name: None,
            plies: plies as u32,
        }
    }

    /// The summary of the games of these players.
    pub(super) fn summary(&self, players: &[String]) -> GamesSummary {
        let player = |(index, name): (usize, &String)| Player {
            name: name.clone(),
            time_control: self.time_controls.get(&index).cloned().unwrap_or_default(),
        };
        let is_of_two = !self.has_more;
        GamesSummary {
            comments: self.comments,
            searches: self.searches.of_all(players.iter().enumerate()),
            ratings_over_time: (!is_of_two).then(|| over_time::over_time(players, &self.played)),
            calibration: (is_of_two && self.comments.scores > 0)
                .then(|| self.scores.calibrations()),
            left_out: self.left_out(is_of_two),
            replays: self.replays.replays_of(players.iter().enumerate().map(player).collect()),
        }
    }

    fn left_out(&self, is_of_two: bool) -> Vec<String> {
        let CommentCounts { moves, scores, depths, times, nodes, unread } = self.comments;
        let mut sentences = Vec::new();
        if self.cut > 0 {
            let games = words::several(self.cut, "game");
            sentences
                .push(format!("Left out: the end of {games}, in which a move cannot be read."));
        }
        if moves == 0 {
            return sentences;
        }
        let without = [
            (depths == 0, "depths", "what the searches did"),
            (depths > 0 && times == 0, "times", "time per move and nodes per second"),
            (
                depths > 0 && nodes == 0,
                "nodes",
                "nodes per move and per second, and the branching factor",
            ),
            (is_of_two && scores == 0, "scores", "scores against results"),
        ];
        let without = without.into_iter().filter(|(is_missing, ..)| *is_missing);
        sentences.extend(without.map(|(_, what, section)| {
            format!("Left out: {section}, for the comments of the moves tell no {what}.")
        }));
        if unread > 0 {
            let first: String = self.first_unread.chars().take(SHOWN).collect();
            let comments = words::several(unread, "comment");
            sentences.push(format!("Not read: {comments} of another form, such as {first:?}."));
        }
        sentences
    }
}

impl CommentCounts {
    /// Whether times and nodes are known of searches with a depth.
    pub(in crate::report) fn known(self) -> [bool; 2] {
        [self.times > 0, self.nodes > 0]
    }
}

/// A move with the figures of its comment; missing ones are 0.
fn record(&PgnMove { played, figures }: &PgnMove) -> MoveRecord {
    let Figures { score, depth, time, nodes, selective_depth } = figures;
    MoveRecord {
        played,
        score,
        depth: depth.unwrap_or_default(),
        selective_depth: selective_depth.unwrap_or_default(),
        nodes: nodes.unwrap_or_default(),
        time: time.unwrap_or_default(),
        reported_time: None,
    }
}

/// The end of a game by its last position, or else by its tag.
fn end_of(game: &PgnGame) -> GameEnd {
    let mut last = game.start.clone();
    game.moves.iter().for_each(|moved| last.play_unchecked(moved.played));
    match () {
        () if game.termination != "normal" || game.is_cut => {}
        () if last.is_checkmate() => return GameEnd::Known(TerminationKind::Checkmate),
        () if last.is_stalemate() => return GameEnd::Known(TerminationKind::Stalemate),
        () if last.is_insufficient_material() => {
            return GameEnd::Known(TerminationKind::InsufficientMaterial);
        }
        () => {}
    }
    GameEnd::Tag(game.termination.as_str().into())
}
