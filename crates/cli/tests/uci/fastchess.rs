//! The drop-in replacement for fastchess. The transcripts of matches without a fault were made by
//! this program after its output had been compared with the reference's, line by line, with the
//! same engines: `crates/fastchess/reference/matches.py`. The transcript of a crash differs as
//! `docs/guide/src/fastchess.md` describes.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

crate::tests![
    a_match_of_pairs_is_told_as_the_reference_tells_it,
    a_match_in_cutechess_s_format_is_told_as_the_reference_tells_it,
    an_engine_that_crashes_loses_and_is_started_again,
    without_recover_a_crash_ends_the_match,
    faults_have_the_reference_s_words,
    options_that_an_engine_does_not_take_are_warned_of_before_every_game,
    the_games_file_has_tags_and_comments,
    a_match_that_was_interrupted_goes_on_from_its_file,
    a_sequential_test_ends_the_match,
    a_wrong_command_line_is_refused_on_standard_output,
    names_decide_whose_command_line_it_is,
    too_few_processors_end_the_match,
    no_engine_survives_runners_that_are_killed_by_name,
    a_move_that_comes_after_the_flag_costs_no_wait,
    a_journal_is_kept_on_request_and_resumed_after_a_kill,
    a_journal_takes_no_games_of_another_match,
    a_match_that_is_over_is_told_again,
    an_interrupted_match_with_a_journal_names_what_goes_on_with_it,
    a_strict_match_ends_at_a_time_loss_and_keeps_no_game_of_it,
    a_file_that_cannot_be_written_is_told_of,
    latencies_are_in_the_log,
    the_lines_of_engines_in_the_log_have_a_thread_by_number,
    a_command_line_becomes_a_match_file_that_can_be_run,
];

pub(crate) const BOOK: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n\
                    rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n\
                    rnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 1 2\n";

pub(crate) struct Table {
    directory: TempDir,
}

impl Table {
    pub(crate) fn new() -> Table {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("book.epd"), BOOK).unwrap();
        Table { directory }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// The program with a command line in which `A:FAULT` and `B:FAULT` are engines with these names.
    pub(crate) fn command(&self, command: &str, line: &str) -> Command {
        let this = std::env::current_exe().unwrap();
        let mut arena = Command::new(env!("CARGO_BIN_EXE_arena"));
        arena.arg(command).current_dir(self.directory.path());
        for word in line.split_whitespace() {
            match word.split_once(':') {
                Some((name, fault)) if ["A", "B", "C", "D"].contains(&name) => {
                    let cmd = format!("cmd={}", this.display());
                    let (args, name) = (format!("args=engine {fault}"), format!("name={name}"));
                    arena.args(["-engine", &cmd, &args, &name]);
                }
                _ => {
                    arena.arg(word);
                }
            }
        }
        arena.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        arena
    }

    fn start(&self, line: &str) -> Child {
        self.command("fastchess", line).spawn().unwrap()
    }

