//! A thread that plays one game at a time.

use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use engine::Stop;
use jiff::Timestamp;
use shakmaty::{ByColor, Color};

use super::pin;
use super::quiet::{BusyMachine, QuietWait};
use super::transport::{FinishedGame, Transport};
use super::void::REPLAYS;
use crate::chess::record::{GameRecord, GameSpec, Termination};
use crate::config::Match;
use crate::player::faults::Evidence;
use crate::player::{MakePlayer, Player};
use crate::runner::game::play;
use crate::runner::in_progress::BoardFeed;
use crate::storage::journal::{GameText, GameWriter};

/// A game thread's context.
pub struct GameThread<T> {
    /// The match.
    pub settings: Arc<Match>,
    /// Supplies tickets and takes finished games.
    pub transport: T,
    /// One for each pairing; empty if the games are not kept as text.
    pub writers: Arc<[GameWriter]>,
    /// Raised when all games are given up.
    pub abort: Stop,
    /// Makes a player for a contender.
    pub make_player: MakePlayer,
    /// The thread's number, from 1.
    pub number: usize,
    /// Shows the board to `arena watch`.
    pub feed: BoardFeed,
    /// Tells of a busy machine, and holds games back; `None` where callers do not wait.
    pub machine: Option<Arc<BusyMachine>>,
    /// The processors on which the thread, and the programs it starts, run.
    pub cores: Option<system::cores::CpuSet>,
}

/// Today's date (UTC) as PGN writes it.
#[expect(clippy::disallowed_methods, reason = "a date is of the wall clock")]
pub fn today() -> String {
    Timestamp::now().strftime("%Y.%m.%d").to_string()
}

impl<T: Transport> GameThread<T> {
    /// Starts the thread.
    pub fn start(self) -> io::Result<JoinHandle<()>> {
        let thread = thread::Builder::new().name(format!("games {}", self.number));
        thread.spawn(move || {
            if let Some(cores) = &self.cores {
                pin::keep_to(cores);
            }
            system::clock::wake_exactly();
            self.play_tickets();
        })
    }

    /// Plays games until there are no more, or the match is stopped at once.
    fn play_tickets(mut self) {
        // The contenders that have played on this thread.
        let mut players: Vec<Option<Box<dyn Player>>> =
            self.settings.contenders.iter().map(|_| None).collect();
        let mut quiet = QuietWait::of(&self.settings);
        loop {
            // Before it takes a ticket, so that the match may be stopped meanwhile.
            if let Some(machine) = &self.machine {
                quiet.wait(machine, &mut self.transport);
            }
            let Some(ticket) = self.transport.next_ticket() else { return };
            if let Some(settings) = self.transport.settings() {
                self.settings = settings;
            }
            for spec in ticket.games() {
                if !self.transport.announce(spec) {
                    return;
                }
                // Where nobody looks at the machine, as at a worker, games stand as they are.
                let attempt = if self.machine.is_some() { ticket.attempt } else { REPLAYS };
                let Some((record, evidence)) = self.play_game(spec, attempt, &mut players) else {
                    return;
                };
                let text = self.text_of(&record);
                let game = FinishedGame { record, text, evidence, attempt: ticket.attempt };
                if !self.transport.hand_in(game) {
                    return;
                }
            }
        }
    }

    /// Plays one game; `None` when the match was stopped at once.
    fn play_game(
        &mut self,
        spec: GameSpec,
        attempt: u32,
        players: &mut [Option<Box<dyn Player>>],
    ) -> Option<(GameRecord, Option<Evidence>)> {
        let at = ByColor::new_with(|color| self.settings.player_index(&spec, color));
        let mut players_of_game = at.map(|index| {
            players[index].take().unwrap_or_else(|| {
                (self.make_player)(&self.settings.contenders[index], self.abort.clone())
            })
        });
        let players_to_move =
            players_of_game.as_mut().map(|player| player.as_mut() as &mut dyn Player);
        let record =
            play(&self.settings, (spec, attempt), players_to_move, &self.abort, &self.feed);
        let Some(mut record) = record else {
            let obstacle = players_of_game.iter().find_map(|player| player.obstacle());
            if let Some(problem) = obstacle {
                self.transport.obstruct(problem);
            }
            return None;
        };
        record.thread = self.number_where_it_matters();
        let evidence = record.termination.fault().and_then(|failed| {
            let evidence = players_of_game.get_mut(failed).evidence()?;
            Some(self.completed(evidence, &record, failed))
        });
        for (color, player) in players_of_game.zip_color() {
            // A player that has broken down is replaced for its next game.
            if record.termination != Termination::Abandoned(color) {
                players[at[color]] = Some(player);
            }
        }
        Some((record, evidence))
    }

