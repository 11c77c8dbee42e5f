//! The clauses of a line of settings: techniques of a search and rules of adjudication, each with its values.

use std::collections::BTreeMap;
use std::fmt;

/// A clause of a line of settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The technique or the rule.
    pub name: String,
    /// Its values.
    pub values: Values,
}

/// The values of a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// None: `check_extension`.
    None,
    /// One without a name: `max_moves=60`.
    One(String),
    /// Named ones: `null_move{reduction=3,verified=false}`.
    Named(Vec<(String, String)>),
}

impl Clause {
    /// The clauses of a line, separated by blanks.
    pub fn of_line(line: &str) -> Vec<Clause> {
        line.split(' ').filter(|word| !word.is_empty()).map(Clause::read).collect()
    }

    fn read(word: &str) -> Clause {
        let (name, values) = match word.strip_suffix('}').and_then(|word| word.split_once('{')) {
            Some((name, values)) => (name, Values::Named(values.split(',').map(named).collect())),
            None => match word.split_once('=') {
                Some((name, value)) => (name, Values::One(value.to_owned())),
                None => (word, Values::None),
            },
        };
        Clause { name: name.to_owned(), values }
    }
}

fn named(text: &str) -> (String, String) {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    (name.to_owned(), value.to_owned())
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        match &self.values {
            Values::None => Ok(()),
            Values::One(value) => write!(f, "={value}"),
            Values::Named(values) => {
                let values: Vec<String> =
                    values.iter().map(|(name, value)| format!("{name}={value}")).collect();
                write!(f, "{{{}}}", values.join(","))
            }
        }
    }
}

/// Values by their names; empty for something that is on and has no value.
pub type Parts = BTreeMap<String, String>;

/// The values of clauses, those with names as `null_move.reduction`.
pub(crate) fn parts_of(clauses: &[Clause]) -> Parts {
    let mut parts = Parts::new();
    for Clause { name, values } in clauses {
        match values {
            Values::None if name == "none" => {}
            Values::None => drop(parts.insert(name.clone(), String::new())),
            Values::One(value) => drop(parts.insert(name.clone(), value.clone())),
            Values::Named(values) => {
                let named =
                    values.iter().map(|(key, value)| (format!("{name}.{key}"), value.clone()));
                parts.extend(named);
            }
        }
    }
    parts
}