    /// Standard output without the total time, and the exit code.
    pub(crate) fn play(&self, line: &str) -> (String, Option<i32>) {
        told(&self.command("fastchess", line).output().unwrap())
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Waits until this many games are in a file.
    fn wait_for_games(&self, name: &str, games: usize) {
        let begun = Instant::now();
        let count = || fs::read_to_string(self.path(name)).unwrap_or_default();
        while count().matches("[Result ").count() < games {
            assert!(begun.elapsed() < Duration::from_secs(60), "no {games} games in {name}");
            sleep(Duration::from_millis(5));
        }
    }
}

pub(crate) fn told(output: &Output) -> (String, Option<i32>) {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let lines = text.lines().map(|line| match line.starts_with("Total Time: ") {
        true => "Total Time",
        false => line,
    });
    (lines.map(|line| format!("{line}\n")).collect(), output.status.code())
}

/// Games that say nothing of the machine.
pub(crate) const GAMES: &str = "-each nodes=1 option.Hash=2 -openings file=book.epd format=epd order=random -srand 7 \
                     -repeat -concurrency 1 -maxmoves 20";

/// Two games at a time, on a machine of one processor, too.
const TWO: &str = "-concurrency 2 -force-concurrency";

fn a_match_of_pairs_is_told_as_the_reference_tells_it() {
    let table = Table::new();
    let line = format!("A:none B:none {GAMES} -rounds 2 -ratinginterval 1 -epdout file=ends.epd");
    let (text, code) = table.play(&line);
    assert_eq!((text.as_str(), code), (include_str!("fastchess/pairs.txt"), Some(0)));
    assert_eq!(table.read("ends.epd"), include_str!("fastchess/pairs.epd"));
}

fn a_match_in_cutechess_s_format_is_told_as_the_reference_tells_it() {
    let table = Table::new();
    let line =
        format!("A:none B:none {GAMES} -rounds 2 -ratinginterval 3 -output format=cutechess");
    let (text, code) = table.play(&line);
    assert_eq!((text.as_str(), code), (include_str!("fastchess/cutechess.txt"), Some(0)));
}

fn an_engine_that_crashes_loses_and_is_started_again() {
    let (text, code) = Table::new().play(&format!("A:exits B:none {GAMES} -rounds 1 -recover"));
    assert_eq!((text.as_str(), code), (include_str!("fastchess/crashes.txt"), Some(0)));
}

fn without_recover_a_crash_ends_the_match() {
    let table = Table::new();
    let line = format!("A:exits B:none {GAMES} -rounds 3 -pgnout file=games.pgn");
    let (text, code) = table.play(&line);
    assert!(text.contains(
        "\nGame 1 stalled / disconnected and no recover option set for engine, stopping"
    ));
    assert!(text.contains("\nFinished game 1 (A vs B): 0-1 {White disconnects}\n"), "{text}");
    assert!(text.contains("arena fastchess -config file=config.json\nFinished match\n"), "{text}");
    assert_eq!((code, table.read("games.pgn").as_str()), (Some(1), ""));
}

fn faults_have_the_reference_s_words() {
    for (fault, limit, reason) in [
        ("illegal", "nodes=1", "makes an illegal move}"),
        ("nothing", "nodes=1", "makes an illegal move}"),
        ("late-5ms", "st=0.1", "loses on time (5ms overrun)}"),
    ] {
        let line = format!("A:{fault} B:none {GAMES} -rounds 1 -recover -each {limit}");
        let (text, code) = Table::new().play(&line.replace("-each nodes=1 option.Hash=2", ""));
        assert!(text.contains(reason) || fault == "late-5ms", "{fault}: {text}");
        assert_eq!(code, Some(0), "{fault}");
        if fault == "late-5ms" {
            // On a busy machine it may be later.
            assert!(text.contains("loses on time (") && text.contains("  Timeouts: 2\n"), "{text}");
        }
    }
    let (text, code) =
        Table::new().play(&format!("A:mute B:none {GAMES} -startup-ms 200 -recover"));
    let fatal =
        "Fatal; A engine startup failure: \"Engine didn't respond to uciok after startup\"\n";
    assert!(text.contains(fatal), "{text}");
    assert_eq!(code, Some(1));
}

fn options_that_an_engine_does_not_take_are_warned_of_before_every_game() {
    let more = "-each option.Threads=2 option.Style=Mild option.Hash=99";
    let (text, code) = Table::new().play(&format!("A:none B:none {GAMES} {more} -rounds 1"));
    for warning in [
        "Warning; A: the engine has no option \"Threads\"",
        "Warning; A: option \"Style\": there is no choice \"Mild\"",
        "Warning; A: option \"Hash\": 99 is out of range",
    ] {
        assert_eq!(text.matches(warning).count() % 2, 0, "{text}");
        assert!(text.contains(warning), "{text}");
    }
    assert_eq!(code, Some(0));
}

fn the_games_file_has_tags_and_comments() {
    let table = Table::new();
    let out =
        "-pgnout file=games.pgn nodes=true seldepth=true timeleft=true match_line=^info.depth";
    let line =
        format!("A:none B:none {GAMES} -rounds 1 {out} -crc32 pgn=true -event a b -maxmoves 1");
    let (text, _) = table.play(&line);
    let games = table.read("games.pgn");
    let checksum = crc32fast::hash(games.as_bytes());
    assert!(text.contains(&format!("File games.pgn has CRC32: {checksum:#x}\nFinished game 2 ")));
    let first = games.split("\n\n").take(2).collect::<Vec<_>>();
    let tags: Vec<&str> = first[0].lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(
        tags.join(""),
        "[Event[Site[Date[Round[White[Black[Result[EngineWhiteName[EngineWhiteAuthor[EngineBlackName\
         [EngineBlackAuthor[SetUp[FEN[GameDuration[GameStartTime[GameEndTime[PlyCount[Termination[TimeControl"
    );
    assert!(first[0].starts_with("[Event \"ab\"]\n[Site \"?\"]\n"));
    let moves = first[1].replace('\n', " ");
    assert!(
        moves.contains("s, tl=0.000s, n=1, sd=0, line=\"info depth 1 score cp 7 nodes 1 time 0\"}")
    );
    assert!(moves.ends_with(", Draw by adjudication} 1/2-1/2"), "{moves}");
}

fn a_match_that_was_interrupted_goes_on_from_its_file() {
    let table = Table::new();
    let line = format!("A:cheap B:none {GAMES} -rounds 400 -pgnout file=games.pgn {TWO}");
    let runner = table.start(&line);
    table.wait_for_games("games.pgn", 5);
    let interrupted = Instant::now();
    kill_process(Pid::from_child(&runner), Signal::INT).unwrap();
    let (text, code) = told(&runner.wait_with_output().unwrap());
    assert!(interrupted.elapsed() < Duration::from_secs(15));
    assert_eq!(code, Some(1));
    assert!(text.contains("Tournament was interrupted. To resume the tournament, run: "), "{text}");
    let state = table.read("config.json").replace("\"rounds\": 400", "\"rounds\": 420");
    fs::write(table.path("config.json"), state).unwrap();
    let (text, code) = table.play("-config file=config.json stats=true -ratinginterval 0");
    assert_eq!(code, Some(0));
    assert!(text.contains("\nGames: 840, Wins: "), "{text}");
    assert!(text.contains("\nFinished game 840 "), "{text}");
}

fn a_sequential_test_ends_the_match() {
    let test = "-sprt elo0=0 elo1=200 alpha=0.2 beta=0.2 -ratinginterval 0";
    let line = format!("A:none B:exits {GAMES} -rounds 400 -recover {test}");
    let (text, code) = Table::new().play(&line);
    assert!(text.contains("\nSPRT ([0.00, 200.00]) completed - H1 was accepted\n"), "{text}");
    assert_eq!((text.matches("Results of A vs B").count(), code), (1, Some(0)));
}

fn a_wrong_command_line_is_refused_on_standard_output() {
    let (text, code) = Table::new().play("-engne cmd=a");
    let expected = "Unrecognized option: -engne parsing failed.: Did you mean \"-engine\"?\n";
    assert_eq!((text.as_str(), code), (expected, Some(1)));
    let (text, _) =
        told(&Table::new().command("cutechess", "-tournament knockout").output().unwrap());
    assert!(text.contains("of cutechess-cli alone"), "{text}");
}

fn names_decide_whose_command_line_it_is() {
    let table = Table::new();
    for name in ["fastchess-ob", "fastchess", "cutechess-cli"] {
        let link = table.path(name);
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_arena"), &link).unwrap();
        let output = Command::new(&link).arg("--version").output().unwrap();
        let (text, code) = told(&output);
        assert!(text.starts_with("fastchess alpha 1.8.2 "), "{text}");
        assert_eq!((text.lines().count(), code), (1, Some(0)));
    }
    let told_otherwise = Command::new(table.path("fastchess"))
        .arg("-version")
        .env("ZIGGURAT_FASTCHESS_VERSION", "fastchess alpha 1.8.1 20260101-58072f23")
        .output();
    assert_eq!(told(&told_otherwise.unwrap()).0, "fastchess alpha 1.8.1 20260101-58072f23\n");
}

fn too_few_processors_end_the_match() {
    let line = format!("A:none B:none {GAMES} -rounds 2 {TWO} -use-affinity 0");
    let (text, code) = Table::new().play(&line.replace(" -concurrency 1", ""));
    let begun = "Indexing opening suite...\nError while creating match: No cores available\n";
    assert!(text.starts_with(begun), "{text}");
    assert!(text.ends_with("\nFinished match\nTotal Time\n\n"), "{text}");
    assert!(!text.contains("Started game"), "{text}");
    assert_eq!(code, Some(1));
}

/// The processes whose command line has this word, as `pkill -f` finds them.
fn named(word: &str) -> Vec<Pid> {
    let processes = fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let number: i32 = entry.ok()?.file_name().to_str()?.parse().ok()?;
        let line = fs::read(format!("/proc/{number}/cmdline")).ok()?;
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        line.contains(word).then(|| Pid::from_raw(number))?
    });
    processes.collect()
}

