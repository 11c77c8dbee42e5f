#!/usr/bin/env python3
"""Holds the reader against python-chess and pgn-extract over PGN files with the oddities of real ones.

    cargo build --release -p ziggurat-pgn --example count
    differential.py COUNT [FILES] [SEED] [--keep DIR]

COUNT is the program that the first line builds; python-chess and pgn-extract have to be installed. Each file is made
of games of random moves, and of some of the oddities below; so it is known how many games, results and plies it has.
The reader has to find them all. The two others have to as well, but for the oddities that are named beside them:
where one of these is in a file, their counts may differ, and it is counted how often they do.
"""

import collections
import io
import logging
import os
import random
import re
import subprocess
import sys
import tempfile

import chess
import chess.pgn

logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)

# The oddities, and which of the others need not read them: P is python-chess 1.11.2, X is pgn-extract 19.04.
ODDITIES = {
    "a blank line in a movetext": "P",
    "a blank line in a comment": "",
    "a comment before the moves, and a blank line": "P",
    "a comment to the end of its line": "PX",
    "an escaped line": "PX",
    "a comment above the tags": "",
    "a bracket at the start of a line in a comment": "",
    "a brace in a comment": "",
    "variations in variations": "X",
    "tokens that touch": "",
    "a result that touches a move": "X",
    "signs behind moves": "",
    "signs between moves": "X",
    "castling with zeros": "",
    "a capture without x": "",
    "the mark e.p.": "X",
    "a null move": "X",
    "moves in UCI notation": "",
    "moves in long notation": "",
    "a draw with signs": "PX",
    "no Result tag": "",
    "a Result tag that is *": "X",
    "an unreadable Result tag": "PX",
    "blanks in tags": "P",
    "several tags on a line": "",
    "quotes in a value": "X",
    "a long value": "",
    "no blank line behind the tags": "",
    "no blank line between games": "P",
    "no movetext": "PX",
    "no termination marker": "X",
    "no tags": "",
    "line ends CR LF": "",
    "line ends CR": "",
    "a byte order mark": "",
    "a mark of the end": "P",
    "ISO 8859-1": "",
}
RESULTS = ["1-0", "0-1", "1/2-1/2", "*"]


