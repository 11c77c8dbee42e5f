//! A disk that is full or fails. The match stops with an error, the journal is intact, and when
//! there is room again the same command resumes it.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Output};

use rand::RngExt;

use crate::bench::Bench;
use crate::kills::{Contenders, Twins};
use crate::trials::Trials;

crate::tests![
    a_file_that_must_not_grow_stops_the_match,
    a_full_disk_stops_the_match,
    a_report_that_cannot_be_kept_is_printed,
];

/// The arguments that run a bench's match.
fn run_command(bench: &Bench) -> [String; 3] {
    let file = bench.path("x.toml").display().to_string();
    [env!("CARGO_BIN_EXE_arena").to_owned(), "run".to_owned(), file]
}

/// The output of a shell that runs a script with these arguments.
fn shell(script: &str, arguments: &[String]) -> Output {
    Command::new("sh").args(["-c", script, "sh"]).args(arguments).output().unwrap()
}

fn errors(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!errors.contains("panicked"), "{errors}");
    errors
}

/// Asserts that a match stopped with an error about the journal or another file.
fn assert_stopped(output: &Output, why: &str) {
    let errors = errors(output);
    assert_eq!(output.status.code(), Some(1), "{:?}: {errors}", output.status);
    assert!(errors.contains("cannot write") && errors.contains(why), "{errors}");
}

fn a_file_that_must_not_grow_stops_the_match(trials: &Trials) {
    let limits = trials.count(2, 40);
    for contenders in [Contenders::InProcess, Contenders::Programs] {
        let text = contenders.text(24, 2).replace("nodes = 300", "nodes = 20");
        let twins = Twins::new(&text);
        let bytes = fs::metadata(twins.bench.path("undisturbed/games.pgn")).unwrap().len();
        let mut random = trials.random("limit");
        trials.survive(limits, || {
            let mut known = BTreeMap::new();
            // From nothing at all to nearly enough; a shell counts in half kilobytes, or in whole
            // ones.
            let mut blocks: Vec<u64> =
                (0..limits).map(|_| random.random_range(0..bytes / 1024)).collect();
            blocks.sort_unstable();
            for blocks in blocks {
                let command = [&[blocks.to_string()][..], &run_command(&twins.bench)].concat();
                let output = shell("ulimit -f \"$1\" && shift && exec \"$@\"", &command);
                if known.len() < 24 {
                    assert_stopped(&output, "File too large");
                }
                twins.bench.assert_nothing_is_left();
                twins.assert_sound(&mut known);
                assert_no_torn_tail(&twins.bench);
            }
            twins.assert_equal();
        });
    }
}

/// A game that could not be written completely is not in the journal at all.
fn assert_no_torn_tail(bench: &Bench) {
    let Ok(text) = fs::read_to_string(bench.path("results/x/games.pgn")) else { return };
    assert!(text.is_empty() || text.ends_with("\n\n"), "{text}");
    let starts = text.matches("[Event \"").count();
    assert_eq!(starts, text.matches("[Checksum \"").count());
}

/// A disk of the third argument's size at the first one; the match is run, then room is made, and
/// it is run again. Each run's files are kept in the second one.
const SMALL_DISK: &str = r#"
    disk=$1 kept=$2 size=$3; shift 3
    mount -t tmpfs -o size="$size" none "$disk" || exit 77
    "$@" --out "$disk/match" >"$kept/out-1" 2>"$kept/errors-1"; echo $? >"$kept/code-1"
    cp -r "$disk/match" "$kept/match-1" || mkdir "$kept/match-1"
    mount -o remount,size=64m "$disk" || exit 78
    "$@" --out "$disk/match" >"$kept/out-2" 2>"$kept/errors-2"; echo $? >"$kept/code-2"
    cp -r "$disk/match" "$kept/match-2"
"#;

fn a_full_disk_stops_the_match(trials: &Trials) {
    let disks = trials.count(1, 20);
    let mut random = trials.random("disk");
    let twins = Twins::new(&Contenders::Programs.text(60, 2));
    for number in 0..disks {
        // The journal of the whole match takes three times as much.
        let size = 4096 * random.random_range(1..20);
        let (disk, kept) = (
            twins.bench.path(&format!("disk-{number}")),
            twins.bench.path(&format!("kept-{number}")),
        );
        fs::create_dir(&disk).unwrap();
        fs::create_dir(&kept).unwrap();
        let mut unshare = Command::new("unshare");
        let is_root = rustix::process::geteuid().is_root();
        unshare.args(if is_root { &["-m"][..] } else { &["-Urm"][..] });
        unshare.args(["sh", "-c", SMALL_DISK, "sh"]).arg(&disk).arg(&kept).arg(size.to_string());
        unshare.args(run_command(&twins.bench));
        let output = match unshare.output() {
            Ok(output) if output.status.success() => output,
            Ok(output) => {
                let problem = String::from_utf8_lossy(&output.stderr).trim().to_owned();
                return trials.skip(format!("a full disk: none can be mounted here ({problem})"));
            }
            Err(error) => return trials.skip(format!("a full disk: unshare: {error}")),
        };
        trials.survive(1, || {
            errors(&output);
            let text = |name: &str| fs::read_to_string(kept.join(name)).unwrap();
            let first = text("errors-1");
            assert_eq!(text("code-1"), "1\n", "{size}: {first}");
            assert!(first.contains("No space left on device"), "{first}");
            assert!(!first.contains("panicked"), "{first}");
            let before = fs::read(kept.join("match-1/games.pgn")).unwrap_or_default();
            let after = fs::read(kept.join("match-2/games.pgn")).unwrap();
            assert!(after.starts_with(&before), "what is on disk is whole and stays");
            assert_eq!(text("code-2"), "0\n", "{}", text("errors-2"));
            fs::create_dir_all(twins.bench.path("results")).unwrap();
            let results = twins.bench.path("results/x");
            let _ = fs::remove_dir_all(&results);
            fs::rename(kept.join("match-2"), results).unwrap();
            twins.assert_equal();
        });
    }
}

fn a_report_that_cannot_be_kept_is_printed(trials: &Trials) {
    let twins = Twins::new(&Contenders::InProcess.text(4, 1).replace("nodes = 300", "nodes = 1"));
    trials.survive(1, || {
        let obstacle = twins.bench.path("results/x/report.txt");
        fs::create_dir_all(obstacle.join("x")).unwrap();
        fs::write(twins.bench.path("results/x/games.pgn"), "").unwrap();
        let run = twins.bench.run(&["--full"]);
        assert_eq!(run.code, Some(1), "{}", run.errors);
        assert!(
            run.errors.contains(&format!("cannot write {}", obstacle.display())),
            "{}",
            run.errors
        );
        assert!(run.report.contains("Terminations"), "{}", run.report);
        fs::remove_dir_all(obstacle).unwrap();
        twins.assert_equal();
    });
}
