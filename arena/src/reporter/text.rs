//! Events in words.

use std::time::Duration;

use super::EloEstimate;
use crate::config::Match;
use crate::facts::BookFacts;
use crate::journal::TornTail;
use crate::record::{Contender, GameRecord, Termination};
use crate::runner::{Progress, Standing};

/// What is said when a match begins, one sentence a line.
pub(super) fn started(
    settings: &Match,
    torn: Option<TornTail>,
    progress: &Progress,
) -> Vec<String> {
    let book = BookFacts::of(&settings.openings);
    let mut lines = vec![format!(
        "{}: {} games, {} at a time, {book}",
        settings.name, settings.games, settings.concurrency
    )];
    lines.extend(settings.question.clone());
    for contender in &settings.contenders {
        let (name, configuration) = (&contender.name, contender.configuration());
        lines.push(format!("  {name}: {configuration}, {}", contender.limits));
    }
    lines.extend(settings.warnings().iter().map(|warning| format!("warning: {warning}")));
    if let Some(TornTail { bytes, .. }) = torn {
        lines.push(format!(
            "the journal ended in a game that was not written whole: its {bytes} bytes are cut \
             off, and it is played again"
        ));
    }
    if progress.before > 0 {
        let (before, planned) = (progress.before, progress.planned);
        lines.push(format!("{before} of {planned} games are in the journal already"));
    }
    lines
}

/// A game that did not end by chess; `None` for the others.
pub(super) fn incident(settings: &Match, record: &GameRecord) -> Option<String> {
    let (side, what) = match record.termination {
        Termination::TimeForfeit(side) => (side, "overstepped the time"),
        Termination::Abandoned(side) => (side, "failed"),
        Termination::IllegalMove(side) => (side, "named no legal move"),
        _ => return None,
    };
    let (game, name) = (record.spec.game + 1, &settings.player(&record.spec, side).name);
    let detail = record.incident.as_ref().map_or(String::new(), |detail| format!(" ({detail})"));
    Some(format!("game {game}: {name} {what}{detail}"))
}

/// Score and Elo difference.
pub(super) fn standing(standing: &Standing, estimate: EloEstimate) -> String {
    let Standing { wins, draws, losses } = standing;
    let mut text = format!("+{wins} ={draws} -{losses}");
    if standing.games() > 0 {
        let (half_points, games) = (standing.half_points(), standing.games());
        text += &format!("  {}.{} of {games}", half_points / 2, half_points % 2 * 5);
    }
    if let Some((elo, half_width)) = estimate(standing) {
        text += &format!("  Elo {elo:+.1} ± {half_width:.1}");
    }
    text
}

/// Games per hour and time left.
pub(super) fn pace(progress: &Progress) -> String {
    match (progress.games_per_hour(), progress.time_left()) {
        (Some(pace), Some(left)) => format!("{pace:.0} games/h, {} left", duration(left)),
        _ => "no game finished yet".to_owned(),
    }
}

/// Everything on one line.
pub(super) fn progress_line(progress: &Progress, estimate: EloEstimate) -> String {
    let (finished, planned) = (progress.finished(), progress.planned);
    let standing = standing(&progress.standing, estimate);
    format!("{finished}/{planned} games  {standing}  {}", pace(progress))
}

/// A duration with the two units that matter.
pub(crate) fn duration(duration: Duration) -> String {
    let seconds = duration.as_secs();
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60);
    match seconds {
        86_400.. => format!("{days} d {hours} h"),
        3_600.. => format!("{hours} h {minutes:02} min"),
        60.. => format!("{minutes} min {:02} s", seconds % 60),
        _ => format!("{seconds} s"),
    }
}

/// What is said when a run was stopped.
pub(super) fn draining(in_progress: usize) -> String {
    format!(
        "stopping after the {in_progress} games in progress; press Ctrl-C again to give them up"
    )
}

/// The name of the contender whose view results are told from.
pub(super) fn viewpoint(settings: &Match) -> &str {
    &settings.contender(Contender::First).name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_progress_line_says_it_all() {
        let progress = Progress {
            planned: 1000,
            before: 0,
            standing: Standing { wins: 40, draws: 51, losses: 29 },
            elapsed: Duration::from_secs(600),
        };
        assert_eq!(
            progress_line(&progress, |_| Some((31.9, 47.25))),
            "120/1000 games  +40 =51 -29  65.5 of 120  Elo +31.9 ± 47.2  720 games/h, 1 h 13 min left"
        );
        let fresh = Progress { standing: Standing::default(), ..progress };
        assert_eq!(progress_line(&fresh, |_| None), "0/1000 games  +0 =0 -0  no game finished yet");
    }

    #[test]
    fn durations_have_two_units() {
        let text = |seconds| duration(Duration::from_secs(seconds));
        assert_eq!(text(59), "59 s");
        assert_eq!(text(61), "1 min 01 s");
        assert_eq!(text(7_260), "2 h 01 min");
        assert_eq!(text(90_000), "1 d 1 h");
    }
}
