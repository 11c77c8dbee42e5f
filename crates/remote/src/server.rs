//! The address of the NATS server, and the credentials for it.

use std::path::PathBuf;

/// Characters of a login in a subject.
const LOGIN: usize = 32;

/// A NATS server.
#[derive(Clone, Debug)]
pub struct Server {
    /// Its address without user and password: `nats://host:4222`, or `tls://`.
    url: String,
    user: Option<(String, String)>,
    credentials: Credentials,
}

/// Files of credentials: the identity of this process, and the certificates that it trusts.
#[derive(Clone, Debug, Default)]
pub struct Credentials {
    /// A `.creds` file.
    pub creds: Option<PathBuf>,
    /// A file with the seed of an nkey.
    pub nkey: Option<PathBuf>,
    /// A certificate of the authority that signed the server's.
    pub ca: Option<PathBuf>,
    /// This process's own certificate and key.
    pub certificate: Option<(PathBuf, PathBuf)>,
}

/// Why an address cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{url:?} is no address of a NATS server: {problem}; it is written nats://HOST:4222, or tls://HOST:4222"
)]
pub struct ServerError {
    url: String,
    problem: &'static str,
}

impl Server {
    /// The server of this address. User and password may stand in it, `nats://USER:PASSWORD@HOST`, or in
    /// `user`, as USER:PASSWORD, which is better: others see the arguments of a process.
    ///
    /// # Errors
    /// When it is no address.
    pub fn new(
        url: &str,
        user: Option<&str>,
        credentials: Credentials,
    ) -> Result<Server, ServerError> {
        let error = |problem| ServerError { url: without_user(url), problem };
        let (scheme, rest) = url.split_once("://").unwrap_or(("nats", url));
        if !matches!(scheme, "nats" | "tls") {
            return Err(error("it begins with neither nats:// nor tls://"));
        }
        let (in_url, host) =
            rest.rsplit_once('@').map_or((None, rest), |(user, at)| (Some(user), at));
        let host = host.trim_end_matches('/');
        if host.is_empty() || host.contains(['/', ' ', ',']) {
            return Err(error("it names no host"));
        }
        let user = match in_url.or(user) {
            None => None,
            Some(text) => {
                let split =
                    text.split_once(':').ok_or(error("user and password are USER:PASSWORD"));
                let (name, password) = split?;
                // In an address such texts are written so that no character of theirs ends them.
                let decoded = |text: &str| match in_url.is_some() {
                    true => percent_decoded(text).ok_or(error(
                        "user and password have a % without two hexadecimal digits behind it",
                    )),
                    false => Ok(text.to_owned()),
                };
                Some((decoded(name)?, decoded(password)?))
            }
        };
        Ok(Server { url: format!("{scheme}://{host}"), user, credentials })
    }

    /// Its address, fit to be shown.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Name and password of a user.
    pub(super) fn user(&self) -> Option<&(String, String)> {
        self.user.as_ref()
    }

    /// The name of its user as the last part of a subject; `anyone` where it has none.
    pub(super) fn login(&self) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
        let name = self.user.as_ref().map_or("", |(name, _)| name);
        let name: String = name.chars().take(LOGIN).map(plain).collect();
        if name.is_empty() { "anyone".to_owned() } else { name }
    }

    pub(super) fn credentials(&self) -> &Credentials {
        &self.credentials
    }

    /// Whether connections to it are to be secured.
    pub(super) fn is_secured(&self) -> bool {
        let Credentials { ca, certificate, .. } = &self.credentials;
        self.url.starts_with("tls://") || ca.is_some() || certificate.is_some()
    }

    /// Whether it is on this machine alone.
    #[must_use]
    pub fn is_local(&self) -> bool {
        let host = self.url.split_once("://").map_or("", |(_, host)| host);
        let name = host
            .strip_prefix("[::1]")
            .map_or_else(|| host.split_once(':').map_or(host, |(name, _)| name), |_| "localhost");
        name == "localhost" || name.starts_with("127.")
    }
}

/// A text with `%` and two hexadecimal digits in the place of some bytes; `None` where it is none.
fn percent_decoded(text: &str) -> Option<String> {
    let mut parts = text.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let (digits, rest) = part.split_at_checked(2)?;
        bytes.extend(hex::decode(digits).ok()?);
        bytes.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8(bytes).ok()
}

/// An address without user and password.
fn without_user(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    format!("{scheme}://{}", rest.rsplit_once('@').map_or(rest, |(_, host)| host))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(url: &str) -> Result<Server, ServerError> {
        Server::new(url, Some("me:secret"), Credentials::default())
    }

    #[test]
    fn addresses_are_read_and_shown_without_passwords() {
        let one = server("nats://you:word@host:4222").unwrap();
        assert_eq!((one.url(), one.user().unwrap().0.as_str()), ("nats://host:4222", "you"));
        assert_eq!(server("host").unwrap().url(), "nats://host");
        assert_eq!(server("tls://host").unwrap().user().unwrap().1, "secret");
        for (wrong, hint) in
            [("http://a", "neither"), ("nats://", "no host"), ("nats://a@b", "USER")]
        {
            let error = server(wrong).unwrap_err().to_string();
            assert!(error.contains(hint), "{error}");
        }
        let error = server("ftp://me:word@host").unwrap_err().to_string();
        assert!(!error.contains("word"), "{error}");
    }

    #[test]
    fn user_and_password_of_an_address_are_percent_decoded() {
        let read = |url: &str| server(url).map(|server| server.user().unwrap().clone());
        let is = |name: &str, password: &str| Ok((name.to_owned(), password.to_owned()));
        assert_eq!(read("nats://a%40b:p%3a%2Fw%25@host"), is("a@b", "p:/w%"));
        assert_eq!(read("nats://%C3%BC:x@host"), is("ü", "x"));
        // Those that stand in no address are taken as they are.
        let plain = Server::new("host", Some("me:100%"), Credentials::default()).unwrap();
        assert_eq!(plain.user().unwrap().1, "100%");
        for wrong in ["nats://a:50%@host", "nats://a:%zz@host", "nats://%ff:x@host"] {
            let error = server(wrong).unwrap_err().to_string();
            assert!(error.contains("two hexadecimal digits") && !error.contains("50%"), "{error}");
        }
    }

    #[test]
    fn what_is_on_this_machine_alone_is_told() {
        let is_local = |url: &str| server(url).unwrap().is_local();
        assert!(is_local("nats://127.0.0.1:4222") && is_local("localhost"));
        assert!(is_local("nats://[::1]:4222"));
        assert!(!is_local("nats://10.0.0.1:4222") && !is_local("nats://localhost.example:1"));
    }
}
