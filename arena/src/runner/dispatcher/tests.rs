use super::*;
use crate::chess::adjudication::AdjudicationRules;
use crate::chess::limits::PlayLimits;
use crate::chess::record::{GameSpec, Termination};
use crate::chess::runner_rules::RunnerRules;
use crate::runner::transport::Receipt;
use crate::score::tally::{Scoreboard, Tally};
use crate::storage::facts::{BookFacts, ContenderFacts, MatchFacts, tests::search};
use crate::storage::journal::GameText;
use shakmaty::Color;
use stats::anytime::Method;
use stats::stop::StopRules;
use std::path::PathBuf;

fn facts(games: u32) -> MatchFacts {
    let contender = ContenderFacts {
        name: "x".to_owned(),
        engine: search("", 1),
        limits: PlayLimits::default(),
        signature: 0,
        files: None,
        revision: None,
    };
    let book =
        BookFacts { file: String::new(), openings: 1, order: String::new(), plies: None, start: 1 };
    MatchFacts {
        name: "test".to_owned(),
        question: None,
        games,
        seed: 1,
        contenders: [contender.clone(), contender],
        book,
        adjudication: AdjudicationRules::default(),
        runner_rules: RunnerRules::Own,
        stop: StopRules::default(),
        anytime: Method::default(),
        fingerprint: String::new(),
        tournament: None,
    }
}

fn spec(game: u32) -> GameSpec {
    GameSpec::new(game, 0)
}

fn finished(game: u32) -> Delivery {
    delivery(News::Finished(Box::new(game_of(game))))
}

fn delivery(news: News) -> Delivery {
    Delivery { news, receipt: Receipt::Thread { _held: std::sync::mpsc::channel().0 } }
}

fn game_of(game: u32) -> FinishedGame {
    let text = GameText::example(&format!("game {game}\n"));
    FinishedGame { text, ..FinishedGame::example(game, 0, false) }
}

/// The lines of a journal's games that are no tags.
fn moves(journal: &str) -> String {
    journal.split_inclusive('\n').filter(|line| !line.starts_with('[')).collect()
}

/// Records the events it receives, and the journal's content at each.
struct Listener {
    journal: PathBuf,
    heard: Vec<String>,
}

impl Reporter for Listener {
    fn report(&mut self, event: &Event<'_>) {
        self.heard.push(match event {
            Event::GameFinished { .. } => moves(&std::fs::read_to_string(&self.journal).unwrap()),
            Event::Draining { in_progress, .. } => format!("draining {in_progress}"),
            Event::Aborting => "aborting".to_owned(),
            Event::Ended { ending, .. } => format!("{ending:?}"),
            Event::GameStarted { spec } => format!("game {} begins", spec.game),
            Event::Started { .. }
            | Event::Progress(_)
            | Event::Replayed { .. }
            | Event::Warning { .. } => return,
        });
    }
}

/// Hands inputs to the dispatcher of a match of four games, with two being played; returns
/// the reported events, whether the abort flag is raised, and the number of games left.
fn handle(inputs: impl IntoIterator<Item = Input>) -> (Vec<String>, bool, usize) {
    handle_on(DispatcherSettings::default(), inputs)
}

/// The same with these settings.
fn handle_on(
    settings: DispatcherSettings,
    inputs: impl IntoIterator<Item = Input>,
) -> (Vec<String>, bool, usize) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.pgn");
    let live_boards = LiveBoards::example(&path);
    let opened = Journal::open(&path, &[facts(4)], |_| {}).unwrap();
    let queue = Arc::new(Queue::new((0..4).map(spec).collect(), |_| false));
    assert!(queue.take().is_some() && queue.take().is_some());
    let mut listener = Listener { journal: path, heard: Vec::new() };
    let (state, abort) = (
        MatchState::new(4, &StopRules::default(), Scoreboard::from_iter([Tally::default()])),
        Stop::new(),
    );
    let left = Arc::clone(&queue);
    let mut dispatcher = Dispatcher::new(
        settings,
        opened.journal,
        state,
        queue,
        abort.clone(),
        live_boards,
        &mut listener,
    );
    for input in inputs {
        if dispatcher.handle(input).unwrap().is_break() {
            dispatcher.end();
            break;
        }
    }
    let left = std::iter::from_fn(|| left.take()).count();
    (listener.heard, abort.is_raised(), left)
}

