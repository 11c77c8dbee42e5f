#!/usr/bin/env python3
"""Holds whole matches against fastchess itself: both play the same command lines with engines that repeat
their games, and standard output, final positions and games are the same but for times.

    matches.py FASTCHESS ARENA [NAME..]

FASTCHESS is the reference's program, ARENA this project's. The engines are those of the system: stockfish and
glaurung, by a number of nodes or plies and with one thread. TABLES=DIR names a directory of Syzygy tables.
"""

import difflib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

reference, arena = map(os.path.abspath, sys.argv[1:3])
wanted = sys.argv[3:]
tables = os.environ.get("TABLES", "")

ENGINES = {}
for name in ["stockfish", "glaurung"]:
    found = shutil.which(name) or shutil.which(name, path="/usr/games")
    if not found:
        sys.exit(f"skipped: {name} is not installed")
    ENGINES[name] = found

STOCKFISH = f"-engine cmd={ENGINES['stockfish']} name=fish option.Hash=8"
GLAURUNG = f"-engine cmd={ENGINES['glaurung']} name=glau"
TWO = f"{STOCKFISH} {GLAURUNG} -each option.Threads=1 proto=uci"
BOOK = "-openings file=book.epd format=epd order=random -srand 7"
FILES = "-pgnout file=games.pgn -epdout file=ends.epd"
EVERYTHING = "nodes=true seldepth=true hashfull=true tbhits=true pv=true timeleft=true"

