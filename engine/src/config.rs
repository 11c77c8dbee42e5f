//! The configuration of a search: a value that switches each technique and sets its parameters.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde::{Serialize, Serializer};

use crate::parameters::Parameters;

/// Makes [`SearchConfig`](crate::SearchConfig), [`SearchOverrides`](crate::SearchOverrides) and
/// [`Technique`](crate::Technique) of the list of techniques: each its key, which is its module's name
/// too, and its parameters' type.
macro_rules! techniques {
    ( $( $key:ident: $type:ident; )* ) => {
        /// Which techniques a search uses, and with which parameters. `None` is off.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
        pub struct SearchConfig {
            $(
                #[doc = concat!("See [`", stringify!($key), "`].")]
                pub $key: Option<$key::$type>,
            )*
        }

        /// Changes to a preset, as a match file writes them: a technique that is absent keeps the
        /// preset's setting, `false` turns it off, `true` turns it on, and a table turns it on with
        /// these parameters. Parameters that are not named are the preset's, or at their defaults
        /// where the technique is off in the preset.
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize, serde::Serialize,
        )]
        #[serde(default, deny_unknown_fields)]
        pub struct SearchOverrides {
            $(
                #[doc = concat!("See [`", stringify!($key), "`].")]
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $key: Option<$crate::config::Switch<$key::$type>>,
            )*
        }

        /// Changes that name every technique with all its parameters: they turn any preset into
        /// this configuration.
        impl From<SearchConfig> for SearchOverrides {
            fn from(config: SearchConfig) -> SearchOverrides {
                SearchOverrides { $( $key: Some($crate::config::Switch::to(config.$key)), )* }
            }
        }

        impl SearchConfig {
            /// This configuration with the changes applied.
            #[must_use]
            pub fn with(mut self, overrides: &SearchOverrides) -> SearchConfig {
                $( if let Some(switch) = overrides.$key {
                    self.$key = switch.applied_to(self.$key);
                } )*
                self
            }

            /// The changes that turn another configuration into this one: the techniques that
            /// differ, each with all its parameters.
            #[must_use]
            pub fn changes_from(self, other: SearchConfig) -> SearchOverrides {
                SearchOverrides {
                    $( $key: (self.$key != other.$key).then(|| $crate::config::Switch::to(self.$key)), )*
                }
            }

            /// Every technique on, with its defaults.
            #[must_use]
            pub fn everything() -> SearchConfig {
                SearchConfig { $( $key: Some(<$key::$type>::default()), )* }
            }

            /// This configuration, with the techniques that are off in it as in another one.
            #[must_use]
            pub fn or(self, other: SearchConfig) -> SearchConfig {
                SearchConfig { $( $key: self.$key.or(other.$key), )* }
            }

            /// This configuration with a technique off.
            #[must_use]
            pub fn without(mut self, technique: Technique) -> SearchConfig {
                match technique { $( Technique::$type => self.$key = None, )* }
                self
            }

            /// The values of a technique's parameters, in the order of
            /// [`Technique::parameters`]; `None` when it is off.
            #[must_use]
            pub fn values(&self, technique: Technique) -> Option<Vec<$crate::Value>> {
                match technique {
                    $( Technique::$type => {
                        use $crate::Parameters;
                        self.$key.as_ref().map(|parameters| parameters.values().collect())
                    } )*
                }
            }

            /// Sets a parameter of a technique to the text's value. A technique that is off
            /// stays off.
            ///
            /// # Errors
            /// A sentence about the fault of the name, the text or the value; the
            /// configuration is then as before.
            pub fn set(
                &mut self,
                technique: Technique,
                parameter: &str,
                text: &str,
            ) -> Result<(), String> {
                match technique {
                    $( Technique::$type => if let Some(parameters) = self.$key {
                        self.$key = Some($crate::Parameters::with(parameters, parameter, text)?);
                    } )*
                }
                Ok(())
            }
        }

        /// The techniques that are on, with all their parameters, on one line.
        impl std::fmt::Display for SearchConfig {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let mut separator = "";
                $( if let Some(parameters) = &self.$key {
                    write!(f, "{separator}{}", stringify!($key))?;
                    $crate::config::write_parameters(f, parameters)?;
                    separator = " ";
                } )*
                if separator.is_empty() { write!(f, "none") } else { Ok(()) }
            }
        }

        /// The techniques a search counts.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "the variants are the fields of SearchConfig")]
        pub enum Technique { $( $type, )* }

        impl Technique {
            /// Every technique, in the order of [`SearchConfig`].
            pub const ALL: &'static [Technique] = &[ $( Technique::$type, )* ];

            /// The technique's key in a match file.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $( Technique::$type => stringify!($key), )* }
            }

            /// The technique's effect, in one sentence.
            #[must_use]
            pub fn summary(self) -> &'static str {
                match self {
                    $( Technique::$type => <$key::$type as $crate::Parameters>::SUMMARY, )*
                }
            }

            /// Where the technique comes from; its module's documentation names the differences from that.
            #[must_use]
            pub fn source(self) -> &'static str {
                match self {
                    $( Technique::$type => <$key::$type as $crate::Parameters>::SOURCE, )*
                }
            }

            /// The technique's parameters.
            #[must_use]
            pub fn parameters(self) -> &'static [$crate::Parameter] {
                match self {
                    $( Technique::$type => <$key::$type as $crate::Parameters>::TABLE, )*
                }
            }
        }

        $( impl Rule for $key::$type {
            const TECHNIQUE: Technique = Technique::$type;

            fn of(config: &SearchConfig) -> Option<&$key::$type> {
                config.$key.as_ref()
            }
        } )*
    };
}

