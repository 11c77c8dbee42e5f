//! The options for work done by workers.

use std::time::Duration;

use clap::Args;

use super::server::CredentialArgs;
use arena::chess::time_control::parse_seconds;
use remote::{Server, Terms};

pub(super) use remote::{Coordinator, start as start_batch};

/// The workers' server, and the distribution of work to them.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct DealArgs {
    /// Give the work to the workers at this NATS server; this machine only keeps the journal
    #[arg(long, value_name = "URL", help_heading = "Many machines")]
    workers: Option<String>,
    /// Seconds, from 1 to 3600, after which the work of a silent worker goes to others
    /// [default: 30]
    #[arg(long, value_name = "SECONDS", requires = "workers", value_parser = lease, help_heading = "Many machines")]
    lease: Option<Duration>,
    /// Workers take the job with the highest priority first [default: 0]
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

impl DealArgs {
    /// The server, if workers do the work.
    pub(super) fn server(&self) -> anyhow::Result<Option<Server>> {
        self.workers.as_ref().map(|url| self.credentials.server(url)).transpose()
    }

    /// The terms for work of any kind.
    pub(super) fn terms(&self) -> Terms {
        let default = Terms::default();
        Terms {
            lease: self.lease.unwrap_or(default.lease),
            priority: self.priority.unwrap_or(default.priority),
            ..default
        }
    }
}

/// The workers' server, and the terms of a match played by them.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct WorkersArgs {
    #[command(flatten)]
    pub(super) deal: DealArgs,
    /// Seconds to wait for the pairs in progress once no more begin [default: 600]
    #[arg(long, value_name = "SECONDS", requires = "workers", value_parser = seconds, help_heading = "Many machines")]
    grace: Option<Duration>,
    /// Multiply the clocks of each worker by its slowdown relative to the first one, instead of
    /// refusing workers whose speed differs by more than 10 %
    #[arg(long, requires = "workers", help_heading = "Many machines")]
    scale_time: bool,
}

impl WorkersArgs {
    /// The server, if workers play the match.
    pub(super) fn server(&self) -> anyhow::Result<Option<Server>> {
        self.deal.server()
    }

    /// Whether workers play the match.
    pub(super) fn is_given(&self) -> bool {
        self.deal.workers.is_some()
    }

    /// The terms for a match.
    pub(super) fn terms(&self) -> Terms {
        let terms = self.deal.terms();
        Terms { grace: self.grace.unwrap_or(terms.grace), scale_time: self.scale_time, ..terms }
    }

    /// The options that apply only to games, and whether they are given.
    pub(super) fn of_games(&self) -> [(&'static str, bool); 2] {
        [("--grace", self.grace.is_some()), ("--scale-time", self.scale_time)]
    }
}

fn lease(text: &str) -> Result<Duration, String> {
    remote::lease(seconds(text)?.as_secs_f64())
}

fn seconds(text: &str) -> Result<Duration, String> {
    parse_seconds(text).map_err(|error| error.to_string())
}
