//! The canonical form of a game: its text in the journal without everything that depends on the
//! time and place of play, and without settings that may change while a match runs.
//!
//! Two runs of a match with a node or depth limit have the same games, but not the same journal:
//! times differ, and so does the order in which games finish. Their canonical forms, in the order
//! of the schedule, are equal to the byte. The date is `????.??.??`, all times are zero, tags for
//! the thread and for late moves are absent; the settings are in tags of their own, a line each; event,
//! question, number of games, stop rules and the method of the anytime-valid interval, none of them in
//! the match's fingerprint, are empty. So the first games of a match equal those of a longer one. Each
//! game has its own checksum as usual. The form is that of version 0.1, so that published digests hold.

use std::sync::Arc;
use std::time::Duration;

use shakmaty::{ByColor, Color};

use super::tags::{push, push_optional};
use super::write::{assembled, commented_moves, ended, write_ending, write_opening, write_roster};
use super::{JournalGame, detail, measured};
use crate::chess::record::{Contender, GameRecord, MoveRecord, Replays};
use crate::storage::facts::{BookFacts, ContenderFacts, MatchFacts, TournamentFacts};

/// The date of every game in canonical form.
const NO_DATE: &str = "????.??.??";
/// The event of every game in canonical form.
const NO_NAME: &str = "?";

/// The canonical form of a game of a journal.
#[must_use]
pub fn canonical(game: &JournalGame) -> String {
    CanonicalWriter::default().write(game)
}

/// Writes games in canonical form. The settings that many games share are written once.
#[derive(Clone, Debug, Default)]
pub struct CanonicalWriter {
    /// By the facts in the games, one for each pairing: the tags, indexed by the contender with White.
    settings: Vec<(Arc<MatchFacts>, [String; 2])>,
}

impl CanonicalWriter {
    /// The canonical form of a game of a journal.
    pub fn write(&mut self, game: &JournalGame) -> String {
        let (record, opening) = (&timeless(&game.record), &game.opening);
        let spec = &record.spec;
        let mut out = String::with_capacity(4096);
        let names = [spec.white, spec.white.other()];
        let names = names.map(|one| game.facts.contender(one).name.as_str());
        write_roster(&mut out, NO_NAME, names, record, opening, NO_DATE);
        write_opening(&mut out, opening);
        push(&mut out, "Pair", &(spec.pair() + 1).to_string());
        push(&mut out, "Game", &(spec.game + 1).to_string());
        push(&mut out, "BookOpening", &(spec.opening + 1).to_string());
        out.push_str(&self.settings(&game.facts)[spec.white as usize]);
        push(&mut out, "Termination", detail::pgn_termination(record.termination));
        write_ending(&mut out, record, opening);
        for (name, value) in measured::values(record) {
            push(&mut out, &name, &value);
        }
        assembled(out, &ended(&commented_moves(record, opening), record, ""))
    }

    fn settings(&mut self, facts: &Arc<MatchFacts>) -> &[String; 2] {
        let known = |(known, _): &(Arc<MatchFacts>, _)| Arc::ptr_eq(known, facts) || known == facts;
        let place = self.settings.iter().position(known).unwrap_or_else(|| {
            let written = [Contender::First, Contender::Second].map(|white| settings(facts, white));
            self.settings.push((Arc::clone(facts), written));
            self.settings.len() - 1
        });
        &self.settings[place].1
    }
}

/// The tags with the settings that are in the fingerprint of the match, and of a program its files and its revision.
fn settings(facts: &MatchFacts, white: Contender) -> String {
    let mut out = String::new();
    let sides = [(Color::White, white), (Color::Black, white.other())];
    for (color, contender) in sides {
        let ContenderFacts { engine, limits, signature, files, revision, .. } =
            facts.contender(contender);
        let prefix = color.fold_wb("White", "Black");
        push(&mut out, &format!("{prefix}Configuration"), &engine.to_string());
        push(&mut out, &format!("{prefix}Limits"), &limits.to_string());
        push(&mut out, &format!("{prefix}Signature"), &signature.to_string());
        push_optional(&mut out, &format!("{prefix}Files"), files.as_deref());
        let revision = revision.as_ref().map(ToString::to_string);
        push_optional(&mut out, &format!("{prefix}Revision"), revision.as_deref());
    }
    let controls = sides.map(|(_, contender)| facts.contender(contender).limits.pgn_time_control());
    if controls[0] == controls[1] {
        push(&mut out, "TimeControl", &controls[0]);
    } else {
        push(&mut out, "WhiteTimeControl", &controls[0]);
        push(&mut out, "BlackTimeControl", &controls[1]);
    }
    push(&mut out, "MatchGames", "0");
    push(&mut out, "MatchSeed", &facts.seed.to_string());
    push(&mut out, "Adjudication", &facts.adjudication.to_string());
    if !facts.runner_rules.are_own() {
        push(&mut out, "Conventions", facts.runner_rules.name());
    }
    let BookFacts { file, openings, order, plies, start } = &facts.book;
    push(&mut out, "BookFile", file);
    push(&mut out, "BookOpenings", &openings.to_string());
    push(&mut out, "BookOrder", order);
    push_optional(&mut out, "BookPlies", plies.map(|plies| plies.to_string()).as_deref());
    push(&mut out, "BookStart", &start.to_string());
    push(&mut out, "MatchFingerprint", &facts.fingerprint);
    if let Some(TournamentFacts { format, contenders, pairing }) = facts.tournament {
        push(&mut out, "TournamentFormat", format.name());
        push(&mut out, "TournamentContenders", &contenders.to_string());
        push(&mut out, "Pairing", &(pairing + 1).to_string());
    }
    out
}

fn timeless(record: &GameRecord) -> GameRecord {
    let timeless = |m: &MoveRecord| MoveRecord { time: Duration::ZERO, reported_time: None, ..*m };
    let &GameRecord { spec, first_mover, termination, outcome, counters, .. } = record;
    GameRecord {
        spec,
        first_mover,
        termination,
        outcome,
        counters,
        moves: record.moves.iter().map(timeless).collect(),
        incident: None,
        overruns: ByColor::default(),
        stolen: ByColor::default(),
        replays: Replays::default(),
        late: ByColor::default(),
        thread: None,
        worker: None,
    }
}
