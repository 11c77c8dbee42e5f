"""The expressions of the workspace's code that a mutant can replace: on one line of a function's body, outside tests."""
import pathlib
import re
from typing import NamedTuple

CRATES = ('arena', 'engine', 'crates/*')
# What this system does not compile is never tested on it.
FOREIGN = re.compile(r'windows')


class Site(NamedTuple):
    """An expression and its mutation. `before` is the line above that is not blank: with `line` it names the place."""
    crate: str
    file: str
    number: int
    before: str
    line: str
    at: int
    old: str
    new: str
    operator: str


ATOM = r'(?:[A-Za-z_]\w*|\d[\w.]*)(?:(?:\.|::)\w+|\((?:[^()]|\([^()]*\))*\)|\[[^\[\]]*\]|\?)*(?: as \w+)?'
# The tokens beside a whole expression: nothing there binds closer than the operator.
LEFT = r'(?:^|[({,;|]|(?<![=<>!])=|=>|&&|\|\||\breturn|\bif|\bwhile)\s*$'
WORDS = {'move', 'return', 'if', 'while', 'match', 'in', 'else', 'let', 'break', 'mut', 'ref'}
RIGHT = r'\s*(?:[)},;{]|&&|\|\||$)'
COMPARISONS = {'<': '<=', '<=': '<', '>': '>=', '>=': '>', '==': '!=', '!=': '=='}
ARITHMETIC = {'+': '-', '-': '+', '*': '/', '/': '*'}


def visible(text):
    """The text with comments, strings and characters blanked, of the same length."""
    blank = lambda m: re.sub(r'[^\n]', '~', m.group())
    return re.sub(r'//[^\n]*|/\*.*?\*/|b?r(#*)".*?"\1|b?"(?:\\.|[^"\\])*"|b?\'(?:\\[^\n]*?|[^\\\'\n])\'', blank, text,
                  flags=re.S)


def braces(text, start):
    """The end of the block that opens at or after `start`."""
    depth = 0
    for at in range(start, len(text)):
        depth += {'{': 1, '}': -1}.get(text[at], 0)
        if depth == 0 and text[at] == '}':
            return at
    return len(text)


def bodies(text):
    """A mask of the places in functions' bodies, without tests, macros, constants, attributes and other systems."""
    mask = bytearray(len(text))
    for found in re.finditer(r'^[^\n]*?\bfn \w+', text, re.M):
        opens = re.search(r'[{;]', text[found.end():])
        if opens and opens.group() == '{' and 'const fn' not in found.group():
            start = found.end() + opens.start()
            mask[start:braces(text, start)] = b'\1' * (braces(text, start) - start)
    outside = (r'#\[cfg\((?:test|windows|not\(unix\)|not\(target_os = ~+\)|any\(test[^\n]*)\)\]|\bmacro_rules!'
               r'|\b(?:const|static) \w+\s*:|\bconst fn |\bconst \{')
    for found in re.finditer(outside, text):
        opens = re.search(r'[{;]', text[found.end() - 1:])
        if opens:
            start = found.end() - 1 + opens.start()
            end = braces(text, start) if opens.group() == '{' else start
            mask[found.start():end] = bytes(end - found.start())
    for found in re.finditer(r'#!?\[[^\n]*|\bmatches!\([^\n]*|\blet [^=\n]*=|^[^\n]*=>|\b(?:debug_)?assert[^\n]*', text, re.M):
        mask[found.start():found.end()] = bytes(found.end() - found.start())
    return mask


