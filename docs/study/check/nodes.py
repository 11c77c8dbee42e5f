#!/usr/bin/env python3
"""Nodes of the configurations of an experiment in percent of one of them, with 95 % intervals.

    nodes.py SEARCHES.jsonl BASE [--depth 9] [--attempts TECHNIQUE]

SEARCHES.jsonl is the journal of `arena run FILE.toml` in the experiment's directory, BASE the name of the configuration that
counts as 100 %. Nodes are summed over the positions of the suite; the interval is the percentile interval of 2,000 bootstrap
samples of positions, the same positions for both sums (seed 22). A position that one of the two did not search is an error.
With --attempts a technique's attempts are counted instead of nodes, as `enhanced_multi_cut`.
"""

import argparse
import json
import random
import sys

SAMPLES = 2000


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("searches")
    parser.add_argument("base")
    parser.add_argument("--depth", type=int)
    parser.add_argument("--attempts", metavar="TECHNIQUE")
    options = parser.parse_args()
    nodes, order = {}, []
    with open(options.searches) as file:
        next(file)
        for line in file:
            search = json.loads(line)
            if options.depth is not None and search["limit"] != f"depth {options.depth}":
                continue
            name = search["configuration"]
            if name not in nodes:
                order.append(name)
            nodes.setdefault(name, {})[search["position"]] = count(search, options.attempts)
    if options.base not in nodes:
        sys.exit(f"no configuration {options.base!r}: there are {', '.join(order)}")
    base = nodes[options.base]
    positions = sorted(base)
    for name in order:
        if sorted(nodes[name]) != positions:
            sys.exit(f"{name}: other positions than {options.base}")
    unit = "nodes" if options.attempts is None else f"attempts of {options.attempts}"
    if sum(base.values()) == 0:
        sys.exit(f"{options.base} has no {unit}")
    print(f"{len(positions)} positions; {options.base}: {sum(base.values()):,} {unit}")
    for name in order:
        generator = random.Random(22)
        percent = []
        for _ in range(SAMPLES):
            sample = generator.choices(positions, k=len(positions))
            percent.append(100 * sum(nodes[name][p] for p in sample) / sum(base[p] for p in sample))
        percent.sort()
        found = 100 * sum(nodes[name].values()) / sum(base.values())
        low, high = percent[int(0.025 * SAMPLES)], percent[int(0.975 * SAMPLES) - 1]
        print(f"{name}: {found:.1f} % [{low:.1f}, {high:.1f}]")


def count(search, technique):
    """The nodes of a search, or a technique's attempts in it."""
    if technique is None:
        return search["nodes"]
    return search["techniques"].get(technique, {"tried": 0})["tried"]


if __name__ == "__main__":
    main()
