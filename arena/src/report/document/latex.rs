//! A report for LaTeX: a `tabular` for each table, ready to paste; no packages needed.

use std::fmt::Write as _;

use super::{Block, Document, Table};

/// The whole.
pub(super) fn of(document: &Document) -> String {
    let blocks: Vec<String> = document
        .0
        .iter()
        .map(|block| match block {
            Block::Title(title) => format!("\\section*{{{}}}\n", escaped(title)),
            Block::Paragraph(text) => escaped(text) + "\n",
            Block::Table(table) => tabular(table),
        })
        .collect();
    blocks.join("\n")
}

fn tabular(table: &Table) -> String {
    let others = if table.of_words { 'l' } else { 'r' };
    let columns: String =
        (0..table.header.len()).map(|column| if column == 0 { 'l' } else { others }).collect();
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
        format!("{} \\\\\n", cells.join(" & "))
    };
    let mut text = format!("\\begin{{tabular}}{{{columns}}}\n\\hline\n{}", line(&table.header));
    text.push_str("\\hline\n");
    for row in &table.rows {
        text.push_str(&line(row));
    }
    let _ = writeln!(text, "\\hline\n\\end{{tabular}}");
    text
}

/// Text in which LaTeX reads no commands.
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
