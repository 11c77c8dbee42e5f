//! Everything that a tuning depends on.

use serde::{Deserialize, Serialize};

use crate::tune::file::{TunedParameter, Tuning};
use crate::tune::spsa::{Dimension, Gains};
use arena::chess::adjudication::AdjudicationRules;
use arena::chess::limits::PlayLimits;
use arena::config::EngineSettings;
use arena::player;
use arena::storage::differences::{Differences, parts_of};
use arena::storage::facts::{BookFacts, ContenderFacts, EngineFacts};
use arena::storage::json_lines::{JournalFacts, JournalKind};
use arena::system::as_text;

/// Everything that a tuning's games and values depend on; a journal begins with it. The name, the
/// question, the number of games at a time and the confirmation match are not part of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuningFacts {
    /// The engine of the base, with the values that are not tuned.
    pub base: EngineFacts,
    /// Nodes of a fixed set of searches of the base: changes when the engine does.
    pub signature: u64,
    /// The files that a program is given by its arguments and options, with the beginnings of their digests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<String>,
    /// The limits on both sides' moves.
    #[serde(with = "as_text")]
    pub limits: PlayLimits,
    /// The opening book and its order.
    pub book: String,
    /// SHA-256 of the book, in hexadecimal.
    pub book_digest: String,
    /// The adjudication rules.
    pub adjudication: AdjudicationRules,
    /// Seed of openings and perturbations.
    pub seed: u64,
    /// Iterations.
    pub iterations: u32,
    /// Pairs of games in each iteration.
    pub pairs: u32,
    /// The exponents of the gains, and the stability constant in iterations.
    pub gains: [f64; 3],
    /// The parameters.
    pub parameters: Vec<ParameterFacts>,
}

/// One parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ParameterFacts {
    /// `technique.parameter`, or the name of an option.
    pub name: String,
    /// The value it starts from.
    pub start: f64,
    /// The least and the greatest value.
    pub range: (i32, i32),
    /// Perturbation in the last iteration.
    pub c_end: f64,
    /// Step a won game makes in the last iteration, in perturbations.
    pub r_end: f64,
    /// The parameter that this one is never below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<String>,
}

impl TuningFacts {
    /// The facts of a tuning. Takes a fraction of a second, for a few short searches.
    #[must_use]
    pub fn of(tuning: &Tuning) -> TuningFacts {
        let Tuning { base, parameters, gains, .. } = tuning;
        let Gains { iterations, alpha, gamma, stability } = *gains;
        let contender = &base.contenders[0];
        TuningFacts {
            base: EngineFacts::of(&contender.engine),
            signature: match tuning.engine() {
                EngineSettings::InProcess(settings) => player::search_signature(settings.setup()),
                EngineSettings::Own(_) | EngineSettings::Uci(_) => player::signature(contender),
            },
            files: ContenderFacts::of(contender, 0).files,
            limits: contender.limits,
            book: BookFacts::of(&base.openings).to_string(),
            book_digest: hex::encode(base.openings.book.digest),
            adjudication: base.adjudication.rules(),
            seed: base.seed,
            iterations,
            pairs: tuning.pairs(),
            gains: [alpha, gamma, stability],
            parameters: parameters.iter().map(|one| ParameterFacts::of(one, parameters)).collect(),
        }
    }

    fn digest(&self) -> String {
        self.book_digest.chars().take(8).collect()
    }
}

impl JournalFacts for TuningFacts {
    const KIND: JournalKind = JournalKind {
        commands: "`arena tune`",
        other: "the journal of another tuning",
        keep: "to keep it, give this one a directory of its own with --out DIR",
        mend: "to go on from the iteration before, delete this line and all after it",
    };

    fn differences(&self, other: &TuningFacts) -> Vec<String> {
        let mut differences = Differences::default();
        let signature = "the signature of the engine (its node count)";
        differences.compare(signature, &self.signature, &other.signature);
        let files = |facts: &TuningFacts| facts.files.clone().unwrap_or_default();
        differences.compare("what arguments and options name", &files(self), &files(other));
        differences.compare("the limit", &self.limits, &other.limits);
        differences.compare("the book", &self.book, &other.book);
        differences.compare("the text of the book", &self.digest(), &other.digest());
        differences.compare("the seed", &self.seed, &other.seed);
        differences.compare("`iterations`", &self.iterations, &other.iterations);
        differences.compare("`pairs`", &self.pairs, &other.pairs);
        let gains = |facts: &TuningFacts| format!("alpha, gamma, A = {:?}", facts.gains);
        differences.compare("the gains", &gains(self), &gains(other));
        let names = |facts: &TuningFacts| {
            let names = facts.parameters.iter().map(|parameter| parameter.name.as_str());
            names.collect::<Vec<_>>().join(", ")
        };
        differences.compare("the list of parameters", &names(self), &names(other));
        for (ours, theirs) in self.parameters.iter().zip(&other.parameters) {
            if ours.name == theirs.name {
                differences.compare(&ours.name, &ours.state(), &theirs.state());
            }
        }
        differences.compare_parts("the base", &self.base.parts(), &other.base.parts());
        let [here, there] = [self, other].map(|facts| parts_of(&facts.adjudication));
        differences.compare_parts("the adjudication", &here, &there);
        differences.into_sentences()
    }
}

impl ParameterFacts {
    fn of(parameter: &TunedParameter, all: &[TunedParameter]) -> ParameterFacts {
        let Dimension { start, low, high, c_end, r_end, floor } = parameter.dimension;
        let at_least = floor.map(|place| all[place].name());
        ParameterFacts { name: parameter.name(), start, range: (low, high), c_end, r_end, at_least }
    }

    fn state(&self) -> String {
        let ParameterFacts { start, range: (low, high), c_end, r_end, at_least, .. } = self;
        let floor = at_least.as_ref().map_or(String::new(), |name| format!(", at least {name}"));
        format!("{start} in [{low}, {high}], c_end {c_end}, r_end {r_end}{floor}")
    }
}
