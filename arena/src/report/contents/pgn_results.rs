//! The contents of the report of PGN files.

use super::players::against;
use super::results::ending_counts;
use super::two_players::{TwoPlayers, results};
use super::{course, lines, players, search, setting};
use crate::report::notices::reused_openings;
use crate::report::pgn_results::anchors::relative_to;
use crate::report::pgn_results::{EncounterSummary, PgnResults, PlayerSummary, Standings, Unrated};
use crate::report::section::{Head, Notices, Part, Section};
use crate::report::summary::Method;
use document::Table;
use stats::colours::are_unbalanced;
use stats::ratings::PRIOR_GAMES;
use stats::words;
use stats::{Interval, Pentanomial};

/// Players that a sentence names.
const NAMED: usize = 10;
/// Players of a cross table at most: it has a column for each.
const CROSS_TABLE: usize = 64;

/// The sections: of a match where there are two players, of a tournament where there are more.
pub(in crate::report) fn sections(summary: &PgnResults) -> Vec<Section> {
    let both = only_encounter(summary);
    let names = both.map(|encounter| encounter.players.each_ref().map(String::as_str));
    let moves = &summary.moves;
    let ratings = moves.ratings_over_time.as_ref();
    let order = "in the order in which the files have them";
    let sections = [
        both.and_then(|encounter| course::of_two(summary, encounter)),
        Some(Section::new("results", "Results", results_of(summary, both))),
        ratings.map(|course| lines::over_time(&summary.standings.players, course, order)),
        Some(search::of_comments(names, &summary.standings.players, moves, summary.games)),
        Some(setting::games(&moves.replays)),
        Some(Section::new("files", "Files", [Part::Table(files(summary))])),
    ];
    sections.into_iter().flatten().collect()
}

/// The head of the report.
pub(in crate::report) fn head(summary: &PgnResults) -> Head {
    match only_encounter(summary) {
        Some(encounter) => head_of_two(summary, encounter),
        None => head_of_more(summary),
    }
}

/// The encounter of two players, if there are no more.
fn only_encounter(summary: &PgnResults) -> Option<&EncounterSummary> {
    match summary.standings.encounters.as_slice() {
        [encounter] => Some(encounter),
        _ => None,
    }
}

fn results_of(summary: &PgnResults, both: Option<&EncounterSummary>) -> Vec<Part> {
    let mut parts: Vec<Part> = match both {
        Some(encounter) => {
            let two = TwoPlayers::from(encounter);
            Part::tables([two.score(), two.strength(), two.colours(), two.pairs()]).collect()
        }
        None => standing(&summary.standings, true),
    };
    let endings = summary.terminations.iter().map(|(name, games)| (name.as_str(), *games));
    parts.push(Part::Table(ending_counts(endings)));
    parts
}

fn files(summary: &PgnResults) -> Table {
    let mut files = Table::new(["Files".to_owned(), summary.files.join(", ")]).of_words();
    files.row(["games".to_owned(), words::count(summary.games)]);
    for (name, games) in [
        ("without a result, left out", summary.unfinished),
        ("without players, left out", summary.nameless),
        ("with one name for White and Black, left out", summary.same_name),
    ] {
        if games > 0 {
            files.row([name.to_owned(), words::count(games)]);
        }
    }
    for fault in &summary.faults {
        files.row([fault.to_string(), words::count(fault.times)]);
    }
    files
}

/// Of this many games one with an unreadable result makes the answer void.
const MANY: u64 = 100;

/// The reason that the results are void, if they are.
fn void(summary: &PgnResults) -> Option<String> {
    let PgnResults { unreadable, games, .. } = *summary;
    let unreadable = (MANY * unreadable > games + unreadable).then(|| {
        format!(
            "Void: {} of {} have a result in no form that is read, and are not counted (see Files).",
            words::count(unreadable),
            words::several(games + unreadable, "game"),
        )
    });
    let reasons: Vec<String> = unreadable.into_iter().chain(summary.validity.headline()).collect();
    (!reasons.is_empty()).then(|| reasons.join(" "))
}

fn head_of_two(summary: &PgnResults, encounter: &EncounterSummary) -> Head {
    let two = TwoPlayers::from(encounter);
    Head {
        title: two.names.join(" vs "),
        tab: two.tab(),
        faults: void(summary),
        verdict: Some(two.verdict()),
        cards: two.cards(),
        notices: notices_of_two(encounter),
        ..Head::default()
    }
}