/// An engine that stops reading once it is told to move, and leaves a child that does not read
/// either.
const DEAF: &str = "#!/bin/sh\n\
    (trap '' HUP INT TERM; while :; do sleep 1; done) &\n\
    while read -r line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;; \
    go*) trap '' HUP INT TERM; while :; do sleep 1; done;; esac; done\n";

fn no_engine_survives_runners_that_are_killed_by_name() {
    let table = Table::new();
    let directory = table.directory.path().canonicalize().unwrap();
    // Names that nothing else has.
    let own = directory.file_name().unwrap().to_str().unwrap();
    let runner = directory.join(format!("fastchess-ob{own}"));
    let engine = directory.join(format!("Toy{own}"));
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_arena"), &runner).unwrap();
    fs::write(&engine, DEAF).unwrap();
    fs::set_permissions(&engine, PermissionsExt::from_mode(0o755)).unwrap();
    let engines = ["a", "b"].map(|name| format!("-engine cmd={} name={name}", engine.display()));
    let line = format!("{} -each st=100 -rounds 4 {TWO}", engines.join(" "));
    let mut child = Command::new(&runner)
        .args(line.split_whitespace())
        .current_dir(&directory)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    // Four engines, each with its child.
    while named(&format!("Toy{own}")).len() < 8 {
        assert!(begun.elapsed() < Duration::from_secs(20), "the engines do not start");
        sleep(Duration::from_millis(10));
    }
    sleep(Duration::from_millis(200));
    for process in named(&format!("fastchess-ob{own}")) {
        let _ = kill_process(process, Signal::KILL);
    }
    child.wait().unwrap();
    let begun = Instant::now();
    while !named(own).is_empty() {
        assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", named(own));
        sleep(Duration::from_millis(10));
    }
}

