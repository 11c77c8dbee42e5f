//! The facts of a match in progress: the journal repeats them with its games, so that a report
//! needs nothing but the journal.

mod book;
mod contender;
mod engine;
mod program;
mod revision;

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::chess::adjudication::AdjudicationRules;
use crate::chess::pairings::Format;
use crate::chess::record::Contender;
use crate::chess::runner_rules::RunnerRules;
use crate::config::Match;
use crate::storage::differences::{Differences, parts_of};
use stats::anytime::Method;
use stats::stop::StopRules;

pub use book::BookFacts;
pub use contender::{ContenderFacts, files_in_words};
pub use engine::{EngineFacts, SearchFacts};
pub use program::{Manner, ProgramFacts, ProgramIdentity};
pub use revision::RevisionFacts;

/// The facts of a match of two contenders, or of one pairing of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchFacts {
    /// Name: the match file's, without extension.
    pub name: String,
    /// The question that the match answers.
    pub question: Option<String>,
    /// Games planned, of each pairing.
    pub games: u32,
    /// Seed of the opening order.
    pub seed: u64,
    /// The two contenders, in the order of the match file.
    pub contenders: [ContenderFacts; 2],
    /// The opening book.
    pub book: BookFacts,
    /// The adjudication rules.
    pub adjudication: AdjudicationRules,
    /// The match runner whose rules it follows.
    #[serde(default, skip_serializing_if = "RunnerRules::are_own")]
    pub runner_rules: RunnerRules,
    /// The rules that may end the match before its last game.
    pub stop: StopRules,
    /// The method of the anytime-valid interval: fixed before the first pair, and kept when the
    /// match is extended.
    pub anytime: Method,
    /// Distinguishes this match from others; see [`MatchFacts::of`]. Equal for all pairings.
    pub fingerprint: String,
    /// The tournament that the pairing belongs to, with more than two contenders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tournament: Option<TournamentFacts>,
}

