//! The opening books built into the program, so that a match needs only its own file.

use std::io;
use std::path::{Path, PathBuf};

use super::format::Format;
use crate::system::input;

/// The prefix of a built-in book's name, where a file name may stand too.
const PREFIX: &str = "builtin:";

/// A book that is part of the program.
#[derive(Debug)]
pub(super) struct BuiltIn {
    name: &'static str,
    pub(super) format: Format,
    packed: &'static [u8],
}

/// One of the files of `arena/books`; each contains the text of the file in `openings`.
macro_rules! built_in {
    ($name:literal, $format:ident, $file:literal) => {
        BuiltIn {
            name: $name,
            format: Format::$format,
            packed: include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/books/", $file, ".gz")),
        }
    };
}

static BOOKS: [BuiltIn; 5] = [
    built_in!("balanced", Epd, "balanced.epd"),
    built_in!("unbalanced", Epd, "unbalanced.epd"),
    built_in!("fifty", Pgn, "fifty.pgn"),
    built_in!("chess960-balanced", Epd, "chess960-balanced.epd"),
    built_in!("start", Epd, "start.epd"),
];

impl BuiltIn {
    /// The text of the book.
    pub(super) fn text(&self) -> io::Result<Vec<u8>> {
        bounded::bytes(input::text(self.packed)?, bounded::LARGE)
    }
}

/// Whether a path names a built-in book. A file with such a name is written with its directory, as
/// `./builtin:x`.
#[must_use]
pub fn is_built_in(path: &Path) -> bool {
    name(path).is_some()
}

/// The names of the built-in books, as a match file has them: `builtin:balanced, builtin:fifty, ...`.
#[must_use]
pub fn built_in_books() -> String {
    BOOKS.iter().map(|book| format!("{PREFIX}{}", book.name)).collect::<Vec<String>>().join(", ")
}

/// The names of the built-in books without their prefix.
pub fn built_in_names() -> impl Iterator<Item = &'static str> {
    BOOKS.iter().map(|book| book.name)
}

/// The built-in book of this name without its prefix, as a path; `None` if there is none.
#[must_use]
pub fn built_in_named(name: &str) -> Option<PathBuf> {
    BOOKS.iter().any(|book| book.name == name).then(|| PathBuf::from(format!("{PREFIX}{name}")))
}

/// The built-in book that a path names; `None` if it names a file.
///
/// # Errors
/// There is no such book; the error lists the names.
pub(super) fn book(path: &Path) -> Result<Option<&'static BuiltIn>, String> {
    let Some(name) = name(path) else { return Ok(None) };
    BOOKS.iter().find(|book| book.name == name).map(Some).ok_or_else(|| {
        format!("there is no built-in opening book {PREFIX}{name}; there are {}", built_in_books())
    })
}

fn name(path: &Path) -> Option<&str> {
    path.to_str()?.strip_prefix(PREFIX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::openings::Book;

    #[test]
    fn each_is_the_file_of_the_openings_directory() {
        for built_in in &BOOKS {
            let extension = if built_in.format == Format::Pgn { "pgn" } else { "epd" };
            let file =
                format!("{}/../openings/{}.{extension}", env!("CARGO_MANIFEST_DIR"), built_in.name);
            let read = Book::read(Path::new(&file), None).unwrap();
            let named = format!("{PREFIX}{}", built_in.name);
            let book = Book::read(Path::new(&named), None).unwrap();
            assert_eq!(book.digest, read.digest, "{file}: pack it again with gzip -9n");
            assert_eq!(book.len(), read.len(), "{file}");
        }
    }

    #[test]
    fn a_name_that_is_not_there_is_refused_with_the_list() {
        let error = Book::read(Path::new("builtin:balancd"), None).unwrap_err();
        assert_eq!(
            error.to_string(),
            "there is no built-in opening book builtin:balancd; there are builtin:balanced, \
             builtin:unbalanced, builtin:fifty, builtin:chess960-balanced, builtin:start"
        );
    }

    #[test]
    fn a_directory_makes_the_name_that_of_a_file() {
        assert!(is_built_in(Path::new("builtin:fifty")));
        assert!(!is_built_in(Path::new("./builtin:fifty")));
        assert!(!is_built_in(Path::new("fifty")));
    }

    #[test]
    fn plies_cut_a_built_in_book_of_games() {
        let book = Book::read(Path::new("builtin:fifty"), Some(2)).unwrap();
        assert!(book.iter().all(|opening| opening.moves.len() == 2));
        let error = Book::read(Path::new("builtin:balanced"), Some(2)).unwrap_err();
        assert!(error.to_string().contains("a book of positions"), "{error}");
    }
}
