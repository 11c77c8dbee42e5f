//! Networks that a worker has not, fetched from the coordinator.
//!
//! A network is data: nothing in it is executed, and a file that is no network is refused when the match is
//! read. It is kept in a directory of the worker's own under the name of its SHA-256, once that is right.

use std::io::Write;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::broker::Broker;
use crate::job::LocalFiles;
use crate::protocol::{self, FILE, FileRequest, Job, Subjects, VERSION};

/// Has the networks of a match that are not there sent, and keeps them in this directory. Whether all are
/// there now; not where the coordinator does not answer.
///
/// # Errors
/// Why one cannot be had, in a sentence.
pub(super) async fn fetch(
    broker: &Broker,
    job: &Job,
    directory: &Path,
    own: &mut LocalFiles,
) -> Result<bool, String> {
    for digest in job.networks.iter().flatten() {
        if own.networks.contains_key(digest) {
            continue;
        }
        let Some(bytes) = download(broker, job, digest).await? else { return Ok(false) };
        let path = keep(directory, digest, &bytes)?;
        own.networks.insert(digest.clone(), path);
    }
    Ok(true)
}

/// A file, part by part; `None` where nobody answers.
async fn download(broker: &Broker, job: &Job, digest: &str) -> Result<Option<Vec<u8>>, String> {
    let mut bytes = Vec::new();
    loop {
        let offset = bytes.len() as u64;
        let request = FileRequest { v: VERSION, sha256: digest.to_owned(), offset };
        let subject = Subjects::of(&job.fingerprint).file();
        let Ok(answer) = broker.ask(subject, protocol::to_bytes(&request)).await else {
            return Ok(None);
        };
        let (header, part) = protocol::read_file(&answer)?;
        if let Some(problem) = header.problem {
            return Err(format!("the coordinator does not send a network: {problem}"));
        }
        if header.size > FILE {
            return Err(format!("a network of {} bytes; {FILE} are taken", header.size));
        }
        bytes.extend_from_slice(part);
        if bytes.len() as u64 >= header.size {
            return Ok(Some(bytes));
        }
        if part.is_empty() {
            return Err("the coordinator's network is shorter than it says".to_owned());
        }
    }
}

/// Writes a file under the name of its digest, if it has that.
fn keep(directory: &Path, digest: &str, bytes: &[u8]) -> Result<PathBuf, String> {
    // So a name from outside is nothing but the digest, too.
    if hex::encode(Sha256::digest(bytes)) != digest {
        return Err("the network that the coordinator sends is another than it says".to_owned());
    }
    let path = directory.join(format!("{digest}.network"));
    let write = || {
        let mut file = tempfile::NamedTempFile::new_in(directory)?;
        file.write_all(bytes)?;
        file.persist(&path).map_err(|error| error.error)
    };
    write()
        .map_err(|error| format!("cannot keep a network in {}: {error}", directory.display()))?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_kept_under_its_digest_and_no_other() {
        let place = tempfile::tempdir().unwrap();
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let path = keep(place.path(), abc, b"abc").unwrap();
        assert_eq!(path, place.path().join(format!("{abc}.network")));
        assert_eq!(std::fs::read(&path).unwrap(), b"abc");
        for (name, bytes) in [(abc, &b"abd"[..]), ("../up", b"abc"), ("", b"")] {
            assert!(keep(place.path(), name, bytes).unwrap_err().contains("another than it says"));
        }
        let error = keep(&place.path().join("none"), abc, b"abc").unwrap_err();
        assert!(error.starts_with("cannot keep a network in "), "{error}");
        assert_eq!(std::fs::read_dir(place.path()).unwrap().count(), 1);
    }
}
