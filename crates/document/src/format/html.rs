//! HTML: a page of its own, or a part of one.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::{Align, Block, Link, Table};

/// A page for a browser.
pub(crate) fn page(blocks: &[Block]) -> String {
    let blocks: String = blocks.iter().map(|content| block(content).into_string() + "\n").collect();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                style { (PreEscaped(STYLE)) }
            }
            body { main { section { (PreEscaped(blocks)) } } }
        }
    };
    page.into_string() + "\n"
}

/// The style of all pages: colours, letters, sections and tables, on the screen and on paper.
pub const STYLE: &str = include_str!("page.css");

/// Blocks one below the other, for a page that has a title already. Cells of words have the class
/// `words`; a table of nothing else has it itself.
#[must_use]
pub fn fragment(blocks: &[Block]) -> Markup {
    html! { @for content in blocks { (block(content)) } }
}

/// A sentence, in which the words between backticks are code.
#[must_use]
pub fn words(text: &str) -> Markup {
    let parts: Vec<&str> = text.split('`').collect();
    let is_paired = parts.len() % 2 == 1;
    html! {
        @if is_paired {
            @for (i, part) in parts.iter().enumerate() {
                @if i % 2 == 1 { code { (part) } } @else { (part) }
            }
        } @else { (text) }
    }
}

fn block(block: &Block) -> Markup {
    match block {
        Block::Title(text) => html! { h1 { (text) } },
        Block::Heading(text) => html! { h3 { (text) } },
        Block::Paragraph(text) => html! { p { (words(text)) } },
        Block::Table(content) => table(content),
    }
}

/// A table; if it is wider than the page it scrolls by itself.
#[must_use]
pub fn table(table: &Table) -> Markup {
    let columns = table.columns();
    let has_words = |column: usize| columns[column].align == Align::Left;
    let class = |column: usize| has_words(column).then_some("words");
    let is_of_words = (0..columns.len()).all(has_words);
    html! {
        div.scroll {
            table class=[is_of_words.then_some("words")] {
                thead {
                    tr {
                        @for (i, column) in columns.iter().enumerate() {
                            th class=[class(i)] scope="col" { (column.heading) }
                        }
                    }
                }
                tbody {
                    @for (number, row) in table.rows().iter().enumerate() {
                        tr {
                            @for (i, text) in row.iter().enumerate() {
                                @let content = cell(text, i, table.links(number));
                                @if i == 0 {
                                    th class=[class(i)] scope="row" { (content) }
                                } @else {
                                    td class=[class(i)] { (content) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The links of a cell, or its text where it has none.
fn cell(text: &str, column: usize, links: &[Link]) -> Markup {
    let links = || links.iter().filter(|link| link.column == column);
    html! {
        @if links().next().is_none() { (text) }
        @for link in links() { a href=(link.address) { (link.text) } " " }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_between_backticks_are_code() {
        let shown = |text| words(text).into_string();
        assert_eq!(shown("run `a <b>` now"), "run <code>a &lt;b&gt;</code> now");
        assert_eq!(shown("a ` alone"), "a ` alone");
    }

    #[test]
    fn cells_say_whether_they_are_words() {
        let mut sample = Table::new(["a", "b"]);
        sample.row(["<i>", "1"]);
        let numbers = fragment(&[Block::Table(sample.clone())]).into_string();
        let row = "<tr><th class=\"words\" scope=\"row\">&lt;i&gt;</th><td>1</td></tr>";
        assert!(numbers.contains(row) && numbers.contains("<table>"), "{numbers}");
        let words = fragment(&[Block::Table(sample.of_words())]).into_string();
        assert!(words.contains("<table class=\"words\">"), "{words}");
    }
}
