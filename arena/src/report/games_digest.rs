//! The games digest: a number by which anyone can tell whether they have played the same games.
//!
//! It is the SHA-256 of the games in [canonical form](crate::storage::journal::canonical), in the order of the
//! schedule, as `arena report --format canonical` prints them. Only where no clock limits the moves do
//! games repeat, so only then is there a digest.

use std::collections::BTreeMap;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::storage::journal::{CanonicalWriter, JournalGame};
use stats::words;

/// Pairs of a block, which has a digest of its own so that a part of a match can be checked.
const BLOCK: u32 = 20;

/// The digests of a match's games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GamesDigest {
    /// SHA-256 of the canonical form of all games there are, in hexadecimal.
    pub sha256: String,
    /// How many games these are.
    pub games: u64,
    /// The same for every 20 pairs of the schedule that have a game.
    pub blocks: Vec<BlockDigest>,
}

impl GamesDigest {
    /// For people.
    #[must_use]
    pub fn sentence(&self) -> String {
        let GamesDigest { sha256, games, .. } = self;
        let games = words::several(*games, "game");
        format!("Games digest of {games}, without times and dates (SHA-256): {sha256}")
    }
}

/// The digest of a part of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BlockDigest {
    /// The first of its pairs, from 1.
    pub first_pair: u32,
    /// How many games it has: 40 where it is complete.
    pub games: u64,
    /// SHA-256 of their canonical form, in hexadecimal.
    pub sha256: String,
}

/// Takes the games of a match in any order.
#[derive(Clone, Debug, Default)]
pub struct GamesInOrder {
    writer: CanonicalWriter,
    /// Texts that wait for an earlier game, by the number of the game.
    waiting: BTreeMap<u32, String>,
    next: u32,
    whole: Counted,
    /// The block that is under way, by its number.
    block: Option<(u32, Counted)>,
    blocks: Vec<BlockDigest>,
}

#[derive(Clone, Debug, Default)]
struct Counted {
    digest: Sha256,
    games: u64,
}

impl Counted {
    fn add(&mut self, text: &str) {
        self.digest.update(text);
        self.games += 1;
    }
}

impl GamesInOrder {
    /// Takes a game; one that time limits has no digest.
    pub fn add(&mut self, game: &JournalGame) {
        if !game.facts.is_timed() {
            let text = self.writer.write(game);
            self.add_text(game.record.spec.game, text);
        }
    }

    fn add_text(&mut self, number: u32, text: String) {
        self.waiting.insert(number, text);
        while let Some(text) = self.waiting.remove(&self.next) {
            self.take(self.next, &text);
            self.next += 1;
        }
    }

    fn take(&mut self, number: u32, text: &str) {
        let block = number / (2 * BLOCK);
        if self.block.as_ref().is_none_or(|(begun, _)| *begun != block) {
            self.end_block();
            self.block = Some((block, Counted::default()));
        }
        self.whole.add(text);
        if let Some((_, counted)) = &mut self.block {
            counted.add(text);
        }
    }

    fn end_block(&mut self) {
        if let Some((block, Counted { digest, games })) = self.block.take() {
            let sha256 = hex::encode(digest.finalize());
            self.blocks.push(BlockDigest { first_pair: block * BLOCK + 1, games, sha256 });
        }
    }

    /// The digests of the games so far, in order whatever is missing; `None` without any.
    #[must_use]
    pub fn digest(&self) -> Option<GamesDigest> {
        let mut all = self.clone();
        for (number, text) in std::mem::take(&mut all.waiting) {
            all.take(number, &text);
        }
        all.end_block();
        let Counted { digest, games } = all.whole;
        let sha256 = hex::encode(digest.finalize());
        (games > 0).then_some(GamesDigest { sha256, games, blocks: all.blocks })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(order: &[u32]) -> GamesDigest {
        let mut games = GamesInOrder::default();
        for &number in order {
            games.add_text(number, format!("game {number}\n"));
        }
        games.digest().unwrap()
    }

    #[test]
    fn the_order_in_which_games_finish_does_not_matter() {
        let in_order: Vec<u32> = (0..100).collect();
        let mut shuffled = in_order.clone();
        shuffled.sort_by_key(|number| (number * 37) % 101);
        let whole = digest(&in_order);
        assert_eq!(digest(&shuffled), whole);
        let text: String = in_order.iter().map(|number| format!("game {number}\n")).collect();
        assert_eq!(whole.sha256, hex::encode(Sha256::digest(text)));
        let blocks: Vec<_> =
            whole.blocks.iter().map(|block| (block.first_pair, block.games)).collect();
        assert_eq!(blocks, [(1, 40), (21, 40), (41, 20)]);
        assert_eq!(digest(&in_order[..40]).blocks[..], whole.blocks[..1]);
    }

    #[test]
    fn a_shard_has_a_digest_of_the_games_it_has() {
        let shard: Vec<u32> = (0..200).filter(|number| number / 2 % 3 == 1).collect();
        let backwards: Vec<u32> = shard.iter().rev().copied().collect();
        assert_eq!(digest(&shard), digest(&backwards));
        assert_ne!(digest(&shard), digest(&shard[1..]));
        assert!(GamesInOrder::default().digest().is_none());
    }
}
