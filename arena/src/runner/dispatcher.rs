//! The dispatcher: the single writer of journal, tally and reporter.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use engine::Stop;
use tokio::sync::mpsc;
use tokio::time::{Instant, interval};

use super::live_boards::LiveBoards;
use super::pairs::{Pairs, Verdict};
use super::progress::MatchState;
use super::transport::{Delivery, FinishedGame, News, WAITING_GAMES};
use super::{ABORT_PATIENCE, DrainCause, MatchEnding, Queue, Signal};
use crate::chess::conventions::Conventions;
use crate::config::{Match, OnSuspect};
use crate::player::faults::Bundles;
use crate::runner::events::{Event, Reporter};
use crate::storage::journal::{Journal, JournalError};
use stats::stop::StopCause;

/// Everything that can happen while a match runs.
#[derive(Debug)]
pub(super) enum Input {
    /// Games were finished, or are about to begin.
    News(Vec<Delivery>),
    /// All game threads have come to their end.
    ThreadsDone,
    /// A request to stop the match.
    Signal(Signal),
    /// A second has passed.
    Tick,
    /// The game threads had time enough to stop.
    PatienceOver,
}

/// Whether games are begun, finished, or given up.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    Running,
    Draining(DrainCause),
    Aborting { since: Instant },
}

/// What a match wants of its dispatcher.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Terms {
    /// The first fault ends it.
    strict: bool,
    /// Pairs may be replayed.
    replays: bool,
    /// Threads wait until their news were heard.
    is_close: bool,
}

impl Terms {
    pub(super) fn of(settings: &Match) -> Terms {
        let replays = settings.supervision.on_suspect == OnSuspect::ReplayPair;
        let is_close = settings.conventions == Conventions::Fastchess;
        Terms { strict: settings.strict, replays, is_close }
    }
}

pub(super) struct Dispatcher<'a> {
    journal: Journal,
    state: MatchState,
    queue: Arc<Queue>,
    abort: Stop,
    live_boards: LiveBoards,
    reporter: &'a mut dyn Reporter,
    /// Games finished in this run.
    finished: usize,
    phase: Phase,
    strict: bool,
    /// Whether a fault has ended a strict match.
    faulted: bool,
    /// The evidence of faults.
    bundles: Bundles,
    pairs: Pairs,
    is_close: bool,
}

