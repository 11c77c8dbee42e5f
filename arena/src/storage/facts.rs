//! The facts of a match that is under way: the journal has them for each of its games, so
//! that a report can be made from the journal alone.

mod book;
mod contender;
mod engine;
mod limits;
mod program;
mod rule_digest;
mod search;

use std::fmt;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::chess::conventions::Conventions;
use crate::chess::pairings::Format;
use crate::chess::record::Contender;
use crate::config::Match;
use crate::storage::differences::Differences;
use stats::anytime::Method;
use stats::stop::StopRules;

pub use book::BookFacts;
pub use contender::ContenderFacts;
pub use contender::files_in_words;
pub use engine::EngineFacts;
pub use limits::LimitFacts;
pub use program::{Manner, ProgramFacts, ProgramIdentity};
pub use search::SearchFacts;

/// The facts of a match of two contenders, or of one pairing where there are more.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchFacts {
    /// Name: the match file's, without extension.
    pub name: String,
    /// What the match is to find out.
    pub question: Option<String>,
    /// Games planned, of each pairing.
    pub games: u32,
    /// Seed of the opening order.
    pub seed: u64,
    /// The two contenders, in the order of the match file.
    pub contenders: [ContenderFacts; 2],
    /// The opening book.
    pub book: BookFacts,
    /// How games are adjudicated, on one line.
    pub adjudication: String,
    /// Whose conventions it is played by.
    #[serde(skip_serializing_if = "Conventions::are_own")]
    pub conventions: Conventions,
    /// What may end the match before its last game.
    pub stop: StopRules,
    /// How the anytime-valid interval is computed: fixed before the first pair, and kept by a match
    /// that grows.
    pub anytime: Method,
    /// Tells this match from others; see [`MatchFacts::of`]. All pairings have the same.
    pub fingerprint: String,
    /// What the pairing is a part of, where there are more than two contenders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tournament: Option<TournamentFacts>,
}

/// The place of a pairing among the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TournamentFacts {
    /// Which contenders meet.
    pub format: Format,
    /// How many contenders there are.
    pub contenders: u32,
    /// The pairing's number, from 0.
    pub pairing: u32,
}

impl TournamentFacts {
    /// All pairings, by the indices of the contenders.
    #[must_use]
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        self.format.pairings(self.contenders as usize)
    }
}

/// `gauntlet of 4 contenders`.
impl fmt::Display for TournamentFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} contenders", self.format.name(), self.contenders)
    }
}

impl MatchFacts {
    /// The facts of every pairing of a match whose contenders' engines have these signatures.
    ///
    /// The fingerprint is over all that decides how games go and what they are worth: contenders,
    /// book, order, seed, adjudication and conventions. It leaves out the name and the question, the number of
    /// games and the rules that stop the match (it may be made longer), how the anytime-valid
    /// interval is computed (it was fixed by the first game), and how many games are played at a
    /// time. A report goes by the rules of the game that was finished last. The files that a program
    /// is given are beside it, so that journals which do not tell them remain of their match.
    #[must_use]
    pub fn of(settings: &Match, signatures: &[u64]) -> Vec<MatchFacts> {
        let of = settings.contenders.iter().zip(signatures);
        let contenders: Vec<ContenderFacts> =
            of.map(|(contender, &signature)| ContenderFacts::of(contender, signature)).collect();
        let format = settings.is_tournament().then_some(settings.format);
        let fingerprint = fingerprint(settings, &contenders, format);
        let pairing = |(pairing, players): (usize, &[usize; 2])| MatchFacts {
            name: settings.name.clone(),
            question: settings.question.clone(),
            games: settings.games,
            seed: settings.seed,
            contenders: players.map(|player| contenders[player].clone()),
            book: BookFacts::of(&settings.openings),
            adjudication: settings.adjudication.to_string(),
            conventions: settings.conventions,
            stop: settings.stop.clone(),
            anytime: settings.stop.interval_method(settings.games),
            fingerprint: fingerprint.clone(),
            tournament: format.map(|format| TournamentFacts {
                format,
                contenders: saturated(contenders.len()),
                pairing: saturated(pairing),
            }),
        };
        settings.pairings.iter().enumerate().map(pairing).collect()
    }

    /// The facts of one contender.
    #[must_use]
    pub fn contender(&self, contender: Contender) -> &ContenderFacts {
        &self.contenders[contender as usize]
    }

