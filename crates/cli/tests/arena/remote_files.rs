//! Files sent to workers by their coordinators: real processes around a real server.

use std::fs;
use std::time::Instant;

use sha2::{Digest, Sha256};

use crate::nats::NatsServer;
use crate::networks::BUILT_IN;
use crate::remote::{PATIENCE, bench, start, succeed};
use crate::timeless::timeless;

#[test]
fn a_network_is_sent_to_workers_that_accept_files_and_to_no_others() {
    let Some(server) = NatsServer::start() else { return };
    let bench = bench(6, 300, "");
    let text = fs::read_to_string(bench.file()).unwrap();
    let preset = "preset = \"null-move\"\n";
    fs::write(bench.file(), text.replace(preset, &format!("{preset}network = \"my.network\"\n")))
        .unwrap();
    fs::copy(BUILT_IN, bench.path("my.network")).unwrap();
    succeed(&bench, "run x.toml --quiet --out local");
    let line = format!("run x.toml --quiet --out far --workers {}", server.url());
    let coordinator = start(&bench, &line);
    let worker = |more: &str| {
        start(&bench, &format!("worker {} --concurrency 1 --once --quiet {more}", server.url()))
    };
    let _refuses = worker("--name without");
    let begun = Instant::now();
    let list =
        || String::from_utf8(succeed(&bench, &format!("worker --list {}", server.url())).stdout);
    while !list().unwrap().contains("--accept-files DIR has the coordinator send it") {
        assert!(begun.elapsed() < PATIENCE, "{}", list().unwrap());
    }
    assert_eq!(worker("--name with --accept-files files/of/others").code(PATIENCE), Some(0));
    assert_eq!(coordinator.code(PATIENCE), Some(0));
    assert_eq!(timeless(bench.report("far")), timeless(bench.report("local")));
    let bytes = fs::read(BUILT_IN).unwrap();
    let name = format!("files/of/others/{}.network", hex::encode(Sha256::digest(&bytes)));
    assert_eq!(fs::read(bench.path(&name)).unwrap(), bytes);
}
