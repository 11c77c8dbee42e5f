//! The configuration of a search: a value that switches each technique and sets its parameters.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde::{Serialize, Serializer};

use crate::parameters::{Parameter, Parameters, Value};
use crate::pruning::all_node_pruning::AllNodePruning;
use crate::pruning::delta_pruning::DeltaPruning;
use crate::pruning::enhanced_multi_cut::EnhancedMultiCut;
use crate::pruning::enhanced_transposition_cutoffs::EnhancedTranspositionCutoffs;
use crate::pruning::exchange_pruning::ExchangePruning;
use crate::pruning::extended_futility::ExtendedFutility;
use crate::pruning::frontier_futility::FrontierFutility;
use crate::pruning::futility::Futility;
use crate::pruning::history_pruning::HistoryPruning;
use crate::pruning::internal_iterative_reductions::InternalIterativeReductions;
use crate::pruning::late_move_pruning::LateMovePruning;
use crate::pruning::late_move_reductions::LateMoveReductions;
use crate::pruning::limited_razoring::LimitedRazoring;
use crate::pruning::multi_cut::MultiCut;
use crate::pruning::multi_cut_all::MultiCutAll;
use crate::pruning::null_move::NullMove;
use crate::pruning::null_move_bound::NullMoveBound;
use crate::pruning::probcut::Probcut;
use crate::pruning::razoring::Razoring;
use crate::pruning::reverse_futility::ReverseFutility;
use crate::pruning::singular_extension::SingularExtension;
use crate::pruning::uncertainty_cut_offs::UncertaintyCutOffs;
use crate::search::aspiration::Aspiration;
use crate::search::check_extension::CheckExtension;
use crate::search::correction_history::CorrectionHistory;
use crate::search::quiescence_entries::QuiescenceEntries;
use crate::search::random_evaluation::RandomEvaluation;

