//! `--format` of every command that prints a report.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::report::Format;

/// The formats of reports, as the command line names them.
pub(super) fn of_report() -> impl TypedValueParser<Value = Format> {
    let value = |format: Format| PossibleValue::new(format.name()).help(format.purpose());
    PossibleValuesParser::new(Format::all().map(value))
        // The parser has let no other name through.
        .map(|name| Format::named(&name).unwrap_or(Format::TEXT))
}
