//! `--format` of every command that prints a report.

use clap::builder::TypedValueParser;
use document::{Document, FORMATS};
use serde::Serialize;

use super::offered::one_of;
use arena::report::{self, ReportFormat};

/// The formats of reports, as the command line names them.
pub(super) fn of_report() -> impl TypedValueParser<Value = ReportFormat> {
    one_of(ReportFormat::all().map(|format| (format, format.name(), format.purpose())))
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
    let documents = FORMATS.into_iter();
    let documents =
        documents.map(|format| (DataFormat::Document(format), format.name(), format.purpose()));
    one_of(documents.chain([(DataFormat::Json, "json", "Every number, for a program")]))
}
