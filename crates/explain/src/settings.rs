//! The settings of an audit: its judges, their nodes, and the number of positions.

use engine::{Evaluation, SearchConfig, Setup, Technique};
use serde::{Deserialize, Serialize};

use arena::storage::differences::Differences;
use arena::storage::facts::{EngineFacts, MatchFacts, SearchFacts};
use lab::suite::configuration::{Configuration, SuiteEngine};
use lab::suite::judging::facts::{JudgeFacts, default_judge};
use lab::suite::judging::judge::HASH;

/// The nodes of a judge's search for each node of the match's.
const TIMES_THE_MATCH: u64 = 50;
/// The nodes of a judge's search where nodes do not limit the match.
const NODES: u64 = 1_000_000;
/// Positions that are judged, unless the user says otherwise.
pub const POSITIONS: usize = 200;
/// The settings of an audit.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The judges, two of different kind.
    pub judges: [Configuration; 2],
    /// Nodes of each search.
    pub nodes: u64,
    /// Positions that are judged, at most.
    pub positions: usize,
    /// Transposition table of a judge in this process, in MiB.
    pub hash: usize,
}

/// The facts that the judgements of a journal depend on; the journal begins with them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditFacts {
    /// Fingerprint of the match.
    pub fingerprint: String,
    /// The judges.
    pub judges: Vec<JudgeFacts>,
    /// Nodes of each search.
    pub nodes: u64,
    /// Transposition table, in MiB.
    pub hash: usize,
}

impl Settings {
    /// The settings of an audit of this match, as far as the user leaves them open.
    #[must_use]
    pub fn of_match(facts: &[MatchFacts]) -> Settings {
        let contenders = facts.iter().flat_map(|facts| &facts.contenders);
        let nodes = contenders.filter_map(|contender| contender.limits.nodes_a_move());
        Settings {
            judges: default_judges(&differing_techniques(facts)),
            nodes: nodes.max().map_or(NODES, |nodes| nodes.saturating_mul(TIMES_THE_MATCH)),
            positions: POSITIONS,
            hash: HASH,
        }
    }

    /// The facts that the judgements depend on.
    #[must_use]
    pub fn facts(&self, fingerprint: &str) -> AuditFacts {
        AuditFacts {
            fingerprint: fingerprint.to_owned(),
            judges: self.judges.iter().map(JudgeFacts::of).collect(),
            nodes: self.nodes,
            hash: self.hash,
        }
    }
}

impl AuditFacts {
    /// The facts that are others in a journal, a sentence each.
    #[must_use]
    pub fn differences(&self, written: &AuditFacts) -> Vec<String> {
        let mut differences = Differences::default();
        differences.compare("the match", &self.fingerprint, &written.fingerprint);
        differences.compare("the number of nodes", &self.nodes, &written.nodes);
        differences.compare("the transposition table in MiB", &self.hash, &written.hash);
        for (number, (here, there)) in (1..).zip(self.judges.iter().zip(&written.judges)) {
            differences.compare(&format!("judge {number}"), &here.words(), &there.words());
        }
        differences.into_sentences()
    }
}

/// The default judges: `modern` with the network, and the same without the techniques that differ between the
/// contenders, with the classical evaluation.
fn default_judges(differing: &[Technique]) -> [Configuration; 2] {
    let modern = SearchConfig::preset("modern").unwrap_or_default();
    let plain = differing.iter().fold(modern, |search, &technique| search.without(technique));
    let left_out: Vec<&str> = differing
        .iter()
        .filter(|technique| modern.values(**technique).is_some())
        .map(|technique| technique.name())
        .collect();
    let name = match left_out.as_slice() {
        [] => "modern (classical)".to_owned(),
        names => format!("modern without {} (classical)", names.join(", ")),
    };
    let engine = SuiteEngine::Preset(Setup { search: plain, evaluation: Evaluation::Classical });
    [default_judge(), Configuration { name, engine }]
}

/// The techniques that are not the same for all contenders.
fn differing_techniques(facts: &[MatchFacts]) -> Vec<Technique> {
    let contenders = facts.iter().flat_map(|facts| &facts.contenders);
    let searches: Vec<&SearchFacts> = contenders
        .filter_map(|contender| match &contender.engine {
            EngineFacts::Search(search) => Some(search),
            EngineFacts::Own(_) | EngineFacts::Program(_) => None,
        })
        .collect();
    let differs = |technique: &Technique| {
        let values = |search: &SearchFacts| search.techniques.values(*technique);
        searches.windows(2).any(|pair| values(pair[0]) != values(pair[1]))
    };
    Technique::ALL.iter().copied().filter(differs).collect()
}
