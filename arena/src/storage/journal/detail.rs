//! Writes the end of a game, its counters and its overruns as text, and reads them back.

use std::fmt::Write as _;
use std::time::Duration;

use engine::{Count, Counters, Technique};
use shakmaty::{Color, KnownOutcome};

use crate::chess::record::{Lateness, Overruns, Replays, Termination};
use crate::chess::time_control::{Seconds, parse_seconds};
use stats::Wdl;

/// The value of PGN's `Termination` tag for a game that ended by the rules of chess.
pub(super) const NORMAL: &str = "normal";

/// PGN's `Termination` tag, in the words other match runners use.
pub(super) fn pgn_termination(termination: Termination) -> &'static str {
    match termination {
        Termination::Checkmate
        | Termination::Stalemate
        | Termination::ThreefoldRepetition
        | Termination::FiftyMoves
        | Termination::InsufficientMaterial => NORMAL,
        Termination::Void => "unterminated",
        Termination::TimeForfeit(_) => "time forfeit",
        Termination::Abandoned(_) => "abandoned",
        Termination::IllegalMove(_) => "illegal move",
        Termination::TablebaseLoss(_)
        | Termination::TablebaseDraw
        | Termination::DrawAdjudication
        | Termination::ResignAdjudication(_)
        | Termination::MoveLimit => "adjudication",
    }
}

const OF_NO_SIDE: [(&str, Termination); 9] = [
    ("checkmate", Termination::Checkmate),
    ("stalemate", Termination::Stalemate),
    ("threefold repetition", Termination::ThreefoldRepetition),
    ("fifty-move rule", Termination::FiftyMoves),
    ("insufficient material", Termination::InsufficientMaterial),
    ("draw by adjudication: SyzygyTB", Termination::TablebaseDraw),
    ("draw by adjudication", Termination::DrawAdjudication),
    ("move limit", Termination::MoveLimit),
    ("void", Termination::Void),
];

type OfSide = fn(Color) -> Termination;

const OF_A_SIDE: [(&str, OfSide); 5] = [
    ("oversteps the time", Termination::TimeForfeit),
    ("fails", Termination::Abandoned),
    ("makes an illegal move", Termination::IllegalMove),
    ("wins by adjudication: SyzygyTB", |winner| Termination::TablebaseLoss(!winner)),
    ("resigns by adjudication", Termination::ResignAdjudication),
];

/// The `TerminationDetail` tag.
pub(super) fn termination_detail(termination: Termination) -> String {
    let plain = OF_NO_SIDE.into_iter().map(|(words, ending)| (words.to_owned(), ending));
    let sided = OF_A_SIDE.into_iter().flat_map(|(words, ending)| {
        Color::ALL.map(|side| (format!("{side} {words}"), ending(side)))
    });
    let found = plain.chain(sided).find(|(_, ending)| *ending == termination);
    found.map_or_else(String::new, |(words, _)| words)
}

pub(super) fn read_termination(detail: &str) -> Option<Termination> {
    if let Some((_, termination)) = OF_NO_SIDE.iter().find(|(words, _)| *words == detail) {
        return Some(*termination);
    }
    let (side, words) = detail.split_once(' ')?;
    let side = Color::ALL.into_iter().find(|color| color.to_string() == side)?;
    OF_A_SIDE.iter().find(|(known, _)| *known == words).map(|(_, ending)| ending(side))
}

/// PGN's `Result` tag.
pub(crate) fn result(outcome: KnownOutcome) -> &'static str {
    match outcome {
        KnownOutcome::Decisive { winner: Color::White } => "1-0",
        KnownOutcome::Decisive { winner: Color::Black } => "0-1",
        KnownOutcome::Draw => "1/2-1/2",
    }
}

/// The counters of the techniques that were tried; empty when none was.
pub(super) fn counters(counters: &Counters) -> String {
    let mut text = String::new();
    for (technique, count) in counters.iter().filter(|(_, count)| *count != Count::default()) {
        let separator = if text.is_empty() { "" } else { " " };
        let Count { tried, cut, nodes } = count;
        let _ = write!(text, "{separator}{} {tried}/{cut}/{nodes}", technique.name());
    }
    text
}

pub(super) fn read_counters(text: &str) -> Option<Counters> {
    let mut counters = Counters::default();
    let mut words = text.split_ascii_whitespace();
    while let Some(name) = words.next() {
        let technique = Technique::ALL.iter().find(|technique| technique.name() == name)?;
        let mut numbers = words.next()?.split('/').map(str::parse);
        let mut number = || numbers.next()?.ok();
        counters[*technique] = Count { tried: number()?, cut: number()?, nodes: number()? };
    }
    Some(counters)
}

/// The largest overruns; empty when there was none.
pub(super) fn overruns(overruns: &Overruns) -> String {
    match overruns {
        Overruns { soft: Duration::ZERO, hard: Duration::ZERO } => String::new(),
        Overruns { soft, hard } => format!("soft {} hard {}", Seconds(*soft), Seconds(*hard)),
    }
}

