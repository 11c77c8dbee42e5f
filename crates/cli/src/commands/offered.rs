//! Values that a shell offers for an option.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};

/// A text of any kind; a shell offers these.
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

/// One of these values, by its name; a shell offers the names with their meanings.
pub(super) fn one_of<T: Clone + Send + Sync + 'static>(
    values: impl IntoIterator<Item = (T, &'static str, &'static str)>,
) -> impl TypedValueParser<Value = T> {
    let values: Vec<_> = values.into_iter().collect();
    let names = values.iter().map(|(_, name, meaning)| PossibleValue::new(*name).help(*meaning));
    let names = PossibleValuesParser::new(names.collect::<Vec<_>>());
    names.try_map(move |name| {
        let named = values.iter().find(|(_, known, _)| *known == name);
        named.map(|(value, ..)| value.clone()).ok_or("there is no such name")
    })
}

/// The presets.
pub(super) fn presets() -> Vec<&'static str> {
    engine::PRESETS.iter().map(|preset| preset.name).collect()
}

/// The short names of the built-in books.
pub(super) fn books() -> Vec<&'static str> {
    arena::chess::openings::built_in_names().collect()
}
