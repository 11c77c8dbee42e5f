//! Closed sets of values that files, documents and people know by the same names.

/// Declares an enumeration with the name of each value, by which it is also written to and read from files.
macro_rules! named {
    (
        $(#[$about:meta])*
        pub enum $Set:ident { $($(#[$about_value:meta])* $Value:ident = $name:literal,)+ }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub enum $Set {
            $($(#[$about_value])* #[serde(rename = $name)] $Value,)+
        }

        impl $Set {
            /// All values, in this order.
            pub const ALL: [$Set; [$($name),+].len()] = [$($Set::$Value),+];

            /// The name.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $($Set::$Value => $name,)+
                }
            }
        }
    };
}

pub(crate) use named;
