#!/usr/bin/env python3
"""Holds `arena cutechess` against cutechess-cli itself.

    cutechess.py CUTECHESS ARENA [NAME..]

Both play 20 command lines with stockfish at a fixed number of nodes or plies: white, black, first position, moves and
result of every game are the same, in the same order. Then both begin each of the command lines of cutechess_lines.txt:
one that cutechess-cli plays is played here, or refused with a sentence.
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
    os.chmod(os.path.join(directory, "wrapped"), 0o755)


def games(text):
    """White, black, first position, result and moves of each game."""
    told = []
    for game in re.split(r"\n\n(?=\[)", text.strip()):
        tags, _, moves = game.partition("\n\n")
        tags = dict(re.findall(r'\[(\w+) "(.*)"\]', tags))
        moves = re.sub(r"\{[^}]*\}|\d+\.(\.\.)?|1-0|0-1|1/2-1/2|\*", " ", moves).split()
        told.append(" ".join([tags["White"], tags["Black"], tags.get("FEN", "-"), tags["Result"], *moves]))
    return told


def play(runner, line):
    with tempfile.TemporaryDirectory() as directory:
        prepare(directory)
        words = RUNNERS[runner] + shlex.split(line) + ["-pgnout", "games.pgn"]
        run = subprocess.run(words, cwd=directory, capture_output=True, text=True, timeout=900)
        path = os.path.join(directory, "games.pgn")
        return games(open(path).read()) if os.path.exists(path) else [run.stdout + run.stderr]


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


differ = 0
for name, line in CASES.items():
    if wanted and name not in wanted:
        continue
    theirs, ours = play("cutechess-cli", line), play("arena", line)
    same = theirs == ours
    differ += not same
    print(f"{'equal' if same else 'differs'}: {name}, {len(theirs)} games", flush=True)
    if not same:
        at = next((at for at, (one, other) in enumerate(zip(theirs, ours)) if one != other), min(len(theirs), len(ours)))
        print(f"  game {at + 1} of {len(theirs)} and {len(ours)}")
        for told in (theirs, ours):
            print("  " + (told[at] if at < len(told) else "none")[:400])
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
print(f"{differ} differ")
sys.exit(bool(differ))
