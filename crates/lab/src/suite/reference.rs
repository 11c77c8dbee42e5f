//! The deep reference that the moves of a plan are held against. Each position and each move is searched once, kept in a
//! file beside the directories of results, and taken from there by every further plan with the same reference.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use engine::{Evaluation, Limits, Score, SearchConfig, Stop};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Move, Position};
use uci_client::Guard;

use super::SuitePosition;
use super::configuration::Configuration;
use super::plan::{Plan, Task};
use super::record::{Records, SearchRecord};
use super::running::Running;
use crate::pace::Pace;
use crate::progress::ProgressDisplay;
use crate::run_loop::{self, Piece};
use arena::chess::notation;
use arena::config::{EngineSettings, SearchSettings, Supervision};
use arena::storage::differences::Differences;
use arena::storage::json_lines::{JournalFacts, JournalKind, JsonLines};

/// The directory of the references, beside those of results.
const DIRECTORY: &str = "references";

/// The transposition table of a reference in this process, in MiB.
const HASH: usize = 64;

/// A deep reference.
#[derive(Clone, Debug)]
pub struct Reference {
    /// The engine.
    pub judge: Configuration,
    /// Nodes of each search.
    pub nodes: u64,
}

/// The facts of its engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgeFacts {
    /// Name.
    pub name: String,
    /// Techniques and evaluation, or a program with its options, on one line.
    pub configuration: String,
    /// Changes when the engine does.
    pub signature: u64,
}

/// The facts that the words of a reference depend on; its file begins with them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReferenceFacts {
    /// The engine.
    pub judge: JudgeFacts,
    /// Nodes of each search.
    pub nodes: u64,
    /// Transposition table, in MiB.
    pub hash: usize,
}

/// The word of a reference on a position: a line of its file. A position has several lines where moves were judged later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Word {
    /// The position, as EPD.
    pub position: String,
    /// The reference's own move, in UCI notation.
    pub own: String,
    /// Moves, each by a search of the position after it.
    pub moves: Vec<JudgedMove>,
}

/// A reference's word on a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgedMove {
    /// The move, in UCI notation.
    pub played: String,
    /// The score of the move for the side that plays it, in centipawns; mates lie beyond 31,000.
    pub score: i32,
    /// Depth of the search in plies.
    pub depth: u32,
    /// The expected line after the move, in UCI notation.
    pub line: Vec<String>,
}

/// All words of a reference.
#[derive(Clone, Debug)]
pub struct Words {
    /// The reference.
    pub facts: ReferenceFacts,
    /// The own move of each position, by its EPD.
    own: HashMap<String, String>,
    /// Scores of moves in centipawns, by the EPD of the position and the move's UCI notation.
    scores: HashMap<(String, String), i32>,
}

/// The reference's view of a move in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Whether it is the reference's own move.
    pub agrees: bool,
    /// Score of the reference's own move in centipawns, for the side to move.
    pub own: i32,
    /// Score of the move.
    pub chosen: i32,
}

/// A position with the moves that are still to be judged.
struct Missing {
    epd: String,
    position: Chess,
    /// The own move, where it is known.
    own: Option<String>,
    moves: Vec<Move>,
}

impl Reference {
    /// The engine that is used where the user names none: `modern` with the network.
    #[must_use]
    pub fn default_judge() -> Configuration {
        let engine = EngineSettings::InProcess(SearchSettings {
            preset: "modern".to_owned(),
            search: SearchConfig::preset("modern").unwrap_or_default(),
            evaluation: Evaluation::named("network").unwrap_or_default(),
            network: None,
            hash: HASH,
        });
        Configuration { name: "modern (network)".to_owned(), engine }
    }

    /// The facts that its words depend on; a program is identified before.
    #[must_use]
    pub fn facts(&self) -> ReferenceFacts {
        let (configuration, signature) = self.judge.facts();
        let judge = JudgeFacts { name: self.judge.name.clone(), configuration, signature };
        ReferenceFacts { judge, nodes: self.nodes, hash: HASH }
    }

