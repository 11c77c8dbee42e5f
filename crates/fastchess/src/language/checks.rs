//! The checks after all options are read, in the reference's order.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::language::command::{BookFormat, Log, Output, Sprt, Tournament, Variant};
use crate::language::engine_arguments::EngineArguments;

/// The facts of the machine that the checks need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// Whether the command line is played on it: a line that is only converted may name engines, a book and
    /// processors of another machine.
    pub plays: bool,
    /// Hardware threads.
    pub threads: i32,
    /// Files that may be open.
    pub open_files: u64,
    /// The seed where none is given.
    pub seed: u64,
    /// The local time, `20261122_101500`, for names of files.
    pub date: String,
}

/// Files open in any tournament, and further ones for each game.
const FILES: u64 = 12;
const FILES_OF_A_GAME: u64 = 6;

/// Checks and completes the settings of a tournament.
///
/// # Errors
/// The reference's words.
pub fn tournament(
    tournament: &mut Tournament,
    machine: &Machine,
    say: &mut dyn FnMut(&str),
) -> Result<(), String> {
    if tournament.games > 2 {
        std::mem::swap(&mut tournament.games, &mut tournament.rounds);
        if tournament.games > 2 {
            return Err("Error: Exceeded -game limit! Must be less than 2".to_owned());
        }
    }
    tournament.report_penta &= tournament.output == Output::Fastchess && tournament.games == 2;
    for interval in [&mut tournament.ratinginterval, &mut tournament.scoreinterval] {
        if *interval == 0 {
            *interval = i32::MAX;
        }
    }
    adjust_concurrency(tournament, machine, say);
    if machine.plays {
        fit_concurrency(tournament, machine, say)?;
    }
    sprt(tournament, say)?;
    book(tournament, say)?;
    if tournament.tb_adjudication.enabled && tournament.tb_adjudication.syzygy_dirs.is_empty() {
        return Err(
            "Error: Must provide a ;-separated list of Syzygy tablebase directories.".to_owned()
        );
    }
    Ok(())
}

/// A number below one is meant from the threads of the machine downwards.
fn adjust_concurrency(tournament: &mut Tournament, machine: &Machine, say: &mut dyn FnMut(&str)) {
    if tournament.concurrency <= 0 {
        tournament.concurrency = machine.threads - tournament.concurrency.saturating_abs();
        say(&format!(
            "Info: Adjusted concurrency to {} based on number of available hardware threads.",
            tournament.concurrency
        ));
    }
}

/// Refuses more games at a time than the machine has threads or files for.
fn fit_concurrency(
    tournament: &mut Tournament,
    machine: &Machine,
    say: &mut dyn FnMut(&str),
) -> Result<(), String> {
    if tournament.concurrency > machine.threads && !tournament.force_concurrency {
        return Err(
            "Error: Concurrency exceeds number of CPUs. Use -force-concurrency to override."
                .to_owned(),
        );
    }
    let needed = FILES + FILES_OF_A_GAME * u64::try_from(tournament.concurrency).unwrap_or(0);
    if machine.open_files < needed {
        say(&format!(
            "There aren't enough file descriptors available for the specified concurrency.\nPlease \
             increase the limit using ulimit -n 65536 for each shell manually or \nadjust the \
             defaults (e.g. /etc/security/limits.conf,/etc/systemd/system.conf, and/or \
             /etc/systemd/user.conf).\nThe maximum number of file descriptors required for this \
             configuration is: {needed}"
        ));
        let most = machine.open_files.saturating_sub(FILES) / FILES_OF_A_GAME;
        say(&format!("Limiting concurrency to: {most}"));
        if most < 1 {
            return Err(
                "Error: Not enough file descriptors available for the specified concurrency."
                    .to_owned(),
            );
        }
        tournament.concurrency = i32::try_from(most).unwrap_or(i32::MAX);
    }
    Ok(())
}

