//! Translates the part of cutechess-cli's command line that has an equal meaning into fastchess's.

use crate::language::arguments::Refusal;

/// The settings implied by an empty command line of cutechess-cli: one game at a time, and its own
/// output.
const DEFAULTS: &str =
    "-output format=cutechess -ratinginterval 0 -autosaveinterval 0 -report penta=false";

/// Keys of `-engine` and `-each` that only cutechess-cli has.
const ENGINE_KEYS: [&str; 8] =
    ["initstr", "stderr", "trust", "ponder", "whitepov", "conf", "book", "bookdepth"];
/// Options that only cutechess-cli has.
const OPTIONS: [&str; 5] =
    ["-debug", "-engines", "-bookmode", "-bergerschedule", "-outcomeinterval"];

/// The equivalent command line of fastchess.
///
/// # Errors
/// An option exists only in cutechess-cli; the error names it.
pub fn translated(arguments: &[String]) -> Result<Vec<String>, Refusal> {
    if let [only] = arguments
        && ["-version", "--version", "-v", "--v", "-help", "--help"].contains(&only.as_str())
    {
        return Ok(arguments.to_vec());
    }
    let mut line: Vec<String> = DEFAULTS.split(' ').map(str::to_owned).collect();
    let mut counts = Counts::default();
    let mut rest = arguments;
    while let Some((option, after)) = rest.split_first() {
        let is_parameter = |word: &&String| {
            !word.starts_with('-') || word[1..].starts_with(|c: char| c.is_ascii_digit())
        };
        let (parameters, further) = after.split_at(after.iter().take_while(is_parameter).count());
        if OPTIONS.contains(&option.as_str()) {
            return Err(foreign(option));
        }
        rest = further;
        if counts.take(option, parameters) {
            continue;
        }
        line.push(option.clone());
        line.extend(match option.as_str() {
            "-pgnout" => games_file(parameters)?,
            "-epdout" => file(option, parameters)?,
            "-tournament" => kind(parameters)?,
            "-tb" => parameters.iter().map(|paths| paths.replace(';', ":")).collect(),
            "-engine" | "-each" => engine(parameters)?,
            "-openings" => openings(parameters),
            "-sprt" => test(parameters),
            _ => parameters.to_vec(),
        });
    }
    line.extend(counts.as_rounds()?);
    Ok(line)
}

/// The number of games of two engines, as cutechess-cli counts them: `-games` times `-rounds`, with
/// each opening played `-repeat` times.
#[derive(Debug, Default)]
struct Counts<'a> {
    games: Option<&'a str>,
    rounds: Option<&'a str>,
    repeats: Option<&'a str>,
}

impl<'a> Counts<'a> {
    /// Takes an option that counts games; whether it is one.
    fn take(&mut self, option: &str, parameters: &'a [String]) -> bool {
        let value = match parameters {
            [] if option == "-repeat" => "2",
            [value] => value,
            _ => return false,
        };
        let count = match option {
            "-games" => &mut self.games,
            "-rounds" => &mut self.rounds,
            "-repeat" => &mut self.repeats,
            _ => return false,
        };
        *count = Some(value);
        true
    }

    /// The same in fastchess's options, where each round has an opening.
    fn as_rounds(&self) -> Result<Vec<String>, Refusal> {
        let count = |option: &str, value: Option<&str>| {
            let value = value.unwrap_or("1");
            let count = value.parse().ok().filter(|count: &u32| *count > 0);
            let wrong = || format!("{option} {value}: a whole number from 1 is needed");
            count.map(u64::from).ok_or_else(|| Refusal(wrong()))
        };
        let (games, rounds) = (count("-games", self.games)?, count("-rounds", self.rounds)?);
        let (total, repeats) = (games * rounds, count("-repeat", self.repeats)?);
        let problem = match repeats {
            1 | 2 if total % repeats == 0 => None,
            1 | 2 => Some(format!(
                "-games {games} times -rounds {rounds} is an odd number of games, and -repeat plays \
                 every opening twice; make one of them even"
            )),
            more => Some(format!("-repeat {more}: an opening is played once or twice here")),
        };
        let rounds = total / repeats;
        match problem {
            None => Ok(["-rounds", &rounds.to_string(), "-games", &repeats.to_string()]
                .map(str::to_owned)
                .to_vec()),
            Some(problem) => Err(Refusal(problem)),
        }
    }
}

