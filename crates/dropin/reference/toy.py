"""What the scripts that play under other people's servers share: an engine, a book, what they need."""

import importlib
import shutil
import sys

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
