//! The contents of the report of PGN files: their order and their words.

use super::super::outlook::TestSummary;
use super::super::summary::Method;
use super::anchors::relative_to;
use super::{EncounterSummary, GamesSummary, PgnResults, PlayerSummary, Unrated, searches};
use document::{Block, Document, Table};
use stats::headline::{Gap, Kind, NamedInterval, Names, Verdict};
use stats::ratings::PRIOR_GAMES;
use stats::words;
use stats::{Interval, Unit, Wdl};

/// Players that a sentence names.
const NAMED: usize = 10;
/// Players of a cross table at most: it has a column for each.
const CROSS_TABLE: usize = 64;

/// The report: of a match where there are two players, of a tournament where there are more.
pub(super) fn of(summary: &PgnResults) -> Document {
    let mut blocks = match summary.encounters.as_slice() {
        [encounter] => of_match(summary, encounter),
        encounters => of_tournament(summary, encounters),
    };
    if let (Some(moves), [encounter]) = (&summary.moves, summary.encounters.as_slice()) {
        let names = encounter.players.each_ref().map(String::as_str);
        blocks.extend(moves.tables(names).into_iter().map(Block::Table));
    }
    let of_players = summary.moves.iter().flat_map(GamesSummary::tables_of_players);
    blocks.extend(of_players.map(Block::Table));
    if let Some(moves) = summary.moves.as_ref().filter(|moves| !moves.searches.is_empty()) {
        blocks.push(Block::Table(searches::table(&moves.searches)));
    }
    let left_out = summary.moves.iter().flat_map(|moves| &moves.left_out);
    blocks.extend(left_out.cloned().map(Block::Paragraph));
    let mut terminations = Table::new(["Terminations", "games"]);
    for (name, games) in &summary.terminations {
        terminations.row([name.clone(), words::count(*games)]);
    }
    blocks.push(Block::Table(terminations));
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
    blocks.push(Block::Table(files));
    Document(blocks)
}

fn of_match(summary: &PgnResults, encounter: &EncounterSummary) -> Vec<Block> {
    let [first, second] = &encounter.players;
    let mut blocks = vec![Block::Title(format!("{first} vs {second}"))];
    let faults = summary.validity.headline();
    let verdict = match faults {
        Some(_) => format!("As the games stand: {}", verdict(encounter)),
        None => verdict(encounter),
    };
    blocks.extend(faults.into_iter().chain([verdict]).map(Block::Paragraph));
    let pairs_tested = encounter.pairs.pairs();
    blocks.extend(encounter.test.map(|test| Block::Paragraph(state(&test, pairs_tested))));
    blocks.extend(caveats(encounter).into_iter().map(Block::Paragraph));
    blocks.extend(
        [strength(encounter), colours(encounter), pairs(std::slice::from_ref(encounter))]
            .map(Block::Table),
    );
    blocks
}

/// The verdict in one sentence.
fn verdict(encounter: &EncounterSummary) -> String {
    with_verdict(encounter, |verdict| verdict.sentence())
}

/// The same in two parts for a page: the difference with the verdict, and the interval with the games behind it.
pub(in crate::report) fn verdict_and_support(encounter: &EncounterSummary) -> [String; 2] {
    with_verdict(encounter, |verdict| [verdict.short(), verdict.support()])
}