/// cutechess-cli's test is of Elo as the logistic curve has it.
fn test(parameters: &[String]) -> Vec<String> {
    let has_model = parameters.iter().any(|parameter| parameter.starts_with("model="));
    let model = (!has_model).then(|| "model=logistic".to_owned());
    parameters.iter().cloned().chain(model).collect()
}

fn foreign(what: &str) -> Refusal {
    Refusal(format!("{what}: of cutechess-cli alone, and not supported here; leave it out"))
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
            other => return Err(foreign(&format!("-pgnout {other}"))),
        }
    }
    Ok(keys)
}

fn file(option: &str, parameters: &[String]) -> Result<Vec<String>, Refusal> {
    match parameters {
        [file] if !file.contains('=') => Ok(vec![format!("file={file}")]),
        [.., last] if !last.contains('=') => Err(foreign(&format!("{option} {last}"))),
        _ => Ok(parameters.to_vec()),
    }
}

fn kind(parameters: &[String]) -> Result<Vec<String>, Refusal> {
    match parameters {
        [kind] if ["round-robin", "roundrobin"].contains(&kind.as_str()) => {
            Ok(vec!["roundrobin".to_owned()])
        }
        [kind] if ["knockout", "pyramid"].contains(&kind.as_str()) => {
            Err(foreign(&format!("-tournament {kind}")))
        }
        _ => Ok(parameters.to_vec()),
    }
}

/// `arg=A arg=B` becomes `args=A B`; values equal to the default are left out.
fn engine(parameters: &[String]) -> Result<Vec<String>, Refusal> {
    let mut keys = Vec::new();
    let mut arguments: Vec<String> = Vec::new();
    for parameter in parameters {
        let (key, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        match key {
            "arg" => arguments.push(quoted(value)),
            "restart" if value == "auto" => {}
            _ if ENGINE_KEYS.contains(&key) => return Err(foreign(parameter)),
            "proto" if value != "uci" => return Err(foreign(parameter)),
            _ => keys.push(parameter.clone()),
        }
    }
    if !arguments.is_empty() {
        keys.push(format!("args={}", arguments.join(" ")));
    }
    Ok(keys)
}

/// An argument as one word.
fn quoted(argument: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+%".contains(c);
    match !argument.is_empty() && argument.chars().all(is_plain) {
        true => argument.to_owned(),
        false => format!("'{}'", argument.replace('\'', "'\\''")),
    }
}

/// A book without a format is one of games.
fn openings(parameters: &[String]) -> Vec<String> {
    let has_format = parameters.iter().any(|parameter| {
        parameter.starts_with("format=")
            || parameter.ends_with(".epd")
            || parameter.ends_with(".pgn")
    });
    let format = (!has_format).then(|| "format=pgn".to_owned());
    parameters.iter().cloned().chain(format).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Result<String, String> {
        let arguments: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let translated = translated(&arguments).map_err(|refusal| refusal.0)?.join(" ");
        let translated = translated.strip_prefix(DEFAULTS).unwrap_or(&translated).trim();
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
            ("-sprt elo0=0 elo1=5", "-sprt elo0=0 elo1=5 model=logistic"),
            ("-version", "-version"),
        ] {
            assert_eq!(line(theirs).as_deref(), Ok(ours));
        }
        assert!(translated(&["-reverse".to_owned()]).unwrap().join(" ").starts_with(DEFAULTS));
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
            ("-rounds 25 -repeat", "is an odd number of games"),
            ("-rounds 30 -repeat 3", "-repeat 3: an opening is played once or twice here"),
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
            "-debug",
            "-tournament knockout",
            "-pgnout games.pgn all",
        ] {
            assert!(line(text).unwrap_err().contains("of cutechess-cli alone"), "{text}");
        }
    }
}
