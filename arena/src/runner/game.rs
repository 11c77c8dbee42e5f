//! Playing one game.

mod ends;

use std::time::{Duration, Instant};

use engine::Stop;
use shakmaty::fen::Fen;
use shakmaty::{ByColor, Chess, Color, EnPassantMode, Move, Position};

use crate::chess::adjudication::{Adjudicator, ScoredMove};
use crate::chess::clock::{Clock, Overstepped};
use crate::chess::machine_time::MachineTime;
use crate::chess::record::{
    GameRecord, GameSpec, Lateness, MoveRecord, Overruns, Replays, Termination,
};
use crate::chess::referee::Referee;
use crate::config::Match;
use crate::player::{Fault, MoveRequest, Player, PlayerFailure, SearchResult, catch_panic};
use crate::runner::in_progress::{Board, BoardFeed, Side};
use crate::runner::void::{REPLAYS, may_be_void};
use ends::{End, disturbed, illegal, overrun, whole_micros, whole_millis};

/// Plays one game of a match to its end, with the number of earlier attempts at it; `None` when `abort` was raised before that.
///
/// A game in which the machine takes too much of a side's time ends at once and is void, unless its pair was played again
/// too often.
///
/// The record covers everything the players do: a player that fails, exceeds its time or names an
/// illegal move loses. After each move the board feed publishes the board if it is wanted.
pub fn play(
    settings: &Match,
    (spec, attempt): (GameSpec, u32),
    mut players: ByColor<&mut dyn Player>,
    abort: &Stop,
    feed: &BoardFeed,
) -> Option<GameRecord> {
    let mut game = Game::new(settings, spec);
    game.may_be_void = attempt < REPLAYS && may_be_void(settings);
    let prepared = game.prepare(&mut players);
    // A player whose wait was cut short by the abort has not failed.
    if abort.is_raised() {
        return None;
    }
    let (termination, incident) = match prepared {
        Ok(()) if let Some(termination) = game.is_over_from_the_start() => (termination, None),
        Ok(()) => loop {
            let side = game.referee.position().turn();
            game.settle(&mut players, side);
            let end = game.take_turn(&mut *players[side]);
            if abort.is_raised() {
                return None;
            }
            if let Some(end) = end {
                break end;
            }
            game.let_ponder(&mut *players[side], side);
            feed.show(|thread| game.board(thread));
        },
        Err(end) => end,
    };
    // It may wait for the disk with many others.
    game.records.shrink_to_fit();
    Some(GameRecord {
        spec,
        first_mover: settings.opening(&spec).position.turn(),
        outcome: settings.runner_rules.outcome(termination, game.referee.position()),
        moves: game.records,
        termination,
        incident,
        counters: game.counters,
        overruns: game.overruns,
        stolen: game.machine.map(|time| whole_millis(time.stolen)),
        replays: Replays::default(),
        late: game.late,
        thread: None,
        worker: None,
    })
}

/// Checks a record from another machine against the rules and the adjudication: its moves must be
/// legal, and it must end where and as these require, or by a fault.
///
/// # Errors
/// The discrepancy, in a sentence.
pub fn verify(settings: &Match, record: &GameRecord) -> Result<(), String> {
    let mut game = Game::new(settings, record.spec);
    let mut end = None;
    for (number, played) in (1..).zip(&record.moves) {
        if end.is_some() {
            return Err(format!("it goes on after its end, with move {number}"));
        }
        let side = game.referee.position().turn();
        if !game.referee.is_legal(played.played) {
            return Err(format!("move {number}, {}, is not legal", played.played));
        }
        let MoveRecord { score, depth, selective_depth, nodes, time, .. } = *played;
        let result =
            SearchResult { score, depth, selective_depth, nodes, ..SearchResult::default() };
        end = game.play_move(side, played.played, &result, time);
    }
    match (end, record.termination) {
        (Some(end), said) if end == said => Ok(()),
        (None, said) if said.fault().is_some() || said == Termination::Void => Ok(()),
        (Some(end), said) => Err(format!("it ends by {end:?}, and not by {said:?}")),
        (None, said) => Err(format!("it does not end by {said:?}")),
    }
}

struct Game<'a> {
    settings: &'a Match,
    spec: GameSpec,
    start: Chess,
    referee: Referee,
    adjudicator: Adjudicator,
    clocks: ByColor<Clock>,
    /// All moves, the opening's included.
    moves: Vec<Move>,
    records: Vec<MoveRecord>,
    counters: ByColor<engine::Counters>,
    overruns: ByColor<Overruns>,
    late: ByColor<Lateness>,
    /// Whether a clock limits the player's moves.
    is_timed: bool,
    /// The time that the machine took from each side.
    machine: ByColor<MachineTime>,
    /// Whether the game ends when that is too much.
    may_be_void: bool,
}

