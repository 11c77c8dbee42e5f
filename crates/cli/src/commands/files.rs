//! The kinds of file that commands take, each with its reference.

use clap::ValueEnum;

use arena::config::MATCH_FILE;
use arena::config::reference::{self, Section};
use arena::config::series::SERIES_FILE;
use lab::suite::file::EXPERIMENT_FILE;
use lab::tune::file::TUNING_FILE;

/// A kind of file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum FileKind {
    /// A match file, for `arena run`
    #[default]
    #[value(name = "match-file")]
    Match,
    /// A tuning file, for `arena tune`
    #[value(name = "tuning-file")]
    Tuning,
    /// Searches of test suites, for `arena run`
    #[value(name = "experiment-file")]
    Experiment,
    /// Matches one after the other, for `arena run`
    #[value(name = "series-file")]
    Series,
}

impl FileKind {
    /// Its name in a sentence and as a title.
    pub(super) fn title(self) -> &'static str {
        match self {
            FileKind::Match => "The match file",
            FileKind::Tuning => "The tuning file",
            FileKind::Experiment => "The experiment file",
            FileKind::Series => "The series file",
        }
    }

    /// Its keys.
    pub(super) fn section(self) -> &'static Section {
        match self {
            FileKind::Match => &MATCH_FILE,
            FileKind::Tuning => &TUNING_FILE,
            FileKind::Experiment => &EXPERIMENT_FILE,
            FileKind::Series => &SERIES_FILE,
        }
    }

    /// A file to begin with.
    pub(super) fn template(self) -> String {
        let filled: &[&str] = match self {
            FileKind::Match => {
                &["games", "limits.nodes", "openings.file", "contender.name", "contender.preset"]
            }
            FileKind::Tuning => {
                &["preset", "iterations", "limits.nodes", "openings.file", "parameter.name"]
            }
            FileKind::Experiment => &["suite.file", "limits.depth", "configuration.preset"],
            FileKind::Series => &["matches"],
        };
        let second = match self {
            FileKind::Match => "\n[[contender]]\nname = \"no pruning\"\npreset = \"none\"\n",
            _ => "",
        };
        reference::template(self.section(), filled) + second
    }
}
