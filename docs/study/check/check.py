#!/usr/bin/env python3
"""Recomputes the study's page from the published pairs, independently of the program that wrote it.

    python3 docs/study/check/check.py          from the root of a checkout; nothing but Python is needed

Reads docs/study/NAME/pairs.txt (or those of its shards) and docs/study.md. Every row of the page that links a match is
held against the match's counts, score, Elo, 95 % interval, anytime-valid interval, finding and mean depth; the
comparisons with the papers against z, p and Holm's p. Formulas: Owen (2001) for the empirical-likelihood interval,
Waudby-Smith and Ramdas (2023) for the anytime-valid one, Liang and Zeger (1986) for openings played more than once.
The sentences of the answer, of the extent and of the findings are written anew from the recomputed numbers and held
against the page word by word, and README.md has its first two lines. Every table has its number of rows. A number that differs
by more than its last printed digit, a word that differs, a row that is missing or not understood, and two matches that
play the same pairs are errors. `injections.py` shows this program such errors; it must find each.
"""

import csv
import importlib.util
import json
import math
import re
import sys
import tomllib
from functools import lru_cache
from pathlib import Path
from statistics import NormalDist

STUDY = Path(__file__).resolve().parents[1]
PAGE = STUDY.parent / "study.md"
# Half points of the first contender in the two games of a pair, by the letter of pairs.txt.
PAIRS = {letter: (first, second) for letter, (first, second) in zip(
    "abcdefghi", [(first, second) for first in (0, 1, 2) for second in (0, 1, 2)])}
PRIMARY_LEVEL = 0.9875
# Level and smallest difference of the questions that have their own, and whether they are read once, after the last game:
# the beginning of a match's name.
READINGS = {"new-openings-": (0.95, 5.0, False), "tuned-": (0.9834, 5.0, False),
            "fixed-": (0.9834, 5.0, True), "retuned-": (0.9834, 5.0, True), "replicated-": (0.9834, 5.0, True),
            "both-tuned-": (0.95, 5.0, True)}
NUMBER = r"[+-]\d+\.\d"
ESTIMATE = re.compile(rf"({NUMBER})\s*(?:\|\s*)?\[({NUMBER}), ({NUMBER})\]")

errors = []
checked = 0


def expect(where, what, printed, computed, tolerance):
    """Counts a number, and notes it where it differs."""
    global checked
    checked += 1
    if not abs(float(printed) - computed) <= tolerance:
        errors.append(f"{where}: {what} is {printed}, recomputed {computed:.4f}")


# --- distributions


def incomplete_beta(a, b, x):
    """The regularised incomplete beta function, by Lentz's continued fraction."""
    if x <= 0.0 or x >= 1.0:
        return max(0.0, min(1.0, x))
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x))
    if x >= (a + 1.0) / (a + b + 2.0):
        return 1.0 - incomplete_beta(b, a, 1.0 - x)
    tiny, c, d = 1e-300, 1.0, 1.0 - (a + b) * x / (a + 1.0)
    d = 1.0 / (d or tiny)
    fraction = d
    for m in range(1, 500):
        for step in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                     -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))):
            d = 1.0 / ((1.0 + step * d) or tiny)
            c = (1.0 + step / c) or tiny
            fraction *= c * d
        if abs(c * d - 1.0) < 1e-15:
            break
    return front * fraction / a


@lru_cache(None)
def t_critical(samples, confidence=0.95):
    """Student's two-sided critical value for this many samples."""
    freedom = samples - 1
    low, high = 0.0, 1000.0
    for _ in range(200):
        middle = (low + high) / 2
        tail = incomplete_beta(freedom / 2, 0.5, freedom / (freedom + middle * middle))
        low, high = (middle, high) if tail > 1 - confidence else (low, middle)
    return low


def normal_tail(z):
    return 0.5 * math.erfc(z / math.sqrt(2.0))


def elo(score):
    return 400.0 * math.log10(score / (1.0 - score))


# --- intervals


def likelihood_interval(counts, confidence=0.95):
    """The empirical-likelihood interval on pairs, from counts of 0 to 4 quarters."""
    samples = sum(counts)
    limit = t_critical(samples, confidence) ** 2 / 2.0
    mean = sum(quarters * count for quarters, count in enumerate(counts)) / (4.0 * samples)

    def divergence(m):
        occupied = [(quarters / 4.0 - m, count) for quarters, count in enumerate(counts) if count]
        low, high = -1.0 / (1.0 - m), 1.0 / m
        for _ in range(200):
            middle = (low + high) / 2.0
            slope = sum(count * value / (1.0 + middle * value) for value, count in occupied)
            low, high = (middle, high) if slope > 0.0 else (low, middle)
        return sum(count * math.log1p(low * value) for value, count in occupied)

    def end(outside, inside):
        for _ in range(60):
            middle = (outside + inside) / 2.0
            outside, inside = (middle, inside) if divergence(middle) > limit else (outside, middle)
        return (outside + inside) / 2.0

    return end(1e-9, mean), end(1.0 - 1e-9, mean)


class Side:
    """The bets on "the mean is higher": counts of quarters on each rung of the estimated variance."""

    def __init__(self, length, bettors):
        self.length, self.bettors, self.rungs, self.end = length, bettors, {}, 0.0

    def log_wealth(self, mean):
        logs = []
        for stake, share in self.bettors:
            wealth = math.log(share)
            for rung, counts in self.rungs.items():
                bet = min(stake / math.sqrt(2.0 ** (-rung / 2.0) * self.length), 0.8 / mean)
                wealth += sum(count * math.log1p(bet * (quarters / 4.0 - mean))
                              for quarters, count in enumerate(counts) if count)
            logs.append(wealth)
        top = max(logs)
        return top + math.log(sum(math.exp(log - top) for log in logs))

    def add(self, rung, quarters, threshold):
        """The end that the pairs so far leave, a running maximum."""
        self.rungs.setdefault(rung, [0] * 5)[quarters] += 1
        low = max(self.end, 1e-12)
        if self.log_wealth(low) <= threshold:
            return self.end
        high = 1.0 - 1e-12
        for _ in range(50):
            middle = (low + high) / 2.0
            low, high = (middle, high) if self.log_wealth(middle) > threshold else (low, middle)
        return low


