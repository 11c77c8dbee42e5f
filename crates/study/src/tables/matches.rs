//! Tables of matches, a row each.

use super::differences::{detectable, difference, shared};
use crate::finding::finding;
use crate::interaction::{self, Interaction};
use crate::played::{Played, linked};
use crate::reading::{BOTH_TUNED, Reading};
use crate::table::Table;
use crate::words::{NOTHING, in_words, interval, named, technique};
use document::number::count;

/// The columns that tables of matches share.
impl Table<&Played> {
    fn games(self) -> Self {
        self.numbers("games", |found| found.games)
    }

    fn elo(self) -> Self {
        self.numbers("Elo", |found| format!("{:+.1}", found.elo))
    }

    fn once(self) -> Self {
        self.words("95 % CI", |found| interval(found.once))
    }

    /// The interval that decides, where it is another than the one of all matches.
    fn deciding(self, reading: Reading) -> Self {
        match reading == BOTH_TUNED {
            true => self,
            false => self.words(&reading.interval_name(), |found| interval(found.deciding)),
        }
    }

    fn findings(self) -> Self {
        self.words("finding", |found| finding(found).words(Reading::of(&found.name)))
    }

    fn depth(self) -> Self {
        let depth = |found: &&Played| format!("{:.2}, {:.2}", found.depth[0], found.depth[1]);
        self.words("mean depth with, without", depth)
    }
}

/// The questions in matches with names that begin so, which are all read at one level.
pub(super) fn questions(played: &[Played], prefix: &str) -> String {
    Table::of(named(played, prefix))
        .words("technique", |found| linked(&technique(found), found))
        .games()
        .words("score with : without", |found| format!("{} : {}", found.points[0], found.points[1]))
        .elo()
        .once()
        .deciding(Reading::of(prefix))
        .depth()
        .findings()
        .text()
}

/// The effect of MC-A's additions by themselves.
pub(super) fn additions(played: &[Played]) -> String {
    let Some(found) = played.iter().find(|found| found.name == "additions-of-mc-a") else {
        return NOTHING.to_owned();
    };
    let elo = linked(&format!("{:+.1}", found.elo), found);
    format!("{elo} {} Elo in {} games.\n", interval(found.once), found.games)
}

/// The search with uncertainty cut-offs against the same one without.
pub(super) fn uncertainty(played: &[Played]) -> String {
    Table::of(named(played, "uncertainty-"))
        .words("form", |found| linked(&found.contenders[0], found))
        .games()
        .elo()
        .once()
        .depth()
        .text()
}

/// The primary matches with the network as the evaluation.
pub(super) fn network(played: &[Played]) -> String {
    let prefix = "network-";
    let differences = interaction::with_network(played);
    let name = |found: &Played| found.name.trim_start_matches(prefix).to_owned();
    let of_both = |found: &Played, cell: fn(&Interaction<'_>) -> String| {
        differences.iter().find(|other| other.technique == name(found)).map(cell)
    };
    Table::of(named(played, prefix))
        .words("technique", |found| linked(&in_words(&name(found)), found))
        .games()
        .elo()
        .once()
        .deciding(Reading::of(prefix))
        .findings()
        .words("more than with the classical evaluation: Elo, 95 % CI", |found| {
            let missing = || "the primary match is not finished".to_owned();
            of_both(found, difference).unwrap_or_else(missing)
        })
        .numbers("openings of both", |found| of_both(found, shared).unwrap_or_default())
        .numbers("detectable", |found| of_both(found, detectable).unwrap_or_default())
        .text()
}

/// The matches at other limits than the primary ones; a name consists of a prefix, a technique and
/// a limit.
pub(super) fn by_limit(played: &[Played], prefix: &str) -> String {
    let technique = |found: &&Played| {
        let (technique, _) =
            found.name[prefix.len()..].rsplit_once('-').unwrap_or((&found.name, ""));
        in_words(technique)
    };
    Table::of(named(played, prefix))
        .words("technique", technique)
        .words("limit with, without", |found| linked(&found.limits.join(", "), found))
        .games()
        .elo()
        .once()
        .words("nodes a move with, without", |found| {
            found.nodes.map(|nodes| count(nodes.round() as u64)).join(", ")
        })
        .depth()
        .text()
}

/// Every match with its games, its time, and its power where all its games were played.
pub(super) fn effort(played: &[Played]) -> String {
    let (games, hours) =
        played.iter().fold((0, 0.0), |(games, hours), one| (games + one.games, hours + one.hours));
    Table::of(played)
        .words("match", |found| found.name.clone())
        .words("contenders", |found| found.contenders.join(" - "))
        .games()
        .words("won : drawn : lost", |found| {
            let [lost, drawn, won] = found.counts;
            format!("{won} : {drawn} : {lost}")
        })
        .words("mean depth", |found| format!("{:.1}, {:.1}", found.depth[0], found.depth[1]))
        .numbers("hours", |found| format!("{:.2}", found.hours))
        .numbers("thousand nodes a second", |found| {
            count((found.nodes_a_second / 1000.0).round() as u64)
        })
        .numbers("detects 5 Elo", |found| match found.has_fixed_length {
            true => format!("{:.0} %", 100.0 * found.power(5.0)),
            false => "ended early".to_owned(),
        })
        .text()
        + &format!("| all | | {games} | | | {hours:.2} | | |\n")
}
