//! The address that an answer may go to.

/// The beginning of every inbox.
const INBOX: &str = "_INBOX.";

/// The inbox of a process that waits for an answer. Every other subject is refused: an answer to it would have
/// the rights of the answering process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReplyTo(String);

impl ReplyTo {
    /// An inbox; `None` for any other subject.
    pub(crate) fn new(subject: String) -> Option<ReplyTo> {
        let inbox = subject.strip_prefix(INBOX)?;
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        (!inbox.is_empty() && inbox.chars().all(is_plain)).then_some(ReplyTo(subject))
    }

    /// As a subject.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_go_to_inboxes_alone() {
        let is_inbox = |subject: &str| ReplyTo::new(subject.to_owned()).is_some();
        assert!(is_inbox("_INBOX.a1B2.c_3-"));
        let others = [
            "",
            "_INBOX.",
            "_INBOX",
            "a.b",
            "$JS.API.STREAM.PURGE.X",
            "$JS.ACK.x",
            "_INBOX.a b",
            "_INBOX.*",
            "_INBOX.>",
        ];
        assert!(!others.into_iter().any(is_inbox));
    }
}
