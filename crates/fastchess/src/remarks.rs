//! Warnings about an engine's output during its search.

use shakmaty::Color;
use uci_client::Score;

use super::context::TournamentContext;
use super::info::{Info, Said, best};
use super::notes::MoveNotes;
use super::variation::Line;

/// The current move, as warnings describe it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn<'a> {
    pub(super) context: &'a TournamentContext,
    pub(super) name: &'a str,
    pub(super) color: Color,
    /// The start position of the game, as sent to engines.
    pub(super) start: &'a str,
    /// The moves before this one.
    pub(super) moves: &'a [String],
    pub(super) game: u32,
    pub(super) is_late: bool,
}

/// Keeps the output of a move's search, and warns of mistakes in it.
pub(super) fn remark(turn: &Turn<'_>, line: &mut Line, said: &Said, notes: &mut MoveNotes) {
    let Turn { context, name, .. } = *turn;
    let scored = said.scored();
    match best(&scored, context.command.dialect()) {
        None => {
            let text = "Warning; No info line available to extract score from engine";
            context.console.warn(&format!("{text} {name}"));
        }
        Some((text, info)) => {
            notes.take(info, text, context.command.tournament.pgn.track_pv);
            if let Some(problem) = &info.no_score {
                let text =
                    format!("Warning; Could not extract score from engine {name}: {problem}");
                context.console.warn(&text);
            }
        }
    }
    notes.keep_lines(said, &context.patterns);
    let checks_mates = context.command.tournament.check_mate_pvs;
    for (text, info) in &scored {
        if let Some((warning, about)) = line.fault(info, checks_mates) {
            let about = about.map_or_else(String::new, |m| format!("move {m} "));
            turn.warn(&format!("Warning; {warning} - {about}from {name}"), text);
        }
    }
    let is_first =
        |(_, info): &&(&str, Info<'_>)| info.line.multipv.is_none_or(|number| number == 1);
    let last = scored.iter().rev().find(is_first);
    if let Some((text, info)) = last.filter(|_| notes.legal)
        && !info.line.is_bound
        && info.line.written_moves().next().is_some_and(|first| first != notes.text)
    {
        let warning = "Warning; Bestmove does not match beginning of last PV";
        turn.warn(&format!("{warning} - move {} from {name}", notes.text), text);
    }
}

impl Turn<'_> {
    fn warn(&self, warning: &str, info: &str) {
        let moves = format!("Moves; {}", self.moves.join(" "));
        let parts =
            [warning, &format!("Info; {info}"), &format!("Position; {}", self.start), &moves];
        self.context.warn_in_parts(parts);
    }

    /// Warns where both sides say that they mate, or that they are mated.
    pub(super) fn compare_mates(&self, own: &MoveNotes) {
        if !own.legal || self.is_late {
            return;
        }
        let Some(Score::Mate(ours)) = own.score else { return };
        let last = self.context.notebook.with(self.game, |game| game.moves.last().cloned());
        let Some(last) = last else { return };
        let Some(Score::Mate(theirs)) = last.score else { return };
        if ours.signum() * theirs.signum() <= 0 {
            return;
        }
        let [they, we] = [!self.color, self.color].map(|color| color.fold_wb("White", "Black"));
        let them =
            self.context.notebook.with(self.game, |game| game.players[!self.color].name.clone());
        let name = self.name;
        let warning = format!(
            "Warning; Sign mismatch in mate scores {theirs} and {ours} from {them} ({they}) and {name} \
             ({we})"
        );
        let infos = format!("Infos; {} ; {}", last.mate_line, own.mate_line);
        let moves = format!("Moves; {} {}", self.moves.join(" "), own.text);
        let position = format!("Position; {}", self.start);
        self.context.warn_in_parts([&warning, &infos, &position, &moves]);
    }
}
