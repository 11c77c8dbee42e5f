#!/usr/bin/env python3
"""Runs fastchess's own end-to-end scripts, and what its snapshots say of mistakes and of a game, on this
project's program.

    own_tests.py ARENA CLONE

ARENA is this project's program, CLONE a clone of Disservin/fastchess. It needs g++ and bash; without them it is
skipped. The snapshots of its version and of its manual are left out: those texts are its own.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

arena, clone = map(os.path.abspath, sys.argv[1:3])
for tool in ["g++", "bash"]:
    shutil.which(tool) or sys.exit(f"skipped: {tool} is not installed")
SCRIPTS = ["opening_books", "engine_diagnostics", "engine_recovery", "rating_interval", "pgn_book_plies", "random_order",
           "black_to_move"]
MISTAKES = {"unknown_option": ["-engne"], "missing_value": ["-concurrency"], "unexpected_value": ["-recover", "true"],
            "invalid_key_value": ["-log", "level"]}
GAME = ("-engine cmd=./scripted_result name=black_winner -engine cmd=./scripted_result args=--illegal name=white_loser "
        "-each nodes=1 -rounds 1 -games 1 -concurrency 1 -ratinginterval 1 -report penta=false -openings "
        "file=./app/tests/data/black-to-move.epd format=epd order=sequential -log file=log.txt level=info")
KEPT = re.compile("Started game |Warning; Illegal|Info; |Position; |Moves;$|Finished |Results of |Games: ")

directory = tempfile.mkdtemp()
os.chdir(directory)
shutil.copytree(os.path.join(clone, "app", "tests"), "app/tests")
shutil.copytree(os.path.join(clone, "app", "third_party"), "app/third_party")
os.symlink(arena, "fastchess")
engines = os.path.join("app", "tests", "mock", "engine")
for name in ["random_mover", "scripted_result"]:
    source = os.path.join(engines, name + ".cpp")
    subprocess.run(["g++", "-O1", "-std=c++17", source, "-o", name], check=True)
failed = 0


def check(what, holds, told):
    global failed
    print(f"{'ok' if holds else 'FAILED'}: {what}", flush=True)
    if not holds:
        failed += 1
        print(told[-2000:])


for name in SCRIPTS:
    run = subprocess.run(["bash", f"app/tests/e2e/{name}.sh"], env={**os.environ, "E2E_SKIP_BUILD": "1"}, text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
    check(name, run.returncode == 0, run.stdout)


def snapshot(name):
    return open(f"app/tests/snapshots/cli/{name}.txt").read().replace("\r", "")


for name, arguments in MISTAKES.items():
    told = subprocess.run(["./fastchess", *arguments], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout
    check(name, told == snapshot(name), told)
told = subprocess.run(["./fastchess", *GAME.split()], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout
kept = "".join(line.rstrip() + "\n" for line in told.splitlines() if KEPT.match(line.rstrip()))
check("a game that Black begins", kept == snapshot("actual_game_black_to_move"), kept)
shutil.rmtree(directory)
sys.exit(bool(failed))
