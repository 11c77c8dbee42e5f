//! Pictures as SVG.

use std::error::Error;

use plotters::coord::Shift;
use plotters::prelude::*;

use arena::report::RenderError;

/// A part of a picture.
pub(crate) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// A picture of this size in pixels, on white.
pub(crate) fn picture(
    size: (u32, u32),
    draw: impl FnOnce(&Area<'_>) -> Result<(), Box<dyn Error>>,
) -> Result<String, RenderError> {
    let mut picture = String::new();
    let area = SVGBackend::with_string(&mut picture, size).into_drawing_area();
    let drawn = area.fill(&WHITE).map_err(Into::into).and_then(|()| draw(&area));
    let drawn = drawn.and_then(|()| area.present().map_err(Into::into));
    drop(area);
    drawn.map_err(|error: Box<dyn Error>| RenderError::Plot(error.to_string()))?;
    Ok(picture)
}
