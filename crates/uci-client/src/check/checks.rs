//! The list of all checks, in the order they are carried out.

mod beginning;
mod end;
mod limits;
mod manners;
mod positions;

use super::Need::{Optional, Required};
use super::place::{
    CASTLED, EN_PASSANT, FORCED, LATE, MATED, MIDDLE_GAME, OPENING, PROMOTION, Place, REPETITION,
    STALEMATED, START, long_game,
};
use super::{Check, Problem};
use crate::session::Session;
use end::{end, quit};
use limits::{before_the_flag, until_stopped};
use positions::{any, exactly, over};

const BEGINNING: &str = "beginning";
const LIMITS: &str = "limits";
const POSITIONS: &str = "positions";
const MANNERS: &str = "manners";
const WRITING: &str = "what it wrote";
const END: &str = "end";

/// All checks. Those of its output come after all questions.
#[rustfmt::skip]
pub(super) const CHECKS: &[Check] = &[
    (BEGINNING, "handshake", Required, "uci", "uciok in time", beginning::handshake),
    (BEGINNING, "id", Optional, "uci", "id name and id author", beginning::id),
    (BEGINNING, "options", Optional, "uci", "options by the protocol, defaults in range", beginning::declarations),
    (BEGINNING, "--option", Required, "setoption, as asked for", "declared, and in range", beginning::asked_for),
    (BEGINNING, "isready", Required, "isready", "readyok in time", beginning::ready),
    (BEGINNING, "ucinewgame", Required, "ucinewgame, isready", "readyok in time", |engine| engine.survives("ucinewgame\n")),
    (BEGINNING, "default values", Optional, "setoption to every default", "readyok, and a legal move", beginning::defaults),

    (LIMITS, "clock", Required, "go wtime, btime, winc, binc", "a move before the flag falls",
        |engine| before_the_flag(engine, Place::new(MIDDLE_GAME, ""), "go wtime 2000 btime 2000 winc 20 binc 20", 2000)),
    (LIMITS, "own clock", Required, "the same, the opponent with much more time", "a move before its own flag falls",
        |engine| before_the_flag(engine, Place::new(START, "e2e4"), "go wtime 600000 btime 1000 winc 0 binc 0", 1000)),
    (LIMITS, "movestogo", Required, "go wtime, btime, movestogo 1", "a move before the flag falls",
        |engine| before_the_flag(engine, Place::new(MIDDLE_GAME, ""), "go wtime 1000 btime 1000 movestogo 1", 1000)),
    (LIMITS, "short clock", Optional, "go wtime 100 btime 100", "a move within 100 ms",
        |engine| before_the_flag(engine, Place::new(MIDDLE_GAME, ""), "go wtime 100 btime 100", 100)),
    (LIMITS, "movetime", Optional, "go movetime 200", "a move after 200 ms", limits::move_time),
    (LIMITS, "depth", Optional, "go depth 4", "a search to depth 4", limits::depth),
    (LIMITS, "nodes", Optional, "go nodes 1000, go nodes 20000", "about as many nodes", limits::nodes),
    (LIMITS, "mate", Optional, "go mate 1", "the move that mates", limits::mate),
    (LIMITS, "infinite", Required, "go infinite, stop", "no move before stop, then one at once",
        |engine| until_stopped(engine, Place::new(MIDDLE_GAME, ""), "go infinite")),
    (LIMITS, "stop", Required, "go movetime 20000, stop", "a move at once", |engine| until_stopped(engine, Place::new(MIDDLE_GAME, ""), "go movetime 20000")),
    (LIMITS, "infinite, one move", Optional, "go infinite where there is one move", "no move before stop",
        |engine| until_stopped(engine, Place::new(FORCED, ""), "go infinite")),
    (LIMITS, "searchmoves", Optional, "go movetime 100 searchmoves a2a3 h2h3", "one of these moves", limits::search_moves),
    (LIMITS, "ponder", Optional, "go ponder, ponderhit", "no move before ponderhit, then one", limits::ponder),
    (LIMITS, "isready in a search", Optional, "go infinite, isready", "readyok before bestmove", limits::ready_in_search),

    (POSITIONS, "startpos", Required, "position startpos", "a legal move", |engine| any(engine, Place::new(START, ""))),
    (POSITIONS, "startpos moves", Required, "position startpos moves ..", "a legal move", |engine| any(engine, Place::new(START, OPENING))),
    (POSITIONS, "fen", Required, "position fen ..", "a legal move", |engine| any(engine, Place::new(MIDDLE_GAME, ""))),
    (POSITIONS, "fen moves", Required, "position fen .. moves ..", "a legal move", |engine| any(engine, Place::new(MIDDLE_GAME, "e1g1 e8c8 f3h3"))),
    (POSITIONS, "repetition", Required, "a position that occurs for the third time", "a legal move", |engine| any(engine, Place::new(START, REPETITION))),
    (POSITIONS, "fifty moves", Required, "a halfmove clock of 97", "a legal move", |engine| any(engine, Place::new(LATE, ""))),
    (POSITIONS, "long game", Required, "position startpos and 320 moves", "a legal move", |engine| any(engine, Place::new(START, &long_game()))),
    (POSITIONS, "promotion", Required, "a position where only promotions are legal", "one of them, with its piece",
        |engine| any(engine, Place::new(PROMOTION, ""))),
    (POSITIONS, "promotion played", Required, "the same with a7a8n", "a legal move", |engine| any(engine, Place::new(PROMOTION, "a7a8n"))),
    (POSITIONS, "en passant", Required, "a position whose one move is en passant", "that move", |engine| exactly(engine, Place::new(EN_PASSANT, "d7d5"), "e5d6")),
    (POSITIONS, "castling", Required, "a position where castling mates", "e1g1, or another legal move", positions::castling),
    (POSITIONS, "castling played", Required, "the same with e1g1", "a legal move", |engine| any(engine, Place::new(CASTLED, "e1g1"))),
    (POSITIONS, "Chess960", Optional, "UCI_Chess960, positions where castling mates", "the king takes the rook", positions::chess960),
    (POSITIONS, "mated", Optional, "go where the side to move is mated", "no move, and readyok after it", |engine| over(engine, MATED).map_err(Problem::wrong)),
    (POSITIONS, "stalemated", Optional, "go where the side to move is stalemated", "no move, and readyok after it",
        |engine| over(engine, STALEMATED).map_err(Problem::wrong)),

    (MANNERS, "unknown command", Optional, "a line that is not a command, isready", "readyok", |engine| engine.survives("xyzzy 42 plugh\n")),
    (MANNERS, "unknown option", Optional, "setoption of no option, isready", "readyok", |engine| engine.survives("setoption name No Such Option value 7\n")),
    (MANNERS, "empty lines", Optional, "empty lines, isready", "readyok", |engine| engine.survives("\n  \n\n")),
    (MANNERS, "white space", Optional, "a position and go with blanks and tabs", "a legal move of that position",
        |engine| manners::written(engine, "  position   startpos\t moves  e2e4   e7e5  g1f3  ", " go \t movetime   100 ")),
    (MANNERS, "carriage returns", Optional, "isready and go with CR LF", "readyok, a legal move",
        |engine| { engine.survives("isready\r\n")?; manners::written(engine, "position startpos moves e2e4 e7e5 g1f3\r", "go movetime 100\r") }),
    (MANNERS, "stop without a search", Optional, "stop, isready", "readyok and no bestmove", manners::stop_at_rest),

    (WRITING, "legal moves", Required, "every go above", "bestmove is a legal move", |engine| engine.conduct.best_moves.outcome("moves")),
    (WRITING, "one answer", Required, "every go above", "one bestmove", end::one_answer),
    (WRITING, "ponder moves", Optional, "every go above", "a legal reply", |engine| engine.conduct.ponder_moves.outcome("ponder moves")),
    (WRITING, "variations", Optional, "every go above", "every move of every pv is legal", |engine| engine.conduct.variations.outcome("variations")),
    (WRITING, "info lines", Optional, "every go above", "info by the protocol", |engine| engine.conduct.lines.outcome("info lines")),
    (WRITING, "growth", Optional, "every go above", "depth, nodes and time grow, time is true", |engine| engine.conduct.growth.outcome("searches")),
    (WRITING, "scores", Optional, "every go above", "a score in each search", |engine| engine.conduct.scores.outcome("searches")),
    (WRITING, "standard error", Optional, "all of the above", "nothing", end::standard_error),

    (END, "quit", Required, "quit", "the process ends", |engine| end(engine, false, quit)),
    (END, "quit in a search", Optional, "go infinite, quit", "the process ends", |engine| end(engine, true, quit)),
    (END, "end of input", Optional, "its standard input is closed", "the process ends", |engine| end(engine, false, Session::close_input)),
    (END, "end in a search", Optional, "go infinite, its standard input is closed", "the process ends", |engine| end(engine, true, Session::close_input)),
    (END, "bench", Optional, "the argument bench", "a number of nodes", end::bench),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_checks_have_the_same_name() {
        let names: std::collections::HashSet<_> = CHECKS.iter().map(|check| check.1).collect();
        assert_eq!(names.len(), CHECKS.len());
    }
}
