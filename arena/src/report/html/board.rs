//! The pieces of the board, drawn for this page: one shape a piece, in the colours of its side.

use maud::{Markup, PreEscaped, html};

/// Shapes on a field of 40 by 40, back to front.
const PIECES: [(&str, &str); 6] = [
    (
        "p",
        "<path d='M12 34h16c0-6-4-7-5-13h-6c-1 6-5 7-5 13z'/><path d='M15.500 21.500h9'/><circle cx='20' cy='14.500' r='5'/>",
    ),
    (
        "r",
        "<path d='M9 34h22v-4l-3-2-1-12h-14l-1 12-3 2z'/><path d='M11 16V7.500h4.500v3h2.500v-3h4v3h2.500v-3H29V16z'/><path d='M12.500 28h15'/>",
    ),
    (
        "n",
        "<path d='M11 34h19c1-12-1-21-11-24l-1-4-3.500 4.500c-3 2-5 6-6.500 10.500l1.500 3 3.500-.500 3.500-2.500c.500 5-5 7-5.500 13z'/><circle class='eye' cx='16' cy='14.500' r='1.100'/>",
    ),
    (
        "b",
        "<path d='M10 34h20c0-3-5-3-6-5h-8c-1 2-6 2-6 5z'/><path d='M16 29c-5-5-4.500-11 4-18 8.500 7 9 13 4 18z'/><path d='M20 16v7M17 19.500h6'/><circle cx='20' cy='8.500' r='2.300'/>",
    ),
    (
        "q",
        "<path d='M10.500 34h19l1-5-21 0z'/><path d='M9.500 29L6.500 13.500l6.500 7 1.700-10.500 5.300 9.500 5.300-9.500L27 20.500l6.500-7L30.500 29z'/><circle cx='6.500' cy='12' r='2'/><circle cx='14.500' cy='8.500' r='2'/><circle cx='25.500' cy='8.500' r='2'/><circle cx='33.500' cy='12' r='2'/>",
    ),
    (
        "k",
        "<path d='M10.500 34h19l1-5h-21z'/><path d='M9.500 29c-5-8-2-13 3.500-13 4 0 6 3 7 6 1-3 3-6 7-6 5.500 0 8.500 5 3.500 13z'/><path d='M17.500 20c-1.500-4 1-6 2.500-7 1.500 1 4 3 2.500 7l-2.500 2.500z'/><path class='cross' d='M20 13V5M16.500 8h7'/>",
    ),
];

/// The shapes, for the script to use.
pub(super) fn pieces() -> Markup {
    html! {
        svg.pieces aria-hidden="true" {
            @for (name, shape) in PIECES {
                symbol id={ "piece-" (name) } viewBox="0 0 40 40" { (PreEscaped(shape)) }
            }
        }
    }
}
