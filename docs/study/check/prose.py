"""Holds the sentences of the study's page to its tables and to the published matches.

The tables are recomputed by check.py; a sentence here is written anew from them, and must stand on the page with these
numbers and words. Numbers that no file of the study has (those of the papers' text, of settings, of earlier editions)
are not held: check.py says how many there are.
"""

import math
import re
import tomllib
from itertools import chain

from check import ANY_NUMBER, STUDY, accounts, cells_of, elo, errors, held_to, in_percent, listed, searches, section, two_samples

WORDS = "no one two three four five six seven eight nine ten eleven twelve".split()


def text_of(page):
    """The page's own sentences: without written blocks, tables, commands and addresses, each paragraph in one line."""
    page = re.sub(r"<!-- begin ([\w-]+) -->\n(?:(?!<!-- end).*\n)*<!-- end -->", "", page)
    page = re.sub(r"```.*?```", "", page, flags=re.S)
    page = re.sub(r"\]\([^)]*\)", "]", page)
    paragraphs = [" ".join(paragraph.split()) for paragraph in page.split("\n\n")]
    return "\n".join(paragraph for paragraph in paragraphs if not paragraph.startswith("|"))


def row_of(page, table, beginning):
    """The cells of the first row of a table that begins with this or links it."""
    rows = (row for row in section(page, table).splitlines() if row.startswith("|"))
    return next(cells_of(row) for row in rows if cells_of(row)[0].startswith(beginning) or f"(study/{beginning}/" in row)


def percent(cell):
    return float(re.search(r"([\d.]+)(?: ± [\d.]+)? %", cell)[1])


def tuned(page, tuning, parameter):
    rows = [cells_of(row) for row in section(page, "tunings").splitlines() if f"(study/{tuning}/" in row]
    return int(next(row[-1] for row in rows if row[2].endswith(f".{parameter}`")))


def interaction(found):
    """Singular multi-cut with the null move, from all games of it, less that without: the gain, the difference, half its
    interval."""
    both = [found["primary-singular-multi-cut"], found["new-openings-singular-multi-cut"]]
    games, points = sum(match.games for match in both), sum(match.points[0] for match in both)
    halves = [(match.interval[1] - match.interval[0]) / 2.0 * match.games / games for match in both]
    without = found["factorial-singular-multi-cut-without-null-move"]
    half = math.hypot(*halves, (without.interval[1] - without.interval[0]) / 2.0)
    gain = elo(points / games)
    return games, gain, gain - without.elo, half


BEFORE_ENDGAMES = ("opening", "middlegame")


def more(account, phases=(*BEFORE_ENDGAMES, "endgame")):
    """Nodes for a depth more than without the technique, in percent."""
    return 100.0 * (2.0 ** account.log2_nodes(phases) - 1.0)


def ends(account, term):
    return [account.value(term) + side * account.half(term) for side in (-1.0, 1.0)]


def worth_of_endgames(found):
    """The worth of a node of an endgame, the mean of all being 1, by which the rests are smallest, half its interval, and the
    sums of squares with 1 and with it: weighted least squares."""
    # A rest with its error, and the Elo that the cost gains where the nodes of endgames are worth nothing, the others more.
    rows = [(account.value("rest"), account.terms["rest"][1],
             account.terms["doubling"][0] * (account.value("log2_nodes") - account.log2_nodes(BEFORE_ENDGAMES))) for account in found]
    weight = sum((gain / error) ** 2 for _, error, gain in rows)
    slope = sum(rest * gain / error ** 2 for rest, error, gain in rows) / weight
    squares = [sum(((rest - part * gain) / error) ** 2 for rest, error, gain in rows) for part in (0.0, slope)]
    return 1.0 - slope, 1.96 / math.sqrt(weight), *squares


def sentences(page, found):
    """Each sentence, with its numbers from the tables and the matches."""
    return chain(of_matches(page, found), of_tunings(page, found), of_accounts(), of_papers(page, found))


