//! `trainer train`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Args;
use rayon::prelude::*;

use crate::data::{self, Sample, Selection};
use crate::gradient::Target;
use crate::network::{Weights, forward};
use crate::position::TrainingPosition;
use crate::print_text;
use crate::quantised::QuantisedNetwork;
use crate::report::{QuantisationError, Report};
use crate::shape::Shape;
use crate::training::{Training, TrainingOptions};
use crate::{classical, scale};

/// Train a network on files of games, as `arena datagen` writes them.
///
/// The network is written after every epoch, to OUT and to OUT.epochs. At the end the losses are in
/// OUT.txt and OUT.svg. The same games, options and seed give the same network, whatever the number of
/// threads.
#[derive(Debug, Args)]
pub(crate) struct TrainArgs {
    /// Files of games in viriformat
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// The file for the network
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Continue from this network, with its sizes, instead of from random weights
    #[arg(long, value_name = "NETWORK", conflicts_with_all = ["hidden", "outputs"])]
    from: Option<PathBuf>,
    /// Numbers of an accumulator: a multiple of 32
    #[arg(long, value_name = "N", default_value_t = 128)]
    hidden: usize,
    /// Outputs, each for some numbers of men on the board
    #[arg(long, value_name = "N", default_value_t = 8)]
    outputs: usize,
    /// The share of the game's result in the target, from 0 to 1; the rest is the prediction of the
    /// search's score
    #[arg(long, value_name = "SHARE", default_value_t = 0.1)]
    results: f32,
    /// The scale of scores: centipawns for an expected score of 73 % [default: fitted to the games]
    #[arg(long, value_name = "CP")]
    scale: Option<u16>,
    #[command(flatten)]
    selection: Selection,
    /// Threads [default: the cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    #[command(flatten)]
    training: TrainingOptions,
}

pub(crate) fn execute(args: &TrainArgs) -> anyhow::Result<()> {
    args.check()?;
    let begun = args.from.as_deref().map(QuantisedNetwork::open).transpose()?;
    if let Some(threads) = args.threads {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?;
    }
    let TrainArgs { training: options, selection, .. } = args;
    let most = selection.most;
    let sample = data::read(&args.games, selection, options.seed, options.quiet)?;
    let Sample { games, all, training, validation } = &sample;
    ensure!(
        !training.is_empty() && !validation.is_empty(),
        "{games} games with {all} positions give {} to train on and {} to validate with; more games are needed",
        training.len(),
        validation.len()
    );
    let scale = args.scale.map_or_else(|| scale::fit(training).round(), f32::from);
    let fitted = if args.scale.is_some() { "given" } else { "fitted to scores and results" };
    let target = Target { scale, results: args.results };
    let mut report = Report {
        remarks: vec![
            format!(
                "{games} games, {all} positions; {} of them quiet and under {most} centipawns to train on, \
                 {} of other games to validate with.",
                training.len(),
                validation.len()
            ),
            format!(
                "Scale {scale} centipawns, {fitted}; {} of the target is the result of the game.",
                args.results
            ),
            args.beginning(),
        ],
        epochs: Vec::new(),
        compared: Vec::new(),
        quantisation: QuantisationError { mean: 0.0, most: 0.0 },
    };
    let begun = begun.map(|network| (network.shape.clone(), network.weights(scale)));
    let (shape, begun) = begun.unzip();
    let shape = shape.unwrap_or_else(|| Shape::mirrored(args.hidden, args.outputs));
    let mut run = Training::new(shape.clone(), *options, target, begun, training);
    let checkpoints = args.out.with_added_extension("epochs");
    fs::create_dir_all(&checkpoints)
        .with_context(|| format!("cannot make {}", checkpoints.display()))?;
    for number in 1..=options.epochs {
        report.epochs.push(run.epoch(number, validation));
        let network = QuantisedNetwork::of(&shape, run.network(), scale as u32);
        network.check().context("the network that was trained does not fit into its file")?;
        for path in [&checkpoints.join(format!("{number:03}.network")), &args.out] {
            write(path, &network.bytes())?;
        }
    }
    run.end();
    report.compare(validation, &target);
    report.quantisation = quantisation_error(&shape, run.network(), scale, validation);
    let text = report.document(&args.out).text();
    write(&args.out.with_added_extension("txt"), text.as_bytes())?;
    report.plot(&args.out.with_added_extension("svg"))?;
    print_text(&text);
    Ok(())
}

impl TrainArgs {
    fn check(&self) -> anyhow::Result<()> {
        let TrainArgs { hidden, outputs, results, .. } = *self;
        let TrainingOptions { batch, rate, decay, .. } = self.training;
        ensure!(
            (32..=1024).contains(&hidden) && hidden.is_multiple_of(32),
            "--hidden {hidden}: expected a multiple of 32 from 32 to 1024"
        );
        ensure!((1..=16).contains(&outputs), "--outputs {outputs}: expected 1 to 16");
        ensure!(batch > 0, "--batch 0: expected a number of positions");
        ensure!(rate > 0.0 && rate < 1.0, "--rate {rate}: expected a rate between 0 and 1");
        ensure!(
            (0.0..=1.0).contains(&results),
            "--results {results}: expected a share from 0 to 1"
        );
        ensure!((0.0..=100.0).contains(&decay), "--decay {decay}: expected a share from 0 to 100");
        ensure!(self.scale != Some(0), "--scale 0: expected centipawns");
        Ok(())
    }

    fn beginning(&self) -> String {
        match &self.from {
            Some(network) => format!("It continues from {}.", network.display()),
            None => "It begins with random weights.".to_owned(),
        }
    }
}

impl Report {
    fn compare(&mut self, validation: &[TrainingPosition], target: &Target) {
        let network = self.epochs.last().map_or(f64::NAN, |epoch| epoch.validation);
        let (classical, scale) = classical::loss(validation, target);
        self.compared = vec![
            ("the network".to_owned(), network),
            (format!("the classical evaluation, at its best scale of {scale}"), classical),
            ("the searches' scores".to_owned(), classical::loss_of_scores(validation, target)),
        ];
    }
}

fn quantisation_error(
    shape: &Shape,
    weights: &Weights,
    scale: f32,
    positions: &[TrainingPosition],
) -> QuantisationError {
    let network = QuantisedNetwork::of(shape, weights, scale as u32);
    let weights = weights.parts();
    let errors: Vec<f64> = positions
        .par_iter()
        .map(|position| {
            let (output, _) = forward(shape, &weights, position, Vec::new());
            f64::from(network.centipawns(position) as f32 - output * scale).abs()
        })
        .collect();
    QuantisationError {
        mean: errors.iter().sum::<f64>() / errors.len() as f64,
        most: errors.iter().copied().fold(0.0, f64::max),
    }
}

/// Writes a file as a whole, or not at all.
fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let unfinished = path.with_added_extension("unfinished");
    fs::write(&unfinished, bytes)
        .and_then(|()| fs::rename(&unfinished, path))
        .with_context(|| format!("cannot write {}", path.display()))
}
