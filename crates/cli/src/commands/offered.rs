//! Values that a shell offers for an option which takes others, too.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};

/// A text; a shell offers these.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offered(pub(super) fn() -> Vec<&'static str>);

impl TypedValueParser for Offered {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        option: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, option, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}

/// The presets.
pub(super) fn presets() -> Vec<&'static str> {
    engine::PRESETS.iter().map(|preset| preset.name).collect()
}

/// The short names of the built-in books.
pub(super) fn books() -> Vec<&'static str> {
    arena::chess::openings::built_in_names().collect()
}
