//! The tables of a report as HTML.

use maud::{Markup, html};

use crate::report::document::{Block, Table};

/// Paragraphs and tables, one below the other.
pub(crate) fn blocks(blocks: &[Block]) -> Markup {
    html! {
        @for block in blocks {
            @match block {
                Block::Title(title) => h3 { (title) },
                Block::Paragraph(text) => p { (text) },
                Block::Table(table) => (self::table(table)),
            }
        }
    }
}

/// A table; where it is wider than the page it scrolls by itself.
pub(crate) fn table(table: &Table) -> Markup {
    html! {
        div.scroll {
            table.words[table.of_words] {
                thead { tr { @for cell in &table.header { th scope="col" { (cell) } } } }
                tbody {
                    @for row in &table.rows {
                        tr {
                            @for (column, cell) in row.iter().enumerate() {
                                @if column == 0 { th scope="row" { (cell) } } @else { td { (cell) } }
                            }
                        }
                    }
                }
            }
        }
    }
}
