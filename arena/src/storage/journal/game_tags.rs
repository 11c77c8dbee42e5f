//! The tags of one game, read: its place in the match, and the facts of the match.

use std::collections::HashMap;
use std::str::FromStr;
use std::sync::Arc;

use shakmaty::{ByColor, Color};

use super::settings::{KnownSettings, SettingsTag};
use super::tags;
use crate::chess::pairings::{CONTENDERS, Format, place};
use crate::chess::record::{Contender, GameSpec, WorkerFacts};
use crate::chess::runner_rules::RunnerRules;
use crate::storage::facts::{
    BookFacts, ContenderFacts, EngineFacts, LimitFacts, MatchFacts, RevisionFacts, TournamentFacts,
};
use stats::anytime::Method;
use stats::stop::StopRules;

/// Why a game cannot be read.
#[derive(Debug)]
pub(super) enum GameError {
    /// It is not a game of a journal, for this reason.
    Unreadable(String),
    /// It refers to settings that are not known.
    UnknownSettings(String),
}

impl From<String> for GameError {
    fn from(problem: String) -> GameError {
        GameError::Unreadable(problem)
    }
}

/// The tag pairs of one game.
#[derive(Default)]
pub(super) struct Tags(pub(super) HashMap<String, String>);

impl Tags {
    pub(super) fn text(&self, name: &str) -> Result<String, String> {
        self.0.get(name).cloned().ok_or_else(|| format!("the tag {name} is missing"))
    }

    pub(super) fn number<T: FromStr>(&self, name: &str) -> Result<T, String> {
        let text = self.text(name)?;
        text.parse().map_err(|_| format!("the tag {name} is {text:?}, which is not a number"))
    }

    /// A number that counts from 1 in the file and from 0 here.
    fn index(&self, name: &str) -> Result<u32, String> {
        let number: u32 = self.number(name)?;
        number.checked_sub(1).ok_or_else(|| format!("the tag {name} is 0, it counts from 1"))
    }

    /// A tag with its own notation; an absent one is read as an empty text.
    pub(super) fn read<T>(&self, name: &str, read: fn(&str) -> Option<T>) -> Result<T, String> {
        let text = self.0.get(name).map_or("", String::as_str);
        read(text).ok_or_else(|| format!("the tag {name} is {text:?}, which cannot be read"))
    }

    pub(super) fn of_colors<T>(
        &self,
        name: &str,
        read: fn(&str) -> Option<T>,
    ) -> Result<ByColor<T>, String> {
        Ok(ByColor {
            white: self.read(&format!("White{name}"), read)?,
            black: self.read(&format!("Black{name}"), read)?,
        })
    }

    pub(super) fn spec(&self) -> Result<GameSpec, String> {
        let game = match self.0.contains_key("Game") {
            true => self.index("Game")?,
            false => self.read("Round", game_of_round)?,
        };
        Ok(GameSpec::new(game, self.index("BookOpening")? as usize))
    }

    /// The date (UTC), as PGN writes it.
    pub(super) fn date(&self) -> String {
        self.0.get("Date").map_or("????.??.??", String::as_str).to_owned()
    }

    /// Its reference to the settings of its match.
    pub(super) fn settings(&self) -> SettingsTag {
        match self.0.get(tags::SETTINGS) {
            None => SettingsTag::Own,
            Some(digest) if self.0.contains_key("MatchFingerprint") => {
                SettingsTag::Given(digest.clone())
            }
            Some(digest) => SettingsTag::Referred(digest.clone()),
        }
    }

    /// The game's facts of its match: its own, or those of the settings that it refers to.
    pub(super) fn known_facts(
        &self,
        spec: &GameSpec,
        known: &KnownSettings,
    ) -> Result<Arc<MatchFacts>, GameError> {
        let reference = match self.settings() {
            SettingsTag::Own | SettingsTag::Given(_) => return Ok(Arc::new(self.facts(spec)?)),
            SettingsTag::Referred(reference) => reference,
        };
        let Some(facts) = known.get(&reference) else {
            return Err(GameError::UnknownSettings(reference));
        };
        let named =
            [("Event", &facts.name)].into_iter().chain([Color::White, Color::Black].map(|color| {
                (color.fold_wb("White", "Black"), &facts.contender(spec.player(color)).name)
            }));
        for (tag, expected) in named {
            let found = self.text(tag)?;
            if tags::pair(tag, &found) != tags::pair(tag, expected) {
                return Err(
                    format!("the tag {tag} is {found:?}, its settings have {expected:?}").into()
                );
            }
        }
        check_pairing(facts.tournament.as_ref(), spec)?;
        Ok(Arc::clone(facts))
    }

