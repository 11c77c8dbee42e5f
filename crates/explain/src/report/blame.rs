//! The prunes behind the worse choices, in words and tables.

use document::{Block, Table, number};

use crate::blame::{Blame, CauseSum};

/// Choices that a table shows.
const SHOWN: usize = 40;

/// `Of 31 worse choices of A, 17 hid behind late_move_pruning at depth 3 to 5 in CUT nodes, 9 behind ..`
pub(super) fn sentences(blame: &Blame, contenders: &[String; 2]) -> Vec<String> {
    let mut sentences = Vec::new();
    for (contender, name) in contenders.iter().enumerate() {
        let own: Vec<&CauseSum> =
            blame.causes.iter().filter(|sum| sum.contender == contender).collect();
        let choices: usize = own.iter().map(|sum| sum.choices).sum();
        if choices > 0 {
            let parts: Vec<String> = own.iter().map(|sum| part(sum)).collect();
            let changed: usize = own.iter().map(|sum| sum.changed).sum();
            sentences.push(format!(
                "Of {} of {name}, {}; {} when the prune is forbidden.",
                number::several(choices as u64, "worse choice"),
                parts.join(", "),
                if changed == 1 { "1 changes".to_owned() } else { format!("{changed} change") },
            ));
        }
        for left_out in blame.left_out.iter().filter(|row| row.contender == contender) {
            sentences.push(format!(
                "{} of {name} left out of the blame: {}.",
                number::several(left_out.choices as u64, "worse choice"),
                left_out.reason.words()
            ));
        }
    }
    sentences
}

fn part(sum: &CauseSum) -> String {
    let [pv, cut, all] = sum.node_types;
    let types = [(pv, "PV"), (cut, "CUT"), (all, "ALL")];
    let most = types.into_iter().max_by_key(|(count, _)| *count);
    let at = match (sum.depths, most) {
        (Some([least, most]), _) if least == most => format!(" at depth {least}"),
        (Some([least, most]), _) => format!(" at depth {least} to {most}"),
        (None, _) => return format!("in {} no prune was found", sum.choices),
    };
    let nodes = match most {
        Some((count, name)) if count == sum.choices => format!(" in {name} nodes"),
        Some((count, name)) => format!(" ({count} in {name} nodes)"),
        None => String::new(),
    };
    format!("{} hid behind {}{at}{nodes}", sum.choices, sum.cause)
}

/// The sums and the single choices.
pub(super) fn blocks(blame: &Blame, contenders: &[String; 2]) -> Vec<Block> {
    let mut blocks = Vec::new();
    if !blame.causes.is_empty() {
        blocks.push(Block::Table(causes(blame, contenders)));
        blocks.push(Block::Table(choices(blame, contenders)));
    }
    blocks
}

fn causes(blame: &Blame, contenders: &[String; 2]) -> Table {
    let mut table = Table::new([
        "Worse choices hid behind",
        "contender",
        "choices",
        "change without it",
        "share of the loss",
        "of those that change",
    ]);
    for sum in &blame.causes {
        table.row([
            sum.cause.to_owned(),
            contenders[sum.contender].clone(),
            number::count(sum.choices as u64),
            number::count(sum.changed as u64),
            number::percent(sum.share_of_loss),
            number::percent(sum.share_of_loss_changed),
        ]);
    }
    table
}

fn choices(blame: &Blame, contenders: &[String; 2]) -> Table {
    let headings = ["Game and move", "contender", "ply", "depth", "node", "prune", "without it"];
    let mut table = Table::new(headings).of_words();
    for choice in blame.choices.iter().take(SHOWN) {
        let Some(hidden) = &choice.hidden else { continue };
        let behind = hidden.behind.map_or(String::new(), |cause| format!("; behind it {cause}"));
        let without = match (&hidden.without_it, hidden.changes) {
            (None, _) => "-".to_owned(),
            (Some(_), false) => "the same move".to_owned(),
            (Some(other), true) => other.clone(),
        };
        table.row([
            format!("{}: {}", choice.game, choice.line),
            contenders[choice.contender].clone(),
            hidden.node_ply.to_string(),
            hidden.depth.to_string(),
            hidden.node_type.to_owned(),
            format!("{}{behind}", hidden.words),
            without,
        ]);
    }
    table
}
