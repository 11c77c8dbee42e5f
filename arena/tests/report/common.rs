//! Shared by the tests of reports: small matches, and the files that texts are compared with.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use arena::chess::adjudication::AdjudicationRules;
use arena::chess::record::{
    Contender, GameRecord, GameSpec, MoveRecord, Overruns, Replays, Termination,
};
use arena::chess::runner_rules::RunnerRules;
use arena::report::pgn_results::PgnGames;
use arena::report::{self, Origin, PgnResults, Report, ReportBuilder, ReportFormat, Summary};
use arena::score::pgn_scores::PgnScores;
use arena::score::tally::Tally;
use arena::storage::facts::{BookFacts, ContenderFacts, EngineFacts, MatchFacts, SearchFacts};
use arena::storage::journal::{JournalGame, JournalReader};
use engine::{Count, Counters, Setup, Technique};
use shakmaty::{ByColor, Color, KnownOutcome, Move, Role, Square};
use stats::anytime::Method;
use stats::stop::StopRules;

/// A match of these openings (by pair) and results of the first contender in half points.
pub(crate) fn played(games: &[(usize, u8)]) -> Vec<GameRecord> {
    let record = |(game, &(opening, half_points)): (usize, &(usize, u8))| {
        let first_color = if game % 2 == 0 { Color::White } else { Color::Black };
        let (termination, outcome) = match half_points {
            1 => (Termination::ThreefoldRepetition, KnownOutcome::Draw),
            2 => (Termination::Checkmate, KnownOutcome::Decisive { winner: first_color }),
            _ => (Termination::Checkmate, KnownOutcome::Decisive { winner: !first_color }),
        };
        GameRecord {
            spec: GameSpec {
                game: u32::try_from(game).unwrap(),
                opening,
                white: first_color.fold_wb(Contender::First, Contender::Second),
            },
            first_mover: Color::Black,
            moves: vec![moved(1000, 9), moved(3000, 11), moved(2000, 10)],
            termination,
            incident: None,
            outcome,
            counters: ByColor { white: counters(40, 10), black: counters(80, 5) },
            overruns: ByColor { white: overrun(game as u64), black: overrun(0) },
            stolen: ByColor::default(),
            replays: Replays::default(),
            late: ByColor::default(),
            thread: None,
            worker: None,
        }
    };
    games.iter().enumerate().map(record).collect()
}

fn moved(nodes: u64, depth: u32) -> MoveRecord {
    let played = Move::Normal {
        role: Role::Pawn,
        from: Square::E2,
        capture: None,
        to: Square::E4,
        promotion: None,
    };
    let time = Duration::from_micros(10 * nodes);
    MoveRecord {
        played,
        score: None,
        depth,
        selective_depth: depth + 6,
        nodes,
        time,
        reported_time: None,
    }
}

fn counters(tried: u64, cut: u64) -> Counters {
    let mut counters = Counters::default();
    counters[Technique::NullMove] = Count { tried, cut, nodes: 100 * tried };
    counters
}

fn overrun(milliseconds: u64) -> Overruns {
    Overruns { soft: Duration::from_millis(milliseconds), hard: Duration::ZERO }
}

pub(crate) fn facts(games: u32) -> MatchFacts {
    let contender = |name: &str| ContenderFacts {
        name: name.to_owned(),
        engine: EngineFacts::Search(SearchFacts::of(&Setup::preset(name).unwrap(), 16)),
        limits: "nodes=2000".parse().unwrap(),
        signature: 1,
        files: None,
        revision: None,
    };
    MatchFacts {
        name: "pruning".to_owned(),
        question: None,
        games,
        seed: 7,
        contenders: [contender("null-move"), contender("multi-cut")],
        book: BookFacts {
            file: "fifty.pgn".to_owned(),
            openings: 50,
            order: "shuffled".to_owned(),
            plies: None,
            start: 1,
        },
        adjudication: AdjudicationRules::default(),
        runner_rules: RunnerRules::Own,
        stop: StopRules::default(),
        anytime: Method::default(),
        fingerprint: "0".to_owned(),
        tournament: None,
    }
}

pub(crate) fn tally(records: &[GameRecord]) -> Tally {
    let mut tally = Tally::default();
    for record in records {
        tally.add(record);
    }
    tally
}

/// The games of these pairs, each from an opening of its own.
fn played_pairs(pairs: &[[u8; 2]]) -> Vec<GameRecord> {
    let games = pairs.iter().enumerate().flat_map(|(i, pair)| pair.map(|result| (i, result)));
    played(&games.collect::<Vec<_>>())
}

/// Pairs, each from an opening of its own.
pub(crate) fn summary_of_pairs(pairs: &[[u8; 2]]) -> Summary {
    let planned = u32::try_from(2 * pairs.len()).unwrap();
    Summary::of(&facts(planned), &tally(&played_pairs(pairs)))
}

/// The report of a match with these rules and pairs, and this many games planned.
pub(crate) fn ruled(rules: &str, planned: u32, pairs: &[[u8; 2]]) -> Summary {
    let stop: StopRules = rules.parse().unwrap();
    let mut tally = Tally::watched_by(&stop.sequential, &Method::default(), false);
    for record in played_pairs(pairs) {
        tally.add(&record);
    }
    Summary::of(&MatchFacts { stop, ..facts(planned) }, &tally)
}

/// Compares a text with a file of tests/data; with UPDATE_SNAPSHOTS set, writes it instead.
pub(crate) fn snapshot(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    assert_eq!(
        text,
        std::fs::read_to_string(&path).unwrap(),
        "{name}: UPDATE_SNAPSHOTS=1 renews it"
    );
}

/// The report of these numbers alone, as text.
pub(crate) fn text_of(summary: &Summary) -> String {
    Report::Match(Box::new(summary.clone().into())).document().text()
}

/// The same as Markdown.
pub(crate) fn markdown_of(summary: &Summary) -> String {
    document::Format::Markdown.render(&Report::Match(Box::new(summary.clone().into())).document())
}

/// A text with every line break and run of blanks replaced by one blank.
pub(crate) fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(crate) fn data(name: &str) -> PathBuf {
    Path::new("tests/data").join(name)
}

/// The report of the journal of a small match.
pub(crate) fn small_match() -> Report {
    report::read(&data("match.pgn"), |_| {}).unwrap().unwrap()
}

/// The report of that journal with every game changed so, one after the other.
pub(crate) fn changed_match(mut change: impl FnMut(&mut JournalGame)) -> Report {
    let mut builder = ReportBuilder::default();
    let mut reader = JournalReader::open(&data("match.pgn")).unwrap();
    while let Some(mut game) = reader.next_game().unwrap() {
        change(&mut game);
        builder.add(game);
    }
    builder.report(Origin::default()).unwrap()
}

/// The formats that have snapshots, by the endings of their files: a page is looked at by a browser.
pub(crate) fn formats() -> impl Iterator<Item = (&'static str, ReportFormat)> {
    ReportFormat::kept().filter(|(extension, _)| *extension != "html")
}

pub(crate) fn format(name: &str) -> ReportFormat {
    ReportFormat::named(name).unwrap()
}

/// The results of a file of another match runner, moves included.
pub(crate) fn foreign(name: &str) -> PgnResults {
    foreign_text(name, File::open(data(name)).unwrap())
}

/// The results in the text of a file of this name, moves included.
pub(crate) fn foreign_text(name: &str, text: impl Read) -> PgnResults {
    let (mut scores, mut games) = (PgnScores::default(), PgnGames::default());
    scores.read(name, text, |game, players| games.add(game, players)).unwrap();
    scores.finish();
    PgnResults::of(&scores, &games)
}
