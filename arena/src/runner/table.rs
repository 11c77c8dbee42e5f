//! A table: a thread that plays one game at a time.

use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use engine::Stop;
use jiff::Timestamp;
use shakmaty::{ByColor, Color};
use tokio::sync::mpsc;

use super::Queue;
use super::pin::{self, CpuSet};
use super::queue::Ticket;
use crate::chess::record::{GameRecord, Termination};
use crate::config::{ContenderSettings, Match, OnSuspect};
use crate::player::Player;
use crate::player::faults::Evidence;
use crate::runner::game::play;
use crate::runner::in_progress::Window;
use crate::storage::journal::GameWriter;

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
    /// One for each pairing; none where the games are not kept as text.
    pub(super) writers: Arc<[GameWriter]>,
    pub(super) abort: Stop,
    pub(super) finished: mpsc::Sender<Finished>,
    pub(super) seat: F,
    /// The table's number, from 1.
    pub(super) number: usize,
    /// Through which others see its board.
    pub(super) window: Window,
    /// Where its thread, and the programs that it starts, are to run.
    pub(super) place: Option<CpuSet>,
}

/// Today's date (UTC) as PGN writes it.
#[expect(clippy::disallowed_methods, reason = "a date is of the wall clock")]
fn date() -> String {
    Timestamp::now().strftime("%Y.%m.%d").to_string()
}

impl<P, F> Table<F>
where
    P: Player,
    F: Fn(&ContenderSettings, Stop) -> P + Send + 'static,
{
    /// Starts the table's thread.
    pub(super) fn start(self) -> io::Result<JoinHandle<()>> {
        let thread = thread::Builder::new().name(format!("table {}", self.number));
        thread.spawn(move || {
            if let Some(place) = &self.place {
                pin::keep_to(place);
            }
            pin::wake_exactly();
            self.play_games();
        })
    }

    /// Plays games until there are no more, or the match is stopped at once.
    fn play_games(self) {
        // Those of the contenders that have played at this table.
        let mut players: Vec<Option<P>> = self.settings.contenders.iter().map(|_| None).collect();
        while let Some(ticket) = self.queue.take() {
            let Ticket { spec, attempt } = ticket;
            let at = ByColor::new_with(|color| self.settings.player_index(&spec, color));
            let mut seated =
                at.map(|index| players[index].take().unwrap_or_else(|| self.seat(index)));
            let game = play(&self.settings, spec, seated.as_mut(), &self.abort, &self.window);
            let Some(mut record) = game else { return };
            record.table = self.number_where_it_matters();
            let at_fault = record.termination.fault();
            let evidence = at_fault.and_then(|failed| {
                let evidence = seated.get_mut(failed).evidence()?;
                Some(self.completed(evidence, &record, failed))
            });
            for (color, player) in seated.zip_color() {
                // Who has broken down is seated anew.
                if record.termination != Termination::Abandoned(color) {
                    players[at[color]] = Some(player);
                }
            }
            let replays = self.settings.supervision.on_suspect == OnSuspect::ReplayPair;
            let is_void = record.suspect && replays && self.queue.replay(ticket);
            if self.settings.strict && at_fault.is_some() && !is_void {
                self.queue.close();
            }
            let date = date();
            let writer = self.writers.get(self.settings.pairing(&spec));
            let opening = self.settings.opening(&spec);
            let text = writer.map(|writer| writer.write(&record, opening, &date));
            let text = text.unwrap_or_default();
            let finished = Finished { record, text, evidence, attempt, is_void };
            if self.finished.blocking_send(finished).is_err() {
                return;
            }
        }
    }

    /// What the player can tell, and what the game can.
    fn completed(&self, evidence: Evidence, record: &GameRecord, failed: Color) -> Evidence {
        let (number, name) = (record.spec.game + 1, &self.settings.name);
        let player = self.settings.player(&record.spec, failed).name.clone();
        let side = failed.fold_wb("White", "Black");
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

    fn seat(&self, contender: usize) -> P {
        (self.seat)(&self.settings.contenders[contender], self.abort.clone())
    }
}
