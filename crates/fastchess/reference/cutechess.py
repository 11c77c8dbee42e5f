#!/usr/bin/env python3
"""Holds `arena cutechess` against cutechess-cli itself.

    cutechess.py CUTECHESS ARENA [NAME..]

Both play the command lines below with stockfish at a fixed number of nodes or plies, some behind a program that fails on
purpose, one game at a time. White, black, first position, moves and result of every game are the same, and so are the
lines on standard output, in their order, and the exit code. With several games at a time the lines are compared as a
set. Six readers, each a regular expression of the kind that public programs use, find the same in both outputs. Then both
begin each of the command lines of cutechess_lines.txt: one that cutechess-cli plays is played here, or refused with a
sentence.
"""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

reference, arena = map(os.path.abspath, sys.argv[1:3])
wanted = sys.argv[3:]
stockfish = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
if not stockfish:
    sys.exit("skipped: stockfish is not installed")
LINES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cutechess_lines.txt")
RUNNERS = {"cutechess-cli": [reference], "arena": [arena, "cutechess"]}

TWO = "-engine cmd=./new name=a option.Hash=8 -engine cmd=./old name=b option.Hash=4"
THREE = f"{TWO} -engine cmd=./old name=c option.Hash=2"
FOUR = f"{THREE} -engine cmd=./new name=d option.Hash=1"
NODES = "-each proto=uci tc=inf nodes=1500 option.Threads=1"
BOOK = "-openings file=book.epd format=epd order=sequential"
SHUFFLED = "-openings file=book.epd format=epd order=random -srand 7"

CASES = {
    "one game an opening": f"{TWO} {NODES} -rounds 4 {BOOK}",
    "pairs": f"{TWO} {NODES} -rounds 3 -games 2 -repeat {SHUFFLED}",
    "an odd number of games": f"{TWO} {NODES} -rounds 5 -repeat {BOOK}",
    "three games an opening": f"{TWO} {NODES} -rounds 7 -repeat 3 {SHUFFLED}",
    "a policy of rounds": f"{TWO} {NODES} -rounds 3 -games 2 {BOOK} policy=round",
    "a policy of encounters": f"{TWO} {NODES} -rounds 2 -games 2 {BOOK} policy=encounter",
    "three engines": f"{THREE} {NODES} -rounds 2 -games 2 -repeat {BOOK} -maxmoves 20",
    "four engines": f"{FOUR} {NODES} -rounds 1 -games 2 -repeat {SHUFFLED} -maxmoves 20",
    "four engines, single games": f"{FOUR} {NODES} -rounds 2 {BOOK} -maxmoves 15",
    "four engines, a policy of rounds": f"{FOUR} {NODES} -rounds 1 -games 2 {BOOK} policy=round -maxmoves 15",
    "gauntlet": f"{FOUR} {NODES} -tournament gauntlet -rounds 2 -games 2 -repeat {SHUFFLED} -maxmoves 15",
    "gauntlet of two seeds": f"{FOUR} {NODES} -tournament gauntlet -seeds 2 -rounds 2 {BOOK} -maxmoves 15",
    "reversed": f"{THREE} {NODES} -rounds 2 -games 2 -repeat -reverse {BOOK} -maxmoves 15",
    "kept colours": f"{THREE} {NODES} -rounds 2 -games 2 -noswap {BOOK} -maxmoves 15",
    "start in the book": f"{TWO} {NODES} -rounds 8 -openings file=book.epd format=epd order=random start=6 -srand 99",
    "book of games": f"{TWO} {NODES} -rounds 4 -games 2 -repeat -openings file=book.pgn order=random plies=6 -srand 3",
    "draws and resignations": f"{TWO} -each proto=uci tc=inf nodes=2500 option.Threads=1 -rounds 6 -games 2 -repeat "
                              f"{SHUFFLED} -draw movenumber=15 movecount=3 score=20 -resign movecount=3 score=300",
    "resignations of both": f"{TWO} {NODES} -rounds 4 -games 2 -repeat {BOOK} -resign movecount=2 score=250 twosided=true",
    "moves of a book count": f"{TWO} {NODES} -rounds 4 -openings file=book.pgn -maxmoves 12 -draw movenumber=8 movecount=2 score=30",
    "depth": f"{TWO} -each proto=uci tc=inf depth=5 option.Threads=1 -rounds 2 -games 2 -repeat {SHUFFLED}",
}

