//! The grammar of the command line.
//!
//! An argument that is the name of an option begins it. Its parameters follow, until an argument
//! begins with a minus without a digit after it.

use crate::language::command::Tournament;

/// The parameters that an option takes.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// None: it switches this setting on.
    Switch(fn(&mut Tournament) -> &mut bool),
    /// Exactly one, the number of this setting.
    Number(fn(&mut Tournament) -> &mut i32),
    /// Exactly one, the milliseconds of this setting.
    Milliseconds(fn(&mut Tournament) -> &mut u64),
    /// No parameter.
    Alone,
    /// Exactly one.
    One,
    /// One `key=value` or more.
    Pairs,
    /// Any number of `key=value`, also none.
    OptionalPairs,
    /// Any parameters.
    Free,
}

/// Every option, with its kind of parameters.
pub const OPTIONS: &[(&str, Kind)] = &[
    ("-autosaveinterval", Kind::Number(|all| &mut all.autosaveinterval)),
    ("-check-mate-pvs", Kind::Switch(|all| &mut all.check_mate_pvs)),
    ("-concurrency", Kind::Number(|all| &mut all.concurrency)),
    ("-config", Kind::Pairs),
    ("-crc32", Kind::Pairs),
    ("-debug", Kind::Alone),
    ("-draw", Kind::Pairs),
    ("-each", Kind::Pairs),
    ("-engine", Kind::Pairs),
    ("-epdout", Kind::OptionalPairs),
    ("-event", Kind::Free),
    ("-force-concurrency", Kind::Switch(|all| &mut all.force_concurrency)),
    ("--force-concurrency", Kind::Switch(|all| &mut all.force_concurrency)),
    ("-games", Kind::One),
    ("-help", Kind::Alone),
    ("--help", Kind::Alone),
    ("-log", Kind::Pairs),
    ("-maxmoves", Kind::One),
    ("-noswap", Kind::Switch(|all| &mut all.noswap)),
    ("-openings", Kind::Pairs),
    ("-output", Kind::Pairs),
    ("-pgnout", Kind::OptionalPairs),
    ("-ping-ms", Kind::Milliseconds(|all| &mut all.unsaved.ping)),
    ("-quick", Kind::Pairs),
    ("-ratinginterval", Kind::Number(|all| &mut all.ratinginterval)),
    ("-recover", Kind::Switch(|all| &mut all.recover)),
    ("-repeat", Kind::Free),
    ("-report", Kind::Pairs),
    ("-resign", Kind::Pairs),
    ("-reverse", Kind::Switch(|all| &mut all.reverse)),
    ("-rounds", Kind::One),
    ("-scoreinterval", Kind::Number(|all| &mut all.scoreinterval)),
    ("-seeds", Kind::Number(|all| &mut all.gauntlet_seeds)),
    ("-show-latency", Kind::Switch(|all| &mut all.show_latency)),
    ("-site", Kind::Free),
    ("-sprt", Kind::Pairs),
    ("-srand", Kind::One),
    ("-startup-ms", Kind::Milliseconds(|all| &mut all.unsaved.startup)),
    ("-strict", Kind::Switch(|all| &mut all.unsaved.strict)),
    ("-tb", Kind::One),
    ("-tbadjudicate", Kind::One),
    ("-tbignore50", Kind::Switch(|all| &mut all.tb_adjudication.ignore_50_move_rule)),
    ("-tbpieces", Kind::Number(|all| &mut all.tb_adjudication.max_pieces)),
    ("-testEnv", Kind::Switch(|all| &mut all.unsaved.test_env)),
    ("-tournament", Kind::One),
    ("-ucinewgame-ms", Kind::Milliseconds(|all| &mut all.unsaved.new_game)),
    ("-use-affinity", Kind::Free),
    ("-v", Kind::Alone),
    ("--v", Kind::Alone),
    ("-variant", Kind::One),
    ("-version", Kind::Alone),
    ("--version", Kind::Alone),
    ("-wait", Kind::One),
];

/// The number of letters by which a wrong name may differ from the suggested one.
const NEAR: usize = 2;

/// An option with its parameters, as they were written.
#[derive(Clone, Debug)]
pub struct Written<'a> {
    /// Its name, with the minus.
    pub name: &'static str,
    /// Its kind of parameters.
    pub kind: Kind,
    /// Its parameters.
    pub parameters: Vec<&'a str>,
}

/// A command line that is refused, in the reference's words, which may be several lines.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub String);

/// The options of a command line, one after the other; the first that has no such name is an error and
/// the last.
pub fn written<'a>(arguments: &'a [String]) -> impl Iterator<Item = Result<Written<'a>, Refusal>> {
    let mut rest = arguments;
    std::iter::from_fn(move || {
        let (name, after) = rest.split_first()?;
        let Some(&(name, kind)) = OPTIONS.iter().find(|(known, _)| known == name) else {
            rest = &[];
            return Some(Err(unknown(name)));
        };
        let count = after.iter().take_while(|argument| is_parameter(argument)).count();
        rest = &after[count..];
        let parameters = after[..count].iter().map(String::as_str).collect();
        Some(Ok(Written { name, kind, parameters }))
    })
}