/// The place of a pairing among the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TournamentFacts {
    /// The format that determines which contenders meet.
    pub format: Format,
    /// The number of contenders.
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
    /// The fingerprint covers everything that affects the games and their value as evidence:
    /// contenders, book, order, seed, adjudication and the match runner's rules. It omits the name
    /// and the question, the number of games and the stop rules (a match may be extended), the
    /// method of the anytime-valid interval (fixed by the first game), and the number of games
    /// played at a time. A report follows the stop rules of the game finished last. The files given
    /// to a program are compared beside the fingerprint.
    #[must_use]
    pub fn of(settings: &Match, signatures: &[u64]) -> Vec<MatchFacts> {
        let signed = settings.contenders.iter().zip(signatures);
        let contenders: Vec<ContenderFacts> = signed
            .map(|(contender, &signature)| ContenderFacts::of(contender, signature))
            .collect();
        let format = settings.is_tournament().then_some(settings.format);
        let fingerprint = fingerprint(settings, &contenders, format);
        let pairing = |(pairing, players): (usize, &[usize; 2])| MatchFacts {
            name: settings.name.clone(),
            question: settings.question.clone(),
            games: settings.games,
            seed: settings.seed,
            contenders: players.map(|player| contenders[player].clone()),
            book: BookFacts::of(&settings.openings),
            adjudication: settings.adjudication.rules(),
            runner_rules: settings.runner_rules,
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

    /// Whether any contender has a time limit.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.contenders.iter().any(|contender| contender.limits.is_timed())
    }

    /// Whether pairs with an already played opening may repeat games move for move: without a
    /// clock, the same searches play the same games from the same opening. A repeated pair adds no
    /// information, and statistics that counted it as new would be wrong. The moves show whether a
    /// pair is a repetition. Searches that vary ([`EngineFacts::varies`]) have no such pairs, and
    /// under another runner's rules all pairs count.
    #[must_use]
    pub fn may_repeat(&self) -> bool {
        let varies = self.contenders.iter().any(|contender| contender.engine.varies());
        self.runner_rules.are_own() && !self.is_timed() && !varies
    }

    /// That two searches with unlike settings may play alike, where their signatures say so.
    #[must_use]
    pub fn without_effect(&self) -> Option<String> {
        let [first, second] = &self.contenders;
        let bench = |contender: &ContenderFacts| {
            contender.revision.as_ref().and_then(|revision| revision.bench)
        };
        if let (Some(bench), true) =
            (bench(first), bench(first) == bench(second) && first.signature != second.signature)
        {
            return Some(format!(
                "{:?} and {:?} search the same {bench} nodes in `bench`: they may differ in speed alone",
                first.name, second.name
            ));
        }
        let is_search =
            |contender: &ContenderFacts| matches!(contender.engine, EngineFacts::Search(_));
        let alike = is_search(first) && is_search(second) && first.signature == second.signature;
        (alike && first.engine != second.engine).then(|| {
            format!(
                "{:?} and {:?} have the same signature, {}: their different settings change nothing \
                 in the searches behind the signature",
                first.name, second.name, first.signature
            )
        })
    }

    /// The numbers of the two contenders, from 0.
    #[must_use]
    pub fn players(&self) -> [usize; 2] {
        let pairing = |tournament: TournamentFacts| {
            tournament.pairings().get(tournament.pairing as usize).copied()
        };
        self.tournament.and_then(pairing).unwrap_or([0, 1])
    }

    /// The number of games of each pairing, if no result stops the match.
    #[must_use]
    pub fn planned(&self) -> u32 {
        self.stop.limit(self.games)
    }

    /// Whether a game with these facts belongs to the match: its fingerprint is the same, and so
    /// are the files given to its programs.
    #[must_use]
    pub fn is_match_of(&self, written: &MatchFacts) -> bool {
        let files = |facts: &MatchFacts| facts.contenders.each_ref().map(|one| one.files.clone());
        self.fingerprint == written.fingerprint && files(self) == files(written)
    }

    /// Distinguishes the match in the name of a directory: eight characters of the digest of the
    /// fingerprint, of the files given to its programs, and of the stop rules.
    #[must_use]
    pub fn short_digest(&self) -> String {
        let mut digest = Sha256::new();
        digest.update(&self.fingerprint);
        for contender in &self.contenders {
            digest.update(format!("\n{}", contender.files_or_none()));
        }
        for rule in &self.stop.sequential {
            digest.update(format!("\n{}", rule.notation()));
        }
        hex::encode(&digest.finalize()[..4])
    }

    /// The differences between these facts and another match's, in words.
    #[must_use]
    pub fn differences(&self, other: &MatchFacts) -> Vec<String> {
        let mut differences = Differences::default();
        let format = |facts: &MatchFacts| {
            facts
                .tournament
                .map_or("match of 2 contenders".to_owned(), |tournament| tournament.to_string())
        };
        differences.compare("this", &format(self), &format(other));
        for (ours, theirs) in self.contenders.iter().zip(&other.contenders) {
            let name = &ours.name;
            differences.compare("a contender's name", &ours.name, &theirs.name);
            differences.compare(&format!("{name}'s limit"), &ours.limits, &theirs.limits);
            let signature = format!("the signature of {name}'s engine");
            differences.compare(&signature, &ours.signature, &theirs.signature);
            let files = format!("the files that {name}'s arguments and options name");
            differences.compare(&files, &ours.files_or_none(), &theirs.files_or_none());
        }
        differences.compare("the book", &self.book, &other.book);
        differences.compare("the seed", &self.seed, &other.seed);
        for (ours, theirs) in self.contenders.iter().zip(&other.contenders) {
            let [here, there] = [ours, theirs].map(|contender| contender.engine.parts());
            differences.compare_parts(&ours.name, &here, &there);
        }
        let [here, there] = [self, other].map(|facts| parts_of(&facts.adjudication));
        differences.compare_parts("the adjudication", &here, &there);
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
    let (seed, adjudication) = (settings.seed, settings.adjudication.rules());
    digest.update(settings.openings.book.digest);
    digest.update(format!("{order}\n{plies:?}\n{start}\n{seed}\n{adjudication}"));
    if let Some(format) = format {
        digest.update(format!("\n{}", format.name()));
    }
    if !settings.runner_rules.are_own() {
        digest.update(format!("\n{}", settings.runner_rules.name()));
    }
    hex::encode(&digest.finalize()[..8])
}

fn saturated(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use ::engine::{SearchConfig, SearchOverrides};

    /// A program with these options.
    pub(crate) fn program(name: &str, digest: &str, options: &[(&str, &str)]) -> EngineFacts {
        let [name, digest] = [name, digest].map(str::to_owned);
        EngineFacts::Program(ProgramFacts {
            identity: Some(ProgramIdentity { name, author: "T".to_owned(), digest }),
            command: "/usr/games/stockfish".to_owned(),
            options: options.iter().map(|&(name, value)| (name.into(), value.into())).collect(),
            manners: Vec::new(),
            threads: 1,
        })
    }

    /// A search with these techniques, as a match file has them, and a table of this size in MiB.
    pub(crate) fn search(techniques: &str, hash: usize) -> EngineFacts {
        let changes: SearchOverrides = toml::from_str(techniques).unwrap();
        let techniques = SearchConfig::default().with(&changes);
        EngineFacts::Search(SearchFacts { techniques, network: None, hash })
    }
}
