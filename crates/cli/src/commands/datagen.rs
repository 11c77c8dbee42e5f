//! `arena datagen`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::Args;
use engine::{Evaluation, SearchOverrides};

use super::output::{print_document, say, say_command};
use super::signals::{self, INTERRUPTED};
use super::whole::whole;
use arena::chess::openings::Book;
use arena::config;
use arena::system::processor::physical_cores;
use lab::datagen::describe::Description;
use lab::datagen::openings::Starts;
use lab::datagen::runner::{self, DataWork};
use lab::datagen::settings::{DataFacts, DataSettings};
use lab::datagen::store::{self, DataStore, Wanted, games_in};
use lab::progress::ProgressDisplay;
use lab::run_loop::RunEnding;

/// Play games of the engine against itself, as training data for an evaluation.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct DatagenArgs {
    /// The directory of the data; an existing one is resumed
    #[arg(long, value_name = "DIR", required_unless_present = "describe")]
    out: Option<PathBuf>,
    /// Play until there are N positions, each with its move and score
    #[arg(long, value_name = "N", value_parser = whole(1_u64..))]
    #[arg(required_unless_present_any = ["games", "describe"])]
    positions: Option<u64>,
    /// Play until there are N games
    #[arg(long, value_name = "N", value_parser = whole(1_u64..), conflicts_with = "positions")]
    games: Option<u64>,
    /// Nodes after which a search begins no further iteration; at eight times this number the search
    /// stops within an iteration
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = whole(10_u64..))]
    nodes: u64,
    /// The seed of all random choices: another seed gives other games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The preset that plays both sides
    #[arg(long, value_name = "NAME", default_value = "default")]
    preset: String,
    /// Changes to it, as in a match file's `search`: {null_move={reduction=3}}
    #[arg(long, value_name = "{..}", value_parser = config::search_changes)]
    search: Option<SearchOverrides>,
    /// A file with the network that evaluates positions; without it the preset's evaluation is used
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// The opening book: a file, or a built-in book
    #[arg(long, value_name = "FILE", default_value = "builtin:balanced")]
    book: PathBuf,
    /// Random plies after the position of the book
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole(0..=40_u16))]
    random_plies: u16,
    /// The share of games that begin at the start position instead, with 8 or 9 random plies
    #[arg(long, value_name = "SHARE", default_value_t = 0.25, value_parser = share)]
    from_start: f64,
    /// Draw another opening if the first search scores more than CP centipawns for either side
    #[arg(long, value_name = "CP", default_value_t = 300, value_parser = whole(1_i32..))]
    uneven: i32,
    /// End a game as won when both sides have scored CP centipawns or more for three moves each:
    /// lower values give more games in the same time, and fewer positions with a large score
    #[arg(long, value_name = "CP", default_value_t = 1500, value_parser = whole(100_i32..))]
    won: i32,
    /// Transposition table, which both sides share
    #[arg(long, value_name = "MiB", default_value_t = 16, value_parser = whole(1..=65_536_u32))]
    hash: u32,
    /// Games at a time [default: the physical cores]
    #[arg(long, value_name = "N", value_parser = whole(1..=1024_u16))]
    concurrency: Option<u16>,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
    /// Describe a file of games or a directory of data, and play nothing
    #[arg(long, value_name = "FILE|DIR", exclusive = true)]
    describe: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  arena datagen --out data --positions 10000000
  arena datagen --out data --positions 20000000
                                              the same games, and as many new ones
  arena datagen --out more --positions 10000000 --seed 2 --nodes 8000
  arena datagen --out second --positions 10000000 --network mine.network
                                              games of the network, for the next one
  arena datagen --describe data               games, results and scores, in tables

A game depends only on its number and on these settings: the same command makes the same data at
any --concurrency and after any number of stops, even by kill -9. A directory with games
of other settings is refused.

Games end by the rules, by --won, or when both sides have scored at most 0.08 pawns for six moves each
after move 40, or after 200 moves each as a draw.

DIR/games.viriformat has the games, in a format that other trainers read too; DIR/games.jsonl
lists its complete parts.";

pub(super) fn execute(args: &DatagenArgs) -> anyhow::Result<ExitCode> {
    if let Some(path) = &args.describe {
        let path = games_in(path);
        store::verify(&path)?;
        let description = Description::of(&path)?;
        print_document(&description.document(&path.display().to_string()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let wanted = match (args.positions, args.games) {
        (Some(positions), _) => Wanted::Positions(positions),
        (None, Some(games)) => Wanted::Games(games),
        (None, None) => bail!("--positions N or --games N says how much is wanted"),
    };
    let out = args.out.as_deref().context("--out DIR says where the data go")?;
    let settings = args.settings()?;
    let book = Book::read(&args.book, None)?;
    let facts = DataFacts::of(&settings, &args.book.display().to_string(), book.digest);
    let starts = Arc::new(Starts::of(&book)?);
    let mut store = DataStore::open(out, &facts, wanted)?;
    let concurrency = args.concurrency.map_or_else(physical_cores, usize::from);
    if !args.quiet {
        let (path, amount) = (store.path().display(), store.amount());
        say(&format!(
            "{path}: {} games with {} positions are there; concurrency {concurrency}",
            amount.games, amount.positions
        ));
    }
    let work = DataWork { settings: Arc::new(settings), starts, concurrency };
    let ending = signals::work(async |signals| {
        let unit = if matches!(wanted, Wanted::Games(_)) { "games" } else { "positions" };
        let all = usize::try_from(wanted.all()).unwrap_or(usize::MAX);
        let display = ProgressDisplay::new(all, unit, args.quiet);
        runner::run(&work, &mut store, signals, display).await
    })?;
    if ending == RunEnding::Interrupted {
        say_command("to go on");
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

impl DatagenArgs {
    fn settings(&self) -> anyhow::Result<DataSettings> {
        let mut setup = config::preset(&self.preset).map_err(anyhow::Error::msg)?;
        if let Some(changes) = &self.search {
            setup.search = setup.search.with(changes);
        }
        if let Some(path) = &self.network {
            let network = config::network_in(path).map_err(anyhow::Error::msg);
            setup.evaluation = Evaluation::Network(network.context("--network")?);
        }
        Ok(DataSettings {
            seed: self.seed,
            setup,
            nodes: self.nodes,
            hash: self.hash as usize,
            random_plies: usize::from(self.random_plies),
            from_start: self.from_start,
            most_uneven: self.uneven,
            won: self.won,
        })
    }
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("expected a share from 0 to 1".to_owned()),
    }
}