fn a_move_that_comes_after_the_flag_costs_no_wait() {
    let line = format!("A:late-300ms B:none {GAMES} -rounds 1 -recover -each st=0.1");
    let begun = Instant::now();
    let (text, _) = Table::new().play(&line.replace("-each nodes=1 option.Hash=2", ""));
    assert!(text.contains("loses on time (") && text.contains("  Timeouts: 2\n"), "{text}");
    assert!(begun.elapsed() < Duration::from_secs(9), "{:?}", begun.elapsed());
}

fn a_journal_is_kept_on_request_and_resumed_after_a_kill() {
    let table = Table::new();
    let out = "-pgnout file=games.pgn append=false -ziggurat dir=kept";
    let line = format!("A:cheap B:none {GAMES} -rounds 200 {out} -ratinginterval 0");
    let mut runner = table.start(&line);
    table.wait_for_games("kept/games.pgn", 9);
    kill_process(Pid::from_child(&runner), Signal::KILL).unwrap();
    runner.wait().unwrap();
    let told = table.read("games.pgn");
    // The journal has the seed.
    let (text, code) = table.play(&line.replace("-srand 7 ", ""));
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("\nGames: 400, Wins: "), "{text}");
    assert!(!text.contains("Started game 1 of"), "{text}");
    assert_eq!(table.read("kept/games.pgn").matches("[Result ").count(), 400);
    assert!(table.read("games.pgn").starts_with(&told));
    assert!(table.path("kept/report.html").is_file());
}

