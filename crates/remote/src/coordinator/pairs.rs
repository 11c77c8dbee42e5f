//! The pairs of a match, and its games.

use std::collections::HashSet;
use std::path::PathBuf;
use std::time::Duration;

use tokio::sync::oneshot;

use super::workload::{Received, Workload};
use crate::piece::Wanted;
use crate::protocol::{Assigned, GameHeader, Job, PairMessage, Probe, TicketMessage};
use crate::receive::ResultReader;
use crate::{networks, openings};
use arena::chess::record::WorkerFacts;
use arena::config::EngineSettings;
use arena::runner::{Delivery, FinishedGame, News, Receipt, RemoteWork, Ticket};

/// Moves of a side in a game, at least, by which the longest game is reckoned where nothing limits its length.
const MANY_MOVES: u32 = 300;

/// A match that is dealt.
pub(super) struct Pairs {
    work: RemoteWork,
    /// A pair of this run that a worker plays before it is let in, where a contender is a program: its games
    /// show a difference that no digest shows, such as a network beside it.
    probe: Option<Probe>,
    /// Moves of a side in the longest game that came in this run.
    most_moves: u32,
}

impl Pairs {
    pub(super) fn new(work: RemoteWork) -> Pairs {
        Pairs { work, probe: None, most_moves: 0 }
    }

    /// A pair as a message; `None` where nothing of it is to be played.
    fn message(&self, pair: &Ticket, prove: &dyn Fn(Wanted) -> String) -> Option<PairMessage> {
        let first = pair.games().next()?;
        let opening = self.work.settings.opening(&first);
        let attempt = pair.attempt;
        let assigned = |number| Assigned { number, proof: prove(Wanted { number, attempt }) };
        Some(PairMessage {
            games: pair.games().map(|spec| assigned(spec.game)).collect(),
            attempt: pair.attempt,
            opening: openings::message(first.opening, &opening),
        })
    }

    async fn tell(&self, news: News) -> Option<oneshot::Receiver<()>> {
        let (held, decided) = oneshot::channel();
        let delivery = Delivery { news, receipt: Receipt::Task { _held: held } };
        self.work.finished.send(delivery).await.ok().map(|()| decided)
    }
}

impl Workload for Pairs {
    type Piece = Ticket;
    type Result = FinishedGame;
    const RESULT: &'static str = "game";

    fn job(&self) -> Job {
        Job::of(&self.work.settings, &self.work.facts, "")
    }

    fn kept(&self) -> HashSet<u32> {
        self.work.played.clone()
    }

    fn is_timed(&self) -> bool {
        self.work.settings.is_timed()
    }

    fn longest(&self) -> Option<Duration> {
        let settings = &self.work.settings;
        // A game may be twice as long as all before it.
        let moves = (2 * self.most_moves).max(MANY_MOVES);
        let moves = settings.adjudication.max_moves.unwrap_or(moves);
        let sides = settings.contenders.iter().map(|contender| contender.limits.longest(moves));
        let sides: Option<Vec<Duration>> = sides.collect();
        Some(2 * sides?.into_iter().max()?)
    }

    fn is_aborted(&self) -> bool {
        self.work.abort.is_raised()
    }

    fn is_closed(&self) -> bool {
        self.work.queue.is_closed()
    }

    fn close(&mut self) {
        self.work.queue.close();
    }

    fn has_more(&self) -> bool {
        self.work.queue.has_more()
    }

    fn next(&mut self) -> Option<Ticket> {
        self.work.queue.take_pair()
    }

    fn write(
        &self,
        pieces: &[Ticket],
        message: &mut TicketMessage,
        prove: &dyn Fn(Wanted) -> String,
    ) {
        message.pairs = pieces.iter().filter_map(|pair| self.message(pair, prove)).collect();
    }

    fn read(
        &self,
        header: &GameHeader,
        text: &[u8],
        by: &WorkerFacts,
    ) -> Result<Received<FinishedGame>, String> {
        let RemoteWork { settings, facts, writers, .. } = &self.work;
        let reader = ResultReader { settings, facts, writers };
        let received = reader.receive(header, text, by)?;
        let game = received.finished;
        Ok(Received {
            wanted: Wanted { number: game.record.spec.game, attempt: game.attempt },
            time: whole_time(&game),
            weight: 1.0,
            is_failure: false,
            // A replayed pair is another one.
            fingerprint: received.fingerprint.filter(|_| game.attempt == 0),
            result: game,
        })
    }

    fn note(&mut self, results: &[Received<FinishedGame>]) {
        let plies = results.iter().map(|game| game.result.record.moves.len()).max().unwrap_or(0);
        let moves = u32::try_from(plies.div_ceil(2)).unwrap_or(u32::MAX / 2);
        self.most_moves = self.most_moves.max(moves);
        let settings = &self.work.settings;
        if self.probe.is_some()
            || settings.contenders.iter().all(|contender| contender.program().is_none())
        {
            return;
        }
        let [first, second, ..] = results else { return };
        let [one, other] = [first, second].map(|game| game.result.record.spec);
        let fingerprints: Vec<u32> =
            [first, second].iter().filter_map(|game| game.fingerprint).collect();
        let is_sound = |game: &Received<_>| is_sound(&game.result);
        if one.pair() != other.pair()
            || fingerprints.len() < 2
            || ![first, second].into_iter().all(is_sound)
        {
            return;
        }
        let ticket = Ticket { pair: one.pair(), games: [Some(one), Some(other)], attempt: 0 };
        let mut work = TicketMessage::default();
        // Nobody brings the games of a probe.
        self.write(&[ticket], &mut work, &|_| String::new());
        self.probe = Some(Probe { work, fingerprints });
    }

    fn probe(&self) -> Option<Probe> {
        self.probe.clone()
    }

    fn network(&self, sha256: &str) -> Option<PathBuf> {
        let mut contenders = self.work.settings.contenders.iter();
        let named = contenders
            .find(|contender| networks::digest(&contender.engine).as_deref() == Some(sha256))?;
        match &named.engine {
            EngineSettings::InProcess(engine) => engine.network.clone(),
            EngineSettings::Own(_) | EngineSettings::Uci(_) => None,
        }
    }

    async fn keep(&self, game: FinishedGame) -> Option<oneshot::Receiver<()>> {
        self.tell(News::Finished(Box::new(game))).await
    }

    async fn warn(&self, text: String) {
        // The run may be over.
        let _ = self.tell(News::Warning(text)).await;
    }

    async fn obstruct(&self, text: String) {
        let _ = self.tell(News::Obstacle(text)).await;
    }
}

/// The time of all moves, by the word of a worker.
fn whole_time(game: &FinishedGame) -> Duration {
    let times = game.record.moves.iter().map(|played| played.time);
    times.fold(Duration::ZERO, Duration::saturating_add)
}

fn is_sound(game: &FinishedGame) -> bool {
    game.record.termination.fault().is_none()
}
