//! A part of a match that is played on its own, to be merged with the others later.

use std::fmt;
use std::str::FromStr;

/// Every `count`-th pair of the schedule, beginning with pair `number`: the shards 1/3, 2/3 and 3/3
/// make up a match. The pairs depend only on the schedule, so shards can be played on any machine,
/// in any order, at any time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Its number, from 1.
    number: u32,
    /// The number of shards.
    count: u32,
}

impl Shard {
    /// Whether pair `number`, counted from 0, belongs to this shard.
    #[must_use]
    pub fn has(self, pair: u32) -> bool {
        pair % self.count == self.number - 1
    }

    /// The number of games among the first `games` of the schedule, an even number, that belong to
    /// this shard.
    #[must_use]
    pub fn games_of(self, games: u32) -> u32 {
        let pairs = games / 2;
        2 * (pairs / self.count + u32::from(pairs % self.count >= self.number))
    }

    /// The results directory of the shard, if the match's has this name: `NAME-1-of-3`.
    #[must_use]
    pub fn directory(self, name: &str) -> String {
        format!("{name}-{}-of-{}", self.number, self.count)
    }
}

/// `1/3`.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parsed = text.split_once('/').and_then(|(number, count)| {
            Some(Shard { number: number.parse().ok()?, count: count.parse().ok()? })
        });
        parsed
            .filter(|shard| (1..=shard.count).contains(&shard.number))
            .ok_or_else(|| format!("expected I/N with I from 1 to N, such as 1/16, not {text:?}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_the_pairs_of_a_match_out() {
        for count in 1..=7 {
            let shards: Vec<Shard> =
                (1..=count).map(|number| format!("{number}/{count}").parse().unwrap()).collect();
            for pairs in 0..20 {
                let counted: Vec<u32> = shards
                    .iter()
                    .map(|shard| (0..pairs).filter(|pair| shard.has(*pair)).count() as u32)
                    .collect();
                assert_eq!(counted.iter().sum::<u32>(), pairs);
                let said = shards.iter().map(|shard| shard.games_of(2 * pairs) / 2);
                assert_eq!(said.collect::<Vec<_>>(), counted);
            }
        }
    }

    #[test]
    fn what_is_no_shard_is_refused_with_what_would_be_right() {
        for wrong in ["", "3", "0/3", "4/3", "1/0", "a/b", "-1/2", "1/2/3"] {
            let error = wrong.parse::<Shard>().unwrap_err();
            assert!(error.contains("such as 1/16"), "{error}");
        }
        let shard: Shard = "3/16".parse().unwrap();
        assert_eq!((shard.to_string(), shard.directory("m")), ("3/16".into(), "m-3-of-16".into()));
    }
}