fn a_journal_takes_no_games_of_another_match() {
    let table = Table::new();
    let line = format!("A:none B:none {GAMES} -rounds 1 -ziggurat dir=kept -pgnout file=games.pgn");
    table.play(&line);
    let played = [table.read("games.pgn"), table.read("kept/games.pgn")];
    for (this, other) in [
        ("-srand 7", "-srand 8"),
        ("order=random", "order=sequential"),
        ("format=epd", "format=epd start=2"),
        ("-maxmoves 20", "-maxmoves 21"),
    ] {
        let line = format!("{} append=false", line.replace(this, other));
        let output = table.command("fastchess", &line).output().unwrap();
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(complaint.contains("the journal of another match"), "{other}: {complaint}");
        assert!(complaint.contains("with -ziggurat dir=DIR") && !complaint.contains("--out"));
        assert_ne!(output.status.code(), Some(0));
        assert_eq!([table.read("games.pgn"), table.read("kept/games.pgn")], played);
    }
}

fn a_match_that_is_over_is_told_again() {
    let sprt = "-sprt elo0=0 elo1=200 alpha=0.2 beta=0.2 -rounds 400 -recover";
    for (fault, rounds, verdict) in
        [("none", "-rounds 1", None), ("exits", sprt, Some("H1 was accepted"))]
    {
        let table = Table::new();
        let line =
            format!("A:none B:{fault} {GAMES} {rounds} -ziggurat dir=kept -ratinginterval 0");
        let (first, _) = table.play(&line);
        let journal = table.read("kept/games.pgn");
        let (again, code) = table.play(&line);
        assert_eq!(code, Some(0));
        assert!(!again.contains("Started game") && first.contains("Started game"), "{again}");
        // The preceding info line gives the answer of engines that play.
        let report = |text: &str| {
            let report = text.split_once("\nElo: ")?.1.split("\n---").next()?;
            Some(report.to_owned())
        };
        assert!(report(&again).is_some());
        assert_eq!(report(&again), report(&first));
        assert!(verdict.is_none_or(|verdict| again.contains(verdict)), "{again}");
        assert_eq!(table.read("kept/games.pgn"), journal);
    }
}

fn an_interrupted_match_with_a_journal_names_what_goes_on_with_it() {
    let table = Table::new();
    let runner = table.start(&format!("A:cheap B:none {GAMES} -rounds 4000 -ziggurat dir=kept"));
    table.wait_for_games("kept/games.pgn", 1);
    kill_process(Pid::from_child(&runner), Signal::INT).unwrap();
    let (text, code) = told(&runner.wait_with_output().unwrap());
    assert!(text.contains("To resume the tournament, run: the same command again\n"), "{text}");
    assert_eq!(code, Some(1));
}

fn a_strict_match_ends_at_a_time_loss_and_keeps_no_game_of_it() {
    let table = Table::new();
    let line = format!(
        "A:late-300ms B:none {GAMES} -rounds 3 -strict -pgnout file=games.pgn -each st=0.1"
    );
    let (text, code) = table.play(&line.replace("-each nodes=1 option.Hash=2", ""));
    assert!(text.ends_with("\nFinished match\nTotal Time\n\n"), "{text}");
    assert!(!text.contains("Finished game"), "{text}");
    assert!(text.contains("\nPlayer: A\n  Timeouts: 1\n  Crashed: 0\n\n"), "{text}");
    assert_eq!((table.read("games.pgn").as_str(), code), ("", Some(1)));
}

