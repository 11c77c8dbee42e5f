//! An experiment: plans that belong together, such as the blocks of one table of a paper.

use std::path::PathBuf;
use std::sync::Arc;

use super::grid::Grid;
use super::plan::Plan;

/// An experiment file: checked, with every default explicit and every suite read.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The file.
    pub path: PathBuf,
    /// The file's name without extension.
    pub name: String,
    /// The question that the experiment answers.
    pub question: Option<String>,
    /// Searches at a time.
    pub concurrency: usize,
    /// The blocks, in the order of the file; one or more.
    pub blocks: Vec<Block>,
}

/// One block of an experiment.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its heading; empty for a single block without a name.
    pub name: String,
    /// The searches.
    pub plan: Arc<Plan>,
    /// The combinations of parameters, if the block is a sweep; its configurations are the plan's.
    pub grid: Option<Grid>,
}