pub(crate) use techniques;

/// Writes `{name=value,..}`, but for later parameters at their defaults; nothing where there are no parameters.
pub(crate) fn write_parameters<P: Parameters>(
    f: &mut fmt::Formatter<'_>,
    parameters: &P,
) -> fmt::Result {
    let mut open = '{';
    let defaults = P::default();
    let values = parameters.values().zip(defaults.values());
    for (parameter, (value, default)) in P::TABLE.iter().zip(values) {
        if parameter.is_later && value == default {
            continue;
        }
        write!(f, "{open}{}={value}", parameter.name)?;
        open = ',';
    }
    if P::TABLE.is_empty() { Ok(()) } else { write!(f, "}}") }
}

/// The setting of one technique in a match file; see [`SearchOverrides`](crate::SearchOverrides).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch<P: Parameters> {
    /// The technique is not used.
    Off,
    /// It is used, with these parameters changed, if any.
    On(P::Changes),
}

impl<P: Parameters> Switch<P> {
    /// The setting that gives a technique exactly these parameters, or turns it off.
    pub(crate) fn to(parameters: Option<P>) -> Switch<P> {
        parameters.map_or(Switch::Off, |parameters| Switch::On(parameters.as_changes()))
    }

    /// A preset's technique with the setting applied.
    pub(crate) fn applied_to(self, preset: Option<P>) -> Option<P> {
        match self {
            Switch::Off => None,
            Switch::On(changes) => Some(preset.unwrap_or_default().changed(changes)),
        }
    }
}

impl<P: Parameters> Serialize for Switch<P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Switch::Off => serializer.serialize_bool(false),
            Switch::On(changes) => changes.serialize(serializer),
        }
    }
}

impl<'de, P: Parameters> Deserialize<'de> for Switch<P> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Switch<P>, D::Error> {
        deserializer.deserialize_any(SwitchVisitor(std::marker::PhantomData))
    }
}

struct SwitchVisitor<P>(std::marker::PhantomData<P>);

impl<'de, P: Parameters> Visitor<'de> for SwitchVisitor<P> {
    type Value = Switch<P>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "true, false or a table of ")?;
        for (i, parameter) in P::TABLE.iter().enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { ", " }, parameter.name)?;
        }
        Ok(())
    }

    fn visit_bool<E: de::Error>(self, on: bool) -> Result<Switch<P>, E> {
        Ok(if on { Switch::On(P::Changes::default()) } else { Switch::Off })
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Switch<P>, A::Error> {
        let changes = P::Changes::deserialize(de::value::MapAccessDeserializer::new(map))?;
        P::default().changed(changes).check().map_err(de::Error::custom)?;
        Ok(Switch::On(changes))
    }
}

#[cfg(test)]
mod tests {
    use crate::techniques::aspiration::Aspiration;
    use crate::techniques::check_extension::CheckExtension;
    use crate::techniques::multi_cut::MultiCut;
    use crate::techniques::null_move::NullMove;
    use crate::{SearchConfig, SearchOverrides, Technique};

