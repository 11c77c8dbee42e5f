//! Translates cutechess-cli's command line into fastchess's, and the rest, which fastchess has not, into settings beside it.

mod engines;
pub(crate) mod schedule;
pub(crate) mod voice;

use crate::Dialect;
use crate::language::arguments::{Refusal, is_parameter};
use crate::language::command::{Command, Sprt};
use crate::language::engine_arguments::Extra;
use engines::Parameters;
use schedule::{Counts, Schedule};

/// The settings implied by an empty command line of cutechess-cli: one game at a time, its own output, and as many
/// games at a time as are wanted.
const DEFAULTS: &str = "-output format=cutechess -ratinginterval 0 -autosaveinterval 0 -report penta=false \
                        -force-concurrency -event ?";

/// A command line of cutechess-cli in other words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Translated {
    /// The equivalent command line of fastchess.
    pub line: Vec<String>,
    /// Sentences on options that change nothing here.
    pub notes: Vec<String>,
    /// The schedule, where fastchess has none like it.
    schedule: Option<Schedule>,
    /// Settings that fastchess does not have, of each engine and of all.
    engines: Vec<Extra>,
    each: Extra,
    shows_exchange: bool,
    outcomeinterval: i32,
}

impl Translated {
    /// Gives a tournament the settings that the command line of fastchess could not.
    pub fn apply(self, command: &mut Command) {
        let unsaved = &mut command.tournament.unsaved;
        unsaved.dialect = Dialect::Cutechess;
        unsaved.shows_exchange = self.shows_exchange;
        unsaved.outcomeinterval = self.outcomeinterval;
        unsaved.notes = self.notes;
        for (engine, extra) in command.engines.iter_mut().zip(self.engines) {
            engine.extra = extra;
            engine.extra.init.extend(self.each.init.iter().cloned());
            engine.extra.is_white_view |= self.each.is_white_view;
            engine.extra.is_trusted |= self.each.is_trusted;
            if !self.each.stderr.is_empty() {
                engine.extra.stderr.clone_from(&self.each.stderr);
            }
        }
        if let Some(schedule) = self.schedule {
            schedule.apply(command);
        }
    }
}

/// The equivalent command line of fastchess, and the settings that it cannot have.
///
/// # Errors
/// An option has no equivalent here; the error names it, and the way without it.
pub fn translated(arguments: &[String]) -> Result<Translated, Refusal> {
    if let [only] = arguments
        && ["-version", "--version", "-v", "--v", "-help", "--help"].contains(&only.as_str())
    {
        return Ok(Translated { line: arguments.to_vec(), ..Translated::default() });
    }
    let mut translated = Translated {
        line: DEFAULTS.split_whitespace().map(str::to_owned).collect(),
        ..Translated::default()
    };
    let mut counts = Counts::default();
    let mut rest = arguments;
    while let Some((option, after)) = rest.split_first() {
        let count = after.iter().take_while(|word| is_parameter(word)).count();
        let (parameters, further) = after.split_at(count);
        rest = further;
        if !counts.take(option, parameters) {
            translated.take(option, parameters, &mut counts)?;
        }
    }
    let (line, schedule) = counts.as_rounds(translated.engines.len())?;
    translated.line.extend(line);
    translated.schedule = schedule;
    Ok(translated)
}

impl Translated {
    fn take(
        &mut self,
        option: &str,
        parameters: &[String],
        counts: &mut Counts<'_>,
    ) -> Result<(), Refusal> {
        let parameters = match option {
            "-debug" => {
                self.shows_exchange = true;
                return Ok(());
            }
            "-outcomeinterval" => {
                self.outcomeinterval = interval(option, parameters)?;
                return Ok(());
            }
            "-resultformat" | "-bookmode" => {
                self.note(option, parameters);
                return Ok(());
            }
            "-engines" => return Err(foreign(option, "the file engines.json lists them")),
            "-engine" | "-each" => match self.engine(option, parameters)? {
                keys if keys.is_empty() => return Ok(()),
                keys => keys,
            },
            "-pgnout" => games_file(parameters)?,
            "-epdout" => file(option, parameters)?,
            "-tournament" => kind(parameters)?,
            "-tb" => parameters.iter().map(|paths| paths.replace(';', ":")).collect(),
            "-openings" => openings(parameters, counts)?,
            "-sprt" => test(parameters),
            _ => parameters.to_vec(),
        };
        self.line.push(option.to_owned());
        self.line.extend(parameters);
        Ok(())
    }

