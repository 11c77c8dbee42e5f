//! A match given on the command line, without a match file.
//!
//! Each option sets a key of a match file, so that all checks and defaults are those of match
//! files; an error names the option.

use std::path::{Path, PathBuf};

use revision::Revision;
use stats::sprt::Model;
use uci_client::did_you_mean;

use super::error::Source;
use super::file::MatchFile;
use super::repository::Repository;
use super::resolver::{Overrides, Resolver};
use super::setting::{Setting, quoted};
use super::uci_contender::find_program;
use super::{ConfigError, Match, preset};
use crate::chess::openings::built_in_named;
use crate::system::causes::with_causes;

/// The settings of every such match, unless an option changes them.
const BASE: &str = "\
games = 1000
openings = { file = \"builtin:balanced\", order = \"shuffled\" }

[[contender]]
[[contender]]
";
/// The most games of a sequential test; a book with fewer openings sets a lower limit. The test ends by itself, nearly
/// always long before.
const GAMES_OF_A_TEST: u32 = 60_000;
/// Characters of a contender's name, as match files have them.
const NAME: usize = 40;

/// A match of two contenders as the command line says it.
#[derive(Clone, Debug, Default)]
pub struct DirectMatch {
    /// The two contenders.
    pub contenders: [DirectContender; 2],
    /// Limits of a move: an option, the key of `limits`, and the value.
    pub limits: Vec<(&'static str, &'static str, String)>,
    /// Rules that end games early: an option, the key of `adjudication`, and the keys of the rule, `score=600,moves=3`, if
    /// it has not its defaults.
    pub adjudication: Vec<(&'static str, &'static str, Option<String>)>,
    /// A book, or the name of a built-in one.
    pub book: Option<String>,
    /// The hypotheses of a sequential test.
    pub sprt: Option<[f64; 2]>,
    /// The scale of the hypotheses of `sprt`, if it is not the default.
    pub model: Option<Model>,
    /// Options of both contenders, `NAME=VALUE`.
    pub options: Vec<String>,
    /// Whether both programs ponder.
    pub ponder: bool,
    /// The repository of contenders that are revisions.
    pub repository: Option<Repository>,
}

/// A contender as the command line says it.
#[derive(Clone, Debug, Default)]
pub struct DirectContender {
    /// A revision of the match's repository, a preset, or a program with its arguments, quoted as for a shell.
    pub engine: String,
    /// Its name, if not that of its engine.
    pub name: Option<String>,
    /// Its own options, `NAME=VALUE`.
    pub options: Vec<String>,
}

/// A contender's options on the command line: its engine, its name, its UCI options.
const SIDES: [[&str; 3]; 2] = [
    ["--first", "--first-name", "--first-option"],
    ["--second", "--second-name", "--second-option"],
];

impl DirectMatch {
    /// The match. Its path names both contenders, in the current directory; the file need not
    /// exist.
    ///
    /// # Errors
    /// The first mistake, with its option.
    pub fn load(&self, overrides: &Overrides) -> Result<Match, ConfigError> {
        let resolved = self.load_with(overrides, GAMES_OF_A_TEST)?;
        // Beyond the last opening a test would see nothing new, or pairs that resemble earlier ones.
        let new_games = resolved.openings.book.len().saturating_mul(2);
        match u32::try_from(new_games) {
            Ok(new) if self.sprt.is_some() && new < resolved.games => {
                self.load_with(overrides, new)
            }
            _ => Ok(resolved),
        }
    }

    /// Loads the match; a sequential test plays `most` games at most unless an option sets another
    /// number.
    fn load_with(&self, overrides: &Overrides, most: u32) -> Result<Match, ConfigError> {
        let revisions = self.revisions()?;
        let names = self.names(&revisions);
        let mut settings = Vec::new();
        for (i, (contender, name)) in self.contenders.iter().zip(&names).enumerate() {
            settings.extend(self.contender(i, contender, name, revisions[i].is_some())?);
        }
        settings.extend(self.limits.iter().map(|(option, key, value)| {
            Setting::new(format!("{option} {value}"), &["limits", key], value.clone())
        }));
        settings.extend(self.adjudication.iter().map(|(option, key, keys)| {
            let value = keys.as_ref().map_or("true".to_owned(), |keys| format!("{{ {keys} }}"));
            let option = [*option, keys.as_deref().unwrap_or_default()].join(" ");
            Setting::new(option.trim_end().to_owned(), &["adjudication", key], value)
        }));
        if self.ponder {
            let is_program = |(contender, revision): (&DirectContender, &Option<Revision>)| {
                revision.is_some() || preset(&contender.engine).is_err()
            };
            if !self.contenders.iter().zip(&revisions).any(is_program) {
                let problem = "presets think on their own time alone: it is for programs";
                return Err(ConfigError::option("--ponder", problem));
            }
            settings.push(Setting::new(
                "--ponder".to_owned(),
                &["each", "ponder"],
                "true".to_owned(),
            ));
        }
        if let Some(book) = &self.book {
            let file = if Path::new(book).is_file() { None } else { built_in_named(book) };
            let file = file.unwrap_or_else(|| PathBuf::from(book));
            let file = quoted(&file.to_string_lossy());
            settings.push(Setting::new(format!("--book {book}"), &["openings", "file"], file));
        }
        if let Some([elo0, elo1]) = self.sprt {
            let option = format!("--sprt {elo0},{elo1}");
            let hypotheses = format!("[{elo0:?}, {elo1:?}]");
            settings.push(Setting::new(option.clone(), &["stop", "sprt"], hypotheses));
            settings.push(Setting::new(option, &["games"], most.to_string()));
        }
        if let Some(model) = self.model {
            let key = &["stop", "sprt", "model"];
            settings.push(Setting::new(
                format!("--model {}", model.key()),
                key,
                quoted(model.key()),
            ));
        }
        settings.extend(overrides.settings());
        let path = PathBuf::from(format!("{}.toml", file_name(&names)));
        let (source, file): (Source, MatchFile) =
            Source::of_text(&path, BASE.to_owned(), &settings)?;
        Resolver { source: &source }.resolve(&file)
    }

    /// The revisions of the contenders that are revisions.
    fn revisions(&self) -> Result<[Option<Revision>; 2], ConfigError> {
        let mut revisions = [None, None];
        for (i, contender) in self.contenders.iter().enumerate() {
            let Some(repository) = &self.repository else { continue };
            let engine = &contender.engine;
            let error = |error| {
                ConfigError::option(&format!("{} {engine}", SIDES[i][0]), with_causes(error))
            };
            revisions[i] = repository.revision(engine).map_err(error)?;
        }
        let build = self.repository.as_ref().filter(|_| revisions.iter().all(Option::is_none));
        match build {
            None => Ok(revisions),
            Some(repository) => {
                let [first, second] = self.contenders.each_ref().map(|contender| &contender.engine);
                let problem = format!("neither {first} nor {second} is a revision of it");
                Err(ConfigError::option(&format!("--repo {}", repository.directory), problem))
            }
        }
    }

    /// The keys of a contender.
    fn contender(
        &self,
        index: usize,
        contender: &DirectContender,
        name: &str,
        is_revision: bool,
    ) -> Result<Vec<Setting>, ConfigError> {
        let [side, side_name, side_option] = SIDES[index];
        let number = (index + 1).to_string();
        let engine = &contender.engine;
        let key = |option: String, key: &[&str], value: String| {
            let path: Vec<&str> = ["contender", &number].iter().chain(key).copied().collect();
            Setting::new(option, &path, value)
        };
        let name_option = contender.name.as_ref().map_or(side, |_| side_name);
        let mut settings = vec![key(format!("{name_option} {name}"), &["name"], quoted(name))];
        let is_preset = !is_revision && preset(engine).is_ok();
        if let Some(repository) = self.repository.as_ref().filter(|_| is_revision) {
            let keys = repository.keys(engine);
            settings.extend(keys.map(|(option, name, value)| {
                key(option.unwrap_or_else(|| format!("{side} {engine}")), &[name], value)
            }));
        } else {
            let (kind, value) = match is_preset {
                true => ("preset", quoted(engine)),
                false => ("command", command(side, engine, self.repository.as_ref())?),
            };
            settings.push(key(format!("{side} {engine}"), &[kind], value));
        }
        let shared = self.options.iter().map(|option| ("--option", option));
        let own = contender.options.iter().map(|option| (side_option, option));
        for (option, text) in shared.chain(own) {
            let (option, written) = (format!("{option} {text}"), text.split_once('='));
            let (name, value) = written
                .map(|(name, value)| (name.trim(), value.trim()))
                .filter(|(name, _)| !name.is_empty())
                .ok_or_else(|| ConfigError::option(&option, "it is NAME=VALUE, such as Hash=16"))?;
            settings.push(match is_preset {
                true if name.eq_ignore_ascii_case("hash") => {
                    key(option, &["hash"], value.to_owned())
                }
                // An engine in this process has one thread.
                true if name.eq_ignore_ascii_case("threads") && value == "1" => continue,
                true => {
                    let problem = format!(
                        "{engine} is a preset, whose only option is Hash; its techniques are set \
                         by --set contender.{number}.search.TECHNIQUE=.."
                    );
                    return Err(ConfigError::option(&option, problem));
                }
                false => key(option, &["options", name], option_value(value)),
            });
        }
        Ok(settings)
    }

    /// The names of the contenders: the given ones, or those of their engines with as much of the
    /// path, or of the options, as tells the two apart.
    fn names(&self, revisions: &[Option<Revision>; 2]) -> [String; 2] {
        let by = |name: fn(&DirectContender, Option<&Revision>) -> String| {
            [0, 1].map(|i| {
                let (contender, revision) = (&self.contenders[i], revisions[i].as_ref());
                contender.name.clone().unwrap_or_else(|| short(&name(contender, revision)))
            })
        };
        let with_options = |contender: &DirectContender, revision: Option<&Revision>| {
            let mut words =
                vec![revision.map_or_else(|| contender.last_parts(None, 1), Revision::short_name)];
            words.extend(contender.options.iter().cloned());
            words.join(" ")
        };
        let candidates = [
            by(|contender, revision| contender.last_parts(revision, 1)),
            by(|contender, revision| contender.last_parts(revision, 2)),
            by(with_options),
        ];
        candidates.into_iter().find(|[first, second]| first != second).unwrap_or_else(|| {
            let [first, second] = by(|contender, revision| contender.last_parts(revision, 1));
            [short(&format!("1: {first}")), short(&format!("2: {second}"))]
        })
    }
}

impl DirectContender {
    /// The name of its revision; or the last parts of its program's path; or its preset.
    fn last_parts(&self, revision: Option<&Revision>, count: usize) -> String {
        if let Some(revision) = revision {
            return revision.name();
        }
        let words = system::shell::words(&self.engine).unwrap_or_default();
        let program = words.first().map_or(self.engine.as_str(), String::as_str);
        let parts: Vec<&str> = program
            .split(std::path::is_separator)
            .filter(|part| !part.is_empty() && *part != ".")
            .collect();
        parts[parts.len().saturating_sub(count)..].join("/")
    }
}

/// A program with its arguments, quoted as for a shell, in the form of a match file.
///
/// # Errors
/// There is no such program; the error is a sentence.
pub fn command_of_words(text: &str) -> Result<String, String> {
    let words = system::shell::words(text).filter(|words| !words.is_empty());
    let words = words
        .ok_or_else(|| "it is a preset, or a program with its arguments in one word".to_owned())?;
    let beside = std::path::absolute(&words[0]).unwrap_or_else(|_| PathBuf::from(&words[0]));
    find_program(&words[0], beside)?;
    Ok(format!("[{}]", words.iter().map(|word| quoted(word)).collect::<Vec<String>>().join(", ")))
}

/// The same for the contender of this option, which is no revision of the repository.
fn command(
    side: &str,
    engine: &str,
    repository: Option<&Repository>,
) -> Result<String, ConfigError> {
    command_of_words(engine).map_err(|problem| {
        let of_revisions = repository.map_or(String::new(), |repository| {
            format!("{}; ", repository.recipe(engine).unknown())
        });
        let presets = engine::PRESETS.iter().map(|preset| preset.name);
        let nearest = did_you_mean(engine, presets);
        let of_presets =
            if nearest.is_empty() { String::new() } else { format!("; of presets{nearest}") };
        ConfigError::option(&format!("{side} {engine}"), of_revisions + &problem + &of_presets)
    })
}

/// The value of a UCI option: a number or a switch as it is, all else as a text.
fn option_value(value: &str) -> String {
    let is_plain = value.parse::<i64>().is_ok() || matches!(value, "true" | "false");
    if is_plain { value.to_owned() } else { quoted(value) }
}

fn short(name: &str) -> String {
    name.chars().take(NAME).collect::<String>().trim().to_owned()
}

/// `new-vs-old`, with nothing in it that a file's name should not have.
fn file_name(names: &[String; 2]) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "._+=".contains(c) { c } else { '-' };
    let [first, second] = names.each_ref().map(|name| name.chars().map(plain).collect::<String>());
    format!("{first}-vs-{second}").trim_start_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::adjudication::Adjudication;

    fn direct_match(engines: [&str; 2]) -> DirectMatch {
        let contender =
            |engine: &str| DirectContender { engine: engine.to_owned(), ..Default::default() };
        let limits = vec![("--nodes", "nodes", "50".to_owned())];
        DirectMatch { contenders: engines.map(contender), limits, ..DirectMatch::default() }
    }

    fn mistake(settings: &DirectMatch) -> String {
        settings.load(&Overrides::default()).unwrap_err().to_string()
    }

    #[test]
    fn contenders_are_told_apart_by_as_little_as_does() {
        assert_eq!(direct_match(["./new", "./old"]).names(&[None, None]), ["new", "old"]);
        assert_eq!(
            direct_match(["a/engine", "../b/engine -x"]).names(&[None, None]),
            ["a/engine", "b/engine"]
        );
        let mut same = direct_match(["stockfish", "stockfish"]);
        assert_eq!(same.names(&[None, None]), ["1: stockfish", "2: stockfish"]);
        same.contenders[1].options.push("Hash=32".to_owned());
        assert_eq!(same.names(&[None, None]), ["stockfish", "stockfish Hash=32"]);
        assert_eq!(file_name(&same.names(&[None, None])), "stockfish-vs-stockfish-Hash=32");
        same.contenders[0].name = Some("mine".to_owned());
        assert_eq!(same.names(&[None, None]), ["mine", "stockfish"]);
    }

    #[test]
    fn options_are_those_of_a_match_file() {
        let mut direct = direct_match(["modern", "null-move"]);
        direct.options = vec!["Hash=8".to_owned(), "Threads=1".to_owned()];
        direct.contenders[1].options.push("Hash=4".to_owned());
        direct.sprt = Some([0.0, 5.0]);
        direct.book = Some("unbalanced".to_owned());
        let draw = Some("score=5,moves=9".to_owned());
        direct.adjudication = vec![("--draw", "draw", draw), ("--resign", "resign", None)];
        let settings = direct.load(&Overrides::default()).unwrap();
        let text = settings.to_toml();
        assert!(text.contains("hash = 8") && text.contains("hash = 4"), "{text}");
        assert!(text.contains("builtin:unbalanced") && text.contains("elo1 = 5.0"), "{text}");
        let Adjudication { draw: Some(draw), resign: Some(resign), .. } = &settings.adjudication
        else {
            panic!("{text}")
        };
        assert_eq!((draw.score, draw.moves, resign.score), (5, 9, 600));
        assert_eq!(settings.name, "modern-vs-null-move");
        let games = Overrides { games: Some(10), ..Overrides::default() };
        assert_eq!(direct.load(&games).unwrap().games, 10);
    }

    #[test]
    fn a_test_ends_with_the_book() {
        let limits = vec![("--tc", "time_control", "8+0.08".to_owned())];
        let test = DirectMatch { sprt: Some([0.0, 5.0]), ..direct_match(["modern", "null-move"]) };
        let nodes = test.load(&Overrides::default()).unwrap();
        assert_eq!(nodes.games as usize, 2 * nodes.openings.book.len());
        let few = Overrides { games: Some(40), ..Overrides::default() };
        let few = test.load(&few).unwrap().warnings().concat();
        assert!(few.contains("40 games will hardly decide the SPRT [0, 5] nElo"), "{few}");
        assert!(nodes.warnings().iter().all(|warning| !warning.contains("hardly decide")));
        assert!(nodes.warnings().iter().all(|warning| !warning.contains("builtin:balanced")));
        // More games than the default, and no advice to take the book that is in use.
        let more = Overrides { games: Some(60_000), ..Overrides::default() };
        let more = test.load(&more).unwrap();
        assert_eq!(more.games, 60_000);
        assert!(more.warnings().iter().any(|warning| warning.contains("a larger book more")));
        let test = DirectMatch { limits, ..test };
        let timed = test.load(&Overrides::default()).unwrap();
        assert_eq!(timed.games, nodes.games);
        assert!(!timed.warnings().iter().any(|warning| warning.contains("play an opening")));
        let more = Overrides { games: Some(60_000), ..Overrides::default() };
        let advice = test.load(&more).unwrap().warnings();
        for said in ["15 to 27 % with 500 openings", "a larger book avoids it"] {
            assert!(advice.iter().any(|warning| warning.contains(said)), "{advice:?}");
        }
    }

    #[test]
    fn the_book_that_is_advised_is_the_largest() {
        let of_book = |name: &str| {
            let direct = DirectMatch {
                book: Some(name.to_owned()),
                ..direct_match(["modern", "null-move"])
            };
            direct.load(&Overrides::default()).unwrap().openings.book.len()
        };
        let all = ["unbalanced", "fifty", "chess960-balanced", "start"].map(of_book);
        assert!(all.iter().all(|openings| *openings <= of_book("balanced")), "{all:?}");
        assert_eq!(of_book("balanced"), crate::config::warnings::LARGEST_BUILT_IN.1);
    }

    #[test]
    fn programs_ponder_and_a_preset_beside_them_does_not() {
        let limits = vec![("--tc", "time_control", "8+0.08".to_owned())];
        let direct = DirectMatch { ponder: true, limits, ..direct_match(["sh", "sh -x"]) };
        let ponders = |direct: &DirectMatch| {
            let settings = direct.load(&Overrides::default()).unwrap();
            let ponders = settings
                .contenders
                .iter()
                .map(|contender| contender.program().is_some_and(|program| program.ponder));
            ponders.collect::<Vec<bool>>()
        };
        assert_eq!(ponders(&direct), [true, true]);
        let limits = direct.limits.clone();
        assert_eq!(
            ponders(&DirectMatch { limits, ..direct_match(["sh", "sh -x"]) }),
            [false, false]
        );
        let limits = direct.limits.clone();
        let beside_preset = DirectMatch { ponder: true, limits, ..direct_match(["none", "sh"]) };
        assert_eq!(ponders(&beside_preset), [false, true]);
    }

    #[test]
    fn a_mistake_names_its_option() {
        let direct = direct_match(["modern", "nul-move"]);
        let told = mistake(&direct);
        assert!(told.starts_with("--second nul-move: there is no program nul-move"), "{told}");
        assert!(told.ends_with("of presets, did you mean `null-move`?"), "{told}");
        let told = mistake(&DirectMatch {
            options: vec!["Contempt=3".to_owned()],
            ..direct_match(["modern", "none"])
        });
        assert!(told.starts_with("--option Contempt=3: modern is a preset"), "{told}");
        let told = mistake(&DirectMatch {
            limits: vec![("--tc", "time_control", "8;0".to_owned())],
            ..direct_match(["modern", "none"])
        });
        assert!(told.starts_with("--tc 8;0: ") && told.contains("\"10+0.1\""), "{told}");
        let told = mistake(&DirectMatch {
            book: Some("x.epd".to_owned()),
            ..direct_match(["modern", "none"])
        });
        assert!(told.starts_with("--book x.epd: there is no such opening book"), "{told}");
        let resign = vec![("--resign", "resign", Some("scores=5".to_owned()))];
        let told = mistake(&DirectMatch { adjudication: resign, ..direct_match(["sh", "none"]) });
        assert!(told.starts_with("--resign scores=5: "), "{told}");
        let told = mistake(&DirectMatch { ponder: true, ..direct_match(["modern", "none"]) });
        assert!(told.starts_with("--ponder: presets think on their own time"), "{told}");
        let told = mistake(&DirectMatch { ponder: true, ..direct_match(["sh", "none"]) });
        assert!(told.starts_with("--ponder: a program that ponders is limited only by"), "{told}");
        let told =
            mistake(&DirectMatch { sprt: Some([5.0, 0.0]), ..direct_match(["modern", "none"]) });
        assert!(told.starts_with("--sprt 5,0: elo0 is 5"), "{told}");
    }

    #[test]
    fn an_unknown_name_beside_a_repository_is_compared_with_its_branches() {
        let repository = tempfile::tempdir().unwrap();
        let git = |arguments: &[&str]| {
            let mut git = std::process::Command::new("git");
            git.arg("-C").arg(repository.path());
            git.args(["-c", "user.name=T", "-c", "user.email=t@example.org"]);
            assert!(git.args(arguments).status().unwrap().success(), "{arguments:?}");
        };
        git(&["init", "--quiet", "--initial-branch=main"]);
        git(&["commit", "--quiet", "--allow-empty", "-m", "First"]);
        let directory = repository.path().to_string_lossy().into_owned();
        let beside = Some(Repository { directory, build: None, engine: None });
        let told = mistake(&DirectMatch { repository: beside, ..direct_match(["HEAD", "mian"]) });
        assert!(told.starts_with("--second mian: "), "{told}");
        assert!(
            told.contains("\"mian\", did you mean `main`?; there is no program mian"),
            "{told}"
        );
        let alone = mistake(&direct_match(["none", "mian"]));
        assert!(!alone.contains("revision") && alone.contains("no program mian"), "{alone}");
    }
}
