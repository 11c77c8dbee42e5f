#!/usr/bin/env python3
"""fishtest's whole worker with this project's program for its match runner, against a server on this machine that
gives it one task of every kind and keeps what it is told.

    fishtest.py ARENA FISHTEST [TASK..]

ARENA is this project's program, FISHTEST a clone of official-stockfish/fishtest. It needs glaurung, make and g++;
without them it is skipped.
"""

import base64
import gzip
import hashlib
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

import toy

arena, fishtest = map(os.path.abspath, sys.argv[1:3])
engine = toy.engine()
for tool in ["make", "g++", "strip"]:
    shutil.which(tool) or sys.exit(f"skipped: {tool} is not installed")
directory = tempfile.mkdtemp()
worker = os.path.join(directory, "worker")
testing = os.path.join(worker, "testing")

# The programs, by the digits of their commits.
GOOD, OTHER, CRASHING, LATE = [digit * 40 for digit in "1234"]
PROGRAMS = {
    GOOD: f"exec {engine}",
    OTHER: f"exec {engine}",
    CRASHING: f"sed -u 120q | {engine}",
    LATE: f'{engine} | while read -r line; do case "$line" in bestmove*) sleep 0.2;; esac; echo "$line"; done',
}
NODES = 1256  # At 2 ms a bench it makes a machine of the speed that fishtest's clocks are made for.
BENCH = f"""#!/bin/sh
case "$1" in
bench) echo "Total time (ms) : 2" >&2; echo "Nodes searched  : {NODES}" >&2; exit;;
uci) exit;;
compiler) echo "compilation settings: toy"; exit;;
esac
"""
# What each task is, beyond what all have.
TASKS = {
    "games": {},
    "a sequential test": {"sprt": {"batch_size": 1}},
    "tuning": {"spsa": {}},
    "an engine that crashes": {"resolved_base": CRASHING, "base_tag": "crashes"},
    "an engine that is late": {"resolved_base": LATE, "base_tag": "late", "tc": "1+0.01"},
    "a task that is taken back": {"tc": "5+0.05", "num_games": 400},
}
TASKS = {name: task for name, task in TASKS.items() if name in (sys.argv[3:] or TASKS)}
# The worker as it is, but that it asks GitHub for nothing.
LAUNCHER = f"""
import os, sys
import games, worker
_, major, minor, patch = worker.gcc_version()
for sha in {list(PROGRAMS)!r}:
    name = f"stockfish-{{sha}}-g++_{{major}}_{{minor}}_{{patch}}-{{games.create_environment()[1]}}-old"
    os.link(os.path.join("programs", sha), os.path.join("testing", name))
worker.verify_remote_sri = lambda _: True
worker.get_remaining_github_api_calls = lambda: 5000
worker.get_worker_arch = lambda _: "toy"
sys.exit(worker.worker())
"""


