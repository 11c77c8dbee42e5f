//! A table: a thread that plays one game at a time.

use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use engine::Stop;
use jiff::Timestamp;
use shakmaty::{ByColor, Color};
use tokio::runtime;
use tokio::sync::mpsc;

use super::Queue;
use super::pin::{self, CpuSet};
use super::queue::Ticket;
use crate::config::{Match, OnSuspect};
use crate::faults::Evidence;
use crate::game::play;
use crate::journal::GameWriter;
use crate::player::Player;
use crate::record::{Contender, GameRecord, GameSpec, Termination};

/// A finished game, and its text for the journal.
#[derive(Debug)]
pub(super) struct Finished {
    pub(super) record: GameRecord,
    pub(super) text: String,
    /// Of the engine that has lost it by a fault.
    pub(super) evidence: Option<Evidence>,
    /// Which time its pair is played.
    pub(super) attempt: u32,
    /// Whether it is void, and its pair is played again.
    pub(super) is_void: bool,
}

/// What a table works with.
pub(super) struct Table<F> {
    pub(super) settings: Arc<Match>,
    pub(super) queue: Arc<Queue>,
    pub(super) writer: GameWriter,
    pub(super) abort: Stop,
    pub(super) finished: mpsc::Sender<Finished>,
    pub(super) seat: F,
    /// The table's number, from 1.
    pub(super) number: usize,
    /// Where its thread, and the programs that it starts, are to run.
    pub(super) place: Option<CpuSet>,
}

impl<P, F> Table<F>
where
    P: Player,
    F: Fn(Contender, Stop) -> P + Send + 'static,
{
    /// Starts the table's thread.
    pub(super) fn start(self) -> io::Result<JoinHandle<()>> {
        let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
        let thread = thread::Builder::new().name(format!("table {}", self.number));
        thread.spawn(move || {
            if let Some(place) = &self.place {
                pin::keep_to(place);
            }
            pin::wake_exactly();
            runtime.block_on(self.play_games());
        })
    }

    /// Plays games until there are no more, or the match is stopped at once.
    async fn play_games(self) {
        let mut players = [self.seat(Contender::First), self.seat(Contender::Second)];
        while let Some(ticket) = self.queue.take() {
            let Ticket { spec, attempt } = ticket;
            let by_color = seated(&mut players, &spec);
            let Some(mut record) = play(&self.settings, spec, by_color, &self.abort).await else {
                return;
            };
            record.table = self.number_where_it_matters();
            let at_fault = record.termination.fault().map(|color| spec.player(color));
            let evidence = at_fault.and_then(|failed| {
                let evidence = players[failed as usize].evidence()?;
                Some(self.completed(evidence, &record, failed))
            });
            if let Termination::Abandoned(color) = record.termination {
                let failed = spec.player(color);
                players[failed as usize] = self.seat(failed);
            }
            if self.settings.strict && at_fault.is_some() {
                self.queue.close();
            }
            let replays = self.settings.supervision.on_suspect == OnSuspect::ReplayPair;
            let is_void = record.suspect && replays && self.queue.replay(ticket);
            let date = Timestamp::now().strftime("%Y.%m.%d").to_string();
            let text = self.writer.write(&record, self.settings.opening(&spec), &date);
            let finished = Finished { record, text, evidence, attempt, is_void };
            if self.finished.send(finished).await.is_err() {
                return;
            }
        }
    }

    /// What the player can tell, and what the game can.
    fn completed(&self, evidence: Evidence, record: &GameRecord, failed: Contender) -> Evidence {
        let (number, name) = (record.spec.game + 1, &self.settings.name);
        let player = self.settings.contender(failed).name.clone();
        let side = if record.spec.white == failed { "White" } else { "Black" };
        let incident = record.incident.as_deref().unwrap_or_default();
        let account = evidence.account;
        let account = format!("game {number} of {name}, {player} as {side}\n{incident}\n{account}");
        Evidence { player, account, ..evidence }
    }

    /// The table's number where programs play on a clock: some tables may be slower than others.
    fn number_where_it_matters(&self) -> Option<u32> {
        let mut contenders = self.settings.contenders.iter();
        let matters = contenders.any(|of| of.program().is_some() && of.limits.is_timed());
        u32::try_from(self.number).ok().filter(|_| matters)
    }

    fn seat(&self, contender: Contender) -> P {
        (self.seat)(contender, self.abort.clone())
    }
}

/// The players in the colours they have in this game.
fn seated<'a, P>(players: &'a mut [P; 2], spec: &GameSpec) -> ByColor<&'a mut P> {
    let [first, second] = players;
    match spec.player(Color::White) {
        Contender::First => ByColor { white: first, black: second },
        Contender::Second => ByColor { white: second, black: first },
    }
}
