//! A table: a thread that plays one game at a time.

use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use engine::Stop;
use jiff::Timestamp;
use shakmaty::ByColor;
use tokio::runtime;
use tokio::sync::mpsc;

use super::Queue;
use crate::config::{ContenderSettings, Match};
use crate::game::play;
use crate::journal::GameWriter;
use crate::player::Player;
use crate::record::{GameRecord, Termination};

/// A finished game, and its text for the journal.
#[derive(Debug)]
pub(super) struct Finished {
    pub(super) record: GameRecord,
    pub(super) text: String,
}

/// What a table works with.
pub(super) struct Table<F> {
    pub(super) settings: Arc<Match>,
    pub(super) queue: Arc<Queue>,
    /// One for each pairing.
    pub(super) writers: Arc<[GameWriter]>,
    pub(super) abort: Stop,
    pub(super) finished: mpsc::Sender<Finished>,
    pub(super) seat: F,
}

impl<P, F> Table<F>
where
    P: Player,
    F: Fn(&ContenderSettings, Stop) -> P + Send + 'static,
{
    /// Starts the table's thread.
    pub(super) fn start(self, number: usize) -> io::Result<JoinHandle<()>> {
        let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
        let thread = thread::Builder::new().name(format!("table {number}"));
        thread.spawn(move || runtime.block_on(self.play_games()))
    }

    /// Plays games until there are no more, or the match is stopped at once.
    async fn play_games(self) {
        // Those of the contenders that have played at this table.
        let mut players: Vec<Option<P>> = self.settings.contenders.iter().map(|_| None).collect();
        while let Some(spec) = self.queue.take() {
            let at = ByColor::new_with(|color| self.settings.player_index(&spec, color));
            let mut seated =
                at.map(|index| players[index].take().unwrap_or_else(|| self.seat(index)));
            let Some(record) = play(&self.settings, spec, seated.as_mut(), &self.abort).await
            else {
                return;
            };
            for (color, player) in seated.zip_color() {
                // Who has failed is seated anew.
                if record.termination != Termination::Abandoned(color) {
                    players[at[color]] = Some(player);
                }
            }
            let date = Timestamp::now().strftime("%Y.%m.%d").to_string();
            let writer = &self.writers[self.settings.pairing(&spec)];
            let text = writer.write(&record, self.settings.opening(&spec), &date);
            if self.finished.send(Finished { record, text }).await.is_err() {
                return;
            }
        }
    }

    fn seat(&self, contender: usize) -> P {
        (self.seat)(&self.settings.contenders[contender], self.abort.clone())
    }
}
