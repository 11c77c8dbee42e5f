//! Signed messages of workers, and answers that belong to one of them.
//!
//! A worker makes a key when it starts, and signs each message with it: the key is its identity, its name is for
//! people. The signature covers the subject and a serial that only grows, so a message can be neither moved to
//! another subject nor, where the serial is looked at, repeated. An answer names the key and the serial of its
//! question, so a reply in the wrong inbox is useless there.

use std::fmt;

use nkeys::KeyPair;
use serde::{Deserialize, Serialize};

use super::{VERSION, framed, read, split};

/// Length of a key in its written form.
const KEY: usize = 56;
/// Length of a signature in its written form.
const SIGNATURE: usize = 128;
/// Bytes of a first line at most.
const SEAL: usize = 400;

/// The public key of a worker.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct WorkerKey(String);

impl WorkerKey {
    /// Its written form.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// A key that no message can be signed with.
    #[cfg(test)]
    pub(crate) fn named(name: &str) -> WorkerKey {
        WorkerKey(name.to_owned())
    }
}

/// The key that a worker signs with.
pub(crate) struct OwnKey {
    pair: KeyPair,
    public: WorkerKey,
}

/// The first line of a signed message; behind it is the message.
#[derive(Serialize, Deserialize)]
struct Seal {
    v: u32,
    key: WorkerKey,
    serial: u64,
    signature: String,
}

/// The sender and the serial that a message names. Nothing is verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    pub(crate) by: WorkerKey,
    pub(crate) serial: u64,
}

/// A message whose signature is that of its sender. Only [`Signed::open`] makes one.
#[derive(Clone, Debug)]
pub(crate) struct Signed {
    by: WorkerKey,
    serial: u64,
    message: Vec<u8>,
}

/// The first line of an answer; behind it is the answer.
#[derive(Serialize, Deserialize)]
struct Address {
    v: u32,
    to: WorkerKey,
    serial: u64,
}

/// An answer to one message of one worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) to: WorkerKey,
    pub(crate) serial: u64,
}

impl OwnKey {
    /// A new key.
    pub(crate) fn new() -> OwnKey {
        let pair = KeyPair::new_user();
        let public = WorkerKey(pair.public_key());
        OwnKey { pair, public }
    }

    /// The public part.
    pub(crate) fn public(&self) -> &WorkerKey {
        &self.public
    }

    /// A message to this subject, signed.
    pub(crate) fn seal(&self, subject: &str, serial: u64, message: &[u8]) -> Vec<u8> {
        // A pair made here has its secret part, and signs everything.
        let signature = self.pair.sign(&signed_bytes(subject, serial, message)).unwrap_or_default();
        let signature = hex::encode(signature);
        let key = self.public.clone();
        framed(&Seal { v: VERSION, key, serial, signature }, message)
    }
}

impl fmt::Debug for OwnKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("OwnKey").field(&self.public).finish()
    }
}

impl Claim {
    /// Reads the first line of a message; `None` where it can be none of a worker.
    pub(crate) fn read(bytes: &[u8]) -> Option<Claim> {
        let (seal, _) = split(&bytes[..bytes.len().min(SEAL)]).ok()?;
        let Seal { v, key, serial, signature } = serde_json::from_slice(seal).ok()?;
        let is_one = v == VERSION && key.0.len() == KEY && signature.len() == SIGNATURE;
        is_one.then_some(Claim { by: key, serial })
    }
}

impl Signed {
    /// A message that came to this subject.
    ///
    /// # Errors
    /// The problem, in a sentence, where it is not signed, or not by the key that it names.
    pub(crate) fn open(subject: &str, bytes: &[u8]) -> Result<Signed, String> {
        let (seal, message) = split(bytes)?;
        let Seal { key, serial, signature, .. } = read(seal)?;
        let forged = || "a message is not signed by the worker that it names".to_owned();
        let signature = hex::decode(signature).map_err(|_| forged())?;
        if key.0.len() != KEY {
            return Err(forged());
        }
        let pair = KeyPair::from_public_key(&key.0).map_err(|_| forged())?;
        let signed = signed_bytes(subject, serial, message);
        pair.verify(&signed, &signature).map_err(|_| forged())?;
        Ok(Signed { by: key, serial, message: message.to_vec() })
    }

    /// The worker that has signed it.
    pub(crate) fn by(&self) -> &WorkerKey {
        &self.by
    }

    /// Its serial.
    pub(crate) fn serial(&self) -> u64 {
        self.serial
    }

    /// The message itself.
    pub(crate) fn message(&self) -> &[u8] {
        &self.message
    }

    /// The address of its answer.
    pub(crate) fn answer(&self) -> Answer {
        Answer { to: self.by.clone(), serial: self.serial }
    }
}

impl Answer {
    /// An answer as bytes.
    pub(crate) fn to_bytes(&self, answer: &[u8]) -> Vec<u8> {
        let Answer { to, serial } = self.clone();
        framed(&Address { v: VERSION, to, serial }, answer)
    }

    /// The answer in these bytes, if it is the one to this message.
    ///
    /// # Errors
    /// The problem, in a sentence.
    pub(crate) fn open<'a>(&self, bytes: &'a [u8]) -> Result<&'a [u8], String> {
        let (address, answer) = split(bytes)?;
        let Address { to, serial, .. } = read(address)?;
        match to == self.to && serial == self.serial {
            true => Ok(answer),
            false => Err("an answer belongs to another message".to_owned()),
        }
    }
}

fn signed_bytes(subject: &str, serial: u64, message: &[u8]) -> Vec<u8> {
    let mut bytes = format!("arena {VERSION}\n{subject}\n{serial}\n").into_bytes();
    bytes.extend_from_slice(message);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_believed_as_it_was_signed_and_no_other_way() {
        let [key, other] = [OwnKey::new(), OwnKey::new()];
        let sealed = key.seal("a.b", 7, b"text");
        let opened = Signed::open("a.b", &sealed).unwrap();
        assert_eq!(
            (opened.by(), opened.serial(), opened.message()),
            (key.public(), 7, &b"text"[..])
        );
        assert_eq!(Claim::read(&sealed), Some(Claim { by: key.public().clone(), serial: 7 }));
        assert_eq!(Claim::read(b"{}\ntext"), None);
        let text = String::from_utf8(sealed.clone()).unwrap();
        let forged = [
            ("another subject", "a.c", text.clone()),
            ("another serial", "a.b", text.replace("\"serial\":7", "\"serial\":8")),
            ("another text", "a.b", text.replace("text", "test")),
            ("another's name", "a.b", text.replace(key.public().as_str(), other.public().as_str())),
            ("no key", "a.b", text.replace(key.public().as_str(), "")),
            (
                "no signature",
                "a.b",
                "{\"v\":2,\"key\":\"U\",\"serial\":7,\"signature\":\"\"}\ntext".into(),
            ),
            ("no seal", "a.b", "text".into()),
        ];
        for (name, subject, text) in forged {
            assert!(Signed::open(subject, text.as_bytes()).is_err(), "{name}");
        }
    }

    #[test]
    fn an_answer_belongs_to_one_message() {
        let key = OwnKey::new();
        let to = |serial| Answer { to: key.public().clone(), serial };
        let bytes = to(3).to_bytes(b"yes");
        assert_eq!(to(3).open(&bytes), Ok(&b"yes"[..]));
        assert!(to(4).open(&bytes).is_err());
        let other = Answer { to: OwnKey::new().public().clone(), serial: 3 };
        assert!(other.open(&bytes).is_err() && to(3).open(b"yes").is_err());
    }
}
