//! Who may look.

use axum::http::HeaderMap;
use axum::http::header::HOST;
use rand::RngExt;
use std::net::SocketAddr;

/// Who may look at a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Access {
    /// Whoever is on this machine. Requests have to name it, so that a page from elsewhere that has
    /// its own name lead here sees nothing.
    Local,
    /// Whoever knows this.
    Token(String),
}

impl Access {
    /// For a server at this address: a token, unless only this machine reaches it.
    #[must_use]
    pub fn at(address: SocketAddr) -> Access {
        if address.ip().is_loopback() {
            return Access::Local;
        }
        let token: u128 = rand::rng().random();
        Access::Token(format!("{token:032x}"))
    }

    /// What has to be behind the page's address.
    #[must_use]
    pub fn query(&self) -> String {
        match self {
            Access::Local => String::new(),
            Access::Token(token) => format!("?token={token}"),
        }
    }

    /// Whether a request with these headers and this token is let in.
    pub(super) fn allows(&self, headers: &HeaderMap, token: Option<&str>) -> bool {
        match self {
            Access::Local => {
                headers.get(HOST).and_then(|host| host.to_str().ok()).is_some_and(is_local)
            }
            Access::Token(expected) => token.is_some_and(|token| is_same(token, expected)),
        }
    }
}

fn is_local(host: &str) -> bool {
    let port = |rest: &str| rest.is_empty() || rest.starts_with(':');
    ["127.0.0.1", "localhost", "[::1]"].iter().any(|name| host.strip_prefix(name).is_some_and(port))
}

/// Takes as long wherever they differ.
fn is_same(token: &str, expected: &str) -> bool {
    let differences = token.bytes().zip(expected.bytes()).map(|(a, b)| a ^ b);
    token.len() == expected.len() && differences.fold(0, |all, one| all | one) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(host: &str) -> HeaderMap {
        HeaderMap::from_iter([(HOST, host.parse().unwrap())])
    }

    #[test]
    fn on_this_machine_requests_have_to_name_it() {
        let access = Access::at("127.0.0.1:80".parse().unwrap());
        assert_eq!((&access, access.query().as_str()), (&Access::Local, ""));
        for host in ["127.0.0.1:8717", "localhost:8717", "localhost", "[::1]:8717"] {
            assert!(access.allows(&headers(host), None), "{host}");
        }
        for host in ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8717", ""] {
            assert!(!access.allows(&headers(host), None), "{host}");
        }
        assert!(!access.allows(&HeaderMap::new(), None));
    }

    #[test]
    fn elsewhere_a_token_is_needed() {
        let access = Access::at("0.0.0.0:80".parse().unwrap());
        let Access::Token(token) = &access else { panic!("a token") };
        assert!(token.len() == 32 && access.query().ends_with(token.as_str()));
        let any = headers("match.example");
        assert!(access.allows(&any, Some(token)));
        assert!(!access.allows(&any, None) && !access.allows(&any, Some("")));
        assert!(!access.allows(&any, Some(&token[1..])));
        assert_ne!(access, Access::at("0.0.0.0:80".parse().unwrap()));
    }
}
