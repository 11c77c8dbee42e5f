//! The place of fastchess: its command line, its output and its habits, with this runner below.
//!
//! ```text
//! arguments -> dropin: Command -> settings: Match -> runner -> teller -> standard output, files
//!                                      player (one a program) -> notebook --^
//! ```
//!
//! A [`Match`](crate::config::Match) of the [conventions of
//! fastchess](crate::chess::conventions::Conventions::Fastchess) is played by the same game threads, dispatcher,
//! supervisor and journal as any other. The room adds a player that treats a program as fastchess does, and a
//! reporter that says of it what fastchess says.

mod dates;
mod desk;
mod files;
mod info;
mod machine;
mod notes;
mod openings;
mod options;
mod pgn;
mod player;
mod question;
mod remarks;
mod results;
mod settings;
mod teller;
mod text;
mod tournament;
mod variation;
mod verdict;
mod version;
mod voice;

use std::process::ExitCode;

use dropin::command::Request;
use dropin::reader::read;

use crate::player::uci::Guard;
use voice::print;

/// What this program is called when it is to be fastchess.
const NAME: &str = "fastchess";

/// The arguments of fastchess, and the command before them, where this process was started as it: by a
/// name that begins with `fastchess`, or with `fastchess` as its first argument.
#[must_use]
pub fn arguments(line: &[String]) -> Option<(String, Vec<String>)> {
    let (program, rest) = line.split_first()?;
    if tournament::is_name(program, NAME) {
        return Some((program.clone(), rest.to_vec()));
    }
    let (first, rest) = rest.split_first()?;
    (first == NAME).then(|| (format!("{program} {NAME}"), rest.to_vec()))
}

/// Does what fastchess would do with these arguments. `again` is the command before them, and `guard`
/// makes what keeps programs from outliving this one.
///
/// # Errors
/// Where the machine lacks what the runner needs.
pub fn execute(
    again: &str,
    arguments: &[String],
    guard: fn() -> anyhow::Result<Guard>,
) -> anyhow::Result<ExitCode> {
    let mut say = |text: &str| print(&format!("{text}\n"));
    match read(arguments, &machine::machine(), &mut say) {
        Ok(Request::Version) => say(&version::line()),
        Ok(Request::Help) => print(MANUAL),
        Ok(Request::Play(command)) => return tournament::play(*command, again, guard),
        Err(refusal) => {
            say(&refusal.to_string());
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The manual: what fastchess's own would say in full.
const MANUAL: &str = "\
Plays matches of UCI engines, with the command line and the output of fastchess 1.8.2.

  fastchess -engine cmd=A name=New -engine cmd=B name=Base -each tc=8+0.08
            -rounds 100 -repeat -openings file=book.epd format=epd order=random -pgnout file=games.pgn

Every option of fastchess 1.8.2 is read as fastchess reads it; see its manual for them, and the chapter
\"In the place of fastchess\" of this program's for what differs on purpose.

`arena --help` has this program's own commands, with exact resumption and reports.
";