def of_matches(page, found):
    games, gain, value, half = interaction(found)
    yield (f"the {games:,} games of the primary match and of the match on new openings give the same contrast {gain:+.1f} Elo, and "
           f"with it an interaction of about {value:+.0f} [{value - half:+.0f}, {value + half:+.0f}]")
    yield f"MC-A's {found['primary-mc-a'].elo:.0f} Elo came from {found['primary-mc-a'].games} games"
    yield f"\"{found['tuned-enhanced-multi-cut'].elo:.1f} Elo, {found['tuned-enhanced-multi-cut'].finding()}\" is a match"
    again = found["new-openings-singular-multi-cut"]
    yield "singular multi-cut, {:+.1f} to {:+.1f} with 5 Elo that matter, \"{}\"".format(*again.deciding(), again.finding())
    cost = found["cost-singular-multi-cut-nodes"]
    yield "The {:+.1f} [{:+.1f}, {:+.1f}] of that match".format(cost.elo, *cost.interval)
    yield f"and all of them {found['primary-singular-multi-cut'].elo:+.1f}: a difference"
    shards = len(list((STUDY / "new-openings-singular-multi-cut/shards").iterdir()))
    yield (f"{again.games:,} games on {again.games // 2:,} new openings, played to the end in {shards} shards, one question at the "
           "95 % level, the smallest difference that matters 5 Elo.")
    yield f"plays them again at a fixed length: {found['fixed-mc-a'].games:,} games each on new openings"
    cells = row_of(page, "mechanism", "primary-mc-a")
    yield (f"MC-A prunes in one of {WORDS[round(100.0 / percent(cells[2]))]} attempts and takes "
           f"{WORDS[round(percent(cells[3]) / 10.0)]} of ten nodes for them")
    deepest = found["depth-singular-multi-cut-100000"]
    yield (f"These {deepest.games:,} games exclude a loss of more than {-deepest.interval[0]:.1f} Elo and a gain of more than "
           f"{deepest.interval[1]:.1f}")
    names = {"enhanced-multi-cut": "the enhanced multi-cut", "mc-a": "MC-A", "multi-cut": "the original multi-cut"}
    differ = []
    for form, name in names.items():
        # The paired difference has its normal error from the width at 98.75 %.
        cell = re.search(r"([+-][\d.]+) \[([+-][\d.]+), ([+-][\d.]+)\]", row_of(page, "outsiders", f"depth-{form}-5000")[1])
        value, low, high = map(float, cell.groups())
        if two_samples(found[f"depth-{form}-5000"], value, (high - low) / (2.0 * 2.4977))[1] < 0.01:
            differ.append(name)
    yield f"for {listed(differ)} by more than chance explains (a two-sample test after the games, p below 0.01)"


def of_tunings(page, found):
    both, again = found["both-tuned-singular-multi-cut"], found["new-openings-singular-multi-cut"]
    yield "{:+.1f} [{:+.1f}, {:+.1f}] where each side has the values that suit it, and {:+.1f} with the values of `modern`.".format(
        both.elo, *both.deciding(), again.elo)
    least = lambda name: tuned(page, name, "min_depth")
    cuts = lambda name: f"{WORDS[tuned(page, name, 'cutoffs')]} cutoff{'s' * (tuned(page, name, 'cutoffs') > 1)}"
    moves = lambda name: tuned(page, name, "moves")
    reduction = lambda name: tuned(page, name, "reduction")
    # A search with reduction R is tried from depth R + 1 (original) or R (enhanced) on; a least depth of 0 adds nothing.
    begin = (max(reduction("tune-multi-cut") + 1, least("tune-multi-cut")),
             max(reduction("tune-enhanced-multi-cut"), least("tune-enhanced-multi-cut")))
    yield "and they begin at depth {} and {} instead of 3.".format(*begin)
    yield f"MC-A begins at depth {least('tune-mc-a')} instead of 3."
    yield (f"ends with {cuts('tune-enhanced-multi-cut')} of {WORDS[moves('tune-enhanced-multi-cut')]} moves, and so **never prunes**")
    yield (f"The original multi-cut ends with {cuts('retune-multi-cut')} of {WORDS[moves('retune-multi-cut')]} moves, at depth "
           f"{least('retune-multi-cut')} and more.")
    for form, name in (("The enhanced multi-cut", "retune-enhanced-multi-cut"), ("MC-A", "retune-mc-a")):
        yield (f"{form} ends with {cuts(name)} of {moves(name)} moves, reduction {reduction(name)}, at depth {least(name)} and more")
    yield f"Each has a match of {found['retuned-mc-a'].games:,} games against `modern`"
    margin, reverse = (row_of(page, "tunings-modern", f"`{technique}.margin`") for technique in ("singular_extension", "reverse_futility"))
    yield (f"With singular multi-cut the margin of the singular extension ends at {margin[4]}, an end of its range, and that of reverse "
           f"futility at {reverse[4]}; without it they end at {margin[6]} and {reverse[6]}.")
    yield f"a loss of more than {-found['tuned-multi-cut'].deciding()[0]:.1f} Elo is excluded, a gain is not shown"


