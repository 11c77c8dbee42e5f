//! Errors in making a book.

use arena::storage::json_lines::JsonLinesError;

/// Why a run ended early.
#[derive(Debug, thiserror::Error)]
pub enum JudgingError {
    /// The journal could not be written.
    #[error(transparent)]
    Journal(#[from] JsonLinesError),
    /// A line of the journal was not written by this program.
    #[error("candidate {number} of the journal: {problem}; delete the journal to begin anew")]
    Candidate {
        /// Its number.
        number: u64,
        /// The problem.
        problem: String,
    },
    /// The engine failed: only on a bug.
    #[error("the engine failed on candidate {number}: {problem}")]
    Engine {
        /// The candidate's number.
        number: u64,
        /// The panic's message.
        problem: String,
    },
}
