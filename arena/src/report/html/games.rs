//! The games on a board. The script of the page fills it.

use maud::{Markup, html};

use crate::report::RenderError;
use crate::report::analysis::Replays;
use crate::report::words;

/// The section.
pub(super) fn of(replays: &Replays) -> Markup {
    html! {
        p.note {
            "Arrow keys step through a game, with Shift from game to game; F turns the board. "
            "The address of the page leads to the game, and to the move, that is shown."
            @if replays.without_moves > 0 {
                " The moves of the last " (words::several(replays.without_moves, "game"))
                " have no room here: they are in the journal."
            }
        }
        noscript { p { "The board needs JavaScript, which is part of this file." } }
        div.viewer #viewer hidden {
            div.stage {
                div.player #top-player {}
                div #board {}
                div.player #bottom-player {}
                div.controls role="toolbar" aria-label="Moves" {
                    button type="button" id="to-start" aria-label="to the beginning" { "⏮" }
                    button type="button" id="back" aria-label="a move back" { "◀" }
                    button type="button" id="play" aria-label="play" { "⏵" }
                    button type="button" id="forth" aria-label="a move forth" { "▶" }
                    button type="button" id="to-end" aria-label="to the end" { "⏭" }
                    button type="button" id="flip" aria-label="turn the board" { "⇅" }
                }
            }
            div.score {
                h3 #game-title tabindex="-1" {}
                p.note #game-note {}
                div #graph {}
                div #moves {}
                p.actions {
                    button type="button" id="copy-fen" { "Copy FEN" }
                    button type="button" id="copy-pgn" { "Copy PGN" }
                    a id="link" href="#games" { "Link to this position" }
                    span #copied role="status" {}
                }
            }
            div.chooser {
                div.filters {
                    label { "Games " select id="filter" {} }
                    label { "No. " input id="find" type="number" min="1" inputmode="numeric"; }
                }
                div #list role="listbox" aria-label="Games" tabindex="0" {}
            }
        }
    }
}

/// The games as JSON that cannot end the element of the page it stands in.
pub(super) fn data(replays: &Replays) -> Result<String, RenderError> {
    let json = serde_json::to_string(replays)?;
    let mut safe = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            // In JSON these stand in texts alone.
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' | '\u{7f}'..='\u{9f}' => {
                safe.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            _ => safe.push(c),
        }
    }
    Ok(safe)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::analysis::Player;

    #[test]
    fn a_name_cannot_end_the_script_it_stands_in() {
        let name = "</script><!--<script>".to_owned();
        let players = vec![Player { name: name.clone(), time_control: "-".to_owned() }];
        let data = data(&Replays { players, rows: Vec::new(), without_moves: 0 }).unwrap();
        assert!(!data.contains('<') && !data.contains('>'), "{data}");
        let read: serde_json::Value = serde_json::from_str(&data).unwrap();
        assert_eq!(read["players"][0]["name"], name);
    }
}