def of_accounts():
    of = lambda limit, *techniques: [accounts()[f"effort-{limit}-{technique}"] for technique in techniques]
    pruning = ("late-move-reductions", "reverse-futility", "late-move-pruning")
    forms = ("multi-cut", "enhanced-multi-cut", "mc-a")
    depths = {form: [ends(account, "at_equal_depth") for limit in (5000, 20000) for account in of(limit, form)] for form in forms}
    worse = sum(any(high < 0.0 for _, high in of_form) for of_form in depths.values())
    better = "better" if all(low > 0.0 for low, _ in depths["mc-a"]) else "not better"
    yield (f"At equal depth {WORDS[worse].replace('no', 'none')} of the three plays worse than `modern` at either limit, and MC-A plays "
           f"{better}.")
    little = ("null-move", "probcut", "enhanced-transposition-cutoffs", "uncertainty-cut-offs", "singular-multi-cut")
    excludes_zero = lambda account, term: math.prod(ends(account, term)) > 0.0
    told = sum(excludes_zero(account, "whole") for account in of(5000, *little))
    yield f"a match of 1,000 games tells {WORDS[told].replace('no', 'none')} of them from 0"
    later = dict(zip(little, of(20000, *little)))
    alone = listed([name.replace("-", " ", 1) for name, account in later.items() if excludes_zero(account, "whole")])
    yield f"at 20,000 nodes 2,000 games tell {alone} alone."
    better = sum(ends(account, "at_equal_depth")[0] > 0.0 for account in later.values())
    cells = [(account.value("at_equal_depth"), account.half("at_equal_depth"), 100.0 + more(account))
             for account in (later["uncertainty-cut-offs"], later["probcut"])]
    yield (f"{WORDS[better].capitalize()} of these play better at equal depth there: uncertainty cut-offs, "
           "{:+.0f} ± {:.0f} for {:.0f} % of the nodes, and ProbCut, {:+.0f} ± {:.0f} for {:.0f} %.".format(*chain(*cells)))
    yield "each needs more nodes for a depth: {:.0f} to {:.0f} % more at 5,000 nodes and {:.0f} to {:.0f} % more at 20,000".format(
        *(end(map(more, of(limit, *forms))) for limit in (5000, 20000) for end in (min, max)))
    yield ("late move reductions need {:.0f} % of the nodes at 5,000 and {:.0f} % at 20,000, reverse futility {:.0f} and {:.0f} %, "
           "late move pruning {:.0f} and {:.0f} %".format(
               *(100.0 + more(*of(limit, technique)) for technique in pruning for limit in (5000, 20000))))
    gains = [account.value("whole") for technique in pruning for limit in (20000, 5000) for account in of(limit, technique)]
    yield ("late move reductions gain {:+.0f} Elo for {:+.0f}, reverse futility {:+.0f} for {:+.0f}, late move pruning {:+.0f} for "
           "{:+.0f}.").format(*gains)
    yield f"saves {-more(*of(20000, 'singular-multi-cut')):.0f} % of the nodes at 20,000"
    for words, technique in (("The original form leaves", "multi-cut"), ("the enhanced one", "enhanced-multi-cut")):
        yield "{} {:+.0f} and {:+.0f}".format(words, *(of(limit, technique)[0].value("rest") for limit in (5000, 20000)))
    original, null_move, reverse = of(20000, "multi-cut", "null-move", "reverse-futility")
    yield (f"needs {more(original, ['opening']):.0f} % more nodes for a depth in openings and {more(original, ['endgame']):.0f} % more in "
           f"endgames, and {original.value('rest'):+.0f} Elo are left over; the null move saves {-more(null_move, ['opening']):.0f} and "
           f"{-more(null_move, ['endgame']):.0f} %, and {null_move.value('rest'):+.0f} are left over; reverse futility saves "
           f"{-more(reverse, ['opening']):.0f} and {-more(reverse, ['endgame']):.0f} %, and {reverse.value('rest'):+.0f} are left over.")
    worth, half, before, after = worth_of_endgames(accounts().values())
    yield (f"The {len(accounts())} rests are smallest where a node of an endgame is worth {worth:.2f} ± {half:.2f} of the mean: the sum of "
           f"their squares over their variances falls from {before:.0f} to {after:.0f}.")


