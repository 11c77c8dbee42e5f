//! The text of `--help` as fastchess.

/// The command line of fastchess, and this program's own option.
pub(super) const FASTCHESS: &str = "\
Plays matches of UCI engines, with the command line and the output of fastchess 1.8.2.

  fastchess -engine cmd=A name=New -engine cmd=B name=Base -each tc=8+0.08
            -rounds 100 -repeat -openings file=book.epd format=epd order=random -pgnout file=games.pgn

Engines:
  -engine KEY=VALUE ..        an engine: cmd, name, args, dir, tc, st, nodes, plies, timemargin, restart,
                              option.NAME; there are two or more
  -each KEY=VALUE ..          keys of every engine

Schedule:
  -rounds N                   encounters of every two engines
  -games N                    games of an encounter, 1 or 2
  -repeat [N]                 both games of an encounter from one opening
  -noswap                     the engines of an encounter keep their colours
  -reverse                    the first engine of each encounter plays Black first
  -tournament TYPE            roundrobin or gauntlet
  -seeds N                    the first N engines of a gauntlet play all others
  -variant NAME               standard or fischerandom
  -wait MS                    a pause between two games
  -srand N                    seed of a random order

Openings:
  -openings KEY=VALUE ..      file, format (pgn, epd), order (sequential, random), plies, start

End of games and of the match:
  -draw movenumber=N movecount=N score=CP
  -resign movecount=N score=CP [twosided=true]
  -maxmoves N                 a draw after so many moves
  -tb DIRS                    Syzygy tablebases; -tbpieces N, -tbignore50, -tbadjudicate BOTH|WIN_LOSS|DRAW
  -sprt elo0=E elo1=E alpha=A beta=B [model=normalized|logistic|bayesian]

Output:
  -output format=fastchess|cutechess
  -ratinginterval N           rounds between two reports of the ratings; -scoreinterval N, games between two scores
  -report penta=true|false    pairs in the reports
  -pgnout file=FILE ..        the games: append, nodes, seldepth, nps, hashfull, timeleft, latency, notation, min
  -epdout file=FILE           the last positions
  -event NAME, -site NAME     tags of the games
  -crc32 pgn=true             a checksum of the games' file
  -log file=FILE ..           a log: level, append, compress, realtime, engine
  -show-latency               the latency of engines' answers
  -check-mate-pvs             warnings about variations to a mate

Running:
  -concurrency N              games at a time
  -force-concurrency, --force-concurrency
                              also beyond the threads of the machine
  -use-affinity [CPUS]        each game on processors of its own
  -recover                    a crashed engine is restarted, and the match goes on; -strict, warnings end it
  -startup-ms MS, -ucinewgame-ms MS, -ping-ms MS
                              how long engines may take
  -config file=FILE ..        a match from a saved file: outname, discard, stats; -autosaveinterval N, rounds between
                              two saves
  -quick cmd=A cmd=B book=FILE
                              a match with short settings
  -testEnv                    output for a testing framework
  -debug                      refused, as by fastchess: use -log
  -version, --version, -v, --v
  -help, --help

This program's own:
  -ziggurat dir=DIR           a journal and a report in DIR; the same command resumes the match exactly

Every option is read as fastchess reads it; the chapter \"Drop-in replacement for fastchess\" of this program's manual
lists intended differences. `arena --help` has this program's own commands.
";

#[cfg(test)]
mod tests {
    use super::FASTCHESS;
    use crate::language::arguments::OPTIONS;

    #[test]
    fn every_option_stands_in_the_help() {
        let words: Vec<&str> =
            FASTCHESS.split([' ', ',', ';', '\n']).filter(|word| word.starts_with('-')).collect();
        for (name, _) in OPTIONS {
            assert!(words.contains(name), "{name} is not in the help");
        }
        assert!(FASTCHESS.contains("-ziggurat dir=DIR"));
        assert!(FASTCHESS.lines().all(|line| line.chars().count() <= 120));
    }
}
