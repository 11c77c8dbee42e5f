//! Commands, options, keys and formats that have left, and their replacements.

/// The kind of something that has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoneKind {
    /// A command of the program.
    Command,
    /// An option of a command.
    Option,
    /// A key of a file.
    Key,
    /// A format of reports.
    Format,
}

/// Something that has left.
#[derive(Clone, Copy, Debug)]
pub struct Gone {
    /// Its kind.
    pub kind: GoneKind,
    /// Its name, as it was written.
    pub name: &'static str,
    /// What to do instead, as a clause.
    pub instead: &'static str,
}

const fn command(name: &'static str, instead: &'static str) -> Gone {
    Gone { kind: GoneKind::Command, name, instead }
}

const fn option(name: &'static str, instead: &'static str) -> Gone {
    Gone { kind: GoneKind::Option, name, instead }
}

const fn key(name: &'static str, instead: &'static str) -> Gone {
    Gone { kind: GoneKind::Key, name, instead }
}

const fn format(name: &'static str, instead: &'static str) -> Gone {
    Gone { kind: GoneKind::Format, name, instead }
}

/// All that has left since version 0.2. The error for an unknown name prints its row, and the changelog has all of them.
pub const GONE: [Gone; 31] = [
    command("simulate", "the manual's page on statistics has its tables"),
    command("stats", "`arena report --wdl`, `--pentanomial` or `--pairs` takes the same counts"),
    command("book", "take a built-in book or a public one, such as UHO, as `openings.file`"),
    command("datagen", "`arena report DIR --format positions` writes positions for any trainer"),
    command("merge", "`arena run FILE --merge DIR..`"),
    command("workers", "`arena worker --list URL`"),
    command("convert", "`arena fastchess --print-match-file ..`; a shell runs scripts"),
    command("presets", "`arena help presets`"),
    command("techniques", "`arena help techniques`"),
    command("completions", "`arena setup completions SHELL`"),
    command("man", "`arena setup man DIR`"),
    option("--e-sprt", "`--sprt ELO0,ELO1`; the anytime-valid interval is for watching"),
    option("--factorial", "play a match for each setting; `arena explain` has the account"),
    option("--equal-cost", "a clock, or equal nodes"),
    option("--reference", "play a match of the configurations"),
    option("--judge", "play a match of the configurations"),
    option("--from", "`arena report FILE --wdl`, `--pentanomial` or `--pairs` takes counts"),
    key("e_sprt", "write `sprt = [0, 5]`; the anytime-valid interval is for watching"),
    key("equal_cost", "limit both contenders by a clock, or by equal nodes"),
    key("factorial", "play a match for each setting"),
    key("judge", "play a match of the configurations"),
    key("reference", "play a match of the configurations"),
    key("on_suspect", "leave it out: time that the machine took is credited"),
    format("lean", "take `pgn`"),
    option("--positions", "for an experiment only; see --format positions of `arena report`"),
    option("--fit", "the curve of expected scores is part of `arena explain`"),
    option("--margin", "take a built-in book or a public one"),
    option("--walk-nodes", "take a built-in book or a public one"),
    option("--centipawns", "take a built-in book or a public one"),
    option("--model-e-sprt", "`--model` of `--sprt`"),
    option("--boards", "the coordinator's page has score, games and faults"),
];

/// The clause on something of this kind and name that has left.
#[must_use]
pub fn instead_of(kind: GoneKind, name: &str) -> Option<&'static str> {
    GONE.iter().find(|gone| gone.kind == kind && gone.name == name).map(|gone| gone.instead)
}
