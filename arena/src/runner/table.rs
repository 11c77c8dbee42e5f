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
use crate::config::Match;
use crate::game::play;
use crate::journal::GameWriter;
use crate::player::Player;
use crate::record::{Contender, GameRecord, GameSpec, Termination};

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
    pub(super) writer: GameWriter,
    pub(super) abort: Stop,
    pub(super) finished: mpsc::Sender<Finished>,
    pub(super) seat: F,
}

impl<P, F> Table<F>
where
    P: Player,
    F: Fn(Contender, Stop) -> P + Send + 'static,
{
    /// Starts the table's thread.
    pub(super) fn start(self, number: usize) -> io::Result<JoinHandle<()>> {
        let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
        let thread = thread::Builder::new().name(format!("table {number}"));
        thread.spawn(move || runtime.block_on(self.play_games()))
    }

    /// Plays games until there are no more, or the match is stopped at once.
    async fn play_games(self) {
        let mut players = [self.seat(Contender::First), self.seat(Contender::Second)];
        while let Some(spec) = self.queue.take() {
            let by_color = seated(&mut players, &spec);
            let Some(record) = play(&self.settings, spec, by_color, &self.abort).await else {
                return;
            };
            if let Termination::Abandoned(color) = record.termination {
                let failed = spec.player(color);
                players[failed as usize] = self.seat(failed);
            }
            let date = Timestamp::now().strftime("%Y.%m.%d").to_string();
            let text = self.writer.write(&record, self.settings.opening(&spec), &date);
            if self.finished.send(Finished { record, text }).await.is_err() {
                return;
            }
        }
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