fn sprt(tournament: &mut Tournament, say: &mut dyn FnMut(&str)) -> Result<(), String> {
    let sprt = &tournament.sprt;
    if !sprt.enabled {
        return Ok(());
    }
    let is_probability = |error: f64| error > 0.0 && error < 1.0;
    let problem = match () {
        () if sprt.elo0 >= sprt.elo1 && sprt.model != Sprt::CUTECHESS => {
            Some("elo0 must be less than elo1!")
        }
        () if !is_probability(sprt.alpha) => {
            Some("alpha must be a decimal number between 0 and 1!")
        }
        () if !is_probability(sprt.beta) => Some("beta must be a decimal number between 0 and 1!"),
        () if sprt.alpha + sprt.beta >= 1.0 => Some("sum of alpha and beta must be less than 1!"),
        () if !["normalized", "bayesian", "logistic", Sprt::CUTECHESS]
            .contains(&sprt.model.as_str()) =>
        {
            Some("invalid SPRT model!")
        }
        () => None,
    };
    if let Some(problem) = problem {
        return Err(format!("Error; SPRT: {problem}"));
    }
    if sprt.model == "bayesian" && tournament.report_penta {
        say("Warning; Bayesian SPRT model not available with pentanomial statistics. Disabling \
             pentanomial reports...");
        tournament.report_penta = false;
    }
    Ok(())
}

fn book(tournament: &Tournament, say: &mut dyn FnMut(&str)) -> Result<(), String> {
    let opening = &tournament.opening;
    if opening.file.is_empty() {
        if tournament.variant == Variant::FischerRandom {
            return Err("Error: Please specify a Chess960 opening book".to_owned());
        }
        say("Warning: No opening book specified! Consider using one, otherwise all games will be \
             played from the starting position.");
    }
    if opening.format == BookFormat::None {
        say(
            "Warning: Unknown opening format, 2. All games will be played from the starting position.",
        );
    }
    Ok(())
}

/// Checks and completes the engines.
///
/// # Errors
/// The reference's words.
pub fn engines(engines: &mut [EngineArguments], machine: &Machine) -> Result<(), String> {
    if engines.len() < 2 {
        return Err("Error: Need at least two engines to start!".to_owned());
    }
    engines.iter_mut().try_for_each(|one| engine(one, machine))?;
    let mut seen: HashMap<String, u32> = HashMap::new();
    for engine in engines {
        let count = seen.entry(engine.name.clone()).or_default();
        *count += 1;
        if *count > 1 {
            engine.name = format!("{}_{count}", engine.name);
        }
    }
    Ok(())
}

fn engine(engine: &mut EngineArguments, machine: &Machine) -> Result<(), String> {
    let limit = &engine.limit;
    let has_clock = limit.tc.time + limit.tc.increment != 0;
    let has_move_time = limit.tc.fixed_time != 0;
    if !has_clock && !has_move_time && limit.nodes == 0 && limit.plies == 0 {
        return Err("Error; no TimeControl specified!".to_owned());
    }
    if has_clock && has_move_time {
        return Err("Error; cannot use tc and st together!".to_owned());
    }
    let program = program(engine);
    let has_place = !engine.dir.is_empty() || program.is_absolute();
    if machine.plays && has_place && !program.is_file() {
        return Err(format!("Engine binary does not exist: {}", program.display()));
    }
    if engine.name.is_empty() {
        let stem = Path::new(&engine.cmd).file_stem();
        engine.name = stem.map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    }
    match engine.name.is_empty() {
        true => Err("Error; please specify a name for each engine!".to_owned()),
        false => Ok(()),
    }
}

/// Refuses a compressed log, like the reference built without zlib.
///
/// # Errors
/// The reference's words.
pub fn log(log: &Log) -> Result<(), String> {
    match log.compress && !log.file.is_empty() {
        true => Err("Compress is enabled but program wasn't compiled with zlib.".to_owned()),
        false => Ok(()),
    }
}

/// The path at which an engine's program is sought: in its directory, if it has one and the path is
/// not absolute.
#[must_use]
pub fn program(engine: &EngineArguments) -> PathBuf {
    match engine.dir.as_str() {
        _ if Path::new(&engine.cmd).is_absolute() => PathBuf::from(&engine.cmd),
        "" => PathBuf::from(&engine.cmd),
        // The path is printed, and so as the reference joins it.
        dir if dir.ends_with('/') => PathBuf::from(format!("{dir}{}", engine.cmd)),
        dir => PathBuf::from(format!("{dir}/{}", engine.cmd)),
    }
}
