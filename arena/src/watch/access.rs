//! Who may look.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};
use rand::RngExt;

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
        if address.ip().to_canonical().is_loopback() {
            return Access::Local;
        }
        let token: u128 = rand::rng().random();
        Access::Token(format!("{token:032x}"))
    }

    /// Where a browser finds the page of a server at this address. One that listens on all addresses
    /// is found at the machine's own, or else by its name, and on the machine itself.
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
        let name = || {
            let uname = rustix::system::uname();
            page(&format!("{}:{port}", uname.nodename().to_string_lossy()))
        };
        vec![own_address(here).map_or_else(name, at), at(here)]
    }

    /// Whether a request with these headers and this token is let in.
    pub(super) fn allows(&self, headers: &HeaderMap, token: Option<&str>) -> bool {
        match self {
            Access::Local => text(headers, HOST.as_str()).is_some_and(is_local),
            Access::Token(expected) => token.is_some_and(|token| is_same(token, expected)),
        }
    }
}

/// Whether a page from elsewhere has made the browser send this. It could not read the answer, but
/// have this machine work for it. That someone follows a link to the page, so that it takes the
/// place of the other, is well.
pub(super) fn is_from_elsewhere(headers: &HeaderMap) -> bool {
    let is = |name, value| text(headers, name) == Some(value);
    let follows_a_link = is("sec-fetch-mode", "navigate") && is("sec-fetch-dest", "document");
    let site = text(headers, "sec-fetch-site");
    let is_ours = site.is_none_or(|site| matches!(site, "same-origin" | "none"));
    let origin = headers.get(ORIGIN).map(|origin| origin.to_str().unwrap_or_default());
    let host = text(headers, HOST.as_str()).unwrap_or_default();
    let is_own = |origin: &str| origin.strip_prefix("http://").is_some_and(|of| of == host);
    !(is_ours || follows_a_link) || origin.is_some_and(|origin| !is_own(origin))
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// Whether a host is this machine, by an address or by the name that browsers never look up. Any
/// other name may be someone's who has it lead here.
fn is_local(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    name == "localhost" || address.parse().is_ok_and(|ip: IpAddr| ip.to_canonical().is_loopback())
}

/// The address by which this machine goes to others. Nothing is sent: the system is asked which one
/// it would take to an address that is kept for documentation.
fn own_address(of_kind: IpAddr) -> Option<IpAddr> {
    let (any, elsewhere) = match of_kind {
        IpAddr::V4(_) => ("0.0.0.0:0", "192.0.2.1:9"),
        IpAddr::V6(_) => ("[::]:0", "[2001:db8::1]:9"),
    };
    let socket = UdpSocket::bind(any).ok()?;
    socket.connect(elsewhere).ok()?;
    Some(socket.local_addr().ok()?.ip()).filter(|ip| !ip.is_loopback() && !ip.is_unspecified())
}

/// Takes as long wherever they differ.
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
    fn on_this_machine_requests_have_to_name_it() {
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
    fn elsewhere_a_token_is_needed() {
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
    fn pages_from_elsewhere_make_nothing_work() {
        let of = |more: &[(&'static str, &str)]| {
            is_from_elsewhere(&headers(&[&[("host", "127.0.0.1:80")], more].concat()))
        };
        assert!(!of(&[]), "a program, or an old browser");
        for site in ["same-origin", "none"] {
            assert!(!of(&[("sec-fetch-site", site)]));
        }
        for site in ["cross-site", "same-site", "?"] {
            assert!(of(&[("sec-fetch-site", site)]), "{site}");
            let framed = [("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "iframe")];
            assert!(of(&[&[("sec-fetch-site", site)], &framed[..]].concat()), "{site}");
            let link = [("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "document")];
            assert!(!of(&[&[("sec-fetch-site", site)], &link[..]].concat()), "{site}");
        }
        assert!(!of(&[("origin", "http://127.0.0.1:80")]));
        for origin in ["http://evil.example", "http://127.0.0.1:81", "https://127.0.0.1:80", "null"]
        {
            assert!(of(&[("origin", origin)]), "{origin}");
        }
    }
}
