//! `arena book model`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;

use super::super::whole::whole;
use super::judging;
use crate::commands::journals::journal_in;
use crate::commands::output::{print, say};
use arena::storage::journal::JournalReader;
use lab::book::fit::fit;
use lab::book::observations::Observer;
use lab::book::report::model_text;

/// Fit the chances of win, draw and loss by value to a match, for windows in expected score.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ModelArgs {
    /// The journal of a match of two contenders, or its directory
    #[arg(value_name = "MATCH")]
    journal: PathBuf,
    /// Take the values of the first N plies after the opening of every game
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = whole(1_u16..))]
    plies: u16,
    /// Write the model to this file
    #[arg(long, value_name = "FILE.json")]
    out: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  arena book model matches/results/equals     print the model and the quality of its fit
  arena book model matches/results/equals --out model.json
                                              keep it for --model

The model: P(win) = F((v - w) / s) and P(loss) = F((l - v) / s), the rest being draws, where v is the
mover's own value and F the logistic function. It is fitted by maximum likelihood; standard errors
take a pair of games for one observation. It is valid for the engine and the limit of the match.
The best data are some hundreds of games between equals, from openings with different values. With
node limits the two contenders must differ slightly, or both games of a pair are the same game.";

pub(super) fn execute(args: &ModelArgs) -> anyhow::Result<ExitCode> {
    let path = journal_in(&args.journal);
    let mut reader = JournalReader::open(&path)?;
    let mut observer = Observer::new(usize::from(args.plies));
    while let Some(game) = reader.next_game()? {
        observer.add(&game);
    }
    let Some(data) = observer.data() else {
        bail!("{}: no game of two contenders in it", path.display());
    };
    if let Some(doubt) = observer.doubt() {
        say(&format!("warning: {doubt}"));
    }
    let fitted = match fit(observer.observations(), data) {
        Ok(fitted) => fitted,
        Err(problem) => bail!("{}: {problem}", path.display()),
    };
    print(&model_text(&fitted))?;
    if let Some(out) = &args.out {
        judging::write(out, &(serde_json::to_string_pretty(&fitted)? + "\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}
