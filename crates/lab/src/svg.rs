//! Pictures as SVG.

use std::error::Error;

use plotters::coord::Shift;
use plotters::prelude::*;

/// The reason that there is no picture; a bug, since it is drawn into memory.
#[derive(Debug, thiserror::Error)]
#[error("cannot draw the plot: {0}")]
pub struct PlotError(String);

/// A part of a picture.
pub(crate) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// A picture of this size in pixels, on white.
pub(crate) fn picture(
    size: (u32, u32),
    draw: impl FnOnce(&Area<'_>) -> Result<(), Box<dyn Error>>,
) -> Result<String, PlotError> {
    let mut picture = String::new();
    let area = SVGBackend::with_string(&mut picture, size).into_drawing_area();
    let drawn = area.fill(&WHITE).map_err(Into::into).and_then(|()| draw(&area));
    let drawn = drawn.and_then(|()| area.present().map_err(Into::into));
    drop(area);
    drawn.map_err(|error: Box<dyn Error>| PlotError(error.to_string()))?;
    Ok(picture)
}