    /// Judges all moves that the searches of a plan chose, and the own move in each of their positions, as far as they
    /// are not known from earlier plans. The file lies beside the directory of results, in `references`.
    ///
    /// # Errors
    /// When the file cannot be used, or the reference fails.
    pub fn judge(
        &self,
        (plan, records): (&Plan, &Records),
        results: &Path,
        guard: &Guard,
        (concurrency, quiet): (usize, bool),
    ) -> anyhow::Result<Words> {
        let facts = self.facts();
        let directory = results.parent().unwrap_or(Path::new("")).join(DIRECTORY);
        std::fs::create_dir_all(&directory)
            .with_context(|| format!("cannot make the directory {}", directory.display()))?;
        let (own, scores) = (HashMap::new(), HashMap::new());
        let mut words = Words { facts: facts.clone(), own, scores };
        let path = directory.join(format!("{}.jsonl", facts.digest()));
        let take = |word: Word| {
            words.take(word);
            Ok(())
        };
        let mut lines = JsonLines::open(&path, &facts, take)?;
        let missing: Arc<[Missing]> = words.missing(plan, records).into();
        let mut display = ProgressDisplay::new(missing.len(), "positions judged", quiet);
        let worker = || {
            let (missing, mut judge) = (Arc::clone(&missing), Judge::of(self, guard));
            move |number: u64| match missing.get(number as usize).map(|missing| judge.word(missing))
            {
                Some(Ok(word)) => Piece::Done(Ok(word)),
                Some(failed) => Piece::Failed(failed),
                None => Piece::Over,
            }
        };
        let judge = self.judge.name.clone();
        let failed = move |_, problem: String| Err(failure(&judge, &problem));
        let concurrency = concurrency.min(missing.len());
        let (threads, mut judged) = run_loop::start(concurrency, &Stop::new(), worker, failed);
        let (pace, mut finished) = (Pace::begin(), 0);
        let text = |finished: usize| pace.words(finished as f64, (missing.len() - finished) as f64);
        while let Some(word) = judged.blocking_recv() {
            let word = word?;
            lines.append(std::iter::once(&word))?;
            words.take(word);
            finished += 1;
            display.update(finished, &text(finished));
        }
        drop(threads);
        display.end(finished, (finished > 0).then(|| text(finished)));
        Ok(words)
    }
}

impl JudgeFacts {
    /// All of them on one line.
    fn words(&self) -> String {
        let JudgeFacts { name, configuration, signature } = self;
        format!("{name} ({configuration}, signature {signature})")
    }
}

impl ReferenceFacts {
    /// The name of its file: the beginning of a digest.
    fn digest(&self) -> String {
        let ReferenceFacts { judge, nodes, hash } = self;
        let text = format!("{}\n{nodes}\n{hash}", judge.words());
        hex::encode(&Sha256::digest(text)[..4])
    }
}

impl JournalFacts for ReferenceFacts {
    const KIND: JournalKind = JournalKind {
        commands: "`arena suite` or `arena sweep` with --reference",
        other: "the words of another reference",
        keep: "to keep them, choose another directory with --out DIR",
        mend: "delete the line to have its position judged again",
    };

    fn differences(&self, written: &ReferenceFacts) -> Vec<String> {
        let mut differences = Differences::default();
        differences.compare("the reference", &self.judge.words(), &written.judge.words());
        differences.compare("the number of nodes", &self.nodes, &written.nodes);
        differences.compare("the transposition table in MiB", &self.hash, &written.hash);
        differences.into_sentences()
    }
}

impl Words {
    fn take(&mut self, word: Word) {
        let Word { position, own, moves } = word;
        let moves = moves.into_iter();
        self.scores.extend(moves.map(|judged| ((position.clone(), judged.played), judged.score)));
        self.own.insert(position, own);
    }