/// Everything that qualifies the verdict, the state of a sequential test first.
fn notices_of_two(encounter: &EncounterSummary) -> Notices {
    let test =
        encounter.test.map(|test| test.state(&words::several(encounter.pairs.pairs(), "pair")));
    let reused = reused_openings(encounter.headline.method, encounter.pairs_reusing_an_opening);
    let background = [unpaired(encounter), reused];
    Notices::of([test], background)
}

/// Says that colours are not balanced, and that the ratings allow for it.
fn colours(summary: &PgnResults) -> Option<String> {
    let encounters = &summary.standings.encounters;
    let count = encounters.iter().filter(|two| are_unbalanced(two.as_white, two.as_black)).count();
    let all = words::several(encounters.len() as u64, "encounter");
    (count > 0).then(|| {
        format!(
            "The colours are not balanced in {} of {all}: the ratings have a term for White, as far as games with both \
             colours tell it from strength.",
            words::count(count as u64)
        )
    })
}

fn head_of_more(summary: &PgnResults) -> Head {
    let unpaired = summary.standings.unpaired_games();
    let anchors =
        (!summary.standings.anchors.is_empty()).then(|| relative_to(&summary.standings.anchors));
    let left_out = (summary.standings.players.len() > CROSS_TABLE).then(|| {
        let columns = words::count(summary.standings.players.len() as u64);
        format!("The cross table is left out: it would have {columns} columns.")
    });
    let unpaired = (unpaired > 0).then(|| without_partner(unpaired) + " " + UNPAIRED_IN_ENCOUNTERS);
    let unrated = unrated(&summary.standings.players).into_iter().map(Some);
    let texts = [anchors].into_iter().chain(unrated).chain([colours(summary), left_out, unpaired]);
    Head {
        title: words::several(summary.standings.players.len() as u64, "player"),
        tab: "Report".to_owned(),
        faults: void(summary),
        notices: Notices::of([], texts),
        ..Head::default()
    }
}

/// The reasons why players have no rating.
pub(in crate::report) fn unrated(players: &[PlayerSummary]) -> Vec<String> {
    let mut paragraphs = Vec::new();
    let unrated = |why| players.iter().filter(move |player| player.unrated == Some(why));
    if unrated(Unrated::Unbounded).next().is_some() {
        paragraphs.push(
            format!(
                "A player that took all points or none from those that have a rating, directly and by way of others, has \
                 no rating by its results alone. Its Elo in brackets has a prior of {PRIOR_GAMES} drawn games against its \
                 opponents; the bound beside it is one-sided, 95 %, and has no prior."
            ),
        );
    }
    let apart: Vec<&str> =
        unrated(Unrated::Unconnected).map(|player| player.name.as_str()).collect();
    if !apart.is_empty() {
        let more = match apart.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let names = apart[..apart.len().min(NAMED)].join(", ");
        paragraphs.push(format!(
            "No chain of games connects these players with those that have a rating, so they have \
             none: {names}{more}."
        ));
    }
    paragraphs
}

/// The pictures and tables of more than two players.
pub(super) fn standing(standings: &Standings, is_complete: bool) -> Vec<Part> {
    let Standings { players, encounters, .. } = standings;
    let cross = (players.len() <= CROSS_TABLE).then(|| crosstable(players, encounters));
    let tables = [ranking(players)].into_iter().chain(cross);
    let tables = tables.chain([scores(encounters, is_complete), pairs(encounters)]);
    players::pictures(players, encounters).into_iter().chain(Part::tables(tables)).collect()
}

fn without_partner(games: u64) -> String {
    let have = if games == 1 { "has" } else { "have" };
    format!(
        "{} {have} no partner (the same players and opening with colours reversed).",
        words::several(games, "game")
    )
}

const UNPAIRED_IN_ENCOUNTERS: &str = "The Elo differences of the encounters and their 95 % CIs take such games and pairs together, as \
     clusters of unequal size.";

