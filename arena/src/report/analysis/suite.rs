//! The positions in which a match was decided, as a test suite to look into with `arena suite`.

use std::fmt::Write as _;

use super::line;

use crate::report::MatchReport;

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
            line::score_text(swing.before),
            line::score_text(swing.after),
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

/// A name without what ends a text in EPD.
fn plain(name: &str) -> String {
    name.replace('"', "'").replace(['\n', ';', '\\'], " ")
}