def mutations(shown, line):
    """(column, old, new, operator) for each mutation of a line. In `shown` strings and comments are blank."""
    def operators(kinds, operator):
        for sign, other in kinds.items():
            for at in re.finditer(rf'(?={"(?<![.)])" if sign in "-*" else ""} {re.escape(sign)} )', shown):
                left = list(re.finditer(rf'{ATOM}$', shown[:at.start()]))
                right = re.match(ATOM, shown[at.start() + len(sign) + 2:])
                if left and right and not WORDS & {left[0].group(), right.group()}:
                    start, end = left[0].start(), at.start() + len(sign) + 2 + right.end()
                    if re.search(LEFT, shown[:start]) and re.match(RIGHT, shown[end:]):
                        a, b = line[start:at.start()], line[at.start() + len(sign) + 2:end]
                        yield start, line[start:end], f'{a} {other} {b}', f'{operator} {sign}'

    yield from operators(COMPARISONS, 'comparison')
    yield from operators(ARITHMETIC, 'arithmetic')
    if ' let ' not in shown:
        yield from operators({'&&': '||', '||': '&&'}, 'logic')
    for found in re.finditer(r'\b(?:if|while) (?!let )([^{}]+?) \{', shown):
        if ' let ' not in found.group():
            yield found.start(1), (old := line[found.start(1):found.end(1)]), f'!({old})', 'negation'
    for found in re.finditer(r'(?<![\w.)\]~\'])\d[\d_]*(\.\d[\d_]*)?(?![\w.~])', shown):
        if not re.search(r';\s*$', shown[:found.start()]):
            old = found.group()
            new = str(float(old.replace('_', '')) + 1) if found.group(1) else str(int(old.replace('_', '')) + 1)
            yield found.start(), old, new, 'literal'
    for found in re.finditer(r'\b(?:true|false)\b', shown):
        yield found.start(), found.group(), 'false' if found.group() == 'true' else 'true', 'truth'
    for found in re.finditer(r'^(?:return )?(Some\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\));?$', shown):
        yield found.start(1), line[found.start(1):found.end(1)], 'None', 'none'
    for found in re.finditer(rf'(?<![\w.:)\]?])({ATOM})(?=.*)', shown):
        ends = re.search(r'\.(min|max)\((?:[^()]|\([^()]*\))*\)$', found.group(1))
        if ends:
            old = line[found.start(1):found.end(1)]
            other = 'max' if ends.group(1) == 'min' else 'min'
            yield found.start(1), old, old[:ends.start(1)] + other + old[ends.end(1):], ends.group(1)
    for found in re.finditer(rf'(?<=\.\.)(=?)((?<!\.)[A-Za-z_][\w.]*(?:\(\))?|\d+)(?=[)\]]| \{{)', shown):
        if not found.group(2).startswith('.'):
            old = line[found.start(2):found.end(2)]
            yield found.start(2), old, f'{old} - 1' if found.group(1) else f'{old} + 1', 'range'


def of_file(crate, path, root):
    """The sites of one file."""
    text = (root / path).read_text()
    shown = visible(text)
    mask = bodies(shown)
    before, at = '', 0
    lines = text.split('\n')
    for number, (line, seen) in enumerate(zip(lines, shown.split('\n')), 1):
        indent = len(line) - len(line.lstrip())
        for column, old, new, operator in mutations(seen.strip(), line.strip()):
            start = at + indent + column
            if all(mask[start:start + len(old)]) and '~' not in seen.strip()[column:column + len(old)]:
                yield Site(crate, str(path), number, before, line.strip(), column, old, new, operator)
        at += len(line) + 1
        before = line.strip() or before


def of_workspace(root):
    """The sites of each crate, and the lines by which it gets its share: neither blank nor comments."""
    root = pathlib.Path(root)
    crates = {}
    for pattern in CRATES:
        for folder in sorted(root.glob(pattern)):
            crate = str(folder.relative_to(root))
            sites, lines = [], 0
            for path in sorted((folder / 'src').rglob('*.rs')):
                place = path.relative_to(root)
                if FOREIGN.search(str(place)) or path.name.endswith('tests.rs') or 'test_' in path.name or 'tests' in place.parts:
                    continue
                if declared_for_tests(path):
                    continue
                sites += of_file(crate, place, root)
                lines += sum(1 for line in path.read_text().split('\n') if line.strip() and not line.strip().startswith('//'))
            if sites:
                crates[crate] = (sites, lines)
    return crates


def declared_for_tests(path):
    """Whether a module above declares this file, or a folder of it, only for tests."""
    while path.name not in ('lib.rs', 'main.rs'):
        folder = path.parent
        declaration = rf'#\[cfg\([^\n]*test[^\n]*\]\s*(?:#\[[^\]]*\]\s*)*(?:pub(?:\([^)]*\))? )?mod {path.stem};'
        for parent in (folder.with_suffix('.rs'), folder / 'lib.rs', folder / 'main.rs'):
            if parent.exists() and re.search(declaration, parent.read_text()):
                return True
        if folder.name == 'src':
            return False
        path = folder.with_suffix('.rs')
    return False
