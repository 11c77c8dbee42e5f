//! The study's files: stores the results of finished matches under `docs/study`, and writes every
//! number of `docs/study.md` from them.
//!
//! ```sh
//! cargo run --release -p ziggurat-study -- publish matches/results/primary-mc-a
//! cargo run --release -p ziggurat-study -- write
//! ```
//!
//! `publish` takes the directory of the results of a match or a tuning, named after a file in
//! `matches/study`, of a match's explanation, or of an experiment. `write` puts tables between the
//! marks `<!-- begin NAME -->` and `<!-- end -->` of `docs/study.md` and `README.md`, and draws the
//! figures.
#![expect(clippy::print_stdout, reason = "it says what it has written")]

use std::path::Path;

use anyhow::{Context as _, bail};
use study::{figures, publish, tables};

fn main() -> anyhow::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).context("the workspace")?;
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["publish", results @ ..] if !results.is_empty() => {
            results.iter().try_for_each(|results| {
                println!("{}", publish::publish(Path::new(results), root)?.display());
                Ok(())
            })
        }
        ["write"] => write(root),
        _ => bail!("expected `publish RESULTS..`, directories of results, or `write`"),
    }
}

/// Renews the page, the answer in the README, and the figures.
fn write(root: &Path) -> anyhow::Result<()> {
    let found = tables::Found::read(&root.join("docs/study"))?;
    for name in ["docs/study.md", "README.md"] {
        let page = root.join(name);
        let text = bounded::read_text(&page, bounded::SMALL)
            .with_context(|| page.display().to_string())?;
        std::fs::write(&page, tables::renewed(&text, &found)?)?;
        println!("{}", page.display());
    }
    for (name, svg) in figures::all(&found.played)? {
        let path = root.join("docs/study").join(name);
        std::fs::write(&path, svg)?;
        println!("{}", path.display());
    }
    Ok(())
}
