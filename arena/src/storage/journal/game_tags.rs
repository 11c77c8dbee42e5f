//! The tags of one game, read: its place in the match, and the facts of the match.

use std::str::FromStr;
use std::sync::Arc;

use shakmaty::{ByColor, Color};

use super::settings::KnownSettings;
use super::tags;
use crate::chess::pairings::{CONTENDERS, place};
use crate::chess::record::{GameSpec, WorkerFacts};
use crate::storage::facts::{MatchFacts, TournamentFacts};

/// Why a game cannot be read.
#[derive(Debug)]
pub(super) enum GameError {
    /// It is not a game of a journal, for this reason.
    Unreadable(String),
    /// It refers to settings that are not known.
    UnknownSettings(String),
    /// It is a game of version 0.2 or earlier, which wrote the settings in other tags.
    EarlierVersion,
}

impl From<String> for GameError {
    fn from(problem: String) -> GameError {
        GameError::Unreadable(problem)
    }
}

/// The tag pairs of one game: too few for a table.
#[derive(Default)]
pub(super) struct Tags(pub(super) Vec<(String, String)>);

impl Tags {
    /// A tag's value; the last one counts.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().rev().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    pub(super) fn text(&self, name: &str) -> Result<&str, String> {
        self.get(name).ok_or_else(|| format!("the tag {name} is missing"))
    }

    pub(super) fn number<T: FromStr>(&self, name: &str) -> Result<T, String> {
        let text = self.text(name)?;
        text.parse().map_err(|_| format!("the tag {name} is {text:?}, which is not a number"))
    }

    /// A number that counts from 1 in the file and from 0 here.
    pub(super) fn index(&self, name: &str) -> Result<u32, String> {
        let number: u32 = self.number(name)?;
        number.checked_sub(1).ok_or_else(|| format!("the tag {name} is 0, it counts from 1"))
    }

    /// A tag with its own notation; an absent one is read as an empty text.
    pub(super) fn read<T>(&self, name: &str, read: fn(&str) -> Option<T>) -> Result<T, String> {
        let text = self.get(name).unwrap_or_default();
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

    /// Its reference to the settings of its match.
    pub(super) fn reference(&self) -> Result<String, GameError> {
        match self.get(tags::SETTINGS) {
            // Every game of theirs with settings has this tag.
            _ if self.get("MatchFingerprint").is_some() => Err(GameError::EarlierVersion),
            Some(reference) => Ok(reference.to_owned()),
            None => Err(format!("the tag {} is missing", tags::SETTINGS).into()),
        }
    }

    /// The game's facts of its match: its own, or those of the settings that it refers to.
    pub(super) fn facts(
        &self,
        spec: &GameSpec,
        known: &KnownSettings,
    ) -> Result<Arc<MatchFacts>, GameError> {
        let reference = self.reference()?;
        let facts = match (known.get(&reference), self.get(tags::MATCH)) {
            (Some(facts), _) => Arc::clone(facts),
            (None, Some(text)) => Arc::new(settings_of(text)?),
            (None, None) => return Err(GameError::UnknownSettings(reference)),
        };
        let named =
            [("Event", &facts.name)].into_iter().chain([Color::White, Color::Black].map(|color| {
                (color.fold_wb("White", "Black"), &facts.contender(spec.player(color)).name)
            }));
        for (tag, expected) in named {
            let found = self.text(tag)?;
            if found != *expected && tags::pair(tag, found) != tags::pair(tag, expected) {
                return Err(
                    format!("the tag {tag} is {found:?}, its settings have {expected:?}").into()
                );
            }
        }
        check_pairing(facts.tournament.as_ref(), spec)?;
        Ok(facts)
    }

    /// The worker, where one played the game.
    pub(super) fn worker(&self) -> Result<Option<WorkerFacts>, String> {
        let Some(name) = self.get("Worker").map(str::to_owned) else { return Ok(None) };
        let time_scale = match self.get("TimeScale") {
            Some(_) => self.number("TimeScale")?,
            None => 1.0,
        };
        Ok(Some(WorkerFacts { name, time_scale }))
    }
}

/// The settings in the tag `Match`.
fn settings_of(text: &str) -> Result<MatchFacts, String> {
    let facts: MatchFacts = serde_json::from_str(text)
        .map_err(|error| format!("the tag {} cannot be read: {error}", tags::MATCH))?;
    match facts.tournament {
        Some(TournamentFacts { contenders, .. })
            if !CONTENDERS.contains(&(contenders as usize)) =>
        {
            Err(format!("the tag {} has {contenders} contenders", tags::MATCH))
        }
        _ => Ok(facts),
    }
}

/// Checks that a game is of its pairing.
fn check_pairing(facts: Option<&TournamentFacts>, spec: &GameSpec) -> Result<(), String> {
    let Some(facts) = facts else { return Ok(()) };
    let (pairing, _) = place(spec.pair(), facts.pairings().len());
    if pairing != facts.pairing as usize {
        let (game, there, here) = (spec.game + 1, facts.pairing + 1, pairing + 1);
        return Err(format!("game {game} is of pairing {here}, its settings say {there}"));
    }
    Ok(())
}

/// The number, from 0, of a game whose tag `Round` is this: `12.2` is the second of the twelfth pair.
pub(super) fn game_of_round(round: &str) -> Option<u32> {
    let (pair, game) = round.split_once('.')?;
    let pair = pair.parse::<u32>().ok()?.checked_sub(1)?.checked_mul(2)?;
    match game {
        "1" => Some(pair),
        "2" => pair.checked_add(1),
        _ => None,
    }
}
