//! Whether the results of a match are about chess: faults that could have decided it lead its report.

use serde::Serialize;

use super::effort::Effort;
use crate::player::faults::FaultKind;
use crate::score::pgn_scores::{FaultTag, FaultyEndings};
use stats::Wdl;
use stats::words::{count, several};

/// Of this many games one that was lost by a fault makes a match invalid, whatever the score.
const MANY: u64 = 10;
/// Fewer than one game of so many is not enough, however close the score is to 50 %.
const FEW: u64 = 100;

/// Players that a sentence names.
const NAMED: usize = 4;

/// Whether faults could have decided a match.
///
/// They could where they are as many as would bring the score from where it is to the other side of
/// 50 %, had those games been won instead of lost, and at least a hundredth of all games; or where they
/// are a tenth of all games.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Validity {
    /// They could not.
    #[default]
    Valid,
    /// Crashes, stalls and illegal moves could.
    Invalid {
        /// The contenders whose programs failed, the one with most failures first.
        failures: Vec<Failures>,
    },
    /// Games lost on time could, alone or with the failures.
    LostOnTime(LostOnTime),
    /// Games of another runner that did not end by chess could, by their `Termination` tags and results.
    Tagged {
        /// All games.
        games: u64,
        /// Those games by their tag.
        endings: Vec<TaggedEnding>,
    },
}

/// Games whose `Termination` tag names a fault.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TaggedEnding {
    /// The tag.
    pub termination: FaultTag,
    /// How many.
    pub games: u64,
    /// Those that each player lost.
    pub lost: Vec<TaggedLosses>,
}

/// Games that one player lost.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TaggedLosses {
    /// Its name.
    pub player: String,
    /// How many.
    pub games: u64,
}

/// The games that one contender lost by a crash, a stall or an illegal move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Failures {
    /// Its name.
    pub contender: String,
    /// How many.
    pub failures: u64,
    /// Of how many games.
    pub games: u64,
    /// The first one, as far as it is known.
    #[serde(flatten)]
    pub first: Failure,
}

/// One failure, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Failure {
    /// Its kind; `null` where no evidence of it was kept.
    pub kind: Option<FaultKind>,
    /// How the process ended, or the move it named; `null` where it is not known.
    pub how: Option<String>,
    /// The last line of its standard error; `null` where it wrote none.
    pub last_words: Option<String>,
}

/// Games lost on time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LostOnTime {
    /// All games.
    pub games: u64,
    /// Games lost on time.
    pub lost: u64,
}

/// A contender's results, and its effort.
pub(super) type Side<'a> = (Wdl, &'a Effort);

