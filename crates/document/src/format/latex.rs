//! LaTeX: a `tabular` for each table, ready to paste; no packages needed.

use std::fmt::Write as _;

use crate::{Align, Block, Table};

pub(crate) fn block(block: &Block) -> String {
    match block {
        Block::Title(text) => format!("\\section*{{{}}}\n", escaped(text)),
        Block::Heading(text) => format!("\\subsection*{{{}}}\n", escaped(text)),
        Block::Paragraph(text) => escaped(text) + "\n",
        Block::Table(table) => tabular(table),
    }
}

fn tabular(table: &Table) -> String {
    let letter = |align| if align == Align::Left { 'l' } else { 'r' };
    let columns: String = table.columns().iter().map(|column| letter(column.align)).collect();
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
        format!("{} \\\\\n", cells.join(" & "))
    };
    let mut text = format!("\\begin{{tabular}}{{{columns}}}\n\\hline\n{}", line(&table.headings()));
    text.push_str("\\hline\n");
    for row in table.rows() {
        text.push_str(&line(row));
    }
    let _ = writeln!(text, "\\hline\n\\end{{tabular}}");
    text
}

/// Text without LaTeX commands: special characters are escaped.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut before = ' ';
    for (i, c) in text.char_indices() {
        let is_minus = c == '-'
            && !before.is_alphanumeric()
            && (text[i + 1..].starts_with(|next: char| next.is_ascii_digit())
                || text[i + 1..].starts_with("inf"));
        before = c;
        match c {
            '-' if is_minus => escaped.push_str("$-$"),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', c]),
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '±' => escaped.push_str("$\\pm$"),
            '<' => escaped.push_str("$<$"),
            '>' => escaped.push_str("$>$"),
            // At the beginning of a row a bracket would be the argument of the line break before it.
            '[' => escaped.push_str("{[}"),
            ']' => escaped.push_str("{]}"),
            _ => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latex_does_not_take_names_for_commands() {
        let mut table = Table::new(["Score", "Winning %"]);
        table.row(["\\input{x}_1", "-41 ± 34"]);
        table.row(["lost", "-inf (lost all)"]);
        assert_eq!(
            tabular(&table),
            "\\begin{tabular}{lr}\n\\hline\nScore & Winning \\% \\\\\n\\hline\n\
             \\textbackslash{}input\\{x\\}\\_1 & $-$41 $\\pm$ 34 \\\\\nlost & $-$inf (lost all) \\\\\n\\hline\n\\end{tabular}\n"
        );
    }
}