def anytime_interval(pairs, method, confidence):
    """The anytime-valid interval by bets on the pairs in their order."""
    length, stakes = re.fullmatch(r"betting\{version=1,length=(\d+),stakes=(.*)\}", method).groups()
    bettors = [tuple(map(float, stake.split(":"))) for stake in stakes.split("|")]
    above, below = Side(int(length), bettors), Side(int(length), bettors)
    threshold = math.log(2.0 / (1.0 - confidence))
    samples, total, squares = 0, 0.0, 0.0
    for first, second in pairs:
        quarters = first + second
        spread = squares - total * total / samples if samples else 0.0
        variance = (4 * 0.04 + spread) / (4 + samples)
        rung = math.floor(-2.0 * math.log2(variance) + 0.5)
        low = above.add(rung, quarters, threshold)
        high = 1.0 - below.add(rung, 4 - quarters, threshold)
        if low < high:
            above.end, below.end = low, 1.0 - high
        samples, total, squares = samples + 1, total + quarters / 4.0, squares + (quarters / 4.0) ** 2
    return above.end, 1.0 - below.end


def opening_interval(pairs, openings):
    """Openings as clusters: the interval of a sequential book that is played through more than once."""
    totals, counts = [0.0] * openings, [0] * openings
    for place, (first, second) in enumerate(pairs):
        totals[place % openings] += (first + second) / 4.0
        counts[place % openings] += 1
    mean = sum(totals) / len(pairs)
    squares = sum((total - count * mean) ** 2 for total, count in zip(totals, counts))
    error = math.sqrt(openings / (openings - 1) * squares) / len(pairs)
    half = t_critical(openings) * error
    return mean - half, mean + half


# --- what is published


class Match:
    def __init__(self, directory):
        self.name = directory.name
        parts = [directory] if (directory / "pairs.txt").exists() else sorted((directory / "shards").iterdir())
        letters, self.planned, moves, depths, self.hours = [], 0, [0, 0], [0.0, 0.0], 0.0
        for part in parts:
            text = (part / "pairs.txt").read_text().splitlines()
            self.method = next(line[len("anytime: "):] for line in text if line.startswith("anytime: "))
            after = next(place for place, line in enumerate(text) if line.startswith("pairing: "))
            line = "".join(text[after + 1:])
            letters += "." * (len(line) - len(letters))
            letters = [new if new != "." else old for old, new in zip(letters, line + "." * (len(letters) - len(line)))]
            report = json.loads((part / "report.json").read_text())
            self.planned = report["games"]["planned"]
            book = report["match"]["book"]
            for side, key in enumerate(("first", "second")):
                of = report["contenders"][key]
                moves[side] += of["moves"]
                depths[side] += of["moves"] * of["depth"]
                self.hours += of["seconds"] / 3600.0
        self.settings = [json.loads((part / "report.json").read_text())["match"] for part in parts[:1]][0]
        self.is_whole = len(parts) == 1 or ("." not in letters and 2 * len(letters) == self.planned)
        self.pairs = [PAIRS[letter] for letter in letters if letter in PAIRS]
        self.quarters = [first + second for first, second in self.pairs]
        games = [half for pair in self.pairs for half in pair]
        self.games = len(games)
        self.counts = [games.count(half) for half in (2, 1, 0)]
        self.points = [sum(games) / 2.0, self.games - sum(games) / 2.0]
        self.has_fixed_length = self.games == self.planned
        self.elo = elo(self.points[0] / self.games)
        ends = (opening_interval(self.pairs, book["openings"])
                if len(parts) == 1 and 1 < book["openings"] < len(self.pairs)
                else likelihood_interval([self.quarters.count(value) for value in range(5)]))
        self.interval = tuple(map(elo, ends))
        self.depth = [depths[side] / moves[side] for side in (0, 1)]

    def power(self, difference):
        """The probability that the interval of a match of this length and noise excludes 0 at this difference in Elo."""
        (low, high), normal = self.interval, NormalDist()
        distance = 2.0 * difference / (high - low)
        return normal.cdf(1.96 * (distance - 1.0)) + normal.cdf(-1.96 * (distance + 1.0))

    @lru_cache(None)
    def deciding(self):
        """The interval that the finding rests on."""
        confidence, _, is_read_once = self.reading()
        counts = [self.quarters.count(value) for value in range(5)]
        return tuple(map(elo, likelihood_interval(counts, confidence) if is_read_once
                         else anytime_interval(self.pairs, self.method, confidence)))

    def finding(self):
        (low, high), matters = self.deciding(), self.reading()[1]
        return ("pays" if low > matters else "gains something" if low > 0 else "harms" if high < 0
                else f"no difference larger than {matters:.0f} Elo" if -matters < low and high < matters else "no answer")

    def reading(self):
        """Level and smallest difference of the match's question, and whether it is read once."""
        kinds = (reading for prefix, reading in READINGS.items() if self.name.startswith(prefix))
        return next(kinds, (PRIMARY_LEVEL, 10.0, False))


def matches():
    found = {}
    for directory in sorted(STUDY.iterdir()):
        if (directory / "match.toml").exists():
            match = Match(directory)
            if match.is_whole:
                found[match.name] = match
    return found


# --- figures of one match and of two


def technique_counts(name, technique):
    directory, sums = STUDY / name, [0, 0, 0, 0]
    parts = [directory] if (directory / "report.json").exists() else sorted((directory / "shards").iterdir())
    for part in parts:
        side = json.loads((part / "report.json").read_text())["contenders"]["first"]
        counted = next(of for of in side["techniques"] if of["technique"] == technique)
        for place, value in enumerate((counted["tried"], counted["cut"], counted["nodes"], side["nodes"])):
            sums[place] += value
    return sums


