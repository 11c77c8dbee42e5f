"""What the scripts that play under other people's servers share: an engine, a book, what they need."""

import importlib
import os
import re
import shutil
import socket
import sys
import time

BOOK = """rnbqkb1r/pp1p1ppp/2p1pn2/8/3P4/2N2N2/PPP2PPP/R1BQKB1R w KQkq - 0 1
rnbqkbnr/ppp2ppp/4p3/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3
r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3
rnbqkbnr/pppp1ppp/8/4p3/2P5/8/PP1PPPPP/RNBQKBNR w KQkq - 0 2
"""


def engine():
    """An engine that needs no file."""
    found = shutil.which("glaurung") or shutil.which("glaurung", path="/usr/games")
    return found or sys.exit("skipped: glaurung is not installed")


def require(packages):
    """Ends the script aloud where a Python package is missing."""
    for package in packages:
        try:
            importlib.import_module(package)
        except ImportError:
            sys.exit(f"skipped: the Python package {package} is missing")


def script(path, text):
    """A shell script that can be started."""
    with open(path, "w") as file:
        file.write("#!/bin/sh\n" + text)
    os.chmod(path, 0o755)


def free_port():
    """A port of this machine that nobody listens at."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def wait_for(port):
    """Waits until somebody listens at a port."""
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    sys.exit(f"nobody listens at port {port}")


# An engine that is never asked for a move.
SILENT = 'while read -r line; do case "$line" in uci) echo uciok;; isready) echo readyok;; quit) exit;; esac; done\n'


def drawn():
    """Positions of bare kings: games that are over before their first move."""
    def rows(places):
        board = [[places.get(8 * row + column, "1") for column in range(8)] for row in range(7, -1, -1)]
        return "/".join(re.sub("1+", lambda ones: str(len(ones.group())), "".join(row)) for row in board)

    apart = [(white, black) for white in range(64) for black in range(64)
             if max(abs(white // 8 - black // 8), abs(white % 8 - black % 8)) > 1]
    return [f"{rows({white: 'K', black: 'k'})} w - - 0 1" for white, black in apart]
