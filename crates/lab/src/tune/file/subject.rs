//! The subject of a tuned parameter: a number of a technique, or an option of a program.

use engine::{Parameter, Technique};

use uci_client::OptionValue;

use arena::config::{EngineSettings, Origin};

/// The tuned setting.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// A number of a technique that is on in the base.
    Technique {
        /// The technique.
        technique: Technique,
        /// Its parameter.
        parameter: &'static Parameter,
    },
    /// An option of the program that is the base.
    Option {
        /// Its name.
        name: String,
        /// The form of the option's value.
        kind: OptionKind,
        /// The place that names it.
        origin: Origin,
    },
}

/// The conversion from a tuning's whole numbers to an option's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// The number.
    Spin,
    /// `false` for 0 and `true` for 1.
    Check,
    /// A fraction as a text: the number by this scale.
    Fraction(u32),
}

impl Subject {
    /// `late_move_reductions.divisor`, or the name of the option.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Subject::Technique { technique, parameter } => {
                format!("{}.{}", technique.name(), parameter.name)
            }
            Subject::Option { name, .. } => name.clone(),
        }
    }

    /// The value as a file has it.
    #[must_use]
    pub fn in_words(&self, value: i32) -> String {
        match self {
            Subject::Technique { .. } => value.to_string(),
            Subject::Option { kind, .. } => kind.value(value).to_string(),
        }
    }

    /// The number of played units in one unit of the file.
    #[must_use]
    pub fn scale(&self) -> f64 {
        match self {
            Subject::Option { kind: OptionKind::Fraction(scale), .. } => f64::from(*scale),
            _ => 1.0,
        }
    }

    /// Gives an engine of the kind of the base this value.
    pub(super) fn set(&self, engine: &mut EngineSettings, value: i32) {
        match (self, engine) {
            (Subject::Technique { technique, parameter }, EngineSettings::InProcess(settings)) => {
                let set = settings.search.set(*technique, parameter.name, &value.to_string());
                debug_assert!(set.is_ok(), "values are kept in their ranges: {set:?}");
            }
            (Subject::Option { name, kind, origin }, EngineSettings::Uci(program)) => {
                program.set(name, kind.value(value), origin.clone());
            }
            _ => debug_assert!(false, "subject and base are of one kind"),
        }
    }
}

impl OptionKind {
    /// The value in the form that the program receives.
    pub(super) fn value(self, value: i32) -> OptionValue {
        match self {
            OptionKind::Spin => OptionValue::Number(i64::from(value)),
            OptionKind::Check => OptionValue::Flag(value != 0),
            OptionKind::Fraction(scale) => {
                OptionValue::Text((f64::from(value) / f64::from(scale)).to_string())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_switches_and_fractions_are_told_as_they_are() {
        assert_eq!(OptionKind::Spin.value(-3), OptionValue::Number(-3));
        assert_eq!(OptionKind::Check.value(1), OptionValue::Flag(true));
        assert_eq!(OptionKind::Fraction(1000).value(1250), OptionValue::Text("1.25".to_owned()));
        assert_eq!(OptionKind::Fraction(100).value(7), OptionValue::Text("0.07".to_owned()));
    }
}
