#!/usr/bin/env python3
"""Has a tournament's journal read by the programs that rate players from PGN files, Ordo and BayesElo. Ordo's ratings
are those of `arena report`, and BayesElo reads every game and ranks the players in the same order.

    ratings.py ARENA ORDO BAYESELO

ARENA is this project's program, the others are what michiguel/Ordo and ddugovic/BayesianElo build.
"""

import math
import os
import re
import subprocess
import sys
import tempfile

arena, ordo, bayeselo = map(os.path.abspath, sys.argv[1:4])
os.chdir(tempfile.mkdtemp())

MATCH = """
games = 40
limits = { nodes = 400 }
openings = { file = "builtin:balanced" }
adjudication = { draw = true, resign = true }
contender = [
    { name = "modern", preset = "modern", limits = { nodes = 200 } },
    { name = "null move", preset = "null-move" },
    { name = "none", preset = "none", limits = { nodes = 600 } },
]
"""


def check(holds, what):
    print(f"{'ok' if holds else 'FAILED'}: {what}", flush=True)
    if not holds:
        sys.exit(1)


def table(text):
    """The players and their ratings, from a table in Ordo's form."""
    rows = re.findall(r"^ *\d+ +(.+?) *: +(-?[\d.]+) ", text, re.MULTILINE)
    return [(name, float(rating)) for name, rating in rows]


open("three.toml", "w").write(MATCH)
subprocess.run([arena, "run", "three.toml", "--quiet"], check=True, stdout=subprocess.DEVNULL)
journal = "results/three/games.pgn"
ours = subprocess.run([arena, "report", journal, "--format", "ordo"], check=True, capture_output=True, text=True)
ours = table(ours.stdout)

# Ordo's unit is a score of 76 % for 202 points, ours the usual 400 for ten to one.
unit = 400 * math.log10(0.76 / 0.24)
subprocess.run([ordo, "-q", "-a", "0", "-z", str(unit), "-p", journal, "-o", "ordo.txt"], check=True)
theirs = table(open("ordo.txt").read())
check(len(ours) == 3 and [name for name, _ in ours] == [name for name, _ in theirs], f"Ordo ranks {theirs}")
check(all(abs(a - b) < 0.11 for (_, a), (_, b) in zip(ours, theirs)), f"the ratings are ours: {ours}")

commands = f"readpgn {journal}\nelo\nmm\nratings\nx\nx\n"
said = subprocess.run([bayeselo], input=commands, capture_output=True, text=True)
said = said.stdout + said.stderr
check("120 game(s) loaded, 0 game(s) with unknown result" in said, "BayesElo reads every game")
ranked = re.findall(r"^ +\d (.+?) +-?\d+ +\d+ +\d+ +80 ", said, re.MULTILINE)
check(ranked == [name for name, _ in ours], f"BayesElo ranks {ranked}")
