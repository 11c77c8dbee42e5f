//! The choices that the command line has as words, and the JSON file as numbers.

use serde::{Deserialize, Serialize};

/// An enumeration with the number and the word of each variant.
macro_rules! numbered {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $number:literal $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(try_from = "u8", into = "u8")]
        pub enum $name { $($(#[$variant_doc])* $variant = $number),+ }

        impl $name {
            /// The choice of this word.
            #[must_use]
            pub fn of(word: &str) -> Option<$name> {
                match word {
                    $($word => Some($name::$variant),)+
                    _ => None,
                }
            }
        }

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
        Standard = 0 "standard",
        /// Chess960.
        FischerRandom = 1 "fischerandom",
    }
);
numbered!(
    /// The format of the tournament.
    Format {
        /// Everyone.
        #[default]
        RoundRobin = 0 "roundrobin",
        /// The first engines all others.
        Gauntlet = 1 "gauntlet",
    }
);
numbered!(
    /// The output format.
    Output {
        /// As fastchess does.
        #[default]
        Fastchess = 0 "fastchess",
        /// As cutechess does.
        Cutechess = 1 "cutechess",
    }
);
numbered!(
    /// The form of a book.
    BookFormat {
        /// A position a line.
        Epd = 0 "epd",
        /// A game an opening.
        Pgn = 1 "pgn",
        /// Not known; no word means it.
        #[default]
        None = 2 "",
    }
);
numbered!(
    /// The order of a book.
    BookOrder {
        /// Shuffled by the seed.
        Random = 0 "random",
        /// The file's.
        #[default]
        Sequential = 1 "sequential",
    }
);
numbered!(
    /// The notation of moves.
    Notation {
        /// Standard algebraic.
        #[default]
        San = 0 "san",
        /// Long algebraic.
        Lan = 1 "lan",
        /// As engines write them.
        Uci = 2 "uci",
    }
);
numbered!(
    /// The level of the log.
    LogLevel {
        /// Everything.
        Trace = 1 "trace",
        /// Useful information.
        Info = 2 "info",
        /// Warnings.
        #[default]
        Warn = 3 "warn",
        /// Errors.
        Error = 4 "err",
        /// Errors that end the tournament.
        Fatal = 5 "fatal",
    }
);
