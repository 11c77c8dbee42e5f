//! The arguments of `arena run`.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use super::direct::DirectArgs;
use crate::commands::output::say;
use crate::commands::trust;
use crate::commands::workers_options::WorkersArgs;
use arena::config::shard::Shard;
use arena::config::{self, Kind, Match, Overrides, Setting};
use arena::storage::facts::MatchFacts;
use arena::storage::results::Results;
use arena::system::processor::{keep_to, processor_list};

/// Play or resume a match, and report it; or run the searches of an experiment file, or the matches
/// of a series.
#[derive(Clone, Debug, Args)]
#[command(after_help = format!("{EXAMPLES}\n{}", super::exit::help()))]
pub(in crate::commands) struct RunArgs {
    /// The match file, experiment file or series file; or a directory of results, whose match is resumed; or --first,
    /// --second and so on without one
    #[arg(value_name = "FILE.toml|DIR", required_unless_present = "first")]
    pub(super) file: Option<PathBuf>,
    /// Directory of journal and report [default: results/NAME beside the file; without one
    /// results/FIRST-vs-SECOND-DIGEST]
    #[arg(long, value_name = "DIR")]
    pub(in crate::commands) out: Option<PathBuf>,
    /// Games to play in all, or in a tournament of each pairing, instead of the match file's
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    games: Option<i64>,
    /// Games or searches at a time, instead of the file's
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(in crate::commands) concurrency: Option<i64>,
    /// The processors to play on, such as 0,2-5; games at a time are as many as their cores [default: those of
    /// the process]
    #[arg(long, value_name = "LIST", conflicts_with = "workers", value_parser = processors)]
    pub(super) cpus: Option<Processors>,
    /// Seed of the opening order, instead of the match file's
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    seed: Option<i64>,
    /// Change a key of the file, such as limits.nodes=2000 or contender.1.preset=modern; VALUE is TOML, or a
    /// plain text. May be given more than once
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(in crate::commands) set: Vec<Setting>,
    /// Play only the pairs of one of N shards, such as 3/16; --merge combines them [default
    /// directory: results/NAME-I-of-N]
    #[arg(long, value_name = "I/N")]
    pub(super) shard: Option<Shard>,
    /// Play nothing: put the games of shards, or of other runs of the same match, into its journal, and report it.
    /// Directories of results, or journals, which stay as they are
    #[arg(long, value_name = "DIR", num_args = 1.., conflicts_with_all = ["first", "shard", "workers"])]
    pub(super) merge: Vec<PathBuf>,
    /// For an experiment file: the suite, instead of the file's; needed if it names none
    #[arg(long, value_name = "FILE.epd", conflicts_with = "first")]
    pub(in crate::commands) positions: Option<PathBuf>,
    /// For an experiment file: at most this many positions of each suite, evenly spread
    #[arg(long, value_name = "N", conflicts_with = "first", allow_negative_numbers = true)]
    pub(in crate::commands) sample: Option<i64>,
    /// For an experiment file: search no deeper than this, in plies
    #[arg(long, value_name = "N", conflicts_with = "first", allow_negative_numbers = true)]
    pub(in crate::commands) max_depth: Option<i64>,
    /// Stop at the first game an engine loses by a crash, a stall, an illegal move or on time, with
    /// exit code 20
    #[arg(long)]
    pub(super) strict: bool,
    /// Exit code reports the stop rules' decision; see `arena help exit-codes`
    #[arg(long)]
    pub(super) exit_code: bool,
    /// Show no progress: only warnings and, at the end, the dozen lines of the report
    #[arg(long, short)]
    pub(in crate::commands) quiet: bool,
    /// At the end print the whole report, as in report.txt, and not only its dozen lines
    #[arg(long)]
    pub(super) full: bool,
    /// At the end explain the match, as `arena explain` does and as the table [explain] of its file says
    #[arg(long)]
    pub(super) explain: bool,
    /// With a directory of results: start the programs that it names, also where you have not started them there before
    #[arg(long)]
    pub(super) trust: bool,
    /// Whether the file is that of a directory of results.
    #[arg(skip)]
    pub(super) resumed: bool,
    /// Play contenders that are the same but for their names, to check a setup; sets the key same
    #[arg(long)]
    same: bool,
    /// Show all options, more examples and the exit codes
    #[arg(long, exclusive = true)]
    pub(super) help_all: bool,
    /// Append a log to this file; the level is INFO, or the value of ARENA_LOG (such as debug)
    #[arg(long, value_name = "FILE")]
    pub(super) log: Option<PathBuf>,
    #[command(flatten)]
    pub(super) workers: WorkersArgs,
    #[command(flatten)]
    direct: DirectArgs,
}

const EXAMPLES: &str = "\
Examples:
  arena run matches/smoke.toml                play a match, or resume it where it was stopped;
                                              its files go to matches/results/smoke/
  arena run matches/results/smoke             resume it by the directory of its results
  arena run matches/smoke.toml --games 400    make it longer
  arena run matches/smoke.toml --seed 2 --out results/smoke-2
                                              another sample, in a directory of its own
  arena run matches/smoke.toml --set limits.nodes=2000 --set 'stop.sprt=[0, 5]' --out results/smoke-3
                                              another match, the file untouched; one of several tables
                                              by its number or name: --set contender.2.hash=64
  arena run matches/smoke.toml --shard 1/2    every second pair; shard 2/2 has the others, on another
                                              machine or later
  arena run matches/smoke.toml --merge matches/results/smoke-1-of-2 matches/results/smoke-2-of-2
                                              then: their games in one journal, with one report
  arena run matches/smoke.toml --workers nats://host
                                              played by every `arena worker nats://host`
  arena run matches/smoke.toml --quiet --log smoke.log
                                              no progress bar, but a log
  arena run --first ./new --second ./old --tc 8+0.08 --sprt 0,5 --book unbalanced --option Hash=16
                                              a match without a file, of two programs, presets or
                                              both; the same command resumes it
  arena run --first stockfish --second stockfish --second-option \"Move Overhead=5\" --nodes 20000
                                              two settings of one program, 1000 games
  arena run matches/papers/winands/table-1.toml --sample 8 --max-depth 6
                                              a small run of a paper's experiment
  arena run matches/papers/eiriksson/table-1.toml --positions wac.epd
                                              an experiment with a suite that cannot be distributed

