//! The contents of the report of more than two contenders.

use super::pgn_results::{standing, unrated};
use super::results::ending_counts;
use super::two_players::unpaired;
use super::{lines, search, setting};
use crate::report::TournamentReport;
use crate::report::notices;
use crate::report::pgn_results::anchors::relative_to;
use crate::report::pgn_results::{EncounterSummary, PlayerSummary};
use crate::report::section::{Card, Head, Notices, Part, Section, Verdict};
use crate::report::summary::Method;
use crate::report::tournament::Tournament;
use document::Table;
use stats::headline::Answer;
use stats::{Interval, ratios, words};

/// The contents.
pub(in crate::report) fn sections(report: &TournamentReport) -> Vec<Section> {
    let TournamentReport { tournament, appendix } = report;
    let Tournament { standings, ratings_over_time, .. } = tournament;
    let results = standing(standings, tournament.is_complete()).into_iter();
    let endings = tournament.terminations.iter();
    let endings = ending_counts(endings.map(|ended| (ended.termination.name(), ended.games)));
    let endings = [endings].into_iter().chain(tournament.forfeits());
    let results = results.chain(Part::tables(endings));
    let sections = [
        Some(Section::new("results", "Results", results)),
        Some(lines::over_time(
            &standings.players,
            ratings_over_time,
            "in the order of the schedule",
        )),
        Some(search::of_tournament(tournament)),
        Some(setting::games(&appendix.replays)),
        setting::faults(appendix),
        Some(setting::of_tournament(tournament, appendix)),
    ];
    sections.into_iter().flatten().collect()
}

impl Tournament {
    /// The head of the report.
    pub(in crate::report) fn head(&self) -> Head {
        let (setting, own_games) = (&self.setting, self.own_games());
        let answer = match own_games {
            Some((_, ends)) if ends.low > 0.0 => Answer::Yes,
            _ => Answer::NotYet,
        };
        let own_games = own_games
            .map(|(elo, ends)| format!("Elo {}", words::elo_with_interval(Some(elo), ends)));
        let lead = format!("{}: {}", answer.word(), self.lead());
        let direct = own_games.as_ref().map(|games| format!("; their own games: {games}"));
        Head {
            title: format!(
                "{}: {} of {} contenders",
                setting.name,
                setting.format.name(),
                setting.size
            ),
            tab: format!("{lead}: {}", setting.name),
            question: setting.question.clone(),
            differs_in: None,
            faults: self.validity.headline(),
            verdict: Some(Verdict {
                answer,
                sentence: format!("{lead}{}.", direct.unwrap_or_default()),
                short: lead,
                support: own_games.map(|games| format!("Their own games: {games}")),
            }),
            why: None,
            account: None,
            cards: self.cards(),
            notices: self.notices(),
        }
    }

    fn cards(&self) -> Vec<Card> {
        let mut cards = Vec::new();
        if let [first, second, ..] = self.standings.players.as_slice()
            && let (Some(best), Some(next)) = (first.elo.0, second.elo.0)
        {
            let note = format!("Elo, {} over {}", first.name, second.name);
            cards.push(("Lead", words::signed(best - next, 1), note));
        }
        let encounters = words::several(self.standings.encounters.len() as u64, "encounter");
        let without_pair = unpaired(self.standings.unpaired_games());
        let games = format!("of {}, {encounters}{without_pair}", words::count(self.planned));
        cards.push(("Games", words::count(self.played), games));
        let lost = self.efforts.iter().map(|effort| (&effort.name, effort.lost_by_faults()));
        let lost: Vec<(&String, u64)> = lost.filter(|(_, games)| *games > 0).collect();
        let total: u64 = lost.iter().map(|(_, games)| games).sum();
        if total > 0 {
            let names = lost.iter().map(|(name, games)| format!("{name} {}", words::count(*games)));
            let note = format!("games, by {}", names.collect::<Vec<String>>().join(", "));
            cards.push(("Lost by faults", words::count(total), note));
        }
        cards
    }

    /// Whether all games are played, so that the intervals of a planned length are in force.
    fn is_complete(&self) -> bool {
        self.played >= self.planned
    }

    fn unfinished(&self) -> Option<String> {
        let unfinished = notices::unfinished(self.played, self.planned)?;
        Some(unfinished + " The intervals of the encounters are safe to check while it runs.")
    }

