#!/usr/bin/env python3
"""Measures this project's program beside fastchess in one run: what each costs, turn by turn.

    beside.py FASTCHESS ARENA [ROUNDS] [GAMES] [CONCURRENCY]

Processor time is the runner's own by the system's accounts, not the engines'. Engines are stockfish at 1,000 nodes a
move for the cost, without and with clocks, and for games an hour, and ethereal-chess without overhead at 0.2+0.002 for
forfeits on time; what is not installed is left out aloud.
"""

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import toy

reference, arena = map(os.path.abspath, sys.argv[1:3])
rounds, games, concurrency = (int(word) for word in [*sys.argv[3:], *["5", "60", "1"][len(sys.argv) - 3:]])
RUNNERS = {"fastchess": [reference], "arena": [arena, "fastchess"]}
TICK = os.sysconf("SC_CLK_TCK")


def installed(name):
    found = shutil.which(name) or shutil.which(name, path="/usr/games")
    if not found:
        print(f"left out: {name} is not installed")
    return found


def play(runner, line):
    """Seconds of a clock, seconds of the processor in the program and in the system, plies and games on time."""
    if os.path.exists("games.pgn"):
        os.remove("games.pgn")
    begun = time.monotonic()
    process = subprocess.Popen(RUNNERS[runner] + line.split(), stdout=subprocess.PIPE, text=True)
    process.stdout.read()
    took = time.monotonic() - begun
    # A program that has closed its output is at its end; waiting for it would take its accounts away.
    spent = open(f"/proc/{process.pid}/stat").read().rsplit(") ", 1)[1].split()
    process.wait()
    text = open("games.pgn").read()
    plies = sum(map(int, re.findall(r'PlyCount "(\d+)"', text)))
    return took, int(spent[11]) / TICK, int(spent[12]) / TICK, plies, text.count('[Termination "time forfeit"]')


def compare(what, line, numbers):
    """Plays both in turn; prints the medians, and the median of the ratios turn by turn."""
    told = {name: [] for name in RUNNERS}
    for turn in range(rounds):
        for name in sorted(RUNNERS, reverse=turn % 2 == 1):
            told[name].append(numbers(*play(name, line)))
    for place, label in enumerate(what):
        of = {name: [turn[place] for turn in turns] for name, turns in told.items()}
        medians = {name: statistics.median(values) for name, values in of.items()}
        pairs = [ours / theirs for ours, theirs in zip(of["arena"], of["fastchess"]) if theirs]
        ratio = f", ratio {statistics.median(pairs):.2f}" if pairs else ""
        print(f"{label}: fastchess {medians['fastchess']:.1f}, arena {medians['arena']:.1f}{ratio}", flush=True)


def pair(program, options=""):
    return " ".join(f"-engine cmd={program} name={name} {options}" for name in "ab")


with tempfile.TemporaryDirectory() as directory:
    os.chdir(directory)
    open("book.epd", "w").write(toy.BOOK)
    common = ("-repeat -recover -openings file=book.epd format=epd order=random -srand 5 -draw movenumber=40 movecount=8 "
              f"score=10 -resign movecount=3 score=400 -pgnout file=games.pgn -concurrency {concurrency}")
    print(f"{rounds} turns of {games} games, {concurrency} at a time, load {os.getloadavg()[0]:.1f}")
    if stockfish := installed("stockfish"):
        engines = pair(stockfish, "option.Hash=4")
        for clock in ["inf", "60+0.6"]:
            line = f"{engines} -each tc={clock} nodes=1000 option.Threads=1 -rounds {games // 2} {common}"
            compare([f"microseconds of the processor a ply, tc={clock}", "  in the program", "  in the system", "games an hour"],
                    line, lambda took, user, system, plies, _: [
                        1e6 * (user + system) / plies, 1e6 * user / plies, 1e6 * system / plies, 3600 * games / took])
    toy.script("engine", toy.SILENT)
    with open("drawn.epd", "w") as book:
        book.write(toy.drawn()[0] + "\n")
    line = f"{pair('./engine')} -each nodes=1 -games 1 -rounds 1 -openings file=drawn.epd format=epd -pgnout file=games.pgn"
    compare(["milliseconds of a game that is over before its first move"], line, lambda took, *_: [1000 * took])
    if ethereal := installed("ethereal-chess"):
        line = f"{pair(ethereal, 'option.MoveOverhead=0 option.Hash=4')} -each tc=0.2+0.002 -rounds {games // 2} {common}"
        compare(["games lost on time"], line, lambda *told: [told[4]])