# Names of cases, by the part of the output that they are about.
WEAK = "-engine cmd=./new name=a nodes=4000 -engine cmd=./old name=b nodes=30 -each proto=uci tc=inf option.Threads=1"
EVEN = "-engine cmd=./new name=a -engine cmd=./old name=b -each proto=uci tc=inf nodes=300 option.Threads=1"
QUICK = f"-resign movecount=2 score=400 -maxmoves 60 {SHUFFLED}"
SHORT = f"-maxmoves 12 {BOOK}"


def faulty(mode, rest, other="name=good"):
    return (f"-engine cmd=./faulty arg={mode} name=bad -engine cmd=./old {other} "
            f"-each proto=uci tc=60+0.5 nodes=200 option.Threads=1 {rest}")


CASES |= {
    "test: H1 accepted": f"{WEAK} {QUICK} -rounds 60 -games 2 -repeat -sprt elo0=0 elo1=200 alpha=0.05 beta=0.05",
    "test: H0 accepted": f"{WEAK} {QUICK} -rounds 60 -games 2 -repeat -sprt elo0=600 elo1=800 alpha=0.05 beta=0.05",
    "test: not decided": f"{EVEN} {QUICK} -rounds 4 -games 2 -repeat -sprt elo0=0 elo1=5 alpha=0.05 beta=0.05",
    "test: elo0 above elo1": f"{WEAK} {QUICK} -rounds 40 -games 2 -repeat -sprt elo0=200 elo1=0 alpha=0.1 beta=0.1",
    "test: other errors": f"{WEAK} {QUICK} -rounds 40 -games 2 -repeat -sprt elo0=-50 elo1=150 alpha=0.2 beta=0.01",
    "test: with a ranking": f"{WEAK} {QUICK} -rounds 40 -repeat -ratinginterval 4 -sprt elo0=0 elo1=300 alpha=0.1 beta=0.1",
    "ranking after each game": f"{EVEN} {SHORT} -rounds 3 -games 2 -repeat -ratinginterval 1",
    "ranking after three": f"{EVEN} {QUICK} -rounds 4 -games 2 -repeat -ratinginterval 3",
    "ranking at the end alone": f"{EVEN} {QUICK} -rounds 4 -games 2 -repeat -ratinginterval 8",
    "outcomes after each game": f"{EVEN} {SHORT} -rounds 2 -games 2 -repeat -outcomeinterval 1",
    "outcomes after two": f"{EVEN} {QUICK} -rounds 3 -games 2 -repeat -outcomeinterval 2 -ratinginterval 2",
    "outcomes after four": f"{EVEN} {QUICK} -rounds 3 -games 2 -repeat -outcomeinterval 4",
    "all won": f"{WEAK} {QUICK} -rounds 2 -games 2 -repeat",
    "a single game": f"{EVEN} {SHORT} -rounds 1",
    "one game won": f"{WEAK} {QUICK} -rounds 1",
    "no names": f"-engine cmd=./new -engine cmd=./old -each proto=uci tc=inf nodes=200 option.Threads=1 -rounds 2 {SHORT}",
    "one without a name": f"-engine cmd=./new name=mine -engine cmd=./old -each proto=uci tc=inf nodes=200 -rounds 2 {SHORT}",
    "equal names": f"-engine cmd=./new name=x -engine cmd=./old name=x -each proto=uci tc=inf nodes=200 -rounds 2 {SHORT}",
    "three without names": f"-engine cmd=./new -engine cmd=./old -engine cmd=./new name=c -each proto=uci tc=inf nodes=99 "
                           f"-rounds 1 -games 2 {SHORT}",
    "a long name": f"-engine cmd=./new name=a-name-of-more-than-twenty-five-letters -engine cmd=./old name=b "
                   f"-engine cmd=./old name=c -each proto=uci tc=inf nodes=99 -rounds 1 {SHORT}",
    "three engines, ranking": f"{THREE} {NODES} -rounds 2 -games 2 -repeat {SHORT} -ratinginterval 3",
    "three engines, outcomes": f"{THREE} {NODES} -rounds 1 -games 2 -repeat {SHORT} -outcomeinterval 2 -ratinginterval 4",
    "gauntlet, ranking": f"{FOUR} {NODES} -tournament gauntlet -rounds 1 -games 2 -repeat {SHORT} -ratinginterval 2",
    "gauntlet of two seeds, ranking": f"{FOUR} {NODES} -tournament gauntlet -seeds 2 -rounds 1 {SHORT} -ratinginterval 2",
    "three unequal engines": "-engine cmd=./new name=a nodes=4000 -engine cmd=./old name=b nodes=300 -engine cmd=./old name=c "
                             f"nodes=20 -each proto=uci tc=inf option.Threads=1 -rounds 2 -games 2 -repeat {QUICK}",
    "draws": f"{EVEN} -rounds 4 -games 2 -repeat {SHUFFLED} -draw movenumber=10 movecount=2 score=500",
    "draws from the first move": f"{EVEN} -rounds 2 -games 2 {BOOK} -draw movenumber=1 movecount=1 score=1000",
    "resignations at once": f"{WEAK} -rounds 3 -games 2 -repeat {BOOK} -resign movecount=1 score=150",
    "resignations late": f"{WEAK} -rounds 2 -games 2 -repeat {BOOK} -resign movecount=8 score=900",
    "trusted mates": WEAK.replace("name=a", "name=a trust") + f" -rounds 3 -games 2 -repeat {BOOK}",
    "both are trusted": f"{WEAK} -rounds 3 -games 2 -repeat {BOOK}".replace("-each", "-each trust"),
    "both resign": f"{WEAK} -rounds 2 -games 2 -repeat {BOOK} -resign movecount=3 score=300 twosided=true -maxmoves 80",
    "a limit of one move": f"{EVEN} -rounds 2 -games 2 {BOOK} -maxmoves 1",
    "played out": f"{WEAK} -rounds 2 -games 2 -repeat {BOOK}",
    "played out, even": f"{EVEN} -rounds 3 -games 2 -repeat {SHUFFLED}",
    "mated at once": f"{EVEN} -rounds 2 -openings file=over.epd format=epd order=sequential",
    "bare kings": f"{EVEN} -rounds 2 -openings file=few.epd format=epd order=sequential",
    "white's view": f"{TWO} whitepov {NODES} -rounds 2 -games 2 {BOOK} -resign movecount=2 score=300 -maxmoves 60",
    "depth of each": f"-engine cmd=./new name=a depth=4 -engine cmd=./old name=b depth=2 -each proto=uci tc=inf -rounds 2 {QUICK}",
    "Chess960": f"{EVEN} -variant fischerandom -rounds 2 -games 2 -repeat -openings file=frc.epd format=epd -maxmoves 20",
    "an event and a site": f"{EVEN} {SHORT} -rounds 1 -games 2 -repeat -event 'One two' -site here",
    "a short file of games": f"{EVEN} {SHORT} -rounds 1 -games 2 -repeat -pgnout other.pgn min",
    "final positions": f"{EVEN} {SHORT} -rounds 1 -games 2 -repeat -epdout ends.epd",
    "restarted engines": f"{EVEN} {SHORT} -rounds 2 -games 2 -repeat".replace("-each", "-each restart=on"),
    "recovered crash": faulty("crash=4", f"-rounds 2 -games 2 -repeat -recover {SHORT}"),
    "crash at the first move": faulty("crash=1", f"-rounds 2 -games 2 -repeat -recover {SHORT}"),
    "two that crash": faulty("crash=3", f"-rounds 2 -games 2 -recover {SHORT}").replace("./old", "./faulty arg=crash=5"),
    "illegal move": faulty("illegal=3", f"-rounds 2 -games 2 -repeat {SHORT}"),
    "no move at all": faulty("null=3", f"-rounds 2 -games 2 -repeat {SHORT}"),
    "words for a move": faulty("words=2", f"-rounds 1 -games 2 -repeat {SHORT}"),
    "late": faulty("late=2", f"-rounds 1 -games 2 -repeat {SHORT}").replace("tc=60+0.5", "tc=0.5+0.1"),
    "hung": faulty("hang=2", f"-rounds 1 -games 2 -repeat -recover {SHORT}").replace("tc=60+0.5", "tc=0.5+0.1"),
    "faults and a ranking": faulty("illegal=2", f"-rounds 2 -games 2 -repeat -ratinginterval 1 -outcomeinterval 1 {SHORT}"),
    "faults of one of three": faulty("illegal=2", f"-rounds 1 -games 2 -repeat {SHORT}", "name=good -engine cmd=./new name=c"),
    "claims of mate": faulty("mate=3", f"-rounds 1 -games 2 -repeat {SHORT}"),
    "scores missing": faulty("silent=1", f"-rounds 1 -games 2 -repeat {SHORT} -resign movecount=2 score=100"),
}