def difference(*pairs, critical=1.96):
    """The difference of two matches over the same openings, in the mean of several such pairs, and half the width of its
    interval."""
    value, terms = 0.0, None
    for one, other in pairs:
        shared = list(zip(one.quarters, other.quarters))
        mean = [sum(pair[side] for pair in shared) / (4.0 * len(shared)) for side in (0, 1)]
        slope = [400.0 / math.log(10.0) / (score * (1.0 - score)) for score in mean]
        value += elo(mean[0]) - elo(mean[1])
        of_pair = [slope[0] * (a / 4.0 - mean[0]) - slope[1] * (b / 4.0 - mean[1]) for a, b in shared]
        terms = of_pair if terms is None else [sum(both) for both in zip(terms, of_pair)]
    half = critical * math.sqrt(sum(term * term for term in terms)) / len(terms)
    return value / len(pairs), half / len(pairs)


# --- the page


def check_estimate(where, match, estimate):
    value, low, high = estimate
    expect(where, "Elo", value, match.elo, 0.051)
    expect(where, "95 % CI low", low, match.interval[0], 0.11)
    expect(where, "95 % CI high", high, match.interval[1], 0.11)


def check_row(row, found):
    """A row of a table: each match that it links, with the estimate behind the link."""
    links = list(re.finditer(r"\[([^\]]*)\]\(study/([^/)]+)/(?:report\.md|shards)\)", row))
    for place, link in enumerate(links):
        match = found.get(link[2])
        end = links[place + 1].start() if place + 1 < len(links) else len(row)
        rest = row[link.end():end]
        where = f"{link[2]} in \"{row[:40]}..\""
        if match is None:
            errors.append(f"{where}: no such match is published")
            continue
        estimate = ESTIMATE.search(re.sub(r"\]\([^)]*\)", "]", f"{link[1]} {rest}"))
        if "%" in rest and not estimate:
            continue  # What techniques did: `check_mechanisms`.
        if not estimate:
            errors.append(f"{where}: no estimate in the row")
            continue
        check_estimate(where, match, estimate.groups())
        if points := re.match(r"([\d.]+) - ([\d.]+)$", link[1]):
            for side in (0, 1):
                expect(where, "points", points[side + 1], match.points[side], 0.0)
        if score := re.search(r"\| (\d+) \| ([\d.]+) : ([\d.]+) \|", rest):
            expect(where, "games", score[1], match.games, 0.0)
            expect(where, "points", score[2], match.points[0], 0.0)
        if depth := re.search(r"depth ([\d.]+), ([\d.]+)", rest):
            for side in (0, 1):
                expect(where, "mean depth", depth[side + 1], match.depth[side], 0.051)


def section(page, name):
    return page.split(f"<!-- begin {name} -->\n")[1].split("<!-- end -->")[0]


def cells_of(row):
    return [cell.strip() for cell in row.strip("|").split("|")]


def check_primary(page, found):
    names = ["primary", "fixed", "again", "tuned", "retuned", "replicated", "both-tuned", "network"]
    for row in [row for name in names for row in section(page, name).splitlines()[2:]]:
        link = re.search(r"\(study/([^/)]+)/", row)
        match = found[link[1]]
        intervals = re.findall(rf"\[({NUMBER}), ({NUMBER})\]", row)
        # The second interval of a row decides, or the only one.
        for printed, computed in zip(intervals[:2][-1], match.deciding()):
            expect(match.name, "deciding CI", printed, computed, 0.11)
        for cell in row.split("|"):
            if depths := re.fullmatch(r" (\d+\.\d\d), (\d+\.\d\d) ", cell):
                for side in (0, 1):
                    expect(match.name, "mean depth", depths[side + 1], match.depth[side], 0.0051)
        global checked
        checked += 1
        if f"| {match.finding()} |" not in row:
            errors.append(f"{match.name}: the finding is \"{match.finding()}\", the page says otherwise")


def check_effort(page, found):
    rows = section(page, "effort").splitlines()[2:]
    for row in rows:
        cells = cells_of(row)
        if cells[0] == "all":
            expect("effort", "all games", cells[2], sum(match.games for match in found.values()), 0.0)
            expect("effort", "all hours", cells[5], sum(match.hours for match in found.values()), 0.0051)
            continue
        match = found[cells[0]]
        expect(cells[0], "games", cells[2], match.games, 0.0)
        for printed, computed in zip(cells[3].split(" : "), match.counts):
            expect(cells[0], "won : drawn : lost", printed, computed, 0.0)
        for printed, computed in zip(cells[4].split(", "), match.depth):
            expect(cells[0], "mean depth", printed, computed, 0.051)
        expect(cells[0], "hours", cells[5], match.hours, 0.0051)
        if (cells[7] == "ended early") == match.has_fixed_length:
            errors.append(f"{match.name}: {match.games} of {match.planned} games, and power \"{cells[7]}\"")
        elif match.has_fixed_length:
            expect(cells[0], "power", cells[7].removesuffix(" %"), 100.0 * match.power(5.0), 0.51)
    if len(rows) != len(found) + 1:
        errors.append(f"effort: {len(rows) - 1} rows for {len(found)} matches")


def check_difference(where, printed, *pairs, critical=1.96):
    """An estimate of a difference and its ends; the page has a bootstrap of 2,000 samples."""
    gain, half = difference(*pairs, critical=critical)
    value, low, high = printed
    expect(where, "difference", value, gain, 0.051)
    expect(where, "low end", low, gain - half, 0.12 * half)
    expect(where, "high end", high, gain + half, 0.12 * half)


OUTSIDERS = ("glaurung", "toga2", "ethereal", "stockfish")
# The searches with and without each form.
FORMS = {"singular multi-cut": ("modern", "without-singular-multi-cut"), "the original multi-cut": ("with-multi-cut", "modern"),
         "the enhanced multi-cut": ("with-enhanced-multi-cut", "modern"),
         "multi-cut at expected ALL nodes (MC-A)": ("with-mc-a", "modern")}


