//! The results of a training: tables and a picture.

use std::path::Path;

use anyhow::anyhow;
use document::{Document, Table, number};
use plotters::prelude::*;

use crate::quantised::QuantisedNetwork;
use crate::training::Epoch;

/// A loss of an epoch.
type Loss = fn(&Epoch) -> f64;

/// The report of a training.
#[derive(Debug)]
pub(crate) struct Report {
    /// Remarks on the data and the fit, a sentence each.
    pub(crate) remarks: Vec<String>,
    pub(crate) epochs: Vec<Epoch>,
    /// Mean squared errors of others on the same validation positions.
    pub(crate) compared: Vec<(String, f64)>,
    /// The error of whole numbers, in centipawns.
    pub(crate) quantisation: QuantisationError,
}

/// The difference between the network in whole numbers and in floating point on the validation
/// positions, in centipawns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuantisationError {
    pub(crate) mean: f64,
    pub(crate) most: f64,
}

impl Report {
    /// In words and tables.
    pub(crate) fn document(&self, network: &Path) -> Document {
        let mut document = Document::titled(network.display().to_string());
        for remark in &self.remarks {
            document = document.paragraph(remark.as_str());
        }
        let mut epochs = Table::new(["Epoch", "rate", "training loss", "validation loss"]);
        for epoch in &self.epochs {
            epochs.row([
                epoch.number.to_string(),
                format!("{:.6}", epoch.rate),
                format!("{:.6}", epoch.training),
                format!("{:.6}", epoch.validation),
            ]);
        }
        let mut compared = Table::new(["On the same validation positions", "validation loss"]);
        for (name, loss) in &self.compared {
            compared.row([name.clone(), format!("{loss:.6}")]);
        }
        let QuantisationError { mean, most } = self.quantisation;
        document
            .table(epochs)
            .table(compared)
            .paragraph(format!(
                "In whole numbers the network says {} centipawns more or less than in floating point on \
                 average, {} at most.",
                number::decimal(mean, 2),
                number::decimal(most, 1)
            ))
    }

    /// The losses as a picture.
    pub(crate) fn plot(&self, path: &Path) -> anyhow::Result<()> {
        let losses = self.epochs.iter().flat_map(|epoch| [epoch.training, epoch.validation]);
        let (low, high) =
            losses.fold((f64::MAX, f64::MIN), |(low, high), loss| (low.min(loss), high.max(loss)));
        let margin = ((high - low) * 0.05).max(1e-6);
        let last = self.epochs.last().map_or(1, |epoch| epoch.number);
        let area = SVGBackend::new(path, (800, 400)).into_drawing_area();
        let failed = |error: String| anyhow!("cannot draw {}: {error}", path.display());
        let draw = || -> Result<(), Box<dyn std::error::Error>> {
            area.fill(&WHITE)?;
            let mut chart = ChartBuilder::on(&area)
                .margin(12)
                .x_label_area_size(36)
                .y_label_area_size(64)
                .caption("Mean squared error of the expected score", ("sans-serif", 16))
                .build_cartesian_2d(1.0..f64::from(last.max(2)), low - margin..high + margin)?;
            chart
                .configure_mesh()
                .x_desc("epoch")
                .y_label_formatter(&|y| format!("{y:.4}"))
                .draw()?;
            let lines: [(_, _, Loss); 2] = [
                ("training", &BLUE, |epoch| epoch.training),
                ("validation", &RED, |epoch| epoch.validation),
            ];
            for (name, colour, loss) in lines {
                let points = self.epochs.iter().map(|epoch| (f64::from(epoch.number), loss(epoch)));
                chart
                    .draw_series(LineSeries::new(points, colour.stroke_width(2)))?
                    .label(name)
                    .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], *colour));
            }
            chart.configure_series_labels().background_style(WHITE).border_style(BLACK).draw()?;
            area.present()?;
            Ok(())
        };
        draw().map_err(|error| failed(error.to_string()))
    }
}

/// The description of a network's file.
pub(crate) fn describe(path: &Path, network: &QuantisedNetwork) -> Document {
    let shape = &network.shape;
    let [features, outputs] = network.largest();
    let mut table = Table::new(["Network", "value"]);
    table.row(["hidden size".to_owned(), shape.hidden.to_string()]);
    table.row(["king buckets".to_owned(), shape.king_buckets.to_string()]);
    table.row(["output buckets".to_owned(), shape.output_buckets.to_string()]);
    table.row(["scale, centipawns".to_owned(), network.scale.to_string()]);
    table.row(["largest weight of a feature".to_owned(), format!("{features:.2}")]);
    table.row(["largest weight of an output".to_owned(), format!("{outputs:.2}")]);
    table.row(["bytes".to_owned(), number::count(network.bytes().len() as u64)]);
    Document::titled(path.display().to_string()).table(table)
}