    /// Whether time limits a contender.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.contenders.iter().any(ContenderFacts::is_timed)
    }

    /// Whether pairs of an opening that was played before may repeat games move for move: without a clock, the
    /// same searches play the same games from the same opening. A pair that repeats another says nothing new,
    /// and statistics that took it for new would be wrong. Whether a pair does so, its moves tell. Searches
    /// that vary ([`EngineFacts::varies`]) have no such pairs, and the conventions of others count them all.
    #[must_use]
    pub fn may_repeat(&self) -> bool {
        let varies = self.contenders.iter().any(|contender| contender.engine.varies());
        self.conventions.are_own() && !self.is_timed() && !varies
    }

    /// That two searches with unlike settings may play alike, where their signatures say so.
    #[must_use]
    pub fn without_effect(&self) -> Option<String> {
        let [first, second] = &self.contenders;
        let is_search = |of: &ContenderFacts| matches!(of.engine, EngineFacts::Search(_));
        let alike = is_search(first) && is_search(second) && first.signature == second.signature;
        (alike && first.engine != second.engine).then(|| {
            format!(
                "{:?} and {:?} have the same signature, {}: what differs in their settings changes nothing \
                 in the searches that the signature is of",
                first.name, second.name, first.signature
            )
        })
    }

    /// The numbers of the two contenders, from 0.
    #[must_use]
    pub fn players(&self) -> [usize; 2] {
        let pairing = |of: TournamentFacts| of.pairings().get(of.pairing as usize).copied();
        self.tournament.and_then(pairing).unwrap_or([0, 1])
    }

    /// How many games, of each pairing, are to be played if no result stops the match.
    #[must_use]
    pub fn planned(&self) -> u32 {
        self.stop.limit(self.games)
    }

    /// Whether a game with these facts belongs to the match: its fingerprint is the same, and so are
    /// the files that its programs are given, as far as the game says which they were.
    #[must_use]
    pub fn is_match_of(&self, written: &MatchFacts) -> bool {
        let mut contenders = self.contenders.iter().zip(&written.contenders);
        self.fingerprint == written.fingerprint
            && !contenders.any(|(ours, theirs)| ours.has_other_files(theirs))
    }

    /// Tells the match from others in the name of a directory: eight characters of the digest of the
    /// fingerprint, of the files that its programs are given, and of the rules that look at the results.
    #[must_use]
    pub fn short_digest(&self) -> String {
        let mut digest = Sha256::new();
        digest.update(&self.fingerprint);
        for contender in &self.contenders {
            digest.update(format!("\n{}", contender.files_or_none()));
        }
        for rule in &self.stop.sequential {
            digest.update(format!("\n{}", rule_digest::text(rule)));
        }
        hex::encode(&digest.finalize()[..4])
    }

    /// Those of the contenders that are given files of which a game with these facts says nothing.
    pub fn unknown_files<'a>(&'a self, written: &'a MatchFacts) -> impl Iterator<Item = &'a str> {
        let contenders = self.contenders.iter().zip(&written.contenders);
        let unknown = contenders.filter(|(ours, theirs)| ours.has_files_unknown_to(theirs));
        unknown.map(|(ours, _)| ours.name.as_str())
    }

    /// What differs between these facts and another match's, and nothing else, in words, as far as facts
    /// show it.
    #[must_use]
    pub fn differences(&self, other: &MatchFacts) -> Vec<String> {
        let mut differences = Differences::default();
        let format = |facts: &MatchFacts| {
            facts.tournament.map_or("match of 2 contenders".to_owned(), |of| of.to_string())
        };
        differences.compare("this", &format(self), &format(other));
        for (ours, theirs) in self.contenders.iter().zip(&other.contenders) {
            let name = &ours.name;
            differences.compare("a contender's name", &ours.name, &theirs.name);
            differences.compare(&format!("{name}'s limit"), &ours.limits, &theirs.limits);
            let signature = format!("the signature of {name}'s engine");
            differences.compare(&signature, &ours.signature, &theirs.signature);
            if ours.has_other_files(theirs) {
                let [here, there] = [ours, theirs].map(|of| of.files.clone().unwrap_or_default());
                let what = format!("what {name}'s arguments and options name");
                differences.compare(&what, &here, &there);
            }
        }
        differences.compare("the book", &self.book, &other.book);
        differences.compare("the seed", &self.seed, &other.seed);
        for (ours, theirs) in self.contenders.iter().zip(&other.contenders) {
            let [here, there] = [ours, theirs].map(|of| of.engine.parts());
            differences.compare_parts(&ours.name, &here, &there);
        }
        differences.compare_lines("the adjudication", &self.adjudication, &other.adjudication);
        let mut differences = differences.into_sentences();
        if differences.is_empty() {
            differences.push(match self.tournament {
                None => "the text of the opening book differs".to_owned(),
                Some(_) => "a contender of another pairing, or the text of the opening book, \
                            differs"
                    .to_owned(),
            });
        }
        differences
    }
}

fn fingerprint(settings: &Match, contenders: &[ContenderFacts], format: Option<Format>) -> String {
    let mut digest = Sha256::new();
    for ContenderFacts { name, engine, limits, signature, .. } in contenders {
        digest.update(format!("{name}\n{engine}\n{limits}\n{signature}\n"));
    }
    let BookFacts { order, plies, start, .. } = BookFacts::of(&settings.openings);
    let Match { seed, adjudication, .. } = settings;
    digest.update(settings.openings.book.digest);
    digest.update(format!("{order}\n{plies:?}\n{start}\n{seed}\n{adjudication}"));
    if let Some(format) = format {
        digest.update(format!("\n{}", format.name()));
    }
    if !settings.conventions.are_own() {
        digest.update(format!("\n{}", settings.conventions.name()));
    }
    hex::encode(&digest.finalize()[..8])
}

fn saturated(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
