#!/usr/bin/env python3
"""Has whole matches read by those who read fastchess: the parsing functions of OpenBench's client and the loop of
fishtest's worker that starts it. What they count is what the match reports, and the checksum is the file's.

    readers.py ARENA OPENBENCH FISHTEST

ARENA is this project's program, the others are clones of AndyGrant/OpenBench and official-stockfish/fishtest.
It needs glaurung, and the packages `requests psutil py-cpuinfo` of PyPI; without them it is skipped.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zlib

import toy

arena, openbench, fishtest = map(os.path.abspath, sys.argv[1:4])
engine = toy.engine()
toy.require(["requests", "psutil", "cpuinfo"])

directory = tempfile.mkdtemp()
os.chdir(directory)
for folder in ["Engines", "Books", "PGNs"]:
    os.mkdir(folder)
os.symlink(engine, "Engines/Toy")
for name in ["fastchess", "fastchess-ob"]:
    os.symlink(arena, name)
for name in ["Books/toy.epd", "book.epd"]:
    open(name, "w").write(toy.BOOK)


def check(holds, what):
    print(f"{'ok' if holds else 'FAILED'}: {what}", flush=True)
    if not holds:
        sys.exit(1)


def of_openbench():
    sys.path.insert(0, os.path.join(openbench, "Client"))
    import worker

    version = subprocess.run(["./fastchess-ob", "--version"], capture_output=True, text=True).stdout
    number = re.search(r"\d+\.\d+(\.\d+)?", version).group()
    check(tuple(map(int, number.split("."))) >= (1, 8, 1), f"OpenBench reads the version {number}")
    line = ("./fastchess-ob -recover -variant standard -testEnv -concurrency 2 -rounds 8 -games 2 -resign movecount=3 "
            "score=400 -draw movenumber=40 movecount=8 score=10 -engine dir=Engines/ cmd=./Toy proto=uci tc=inf "
            "nodes=3000 option.Threads=1 option.Hash=8 name=Toy-dev -engine dir=Engines/ cmd=./Toy proto=uci "
            "tc=inf nodes=1500 option.Threads=1 option.Hash=8 name=Toy-base -openings file=Books/toy.epd format=epd "
            "order=random start=3 -srand 77 -pgnout file=PGNs/1.pgn seldepth=true nodes=true "
            "match_line='^info string pgncomment .*'")
    import shlex
    process = subprocess.Popen(shlex.split(line), stdout=subprocess.PIPE)
    results = {"trinomial": [0, 0, 0], "pentanomial": [0, 0, 0, 0, 0], "crashes": 0, "timelosses": 0, "illegals": 0,
               "games": {}}
    last = ""
    while True:
        text = process.stdout.readline().strip().decode("ascii")
        if text == "":
            break
        if "Finished game" in text:
            worker.MatchRunner.update_results(results, text)
        last = text if text.startswith("Ptnml") else last
    process.stdout.read()
    counts = [int(count) for count in re.findall(r"\d+", last.split("]")[0].split("[")[1])]
    check(sum(results["pentanomial"]) == 8 and results["pentanomial"] == counts, f"OpenBench counts {counts}")
    check(results["crashes"] + results["timelosses"] == 0, "OpenBench sees no fault")
    helper = getattr(worker, "PGNHelper", None)
    games = list(helper.slice_pgn_file("PGNs/1.pgn"))
    check(len(games) == 16, "OpenBench slices the file into 16 games")
    import pgn_util
    text = pgn_util.process_pgn_file("PGNs/1.pgn", 1.0, False)
    check(text.count("[Result ") == 16, "OpenBench takes the games for its upload")


def of_fishtest():
    sys.path.insert(0, os.path.join(fishtest, "worker", "packages"))
    sys.path.insert(0, os.path.join(fishtest, "worker"))
    import games

    posts = []
    alive = [True]

    def post(url, payload, quiet=False):
        posts.append(json.loads(json.dumps(payload.get("stats", payload))))
        return {"task_alive": alive[0], "duration": 0.0}

    games.send_api_post_request = post
    games.post_to_worker_log = lambda *_, **__: print("  told the server:", _[-1:] or __)

    def run(rounds, limit, name):
        posts.clear()
        command = ["./fastchess", *"-testEnv -recover -repeat -games 2".split(), "-rounds", str(rounds),
                   *"-ratinginterval 1 -scoreinterval 1 -autosaveinterval 0 -report penta=true".split(),
                   "-pgnout", f"file={name}", "append=false",
                   *"-crc32 pgn=true -site URL -srand 12345678901234567890 -resign movecount=3 score=600".split(),
                   *"-draw movenumber=34 movecount=8 score=20 -variant standard -concurrency 2 -openings".split(),
                   *"file=book.epd format=epd order=random plies=16 start=2 -check-mate-pvs".split(),
                   *f"-engine name=New-aaaaaaaaaa {limit} cmd={engine} dir=. _spsa_".split(),
                   *f"-engine name=Base-bbbbbbbbbb {limit} cmd={engine} dir=. _spsa_ -each proto=uci".split()]
        result = {"stats": {"wins": 0, "losses": 0, "draws": 0, "crashes": 0, "time_losses": 0,
                            "pentanomial": [0] * 5}}
        state = {"task_id": 0, "run": {}, "last_updated": None}
        pgn = {"name": name, "CRC": None}
        began = time.time()
        told = games.launch_fastchess(command, "New-" + "a" * 10, "Base-" + "b" * 10, state, {}, "p", "http://x",
                                      result, False, 2 * rounds, 2, 600, pgn, "run", 0)
        return told, result["stats"], pgn, time.time() - began

    told, stats, pgn, _ = run(4, "nodes=3000", "one.pgn")
    check(told is True, "fishtest's loop reads the match to its end")
    check(stats["wins"] + stats["losses"] + stats["draws"] == 8, f"fishtest counts {stats}")
    check(len(posts) == 4, "fishtest posts every pair")
    crc = hex(zlib.crc32(open("one.pgn", "rb").read()))
    check(pgn["CRC"] == crc, f"fishtest accepts the checksum {crc}")
    alive[0] = False
    _, _, _, took = run(200, "tc=2+0.02", "two.pgn")
    check(took < 60, f"fishtest stops the match when the server says so, after {took:.1f} s")


def nothing_is_left():
    """The client ends the runner and what has its name by force; wardens have none, and end the engines."""
    line = ("./fastchess-ob -recover -rounds 50 -repeat -concurrency 2 -engine cmd=Engines/Toy name=a -engine "
            "cmd=Engines/Toy name=b -each tc=60+1 -openings file=book.epd format=epd")
    process = subprocess.Popen(line.split(), stdout=subprocess.DEVNULL)
    time.sleep(2)

    def descendants():
        import psutil
        here = [of for of in psutil.process_iter(["cwd", "cmdline"]) if of.info["cwd"] == directory]
        return [of for of in here if of.pid not in (os.getpid(), process.pid)]

    running = descendants()
    check(len(running) >= 4, f"{len(running)} processes below the runner")
    process.send_signal(signal.SIGKILL)
    process.wait()
    time.sleep(1)
    check(not descendants(), "a killed runner leaves no process")


of_openbench()
of_fishtest()
nothing_is_left()
shutil.rmtree(directory)
