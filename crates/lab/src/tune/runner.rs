//! Plays the iterations of a tuning.

use std::path::Path;
use std::sync::Arc;

use anyhow::{anyhow, bail};
use document::number;
use tokio::sync::mpsc;

use super::state::TuningState;
use crate::progress::{Pace, ProgressDisplay};
use crate::run_loop::{Event, Run};
use arena::config::Match;
use arena::player;
use arena::report::incident;
use arena::runner::{Batch, BatchNews, Signal};
use arena::score::tally::Tally;
use arena::storage::json_lines::JsonLines;
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

/// The message where the iteration in progress is the last one.
const DRAINING: &str = "stopping after the iteration in progress; once more to stop at once";
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
    start: impl AsyncFn(&Arc<Match>) -> anyhow::Result<Batch>,
    signals: mpsc::Receiver<Signal>,
    display: ProgressDisplay,
) -> anyhow::Result<TuningEnding> {
    let before = state.iterations().len();
    let mut run = Run::begin(signals, display, before);
    let (mut games, mut draining) = (0, false);
    let ending = 'run: loop {
        if state.is_complete() {
            break TuningEnding::Complete;
        }
        if draining {
            break TuningEnding::Drained;
        }
        warn_of_idle_parameters(state, before, &mut run.display);
        let played = state.perturbation();
        let next = Arc::new(state.next_match(&played));
        let (mut batch, mut tally) = (start(&next).await?, Tally::default());
        let finished = state.iterations().len();
        loop {
            match run.wait(batch.next()).await {
                Event::Result(None) => break,
                Event::Result(Some(BatchNews::Obstacle(text))) => {
                    bail!(text);
                }
                Event::Result(Some(BatchNews::Warning(text))) => {
                    run.display.say(&format!("warning: {text}"));
                }
                Event::Result(Some(BatchNews::Played(game))) => {
                    if let Some(text) = incident(&next, &game, None) {
                        run.display.say(&format!("iteration {}, {text}", finished + 1));
                    }
                    tally.add(&game);
                    games += 1;
                }
                Event::Tick => run.display.update(finished, &pace(run.pace, state, before, games)),
                Event::Signal(Signal::Pause) if draining => {}
                Event::Signal(Signal::Interrupt | Signal::Pause) if !draining => {
                    draining = true;
                    run.display.say(DRAINING);
                }
                Event::Signal(_) => {
                    run.display.say("giving up the iteration in progress");
                    break 'run TuningEnding::Aborted;
                }
            }
        }
        batch.join()?;
        let iteration = state.finished(played, tally.pairs());
        journal.append(std::iter::once(&iteration))?;
        let number = finished + 1;
        state
            .push(iteration)
            .map_err(|problem| anyhow!("iteration {number} has come out wrong: {problem}"))?;
    };
    let pace = pace(run.pace, state, before, games);
    run.end(state.iterations().len(), pace);
    Ok(ending)
}

/// Begins the games of an iteration in this process. `guard` keeps programs from outliving it; `stderr` is the
/// directory of their standard errors.
///
/// # Errors
/// When the games cannot be begun.
pub fn start_here(settings: &Arc<Match>, guard: &Guard, stderr: &Path) -> anyhow::Result<Batch> {
    let make_player = player::factory(settings, guard, stderr);
    Batch::start(settings, &make_player)
}

/// Says, at the first iteration of a run and now and then, which parameters change no search as they are.
fn warn_of_idle_parameters(state: &TuningState<'_>, before: usize, display: &mut ProgressDisplay) {
    let every = (state.tuning.iterations() / CHECKS).max(1) as usize;
    let finished = state.iterations().len();
    if finished != before && !finished.is_multiple_of(every) {
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

/// Games per hour of a run that began after `before` iterations and has played `games`, time left, and the values in short.
fn pace(pace: Pace, state: &TuningState<'_>, before: usize, games: u64) -> String {
    let each = u64::from(state.tuning.base.games);
    let planned = u64::from(state.tuning.iterations()) * each;
    let left = planned.saturating_sub(before as u64 * each + games);
    let per_hour = 3600.0 * pace.a_second(games as f64);
    let time = pace.words(games as f64, left as f64);
    format!("{per_hour:.0} games/h, {time}{}", values_in_short(state))
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