impl<'a> Game<'a> {
    fn new(settings: &'a Match, spec: GameSpec) -> Game<'a> {
        let (opening, runner_rules) = (settings.opening(&spec), settings.runner_rules);
        let mut moves = Vec::with_capacity(opening.moves.len() + 200);
        moves.extend_from_slice(&opening.moves);
        Game {
            settings,
            spec,
            referee: Referee::new(&opening).under(runner_rules),
            start: opening.start.clone(),
            adjudicator: Adjudicator::new(&settings.adjudication)
                .under(runner_rules)
                .after(opening.moves.len()),
            clocks: ByColor::new_with(|color| {
                Clock::new(&settings.player(&spec, color).limits).under(runner_rules)
            }),
            moves,
            records: Vec::with_capacity(200),
            counters: ByColor::default(),
            overruns: ByColor::default(),
            late: ByColor::default(),
            is_timed: Color::ALL
                .into_iter()
                .any(|color| settings.player(&spec, color).limits.is_timed()),
            machine: ByColor::default(),
            may_be_void: false,
        }
    }

    fn prepare(&mut self, players: &mut ByColor<&mut dyn Player>) -> Result<(), End> {
        for color in Color::ALL {
            let seed = self.spec.seed(color);
            catch_panic(|| players[color].new_game(seed))
                .map_err(|failure| self.end_by(color, failure))?;
        }
        Ok(())
    }

    /// The game's end before its first move, where the rules require that check.
    fn is_over_from_the_start(&self) -> Option<Termination> {
        let asks = !self.settings.runner_rules.are_own();
        asks.then(|| self.referee.verdict().or_else(|| self.verdict_of_tables()))?
    }

    fn verdict_of_tables(&self) -> Option<Termination> {
        let tables = self.settings.adjudication.tablebase.as_deref();
        tables.and_then(|tables| tables.verdict(self.referee.position()))
    }

    /// The request for the player on this side in the present position.
    fn request(&self, side: Color) -> MoveRequest<'_> {
        let limits = &self.settings.player(&self.spec, side).limits;
        MoveRequest {
            start: &self.start,
            moves: &self.moves,
            position: self.referee.position(),
            limits: limits.for_search(self.clocks.get(side).for_engine()),
            opponent_clock: self.clocks.get(!side).for_engine(),
            flag: self.clocks.get(side).flag(),
        }
    }

    /// Before a clock starts the player that has moved is at rest and the other one is ready for
    /// its question. Both are notified before either is waited for.
    fn settle(&self, players: &mut ByColor<&mut dyn Player>, side: Color) {
        if !self.is_timed {
            return;
        }
        // A player that breaks down over it breaks down when it is asked.
        let _ = catch_panic(|| {
            if !self.records.is_empty() {
                players[!side].begin_to_rest();
            }
            players[side].get_ready(&self.request(side));
            players[!side].come_to_rest();
            Ok(())
        });
    }

    /// Lets the player that has just moved ponder.
    fn let_ponder(&self, player: &mut dyn Player, side: Color) {
        // A player that breaks down over it breaks down when it is asked again.
        let _ = catch_panic(|| {
            player.ponder(&self.request(side));
            Ok(())
        });
    }

    /// Asks the side to move for its move and plays it.
    fn take_turn(&mut self, player: &mut dyn Player) -> Option<End> {
        let side = self.referee.position().turn();
        let request = self.request(side);
        let asked = Instant::now();
        let result = match catch_panic(|| player.think(&request)) {
            Ok(result) => result,
            Err(failure) => return Some(self.end_by(side, failure)),
        };
        let by_wall = whole_micros(result.time.unwrap_or_else(|| asked.elapsed()));
        let stolen = whole_micros(result.stolen);
        let elapsed = by_wall.saturating_sub(stolen);
        self.counters[side] += result.counters;
        self.note_overruns(side, &result, elapsed);
        self.machine[side].add(by_wall, stolen);
        // Whether or not the move is late, and whoever stands better.
        if self.may_be_void && self.machine[side].is_void() {
            return Some(disturbed(side, self.machine[side]));
        }
        if let Err(late) = self.charge(side, by_wall, stolen) {
            return Some((Termination::TimeForfeit(side), Some(overrun(side, late))));
        }
        match result.best_move {
            Some(m) if self.referee.is_legal(m) => {
                self.play_move(side, m, &result, elapsed).map(|termination| (termination, None))
            }
            Some(m) => Some(illegal(side, &m.to_string())),
            None => Some(illegal(side, "")),
        }
    }

