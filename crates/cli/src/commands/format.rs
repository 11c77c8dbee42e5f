//! `--format` of every command that prints a report.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use document::{Document, FORMATS};
use serde::Serialize;

use arena::report::{self, ReportFormat};

/// The formats of reports, as the command line names them.
pub(super) fn of_report() -> impl TypedValueParser<Value = ReportFormat> {
    let value = |format: ReportFormat| PossibleValue::new(format.name()).help(format.purpose());
    PossibleValuesParser::new(ReportFormat::all().map(value))
        // The parser has let no other name through.
        .map(|name| ReportFormat::named(&name).unwrap_or(ReportFormat::TEXT))
}

/// The output format of a command whose result is a document and a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum DataFormat {
    /// The document.
    Document(document::Format),
    /// Every number, for a program.
    Json,
}

impl DataFormat {
    fn all() -> impl Iterator<Item = DataFormat> {
        FORMATS.into_iter().map(DataFormat::Document).chain([DataFormat::Json])
    }

    fn name(self) -> &'static str {
        match self {
            DataFormat::Document(format) => format.name(),
            DataFormat::Json => "json",
        }
    }

    /// The text to print.
    pub(super) fn render(
        self,
        document: &Document,
        value: &impl Serialize,
    ) -> serde_json::Result<String> {
        match self {
            DataFormat::Document(format) => Ok(format.render(document)),
            DataFormat::Json => report::json(value),
        }
    }
}

/// The formats of such a command, as the command line names them.
pub(super) fn of_data() -> impl TypedValueParser<Value = DataFormat> {
    let value = |format: DataFormat| {
        PossibleValue::new(format.name()).help(match format {
            DataFormat::Document(format) => format.purpose(),
            DataFormat::Json => "Every number, for a program",
        })
    };
    PossibleValuesParser::new(DataFormat::all().map(value)).map(|name| {
        // The parser has let no other name through.
        DataFormat::all().find(|format| format.name() == name).unwrap_or(DataFormat::Json)
    })
}
