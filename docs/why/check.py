#!/usr/bin/env python3
"""Computes the accounts of docs/why once more, from the published counts and searches alone.

    check.py          the numbers of every explain.json, and the table of docs/guide/src/why.md
    check.py --table  prints that table
    check.py --shown  shows itself errors, one at a time, each of which it must catch
"""

import copy
import json
import math
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parent / "guide/src/why.md"
LITTLE = 1e-3
Z = 1.959963984540054
TERMS = ["whole", "at_equal_depth", "doubling", "log2_nodes", "cost", "together", "rest"]


def elo(pairs):
    """Elo and its error from counts of pairs with 0, 1/2, 1, 3/2 and 2 points."""
    games = sum(pairs)
    mean = sum(count * place / 4 for place, count in enumerate(pairs)) / games
    variance = variance_of(pairs) * games / (games - 1)
    if variance == 0:
        # Pairs that all ended alike: a little weight on every other result.
        variance = variance_of([count or LITTLE for count in pairs])
    error = math.sqrt(variance / games)
    return 400 * math.log10(mean / (1 - mean)), error * 400 / math.log(10) / (mean * (1 - mean))


def variance_of(pairs):
    mean = sum(count * place / 4 for place, count in enumerate(pairs)) / sum(pairs)
    return sum(count * (place / 4 - mean) ** 2 for place, count in enumerate(pairs)) / sum(pairs)


