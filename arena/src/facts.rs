//! What is worth knowing of a match once it is under way.

/// The facts of a match.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct MatchFacts {
    /// Name: the match file's, without extension.
    pub name: String,
    /// What the match is to find out.
    pub question: Option<String>,
    /// Games planned.
    pub games: u32,
    /// Seed of the opening order.
    pub seed: u64,
    /// The contenders, in the order of the match file.
    pub contenders: [ContenderFacts; 2],
    /// The opening book.
    pub book: BookFacts,
    /// How games are adjudicated, on one line.
    pub adjudication: String,
    /// Tells this match from others.
    pub fingerprint: String,
}

/// The facts of one contender.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct ContenderFacts {
    /// Name.
    pub name: String,
    /// Techniques with their parameters and the size of the hash table, on one line.
    pub configuration: String,
    /// What it may spend on its moves, on one line.
    pub limits: String,
    /// The text of PGN's `TimeControl` tag.
    pub time_control: String,
    /// Nodes of a fixed set of searches with this configuration.
    pub signature: u64,
}

/// The facts of the opening book.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct BookFacts {
    /// The file's name.
    pub file: String,
    /// How many openings it has.
    pub openings: u32,
    /// `sequential` or `shuffled`.
    pub order: String,
    /// The plies its openings were cut to.
    pub plies: Option<u32>,
    /// The opening of the order the match began with, from 1.
    pub start: u32,
}

/// The book and how it is gone through, on one line.
impl std::fmt::Display for BookFacts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let BookFacts { file, openings, order, .. } = self;
        write!(f, "{file} ({openings} openings, {order})")
    }
}
