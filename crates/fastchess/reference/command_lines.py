#!/usr/bin/env python3
"""Holds the reading of command lines against fastchess itself: seeded random command lines, most of them a
little wrong, are given to both; both take a line, or both refuse it in the same words.

    command_lines.py FASTCHESS OURS [LINES] [SEED]

FASTCHESS is the reference's program, OURS `target/release/examples/read` of this crate. The engines of the
lines leave at once, so no game is played.
"""

import os
import random
import subprocess
import sys
import tempfile

reference, ours = map(os.path.abspath, sys.argv[1:3])
lines = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1

NUMBERS = ["0", "1", "2", "3", "-1", "10", "16", "1.5", "10junk", "", "x", "99999999999999999999", "+4"]
TRUTHS = ["true", "false", "yes", "1"]
KEYS = {
    "-engine": {
        "cmd": ["./leaves", "leaves", "/nowhere/engine", "./leaves.sh"],
        "name": ["A", "B", "A"],
        "tc": ["1+0.01", "inf", "40/10", "1:30+1", "8+", "0", "-1", "1s", "40/", "hg", "0/5", "1+1+1", "60+0.6"],
        "st": ["1", "0.25", "x"], "nodes": NUMBERS, "depth": NUMBERS, "plies": NUMBERS,
        "timemargin": NUMBERS, "dir": [".", "/nowhere", "./"], "args": ["a b"], "restart": ["on", "off", "true"],
        "proto": ["uci", "xboard"], "option.Hash": ["1"], "option.Move Overhead": ["0"], "foo": ["2"],
    },
    "-openings": {
        "file": ["book.epd", "book.pgn", "missing.epd", "book.txt"], "format": ["epd", "pgn", "txt"],
        "order": ["random", "sequential", "odd"], "plies": NUMBERS, "start": NUMBERS, "policy": ["round", "default"],
    },
    "-draw": {"movenumber": NUMBERS, "movecount": NUMBERS, "score": NUMBERS, "foo": ["1"]},
    "-resign": {"movecount": NUMBERS, "score": NUMBERS, "twosided": TRUTHS, "foo": ["1"]},
    "-sprt": {
        "elo0": ["0", "-1.5", "x"], "elo1": ["2", "0", "1e3"], "alpha": ["0.05", "0", "0.7", "1"],
        "beta": ["0.05", "0.5", "-1"], "model": ["normalized", "logistic", "bayesian", "pentanomial"], "foo": ["1"],
    },
    "-pgnout": {
        "file": ["games.pgn"], "notation": ["san", "lan", "uci", "xan"], "nodes": TRUTHS, "append": TRUTHS,
        "min": TRUTHS, "pv": TRUTHS, "match_line": ["^a.*"], "foo": ["1"],
    },
    "-epdout": {"file": ["games.epd"], "append": TRUTHS, "foo": ["1"]},
    "-log": {"file": ["log"], "level": ["trace", "warn", "loud"], "append": TRUTHS, "engine": TRUTHS, "foo": ["1"]},
    "-report": {"penta": TRUTHS, "foo": ["true"]},
    "-output": {"format": ["fastchess", "cutechess", "other"]},
    "-crc32": {"pgn": TRUTHS, "epd": ["true"]},
    "-config": {"outname": ["state.json"], "file": ["missing.json"], "stats": TRUTHS, "foo": ["1"]},
    "-quick": {"cmd": ["./leaves"], "book": ["book.epd", "book.txt"], "foo": ["1"]},
}
KEYS["-each"] = KEYS["-engine"]
VALUES = {
    "-rounds": ["1", "2", "0", "x"], "-games": ["1", "2", "3", "0x"], "-concurrency": ["1", "-1", "0", "999", "1x"],
    "-variant": ["standard", "fischerandom", "atomic"], "-maxmoves": NUMBERS, "-srand": NUMBERS,
    "-tournament": ["roundrobin", "gauntlet", "knockout"], "-seeds": NUMBERS, "-wait": ["0", "x"],
    "-ratinginterval": NUMBERS, "-scoreinterval": NUMBERS, "-autosaveinterval": ["0", "20", "x"],
    "-tbpieces": NUMBERS, "-tbadjudicate": ["BOTH", "DRAW", "WIN_LOSS", "both"], "-startup-ms": ["500", "x", "-5"],
    "-ping-ms": ["500", "x"], "-ucinewgame-ms": ["500", ""],
}
ALONE = ["-recover", "-noswap", "-reverse", "-testEnv", "-strict", "-tbignore50", "-check-mate-pvs", "-debug",
         "-show-latency", "-force-concurrency", "-repeat", "-event", "-site", "-frobnicate", "-recovr", "stray"]


def parameters(of, key_values):
    count = of.choice([0, 1, 1, 2, 2, 3, 4])
    pairs = []
    for _ in range(count):
        key = of.choice(list(key_values))
        pairs.append(key + of.choice(["=", "=", "=", "=", "=", "=", "=", ""]) + of.choice(key_values[key]))
    return pairs


def line(of):
    words = []
    if of.random() < 0.85:
        for name in "AB"[: of.choice([2, 2, 2, 1])] + of.choice(["", "", "C"]):
            words += ["-engine", "cmd=./leaves", "name=" + name] + of.choice([[], ["tc=1+0.01"], ["nodes=10"]])
        words += of.choice([[], ["-each", "tc=1+0.01"], ["-each", "nodes=5", "timemargin=9"]])
    for _ in range(of.choice([0, 1, 1, 2, 3])):
        kind = of.random()
        if kind < 0.5:
            option = of.choice(list(KEYS))
            words += [option] + parameters(of, KEYS[option])
        elif kind < 0.8:
            option = of.choice(list(VALUES))
            words += [option] + of.sample(VALUES[option], of.choice([1, 1, 1, 1, 0, 2]))
        else:
            words += [of.choice(ALONE)] + of.choice([[], [], [], ["x"], ["2"]])
    return words


def answer(program, words, directory):
    run = subprocess.run([program] + words, cwd=directory, capture_output=True, text=True, timeout=60,
                         stdin=subprocess.DEVNULL)
    return run.stdout


def main():
    of = random.Random(seed)
    with tempfile.TemporaryDirectory() as directory:
        for name in ["leaves", "leaves.sh"]:
            path = os.path.join(directory, name)
            with open(path, "w") as file:
                file.write("#!/bin/sh\nexit 0\n")
            os.chmod(path, 0o755)
        for name, text in [("book.epd", "8/8/8/8/8/4k3/4p3/4K3 w - -\n"), ("book.pgn", "1. e4 e5 *\n"), ("book.txt", "")]:
            with open(os.path.join(directory, name), "w") as file:
                file.write(text)
        counts = {"accepted": 0, "refused": 0}
        for number in range(lines):
            words = line(of)
            if not words:
                continue
            mine = answer(ours, words, directory)
            accepted = mine.endswith("accepted\n")
            expected = answer(reference, words, directory)
            said = mine.removesuffix("accepted\n") if accepted else mine
            # Of a line that it takes, the reference goes on to speak of engines that leave.
            same = expected.startswith(said) and expected != said if accepted else expected.rstrip() == mine.rstrip()
            counts["accepted" if accepted else "refused"] += 1
            if not same:
                print(f"line {number}: {words}\n--- reference\n{expected}\n--- ours\n{mine}")
                return 1
        print(f"{lines} command lines, seed {seed}: {counts['accepted']} accepted and {counts['refused']} refused, as the reference does")
        return 0


sys.exit(main())
