//! The open-file limit of a match.
//!
//! Every program takes five: three pipes, the file its standard error goes to, and the socket to
//! its warden. If the system refused one in the middle of a match, an engine would lose games for
//! it; so a match secures them before its first game.

use system::machine::{allow_open_files, open_files};

/// Files of a program.
const OF_PROGRAM: u64 = 5;
/// Files of a game thread: the system's record of its waiting time for a core.
const OF_THREAD: u64 = 1;
/// All others: the journal, the log, the reserved cores, and files open for a moment.
const OTHERS: u64 = 64;

/// Raises this process's open-file limit to the need of these game threads, each with this many
/// programs.
///
/// # Errors
/// The system does not allow that; the message gives the number needed and a remedy.
pub fn provide(threads: usize, programs: usize) -> Result<(), String> {
    let (current, maximum) = open_files();
    let needed = needed(threads, programs);
    if current.is_none_or(|current| current >= needed) {
        return Ok(());
    }
    if maximum.is_none_or(|maximum| maximum >= needed) && allow_open_files(needed) {
        return Ok(());
    }
    let allowed = maximum.or(current).unwrap_or_default();
    let most = (1..threads).rev().find(|&fewer| self::needed(fewer, programs) <= allowed);
    let instead = match most {
        Some(most) => format!("or set `concurrency` to at most {most}"),
        None => format!("one game at a time takes {}", self::needed(1, programs)),
    };
    Err(format!(
        "{threads} games at a time take up to {needed} open files, and the system allows {allowed}: \
         raise that (`ulimit -n {needed}`), {instead}"
    ))
}

fn needed(threads: usize, programs: usize) -> u64 {
    let of_thread = OF_THREAD + OF_PROGRAM * programs as u64;
    OTHERS + threads as u64 * of_thread
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_that_needs_more_than_there_are_says_so() {
        assert_eq!(provide(2, 2), Ok(()));
        let (_, Some(allowed)) = open_files() else { return };
        let threads = usize::try_from(allowed).unwrap();
        let problem = provide(threads, 2).unwrap_err();
        assert!(problem.contains(&format!("the system allows {allowed}: raise that")), "{problem}");
        let most: usize = problem.rsplit_once(' ').unwrap().1.parse().unwrap();
        assert!(needed(most, 2) <= allowed && needed(most + 1, 2) > allowed, "{problem}");
    }
}
