#!/usr/bin/env python3
"""OpenBench as a whole on this machine alone: its server, a test of every mode, and its client with this project's
program for its match runner. The counts in the server's database are those that the matches reported.

    openbench.py ARENA OPENBENCH

ARENA is this project's program, OPENBENCH a clone of AndyGrant/OpenBench. It needs glaurung, make, g++ and the
packages `Django==4.2.1 django-htmlmin==0.11.0 requests scipy psutil py-cpuinfo` of PyPI; without them it is skipped.
"""

import bz2
import glob
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time

import toy

arena, openbench = map(os.path.abspath, sys.argv[1:3])
engine = toy.engine()
toy.require(["django", "htmlmin", "requests", "scipy", "psutil", "cpuinfo"])
directory = tempfile.mkdtemp()
site = os.path.join(directory, "site")
client = os.path.join(site, "Client")
shutil.copytree(openbench, site, ignore=shutil.ignore_patterns(".git"))
os.chdir(site)

SHAS = {"dev": "a" * 40, "base": "b" * 40, "crashing": "c" * 40}
MANAGE = [sys.executable, "manage.py"]
QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}

# What each test is, beyond what all have. A client of two threads plays 4 games a unit of the workload's size.
TESTS = {
    "GAMES": {"max_games": 16, "workload_size": 2, "upload_pgns": "COMPACT"},
    "SPRT": {"elolower": 0.0, "eloupper": 40.0, "alpha": 0.1, "beta": 0.1, "lowerllr": -2.197, "upperllr": 2.197,
             "dev_time_control": "N=6000", "base_time_control": "N=400", "workload_size": 3},
    "SPSA": {"workload_size": 1},
    "DATAGEN": {"max_games": 16, "workload_size": 2, "book_name": "NONE", "upload_pgns": "VERBOSE"},
    "DATAGEN in pairs": {"max_games": 8, "play_reverses": True, "book_name": "NONE"},
    "GAMES of an engine that crashes": {"max_games": 8, "base": "crashing"},
    "GAMES by the clock": {"max_games": 8, "dev_time_control": "2.0+0.05", "base_time_control": "40/2.0"},
}
SETUP = f"""
from django.contrib.auth.models import User
from OpenBench.models import *
user = User.objects.create_user('u', 'u@x.org', 'p')
Profile.objects.create(user=user, enabled=True)
engines = {{k: Engine.objects.create(name=k, source='https://x/', sha=v, bench=1000) for k, v in {SHAS!r}.items()}}
both = lambda key, value: {{side + '_' + key: value for side in ['dev', 'base']}}
for name, more in {TESTS!r}.items():
    row = dict(author='u', info=name, test_mode=name.split(' ')[0], book_name='toy.epd', base='base', workload_size=1,
               throughput=1000, scale_nps=1000000, syzygy_wdl='DISABLED', syzygy_adj='DISABLED', approved=True,
               **both('repo', 'https://github.com/x/toy'), **both('engine', 'Toy'),
               **both('options', 'Threads=1 Hash=8'), **both('time_control', 'N=3000'))
    row.update(more)
    row.update(dev=engines['dev'], base=engines[row['base']])
    test = Test.objects.create(**row)
    if test.test_mode == 'SPSA':
        run = SPSARun.objects.create(tune=test, reporting_type='BATCHED', distribution_type='SINGLE', alpha=0.6,
                                     gamma=0.1, iterations=4, pairs_per=2, a_ratio=0.1)
        for index, name in enumerate(['Space', 'Aggressiveness']):
            SPSAParameter.objects.create(spsa_run=run, name=name, index=index, value=100, is_float=False, start=100,
                                         min_value=0, max_value=200, c_end=20, r_end=0.1, c_value=25, a_value=90)
"""
QUERY = """
import json
from OpenBench.models import *
for t in Test.objects.all():
    told = list(Result.objects.filter(test=t))
    parameters = list(SPSAParameter.objects.filter(spsa_run__tune=t).values_list('value', flat=True))
    print('ROW', json.dumps({'name': t.info, 'id': t.id, 'games': [t.losses, t.draws, t.wins], 'finished': t.finished,
        'error': t.error, 'pairs': [t.LL, t.LD, t.DD, t.DW, t.WW], 'parameters': parameters, 'passed': t.passed,
        'crashes': sum(r.crashes for r in told), 'time losses': sum(r.timeloss for r in told),
        'events': [e.summary for e in LogEvent.objects.filter(test_id=t.id)],
        'files': PGN.objects.filter(test_id=t.id).count()}))
"""
# The client as it is, but for how long it waits for more work before it ends.
CLIENT = "import client, worker; worker.TIMEOUT_ERROR = 1; worker.run_openbench_worker(client.parse_arguments())"
OPENINGS = "\n".join("info string genfens " + line for line in toy.BOOK.splitlines())


def prepare_site():
    config = json.load(open("Config/config.json"))
    config.update(books=["toy.epd"], engines=["Toy"])
    json.dump(config, open("Config/config.json", "w"))
    json.dump({"sha": hashlib.sha256(toy.BOOK.encode()).hexdigest(), "source": "http://127.0.0.1/"},
              open("Books/toy.epd.json", "w"))
    presets = {"default": {}}
    json.dump({"private": False, "nps": 1000000, "source": "https://github.com/x/toy",
               "build": {"path": "", "compilers": ["gcc"], "cpuflags": [], "systems": ["Linux"]},
               "test_presets": presets, "tune_presets": presets, "datagen_presets": presets},
              open("Engines/Toy.json", "w"))
    subprocess.run([*MANAGE, "migrate"], check=True, **QUIET)
    subprocess.run([*MANAGE, "shell"], input=SETUP, text=True, check=True)


