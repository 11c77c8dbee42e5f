//! The options of a match or a tuning that workers play.

use std::time::Duration;

use clap::Args;

use super::server::CredentialArgs;
use crate::chess::time_control::parse_seconds;
use crate::remote::{Server, Terms};

/// Where workers are found, and how a match is played by them.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct WorkersArgs {
    /// Play nothing here: deal the pairs to the workers at this NATS server, and keep the journal
    #[arg(long, value_name = "URL", help_heading = "Many machines")]
    workers: Option<String>,
    /// How long pairs under way are waited for when no more are begun, in seconds [default: 600]
    #[arg(long, value_name = "SECONDS", requires = "workers", value_parser = seconds, help_heading = "Many machines")]
    grace: Option<Duration>,
    /// How long a worker may be silent before its pairs are dealt to others, in seconds from 1 to 3600
    /// [default: 30]
    #[arg(long, value_name = "SECONDS", requires = "workers", value_parser = lease, help_heading = "Many machines")]
    lease: Option<Duration>,
    /// Multiply the clocks of each worker by how much slower it is than the first one, instead of refusing
    /// those whose speed differs by more than 10 %
    #[arg(long, requires = "workers", help_heading = "Many machines")]
    scale_time: bool,
    /// Of several matches workers take the one with the highest first [default: 0]
    #[arg(
        long,
        value_name = "N",
        requires = "workers",
        allow_negative_numbers = true,
        help_heading = "Many machines"
    )]
    priority: Option<i32>,
    #[command(flatten)]
    credentials: CredentialArgs,
}

impl WorkersArgs {
    /// The server, where the match is played by workers.
    pub(super) fn server(&self) -> anyhow::Result<Option<Server>> {
        self.workers.as_ref().map(|url| self.credentials.server(url)).transpose()
    }

    /// How it is played by them.
    pub(super) fn terms(&self) -> Terms {
        let default = Terms::default();
        Terms {
            grace: self.grace.unwrap_or(default.grace),
            lease: self.lease.unwrap_or(default.lease),
            scale_time: self.scale_time,
            priority: self.priority.unwrap_or(default.priority),
        }
    }

    /// Whether any of them is given.
    pub(super) fn is_given(&self) -> bool {
        self.workers.is_some() || self.credentials.is_given()
    }
}

fn lease(text: &str) -> Result<Duration, String> {
    let lease = seconds(text)?;
    match lease.as_secs() {
        1..=3600 => Ok(lease),
        _ => Err("it is from 1 to 3600 seconds".to_owned()),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    parse_seconds(text).map_err(|error| error.to_string())
}
