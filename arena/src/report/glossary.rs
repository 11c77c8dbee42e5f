//! The words of a report, each explained in a sentence: at the end of its page, by `arena help WORD`, and in the manual.

/// The words with their meanings, by the alphabet.
pub const GLOSSARY: [(&str, &str); 18] = [
    (
        "anytime-valid",
        "An interval that holds at every look: you may watch the match and stop it when you like. One for a single look \
         at a planned end is narrower, and errs if you stop by it.",
    ),
    (
        "confidence interval",
        "The strengths that the games do not exclude. A 95 % interval contains the true one in 95 of 100 matches.",
    ),
    (
        "elo",
        "The strength difference. 0 Elo score 50.0 %, 10 Elo 51.4 %, 100 Elo 64.0 %: score = 1 / (1 + 10^(-Elo/400)).",
    ),
    (
        "h0",
        "The hypothesis that a test keeps unless the games speak against it: usually that nothing was gained.",
    ),
    ("h1", "The hypothesis that a test accepts for a gain: usually 5 nElo or more."),
    (
        "llr",
        "The log-likelihood ratio of a test: how much more probable the games are under H1 than under H0. The test ends \
         at its lower or its upper bound.",
    ),
    (
        "los",
        "The likelihood of superiority: how probable it is that the first contender is the stronger one at all.",
    ),
    (
        "nelo",
        "Normalized Elo: the strength difference in units of the noise of a pair. The number of games that a test needs \
         depends on it alone. `arena plan` says how many Elo they are.",
    ),
    (
        "pair",
        "Two games from one opening with colours reversed. An unbalanced opening favours one side in the \
         first, and the other in the second.",
    ),
    (
        "pentanomial",
        "The number of pairs by their points, 0, 1/2, 1, 3/2 and 2. Estimates from pairs know that an opening was good \
         for White, and so have narrower intervals than those from single games.",
    ),
    ("ply", "A move of one side."),
    (
        "sprt",
        "The sequential probability ratio test: the match goes on until the games decide between two strengths, as [0, 5] \
         nElo. `arena plan` says how many games it takes, and how many a match of fixed length.",
    ),
    (
        "stop-adjusted",
        "The interval after an SPRT, and the estimate with it. A match that ends because it went well overstates; they follow \
         from the law of the test's exit, so that the estimate is too high as often as too low and the interval agrees with \
         the verdict.",
    ),
    (
        "stolen",
        "Time in which an engine was ready and the machine did not run it. It is not charged to the engine's clock.",
    ),
    (
        "void",
        "Faults could have decided the match: crashes, illegal moves, games lost on time. Mend them and play again.",
    ),
    (
        "why",
        "The causes of an Elo difference: better choices at equal depth, fewer nodes for a depth, less time for a node. A \
         report's line Why has those that its games show; `arena explain` measures each of them with its interval.",
    ),
    ("winning percentage", "The share of the points: a win is one point, a draw half a point."),
    ("winning ratio", "The points of one side by those of the other."),
];