/// Which numbers take games without a partner, and which do not.
fn unpaired(encounter: &EncounterSummary) -> Option<String> {
    if encounter.unpaired_games == 0 {
        return None;
    }
    let have_none = without_partner(encounter.unpaired_games);
    let pairs = encounter.pairs.pairs();
    if pairs == 0 {
        return Some(have_none + " The interval takes the games as independent of each other.");
    }
    let unit = match encounter.headline.method {
        Method::Openings => "as games of their opening",
        Method::Colours => "as single games",
        _ => "as clusters of unequal size",
    };
    let together = words::several(pairs, "pair");
    let alone = if pairs == 1 { "the one pair" } else { "the pairs" };
    Some(format!(
        "{have_none} The Elo difference and its 95 % CI take them and {together} together, {unit}. The \
         anytime-valid interval and any sequential test take {alone} alone."
    ))
}

/// Score and Elo difference of every two players that met, with the interval in force.
fn scores(encounters: &[EncounterSummary], is_complete: bool) -> Table {
    let interval = |encounter: &EncounterSummary| encounter.interval(is_complete);
    let name = encounters.first().map_or(String::new(), |first| interval(first).name());
    let mut table = Table::new(["Encounters", "score", "", "winning ratio", "Elo", &name]);
    for encounter in encounters {
        table.row([
            encounter.players.join(" - "),
            words::points(encounter.all),
            words::winning_percentage(encounter.all),
            words::winning_ratio(encounter.all),
            words::elo(encounter.headline.elo.0),
            words::interval(interval(encounter).ends),
        ]);
    }
    table
}

/// The pairs of every two players that met.
fn pairs(encounters: &[EncounterSummary]) -> Table {
    let mut table =
        Table::new(["Pairs", "games", "pairs", "LL", "LD", "DD", "WL", "WD", "WW", "no partner"]);
    for encounter in encounters {
        let Pentanomial { ll, ld, dd, wl, wd, ww } = encounter.pairs;
        let [games, pairs] = [encounter.all.games(), encounter.pairs.pairs()];
        let counts = [games, pairs, ll, ld, dd, wl, wd, ww, encounter.unpaired_games];
        let name = encounter.players.join(" - ");
        table.row(std::iter::once(name).chain(counts.map(words::count)));
    }
    table
}

pub(in crate::report) fn ranking(players: &[PlayerSummary]) -> Table {
    let mut table = Table::new([
        "Players",
        "Elo",
        "95 % CI",
        "LOS over next",
        "games",
        "won",
        "drawn",
        "lost",
        "score",
    ]);
    for player in players {
        let elo = player.elo.0;
        let ends = elo
            .zip(player.elo_pm.0)
            .map(|(elo, half)| Interval { low: elo - half, high: elo + half });
        let [games, won, drawn, lost] = results(player.games);
        let score = words::winning_percentage(player.games);
        let by_prior = player.elo_by_prior.map(|elo| format!("({})", words::decimal(elo, 1)));
        let number = elo.map(|elo| words::decimal(elo, 1)).or(by_prior);
        let number = number.unwrap_or_else(|| "n/a".to_owned());
        let interval = ends.map(words::interval).or_else(|| bound(player));
        let interval = interval.unwrap_or_else(|| "n/a".to_owned());
        let los = player.los_over_next.0.map_or(String::new(), words::probability);
        table.row([player.name.clone(), number, interval, los, games, won, drawn, lost, score]);
    }
    table
}

/// `over 312.5` for a player with all points, `under -80.1` for one with none.
fn bound(player: &PlayerSummary) -> Option<String> {
    let bound = player.elo_bound?;
    let side = if player.elo_by_prior? > bound { "over" } else { "under" };
    Some(format!("{side} {}", words::decimal(bound, 1)))
}

/// Points and games of each player against each other one.
fn crosstable(players: &[PlayerSummary], encounters: &[EncounterSummary]) -> Table {
    let numbers = (1..=players.len()).map(|number| number.to_string());
    let mut table = Table::new(std::iter::once("Points".to_owned()).chain(numbers));
    for (i, player) in players.iter().enumerate() {
        let mut row = vec![format!("{} {}", i + 1, player.name)];
        row.extend(players.iter().map(|opponent| {
            let played = against(encounters, &player.name, &opponent.name);
            played.map_or_else(String::new, |games| {
                let points = words::points(games);
                let points = points.split(' ').next().unwrap_or_default();
                format!("{points}/{}", games.games())
            })
        }));
        table.row(row);
    }
    table
}
