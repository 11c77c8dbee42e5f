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
                    (button("to-start", "to the beginning", "M3 3v10M13 3v10L5 8z"))
                    (button("back", "a move back", "M12 3v10L4 8z"))
                    (button("play", "play", "M5 3v10l8-5z"))
                    (button("forth", "a move forth", "M4 3v10l8-5z"))
                    (button("to-end", "to the end", "M13 3v10M3 3v10l8-5z"))
                    (button("flip", "turn the board", "M5 13V4M2 7l3-4 3 4M11 3v9M8 9l3 4 3-4"))
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

/// A button with a drawing of what it does.
fn button(id: &str, label: &str, drawing: &str) -> Markup {
    html! {
        button type="button" id=(id) aria-label=(label) title=(label) {
            svg viewBox="0 0 16 16" aria-hidden="true" { path d=(drawing) {} }
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
