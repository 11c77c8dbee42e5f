#!/usr/bin/env python3
"""Seeded mutants of the code, and the tests that catch them.

usage: mutants.py generate SEED         draws 60 mutants into mutants.toml
       mutants.py reject NUMBER..       replaces mutants that do not compile by the next ones of the draw
       mutants.py place                 where each mutant stands in this tree; exits with 1 if one is nowhere
       mutants.py apply TREE            writes all mutants into a copy of this tree, each behind a variable
       mutants.py survey TREE           builds the copy's tests; runs each alone: its time, the mutants that it reaches
       mutants.py run TREE [NUMBER..]   each mutant against the tests that reach it, until one fails
       mutants.py hold TREE             each mutant that was caught against the test that caught it; exits with 1 if one lives
       mutants.py report                the table

A mutant replaces one expression. The draw is in proportion to the lines of each crate, two of each at least; in a crate
the operator is drawn first and the place second. All are in one build: the expression asks whether ZIGGURAT_MUTANT is
its number. The survey leaves a file for each mutant that a test or one of its processes evaluates, so that a mutant
meets these tests alone: those of its own crate, then of others, whole programs last. A failure counts if the same test
passes again without the mutant and fails again with it. The survey's failures count for no mutant. Doctests are not run.

In mutants.toml a mutant whose code has left gets `leaves = "why"` by hand, and one whose line is written anew the new line.
"""
import json
import pathlib
import random
import sys
import tomllib

import sites

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LIST, CAUGHT = HERE / 'mutants.toml', HERE / 'caught.tsv'
MANY, LEAST = 60, 2
FIELDS = ('crate', 'file', 'before', 'line', 'at', 'old', 'new', 'operator')


def shares(lines):
    """Mutants a crate: the least for each, and the rest one by one to the crate with the most lines a mutant."""
    share = dict.fromkeys(lines, LEAST)
    while sum(share.values()) < MANY:
        share[max(lines, key=lambda crate: lines[crate] / (share[crate] + 0.5))] += 1
    return share


def draw(seed, crate, found):
    """The sites of a crate in the order of the draw."""
    chance = random.Random(f'{seed} {crate}')
    kinds = {}
    for site in found:
        kinds.setdefault(site.operator.split()[0], []).append(site)
    while kinds:
        kind = chance.choice(sorted(kinds))
        yield kinds[kind].pop(chance.randrange(len(kinds[kind])))
        kinds = {kind: left for kind, left in kinds.items() if left}


def generate(seed, rejected):
    """The draw without those that do not compile. A line has one mutant."""
    crates = sites.of_workspace(ROOT)
    share = shares({crate: lines for crate, (_, lines) in crates.items()})
    drawn = []
    for crate, (found, _) in crates.items():
        lines = set()
        for site in draw(seed, crate, found):
            if len(lines) == share[crate]:
                break
            if (site.file, site.number) not in lines and as_row(site) not in rejected:
                lines.add((site.file, site.number))
                drawn.append(as_row(site))
    write(seed, drawn, rejected)


def as_row(site):
    return {field: getattr(site, field) for field in FIELDS}


def write(seed, drawn, rejected):
    text = [f'# Written by mutants.py; a mutant whose code has left has `leaves`, with the reason.\nseed = {seed}\n']
    for kind, rows in (('mutant', drawn), ('rejected', rejected)):
        for number, row in enumerate(rows, 1):
            text.append(f'\n[[{kind}]]\n' + (f'number = {number}\n' if kind == 'mutant' else ''))
            text += [f'{key} = {json.dumps(value, ensure_ascii=False)}\n' for key, value in row.items() if key != 'number']
    LIST.write_text(''.join(text))


def load():
    listed = tomllib.loads(LIST.read_text())
    return listed['seed'], listed['mutant'], listed.get('rejected', [])


def place(row, files):
    """The file and the index of the line on which a mutant stands: in its own file, or wherever its lines are now."""
    own = [row['file']] if row['file'] in files else []
    for names, known_before in ((own, True), (own, False), (files, True)):
        found = [(name, i) for name in names for i, line in enumerate(files[name])
                 if line.strip() == row['line'] and (not known_before or above(files[name], i) == row['before'])]
        if len(found) == 1:
            return found[0]
    return None


def above(lines, i):
    return next((line.strip() for line in reversed(lines[:i]) if line.strip()), '')


def sources():
    return {str(path.relative_to(ROOT)): path.read_text().split('\n')
            for crate in sites.CRATES for folder in ROOT.glob(crate) for path in sorted((folder / 'src').rglob('*.rs'))}


def places():
    """Each mutant with its place, those aside whose code has left."""
    files = sources()
    return [(row, place(row, files)) for row in load()[1] if 'leaves' not in row]


def switch(row):
    """The expression that is the original or, if the variable says so, the mutant."""
    number = row['number']
    return (f'({{ static MUTANT: std::sync::LazyLock<bool> = std::sync::LazyLock::new(|| {{ '
            f'if let Some(at) = std::env::var_os("ZIGGURAT_MUTANTS_REACHED") {{ '
            f'drop(std::fs::write(std::path::Path::new(&at).join("{number}"), "")); }} '
            f'std::env::var("ZIGGURAT_MUTANT").as_deref() == Ok("{number}") }}); '
            f'if *MUTANT {{ {row["new"]} }} else {{ {row["old"]} }} }})')


def apply(tree):
    missing = 0
    for row, found in places():
        if found is None:
            print(f'{row["number"]}: {row["file"]}: not found: {row["line"]}', file=sys.stderr)
            missing += 1
            continue
        path = tree / found[0]
        lines = path.read_text().split('\n')
        line = lines[found[1]]
        start = len(line) - len(line.lstrip()) + row['at']
        assert line[start:].startswith(row['old']), row
        lines[found[1]] = line[:start] + switch(row) + line[start + len(row['old']):]
        path.write_text('\n'.join(lines))
    sys.exit(missing > 0)


def main():
    import judge
    command, arguments = sys.argv[1:2], sys.argv[2:]
    match command:
        case ['generate']:
            generate(int(arguments[0]), [])
        case ['reject']:
            seed, drawn, rejected = load()
            refused = [{field: row[field] for field in FIELDS} for row in drawn if str(row['number']) in arguments]
            generate(seed, rejected + refused)
        case ['place']:
            found = places()
            for row, at in found:
                print(row['number'], f'{at[0]}:{at[1] + 1}' if at else 'NOWHERE', row['old'], '->', row['new'], sep='\t')
            sys.exit(any(at is None for _, at in found))
        case ['apply']:
            apply(pathlib.Path(arguments[0]).resolve())
        case ['survey']:
            judge.survey(pathlib.Path(arguments[0]).resolve())
        case ['run']:
            chosen = [row for row in load()[1] if 'leaves' not in row and (not arguments[1:] or str(row['number']) in arguments[1:])]
            judge.run(pathlib.Path(arguments[0]).resolve(), chosen, CAUGHT)
        case ['hold']:
            sys.exit(judge.hold(pathlib.Path(arguments[0]).resolve(), load()[1], CAUGHT))
        case ['report']:
            judge.report(load()[1], CAUGHT)
        case _:
            sys.exit(__doc__)


main()