class Server(http.server.BaseHTTPRequestHandler):
    """Gives out the tasks one by one, and keeps what it is told of each."""

    waiting = list(TASKS)
    told = {name: {"posts": [], "games": "", "stopped": None} for name in TASKS}
    under_way = None

    def do_POST(self):
        sent = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = self.answer(self.path.removeprefix("/api/"), sent)
        body = json.dumps({"duration": 0.0, **answer}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def answer(self, what, sent):
        name = Server.under_way
        of = Server.told.get(name)
        if what == "request_version":
            return {"version": 325}
        if what == "request_task":
            if not Server.waiting:
                return {"task_waiting": True}
            Server.under_way = Server.waiting.pop(0)
            return {"run": run(Server.under_way), "task_id": 0}
        if what == "request_spsa":
            parameter = {"name": "Space", "value": 100.5}
            return {"task_alive": True, "w_params": [parameter], "b_params": [parameter]}
        if what == "update_task":
            of["posts"].append(sent["stats"])
            alive = not (name == "a task that is taken back" and len(of["posts"]) == 2)
            of["stopped"] = of["stopped"] or (None if alive else time.time())
            return {"task_alive": alive}
        if what == "upload_pgn":
            of["games"] = gzip.decompress(base64.b64decode(sent["pgn"])).decode()
        if what in ["failed_task", "stop_run"]:
            of["failed"] = sent["message"]
        if what == "upload_pgn" and of["stopped"]:
            of["stopped"] = time.time() - of["stopped"]
        return {"task_alive": True} if what == "beat" else {}

    def log_message(self, *_):
        pass


def run(name):
    arguments = {
        "book": "toy.epd", "book_depth": "8", "new_options": "Hash=8", "base_options": "Hash=8", "threads": 1,
        "book_sri": base64.b64encode(hashlib.sha384(toy.BOOK.encode()).digest()).decode(), "new_tag": "new",
        "base_tag": "base", "resolved_new": GOOD, "resolved_base": OTHER, "tests_repo": "https://github.com/x/y",
        "tc": "2+0.02", "new_signature": str(NODES), "base_signature": str(NODES), "num_games": 12,
        "adjudication": True, **TASKS[name],
    }
    number = hashlib.sha256(name.encode()).hexdigest()[:24]
    # Batches are of 8 games a thread and more for a short clock; of two games each they are many.
    if name == "a task that is taken back":
        arguments["sprt"] = {"batch_size": 1}
    return {"_id": number, "my_task": {"num_games": arguments["num_games"], "start": 4}, "args": arguments}


def prepare():
    shutil.copytree(os.path.join(fishtest, "worker"), worker)
    os.makedirs(testing, exist_ok=True)
    os.symlink(arena, os.path.join(testing, "fastchess"))
    open(os.path.join(testing, "toy.epd"), "w").write(toy.BOOK)
    os.mkdir(os.path.join(worker, "programs"))
    for sha, plays in PROGRAMS.items():
        toy.script(os.path.join(worker, "programs", sha), BENCH.removeprefix("#!/bin/sh\n") + plays + "\n")


def work(port):
    """The worker's output. It takes only the commit that it pins, which is what this program is told to be."""
    version = "fastchess alpha 1.8.1 01010101-" + pinned()
    line = ["timeout", "-k", "5", "400", sys.executable, "-u", "-c", LAUNCHER, "u", "p", "-P", "http", "-n", "127.0.0.1",
            "-p", str(port), "-c", "MAX", "-f", "True"]
    return subprocess.run(line, cwd=worker, env={**os.environ, "ZIGGURAT_FASTCHESS_VERSION": version}, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout


def pinned():
    source = open(os.path.join(worker, "worker.py")).read()
    return re.search(r'FASTCHESS_SHA = "([0-9a-f]{8})', source).group(1)


def counts(text):
    """Wins, losses and draws of the new program, and games by their ends."""
    told = {"wins": 0, "losses": 0, "draws": 0, "crashes": 0, "time_losses": 0}
    for game in text.split("[Event ")[1:]:
        tag = dict(re.findall(r'\[(\w+) "([^"]*)"\]', game))
        result = {"1-0": "wins", "0-1": "losses", "1/2-1/2": "draws"}[tag["Result"]]
        if not tag["White"].startswith("New-"):
            result = {"wins": "losses", "losses": "wins", "draws": "draws"}[result]
        told[result] += 1
        told["crashes"] += tag["Termination"] == "abandoned"
        told["time_losses"] += tag["Termination"] == "time forfeit"
    return told


def check(name):
    told = Server.told[name]
    last = told["posts"][-1] if told["posts"] else {}
    games = counts(told["games"])
    right = {"is not failed": "failed" not in told, "has posts": bool(told["posts"])}
    if name == "a task that is taken back":
        right["ends its matches in 15 s"] = isinstance(told["stopped"], float) and told["stopped"] < 15
        right["has the games of before"] = sum(games[key] for key in ["wins", "losses", "draws"]) >= 4
    else:
        right["has all games"] = sum(last.get(key, 0) for key in ["wins", "losses", "draws"]) == 12
        right["has their pairs"] = sum(last.get("pentanomial", [])) == 6
    if name not in ["a task that is taken back", "tuning"]:
        right["has the games of the file, whose checksum was right"] = all(last.get(key) == games[key] for key in games)
        # A busy machine loses games on time that nobody meant to be lost.
        right["has the faults that were meant"] = (last.get("crashes", 0) > 0) == (name == "an engine that crashes")
    if name == "an engine that is late":
        right["has lost on time"] = last.get("time_losses", 0) > 0
    if name == "a sequential test":
        right["has a post for every pair"] = len(told["posts"]) == 6
    wrong = [what for what, holds in right.items() if not holds]
    print(f"{'FAILED' if wrong else 'ok'}: {name}: {last}" + (f", stopped after {told['stopped']:.1f} s" if
          isinstance(told["stopped"], float) else ""), flush=True)
    for what in wrong:
        print(f"  not so: {what}; {({**told, 'games': games})}")
    return not wrong


prepare()
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
output = work(server.server_address[1])
right = all([check(name) for name in TASKS])
if "Waiting for fastchess to finish... timeout" in output:
    print("FAILED: a match had to be killed")
    right = False
if not right:
    print(output[-6000:])
shutil.rmtree(directory, ignore_errors=True)
sys.exit(not right)
