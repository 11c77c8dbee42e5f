//! What a server wants to know before it lets anyone in, and why it does not.

use async_nats::{ConnectErrorKind, ConnectOptions};

use super::BrokerError;
use crate::remote::server::{Credentials, Server};

/// What the client needs to be let in.
pub(super) async fn options(server: &Server) -> Result<ConnectOptions, BrokerError> {
    let Credentials { creds, nkey, ca, certificate } = server.credentials();
    let unreadable = |path: &std::path::Path, error: std::io::Error| BrokerError::Credentials {
        path: path.display().to_string(),
        problem: error.to_string(),
    };
    let mut options = ConnectOptions::new();
    if let Some((user, password)) = server.user() {
        options = options.user_and_password(user.clone(), password.clone());
    }
    if let Some(path) = creds {
        let with = options.credentials_file(path).await;
        options = with.map_err(|error| unreadable(path, error))?;
    }
    if let Some(path) = nkey {
        let seed = std::fs::read_to_string(path).map_err(|error| unreadable(path, error))?;
        options = options.nkey(seed.trim().to_owned());
    }
    if let Some(path) = ca {
        // The client names no file where there is none.
        std::fs::metadata(path).map_err(|error| unreadable(path, error))?;
        options = options.add_root_certificates(path.clone()).require_tls(true);
    }
    if let Some((certificate, key)) = certificate {
        for path in [certificate, key] {
            std::fs::metadata(path).map_err(|error| unreadable(path, error))?;
        }
        options = options.add_client_certificate(certificate.clone(), key.clone());
    }
    Ok(options)
}

/// Why a server lets nobody in, and what to do about it.
pub(super) fn refusal(error: &async_nats::ConnectError, server: &Server) -> String {
    let who =
        server.user().map_or("nobody in particular".to_owned(), |(user, _)| format!("user {user}"));
    match error.kind() {
        ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => format!(
            "it does not let in {who}: give --creds or --nkey with a file, or user and password as \
             ARENA_NATS=USER:PASSWORD"
        ),
        ConnectErrorKind::Tls => format!(
            "no secure connection ({error}): --ca names the certificate of its authority, --cert and \
             --key this machine's own"
        ),
        _ => format!("it cannot be reached ({error}); is nats-server -js running there?"),
    }
}
