#!/usr/bin/env python3
"""Holds the order of openings against fastchess itself, for random books, seeds and starts.

    shuffles.py FASTCHESS ARENA [CASES] [SEED] [--record FILE]

Both play the same books of positions that are drawn before the first move, with an engine that needs only a
shell; the positions of the games are equal, one by one. --record writes what the reference did to a file, for
crates/fastchess/tests/shuffles.txt.
"""

import os
import random
import re
import subprocess
import sys
import tempfile

import toy

words = [word for word in sys.argv[1:] if not word.startswith("--")]
record = sys.argv[sys.argv.index("--record") + 1] if "--record" in sys.argv else None
words = [word for word in words if word != record]
reference, arena = map(os.path.abspath, words[:2])
cases = int(words[2]) if len(words) > 2 else 50
of = random.Random(int(words[3]) if len(words) > 3 else 1)
record = record and os.path.abspath(record)


def openings(command, line, positions):
    """The numbers of the openings of all rounds, from 0."""
    if os.path.exists("games.pgn"):
        os.remove("games.pgn")
    subprocess.run(command + line.split(), stdout=subprocess.DEVNULL, timeout=300, check=True)
    numbers = {position: number for number, position in enumerate(positions)}
    text = open("games.pgn").read()
    played = zip(re.findall(r'\[Round "(\d+)"\]', text), re.findall(r'\[FEN "([^"]*)"\]', text))
    return [numbers[position] for _, position in sorted(played, key=lambda game: int(game[0]))]


failed, lines = 0, []
with tempfile.TemporaryDirectory() as directory:
    os.chdir(directory)
    toy.script("engine", toy.SILENT)
    for case in range(cases):
        length, rounds = of.choice([1, 2, 3, of.randint(4, 60), of.randint(60, 1500)]), of.randint(1, 40)
        seed, start = of.choice([of.getrandbits(64), of.randint(0, 999)]), of.randint(1, length)
        positions = of.sample(toy.drawn(), length)
        with open("book.epd", "w") as book:
            book.write("\n".join(positions) + "\n")
        line = (f"-engine cmd=./engine name=a -engine cmd=./engine name=b -each nodes=1 -games 1 -rounds {rounds} "
                f"-openings file=book.epd format=epd order=random start={start} -srand {seed} -pgnout file=games.pgn")
        theirs, ours = openings([reference], line, positions), openings([arena, "fastchess"], line, positions)
        lines.append(f"{length} {seed} {start} {rounds}: {' '.join(map(str, theirs))}\n")
        if theirs != ours:
            failed += 1
            print(f"differs: {lines[-1]}  ours: {ours}")
print(f"{cases} books, seeds and starts: {failed} differ")
if record:
    with open(record, "w") as file:
        file.writelines(lines)
sys.exit(bool(failed))
