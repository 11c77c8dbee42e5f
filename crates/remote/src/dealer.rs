//! The coordinator's secret: it proves that this coordinator has dealt a ticket to this worker.
//!
//! With every game a worker gets a proof that only this coordinator can make, for this worker's key alone,
//! and sends it back with the result. The secret lies beside the journal while the work is dealt: so a coordinator that
//! was killed and resumed still believes the results of tickets that it had dealt before.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::piece::Wanted;
use super::protocol::WorkerKey;

/// Bytes of a secret.
const SECRET: usize = 32;
/// Bytes of a proof.
const PROOF: usize = 16;
/// The end of the file's name, behind that of the journal.
const SUFFIX: &str = ".dealing";

/// The secret of a coordinator.
pub(super) struct Dealer {
    secret: [u8; SECRET],
    file: PathBuf,
    /// Whether this process has made it.
    is_new: bool,
}

impl Dealer {
    /// The secret beside this journal, which is made where there is none.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub(super) fn beside(journal: &Path) -> io::Result<Dealer> {
        let mut file = journal.as_os_str().to_owned();
        file.push(SUFFIX);
        let file = PathBuf::from(file);
        let known = bounded::read(&file, bounded::SMALL)
            .ok()
            .and_then(|bytes| <[u8; SECRET]>::try_from(bytes).ok());
        let is_new = known.is_none();
        let secret = match known {
            Some(secret) => secret,
            None => {
                let secret: [u8; SECRET] = rand::random();
                system::files::create_private(&file)?.write_all(&secret)?;
                secret
            }
        };
        Ok(Dealer { secret, file, is_new })
    }

    /// Tells this coordinator from others, without its secret.
    pub(super) fn public(&self) -> String {
        self.digest(&[b"public"])
    }

    /// The proof that this result was dealt to this worker.
    pub(super) fn proof(&self, worker: &WorkerKey, wanted: Wanted) -> String {
        let Wanted { number, attempt } = wanted;
        let (number, attempt) = (number.to_le_bytes(), attempt.to_le_bytes());
        self.digest(&[worker.as_str().as_bytes(), &number, &attempt])
    }

    /// Forgets the secret: nothing is dealt any more.
    pub(super) fn forget(&self) {
        // Left behind, it harms nobody.
        let _ = fs::remove_file(&self.file);
    }

    /// Forgets a secret that nobody else has used.
    pub(super) fn forget_if_new(&self) {
        if self.is_new {
            self.forget();
        }
    }

    /// Twice hashed, so that no digest can be continued to that of a longer text.
    fn digest(&self, parts: &[&[u8]]) -> String {
        let mut inner = Sha256::new();
        inner.update(self.secret);
        parts.iter().for_each(|part| inner.update(part));
        let outer = Sha256::new().chain_update(self.secret).chain_update(inner.finalize());
        hex::encode(&outer.finalize()[..PROOF])
    }
}

impl std::fmt::Debug for Dealer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Dealer").field("file", &self.file).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::OwnKey;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_proof_is_for_one_worker_one_game_and_one_coordinator() {
        let place = tempfile::tempdir().unwrap();
        let journal = place.path().join("games.pgn");
        let [one, other] = [OwnKey::new(), OwnKey::new()].map(|key| key.public().clone());
        let dealer = Dealer::beside(&journal).unwrap();
        let wanted = |number, attempt| Wanted { number, attempt };
        let proof = dealer.proof(&one, wanted(3, 0));
        let others = [
            dealer.proof(&other, wanted(3, 0)),
            dealer.proof(&one, wanted(4, 0)),
            dealer.proof(&one, wanted(3, 1)),
            dealer.public(),
        ];
        assert!(others.iter().all(|other| *other != proof));
        // A resumed coordinator knows its own again; another does not.
        let again = Dealer::beside(&journal).unwrap();
        assert_eq!(
            (again.proof(&one, wanted(3, 0)), again.public()),
            (proof.clone(), dealer.public())
        );
        let mode = fs::metadata(&dealer.file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        dealer.forget();
        assert_ne!(Dealer::beside(&journal).unwrap().proof(&one, wanted(3, 0)), proof);
    }
}
