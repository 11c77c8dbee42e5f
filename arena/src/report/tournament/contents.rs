//! The contents of the report of more than two contenders: their order and their words.

use super::super::analysis::search::tables_of_players;
use super::super::contents::efforts;
use super::super::effort::Effort;
use super::super::pgn_results::anchors::relative_to;
use super::super::pgn_results::contents::{tables, unrated};
use super::super::pgn_results::{EncounterSummary, PlayerSummary, over_time};
use super::super::summary::Method;
use super::{NamedEffort, Tournament};
use document::{Block, Document, Table};
use stats::headline::Kind;
use stats::{Interval, ratios, words};

/// The report.
pub(super) fn of(tournament: &Tournament) -> Document {
    let setting = &tournament.setting;
    let title =
        format!("{}: {} of {} contenders", setting.name, setting.format.name(), setting.size);
    let mut blocks = vec![Block::Title(title)];
    blocks.extend(tournament.validity.headline().map(Block::Paragraph));
    blocks.push(Block::Paragraph(tournament.verdict()));
    blocks.extend(tournament.caveats().into_iter().map(Block::Paragraph));
    let all = [results(tournament), searches(tournament), techniques(tournament)].concat();
    blocks.extend(all.into_iter().chain([settings(tournament)]).map(Block::Table));
    Document(blocks)
}

/// The tables of the results.
pub(in crate::report) fn results(tournament: &Tournament) -> Vec<Table> {
    let mut all = tables(&tournament.players, &tournament.encounters, tournament.interval());
    all.extend(over_time::table(&tournament.ratings_over_time));
    all.push(terminations(tournament));
    all.extend(forfeits(tournament));
    all
}

/// Those of the searches.
pub(in crate::report) fn searches(tournament: &Tournament) -> Vec<Table> {
    let mut all = vec![efforts::per_move(&sides(tournament))];
    all.extend(tables_of_players(&tournament.searches_by_player, [true; 3]));
    all.extend(efforts::clocks(&sides(tournament)));
    all
}

/// The techniques of each contender.
pub(in crate::report) fn techniques(tournament: &Tournament) -> Vec<Table> {
    efforts::techniques(&sides(tournament)).collect()
}

fn sides(tournament: &Tournament) -> Vec<(&str, &Effort)> {
    tournament.efforts.iter().map(|named| (named.name.as_str(), &named.effort)).collect()
}

impl Tournament {
    /// The kind of the intervals in force: safe to check until the last game is played.
    fn interval(&self) -> Kind {
        if self.played < self.planned { Kind::Anytime } else { Kind::Fixed }
    }

    /// The caveat of a match that is not finished.
    pub(in crate::report) fn unfinished(&self) -> Option<String> {
        (self.played < self.planned).then(|| {
            format!(
                "The match is not finished: {} of {} played. The intervals of the encounters are safe to check while it runs.",
                words::count(self.played),
                words::several(self.planned, "game")
            )
        })
    }

    /// The contender that is ahead, and by how much; then the games of the best two.
    pub(in crate::report) fn verdict(&self) -> String {
        let direct =
            self.own_games().map_or(String::new(), |games| format!("; their own games: {games}"));
        format!("{}{direct}.", self.lead())
    }

    /// The contender that is ahead, and by how much: a sentence without its full stop.
    pub(in crate::report) fn lead(&self) -> String {
        let [first, second, ..] = self.players.as_slice() else {
            return "No games yet".to_owned();
        };
        let (Some(best), Some(next)) = (first.elo.0, second.elo.0) else {
            return self.most_scored();
        };
        let ahead = words::decimal(best - next, 1);
        match ahead == "0.0" {
            true => format!("{} and {} are level", first.name, second.name),
            false => format!("{} is ahead of {} by {ahead} Elo", first.name, second.name),
        }
    }

    /// The Elo difference in the games that the best two have played against each other; `None` without a
    /// rating or such games.
    pub(in crate::report) fn own_games(&self) -> Option<String> {
        let [first, second, ..] = self.players.as_slice() else { return None };
        first.elo.0.and(second.elo.0)?;
        let (elo, ends) = self.encounters.iter().find_map(|encounter| {
            let (elo, ends) = (encounter.headline.elo.0?, encounter.interval(self.interval()));
            match encounter.players.each_ref().map(String::as_str) {
                [one, other] if one == first.name && other == second.name => Some((elo, ends)),
                [one, other] if one == second.name && other == first.name => {
                    Some((-elo, Interval { low: -ends.high, high: -ends.low }))
                }
                _ => None,
            }
        })?;
        Some(format!("Elo {}", words::elo_with_interval(Some(elo), ends)))
    }