# Lines as a set: several games at a time, moves on a clock, and a game whose end cutechess-cli tells after that of its
# match.
SETS = {
    "late by little": faulty("late=2", f"-rounds 1 -games 2 -repeat {SHORT}").replace(
        "tc=60+0.5 nodes=200", "tc=0.5+0.1 timemargin=5000"),
    "crash": faulty("crash=4", f"-rounds 3 -games 2 -repeat {SHORT}"),
    "two at a time": f"{EVEN} {SHORT} -rounds 4 -games 2 -repeat -concurrency 2",
    "two at a time, faults": faulty("illegal=3", f"-rounds 3 -games 2 -repeat -concurrency 2 {SHORT}"),
    "two at a time, three engines": f"{THREE} {NODES} {SHORT} -rounds 1 -games 2 -repeat -concurrency 2",
}

# As public programs read cutechess-cli's output: plotters, tuners, test queues.
READERS = {
    "block of the end": r"Score of (\S+) vs (\S+): (\d+) - (\d+) - (\d+)  \[[01]\.\d+\] \d+\n.*\n.*\n.*\n"
                        r"Elo difference: (\S+) \+/- (\S+), .*\n(?:SPRT.*\n)?\nPlayer",
    "losses on time": r"Finished game \d+ \((.+) vs (.+)\): \d-\d \{(\S+) (?:loses on time)\}",
    "faults": r"(disconnects|connection stalls|illegal move)",
    "scores": r"^Score of (.+) vs (.+): (\d+) - (\d+) - (\d+) +\[(.+)\] (\d+)$",
    "LOS": r"Elo difference: (-?[\d.]+|-?inf|nan) \+/- ([\d.]+|nan|inf), LOS: ([\d.]+|nan) %, DrawRatio: ([\d.]+) %",
    "test": r"^SPRT: llr (-?[\d.e-]+) \((-?[\d.]+|-?inf|nan)%\), lbound (\S+), ubound (\S+)(?: - (H[01]) was accepted)?$",
}

