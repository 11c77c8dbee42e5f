//! The boards of workers' games, for `arena watch`.
//!
//! Once a second as many workers are asked as play [`BOARDS`] games together, one after the other in turn. So
//! little is sent however many there are, and where they are few every board is of the last second.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::State;
use crate::protocol::{BOARDS, Order, Status, WorkerKey};
use arena::runner::in_progress::Board;

/// How often some are asked for.
const EVERY: Duration = Duration::from_secs(1);
/// How long they are shown.
const FRESH: Duration = Duration::from_secs(3);

/// The latest boards of each worker, and whose turn it is.
#[derive(Debug, Default)]
pub(super) struct Boards {
    /// The worker asked last, and when.
    asked: Option<(WorkerKey, Instant)>,
    latest: BTreeMap<String, (Instant, Vec<Board>)>,
}

impl Boards {
    /// The workers that are to be asked now, of these with the number of games that each plays at a time, in the order of
    /// their keys.
    fn turn<'w>(
        &mut self,
        now: Instant,
        workers: impl Iterator<Item = (&'w WorkerKey, usize)> + Clone,
    ) -> Vec<WorkerKey> {
        let last = match &self.asked {
            Some((_, at)) if now.duration_since(*at) < EVERY => return Vec::new(),
            Some((last, _)) => last.clone(),
            None => WorkerKey::default(),
        };
        let after = workers.clone().filter(|(key, _)| **key > last);
        let round = after.chain(workers.filter(|(key, _)| **key <= last));
        let mut games = 0;
        let fitting = round.take_while(|(_, more)| {
            let is_first = games == 0;
            games += more;
            is_first || games <= BOARDS
        });
        let turn: Vec<WorkerKey> = fitting.map(|(key, _)| key.clone()).collect();
        self.asked = turn.last().map(|last| (last.clone(), now));
        turn
    }

    /// Notes the boards of a worker.
    fn note(&mut self, worker: &str, boards: Vec<Board>, now: Instant) {
        self.latest.insert(worker.to_owned(), (now, boards));
    }

    /// The boards to show.
    fn shown(&mut self, now: Instant) -> Vec<Board> {
        self.latest.retain(|_, (at, _)| now.duration_since(*at) < FRESH);
        let mut newest: Vec<(&String, &(Instant, Vec<Board>))> = self.latest.iter().collect();
        newest.sort_by_key(|(name, (at, _))| (std::cmp::Reverse(*at), *name));
        let mut shown: Vec<Board> =
            newest.iter().flat_map(|(_, (_, boards))| boards).take(BOARDS).cloned().collect();
        shown.sort_by(|a, b| (&a.worker, a.table).cmp(&(&b.worker, b.table)));
        shown
    }
}

impl State<'_> {
    /// Asks those workers for their boards whose turn it is.
    pub(super) async fn ask_for_boards(&mut self, now: Instant) {
        let workers = self.workers.iter().filter(|(_, known)| known.banned.is_none());
        let workers = workers.map(|(key, known)| (key, known.concurrency));
        let to = self.boards.turn(now, workers);
        if !to.is_empty() {
            self.order(Order::Show, to).await;
        }
        // Those of a worker that is gone go.
        self.pairs.show(self.boards.shown(now));
    }

    /// Shows the boards of a status that has some.
    pub(super) fn show_boards(&mut self, name: &str, status: &mut Status) {
        let Some(told) = status.boards.take() else { return };
        let boards =
            told.into_iter().take(BOARDS).filter_map(|board| self.pairs.board(name, board));
        let (boards, now) = (boards.collect(), Instant::now());
        self.boards.note(name, boards, now);
        self.pairs.show(self.boards.shown(now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena::runner::in_progress::Side;

    fn board(worker: &str, table: usize) -> Board {
        let side = || Side { name: "a".to_owned(), score: None, clock_seconds: None };
        Board {
            worker: Some(worker.to_owned()),
            table,
            game: 1,
            white: side(),
            black: side(),
            position: String::new(),
            last_move: None,
            plies: 0,
        }
    }

    #[test]
    fn workers_are_asked_in_turn_as_many_as_play_so_many_games() {
        let names = ["a", "b", "c", "d"].map(WorkerKey::named);
        let (mut boards, begun) = (Boards::default(), Instant::now());
        let mut turn = |seconds: u64, games: [usize; 4]| {
            let now = begun + Duration::from_millis(500 * seconds);
            let turn = boards.turn(now, names.iter().zip(games));
            turn.iter().map(WorkerKey::as_str).collect::<String>()
        };
        assert_eq!(turn(0, [8, 8, 8, 8]), "abcd");
        assert_eq!(turn(1, [8, 8, 8, 8]), "", "not twice a second");
        assert_eq!(turn(2, [16, 16, 16, 16]), "ab");
        assert_eq!(turn(4, [16, 16, 16, 16]), "cd");
        assert_eq!(turn(6, [100, 1, 1, 1]), "a", "one that has more by itself");
        assert_eq!(turn(8, [100, 1, 1, 1]), "bcd");
        let mut nobody = Boards::default();
        assert!(nobody.turn(begun, std::iter::empty()).is_empty());
    }

    #[test]
    fn the_newest_boards_are_shown_and_no_more_than_there_is_room_for() {
        let (mut boards, begun) = (Boards::default(), Instant::now());
        let boards_of =
            |worker: &str, games| (1..=games).map(|table| board(worker, table)).collect();
        let mut shown = |worker: &str, games, seconds| {
            let now = begun + Duration::from_secs(seconds);
            boards.note(worker, boards_of(worker, games), now);
            let shown = boards.shown(now);
            let is_of = |board: &&Board, name: &str| board.worker.as_deref() == Some(name);
            ["a", "b"].map(|name| shown.iter().filter(|board| is_of(board, name)).count())
        };
        assert_eq!(shown("b", 20, 0), [0, 20]);
        assert_eq!(shown("a", 20, 1), [20, 12]);
        assert_eq!(shown("a", 2, 2), [2, 20]);
        assert_eq!(shown("a", 2, 3), [2, 0], "old boards go");
    }
}
