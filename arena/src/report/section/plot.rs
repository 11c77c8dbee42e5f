//! Plots as values. Their colours are those of a light page; the style sheet gives a dark one others
//! by the same names.

use std::ops::Range;

use plotters::prelude::RGBColor;

/// Pixels; a page scales a plot to its width. Two of the large ones stand beside each other, or three
/// of the small ones.
pub const LARGE: (u32, u32) = (480, 270);
/// See [`LARGE`].
pub const SMALL: (u32, u32) = (350, 230);

/// Text and axes.
pub const INK: RGBColor = RGBColor(91, 100, 112);
/// The first contender.
pub const FIRST: RGBColor = RGBColor(0, 114, 178);
/// The second contender.
pub const SECOND: RGBColor = RGBColor(179, 74, 0);
/// Results of the first contender.
pub const WON: RGBColor = RGBColor(46, 125, 91);
/// The colour of drawn games.
pub const DRAWN: RGBColor = RGBColor(163, 171, 181);
/// Results of the second contender.
pub const LOST: RGBColor = RGBColor(180, 82, 74);

/// The values at a place of a plot: shown under the pointer, and by the arrow keys.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The abscissa.
    pub x: f64,
    /// The ordinate, where a plot has single points; a line has a reading for a whole abscissa.
    pub y: Option<f64>,
    /// The values, one a line.
    pub text: String,
}

impl Reading {
    /// The values at an abscissa: a heading, and one a line below it.
    pub fn at(x: f64, heading: &str, values: impl IntoIterator<Item = String>) -> Reading {
        let lines: Vec<String> = std::iter::once(heading.to_owned()).chain(values).collect();
        Reading { x, y: None, text: lines.join("\n") }
    }

    /// The values of a single point.
    pub fn of_point((x, y): (f64, f64), text: String) -> Reading {
        Reading { x, y: Some(y), text }
    }
}

/// A mark on a plot.
#[derive(Clone, Debug)]
pub enum Mark {
    /// A line through points.
    Line(Vec<(f64, f64)>, RGBColor),
    /// The same where it rests on little.
    ThinLine(Vec<(f64, f64)>, RGBColor),
    /// A dashed line from one point to another.
    Dashed([(f64, f64); 2], RGBColor),
    /// The area between two lines over the same abscissae, with its opacity.
    Band(Vec<(f64, f64, f64)>, RGBColor, f64),
    /// A bar, by two corners.
    Bar([(f64, f64); 2], RGBColor),
    /// Points, with their radius in pixels.
    Dots(Vec<(f64, f64)>, RGBColor, i32),
    /// A name above and to the right of a point.
    Name { at: (f64, f64), name: String },
}

/// The key of the colours: the class of each, and its name.
pub type Key = Vec<(&'static str, String)>;

/// A key of these names.
pub fn key<const N: usize>(entries: [(&'static str, &str); N]) -> Key {
    entries.map(|(class, name)| (class, name.to_owned())).to_vec()
}

/// A plot as a value.
#[derive(Clone, Debug)]
pub struct Plot {
    /// Above it.
    pub title: String,
    /// The key of the colours, where the title has it.
    pub key: Key,
    /// Width and height, in pixels.
    pub size: (u32, u32),
    /// Below the horizontal axis.
    pub across: &'static str,
    /// The range from left to right.
    pub x: Range<f64>,
    /// The range from bottom to top.
    pub y: Range<f64>,
    /// Writes a number of the horizontal axis.
    pub x_label: fn(f64) -> String,
    /// Writes a number of the vertical axis.
    pub y_label: fn(f64) -> String,
    /// In the order of the abscissae.
    pub readings: Vec<Reading>,
    /// From the lowest to the one on top.
    pub marks: Vec<Mark>,
}

impl Plot {
    /// A large plot without marks, with whole numbers on its axes; `across` is below the horizontal one.
    pub fn of(title: &str, across: &'static str, x: Range<f64>, y: Range<f64>) -> Plot {
        Plot {
            title: title.to_owned(),
            key: Key::new(),
            size: LARGE,
            across,
            x,
            y,
            x_label: whole,
            y_label: whole,
            readings: Vec::new(),
            marks: Vec::new(),
        }
    }
}

/// A range that holds all of these values with some room; never an empty one.
pub fn room(values: impl Iterator<Item = f64>, from: Option<f64>) -> Range<f64> {
    let (low, high) = values
        .filter(|value| value.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), value| (l.min(value), h.max(value)));
    if low > high {
        return 0.0..1.0;
    }
    let margin = (high - low).max(high.abs() * 0.05).max(1e-9) * 0.08;
    from.unwrap_or(low - margin)..high + margin
}

/// A number on an axis: as many digits as it needs, thousands as `k` and millions as `M`.
pub fn short(value: f64) -> String {
    let trimmed = |value: f64, unit: &str| {
        let decimals = if value.abs() < 10.0 && value.fract() != 0.0 { 1 } else { 0 };
        stats::words::decimal(value, decimals) + unit
    };
    match value.abs() {
        size if size >= 1e6 => trimmed(value / 1e6, "M"),
        size if size >= 1e4 => trimmed(value / 1e3, "k"),
        size if size >= 10.0 => trimmed(value.round(), ""),
        size if size >= 1.0 || size == 0.0 => trimmed(value, ""),
        _ => stats::words::decimal(value, 2),
    }
}

/// A number of things on an axis: nothing between two of them.
pub fn counted(value: f64) -> String {
    if (value - value.round()).abs() < 1e-9 { short(value) } else { String::new() }
}

/// A whole number on an axis.
pub fn whole(value: f64) -> String {
    stats::words::decimal(value, 0)
}

/// Colours that differ to colour-blind eyes too (Okabe and Ito).
pub const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(110, 110, 110),
];
