//! Documents on a terminal that is narrower than their lines: nothing is cut.

use super::{GAP, ShownColumn, WIDTH, aligned, of_columns, widths};
use crate::{Block, Document, Table, terminal};

/// The document in lines of at most this many columns, as far as no word is longer.
pub(crate) fn text(document: &Document, columns: usize) -> String {
    let columns = columns.max(1);
    let blocks = document.safe().0;
    let blocks: Vec<String> = blocks.iter().map(|block| of_block(block, columns)).collect();
    blocks.join("\n")
}

fn of_block(block: &Block, columns: usize) -> String {
    let underlined = |text: &str, mark: &str| {
        let lines = terminal::wrapped(text, columns);
        let widest = lines.lines().map(terminal::width).max().unwrap_or(0);
        format!("{lines}\n{}\n", mark.repeat(widest.min(columns)))
    };
    match block {
        Block::Title(text) => underlined(text, "="),
        Block::Heading(text) => underlined(text, "-"),
        Block::Paragraph(text) => terminal::wrapped(text, columns.min(WIDTH)) + "\n",
        Block::Table(content) => table(content, columns),
    }
}

/// A table as it is if it fits; otherwise its columns in several tables, each with the first column again.
fn table(table: &Table, columns: usize) -> String {
    let whole = aligned(table);
    if whole.lines().all(|line| terminal::width(line) <= columns) {
        return whole;
    }
    let widths = widths(table);
    // The widest of the other columns has room beside the first, up to half of the line.
    let other = widths.iter().skip(1).copied().max().unwrap_or(0).min(columns / 2);
    let most = columns.saturating_sub(other + 2 * GAP).max(1);
    let first = widths.first().map_or(0, |&width| width.min(most));
    let room = columns.saturating_sub(first + 2 * GAP).max(1);
    let first = ShownColumn { place: 0, width: first };
    let mut parts: Vec<Vec<ShownColumn>> = vec![vec![first]];
    let mut used = 0;
    for (place, &width) in widths.iter().enumerate().skip(1) {
        let width = width.min(room);
        if used > 0 && used + width > room {
            parts.push(vec![first]);
            used = 0;
        }
        if let Some(part) = parts.last_mut() {
            part.push(ShownColumn { place, width });
        }
        used += width + GAP;
    }
    let parts: Vec<String> = parts.iter().map(|part| of_columns(table, part, pieces)).collect();
    parts.join("\n")
}

/// A cell in lines of at most this many columns, broken between words, and inside those that are longer.
fn pieces(cell: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(2);
    let mut lines = vec![String::new()];
    for word in cell.split_whitespace() {
        let used = terminal::width(lines.last().map_or("", String::as_str));
        if used > 0 && used + 1 + terminal::width(word) > columns {
            lines.push(String::new());
        } else if used > 0 {
            push(&mut lines, ' ');
        }
        for letter in word.chars() {
            let mut wider = lines.last().cloned().unwrap_or_default();
            wider.push(letter);
            if terminal::width(&wider) > columns {
                lines.push(String::new());
            }
            push(&mut lines, letter);
        }
    }
    lines
}

fn push(lines: &mut [String], letter: char) {
    if let Some(line) = lines.last_mut() {
        line.push(letter);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table as that of a tuning, and one of words.
    fn document() -> Document {
        let mut numbers = Table::new([
            "parameter",
            "start",
            "final",
            "mean",
            "spread",
            "tuned",
            "c_end",
            "range",
        ]);
        let name = "late_move_reductions.full_depth_moves";
        numbers.row([name, "8192", "8034.25", "8002.75", "16.3", "8002", "768.0", "1024 to 16384"]);
        let mut words = Table::new(["Skipped", "why"]).of_words();
        words.row([
            "multi_cut.moves=4",
            "more cut-offs are asked for than moves are searched at all",
        ]);
        Document::titled("tuning: 60 of 60 iterations of 2 pairs, 240 games, nodes=200 a move")
            .table(numbers)
            .table(words)
            .paragraph(
                "Mean and spread are those of iterations 31 to 60; tuned is the mean, rounded.",
            )
    }

    #[test]
    fn every_line_fits_and_no_word_is_lost() {
        let words = |text: &str| {
            let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
            words.sort();
            words.dedup();
            words
        };
        let wide = document().text();
        for columns in [60, 61, 72, 80, 99] {
            let text = text(&document(), columns);
            assert!(
                text.lines().all(|line| terminal::width(line) <= columns),
                "{columns}:\n{text}"
            );
            let (narrow, wide) = (words(&text), words(&wide));
            let is_there = |word: &&String| !narrow.contains(word) && !word.starts_with(['=', '-']);
            assert_eq!(wide.iter().find(is_there), None, "{columns}:\n{text}");
        }
    }

    #[test]
    fn a_document_that_fits_is_as_everywhere() {
        let mut table = Table::new(["Elo", "estimate"]);
        table.row(["pairs", "8.5"]);
        let document = Document::titled("x").table(table).paragraph("One.");
        assert_eq!(text(&document, 60), document.text());
    }

    #[test]
    fn columns_that_do_not_fit_follow_in_a_table_of_their_own() {
        let mut wide = Table::new(["name", "one", "two", "three"]);
        wide.row(["some words", "1", "22", "3"]);
        let expected = "name          one  two\n  some words    1   22\n\nname          three\n  some words      3\n";
        assert_eq!(table(&wide, 24), expected);
    }

    #[test]
    fn words_longer_than_a_line_are_broken_and_not_cut() {
        assert_eq!(pieces("abcdef gh i", 4), ["abcd", "ef", "gh i"]);
        assert_eq!(pieces("", 4), [""]);
    }
}