The keys of a file show its kind: a match has contenders, an experiment a suite, a series `matches`.
";

/// Processors, by their numbers.
#[derive(Clone, Debug)]
pub(super) struct Processors(Vec<i32>);

fn processors(text: &str) -> Result<Processors, String> {
    processor_list(text)
        .map(Processors)
        .ok_or_else(|| "write numbers and ranges, such as 0,2-5".to_owned())
}

impl Processors {
    /// Keeps this process, and the engines that it will start, to these processors.
    pub(super) fn keep(&self) -> anyhow::Result<()> {
        match keep_to(&self.0) {
            true => Ok(()),
            false => bail!(
                "--cpus: the process may use none of these processors; `nproc` tells their number"
            ),
        }
    }
}

impl RunArgs {
    /// The same arguments for another file and directory.
    pub(in crate::commands) fn for_match(&self, file: PathBuf, out: Option<PathBuf>) -> RunArgs {
        RunArgs { file: Some(file), out, ..self.clone() }
    }

    /// The match of these arguments.
    pub(in crate::commands) fn load(&self) -> anyhow::Result<Match> {
        let RunArgs { games, seed, concurrency, .. } = *self;
        let same = Setting::new("--same".to_owned(), &["same"], "true".to_owned());
        let set = self.set.iter().cloned().chain(self.same.then_some(same)).collect();
        let overrides = Overrides { games, seed, concurrency, set };
        Ok(match (&self.file, self.direct.of_match()?) {
            (Some(file), _) if trust::is_of_results(file) => {
                trust::refuse_builds(file)?;
                let settings = config::load(file, &overrides)?;
                trust::check(&settings, self.trust)?;
                settings
            }
            (Some(file), _) => config::load(file, &overrides)?,
            (None, Some(direct)) => {
                let settings = direct.load(&overrides)?;
                direct.notes(&settings).iter().for_each(|note| say(note));
                settings
            }
            (None, None) => bail!("name a match file, or --first and --second"),
        })
    }

    /// The named directory, or the default one for the file or for the match.
    pub(super) fn directory(&self, settings: &Match, facts: &[MatchFacts]) -> PathBuf {
        let name = |facts: &MatchFacts| {
            PathBuf::from(format!("{}-{}.toml", facts.name, facts.short_digest()))
        };
        let file = match &self.file {
            None => facts.first().map_or_else(|| settings.path.clone(), name),
            Some(_) => settings.file_of_results(),
        };
        let directory = Results::directory_of(self.out.as_deref(), &file);
        match (self.shard, directory.file_name(), &self.out) {
            // The files of a shard go beside those of the match.
            (Some(shard), Some(name), None) => {
                directory.with_file_name(shard.directory(&name.to_string_lossy()))
            }
            _ => directory,
        }
    }

    /// An option without effect on this kind of file is an error.
    pub(super) fn refuse_options_of_others(&self, kind: Kind, file: &Path) -> anyhow::Result<()> {
        match (self.direct.given(), kind) {
            (Some((option, key)), Kind::Match) => bail!(
                "{option} is for a match without a file; for {}, change its key {key}, there or by \
                 --set {key}=VALUE",
                file.display()
            ),
            (Some((option, _)), _) => bail!(
                "{option} is for a match without a file; leave it out, or change keys of {} by --set",
                file.display()
            ),
            (None, _) => {}
        }
        let of_matches = [
            ("--games", self.games.is_some()),
            ("--seed", self.seed.is_some()),
            ("--strict", self.strict),
            ("--exit-code", self.exit_code),
            ("--explain", self.explain),
            ("--same", self.same),
            ("--shard", self.shard.is_some()),
            ("--merge", !self.merge.is_empty()),
            ("--workers", self.workers.is_given()),
        ];
        let of_matches = [&of_matches[..], &self.workers.of_games()].concat();
        let of_experiments = [
            ("--positions", self.positions.is_some()),
            ("--sample", self.sample.is_some()),
            ("--max-depth", self.max_depth.is_some()),
        ];
        let (this, options, others) = match kind {
            Kind::Experiment => ("an experiment", &of_matches[..], "a match"),
            Kind::Match => ("a match", &of_experiments[..], "an experiment"),
            Kind::Series if self.exit_code => {
                bail!("--exit-code is for a single match; run those of the series by themselves");
            }
            Kind::Series if self.shard.is_some() => {
                bail!("--shard is for a single match; run those of the series by themselves");
            }
            Kind::Series => ("a series of matches", &of_experiments[..], "an experiment"),
        };
        if let Some((option, _)) = options.iter().find(|(_, is_given)| *is_given) {
            let file = file.display();
            bail!("{option} is for {others}, but {file} is {this}; leave it out");
        }
        Ok(())
    }
}