impl Validity {
    /// The validity of a match of these contenders.
    pub(super) fn of(contenders: &[Side<'_>]) -> Validity {
        if contenders.iter().any(|&(games, effort)| could_decide(games, effort.failures)) {
            return Validity::Invalid { failures: failures(contenders) };
        }
        let on_time = |&(games, effort): &Side<'_>| {
            effort.time_forfeits > 0 && could_decide(games, effort.lost_by_faults())
        };
        if !contenders.iter().any(on_time) {
            return Validity::Valid;
        }
        let sum = |number: fn(&Side<'_>) -> u64| contenders.iter().map(number).sum::<u64>();
        Validity::LostOnTime(LostOnTime {
            games: sum(|(games, _)| games.games()) / 2,
            lost: sum(|(_, effort)| effort.time_forfeits),
        })
    }

    /// Of players that have met in games of another runner, with the results of each: the tags say how games ended,
    /// the results which player lost them, and neither which one was at fault.
    pub(super) fn of_tagged(players: &[(&str, Wdl)], faulty: &FaultyEndings) -> Validity {
        let lost = |player: usize| {
            let of_player = faulty.lost.iter().filter(move |((_, loser), _)| *loser == player);
            of_player.map(|(_, games)| games).sum::<u64>()
        };
        if !players.iter().enumerate().any(|(i, (_, games))| could_decide(*games, lost(i))) {
            return Validity::Valid;
        }
        let ending = |(&termination, &games): (&FaultTag, &u64)| TaggedEnding {
            termination,
            games,
            lost: (players.iter().enumerate())
                .filter_map(|(player, (name, _))| {
                    let games = *faulty.lost.get(&(termination, player))?;
                    Some(TaggedLosses { player: (*name).to_owned(), games })
                })
                .collect(),
        };
        Validity::Tagged {
            games: players.iter().map(|(_, games)| games.games()).sum::<u64>() / 2,
            endings: faulty.games.iter().map(ending).collect(),
        }
    }

    /// The same, with the facts of the first failure of each contender.
    pub(super) fn explained_by(
        mut self,
        first_failure: impl Fn(&str) -> Option<Failure>,
    ) -> Validity {
        if let Validity::Invalid { failures } = &mut self {
            for failed in failures {
                failed.first = first_failure(&failed.contender).unwrap_or_default();
            }
        }
        self
    }

    /// The first paragraph of the report, in a sentence or two; `None` where chess decided.
    pub(super) fn headline(&self) -> Option<String> {
        match self {
            Validity::Valid => None,
            Validity::Invalid { failures } => {
                let failures: Vec<String> = failures.iter().map(Failures::words).collect();
                Some(format!("Void: {}.", failures.join("; ")))
            }
            Validity::LostOnTime(lost) => Some(format!("Void: {}", lost.sentence())),
            Validity::Tagged { games, endings } => {
                let endings: Vec<String> = endings.iter().map(TaggedEnding::words).collect();
                Some(format!(
                    "Void: of {} not all ended by chess, by their Termination tags: {}.",
                    several(*games, "game"),
                    endings.join("; ")
                ))
            }
        }
    }
}

/// Whether so many games that a contender with these results lost by faults could have decided its match.
fn could_decide(games: Wdl, faulty: u64) -> bool {
    // A game that is won instead of lost brings two half points more.
    let (all, points) = (games.games(), games.half_points());
    let turns = points <= all && points + 2 * faulty > all && FEW * faulty >= all;
    faulty > 0 && (turns || MANY * faulty >= all)
}

fn failures(contenders: &[Side<'_>]) -> Vec<Failures> {
    let failed = contenders.iter().filter(|(_, effort)| effort.failures > 0);
    let mut failures: Vec<Failures> = failed
        .map(|(games, effort)| Failures {
            contender: effort.name.clone(),
            failures: effort.failures,
            games: games.games(),
            first: Failure::default(),
        })
        .collect();
    failures.sort_by_key(|contender| std::cmp::Reverse(contender.failures));
    failures
}

impl Failures {
    /// `'A' crashed in 4 of 4 games (exit code 101: panicked at ..)`
    fn words(&self) -> String {
        let Failures { contender, failures, games, first } = self;
        let Failure { kind, how, last_words } = first;
        let verb = match kind {
            Some(FaultKind::Crash) => "crashed",
            Some(FaultKind::Stall) => "stalled",
            Some(FaultKind::IllegalMove) => "made illegal moves",
            Some(FaultKind::Time) | None => "failed",
        };
        let details: Vec<&str> =
            [how, last_words].into_iter().flatten().map(String::as_str).collect();
        let details = match details.as_slice() {
            [] => String::new(),
            details => format!(" ({})", details.join(": ")),
        };
        format!(
            "{} {verb} in {} of {}{details}",
            stats::words::name(contender),
            count(*failures),
            several(*games, "game")
        )
    }
}

impl TaggedEnding {
    /// `57 by "time forfeit" (A lost 40, B lost 17)`
    fn words(&self) -> String {
        let TaggedEnding { termination, games, lost } = self;
        let each = lost.iter().take(NAMED);
        let each = each.map(|losses| format!("{} lost {}", losses.player, count(losses.games)));
        let more = match lost.len().saturating_sub(NAMED) {
            0 => None,
            more => Some(format!("{more} more players lost others")),
        };
        let lost: Vec<String> = each.chain(more).collect();
        let lost = match lost.as_slice() {
            [] => String::new(),
            lost => format!(" ({})", lost.join(", ")),
        };
        format!("{} by \"{}\"{lost}", count(*games), termination.name())
    }
}

impl LostOnTime {
    fn sentence(&self) -> String {
        let (lost, games) = (count(self.lost), several(self.games, "game"));
        format!(
            "{lost} of {games} were lost on time. `limits.time_margin` is how late a move may be."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::tally::ContenderCount;

    fn games([losses, draws, wins]: [u64; 3]) -> Wdl {
        Wdl { losses, draws, wins }
    }

    fn lost(name: &str, failures: u64, time_forfeits: u64) -> Effort {
        let count = ContenderCount { failures, time_forfeits, ..Default::default() };
        Effort::of(name, &count)
    }

    #[test]
    fn faults_invalidate_a_match_that_they_could_have_decided() {
        // 450 : 550. Fifty games more would not do, fifty-one would.
        let could = |faults| could_decide(games([550, 0, 450]), faults);
        assert!(!could(50) && could(51));
        // A tenth of all games is too many, also for the one that is ahead.
        let ahead = |faults| could_decide(games([300, 0, 700]), faults);
        assert!(!ahead(99) && ahead(100));
        // In a match that is level a fault in a thousand games decides nothing.
        let level = |faults| could_decide(games([500, 0, 500]), faults);
        assert!(!level(0) && !level(9) && level(10));
    }

    #[test]
    fn the_headline_says_how_a_program_failed() {
        let (failing, well) = (lost("a", 4, 0), lost("b", 0, 0));
        let both = [(games([4, 0, 0]), &failing), (games([0, 0, 4]), &well)];
        let headline = |first: Option<Failure>| {
            let validity = Validity::of(&both);
            let of_a = |name: &str| first.clone().filter(|_| name == "a");
            validity.explained_by(of_a).headline().unwrap()
        };
        assert_eq!(headline(None), "Void: 'a' failed in 4 of 4 games.");
        let how = Some("exit code 101".to_owned());
        let last_words = Some("panicked at src/main.rs:3".to_owned());
        let crash = Failure { kind: Some(FaultKind::Crash), how: how.clone(), last_words };
        assert_eq!(
            headline(Some(crash)),
            "Void: 'a' crashed in 4 of 4 games (exit code 101: panicked at src/main.rs:3)."
        );
        let silent = Failure { how, ..Failure::default() };
        assert_eq!(headline(Some(silent)), "Void: 'a' failed in 4 of 4 games (exit code 101).");
    }

    #[test]
    fn games_of_other_runners_are_led_by_the_endings_that_their_tags_tell() {
        let players = [("A", games([63, 0, 60])), ("B", games([60, 0, 63]))];
        let faulty = |lost: u64| FaultyEndings {
            games: [(FaultTag::TimeForfeit, lost + 1), (FaultTag::Abandoned, 2)].into(),
            lost: [((FaultTag::TimeForfeit, 0), lost), ((FaultTag::Abandoned, 1), 2)].into(),
        };
        let headline = Validity::of_tagged(&players, &faulty(40)).headline().unwrap();
        assert_eq!(
            headline,
            "Void: of 123 games not all ended by chess, by their Termination tags: 41 by \"time forfeit\" (A lost 40); \
             2 by \"abandoned\" (B lost 2)."
        );
        assert_eq!(Validity::of_tagged(&players, &FaultyEndings::default()), Validity::Valid);
        let few = FaultyEndings { lost: [((FaultTag::TimeForfeit, 1), 1)].into(), ..faulty(0) };
        assert_eq!(Validity::of_tagged(&players, &few), Validity::Valid);
    }

    #[test]
    fn games_lost_on_time_lead() {
        let (late, few, well) = (lost("a", 0, 57), lost("a", 0, 5), lost("b", 0, 0));
        let both = [(games([63, 0, 60]), &late), (games([60, 0, 63]), &well)];
        assert_eq!(
            Validity::of(&both).headline().unwrap(),
            "Void: 57 of 123 games were lost on time. `limits.time_margin` is how late a move may be."
        );
        let few = [(games([60, 0, 63]), &few), (games([63, 0, 60]), &well)];
        assert_eq!(Validity::of(&few), Validity::Valid);
    }
}
