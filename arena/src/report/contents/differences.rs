//! Differences: the largest swings of a contender's score, and where the two games of a pair diverge.

use std::fmt::Write as _;

use maud::html;

use crate::report::MatchReport;
use crate::report::analysis::line::score_text;
use crate::report::analysis::{Analysis, Choice, Divergence, Swing, divergence};
use crate::report::section::{Part, Section};
use document::Table;

/// Rows that a page shows at first, and divergences that it lists at most.
const SHOWN: usize = 12;
const MOST: usize = 200;
/// Swings of a text.
const IN_TEXT: usize = 8;

/// The section of a match.
pub(super) fn of_match(report: &MatchReport) -> Option<Section> {
    let (names, analysis) = (report.summary.names(), &report.analysis);
    let divergences = &analysis.divergences;
    let counts = divergence::table(names, divergences);
    if counts.is_none() && analysis.swings.is_empty() {
        return None;
    }
    let decided = divergences.list.iter().filter(|pair| pair.half_points != 2);
    let decided: Vec<&Divergence> = decided.take(MOST).collect();
    let mut parts: Vec<Part> = Part::tables(counts).collect();
    if let Some(places) = divergence::places_table(divergences) {
        let name = "Where divergences begin: by move, phase and depth".to_owned();
        parts.push(Part::Fold(name, vec![Part::Table(places)]));
    }
    if !decided.is_empty() {
        let table = first_divergences(names, &decided);
        parts.push(Part::Note(
            "The first divergences of pairs that one contender won: the first position in which they chose \
             differently, with the same game behind them."
                .to_owned(),
        ));
        parts.push(Part::List { table, on_page: SHOWN, in_text: 0 });
    }
    if !analysis.swings.is_empty() {
        parts.push(Part::Note(
            "A contender's own score at one of its moves and at its next: a loss that it did not see coming. One for \
             each side of a game, scores beyond ten pawns counted as ten."
                .to_owned(),
        ));
        let table = swings(names, &analysis.swings);
        parts.push(Part::List { table, on_page: SHOWN, in_text: IN_TEXT });
    }
    parts.push(Part::Drawing(html! {
        p {
            button.copy type="button" data-copy="#positions" { "Copy all positions as EPD" }
            textarea #positions hidden readonly aria-label="Positions as EPD" { (epd(analysis, &decided)) }
        }
    }));
    Some(Section::new("differences", "What differed", parts))
}

fn epd(analysis: &Analysis, decided: &[&Divergence]) -> String {
    let swings = analysis.swings.iter().map(|swing| {
        format!("{} id \"game {} move {}\";\n", swing.position, swing.game, swing.move_number)
    });
    let divergences_of_pairs = decided.iter().map(|pair| {
        format!("{} id \"pair {} move {}\";\n", pair.position, pair.pair, pair.move_number)
    });
    swings.chain(divergences_of_pairs).collect()
}

/// The address of the position after the move that `ply` plies of the game come before.
fn address(game: u32, ply: usize) -> String {
    format!("#game-{game}-{}", ply + 1)
}

fn swings(names: [&str; 2], swings: &[Swing]) -> Table {
    let heading = "Largest swings: its own score";
    let mut table = Table::new([heading, "game", "move", "depth", "before", "a move later"]);
    for swing in swings {
        let played = format!("{} {}", swing.move_number, swing.san);
        table.row([
            names[usize::from(swing.contender).min(1)],
            &swing.game.to_string(),
            &played,
            &swing.depth.to_string(),
            &score_text(swing.before),
            &score_text(swing.after),
        ]);
        table.link(2, &played, address(swing.game, swing.ply));
    }
    table
}

fn first_divergences(names: [&str; 2], list: &[&Divergence]) -> Table {
    let mut table = Table::new(["Pair", "move", names[0], names[1], "points"]);
    let choice = |choice: &Choice| {
        let score = choice.score.map_or(String::new(), |score| format!(" {score}"));
        format!("{}{score} d{}", choice.san, choice.depth)
    };
    for pair in list {
        let dots = if pair.to_move == "black" { "…" } else { "." };
        let both = [&pair.choices.first, &pair.choices.second];
        let [first, second] = both.map(choice);
        let number = pair.pair.to_string();
        let points = points(pair.half_points).to_owned();
        table.row([
            number,
            format!("{}{dots}", pair.move_number),
            first.clone(),
            second.clone(),
            points,
        ]);
        for ((column, text), choice) in [(2, first), (3, second)].into_iter().zip(both) {
            table.link(column, text, address(choice.game, choice.ply));
        }
    }
    table
}

/// The points of both sides in a pair.
fn points(half_points: u8) -> &'static str {
    match half_points {
        0 => "0 : 2",
        1 => "½ : 1½",
        2 => "1 : 1",
        3 => "1½ : ½",
        _ => "2 : 0",
    }
}

/// The positions of the largest swings, then those where pairs that one contender won part, as EPD
/// with an `id` and a comment each.
pub(in crate::report) fn suite(report: &MatchReport) -> String {
    let names = report.summary.facts.contenders.each_ref().map(|contender| plain(&contender.name));
    let mut text = format!("# {}: positions to look into\n", plain(&report.summary.facts.name));
    for swing in &report.analysis.swings {
        let name = &names[usize::from(swing.contender).min(1)];
        let _ = writeln!(
            text,
            "{} id \"game {} move {}\"; c0 \"{name} played {} at {}, a move later {}\";",
            swing.position,
            swing.game,
            swing.move_number,
            swing.san,
            score_text(swing.before),
            score_text(swing.after),
        );
    }
    let decided = report.analysis.divergences.list.iter().filter(|pair| pair.half_points != 2);
    for pair in decided {
        let (first, second) = (&pair.choices.first, &pair.choices.second);
        let winner = &names[usize::from(pair.half_points < 2)];
        let _ = writeln!(
            text,
            "{} id \"pair {} parts at move {}\"; c0 \"{} played {}, {} played {}; the pair went to \
             {winner}\";",
            pair.position, pair.pair, pair.move_number, names[0], first.san, names[1], second.san,
        );
    }
    text
}

/// A name without the characters that end a text in EPD.
fn plain(name: &str) -> String {
    name.replace('"', "'").replace(['\n', ';', '\\'], " ")
}
