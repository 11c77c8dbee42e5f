//! What is kept of the study's finished matches, read back.

use std::fs;
use std::path::Path;

use anyhow::Context as _;
use arena::report::pairs;
use serde_json::Value;
use stats::anytime::{Anytime, Method};

/// Confidence of one of the four primary matches: 95 % for all of them together.
pub(super) const PRIMARY: f64 = 0.9875;

/// One finished match.
pub(super) struct Played {
    /// The name of its file.
    pub(super) name: String,
    pub(super) contenders: [String; 2],
    pub(super) games: u64,
    /// Lost, drawn, won.
    pub(super) counts: [u64; 3],
    pub(super) points: [f64; 2],
    pub(super) elo: f64,
    /// The 95 % interval for a single look.
    pub(super) once: [f64; 2],
    /// The 98.75 % interval that is valid at every look.
    pub(super) anytime: [f64; 2],
    /// Of both sides, of searches alone.
    pub(super) core_hours: f64,
    pub(super) depth: [f64; 2],
}

/// All matches in this directory, by name.
pub(super) fn all(directory: &Path) -> anyhow::Result<Vec<Played>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(directory).with_context(|| directory.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            names.push(path);
        }
    }
    names.sort();
    names.iter().map(|path| read(path).with_context(|| path.display().to_string())).collect()
}

fn read(directory: &Path) -> anyhow::Result<Played> {
    let json: Value = serde_json::from_str(&fs::read_to_string(directory.join("report.json"))?)?;
    let number = |value: &Value| value.as_f64().with_context(|| format!("no number: {value}"));
    let text = |value: &Value| value.as_str().map(str::to_owned).context("no text");
    let (games, headline, sides) = (&json["games"], &json["headline"], &json["contenders"]);
    let counts = ["losses", "draws", "wins"].map(|key| games["all"][key].as_u64());
    let seconds = |side: &Value| Ok::<f64, anyhow::Error>(number(&side["seconds"])? / 3600.0);
    Ok(Played {
        name: text(&json["match"]["name"])?,
        contenders: [
            text(&json["match"]["contenders"][0]["name"])?,
            text(&json["match"]["contenders"][1]["name"])?,
        ],
        games: games["played"].as_u64().context("games")?,
        counts: counts.map(|count| count.unwrap_or(0)),
        points: [number(&games["points"][0])?, number(&games["points"][1])?],
        elo: number(&headline["elo"])?,
        once: [number(&headline["elo_lo"])?, number(&headline["elo_hi"])?],
        anytime: anytime(&fs::read_to_string(directory.join("pairs.txt"))?, &json)?,
        core_hours: seconds(&sides["first"])? + seconds(&sides["second"])?,
        depth: [number(&sides["first"]["depth"])?, number(&sides["second"]["depth"])?],
    })
}

/// From the results of the pairs in their order.
fn anytime(text: &str, json: &Value) -> anyhow::Result<[f64; 2]> {
    let method: Method = json["match"]["anytime"].as_str().context("a method")?.parse()?;
    let mut anytime = Anytime::new(method, PRIMARY);
    for (_, pairs) in pairs::read(text).map_err(anyhow::Error::msg)? {
        pairs.into_iter().for_each(|pair| anytime.add(pair));
    }
    let ends = anytime.ends().elo();
    Ok([ends.low, ends.high])
}
