//! Command lines and the resulting lines, as recorded from the reference.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;

use fastchess::language::checks::Machine;
use fastchess::language::command::{Command, Request};
use fastchess::language::counts::Counts;
use fastchess::language::reader::read;
use fastchess::language::sprt::Decision;
use fastchess::language::state::State;
use fastchess::language::stream::{self, Settings};
use stats::ScoreCounts;

fn machine() -> Machine {
    Machine {
        plays: true,
        threads: 4,
        open_files: 1024,
        seed: 5,
        date: "20260801_120000".to_owned(),
    }
}

/// The output on the way, and the result.
fn said(line: &str) -> (Vec<String>, Result<Request, String>) {
    let arguments: Vec<String> =
        line.split_whitespace().map(|word| word.replace('~', " ")).collect();
    let mut said = Vec::new();
    let request = read(&arguments, &machine(), &mut |text| said.push(text.to_owned()));
    (said, request.map_err(|refusal| refusal.0))
}

fn command(line: &str) -> Command {
    match said(line).1 {
        Ok(Request::Play(command)) => *command,
        other => panic!("{line}: {other:?}"),
    }
}

fn refusal(line: &str) -> String {
    said(line).1.unwrap_err()
}

const TWO: &str = "-engine cmd=a name=New -engine cmd=b name=Base -each tc=0.628+0.006";

fn settings(command: &Command, engine: usize) -> Settings {
    Settings {
        limit: command.engines[engine].limit,
        threads: Some("1".to_owned()),
        hash: Some("16".to_owned()),
    }
}

#[test]
fn a_report_is_the_reference_s() {
    let command = command(&format!("{TWO} -openings file=/dev/null format=epd"));
    let [one, other] = [0, 1].map(|engine| settings(&command, engine));
    let won = Counts { wins: 2, ww: 1, ..Counts::default() };
    assert_eq!(
        stream::report(&command, won, [&one, &other]),
        "--------------------------------------------------\n\
         Results of New vs Base (0.628+0.006, 1t, 16MB, null):\n\
         Elo: inf +/- -nan, nElo: inf +/- -nan\n\
         LOS: 100.00 %, DrawRatio: 0.00 %, PairsRatio: inf\n\
         Games: 2, Wins: 2, Losses: 0, Draws: 0, Points: 2.0 (100.00 %)\n\
         Ptnml(0-2): [0, 0, 0, 0, 1], WL/DD Ratio: -nan\n\
         --------------------------------------------------\n"
    );
}

#[test]
fn a_test_is_reported_with_its_bounds() {
    let line = format!("{TWO} -sprt elo0=0 elo1=2 alpha=0.05 beta=0.05 model=normalized");
    let command = command(&line);
    let [one, other] = [0, 1].map(|engine| settings(&command, engine));
    let counts = Counts {
        wins: 248,
        losses: 266,
        draws: 168,
        ll: 43,
        ld: 61,
        wl: 119,
        dd: 26,
        wd: 55,
        ww: 37,
    };
    let report = stream::report(&command, counts, [&one, &other]);
    assert!(report.contains("\nLLR: -0.14 (-4.8%) (-2.94, 2.94) [0.00, 2.00]\n"), "{report}");
    assert!(report.contains("Points: 332.0 (48.68 %)"), "{report}");
    assert_eq!(
        stream::test_ended(&command, Decision::H1),
        "SPRT ([0.00, 2.00]) completed - H1 was accepted\n"
    );
}

/// The lines of fastchess alpha 1.8.2 (74deac23) on injected counts; `reference/reports.py` writes the file.
const REPORTS: &str = include_str!("data/reports.txt");

#[test]
fn elo_normalized_elo_and_the_test_have_the_digits_of_the_reference() {
    let mut reports = 0;
    for report in REPORTS.lines() {
        let fields: Vec<&str> = report.split('|').collect();
        let [model, unit, counts @ .., elo, llr] = &fields[..] else { panic!("{report}") };
        let [ll, ld, wl, dd, wd, ww] =
            counts.iter().map(|count| count.parse().unwrap()).collect::<Vec<u64>>()[..]
        else {
            panic!("{report}");
        };
        let counts = Counts {
            wins: 2 * ww + wd + wl,
            losses: 2 * ll + ld + wl,
            draws: wd + 2 * dd + ld,
            ll,
            ld,
            wl,
            dd,
            wd,
            ww,
        };
        let command = command(&format!(
            "{TWO} -sprt elo0=0 elo1=2 alpha=0.05 beta=0.05 model={model} -report penta={}",
            *unit == "pairs"
        ));
        let [one, other] = [0, 1].map(|engine| settings(&command, engine));
        let ours = stream::report(&command, counts, [&one, &other]);
        assert!(ours.contains(elo) && ours.contains(llr), "{report}\n{ours}");
        if *unit == "pairs" {
            // The project's own normalized Elo, which its reports and pages print.
            let pairs = ScoreCounts::of_pairs([ll, ld, wl + dd, wd, ww]);
            let normalized = stats::normalized_elo::normalized_elo(&pairs).unwrap();
            assert!(elo.contains(&format!(" nElo: {normalized:.2} ")), "{report}: {normalized}");
        }
        reports += 1;
    }
    assert_eq!(reports, 53);
}

#[test]
fn cutechess_s_format_counts_games() {
    let line = format!("{TWO} -output format=cutechess -sprt elo0=0 elo1=2 alpha=0.05 beta=0.05");
    let command = command(&line);
    assert!(!command.tournament.report_penta);
    let [one, other] = [0, 1].map(|engine| settings(&command, engine));
    let counts = Counts { wins: 248, losses: 266, draws: 168, ..Counts::default() };
    assert_eq!(
        stream::report(&command, counts, [&one, &other]),
        "Elo difference: -9.17 +/- 22.67, LOS: 21.35 %, DrawRatio: 24.63 %\n\
         SPRT: llr -0.13 (4.4%), lbound -2.94, ubound 2.94\n"
    );
    assert_eq!(
        stream::score("New", "Base", counts),
        "Score of New vs Base: 248 - 266 - 168  [0.487] 682\n"
    );
}