    fn contender(&self, color: Color) -> Result<ContenderFacts, String> {
        let prefix = color.fold_wb("White", "Black");
        let of_side = self.text(&format!("{prefix}TimeControl"));
        let threads = format!("{prefix}Threads");
        let threads = self.0.contains_key(&threads).then(|| self.number(&threads)).transpose()?;
        let engine = EngineFacts::read(&self.text(&format!("{prefix}Configuration"))?);
        Ok(ContenderFacts {
            name: self.text(prefix)?,
            engine: engine.with_threads(threads),
            limits: LimitFacts::read(&self.text(&format!("{prefix}Limits"))?),
            time_control: of_side.or_else(|_| self.text("TimeControl"))?,
            signature: self.number(&format!("{prefix}Signature"))?,
            files: self.0.get(&format!("{prefix}Files")).cloned(),
            revision: self
                .0
                .get(&format!("{prefix}Revision"))
                .and_then(|line| RevisionFacts::read(line)),
        })
    }

    fn facts(&self, spec: &GameSpec) -> Result<MatchFacts, String> {
        let first = if spec.white == Contender::First { Color::White } else { Color::Black };
        let plies = self.0.contains_key("BookPlies").then(|| self.number("BookPlies"));
        let cost = self.0.contains_key("EqualCost");
        let cost = cost.then(|| self.read("EqualCost", |text| text.parse().ok()));
        Ok(MatchFacts {
            name: self.text("Event")?,
            question: self.0.get("Question").cloned(),
            games: self.number("MatchGames")?,
            seed: self.number("MatchSeed")?,
            contenders: [self.contender(first)?, self.contender(!first)?],
            equal_cost: cost.transpose()?,
            book: BookFacts {
                file: self.text("BookFile")?,
                openings: self.number("BookOpenings")?,
                order: self.text("BookOrder")?,
                plies: plies.transpose()?,
                start: self.number("BookStart")?,
            },
            adjudication: self.text("Adjudication")?,
            runner_rules: self.runner_rules()?,
            stop: self.stop_rules()?,
            anytime: match self.0.contains_key("AnytimeInterval") {
                true => self.read("AnytimeInterval", |text| text.parse().ok())?,
                false => Method::Mixture,
            },
            fingerprint: self.text("MatchFingerprint")?,
            tournament: self.tournament(spec)?,
        })
    }

    /// The rules that may end the match; there is no tag where there are none.
    fn stop_rules(&self) -> Result<StopRules, String> {
        let text = self.0.get("StopRules").map_or("", String::as_str);
        text.parse().map_err(|error| format!("the tag StopRules: {error}"))
    }

    /// The match runner whose rules the match follows.
    fn runner_rules(&self) -> Result<RunnerRules, String> {
        match self.0.contains_key("Conventions") {
            true => self.read("Conventions", RunnerRules::named),
            false => Ok(RunnerRules::Own),
        }
    }

    /// The worker, where one played the game.
    pub(super) fn worker(&self) -> Result<Option<WorkerFacts>, String> {
        let Some(name) = self.0.get("Worker").cloned() else { return Ok(None) };
        let time_scale = match self.0.contains_key("TimeScale") {
            true => self.number("TimeScale")?,
            false => 1.0,
        };
        Ok(Some(WorkerFacts { name, time_scale }))
    }

    /// The pairing, with more than two contenders.
    fn tournament(&self, spec: &GameSpec) -> Result<Option<TournamentFacts>, String> {
        if !self.0.contains_key("TournamentFormat") {
            return Ok(None);
        }
        let facts = TournamentFacts {
            format: self.read("TournamentFormat", Format::named)?,
            contenders: self.number("TournamentContenders")?,
            pairing: self.index("Pairing")?,
        };
        if !CONTENDERS.contains(&(facts.contenders as usize)) {
            return Err(format!("the tag TournamentContenders is {}", facts.contenders));
        }
        check_pairing(Some(&facts), spec)?;
        Ok(Some(facts))
    }
}

/// Checks that a game is of its pairing.
fn check_pairing(facts: Option<&TournamentFacts>, spec: &GameSpec) -> Result<(), String> {
    let Some(facts) = facts else { return Ok(()) };
    let (pairing, _) = place(spec.pair(), facts.pairings().len());
    if pairing != facts.pairing as usize {
        let (game, there, here) = (spec.game + 1, facts.pairing + 1, pairing + 1);
        return Err(format!("game {game} is of pairing {here}, the tag Pairing says {there}"));
    }
    Ok(())
}

/// The number, from 0, of a game whose tag `Round` is this: `12.2` is the second of the twelfth pair.
fn game_of_round(round: &str) -> Option<u32> {
    let (pair, game) = round.split_once('.')?;
    let pair = pair.parse::<u32>().ok()?.checked_sub(1)?.checked_mul(2)?;
    match game {
        "1" => Some(pair),
        "2" => pair.checked_add(1),
        _ => None,
    }
}
