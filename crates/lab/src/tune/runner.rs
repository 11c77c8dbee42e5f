//! Plays the iterations of a tuning.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use document::number;
use tokio::sync::mpsc;
use tokio::time::interval;

use super::journal::TuningJournal;
use super::state::TuningState;
use crate::progress::ProgressDisplay;
use arena::config::Match;
use arena::player::AnyPlayer;
use arena::report::incident;
use arena::runner::{self, Batch, BatchNews, Signal};
use arena::score::tally::Tally;
use arena::storage::json_lines::JsonLinesError;
use arena::system::duration::duration;
use stats::Pentanomial;
use uci_client::Guard;

/// The end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TuningEnding {
    /// Every iteration is finished.
    Complete,
    /// Stopped after the iteration in progress.
    Drained,
    /// Stopped at once; the iteration in progress is lost.
    Aborted,
}

/// Why a tuning could not be run to its end.
#[derive(Debug, thiserror::Error)]
pub enum TuningError {
    /// The journal could not be written.
    #[error(transparent)]
    Journal(#[from] JsonLinesError),
    /// The games could not be played.
    #[error(transparent)]
    Games(#[from] runner::MatchError),
    /// The remote games failed.
    #[error(transparent)]
    Elsewhere(Box<dyn Error + Send + Sync>),
    /// Nobody may go on with them.
    #[error("{0}")]
    Obstacle(String),
    /// An iteration is malformed; a bug in arena.
    #[error("iteration {number} has come out wrong: {problem}")]
    Iteration {
        /// Its number, from 1.
        number: usize,
        /// The problem.
        problem: String,
    },
}

const UPDATE_EVERY: Duration = Duration::from_millis(200);
/// The number of values shown on a line.
const SHOWN: usize = 4;
/// How often in a tuning its parameters are checked for an effect.
const CHECKS: u32 = 10;

/// Plays the iterations that `state` lacks; `start` begins the games of one, in this process
/// ([`start_here`]) or remotely. Each goes to the journal and then to `state`. The first interrupt
/// ends the run after the iteration in progress, any other signal at once.
///
/// # Errors
/// When the journal cannot be written, or a game thread breaks down.
pub async fn run(
    state: &mut TuningState<'_>,
    journal: &mut TuningJournal,
    start: impl AsyncFn(&Arc<Match>) -> Result<Batch, TuningError>,
    signals: mpsc::Receiver<Signal>,
    display: ProgressDisplay,
) -> Result<TuningEnding, TuningError> {
    let mut watch = Watch::new(state, signals, display);
    let ending = loop {
        if state.is_complete() {
            break TuningEnding::Complete;
        }
        if watch.draining {
            break TuningEnding::Drained;
        }
        watch.warn_of_idle_parameters(state);
        let played = state.perturbation();
        let next = Arc::new(state.next_match(&played));
        let Some(pairs) = play(start(&next).await?, &next, &mut watch).await? else {
            break TuningEnding::Aborted;
        };
        let iteration = state.finished(played, pairs);
        journal.append(&iteration)?;
        let number = state.iterations().len() + 1;
        state.push(iteration).map_err(|problem| TuningError::Iteration { number, problem })?;
        watch.note(state);
    };
    watch.end();
    Ok(ending)
}

/// Plays one iteration; `None` when it was given up.
async fn play(
    mut batch: Batch,
    settings: &Match,
    watch: &mut Watch,
) -> Result<Option<Pentanomial>, TuningError> {
    let mut tally = Tally::default();
    let mut ticks = interval(UPDATE_EVERY);
    loop {
        tokio::select! {
            biased;
            Some(signal) = watch.signals.recv() => if watch.stops_at_once(signal) {
                return Ok(None);
            },
            game = batch.next() => match game {
                Some(BatchNews::Obstacle(text)) => return Err(TuningError::Obstacle(text)),
                Some(BatchNews::Warning(text)) => watch.display.say(&format!("warning: {text}")),
                Some(BatchNews::Played(game)) => {
                    if let Some(text) = incident(settings, &game, None) {
                        let iteration = watch.finished + 1;
                        watch.display.say(&format!("iteration {iteration}, {text}"));
                    }
                    tally.add(&game);
                    watch.games += 1;
                }
                None => break,
            },
            _ = ticks.tick() => watch.show(),
        }
    }
    batch.join()?;
    Ok(Some(tally.pairs()))
}

/// Begins the games of an iteration in this process. `guard` keeps programs from outliving it; `stderr` is the
/// directory of their standard errors.
///
/// # Errors
/// When the games cannot be begun.
pub fn start_here(
    settings: &Arc<Match>,
    guard: &Guard,
    stderr: &Path,
) -> Result<Batch, TuningError> {
    let make_player = AnyPlayer::factory(settings, guard, stderr);
    Ok(Batch::start(settings, make_player)?)
}

/// The display for the user, and the user's requests.
struct Watch {
    display: ProgressDisplay,
    signals: mpsc::Receiver<Signal>,
    begin: Instant,
    /// The finished iterations, and those finished before this run.
    finished: usize,
    before: usize,
    /// Games of this run, and of the whole tuning.
    games: u64,
    planned: u64,
    /// Games of the iterations before this run.
    games_before: u64,
    /// The values, in short.
    values: String,
    draining: bool,
}

impl Watch {
    fn new(
        state: &TuningState<'_>,
        signals: mpsc::Receiver<Signal>,
        display: ProgressDisplay,
    ) -> Watch {
        let (iterations, finished) = (state.tuning.iterations(), state.iterations().len());
        let each = u64::from(state.tuning.base.games);
        let mut watch = Watch {
            display,
            signals,
            begin: Instant::now(),
            finished,
            before: finished,
            games: 0,
            planned: u64::from(iterations) * each,
            games_before: finished as u64 * each,
            values: String::new(),
            draining: false,
        };
        watch.note(state);
        watch
    }

    /// Takes note of a finished iteration.
    fn note(&mut self, state: &TuningState<'_>) {
        self.finished = state.iterations().len();
        let values = state.tuning.parameters.iter().zip(state.values());
        let shown = values.take(SHOWN);
        let shown = shown.map(|(parameter, value)| {
            let (value, name) = (value / parameter.subject.scale(), parameter.name());
            let name = name.rsplit('.').next().unwrap_or_default();
            format!(
                "  {name} {}",
                number::decimal(value, if parameter.subject.scale() > 1.0 { 3 } else { 1 })
            )
        });
        self.values = shown.collect();
        if state.tuning.parameters.len() > SHOWN {
            self.values.push_str("  ..");
        }
        self.show();
    }

    /// Says, at the first iteration of a run and now and then, which parameters change no search as they are.
    fn warn_of_idle_parameters(&mut self, state: &TuningState<'_>) {
        let every = (state.tuning.iterations() / CHECKS).max(1) as usize;
        let finished = state.iterations().len();
        if finished != self.before && !finished.is_multiple_of(every) {
            return;
        }
        for name in state.idle_parameters() {
            let iteration = finished + 1;
            self.display.say(&format!(
                "warning: iteration {iteration}: {name} changes no search, with all others as they are: games move it \
                 by chance alone; a start or a range where it acts would be right"
            ));
        }
    }

    fn show(&mut self) {
        let pace = self.pace() + &self.values;
        self.display.update(self.finished, self.begin.elapsed(), &pace);
    }

    /// Games per hour, and time left.
    fn pace(&self) -> String {
        let elapsed = self.begin.elapsed();
        if self.games == 0 {
            return "no game finished yet".to_owned();
        }
        let per_game = elapsed.div_f64(self.games as f64);
        let left = self.planned.saturating_sub(self.games_before + self.games);
        let per_hour = 3600.0 / per_game.as_secs_f64();
        match left {
            0 => format!("{per_hour:.0} games/h, took {}", duration(elapsed)),
            left => {
                let left = duration(per_game.mul_f64(left as f64));
                format!("{per_hour:.0} games/h, {left} left")
            }
        }
    }

    /// Handles a signal; returns whether to give up the iteration in progress.
    fn stops_at_once(&mut self, signal: Signal) -> bool {
        if signal == Signal::Pause && self.draining {
            return false;
        }
        if signal != Signal::Terminate && !self.draining {
            self.draining = true;
            self.display.say("stopping after the iteration in progress; once more to stop at once");
            return false;
        }
        self.display.say("giving up the iteration in progress");
        true
    }

    fn end(&mut self) {
        let news = self.finished > self.before;
        self.display.end(self.finished, news.then(|| self.pace() + &self.values));
    }
}