    /// Notes an option that has no effect here.
    fn note(&mut self, option: &str, parameters: &[String]) {
        let why = match option {
            "-resultformat" => "the table keeps its columns",
            _ => "no engine has a book of its own here",
        };
        self.notes.push(format!("{option} {} changes nothing: {why}", parameters.join(" ")));
    }

    /// Keeps the part of an engine's parameters that fastchess has not, and gives the others.
    fn engine(&mut self, option: &str, parameters: &[String]) -> Result<Vec<String>, Refusal> {
        let Parameters { keys, extra } = engines::translated(parameters)?;
        match option {
            "-engine" => self.engines.push(extra),
            _ => self.each = extra,
        }
        Ok(keys)
    }
}

/// cutechess-cli's test has a scale of its own.
fn test(parameters: &[String]) -> Vec<String> {
    let model = format!("model={}", Sprt::CUTECHESS);
    parameters.iter().cloned().chain([model]).collect()
}

/// A number of games.
fn interval(option: &str, parameters: &[String]) -> Result<i32, Refusal> {
    let [text] = parameters else {
        return Err(Refusal(format!("{option}: one number of games is needed")));
    };
    let games = text.parse().ok().filter(|games| *games >= 0);
    games.ok_or_else(|| Refusal(format!("{option} {text}: a whole number from 0 is needed")))
}

/// An option that has no equivalent, and the way without it.
fn foreign(what: &str, instead: &str) -> Refusal {
    Refusal(format!("{what}: of cutechess-cli alone, and not supported here; {instead}"))
}

/// `FILE [min] [fi]`, or keys with values.
fn games_file(parameters: &[String]) -> Result<Vec<String>, Refusal> {
    let Some((file, flags)) = parameters.split_first().filter(|(file, _)| !file.contains('='))
    else {
        return Ok(parameters.to_vec());
    };
    let mut keys = vec![format!("file={file}")];
    for flag in flags {
        match flag.as_str() {
            "min" => keys.push("min=true".to_owned()),
            // Only finished games are ever written.
            "fi" => {}
            other => {
                let what = format!("-pgnout {other}");
                return Err(foreign(&what, "`min` and `fi` are the words behind a file"));
            }
        }
    }
    Ok(keys)
}

fn file(option: &str, parameters: &[String]) -> Result<Vec<String>, Refusal> {
    match parameters {
        [file] if !file.contains('=') => Ok(vec![format!("file={file}")]),
        [.., last] if !last.contains('=') => {
            Err(foreign(&format!("{option} {last}"), "it takes one file"))
        }
        _ => Ok(parameters.to_vec()),
    }
}

fn kind(parameters: &[String]) -> Result<Vec<String>, Refusal> {
    match parameters {
        [kind] if ["round-robin", "roundrobin"].contains(&kind.as_str()) => {
            Ok(vec!["roundrobin".to_owned()])
        }
        [kind] if ["knockout", "pyramid"].contains(&kind.as_str()) => {
            let what = format!("-tournament {kind}");
            Err(foreign(&what, "round-robin and gauntlet are tournaments here"))
        }
        _ => Ok(parameters.to_vec()),
    }
}

