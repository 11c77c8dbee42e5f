//! The accounts of the techniques that `modern` can take.

use explain::account::{Account, Measured, Verdict};

use crate::played::{Played, linked};
use crate::table::Table;
use crate::words::{in_words, named};

/// The account of each technique at a number of nodes, from the view of the search with it.
pub(super) fn accounts(played: &[Played]) -> String {
    let accounts: Vec<_> = named(played, PREFIX)
        .into_iter()
        .filter_map(|found| {
            let account = found.account?;
            // The second contender is `modern` in all of them, so that they share the games of its doubling.
            let is_without = found.contenders[0].starts_with("without ");
            let seen = move |term: Measured| if is_without { term.negative() } else { term };
            Some((found, account, seen))
        })
        .collect();
    let sentences: String = accounts
        .chunk_by(|(one, ..), (next, ..)| one.limits[0] == next.limits[0])
        .map(|level| summary(&level[0].0.limits[0], level.iter().map(|(_, account, _)| account)))
        .collect();
    Table::of(accounts)
        .words("technique", |(found, ..)| {
            let (_, technique) = found.name[PREFIX.len()..].split_once('-').unwrap_or_default();
            linked(&in_words(technique), found)
        })
        .words("limit", |(found, ..)| found.limits[0].clone())
        .numbers("games", |(found, ..)| found.games)
        .words("Elo at equal nodes", |(_, account, seen)| shown(seen(account.terms.whole)))
        .words("Elo at equal depth", |(_, account, seen)| shown(seen(account.terms.at_equal_depth)))
        .numbers("nodes at equal depth", |(_, account, seen)| {
            format!("{:.0} %", 100.0 * seen(account.terms.log2_nodes).value.exp2())
        })
        .words("Elo of a doubling", |(_, account, _)| shown(account.terms.doubling))
        .words("Elo of these nodes", |(_, account, seen)| shown(seen(account.cost)))
        .words("rest", |(_, account, seen)| shown(seen(account.rest)))
        .words("account", |(_, account, _)| closes(account))
        .text()
        + &sentences
}

/// A paragraph on the accounts at one limit: how many have each verdict, and the scatter of their rests.
fn summary<'a>(
    limit: &str,
    accounts: impl ExactSizeIterator<Item = &'a Account> + Clone,
) -> String {
    let count = |words| accounts.clone().filter(|account| closes(account) == words).count();
    let squares: f64 =
        accounts.clone().map(|account| (account.rest.value / account.rest.error).powi(2)).sum();
    format!(
        "\nAt {limit}, accounts that close: {} of {}; that do not: {}; not decided: {}. The rests are {:.2} times as large as \
         chance alone makes them.\n",
        count("closes"),
        accounts.len(),
        count("does not close"),
        count("not decided"),
        (squares / accounts.len() as f64).sqrt()
    )
}

/// The beginning of the names of these matches, before the number of nodes and the technique.
const PREFIX: &str = "effort-";

/// An estimate with half the width of its 95 % interval.
fn shown(term: Measured) -> String {
    format!("{:+.1} ± {:.1}", term.value, term.half_width())
}

fn closes(account: &Account) -> &'static str {
    match account.verdict {
        Verdict::Closes => "closes",
        Verdict::DoesNotClose => "does not close",
        Verdict::NotDecided { .. } => "not decided",
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::slice;

    use super::*;
    use crate::played::{account, all};
    use crate::words::NOTHING;

    #[test]
    fn an_account_of_the_search_without_is_shown_from_the_view_of_the_search_with() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        let known = account(&docs.join("why/no-null-move")).unwrap();
        let mut found = all(&docs.join("study")).unwrap().swap_remove(0);
        found.name = format!("{PREFIX}5000-null-move");
        (found.games, found.account) = (2000, known);
        found.limits[0] = "5,000 nodes".to_owned();
        found.report = "study/x/report.md".to_owned();
        let mut row = |first: &str| {
            found.contenders[0] = first.to_owned();
            accounts(slice::from_ref(&found)).lines().nth(2).unwrap_or_default().to_owned()
        };
        // By docs/why/check.py.
        assert_eq!(
            row("no null move"),
            "| [null move](study/x/report.md) | 5,000 nodes | 2000 | +3.3 ± 12.0 | +29.3 ± 10.8 | 112 % | +213.8 ± 31.8 | -36.1 ± 8.3 | \
             +10.2 ± 18.2 | closes |"
        );
        assert_eq!(
            row("without the null move"),
            "| [null move](study/x/report.md) | 5,000 nodes | 2000 | -3.3 ± 12.0 | -29.3 ± 10.8 | 89 % | +213.8 ± 31.8 | +36.1 ± 8.3 | \
             -10.2 ± 18.2 | closes |"
        );
        assert_eq!(
            accounts(slice::from_ref(&found)).lines().last().unwrap_or_default(),
            "At 5,000 nodes, accounts that close: 1 of 1; that do not: 0; not decided: 0. The rests are 1.10 times as large as chance \
             alone makes them."
        );
        found.account = None;
        assert_eq!(accounts(&[found]), NOTHING);
    }
}
