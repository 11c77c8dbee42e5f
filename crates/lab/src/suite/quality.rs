//! The quality of the moves that a plan's searches chose, by a deep reference: agreement, loss of expected score, and the
//! front of nodes against loss.

use serde::Serialize;

use super::estimate::Estimate;
use super::plan::Plan;
use super::record::Records;
use super::reference::{ReferenceFacts, View, Words};
use stats::win_curve::WinCurve;
use stats::words;

/// The curve of expected scores, as reports have it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Curve {
    /// The model of win, draw and loss by value in centipawns.
    pub model: WinCurve,
    /// Games of the report that it was fitted to: none.
    pub games: u64,
}

/// The quality of the moves of one configuration under one limit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Quality {
    /// Positions in which its move was judged.
    pub judged: usize,
    /// Share of them in which it chose the reference's own move.
    pub agreement: Estimate,
    /// Expected score that its moves lose against the reference's own; below 0 where they gain.
    pub loss: Estimate,
    /// Whether none of the others has fewer nodes and no greater loss, or as many nodes and a smaller loss.
    pub on_front: bool,
}

/// The quality of all configurations of a plan, under all its limits.
#[derive(Clone, Debug, Serialize)]
pub struct Qualities {
    /// The reference.
    pub reference: ReferenceFacts,
    /// The curve of expected scores.
    pub curve: Curve,
    /// By configuration, then by limit.
    #[serde(skip)]
    by_configuration: Vec<Vec<Option<Quality>>>,
}

impl Qualities {
    /// The quality of the moves in these records.
    #[must_use]
    pub fn new(plan: &Plan, records: &Records, words: &Words) -> Qualities {
        let quality = |configuration, limit| {
            let views: Vec<View> = (0..)
                .zip(&plan.suite.positions)
                .filter_map(|(number, position)| {
                    let task = super::plan::Task { configuration, limit, position: number };
                    words.view(position, records.get(task)?)
                })
                .collect();
            let of_each =
                |value: &dyn Fn(&View) -> f64| views.iter().map(value).collect::<Vec<f64>>();
            let score = |centipawns| WinCurve::MODERN.expected_score(centipawns);
            (!views.is_empty()).then(|| Quality {
                judged: views.len(),
                agreement: Estimate::of_shares(&of_each(&|view| f64::from(u8::from(view.agrees)))),
                loss: Estimate::of_losses(&of_each(&|view| score(view.own) - score(view.chosen))),
                on_front: false,
            })
        };
        let limits = 0..plan.limits.len();
        let of_configuration =
            |configuration| limits.clone().map(|limit| quality(configuration, limit)).collect();
        let mut by_configuration: Vec<Vec<Option<Quality>>> =
            (0..plan.configurations.len()).map(of_configuration).collect();
        mark_front(&mut by_configuration, |configuration, limit| {
            records.nodes(configuration, limit)
        });
        let curve = Curve { model: WinCurve::MODERN, games: 0 };
        Qualities { reference: words.facts.clone(), curve, by_configuration }
    }

    /// The quality of one configuration under one limit; `None` where no move was judged.
    #[must_use]
    pub fn of(&self, configuration: usize, limit: usize) -> Option<Quality> {
        *self.by_configuration.get(configuration)?.get(limit)?
    }

    /// The meaning of the columns, in sentences.
    #[must_use]
    pub fn meaning(&self) -> String {
        let ReferenceFacts { judge, nodes, .. } = &self.reference;
        let WinCurve { win_at, loss_at, scale } = self.curve.model;
        format!(
            "Agreement: the move is that of {} with {}. Loss: expected score lost against that move, both judged by a \
             search of the position after them, with a 95 % interval over positions. Front: no other has fewer nodes and \
             no greater loss. Expected scores are by a curve fitted to other games, those of modern at 20,000 nodes: half \
             of the games are won at {win_at} centipawns and lost at {loss_at}, scale {scale}.",
            judge.name,
            words::several(*nodes, "node"),
        )
    }
}

impl Quality {
    /// Headings of the columns.
    pub const HEADINGS: [&'static str; 3] = ["Agreement", "Loss", "Front"];
    /// Columns in CSV files.
    pub const KEYS: [&'static str; 6] =
        ["judged", "agreement", "loss", "loss_low", "loss_high", "on_front"];

    /// The cells of a table.
    #[must_use]
    pub fn cells(quality: Option<&Quality>) -> [String; 3] {
        let Some(quality) = quality else { return ["-", "-", ""].map(str::to_owned) };
        let mark = if quality.on_front { "front" } else { "" };
        [quality.agreement.percent(), quality.loss.percent(), mark.to_owned()]
    }

    /// The cells of a CSV file.
    #[must_use]
    pub fn csv(quality: Option<&Quality>) -> [String; 6] {
        let Some(Quality { judged, agreement, loss, on_front }) = quality else {
            return Default::default();
        };
        let [agreement, mean, low, high] =
            [agreement.mean, loss.mean, loss.low, loss.high].map(|share| format!("{share:.5}"));
        [judged.to_string(), agreement, mean, low, high, on_front.to_string()]
    }
}

/// Marks those that no other one beats in nodes and in loss.
fn mark_front(qualities: &mut [Vec<Option<Quality>>], nodes: impl Fn(usize, usize) -> u64) {
    let mut all: Vec<(u64, &mut Quality)> = Vec::new();
    for (configuration, limits) in qualities.iter_mut().enumerate() {
        for (limit, quality) in limits.iter_mut().enumerate() {
            all.extend(quality.as_mut().map(|quality| (nodes(configuration, limit), quality)));
        }
    }
    let points: Vec<(u64, f64)> =
        all.iter().map(|(nodes, quality)| (*nodes, quality.loss.mean)).collect();
    for (nodes, quality) in all {
        let loss = quality.loss.mean;
        let beats = |other: &(u64, f64)| {
            other.0 <= nodes && other.1 <= loss && (other.0 < nodes || other.1 < loss)
        };
        quality.on_front = !points.iter().any(beats);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quality(loss: f64) -> Option<Quality> {
        let estimate = |mean| Estimate { mean, low: mean, high: mean };
        Some(Quality { judged: 9, agreement: estimate(0.5), loss: estimate(loss), on_front: false })
    }

    #[test]
    fn the_front_has_those_that_no_other_beats() {
        let losses = [0.02, 0.01, 0.03, 0.02, 0.01];
        let nodes = [100, 200, 300, 90, 200];
        let mut all: Vec<_> = losses.map(|loss| vec![quality(loss)]).into();
        all.push(vec![None]);
        mark_front(&mut all, |configuration, _| nodes[configuration]);
        let front: Vec<bool> = all.iter().flatten().flatten().map(|one| one.on_front).collect();
        // The first has the loss of the fourth and more nodes; the second and the fifth are equal.
        assert_eq!(front, [false, true, false, true, true]);
    }
}
