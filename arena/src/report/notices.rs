//! Notices that qualify the answer of a report, and those of the sentences that reports of several kinds have.

use super::effort::{Effort, SCORE};
use super::summary::Method;
use stats::stop::ERRORS_ON_USED_OPENINGS;
use stats::words;

/// Sentences that qualify the answer, each list in the order of their weight.
#[derive(Clone, Debug, Default)]
pub(super) struct Notices {
    /// About this match: the end of a run tells them too.
    pub(super) news: Vec<String>,
    /// True of all matches of its kind.
    pub(super) background: Vec<String>,
}

impl Notices {
    /// All of them.
    pub(super) fn all(&self) -> impl Iterator<Item = &String> {
        self.news.iter().chain(&self.background)
    }

    /// The sentences that there are.
    pub(super) fn of(
        news: impl IntoIterator<Item = Option<String>>,
        background: impl IntoIterator<Item = Option<String>>,
    ) -> Notices {
        Notices {
            news: news.into_iter().flatten().collect(),
            background: background.into_iter().flatten().collect(),
        }
    }
}

/// Games that are still to be played.
pub(super) fn unfinished(played: u64, planned: u64) -> Option<String> {
    (played < planned).then(|| {
        format!(
            "The match is not finished: {} of {} played.",
            words::count(played),
            words::several(planned, "game")
        )
    })
}

/// Games that wait for the other one of their pair.
pub(super) fn unpaired(games: u64) -> Option<String> {
    (games > 0).then(|| {
        format!(
            "{} still without the other game of the pair: counted in the score, not in the pairs.",
            words::several(games, "game")
        )
    })
}

/// The figures that a contender left out, with the share of its moves.
pub(super) fn untold(effort: &Effort) -> Option<String> {
    let untold = effort.untold();
    let shares = untold.iter().map(|(figure, moves)| {
        let share = document::number::percent(*moves as f64 / effort.moves as f64);
        format!("no {figure} in {share}")
    });
    let shares = shares.collect::<Vec<_>>().join(", ");
    let has_no_score = untold.iter().any(|(figure, _)| *figure == SCORE);
    let adjudication =
        if has_no_score { ": adjudication by score could not act there" } else { "" };
    (!untold.is_empty())
        .then(|| format!("{} told {shares} of its moves{adjudication}.", words::name(&effort.name)))
}

/// The bias of a match that its result has stopped, where nothing corrects it.
pub(super) fn bias(is_biased: bool) -> Option<String> {
    is_biased.then(|| {
        "A match that stops when its result is clear overstates it: the Elo difference is biased; the \
         anytime-valid interval is not."
            .to_owned()
    })
}

/// Openings that several pairs of two players have played, where they are the unit of the interval.
pub(super) fn reused_openings(method: Method, pairs: u64) -> Option<String> {
    (method == Method::Openings && pairs > 0).then(|| {
        format!(
            "{} played an opening that another pair had played. Games from one opening resemble each other, so \
             the 95 % CI takes the openings as its unit instead of the pairs. The anytime-valid interval and \
             stop rules take the pairs as independent: here they err more often than they say \
             ({ERRORS_ON_USED_OPENINGS}).",
            words::several(pairs, "pair")
        )
    })
}

/// The intervals of several matches or encounters beside each other.
pub(super) fn multiplicity(count: usize, of: &str) -> Option<String> {
    (count > 1).then(|| {
        format!(
            "Each interval is right 95 times in 100 by itself: of {count} {of} one may well be misjudged, and the \
             largest difference is more likely too large than too small."
        )
    })
}
