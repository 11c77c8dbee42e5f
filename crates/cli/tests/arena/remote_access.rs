//! Access control in both directions, of clients by a server and of servers by a client: real
//! connections, with keys and certificates made for the test.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use rcgen::{
    BasicConstraints, CertificateParams, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair,
    date_time_ymd,
};

use crate::common::Bench;
use crate::nats::{NatsServer, Process};
use crate::remote::{PATIENCE, bench, run, start, succeed};
use crate::timeless::timeless;

/// An authority, and the certificates that it signs, in a directory.
struct Authority {
    place: tempfile::TempDir,
    issuer: Issuer<'static, KeyPair>,
}

impl Authority {
    fn new() -> Authority {
        let place = tempfile::tempdir().unwrap();
        let mut authority = CertificateParams::new(Vec::new()).unwrap();
        authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        let certificate = authority.self_signed(&key).unwrap();
        fs::write(place.path().join("ca.pem"), certificate.pem()).unwrap();
        Authority { place, issuer: Issuer::new(authority, key) }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    fn ca(&self) -> String {
        format!("--ca {}", self.path("ca.pem").display())
    }

    /// Writes NAME.pem and NAME.key for this host, valid to the end of this year.
    fn sign(&self, name: &str, host: &str, year: i32) {
        let mut params = CertificateParams::new(vec![host.to_owned()]).unwrap();
        params.not_before = date_time_ymd(2001, 1, 1);
        params.not_after = date_time_ymd(year, 12, 31);
        params.extended_key_usages =
            vec![ExtendedKeyUsagePurpose::ServerAuth, ExtendedKeyUsagePurpose::ClientAuth];
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        fs::write(self.path(&format!("{name}.pem")), certificate.pem()).unwrap();
        fs::write(self.path(&format!("{name}.key")), key.serialize_pem()).unwrap();
    }

    /// A server that shows this certificate, with these arguments more.
    fn server(&self, name: &str, more: &[&str]) -> Option<NatsServer> {
        let [certificate, key] = ["pem", "key"].map(|kind| self.path(&format!("{name}.{kind}")));
        let files = [certificate.to_str().unwrap(), key.to_str().unwrap()];
        let tls = ["--tls", "--tlscert", files[0], "--tlskey", files[1]];
        NatsServer::with(&[&tls[..], more].concat())
    }
}

fn url(server: &NatsServer) -> String {
    format!("tls://127.0.0.1:{}", server.port)
}

/// The error of a client that is refused.
fn refused(bench: &Bench, arguments: &str) -> String {
    let output = run(bench, arguments);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{arguments}: {errors}");
    errors
}

/// Plays a match with this access, and holds it against a local run.
fn play(bench: &Bench, url: &str, access: &str) {
    succeed(bench, "run x.toml --quiet --out local");
    let line = format!("worker {url} {access} --concurrency 1 --once --name w --quiet");
    let worker: Process = start(bench, &line);
    succeed(bench, &format!("run x.toml --quiet --out far --workers {url} {access}"));
    assert_eq!(worker.code(PATIENCE), Some(0));
    assert_eq!(timeless(bench.report("far")), timeless(bench.report("local")));
}

#[test]
fn a_match_is_played_over_connections_that_are_secured() {
    let authority = Authority::new();
    authority.sign("server", "127.0.0.1", 2100);
    authority.sign("own", "a worker", 2100);
    let ca_file = authority.path("ca.pem");
    let verify = ["--tlsverify", "--tlscacert", ca_file.to_str().unwrap()];
    let Some(server) = authority.server("server", &verify) else { return };
    let (bench, url, ca) = (bench(6, 300, ""), url(&server), authority.ca());
    let own = |kind: &str| authority.path(&format!("own.{kind}")).display().to_string();
    play(&bench, &url, &format!("{ca} --cert {} --key {}", own("pem"), own("key")));
    let nameless = refused(&bench, &format!("worker --list {url} {ca}"));
    assert!(nameless.contains("--cert and --key"), "{nameless}");
}

#[test]
fn a_server_that_cannot_be_believed_is_left_with_a_word() {
    let (authority, other) = (Authority::new(), Authority::new());
    authority.sign("good", "127.0.0.1", 2100);
    authority.sign("expired", "127.0.0.1", 2020);
    authority.sign("elsewhere", "somewhere.example", 2100);
    let bench = bench(1, 1, "");
    for (name, ca, hint) in [
        ("good", String::new(), "--ca"),
        ("good", other.ca(), "--ca"),
        ("expired", authority.ca(), "expired"),
        ("elsewhere", authority.ca(), "not valid for"),
    ] {
        let Some(server) = authority.server(name, &[]) else { return };
        let errors = refused(&bench, format!("worker --list {} {ca}", url(&server)).trim_end());
        assert!(errors.contains("no secure connection"), "{name}: {errors}");
        assert!(errors.contains(hint), "{name}: {errors}");
    }
    // A client that requires security refuses to go on without it.
    let Some(open) = NatsServer::start() else { return };
    let errors = refused(&bench, &format!("worker --list {} {}", open.url(), authority.ca()));
    assert!(errors.contains("no secure connection"), "{errors}");
}

#[test]
fn keys_let_in_whom_they_are_made_for() {
    let place = tempfile::tempdir().unwrap();
    let seed = |name: &str, key: &nkeys::KeyPair| {
        let file = place.path().join(name);
        fs::write(&file, format!("{}\n", key.seed().unwrap())).unwrap();
        file.display().to_string()
    };
    let [ours, theirs] = [nkeys::KeyPair::new_user(), nkeys::KeyPair::new_user()];
    let configuration = place.path().join("nats.conf");
    let text = format!("authorization: {{ users: [ {{ nkey: {} }} ] }}\n", ours.public_key());
    fs::write(&configuration, text).unwrap();
    let Some(server) = NatsServer::with(&["-c", configuration.to_str().unwrap()]) else { return };
    let bench = bench(6, 300, "");
    play(&bench, &server.url(), &format!("--nkey {}", seed("ours", &ours)));
    let begun = std::time::Instant::now();
    let wrong = seed("theirs", &theirs);
    let errors = refused(&bench, &format!("worker {} --nkey {wrong}", server.url()));
    assert!(errors.contains(&format!("does not let in the key of {wrong}")), "{errors}");
    assert!(begun.elapsed() < Duration::from_secs(5), "it is tried once");
    let nobody = refused(&bench, &format!("worker {}", server.url()));
    assert!(nobody.contains("does not let in nobody in particular"), "{nobody}");
    let no_seed = place.path().join("no-seed");
    fs::write(&no_seed, "not a seed").unwrap();
    let errors =
        refused(&bench, &format!("worker --list {} --nkey {}", server.url(), shown(&no_seed)));
    assert!(errors.contains("no-seed"), "{errors}");
}

/// A claim of one key about another, signed: a token as servers of NATS read it.
fn token(issuer: &nkeys::KeyPair, subject: &nkeys::KeyPair, nats: serde_json::Value) -> String {
    let name = subject.public_key();
    let claims = serde_json::json!({
        "jti": name, "iat": 1_700_000_000, "iss": issuer.public_key(), "name": name, "sub": name,
        "nats": nats,
    });
    let encode = |bytes: &[u8]| BASE64_URL_SAFE_NO_PAD.encode(bytes);
    let header = encode(br#"{"typ":"JWT","alg":"ed25519-nkey"}"#);
    let claimed = format!("{header}.{}", encode(claims.to_string().as_bytes()));
    let signature = issuer.sign(claimed.as_bytes()).unwrap();
    format!("{claimed}.{}", encode(&signature))
}

/// Writes the file of credentials of a new user of this account.
fn credentials(account: &nkeys::KeyPair, file: &Path) {
    let user = nkeys::KeyPair::new_user();
    let any = serde_json::json!({
        "type": "user", "version": 2, "pub": {}, "sub": {}, "subs": -1, "data": -1, "payload": -1,
    });
    let (token, seed) = (token(account, &user, any), user.seed().unwrap());
    let text = format!(
        "-----BEGIN NATS USER JWT-----\n{token}\n------END NATS USER JWT------\n\n\
         -----BEGIN USER NKEY SEED-----\n{seed}\n------END USER NKEY SEED------\n"
    );
    fs::write(file, text).unwrap();
}

#[test]
fn files_of_credentials_let_in_whom_the_operators_accounts_have_signed() {
    let operator = nkeys::KeyPair::new_operator();
    let [known, unknown, system] = [(); 3].map(|()| nkeys::KeyPair::new_account());
    let limits = serde_json::json!({
        "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": true,
        "conn": -1, "leaf": -1, "mem_storage": -1, "disk_storage": -1, "streams": -1, "consumer": -1,
    });
    let of_operator = serde_json::json!({ "type": "operator", "version": 2 });
    let of_account = serde_json::json!({ "type": "account", "version": 2, "limits": limits });
    let place = tempfile::tempdir().unwrap();
    let file = |name: &str| place.path().join(name);
    let of_system =
        serde_json::json!({ "type": "account", "version": 2, "limits": { "conn": -1 } });
    let [known_key, system_key] = [&known, &system].map(nkeys::KeyPair::public_key);
    let text = format!(
        "operator: {}\nsystem_account: {system_key}\nresolver: MEMORY\n\
         resolver_preload: {{ {known_key}: {}, {system_key}: {} }}\n",
        token(&operator, &operator, of_operator),
        token(&operator, &known, of_account),
        token(&operator, &system, of_system),
    );
    fs::write(file("nats.conf"), text).unwrap();
    let Some(server) = NatsServer::with(&["-c", &shown(&file("nats.conf"))]) else { return };
    let bench = bench(6, 300, "");
    credentials(&known, &file("ours.creds"));
    play(&bench, &server.url(), &format!("--creds {}", shown(&file("ours.creds"))));
    credentials(&unknown, &file("theirs.creds"));
    fs::write(file("text"), "no credentials").unwrap();
    let fails = |name: &str| {
        refused(&bench, &format!("worker --list {} --creds {}", server.url(), shown(&file(name))))
    };
    let theirs = fails("theirs.creds");
    assert!(theirs.contains("does not let in the user of"), "{theirs}");
    for name in ["text", "none"] {
        let errors = fails(name);
        assert!(errors.contains(&shown(&file(name))), "{errors}");
    }
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