def prepare_client():
    for folder in ["Books", "Engines"]:
        os.makedirs(os.path.join(client, folder), exist_ok=True)
    open(os.path.join(client, "Books", "toy.epd"), "w").write(toy.BOOK)
    os.symlink(arena, os.path.join(client, "fastchess-ob"))
    for side, sha in SHAS.items():
        plays = f"sed -u 300q | {engine}" if side == "crashing" else f"exec {engine}"
        toy.script(os.path.join(client, "Engines", f"Toy-{sha[:8].upper()}"), f"""
if [ "$1" = bench ]; then echo "1000 nodes 1000000 nps"; exit; fi
case "$1" in genfens*) for _ in 1 2 3 4; do echo "{OPENINGS}"; done | head -n "$(echo "$1" | cut -d' ' -f2)"; exit;; esac
{plays}
""")


def run_client(port):
    """Its output. It ends by name whatever it finds; here it finds nothing."""
    tools = os.path.join(directory, "tools")
    os.mkdir(tools)
    toy.script(os.path.join(tools, "pkill"), "exit 0\n")
    toy.script(os.path.join(tools, "sudo"), "exit 1\n")
    environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"}
    line = ["timeout", "-k", "5", "400", sys.executable, "-u", "-c", CLIENT, "-U", "u", "-P", "p", "-S",
            f"http://127.0.0.1:{port}", "-T", "2", "-N", "1", "--fleet"]
    return subprocess.run(line, cwd=client, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True).stdout


def reports(output):
    """By the number of a test: what its matches reported in the end, in all."""
    told = {}
    matches = re.split(r"^\./fastchess-ob ", output, flags=re.M)[1:]
    for text in matches:
        test = int(re.search(r"file=PGNs/(\d+)\.", text).group(1))
        of = told.setdefault(test, {"games": [0, 0, 0], "pairs": [0] * 5, "crashes": 0, "time losses": 0, "illegal": 0})
        games = re.findall(r"Games: \d+, Wins: (\d+), Losses: (\d+), Draws: (\d+)", text)
        pairs = re.findall(r"Ptnml\(0-2\): \[(\d+), (\d+), (\d+), (\d+), (\d+)\]", text)
        if games:
            wins, losses, draws = map(int, games[-1])
            of["games"] = [a + b for a, b in zip(of["games"], [losses, draws, wins])]
        if pairs:
            of["pairs"] = [a + int(b) for a, b in zip(of["pairs"], pairs[-1])]
        of["crashes"] += len(re.findall(r"Finished game .*(?:disconnects|stalls)}", text))
        of["illegal"] += len(re.findall(r"Finished game .*an illegal move}", text))
        of["time losses"] += len(re.findall(r"Finished game .*on time", text))
    return told


def uploaded(number):
    """The games of a test that its server was sent; it gathers them in an archive."""
    text = b"".join(bz2.open(path).read() for path in glob.glob(f"{site}/Media/{number}.*.bz2"))
    for path in glob.glob(f"{site}/Media/PGNs/{number}.pgn.tar"):
        with tarfile.open(path) as archive:
            text += b"".join(bz2.decompress(archive.extractfile(file).read()) for file in archive.getmembers())
    return text.count(b"[Result ")


def check(row, told):
    """Whether the database has what was told; the pairs of games that are not repeated are the client's own."""
    name, games = row["name"], sum(row["games"])
    right = {
        "is finished": row["finished"] and games > 0,
        "has the games reported": told["games"] == row["games"],
        "has the pairs reported": told["pairs"] == row["pairs"] or name == "DATAGEN",
        "has the faults told": [told["crashes"], told["time losses"]] == [row["crashes"], row["time losses"]],
        # An engine that has too few nodes for a move says so instead.
        "has the games of all faults": len(row["events"]) == row["crashes"] + told["illegal"],
        "crashes where it should": (row["crashes"] > 0) == ("crashes" in name),
        "has every game": not row["files"] or uploaded(row["id"]) == games,
    }
    if "upload_pgns" in TESTS[name]:
        right["was sent games"] = row["files"] > 0
    if name == "SPSA":
        right["has moved"] = any(value != 100 for value in row["parameters"])
    if name == "SPRT":
        right["is decided"] = row["passed"]
    wrong = [what for what, holds in right.items() if not holds]
    print(f"{'FAILED' if wrong else 'ok'}: {name}: {row['games']} losses, draws, wins; pairs {row['pairs']}; "
          f"{row['crashes']} crashes", flush=True)
    for what in wrong:
        print(f"  not so: {what}; reported {told}; database {row}")
    return not wrong


prepare_site()
prepare_client()
port = toy.free_port()
server = subprocess.Popen([*MANAGE, "runserver", "--noreload", f"127.0.0.1:{port}"], **QUIET)
try:
    toy.wait_for(port)
    output = run_client(port)
    time.sleep(2)
    rows = subprocess.run([*MANAGE, "shell"], input=QUERY, text=True, stdout=subprocess.PIPE, check=True).stdout
finally:
    server.terminate()
    server.wait()
rows = [json.loads(line.split("ROW ")[1]) for line in rows.splitlines() if "ROW " in line]
told = reports(output)
none = {"games": [0, 0, 0], "pairs": [0] * 5, "crashes": 0, "time losses": 0, "illegal": 0}
right = all([check(row, told.get(row["id"], none)) for row in rows]) and len(rows) == len(TESTS)
if not right:
    print(output[-6000:])
shutil.rmtree(directory, ignore_errors=True)
sys.exit(not right)
