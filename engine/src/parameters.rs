//! How a technique declares its parameters.

/// Declares a technique's parameter struct: each parameter with its meaning, default and range.
///
/// All parameters are integers. The struct reads from TOML (unknown keys are errors, absent ones
/// take their default), prints as `name{key=value,..}`, and checks its ranges.
macro_rules! parameters {
    (
        $(#[$meta:meta])*
        $name:ident {
            $( $(#[$field_meta:meta])* $field:ident = $default:literal in $low:literal ..= $high:literal; )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            $( $(#[$field_meta])* pub $field: i32, )*
        }

        impl Default for $name {
            fn default() -> $name {
                $name { $( $field: $default, )* }
            }
        }

        impl $crate::parameters::Parameters for $name {
            const TABLE: &'static [$crate::parameters::Parameter] = &[
                $( $crate::parameters::Parameter {
                    name: stringify!($field), default: $default, low: $low, high: $high,
                }, )*
            ];

            fn values(&self) -> impl Iterator<Item = i32> {
                [ $( self.$field, )* ].into_iter()
            }
        }
    };
}

pub(crate) use parameters;

/// One parameter of a technique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The key in a match file.
    pub name: &'static str,
    /// The value when nothing else is said.
    pub default: i32,
    /// The least value that makes sense.
    pub low: i32,
    /// The greatest value that makes sense.
    pub high: i32,
}

/// The parameters of a technique, as a table to check and print them by.
pub trait Parameters {
    /// The parameters in declaration order.
    const TABLE: &'static [Parameter];

    /// The values in the order of [`Parameters::TABLE`].
    fn values(&self) -> impl Iterator<Item = i32>;

    /// Whether every value is in its range.
    ///
    /// # Errors
    /// A sentence that names the first parameter out of range, and its range.
    fn check(&self) -> Result<(), String> {
        for (parameter, value) in Self::TABLE.iter().zip(self.values()) {
            let Parameter { name, low, high, .. } = parameter;
            if value < *low || value > *high {
                return Err(format!("{name} = {value} is out of range, expected {low} to {high}"));
            }
        }
        Ok(())
    }
}
