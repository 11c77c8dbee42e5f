//! The games on a board. The script of the page fills it.

use maud::{Markup, html};

use crate::report::RenderError;
use crate::report::analysis::Replays;
use document::terminal;

/// The board, with these sentences on games that have no room on the page.
pub(super) fn of(left_out: &str) -> Markup {
    html! {
        p.note {
            "Arrow keys step through a game, with Shift from game to game; F turns the board. "
            "The address of the page leads to the game, and to the move, that is shown."
            @if !left_out.is_empty() { " " (left_out) }
        }
        noscript { p { "The board needs JavaScript, which is part of this file." } }
        div.viewer #viewer hidden {
            div.stage {
                div.player #top-player {}
                div #board {}
                div.player #bottom-player {}
                div.controls role="toolbar" aria-label="Moves" {
                    (button("to-start", "to the beginning", "M3 3v10M13 3v10L5 8z"))
                    (button("back", "a move back", "M10.5 3l-5 5 5 5"))
                    (button("play", "play", "M5 3v10l8-5z"))
                    (button("forth", "a move forth", "M5.5 3l5 5-5 5"))
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

/// A button with an icon.
fn button(id: &str, label: &str, drawing: &str) -> Markup {
    html! {
        button type="button" id=(id) aria-label=(label) title=(label) {
            svg viewBox="0 0 16 16" aria-hidden="true" { path d=(drawing) {} }
        }
    }
}

/// The games as JSON that can stand in a page: it cannot end its element, and nothing in it is left
/// that is shown as something else where a page is made safe to be looked at as text.
pub(super) fn data(replays: &Replays) -> Result<String, RenderError> {
    let json = serde_json::to_string(replays)?;
    let mut safe = String::with_capacity(json.len());
    for c in terminal::json(&json).chars() {
        match c {
            // In JSON these stand in texts alone.
            '<' | '>' | '&' => safe.push_str(&format!("\\u{:04x}", u32::from(c))),
            _ => safe.push(c),
        }
    }
    Ok(safe)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::shell::Page;
    use super::*;
    use crate::report::analysis::Player;

    /// A text, as a script reads it from the block of a page.
    fn through_a_page(name: &str) -> String {
        let player = Player { name: name.to_owned(), time_control: "-".to_owned() };
        let replays = Replays { players: vec![player], ..Replays::default() };
        let page = Page {
            title: String::new(),
            head: html! {},
            sections: Vec::new(),
            replays: Some(data(&replays).unwrap()),
            live: None,
            note: "",
        };
        let page = page.render();
        let (_, block) =
            page.split_once("<script type=\"application/json\" id=\"replays\">").unwrap();
        let (block, _) = block.split_once('<').unwrap();
        let read: serde_json::Value = serde_json::from_str(block).unwrap();
        read["players"][0]["name"].as_str().unwrap().to_owned()
    }

    #[test]
    fn no_two_buttons_have_the_same_drawing() {
        let page = of("").into_string();
        // Wherever it begins: a drawing that is moved is the same.
        let drawings = page.split(" d=\"M").skip(1).map(|rest| {
            let drawing = rest.split('"').next().unwrap();
            drawing.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ' ')
        });
        let mut drawings: Vec<&str> = drawings.collect();
        let count = drawings.len();
        drawings.sort_unstable();
        drawings.dedup();
        assert_eq!((drawings.len(), count), (6, 6), "{drawings:?}");
    }

    #[test]
    fn every_character_there_is_comes_through_the_block_of_a_page() {
        let all: String = ('\0'..=char::MAX).collect();
        assert!(through_a_page(&all) == all);
    }

    proptest! {
        #[test]
        fn every_text_comes_through_the_block_of_a_page(name in any::<String>()) {
            for name in [name.clone(), format!("\u{202e}{name}</script><!--<script>\u{200e}")] {
                prop_assert_eq!(through_a_page(&name), name);
            }
        }
    }
}
