//! The networks of a match, for workers that do not have them.

use std::io::{self, Seek, SeekFrom};
use std::path::PathBuf;

use super::State;
use crate::broker::ReplyTo;
use crate::protocol::{self, FileHeader, FileRequest, PART, Signed, VERSION};

impl State<'_> {
    /// Answers a worker that asks for a part of a file of this work; of any other there is no answer.
    pub(super) async fn send_file(&self, signed: &Signed, reply: Option<ReplyTo>) {
        let Ok(request) = protocol::read::<FileRequest>(signed.message()) else { return };
        let Some(path) = self.pairs.network(&request.sha256) else { return };
        let Some(reply) = reply else { return };
        let answer = match part(path.clone(), request.offset).await {
            Ok((size, bytes)) => {
                protocol::file_to_bytes(&FileHeader { v: VERSION, size, problem: None }, &bytes)
            }
            Err(error) => {
                tracing::warn!("cannot read {}: {error}", path.display());
                // Where it lies is nobody's business.
                let problem = Some("the coordinator cannot read it".to_owned());
                protocol::file_to_bytes(&FileHeader { v: VERSION, size: 0, problem }, &[])
            }
        };
        let answer = signed.answer().to_bytes(&answer);
        if let Err(error) = self.broker.answer(&reply, answer).await {
            tracing::warn!("{error}");
        }
    }
}

/// The size of a file, and its next bytes from this one on.
async fn part(path: PathBuf, offset: u64) -> io::Result<(u64, Vec<u8>)> {
    let read = move || {
        let mut file = bounded::open(path)?;
        let size = file.metadata()?.len();
        file.seek(SeekFrom::Start(offset))?;
        Ok((size, bounded::first(file, PART)?))
    };
    tokio::task::spawn_blocking(read).await?
}