def of_papers(page, found):
    points = [row_of(page, "bjornsson-marsland", f"1, 40 moves in {minutes} minutes")[2] for minutes in (5, 15, 25)]
    points = [re.match(r"([\d.]+) - ([\d.]+)", cell).groups() for cell in points]
    yield ("three matches have {} games each; their differences, {:.0f}, {:.0f} and {:.0f} points".format(
        *{sum(map(int, pair)) for pair in points}, *(int(first) - int(second) for first, second in points)))
    tried = [int(row_of(page, "shares-winands", name)[1].replace(",", "")) for name in ("deep-winands-3", "equal-nodes-winands-3")]
    yield f"At 300,000 it is tried {tried[0] / tried[1]:.0f} times as often"
    line = cells_of([row for row in section(page, "findings").splitlines() if row.startswith("| Winands")][0])[-1].split(", ")
    yield f"it does not differ from the paper's (z = {line[0].replace('+', '')}, p = {line[1]})"
    nodes, _ = searches("winands-table-1")
    in_block = lambda block, depth: sum(nodes[block, "No MC-A", f"depth {depth}"])
    both = [f"{100.0 * in_block('Null move and MC-C', depth) / in_block('Only null move', depth):.0f}" for depth in range(5, 12)]
    yield f"at depths 5 to 11 the search with both has {', '.join(both[:-1])} and {both[-1]} % of the nodes"
    rows = [cells_of(row)[1:] for table in ("winands-1", "winands-2") for row in section(page, table).splitlines()
            if row.startswith("| depth")]
    both = [re.match(r"([\d.]+) %, ([\d.]+) ± ([\d.]+) %", cell) for cell in chain(*rows) if cell != "-, -"]
    outside = [abs(float(paper) - float(here)) > float(half) for paper, here, half in (cell.groups() for cell in both)]
    yield f"In {sum(outside)} of {len(outside)} cells of Tables 1 and 2 the paper's percentage lies outside the 95 % interval here"
    cell = row_of(page, "winands-figure-5", "`cutoffs=2 reduction=2`")[6]
    yield f"(2, 10, 2) saves {100.0 - percent(cell):.0f} %, not 28 %, one ply less deep."
    nodes, _ = searches("winands-figure-5")
    one, two, three = (nodes["", f"multi_cut_all.cutoffs={cutoffs} multi_cut_all.reduction=2 multi_cut_all.moves=10", "depth 9"]
                       for cutoffs in (1, 2, 3))
    yield (f"On the same {len(two)} positions (1, 10, 2) needs {in_percent(one, two)} of its nodes and (3, 10, 2) "
           f"{in_percent(three, two)}")
    paper = next(line for line in tomllib.loads((STUDY / "papers.toml").read_text())["match"]
                 if (line["paper"], line["table"]) == ("eiriksson", "2"))
    z, p = two_samples(found["ziggy-by-the-table-20000"], paper["elo"], paper["error"] / 1.96)
    yield (f"The paper has {paper['elo']:+.0f} ± {paper['error']:.0f}. By the two-sample test the two differ (z = {z:.1f}, p = {p:.3f}; "
           "this comparison is none of the twelve")
    bound = [percent(cells_of(row)[1]) for row in section(page, "winands-bound").splitlines() if row.startswith("| t =")]
    yield f"No t saves more than {math.ceil(round(100.0 - min(bound), 1)):.0f} % here"
    first, again = found["deep-eiriksson-4"], found["replicated-re-ordering"]
    yield (f"Re-ordering's first {first.elo:+.1f} does not stand: the new interval excludes a gain of more than "
           f"{again.deciding()[1]:.1f} Elo.")


def hold(text, expected):
    """Each of these sentences must stand in the text, with its numbers. Gives how many numbers they have."""
    held = 0
    for sentence in expected:
        pattern = ANY_NUMBER.pattern.join(map(re.escape, ANY_NUMBER.split(sentence)))
        if printed := re.search(pattern, text):
            held_to("text", printed[0], sentence)
            held += len(ANY_NUMBER.findall(sentence))
        else:
            errors.append(f"text: the page does not say \"{sentence}\"")
    return held


def check_prose(page, found):
    """Gives the numbers of the page's own sentences, and those among them that are held."""
    text = text_of(page)
    return len(ANY_NUMBER.findall(text)), hold(text, sentences(page, found))
