#!/usr/bin/env python3
"""Measures match runners beside each other in one run, in turns: what a ply costs, plies a second, a match of two games.

    costs.py ARENA ENGINE BOOK.epd [--fastchess DIR] [--c-chess-cli DIR] [--cutechess DIR] [--turns 5] [--games 400]

ENGINE is a UCI program that takes `go depth 1`: one that costs next to nothing, as `test/engine` of c-chess-cli. A
runner's DIR is a checkout of its sources; it is built there. Processor time is that of the system's accounts: the
runner's own, and that of its engines. c-chess-cli sends an engine the moves since the last capture or pawn move, as
`arena run` does with `trim_history`; the others send the whole game. Prints the medians as a table of the manual.
"""

import argparse
import os
import re
import shlex
import shutil
import statistics
import subprocess
import tempfile
import time

TICK = os.sysconf("SC_CLK_TCK")


def built(directory, command, program):
    """Builds a checkout; returns its commit and its program."""
    subprocess.run(command, cwd=directory, shell=True, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=directory, capture_output=True, text=True)
    return commit.stdout.strip(), os.path.abspath(os.path.join(directory, program))


def pair(program, name="name={}"):
    return " ".join(f"-engine cmd={program} {name.format(of)}" for of in "ab")


def fastchess(program, engine, book, games, at_a_time, more=""):
    return (f"{program} {more} {pair(engine)} -each depth=1 tc=inf -rounds {games // 2} -repeat -concurrency {at_a_time} "
            f"-openings file={book} format=epd -maxmoves 100 -pgnout file=games.pgn -report penta=false")


def c_chess_cli(program, engine, book, games, at_a_time):
    return (f"{program} -each depth=1 {pair(engine)} -games {games} -concurrency {at_a_time} -repeat "
            f"-openings file={book} -pgn games.pgn 2")


def cutechess(program, engine, book, games, at_a_time):
    return (f"{program} {pair(engine)} -each proto=uci depth=1 tc=inf -rounds {games // 2} -games 2 -repeat "
            f"-concurrency {at_a_time} -openings file={book} format=epd -maxmoves 100 -pgnout games.pgn")


def arena_run(program, engine, book, games, at_a_time, trims=False):
    with open("match.toml", "w") as file:
        file.write(f"games = {games}\nconcurrency = {at_a_time}\nlimits = {{ depth = 1 }}\n"
                   f"openings = {{ file = {book!r} }}\nadjudication = {{ max_moves = 100 }}\n")
        for name in "ab":
            file.write(f"[[contender]]\nname = {name!r}\ncommand = {engine!r}\ntrim_history = {str(trims).lower()}\n")
    shutil.rmtree("out", ignore_errors=True)
    return f"{program} run match.toml --quiet --out out"


def plies(text):
    """The moves of a text of PGN."""
    text = re.sub(r"\{[^}]*\}", "", re.sub(r"(?m)^\[.*$", "", text))
    return sum(word[0].isalpha() for word in text.split())


def play(line, cores):
    """Seconds of a clock, of the runner and of its engines on the processor; plies."""
    if os.path.exists("games.pgn"):
        os.remove("games.pgn")
    begun = time.monotonic()
    process = subprocess.Popen(["taskset", "-c", cores, *shlex.split(line)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    process.stdout.read()
    took = time.monotonic() - begun
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    spent = open(f"/proc/{process.pid}/stat").read().rsplit(") ", 1)[1].split()
    process.wait()
    user, system, of_user, of_system = (int(number) / TICK for number in spent[11:15])
    games = "out/games.pgn" if " run " in line else "games.pgn"
    return took, user + system, of_user + of_system, plies(open(games).read())


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("files", nargs=3, metavar=("ARENA", "ENGINE", "BOOK"))
    for name in ("fastchess", "c-chess-cli", "cutechess"):
        arguments.add_argument(f"--{name}", metavar="DIR")
    arguments.add_argument("--turns", type=int, default=5)
    arguments.add_argument("--games", type=int, default=400)
    given = arguments.parse_args()
    arena, engine, book = map(os.path.abspath, given.files)
    runners = {"`arena run`": (arena, arena_run),
               "`arena run`, `trim_history`": (arena, lambda *of: arena_run(*of, trims=True)),
               "`arena fastchess`": (arena, lambda *of: fastchess(*of, more="fastchess"))}
    if given.fastchess:
        commit, program = built(given.fastchess, "make -j", "fastchess")
        runners[f"fastchess {commit}"] = (program, fastchess)
    if given.c_chess_cli:
        commit, program = built(given.c_chess_cli, "python3 make.py", "c-chess-cli")
        runners[f"c-chess-cli {commit}"] = (program, c_chess_cli)
    if given.cutechess:
        build = "cmake -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build --target cli"
        commit, program = built(given.cutechess, build, "build/cutechess-cli")
        runners[f"cutechess-cli {commit}"] = (program, cutechess)
    told = {name: {} for name in runners}
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        # c-chess-cli takes operations of EPD for counters, says so without end, and plays nothing.
        positions = [" ".join(line.split()[:4]) + " 0 1\n" for line in open(book) if line.strip()]
        book = os.path.join(directory, "book.epd")
        open(book, "w").writelines(positions)
        for turn in range(given.turns):
            for name, (program, line) in sorted(runners.items(), reverse=turn % 2 == 1):
                for what, games, at_a_time, cores in [("one", given.games, 1, "0"), ("two", given.games, 2, "0,1"), ("match", 2, 1, "0")]:
                    told[name].setdefault(what, []).append(play(line(program, engine, book, games, at_a_time), cores))
    print(f"Load {os.getloadavg()[0]:.1f}, {given.turns} turns of {given.games} games, medians.\n")
    print("| | plies/s, one at a time | two at a time | us of the runner a ply | us of the engines | two games |")
    print("|---|---|---|---|---|---|")
    for name, of in told.items():
        median = lambda what, number: statistics.median(map(number, of[what]))
        print(f"| {name} | {median('one', lambda t: t[3] / t[0]):,.0f} | {median('two', lambda t: t[3] / t[0]):,.0f} "
              f"| {median('one', lambda t: 1e6 * t[1] / t[3]):.1f} | {median('one', lambda t: 1e6 * t[2] / t[3]):.1f} "
              f"| {median('match', lambda t: 1000 * t[0]):,.0f} ms |")


main()
