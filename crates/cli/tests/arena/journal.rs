//! The journal: written games are read back, and damage is distinguished from a torn tail.

use std::fs;
use std::path::Path;
use std::slice::from_ref;
use std::sync::Arc;
use std::time::Duration;

use arena::chess::record::{
    GameRecord, Lateness, MoveRecord, Overruns, Replays, Termination, WorkerFacts,
};
use arena::chess::runner_rules::RunnerRules;
use arena::config::Match;
use arena::config::schedule::game_spec;
use arena::storage::facts::MatchFacts;
use arena::storage::journal::{
    GameText, GameWriter, Journal, JournalGame, JournalReader, Opened, TornTail,
};
use engine::{Count, Counters, Score, Technique};
use proptest::prelude::*;
use shakmaty::{ByColor, Color, Position};
use stats::Wdl;

use crate::common::{Bench, facts, rewritten, run};

const NODES: &str = "question = \"Is \\\"it\\\" \\\\ sound?\"\nlimits = { nodes = 1 }";

/// A game of legal moves chosen by these numbers.
fn record(
    settings: &Match,
    game: u32,
    choices: &[(u16, i32, u64)],
    end: Termination,
) -> GameRecord {
    let spec = game_spec(settings, game);
    let mut position = settings.opening(&spec).position.clone();
    let first_mover = position.turn();
    let mut moves = Vec::new();
    for &(choice, score, number) in choices {
        let legal = position.legal_moves();
        let Some(&played) = legal.get(usize::from(choice) % legal.len().max(1)) else { break };
        position.play_unchecked(played);
        moves.push(MoveRecord {
            played,
            score: (score % 7 != 0).then_some(Score(score)),
            depth: u32::from(choice),
            selective_depth: u32::from(choice) + 3,
            nodes: number,
            time: Duration::from_micros(number % 1_000_000_000),
            reported_time: (number % 2 == 0).then(|| Duration::from_micros(number % 777_777)),
        });
    }
    let mut counters = Counters::default();
    let count = choices.len() as u64;
    counters[Technique::ALL[1]] = Count { tried: count + 2, cut: count, nodes: 7 * count };
    let soft = Duration::from_micros(count);
    GameRecord {
        spec,
        first_mover,
        moves,
        termination: end,
        incident: matches!(end, Termination::Abandoned(_)).then(|| "a \"b\" \\ {c}".to_owned()),
        outcome: end.outcome(&position),
        counters: ByColor { white: counters, black: Counters::default() },
        overruns: ByColor { white: Overruns::default(), black: Overruns { soft, hard: 3 * soft } },
        stolen: ByColor { white: 1000 * soft, black: Duration::ZERO },
        replays: match choices.len() % 3 {
            0 => Replays { attempts: 2, dropped: Wdl { wins: 1, draws: 0, losses: 1 } },
            _ => Replays::default(),
        },
        late: ByColor { white: Lateness { moves: 3, most: soft }, black: Lateness::default() },
        thread: choices.len().is_multiple_of(2).then_some(7),
        worker: choices
            .len()
            .is_multiple_of(5)
            .then(|| WorkerFacts { name: "a \"b\" \\ c".to_owned(), time_scale: 1.0 / 3.0 }),
    }
}

/// The text of some games, each with the settings of the match.
fn text(settings: &Match, games: &[GameRecord]) -> String {
    let writer = GameWriter::new(&facts(settings));
    let write =
        |game: &GameRecord| writer.text(game, &settings.opening(&game.spec), "2026.11.21").full();
    games.iter().map(write).collect()
}

/// Some games in the two forms that a journal has.
fn texts(settings: &Match, games: &[GameRecord]) -> Vec<GameText> {
    let writer = GameWriter::new(&facts(settings));
    let write = |game: &GameRecord| writer.text(game, &settings.opening(&game.spec), "2026.11.21");
    games.iter().map(write).collect()
}

/// The text of some games as in a journal: the first with the settings of the match, the others
/// referring to it.
fn lean_text(settings: &Match, games: &[GameRecord]) -> String {
    let texts = texts(settings, games);
    texts
        .iter()
        .enumerate()
        .map(|(i, text)| if i == 0 { text.full() } else { text.lean() })
        .collect()
}