impl<'a> Dispatcher<'a> {
    pub(super) fn new(
        terms: Terms,
        journal: Journal,
        state: MatchState,
        queue: Arc<Queue>,
        abort: Stop,
        live_boards: LiveBoards,
        reporter: &'a mut dyn Reporter,
    ) -> Dispatcher<'a> {
        Dispatcher {
            bundles: Bundles::new(journal.path().with_file_name("faults")),
            journal,
            state,
            queue,
            abort,
            live_boards,
            reporter,
            finished: 0,
            phase: Phase::Running,
            strict: terms.strict,
            faulted: false,
            pairs: Pairs::new(terms.replays),
            is_close: terms.is_close,
        }
    }

    /// Handles what happens until the match has come to its end.
    pub(super) async fn run(
        mut self,
        mut finished: mpsc::Receiver<Delivery>,
        mut signals: mpsc::Receiver<Signal>,
    ) -> Result<MatchEnding, JournalError> {
        let mut ticks = interval(Duration::from_secs(1));
        loop {
            let mut games = Vec::new();
            let patience = self.patience();
            let input = tokio::select! {
                count = finished.recv_many(&mut games, WAITING_GAMES) => match count {
                    0 => Input::ThreadsDone,
                    _ => Input::News(games),
                },
                Some(signal) = signals.recv() => Input::Signal(signal),
                _ = ticks.tick() => Input::Tick,
                () = patience => Input::PatienceOver,
            };
            if self.handle(input)?.is_break() {
                return Ok(self.end());
            }
        }
    }

    /// Handles one input; a break ends the run.
    pub(super) fn handle(&mut self, input: Input) -> Result<ControlFlow<()>, JournalError> {
        match input {
            Input::News(news) => self.take(news)?,
            Input::Signal(Signal::Interrupt) if self.phase == Phase::Running => {
                self.drain(DrainCause::Interrupt);
            }
            Input::Signal(Signal::Interrupt | Signal::Terminate) => self.stop_at_once(),
            Input::Tick => {
                self.live_boards.update(&self.state.progress());
                self.reporter.report(&Event::Progress(self.state.progress()));
                self.heed_rules();
            }
            Input::ThreadsDone | Input::PatienceOver => {
                let alone = self.pairs.give_up();
                self.commit(&alone)?;
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Takes news of games: announces those that begin, decides what becomes of each, and commits those that count.
    fn take(&mut self, deliveries: Vec<Delivery>) -> Result<(), JournalError> {
        let mut counting = Vec::with_capacity(deliveries.len());
        // Where games are announced, those that wait for their news to be heard.
        let mut listening = Vec::new();
        for Delivery { news, receipt } in deliveries {
            match news {
                News::Begins(spec) => {
                    self.commit(&std::mem::take(&mut counting))?;
                    self.reporter.report(&Event::GameStarted { spec: &spec });
                }
                News::Finished(game) => counting.extend(self.decide(*game)),
            }
            match self.is_close {
                true => listening.push(receipt),
                // Only now its thread may ask for the next ticket.
                false => drop(receipt),
            }
        }
        self.commit(&counting)?;
        self.heed_rules();
        drop(listening);
        Ok(())
    }

    /// Decides what becomes of a game; gives out what can go to the journal.
    fn decide(&mut self, game: FinishedGame) -> Vec<FinishedGame> {
        let pair = game.record.spec.pair();
        let verdict = self.pairs.decide(&game);
        if let Verdict::Replay(attempt) = verdict {
            self.queue.replay(pair, attempt);
        }
        if verdict != Verdict::Counts && game.record.suspect {
            self.keep_evidence(&game);
            self.reporter.report(&Event::Replayed { record: &game.record });
            return Vec::new();
        }
        // The partner of a void game does not count, but its fault does.
        if self.strict && game.record.termination.fault().is_some() {
            self.queue.close();
            self.faulted = true;
        }
        match verdict {
            Verdict::Counts => {
                let is_half = self.state.scoreboard.is_half_a_pair(pair);
                self.pairs.take(game, is_half)
            }
            Verdict::Replay(_) | Verdict::Superseded => Vec::new(),
        }
    }

    /// Writes the evidence of a fault, and gives its directory. A match goes on where that fails.
    fn keep_evidence(&mut self, game: &FinishedGame) -> Option<PathBuf> {
        match self.bundles.keep(game.record.spec.game, game.evidence.as_ref()?) {
            Ok(path) => Some(path),
            Err(error) => {
                let directory = self.bundles.directory().display();
                tracing::warn!("cannot keep the evidence in {directory}: {error}");
                None
            }
        }
    }

    /// Puts games on disk, and only then counts and reports them.
    fn commit(&mut self, games: &[FinishedGame]) -> Result<(), JournalError> {
        if games.is_empty() {
            return Ok(());
        }
        self.journal.append(games.iter().map(|game| game.text.as_str()))?;
        self.finished += games.len();
        tracing::debug!(games = games.len(), "games are on disk");
        for finished in games {
            let record = &finished.record;
            let (game, termination, incident) =
                (record.spec.game, record.termination, &record.incident);
            match incident {
                Some(incident) => tracing::warn!(game, ?termination, incident, "game finished"),
                None => {
                    tracing::debug!(game, ?termination, plies = record.moves.len(), "game finished")
                }
            }
            let evidence = self.keep_evidence(finished);
            self.state.scoreboard.add(record);
            self.live_boards.forget(game);
            let evidence = evidence.as_deref();
            self.reporter.report(&Event::GameFinished { record, evidence });
        }
        self.reporter.report(&Event::Progress(self.state.progress()));
        Ok(())
    }

    /// Begins no more pairs if one of the match's rules says so.
    fn heed_rules(&mut self) {
        if self.phase == Phase::Running && self.faulted {
            self.drain(DrainCause::Fault);
        } else if self.phase == Phase::Running
            && let Some(cause) = self.state.stop_cause()
        {
            self.drain(DrainCause::Rule(cause));
        }
    }

    /// Begins no more games; where a rule of the match is the cause, no more pairs.
    fn drain(&mut self, cause: DrainCause) {
        let ends_pairs = matches!(cause, DrainCause::Rule(_));
        if ends_pairs {
            self.queue.close_after_pair();
        }
        let played = self.finished + self.pairs.waiting();
        let in_progress = self.queue.taken().saturating_sub(played);
        if !ends_pairs {
            self.queue.close();
        }
        tracing::info!(in_progress, ?cause, "no more games are begun");
        self.phase = Phase::Draining(cause);
        self.reporter.report(&Event::Draining { in_progress, cause });
    }

    fn stop_at_once(&mut self) {
        if !matches!(self.phase, Phase::Aborting { .. }) {
            tracing::info!("the games in progress are given up");
            self.queue.close();
            self.abort.raise();
            self.phase = Phase::Aborting { since: Instant::now() };
            self.reporter.report(&Event::Aborting);
        }
    }

    /// Passes when the threads have had their time to stop at once; else never.
    fn patience(&self) -> impl Future<Output = ()> + use<> {
        let since = match self.phase {
            Phase::Aborting { since } => Some(since),
            Phase::Running | Phase::Draining(_) => None,
        };
        async move {
            match since {
                Some(since) => tokio::time::sleep_until(since + ABORT_PATIENCE).await,
                None => std::future::pending().await,
            }
        }
    }

    fn end(self) -> MatchEnding {
        let progress = self.state.progress();
        let complete = progress.finished() >= progress.planned;
        let ending = match self.phase {
            Phase::Aborting { .. } if !complete => MatchEnding::Aborted,
            _ if let Some(stopped) = progress.scoreboard.stopped() => {
                MatchEnding::Stopped(StopCause::Decision(stopped))
            }
            _ if complete => self.state.completed(),
            Phase::Draining(_) if self.faulted => MatchEnding::Faulted,
            Phase::Draining(DrainCause::Rule(cause)) => MatchEnding::Stopped(cause),
            _ => MatchEnding::Drained,
        };
        tracing::info!(?ending, finished = progress.finished(), "run ends");
        self.live_boards.leave();
        self.reporter.report(&Event::Ended { ending, progress });
        ending
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::record::{GameRecord, GameSpec, Termination};
    use crate::score::tally::Tally;
    use crate::storage::facts::{BookFacts, ContenderFacts, MatchFacts};
    use shakmaty::{Color, KnownOutcome};
    use stats::anytime::Method;
    use stats::stop::StopRules;
    use std::path::PathBuf;

    fn facts(games: u32) -> MatchFacts {
        let contender = ContenderFacts {
            name: "x".to_owned(),
            configuration: String::new(),
            limits: String::new(),
            time_control: "-".to_owned(),
            signature: 0,
            files: None,
        };
        let book = BookFacts {
            file: String::new(),
            openings: 1,
            order: String::new(),
            plies: None,
            start: 1,
        };
        MatchFacts {
            name: "test".to_owned(),
            question: None,
            games,
            seed: 1,
            contenders: [contender.clone(), contender],
            book,
            adjudication: String::new(),
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
        let record = GameRecord {
            spec: spec(game),
            first_mover: Color::White,
            moves: Vec::new(),
            termination: Termination::MoveLimit,
            incident: None,
            outcome: KnownOutcome::Draw,
            counters: shakmaty::ByColor::default(),
            overruns: shakmaty::ByColor::default(),
            suspect: false,
            late: shakmaty::ByColor::default(),
            table: None,
        };
        let text = format!("game {game}\n");
        let game = FinishedGame { record, text, evidence: None, attempt: 0 };
        Delivery { news: News::Finished(Box::new(game)), receipt: std::sync::mpsc::channel().0 }
    }

    /// Writes down what it hears, and what the journal held when it heard it.
    struct Listener {
        journal: PathBuf,
        heard: Vec<String>,
    }

    impl Reporter for Listener {
        fn report(&mut self, event: &Event<'_>) {
            self.heard.push(match event {
                Event::GameFinished { .. } => std::fs::read_to_string(&self.journal).unwrap(),
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

    /// Hands inputs to the dispatcher of a match of four games, two of which are being played;
    /// returns what the reporter heard, whether the abort flag is up, and how many games are left.
    fn handle(inputs: impl IntoIterator<Item = Input>) -> (Vec<String>, bool, usize) {
        handle_on(Terms::default(), inputs)
    }

    /// The same on these terms.
    fn handle_on(
        terms: Terms,
        inputs: impl IntoIterator<Item = Input>,
    ) -> (Vec<String>, bool, usize) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("games.pgn");
        let live_boards = LiveBoards::new(&path, 2);
        let opened = Journal::open(&path, &[facts(4)], |_| {}).unwrap();
        let queue = Arc::new(Queue::new((0..4).map(spec).collect(), |_| false));
        assert!(queue.take().is_some() && queue.take().is_some());
        let mut listener = Listener { journal: path, heard: Vec::new() };
        let (state, abort) =
            (MatchState::new(4, &StopRules::default(), Tally::default().into()), Stop::new());
        let left = Arc::clone(&queue);
        let mut dispatcher = Dispatcher::new(
            terms,
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
    fn the_second_interrupt_stops_at_once_and_a_third_changes_nothing() {
        let interrupts = [(); 3].map(|()| Input::Signal(Signal::Interrupt));
        let (heard, aborted, _) = handle(interrupts.into_iter().chain([Input::ThreadsDone]));
        assert_eq!(heard, ["draining 2", "aborting", "Aborted"]);
        assert!(aborted);
    }

    #[test]
    fn the_fault_of_a_strict_match_ends_it_but_not_that_of_a_void_game() {
        let lost = |game, suspect| {
            let mut lost = finished(game);
            lost.game.record.termination = Termination::TimeForfeit(Color::White);
            lost.game.record.suspect = suspect;
            Input::News(vec![lost])
        };
        let strict = |replays, inputs: Vec<Input>| {
            handle_on(
                Terms { strict: true, replays },
                inputs.into_iter().chain([Input::ThreadsDone]),
            )
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
}