BOOKS = {
    "book.epd": [
        "rnbqkb1r/pp1p1ppp/2p1pn2/8/3P4/2N2N2/PPP2PPP/R1BQKB1R w KQkq - 3 9",
        "rnbqkbnr/ppp2ppp/4p3/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3",
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - hmvc 2; fmvn 3;",
        "rnbqkb1r/pppppp1p/5np1/8/2PP4/8/PP2PPPP/RNBQKBNR w KQkq -",
        "rnbqkbnr/pppp1ppp/8/4p3/2P5/8/PP1PPPPP/RNBQKBNR w KQkq - 0 2",
        "rnbqkb1r/ppp1pppp/5n2/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 2 3",
        "rnbqkbnr/pppp1ppp/4p3/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2",
    ],
    # Mated by one move.
    "over.epd": ["6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"],
    "few.epd": ["8/8/8/3k4/3Q4/8/8/K7 b - - 0 1", "7k/8/8/8/8/8/p7/K7 w - - 0 1"],
    "frc.epd": ["bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"],
}
GAMES = """[Event "one"]

1. e4 e5 2. Nf3 Nc6 ; to the end of the line
3. Bb5 a6 4. Ba4 Nf6 *

[Event "two"]
[FEN "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"]
[SetUp "1"]

1... c5 2. Nf3 {a comment} d6 3. d4 cxd4 *

[Event "three"]

1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 1/2-1/2
"""
ENGINES = """[{"command": "./new", "name": "new", "protocol": "uci", "options": [{"name": "Hash", "value": 8}]},
 {"command": "./old", "name": "old", "protocol": "uci", "initStrings": [], "workingDirectory": ""}]"""


