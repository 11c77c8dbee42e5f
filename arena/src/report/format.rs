//! The formats of a report: those of every document, and its own.

use document::FORMATS;

/// The formats that only reports have, or have otherwise than other documents: for each its name on the command
/// line, whether it is kept beside a journal, and its purpose in a line of the command's help.
macro_rules! own_formats {
    ($($(#[$doc:meta])* $format:ident: $name:literal, $is_kept:literal, $purpose:literal;)*) => {
        /// How a report is printed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ReportFormat {
            /// As every document is written.
            Document(document::Format),
            $($(#[$doc])* $format,)*
        }

        const OWN: &[ReportFormat] = &[$(ReportFormat::$format),*];

        impl ReportFormat {
            /// The name on the command line.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    ReportFormat::Document(format) => format.name(),
                    $(ReportFormat::$format => $name,)*
                }
            }

            /// Its purpose, in a line of the command's help.
            #[must_use]
            pub fn purpose(self) -> &'static str {
                match self {
                    ReportFormat::Document(format) => format.purpose(),
                    $(ReportFormat::$format => $purpose,)*
                }
            }

            /// The ending of its file's name; `None` for a format of games, which the journal has already, and
            /// for one that is made when it is asked for.
            fn extension(self) -> Option<&'static str> {
                match self {
                    ReportFormat::Document(format) => Some(format.extension()),
                    $(ReportFormat::$format => $is_kept.then_some($name),)*
                }
            }
        }
    };
}

own_formats! {
    /// A row a game, a pairing or a match.
    Csv: "csv", true,
        "A row a game; of foreign PGN files a row for every two players, with --compare a row a match";
    /// For programs: every number.
    Json: "json", true, "For programs: every number; the manual documents the layout";
    /// A page with plots and every game on a board.
    Html: "html", true, "One file for a browser, with plots and every game on a board";
    /// The lines that engine authors paste, of every two players.
    OpenBench: "openbench", false,
        "The lines that engine authors paste: Elo, SPRT, LLR, Games, Penta";
    /// The ratings as a table in Ordo's form.
    Ordo: "ordo", false, "The ratings as a table in Ordo's form";
    /// Of a journal: the results of its pairs in the order of the schedule.
    Pairs: "pairs", false,
        "Of a journal: the results of its pairs in the order of the schedule, a character each";
    /// Of a journal: its games in the order of the schedule, without times and dates.
    Canonical: "canonical", false,
        "Of a journal: its games in the order of the schedule, without times and dates; two runs with the \
         same games print the same";
    /// Of a journal: its games in the order of the schedule, each with all that it says.
    Pgn: "pgn", false,
        "Of a journal: its games in the order of the schedule, each with the settings of the match in its \
         tags, for other tools";
    /// The positions of games with their scores, for trainers of evaluations.
    Positions: "positions", false,
        "The quiet positions of games, for trainers of evaluations: FEN | centipawns from White | 1.0, 0.5 or \
         0.0; of a journal, or of PGN files with scores";
}

impl ReportFormat {
    /// For reading on a terminal.
    pub const TEXT: ReportFormat = ReportFormat::Document(document::Format::Text);

    /// All formats.
    pub fn all() -> impl Iterator<Item = ReportFormat> {
        let is_own = |name| OWN.iter().any(|own| own.name() == name);
        let documents = FORMATS.into_iter().filter(move |format| !is_own(format.name()));
        documents.map(ReportFormat::Document).chain(OWN.iter().copied())
    }

    /// Those that are kept beside a journal, each with the ending of its file's name.
    pub fn kept() -> impl Iterator<Item = (&'static str, ReportFormat)> {
        ReportFormat::all().filter_map(|format| Some((format.extension()?, format)))
    }

    /// The format of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<ReportFormat> {
        ReportFormat::all().find(|format| format.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_has_every_format_of_documents_and_its_own_go_first() {
        let names: Vec<&str> = ReportFormat::all().map(ReportFormat::name).collect();
        assert!(names.iter().enumerate().all(|(i, name)| !names[..i].contains(name)), "{names:?}");
        for format in FORMATS {
            assert!(names.contains(&format.name()), "{} is missing", format.name());
        }
        assert!(names.ends_with(&OWN.iter().map(|format| format.name()).collect::<Vec<_>>()));
        assert!(matches!(ReportFormat::named("html"), Some(ReportFormat::Html)));
        let endings: Vec<&str> = ReportFormat::kept().map(|(ending, _)| ending).collect();
        assert!(
            ["txt", "md", "tex", "csv", "json", "html"]
                .iter()
                .all(|ending| endings.contains(ending))
        );
    }
}