    /// The contender that is ahead, and by how much: a sentence without its full stop.
    fn lead(&self) -> String {
        let [first, second, ..] = self.standings.players.as_slice() else {
            return "No games yet".to_owned();
        };
        let (Some(best), Some(next)) = (first.elo.0, second.elo.0) else {
            return self.most_scored();
        };
        let ahead = words::decimal(best - next, 1);
        match ahead == "0.0" {
            true => {
                format!("{} and {} are level", words::name(&first.name), words::name(&second.name))
            }
            false => {
                let [first, second] = [first, second].map(|player| words::name(&player.name));
                format!("{first} is ahead of {second} by {ahead} Elo")
            }
        }
    }

    /// The Elo difference in the games that the best two have played against each other; `None` without a
    /// rating or such games.
    fn own_games(&self) -> Option<(f64, Interval)> {
        let [first, second, ..] = self.standings.players.as_slice() else { return None };
        first.elo.0.and(second.elo.0)?;
        self.standings.encounters.iter().find_map(|encounter| {
            let (elo, ends) =
                (encounter.headline.elo.0?, encounter.interval(self.is_complete()).ends);
            match encounter.players.each_ref().map(String::as_str) {
                [one, other] if one == first.name && other == second.name => Some((elo, ends)),
                [one, other] if one == second.name && other == first.name => {
                    Some((-elo, Interval { low: -ends.high, high: -ends.low }))
                }
                _ => None,
            }
        })
    }

    /// The contender with the best score, where ratings do not tell the strongest.
    fn most_scored(&self) -> String {
        let score = |player: &&PlayerSummary| ratios::score(player.games).unwrap_or(0.0);
        let best = self.standings.players.iter().rev().max_by(|a, b| score(a).total_cmp(&score(b)));
        best.map_or_else(String::new, |best| format!("{} has scored most", words::name(&best.name)))
    }

    /// Everything that qualifies the tables.
    fn notices(&self) -> Notices {
        let news = [self.unfinished(), self.varying()];
        let unrated = unrated(&self.standings.players).into_iter().map(Some);
        let background = [self.reused_openings(), self.unpaired(), self.assumption()];
        let untold = self.efforts.iter().map(notices::untold);
        Notices::of(news.into_iter().chain(untold), unrated.chain(background))
    }

    fn unpaired(&self) -> Option<String> {
        let games = self.standings.unpaired_games();
        let takes_single_games =
            self.standings.encounters.iter().any(EncounterSummary::takes_single_games);
        let together = match takes_single_games {
            true => {
                " Where they are most of an encounter's games, its Elo difference takes them and the pairs together."
            }
            false => "",
        };
        Some(notices::unpaired(games)? + together)
    }

    /// The meaning of ratings, and of the intervals of several encounters.
    fn assumption(&self) -> Option<String> {
        let several = notices::multiplicity(self.standings.encounters.len(), "encounters")?;
        Some(format!("{} {several}", relative_to(&self.standings.anchors)))
    }

    fn reused_openings(&self) -> Option<String> {
        let is_by_opening =
            |encounter: &EncounterSummary| encounter.headline.method == Method::Openings;
        self.standings.encounters.iter().any(is_by_opening).then(|| {
            "Pairs played openings that pairs of the same players had played. Games from one opening resemble each \
             other, so the intervals of the encounters take the openings as their unit; those of the ratings take the \
             pairs, and are too narrow if that matters."
                .to_owned()
        })
    }

    fn varying(&self) -> Option<String> {
        let names = self.varying.iter().map(|[one, other]| format!("{one} and {other}"));
        let names = names.collect::<Vec<String>>().join(", of ");
        (!self.varying.is_empty()).then(|| {
            format!(
                "An engine varies without a time limit in the games of {names}: an opening was played again, and \
                 other games. So all their pairs count."
            )
        })
    }

    /// Games that were not lost by chess, if there are any.
    fn forfeits(&self) -> Option<Table> {
        let mut table = Table::new(["Forfeits", "on time", "by a failing engine"]);
        for effort in &self.efforts {
            if effort.lost_by_faults() > 0 {
                let counts = [effort.time_forfeits, effort.failures].map(words::count);
                table.row([effort.name.clone()].into_iter().chain(counts));
            }
        }
        (!table.rows().is_empty()).then_some(table)
    }
}
