//! The explanation in every form: tables, JSON, a page, and positions.

mod page;

use document::{Block, Document, FORMATS, Table, number};

use crate::explanation::{Explanation, JudgedChoice, PairingExplanation};
use crate::summary::{Divergences, Group};
use arena::report::RenderError;

/// The files of an explanation, by their endings.
///
/// # Errors
/// On a bug.
pub fn files(explanation: &Explanation) -> Result<Vec<(&'static str, String)>, RenderError> {
    let document = document(explanation);
    let formats = FORMATS.into_iter().filter(|format| !matches!(format.name(), "csv" | "html"));
    let mut files: Vec<(&'static str, String)> =
        formats.map(|format| (format.extension(), format.render(&document))).collect();
    files.push(("json", arena::report::json(explanation)?));
    files.push(("html", page::page(explanation)));
    Ok(files)
}

/// The explanation as tables.
#[must_use]
pub fn document(explanation: &Explanation) -> Document {
    let mut document = Document::titled(format!("Why one side won: {}", explanation.name));
    document.0.extend(head(explanation).into_iter().map(Block::Paragraph));
    for pairing in &explanation.pairings {
        document.0.extend(sentences(pairing).into_iter().map(Block::Paragraph));
        document.0.extend(tables(pairing).into_iter().map(Block::Table));
        document.0.extend(worst(pairing).map(Block::Table));
    }
    document
}

/// Sentences on how the choices were judged.
fn head(explanation: &Explanation) -> Vec<String> {
    let judges: Vec<&str> =
        explanation.audit.judges.iter().map(|judge| judge.name.as_str()).collect();
    let more = match explanation.not_judged {
        0 => String::new(),
        more => format!(" {} more were not judged.", number::count(more as u64)),
    };
    vec![
        format!(
            "{} were judged by two judges, {}, each move with {} nodes. A move counts as worse only where both say so, \
             by more than {} centipawns and {} of expected score.{more}",
            number::several(explanation.judged as u64, "choice"),
            judges.join(" and "),
            number::count(explanation.audit.nodes),
            crate::verdict::CENTIPAWNS,
            number::percent(crate::verdict::EXPECTED_SCORE),
        ),
        explanation.curve.words(),
    ]
}

/// The sentences that sum up a pairing.
fn sentences(pairing: &PairingExplanation) -> Vec<String> {
    let [first, second] = &pairing.contenders;
    let mut sentences = Vec::new();
    if let Some(all) = &pairing.divergences.all {
        let Group { first_worse, second_worse, equal, disputed, loss, .. } = all;
        let (loser, loss) = match loss.mean >= 0.0 {
            true => (first, *loss),
            false => (second, loss.reversed()),
        };
        sentences.push(format!(
            "{first}'s move was worse in {} of the {}, {second}'s in {}; {} are equal, and in {} the judges do not \
             agree. {loser} loses {} of expected score per divergence.",
            first_worse.percent(),
            number::several(all.choices as u64, "divergence"),
            second_worse.percent(),
            number::percent(*equal),
            number::percent(*disputed),
            loss.percent(),
        ));
    }
    for swings in &pairing.swings {
        sentences.push(format!(
            "Of {}'s {} both judges know a better move in {}; on the average its move lost {} of expected score.",
            swings.contender,
            number::several(swings.swings as u64, "largest swing"),
            number::count(swings.worse as u64),
            number::percent(swings.loss),
        ));
    }
    sentences
}

/// The divergences by kinds, where there are any.
fn tables(pairing: &PairingExplanation) -> Option<Table> {
    let [first, second] = &pairing.contenders;
    let Divergences { all, by_phase, by_move, by_depth, by_material } = &pairing.divergences;
    let all = all.as_ref()?;
    let mut table = Table::new([
        "Divergences",
        "number",
        &format!("{first} worse"),
        &format!("{second} worse"),
        "disputed",
        &format!("{first} loses"),
    ]);
    let kinds = [by_phase, by_move, by_depth, by_material];
    for group in [all].into_iter().chain(kinds.into_iter().flatten()) {
        table.row([
            group.name.clone(),
            number::count(group.choices as u64),
            number::percent(group.first_worse.mean),
            number::percent(group.second_worse.mean),
            number::percent(group.disputed),
            group.loss.percent(),
        ]);
    }
    Some(table)
}

/// The costliest choices.
fn worst(pairing: &PairingExplanation) -> Option<Table> {
    let mut table =
        Table::new(["The costliest choices", "game", "move", "played", "better", "lost"]);
    for choice in &pairing.costliest {
        table.row([
            pairing.contenders[choice.contender].clone(),
            number::count(u64::from(choice.game)),
            choice.move_number.to_string(),
            choice.worse.clone(),
            choice.better.clone(),
            number::percent(choice.loss),
        ]);
    }
    (!table.rows().is_empty()).then_some(table)
}

/// Scores of a judge in pawns.
fn scores(choice: &JudgedChoice) -> Vec<String> {
    let pawns = |score: i32| engine::Score(score).to_string();
    let word = |word: &crate::explanation::JudgesWord| {
        format!(
            "{}: {} instead of {} at depth {}: {}",
            word.judge,
            pawns(word.worse),
            pawns(word.better),
            word.depth,
            word.line
        )
    };
    choice.judges.iter().map(word).collect()
}
