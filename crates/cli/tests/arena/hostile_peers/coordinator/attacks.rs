//! The table of attacks on a coordinator.

use std::fs;
use std::time::Duration;

use nkeys::KeyPair;
use serde_json::json;
use sha2::{Digest, Sha256};
use tokio_stream::StreamExt;

use super::Attack;
use super::Outcome::{Says, Silence};
use crate::hostile_peers::{SILENCE, VERSION};

/// The attacks on the coordinator by somebody with a worker's login.
pub(super) const ON_COORDINATOR: &[Attack] = &[
    Attack {
        name: "a hello without a signature",
        attack: |at| at.silent("hello", at.hello(|_| {}).to_string().into_bytes()),
        outcome: Silence,
    },
    Attack {
        name: "a hello in the name of another's key",
        attack: |at| {
            let mut peer = at.peer();
            let sealed = peer.seal(&at.subject("hello"), at.hello(|_| {}).to_string().as_bytes());
            let other = KeyPair::new_user().public_key();
            let text = String::from_utf8(sealed).unwrap().replace(&peer.key.public_key(), &other);
            at.silent("hello", text.into_bytes())
        },
        outcome: Silence,
    },
    Attack {
        name: "a status, moved to where workers are let in",
        attack: |at| {
            let sealed = at.peer().seal("arena.v1.status", at.hello(|_| {}).to_string().as_bytes());
            at.silent("hello", sealed)
        },
        outcome: Silence,
    },
    Attack {
        name: "a hello of the version before",
        attack: |at| {
            let hello = at.hello(|hello| hello["v"] = 1.into()).to_string();
            let sealed = at.peer().seal(&at.subject("hello"), hello.as_bytes());
            at.silent("hello", sealed)
        },
        outcome: Silence,
    },
    Attack {
        name: "a hello of another program version",
        attack: |at| {
            let hello = at.hello(|hello| hello["arena"] = "9.9.9".into()).to_string();
            Some(at.peer().ask(&at.subject("hello"), hello.as_bytes())?.to_string())
        },
        outcome: Says("the worker arena 9.9.9"),
    },
    Attack {
        name: "a hello with other engines",
        attack: |at| {
            let hello = at.hello(|hello| hello["signatures"] = json!([1, 2])).to_string();
            Some(at.peer().ask(&at.subject("hello"), hello.as_bytes())?.to_string())
        },
        outcome: Says("engines are others"),
    },
    Attack {
        name: "a hello from before the coordinator was started",
        attack: |at| {
            let hello = at.hello(|hello| hello["generation"] = "before".into()).to_string();
            Some(at.peer().ask(&at.subject("hello"), hello.as_bytes())?.to_string())
        },
        outcome: Says("started anew"),
    },
    Attack {
        name: "a worker that plays more games at a time than there are, and wants as many tickets",
        attack: |at| {
            let mut peer = at.peer();
            let hello = at.hello(|hello| hello["concurrency"] = (1_u64 << 60).into()).to_string();
            peer.ask(&at.subject("hello"), hello.as_bytes())?;
            let dealt = at.ask(&mut peer, &[], 1 << 40);
            let tickets = dealt["dealt"]["tickets"].as_array().unwrap().len();
            assert!(tickets < 2100, "{tickets} tickets");
            // And gives them back.
            Some(at.ask(&mut peer, &[], 0).to_string())
        },
        outcome: Says("\"tickets\":[]"),
    },
    Attack {
        name: "a name of control characters without end",
        attack: |at| {
            at.admitted(&"\u{1b}[2J\n\u{7}".repeat(800));
            Some("let in".to_owned())
        },
        outcome: Says("let in"),
    },
    Attack {
        name: "the name of the honest worker",
        attack: |at| {
            at.admitted("honest");
            Some("let in".to_owned())
        },
        outcome: Says("let in"),
    },
    Attack {
        name: "a request for tickets without a signature",
        attack: |at| at.silent("ask", at.ask_message(&[], 1, 9).to_string().into_bytes()),
        outcome: Silence,
    },
    Attack {
        name: "a request for tickets by somebody who was not let in",
        attack: |at| Some(at.ask(&mut at.peer(), &[], 9).to_string()),
        outcome: Says("stranger"),
    },
    Attack {
        name: "a request for tickets, repeated by an eavesdropper",
        attack: |at| {
            let (mut peer, subject) = (at.admitted("heard"), at.subject("ask"));
            let sealed = peer.seal(&subject, at.ask_message(&[], 9, 0).to_string().as_bytes());
            peer.request(&subject, sealed.clone(), SILENCE)?;
            at.silent("ask", sealed)
        },
        outcome: Silence,
    },
    Attack {
        name: "a worker that says that it holds the tickets of all others",
        attack: |at| {
            let all: Vec<u64> = (0..2000).collect();
            Some(at.ask(&mut at.admitted("greedy"), &all, 0).to_string())
        },
        outcome: Says("\"held\":[]"),
    },
    Attack {
        name: "a request whose reading costs more than its signature",
        attack: |at| {
            let (mut peer, subject) = (at.admitted("dear"), at.subject("ask"));
            let message = at.ask_message(&[0; 20_000], 9, 0).to_string();
            let sealed = peer.seal(&subject, message.as_bytes());
            at.silent("ask", sealed)
        },
        outcome: Silence,
    },
    Attack {
        name: "a request nested fifteen thousand deep",
        attack: |at| {
            let (mut peer, subject) = (at.admitted("deep"), at.subject("ask"));
            let deep = format!("{{\"v\":{VERSION},\"x\":{}", "[".repeat(15_000));
            let sealed = peer.seal(&subject, deep.as_bytes());
            at.silent("ask", sealed)
        },
        outcome: Silence,
    },
    Attack {
        name: "a request of the last serial, after which none of its key is newer",
        attack: |at| {
            let mut peer = at.admitted("last");
            peer.serial = u64::MAX - 2;
            let message = at.ask_message(&[u64::MAX, 0, 0, u64::MAX], u64::MAX, 1 << 50);
            peer.ask(&at.subject("ask"), message.to_string().as_bytes());
            Some(at.ask(&mut peer, &[], 0).to_string())
        },
        outcome: Says("\"tickets\":[]"),
    },
    Attack {
        name: "a hello of no games at a time and no signatures, without a name",
        attack: |at| {
            let hello = at.hello(|hello| {
                hello["concurrency"] = 0.into();
                hello["signatures"] = json!([]);
                hello["worker"] = "".into();
            });
            Some(at.peer().ask(&at.subject("hello"), hello.to_string().as_bytes())?.to_string())
        },
        outcome: Says("engines"),
    },
    Attack {
        name: "a result without a signature",
        attack: |at| {
            let text = at.text(0, |_| {});
            let header = json!({ "v": VERSION, "games": [{ "proof": "", "attempt": 0, "bytes": text.len() }] });
            at.silent("result", format!("{header}\n{text}").into_bytes())
        },
        outcome: Silence,
    },
    Attack {
        name: "a result of somebody who was not let in",
        attack: |at| Some(at.result(&mut at.peer(), "", &at.text(0, |_| {}))),
        outcome: Says("stranger"),
    },
    Attack {
        name: "the word that a ticket kills its workers, as version 1 had it",
        attack: |at| {
            let old = json!({
                "v": 1, "generation": at.job["generation"], "ticket": 0, "worker": "honest",
                "time_scale": 1.0, "acknowledge": "", "games": [], "is_poisoned": true,
            });
            at.silent("result", format!("{old}\n").into_bytes())
        },
        outcome: Silence,
    },
    Attack {
        name: "a good game that was dealt to nobody",
        attack: |at| Some(at.result(&mut at.admitted("eager"), "", &at.text(3, |_| {}))),
        outcome: Says("was not dealt to it"),
    },
    Attack {
        name: "a good game with another worker's proof",
        attack: |at| {
            let mut victim = at.admitted("victim");
            let (number, proof) = at.dealt(&mut victim);
            Some(at.result(&mut at.admitted("thief"), &proof, &at.text(number, |_| {})))
        },
        outcome: Says("was not dealt to it"),
    },
    Attack {
        name: "the proof of one game for another",
        attack: |at| {
            let mut peer = at.admitted("swapper");
            let (number, proof) = at.dealt(&mut peer);
            Some(at.result(&mut peer, &proof, &at.text(number + 1, |_| {})))
        },
        outcome: Says("was not dealt to it"),
    },
    Attack {
        name: "a game that is cut short",
        attack: |at| at.changed(|game| game.record.moves.truncate(5)),
        outcome: Says("cannot be so"),
    },
    Attack {
        name: "a game that another has won",
        attack: |at| {
            at.changed(|game| {
                game.record.termination =
                    arena::chess::record::Termination::Abandoned(shakmaty::Color::White);
                game.record.outcome = game.record.termination.outcome(&shakmaty::Chess::default());
                game.record.moves.clear();
                let other = game.record.spec.game ^ 1;
                game.record.spec.game = other;
            })
        },
        outcome: Says("refused"),
    },
    Attack {
        name: "a game beyond the match",
        attack: |at| at.changed(|game| game.record.spec.game += 1_000_000),
        outcome: Says("refused"),
    },
    Attack {
        name: "the last game that a number can name",
        attack: |at| {
            let mut peer = at.admitted("far");
            let (_, proof) = at.dealt(&mut peer);
            let last = at.text(1, |game| game.record.spec.game = u32::MAX);
            Some(at.result(&mut peer, &proof, &last))
        },
        outcome: Says("game 4294967296 is beyond the match"),
    },
    Attack {
        name: "a game with more nodes than there can be",
        attack: |at| at.changed(|game| game.record.moves[0].nodes = u64::MAX),
        outcome: Says("has n="),
    },
    Attack {
        name: "a game whose move took years",
        attack: |at| at.changed(|game| game.record.moves[0].time = Duration::from_secs(1 << 33)),
        outcome: Says("refused"),
    },
    Attack {
        name: "a result with fewer bytes than it says",
        attack: |at| {
            let mut peer = at.admitted("short");
            let header = json!({ "v": VERSION, "games": [{ "proof": "", "attempt": 0, "bytes": 1u64 << 40 }] });
            let answer = peer.ask(&at.subject("result"), format!("{header}\nx").as_bytes())?;
            Some(answer.to_string())
        },
        outcome: Says("cut short"),
    },
    Attack {
        name: "a text of two games",
        attack: |at| {
            let mut peer = at.admitted("double");
            let (number, proof) = at.dealt(&mut peer);
            let text = at.text(number, |_| {});
            Some(at.result(&mut peer, &proof, &format!("{text}{text}")))
        },
        outcome: Says("more than one game"),
    },
    Attack {
        name: "junk in the name of the honest worker, three times",
        attack: |at| {
            let junk = || at.silent("result", b"{\"worker\":\"honest\"}\njunk".to_vec());
            junk().or_else(junk).or_else(junk)
        },
        outcome: Silence,
    },
    Attack {
        name: "an answer that would delete the jobs with the coordinator's rights",
        attack: |at| {
            for api in ["PURGE", "DELETE"] {
                let (mut peer, subject) = (at.peer(), at.subject("hello"));
                let sealed = peer.seal(&subject, at.hello(|_| {}).to_string().as_bytes());
                peer.publish(&subject, Some(&format!("$JS.API.STREAM.{api}.ARENA_JOBS")), sealed);
            }
            std::thread::sleep(SILENCE);
            at.place
                .peer("coordinator")
                .job(at.job["fingerprint"].as_str()?)
                .map(|_| "it is there".to_owned())
        },
        outcome: Says("it is there"),
    },
    Attack {
        name: "an answer that would be an order to all workers",
        attack: |at| {
            let orders = at.place.peer("worker");
            let subject = at.subject("control");
            let mut heard =
                orders.runtime.block_on(orders.client.subscribe(subject.clone())).unwrap();
            orders.runtime.block_on(orders.client.flush()).unwrap();
            let (mut peer, hello) = (at.peer(), at.subject("hello"));
            let sealed = peer.seal(&hello, at.hello(|_| {}).to_string().as_bytes());
            peer.publish(&hello, Some(&subject), sealed);
            let next = orders.runtime.block_on(async {
                tokio::time::timeout(SILENCE, async {
                    loop {
                        let message = heard.next().await.unwrap();
                        if !String::from_utf8_lossy(&message.payload).contains("show") {
                            return message;
                        }
                    }
                })
                .await
            });
            next.ok().map(|message| String::from_utf8_lossy(&message.payload).into_owned())
        },
        outcome: Silence,
    },
    Attack {
        name: "a request for a file that is not of the match",
        attack: |at| {
            let digest = hex::encode(Sha256::digest(fs::read("/etc/passwd").unwrap()));
            let request = json!({ "v": VERSION, "sha256": digest, "offset": 0 }).to_string();
            let sealed = at.peer().seal(&at.subject("file"), request.as_bytes());
            at.silent("file", sealed)
        },
        outcome: Silence,
    },
    Attack {
        name: "a part of a file from behind all files",
        attack: |at| {
            let request = json!({ "v": VERSION, "sha256": "0".repeat(64), "offset": u64::MAX });
            let mut peer = at.admitted("far");
            let sealed = peer.seal(&at.subject("file"), request.to_string().as_bytes());
            at.silent("file", sealed)
        },
        outcome: Silence,
    },
    Attack {
        name: "a request for a file by its name",
        attack: |at| {
            let request =
                json!({ "v": VERSION, "sha256": "../../../etc/passwd", "offset": 0 }).to_string();
            let sealed = at.peer().seal(&at.subject("file"), request.as_bytes());
            at.silent("file", sealed)
        },
        outcome: Silence,
    },
    Attack {
        name: "a status of control characters, and one without a signature",
        attack: |at| {
            let status = json!({
                "v": VERSION, "worker": "honest", "arena": "1", "fingerprint": at.job["fingerprint"],
                "match_name": "\u{1b}[2J", "concurrency": 1, "playing": 1, "delivered": 0,
                "refusals": ["\u{1b}"],
            });
            let mut peer = at.admitted("painter");
            let sealed = peer.seal("arena.v1.status", status.to_string().as_bytes());
            peer.publish("arena.v1.status", None, sealed);
            peer.publish("arena.v1.status", None, status.to_string().into_bytes());
            Some("said".to_owned())
        },
        outcome: Says("said"),
    },
    Attack {
        name: "bytes of every kind",
        attack: |at| {
            let peer = at.admitted("noise");
            for kind in ["hello", "ask", "result", "file"] {
                for bytes in
                    [&b""[..], b"\n", b"\0\0\0", b"{}\n{}", &[0xff; 1000], &[b'{'; 100_000]]
                {
                    peer.publish(&at.subject(kind), Some("_INBOX.x"), bytes.to_vec());
                }
            }
            Some("said".to_owned())
        },
        outcome: Says("said"),
    },
    Attack {
        name: "six workers that take every ticket and play none",
        attack: |at| {
            for number in 0..6 {
                let mut peer = at.admitted(&format!("hole-{number}"));
                at.ask(&mut peer, &[], 2000);
            }
            Some("taken".to_owned())
        },
        outcome: Says("taken"),
    },
];
