#!/usr/bin/env python3
"""Expected games of a generalised SPRT on pairs, written from its definition and independent of the program: to stand
beside the rows of `arena simulate --verdicts ELO0,ELO1`. Needs numpy.

    gsprt.py ELO0 ELO1 [MATCHES] [PAIRS] [SEED]

H0 and H1 are expected scores. The likelihood of a hypothesis is that of the distribution on the five results of a pair
which fits the counts best among those with its expected score; an empty result counts as a thousandth of a pair. The
test ends at Wald's bounds for errors of 5 %. That is fishtest's test with bounds in logistic Elo. Source: M. Van den
Bergh, "A practical introduction to the GSPRT".
"""

import sys

import numpy as np

STUDY = [339, 1190, 1833, 1258, 380]
LAWS = [
    ("45 % draws, correlation -0.04", STUDY, 0.0),
    ("unbalanced openings, correlation -0.56", [5, 165, 660, 165, 5], 0.0),
    ("85 % draws", [5.6, 127.5, 733.8, 127.5, 5.6], 0.0),
    ("10 % of the pairs at 2 : 0, 10 % at 0 : 2", [100, 100, 600, 100, 100], 0.0),
    ("strength rising by 10 Elo", STUDY, 10.0),
]
VALUES = np.arange(5) / 4.0
BOUND = np.log(0.95 / 0.05)


def score(elo):
    return 1.0 / (1.0 + 10.0 ** (-elo / 400.0))


def tilted(cells, mean):
    """The law with this expectation, the shares multiplied by exp(slope value)."""
    low, high = -40.0, 40.0
    for _ in range(100):
        slope = (low + high) / 2.0
        shares = np.array(cells) * np.exp(slope * VALUES)
        shares /= shares.sum()
        low, high = (slope, high) if shares @ VALUES < mean else (low, slope)
    return shares


def multiplier(counts, mean):
    """The x that maximises sum n_i log(1 + x (a_i - mean)) for each row: by Newton's steps, halved where they leave the
    range in which all logarithms exist."""
    away = VALUES - mean
    low, high = -1.0 / away[-1], -1.0 / away[0]
    x = np.zeros(len(counts))
    for _ in range(50):
        terms = away / (1.0 + x[:, None] * away)
        step = (counts * terms).sum(1) / (counts * terms**2).sum(1)
        after = x + step
        after = np.where(after <= low, (x + low) / 2.0, np.where(after >= high, (x + high) / 2.0, after))
        if np.abs(after - x).max() < 1e-10:
            return after
        x = after
    return x


def log_likelihood_ratio(counts, score0, score1):
    """Of H1 against H0: the best distribution under a hypothesis is n_i / (n (1 + x (a_i - mean)))."""
    counts = np.maximum(counts, 1e-3)
    loss = [(counts * np.log1p(multiplier(counts, mean)[:, None] * (VALUES - mean))).sum(1)
            for mean in (score0, score1)]
    return loss[0] - loss[1]


def simulate(cells, drift, elo, elo0, elo1, matches, pairs, random):
    """Shares of H1 and H0, and games on average with their standard error."""
    steps = 20 if drift else 0
    laws = [np.cumsum(tilted(cells, score(elo + drift * (step / 20.0 - 0.5 if steps else 0.0))))
            for step in range(steps + 1)]
    pairs_of_a_step = max(pairs // 10 // 20, 1)
    counts, ended = np.zeros((matches, 5)), np.zeros(matches, dtype=int)
    verdict, active = np.zeros(matches, dtype=int), np.arange(matches)
    for pair in range(pairs):
        law = laws[min(pair // pairs_of_a_step, steps)]
        results = np.minimum(np.searchsorted(law, random.random(len(active)), side="right"), 4)
        counts[active, results] += 1
        ratio = log_likelihood_ratio(counts[active], score(elo0), score(elo1))
        over = np.abs(ratio) >= BOUND
        ended[active[over]] = pair + 1
        verdict[active[over]] = np.sign(ratio[over])
        active = active[~over]
        if len(active) == 0:
            break
    ended[active] = pairs
    games = 2 * ended
    return (verdict > 0).mean(), (verdict < 0).mean(), games.mean(), games.std() / np.sqrt(matches)


def main():
    elo0, elo1 = map(float, sys.argv[1:3])
    matches, pairs, seed = [int(argument) for argument in sys.argv[3:6]] + [400, 100_000, 1][len(sys.argv) - 3:]
    for number, (name, cells, drift) in enumerate(LAWS):
        for place, elo in enumerate([elo0, (elo0 + elo1) / 2.0, elo1, 2.0 * elo1 - elo0]):
            random = np.random.default_rng([seed, number, place])
            upper, lower, games, error = simulate(cells, drift, elo, elo0, elo1, matches, pairs, random)
            print(f"{name:45} {elo:+5.1f}  H1 {100 * upper:5.1f} %  H0 {100 * lower:5.1f} %  {games:8.0f} +- {error:.0f}",
                  flush=True)


main()
