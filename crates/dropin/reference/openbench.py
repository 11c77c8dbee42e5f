#!/usr/bin/env python3
"""OpenBench as a whole on this machine alone: its server, a test, and its client with this project's program for
its match runner. The counts in the server's database are compared with the games that were told.

    openbench.py ARENA OPENBENCH

ARENA is this project's program, OPENBENCH a clone of AndyGrant/OpenBench. It needs glaurung, make, g++ and the
packages `Django==4.2.1 django-htmlmin==0.11.0 requests scipy psutil py-cpuinfo` of PyPI; without them it is skipped.
"""

import hashlib
import json
import os
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import time

import toy

arena, openbench = map(os.path.abspath, sys.argv[1:3])
engine = toy.engine()
toy.require(["django", "htmlmin", "requests", "scipy", "psutil", "cpuinfo"])
directory = tempfile.mkdtemp()
site = os.path.join(directory, "site")
shutil.copytree(openbench, site, ignore=shutil.ignore_patterns(".git"))
os.chdir(site)
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
SHAS = {"dev": "a" * 40, "base": "b" * 40}
SETUP = f"""
from django.contrib.auth.models import User
from OpenBench.models import *
user = User.objects.create_user('u', 'u@x.org', 'p')
Profile.objects.create(user=user, enabled=True)
engines = {{k: Engine.objects.create(name=k, source='https://x/', sha=v, bench=1000) for k, v in {SHAS!r}.items()}}
both = lambda key, value: {{side + '_' + key: value for side in ['dev', 'base']}}
Test.objects.create(author='u', book_name='toy.epd', dev=engines['dev'], base=engines['base'], **both('repo', 'https://github.com/x/toy'),
    **both('engine', 'Toy'), **both('options', 'Threads=1 Hash=8'), **both('time_control', 'N=3000'),
    workload_size=1, throughput=1000, test_mode='GAMES', max_games=8, scale_nps=1000000, syzygy_wdl='DISABLED', syzygy_adj='DISABLED',
    approved=True)
"""
manage = [sys.executable, "manage.py"]
quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
subprocess.run([*manage, "migrate"], check=True, **quiet)
subprocess.run([*manage, "shell"], input=SETUP, text=True, check=True)
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
server = subprocess.Popen([*manage, "runserver", "--noreload", f"127.0.0.1:{port}"], **quiet)
client = os.path.join(site, "Client")
for folder in ["Books", "Engines"]:
    os.makedirs(os.path.join(client, folder), exist_ok=True)
open(os.path.join(client, "Books", "toy.epd"), "w").write(toy.BOOK)
os.symlink(arena, os.path.join(client, "fastchess-ob"))


def script(path, text):
    open(path, "w").write("#!/bin/sh\n" + text)
    os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)


for side, sha in SHAS.items():
    script(os.path.join(client, "Engines", f"Toy-{sha[:8].upper()}"),
           f'if [ "$1" = bench ]; then echo "1000 nodes 1000000 nps"; exit; fi\nexec {engine}\n')
# The client ends by name whatever it finds; here it finds nothing.
tools = os.path.join(directory, "tools")
os.mkdir(tools)
script(os.path.join(tools, "pkill"), "exit 0\n")
script(os.path.join(tools, "sudo"), "exit 1\n")
time.sleep(4)
environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"}
try:
    played = subprocess.run(
        ["timeout", "-k", "5", "150", sys.executable, "client.py", "--no-client-downloads", "-U", "u", "-P", "p", "-S",
         f"http://127.0.0.1:{port}", "-T", "2", "-N", "1", "--fleet"],
        cwd=client, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
finally:
    server.terminate()
    server.wait()
QUERY = """
from OpenBench.models import *
t = Test.objects.get()
print('COUNTS', t.games, t.losses, t.draws, t.wins, t.LL, t.LD, t.DD, t.DW, t.WW, LogEvent.objects.count())
"""
told = subprocess.run([*manage, "shell"], input=QUERY, text=True, stdout=subprocess.PIPE, check=True).stdout
counts = [int(word) for word in told.split("COUNTS")[1].split()]
finished = [line for line in played.splitlines() if "Finished game" in line]
results = {"dev": [0, 0, 0]}
for line in finished:
    white, result = line.split("(")[1].split(" ")[0], line.split("): ")[1].split(" ")[0]
    points = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}[result]
    results["dev"][points if white.endswith("-dev") else 2 - points] += 1
print(f"told: {len(finished)} games, {results['dev']} losses, draws, wins; database: {counts}")
if not finished:
    print(played[-3000:])
right = counts[0] == len(finished) == 8 and counts[1:4] == results["dev"] and sum(counts[4:9]) == 4
print("ok" if right else "FAILED")
shutil.rmtree(directory, ignore_errors=True)
sys.exit(not right)
