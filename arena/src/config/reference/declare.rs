//! Declares a table of a file once: the type that reads it, and the description of its keys.

/// A type that reads a table of a file, and the [`Section`](crate::config::reference::Section) that describes it.
///
/// After the names of the type and of its section comes each key: its meaning as a comment, its name, the type that reads
/// it, the [`Kind`](crate::config::reference::Kind) of its value, its
/// [value where it is absent](crate::config::reference::Absent), and an example in TOML. In place of kind, value and
/// example stands a [`Key`](crate::config::reference::Key) that several tables share.
#[doc(hidden)]
#[macro_export]
macro_rules! file_table {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $Table:ident;

        $(#[$section_attribute:meta])*
        $section_visibility:vis const $SECTION:ident = $title:expr, $purpose:expr;

        $(
            $(#[doc = $meaning:literal])*
            $(#[serde($($serde:tt)+)])?
            $key_visibility:vis $key:ident: $Value:ty = $kind:expr $(, $absent:expr, $example:expr)?;
        )*
    ) => {
        $(#[$attribute])*
        #[allow(missing_docs, reason = "several tables share some keys, which are described once")]
        #[allow(rustdoc::broken_intra_doc_links, reason = "brackets are tables and arrays of TOML")]
        $visibility struct $Table {
            $(
                $(#[doc = $meaning])*
                $(#[serde($($serde)+)])?
                $key_visibility $key: $Value,
            )*
        }

        $(#[$section_attribute])*
        $section_visibility const $SECTION: $crate::config::reference::Section = $crate::config::reference::Section {
            title: $title,
            meaning: $purpose,
            keys: &[$($crate::file_table!(@key $key [$($meaning)*] $kind $(, $absent, $example)?)),*],
        };
    };

    (@key $key:ident [] $shared:expr) => {
        $crate::config::reference::Key { name: stringify!($key), ..$shared }
    };
    (@key $key:ident [$($meaning:literal)+] $kind:expr, $absent:expr, $example:expr) => {
        $crate::config::reference::Key::new(
            stringify!($key),
            $kind,
            $absent,
            $example,
            concat!($($meaning),+).trim_ascii_start(),
        )
    };
}
