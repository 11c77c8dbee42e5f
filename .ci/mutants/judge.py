"""Builds the tests once, runs each alone, and then each mutant against the tests that reach it."""
import concurrent.futures
import csv
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import threading
import time
from typing import NamedTuple

AT_A_TIME = (os.cpu_count() or 1) + 2
# A test has as much as it took without a mutant, many times over: the machine may be busier now.
SECONDS, FACTOR = 30, 5
# Crates whose test targets run whole programs.
PROGRAMS = ('crates/cli', 'crates/ziggurat')
WRITING = threading.Lock()


class Test(NamedTuple):
    crate: str
    target: str
    executable: str
    name: str

    def __str__(self):
        return f'{self.crate} {self.target} {self.name}'


class Surveyed(NamedTuple):
    test: Test
    passed: bool
    seconds: float
    processor: float
    reached: frozenset


def survey_file(tree):
    return pathlib.Path(os.environ.get('CARGO_TARGET_DIR', tree / 'target')) / 'mutants.tsv'


def executables(tree):
    """(crate, target, path) of each test executable, built if need be."""
    built = subprocess.run(['cargo', 'test', '--workspace', '--no-run', '--message-format=json'], cwd=tree,
                           stdout=subprocess.PIPE, text=True, check=True)
    for line in built.stdout.splitlines():
        message = json.loads(line)
        if message.get('executable') and message['profile']['test']:
            folder = pathlib.Path(message['manifest_path']).parent.relative_to(tree)
            yield str(folder), message['target']['name'], message['executable']


def listed(executable, *options):
    names = subprocess.run([executable, '--list', '--format', 'terse', *options], stdout=subprocess.PIPE, text=True, check=True)
    return {line.removesuffix(': test') for line in names.stdout.splitlines() if line.endswith(': test')}


def attempt(tree, test, mutant, limit):
    """Whether a test passes, its seconds by the clock and of the processor, and the mutants that it reaches."""
    with tempfile.TemporaryDirectory() as reached:
        environment = dict(os.environ, CARGO_MANIFEST_DIR=str(tree / test.crate), ZIGGURAT_MUTANTS_REACHED=reached,
                           ZIGGURAT_MUTANT=str(mutant), REQUIRE_ALL='1')
        begun = time.monotonic()
        process = subprocess.Popen([test.executable, '--include-ignored', '--exact', test.name], cwd=tree / test.crate, env=environment,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   start_new_session=True)
        end = threading.Timer(limit, os.killpg, (process.pid, signal.SIGKILL))
        end.start()
        _, status, usage = os.wait4(process.pid, 0)
        end.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        return Surveyed(test, process.returncode == 0, time.monotonic() - begun, usage.ru_utime + usage.ru_stime,
                        frozenset(os.listdir(reached)))


def survey(tree):
    tests = [Test(crate, target, executable, name) for crate, target, executable in executables(tree)
             for name in sorted(listed(executable) - listed(executable, '--ignored'))]
    with survey_file(tree).open('w') as file, concurrent.futures.ThreadPoolExecutor(AT_A_TIME) as pool:
        failed = 0
        for done in pool.map(lambda test: attempt(tree, test, 0, 600), tests):
            if not done.passed:
                done = attempt(tree, done.test, 0, 600)
            failed += not done.passed
            print(*done.test, int(done.passed), f'{done.seconds:.2f}', f'{done.processor:.2f}', ','.join(sorted(done.reached, key=int)),
                  sep='\t', file=file, flush=True)
    print(f'{len(tests)} tests, {failed} failed')


def read_survey(tree):
    with survey_file(tree).open() as file:
        return [Surveyed(Test(*row[:4]), row[4] == '1', float(row[5]), float(row[6]), frozenset(filter(None, row[7].split(','))))
                for row in csv.reader(file, delimiter='\t', quoting=csv.QUOTE_NONE)]


def order(done, row):
    """Tests of the mutant's own crate first, whole programs last, short ones before long ones."""
    whole = done.test.crate in PROGRAMS and done.test.target not in ('cli', 'ziggurat')
    return whole, done.test.crate != row['crate'], done.seconds


def judge(tree, row, surveyed):
    """The first test that fails because of the mutant, and the number of tests run."""
    number = str(row['number'])
    reaching = sorted((done for done in surveyed if done.passed and number in done.reached), key=lambda done: order(done, row))
    for count, clean in enumerate(reaching, 1):
        limit = SECONDS + FACTOR * clean.seconds
        tried = lambda mutant: attempt(tree, clean.test, mutant, limit).passed
        if not tried(number) and tried(0) and not tried(number):
            return clean.test, count
    return None, len(reaching)


def run(tree, rows, caught):
    """Adds a line to `caught` for each mutant, as they are judged."""
    surveyed = read_survey(tree)

    def one(row):
        begun = time.monotonic()
        test, count = judge(tree, row, surveyed)
        with WRITING, caught.open('a') as file:
            print(row['number'], row['crate'], 'caught' if test else 'survived', test or '-', count,
                  f'{time.monotonic() - begun:.0f}', sep='\t', file=file)

    with concurrent.futures.ThreadPoolExecutor(AT_A_TIME) as pool:
        list(pool.map(one, rows))


def judgements(caught):
    """The last judgement of each mutant, by its number."""
    return {line.split('\t')[0]: line.split('\t') for line in caught.read_text().splitlines()}


def hold(tree, rows, caught):
    """The number of mutants, once caught and still in the code, that their tests do not catch any more."""
    last = judgements(caught)
    built = [(*at, name, executable) for *at, executable in executables(tree) for name in listed(executable)]
    built = {(crate, target, name): executable for crate, target, name, executable in built}
    lost = 0
    for row in rows:
        number = str(row['number'])
        if 'leaves' in row or number not in last or last[number][2] != 'caught':
            continue
        crate, target, name = last[number][3].split(' ', 2)
        test = Test(crate, target, built.get((crate, target, name)), name)
        limit = 2 * SECONDS + float(last[number][5])
        if test.executable is None:
            print(f'{number}: its test is gone: {test}')
        elif attempt(tree, test, number, limit).passed:
            print(f'{number}: not caught by {test}: {row["file"]}: {row["old"]} -> {row["new"]}')
        elif not attempt(tree, test, 0, limit).passed:
            print(f'{number}: its test fails without a mutant: {test}')
        else:
            continue
        lost += 1
    return lost > 0


def report(rows, caught):
    """The last judgement of each mutant, and the sums."""
    last, sums = judgements(caught), {}
    for row in rows:
        number, _, verdict, test, count, _ = last.get(str(row['number']), (row['number'], '', 'not judged', '-', '0', ''))
        verdict = 'left' if row.get('leaves') else verdict
        sums[verdict] = sums.get(verdict, 0) + 1
        print(f'{number:>3} {row["crate"]:18} {verdict:9} {row["old"]} -> {row["new"]}   [{test}; {count} tests]')
    print(', '.join(f'{count} {verdict}' for verdict, count in sums.items()))
