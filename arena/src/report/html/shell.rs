//! The frame of every page around its sections.

use std::sync::LazyLock;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use super::{Section, board};
use document::terminal;

/// The style of all pages, and that of plots, boards and games.
static STYLE: LazyLock<String> =
    LazyLock::new(|| [document::PAGE_STYLE, include_str!("page/page.css")].concat());
/// The script, in a scope of its own.
const SCRIPT: &str = concat!(
    "'use strict';\n(() => {\n",
    include_str!("page/chess.js"),
    include_str!("page/viewer.js"),
    include_str!("page/charts.js"),
    include_str!("page/live.js"),
    "})();\n"
);

/// A page, ready to be put together.
pub struct Page {
    /// The title of the page.
    pub title: String,
    /// The answer, above the sections.
    pub head: Markup,
    /// The sections, in their order.
    pub sections: Vec<Section>,
    /// The games for the script, as JSON that is safe inside a page.
    pub replays: Option<String>,
    /// Where the server that it comes from keeps it up to date: its name there.
    pub live: Option<String>,
    /// The contender whose view the numbers take.
    pub note: &'static str,
}

/// The note of all pages about games.
pub(crate) const OF_GAMES: &str = "Elo differences are from the first contender's view.";

impl Page {
    /// The page, in which nothing can harm a terminal.
    pub fn render(&self) -> String {
        let Page { title, head, sections, replays, live, note } = self;
        let markup = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(policy(live.is_some()));
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta name="referrer" content="no-referrer";
                    title { (title) }
                    style { (PreEscaped(STYLE.as_str())) }
                }
                body data-live=[live] {
                    (board::pieces())
                    @if live.is_some() { (status()) }
                    div.top {
                        header #head { (head) }
                        @if live.is_some() { div #tables {} }
                    }
                    @if sections.len() > 1 {
                        nav aria-label="Sections" {
                            @for section in sections { a href={ "#" (section.id) } { (section.title) } }
                        }
                    }
                    main {
                        @for section in sections { (self::section(section)) }
                    }
                    footer {
                        (note) " Made by Ziggurat " (env!("CARGO_PKG_VERSION")) "."
                    }
                    @if let Some(replays) = replays {
                        script type="application/json" id="replays" { (PreEscaped(replays)) }
                    }
                    script { (PreEscaped(SCRIPT)) }
                }
            }
        };
        terminal::lines(&markup.into_string()).into_owned()
    }
}

fn section(section: &Section) -> Markup {
    html! {
        section aria-labelledby={ (section.id) "-title" } id=(section.id) {
            h2 id={ (section.id) "-title" } { (section.title) }
            div.content id={ (section.id) "-content" } { (section.content) }
        }
    }
}

/// Nothing is loaded, and no script or style runs but those of the page, which are known by their
/// digests. A live page talks to the server it comes from.
fn policy(is_live: bool) -> String {
    let connect = if is_live { " connect-src 'self';" } else { "" };
    format!(
        "default-src 'none'; script-src '{}'; style-src '{}';{connect} base-uri 'none'; \
         form-action 'none'",
        digest(SCRIPT),
        digest(&STYLE)
    )
}

/// The digest of an embedded text, as content security policies have it.
fn digest(text: &str) -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(text.as_bytes())))
}

/// Above the page: how the match goes on.
fn status() -> Markup {
    html! {
        div #live {
            p.status {
                span #pulse.pulse.idle { "connecting" }
                span #progress-text {}
            }
            progress #progress max="1" value="0" aria-label="Games finished" {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_in_base64() {
        // The digest of the empty text is well known.
        assert_eq!(digest(""), "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
    }
}
