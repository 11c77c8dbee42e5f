//! Tables that play the pairs of a match.

use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;

use engine::Stop;

use super::craft::Craft;
use super::desk::{DealtPiece, Done, Seat, TableNews};
use super::pair::{self, Pair};
use crate::config::{ContenderSettings, Match};
use crate::player::Player;
use crate::remote::job::AcceptedMatch;
use crate::remote::protocol::{GameHeader, TicketMessage};
use crate::remote::receive::evidence_message;
use crate::runner::in_progress::Board;
use crate::runner::{FinishedGame, GameThread, ReservedCores, Taps, Ticket, Transport};
use crate::storage::journal::GameWriter;

/// A match that is played here.
pub(super) struct Playing<F> {
    /// Without a book.
    settings: Arc<Match>,
    time_scale: f64,
    writers: Arc<[GameWriter]>,
    make_player: F,
    /// Held while the tables are there.
    cores: Option<ReservedCores>,
    taps: Taps,
}

impl<F> Playing<F> {
    /// A match at this number of tables, by these players.
    pub(super) fn new(accepted: AcceptedMatch, tables: usize, make_player: F) -> Playing<F> {
        let AcceptedMatch { settings, facts, time_scale, .. } = accepted;
        let pinned = settings.pin.then(|| ReservedCores::reserve(tables, settings.cores_a_game()));
        Playing {
            settings: Arc::new(settings),
            time_scale,
            writers: facts.iter().map(GameWriter::new).collect(),
            make_player,
            // Where there are none the tables share what there is.
            cores: pinned.and_then(Result::ok),
            taps: Taps::new(tables),
        }
    }
}

impl<P, F> Craft for Playing<F>
where
    P: Player,
    F: Fn(&ContenderSettings, Stop) -> P + Clone + Send + 'static,
{
    type Piece = Pair;

    fn is_timed(&self) -> bool {
        self.settings.is_timed()
    }

    fn time_scale(&self) -> f64 {
        self.time_scale
    }

    fn programs(&self) -> usize {
        self.settings.contenders.iter().filter(|of| of.program().is_some()).count()
    }

    fn open(&self, message: &TicketMessage) -> Result<Vec<Pair>, String> {
        message.pairs.iter().map(|message| pair::open(&self.settings, message)).collect()
    }

    fn results(&self, pair: &Pair) -> usize {
        pair.ticket.games().count()
    }

    fn start(&mut self, seat: Seat<Pair>) -> io::Result<JoinHandle<()>> {
        let (number, abort) = (seat.number, seat.abort.clone());
        let thread = GameThread {
            settings: Arc::clone(&self.settings),
            transport: SeatTransport { seat, current: None },
            writers: Arc::clone(&self.writers),
            abort,
            make_player: self.make_player.clone(),
            number,
            tap: self.taps.tap(number),
            cores: self.cores.as_ref().map(|cores| cores.of_thread(number)),
        };
        thread.start()
    }

    fn boards(&mut self) -> Vec<Board> {
        self.taps.take()
    }

    fn forget(&mut self, game: u32) {
        self.taps.forget(game);
    }
}

/// A game thread's connection to the desk.
struct SeatTransport {
    seat: Seat<Pair>,
    /// The pair that is being played.
    current: Option<DealtPiece<Pair>>,
}

impl Transport for SeatTransport {
    fn next_ticket(&mut self) -> Option<Ticket> {
        let dealt = self.seat.desk.next()?;
        let ticket = dealt.piece.ticket;
        self.current = Some(dealt);
        self.seat.news.send(TableNews::Begins).is_ok().then_some(ticket)
    }

    fn settings(&self) -> Option<Arc<Match>> {
        self.current.as_ref().map(|dealt| Arc::clone(&dealt.piece.settings))
    }

    fn hand_in(&mut self, game: FinishedGame) -> bool {
        let Some(DealtPiece { of, piece }) = &self.current else { return false };
        let spec = game.record.spec;
        let header = GameHeader {
            attempt: game.attempt,
            bytes: game.text.len(),
            evidence: game.evidence.map(evidence_message),
        };
        if piece.ticket.games().last().map(|spec| spec.game) == Some(spec.game) {
            self.seat.desk.ended();
        }
        let done = TableNews::Done {
            of: of.clone(),
            is_alone: piece.ticket.games().count() == 1,
            done: Box::new(Done { header, text: game.text, piece: spec.pair(), number: spec.game }),
        };
        self.seat.news.send(done).is_ok()
    }
}