def check_outsiders(page, found):
    """Each form against four other programs: the mean difference at 98.75 %, then that of each at 95 %. The scores' rows
    are held by their links, and must be those of the row and the column."""
    global checked
    rows = section(page, "outsiders").splitlines()[2:]
    for (form, searches), row in zip(FORMS.items(), rows):
        cells = cells_of(row)
        pairs = [tuple(found[f"outsider-{outsider}-{search}"] for search in searches) for outsider in OUTSIDERS]
        checked += 1
        if cells[0] != form or f"(study/depth-{next(key for key, words in TECHNIQUES.items() if words == form)}-5000/" not in cells[2]:
            errors.append(f"outsiders: the row of {form} is \"{row[:60]}..\"")
            continue
        printed = [ESTIMATE.findall(cells[place])[0] for place in (1, 3, 4, 5, 6)]
        check_difference(f"outsiders, {form}", printed[0], *pairs, critical=NormalDist().inv_cdf(1.0 - 0.0125 / 2.0))
        for outsider, estimate, pair in zip(OUTSIDERS, printed[1:], pairs):
            check_difference(f"{outsider}, {form}", estimate, pair)
    searches = ("modern", "without-singular-multi-cut", "with-multi-cut", "with-enhanced-multi-cut", "with-mc-a")
    for search, row in zip(searches, section(page, "outsiders-scores").splitlines()[2:]):
        checked += 1
        links = re.findall(r"\(study/([^/)]+)/", row)
        if links != [f"outsider-{outsider}-{search}" for outsider in OUTSIDERS] and links:
            errors.append(f"outsiders: the scores of {search} link {links}")
    if rows:
        for match in (match for match in found.values() if match.name.startswith("outsider-")):
            expect(match.name, "games of a fixed length", match.games, 1000, 0.0)