class Game:
    """A game as text, and what it is."""

    def __init__(self, of, has):
        self.of, self.has = of, has
        self.result = of.choice(RESULTS)
        self.plies = 0
        if has("no movetext"):
            self.text = self.tags() + "\n"
            return
        tags = "" if has("no tags") else self.tags() + ("" if has("no blank line behind the tags") else "\n")
        moves = self.moves()
        self.text = tags + moves + ("\n" if has("no blank line between games") else "\n\n")

    def tags(self):
        of, has = self.of, self.has
        event = "Spring"
        if has("quotes in a value"):
            event = of.choice(['The "spring" of 98', 'The \\"spring\\"', "C:\\\\lines"])
        if has("ISO 8859-1"):
            event = "M\u00fcnchen"
        values = [("Event", event), ("Site", "?"), ("White", "A"), ("Black", "B")]
        if has("a long value"):
            values.append(("Annotator", "x" * of.choice([250, 300, 5000])))
        if has("a Result tag that is *"):
            values.append(("Result", "*"))
        elif has("an unreadable Result tag"):
            values.append(("Result", "unknown"))
        elif not has("no Result tag"):
            values.append(("Result", self.result))
        lines = [f'[{name} "{value}"]' for name, value in values]
        if has("blanks in tags"):
            blank = of.choice(["\t", "   ", "\t "])
            lines = [re.sub(r" ", blank, line, count=1) for line in lines]
            lines = [f"[ {line[1:-1]} ]" if of.random() < 0.3 else line for line in lines]
        return ("" if has("several tags on a line") else "\n").join(lines) + "\n"

    def moves(self):
        of, has = self.of, self.has
        board, parts = chess.Board(), []
        if has("a comment before the moves, and a blank line"):
            parts += ["{ The game. }", "\n\n"]
        for ply in range(of.randint(1, 40)):
            moves = list(board.legal_moves)
            if not moves:
                break
            null = has("a null move") and not board.is_check() and of.random() < 0.1
            move = chess.Move.null() if null else of.choice(moves)
            castlings = [m for m in moves if board.is_castling(m)]
            passant = [m for m in moves if board.is_en_passant(m)]
            move = of.choice(castlings) if castlings and not null else move
            move = of.choice(passant) if passant and not null else move
            number = f"{board.fullmove_number}."
            if board.turn == chess.WHITE:
                parts.append(number)
            elif of.random() < 0.2:
                parts.append(number + "..")
            parts.append(self.written(board, move))
            others = [board.san(other) for other in of.choices(moves, k=2)]
            board.push(move)
            self.plies += 1
            parts += self.between(number + ("" if board.turn == chess.BLACK else ".."), others)
        return self.joined(parts)

    def written(self, board, move):
        of, has = self.of, self.has
        if not move:
            return "--"
        text = board.san(move)
        if has("moves in UCI notation"):
            return move.uci()
        if has("moves in long notation") and not board.is_castling(move):
            text = board.lan(move)
        if has("castling with zeros"):
            text = text.replace("O", "0") if board.is_castling(move) else text
        if has("a capture without x") and board.piece_type_at(move.from_square) != chess.PAWN:
            text = text.replace("x", "")
        if has("the mark e.p.") and board.is_en_passant(move):
            text = text.rstrip("+#") + of.choice(["e.p.", " e.p."])
        if has("signs behind moves"):
            text += of.choice(["!", "?", "!?", "?!", "!!", ""])
        return text

    def between(self, number, others):
        """What stands behind a move that has this number, and other moves in its place."""
        of, has = self.of, self.has
        one, two = others
        texts = {
            "a blank line in a movetext": "\n\n",
            "a blank line in a comment": "{ one\n\ntwo }",
            "a comment to the end of its line": "; open { ( [\n",
            "an escaped line": "\n% escape { ( 1-0\n",
            "a bracket at the start of a line in a comment": '{ wrapped\n[Event "quoted"]\n[%clk 0:01:00] }',
            "a brace in a comment": "{ a { b ( c }",
            "variations in variations": f"( {number} {one} {{ ) }} ( {number} {two} ) $1 )",
            "signs between moves": of.choice([" = ", " \u00b1 ", " +/= ", " N ", " !? "]),
        }
        return [text for name, text in texts.items() if has(name) and of.random() < 0.15]

    def joined(self, parts):
        of, has = self.of, self.has
        result = self.result
        if result == "1/2-1/2" and has("a draw with signs"):
            result = "\u00bd-\u00bd"
        if has("no termination marker"):
            result = ""
        if has("tokens that touch"):
            text = ""
            for part in parts:
                touches = part.endswith((".", "}", ")")) or part.startswith(("{", "("))
                number = text[-1:] == "." or text[-1:] in ("}", ")")
                text += part if touches and (number or part[0] in "{(") else " " + part
                if re.match(r"^[A-Za-z].*[a-h1-8]$", part) and of.random() < 0.2:
                    text += "$" + str(of.randint(1, 9))
            parts = [text.strip(" ")]
        text = " ".join(parts)
        # The digits of an annotation would go on in those of a result.
        if has("a result that touches a move") and not re.search(r"\$\d+$", text):
            return text.rstrip(" ") + result
        return text + of.choice([" ", "\n"]) + result


def make(of):
    """The bytes of a file, its oddities, and what it holds."""
    chosen = set(of.sample(sorted(ODDITIES), of.choice([0, 1, 1, 2, 2, 3, 4])))
    # What would make of two games one, or leaves nothing that tells the result.
    if "no tags" in chosen:
        chosen -= {"no termination marker", "no movetext"}
    if "no movetext" in chosen:
        chosen -= {"no Result tag", "a Result tag that is *", "an unreadable Result tag"}
    if "no termination marker" in chosen:
        chosen -= {"no Result tag", "a Result tag that is *", "an unreadable Result tag"}
        chosen -= {"a result that touches a move", "several tags on a line"}
    has = chosen.__contains__
    games = [Game(of, has) for _ in range(of.randint(1, 5))]
    above = ";; Lines for a test.\n\n" if has("a comment above the tags") else ""
    text = "".join(above + game.text for game in games)
    if has("line ends CR LF"):
        text = text.replace("\n", "\r\n")
    elif has("line ends CR"):
        text = text.replace("\n", "\r")
    data = text.encode("cp1252" if has("ISO 8859-1") else "utf-8")
    if has("a byte order mark") and not has("ISO 8859-1"):
        data = b"\xef\xbb\xbf" + data
    if has("a mark of the end"):
        data += b"\x1a"
    counts = collections.Counter(game.result for game in games)
    return data, chosen, (len(games), *(counts[result] for result in RESULTS), sum(g.plies for g in games))


