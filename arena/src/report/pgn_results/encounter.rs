//! The games of every two players.

use serde::Serialize;

use crate::report::outlook::TestSummary;
use crate::report::summary::{Ends, Headline, Method, clustered, clustered_by_opening, headline};
use crate::score::encounter::Encounter;
use stats::colours::{are_unbalanced, without_colour};
use stats::elo::elo;
use stats::headline::NamedInterval;
use stats::mixed::MixedGames;
use stats::{CONFIDENCE, Estimates, Figure, Interval, Pentanomial, Wdl, ratios, words};

/// The games of two players, from the first one's view.
#[derive(Clone, Debug, Serialize)]
pub struct EncounterSummary {
    /// Their names.
    pub players: [String; 2],
    /// All games.
    pub all: Wdl,
    /// Points by the opponent's.
    pub winning_ratio: Figure,
    /// Those in which the first one was White.
    pub as_white: Wdl,
    /// Those in which the first one was Black.
    pub as_black: Wdl,
    /// Complete pairs.
    pub pairs: Pentanomial,
    /// Games without a partner.
    pub unpaired_games: u64,
    /// Complete pairs beyond the first one of their opening, as far as openings are known.
    pub pairs_reusing_an_opening: u64,
    /// The verdict.
    pub headline: Headline,
    /// Estimates from single games.
    pub on_games: Estimates,
    /// Estimates from complete pairs.
    pub on_pairs: Estimates,
    /// The interval with openings as the unit, where openings were used again.
    pub clustered_by_opening: Option<Ends>,
    /// The anytime-valid interval, of the pairs before the first one missing; `null` where the schedule is not known.
    pub anytime: Option<Ends>,
    /// A sequential test of the pairs, where one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<TestSummary>,
}

impl EncounterSummary {
    /// The cells of its row, with their headings.
    pub(in crate::report) fn record(&self) -> [(&'static str, String); 17] {
        let EncounterSummary { players: [first, second], all, pairs, headline, .. } = self;
        [
            ("first", first.clone()),
            ("second", second.clone()),
            ("games", all.games().to_string()),
            ("wins", all.wins.to_string()),
            ("draws", all.draws.to_string()),
            ("losses", all.losses.to_string()),
            ("pairs", pairs.pairs().to_string()),
            ("ll", pairs.ll.to_string()),
            ("ld", pairs.ld.to_string()),
            ("dd", pairs.dd.to_string()),
            ("wl", pairs.wl.to_string()),
            ("wd", pairs.wd.to_string()),
            ("ww", pairs.ww.to_string()),
            ("elo", headline.elo.to_string()),
            ("elo_lo", headline.ends.elo_lo.to_string()),
            ("elo_hi", headline.ends.elo_hi.to_string()),
            ("winning_ratio", self.winning_ratio.to_string()),
        ]
    }

    /// The note that a player was White more often, and the estimate's correction.
    pub(in crate::report) fn imbalance(&self) -> Option<String> {
        let EncounterSummary { players: [first, _], as_white, as_black, headline, .. } = self;
        if headline.method != Method::Colours {
            return None;
        }
        let name = words::name(first);
        let white = words::count(as_white.games());
        let games = words::several(headline.games, "game");
        let of_white = match without_colour(*as_white, *as_black, CONFIDENCE) {
            Some(found) => format!(
                "so the estimate has a term for White, {} Elo",
                words::signed(elo(0.5 + found.white), 1)
            ),
            None => format!("so White's advantage cannot be told from the strength of {name}"),
        };
        Some(format!("{name} was White in {white} of {games}, {of_white}."))
    }

    /// Whether the headline is over single games and pairs together.
    pub(in crate::report) fn takes_single_games(&self) -> bool {
        let paired = self.pairs.games().games();
        paired > 0 && self.headline.games > paired
    }

    /// The interval in force: that of a planned length once all games are played, before that the anytime-valid one.
    pub(in crate::report) fn interval(&self, is_complete: bool) -> NamedInterval {
        match is_complete {
            true => NamedInterval::fixed(self.headline.ends.interval()),
            false => {
                let ends = self.anytime.map_or(Interval::ALL.elo(), Ends::interval);
                NamedInterval::anytime(CONFIDENCE, ends)
            }
        }
    }
}

/// Whether games without a partner may still get one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::report) enum Partners {
    /// The match may go on: single games wait, unless they are most of all.
    MayCome,
    /// All games are there: single games count as they are.
    Missing,
}

