//! Asks a UCI program for a move in the initial position, at depth 8:
//! `cargo run -p ziggurat-uci-client --example go_depth -- PROGRAM [ARGUMENT]..`

#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use std::error::Error;

use shakmaty::Chess;
use uci_client::{Go, Guard, Program, Question, Session, Timeouts};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let Some(path) = arguments.next() else {
        println!("skipped: it takes a UCI program and its arguments, such as `stockfish`");
        return Ok(());
    };
    let timeouts = Timeouts::default();
    let program = Program::new(path).with_arguments(arguments);
    let mut session = Session::start(&program, &Guard::none())?;
    let info = session.handshake(timeouts.startup)?;
    session.new_game(timeouts.new_game)?;

    let mut question = Question::new();
    question.put(&Chess::default(), &[], &Go::depth(8));
    let answer = session.ask(question.text(), timeouts.hang, timeouts.grace)?;
    let best_move = answer.best_move.map_or(answer.garbled, |best_move| best_move.to_string());
    println!(
        "{}: {best_move}, depth {}, {} nodes, {:?}",
        info.name, answer.info.depth, answer.info.nodes, answer.time
    );
    session.quit(timeouts.grace);
    print!("{}", session.transcript().to_text());
    Ok(())
}