CASES = {
    "pairs": f"{TWO} nodes=3000 -rounds 6 -repeat {BOOK} {FILES} -ratinginterval 2",
    "no pairs": f"{TWO} nodes=3000 -rounds 4 -games 2 {BOOK} {FILES} -report penta=false -ratinginterval 3",
    "single games": f"{TWO} nodes=2000 -rounds 5 -games 1 {BOOK} {FILES}",
    "cutechess": f"{TWO} nodes=2000 -rounds 4 -repeat {BOOK} {FILES} -output format=cutechess -ratinginterval 3",
    "three engines": f"{TWO} -engine cmd={ENGINES['stockfish']} name=third option.Hash=4 nodes=1000 -each nodes=2000 "
                     f"-rounds 2 -repeat {BOOK} {FILES}",
    "three in cutechess": f"{TWO} -engine cmd={ENGINES['stockfish']} name=third -each depth=3 -rounds 2 -repeat "
                          f"{BOOK} {FILES} -output format=cutechess",
    "gauntlet": f"{TWO} -engine cmd={ENGINES['stockfish']} name=third -engine cmd={ENGINES['glaurung']} name=fourth "
                f"-each depth=3 -tournament gauntlet -rounds 2 -repeat {BOOK} {FILES}",
    "two seeds": f"{TWO} -engine cmd={ENGINES['stockfish']} name=third -engine cmd={ENGINES['glaurung']} name=fourth "
                 f"-each depth=2 -tournament gauntlet -seeds 2 -rounds 1 -repeat {BOOK} {FILES}",
    "moves": f"{TWO} nodes=2000 -rounds 3 -repeat {BOOK} {FILES} -maxmoves 12",
    "draws and resignations": f"{TWO} nodes=3000 -rounds 8 -repeat {BOOK} {FILES} -draw movenumber=20 movecount=4 "
                              f"score=20 -resign movecount=3 score=300",
    "two-sided": f"{TWO} nodes=3000 -rounds 6 -repeat {BOOK} {FILES} -resign movecount=2 score=250 twosided=true",
    "games book": f"{TWO} nodes=2000 -rounds 4 -repeat -openings file=book.pgn format=pgn order=random plies=6 "
                  f"-srand 3 {FILES}",
    "games book whole": f"{TWO} nodes=1000 -rounds 3 -repeat -openings file=book.pgn format=pgn start=2 {FILES}",
    "chess960": f"{STOCKFISH} -engine cmd={ENGINES['stockfish']} name=other option.Hash=4 -each option.Threads=1 "
                f"nodes=2000 -variant fischerandom -rounds 4 -repeat -openings file=frc.epd format=epd order=random "
                f"-srand 5 {FILES}",
    "min": f"{TWO} nodes=1500 -rounds 2 -repeat {BOOK} -pgnout file=games.pgn min=true",
    "lan": f"{TWO} nodes=1500 -rounds 2 -repeat {BOOK} -pgnout file=games.pgn notation=lan {EVERYTHING}",
    "uci": f"{TWO} nodes=1500 -rounds 2 -repeat {BOOK} -pgnout file=games.pgn notation=uci nodes=true",
    "lines": f"{TWO} nodes=1500 -rounds 2 -repeat {BOOK} -pgnout file=games.pgn seldepth=true nodes=true "
             f"match_line=^info.string.* match_line=currmove",
    "sequential test": f"{TWO} nodes=2000 -rounds 60 -repeat {BOOK} {FILES} -sprt elo0=0 elo1=400 alpha=0.1 beta=0.1",
    "sequential test in cutechess": f"{TWO} nodes=2000 -rounds 60 -repeat {BOOK} {FILES} -output format=cutechess "
                                    f"-sprt elo0=0 elo1=400 alpha=0.1 beta=0.1 model=logistic",
    "reverse": f"{TWO} nodes=1500 -rounds 2 -repeat -reverse {BOOK} {FILES}",
    "kept colours": f"{TWO} nodes=1500 -rounds 2 -repeat -noswap -report penta=false {BOOK} {FILES}",
    "black first": f"{TWO} nodes=1500 -rounds 2 -repeat -openings file=black.epd format=epd {FILES}",
    "unknown options": f"{TWO} nodes=1500 option.Foo=1 option.Hash=99999999 option.Ponder=maybe -rounds 1 -repeat {BOOK} "
                       f"{FILES} -testEnv -check-mate-pvs",
    "tags": f"{TWO} nodes=1500 -rounds 1 -repeat {BOOK} {FILES} -event A B -site C -crc32 pgn=false",
    "no book": f"{TWO} nodes=1500 -rounds 1 -repeat {FILES}",
    "bad line": f"{TWO} nodes=1500 -rounds 3 -repeat -openings file=bad.epd format=epd {FILES}",
    "missing book": f"{TWO} nodes=1500 -rounds 3 -repeat -openings file=none.epd format=epd {FILES}",
    "missing engine": f"{STOCKFISH} -engine cmd=no-such-engine name=none -each depth=2 -rounds 1 -repeat {BOOK} {FILES}",
    "as OpenBench": f"-recover -variant standard -testEnv -concurrency 1 -rounds 4 -games 2 -resign movecount=3 "
                    f"score=400 -draw movenumber=40 movecount=8 score=10 -engine dir=Engines/ cmd=./fish proto=uci "
                    f"tc=inf nodes=2000 option.Threads=1 option.Hash=8 name=Toy-dev -engine dir=Engines/ cmd=./glau "
                    f"proto=uci tc=inf nodes=1000 option.Threads=1 option.Hash=8 name=Toy-base -openings "
                    f"file=book.epd format=epd order=random start=3 -srand 77 -pgnout file=games.pgn seldepth=true "
                    f"nodes=true match_line=^info.string.pgncomment.*",
    "as fishtest": f"-testEnv -recover -repeat -games 2 -rounds 4 -ratinginterval 1 -scoreinterval 1 -autosaveinterval 0 "
                   f"-report penta=true -pgnout file=games.pgn append=false -crc32 pgn=false -site URL -event Batch "
                   f"-srand 12345678901234567890 -resign movecount=3 score=600 -draw movenumber=34 movecount=8 score=20 "
                   f"-variant standard -concurrency 1 -openings file=book.epd format=epd order=random plies=16 start=2 "
                   f"-check-mate-pvs -engine name=New-aaaaaaaaaa nodes=2000 cmd={ENGINES['stockfish']} dir=. "
                   f"option.Hash=4 -engine name=Base-bbbbbbbbbb nodes=1000 cmd={ENGINES['stockfish']} dir=. -each "
                   f"proto=uci option.Threads=1",
}
if tables:
    CASES["tables"] = (f"{TWO} nodes=1500 -rounds 4 -repeat -openings file=endings.epd format=epd {FILES} -tb {tables}")
    CASES["tables, wins"] = CASES["tables"] + " -tbadjudicate WIN_LOSS -tbpieces 4 -tbignore50"

