#!/usr/bin/env python3
"""Shows check.py errors that it must find: each is written into a copy of the page, and must be reported.

    python3 docs/study/check/injections.py
"""

import copy
import re
import sys

import check
import prose

# What is changed, the first text that is replaced (a pattern), and its replacement.
INJECTIONS = [
    ("a larger gain in the answer", r"\+5\.4 Elo \[\+1\.6", "+15.4 Elo [+1.6"),
    ("an end of an interval in the answer", r"\[\+1\.6, \+9\.8\]", "[+2.6, +9.8]"),
    ("a gain that is said to pay", r"multi-cut: yes, a little", "multi-cut: yes"),
    ("a verdict in the answer", r"no \(costs strength\)", "not decided"),
    ("a verdict where the search is tuned", r"(tuned with it and without it: )[^.]*", r"\g<1>yes"),
    ("a technique that changes sides", r"these lose more: ", "these lose more: singular multi-cut, "),
    ("a limit in the answer", r"at 20,000 nodes a move", "at 50,000 nodes a move"),
    ("a sentence less in the answer", r"With ten times the nodes[^\n]*\n", ""),
    ("a match read at another level", r"\| \[-8\d\.\d, -6\d\.\d\] \| \[-8\d\.\d", "| [-86.2, -63.4] | [-86.2"),
    ("a share in a table", r"\| 24\.7 % \|", "| 44.7 % |"),
    ("the games of the study", r"finished, (\d)", r"finished, 1\1"),
    ("the matches of the study", r"(All|of the) \d+ matches", "All 99 matches"),
    ("a count of the findings", r"In 9 of them", "In 8 of them"),
    ("a z of the findings", r"\(z = -1\.82", "(z = -0.82"),
    ("a conclusion of the findings", r"no difference from a paper is established", "one difference from a paper is established"),
    ("a paper's interval", r"\| excludes 0 \|", "| contains 0 |"),
    ("a row less among the primary matches", r"\| \[the original multi-cut\]\(study/primary-multi-cut/[^\n]*\n", ""),
    ("a row less among the papers' lines", r"\| Eiríksson, 4 \|[^\n]*\n", ""),
    ("a power of its own", r"(\| cost-mc-a-clock \|[^\n]*\| )\d+ %", r"\g<1>93 %"),
    ("a row less in the effort", r"\| cost-mc-a-clock \|[^\n]*\n", ""),
    ("a finding in a table", r"\| harms \|", "| pays |"),
    ("a depth in a table", r"\| 9\.38, 10\.06 \|", "| 9.38, 10.36 |"),
    ("a winning ratio", r"(\| 1\.22; here )1\.\d\d", r"\g<1>1.99"),
    ("a difference from four outsiders", r"(\| singular multi-cut \| )[+-]\d+\.\d \[", r"\g<1>+19.9 ["),
    ("an end of a difference from four outsiders", r"(\| the original multi-cut \| \S+ \[)[+-]\d+\.\d", r"\g<1>-199.9"),
    ("a difference from one outsider", r"(\| [+-]\d+\.\d )\[[^]]*\] \|\n(\| the original multi-cut)", r"\g<1>[-1.0, +1.0] |\n\g<2>"),
    ("a score against an outsider", r"\[[+-]\d+\.\d\](\(study/outsider-toga2-with-mc-a/)", r"[+88.8]\g<1>"),
    ("a row less among the outsiders", r"\| with MC-A \|[^\n]*\n", ""),
    ("the games against other programs", r"(finished, [^\n]*, )20,000 of them", r"\g<1>10,000 of them"),
    ("an Elo at equal depth", r"(effort-5000-multi-cut/report\.md\) \|(?: [^|]* \|){3} )[+-]\d+\.\d", r"\g<1>+44.4"),
    ("nodes of an account", r"(effort-5000-multi-cut/[^\n]*\| )\d+ %", r"\g<1>199 %"),
    ("half the width of a rest", r"(effort-5000-multi-cut/[^\n]* ± )\d+\.\d( \| [^|]* \|\n)", r"\g<1>99.9\g<2>"),
    ("an account that is said to close", r"\| does not close \|", "| closes |"),
    ("the limit of an account", r"(effort-5000-multi-cut/report\.md\) \| )5,000", r"\g<1>20,000"),
    ("the verdicts of the accounts", r"accounts that close: \d+", "accounts that close: 13"),
    ("a row less among the accounts", r"\| \[the original multi-cut\]\(study/effort-5000[^\n]*\n", ""),
    ("nodes in percent of a search", r"(\| depth 8 \| 569,680 nodes \| )\d+\.\d", r"\g<1>144.4"),
    ("half the width of such a percentage", r"(<!-- begin winands-1(?:.|\n)*?depth 10[^\n]* ± )\d+\.\d", r"\g<1>99.9"),
    ("nodes beside the null move", r"(\| depth 10 \| 79,106,663 nodes \| )\d+", r"\g<1>64"),
    ("a cell of figure 5", r"(`cutoffs=2 reduction=2` \| )\d+\.\d", r"\g<1>44.5"),
    ("a cell of figure 5 less", r"(`cutoffs=3 reduction=2` \| - \| )[^|]*\|", r"\g<1>- |"),
    ("a margin of the null-move bound", r"\| t = 300 \|", "| t = 200 |"),
    ("half the width at such a margin", r"(\| t = 50 \|[^|]*\|[^|]* ± )\d\.\d", r"\g<1>4.4"),
    ("a paper's percentage of nodes", r"\| 29\.3 % \|", "| 39.3 % |"),
    ("solved positions", r"\d+ of 300 \|", "299 of 300 |"),
    ("the largest difference in nodes", r"(percentage of nodes: )\d+\.\d", r"\g<1>0.1"),
    ("a share of searches", r"60\.9 % \|", "66.9 % |"),
    ("a replication", r"(replicated-uncertainty-safe[^\n]*\| )no answer", r"\g<1>gains something"),
    ("a comparison in the text", r"\(z = -3\.1, p", "(z = -0.1, p"),
    ("a verdict in the text", r"MC-A\s+plays better", "MC-A plays worse"),
    ("a number in words", r"one of eleven attempts", "one of twelve attempts"),
    ("a tuned value", r"\| 7 \|\n", "| 6 |\n"),
]


