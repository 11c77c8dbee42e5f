//! The file formats of books.

/// The file format of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One position a line, with or without operations such as `id "name";`. The move counters of
    /// a FEN are read too. Blank lines and lines that begin with `#` are passed over.
    Epd,
    /// One game an opening; its moves are the opening, its `ECO` and `Opening` tags name it.
    Pgn,
}
