//! Reads a command line as a match runner would, and prints the result: the notices and the refusal
//! as the reference prints them, or `accepted`.
#![expect(clippy::print_stdout, reason = "its output is its purpose")]

use std::process::ExitCode;

use fastchess::language::checks::Machine;
use fastchess::language::reader::read;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let machine = Machine {
        plays: true,
        threads: i32::try_from(threads).unwrap_or(i32::MAX),
        open_files: 1 << 20,
        seed: 1,
        date: "20260101_000000".to_owned(),
    };
    match read(&arguments, &machine, &mut |text| println!("{text}")) {
        Ok(_) => {
            println!("accepted");
            ExitCode::SUCCESS
        }
        Err(refusal) => {
            println!("{refusal}");
            ExitCode::FAILURE
        }
    }
}
