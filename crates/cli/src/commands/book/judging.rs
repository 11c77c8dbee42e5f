//! The options shared by `arena book make` and `arena book filter`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::Args;
use engine::Setup;

use super::super::whole::whole;
use crate::commands::output::{print, say};
use crate::commands::signals;
use arena::player;
use arena::system::durable;
use arena::system::processor::physical_cores;
use lab::book::assembly::BookAssembly;
use lab::book::journal;
use lab::book::model::FittedModel;
use lab::book::output;
use lab::book::report::BookReport;
use lab::book::runner::{self, JudgingWork};
use lab::book::settings::{BookFacts, Candidates, Judgement};
use lab::book::source::Source;
use lab::book::window::{BetterSide, Range, Window};
use lab::progress::ProgressDisplay;

/// The engine that judges positions, its limits, and the book's destination.
#[derive(Debug, Args)]
pub(super) struct JudgingArgs {
    /// Keep values in this range, in centipawns from the better side's view, as 0..30
    #[arg(long, value_name = "A..B", value_parser = Range::centipawns, allow_hyphen_values = true)]
    centipawns: Option<Range>,
    /// Keep expected scores in this range, from the better side's view, as 0.70..0.80; with --model
    #[arg(long, value_name = "A..B", value_parser = Range::expected_score, allow_hyphen_values = true)]
    #[arg(conflicts_with = "centipawns", requires = "model")]
    expected_score: Option<Range>,
    /// The model of the expected score: a file written by `arena book model`
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// The side that must have the better position
    #[arg(long, value_enum, default_value_t)]
    better: BetterSide,
    /// Nodes of the search that gives a position its value
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = whole(100_u64..))]
    nodes: u64,
    /// Keep a position if its best quiet move is at most CP centipawns worse than its best
    /// move, and the side to move is not in check; quiet moves are those that neither capture,
    /// promote nor give check
    #[arg(long, value_name = "CP", default_value_t = 10, value_parser = whole(0..=1000_i32))]
    quiet_margin: i32,
    /// Keep positions that are not quiet too
    #[arg(long, conflicts_with = "quiet_margin")]
    unquiet: bool,
    /// Positions of the book differ on at least SQUARES squares of the board; 0 keeps all but
    /// duplicates and transpositions
    #[arg(long, value_name = "SQUARES", default_value_t = 4, value_parser = whole(0..=32_u32))]
    distance: u32,
    /// The book: an EPD file, written when it is finished
    #[arg(long, value_name = "OUT.epd")]
    pub(super) out: PathBuf,
    /// Write the table and the histogram as a page, too
    #[arg(long, value_name = "FILE.html")]
    html: Option<PathBuf>,
    /// Positions judged at a time [default: the physical cores]
    #[arg(long, value_name = "N", value_parser = whole(1..=1024_u16))]
    concurrency: Option<u16>,
    /// Transposition table of each search
    #[arg(long, value_name = "MiB", default_value_t = 16, value_parser = whole(1..=65_536_u32))]
    hash: u32,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

impl JudgingArgs {
    /// Whether there is a window.
    pub(super) fn has_window(&self) -> bool {
        self.range().is_some()
    }

    fn range(&self) -> Option<Range> {
        self.centipawns.or(self.expected_score)
    }

    /// The judgement of positions. Takes a fraction of a second, to compute the engine's signature.
    fn judgement(&self, setup: Setup) -> anyhow::Result<Judgement> {
        let fitted = self.model.as_deref().map(FittedModel::read).transpose()?;
        let signature = player::search_signature(setup);
        if let (Some(fitted), Some(Range::ExpectedScore(..))) = (&fitted, self.range()) {
            for warning in fitted.data.doubts(self.nodes, signature) {
                say(&format!("warning: {warning}"));
            }
        }
        let model = fitted.as_ref().map(|fitted| &fitted.model);
        let window = self.range().map(|range| Window::new(range, self.better, model)).transpose();
        if self.better != BetterSide::Either && self.range().is_none() {
            bail!("--better needs a window: --centipawns A..B or --expected-score A..B");
        }
        Ok(Judgement {
            window: window.map_err(anyhow::Error::msg)?,
            nodes: self.nodes,
            quiet_margin: (!self.unquiet).then_some(self.quiet_margin),
            hash: self.hash as usize,
            signature,
        })
    }

    /// Writes the finished book, and reports its candidates under the name of a file.
    pub(super) fn finish(&self, assembly: &BookAssembly, file: &Path) -> anyhow::Result<ExitCode> {
        let name = self.out.file_stem().unwrap_or_default().to_string_lossy();
        write(&self.out, &output::epd(assembly.kept(), self.nodes, &name))?;
        let report = BookReport::of(file, assembly.summary());
        print(&report.text())?;
        if let Some(path) = &self.html {
            write(path, &report.html()?)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Writes a file as a whole, or not at all.
pub(super) fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    durable::replace(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// Judges candidates until the book is made or given up; one whose run was stopped before is open.
pub(super) fn run(
    args: &JudgingArgs,
    source: Source,
    candidates: Candidates,
    count: Option<usize>,
) -> anyhow::Result<BookAssembly> {
    if args.out.extension().is_none_or(|extension| extension != "epd") {
        bail!(
            "--out {}: the book is written as EPD, so that its name ends in .epd",
            args.out.display()
        );
    }
    // The books of the repository were made so, and can be made again.
    let setup = Setup::preset("modern").context("the preset `modern`")?;
    let facts = BookFacts { candidates, judgement: args.judgement(setup.clone())? };
    let path = args.out.with_extension("jsonl");
    if args.out.exists() && !path.exists() {
        bail!(
            "{}: there is a book of this name, and no journal {} beside it, so that it is not the \
             book of an earlier run; choose another --out",
            args.out.display(),
            path.display()
        );
    }
    let (mut journal, findings) = journal::open(&path, &facts)?;
    let concurrency = args.concurrency.map_or_else(physical_cores, usize::from);
    let unit = if count.is_some() { "positions" } else { "openings" };
    let BookFacts { judgement, .. } = facts;
    if !args.quiet {
        let kept = judgement.window.as_ref().map_or("any value".to_owned(), ToString::to_string);
        say(&format!("{}: {kept}; concurrency {concurrency}", args.out.display()));
        if !findings.is_empty() {
            say(&format!("{} candidates are in {} already", findings.len(), path.display()));
        }
    }
    let source = Arc::new(source);
    let work = JudgingWork {
        source: Arc::clone(&source),
        judgement: Arc::new(judgement),
        setup,
        concurrency,
    };
    let mut assembly = BookAssembly::new(source, count, args.distance);
    let display = ProgressDisplay::new(assembly.wanted(), unit, args.quiet);
    signals::work(async |signals| {
        runner::run(&work, &mut assembly, findings, &mut journal, signals, display).await
    })?;
    Ok(assembly)
}