# Stockfish behind a program that fails at a move of each game: MODE=MOVE.
FAULTY = """#!/usr/bin/env python3
import subprocess, sys, time
mode, at = sys.argv[1].split("=")
inner = subprocess.Popen(ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
asked = 0
def ask(line, last):
    inner.stdin.write(line)
    inner.stdin.flush()
    for answer in inner.stdout:
        if mode != "silent" or not answer.startswith("info"):
            print(answer, end="", flush=True)
        if answer.startswith(last):
            return
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "go":
        asked += 1
        if asked == int(at):
            if mode == "crash":
                inner.kill()
                sys.exit(1)
            if mode in ("illegal", "null", "words"):
                print("bestmove " + {"illegal": "a1a1", "null": "0000", "words": "nonsense here"}[mode], flush=True)
                continue
            if mode == "hang":
                continue
            if mode == "late":
                time.sleep(1.5)
            if mode == "mate":
                print("info depth 9 score mate 2 nodes 1 pv a1a1", flush=True)
        ask(line, "bestmove")
    elif word in ("uci", "isready"):
        ask(line, {"uci": "uciok", "isready": "readyok"}[word])
    else:
        if word == "ucinewgame":
            asked = 0
        inner.stdin.write(line)
        inner.stdin.flush()
        if word == "quit":
            break
"""


def prepare(directory):
    for name, lines in BOOKS.items():
        with open(os.path.join(directory, name), "w") as book:
            book.write("\n".join(lines) + "\n")
    for name, text in [("book.pgn", GAMES), ("engines.json", ENGINES)]:
        with open(os.path.join(directory, name), "w") as file:
            file.write(text)
    for name in ["new", "old"]:
        os.symlink(stockfish, os.path.join(directory, name))
    # It takes any arguments.
    with open(os.path.join(directory, "wrapped"), "w") as script:
        script.write(f"#!/bin/sh\nexec {shlex.quote(stockfish)}\n")
    with open(os.path.join(directory, "faulty"), "w") as script:
        script.write(FAULTY.replace("ENGINE", repr(stockfish)))
    for name in ["wrapped", "faulty"]:
        os.chmod(os.path.join(directory, name), 0o755)


def games(text):
    """White, black, first position, result and moves of each game."""
    told = []
    if not text.strip():
        return told
    for game in re.split(r"\n\n(?=\[)", text.strip()):
        tags, _, moves = game.partition("\n\n")
        tags = dict(re.findall(r'\[(\w+) "(.*)"\]', tags))
        moves = re.sub(r"\{[^}]*\}|\d+\.(\.\.)?|1-0|0-1|1/2-1/2|\*", " ", moves).split()
        told.append(" ".join([tags["White"], tags["Black"], tags.get("FEN", "-"), tags["Result"], *moves]))
    return told


