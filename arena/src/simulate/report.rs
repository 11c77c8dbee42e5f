//! A simulation in words.

use std::fmt::Write as _;

use super::{Coverage, Endings, Simulation};
use crate::report::words;
use crate::stop::StopRule;
use crate::terminal;

/// What was simulated, and the table of what came of it.
pub(super) fn text(simulation: &Simulation) -> String {
    let Simulation { matches, pairs, elo, draw_ratio, book, openings, .. } = simulation;
    let mut text = format!(
        "{} of at most {}, {elo} Elo, draws between equals {}, openings {}{}\n\n",
        match matches {
            1 => "1 match".to_owned(),
            matches => format!("{} matches", words::count(u64::from(*matches))),
        },
        words::several(u64::from(*pairs), "pair"),
        percent(*draw_ratio),
        format!("{book:?}").to_lowercase(),
        openings.map_or(String::new(), |openings| format!(", a book of {openings}")),
    );
    let name = |coverage: &Coverage| terminal::width(coverage.interval);
    let width = simulation.coverage.iter().map(name).max().unwrap_or(0);
    let _ = writeln!(text, "{}    held the truth", terminal::pad_right("95 % interval", width));
    for Coverage { interval, share, error } in &simulation.coverage {
        let error = words::decimal(100.0 * error, 2);
        let interval = terminal::pad_right(interval, width);
        let _ = writeln!(text, "  {interval}  {:>6} (error {error})", percent(*share));
    }
    text.push('\n');
    ending(&mut text, simulation);
    text
}

fn ending(text: &mut String, Simulation { endings, rules, .. }: &Simulation) {
    let Endings { accepted_h1, accepted_h0, stronger, weaker, undecided, .. } = *endings;
    let has = |is: fn(&StopRule) -> bool| rules.iter().any(is);
    let has_test = has(|rule| matches!(rule, StopRule::Sprt(_)));
    let has_interval = has(|rule| matches!(rule, StopRule::Confidence { .. }));
    let rows = [
        (has_test, "test accepts H1", accepted_h1),
        (has_test, "test accepts H0", accepted_h0),
        (has_interval, "shown to be stronger", stronger),
        (has_interval, "shown to be weaker", weaker),
        (has_test || has_interval, "undecided", undecided),
    ];
    for (_, name, share) in rows.into_iter().filter(|(is_told, ..)| *is_told) {
        let _ = writeln!(text, "{name:<22}{:>8}", percent(share));
    }
    let _ =
        writeln!(text, "{:<22}{:>8}", "pairs on average", words::decimal(endings.mean_pairs, 1));
    let _ = writeln!(text, "{:<22}{:>8}", "Elo on average", words::decimal(endings.mean_elo, 1));
}

fn percent(share: f64) -> String {
    format!("{} %", words::decimal(100.0 * share, 1))
}
