//! Stands in for the options of work by workers in a program built without the feature `remote`.

use std::io;
use std::path::Path;
#[cfg(feature = "lab")]
use std::sync::Arc;
use std::thread::JoinHandle;

use clap::Args;
use thiserror::Error;

#[cfg(feature = "lab")]
use arena::config::Match;
#[cfg(feature = "lab")]
use arena::runner::Batch;

/// A server; no option can name one.
pub(super) struct Server(());

/// Terms for work by workers; there are none.
pub(super) struct Terms;

/// The error of a request for work by workers.
#[derive(Debug, Error)]
#[error("this program was built without the feature `remote`")]
pub(super) struct NoWorkers;

/// No options.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct DealArgs {}

/// No options.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct WorkersArgs {
    #[command(flatten)]
    pub(super) deal: DealArgs,
}

impl DealArgs {
    #[cfg(feature = "lab")]
    pub(super) fn server(&self) -> anyhow::Result<Option<Server>> {
        Ok(None)
    }

    #[cfg(feature = "lab")]
    pub(super) fn terms(&self) -> Terms {
        Terms
    }

    #[cfg(feature = "lab")]
    pub(super) fn is_given(&self) -> bool {
        false
    }
}

impl WorkersArgs {
    pub(super) fn server(&self) -> anyhow::Result<Option<Server>> {
        Ok(None)
    }

    pub(super) fn terms(&self) -> Terms {
        Terms
    }

    pub(super) fn of_games(&self) -> [(&'static str, bool); 0] {
        []
    }
}

/// The coordinator of work by workers; it cannot be created.
#[derive(Debug)]
pub(super) struct Coordinator(());

impl Coordinator {
    pub(super) async fn new<M>(
        _: Server,
        _: &M,
        _: &str,
        _: &Path,
        _: Terms,
    ) -> Result<Coordinator, NoWorkers> {
        Err(NoWorkers)
    }

    pub(super) fn start<W>(self, _: W) -> io::Result<JoinHandle<()>> {
        Err(io::Error::other(NoWorkers))
    }

    #[cfg(feature = "lab")]
    pub(super) fn takes<P, F>(_: &P, _: &F) -> anyhow::Result<()> {
        Ok(())
    }

    #[cfg(feature = "lab")]
    pub(super) async fn of_plan<P, F>(
        _: Server,
        _: &P,
        _: &F,
        _: &Path,
        _: Terms,
    ) -> Result<Coordinator, NoWorkers> {
        Err(NoWorkers)
    }

    #[cfg(feature = "lab")]
    pub(super) fn start_searches<W>(self, _: W) -> io::Result<JoinHandle<()>> {
        Err(io::Error::other(NoWorkers))
    }
}

/// A batch of a tuning by workers; it cannot be started.
#[cfg(feature = "lab")]
pub(super) async fn start_batch(
    _: &Arc<Match>,
    _: &Server,
    _: Terms,
    _: &Path,
) -> Result<Batch, NoWorkers> {
    Err(NoWorkers)
}
