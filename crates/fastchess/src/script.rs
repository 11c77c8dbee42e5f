//! The command line of a match runner in a shell script.

use std::collections::BTreeMap;
use std::path::Path;

use crate::Invocation;

/// The only command line of fastchess or cutechess-cli in a script, in words. Variables that the script sets to plain
/// values are replaced by these.
///
/// # Errors
/// The file cannot be read, it has no such line or several, or the line needs a shell; the error says so.
pub fn script_line(file: &Path) -> Result<Vec<String>, String> {
    let place = file.display();
    let text = bounded::open_given(file)
        .and_then(|file| bounded::text(file, bounded::SMALL))
        .map_err(|error| format!("cannot read {place}: {error}"))?;
    line_of(&text).map_err(|problem| format!("{place}: {problem}"))
}

fn line_of(script: &str) -> Result<Vec<String>, String> {
    let mut variables: BTreeMap<String, String> = BTreeMap::new();
    let mut found: Vec<Vec<String>> = Vec::new();
    for line in script.replace("\\\n", " ").lines() {
        let Some(words) = shlex::split(line).filter(|words| !words.is_empty()) else { continue };
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        if let [word] = words.as_slice()
            && let Some((name, value)) = word.split_once('=').filter(|(name, _)| is_name(name))
        {
            variables.insert(name.to_owned(), value.to_owned());
            continue;
        }
        // In front of it may stand another program, such as `exec` or `nice`.
        let start = (0..words.len()).find(|&at| {
            let line: Vec<String> = words[at..].iter().map(|word| (*word).to_owned()).collect();
            Invocation::read(&line).is_some()
                && words.get(at + 1).is_some_and(|next| next.starts_with('-'))
        });
        let Some(start) = start else { continue };
        let ends = |word: &&&str| {
            ["|", "&&", "||", ";", "&", ">", ">>", "2>&1"].contains(&**word)
                || word.starts_with('>')
        };
        let line = words[start..].iter().take_while(|word| !ends(word));
        let line: Vec<Vec<String>> =
            line.map(|word| expanded(word, &variables)).collect::<Result<_, _>>()?;
        found.push(line.concat());
    }
    match (found.pop(), found.len()) {
        (Some(line), 0) => Ok(line),
        (Some(_), more) => {
            Err(format!("it has {} command lines of match runners: convert one of them", more + 1))
        }
        (None, _) => Err("it has no command line of fastchess or cutechess-cli".to_owned()),
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The words of a word: of one that is nothing but a variable, those of its value.
fn expanded(word: &str, variables: &BTreeMap<String, String>) -> Result<Vec<String>, String> {
    let text = replaced(word, variables)?;
    let is_variable = word.starts_with('$') && is_name(word[1..].trim_matches(['{', '}']));
    Ok(match shlex::split(&text).filter(|_| is_variable) {
        Some(words) => words,
        None => vec![text],
    })
}

/// The word with the values of its variables.
fn replaced(word: &str, variables: &BTreeMap<String, String>) -> Result<String, String> {
    let needs_shell = |what: &str| format!("{what} in {word:?} needs a shell: write its value");
    if word.contains("$(") || word.contains('`') {
        return Err(needs_shell("a command"));
    }
    let mut parts = word.split('$');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let braced = part.strip_prefix('{').and_then(|rest| rest.split_once('}'));
        let length =
            part.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(part.len());
        let (name, rest) = braced.unwrap_or_else(|| part.split_at(length));
        let value =
            variables.get(name).ok_or_else(|| needs_shell(&format!("the variable {name:?}")))?;
        text += &(value.to_owned() + rest);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_found_among_others() {
        let script = "#!/bin/sh\n# a test\nTC=8+0.08\nNEW=./new\nOLD='-engine cmd=./old'\nmake -j\nexec ./fastchess -engine cmd=$NEW name='My engine' \\\n  \
                      $OLD -each tc=${TC} | tee log\necho done\n";
        let line = line_of(script).unwrap().join("\n");
        let words =
            "./fastchess\n-engine\ncmd=./new\nname=My engine\n-engine\ncmd=./old\n-each\ntc=8+0.08";
        assert_eq!(line, words);
    }

    #[test]
    fn a_script_without_one_line_is_refused() {
        let problem = |script: &str| line_of(script).unwrap_err();
        assert!(problem("make\n").contains("no command line of fastchess"));
        let line = "fastchess -engine cmd=a\n";
        assert!(problem(&line.repeat(2)).contains("2 command lines"));
        assert!(problem("fastchess -engine cmd=$1\n").contains("the variable \"1\""));
        assert!(problem("fastchess -engine cmd=`which a`\n").contains("a command"));
    }
}