fn a_file_that_cannot_be_written_is_told_of() {
    for (file, games) in [("/dev/full", "; it lacks "), ("nowhere/games.pgn", "")] {
        let line =
            format!("A:none B:none {GAMES} -rounds 1 -pgnout file={file} -epdout file=ends.epd");
        let table = Table::new();
        let output = table.command("fastchess", &line).output().unwrap();
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(complaint.contains(&format!("cannot write {file}: ")), "{complaint}");
        assert!(complaint.contains(games), "{complaint}");
        assert!(told(&output).0.contains("Finished game 2 "));
        assert_eq!((output.status.code(), table.read("ends.epd").lines().count()), (Some(1), 2));
    }
}

fn latencies_are_in_the_log() {
    let table = Table::new();
    table.play(&format!("A:none B:none {GAMES} -rounds 1 -show-latency -log file=log level=info"));
    let log = table.read("log");
    assert!(log.contains("Engine A latency: ") && log.contains(", reported: 0)"), "{log}");
}

fn a_command_line_becomes_a_match_file_that_can_be_run() {
    let table = Table::new();
    let this = std::env::current_exe().unwrap();
    let mut arena = Command::new(env!("CARGO_BIN_EXE_arena"));
    arena.current_dir(table.directory.path()).args(["fastchess", "--print-match-file"]);
    for name in ["A", "B"] {
        let cmd = format!("cmd={}", this.display());
        arena.args(["-engine", &cmd, "args=engine none", &format!("name={name}")]);
    }
    let rest = format!(
        "{GAMES} -rounds 2 -draw movenumber=10 movecount=3 score=9 -sprt elo0=0 elo1=5 alpha=0.05 \
         beta=0.05 -pgnout file=x.pgn -each option.Hash=3 -strict -ziggurat dir=kept"
    );
    arena.args(rest.split_whitespace());
    let output = arena.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let file = String::from_utf8(output.stdout).unwrap();
    assert!(file.starts_with("# The book is shuffled by another generator"), "{file}");
    assert!(file.contains("# -strict: ") && file.contains("`arena run --out kept`"), "{file}");
    assert!(file.contains("[each.options]\n\"Hash\" = 3"), "{file}");
    assert!(file.contains("seed = 7\n"), "{file}");
    fs::write(table.path("x.toml"), &file).unwrap();
    let mut run = Command::new(env!("CARGO_BIN_EXE_arena"));
    let run = run.current_dir(table.directory.path()).args(["run", "x.toml", "--quiet"]);
    let output = run.output().unwrap();
    assert!(output.status.success(), "{file}\n{}", String::from_utf8_lossy(&output.stderr));
}

/// Readers of logs find the lines of engines by the number of a thread in angle brackets.
fn the_lines_of_engines_in_the_log_have_a_thread_by_number() {
    let table = Table::new();
    table.play(&format!("A:none B:none {GAMES} -rounds 1 -log file=log level=trace engine=true"));
    let log = table.read("log");
    let engines: Vec<&str> = log.lines().filter(|line| line.starts_with("[Engine]")).collect();
    assert!(engines.len() > 20, "{log}");
    for line in engines {
        let thread = line.split_once('<').and_then(|(_, rest)| rest.split_once('>'));
        let (thread, rest) = thread.unwrap();
        assert!(thread.trim().parse::<u32>().is_ok() && thread.len() == 20, "{line}");
        assert!(
            rest.starts_with("  A <--- ")
                || rest.starts_with("  B <--- ")
                || rest.contains(" ---> ")
        );
    }
    let main = log.lines().find(|line| line.starts_with("[INFO")).unwrap();
    assert!(main.contains(&format!("<{}>", " ".repeat(20))), "{main}");
}
