#!/usr/bin/env python3
"""Games of a generalised SPRT on random pairs, written from its definition and independent of the program: to stand beside
the rows of `games_of_each_rule` in `tests/simulations.rs`. Needs numpy.

    tests.py ELO0 ELO1 [MATCHES] [PAIRS] [SEED] [LAW] [ELO ..]

Without strengths they are ELO0, midway, ELO1 and as far beyond; `n15` draws a strength for each match from a normal
distribution of 15 Elo. LAW is a number from 0, or `all`.

GSPRT: H0 and H1 are expected scores. The likelihood of a hypothesis is that of the distribution on the five results of a
pair which fits the counts best among those with its expected score; an empty result counts as a thousandth of a pair. The
test ends at Wald's bounds for errors of 5 %. That is fishtest's test with bounds in logistic Elo. Source: M. Van den Bergh,
"A practical introduction to the GSPRT".
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
    ("38 % draws", [420, 1190, 1650, 1190, 420], 0.0),
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
        if np.abs(after - x).max(initial=0.0) < 1e-10:
            return after
        x = after
    return x


def log_likelihood_ratio(counts, score0, score1):
    """Of H1 against H0: the best distribution under a hypothesis is n_i / (n (1 + x (a_i - mean)))."""
    counts = np.maximum(counts, 1e-3)
    loss = [(counts * np.log1p(multiplier(counts, mean)[:, None] * (VALUES - mean))).sum(1)
            for mean in (score0, score1)]
    return loss[0] - loss[1]


def simulate(laws, elo0, elo1, matches, pairs, random):
    """The shares of H1 and H0, games on average, and the standard error of these; the law of a match is `laws(pair)`, a row
    of sums of shares for each or one for all."""
    scores = score(elo0), score(elo1)
    counts = np.zeros((matches, 5))
    ended, verdict, active = np.full(matches, pairs), np.zeros(matches), np.arange(matches)
    for pair in range(pairs):
        if len(active) == 0:
            break
        law = np.broadcast_to(laws(pair), (matches, 5))[active]
        drawn = np.minimum((law <= random.random(len(active))[:, None]).sum(1), 4)
        counts[active, drawn] += 1
        ratio = log_likelihood_ratio(counts[active], *scores)
        over = np.abs(ratio) >= BOUND
        ended[active[over]], verdict[active[over]] = pair + 1, np.sign(ratio[over])
        active = active[~over]
    games = 2 * ended
    return (verdict > 0).mean(), (verdict < 0).mean(), games.mean(), games.std() / np.sqrt(matches)


def laws_of(cells, drift, elo, pairs, matches, random):
    """The sums of the shares of results at each pair: of one strength, of one that rises, or of one for each match."""
    if elo == "n15":
        every = np.array([np.cumsum(tilted(cells, score(elo))) for elo in random.normal(0.0, 15.0, matches)])
        return lambda pair: every
    steps = 20 if drift else 0
    rising = [np.cumsum(tilted(cells, score(float(elo) + drift * (step / 20.0 - 0.5 if steps else 0.0))))
              for step in range(steps + 1)]
    pairs_of_a_step = max(pairs // 10 // 20, 1)
    return lambda pair: rising[min(pair // pairs_of_a_step, steps)]


def main():
    elo0, elo1 = map(float, sys.argv[1:3])
    matches, pairs, seed = [int(argument) for argument in sys.argv[3:6]] + [400, 100_000, 1][len(sys.argv[3:6]):]
    chosen = sys.argv[6] if len(sys.argv) > 6 else "all"
    strengths = sys.argv[7:] or [elo0, (elo0 + elo1) / 2.0, elo1, 2.0 * elo1 - elo0]
    for number, (name, cells, drift) in enumerate(LAWS):
        if chosen not in ("all", str(number)):
            continue
        for place, elo in enumerate(strengths):
            random = np.random.default_rng([seed, number, place])
            laws = laws_of(cells, drift, elo, pairs, matches, random)
            upper, lower, games, error = simulate(laws, elo0, elo1, matches, pairs, random)
            told = f"H1 {100 * upper:5.1f} % H0 {100 * lower:5.1f} % {games:8.0f} +- {error:.0f}"
            print(f"{name:45} {elo:>5}  {told}", flush=True)


main()
