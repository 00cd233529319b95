"""What the attacks share: a small store, the program as a child, counted tries, and TAP.

Every attack takes --seed and --tries; try k of a seed is the same on every machine but for the moment of a kill.  A
failure is printed with its try, so that `--only k` repeats it."""
import argparse
import collections
import contextlib
import json
import os
import pathlib
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile

CASE = """\
name: attacked
family: tests
title: Beads on a floor
asks: Nothing?
source: {key: S3, where: none}
dimension: 1
gravity: [0, 0, -9.81]
particles: {count: 5, diameter: 1.0e-3, density: 2500.0}
material: {law: linear, restitution: 0.9, contact_time: 2.0e-4}
walls: [{name: floor, shape: plane, contact: {rule: same-force-constants}}]
prepare: {column: {sigma: 10.0, velocity: -0.2, spread: 0.1}}
run: {time: 0.1, samples: 50}
engines: {md: {steps_per_contact: 20}, ed-column: {}}
measure: [energy_drift, final_state, snapshot]
sweep: [{key: prepare.column.sigma, values: [5, 10, 20, 40]}]
checks:
  - {bound: energy_drift, from: 0, to: 0.1, title: The ledger closes}
figures:
  - title: Drift
    x: {measure: prepare.column.sigma, label: sigma}
    y: {measure: energy_drift, label: drift}
    series: [engine]
    caption: none
"""


NOTES = collections.Counter()  # what attacks count besides outcomes
NOT_TRIED = "not tried: "      # an outcome that begins so: the try did not come to what the attack is about
LEAST_TRIED = 0.2              # of the tries of an attack; below it nothing has been shown


class Failure(Exception):
    """What an attack found."""


def expect(good, *detail):
    if not good:
        raise Failure(" ".join(str(d) for d in detail).replace("\n", "\\n")[:2000])


class Program:
    def __init__(self, path):
        self.path = str(pathlib.Path(path).resolve())
        self.env = {**os.environ, "NO_COLOR": "1"}

    def start(self, *arguments, **how):
        return subprocess.Popen([self.path, *map(str, arguments)], text=True, errors="backslashreplace", stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                env=self.env, **how)

    def __call__(self, *arguments, timeout=60, **how):
        process = self.start(*arguments, **how)
        try:
            out, err = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired as late:
            process.kill()
            process.communicate()
            raise Failure(f"{arguments}: no end within {timeout} s") from late
        return subprocess.CompletedProcess(arguments, process.returncode, out, err)

    def clean(self, *arguments, codes=(0,), **how):
        """It ends by itself, with one of these codes."""
        done = self(*arguments, **how)
        expect(done.returncode in codes, arguments, "exit", done.returncode, done.stdout[-300:], done.stderr[-600:])
        expect("Sanitizer" not in done.stderr and "runtime error" not in done.stderr, done.stderr[-1500:])
        return done


def content(store):
    """All that a store says, but for processor times, dates and hosts, and checksums over them, and for the order of parameters, which
    is that of the record whose changes are stored."""
    with contextlib.closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as db:
        points = [(*row, json.loads(parameters)) for *row, parameters in db.execute(
            "SELECT key, case_name, engine, seed, status, message, simulated_seconds, parameters FROM points ORDER BY key")]
        rest = [db.execute(f"SELECT * FROM {t} ORDER BY key, position").fetchall()
                for t in ("observables", "invariants", "counters", "tables")]
    return [points, *rest]


def remove(path):
    path = pathlib.Path(path)
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def remove_store(name):
    for path in pathlib.Path(".").glob(str(name) + "*"):
        remove(path)


def tree(folder):
    """Every file below a folder and its bytes."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(pathlib.Path(folder).rglob("*")) if p.is_file()}


def restored(path, attack):
    """(next try, outcomes, failed tries, notes) of an attack that was interrupted, or a beginning."""
    kept = json.loads(path.read_text(encoding="utf-8")) if path is not None and path.exists() else {}
    found = kept.get(attack.__name__, {"next": 0, "outcomes": {}, "failures": [], "notes": {}})
    NOTES.update(found["notes"])
    return found["next"], collections.Counter(found["outcomes"]), found["failures"]


def save(path, attack, k, outcomes, failures):
    kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    kept[attack.__name__] = {"next": k + 1, "outcomes": outcomes, "failures": failures, "notes": NOTES}
    beside = path.with_suffix(".new")
    beside.write_text(json.dumps(kept), encoding="utf-8")
    beside.replace(path)


def main(attacks, tries, after=None):
    """attacks: functions (program, random numbers, k) by name; a result that is a text counts the tries by outcome.  An attack fails
    by one try that failed, or when too few came to what it is about (NOT_TRIED).

    after: function (program, tries) that expects something of NOTES, which the attacks have counted."""
    parser = argparse.ArgumentParser()
    parser.add_argument("gravel")
    parser.add_argument("--tries", type=int, default=tries, help="of every attack")
    parser.add_argument("--seed", type=int, default=2385)
    parser.add_argument("--only", type=int, help="this try alone")
    parser.add_argument("--state", type=lambda p: pathlib.Path(p).resolve(), help="file that keeps the counts; an interrupted attack goes on from it")
    args = parser.parse_args()
    program, failed = Program(args.gravel), 0
    print(f"1..{len(attacks) + (after is not None)}")
    for number, attack in enumerate(attacks, 1):
        first, outcomes, failures = restored(args.state, attack)
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            pathlib.Path("case.yaml").write_text(CASE, encoding="utf-8")
            for k in range(first, args.tries) if args.only is None else [args.only]:
                try:
                    outcomes[attack(program, random.Random(f"{args.seed} {attack.__name__} {k}"), k)] += 1
                except (Failure, sqlite3.DatabaseError) as failure:
                    failures.append(k)
                    print(f"# {attack.__name__} try {k}: {failure}", flush=True)
                if args.state is not None and (k % 50 == 49 or k + 1 == args.tries):
                    save(args.state, attack, k, outcomes, failures)
            os.chdir("/")
        told = ", ".join(f"{n} {what}" for what, n in sorted(outcomes.items()))
        tries = sum(outcomes.values())
        tried = sum(n for what, n in outcomes.items() if not what.startswith(NOT_TRIED))
        idle = args.only is None and tried < max(1, LEAST_TRIED * tries)
        print(f"# {attack.__name__}: {tries + len(failures)} tries, {len(failures)} failures; {told}{'; TOO FEW CAME TO THE ATTACK' if idle else ''}")
        print(f"{'not ok' if failures or idle else 'ok'} {number} - {attack.__name__}", flush=True)
        failed += bool(failures) or idle
    if after is not None:
        try:
            after(program, args.tries if args.only is None else 1)
            print(f"ok {len(attacks) + 1} - {after.__name__}")
        except Failure as failure:
            print(f"# {failure}\nnot ok {len(attacks) + 1} - {after.__name__}")
            failed += 1
    sys.exit(failed != 0)