#[test]
fn more_than_two_engines_have_a_table() {
    let command = command("-engine cmd=a -engine cmd=b -engine cmd=c -each nodes=200");
    let level = Counts { draws: 4, dd: 2, ..Counts::default() };
    let rows = [("a".to_owned(), level), ("b".to_owned(), level)];
    let table = stream::table(&command, &rows, Counts::default());
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(
        lines[1],
        "Rank Name                             Elo        +/-       nElo        +/-      Games      \
         Score       Draw           Ptnml(0-2)"
    );
    assert_eq!(
        lines[2],
        "   1 a                              -0.00       0.00       -nan       -nan          4      \
         50.0%     100.0%      [0, 0, 2, 0, 0]"
    );
}

#[test]
fn the_table_of_several_engines_ends_with_the_test_of_the_two_that_played_last() {
    let line = "-engine cmd=a -engine cmd=b -engine cmd=c -each nodes=200 -output format=cutechess \
                -sprt elo0=0 elo1=2 alpha=0.05 beta=0.05";
    let last = Counts { wins: 248, losses: 266, draws: 168, ..Counts::default() };
    let table = stream::table(&command(line), &[("a".to_owned(), last)], last);
    assert!(table.ends_with("SPRT: llr -0.13 (4.4%), lbound -2.94, ubound 2.94\n"), "{table}");
}

#[test]
fn each_comes_last_and_a_time_control_forgets() {
    let command = command(
        "-each tc=1+1 -engine cmd=a tc=8+0.08 timemargin=9 -engine cmd=x/a.sh name=b -each \
         option.Move~Overhead=0",
    );
    let margins = command.engines.iter().map(|engine| engine.limit.tc.timemargin);
    assert_eq!(margins.collect::<Vec<_>>(), [0, 0]);
    assert_eq!(command.engines[0].limit.tc.time, 1000);
    assert_eq!(command.engines[1].options[0].0, "Move Overhead");
}

#[test]
fn mistakes_have_the_reference_s_words() {
    assert_eq!(refusal("-engine cmd=a tc=1"), "Error: Need at least two engines to start!");
    assert_eq!(refusal(&format!("{TWO} -rounds 9 -games 3")), refusal_free());
    assert_eq!(
        refusal("-concurrency 10junk"),
        "Error while reading option \"-concurrency\" with value \"10junk\"\nReason: Invalid numeric \
         value: \"10junk\""
    );
    assert_eq!(refusal("-engine cmd=a -engine cmd=b"), "Error; no TimeControl specified!");
    assert_eq!(refusal(&format!("{TWO} -each st=1")), "Error; cannot use tc and st together!");
    assert_eq!(
        refusal(&format!("{TWO} -concurrency 5")),
        "Error: Concurrency exceeds number of CPUs. Use -force-concurrency to override."
    );
    assert_eq!(
        refusal(&format!("{TWO} -sprt elo0=2 elo1=0 alpha=0.05 beta=0.05")),
        "Error; SPRT: elo0 must be less than elo1!"
    );
    assert_eq!(
        refusal("-each foo=2 -engine cmd=a"),
        "Error while reading option \"-each\" with value \"foo=2\"\nReason: Unrecognized engine option \
         \"foo\" with value \"2\"."
    );
}

/// Three games and nine rounds are too many either way round.
fn refusal_free() -> String {
    "Error: Exceeded -game limit! Must be less than 2".to_owned()
}

#[test]
fn names_that_are_taken_get_a_number() {
    let command = command("-engine cmd=./a.exe -engine cmd=b/a -engine cmd=a name=x -each depth=1");
    let names: Vec<&str> = command.engines.iter().map(|engine| engine.name.as_str()).collect();
    assert_eq!(names, ["a", "a_2", "x"]);
}

#[test]
fn notices_come_before_the_games() {
    let (said, _) = said(&format!("{TWO} -concurrency -1"));
    assert_eq!(
        said,
        [
            "Info: Adjusted concurrency to 3 based on number of available hardware threads.",
            "Warning: No opening book specified! Consider using one, otherwise all games will be \
             played from the starting position.",
            "Warning: Unknown opening format, 2. All games will be played from the starting position."
        ]
    );
}

#[test]
fn a_state_is_resumed() {
    let command = command(&format!("{TWO} -rounds 30 -srand 18446744073709551615 -draw score=10"));
    let counts = Counts { wins: 3, losses: 1, dd: 0, wl: 1, ww: 1, ..Counts::default() };
    let state = State {
        tournament: command.tournament.clone(),
        engines: command.engines.clone(),
        stats: [("New vs Base".to_owned(), counts)].into(),
    };
    let file = std::env::temp_dir().join(format!("dropin-{}.json", std::process::id()));
    fs::write(&file, state.text().unwrap()).unwrap();
    let (said, resumed) = said(&format!("-config file={} -rounds 40", file.display()));
    fs::remove_file(&file).unwrap();
    assert_eq!(said[0], format!("Loading config file: {}", file.display()));
    let Ok(Request::Play(resumed)) = resumed else { panic!("{resumed:?}") };
    assert_eq!(resumed.stats, [("New vs Base".to_owned(), counts)]);
    assert_eq!((resumed.tournament.rounds, resumed.tournament.seed), (40, u64::MAX));
    assert_eq!(resumed.engines, command.engines);
    assert!(refusal("-config file=/nowhere.json").contains("File not found: /nowhere.json"));
}
