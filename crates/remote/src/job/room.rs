//! Whether this machine can hold the hash tables of a job.

use system::machine;
use uci_client::OptionValue;

use super::JobError;
use arena::config::{ContenderSettings, EngineSettings, UciSettings};

/// The hash table of a contender, in MiB.
pub(super) fn of_contender(contender: &ContenderSettings) -> u64 {
    match &contender.engine {
        EngineSettings::InProcess(engine) => engine.hash as u64,
        EngineSettings::Own(_) => 0,
        EngineSettings::Uci(program) => of_program(program),
    }
}

fn of_program(program: &UciSettings) -> u64 {
    let asked = program.options.iter().find_map(|option| match option.value {
        OptionValue::Number(size) if option.name.eq_ignore_ascii_case("hash") => Some(size),
        _ => None,
    });
    asked.and_then(|size| u64::try_from(size).ok()).unwrap_or_default()
}

/// Refuses tables of these sizes, each on this number of threads, that the machine cannot hold.
pub(super) fn check(threads: usize, sizes: impl Iterator<Item = u64>) -> Result<(), JobError> {
    let Some(there) = machine::memory() else { return Ok(()) };
    let (threads, there) = (threads as u64, there >> 20);
    let needed = sizes.fold(0_u64, u64::saturating_add).saturating_mul(threads);
    match needed > there {
        true => Err(JobError(format!(
            "hash tables of {needed} MiB on {threads} threads, and this machine has {there} MiB of memory"
        ))),
        false => Ok(()),
    }
}
