//! Extracts the stored results from the results of a match.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};
use arena::config::shard::Shard;
use arena::report::pairs::PairResults;
use arena::report::stopped::Outcome;
use arena::report::{self, GamesDigest, Report, ReportFormat, Summary};
use arena::storage::journal::JournalReader;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::experiments::{self, Line, NUMBERS, PositionNodes, SHARES, Share};
use super::played::{ACCOUNT, POSITIONS};
use super::tunings::{self, JOURNAL, PARAMETERS};

/// The figures of an experiment, by depth and by the values of a parameter.
const FIGURES: [&str; 2] = ["depths.svg", "experiment.svg"];

/// Lists of single games and openings: they can be made again from the games.
const LEFT_OUT: [&str; 4] = ["replays", "by_opening", "swings", "positions"];

/// Keeps the results in this directory under `docs/study`; gives the directory there.
pub fn publish(results: &Path, root: &Path) -> anyhow::Result<PathBuf> {
    match () {
        () if results.join(NUMBERS).exists() => experiment(results, root),
        () if results.join(JOURNAL).exists() => tuning(results, root),
        () => of_match(results, root),
    }
}

/// Stores the results of a finished tuning: its journal, its outcome and the course of the values.
fn tuning(results: &Path, root: &Path) -> anyhow::Result<PathBuf> {
    let tunings::Tuning { name, .. } = tunings::read(results)?;
    let kept = root.join("docs/study").join(&name);
    fs::create_dir_all(&kept)?;
    copy(&[JOURNAL, PARAMETERS, "parameters.md", "paths.svg"], results, &kept)?;
    fs::write(kept.join("tuning.toml"), settings(&name, root)?)?;
    Ok(kept)
}

/// Copies these files.
fn copy(files: &[&str], from: &Path, to: &Path) -> anyhow::Result<()> {
    files.iter().try_for_each(|file| {
        fs::copy(from.join(file), to.join(file)).with_context(|| (*file).to_owned())?;
        Ok(())
    })
}

/// The file of this name in `matches/study`, with the paths that it has a folder deeper.
fn settings(name: &str, root: &Path) -> anyhow::Result<String> {
    let file = root.join("matches/study").join(name).with_extension("toml");
    let settings =
        bounded::read_text(&file, bounded::SMALL).with_context(|| file.display().to_string())?;
    Ok(settings.replace("\"../../openings", "\"../../../openings"))
}

/// Stores the results of an experiment: its numbers, and its report without each technique's work,
/// which is stored as numbers too.
fn experiment(results: &Path, root: &Path) -> anyhow::Result<PathBuf> {
    let name = results.file_name().context("a directory's name")?;
    let kept = root.join("docs/study").join(name);
    fs::create_dir_all(&kept)?;
    copy(&[NUMBERS, "experiment.md"], results, &kept)?;
    let figures = FIGURES.into_iter().filter(|figure| results.join(figure).exists());
    copy(&figures.collect::<Vec<_>>(), results, &kept)?;
    let nodes = nodes(results, &experiments::rows(&results.join(NUMBERS))?)?;
    write_rows(&kept.join(experiments::POSITIONS), &nodes)?;
    let json = bounded::read_text(results.join("experiment.json"), bounded::LARGE)?;
    let json: Value = serde_json::from_str(&json)?;
    let shares = shares(&json)?;
    if !shares.is_empty() {
        write_rows(&kept.join(SHARES), &shares)?;
    }
    Ok(kept)
}

fn write_rows(path: &Path, rows: &[impl Serialize]) -> anyhow::Result<()> {
    let mut csv = csv::Writer::from_path(path)?;
    rows.iter().try_for_each(|row| csv.serialize(row))?;
    Ok(csv.flush()?)
}

/// The nodes of every position for each line of an experiment, from the journals of its blocks.
fn nodes(results: &Path, lines: &[Line]) -> anyhow::Result<Vec<PositionNodes>> {
    #[derive(Deserialize)]
    struct Search {
        configuration: String,
        limit: String,
        position: u32,
        nodes: u64,
    }
    let mut found: BTreeMap<_, BTreeMap<u32, u64>> = BTreeMap::new();
    let blocks = experiments::distinct(lines.iter().map(|line| line.block.as_str()));
    for (index, &block) in blocks.iter().enumerate() {
        let journal = match index {
            0 => "searches.jsonl".to_owned(),
            _ => format!("searches-{}.jsonl", index + 1),
        };
        let journal = bounded::read_text(results.join(journal), bounded::LARGE)?;
        for search in journal.lines().skip(1) {
            let Search { configuration, limit, position, nodes } = serde_json::from_str(search)?;
            found.entry((block, configuration, limit)).or_default().insert(position, nodes);
        }
    }
    let of_line = |line: &Line| {
        let key = (line.block.as_str(), line.configuration.clone(), line.limit.clone());
        let nodes = found.get(&key).context("a line of the report without its searches")?;
        Ok(PositionNodes {
            block: line.block.clone(),
            configuration: key.1,
            limit: key.2,
            nodes: nodes.values().map(u64::to_string).collect::<Vec<_>>().join(" "),
        })
    };
    lines.iter().map(of_line).collect()
}

