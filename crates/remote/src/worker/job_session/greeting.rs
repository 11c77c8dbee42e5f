//! A coordinator that was started anew, or has forgotten this worker, is asked again to let it in.

use std::time::Instant;

use super::{Answered, Ending, JobSession, RETRY_AFTER};
use crate::protocol::{self, Admission, Hello, Job};
use crate::worker::WorkerNews;
use crate::worker::post::AT_ONCE;

impl JobSession<'_> {
    /// Goes on with a job whose coordinator was started anew: pairs that no thread has begun come again, finished ones are
    /// delivered.
    pub(super) fn begin_anew(&mut self, job: Job) {
        self.return_waiting();
        self.job = job;
        self.stop_asking();
        self.greet();
    }

    /// This coordinator does not know this worker: it is another, or has forgotten it.
    pub(super) fn be_let_in(&mut self) {
        self.is_stranger = true;
        self.ask_again = Instant::now() + RETRY_AFTER;
        self.send_again = self.ask_again;
        self.look();
    }

    /// Asks to be let in, if that is not under way.
    pub(super) fn greet(&mut self) {
        self.is_stranger = false;
        let hello = Hello { generation: self.job.generation.clone(), ..self.hello.clone() };
        let (post, subject) = (self.post.clone(), self.subjects.hello());
        self.greeting.get_or_insert_with(|| {
            tokio::spawn(async move {
                post.ask(subject, post.serial(), &protocol::to_bytes(&hello), AT_ONCE).await
            })
        });
    }

    /// Takes the answer.
    pub(super) fn note_greeting(
        &mut self,
        answer: Option<Answered>,
        tell: &mut dyn FnMut(WorkerNews),
    ) {
        let Some(Ok(answer)) = answer else { return };
        match protocol::read_answer::<Admission>(&answer) {
            Ok(Admission::Admitted { time_scale, .. })
                if time_scale == self.runner.time_scale() => {}
            // Games by other clocks are not of this match.
            Ok(Admission::Admitted { .. }) => {
                self.abort.raise();
                self.leaving.get_or_insert(Ending::Elsewhere);
            }
            Ok(Admission::Refused { reason, for_now }) => {
                let text = format!("the coordinator does not let this worker in again: {reason}");
                tell(WorkerNews::Warning(text));
                self.abort.raise();
                let ending = if for_now { Ending::Elsewhere } else { Ending::Over };
                self.leaving.get_or_insert(ending);
            }
            Err(problem) => tracing::debug!("{problem}"),
        }
    }
}