/// The one list of techniques. From it come [`SearchConfig`], [`SearchOverrides`] and
/// [`Technique`].
macro_rules! techniques {
    ( $( $(#[$meta:meta])* $field:ident: $type:ident; )* ) => {
        /// Which techniques a search uses, and with which parameters. `None` is off.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
        pub struct SearchConfig {
            $( $(#[$meta])* pub $field: Option<$type>, )*
        }

        /// Changes to a preset, as a match file writes them: a technique that is absent keeps the
        /// preset's setting, `false` turns it off, `true` turns it on, and a table turns it on with
        /// these parameters. Parameters that are not named are the preset's, or at their defaults
        /// where the technique is off in the preset.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize, Serialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct SearchOverrides {
            $(
                $(#[$meta])*
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $field: Option<Switch<$type>>,
            )*
        }

        /// Changes that name every technique with all its parameters: they turn any preset into
        /// this configuration.
        impl From<SearchConfig> for SearchOverrides {
            fn from(config: SearchConfig) -> SearchOverrides {
                SearchOverrides { $( $field: Some(Switch::to(config.$field)), )* }
            }
        }

        impl SearchConfig {
            /// This configuration with the changes applied.
            #[must_use]
            pub fn with(mut self, overrides: &SearchOverrides) -> SearchConfig {
                $( if let Some(switch) = overrides.$field {
                    self.$field = switch.applied_to(self.$field);
                } )*
                self
            }

            /// The changes that turn another configuration into this one: the techniques that
            /// differ, each with all its parameters.
            #[must_use]
            pub fn changes_from(self, other: SearchConfig) -> SearchOverrides {
                SearchOverrides {
                    $( $field: (self.$field != other.$field).then(|| Switch::to(self.$field)), )*
                }
            }

            /// Every technique on, with its defaults.
            #[must_use]
            pub fn everything() -> SearchConfig {
                SearchConfig { $( $field: Some(<$type>::default()), )* }
            }

            /// This configuration, with the techniques that are off in it as in another one.
            #[must_use]
            pub fn or(self, other: SearchConfig) -> SearchConfig {
                SearchConfig { $( $field: self.$field.or(other.$field), )* }
            }

            /// This configuration with a technique off.
            #[must_use]
            pub fn without(mut self, technique: Technique) -> SearchConfig {
                match technique { $( Technique::$type => self.$field = None, )* }
                self
            }

            /// The values of a technique's parameters, in the order of
            /// [`Technique::parameters`]; `None` when it is off.
            #[must_use]
            pub fn values(&self, technique: Technique) -> Option<Vec<Value>> {
                match technique {
                    $( Technique::$type => {
                        self.$field.as_ref().map(|parameters| parameters.values().collect())
                    } )*
                }
            }

            /// Sets a parameter of a technique to what the text says. A technique that is off
            /// stays off.
            ///
            /// # Errors
            /// A sentence that says what is wrong with the name, the text or the value; the
            /// configuration is then as before.
            pub fn set(
                &mut self,
                technique: Technique,
                parameter: &str,
                text: &str,
            ) -> Result<(), String> {
                match technique {
                    $( Technique::$type => if let Some(parameters) = self.$field {
                        self.$field = Some(parameters.with(parameter, text)?);
                    } )*
                }
                Ok(())
            }
        }

        /// The techniques that are on, with all their parameters, on one line.
        impl fmt::Display for SearchConfig {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut separator = "";
                $( if let Some(parameters) = &self.$field {
                    write!(f, "{separator}{}", stringify!($field))?;
                    write_parameters(f, parameters)?;
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
                match self { $( Technique::$type => stringify!($field), )* }
            }

            /// The technique's parameters.
            #[must_use]
            pub fn parameters(self) -> &'static [Parameter] {
                match self { $( Technique::$type => <$type as Parameters>::TABLE, )* }
            }
        }
    };
}

techniques! {
    /// Narrow root window around the last iteration's score.
    aspiration: Aspiration;
    /// A move that gives check does not cost depth.
    check_extension: CheckExtension;
    /// Add a random term to the static evaluation.
    random_evaluation: RandomEvaluation;
    /// Of quiescence, keep the nodes at the horizon alone in the table.
    quiescence_entries: QuiescenceEntries;
    /// Correct the static evaluation by what searches of the same pawns found.
    correction_history: CorrectionHistory;
    /// Look all moves up before searching any.
    enhanced_transposition_cutoffs: EnhancedTranspositionCutoffs;
    /// Near the horizon, trust an evaluation far above beta.
    reverse_futility: ReverseFutility;
    /// Near the horizon, trust the quiescence search far below alpha.
    razoring: Razoring;
    /// Prune where passing is already good enough.
    null_move: NullMove;
    /// Let passing fall short of beta by a tempo.
    null_move_bound: NullMoveBound;
    /// Prune where a capture exceeds beta by a margin at less depth.
    probcut: Probcut;
    /// Prune where several moves look good enough at less depth.
    multi_cut: MultiCut;
    /// Prune where several independent moves do, and an earlier search suggests it.
    enhanced_multi_cut: EnhancedMultiCut;
    /// Prune where several moves do at an expected ALL node.
    multi_cut_all: MultiCutAll;
    /// Search again, and do not store, what rests on a prune at an expected ALL node.
    all_node_pruning: AllNodePruning;
    /// Extend a move that alone is good; prune where another is good too.
    singular_extension: SingularExtension;
    /// Three plies from the horizon, search a node far below alpha to less depth.
    limited_razoring: LimitedRazoring;
    /// Search a node without a table move to less depth.
    internal_iterative_reductions: InternalIterativeReductions;
    /// At the horizon, skip moves without check whose balance cannot reach alpha.
    frontier_futility: FrontierFutility;
    /// Two plies from the horizon, skip moves without check whose balance is a rook short of alpha.
    extended_futility: ExtendedFutility;
    /// Near the horizon, skip quiet moves that come late.
    late_move_pruning: LateMovePruning;
    /// Near the horizon, skip quiet moves that have failed again and again.
    history_pruning: HistoryPruning;
    /// Near the horizon, skip quiet moves that cannot reach alpha.
    futility: Futility;
    /// Near the horizon, skip moves that lose material.
    exchange_pruning: ExchangePruning;
    /// In quiescence, skip captures that cannot reach alpha.
    delta_pruning: DeltaPruning;
    /// Search late quiet moves to less depth first.
    late_move_reductions: LateMoveReductions;
    /// Leave a node early where it disappoints, and search again.
    uncertainty_cut_offs: UncertaintyCutOffs;
}

fn write_parameters<P: Parameters>(f: &mut fmt::Formatter<'_>, parameters: &P) -> fmt::Result {
    let mut open = '{';
    for (parameter, value) in P::TABLE.iter().zip(parameters.values()) {
        write!(f, "{open}{}={value}", parameter.name)?;
        open = ',';
    }
    if P::TABLE.is_empty() { Ok(()) } else { write!(f, "}}") }
}

/// The setting of one technique in a match file; see [`SearchOverrides`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch<P: Parameters> {
    /// The technique is not used.
    Off,
    /// It is used, with these parameters changed, if any.
    On(P::Changes),
}

impl<P: Parameters> Switch<P> {
    /// The setting that gives a technique exactly these parameters, or turns it off.
    fn to(parameters: Option<P>) -> Switch<P> {
        parameters.map_or(Switch::Off, |parameters| Switch::On(parameters.as_changes()))
    }

    /// A preset's technique with the setting applied.
    fn applied_to(self, preset: Option<P>) -> Option<P> {
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
    use super::*;

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
