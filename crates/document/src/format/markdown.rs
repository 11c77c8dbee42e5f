//! Markdown with tables as GitHub has them.

use std::fmt::Write as _;

use crate::{Align, Block, Table};

pub(crate) fn block(block: &Block) -> String {
    match block {
        Block::Title(text) => format!("# {}\n", escaped(text)),
        Block::Heading(text) => format!("## {}\n", escaped(text)),
        Block::Paragraph(text) => escaped(text) + "\n",
        Block::Table(content) => table(content),
    }
}

fn table(table: &Table) -> String {
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let mut text = line(&table.headings());
    let rule = |align| if align == Align::Left { "---" } else { "---:" };
    let rules: Vec<&str> = table.columns().iter().map(|column| rule(column.align)).collect();
    let _ = writeln!(text, "| {} |", rules.join(" | "));
    for row in table.rows() {
        text.push_str(&line(row));
    }
    text
}

/// Text without Markdown markup: special characters are escaped.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '|' | '*' | '_' | '`' | '<' | '>' | '\\' | '[' | ']' | '#') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_does_not_take_names_for_markup() {
        let mut sample = Table::new(["a", "b"]);
        sample.row(["null_move", "1 | 2"]);
        assert_eq!(table(&sample), "| a | b |\n| --- | ---: |\n| null\\_move | 1 \\| 2 |\n");
    }
}
