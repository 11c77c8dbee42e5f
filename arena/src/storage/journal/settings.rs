//! The settings of a match: some of its games have them in their tag `Match`, as JSON, and every game
//! refers to them by the tag `Settings`.
//!
//! The reference is a digest of all settings. So a match that is resumed under another name, or with
//! other stop rules, has another one.

use std::collections::HashMap;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::tags;
use crate::storage::facts::MatchFacts;

/// The settings as a journal has them.
#[derive(Clone, Debug, Default)]
pub(super) struct Head {
    /// The reference by which games name them.
    pub(super) reference: String,
    /// The line of the tag `Match`.
    pub(super) tag: String,
}

impl Head {
    /// The head of a journal with these settings.
    pub(super) fn of(facts: &MatchFacts) -> Head {
        // Settings are maps with texts as keys: all of them have a form in JSON.
        let tag = tags::pair(tags::MATCH, &serde_json::to_string(facts).unwrap_or_default());
        Head { reference: hex::encode(&Sha256::digest(&tag)[..8]), tag }
    }
}

/// The settings that the games of a journal refer to.
#[derive(Clone, Debug, Default)]
pub struct KnownSettings(HashMap<String, Arc<MatchFacts>>);

impl KnownSettings {
    /// The settings of a match whose journal may have lost the games that have them.
    pub(super) fn of(facts: &[MatchFacts]) -> KnownSettings {
        let of_pairing = |facts: &MatchFacts| (Head::of(facts).reference, Arc::new(facts.clone()));
        KnownSettings(facts.iter().map(of_pairing).collect())
    }

    pub(super) fn get(&self, reference: &str) -> Option<&Arc<MatchFacts>> {
        self.0.get(reference)
    }

    /// Takes the settings of a game, by its reference.
    pub(super) fn take(&mut self, reference: String, facts: &Arc<MatchFacts>) {
        self.0.entry(reference).or_insert_with(|| Arc::clone(facts));
    }
}