    fn overrides(text: &str) -> Result<SearchOverrides, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn a_match_file_switches_techniques_and_sets_parameters() {
        let changes =
            overrides("null_move = false\nmulti_cut = { reduction = 3 }\ncheck_extension = true");
        let config = SearchConfig::preset("null-move").unwrap().with(&changes.unwrap());
        assert_eq!(config.null_move, None);
        assert_eq!(config.multi_cut, Some(MultiCut { reduction: 3, ..MultiCut::default() }));
        assert_eq!(config.check_extension, Some(CheckExtension::default()));
        assert_eq!(config.aspiration, Some(Aspiration::default()));
    }

    #[test]
    fn what_a_match_file_does_not_name_stays_as_the_preset_has_it() {
        let modern = SearchConfig::preset("modern").unwrap();
        let null_move = modern.null_move.unwrap();
        assert_ne!(null_move, NullMove { min_depth: 3, ..NullMove::default() });
        let changes = overrides("null_move = { min_depth = 3 }\nfutility = true").unwrap();
        let expected = NullMove { min_depth: 3, ..null_move };
        assert_eq!(modern.with(&changes), SearchConfig { null_move: Some(expected), ..modern });
        let written = toml::to_string(&changes).unwrap();
        assert_eq!(overrides(&written), Ok(changes), "{written}");
    }

    #[test]
    fn a_configuration_as_changes_makes_any_preset_the_same() {
        for preset in crate::PRESETS {
            let config = SearchConfig::preset(preset.name).unwrap();
            let written = toml::to_string(&SearchOverrides::from(config)).unwrap();
            let read = overrides(&written).unwrap();
            assert_eq!(config.changes_from(config), SearchOverrides::default());
            for other in [SearchConfig::default(), SearchConfig::everything()] {
                assert_eq!(other.with(&read), config, "{}: {written}", preset.name);
                assert_eq!(other.with(&config.changes_from(other)), config, "{}", preset.name);
            }
        }
    }

    #[test]
    fn mistakes_name_the_key_the_line_and_what_would_be_right() {
        let range = overrides("check_extension = true\nmulti_cut = { cutoffs = 0 }").unwrap_err();
        assert!(range.contains("line 2") && range.contains("expected 1 to 64"), "{range}");
        let key = overrides("multi_cut = { cutofs = 3 }").unwrap_err();
        assert!(key.contains("`cutofs`") && key.contains("`cutoffs`"), "{key}");
        let technique = overrides("multicut = true").unwrap_err();
        assert!(technique.contains("`multi_cut`"), "{technique}");
        let kind = overrides("multi_cut = 3").unwrap_err();
        assert!(kind.contains("true, false or a table of cutoffs, moves, reduction"), "{kind}");
    }

    #[test]
    fn every_parameter_is_set_by_name_and_text_and_checked() {
        for technique in Technique::ALL.iter().copied() {
            for (i, parameter) in technique.parameters().iter().enumerate() {
                let mut config = SearchConfig::everything();
                let mut set = |text: &str| {
                    let result = config.set(technique, parameter.name, text);
                    result.map(|()| config.values(technique).unwrap()[i].to_string())
                };
                let (low, high) = parameter.range.unwrap_or_default();
                let choices = parameter.choices.iter().map(ToString::to_string);
                let numbers = parameter.range.map(|_| [low.to_string(), high.to_string()]);
                for text in choices.chain(numbers.into_iter().flatten()) {
                    assert_eq!(set(&text), Ok(text));
                }
                let kept = config;
                let above = (high + 1).to_string();
                for wrong in ["", "maybe", "1e3", above.as_str()] {
                    let error = config.set(technique, parameter.name, wrong).unwrap_err();
                    assert!(error.contains(parameter.name) && config == kept, "{error}");
                }
            }
            assert!(SearchConfig::everything().set(technique, "no_such", "1").is_err());
        }
    }

    #[test]
    fn a_technique_that_is_off_takes_its_parameters_from_elsewhere() {
        let mut on = SearchConfig::everything();
        on.set(Technique::MultiCut, "cutoffs", "5").unwrap();
        let off = on.without(Technique::MultiCut);
        assert_eq!((off.multi_cut, off.null_move), (None, on.null_move));
        assert_eq!(off.or(on), on);
    }

    #[test]
    fn a_configuration_prints_on_one_line() {
        let config =
            SearchConfig { multi_cut: Some(MultiCut::default()), ..SearchConfig::default() };
        assert_eq!(config.to_string(), "multi_cut{cutoffs=3,moves=10,reduction=2}");
        assert_eq!(SearchConfig::default().to_string(), "none");
    }
}
