//! Results by the worker that played them: a broken machine, or one whose clocks run otherwise, would show.

use std::collections::{BTreeMap, HashMap};

use document::Table;
use document::number;
use serde::Serialize;

use super::{MatchCounts, Subject};
use crate::chess::record::GameRecord;
use crate::score::tally::{half_points, wdl};
use crate::storage::journal::JournalGame;
use stats::{Wdl, homogeneity};

/// The games of one worker.
#[derive(Clone, Debug, Serialize)]
pub struct WorkerRow {
    /// Its name.
    pub worker: String,
    /// The factors of its clocks; more than one where it was admitted several times.
    pub time_scales: Vec<f64>,
    /// Its results, of the first contender.
    #[serde(flatten)]
    pub games: Wdl,
    /// Pairs that it played whole: lost, level and won by the first contender.
    pub pairs: [u64; 3],
}

/// The workers of a match.
#[derive(Clone, Debug, Serialize)]
pub struct WorkerResults {
    /// By their names.
    pub workers: Vec<WorkerRow>,
    /// How probable results so unequal are where the worker makes no difference, by the pairs; `null` where
    /// there are too few.
    pub p_value: Option<f64>,
}

/// Games by worker.
#[derive(Clone, Debug, Default)]
pub(super) struct Workers {
    rows: BTreeMap<String, WorkerRow>,
    /// First games of pairs: their worker, and half points.
    halves: HashMap<u32, (String, u8)>,
}

impl Subject for Workers {
    type Numbers = Option<WorkerResults>;

    fn add(&mut self, game: &JournalGame) {
        self.add_record(&game.record);
    }

    fn numbers(&self, _: &MatchCounts<'_>) -> Option<WorkerResults> {
        self.results()
    }
}

impl Workers {
    /// Their sums; `None` where no worker played.
    fn results(&self) -> Option<WorkerResults> {
        let workers: Vec<WorkerRow> = self.rows.values().cloned().collect();
        let pairs: Vec<[u64; 3]> = workers.iter().map(|row| row.pairs).collect();
        let p_value = homogeneity::p_value(&pairs);
        (!workers.is_empty()).then_some(WorkerResults { workers, p_value })
    }

    fn add_record(&mut self, record: &GameRecord) {
        let Some(worker) = &record.worker else { return };
        let points = half_points(record);
        let name = &worker.name;
        let row = self.rows.entry(name.clone()).or_insert_with(|| WorkerRow {
            worker: name.clone(),
            time_scales: Vec::new(),
            games: Wdl::default(),
            pairs: [0; 3],
        });
        row.games += wdl(points);
        if !row.time_scales.contains(&worker.time_scale) {
            row.time_scales.push(worker.time_scale);
        }
        match self.halves.remove(&record.spec.pair()) {
            None => drop(self.halves.insert(record.spec.pair(), (name.clone(), points))),
            Some((other, earlier)) if other == *name => {
                let place = match earlier + points {
                    0 | 1 => 0,
                    2 => 1,
                    _ => 2,
                };
                row.pairs[place] += 1;
            }
            Some(_) => {}
        }
    }
}

impl WorkerResults {
    /// A row for each worker.
    pub(in crate::report) fn table(&self) -> Table {
        let mut table =
            Table::new(["Results by worker", "games", "score", "pairs -", "=", "+", "clocks"]);
        for WorkerRow { worker, time_scales, games, pairs } in &self.workers {
            let score = games.wins as f64 + games.draws as f64 / 2.0;
            let share = 100.0 * score / games.games().max(1) as f64;
            let scales = time_scales.iter().map(|scale| format!("x{}", number::decimal(*scale, 2)));
            let scales: Vec<String> = scales.filter(|scale| scale != "x1.00").collect();
            table.row([
                worker.clone(),
                games.games().to_string(),
                format!("{} %", number::decimal(share, 1)),
                pairs[0].to_string(),
                pairs[1].to_string(),
                pairs[2].to_string(),
                if scales.is_empty() { "as they are".to_owned() } else { scales.join(", ") },
            ]);
        }
        if let Some(p) = self.p_value {
            let words = format!("p = {}", number::decimal(p, 3));
            table.row(["the same everywhere?", "", &words, "", "", "", ""]);
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::record::WorkerFacts;
    use crate::runner::FinishedGame;
    use shakmaty::{Color, KnownOutcome};

    #[test]
    fn games_are_counted_by_worker_and_pairs_where_one_played_both() {
        let mut workers = Workers::default();
        for (game, name, white_wins) in [
            (0, "a", true),
            (1, "a", false),
            (2, "b", true),
            (3, "b", true),
            (4, "a", true),
            (5, "b", true),
        ] {
            let winner = Color::from_white(white_wins);
            let worker = Some(WorkerFacts { name: name.to_owned(), time_scale: 1.0 });
            let outcome = KnownOutcome::Decisive { winner };
            workers.add_record(&GameRecord {
                worker,
                outcome,
                ..FinishedGame::example(game, 0, false).record
            });
        }
        let results = workers.results().unwrap();
        assert_eq!(results.workers.len(), 2);
        assert_eq!((results.workers[0].games.games(), results.workers[0].pairs), (3, [0, 0, 1]));
        assert_eq!((results.workers[1].games.games(), results.workers[1].pairs), (3, [0, 1, 0]));
        assert_eq!(results.p_value, None);
        assert!(Workers::default().results().is_none());
    }
}
