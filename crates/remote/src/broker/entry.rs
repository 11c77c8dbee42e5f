//! Credentials for a server, and the reasons why it refuses a connection.

use std::io;
use std::path::Path;

use async_nats::{ConnectErrorKind, ConnectOptions};

use super::BrokerError;
use crate::server::{Credentials, Server};

/// The client's options: credentials and certificates.
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
        let text = secret(path).map_err(|error| unreadable(path, error))?;
        options = options.credentials(&text).map_err(|error| unreadable(path, error))?;
    }
    if let Some(path) = nkey {
        let seed = secret(path).map_err(|error| unreadable(path, error))?;
        options = options.nkey(seed.trim().to_owned());
    }
    if let Some(path) = ca {
        // The client names no file where there is none, and reads a device for ever.
        bounded::open(path).map_err(|error| unreadable(path, error))?;
        options = options.add_root_certificates(path.clone()).require_tls(true);
    }
    if let Some((certificate, key)) = certificate {
        for path in [certificate, key] {
            bounded::open(path).map_err(|error| unreadable(path, error))?;
        }
        options = options.add_client_certificate(certificate.clone(), key.clone());
    }
    Ok(options)
}

/// The text of a file of credentials; a pipe from another program may have it, too.
fn secret(path: &Path) -> io::Result<String> {
    bounded::text(bounded::open_given(path)?, bounded::SMALL)
}

/// Why a server refuses the connection, and the remedy.
pub(super) fn refusal(error: &async_nats::ConnectError, server: &Server) -> String {
    let Credentials { creds, nkey, .. } = server.credentials();
    let who = match (server.user(), nkey, creds) {
        (Some((user, _)), _, _) => format!("user {user}"),
        (None, Some(path), _) => format!("the key of {}", path.display()),
        (None, None, Some(path)) => format!("the user of {}", path.display()),
        (None, None, None) => "nobody in particular".to_owned(),
    };
    match error.kind() {
        ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => format!(
            "it does not let in {who}: give --creds or --nkey with a file, or user and password as \
             ARENA_NATS=USER:PASSWORD"
        ),
        _ if is_about_security(error, server) => format!(
            "no secure connection ({error}): --ca names the certificate of its authority, --cert and \
             --key this machine's own"
        ),
        _ => format!("it cannot be reached ({error}); is nats-server -js running there?"),
    }
}

/// Whether no secure connection came about. A failed handshake is an error of input, and an error
/// of the system has its number.
fn is_about_security(error: &async_nats::ConnectError, server: &Server) -> bool {
    let of_handshake = error.kind() == ConnectErrorKind::Io && server.is_secured();
    error.kind() == ConnectErrorKind::Tls || of_handshake && !error.to_string().contains("os error")
}
