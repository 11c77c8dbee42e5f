//! The part of cutechess-cli's command line that has the same meaning here, as one of fastchess.

use crate::arguments::Refusal;

/// What holds for cutechess-cli where its command line says nothing: a game at a time, and its own output.
const DEFAULTS: &str = "-output format=cutechess -games 1 -rounds 1 -ratinginterval 0 -autosaveinterval 0 -report \
                        penta=false";

/// Keys of `-engine` and `-each` that only cutechess-cli has.
const ENGINE_KEYS: [&str; 8] =
    ["initstr", "stderr", "trust", "ponder", "whitepov", "conf", "book", "bookdepth"];
/// Options that only cutechess-cli has.
const OPTIONS: [&str; 5] =
    ["-debug", "-engines", "-bookmode", "-bergerschedule", "-outcomeinterval"];

/// The command line of fastchess that means the same.
///
/// # Errors
/// On what is cutechess-cli's alone, in words.
pub fn translated(arguments: &[String]) -> Result<Vec<String>, Refusal> {
    if let [only] = arguments
        && ["-version", "--version", "-v", "--v", "-help", "--help"].contains(&only.as_str())
    {
        return Ok(arguments.to_vec());
    }
    let mut line: Vec<String> = DEFAULTS.split(' ').map(str::to_owned).collect();
    let mut rest = arguments;
    while let Some((option, after)) = rest.split_first() {
        let is_parameter = |word: &&String| {
            !word.starts_with('-') || word[1..].starts_with(|c: char| c.is_ascii_digit())
        };
        let (parameters, further) = after.split_at(after.iter().take_while(is_parameter).count());
        if OPTIONS.contains(&option.as_str()) {
            return Err(foreign(option));
        }
        line.push(option.clone());
        line.extend(match option.as_str() {
            "-pgnout" => games_file(parameters)?,
            "-epdout" => file(option, parameters)?,
            "-tournament" => kind(parameters)?,
            "-tb" => parameters.iter().map(|paths| paths.replace(';', ":")).collect(),
            "-engine" | "-each" => engine(parameters)?,
            "-openings" => openings(parameters),
            _ => parameters.to_vec(),
        });
        rest = further;
    }
    Ok(line)
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

/// `arg=A arg=B` becomes `args=A B`; what is like the default is left out.
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
        Ok(translated.strip_prefix(DEFAULTS).unwrap_or(&translated).trim().to_owned())
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
            ("-concurrency 2 -repeat", "-concurrency 2 -repeat"),
            ("-version", "-version"),
        ] {
            assert_eq!(line(theirs).as_deref(), Ok(ours));
        }
        assert!(translated(&["-repeat".to_owned()]).unwrap().join(" ").starts_with(DEFAULTS));
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
