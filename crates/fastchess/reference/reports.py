#!/usr/bin/env python3
"""Holds the numbers of reports against fastchess itself: counts are put into the file that a tournament is resumed
from, one more pair is played, and both print the same report.

    reports.py FASTCHESS ARENA [CASES] [SEED] [GOLDEN]

GOLDEN is a file for the lines of fastchess about Elo and the test, which `cargo test` holds the project to.
The pair is drawn before its first move, with an engine that needs only a shell.
"""

import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import toy

reference, arena = map(os.path.abspath, sys.argv[1:3])
cases = int(sys.argv[3]) if len(sys.argv) > 3 else 20
draw = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
golden = open(sys.argv[5], "w") if len(sys.argv) > 5 else None

# Pairs as won and won, won and drawn, won and lost, drawn twice, drawn and lost, lost twice.
GOLDEN = [37, 55, 119, 25, 61, 43]
GOLDEN_LINES = {
    ("normalized", "fastchess", True): [
        "Elo: -9.17 +/- 20.87, nElo: -11.48 +/- 26.08", "LOS: 19.41 %, DrawRatio: 42.52 %, PairsRatio: 0.88",
        "Games: 682, Wins: 248, Losses: 266, Draws: 168, Points: 332.0 (48.68 %)",
        "Ptnml(0-2): [43, 61, 145, 55, 37], WL/DD Ratio: 4.58", "LLR: -0.14 (-4.8%) (-2.94, 2.94) [0.00, 2.00]"],
    ("logistic", "fastchess", True): ["LLR: -0.18 (-6.1%) (-2.94, 2.94) [0.00, 2.00]"],
    ("bayesian", "fastchess", False): [
        "Elo: -9.17 +/- 22.67, nElo: -10.57 +/- 26.08", "LOS: 21.35 %, DrawRatio: 24.63 %"],
    ("normalized", "cutechess", True): ["SPRT: llr -0.13 (4.4%), lbound -2.94, ubound 2.94"],
}


def report(command, pairs, options):
    """What is said when a pair is added to these."""
    ww, wd, wl, dd, ld, ll = pairs
    line = ("-engine cmd=./engine name=a -engine cmd=./engine name=b -each nodes=1 -games 2 -openings file=book.epd "
            f"format=epd order=sequential -concurrency 1 {options} -rounds {sum(pairs) + 1}")
    stats = {"wins": 2 * ww + wd + wl, "losses": 2 * ll + ld + wl, "draws": wd + 2 * dd + ld, "penta_WW": ww,
             "penta_WD": wd, "penta_WL": wl, "penta_DD": dd, "penta_LD": ld, "penta_LL": ll}
    if not os.path.exists("first.json"):
        subprocess.run([reference, *line.split(), "-rounds", "1", "-config", "outname=first.json"], check=True,
                       stdout=subprocess.DEVNULL)
    state = json.load(open("first.json"))
    state["stats"] = {"a vs b": stats}
    state["rounds"] = sum(pairs) + 1
    json.dump(state, open("state.json", "w"))
    told = subprocess.run([*command, "-config", "file=state.json", "outname=after.json"], stdout=subprocess.PIPE,
                          text=True).stdout
    return re.sub("Total Time: .*", "Total Time", told)


failed = 0
with tempfile.TemporaryDirectory() as directory:
    os.chdir(directory)
    toy.script("engine", toy.SILENT)
    with open("book.epd", "w") as book:
        book.write("\n".join(toy.drawn()[:3]) + "\n")
    models = [("normalized", True), ("logistic", True), ("normalized", False), ("logistic", False), ("bayesian", False)]
    for (model, penta), output in itertools.product(models, ["fastchess", "cutechess"]):
        options = (f"-sprt elo0=0 elo1=2 alpha=0.05 beta=0.05 model={model} -output format={output} "
                   f"-report penta={str(penta).lower()}")
        if os.path.exists("first.json"):
            os.remove("first.json")
        few = [[draw.choice([0, 0, 1, 2, 9]) for _ in range(6)] for _ in range(cases // 2)]
        many = [[draw.randint(0, 500) for _ in range(6)] for _ in range(cases - cases // 2)]
        for pairs in [GOLDEN, *few, *many]:
            theirs, ours = report([reference], pairs, options), report([arena, "fastchess"], pairs, options)
            missing = [] if pairs != GOLDEN else [
                line for line in GOLDEN_LINES.get((model, output, penta), []) if line not in ours]
            if golden and output == "fastchess":
                # The pair that is played is drawn; where the test has ended before, it is not whole.
                is_whole = int(re.search("Games: ([0-9]+)", theirs)[1]) == 2 * sum(pairs) + 2
                ww, wd, wl, dd, ld, ll = pairs
                fields = [model, "pairs" if penta else "games", ll, ld, wl, dd + 1, wd, ww]
                lines = [line for line in theirs.splitlines() if line.startswith(("Elo:", "LLR:"))]
                if is_whole:
                    print(*fields, *lines, sep="|", file=golden)
            if theirs != ours or missing:
                failed += 1
                print(f"differs: {pairs} {options}\n--- reference\n{theirs}\n--- ours\n{ours}\nmissing: {missing}")
    print(f"{2 * len(models) * (cases + 1)} reports: {failed} differ")
sys.exit(bool(failed))