def ratio(searches):
    """Mean of log2 of the nodes' ratio and its error; the searches of a pair of games are a cluster."""
    clusters = {}
    for search in searches:
        clusters.setdefault((search["game"] - 1) // 2, []).append(math.log2(search["nodes"][0] / search["nodes"][1]))
    mean = sum(map(sum, clusters.values())) / len(searches)
    squares = sum((sum(own) - len(own) * mean) ** 2 for own in clusters.values())
    return mean, math.sqrt(len(clusters) / (len(clusters) - 1) * squares) / len(searches)


def account(explanation, searches):
    """Every term as its value and its error, and the verdict."""
    pairing, = explanation["pairings"]
    played = {term["name"]: term for term in pairing["played"]}
    depths = {int(name[6:]): term for name, term in played.items() if name.startswith("depth-")}
    parts = [(weight(depth, depths, pairing["depth"]), elo(term["ptnml"])) for depth, term in depths.items()]
    found = {
        "whole": elo(played["match"]["ptnml"]),
        "at_equal_depth": (sum(share * value for share, (value, _) in parts),
                           math.hypot(*(share * error for share, (_, error) in parts))),
        "doubling": elo(played["doubling"]["ptnml"]),
        "log2_nodes": ratio(searches),
    }
    doubling, log2 = found["doubling"], found["log2_nodes"]
    error = math.hypot(doubling[0] * log2[1], log2[0] * doubling[1], doubling[1] * log2[1])
    found["cost"] = -doubling[0] * log2[0], error
    found["together"] = sums(found["at_equal_depth"], found["cost"])
    found["rest"] = sums(found["whole"], (-found["together"][0], found["together"][1]))
    value, half = found["rest"][0], Z * found["rest"][1]
    verdict = "does_not_close" if abs(value) > half else "closes" if half <= 30 else "not_decided"
    return found, verdict


def weight(depth, depths, mean):
    """The share of a depth, so that the weighted depth is the mean."""
    return 1 if len(depths) == 1 else 1 - abs(depth - mean)


def sums(one, other):
    return one[0] + other[0], math.hypot(one[1], other[1])


def shown(term):
    """A term as the page has it."""
    value, error = term
    return f"{whole(value)} [{whole(value - Z * error)}, {whole(value + Z * error)}]"


def whole(value):
    return "0" if round(value) == 0 else f"{round(value):+d}"


def row(name, explanation, searches):
    found, verdict = account(explanation, searches)
    cells = [shown(found[term]) for term in ["whole", "at_equal_depth", "cost", "rest"]]
    percent = f"{100 * (2 ** found['log2_nodes'][0] - 1):+.1f} %"
    if explanation["pairings"][0]["missing"] == "unlike":
        return "| " + " | ".join([name, f"{games_of(explanation):,}", cells[0], cells[1], percent, "", "", "none: unlike nodes"]) + " |"
    words = {"closes": "closes", "does_not_close": "does not close", "not_decided": "not decided"}[verdict]
    return "| " + " | ".join([name, f"{games_of(explanation):,}", cells[0], cells[1], percent, *cells[2:], words]) + " |"


def games_of(explanation):
    return sum(term["games"] for term in explanation["pairings"][0]["played"])


def errors_of(explanation, searches):
    """The numbers of an explain.json that the counts do not give."""
    found, verdict = account(explanation, searches)
    if len(searches) != explanation["pairings"][0]["nodes"]["positions"]:
        yield f"{len(searches)} positions are published"
    told = explanation["pairings"][0]["account"]
    if not told:
        # Programs whose nodes are unlike: one has more than twice as many.
        if abs(found["log2_nodes"][0]) <= 1:
            yield "there is no account, and by the counts there is one"
        return
    for term in TERMS:
        for name, number in zip(["value", "error"], found[term]):
            if not math.isclose(told[term][name], number, rel_tol=1e-6, abs_tol=1e-9):
                yield f"{term}.{name} is {told[term][name]}, by the counts {number}"
    if told["verdict"] != verdict:
        yield f"the verdict is {told['verdict']}, by the counts {verdict}"
    told = shown(found["at_equal_depth"])
    if told not in explanation["why"][0]:
        yield f"the sentence lacks {told}"


def read():
    accounts = {}
    for file in sorted(HERE.glob("*/explain.json")):
        lines = (file.parent / "positions.jsonl").read_text().splitlines()
        searches = [json.loads(line) for line in lines[1:]]
        accounts[file.parent.name] = json.loads(file.read_text()), searches
    return accounts


def table_of(page):
    """The rows of the page's table of long accounts."""
    block = re.search(r"<!-- begin accounts -->\n(.*?)\n<!-- end -->", page, re.S)
    return block[1].splitlines()[2:] if block else []


def check(accounts, page):
    for name, (explanation, searches) in accounts.items():
        yield from (f"{name}: {error}" for error in errors_of(explanation, searches))
    rows, wanted = table_of(page), [row(name, *one) for name, one in accounts.items()]
    yield from (f"the page lacks: {line}" for line in wanted if line not in rows)
    yield from (f"the page has: {line}" for line in rows if line not in wanted)


def wrong(accounts, page):
    """Copies with one error each."""
    name = "no-null-move"

    def changed(change):
        copied = copy.deepcopy(accounts)
        change(*copied[name])
        return copied, page

    told = lambda explanation: explanation["pairings"][0]
    for place in range(len(told(accounts[name][0])["played"])):
        def one_pair_more(explanation, _, place=place):
            told(explanation)["played"][place]["ptnml"][4] += 1
        yield f"a pair more in term {place}", changed(one_pair_more)
    for term in TERMS:
        def other_value(explanation, _, term=term):
            told(explanation)["account"][term]["value"] += 0.01
        yield f"another {term}", changed(other_value)
    yield "another verdict", changed(lambda explanation, _: told(explanation)["account"].update(verdict="other"))
    yield "a search less", changed(lambda _, searches: searches.pop())
    yield "other nodes", changed(lambda _, searches: searches[0]["nodes"].reverse())
    rows = table_of(page)
    yield "a row less", (accounts, page.replace(rows[0] + "\n", ""))
    yield "a row more", (accounts, page.replace(rows[0], rows[0] + "\n" + rows[0].replace("closes", "closes twice")))
    yield "another number on the page", (accounts, page.replace(rows[0], re.sub(r"\d(?=\])", "", rows[0], count=1)))


def main():
    accounts, page = read(), PAGE.read_text()
    if "--table" in sys.argv:
        print("| match | games | Elo at equal nodes | at equal depth | nodes for a depth | their worth | rest | account |")
        print("|---|---:|---|---|---:|---|---|---|")
        print("\n".join(row(name, *one) for name, one in accounts.items()))
        return
    errors = list(check(accounts, page))
    print("\n".join(errors) or f"{len(accounts)} account(s), {len(accounts) * (2 * len(TERMS) + 3)} facts: none differs")
    missed = []
    if "--shown" in sys.argv:
        cases = list(wrong(accounts, page))
        missed = [f"missed: {name}" for name, case in cases if not list(check(*case))]
        print("\n".join(missed) or f"{len(cases)} errors shown, none missed")
    sys.exit(bool(errors or missed))


if __name__ == "__main__":
    main()