    /// The contender with the best score, where ratings do not tell the strongest.
    fn most_scored(&self) -> String {
        let score = |player: &&PlayerSummary| ratios::score(player.games).unwrap_or(0.0);
        let best = self.players.iter().rev().max_by(|a, b| score(a).total_cmp(&score(b)));
        best.map_or_else(String::new, |best| format!("{} has scored most", best.name))
    }

    /// The caveats of the tables.
    fn caveats(&self) -> Vec<String> {
        let mut caveats: Vec<String> = self.unfinished().into_iter().collect();
        caveats.extend(self.assumption());
        caveats.extend(self.notices());
        let unpaired: u64 = self.encounters.iter().map(|encounter| encounter.unpaired_games).sum();
        if unpaired > 0 {
            let together = if self.encounters.iter().any(EncounterSummary::takes_single_games) {
                " Where they are most of an encounter's games, its Elo difference takes them and the pairs \
                 together."
            } else {
                ""
            };
            caveats.push(format!(
                "{} still without the other game of the pair: counted in the score, not in the pairs.{together}",
                words::several(unpaired, "game")
            ));
        }
        caveats
    }

    /// The meaning of ratings, and of the intervals of several encounters.
    pub(in crate::report) fn assumption(&self) -> Option<String> {
        (self.encounters.len() > 1).then(|| {
            format!(
                "{} Each interval is right 95 \
                 times in 100 by itself: of the {} encounters one may well be misjudged, and the largest \
                 difference is more likely too large than too small.",
                relative_to(&self.anchors),
                self.encounters.len()
            )
        })
    }

    /// The caveats that a page has no figure for.
    pub(in crate::report) fn notices(&self) -> Vec<String> {
        let mut notices = unrated(&self.players);
        if self.encounters.iter().any(|encounter| encounter.headline.method == Method::Openings) {
            notices.push(
                "Pairs played openings that pairs of the same players had played. Games from one \
                 opening resemble each other, so the intervals of the encounters take the openings as \
                 their unit; those of the ratings take the pairs, and are too narrow if that matters."
                    .to_owned(),
            );
        }
        if !self.varying.is_empty() {
            let names = self.varying.iter().map(|[one, other]| format!("{one} and {other}"));
            notices.push(format!(
                "An engine varies without a time limit in the games of {}: an opening was played again, and \
                 other games. So all their pairs count.",
                names.collect::<Vec<String>>().join(", of ")
            ));
        }
        notices
    }

    /// The contenders that lost games by a fault, on time or by a failing engine, with their number.
    pub(in crate::report) fn lost_by_faults(&self) -> Vec<(&str, u64)> {
        let lost = self.efforts.iter().map(|NamedEffort { name, effort }| {
            (name.as_str(), effort.time_forfeits + effort.failures)
        });
        lost.filter(|(_, games)| *games > 0).collect()
    }
}

fn terminations(tournament: &Tournament) -> Table {
    let mut table = Table::new(["Terminations", "games"]);
    for ended in &tournament.terminations {
        table.row([ended.termination.name().to_owned(), words::count(ended.games)]);
    }
    table
}

/// Games that were not lost by chess, if there are any.
fn forfeits(tournament: &Tournament) -> Option<Table> {
    let mut table = Table::new(["Forfeits", "on time", "by a failing engine"]);
    for named in &tournament.efforts {
        let Effort { time_forfeits, failures, .. } = named.effort;
        if time_forfeits + failures > 0 {
            table.row([named.name.clone(), words::count(time_forfeits), words::count(failures)]);
        }
    }
    (!table.rows().is_empty()).then_some(table)
}

/// The match as it was set up.
pub(in crate::report) fn settings(tournament: &Tournament) -> Table {
    let setting = &tournament.setting;
    let mut table = Table::new(["Match", setting.name.as_str()]).of_words();
    if let Some(question) = &setting.question {
        table.row(["question", question]);
    }
    for contender in &setting.contenders {
        let configuration = format!("{} at {}", contender.engine, contender.limits);
        table.row([&contender.name, &configuration]);
        if let Some(revision) = &contender.revision {
            table.row([format!("{}, built from", contender.name), revision.to_string()]);
        }
    }
    let games = format!(
        "{} of {} planned: {} of each of {}",
        words::count(tournament.played),
        words::count(tournament.planned),
        words::several(u64::from(setting.stop.limit(setting.games)), "game"),
        words::several(u64::from(setting.pairings), "pairing"),
    );
    table.row(["games", &games]);
    table.row(["openings", &setting.book.to_string()]);
    let plies = &tournament.plies;
    let mean = plies.total.checked_div(tournament.played).unwrap_or(0);
    table.row([
        "plies per game",
        &format!("{} to {}, {mean} on average", plies.shortest, plies.longest),
    ]);
    let rules = setting.stop.words();
    if !rules.is_empty() {
        table.row(["stop rules", &rules]);
    }
    table.row(["adjudication", &setting.adjudication]);
    table.row(["seed", &setting.seed.to_string()]);
    table
}
