use arena::chess::limits::PlayLimits;
use arena::config::{self, EngineSettings, Overrides, Pinning};

use super::*;
use crate::{Dialect, Invocation, Request, settings};

/// The match of a converted line, and the match that is played of the same line.
fn both(dialect: Dialect, line: &str) -> [config::Match; 2] {
    let words = shlex::split(line).unwrap();
    let invocation = Invocation::of(dialect, "this", &words);
    let Ok((Request::Play(command), _)) = invocation.request(true, &mut |_| {}) else {
        panic!("{line}")
    };
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("line.toml");
    std::fs::write(&path, match_file(&command, None).unwrap()).unwrap();
    let converted = config::load(&path, &Overrides::default()).unwrap();
    let played = settings::of(&command, converted.openings.clone(), None, 0).unwrap();
    [converted, played]
}

#[test]
fn a_converted_line_is_the_match_that_the_line_plays() {
    let engines = "-engine cmd=/bin/cat name=A option.Hash=8 option.Style=Wild args='-x -y' \
                   -engine cmd=/bin/ls name=B restart=on";
    for (dialect, rest) in [
        (Dialect::Fastchess, "-each tc=8+0.08 timemargin=20 -rounds 50 -repeat -concurrency 2"),
        (Dialect::Fastchess, "-each tc=40/1:30+0.1:20+0.2 -rounds 50 -repeat"),
        (
            Dialect::Fastchess,
            "-each tc=40/60+0.6 nodes=500 -rounds 3 -repeat -startup-ms 900 -ucinewgame-ms 800",
        ),
        (
            Dialect::Fastchess,
            "-each st=0.5 -rounds 1 -repeat -draw movenumber=30 movecount=6 score=15 -maxmoves 150",
        ),
        (
            Dialect::Fastchess,
            "-each depth=6 tc=inf -rounds 2 -repeat -resign movecount=3 score=500 twosided=true -srand 7",
        ),
        (
            Dialect::Cutechess,
            "-each proto=uci tc=1+0.01 -games 2 -rounds 5 -draw movenumber=20 movecount=4 score=9",
        ),
    ] {
        let [converted, played] = both(dialect, &format!("{engines} {rest}"));
        assert_eq!(converted.games, played.games, "{rest}");
        assert_eq!(converted.concurrency, played.concurrency, "{rest}");
        assert_eq!(converted.adjudication, played.adjudication, "{rest}");
        if rest.contains("-srand") {
            assert_eq!(converted.seed, played.seed, "{rest}");
        }
        for (ours, theirs) in converted.contenders.iter().zip(&played.contenders) {
            assert_eq!(ours.name, theirs.name, "{rest}");
            // The reserve before deadlines is for the engine in this process. Clocks of fastchess count whole
            // milliseconds, which is the margin of a match file that names none.
            let PlayLimits { overhead, time_margin, .. } = theirs.limits;
            let is_zero = time_margin.is_zero();
            let time_margin = if is_zero { PlayLimits::DEFAULT_MARGIN } else { time_margin };
            let theirs_in_words = PlayLimits { time_margin, ..theirs.limits };
            let limits = PlayLimits { overhead, ..ours.limits };
            assert_eq!(limits, theirs_in_words, "{rest}");
            let (EngineSettings::Uci(ours), EngineSettings::Uci(theirs)) =
                (&ours.engine, &theirs.engine)
            else {
                panic!("{rest}")
            };
            assert_eq!(ours.program, theirs.program, "{rest}");
            assert_eq!(ours.restart, theirs.restart, "{rest}");
            assert_eq!(ours.options, theirs.options, "{rest}");
        }
        let [ours, theirs] = [&converted, &played].map(|one| one.supervision.timeouts());
        assert_eq!(
            (ours.startup, ours.ready, ours.new_game),
            (theirs.startup, theirs.ready, theirs.new_game)
        );
    }
}

#[test]
fn games_have_cores_of_their_own_where_no_clock_runs_or_where_it_is_asked_for() {
    let engines = "-engine cmd=/bin/cat name=A -engine cmd=/bin/ls name=B -rounds 2 -repeat";
    for (rest, pinning) in [
        ("-each tc=inf depth=6", Pinning::IfPossible),
        ("-each tc=inf nodes=500", Pinning::IfPossible),
        ("-each tc=8+0.08 nodes=500", Pinning::Free),
        ("-each st=0.5", Pinning::Free),
        ("-each tc=inf depth=6 -use-affinity", Pinning::Wanted),
        ("-each tc=8+0.08 -use-affinity", Pinning::Wanted),
    ] {
        let [_, played] = both(Dialect::Fastchess, &format!("{engines} {rest}"));
        assert_eq!(played.pinning, pinning, "{rest}");
    }
}