pub(super) fn read_overruns(text: &str) -> Option<Overruns> {
    if text.is_empty() {
        return Some(Overruns::default());
    }
    let (soft, hard) = text.strip_prefix("soft ")?.split_once(" hard ")?;
    Some(Overruns { soft: parse_seconds(soft).ok()?, hard: parse_seconds(hard).ok()? })
}

/// Moves that were late; empty when none was.
pub(super) fn lateness(late: &Lateness) -> String {
    match late {
        Lateness { moves: 0, .. } => String::new(),
        Lateness { moves, most } => format!("{moves} most {}", Seconds(*most)),
    }
}

pub(super) fn read_lateness(text: &str) -> Option<Lateness> {
    if text.is_empty() {
        return Some(Lateness::default());
    }
    let (moves, most) = text.split_once(" most ")?;
    Some(Lateness { moves: moves.parse().ok()?, most: parse_seconds(most).ok()? })
}

/// A time in seconds; empty for none.
pub(super) fn seconds(time: Duration) -> String {
    if time.is_zero() { String::new() } else { Seconds(time).to_string() }
}

pub(super) fn read_seconds(text: &str) -> Option<Duration> {
    if text.is_empty() { Some(Duration::ZERO) } else { parse_seconds(text).ok() }
}

/// Earlier attempts at a pair, and the wins, draws and losses of their completed games; `None` where there were none.
pub(super) fn replays(replays: &Replays) -> Option<String> {
    let Replays { attempts, dropped: Wdl { wins, draws, losses } } = replays;
    (*attempts > 0).then(|| format!("{attempts} {wins}/{draws}/{losses}"))
}

pub(super) fn read_replays(text: &str) -> Option<Replays> {
    let (attempts, results) = text.split_once(' ')?;
    let mut numbers = results.split('/').map(str::parse);
    let mut number = || numbers.next()?.ok();
    let dropped = Wdl { wins: number()?, draws: number()?, losses: number()? };
    Some(Replays { attempts: attempts.parse().ok()?, dropped })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text of a termination in the journal, told apart from the tables it is written by.
    fn written(termination: Termination) -> String {
        match termination {
            Termination::Checkmate => "checkmate".to_owned(),
            Termination::Stalemate => "stalemate".to_owned(),
            Termination::ThreefoldRepetition => "threefold repetition".to_owned(),
            Termination::FiftyMoves => "fifty-move rule".to_owned(),
            Termination::InsufficientMaterial => "insufficient material".to_owned(),
            Termination::TablebaseDraw => "draw by adjudication: SyzygyTB".to_owned(),
            Termination::DrawAdjudication => "draw by adjudication".to_owned(),
            Termination::MoveLimit => "move limit".to_owned(),
            Termination::Void => "void".to_owned(),
            Termination::TimeForfeit(side) => format!("{side} oversteps the time"),
            Termination::Abandoned(side) => format!("{side} fails"),
            Termination::IllegalMove(side) => format!("{side} makes an illegal move"),
            Termination::TablebaseLoss(loser) => {
                format!("{} wins by adjudication: SyzygyTB", !loser)
            }
            Termination::ResignAdjudication(side) => format!("{side} resigns by adjudication"),
        }
    }

    #[test]
    fn every_termination_reads_back_from_its_detail() {
        let of_no_side = [
            Termination::Checkmate,
            Termination::Stalemate,
            Termination::ThreefoldRepetition,
            Termination::FiftyMoves,
            Termination::InsufficientMaterial,
            Termination::TablebaseDraw,
            Termination::DrawAdjudication,
            Termination::MoveLimit,
            Termination::Void,
        ];
        let of_a_side = Color::ALL.into_iter().flat_map(|side| {
            [
                Termination::TimeForfeit(side),
                Termination::Abandoned(side),
                Termination::IllegalMove(side),
                Termination::TablebaseLoss(side),
                Termination::ResignAdjudication(side),
            ]
        });
        for termination in of_no_side.into_iter().chain(of_a_side) {
            let detail = termination_detail(termination);
            assert_eq!(detail, written(termination));
            assert_eq!(read_termination(&detail), Some(termination), "{detail}");
        }
        for unknown in ["", "white wins", "fails", "white", "grey fails", "Checkmate"] {
            assert_eq!(read_termination(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn counters_read_back_the_same() {
        let mut written = Counters::default();
        written[Technique::ALL[0]] = Count { tried: 12, cut: 7, nodes: u64::MAX };
        assert_eq!(counters(&Counters::default()), "");
        assert_eq!(read_counters(&counters(&written)), Some(written));
        assert_eq!(read_counters("no_such_technique 1/2/3"), None);
    }

    #[test]
    fn overruns_read_back_the_same() {
        let soft = Duration::from_micros(1_000_001);
        let written = Overruns { soft, hard: Duration::ZERO };
        assert_eq!(overruns(&written), "soft 1.000001 hard 0");
        assert_eq!(read_overruns(&overruns(&written)), Some(written));
        assert_eq!(overruns(&Overruns::default()), "");
        let late = Lateness { moves: 2, most: soft };
        assert_eq!(lateness(&late), "2 most 1.000001");
        assert_eq!(read_lateness(&lateness(&late)), Some(late));
        assert_eq!(read_lateness(""), Some(Lateness::default()));
    }
}
