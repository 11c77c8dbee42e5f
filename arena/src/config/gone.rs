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
    /// The thing to do instead, as a clause.
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
pub const GONE: [Gone; 33] = [
    command("stats", "`arena report --wdl`, `--pentanomial` or `--pairs` takes the same counts"),
    command("merge", "`arena run FILE --merge DIR..`"),
    command("workers", "`arena worker --list URL`"),
    command("convert", "`arena fastchess --print-match-file ..`; a shell runs scripts"),
    command("presets", "`arena help presets`"),
    command("techniques", "`arena help techniques`"),
    command("completions", "`arena setup completions SHELL`"),
    command("man", "`arena setup man DIR`"),
    command("simulate", "the manual's page on statistics has its tables"),
    command("book", "take a built-in book or a public one, such as UHO or 8moves"),
    command("datagen", "play a match and export `arena report DIR --format positions`"),
    option("--e-sprt", "take `--sprt`; for watching there is the anytime-valid interval"),
    option("--equal-cost", "limit both by a clock, or give both equal nodes"),
    option("--factorial", "play a match without each setting; `arena explain DIR` has the account"),
    option("--reference", "play a match: it shows whether the moves are as good"),
    option("--judge", "play a match: it shows whether the moves are as good"),
    option("--lease", "it goes with the --workers of a match; suites run on one machine"),
    option("--priority", "it goes with the --workers of a match; suites run on one machine"),
    option("--creds", "it goes with the --workers of a match; suites run on one machine"),
    option("--nkey", "it goes with the --workers of a match; suites run on one machine"),
    option("--ca", "it goes with the --workers of a match; suites run on one machine"),
    option("--cert", "it goes with the --workers of a match; suites run on one machine"),
    option("--key", "it goes with the --workers of a match; suites run on one machine"),
    option("--walk-nodes", "take a built-in book or a public one, such as UHO or 8moves"),
    option("--centipawns", "take a built-in book or a public one, such as UHO or 8moves"),
    option("--workers", "matches, tunings and queues take workers; suites run on one machine"),
    key("e_sprt", "write `sprt = [0, 5]`; for watching there is the anytime-valid interval"),
    key("equal_cost", "limit both contenders by a clock, or by equal nodes"),
    key("factorial", "play a match without each setting; `arena explain DIR` has the account"),
    key("reference", "play a match: it shows whether the moves are as good"),
    key("judge", "play a match: it shows whether the moves are as good"),
    key("on_suspect", "leave it out: time that the machine took is credited"),
    format("lean", "take `pgn`"),
];

/// The clause on something of this kind and name that has left.
#[must_use]
pub fn instead_of(kind: GoneKind, name: &str) -> Option<&'static str> {
    GONE.iter().find(|gone| gone.kind == kind && gone.name == name).map(|gone| gone.instead)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_changelog_names_all_that_has_left() {
        let changelog = include_str!("../../../CHANGELOG.md");
        for Gone { name, instead, .. } in GONE {
            let row = changelog.lines().find(|line| line.starts_with(&format!("| `{name}`")));
            assert!(row.is_some_and(|row| row.contains(instead)), "{name}: {instead}");
        }
    }
}