/// The games of two of the players, with their anytime-valid interval of scores, if it is known.
pub(in crate::report) fn encounter_summary(
    encounter: &Encounter,
    names: &[String],
    anytime: Option<Interval>,
    partners: Partners,
) -> EncounterSummary {
    let (games, pairs) = (encounter.games(), encounter.pairs);
    let on_games = Estimates::of(&games.into(), games);
    let on_pairs = Estimates::of(&pairs.into(), pairs.games());
    let all = takes_all_games(encounter, partners);
    let has_term = all || pairs.pairs() == 0;
    let by_colour = (has_term && are_unbalanced(encounter.as_white, encounter.as_black))
        .then(|| headline_by_colour(encounter));
    let clustered_by_opening = match all {
        _ if by_colour.is_some() => None,
        true => by_opening_of_all_games(encounter),
        false => clustered_by_opening(encounter),
    };
    let headline = by_colour.unwrap_or_else(|| match all {
        true => headline_of_all_games(encounter, clustered_by_opening),
        false => headline(&on_games, &on_pairs, clustered_by_opening),
    });
    EncounterSummary {
        players: encounter.players.map(|player| names[player].clone()),
        all: games,
        winning_ratio: ratios::winning_ratio(games).into(),
        as_white: encounter.as_white,
        as_black: encounter.as_black,
        pairs,
        unpaired_games: encounter.unpaired().games(),
        pairs_reusing_an_opening: encounter.pairs_reusing_an_opening(),
        headline,
        on_games,
        on_pairs,
        clustered_by_opening,
        anytime: anytime.map(|scores| scores.elo().into()),
        test: None,
    }
}

/// Whether the headline is over single games and pairs together: where singles will have no partner, and
/// wherever they are most of the games. One pair must not speak for three hundred games.
fn takes_all_games(encounter: &Encounter, partners: Partners) -> bool {
    let (singles, paired) = (encounter.unpaired().games(), encounter.pairs.games().games());
    match partners {
        Partners::Missing => singles > 0 && paired > 0,
        Partners::MayCome => singles > paired && paired > 0,
    }
}

fn headline_of_all_games(encounter: &Encounter, by_opening: Option<Ends>) -> Headline {
    let mixed = MixedGames::new(encounter.unpaired(), encounter.pairs);
    Headline {
        method: if by_opening.is_some() { Method::Openings } else { Method::Mixed },
        games: encounter.unpaired().games() + encounter.pairs.games().games(),
        elo: mixed.score().map(elo).into(),
        ends: by_opening.unwrap_or_else(|| mixed.interval(CONFIDENCE).elo().into()),
    }
}

/// With a term for White. Without games of both colours the strength is not known.
fn headline_by_colour(encounter: &Encounter) -> Headline {
    let games = encounter.games();
    let found = without_colour(encounter.as_white, encounter.as_black, CONFIDENCE);
    let score = found.map(|found| found.score).or_else(|| ratios::score(games));
    Headline {
        method: Method::Colours,
        games: games.games(),
        elo: score.map(elo).into(),
        ends: found.map_or(Interval::ALL, |found| found.interval).elo().into(),
    }
}