fn read_back(text: &str) -> (Vec<GameRecord>, Option<TornTail>) {
    let mut reader = JournalReader::new(text.as_bytes(), Path::new("games.pgn"));
    let mut records = Vec::new();
    while let Some(game) = reader.next_game().unwrap() {
        records.push(game.record);
    }
    (records, reader.torn_tail())
}

fn termination() -> impl Strategy<Value = Termination> {
    let side = prop_oneof![Just(Color::White), Just(Color::Black)];
    (0..10u8, side).prop_map(|(kind, side)| match kind {
        0 => Termination::ThreefoldRepetition,
        1 => Termination::FiftyMoves,
        2 => Termination::TimeForfeit(side),
        3 => Termination::Abandoned(side),
        4 => Termination::IllegalMove(side),
        5 => Termination::DrawAdjudication,
        6 => Termination::ResignAdjudication(side),
        7 => Termination::TablebaseLoss(side),
        8 => Termination::TablebaseDraw,
        _ => Termination::MoveLimit,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_written_is_read_back(
        games in prop::collection::vec(
            (prop::collection::vec((0u16..999, -32_000i32..=32_000, 0u64..1 << 62), 0..80), termination()),
            1..4,
        ),
    ) {
        let settings = Bench::new(10, NODES).load();
        let games: Vec<GameRecord> = games
            .iter()
            .enumerate()
            .map(|(game, (choices, end))| record(&settings, game as u32, choices, *end))
            .collect();
        for text in [text(&settings, &games), lean_text(&settings, &games)] {
            let (read, torn) = read_back(&text);
            prop_assert_eq!(&read, &games);
            prop_assert_eq!(torn, None);
        }
    }
}

#[test]
fn a_game_carries_its_match_and_its_opening() {
    let bench = Bench::new(
        8,
        "question = \"Is \\\"it\\\" \\\\ sound?\"\nlimits = { time_control = \"1+0.1\" }\n\
         adjudication = { max_moves = 9 }",
    );
    let settings = bench.load();
    let games = [2, 3].map(|game| record(&settings, game, &[(1, 1, 1)], Termination::MoveLimit));
    let text = text(&settings, &games);
    let mut reader = JournalReader::new(text.as_bytes(), Path::new("games.pgn"));
    for _ in 0..2 {
        let game = reader.next_game().unwrap().unwrap();
        assert_eq!(*game.facts, facts(&settings));
        assert_eq!(game.opening.name.as_deref(), Some("Queen's Gambit \"Declined\""));
        assert_eq!(game.opening.eco.as_deref(), Some("D37"));
        assert_eq!(game.opening.moves.len(), 6);
    }
    let first_tags = "[Event \"x\"]\n[Site \"Ziggurat arena\"]\n[Date \"2026.11.21\"]\n\
        [Round \"2.1\"]\n[White \"new\"]\n[Black \"old\"]\n[Result \"1/2-1/2\"]\n";
    assert!(text.starts_with(first_tags), "{text}");
    assert!(text.contains("[Termination \"adjudication\"]\n[TerminationDetail \"move limit\"]\n"));
    assert!(text.contains("[TimeControl \"1+0.1\"]\n"));
    assert!(text.contains("1. d4 {book} d5 {book}\n2. c4 {book} e6 {book}\n"));
}

#[test]
fn a_game_from_a_position_has_its_fen() {
    let position = "4k3/8/8/8/8/8/4P3/4K3 b - - 5 40";
    let settings = Bench::from_position(position, "limits = { nodes = 1 }").load();
    let game = record(&settings, 0, &[(0, 1, 1), (0, 1, 1)], Termination::MoveLimit);
    let text = text(&settings, from_ref(&game));
    assert!(text.contains(&format!("[SetUp \"1\"]\n[FEN \"{position}\"]\n")), "{text}");
    assert!(text.contains("\n\n40... K"), "{text}");
    assert_eq!(read_back(&text).0, [game]);
}

#[test]
fn a_flag_that_falls_against_a_bare_king_is_judged_by_the_rules_of_the_match() {
    let position = "4k3/8/8/8/8/8/4P3/4K3 w - - 5 40";
    let own = Bench::from_position(position, "limits = { nodes = 1 }").load();
    let foreign = Match { runner_rules: RunnerRules::Fastchess, ..own.clone() };
    assert_ne!(facts(&own).fingerprint, facts(&foreign).fingerprint);
    let end = Termination::TimeForfeit(Color::White);
    for (settings, other, problem) in [
        (&own, &foreign, "the result is 0-1, but the game ends as 1/2-1/2"),
        (&foreign, &own, "the result is 1/2-1/2, but the game ends as 0-1"),
    ] {
        let game = record(settings, 0, &[], end);
        let start = &settings.opening(&game.spec).position;
        let right =
            GameRecord { outcome: settings.runner_rules.outcome(end, start), ..game.clone() };
        let wrong = GameRecord { outcome: other.runner_rules.outcome(end, start), ..game };
        assert_eq!(read_back(&text(settings, from_ref(&right))).0, [right]);
        let text = text(settings, &[wrong]);
        let mut reader = JournalReader::new(text.as_bytes(), Path::new("games.pgn"));
        let error = reader.next_game().unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
}

#[test]
fn contenders_may_have_limits_of_their_own() {
    let text_of_match = crate::common::match_text(2, "limits = { nodes = 1 }")
        + "limits = { movetime = \"0.25\" }\n";
    let settings = Bench::with(&text_of_match).load();
    let game = record(&settings, 1, &[], Termination::MoveLimit);
    let text = text(&settings, &[game]);
    // The tag is for both sides alike.
    assert!(!text.contains("[TimeControl"), "{text}");
    let mut reader = JournalReader::new(text.as_bytes(), Path::new("games.pgn"));
    assert_eq!(*reader.next_game().unwrap().unwrap().facts, facts(&settings));
}

/// A journal of some games in a file, and where its last game begins.
fn journal_of(settings: &Match, path: &Path, games: u32) -> (Vec<u8>, usize) {
    journal_in(lean_text, settings, path, games)
}

/// The written form of games.
type Form = fn(&Match, &[GameRecord]) -> String;

/// A journal of this form.
fn journal_in(form: Form, settings: &Match, path: &Path, games: u32) -> (Vec<u8>, usize) {
    let game = |game| record(settings, game, &[(3, 11, 5), (4, -11, 6)], Termination::MoveLimit);
    let games: Vec<GameRecord> = (0..games).map(game).collect();
    let bytes = form(settings, &games).into_bytes();
    let before = form(settings, &games[..games.len() - 1]).len();
    fs::write(path, &bytes).unwrap();
    (bytes, before)
}

/// The games read from a journal, and the state in which it was opened.
fn open_games(path: &Path, facts: &MatchFacts) -> (Vec<JournalGame>, Opened) {
    let mut games = Vec::new();
    let opened = Journal::open(path, from_ref(facts), |game| games.push(game.clone())).unwrap();
    (games, opened)
}

/// Cuts a journal at every byte of its last game, and opens it each time.
fn cut_everywhere(form: Form, games: u32) {
    let bench = Bench::new(10, NODES);
    let (settings, path) = (bench.load(), bench.path("games.pgn"));
    let facts = facts(&settings);
    let (bytes, before) = journal_in(form, &settings, &path, games);
    let all = open_games(&path, &facts).0;
    let last = texts(&settings, &[all.last().unwrap().record.clone()]);
    for cut in before..=bytes.len() {
        fs::write(&path, &bytes[..cut]).unwrap();
        let mut opened = Journal::open(&path, from_ref(&facts), |_| {}).unwrap();
        if cut == bytes.len() {
            assert_eq!((opened.games.len() as u32, opened.torn), (games, None));
            continue;
        }
        assert_eq!(opened.games.len() as u32, games - 1, "cut at {cut}");
        let torn = TornTail { offset: before as u64, bytes: (cut - before) as u64 };
        assert_eq!(opened.torn, (cut > before).then_some(torn));
        assert_eq!(fs::metadata(&path).unwrap().len(), before as u64);
        opened.journal.append(last.iter()).unwrap();
        drop(opened);
        assert_eq!(open_games(&path, &facts).0, all);
    }
}

#[test]
fn a_tail_torn_at_any_byte_is_cut_off() {
    cut_everywhere(lean_text, 3);
    cut_everywhere(text, 3);
}

#[test]
fn a_first_game_torn_at_any_byte_is_cut_off() {
    cut_everywhere(lean_text, 1);
}

#[test]
fn a_tail_of_zeros_is_cut_off() {
    let bench = Bench::new(10, NODES);
    let (settings, path) = (bench.load(), bench.path("games.pgn"));
    let (mut bytes, _) = journal_of(&settings, &path, 2);
    let whole = bytes.len() as u64;
    bytes.extend([0; 500]);
    fs::write(&path, bytes).unwrap();
    let opened = Journal::open(&path, &[facts(&settings)], |_| {}).unwrap();
    assert_eq!(opened.games.len(), 2);
    assert_eq!(opened.torn, Some(TornTail { offset: whole, bytes: 500 }));
}

fn open_error(path: &Path, facts: &MatchFacts) -> String {
    let before = fs::read(path).unwrap();
    let error = Journal::open(path, from_ref(facts), |_| {}).unwrap_err().to_string();
    assert_eq!(fs::read(path).unwrap(), before, "a refused journal is left as it was");
    let directory = format!("{}/", path.parent().unwrap().display());
    error.replace(&directory, "")
}

#[test]
fn damage_before_the_last_game_is_an_error_with_its_lines() {
    let bench = Bench::new(10, NODES);
    let (settings, path) = (bench.load(), bench.path("games.pgn"));
    let (mut bytes, last) = journal_of(&settings, &path, 3);
    let line_of = |place: usize| bytes[..place].iter().filter(|&&byte| byte == b'\n').count();
    let second = String::from_utf8_lossy(&bytes).match_indices("[Event").nth(1).unwrap().0;
    let (first, last_line) = (line_of(second) + 1, line_of(last));
    bytes[last - 60] ^= 1;
    fs::write(&path, bytes).unwrap();
    let error = open_error(&path, &facts(&settings));
    let last = last_line;
    assert_eq!(
        error,
        format!(
            "games.pgn:{first}: the game on lines {first} to {last} is damaged (it does not agree \
             with its checksum); delete these lines to have it played again, or restore the file"
        )
    );
}

#[test]
fn an_edited_last_game_is_not_taken_for_a_torn_one() {
    let bench = Bench::new(10, NODES);
    let (settings, path) = (bench.load(), bench.path("games.pgn"));
    let (bytes, last) = journal_of(&settings, &path, 2);
    let text = String::from_utf8(bytes).unwrap();
    let (before, game) = text.split_at(last);
    for (before, first) in [("", 1), (before, before.lines().count() + 1)] {
        let edited = before.to_owned() + &game.replace("n=5,", "n=6,");
        assert_ne!(edited, before.to_owned() + game);
        fs::write(&path, edited).unwrap();
        let error = open_error(&path, &facts(&settings));
        let end = first + game.lines().count() - 1;
        let found = format!("games.pgn:{first}: the game on lines {first} to {end} is damaged");
        assert!(error.starts_with(&found), "{error}");
    }
}

#[test]
fn what_an_editor_did_to_the_whole_file_is_named() {
    let bench = Bench::new(10, NODES);
    let (settings, path) = (bench.load(), bench.path("games.pgn"));
    for games in [1, 3] {
        let (bytes, _) = journal_of(&settings, &path, games);
        let text = String::from_utf8(bytes).unwrap();
        let crlf = text.replace('\n', "\r\n");
        let with_mark = format!("\u{feff}{text}");
        for (text, what, remedy) in [
            (crlf, "lines that end with CR LF", "sed -i 's/\\r$//' "),
            (with_mark, "a byte order mark", "sed -i '1s/^\\xef\\xbb\\xbf//' "),
        ] {
            fs::write(&path, text).unwrap();
            let error = open_error(&path, &facts(&settings));
            assert!(error.starts_with("games.pgn:1: the game that begins here is as"), "{error}");
            assert!(error.contains(what) && error.contains(remedy), "{error}");
            assert!(!error.contains("delete"), "{error}");
        }
    }
}

#[test]
fn a_whole_game_of_another_version_is_never_cut_off() {
    let bench = Bench::new(10, NODES);
    let (settings, path) = (bench.load(), bench.path("games.pgn"));
    let (bytes, last) = journal_in(text, &settings, &path, 2);
    let text = String::from_utf8(bytes).unwrap();
    let (first, second) = text.split_at(last);
    let technique = format!("Counters {} ", Technique::ALL[1].name());
    let lines = first.lines().count();
    for (before, line) in [("", 1), (first, lines + 1)] {
        let game = if before.is_empty() { first } else { second };
        assert_eq!(rewritten(game, &technique, &technique), game);
        fs::write(&path, before.to_owned() + &rewritten(game, &technique, "Counters renamed "))
            .unwrap();
        let error = open_error(&path, &facts(&settings));
        let end = line + game.lines().count() - 1;
        let found = format!(
            "games.pgn:{line}: the game on lines {line} to {end} is as it was written, but cannot \
             be read (the tag WhiteCounters is \"renamed 4/2/14\", which cannot be read); it seems \
             that another version of arena wrote it"
        );
        assert!(error.starts_with(&found) && !error.contains("delete"), "{error}");
    }
}

#[test]
fn another_file_is_neither_used_nor_cut() {
    let bench = Bench::new(10, NODES);
    let (settings, path) = (bench.load(), bench.path("games.pgn"));
    for text in [
        "[Event \"club\"]\n[Site \"here\"]\n\n1. e4 e5 *\n\n",
        "[Event \"club\"]\n[Site \"here\"]\n\n1. e4 e5 *\n\n[Event \"club\"]\n\n1. d4 *\n",
        "1. e4 e5 *\n",
        "a letter\n",
        "[Event \"club\"]\n[Site \"he",
    ] {
        fs::write(&path, text).unwrap();
        let error = open_error(&path, &facts(&settings));
        assert!(error.starts_with("games.pgn: not the journal of a match"), "{error}");
    }
    let (mut bytes, _) = journal_of(&settings, &path, 2);
    bytes.extend(b"[Event \"club\"]\n[Site \"here\"]\n\n1. e4 e5 *\n\n");
    fs::write(&path, bytes).unwrap();
    let error = open_error(&path, &facts(&settings));
    assert!(error.contains("is damaged (it has no checksum)"), "{error}");
}

#[test]
fn the_journal_of_another_match_is_refused_with_the_difference() {
    let bench = Bench::new(10, NODES);
    let path = bench.path("games.pgn");
    journal_of(&bench.load(), &path, 2);
    let other = Bench::new(10, "seed = 9\nlimits = { nodes = 2 }").load();
    assert_eq!(
        open_error(&path, &facts(&other)),
        "games.pgn: the journal of another match: new's limit is nodes=2, there it is nodes=1; \
         old's limit is nodes=2, there it is nodes=1; the seed is 9, there it is 1; to keep it, \
         give this match a directory of its own with --out DIR"
    );
    let engine = MatchFacts::of(&bench.load(), &[1, 3]).remove(0);
    let error = open_error(&path, &engine);
    assert!(error.contains("the signature of old's engine is 3, there it is 2"), "{error}");
}

#[test]
fn games_of_a_program_whose_files_changed_are_refused() {
    let bench = Bench::new(10, NODES);
    let (settings, path) = (bench.load(), bench.path("games.pgn"));
    let with = |files: Option<&str>| {
        let mut facts = facts(&settings);
        facts.contenders[0].files = files.map(str::to_owned);
        facts
    };
    let (before, changed) = ("a \"b\".py sha256=01", "a \"b\".py sha256=02");
    let game = record(&settings, 0, &[(3, 11, 5)], Termination::MoveLimit);
    let opening = settings.opening(&game.spec);
    let written = GameWriter::new(&with(Some(before))).text(&game, &opening, "2026.11.22");
    fs::write(&path, written.full()).unwrap();
    assert!(Journal::open(&path, &[with(Some(before))], |_| {}).is_ok());
    let error = open_error(&path, &with(Some(changed)));
    let found = format!(
        "the files that new's arguments and options name is {changed}, there it is {before}"
    );
    assert!(error.contains(&found), "{error}");
}

#[test]
fn games_concurrency_and_question_do_not_make_another_match() {
    let fingerprint = |games, lines| facts(&Bench::new(games, lines).load()).fingerprint;
    let usual = fingerprint(10, NODES);
    assert_eq!(usual, fingerprint(20, "question = \"?\"\nconcurrency = 7\nlimits = { nodes = 1 }"));
    assert_ne!(usual, fingerprint(10, "limits = { depth = 1 }"));
    assert_ne!(usual, fingerprint(10, &format!("{NODES}\nadjudication = {{ draw = true }}")));
    let bench = Bench::new(10, NODES);
    fs::write(bench.path("book.pgn"), "1. e4 e5 *\n").unwrap();
    assert_ne!(usual, facts(&bench.load()).fingerprint);
}

#[test]
fn a_match_cannot_be_made_shorter_than_its_journal() {
    let bench = Bench::new(10, NODES);
    let path = bench.path("games.pgn");
    journal_of(&bench.load(), &path, 7);
    let shorter = Bench::new(2, NODES).load();
    assert_eq!(
        open_error(&path, &facts(&shorter)),
        "games.pgn: the journal has game 7, but the match only 2 games; set `games` to at least \
         the 8 that were begun"
    );
    let named = facts(&Bench::new(8, NODES).load());
    assert_eq!(Journal::open(&path, &[named], |_| {}).unwrap().games.len(), 7);
}

#[test]
fn a_journal_of_two_matches_is_refused() {
    let bench = Bench::new(10, NODES);
    let (settings, path) = (bench.load(), bench.path("games.pgn"));
    let (mut bytes, _) = journal_of(&settings, &path, 2);
    let other = Bench::new(10, "limits = { nodes = 2 }").load();
    let game = record(&other, 2, &[(3, 11, 5)], Termination::MoveLimit);
    bytes.extend(text(&other, &[game]).into_bytes());
    let mut reader = JournalReader::new(bytes.as_slice(), Path::new("games.pgn"));
    let error = std::iter::repeat_with(|| reader.next_game()).find_map(Result::err).unwrap();
    assert!(error.to_string().contains("is of another match than those before it"), "{error}");
    fs::write(&path, bytes).unwrap();
    let error = open_error(&path, &facts(&settings));
    assert!(error.contains("another match"), "{error}");
}

#[test]
fn a_game_that_is_there_twice_is_an_error() {
    let bench = Bench::new(10, NODES);
    let (settings, path) = (bench.load(), bench.path("games.pgn"));
    let (bytes, _) = journal_of(&settings, &path, 1);
    fs::write(&path, [bytes.as_slice(), bytes.as_slice()].concat()).unwrap();
    let error = open_error(&path, &facts(&settings));
    let second = bytes.iter().filter(|&&byte| byte == b'\n').count() + 1;
    assert_eq!(
        error,
        format!(
            "games.pgn:{second}: game 1, which begins here, is in the journal twice; delete one of \
             the two"
        )
    );
}

#[tokio::test]
async fn any_pgn_reader_reads_the_journal() {
    let bench = Bench::new(12, NODES);
    let settings = Arc::new(bench.load());
    run(&settings, &bench.path("games.pgn")).await.unwrap();
    let file = fs::File::open(bench.path("games.pgn")).unwrap();
    let mut reader = pgn_reader::Reader::new(file);
    let mut plies = Vec::new();
    while let Some(game) = reader.read_game(&mut PlainVisitor).unwrap() {
        let (declared, played) = game.unwrap();
        assert_eq!(declared, played);
        plies.push(played);
    }
    assert_eq!(plies.len(), 12);
}

/// Reads a game as a tool would that knows nothing of this program.
struct PlainVisitor;

impl pgn_reader::Visitor for PlainVisitor {
    type Tags = usize;
    type Movetext = (usize, usize, shakmaty::Chess);
    type Output = Result<(usize, usize), String>;

    fn begin_tags(&mut self) -> std::ops::ControlFlow<Self::Output, usize> {
        std::ops::ControlFlow::Continue(0)
    }

    fn tag(
        &mut self,
        plies: &mut usize,
        name: &[u8],
        value: pgn_reader::RawTag<'_>,
    ) -> std::ops::ControlFlow<Self::Output> {
        if name == b"PlyCount" {
            *plies = value.decode_utf8_lossy().parse().unwrap();
        }
        std::ops::ControlFlow::Continue(())
    }

    fn begin_movetext(
        &mut self,
        plies: usize,
    ) -> std::ops::ControlFlow<Self::Output, Self::Movetext> {
        std::ops::ControlFlow::Continue((plies, 0, shakmaty::Chess::default()))
    }

    fn san(
        &mut self,
        (_, played, position): &mut Self::Movetext,
        san: pgn_reader::SanPlus,
    ) -> std::ops::ControlFlow<Self::Output> {
        match san.san.to_move(position) {
            Ok(m) => {
                position.play_unchecked(m);
                *played += 1;
                std::ops::ControlFlow::Continue(())
            }
            Err(error) => std::ops::ControlFlow::Break(Err(error.to_string())),
        }
    }

    fn end_game(&mut self, (plies, played, _): Self::Movetext) -> Self::Output {
        Ok((plies, played))
    }
}