/// A book without a format is one of games. The policy is the schedule's.
fn openings(parameters: &[String], counts: &mut Counts<'_>) -> Result<Vec<String>, Refusal> {
    let mut keys = Vec::new();
    for parameter in parameters {
        if !counts.take_policy(parameter)? {
            keys.push(parameter.clone());
        }
    }
    let has_format = keys.iter().any(|parameter| {
        parameter.starts_with("format=")
            || parameter.ends_with(".epd")
            || parameter.ends_with(".pgn")
    });
    keys.extend((!has_format).then(|| "format=pgn".to_owned()));
    Ok(keys)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::command::Tournament;
    use crate::language::engine_arguments::EngineArguments;

    fn line(text: &str) -> Result<String, String> {
        let arguments: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let translated = translated(&arguments).map_err(|refusal| refusal.0)?.line.join(" ");
        let defaults = DEFAULTS.split_whitespace().collect::<Vec<_>>().join(" ");
        let translated = translated.strip_prefix(&defaults).unwrap_or(&translated).trim();
        Ok(translated.strip_suffix("-rounds 1 -games 1").unwrap_or(translated).trim().to_owned())
    }

    #[test]
    fn what_means_the_same_is_translated() {
        for (theirs, ours) in [
            ("-pgnout games.pgn min fi", "-pgnout file=games.pgn min=true"),
            ("-epdout ends.epd", "-epdout file=ends.epd"),
            ("-tournament round-robin", "-tournament roundrobin"),
            ("-tb /a;/b", "-tb /a:/b"),
            ("-engine cmd=x arg=-u arg=a;b restart=auto", "-engine cmd=x args=-u 'a;b'"),
            ("-openings file=book order=random", "-openings file=book order=random format=pgn"),
            ("-openings file=book.epd", "-openings file=book.epd"),
            ("-openings file=book.epd policy=round", "-openings file=book.epd"),
            ("-each restart=auto trust", ""),
            ("-each timemargin=9 tc=0/8+0.1", "-each tc=8+0.1 timemargin=9"),
            ("-bookmode ram -outcomeinterval 3 -resultformat wide -debug all", ""),
            ("-sprt elo0=0 elo1=5", "-sprt elo0=0 elo1=5 model=cutechess"),
            ("-version", "-version"),
        ] {
            assert_eq!(line(theirs).as_deref(), Ok(ours));
        }
    }

    #[test]
    fn what_fastchess_has_not_is_set_beside_its_command_line() {
        let text = "-engine cmd=x initstr=a\\nb stderr=x.txt -engine cmd=y -each whitepov initstr=c -debug";
        let arguments: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let translated = translated(&arguments).unwrap();
        let mut command = Command {
            engines: vec![EngineArguments::default(); 2],
            tournament: Tournament::new(1),
            stats: Vec::new(),
        };
        translated.apply(&mut command);
        let [first, second] = &command.engines[..] else { panic!("there are two") };
        assert_eq!(first.extra.init, ["a\nb", "c"]);
        assert_eq!((first.extra.stderr.as_str(), second.extra.stderr.as_str()), ("x.txt", ""));
        assert!(first.extra.is_white_view && second.extra.init == ["c"]);
        let unsaved = &command.tournament.unsaved;
        assert!(unsaved.shows_exchange && unsaved.dialect == Dialect::Cutechess);
        assert!(!command.is_resumable(), "the JSON file would lose them");
    }

    #[test]
    fn an_option_without_an_effect_is_noted() {
        let arguments = ["-resultformat", "wide"].map(str::to_owned);
        let notes = translated(&arguments).unwrap().notes;
        assert!(notes.len() == 1 && notes[0].starts_with("-resultformat wide changes nothing"));
    }

    #[test]
    fn games_are_counted_as_cutechess_counts_them() {
        for (theirs, ours) in [
            ("-rounds 100 -games 2 -repeat", "-rounds 100 -games 2"),
            ("-games 100 -repeat -concurrency 3", "-concurrency 3 -rounds 50 -games 2"),
            ("-rounds 50 -games 2 -repeat 2", "-rounds 50 -games 2"),
            ("-rounds 50 -games 2", "-rounds 100 -games 1"),
            ("-rounds 30 -repeat 1", "-rounds 30 -games 1"),
        ] {
            assert_eq!(line(theirs).as_deref(), Ok(ours));
        }
        for (theirs, reason) in [
            ("-rounds many", "-rounds many: a whole number from 1 is needed"),
            ("-games 0", "-games 0: a whole number from 1 is needed"),
        ] {
            assert!(line(theirs).unwrap_err().contains(reason), "{theirs}");
        }
    }

    #[test]
    fn what_is_cutechess_s_alone_is_refused() {
        for text in [
            "-engine cmd=x ponder",
            "-engine cmd=x proto=xboard",
            "-each book=a.bin",
            "-engines",
            "-tournament knockout",
            "-pgnout games.pgn all",
        ] {
            assert!(line(text).unwrap_err().contains("of cutechess-cli alone"), "{text}");
        }
    }
}
