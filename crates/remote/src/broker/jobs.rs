//! The matches that want workers: one message each, which goes with its coordinator.

use async_nats::jetstream::ErrorCode;
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::stream::LastRawMessageErrorKind;
use tokio_stream::StreamExt;

use super::{Broker, BrokerError, other};
use crate::protocol::{JOB_STREAM, JOB_SUBJECTS, Subjects};

impl Broker {
    /// Tells a job; `last` is the place it was put in before, 0 for one that is new. Gives its place.
    pub(crate) async fn put_job(
        &self,
        subjects: &Subjects,
        bytes: Vec<u8>,
        last: u64,
    ) -> Result<u64, BrokerError> {
        let mut headers = async_nats::HeaderMap::new();
        headers.insert("Nats-Expected-Last-Subject-Sequence", last.to_string().as_str());
        let sent = self.context.publish_with_headers(subjects.job(), headers, bytes.into()).await;
        let acknowledged = sent.map_err(other("tell the job"))?.await;
        let acknowledged = acknowledged.map_err(|error| match error.kind() {
            PublishErrorKind::StreamNotFound => BrokerError::Gone("the jobs"),
            PublishErrorKind::WrongLastSequence => BrokerError::Conflict,
            _ => other("tell the job")(error),
        })?;
        Ok(acknowledged.sequence)
    }

    /// The job of a match as it was told last, and its place.
    pub(crate) async fn job(&self, subject: &str) -> Result<Option<(Vec<u8>, u64)>, BrokerError> {
        let stream = self.stream(JOB_STREAM).await?;
        match stream.get_last_raw_message_by_subject(subject).await {
            Ok(message) => Ok(Some((message.payload.to_vec(), message.sequence))),
            Err(error) => match error.kind() {
                LastRawMessageErrorKind::NoMessageFound => Ok(None),
                LastRawMessageErrorKind::JetStream(error)
                    if error.error_code() == ErrorCode::STREAM_NOT_FOUND =>
                {
                    Ok(None)
                }
                _ => Err(other("read a job")(error)),
            },
        }
    }

    /// All jobs.
    pub(crate) async fn jobs(&self) -> Result<Vec<Vec<u8>>, BrokerError> {
        let Ok(stream) = self.context.get_stream(JOB_STREAM).await else { return Ok(Vec::new()) };
        let list = stream.info_with_subjects(JOB_SUBJECTS).await;
        let mut list = list.map_err(other("list the jobs"))?;
        let mut subjects = Vec::new();
        while let Some(subject) = list.next().await {
            subjects.push(subject.map_err(other("list the jobs"))?.0);
        }
        let mut jobs = Vec::new();
        for subject in subjects {
            jobs.extend(self.job(&subject).await?.map(|(bytes, _)| bytes));
        }
        Ok(jobs)
    }

    /// Tells the job of a match no more, if it is still the one in this place.
    pub(crate) async fn clear(&self, place: u64) {
        // The rest goes by its age.
        if let Ok(stream) = self.stream(JOB_STREAM).await {
            let _ = stream.delete_message(place).await;
        }
    }
}