    /// The game as the journal has it.
    fn text_of(&self, record: &GameRecord) -> GameText {
        let writer = self.writers.get(self.settings.pairing(&record.spec));
        let opening = self.settings.opening(&record.spec);
        writer.map_or_else(GameText::default, |writer| writer.text(record, &opening, &today()))
    }

    /// The player's evidence, completed with the facts of the game.
    fn completed(&self, evidence: Evidence, record: &GameRecord, failed: Color) -> Evidence {
        let (number, name) = (record.spec.game + 1, &self.settings.name);
        let player = self.settings.player(&record.spec, failed).name.clone();
        let side = failed.fold_wb("White", "Black");
        let incident = record.incident.as_deref().unwrap_or_default();
        let account = evidence.account;
        let account = format!("game {number} of {name}, {player} as {side}\n{incident}\n{account}");
        Evidence { player, account, ..evidence }
    }

    /// The thread's number where programs play on a clock: some threads may be slower than others.
    fn number_where_it_matters(&self) -> Option<u32> {
        let mut contenders = self.settings.contenders.iter();
        let matters = contenders
            .any(|contender| contender.program().is_some() && contender.limits.is_timed());
        u32::try_from(self.number).ok().filter(|_| matters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Overrides, load};
    use crate::player::{Reply, Scripted};
    use crate::runner::ticket::Ticket;
    use std::sync::mpsc;

    /// A transport that issues whole pairs, as one to another machine would.
    struct WholePairs {
        tickets: Vec<Ticket>,
        finished: mpsc::Sender<FinishedGame>,
        wanted: usize,
    }

    impl Transport for WholePairs {
        fn next_ticket(&mut self) -> Option<Ticket> {
            self.tickets.pop()
        }

        fn hand_in(&mut self, game: FinishedGame) -> bool {
            self.wanted -= 1;
            self.finished.send(game).is_ok() && self.wanted > 0
        }

        fn obstruct(&mut self, problem: String) {
            panic!("{problem}");
        }
    }

    /// The numbers, attempts and faults of the games that a thread hands in from two pairs, until
    /// this many are there.
    fn played(wanted: usize) -> Vec<(u32, u32, bool)> {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("x.toml");
        std::fs::write(directory.path().join("book.epd"), "4k3/8/8/8/8/8/4P3/4K3 w - -\n").unwrap();
        let contender = |name| format!("[[contender]]\nname = \"{name}\"\npreset = \"none\"\n");
        let text = format!(
            "games = 4\nlimits = {{ nodes = 1 }}\nopenings = {{ file = \"book.epd\" }}\n\
             adjudication = {{ max_moves = 2 }}\n{}{}",
            contender("a"),
            contender("b")
        );
        std::fs::write(&file, text).unwrap();
        let settings = Arc::new(load(&file, &Overrides::default()).unwrap());
        let games = |pair| [0, 1].map(|game| Some(GameSpec::new(2 * pair + game, 0)));
        let pair = |pair, attempt| Ticket { pair, games: games(pair), attempt };
        let (sender, receiver) = mpsc::channel();
        let thread = GameThread {
            settings,
            transport: WholePairs {
                tickets: vec![pair(1, 2), pair(0, 0)],
                finished: sender,
                wanted,
            },
            writers: Arc::default(),
            abort: Stop::new(),
            make_player: Arc::new(|contender, _| {
                let fails = contender.name == "b";
                Box::new(Scripted::new(fails.then_some(Reply::Fail("gone"))))
            }),
            number: 1,
            feed: BoardFeed::closed(),
            machine: None,
            cores: None,
        };
        thread.start().unwrap().join().unwrap();
        let number = |game: FinishedGame| {
            let spec = game.record.spec;
            (spec.game, game.attempt, game.record.termination.fault().is_some())
        };
        receiver.into_iter().map(number).collect()
    }

    #[test]
    fn a_thread_plays_the_games_of_its_tickets_in_order_whatever_comes_of_them() {
        assert_eq!(played(4), [(0, 0, true), (1, 0, true), (2, 2, true), (3, 2, true)]);
    }

    #[test]
    fn a_thread_whose_games_are_no_longer_wanted_begins_no_more() {
        assert_eq!(played(3).len(), 3);
    }
}
