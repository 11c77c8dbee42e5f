//! Reads the stored results of the study's finished matches.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use arena::chess::limits::PlayLimits;
use arena::report::pairs;
use explain::account::Account;
use serde::Deserialize;
use serde_json::Value;
use stats::Estimates;
use stats::anytime::Method;
use stats::distributions::{normal_cdf, normal_quantile};

use super::reading::Reading;

/// The account of a match, beside its results.
pub const ACCOUNT: &str = "explain.json";
/// The searches behind its nodes at equal depth.
pub const POSITIONS: &str = "positions.jsonl";

/// One finished match.
pub struct Played {
    /// The name of its file.
    pub name: String,
    /// The path of its report, or those of its shards, relative to the page.
    pub report: String,
    /// Their names.
    pub contenders: [String; 2],
    /// Each contender's limits of a move, or its clock.
    pub limits: [String; 2],
    /// Games played.
    pub games: u64,
    /// Whether all its games were played: no rule ended it before.
    pub has_fixed_length: bool,
    /// Lost, drawn, won.
    pub counts: [u64; 3],
    /// Points of both contenders.
    pub points: [f64; 2],
    /// Elo of the first contender over the second.
    pub elo: f64,
    /// The 95 % interval for a single look; by opening if the match draws openings more than once.
    pub once: [f64; 2],
    /// The interval that decides, by the match's [`Reading`].
    pub deciding: [f64; 2],
    /// The time of the searches of both sides by the clock, one core each.
    pub hours: f64,
    /// The search speed of both sides.
    pub nodes_a_second: f64,
    /// Mean depth of both contenders, in plies.
    pub depth: [f64; 2],
    /// Of a move.
    pub nodes: [f64; 2],
    /// The searches of the first side.
    pub first: Side,
    /// The half points of the first contender in the games of each pair, by its place in the schedule.
    pub pairs: Vec<Option<[u8; 2]>>,
    /// Why the match ended so, where that was played.
    pub account: Option<Account>,
}

impl Played {
    /// The probability, 0 to 1, that the 95 % interval of a match of this length and this noise, between players this
    /// far apart, excludes 0.
    #[must_use]
    pub fn power(&self, elo: f64) -> f64 {
        let [low, high] = self.once;
        let (distance, critical) = (2.0 * elo / (high - low), normal_quantile(0.975));
        normal_cdf(critical * (distance - 1.0)) + normal_cdf(-critical * (distance + 1.0))
    }
}

/// A text that leads to the report of a match.
pub fn linked(text: &str, found: &Played) -> String {
    format!("[{text}]({})", found.report)
}

/// The searches of one side, as `report.json` has them.
#[derive(Clone, Deserialize)]
pub struct Side {
    moves: f64,
    seconds: f64,
    /// Of all searches.
    nodes: u64,
    nodes_per_move: f64,
    depth: f64,
    techniques: Vec<TechniqueUse>,
}

#[derive(Clone, Deserialize)]
struct TechniqueUse {
    technique: String,
    tried: u64,
    cut: u64,
    nodes: u64,
}

/// The share of a technique's attempts that prune, and the share of all nodes that its searches
/// take, in percent.
#[derive(Clone, Copy)]
pub struct Mechanism {
    /// Attempts.
    pub attempts: u64,
    /// Share of the attempts that pruned.
    pub success: f64,
    /// Share of all nodes.
    pub nodes: f64,
}

impl Side {
    /// Adds the searches of another shard.
    fn add(&mut self, other: Side) {
        let [here, there] = [self.moves, other.moves];
        let mean = |one: f64, other: f64| (one * here + other * there) / (here + there);
        self.depth = mean(self.depth, other.depth);
        self.nodes_per_move = mean(self.nodes_per_move, other.nodes_per_move);
        self.moves += there;
        self.seconds += other.seconds;
        self.nodes += other.nodes;
        for used in other.techniques {
            match self.techniques.iter_mut().find(|known| known.technique == used.technique) {
                Some(known) => {
                    known.tried += used.tried;
                    known.cut += used.cut;
                    known.nodes += used.nodes;
                }
                None => self.techniques.push(used),
            }
        }
    }

    /// `None` if the technique was never tried.
    pub fn mechanism(&self, technique: &str) -> Option<Mechanism> {
        let used = self.techniques.iter().find(|used| used.technique == technique)?;
        let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole as f64;
        (used.tried > 0).then(|| Mechanism {
            attempts: used.tried,
            success: percent(used.cut, used.tried),
            nodes: percent(used.nodes, self.nodes),
        })
    }
}

