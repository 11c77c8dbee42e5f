//! Compares the reference with the keys that the types of a file read; for tests.

use std::collections::BTreeSet;

use serde::de::{self, Deserialize, DeserializeOwned, Deserializer, Visitor};

use super::{Section, words};

/// Notes the fields of the first struct that is asked for.
pub struct Fields<'a>(&'a mut BTreeSet<&'static str>);

impl<'de> Deserializer<'de> for Fields<'_> {
    type Error = de::value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
        Err(de::Error::custom("no struct"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Self::Error> {
        self.0.extend(fields);
        Err(de::Error::custom("only the fields are wanted"))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// The keys that a type reads.
pub fn fields_of<'de, T: Deserialize<'de>>() -> BTreeSet<&'static str> {
    fields_by(|fields| T::deserialize(fields))
}

/// The keys that a function reads.
pub fn fields_by<T>(
    read: impl FnOnce(Fields<'_>) -> Result<T, de::value::Error>,
) -> BTreeSet<&'static str> {
    let mut fields = BTreeSet::new();
    assert!(read(Fields(&mut fields)).is_err());
    fields
}

/// Compares a table of the reference with the keys that are read: each has an entry, and a type takes all
/// examples.
///
/// # Panics
/// When they differ.
pub fn hold<T: DeserializeOwned>(section: &Section, fields: &BTreeSet<&'static str>) {
    let told: BTreeSet<&str> = section.names().collect();
    assert_eq!(&told, fields, "{}", section.title);
    let examples: Vec<String> = section.keys.iter().map(words::example).collect();
    let problem = toml::from_str::<T>(&examples.join("\n")).err();
    assert!(problem.is_none(), "{}: {problem:?}", section.title);
}
