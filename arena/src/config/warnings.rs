//! Warnings about a valid match file, given before the first game.

use super::{ContenderSettings, EngineSettings, Match, UciSettings};
use crate::chess::pairings::Format;
use crate::chess::time_control::Seconds;
use stats::stop::ERRORS_ON_USED_OPENINGS;
use stats::words;

/// A test that is decided with a smaller probability has too few games.
const HARDLY: f64 = 0.01;
/// The largest of the built-in books, and its openings.
pub(super) const LARGEST_BUILT_IN: (&str, usize) = ("builtin:balanced", 5000);

impl Match {
    /// The warnings to show before the first game.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = self.of_openings();
        warnings.extend(self.of_used_openings());
        warnings.extend(self.of_short_tests());
        warnings.extend(self.of_endgame_tables());
        warnings.extend(self.of_unreachable_cutoffs());
        warnings.extend(self.of_cores());
        warnings.extend(self.of_threads());
        warnings.extend(self.of_reserves());
        warnings
    }

    /// Warnings about the openings: a sentence each.
    pub fn of_openings(&self) -> Vec<String> {
        let book = &self.openings.book;
        let mut warnings = Vec::new();
        if let Some(first) = book.duplicates.first() {
            warnings.push(format!(
                "{}: {} of {} openings lead to the position of an earlier one, the first on line {} \
                 to that of line {}: they are left out",
                book.path.display(),
                book.duplicates.len(),
                book.duplicates.len() + book.len(),
                first.line,
                first.earlier
            ));
        }
        if let Some(openings) = book.chess960 {
            warnings.push(format!(
                "{} of the book's {} openings have castling rights of Chess960, the first on line \
                 {}: they are played as Chess960",
                openings.count,
                book.len(),
                openings.first
            ));
        }
        warnings
    }

    fn of_used_openings(&self) -> Vec<String> {
        let (pairs, reused) = (self.games / 2, self.pairs_on_a_used_opening());
        if reused == 0 {
            return Vec::new();
        }
        let openings = self.openings.book.len();
        let of_each = if self.is_tournament() { " of each pairing" } else { "" };
        let mut warnings = vec![format!(
            "the book's {openings} openings are fewer than the {pairs} pairs{of_each}: {reused} \
             pairs play an opening that was played before"
        )];
        let larger = self.larger_book();
        warnings.push(match self.repeats_games() {
            true => format!(
                "without a time limit engines that do not vary repeat their games move for move, and such \
                 pairs count in the score alone: games = {} says as much, and a larger book{larger} more",
                2 * openings
            ),
            false => format!(
                "pairs from one opening resemble each other: a sequential test and the anytime-valid \
                 interval take them for independent, and err more often than they say \
                 ({ERRORS_ON_USED_OPENINGS}); a larger book{larger} avoids it"
            ),
        });
        warnings
    }

    /// In brackets, the built-in book that has more openings than this one; empty where none has.
    fn larger_book(&self) -> String {
        let book = &self.openings.book;
        let has_more = book.len() < LARGEST_BUILT_IN.1 && self.openings.plies.is_none();
        if has_more { format!(" ({})", LARGEST_BUILT_IN.0) } else { String::new() }
    }

    /// Warns of tests that the games will hardly decide.
    fn of_short_tests(&self) -> impl Iterator<Item = String> {
        let games = self.stop.limit(self.games);
        self.stop.sequential.iter().filter_map(move |rule| {
            let chance = rule.chance_within(f64::from(games)).filter(|chance| *chance < HARDLY)?;
            Some(format!(
                "{} will hardly decide the {}: the chance is {} where the strength is that of its larger hypothesis; \
                 `arena plan` tells how many games it takes",
                words::several(u64::from(games), "game"),
                rule.name(),
                words::probability(chance)
            ))
        })
    }

    fn of_endgame_tables(&self) -> Option<String> {
        let tables = self.adjudication.tablebase.as_ref()?;
        (tables.tables() < tables.complete()).then(|| {
            format!(
                "there are {} of the {} endgame tables of up to {} pieces: endings without a table \
                 are played on",
                tables.tables(),
                tables.complete(),
                tables.rule().max_pieces
            )
        })
    }

    /// The error that two contenders are the same but for their names, unless the match has the key `same`. Programs are
    /// compared by their files once they are identified.
    #[must_use]
    pub fn nothing_differs(&self) -> Option<String> {
        let all = Format::RoundRobin.pairings(self.contenders.len()).into_iter();
        let mut pairs = all.map(|players| players.map(|player| &self.contenders[player]));
        let [first, second] = pairs.find(|[first, second]| {
            !self.same && first.plays_like(second) && first.limits == second.limits
        })?;
        Some(format!(
            "nothing differs between {:?} and {:?} but their names: their engines, settings and limits are the same. If \
             that is meant, to check the setup, add --same, or `same = true` at the top of the match file",
            first.name, second.name
        ))
    }

    /// Warns of forms of multi-cut that need more cutoffs than they search moves.
    fn of_unreachable_cutoffs(&self) -> impl Iterator<Item = String> {
        self.contenders.iter().flat_map(|contender| {
            let cutoffs = match &contender.engine {
                EngineSettings::InProcess(settings) => settings.search.unreachable_cutoffs(),
                EngineSettings::Own(_) | EngineSettings::Uci(_) => Vec::new(),
            };
            cutoffs.into_iter().map(|cutoffs| format!("{:?}: {cutoffs}", contender.name))
        })
    }

    /// Warns of contenders that search with different numbers of threads.
    fn of_threads(&self) -> Option<String> {
        let threads =
            |contender: &ContenderSettings| contender.program().map_or(1, UciSettings::threads);
        let most = self.contenders.iter().max_by_key(|contender| threads(contender))?;
        let fewest = self.contenders.iter().min_by_key(|contender| threads(contender))?;
        (threads(most) > threads(fewest)).then(|| {
            format!(
                "{:?} searches with {} threads and {:?} with {}: unless that is the question, set the \
                 option Threads of both",
                most.name,
                threads(most),
                fewest.name,
                threads(fewest)
            )
        })
    }

    /// Warns of programs whose reserve is as long as their time for a move.
    fn of_reserves(&self) -> impl Iterator<Item = String> {
        self.contenders.iter().filter_map(|contender| {
            let reserve = contender.program()?.reserve()?;
            let each = contender.limits.time_a_move()?;
            // Some programs keep nothing back of a fixed time for a move.
            let consequence = match contender.limits.time_control {
                Some(_) => "it will hardly search",
                None => "if it does so of a fixed time too, it will hardly search",
            };
            (reserve >= each).then(|| {
                format!(
                    "{:?} keeps back {} s of each move (its option Move Overhead) and has some {} s \
                     for one: {consequence}",
                    contender.name,
                    Seconds(reserve),
                    Seconds(each)
                )
            })
        })
    }
}