/// All matches in this directory that are finished, by name.
pub fn all(directory: &Path) -> anyhow::Result<Vec<Played>> {
    let mut matches = directories(directory)?;
    // The others are experiments.
    matches.retain(|path| path.join("match.toml").exists() || path.join("shards").exists());
    let played = matches.iter().map(|path| read(path).with_context(|| path.display().to_string()));
    let played: Vec<Played> =
        played.collect::<anyhow::Result<Vec<_>>>()?.into_iter().flatten().collect();
    refuse_repeats(&played)?;
    Ok(played)
}

/// Two matches with this many pairs, all of them equal, have played the same games.
const ALIKE: usize = 40;

/// Refuses two matches that have played the same pairs: their games would count twice.
fn refuse_repeats(played: &[Played]) -> anyhow::Result<()> {
    for (place, one) in played.iter().enumerate() {
        for other in &played[..place] {
            let pairs = one.pairs.iter().zip(&other.pairs);
            let both = || pairs.clone().filter(|(one, other)| one.is_some() && other.is_some());
            ensure!(
                both().any(|(one, other)| one != other) || both().count() < ALIKE,
                "{} and {} have the same {} pairs: one of them is to be taken out",
                other.name,
                one.name,
                both().count()
            );
        }
    }
    Ok(())
}

/// The names of the study's match files, sorted, without those that say that they are void. The other files there are
/// experiments.
pub fn announced(directory: &Path) -> anyhow::Result<Vec<String>> {
    let files = directory.join("../../matches/study");
    let mut announced = Vec::new();
    for entry in fs::read_dir(&files).with_context(|| files.display().to_string())? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            let text = bounded::read_text(&path, bounded::SMALL)?;
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let is_void = text.lines().any(|line| line.starts_with("# Void:"));
            announced.extend(Some(name).filter(|_| text.contains("[[contender]]") && !is_void));
        }
    }
    announced.sort();
    Ok(announced)
}

/// The directories in a directory, by name.
pub fn directories(directory: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(directory).with_context(|| directory.display().to_string())?;
    let mut found = Vec::new();
    for entry in entries {
        found.extend(Some(entry?.path()).filter(|path| path.is_dir()));
    }
    found.sort();
    Ok(found)
}

/// A match, unless shards of it are missing.
fn read(directory: &Path) -> anyhow::Result<Option<Played>> {
    if directory.join("report.json").exists() {
        let played = Kept::read(directory)?.played("report.md")?;
        return Ok(Some(Played { account: account(directory)?, ..played }));
    }
    let shards = directories(&directory.join("shards"))?;
    let shards = shards.iter().map(|shard| Kept::read(shard)).collect::<anyhow::Result<_>>()?;
    joined(shards)
}

/// The part of a stored `report.json` that is read.
#[derive(Deserialize)]
struct Report {
    #[serde(rename = "match")]
    facts: Facts,
    games: Games,
    contenders: Sides,
    /// The interval by opening; `null` if each opening is drawn once. An end without a bound is a text.
    clustered_by_opening: Value,
}

#[derive(Deserialize)]
struct Facts {
    name: String,
    contenders: [Contender; 2],
    anytime: Method,
}

#[derive(Deserialize)]
struct Contender {
    name: String,
    limits: String,
}

#[derive(Deserialize)]
struct Games {
    played: u64,
    planned: u64,
}

#[derive(Deserialize)]
struct Sides {
    first: Side,
    second: Side,
}

/// The stored results of a match, or of a shard of it.
struct Kept {
    report: Report,
    /// The half points of the first contender in the games of each pair, by its place in the schedule.
    pairs: Vec<Option<[u8; 2]>>,
}

impl Kept {
    /// Reads the directory of a match.
    fn read(directory: &Path) -> anyhow::Result<Kept> {
        let text = bounded::read_text(directory.join("report.json"), bounded::LARGE)?;
        let report = serde_json::from_str(&text)?;
        let pairs = bounded::read_text(directory.join("pairs.txt"), bounded::LARGE)?;
        let kept = pairs::read(&pairs).map_err(anyhow::Error::msg)?;
        let [scheduled] = <[_; 1]>::try_from(kept.pairings).ok().context("one pairing")?;
        Ok(Kept { report, pairs: scheduled.pairs })
    }

