//! How a technique declares its parameters.

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Declares a technique's parameter struct: its effect, its source, and each
/// parameter with its meaning, type, default and, for integers, its range.
///
/// Changes to the struct read from TOML (unknown keys are errors, absent ones change nothing); the
/// struct prints as `name{key=value,..}`, and checks its ranges. `where LATER` marks a parameter that journals of earlier
/// versions do not name: it is printed only where it differs from its default, so that their fingerprints stay.
macro_rules! parameters {
    (
        $(#[doc = $summary:literal])+
        $name:ident from $source:literal {
            $(
                $(#[doc = $meaning:literal])+
                $field:ident: $type:ty = $default:expr
                    $(, in $low:literal ..= $high:literal $(where $later:ident)?)?;
            )*
        }
    ) => {
        $(#[doc = $summary])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
        pub struct $name {
            $( $(#[doc = $meaning])+ pub $field: $type, )*
        }

        impl Default for $name {
            fn default() -> $name {
                $name { $( $field: $default, )* }
            }
        }

        const _: () = {
            /// New values for some of the parameters.
            #[derive(
                Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize,
            )]
            #[serde(default, deny_unknown_fields)]
            pub struct Changes {
                $( #[serde(skip_serializing_if = "Option::is_none")] $field: Option<$type>, )*
            }

            impl $crate::parameters::Parameters for $name {
                type Changes = Changes;

                const SUMMARY: &'static str = concat!($($summary),+).trim_ascii();
                const SOURCE: &'static str = $source;
                const TABLE: &'static [$crate::parameters::Parameter] = &[
                    $( $crate::parameters::Parameter {
                        name: stringify!($field),
                        meaning: concat!($($meaning),+).trim_ascii(),
                        range: [$(($low, $high))?].as_slice().first().copied(),
                        choices: <$type as $crate::parameters::ParameterType>::CHOICES,
                        is_later: [$($($crate::parameters::$later,)?)? false][0],
                    }, )*
                ];

                fn values(&self) -> impl Iterator<Item = $crate::parameters::Value> {
                    [ $( $crate::parameters::ParameterType::value(self.$field), )* ].into_iter()
                }

                fn with(self, name: &str, text: &str) -> Result<$name, String> {
                    let mut changed = self;
                    match name {
                        $( stringify!($field) => {
                            changed.$field = $crate::parameters::ParameterType::parse(text)
                                .ok_or_else(|| $crate::parameters::mistyped::<$type>(name, text))?;
                        } )*
                        _ => return Err(format!("there is no parameter {name}")),
                    }
                    changed.check()?;
                    Ok(changed)
                }

                fn changed(self, changes: Changes) -> $name {
                    $name { $( $field: changes.$field.unwrap_or(self.$field), )* }
                }

                fn as_changes(self) -> Changes {
                    Changes { $( $field: Some(self.$field), )* }
                }
            }
        };
    };
}

/// Declares an enum as the type of a parameter, with the name of each choice.
macro_rules! choices {
    (
        $(#[$meta:meta])*
        $name:ident { $( $(#[$choice_meta:meta])* $choice:ident = $text:literal, )* }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $( $(#[$choice_meta])* #[serde(rename = $text)] $choice, )*
        }

        impl $crate::parameters::ParameterType for $name {
            const CHOICES: &'static [&'static str] = &[ $( $text, )* ];

            fn value(self) -> $crate::parameters::Value {
                $crate::parameters::Value::Choice(match self { $( $name::$choice => $text, )* })
            }

            fn parse(text: &str) -> Option<$name> {
                match text { $( $text => Some($name::$choice), )* _ => None }
            }
        }
    };
}

pub(crate) use {choices, parameters};

/// The mark of a parameter that journals of earlier versions do not name.
pub(crate) const LATER: bool = true;

/// One parameter of a technique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The key in a match file.
    pub name: &'static str,
    /// Its meaning, with its unit, in a sentence or two.
    pub meaning: &'static str,
    /// The least and the greatest value that make sense, for an integer.
    pub range: Option<(i32, i32)>,
    /// The choices, for anything else.
    pub choices: &'static [&'static str],
    /// Whether journals of earlier versions do not name it.
    pub is_later: bool,
}

/// The value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Integer(i32),
    /// On or off.
    Switch(bool),
    /// One of the parameter's choices.
    Choice(&'static str),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(value) => value.fmt(f),
            Value::Switch(value) => value.fmt(f),
            Value::Choice(value) => value.fmt(f),
        }
    }
}

/// A type that parameters may have.
pub trait ParameterType {
    /// The choices; empty for a number.
    const CHOICES: &'static [&'static str];

    /// The value, whatever its type.
    fn value(self) -> Value;

    /// The value that this text stands for.
    fn parse(text: &str) -> Option<Self>
    where
        Self: Sized;
}

/// The error of a text that is no value of the parameter.
pub(crate) fn mistyped<T: ParameterType>(name: &str, text: &str) -> String {
    match T::CHOICES {
        [] => format!("{name} = {text} is not a whole number"),
        choices => format!("{name} = {text} is none of {}", choices.join(", ")),
    }
}

impl ParameterType for i32 {
    const CHOICES: &'static [&'static str] = &[];

    fn value(self) -> Value {
        Value::Integer(self)
    }

    fn parse(text: &str) -> Option<i32> {
        text.parse().ok()
    }
}

impl ParameterType for bool {
    const CHOICES: &'static [&'static str] = &["false", "true"];

    fn value(self) -> Value {
        Value::Switch(self)
    }

    fn parse(text: &str) -> Option<bool> {
        text.parse().ok()
    }
}

/// The parameters of a technique, as a table to check and print them by.
pub trait Parameters: Copy + Default {
    /// New values for some of the parameters.
    type Changes: Copy + Default + fmt::Debug + PartialEq + Eq + Serialize + DeserializeOwned;

    /// The technique's effect, in one sentence.
    const SUMMARY: &'static str;

    /// Where the technique comes from.
    const SOURCE: &'static str;

    /// The parameters in declaration order.
    const TABLE: &'static [Parameter];

    /// The values in the order of [`Parameters::TABLE`].
    fn values(&self) -> impl Iterator<Item = Value>;

    /// These parameters with the one of this name set to the text's value.
    ///
    /// # Errors
    /// A sentence about the fault of the name, the text or the value.
    fn with(self, name: &str, text: &str) -> Result<Self, String>;

    /// These parameters with the new values, unchecked.
    #[must_use]
    fn changed(self, changes: Self::Changes) -> Self;

    /// Changes that name every parameter: they turn any parameters into these.
    fn as_changes(self) -> Self::Changes;

    /// Whether every value is in its range.
    ///
    /// # Errors
    /// A sentence that names the first parameter out of range, and its range.
    fn check(&self) -> Result<(), String> {
        for (parameter, value) in Self::TABLE.iter().zip(self.values()) {
            let Parameter { name, range, .. } = parameter;
            if let (Value::Integer(value), Some((low, high))) = (value, *range)
                && !(low..=high).contains(&value)
            {
                return Err(format!("{name} = {value} is out of range, expected {low} to {high}"));
            }
        }
        Ok(())
    }
}
