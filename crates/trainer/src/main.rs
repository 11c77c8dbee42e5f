//! Trains the network of Ziggurat's evaluation on games of the engine against itself.
//!
//! ```text
//! games -> data (quiet positions) -> scale -> training (epochs of steps) -> quantised -> the network's file
//!                                                 |
//!                                              report
//! ```
//!
//! A step: gradients of the parts of a batch, by hand and side by side (`gradient`), added up in a fixed
//! order and followed by AdamW (`optimizer`).

#![forbid(unsafe_code)]

mod arithmetic;
mod classical;
mod data;
mod gradient;
mod network;
mod optimizer;
mod position;
mod quantised;
mod report;
#[cfg(test)]
mod samples;
mod scale;
mod shape;
mod train;
mod training;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::quantised::QuantisedNetwork;

/// Trains the network of Ziggurat's evaluation on games of the engine against itself.
#[derive(Debug, Parser)]
#[command(name = "trainer", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Train(train::TrainArgs),
    /// Describe a network's file, and say whether the engine accepts it.
    Describe {
        /// The network
        #[arg(value_name = "FILE")]
        network: PathBuf,
    },
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().command {
        Command::Train(args) => train::execute(&args),
        Command::Describe { network: path } => {
            let network = QuantisedNetwork::open(&path)?;
            print_text(&report::describe(&path, &network).text());
            Ok(())
        }
    }
}

#[expect(clippy::print_stdout, reason = "the one place that prints")]
fn print_text(text: &str) {
    print!("{text}");
}
