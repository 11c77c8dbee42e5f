//! The settings of a match: some of its games have them in their tags, the others refer to them.
//!
//! In a game that has them, the tag `Settings` gives the reference that others use: a digest of all
//! settings. So a match that is resumed under another name, or with other stop rules, has another
//! digest.

use std::collections::HashMap;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::tags;
use crate::chess::record::Contender;
use crate::storage::facts::MatchFacts;

/// The reference by which games name these settings.
pub(super) fn reference(facts: &MatchFacts) -> String {
    let mut digest = Sha256::new();
    digest.update(tags::event(facts));
    digest.update(tags::players(facts, Contender::First));
    digest.update(tags::settings(facts, Contender::First));
    hex::encode(&digest.finalize()[..8])
}

/// A game's reference to the settings of its match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SettingsTag {
    /// It has them in its tags, and no game refers to it: so do all games of earlier versions.
    Own,
    /// It has them in its tags, for other games to refer to.
    Given(String),
    /// It refers to another game.
    Referred(String),
}

/// The settings that the games of a journal refer to.
#[derive(Clone, Debug, Default)]
pub struct KnownSettings(HashMap<String, Arc<MatchFacts>>);

impl KnownSettings {
    /// The settings of a match whose journal may have lost the game that has them.
    pub(super) fn of(facts: &[MatchFacts]) -> KnownSettings {
        KnownSettings(
            facts.iter().map(|pairing| (reference(pairing), Arc::new(pairing.clone()))).collect(),
        )
    }

    pub(super) fn get(&self, reference: &str) -> Option<&Arc<MatchFacts>> {
        self.0.get(reference)
    }

    /// Takes the settings given by a game.
    pub(super) fn take(&mut self, tag: &SettingsTag, facts: &Arc<MatchFacts>) {
        if let SettingsTag::Given(reference) = tag
            && !self.0.contains_key(reference)
        {
            self.0.insert(reference.clone(), Arc::clone(facts));
        }
    }
}
