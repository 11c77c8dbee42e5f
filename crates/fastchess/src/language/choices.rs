//! The choices that the JSON file writes as numbers.

use serde::{Deserialize, Serialize};

/// An enumeration that the JSON file has as a number.
macro_rules! numbered {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $number:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(try_from = "u8", into = "u8")]
        pub enum $name { $($(#[$variant_doc])* $variant = $number),+ }

        impl From<$name> for u8 {
            fn from(value: $name) -> u8 {
                value as u8
            }
        }

        impl TryFrom<u8> for $name {
            type Error = String;

            fn try_from(number: u8) -> Result<$name, String> {
                match number {
                    $($number => Ok($name::$variant),)+
                    _ => Err(format!("{number} is no {}", stringify!($name))),
                }
            }
        }
    };
}

numbered!(
    /// The variant.
    Variant {
        /// Chess.
        #[default]
        Standard = 0,
        /// Chess960.
        FischerRandom = 1,
    }
);
numbered!(
    /// The format of the tournament.
    Format {
        /// Everyone.
        #[default]
        RoundRobin = 0,
        /// The first engines all others.
        Gauntlet = 1,
    }
);
numbered!(
    /// The output format.
    Output {
        /// As fastchess does.
        #[default]
        Fastchess = 0,
        /// As cutechess does.
        Cutechess = 1,
    }
);
numbered!(
    /// The form of a book.
    BookFormat {
        /// A position a line.
        Epd = 0,
        /// A game an opening.
        Pgn = 1,
        /// Not known.
        #[default]
        None = 2,
    }
);
numbered!(
    /// The order of a book.
    BookOrder {
        /// Shuffled by the seed.
        Random = 0,
        /// The file's.
        #[default]
        Sequential = 1,
    }
);
numbered!(
    /// The notation of moves.
    Notation {
        /// Standard algebraic.
        #[default]
        San = 0,
        /// Long algebraic.
        Lan = 1,
        /// As engines write them.
        Uci = 2,
    }
);
numbered!(
    /// The level of the log.
    LogLevel {
        /// Everything.
        Trace = 1,
        /// Useful information.
        Info = 2,
        /// Warnings.
        #[default]
        Warn = 3,
        /// Errors.
        Error = 4,
        /// Errors that end the tournament.
        Fatal = 5,
    }
);