/// With openings as the unit, of all games: where an opening was played by more than a pair or a single
/// game, and all openings are known.
fn by_opening_of_all_games(encounter: &Encounter) -> Option<Ends> {
    let openings = || encounter.openings.values();
    let known: u64 = openings().map(|opening| opening.games.games()).sum();
    let is_reused = openings().any(|opening| opening.games.games() - opening.pairs.pairs() > 1);
    let is_known = known == encounter.unpaired().games() + encounter.pairs.games().games();
    let ends = || clustered(openings().map(|opening| opening.games));
    (is_reused && is_known).then(ends).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::encounter::OpeningCount;
    use crate::score::tally::wdl;
    use proptest::prelude::*;

    /// The games of two players: pairs and single games by their half points, each with the number of its
    /// opening where openings are known.
    fn encounter(pairs: &[([u8; 2], u64)], singles: &[(u8, u64)], has_openings: bool) -> Encounter {
        let mut encounter = Encounter { players: [0, 1], ..Encounter::default() };
        let mut openings: std::collections::BTreeMap<u64, OpeningCount> = Default::default();
        for &([one, other], opening) in pairs {
            encounter.as_white += wdl(one);
            encounter.as_black += wdl(other);
            encounter.pairs.add_pair(one, other);
            let games = openings.entry(opening).or_default();
            games.pairs.add_pair(one, other);
            games.games += wdl(one) + wdl(other);
        }
        for (number, &(half_points, opening)) in singles.iter().enumerate() {
            match number % 2 {
                0 => encounter.as_white += wdl(half_points),
                _ => encounter.as_black += wdl(half_points),
            }
            openings.entry(opening).or_default().games += wdl(half_points);
        }
        if has_openings {
            encounter.openings = openings;
        }
        encounter
    }

    fn summary(encounter: &Encounter, partners: Partners) -> EncounterSummary {
        let names = ["A", "B"].map(str::to_owned);
        encounter_summary(encounter, &names, None, partners)
    }

    #[test]
    fn one_accidental_pair_does_not_replace_three_hundred_games() {
        let singles: Vec<(u8, u64)> = (0..302).map(|i| (if i < 188 { 0 } else { 2 }, i)).collect();
        let encounter = encounter(&[([2, 2], 900)], &singles, false);
        for partners in [Partners::Missing, Partners::MayCome] {
            let summary = summary(&encounter, partners);
            let Headline { method, games, elo, ends } = summary.headline;
            assert_eq!((method, games, summary.unpaired_games), (Method::Mixed, 304, 302));
            assert!(elo.0.unwrap() < -80.0 && ends.interval().high < 0.0, "{elo:?} {ends:?}");
        }
    }

    #[test]
    fn the_advantage_of_white_is_no_strength() {
        // White scores 57.1 %, 50 Elo: 400 games between equals.
        let white = Wdl { wins: 171, draws: 115, losses: 114 };
        let summary_of = |as_white: Wdl, as_black: Wdl| {
            let encounter =
                Encounter { players: [0, 1], as_white, as_black, ..Encounter::default() };
            summary(&encounter, Partners::Missing)
        };
        let always = summary_of(white, Wdl::default());
        assert_eq!(always.headline.ends.interval().half_width(), None);
        let told = always.imbalance().unwrap();
        let reason = "so White's advantage cannot be told from the strength of 'A'.";
        assert_eq!(told, format!("'A' was White in 400 of 400 games, {reason}"));
        let Wdl { wins, draws, losses } = white;
        let often = summary_of(white, Wdl { wins: losses / 3, draws: draws / 3, losses: wins / 3 });
        let Headline { method, elo, ends, .. } = often.headline;
        assert_eq!(method, Method::Colours);
        assert!(elo.0.unwrap().abs() < 2.0 && ends.interval().contains(0.0), "{elo:?} {ends:?}");
        assert!(often.imbalance().unwrap().contains("a term for White, +49.9 Elo"), "{often:?}");
        // Balanced colours stay with the method of games.
        let balanced = summary_of(white, Wdl { wins: losses, draws, losses: wins });
        assert_eq!((balanced.headline.method, balanced.imbalance()), (Method::Games, None));
    }

    #[test]
    fn a_single_game_of_a_match_under_way_waits_for_its_partner() {
        let encounter = encounter(&[([2, 1], 0), ([1, 1], 1)], &[(0, 2)], true);
        let waiting = summary(&encounter, Partners::MayCome).headline;
        assert_eq!((waiting.method, waiting.games), (Method::Pairs, 4));
        let missing = summary(&encounter, Partners::Missing).headline;
        assert_eq!((missing.method, missing.games), (Method::Mixed, 5));
    }

    #[test]
    fn openings_that_single_games_used_again_are_the_unit() {
        let pairs = [([2, 1], 0), ([1, 0], 1), ([2, 2], 2)];
        let singles = [(2, 0), (0, 1), (1, 3), (2, 4)];
        let with_openings = summary(&encounter(&pairs, &singles, true), Partners::Missing);
        let without = summary(&encounter(&pairs, &singles, false), Partners::Missing);
        assert_eq!(with_openings.headline.method, Method::Openings);
        assert_eq!(without.headline.method, Method::Mixed);
        assert_eq!(with_openings.headline.games, 10);
        let [one, other] = [with_openings, without].map(|summary| summary.headline.elo.0.unwrap());
        assert!((one - other).abs() < 1e-9);
    }

    proptest! {
        #[test]
        fn the_headline_has_the_sign_of_the_score_over_the_games_it_names(
            pairs in prop::collection::vec(([0u8..3, 0u8..3], 0u64..6), 0..12),
            singles in prop::collection::vec((0u8..3, 0u64..6), 0..24),
            has_openings: bool,
            may_come: bool,
        ) {
            let encounter = encounter(&pairs, &singles, has_openings);
            let partners = if may_come { Partners::MayCome } else { Partners::Missing };
            let summary = summary(&encounter, partners);
            let Headline { games, elo, .. } = summary.headline;
            let named = match games {
                all if all == encounter.games().games() => encounter.games(),
                paired if paired == encounter.pairs.games().games() => encounter.pairs.games(),
                other => return Err(TestCaseError::fail(format!("of {other} games"))),
            };
            let Some(elo) = elo.0 else {
                prop_assert_eq!(games, 0);
                return Ok(());
            };
            let lead = named.wins.cmp(&named.losses);
            // The estimate of a score of one half may be off by a last digit.
            let sign = if elo.abs() < 1e-9 { std::cmp::Ordering::Equal } else { elo.total_cmp(&0.0) };
            prop_assert_eq!(sign, lead, "{} of {:?}", elo, named);
            if partners == Partners::Missing {
                prop_assert_eq!(games, encounter.games().games());
            }
        }
    }
}