/// Each technique's work, from an experiment's report.
fn shares(json: &Value) -> anyhow::Result<Vec<Share>> {
    let mut shares = Vec::new();
    for block in json["blocks"].as_array().context("blocks")? {
        for configuration in block["comparison"]["configurations"].as_array().into_iter().flatten()
        {
            for (technique, did) in configuration["techniques"].as_object().into_iter().flatten() {
                let count =
                    |key: &str| did[key].as_u64().with_context(|| format!("{technique}: {key}"));
                shares.push(Share {
                    block: block["block"].as_str().unwrap_or_default().to_owned(),
                    configuration: configuration["name"]
                        .as_str()
                        .context("a configuration's name")?
                        .to_owned(),
                    technique: technique.clone(),
                    tried: count("tried")?,
                    cut: count("cut")?,
                    nodes: count("nodes")?,
                });
            }
        }
    }
    Ok(shares)
}

/// Stores the results of a match, or of a shard of it.
fn of_match(results: &Path, root: &Path) -> anyhow::Result<PathBuf> {
    let journal = results.join("games.pgn");
    let Some(Report::Match(report)) = report::read(&journal, |_| ())? else {
        bail!("{}: no game of two contenders", journal.display())
    };
    let Summary { facts, games, stop, .. } = &report.summary;
    let (name, played, planned) = (facts.name.clone(), games.played, games.planned);
    let settings = settings(&name, root)?;
    let text = pairs(&journal)?;
    let directory = root.join("docs/study").join(&name);
    let shard = shard(results, &name)?;
    match &shard {
        None => {
            let is_decided = stop.as_ref().is_some_and(|stop| stop.outcome != Outcome::Open);
            let is_finished = played == planned || is_decided;
            ensure!(is_finished, "{name} is not finished: {played} of {planned} games");
        }
        Some((shard, _)) => {
            let games = u64::from(shard.games_of(planned.try_into()?));
            ensure!(played == games, "{name}, shard {shard}: {played} of {games} games");
        }
    }
    let digests = report.appendix.games_digest.as_ref().map(digests);
    let report = Report::Match(report);
    let mut json: Value = serde_json::from_str(&report.render(ReportFormat::Json)?)?;
    slim(&mut json);
    let markdown = report.render(ReportFormat::Document(document::Format::Markdown))?;

    let kept =
        shard.map_or_else(|| directory.clone(), |(_, name)| directory.join("shards").join(name));
    fs::create_dir_all(&kept)?;
    fs::write(directory.join("match.toml"), settings)?;
    let keep = |file: &str, text: String| fs::write(kept.join(file), text);
    keep("report.md", markdown)?;
    keep("report.json", report::json(&json)?)?;
    keep("pairs.txt", text)?;
    digests.map(|digests| keep("digests.txt", digests)).transpose()?;
    let account = results.join(explain::DIRECTORY);
    if account.join(ACCOUNT).exists() {
        copy(&[ACCOUNT, POSITIONS], &account, &kept)?;
    }
    Ok(kept)
}

/// The shard of a match that such a directory has, `NAME-I-of-N`, and the name it is kept under, `I-of-N`.
fn shard(results: &Path, name: &str) -> anyhow::Result<Option<(Shard, String)>> {
    let directory =
        results.file_name().and_then(|name| name.to_str()).context("a directory's name")?;
    if directory == name {
        return Ok(None);
    }
    let place = directory.strip_prefix(name).and_then(|rest| rest.strip_prefix('-'));
    let place =
        place.with_context(|| format!("{directory}: the results of {name} lie elsewhere"))?;
    let shard = place.replace("-of-", "/").parse().map_err(anyhow::Error::msg)?;
    Ok(Some((shard, place.to_owned())))
}

/// Removes the parts about single games and the machine.
fn slim(json: &mut Value) {
    let Value::Object(keys) = json else { return };
    LEFT_OUT.iter().for_each(|key| drop(keys.remove(*key)));
    for (section, list) in [("openings", "list"), ("divergences", "list"), ("course", "points")] {
        if let Some(Value::Object(section)) = keys.get_mut(section) {
            section.remove(list);
        }
    }
    if let Some(Value::Object(origin)) = keys.get_mut("origin") {
        origin.remove("match_file");
        let runs = origin.get_mut("runs").and_then(Value::as_array_mut).into_iter().flatten();
        runs.filter_map(Value::as_object_mut).for_each(|run| drop(run.remove("host")));
    }
}

fn pairs(journal: &Path) -> anyhow::Result<String> {
    let (mut reader, mut results) = (JournalReader::open(journal)?, PairResults::default());
    while let Some(game) = reader.next_game()? {
        results.add(&game);
    }
    Ok(results.text())
}

/// A line for the whole, and one for every 20 pairs; none of games on a clock, which differ each time.
fn digests(digest: &GamesDigest) -> String {
    let GamesDigest { sha256, games, blocks } = digest;
    let blocks = blocks.iter().map(|block| {
        format!("{}  pairs from {}, {} games\n", block.sha256, block.first_pair, block.games)
    });
    format!("{sha256}  {games} games\n") + &blocks.collect::<String>()
}