#[test]
fn a_game_is_on_disk_before_it_is_reported() {
    let (heard, _, _) = handle([Input::News(vec![finished(1), finished(0)])]);
    assert_eq!(heard, ["game 1\ngame 0\n", "game 1\ngame 0\n"]);
}

#[test]
fn a_match_whose_games_are_all_finished_is_complete() {
    let games = (0..4).map(finished).collect();
    let (heard, _, _) = handle([Input::News(games), Input::ThreadsDone]);
    assert_eq!(heard.last().unwrap(), "Complete");
}

#[test]
fn the_first_interrupt_lets_the_games_in_progress_finish() {
    let first = Input::Signal(Signal::Interrupt);
    let game = Input::News(vec![finished(0)]);
    let rest = Input::News(vec![finished(1)]);
    let (heard, aborted, left) = handle([game, first, Input::Tick, rest, Input::ThreadsDone]);
    assert_eq!(heard[1..], ["draining 1", "game 0\ngame 1\n", "Drained"]);
    assert!(!aborted);
    assert_eq!(left, 0);
}

#[test]
fn a_pause_lets_games_finish_however_often_it_is_asked_for() {
    let pauses = [(); 3].map(|()| Input::Signal(Signal::Pause));
    let rest = Input::News(vec![finished(0), finished(1)]);
    let (heard, aborted, _) = handle(pauses.into_iter().chain([rest, Input::ThreadsDone]));
    let journal = "game 0\ngame 1\n";
    assert_eq!(heard, ["draining 2", journal, journal, "Drained"]);
    assert!(!aborted);
}

#[test]
fn the_second_interrupt_stops_at_once_and_a_third_changes_nothing() {
    let interrupts = [(); 3].map(|()| Input::Signal(Signal::Interrupt));
    let (heard, aborted, _) = handle(interrupts.into_iter().chain([Input::ThreadsDone]));
    assert_eq!(heard, ["draining 2", "aborting", "Aborted"]);
    assert!(aborted);
}

#[test]
fn the_fault_of_a_strict_match_ends_it_but_not_that_of_a_void_game() {
    let lost = |game, is_void| {
        let mut lost = game_of(game);
        lost.record.termination =
            if is_void { Termination::Void } else { Termination::TimeForfeit(Color::White) };
        Input::News(vec![delivery(News::Finished(Box::new(lost)))])
    };
    let strict = |replays, inputs: Vec<Input>| {
        let settings =
            DispatcherSettings { strict: true, replays, ..DispatcherSettings::default() };
        handle_on(settings, inputs.into_iter().chain([Input::ThreadsDone]))
    };
    let (heard, _, left) = strict(true, vec![lost(0, true), Input::Tick]);
    // Both games of the pair are handed out again.
    assert_eq!((heard.as_slice(), left), (&["Drained".to_owned()][..], 4));
    // The partner of a void game does not count, but its fault is one.
    let (heard, _, left) = strict(true, vec![lost(0, true), lost(1, false)]);
    assert_eq!(
        (heard[0].starts_with("draining"), heard.last().unwrap().as_str()),
        (true, "Faulted")
    );
    assert_eq!(left, 0);
    let (heard, _, _) = strict(true, vec![lost(1, false)]);
    assert_eq!(heard, ["draining 1", "game 1\n", "Faulted"]);
    let (heard, _, _) = strict(false, vec![lost(1, false)]);
    assert_eq!(heard, ["game 1\n", "draining 1", "Faulted"]);
}

#[test]
fn a_termination_stops_at_once() {
    let inputs = [Input::Signal(Signal::Terminate), Input::PatienceOver];
    let (heard, aborted, left) = handle(inputs);
    assert_eq!(heard, ["aborting", "Aborted"]);
    assert!(aborted);
    assert_eq!(left, 0);
}

#[test]
fn news_are_told_in_their_order_and_receipts_given_when_all_was_heard() {
    let begins = |game| delivery(News::Begins(spec(game)));
    let (sender, receipt) = std::sync::mpsc::channel();
    let last = Delivery {
        news: News::Finished(Box::new(game_of(1))),
        receipt: Receipt::Thread { _held: sender },
    };
    let news = vec![begins(0), finished(0), begins(1), last];
    let settings = DispatcherSettings { is_close: true, ..DispatcherSettings::default() };
    let (heard, _, _) = handle_on(settings, [Input::News(news)]);
    assert_eq!(heard, ["game 0 begins", "game 0\n", "game 1 begins", "game 0\ngame 1\n"]);
    assert!(receipt.try_recv() == Err(std::sync::mpsc::TryRecvError::Disconnected));
}