/// A file tells no schedule: its games are taken for those that were planned.
fn with_verdict<T>(encounter: &EncounterSummary, told: impl FnOnce(&Verdict<'_>) -> T) -> T {
    let [first, second] = &encounter.players;
    let headline = &encounter.headline;
    let gap = match encounter.on_pairs.n > 0.0 {
        true => Gap::of(&encounter.on_pairs, Unit::Pair),
        false => Gap::of(&encounter.on_games, Unit::Game),
    };
    told(&Verdict {
        names: Names { first, second },
        elo: headline.elo.0,
        interval: NamedInterval::fixed(headline.ends.interval()),
        gap,
        games: headline.games,
        tested: None,
        narrows: (headline.method != Method::Openings).then_some(headline.games),
    })
}

/// The caveats that a page has no figure for, the state of a sequential test first.
pub(in crate::report) fn notices(
    summary: &PgnResults,
    encounter: &EncounterSummary,
) -> Vec<String> {
    let test = encounter.test.map(|test| state(&test, encounter.pairs.pairs()));
    let left_out = summary.moves.iter().flat_map(|moves| moves.left_out.iter().cloned());
    test.into_iter().chain(caveats(encounter)).chain(left_out).collect()
}

fn of_tournament(summary: &PgnResults, encounters: &[EncounterSummary]) -> Vec<Block> {
    let unpaired: u64 = encounters.iter().map(|encounter| encounter.unpaired_games).sum();
    let mut blocks = vec![Block::Title(words::several(summary.players.len() as u64, "player"))];
    blocks.extend(summary.validity.headline().map(Block::Paragraph));
    if !summary.anchors.is_empty() {
        blocks.push(Block::Paragraph(relative_to(&summary.anchors)));
    }
    blocks.extend(unrated(&summary.players).into_iter().map(Block::Paragraph));
    if summary.players.len() > CROSS_TABLE {
        blocks.push(Block::Paragraph(format!(
            "The cross table is left out: it would have {} columns.",
            words::count(summary.players.len() as u64)
        )));
    }
    if unpaired > 0 {
        blocks.push(Block::Paragraph(without_partner(unpaired) + " " + UNPAIRED_IN_ENCOUNTERS));
    }
    blocks.extend(tables(&summary.players, encounters, Kind::Fixed).into_iter().map(Block::Table));
    blocks
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

/// The tables of more than two players.
pub(in crate::report) fn tables(
    players: &[PlayerSummary],
    encounters: &[EncounterSummary],
    interval: Kind,
) -> Vec<Table> {
    let cross = (players.len() <= CROSS_TABLE).then(|| crosstable(players, encounters));
    let others = [scores(encounters, interval), pairs(encounters)];
    std::iter::once(ranking(players)).chain(cross).chain(others).collect()
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
fn unpaired(encounter: &EncounterSummary) -> String {
    let have_none = without_partner(encounter.unpaired_games);
    let pairs = encounter.pairs.pairs();
    if pairs == 0 {
        return have_none + " The interval takes the games as independent of each other.";
    }
    let unit = match encounter.headline.method {
        Method::Openings => "as games of their opening",
        _ => "as clusters of unequal size",
    };
    let together = words::several(pairs, "pair");
    let alone = if pairs == 1 { "the one pair" } else { "the pairs" };
    format!(
        "{have_none} The Elo difference and its 95 % CI take them and {together} together, {unit}. The \
         anytime-valid interval and any sequential test take {alone} alone."
    )
}

/// Where a test of these games would stand.
fn state(test: &TestSummary, pairs: u64) -> String {
    let found = match test.llr {
        llr if llr >= test.upper => "accepts H1",
        llr if llr <= test.lower => "accepts H0",
        _ => "has not decided",
    };
    format!(
        "An SPRT {} on {} {found}: {}. Its errors are as told if it was looked at after every \
         pair, and ended here.",
        test.test.bounds(),
        words::several(pairs, "pair"),
        test.ratio()
    )
}

fn caveats(encounter: &EncounterSummary) -> Vec<String> {
    let mut caveats = Vec::new();
    if encounter.unpaired_games > 0 {
        caveats.push(unpaired(encounter));
    }
    if encounter.headline.method == Method::Openings && encounter.pairs_reusing_an_opening > 0 {
        caveats.push(format!(
            "{} played an opening that another pair had played, so the interval takes the openings \
             as its unit instead of the pairs.",
            words::several(encounter.pairs_reusing_an_opening, "pair")
        ));
    }
    if encounter.headline.method != Method::Games {
        caveats.push(
            "The anytime-valid interval is order-free: it is computed from the counts alone, as if \
             the pairs of the file were all those of a schedule up to the last one. `--planned \
             GAMES` makes it narrower for a match whose length was fixed before its first game."
                .to_owned(),
        );
    }
    caveats
}

fn strength(encounter: &EncounterSummary) -> Table {
    let [first, second] = &encounter.players;
    let heading = format!("Details: Elo of {first} over {second}");
    let mut table = Table::new([heading.as_str(), "score", "", "Elo", "95 % CI"]);
    let mut row = |name: &str, games: Wdl, elo: Option<f64>, ends: Option<Interval>| {
        let text = ends.map_or_else(|| "n/a".to_owned(), words::interval);
        table.row([
            name.to_owned(),
            words::points(games),
            words::winning_percentage(games),
            words::elo(elo),
            text,
        ]);
    };
    let (on_games, on_pairs) = (&encounter.on_games, &encounter.on_pairs);
    let (games, paired) = (encounter.all, encounter.pairs.games());
    let headline = &encounter.headline;
    let taken = if encounter.takes_single_games() { games } else { paired };
    if let Some(ends) = encounter.clustered_by_opening {
        row("openings, clustered t", taken, headline.elo.0, Some(ends.interval()));
    }
    if headline.method == Method::Mixed {
        let name = "single games and pairs, empirical likelihood";
        row(name, taken, headline.elo.0, Some(headline.ends.interval()));
    }
    if on_pairs.n > 0.0 {
        let likelihood = Some(on_pairs.likelihood_elo());
        row("pairs, empirical likelihood", paired, on_pairs.elo.0, likelihood);
        row("pairs, Student's t", paired, on_pairs.elo.0, on_pairs.student_elo());
        let anytime = Some(encounter.anytime.interval());
        row("pairs, anytime-valid, order-free", paired, on_pairs.elo.0, anytime);
    } else {
        let likelihood = Some(on_games.likelihood_elo());
        row("games, empirical likelihood", games, on_games.elo.0, likelihood);
    }
    row("games, Student's t (the papers')", games, on_games.elo.0, on_games.student_elo());
    table
}

fn colours(encounter: &EncounterSummary) -> Table {
    let heading = format!("Games of {}", encounter.players[0]);
    let mut table =
        Table::new([heading.as_str(), "games", "won", "drawn", "lost", "score", "winning ratio"]);
    for (name, games) in
        [("as White", encounter.as_white), ("as Black", encounter.as_black), ("all", encounter.all)]
    {
        let ratio = std::iter::once(words::winning_ratio(games));
        table.row(results(name, games).into_iter().chain(ratio));
    }
    table
}

fn results(name: &str, games: Wdl) -> [String; 6] {
    let [all, won, drawn, lost] =
        [games.games(), games.wins, games.draws, games.losses].map(words::count);
    [name.to_owned(), all, won, drawn, lost, words::winning_percentage(games)]
}

/// Score and Elo difference of every two players that met, with the interval in force.
fn scores(encounters: &[EncounterSummary], interval: Kind) -> Table {
    let name = match interval {
        Kind::Fixed => "95 % CI",
        Kind::Anytime => "anytime-valid 95 % CI",
    };
    let mut table = Table::new(["Encounters", "score", "", "winning ratio", "Elo", name]);
    for encounter in encounters {
        table.row([
            encounter.players.join(" - "),
            words::points(encounter.all),
            words::winning_percentage(encounter.all),
            words::winning_ratio(encounter.all),
            words::elo(encounter.headline.elo.0),
            words::interval(encounter.interval(interval)),
        ]);
    }
    table
}

/// The pairs of every two players that met.
fn pairs(encounters: &[EncounterSummary]) -> Table {
    let mut table =
        Table::new(["Pairs", "games", "pairs", "LL", "LD", "DD", "WL", "WD", "WW", "no partner"]);
    for encounter in encounters {
        let counts = encounter.pairs;
        let mut row = vec![encounter.players.join(" - ")];
        row.extend(
            [
                encounter.all.games(),
                counts.pairs(),
                counts.ll,
                counts.ld,
                counts.dd,
                counts.wl,
                counts.wd,
                counts.ww,
                encounter.unpaired_games,
            ]
            .map(words::count),
        );
        table.row(row);
    }
    table
}

pub(in crate::report) fn ranking(players: &[PlayerSummary]) -> Table {
    let mut table =
        Table::new(["Players", "Elo", "95 % CI", "games", "won", "drawn", "lost", "score"]);
    for player in players {
        let elo = player.elo.0;
        let ends = elo
            .zip(player.elo_pm.0)
            .map(|(elo, half)| Interval { low: elo - half, high: elo + half });
        let [name, games, won, drawn, lost, score] = results(&player.name, player.games);
        let by_prior = player.elo_by_prior.map(|elo| format!("({})", words::decimal(elo, 1)));
        let number = elo.map(|elo| words::decimal(elo, 1)).or(by_prior);
        let number = number.unwrap_or_else(|| "n/a".to_owned());
        let interval = ends.map(words::interval).or_else(|| bound(player));
        let interval = interval.unwrap_or_else(|| "n/a".to_owned());
        table.row([name, number, interval, games, won, drawn, lost, score]);
    }
    table
}

/// `over 312.5` for who took all points, `under -80.1` for who took none.
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

pub(in crate::report) fn against(
    encounters: &[EncounterSummary],
    player: &str,
    opponent: &str,
) -> Option<Wdl> {
    encounters.iter().find_map(|encounter| {
        let [first, second] = encounter.players.each_ref().map(String::as_str);
        match () {
            () if player == opponent => None,
            () if (first, second) == (player, opponent) => Some(encounter.all),
            () if (first, second) == (opponent, player) => Some(encounter.all.reversed()),
            () => None,
        }
    })
}