    /// The positions in which a move is not judged yet.
    fn missing(&self, plan: &Plan, records: &Records) -> Vec<Missing> {
        let mut missing = Vec::new();
        for (number, suite_position) in plan.suite.positions.iter().enumerate() {
            let position = &suite_position.position;
            let chosen: BTreeSet<String> = plan
                .tasks()
                .filter(|task: &Task| task.position == number)
                .filter_map(|task| chosen(records.get(task)?, suite_position))
                .map(|m| uci(position, m))
                .collect();
            let epd = notation::epd(position);
            let own = self.own.get(&epd).cloned();
            let is_missing = |m: &Move| {
                let m = uci(position, *m);
                chosen.contains(&m) && !self.scores.contains_key(&(epd.clone(), m))
            };
            let moves: Vec<Move> = position.legal_moves().into_iter().filter(is_missing).collect();
            let is_there = missing.iter().any(|other: &Missing| other.epd == epd);
            if !chosen.is_empty() && !is_there && (own.is_none() || !moves.is_empty()) {
                missing.push(Missing { epd, position: position.clone(), own, moves });
            }
        }
        missing
    }

    /// The reference's view of the move that a search chose; `None` for a search without one.
    #[must_use]
    pub fn view(&self, position: &SuitePosition, record: &SearchRecord) -> Option<View> {
        let chosen = uci(&position.position, chosen(record, position)?);
        let epd = notation::epd(&position.position);
        let own = self.own.get(&epd)?;
        let score = |m: &String| self.scores.get(&(epd.clone(), m.clone())).copied();
        Some(View { agrees: *own == chosen, own: score(own)?, chosen: score(&chosen)? })
    }
}

/// The move that a search chose.
fn chosen(record: &SearchRecord, position: &SuitePosition) -> Option<Move> {
    let san: SanPlus = record.best_move.as_ref()?.parse().ok()?;
    san.san.to_move(&position.position).ok()
}

fn uci(position: &Chess, m: Move) -> String {
    m.to_uci(position.castles().mode()).to_string()
}

/// A reference at work.
struct Judge {
    name: String,
    nodes: u64,
    running: Running,
}

impl Judge {
    fn of(Reference { judge, nodes }: &Reference, guard: &Guard) -> Judge {
        let supervision = Supervision::default();
        let running = Running::of(&judge.engine, HASH, supervision, guard, &Stop::new());
        Judge { name: judge.name.clone(), nodes: *nodes, running }
    }

    /// Judges the moves of a position, and the own move first where it is not known.
    fn word(&mut self, missing: &Missing) -> anyhow::Result<Word> {
        let Missing { epd, position, own, moves } = missing;
        let mut moves = moves.clone();
        let own = match own {
            Some(own) => own.clone(),
            None => {
                let (_, line) = self.search(position, None)?;
                let m = line.first().copied().ok_or_else(|| self.failed("it gives no move"))?;
                if !moves.contains(&m) {
                    moves.push(m);
                }
                uci(position, m)
            }
        };
        let moves = moves.into_iter().map(|m| self.value(position, m)).collect::<Result<_, _>>()?;
        Ok(Word { position: epd.clone(), own, moves })
    }

    /// The value of a move, by a search of the position after it.
    fn value(&mut self, position: &Chess, m: Move) -> anyhow::Result<JudgedMove> {
        let ((score, depth), line) = self.search(position, Some(m))?;
        let line = line.into_iter().map(|m| uci(position, m)).collect();
        Ok(JudgedMove { played: uci(position, m), score: -score, depth, line })
    }

    /// Score, depth and expected line of a position, or of the one after a move.
    fn search(
        &mut self,
        start: &Chess,
        m: Option<Move>,
    ) -> anyhow::Result<((i32, u32), Vec<Move>)> {
        let mut position = start.clone();
        m.into_iter().for_each(|m| position.play_unchecked(m));
        if position.legal_moves().is_empty() {
            let score = if position.is_check() { -Score::MATE } else { Score::DRAW };
            return Ok(((score, 0), Vec::new()));
        }
        let found = self.running.search((start, m), Limits::nodes(self.nodes), |_, _| {});
        let found = found.map_err(|failure| self.failed(&failure.to_string()))?;
        let score = found.score.ok_or_else(|| self.failed("it gives no score"))?;
        Ok(((score, found.depth), found.line))
    }

    fn failed(&self, problem: &str) -> anyhow::Error {
        failure(&self.name, problem)
    }
}

fn failure(judge: &str, problem: &str) -> anyhow::Error {
    anyhow!("the judge {judge} failed: {problem}")
}