def play(runner, line):
    """The games, the lines of standard output, and the exit code."""
    with tempfile.TemporaryDirectory() as directory:
        prepare(directory)
        words = RUNNERS[runner] + shlex.split(line) + ([] if "-pgnout" in line else ["-pgnout", "games.pgn"])
        run = subprocess.run(words, cwd=directory, capture_output=True, text=True, timeout=900)
        path = os.path.join(directory, "other.pgn" if "-pgnout" in line else "games.pgn")
        return games(open(path).read()) if os.path.exists(path) else [], run.stdout, run.returncode


def first_difference(theirs, ours):
    """Both lists at the first place where they differ, in words."""
    at = next((at for at, (one, other) in enumerate(zip(theirs, ours)) if one != other), min(len(theirs), len(ours)))
    told = [f"    {told[at] if at < len(told) else 'none'}"[:300] for told in (theirs, ours)]
    return [f"  at {at + 1} of {len(theirs)} and {len(ours)}:", *told]


def begin(runner, line):
    """Whether the first game begins, and otherwise the last words."""
    with tempfile.TemporaryDirectory() as directory:
        prepare(directory)
        process = subprocess.Popen(RUNNERS[runner] + shlex.split(line), cwd=directory, text=True, start_new_session=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        said = ""
        for said in process.stdout:
            if said.startswith("Started game"):
                break
        plays = said.startswith("Started game")
        if plays:
            os.kill(process.pid, signal.SIGINT)
        process.stdout.read()
        process.wait()
        return plays, said.strip()


def compare(name, line, as_set):
    """Sentences on the differences; none where there are none."""
    theirs, ours = play("cutechess-cli", line), play("arena", line)
    lines = [text.splitlines() for _, text, _ in (theirs, ours)]
    if as_set:
        # Scores depend on the order in which games end.
        lines = [sorted(line for line in one if not line.startswith("Score of")) for one in lines]
    told = []
    if not as_set and theirs[0] != ours[0]:
        told += ["  games", *first_difference(theirs[0], ours[0])]
    if lines[0] != lines[1]:
        told += ["  output", *first_difference(*lines)]
    if theirs[2] != ours[2]:
        told += [f"  exit codes {theirs[2]} and {ours[2]}"]
    if not as_set:
        for reader, pattern in READERS.items():
            found = [re.findall(pattern, text, re.MULTILINE) for _, text, _ in (theirs, ours)]
            read[reader] = read.get(reader, 0) + len(found[0])
            if found[0] != found[1]:
                told += [f"  reader {reader!r}: {len(found[0])} and {len(found[1])} finds"]
    print(f"{'differs' if told else 'equal'}: {name}, {len(theirs[0])} games, {len(lines[0])} lines", flush=True)
    print("".join(sentence + "\n" for sentence in told), end="", flush=True)
    return bool(told)


read = {}
chosen = [(name, line, name in SETS) for name, line in (CASES | SETS).items() if not wanted or name in wanted]
differ = sum(compare(*case) for case in chosen)
print(f"of {len(chosen)} command lines {differ} differ")
print("read: " + ", ".join(f"{reader} {count}" for reader, count in read.items()))
if not wanted:
    lines = [line.strip() for line in open(LINES) if line.strip() and not line.startswith("#")]
    counts = {runner: 0 for runner in RUNNERS}
    for line in lines:
        begun = {runner: begin(runner, line) for runner in RUNNERS}
        for runner, (plays, said) in begun.items():
            counts[runner] += plays
            if not plays:
                print(f"{runner} refuses: {line}\n  {said}")
    print(f"of {len(lines)} command lines cutechess-cli plays {counts['cutechess-cli']} and arena {counts['arena']}")
sys.exit(bool(differ))
