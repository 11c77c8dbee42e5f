//! The address of the NATS server and this process's credentials: the same options for all
//! commands.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use remote::{Credentials, Server};

/// The variable with user and password.
const USER: &str = "ARENA_NATS";

/// This process's credentials at a NATS server.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Credentials (or ARENA_NATS=USER:PASSWORD in the environment)")]
pub(super) struct CredentialArgs {
    /// A credentials file
    #[arg(long, value_name = "FILE")]
    creds: Option<PathBuf>,
    /// A file with the seed of an nkey
    #[arg(long, value_name = "FILE")]
    nkey: Option<PathBuf>,
    /// Certificate of the authority that signed the server's
    #[arg(long, value_name = "FILE")]
    ca: Option<PathBuf>,
    /// This machine's own certificate
    #[arg(long, value_name = "FILE", requires = "key")]
    cert: Option<PathBuf>,
    /// The key of the certificate
    #[arg(long, value_name = "FILE", requires = "cert")]
    key: Option<PathBuf>,
}

impl CredentialArgs {
    /// The server of this address.
    pub(super) fn server(&self, url: &str) -> anyhow::Result<Server> {
        let CredentialArgs { creds, nkey, ca, cert, key } = self.clone();
        let user = match std::env::var(USER) {
            Ok(user) if user.contains(':') => Some(user),
            Ok(_) => bail!("{USER} is USER:PASSWORD"),
            Err(_) => None,
        };
        let certificate = cert.zip(key);
        let credentials = Credentials { creds, nkey, ca, certificate };
        Ok(Server::new(url, user.as_deref(), credentials)?)
    }

    /// The same as arguments, for another process.
    pub(super) fn arguments(&self) -> Vec<OsString> {
        let CredentialArgs { creds, nkey, ca, cert, key } = self;
        let named =
            [("--creds", creds), ("--nkey", nkey), ("--ca", ca), ("--cert", cert), ("--key", key)];
        let given = named.into_iter().filter_map(|(name, file)| Some((name, file.as_ref()?)));
        given.flat_map(|(name, file)| [OsString::from(name), file.into()]).collect()
    }
}
