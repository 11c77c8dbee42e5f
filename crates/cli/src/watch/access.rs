//! Access control for the page.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};
use rand::RngExt;

/// The clients that may see the page of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Access {
    /// Browsers on this machine. The request's host must be this machine, so that a foreign page
    /// whose domain name points here sees nothing (DNS rebinding).
    Local,
    /// All clients with this token.
    Token(String),
}

impl Access {
    /// The access of a server at this address: by a token, unless only this machine can reach it.
    #[must_use]
    pub fn at(address: SocketAddr) -> Access {
        if address.ip().to_canonical().is_loopback() {
            return Access::Local;
        }
        let token: u128 = rand::rng().random();
        Access::Token(format!("{token:032x}"))
    }

    /// The addresses of the page of a server that listens here. For one that listens on all addresses:
    /// the machine's own address, or else its name, and the loopback address.
    #[must_use]
    pub fn addresses(&self, listening: SocketAddr) -> Vec<String> {
        let port = listening.port();
        let page = |host: &str| match self {
            Access::Local => format!("http://{host}/"),
            Access::Token(token) => format!("http://{host}/?token={token}"),
        };
        let at = |ip: IpAddr| page(&SocketAddr::new(ip, port).to_string());
        let here = match listening.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            _ => return vec![page(&listening.to_string())],
        };
        let name = || page(&format!("{}:{port}", system::machine::host_name()));
        vec![own_address(here).map_or_else(name, at), at(here)]
    }

    /// Whether a request with these headers and this token is allowed.
    pub(super) fn allows(&self, headers: &HeaderMap, token: Option<&str>) -> bool {
        match self {
            Access::Local => text(headers, HOST.as_str()).is_some_and(is_local),
            Access::Token(expected) => token.is_some_and(|token| is_same(token, expected)),
        }
    }
}

/// Whether a page of another site made the browser send this request. That page could not read the
/// answer, but it could make this machine work. A link that the user follows to the page is
/// allowed.
pub(super) fn is_from_other_site(headers: &HeaderMap) -> bool {
    let is = |name, value| text(headers, name) == Some(value);
    let follows_a_link = is("sec-fetch-mode", "navigate") && is("sec-fetch-dest", "document");
    let site = text(headers, "sec-fetch-site");
    let is_ours = site.is_none_or(|site| matches!(site, "same-origin" | "none"));
    let origin = headers.get(ORIGIN).map(|origin| origin.to_str().unwrap_or_default());
    let host = text(headers, HOST.as_str()).unwrap_or_default();
    let is_own =
        |origin: &str| origin.strip_prefix("http://").is_some_and(|authority| authority == host);
    !(is_ours || follows_a_link) || origin.is_some_and(|origin| !is_own(origin))
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// Whether a host is this machine, by an address or by the name `localhost`, which browsers never look
/// up. The owner of any other name could make it point here.
fn is_local(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    name == "localhost" || address.parse().is_ok_and(|ip: IpAddr| ip.to_canonical().is_loopback())
}

/// The address from which this machine reaches others. Nothing is sent: the system reports the
/// address it would use for one that is reserved for documentation.
fn own_address(of_kind: IpAddr) -> Option<IpAddr> {
    let (any, elsewhere) = match of_kind {
        IpAddr::V4(_) => ("0.0.0.0:0", "192.0.2.1:9"),
        IpAddr::V6(_) => ("[::]:0", "[2001:db8::1]:9"),
    };
    let socket = UdpSocket::bind(any).ok()?;
    socket.connect(elsewhere).ok()?;
    Some(socket.local_addr().ok()?.ip()).filter(|ip| !ip.is_loopback() && !ip.is_unspecified())
}

/// Whether the token is correct. The time taken does not depend on the position of a difference.
fn is_same(token: &str, expected: &str) -> bool {
    let differences = token.bytes().zip(expected.bytes()).map(|(a, b)| a ^ b);
    token.len() == expected.len() && differences.fold(0, |all, one| all | one) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    fn address(text: &str) -> SocketAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_local_request_has_to_name_this_machine() {
        let allows = |host: &str| Access::Local.allows(&headers(&[("host", host)]), None);
        for host in [
            "127.0.0.1:8717",
            "127.0.0.2:8717",
            "127.0.0.2",
            "localhost:8717",
            "localhost",
            "[::1]:8717",
            "[::ffff:127.0.0.1]:80",
        ] {
            assert!(allows(host), "{host}");
        }
        for host in [
            "evil.example",
            "127.0.0.1.evil.example",
            "localhost.evil.example:8717",
            "",
            "192.168.0.7:8717",
            "127.0.0.1:evil",
            "0.0.0.0:80",
        ] {
            assert!(!allows(host), "{host}");
        }
        assert!(!Access::Local.allows(&HeaderMap::new(), None));
    }

    #[test]
    fn every_address_that_is_named_can_be_opened() {
        for (listening, page) in [
            ("127.0.0.1:80", "http://127.0.0.1:80/"),
            ("127.0.0.2:80", "http://127.0.0.2:80/"),
            ("[::1]:80", "http://[::1]:80/"),
        ] {
            let access = Access::at(address(listening));
            assert_eq!(access.addresses(address(listening)), [page]);
            let host = page.trim_start_matches("http://").trim_end_matches('/');
            assert!(access.allows(&headers(&[("host", host)]), None), "{host}");
        }
        for listening in ["0.0.0.0:8717", "[::]:8717"] {
            let access = Access::at(address(listening));
            let pages = access.addresses(address(listening));
            assert_eq!(pages.len(), 2);
            assert!(pages.iter().all(|page| page.contains(":8717/?token=")), "{pages:?}");
            assert!(!pages.iter().any(|page| page.contains(listening)), "{pages:?}");
            assert!(pages[1].contains("127.0.0.1:") || pages[1].contains("[::1]:"), "{pages:?}");
        }
    }

    #[test]
    fn a_server_that_others_can_reach_wants_a_token() {
        let access = Access::at(address("0.0.0.0:80"));
        let Access::Token(token) = &access else { panic!("a token") };
        assert!(token.len() == 32);
        let any = headers(&[("host", "match.example")]);
        assert!(access.allows(&any, Some(token)));
        assert!(!access.allows(&any, None) && !access.allows(&any, Some("")));
        assert!(!access.allows(&any, Some(&token[1..])));
        assert_ne!(access, Access::at(address("0.0.0.0:80")));
    }

    #[test]
    fn requests_of_foreign_pages_are_refused() {
        let is_foreign = |more: &[(&'static str, &str)]| {
            is_from_other_site(&headers(&[&[("host", "127.0.0.1:80")], more].concat()))
        };
        assert!(!is_foreign(&[]), "a program, or an old browser");
        for site in ["same-origin", "none"] {
            assert!(!is_foreign(&[("sec-fetch-site", site)]));
        }
        for site in ["cross-site", "same-site", "?"] {
            assert!(is_foreign(&[("sec-fetch-site", site)]), "{site}");
            let framed = [("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "iframe")];
            assert!(is_foreign(&[&[("sec-fetch-site", site)], &framed[..]].concat()), "{site}");
            let link = [("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "document")];
            assert!(!is_foreign(&[&[("sec-fetch-site", site)], &link[..]].concat()), "{site}");
        }
        assert!(!is_foreign(&[("origin", "http://127.0.0.1:80")]));
        for origin in ["http://evil.example", "http://127.0.0.1:81", "https://127.0.0.1:80", "null"]
        {
            assert!(is_foreign(&[("origin", origin)]), "{origin}");
        }
    }
}
