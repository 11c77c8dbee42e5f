//! Plays the iterations of a tuning.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use document::number;
use tokio::sync::mpsc;

use super::state::TuningState;
use crate::pace::Pace;
use crate::progress::ProgressDisplay;
use crate::run_loop::{self, RunEnding, RunWork};
use arena::config::Match;
use arena::player;
use arena::report::incident;
use arena::runner::{self, Batch, BatchNews, Signal};
use arena::score::tally::Tally;
use arena::storage::json_lines::{JsonLines, JsonLinesError};
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
    journal: &mut JsonLines,
    start: impl AsyncFn(&Arc<Match>) -> Result<Batch, TuningError>,
    mut signals: mpsc::Receiver<Signal>,
    mut display: ProgressDisplay,
) -> Result<TuningEnding, TuningError> {
    let before = state.iterations().len();
    let mut watch = Watch { pace: Pace::begin(), before, games: 0, draining: false };
    let ending = loop {
        if state.is_complete() {
            break TuningEnding::Complete;
        }
        if watch.draining {
            break TuningEnding::Drained;
        }
        watch.warn_of_idle_parameters(state, &mut display);
        let played = state.perturbation();
        let next = Arc::new(state.next_match(&played));
        let (batch, tally) = (start(&next).await?, Tally::default());
        let mut run =
            IterationRun { state: &*state, watch: &mut watch, settings: &next, batch, tally };
        if run_loop::run(&mut run, &mut signals, &mut display).await? == RunEnding::Interrupted {
            break TuningEnding::Aborted;
        }
        let IterationRun { batch, tally, .. } = run;
        batch.join()?;
        let iteration = state.finished(played, tally.pairs());
        journal.append(std::iter::once(&iteration))?;
        let number = state.iterations().len() + 1;
        state.push(iteration).map_err(|problem| TuningError::Iteration { number, problem })?;
    };
    let finished = state.iterations().len();
    display.end(finished, (finished > before).then(|| watch.pace(state)));
    Ok(ending)
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
    let make_player = player::factory(settings, guard, stderr);
    Ok(Batch::start(settings, make_player)?)
}

/// The games of an iteration in progress.
struct IterationRun<'a> {
    state: &'a TuningState<'a>,
    watch: &'a mut Watch,
    settings: &'a Match,
    batch: Batch,
    tally: Tally,
}

impl RunWork for IterationRun<'_> {
    type Result = BatchNews;
    type Error = TuningError;

    const GIVEN_UP: &'static str = "the iteration in progress";

    /// The games tell their own end.
    fn is_complete(&self) -> bool {
        false
    }

    async fn receive(&mut self, batch: &mut Vec<BatchNews>) -> usize {
        let news = self.batch.next().await;
        let count = usize::from(news.is_some());
        batch.extend(news);
        count
    }

    fn take(
        &mut self,
        results: impl Iterator<Item = BatchNews>,
        display: &mut ProgressDisplay,
    ) -> Result<(), TuningError> {
        for news in results {
            match news {
                BatchNews::Obstacle(text) => return Err(TuningError::Obstacle(text)),
                BatchNews::Warning(text) => display.say(&format!("warning: {text}")),
                BatchNews::Played(game) => {
                    if let Some(text) = incident(self.settings, &game, None) {
                        display.say(&format!("iteration {}, {text}", self.finished() + 1));
                    }
                    self.tally.add(&game);
                    self.watch.games += 1;
                }
            }
        }
        Ok(())
    }

    fn finished(&self) -> usize {
        self.state.iterations().len()
    }

    fn pace(&self) -> String {
        self.watch.pace(self.state)
    }

    /// The first interrupt lets the iteration end.
    fn is_ended_by(&mut self, signal: Signal, display: &mut ProgressDisplay) -> bool {
        let draining = &mut self.watch.draining;
        if signal == Signal::Pause && *draining {
            return false;
        }
        if signal != Signal::Terminate && !*draining {
            *draining = true;
            display.say("stopping after the iteration in progress; once more to stop at once");
            return false;
        }
        display.say(&format!("giving up {}", Self::GIVEN_UP));
        true
    }
}

/// The course of a run, and the user's requests.
struct Watch {
    pace: Pace,
    /// The iterations that were finished before this run.
    before: usize,
    /// Games of this run.
    games: u64,
    draining: bool,
}

impl Watch {
    /// Says, at the first iteration of a run and now and then, which parameters change no search as they are.
    fn warn_of_idle_parameters(&self, state: &TuningState<'_>, display: &mut ProgressDisplay) {
        let every = (state.tuning.iterations() / CHECKS).max(1) as usize;
        let finished = state.iterations().len();
        if finished != self.before && !finished.is_multiple_of(every) {
            return;
        }
        for name in state.idle_parameters() {
            let iteration = finished + 1;
            display.say(&format!(
                "warning: iteration {iteration}: {name} changes no search, with all others as they are: games move it \
                 by chance alone; a start or a range where it acts would be right"
            ));
        }
    }

    /// Games per hour, time left, and the values in short.
    fn pace(&self, state: &TuningState<'_>) -> String {
        let values = values_in_short(state);
        if self.games == 0 {
            return format!("no game finished yet{values}");
        }
        let each = u64::from(state.tuning.base.games);
        let planned = u64::from(state.tuning.iterations()) * each;
        let per_hour = 3600.0 * self.pace.a_second(self.games as f64);
        let time = match planned.saturating_sub(self.before as u64 * each + self.games) {
            0 => format!("took {}", self.pace.taken()),
            left => self.pace.left(self.games as f64, left as f64).unwrap_or_default(),
        };
        format!("{per_hour:.0} games/h, {time}{values}")
    }
}

fn values_in_short(state: &TuningState<'_>) -> String {
    let values = state.tuning.parameters.iter().zip(state.values());
    let shown = values.take(SHOWN).map(|(parameter, value)| {
        let (scale, name) = (parameter.subject.scale(), parameter.name());
        let name = name.rsplit('.').next().unwrap_or_default();
        format!("  {name} {}", number::decimal(value / scale, if scale > 1.0 { 3 } else { 1 }))
    });
    let more = if state.tuning.parameters.len() > SHOWN { "  .." } else { "" };
    shown.collect::<String>() + more
}