    /// Takes the time of a move off the mover's clock, less the time that the machine took.
    fn charge(
        &mut self,
        side: Color,
        elapsed: Duration,
        stolen: Duration,
    ) -> Result<(), Overstepped> {
        let charged = self.clocks[side].charge(elapsed, stolen);
        let by = charged.unwrap_or_else(|late| late.by);
        if !by.is_zero() {
            self.late[side].add(by);
        }
        charged.map(|_| ())
    }

    /// The end of a game by a failure of the player on this side. Reasons begin with the words of
    /// fastchess, since other programs parse them.
    fn end_by(&mut self, side: Color, failure: PlayerFailure) -> End {
        let PlayerFailure { fault, reason } = failure;
        let name = side.fold_wb("White", "Black");
        let (termination, what) = match fault {
            Fault::Broken => return (Termination::Abandoned(side), Some(reason)),
            Fault::Disconnected => (Termination::Abandoned(side), format!("{name} disconnects")),
            Fault::Stalled => (Termination::Abandoned(side), format!("{name}'s connection stalls")),
            Fault::IllegalMove => return illegal(side, &reason),
            Fault::Overtime(elapsed) => {
                match self.charge(side, whole_micros(elapsed), Duration::ZERO) {
                    Err(late) => (Termination::TimeForfeit(side), overrun(side, late)),
                    Ok(()) => (Termination::Abandoned(side), format!("{name}'s connection stalls")),
                }
            }
        };
        let reason = if reason.is_empty() { what } else { format!("{what}: {reason}") };
        (termination, Some(reason))
    }

    fn play_move(
        &mut self,
        side: Color,
        m: Move,
        result: &SearchResult,
        elapsed: Duration,
    ) -> Option<Termination> {
        let SearchResult { score, depth, selective_depth, nodes, reported_time, .. } = *result;
        let is_timed = self.settings.player(&self.spec, side).limits.is_timed();
        let reported_time = reported_time.filter(|_| is_timed);
        let time = elapsed;
        let record =
            MoveRecord { played: m, score, depth, selective_depth, nodes, time, reported_time };
        let full_moves = self.referee.position().fullmoves().get() - 1;
        let scored = ScoredMove {
            mover: side,
            score,
            irreversible: m.is_zeroing(),
            full_moves: full_moves + u32::from(side.is_black()),
        };
        self.records.push(record);
        self.moves.push(m);
        let by_rule = self.referee.play(m);
        // The adjudicator sees every move, but the rules of chess take precedence.
        let by_score = match self.adjudicator.observe(&scored) {
            None | Some(Termination::MoveLimit) if result.is_won => {
                Some(Termination::ResignAdjudication(!side))
            }
            by_score => by_score,
        };
        by_rule.or_else(|| self.verdict_of_tables()).or(by_score)
    }

    /// The board as `arena watch` shows it.
    fn board(&self, thread: usize) -> Board {
        let position = self.referee.position();
        let side = |color: Color| {
            let ago = usize::from(position.turn() == color);
            let last = self.records.iter().rev().nth(ago);
            Side {
                name: self.settings.player(&self.spec, color).name.clone(),
                score: last.and_then(|record| record.score).map(|score| score.to_string()),
                clock_seconds: self
                    .clocks
                    .get(color)
                    .for_engine()
                    .map(|clock| clock.remaining.as_secs_f64()),
            }
        };
        let mode = self.start.castles().mode();
        Board {
            table: thread,
            game: self.spec.game + 1,
            white: side(Color::White),
            black: side(Color::Black),
            position: Fen::from_position(position, EnPassantMode::Legal).to_string(),
            last_move: self.moves.last().map(|m| m.to_uci(mode).to_string()),
            plies: self.moves.len(),
        }
    }

    fn note_overruns(&mut self, side: Color, result: &SearchResult, elapsed: Duration) {
        if let Some(deadlines) = result.deadlines {
            let overruns = &mut self.overruns[side];
            let beyond = |deadline: Duration| whole_micros(elapsed.saturating_sub(deadline));
            overruns.soft = overruns.soft.max(beyond(deadlines.soft));
            overruns.hard = overruns.hard.max(beyond(deadlines.hard));
        }
    }
}
