//! Files of a match that workers ask for.

use serde::{Deserialize, Serialize};

use super::{framed, read, split};

/// Bytes of a file in one message.
pub(crate) const PART: u64 = 512 * 1024;
/// Bytes of a file that is sent at most.
pub(crate) const FILE: u64 = 64 << 20;

/// A worker asks for a part of a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct FileRequest {
    pub(crate) v: u32,
    /// The file's SHA-256 in hexadecimal.
    pub(crate) sha256: String,
    /// From which byte on.
    pub(crate) offset: u64,
}

/// The first line of a part of a file; behind it are the bytes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct FileHeader {
    pub(crate) v: u32,
    /// Bytes of the whole file.
    pub(crate) size: u64,
    /// Why there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) problem: Option<String>,
}

/// A part of a file as bytes.
pub(crate) fn file_to_bytes(header: &FileHeader, part: &[u8]) -> Vec<u8> {
    framed(header, part)
}

/// A part of a file that came: its header, and the bytes.
///
/// # Errors
/// The problem, in a sentence.
pub(crate) fn read_file(bytes: &[u8]) -> Result<(FileHeader, &[u8]), String> {
    let (header, part) = split(bytes)?;
    Ok((read(header)?, part))
}