def by_python_chess(data):
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252")
    handle, counts, games, plies = io.StringIO(text, newline=None), collections.Counter(), 0, 0
    while True:
        try:
            game = chess.pgn.read_game(handle)
        except IndexError:
            # A defect of its own.
            return None
        if game is None:
            break
        games += 1
        result = game.headers.get("Result", "*")
        counts[result if result in RESULTS else "*"] += 1
        plies += sum(1 for _ in game.mainline_moves())
    return games, *(counts[result] for result in RESULTS), plies


def by_pgn_extract(path):
    run = subprocess.run(
        ["pgn-extract", "-s", "--plycount", path], capture_output=True, timeout=60, check=False
    )
    text = run.stdout.decode("latin-1")
    plies = sum(int(number) for number in re.findall(r'^\[PlyCount "(\d+)"\]', text, re.M))
    results = re.findall(r'^\[Result "([^"]*)"\]', text, re.M)
    counts = collections.Counter(result if result in RESULTS else "*" for result in results)
    return len(results), *(counts[result] for result in RESULTS), plies


def by_reader(count, paths):
    found = {}
    for first in range(0, len(paths), 500):
        run = subprocess.run([count, *paths[first : first + 500]], capture_output=True, text=True, check=True)
        for line in run.stdout.splitlines():
            path, *numbers = line.split("\t")
            found[path] = tuple(map(int, numbers))
    return found


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    keep = sys.argv[sys.argv.index("--keep") + 1] if "--keep" in sys.argv else None
    words = [word for word in words if word != keep]
    files = int(words[1]) if len(words) > 1 else 2000
    of = random.Random(int(words[2]) if len(words) > 2 else 1)
    directory = keep or tempfile.mkdtemp()
    os.makedirs(directory, exist_ok=True)
    made = {}
    for number in range(files):
        path = os.path.join(directory, f"{number:05}.pgn")
        data, chosen, expected = make(of)
        with open(path, "wb") as file:
            file.write(data)
        made[path] = (data, chosen, expected)
    ours = by_reader(os.path.abspath(words[0]), list(made))
    equal, named, wrong = collections.Counter(), collections.Counter(), []
    for path, (data, chosen, expected) in made.items():
        *counts, faults = ours[path]
        if (tuple(counts), faults) != (expected, 0):
            wrong.append((path, "the reader", chosen, expected, ours[path]))
        for letter, name, found in [
            ("P", "python-chess", by_python_chess(data)),
            ("X", "pgn-extract", by_pgn_extract(path)),
        ]:
            if found == expected:
                equal[name] += 1
                continue
            if found is None:
                named[name, "an exception of its own"] += 1
                continue
            reasons = sorted(oddity for oddity in chosen if letter in ODDITIES[oddity])
            if reasons:
                named[name, " + ".join(reasons) if len(reasons) == 1 else "several of them"] += 1
            else:
                wrong.append((path, name, chosen, expected, found))
    totals = [sum(expected[at] for _, _, expected in made.values()) for at in range(6)]
    games, white, black, draws, none, plies = totals
    print(f"{files} files: {games} games ({white} 1-0, {black} 0-1, {draws} draws, {none} without), {plies} plies")
    print(f"the reader: {files - sum(1 for w in wrong if w[1] == 'the reader')} equal")
    for name in ["python-chess", "pgn-extract"]:
        print(f"{name}: {equal[name]} equal, {sum(n for (who, _), n in named.items() if who == name)} differ by:")
        for (who, reason), times in sorted(named.items()):
            if who == name:
                print(f"  {times:5} {reason}")
    for path, name, chosen, expected, found in wrong:
        print(f"WRONG {path} {name}: {sorted(chosen)}: {expected} expected, {found} found")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
