//! Networks that a worker has not, fetched from the coordinator.
//!
//! A network is data: nothing in it is executed. It is kept in a directory of the worker's own under the name of its
//! SHA-256, once it has that and can be read as a network; old ones go where there are too many.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use engine::Network;
use sha2::{Digest, Sha256};

use super::post::{AT_ONCE, Post};
use crate::job::LocalFiles;
use crate::protocol::{self, FILE, FileRequest, Job, Subjects, VERSION};

/// Bytes of all networks that are kept.
const QUOTA: u64 = 1 << 30;
/// How the name of a network's file ends.
const SUFFIX: &str = ".network";

/// Has the networks of a match that are not there sent, and keeps them in this directory. Whether all are
/// there now; not where the coordinator does not answer.
///
/// # Errors
/// Why one cannot be had, in a sentence.
pub(super) async fn fetch(
    post: &Post,
    job: &Job,
    directory: &Path,
    own: &mut LocalFiles,
) -> Result<bool, String> {
    if job.networks.len() > job.signatures.len() {
        return Err("it names more networks than contenders".to_owned());
    }
    for digest in job.networks.iter().flatten() {
        if own.networks.contains_key(digest) {
            continue;
        }
        let Some(bytes) = download(post, job, digest).await? else { return Ok(false) };
        let path = keep(directory, digest, &bytes, QUOTA)?;
        own.networks.insert(digest.clone(), path);
        // Files that made room for it are gone.
        own.networks.retain(|_, path| path.is_file());
    }
    Ok(true)
}

/// A file, part by part; `None` without a reply.
async fn download(post: &Post, job: &Job, digest: &str) -> Result<Option<Vec<u8>>, String> {
    let mut bytes = Vec::new();
    let mut size = None;
    loop {
        let offset = bytes.len() as u64;
        let request = FileRequest { v: VERSION, sha256: digest.to_owned(), offset };
        let subject = Subjects::by(&job.fingerprint, post.broker.login()).file();
        let message = protocol::to_bytes(&request);
        let Ok(answer) = post.ask(subject, post.serial(), &message, AT_ONCE).await else {
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
        if *size.get_or_insert(header.size) != header.size || bytes.len() as u64 > header.size {
            return Err("the coordinator's network has another size than it says".to_owned());
        }
        if bytes.len() as u64 == header.size {
            return Ok(Some(bytes));
        }
        if part.is_empty() {
            return Err("the coordinator's network is shorter than it says".to_owned());
        }
    }
}

/// Writes a file under the name of its digest, if it has that and is a network.
fn keep(directory: &Path, digest: &str, bytes: &[u8], quota: u64) -> Result<PathBuf, String> {
    // So a name from outside is nothing but the digest, too.
    if hex::encode(Sha256::digest(bytes)) != digest {
        return Err("the network that the coordinator sends is another than it says".to_owned());
    }
    if let Err(problem) = Network::read(bytes) {
        return Err(format!("the file that the coordinator sends is no network: {problem}"));
    }
    let path = directory.join(format!("{digest}{SUFFIX}"));
    let write = || {
        make_room(directory, quota.saturating_sub(bytes.len() as u64))?;
        let mut file = tempfile::NamedTempFile::new_in(directory)?;
        file.write_all(bytes)?;
        file.persist(&path).map_err(|error| error.error)
    };
    write()
        .map_err(|error| format!("cannot keep a network in {}: {error}", directory.display()))?;
    Ok(path)
}

/// Removes the oldest networks that were sent before, until the others have no more than this number of bytes.
fn make_room(directory: &Path, most: u64) -> io::Result<()> {
    let mut kept = Vec::new();
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let metadata = entry.metadata()?;
        if metadata.is_file() && is_of_a_digest(&entry.file_name().to_string_lossy()) {
            let written = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            kept.push((written, metadata.len(), entry.path()));
        }
    }
    kept.sort();
    let mut bytes: u64 = kept.iter().map(|(_, bytes, _)| bytes).sum();
    for (_, size, path) in kept {
        if bytes <= most {
            break;
        }
        fs::remove_file(path)?;
        bytes -= size;
    }
    Ok(())
}

/// Whether a file of this name was sent: other files stay.
fn is_of_a_digest(name: &str) -> bool {
    let stem = name.strip_suffix(SUFFIX);
    stem.is_some_and(|stem| stem.len() == 64 && stem.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUILT_IN: &str =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../engine/networks/default.network");

    #[test]
    fn a_network_is_kept_under_its_digest_and_nothing_else_is() {
        let place = tempfile::tempdir().unwrap();
        let network = fs::read(BUILT_IN).unwrap();
        let digest = hex::encode(Sha256::digest(&network));
        let path = keep(place.path(), &digest, &network, QUOTA).unwrap();
        assert_eq!(path, place.path().join(format!("{digest}.network")));
        assert_eq!(fs::read(&path).unwrap(), network);
        let mut changed = network.clone();
        changed[40] ^= 1;
        for (name, bytes) in [(digest.as_str(), &changed[..]), ("../up", &network[..]), ("", b"")] {
            let error = keep(place.path(), name, bytes, QUOTA).unwrap_err();
            assert!(error.contains("another than it says"), "{error}");
        }
        let script = b"#!/bin/sh\ntouch /tmp/x\n";
        let error = keep(place.path(), &hex::encode(Sha256::digest(script)), script, QUOTA);
        assert!(error.unwrap_err().contains("is no network"));
        let error = keep(&place.path().join("none"), &digest, &network, QUOTA).unwrap_err();
        assert!(error.starts_with("cannot keep a network in "), "{error}");
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);
    }

    #[test]
    fn old_networks_go_where_there_are_too_many_and_other_files_stay() {
        let place = tempfile::tempdir().unwrap();
        let name = |digit: &str| place.path().join(format!("{}.network", digit.repeat(64)));
        let own = place.path().join("own.network");
        fs::write(&own, [0; 100]).unwrap();
        for digit in ["c", "a", "b"] {
            fs::write(name(digit), [0; 100]).unwrap();
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        make_room(place.path(), 200).unwrap();
        assert_eq!(
            [name("c"), name("a"), name("b"), own].map(|path| path.exists()),
            [false, true, true, true]
        );
    }
}