@lru_cache(None)
def accounts_program():
    """The program that recomputes accounts from their counts and searches."""
    place = STUDY.parent / "why/check.py"
    spec = importlib.util.spec_from_file_location("accounts", place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Account:
    """An account recomputed from its counts and searches. The page shows it from the search with the technique, and its terms
    are of the first contender: `sign` turns one into the other."""

    def __init__(self, directory):
        program, self.name = accounts_program(), directory.name
        explanation = json.loads((directory / "explain.json").read_text())
        self.searches = [json.loads(line) for line in (directory / "positions.jsonl").read_text().splitlines()[1:]]
        self.sign = -1.0 if explanation["pairings"][0]["contenders"][0].startswith("without ") else 1.0
        self.terms, self.verdict = program.account(explanation, self.searches)
        self.errors = list(program.errors_of(explanation, self.searches))

    def value(self, term):
        return self.sign * self.terms[term][0]

    def half(self, term):
        """Half the width of a term's 95 % interval."""
        return NormalDist().inv_cdf(0.975) * self.terms[term][1]

    def log2_nodes(self, phases):
        """log2 of the nodes for a depth over those without the technique, in these phases of the game."""
        return self.sign * accounts_program().ratio([search for search in self.searches if search["phase"] in phases])[0]


@lru_cache(None)
def accounts():
    """All accounts that are published, by the names of their matches."""
    return {file.parent.name: Account(file.parent) for file in sorted(STUDY.glob("effort-*/explain.json"))}


def check_accounts(page):
    """The row of each technique with an account: every term from its counts, and the verdict."""
    global checked
    rows = [row for row in section(page, "accounts").splitlines() if row.startswith("|")][2:]
    told = [re.search(r"\(study/([^/)]+)/", row)[1] for row in rows]
    checked += 1
    if told != list(accounts()):
        errors.append(f"accounts: the page has {told}, published are {list(accounts())}")
    summaries = {}
    for name, row in zip(told, rows):
        account, cells = accounts()[name], cells_of(row)
        errors.extend(f"{name}: {error}" for error in account.errors)
        for cell, term in ((3, "whole"), (4, "at_equal_depth"), (6, "doubling"), (7, "cost"), (8, "rest")):
            value, half = cells[cell].split(" ± ")
            # A doubling is of `modern`, which is the second contender of all.
            expect(name, term, value, account.terms[term][0] if term == "doubling" else account.value(term), 0.051)
            expect(name, f"{term}, half width", half, account.half(term), 0.051)
        expect(name, "nodes a move", cells[1].removesuffix(" nodes").replace(",", ""), int(name.split("-")[1]), 0.0)
        expect(name, "nodes", cells[5].removesuffix(" %"), 100.0 * 2.0 ** account.value("log2_nodes"), 0.51)
        if cells[9] != account.verdict.replace("_", " "):
            errors.append(f"{name}: the page says the account {cells[9]}, by the counts it {account.verdict}")
        rest, error = account.terms["rest"]
        summaries.setdefault(cells[1], []).append((account.verdict, (rest / error) ** 2))
    expected = []
    for limit, level in summaries.items():
        verdicts, squares = zip(*level)
        counts = [verdicts.count(verdict) for verdict in ("closes", "does_not_close", "not_decided")]
        expected.append("At {}, accounts that close: {} of {}; that do not: {}; not decided: {}. The rests are {:.2f} times as large as "
                        "chance alone makes them.".format(limit, counts[0], len(level), *counts[1:],
                                                          math.sqrt(sum(squares) / len(level))))
    told = [line for line in section(page, "accounts").splitlines() if line.startswith("At ")]
    held_to("accounts", "\n".join(told), "\n".join(expected))


def check_differences(page, found):
    """Differences of two matches over the same openings: the estimate, and the width by its normal approximation."""
    def held(where, row, with_, without):
        check_difference(where, ESTIMATE.findall(row)[-1], (with_, without))

    for row in section(page, "factorial").splitlines():
        links = re.findall(r"\(study/([^/)]+)/", row)
        if len(links) == 2:
            held(links[0], row, found[links[0]], found[links[1]])
    bounds = {"t = 10": "t10", "t = 20": "t20", "variable": "variable"}
    for row in section(page, "bounds").splitlines()[2:]:
        one, other = row.strip("| ").split(" | ")[0].split(" - ")
        match = lambda bound: found[f"equal-nodes-bjornsson-marsland-2-{bounds[bound]}"]
        held(f"bounds {one}, {other}", row, match(other), match(one))


def as_printed(paper, points, value, interval):
    """A result as a paper prints its own."""
    if paper == "winands":
        return f"{points[0] / points[1]:.2f}"
    winning = f"{100.0 * points[0] / sum(points):.1f} %"
    return winning if paper == "bjornsson-marsland" else f"{winning}, {value:+.0f} ± {(interval[1] - interval[0]) / 2.0:.0f}"


def two_samples(match, value, error):
    """z and p of a match's difference against one in Elo with this standard error."""
    own = (match.interval[1] - match.interval[0]) / 3.92
    z = (match.elo - value) / math.hypot(own, error)
    return z, 2.0 * normal_tail(abs(z))


def check_papers(page, found):
    """z, p and Holm's p of every line of the papers' tables."""
    printed, intervals = {}, []
    for paper in ("bjornsson-marsland", "eiriksson", "winands"):
        for row in section(page, paper).splitlines()[2:]:
            cells = cells_of(row)
            low, high = map(float, re.search(rf"\[({NUMBER}), ({NUMBER})\]", cells[2]).groups())
            intervals.append((low, high))
            points = re.match(r"([\d.]+) - ([\d.]+)", cells[2]).groups()
            value = elo(float(points[0]) / (float(points[0]) + float(points[1])))
            links = [re.search(r"\(study/([^/)]+)/", cell) for cell in cells[3:6]]
            ours = [link and found[link[1]] for link in links]
            printed[len(printed)] = (value, (high - low) / 3.92, ours)
            of_paper = as_printed(paper, [*map(float, points)], value, (low, high))
            here = [as_printed(paper, match.points, match.elo, match.interval) for match in ours if match]
            held_to(f"{paper}, {cells[0]}", cells[6], f"{of_paper}; here {'; '.join(here)}")
    rows = [row for row in section(page, "findings").splitlines() if row.startswith("|")][2:]
    check_findings(page, intervals, rows)
    for kind in range(3):
        compared = {}
        for line, (value, error, ours) in printed.items():
            if match := ours[kind]:
                compared[line] = two_samples(match, value, error)
        order, greatest, adjusted = sorted(compared, key=lambda line: compared[line][1]), 0.0, {}
        for rank, line in enumerate(order):
            greatest = max(greatest, min(1.0, (len(order) - rank) * compared[line][1]))
            adjusted[line] = greatest
        for line, (z, p) in compared.items():
            cell = rows[line].strip("|").split("|")[2 + kind].strip()
            where = f"findings, line {line + 1}"
            for what, text, computed, tolerance in zip(("z", "p", "Holm"), cell.split(", "),
                                                       (z, p, adjusted[line]), (0.011, 0.0021, 0.021)):
                expect(where, what, text, computed, tolerance)


def searches(name):
    """The nodes of every position in the searches of an experiment, by block, configuration and limit; and its solutions."""
    def rows(file):
        with open(STUDY / name / file, newline="") as text:
            return list(csv.DictReader(text))

    key = lambda row: (row["block"], row["configuration"], row["limit"])
    return ({key(row): [*map(int, row["nodes"].split())] for row in rows("nodes.csv")},
            {key(row): (row["solved"], row["solvable"]) for row in rows("experiment.csv")})


def ratio(ours, base):
    """One sum in percent of another over the same positions, and half the width of its 95 % interval."""
    quotient, count = sum(ours) / sum(base), len(ours)
    squares = sum((one - quotient * other) ** 2 for one, other in zip(ours, base, strict=True))
    return 100.0 * quotient, 196.0 * math.sqrt(squares * count / (count - 1)) / sum(base)


def in_percent(ours, base):
    percent, half = ratio(ours, base)
    return f"{percent:.1f} ± {half:.1f} %" if half else f"{percent:.1f} %"


def check_searches(page):
    """Every cell of the tables of searches, from the nodes of each position and the papers' numbers."""
    papers = tomllib.loads((STUDY / "papers.toml").read_text())["experiments"]
    cells = lambda table: [cells_of(row) for row in section(page, table).splitlines() if row.startswith("|")]
    farthest = lambda table, gaps: held_to(
        table, section(page, table).splitlines()[-1],
        "The largest difference from the paper's percentage of nodes: {:.1f} points ({}).".format(*max(gaps)))
    # The first two configurations of each block, by depth.
    for table, name in (("winands-1", "winands-table-1"), ("winands-2", "winands-table-2")):
        (nodes, _), (head, _, *rows), gaps = searches(name), cells(table), []
        blocks = [column.removesuffix(": paper, here") for column in head[1:]]
        for limit, *row in rows:
            for block, cell in zip(blocks, row, strict=True):
                of_paper = papers[name]["percent"][limit].get(block)
                found = [counts for key, counts in nodes.items() if (key[0], key[2]) == (block, limit)]
                here = in_percent(found[1], found[0]) if found else "-"
                held_to(f"{table}, {limit}, {block}", cell, f"{of_paper or '-'}{' %' if of_paper else ''}, {here}")
                if of_paper and found:
                    gaps.append((abs(ratio(found[1], found[0])[0] - of_paper), f"{block}, {limit}"))
        farthest(table, gaps)
    nodes, solved = searches("eiriksson-table-1")
    _, _, *rows = cells("eiriksson-1")
    paper, base, gaps = papers["eiriksson-table-1"], nodes["", "z-none", "depth 8"], []
    for name, *row in rows:
        key = ("", name, "depth 8")
        percent = paper["percent"]["depth 8"][name]
        expected = [f"{percent} %", in_percent(nodes[key], base), str(paper["solved"][name]), "{} of {}".format(*solved[key])]
        held_to(f"eiriksson-1, {name}", " | ".join(row), " | ".join(expected))
        gaps.append((abs(ratio(nodes[key], base)[0] - percent), name))
    farthest("eiriksson-1", gaps)
    for table, name in (("arms", "nodes-arms"), ("winands-5-4", "winands-section-5-4")):
        nodes, _ = searches(name)
        (_, first, *others), _, *rows = cells(table)
        for limit, *row in rows:
            base = nodes["", first, limit]
            expected = [f"{sum(base):,} nodes", *(in_percent(nodes["", name, limit], base) for name in others)]
            held_to(f"{table}, {limit}", " | ".join(row), " | ".join(expected))
    # Every search of a figure, by the settings that its row and its column name.
    nodes, _ = searches("winands-figure-5")
    (_, *columns), _, *rows = cells("winands-figure-5")
    base, expected = nodes.pop(("", "without multi_cut_all", "depth 9")), {}
    for (_, configuration, _), found in nodes.items():
        settings = configuration.replace("multi_cut_all.", "").rsplit(" ", 1)
        expected[tuple(f"`{setting}`" for setting in settings)] = in_percent(found, base)
    told = {(row, column): cell for row, *line in rows for column, cell in zip(columns, line, strict=True) if cell != "-"}
    for place in expected | told:
        held_to(f"winands-figure-5, {place}", told.get(place, "-"), expected.get(place, "-"))
    bounds = [searches(f"winands-{name}")[0] for name in ("figure-7", "section-5-5")]
    without = [nodes["", "without null_move_bound", "depth 9"] for nodes in bounds]
    for row, *line in cells("winands-bound")[2:]:
        key = "", row.replace("t = ", "null_move_bound.tempo="), "depth 9"
        expected = [in_percent(nodes[key], base) if key in nodes else "-" for nodes, base in zip(bounds, without)]
        held_to(f"winands-bound, {row}", " | ".join(line), " | ".join(expected))
    name = "bjornsson-marsland-section-5-3"
    nodes, _ = searches(name)
    with open(STUDY / name / "techniques.csv", newline="") as text:
        tried = [row for row in csv.DictReader(text) if row["technique"] == "multi_cut"]
    _, _, *rows = cells("shares")
    for row, printed in zip(tried, rows, strict=True):
        whole = sum(sum(counts) for key, counts in nodes.items() if key[1] == row["configuration"])
        attempts = int(row["tried"])
        held_to("shares", " | ".join(printed), f"{row['configuration']} | {attempts:,} | {100.0 * int(row['cut']) / attempts:.1f} % | "
                f"{100.0 * int(row['nodes']) / whole:.1f} %")


def check_mechanisms(page):
    names = {"primary-mc-a": "multi_cut_all", "primary-enhanced-multi-cut": "enhanced_multi_cut",
             "primary-singular-multi-cut": "singular_extension", "printed-winands-3": "multi_cut_all",
             "equal-nodes-winands-3": "multi_cut_all", "deep-winands-3": "multi_cut_all",
             "tuned-mc-a": "multi_cut_all", "tuned-enhanced-multi-cut": "enhanced_multi_cut"}
    tables = ["mechanism", "mechanism-tuned", "shares-of-games", "shares-winands"]
    for row in [row for name in tables for row in section(page, name).splitlines()[2:]]:
        cells = cells_of(row)
        name = re.match(r"\[([^\]]+)\]", cells[0])[1]
        sums = technique_counts(name, names.get(name, "multi_cut"))
        expect(name, "attempts", cells[1].replace(",", ""), sums[0], 0.0)
        expect(name, "share that prunes", cells[2].rstrip(" %"), 100.0 * sums[1] / sums[0], 0.051)
        expect(name, "share of nodes", cells[3].rstrip(" %"), 100.0 * sums[2] / sums[3], 0.051)


@lru_cache(None)
def tuning(name):
    """The facts of a tuning and its iterations, from its journal."""
    facts, *iterations = map(json.loads, (STUDY / name / "iterations.jsonl").read_text().splitlines())
    return facts, iterations


def check_parameter(name, parameter, within, start, mean, spread, tuned):
    """Range, start, mean, spread and tuned value of a parameter, from the journal of its tuning: over the last half."""
    global checked
    facts, iterations = tuning(name)
    expect(name, "iterations", len(iterations), facts["iterations"], 0.0)
    place = [of["name"] for of in facts["parameters"]].index(parameter.strip("`"))
    found = facts["parameters"][place]
    values = [iteration["values"][place] for iteration in iterations][len(iterations) // 2:]
    its_mean = sum(values) / len(values)
    its_spread = math.sqrt(sum((value - its_mean) ** 2 for value in values) / len(values))
    digit = 0.51 if found["c_end"] >= 100 else 0.051 if found["c_end"] >= 5 else 0.0051
    for what, printed, computed, width in (("start", start, found["start"], 0.0), ("mean", mean, its_mean, digit),
                                           ("spread", spread, its_spread, digit), ("tuned", tuned, math.floor(its_mean + 0.5), 0.0)):
        expect(name, f"{parameter}: {what}", printed, computed, width)
    checked += 1
    if within != "{} to {}".format(*found["range"]):
        errors.append(f"{name}: {parameter} was tuned in {found['range']}, the page says {within}")
    return sum(2 * sum(iteration["pairs"].values()) for iteration in iterations)


def check_tunings(page):
    """Every parameter of the tunings of one form, and of the tunings of `modern` side by side."""
    for row in section(page, "tunings").splitlines()[2:]:
        cells = cells_of(row)
        name = re.search(r"\(study/([^/)]+)/", cells[0])[1]
        expect(name, "games", cells[1].replace(",", ""), check_parameter(name, *cells[2:]), 0.0)
    head, _, *rows = section(page, "tunings-modern").splitlines() + [""]
    names = re.findall(r"\(study/([^/)]+)/", head)
    for row in filter(None, rows):
        parameter, within, start, *of_tunings = cells_of(row)
        for name, spread, tuned in zip(names, of_tunings[::2], of_tunings[1::2], strict=True):
            check_parameter(name, parameter, within, start, *spread.split(", "), tuned)


# --- sentences

TECHNIQUES = {"mc-a": "multi-cut at expected ALL nodes (MC-A)", "multi-cut": "the original multi-cut",
              "enhanced-multi-cut": "the enhanced multi-cut", "singular-multi-cut": "singular multi-cut"}
ANSWERS = {"pays": "yes", "gains something": "yes, a little", "harms": "no (costs strength)", "no answer": "not decided",
           "no difference larger than 5 Elo": "no (no difference that matters)"}
ANY_NUMBER = re.compile(r"[+-]?\d[\d,]*(?:\.\d+)?")


def held_to(where, printed, expected):
    """A line of prose: its words are those expected, and its numbers, to their last printed digit."""
    global checked
    checked += 1
    if ANY_NUMBER.sub("#", printed) != ANY_NUMBER.sub("#", expected):
        errors.append(f"{where}: the page says \"{printed}\", recomputed \"{expected}\"")
        return
    numbers = zip(ANY_NUMBER.findall(printed), ANY_NUMBER.findall(expected))
    for place, (one, other) in enumerate(numbers):
        one, other = one.replace(",", ""), other.replace(",", "")
        digits = len(one.partition(".")[2])
        tolerance = 1.1 * 10.0 ** -digits if digits else 0.0
        expect(where, f"number {place + 1} of \"{printed[:50]}..\"", one, float(other), tolerance)


def ends(interval):
    return "[{:+.1f}, {:+.1f}]".format(*interval)


def listed(parts):
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


def answer_of(match):
    return ANSWERS[match.finding()] if match else "not yet (not played)"


def grouped(matches):
    """Techniques with the answers of their matches: those with one answer stand together."""
    groups = {}
    for technique, match in matches.items():
        groups.setdefault(answer_of(match), []).append(TECHNIQUES[technique])
    return "; ".join(f"{listed(techniques)}: {answer}" for answer, techniques in groups.items())


def check_answer(page, found):
    """The sentences of the answer, and the same in the README."""
    block = section(page, "answer")
    printed = block.splitlines()
    singular = found["new-openings-singular-multi-cut"]
    tuned = found.get("both-tuned-singular-multi-cut")
    expected = [f"Singular multi-cut: {answer_of(singular)}: {singular.elo:+.1f} Elo {ends(singular.deciding())} at 20,000 nodes a "
                f"move; where the search is tuned with it and without it: {answer_of(tuned)}."]
    forms = ("multi-cut", "enhanced-multi-cut", "mc-a")
    published = {form: found.get(f"fixed-{form}") or found[f"primary-{form}"] for form in forms}
    expected.append(f"With the parameters of their papers: {grouped(published)}.")
    expected.append(f"With parameters tuned for this search: {grouped({form: found.get(f'retuned-{form}') for form in forms})}.")
    worse = []
    for name in found:
        if name.startswith("depth-") and name.endswith("-50000"):
            value, half = difference((found[name], found[name.removesuffix("-50000") + "-5000"]))
            if value + half < 0.0:
                worse.append(TECHNIQUES[name.removeprefix("depth-").removesuffix("-50000")])
    expected.append(f"With ten times the nodes, these lose more: {listed(worse)}.")
    if len(printed) != len(expected):
        errors.append(f"answer: {len(printed)} sentences, recomputed {len(expected)}")
    for line, sentence in zip(printed, expected):
        held_to("answer", line, sentence)
    readme = STUDY.parent.parent / "README.md"
    if section(readme.read_text(), "short-answer").splitlines() != printed[:2]:
        errors.append("answer: README.md has another one")


def check_extent(page, found):
    games = sum(match.games for match in found.values())
    files = [path.read_text() for path in (STUDY.parent.parent / "matches/study").glob("*.toml")]
    announced = sum("[[contender]]" in text and "\n# Void:" not in "\n" + text for text in files)
    others = sum(match.games for match in found.values() if match.name.startswith("outsider-"))
    others = f", {others:,} of them against other programs" if others else ""
    whole = f"All {len(found)}" if announced == len(found) else f"{len(found)} of the {announced}"
    held_to("extent", section(page, "extent").strip(),
            f"{whole} matches of the study are finished, {games:,} games of one engine{others}.")


def check_findings(page, printed, rows):
    """The sentences above the findings, from the rows below them, and each row from its paper's own interval."""
    lines = section(page, "findings").splitlines()
    shown = sum(low > 0.0 or high < 0.0 for low, high in printed)
    held_to("findings", lines[0], f"The papers' match tables have {len(printed)} lines. In {len(printed) - shown} of them the paper's "
            f"own 95 % interval contains 0: they show no difference. In {shown} it does not.")
    bullets = [line for line in lines if line.startswith("*")]
    for kind, (words, bullet) in enumerate(zip(("as printed", "at 20,000 nodes", "deeper"), bullets)):
        cells = [row.strip("|").split("|") for row in rows]
        played = [(cell[0].strip(), *map(float, cell[2 + kind].split(","))) for cell in cells if "," in cell[2 + kind]]
        established = sum(adjusted < 0.05 for *_, adjusted in played)
        told = ("no difference from a paper is established", "one difference from a paper is established")
        told = told[established] if established < 2 else f"{established} differences from the papers are established"
        line, z, p, adjusted = max(played, key=lambda row: abs(row[1]))
        author, table = line.split(", ", 1)
        held_to("findings", bullet, f"* {words}, {len(played)} matches: {told}. The largest is {author}, Table {table} (z = {z:.2f}, "
                f"p = {p:.3f}, {adjusted:.2f} after Holm).")
    if len(bullets) != 3:
        errors.append(f"findings: {len(bullets)} sentences on repeats, there are 3 kinds")
    global checked
    for (low, high), row in zip(printed, rows):
        checked += 1
        if row.split("|")[2].strip() != ("excludes 0" if low > 0.0 or high < 0.0 else "contains 0"):
            errors.append(f"findings: \"{row[:50]}..\" says the opposite of the paper's interval [{low}, {high}]")


# Rows of each table that is written by the study's program, but for those that follow the list of matches.
ROWS = {"again": 1, "primary": 4, "mechanism": 4, "tunings": 26, "tuned": 3, "mechanism-tuned": 3, "factorial": 2,
        "network": 4, "depth": 9, "more-nodes": 4, "cost": 4, "arms": 6, "findings": 12,
        "bjornsson-marsland": 6, "bounds": 3, "trend": 2, "shares-of-games": 6, "shares": 1, "uncertainty": 2,
        "eiriksson": 5, "eiriksson-1": 10, "winands": 1, "shares-winands": 3, "winands-1": 7, "winands-2": 7,
        "winands-5-4": 6, "winands-figure-5": 9, "winands-bound": 15}


def check_rows(page, found):
    global checked
    # Matches that are played one after another: each has its row.
    kinds = ("fixed", "retuned", "replicated", "ziggy", "both-tuned")
    growing = {kind: sum(name.startswith(f"{kind}-") for name in found) for kind in kinds}
    outsiders = sum(name.startswith("outsider-") for name in found)
    growing["tunings-modern"] = 19 if any(STUDY.glob("tune-modern-*")) else 0
    growing["accounts"] = sum(name.startswith("effort-") for name in found)
    growing |= {"outsiders": 4, "outsiders-scores": 5} if outsiders == 20 else {"outsiders": 0, "outsiders-scores": 0}
    for name, rows in (ROWS | {kind: rows for kind, rows in growing.items() if rows}).items():
        checked += 1
        there = sum(line.startswith("|") for line in section(page, name).splitlines()) - 2
        if there != rows:
            errors.append(f"{name}: {there} rows, there must be {rows}")
    tables = re.findall(r"<!-- begin ([\w-]+) -->\n((?:(?!<!-- end).*\n)*)", page)
    for name, text in tables:
        if "|---" in text and name not in ROWS and name not in growing and name != "effort":
            errors.append(f"{name}: a table whose rows nothing holds")


# Parameters that reports did not tell before they had names of their own; all matches of that time have this value.
ALWAYS = {("aspiration", "growth"): "2"}


def search_of(side):
    """A contender's search or program and its limits, from either layout of reports: as a line of words, or as tables."""
    if "configuration" in side:
        written, tables = side["configuration"], {}
        *techniques, hash_size = written.split(" ")
        for technique in techniques:
            name, _, parameters = technique.rstrip("}").partition("{")
            tables[name] = dict(parameter.split("=") for parameter in parameters.split(",") if parameter)
        search = {"techniques": tables, "hash": re.sub(r"\D", "", hash_size)}
    elif "search" not in side["engine"]:
        return json.dumps(side["engine"], sort_keys=True), side["limits"]
    else:
        search = side["engine"]["search"]
    written = lambda value: str(value).lower() if isinstance(value, bool) else str(value)
    techniques = {name: {key: written(value) for key, value in parameters.items()
                         if ALWAYS.get((name, key)) != written(value)}
                  for name, parameters in search["techniques"].items()}
    rest = {key: written(value) for key, value in search.items() if key != "techniques"}
    return json.dumps([techniques, rest], sort_keys=True), side["limits"]


def check_repeats(found):
    """Two matches at fixed nodes or depth between the same searches on the same openings of a book play the same pairs."""
    seen = {}
    for match in found.values():
        settings, book = match.settings, match.settings["book"]
        # At a number of nodes or a depth alone: nothing else makes a game that is the same whenever it is played.
        if not all(re.fullmatch(r"(nodes|depth)=\d+", side["limits"]) for side in settings["contenders"]):
            continue
        searches = tuple(sorted(map(search_of, settings["contenders"])))
        if any("random" in configuration for configuration, _ in searches):
            continue
        order, first = (book["order"], settings["seed"]), book["start"]
        openings = range(first, first + match.planned // 2)
        for other, its_order, its_openings in seen.get((searches, book["file"]), []):
            if order != its_order or openings[0] in its_openings or its_openings[0] in openings:
                errors.append(f"{match.name} has the contenders, limits and openings of {other}: its pairs are counted twice")
        seen.setdefault((searches, book["file"]), []).append((match.name, order, openings))


def check(page, found):
    """All checks of a page; the errors are in `errors`. Gives the numbers of its sentences, and those that are held."""
    import prose

    global checked
    errors.clear()
    checked = 0
    for row in page.splitlines():
        if row.startswith("|") or row.startswith("["):
            check_row(row, found)
    check_answer(page, found)
    check_extent(page, found)
    check_rows(page, found)
    check_repeats(found)
    check_primary(page, found)
    check_effort(page, found)
    check_differences(page, found)
    check_outsiders(page, found)
    check_accounts(page)
    check_papers(page, found)
    check_searches(page)
    check_mechanisms(page)
    check_tunings(page)
    return prose.check_prose(page, found)


def main():
    page, found = PAGE.read_text(), matches()
    in_sentences, held = check(page, found)
    for error in errors:
        print(error, file=sys.stderr)
    print(f"{len(found)} matches, {checked} numbers of the page recomputed, {len(errors)} differ; of the {in_sentences} numbers in its "
          f"sentences {held} are held to the tables")
    return 1 if errors or checked < 400 else 0


if __name__ == "__main__":
    # As a module: prose.py imports it, and there is one list of errors.
    import check as itself
    sys.exit(itself.main())