BOOKS = {
    "book.epd": [
        "rnbqkb1r/pp1p1ppp/2p1pn2/8/3P4/2N2N2/PPP2PPP/R1BQKB1R w KQkq - 0 1",
        "rnbqkbnr/ppp2ppp/4p3/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3",
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        "rnbqkb1r/pppppp1p/5np1/8/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - hmvc 0; fmvn 3;",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2",
        "rnbqkbnr/pppp1ppp/8/4p3/2P5/8/PP1PPPPP/RNBQKBNR w KQkq - 0 2",
        "rnbqkb1r/ppp1pppp/5n2/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 2 3",
        "rnbqkbnr/pppp1ppp/4p3/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq d3 0 2",
    ],
    "black.epd": ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"],
    "bad.epd": ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "no position", "rnbqkbnr/8 w - -"],
    "frc.epd": [
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1",
        "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w GBgb - 0 1",
        "rkrbnqnb/pppppppp/8/8/8/8/PPPPPPPP/RKRBNQNB w CAca - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
    ],
    "endings.epd": [
        "8/8/8/4k3/8/8/3QK3/7r w - - 0 1", "8/8/3k4/8/3P4/3K4/8/8 w - - 0 1", "4k3/8/8/8/3p4/3P1P2/8/4K3 w - - 0 1",
        "8/5k2/8/8/2R5/8/4KP2/7r w - - 0 1",
    ],
}
PGN = """[Event "one"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *

[Event "two"]
[FEN "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"]
[SetUp "1"]

1... c5 2. Nf3 {a comment} d6 (2... e6) 3. d4 cxd4 *

[Event "three"]

1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 1/2-1/2

[Event "four"]

1. f3 e5 2. g4 Qh4# 0-1
"""


def play(command, arguments):
    """Standard output, positions, games and exit code of one command line."""
    with tempfile.TemporaryDirectory() as directory:
        for name, lines in BOOKS.items():
            with open(os.path.join(directory, name), "w") as book:
                book.write("\n".join(lines) + "\n")
        with open(os.path.join(directory, "book.pgn"), "w") as book:
            book.write(PGN)
        os.mkdir(os.path.join(directory, "Engines"))
        for name, engine in [("fish", "stockfish"), ("glau", "glaurung")]:
            os.symlink(ENGINES[engine], os.path.join(directory, "Engines", name))
        run = subprocess.run(command + arguments.split(), cwd=directory, stdout=subprocess.PIPE, timeout=600)

        def text(name):
            path = os.path.join(directory, name)
            return open(path).read() if os.path.exists(path) else ""

        return {
            "exit code": str(run.returncode),
            "standard output": without_times(run.stdout.decode()),
            "positions": text("ends.epd"),
            "games": games(text("games.pgn")),
            "state": state(text("config.json")),
        }


def without_times(stream):
    """What is said without times; blanks at the ends of engines' lines are not theirs to see either."""
    stream = re.sub(r"Total Time: .*", "Total Time", stream)
    stream = re.sub(r"\b(time|nps|hashfull) \d+", r"\1 N", stream)
    stream = re.sub(r" +( ::|$)", r"\1", stream, flags=re.M)
    return re.sub(r"run: .* -config", "run: THIS -config", stream)


def games(text):
    """Games without dates and times, their moves on one line."""
    told = []
    for part in text.split("\n\n"):
        if part.startswith("["):
            # The names of openings are a table of the reference's own.
            unlike = r'\[(Date|GameDuration|GameStartTime|GameEndTime|ECO|Opening) .*\n?'
            told.append(re.sub(unlike, "", part + "\n"))
        else:
            moves = re.sub(r"-?\d+\.\d\d\ds", "TIMEs", " ".join(part.split("\n")))
            told.append(re.sub(r" hashfull=\d+,", "", moves))
    return "\n".join(told)


def state(text):
    """The file that a run is resumed from; a seed that was not given is chance, and its results have no order."""
    if not text:
        return text
    read = json.loads(text)
    read.pop("seed")
    read["stats"] = dict(sorted(read["stats"].items()))
    return json.dumps(read, indent=1)


failed = 0
for name, arguments in CASES.items():
    if wanted and name not in wanted:
        continue
    arguments += "" if "-concurrency" in arguments else " -concurrency 1"
    theirs, ours = play([reference], arguments), play([arena, "fastchess"], arguments)
    different = [what for what in theirs if theirs[what] != ours[what]]
    print(f"{'differs' if different else 'equal'}: {name}", flush=True)
    failed += bool(different)
    for what in different:
        lines = difflib.unified_diff(theirs[what].splitlines(), ours[what].splitlines(), f"reference: {what}", "ours",
                                     lineterm="", n=1)
        print("\n".join(line[:400] for line in list(lines)[:40]))
print(f"{failed} differ")
sys.exit(bool(failed))