    /// Every number from the pairs, but for depth, nodes and effort.
    fn played(self, file: &str) -> anyhow::Result<Played> {
        let Report { facts, games: counted, contenders, clustered_by_opening } = self.report;
        let Facts { name, contenders: [one, other], anytime } = facts;
        let pairs: Vec<[u8; 2]> = self.pairs.iter().copied().flatten().collect();
        let counts = pairs::counts(&pairs);
        let games = counts.games();
        let estimates = Estimates::of(&counts.into(), games);
        let once = estimates.likelihood_elo();
        let end = |key: &str| clustered_by_opening[key].as_f64();
        let by_opening = end("elo_lo").zip(end("elo_hi")).map(|(low, high)| [low, high]);
        let Sides { first, second } = contenders;
        let of_both = |value: fn(&Side) -> f64| [value(&first), value(&second)];
        let seconds: f64 = of_both(|side| side.seconds).iter().sum();
        let nodes: f64 = of_both(|side| side.moves * side.nodes_per_move).iter().sum();
        Ok(Played {
            report: format!("study/{name}/{file}"),
            deciding: Reading::of(&name).interval(&pairs, anytime),
            name,
            limits: [limit(&one)?, limit(&other)?],
            contenders: [one.name, other.name],
            has_fixed_length: 2 * pairs.len() as u64 == counted.planned,
            games: counted.played,
            counts: [games.losses, games.draws, games.wins],
            points: [games.half_points(), games.reversed().half_points()]
                .map(|half| half as f64 / 2.0),
            elo: estimates.elo.0.context("no pair is finished")?,
            once: by_opening.unwrap_or([once.low, once.high]),
            hours: seconds / 3600.0,
            nodes_a_second: nodes / seconds,
            depth: of_both(|side| side.depth),
            nodes: of_both(|side| side.nodes_per_move),
            first,
            pairs: self.pairs,
            account: None,
        })
    }
}

/// The account of a match; `None` if it has none.
pub(crate) fn account(directory: &Path) -> anyhow::Result<Option<Account>> {
    #[derive(Deserialize)]
    struct Explanation {
        pairings: [Pairing; 1],
    }
    #[derive(Deserialize)]
    struct Pairing {
        account: Option<Account>,
    }
    let file = directory.join(ACCOUNT);
    if !file.exists() {
        return Ok(None);
    }
    let text = bounded::read_text(&file, bounded::LARGE)?;
    let Explanation { pairings: [pairing] } = serde_json::from_str(&text).context(ACCOUNT)?;
    Ok(pairing.account)
}

/// A contender's limits, in words.
fn limit(contender: &Contender) -> anyhow::Result<String> {
    let limits: PlayLimits = contender.limits.parse().context("a contender's limits")?;
    Ok(match (limits.is_timed(), limits.nodes) {
        (true, _) => format!("{} s", limits.pgn_time_control()),
        (false, Some(nodes)) if limits.depth.is_none() => {
            format!("{} nodes", document::number::count(nodes))
        }
        (false, _) => limits.to_string(),
    })
}

/// The match that shards make up; none where some are missing.
fn joined(shards: Vec<Kept>) -> anyhow::Result<Option<Played>> {
    let mut shards = shards.into_iter();
    let Some(mut whole) = shards.next() else { return Ok(None) };
    for Kept { report, pairs } in shards {
        whole.report.contenders.first.add(report.contenders.first);
        whole.report.contenders.second.add(report.contenders.second);
        whole.report.games.played += report.games.played;
        // The interval by opening of a shard covers only its own openings.
        whole.report.clustered_by_opening = Value::Null;
        let length = whole.pairs.len().max(pairs.len());
        whole.pairs.resize(length, None);
        for (pair, found) in whole.pairs.iter_mut().zip(pairs) {
            *pair = pair.or(found);
        }
    }
    let planned = whole.report.games.planned;
    let is_whole =
        2 * whole.pairs.len() as u64 == planned && whole.pairs.iter().all(Option::is_some);
    is_whole.then(|| whole.played("shards")).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn published() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/study")
    }

    #[test]
    fn no_match_of_the_study_is_counted_twice_and_one_that_were_is_refused() {
        let mut played = all(&published()).unwrap();
        assert!(played.len() > 60);
        let again = read(&published().join("fixed-mc-a")).unwrap().unwrap();
        played.push(Played { name: "again".to_owned(), ..again });
        let error = refuse_repeats(&played).unwrap_err().to_string();
        assert_eq!(
            error,
            "fixed-mc-a and again have the same 1000 pairs: one of them is to be taken out"
        );
    }
}