def main():
    page, found = check.PAGE.read_text(), check.matches()
    check.check(page, found)
    missed = [f"the page as it is: {error}" for error in check.errors]
    for what, pattern, replacement in INJECTIONS:
        wrong, count = re.subn(pattern, replacement, page, count=1)
        if count == 0 or wrong == page:
            missed.append(f"{what}: nothing on the page is like {pattern}")
            continue
        try:
            check.check(wrong, found)
        except Exception as error:  # A page that cannot be read at all is found, too.
            check.errors.append(str(error))
        if not check.errors:
            missed.append(f"{what}: not found")
    # Every number of every sentence that is held to a table: the sentence alone, with one number changed.
    numbers = 0
    for sentence in prose.sentences(page, found):
        for number in check.ANY_NUMBER.finditer(sentence):
            numbers += 1
            wrong = sentence[:number.start()] + re.sub(r"\d", lambda digit: str((int(digit[0]) + 4) % 10), number[0]) + sentence[number.end():]
            check.errors.clear()
            prose.hold(wrong, [sentence])
            if not check.errors:
                missed.append(f"\"{wrong}\": not found")
        check.errors.clear()
        prose.hold(sentence, [sentence])
        missed.extend(f"a sentence as it is: {error}" for error in check.errors)
    # Two matches that play the same pairs, under another name.
    twice = dict(found)
    twice["once-more"] = next(iter(found.values()))
    check.errors.clear()
    check.check_repeats(twice)
    if not check.errors:
        missed.append("a match that is counted twice: not found")
    # The same pairing on the openings after these is another match.
    first = found["fixed-mc-a"]
    later = copy.copy(first)
    book = first.settings["book"]
    later.settings = first.settings | {"book": book | {"start": book["start"] + first.planned // 2}}
    check.errors.clear()
    check.check_repeats({"first": first, "later": later})
    if check.errors:
        missed.append("a pairing on other openings: taken for the same match")
    # Reports have two layouts; `modern` is the same search in both.
    old, new = found["retuned-mc-a"].settings["contenders"][1], found["outsider-glaurung-modern"].settings["contenders"][0]
    if check.search_of(old)[0] != check.search_of(new)[0] or ("configuration" in old) == ("configuration" in new):
        missed.append("one search in both layouts of reports: not seen to be the same")
    for error in missed:
        print(error, file=sys.stderr)
    print(f"{len(INJECTIONS) + numbers + 1} errors were shown to check.py, {len(missed)} went wrong")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
