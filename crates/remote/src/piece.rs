//! The pieces of tickets: pairs of games, or searches.

use arena::runner::Ticket;
use lab::suite::plan::Task;

/// A result that is asked for: a game of a match or a search of a plan, and the attempt at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Wanted {
    /// The game's number in the match, or the search's in the plan, from 0.
    pub(super) number: u32,
    pub(super) attempt: u32,
}

/// One unit of work for a thread of a worker.
pub(super) trait Piece: Clone {
    /// Name of several, for people.
    const PLURAL: &'static str;

    /// Its results.
    fn results(&self) -> impl Iterator<Item = Wanted>;

    /// The rest of it where only some of its results are missing; `None` where nothing is.
    fn only(&self, is_missing: impl Fn(Wanted) -> bool) -> Option<Self>;

    /// How long it takes, in a unit that is the same for all pieces of the work.
    fn weight(&self) -> f64;

    /// Bytes of its message, by and large.
    fn bytes(&self) -> usize;

    /// Describes it for people: `pair`, and its number from 1.
    fn in_words(&self) -> (&'static str, u32);
}

/// A pair of a match.
impl Piece for Ticket {
    const PLURAL: &'static str = "pairs";

    fn results(&self) -> impl Iterator<Item = Wanted> {
        let attempt = self.attempt;
        self.games().map(move |spec| Wanted { number: spec.game, attempt })
    }

    fn only(&self, is_missing: impl Fn(Wanted) -> bool) -> Option<Ticket> {
        let attempt = self.attempt;
        let wanted = |number| Wanted { number, attempt };
        let games = self.games.map(|spec| spec.filter(|spec| is_missing(wanted(spec.game))));
        games.iter().any(Option::is_some).then_some(Ticket { games, ..*self })
    }

    fn weight(&self) -> f64 {
        self.games().count() as f64
    }

    fn bytes(&self) -> usize {
        400
    }

    fn in_words(&self) -> (&'static str, u32) {
        ("pair", self.pair + 1)
    }
}

/// A search of a plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Search {
    pub(super) task: Task,
    /// Its number in the plan, from 0.
    pub(super) number: u32,
    /// How long it takes, in parts of the longest of the plan.
    pub(super) weight: f64,
    /// Length of its line in the suite.
    pub(super) line: usize,
}

impl Piece for Search {
    const PLURAL: &'static str = "searches";

    fn results(&self) -> impl Iterator<Item = Wanted> {
        std::iter::once(Wanted { number: self.number, attempt: 0 })
    }

    fn only(&self, is_missing: impl Fn(Wanted) -> bool) -> Option<Search> {
        self.results().all(is_missing).then_some(*self)
    }

    fn weight(&self) -> f64 {
        self.weight
    }

    fn bytes(&self) -> usize {
        self.line + 100
    }

    fn in_words(&self) -> (&'static str, u32) {
        ("search", self.number + 1)
    }
}