/// Whether an argument is a parameter of the option before it.
pub(crate) fn is_parameter(argument: &str) -> bool {
    match argument.strip_prefix('-') {
        Some(rest) => rest.starts_with(|c: char| c.is_ascii_digit()),
        None => true,
    }
}

fn unknown(name: &str) -> Refusal {
    let near = OPTIONS
        .iter()
        .map(|(known, _)| (strsim::levenshtein(name, known), known))
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, _)| *distance <= NEAR);
    let suggestion =
        near.map_or_else(String::new, |(_, known)| format!(": Did you mean \"{known}\"?"));
    Refusal(format!("Unrecognized option: {name} parsing failed.{suggestion}"))
}

impl<'a> Written<'a> {
    /// Checks that there is no parameter.
    ///
    /// # Errors
    /// There is one.
    pub fn alone(&self) -> Result<(), String> {
        match self.parameters.is_empty() {
            true => Ok(()),
            false => Err(format!("Option \"{}\" does not accept parameters.", self.name)),
        }
    }

    /// The only parameter.
    ///
    /// # Errors
    /// There is none or more than one.
    pub fn one(&self) -> Result<&'a str, String> {
        match self.parameters[..] {
            [parameter] => Ok(parameter),
            _ => Err(format!("Option \"{}\" expects exactly one value.", self.name)),
        }
    }

    /// The parameters as keys and values: the first equals sign splits, and neither is empty.
    ///
    /// # Errors
    /// A parameter has another form, or a required one is missing.
    pub fn pairs(&self) -> Result<Vec<(&'a str, &'a str)>, String> {
        if self.parameters.is_empty() && matches!(self.kind, Kind::Pairs) {
            return Err(format!("Option \"{}\" expects key=value parameters.", self.name));
        }
        let pair = |parameter: &&'a str| {
            let pair = parameter.split_once('=');
            pair.filter(|(key, value)| !key.is_empty() && !value.is_empty()).ok_or_else(|| {
                format!("Option \"{}\" expects key=value pairs, got \"{parameter}\".", self.name)
            })
        };
        self.parameters.iter().map(pair).collect()
    }

    /// The error of an option, with the argument read last.
    #[must_use]
    pub fn refusal(&self, reason: &str) -> Refusal {
        let value = match (self.name, self.parameters.last()) {
            // Applied last and all at once, so the error names all of it.
            ("-each", Some(_)) => self.parameters.join(" "),
            ("-each", None) => "<none>".to_owned(),
            (_, Some(last)) => (*last).to_owned(),
            (name, None) => name.to_owned(),
        };
        Refusal(format!(
            "Error while reading option \"{}\" with value \"{value}\"\nReason: {reason}",
            self.name
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn parameters_end_where_an_option_begins() {
        let line = arguments("-concurrency -1 -repeat -event a b=c  -recover");
        let read: Vec<Written<'_>> = written(&line).map(Result::unwrap).collect();
        let names: Vec<&str> = read.iter().map(|argument| argument.name).collect();
        assert_eq!(names, ["-concurrency", "-repeat", "-event", "-recover"]);
        assert_eq!(read[0].one(), Ok("-1"));
        assert_eq!(read[2].parameters, ["a", "b=c", ""]);
    }

    #[test]
    fn a_name_that_is_none_is_refused_with_one_that_is_near() {
        let refusal = |text: &str| {
            let line = arguments(text);
            written(&line).find_map(Result::err).unwrap().0
        };
        assert_eq!(
            refusal("-engne cmd=a"),
            "Unrecognized option: -engne parsing failed.: Did you mean \"-engine\"?"
        );
        assert_eq!(refusal("-frobnicate"), "Unrecognized option: -frobnicate parsing failed.");
    }

    #[test]
    fn a_wrong_parameter_is_told_with_its_option() {
        let line = arguments("-log level");
        let log = written(&line).next().unwrap().unwrap();
        let reason = log.pairs().unwrap_err();
        assert_eq!(
            log.refusal(&reason).0,
            "Error while reading option \"-log\" with value \"level\"\nReason: Option \"-log\" expects \
             key=value pairs, got \"level\"."
        );
        let line = arguments("-recover now");
        let recover = written(&line).next().unwrap().unwrap();
        assert_eq!(recover.alone().unwrap_err(), "Option \"-recover\" does not accept parameters.");
    }

    #[test]
    fn options_have_names_of_their_own() {
        for (at, (name, _)) in OPTIONS.iter().enumerate() {
            assert!(OPTIONS[..at].iter().all(|(other, _)| other != name), "{name}");
        }
    }
}
