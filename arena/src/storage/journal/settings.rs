//! The settings of a match, which some of its games have in their tags, and to which the others refer.
//!
//! A game that has them says by the tag `Settings` how others refer to them: by a digest of all that they say,
//! so that a match that goes on under another name, or with other stop rules, has other ones.

use std::collections::HashMap;

use sha2::{Digest, Sha256};

use super::tags;
use crate::chess::record::Contender;
use crate::storage::facts::MatchFacts;

/// How games refer to these settings.
pub(super) fn reference(facts: &MatchFacts) -> String {
    let mut digest = Sha256::new();
    digest.update(tags::event(facts));
    digest.update(tags::players(facts, Contender::First));
    digest.update(tags::settings(facts, Contender::First));
    hex::encode(&digest.finalize()[..8])
}

/// How a game stands to the settings of its match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SettingsTag {
    /// It has them in its tags, and none refers to it: so do all games of earlier versions.
    Own,
    /// It has them in its tags, for others to refer to.
    Given(String),
    /// It refers to another game.
    Referred(String),
}

/// The settings that the games of a journal refer to.
#[derive(Clone, Debug, Default)]
pub struct KnownSettings(HashMap<String, MatchFacts>);

impl KnownSettings {
    /// Those of a match, whose journal may have lost the game that has them.
    pub(super) fn of(facts: &[MatchFacts]) -> KnownSettings {
        KnownSettings(facts.iter().map(|of| (reference(of), of.clone())).collect())
    }

    pub(super) fn get(&self, reference: &str) -> Option<&MatchFacts> {
        self.0.get(reference)
    }

    /// Takes those that a game gives.
    pub(super) fn take(&mut self, tag: &SettingsTag, facts: &MatchFacts) {
        if let SettingsTag::Given(reference) = tag
            && !self.0.contains_key(reference)
        {
            self.0.insert(reference.clone(), facts.clone());
        }
    }
}
