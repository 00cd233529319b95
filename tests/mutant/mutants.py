"""Proof that the gates catch faults: every planted fault (planted.py) must fail the check that names it, and the clean
tree must pass the same check.  Of `gravel check` only a red check or invariant counts as caught, not a crash."""
import argparse
import collections
import datetime
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import planted
from planted import run

parser = argparse.ArgumentParser(description=__doc__.split(".  ")[0])
parser.add_argument("root", type=pathlib.Path, help="the source tree")
parser.add_argument("names", nargs="*", help="the mutants to run; all without")
parser.add_argument("--texts", action="store_true", help="see only that every mutant applies and has its fields")
parser.add_argument("--sample", type=int, metavar="N", help="N mutants; successive seeds go through all of them")
parser.add_argument("--shard", default="1/1", metavar="I/N", help="every N-th mutant, from the I-th")
parser.add_argument("--seed", type=int, default=datetime.date.today().timetuple().tm_yday,
                    help="which sample; default: the day of the year")
parser.add_argument("--build", type=pathlib.Path, help="a built tree to copy; default: build a new one")
parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes of ninja and threads of gravel")
parser.add_argument("--report", type=pathlib.Path, help="write results as JSON to this file")
args = parser.parse_intermixed_args()
root = args.root.resolve()
mutants = planted.load(root)


def sample(n, seed):
    """The mutants in one fixed random order, in blocks of n; the seed chooses the block."""
    order = random.Random(0).sample(mutants, len(mutants))
    begin = seed * n % len(order)
    return (order + order)[begin:begin + min(n, len(order))]


if args.texts:
    stale = list(planted.faults_of_texts(root, mutants))
    kinds = collections.Counter(f"{m['class']} by {m['by']}" for m in mutants)
    print("\n".join(stale) or f"{len(mutants)} mutants apply: " + ", ".join(f"{n} {k}" for k, n in kinds.items()))
    sys.exit(1 if stale or not mutants else 0)
mutants = [m for m in mutants if m["gate"]]
if args.sample:
    mutants = sample(args.sample, args.seed)
first, step = (int(part) for part in args.shard.split("/"))
mutants = mutants[first - 1::step]
if args.names:
    unknown = set(args.names) - {m["name"] for m in mutants}
    if unknown:
        sys.exit("no such mutant: " + ", ".join(sorted(unknown)))
    mutants = [m for m in mutants if m["name"] in args.names]


def check(tree, gate, store):
    command = gate.split() + (["-j", str(args.jobs)] if gate.startswith("harness/") else [])
    env = dict(os.environ, GRAVEL_HOME=str(tree.tree), GRAVEL_STORE=str(store))
    try:
        return run(command, tree.build, env=env, timeout=300)
    except subprocess.TimeoutExpired as late:
        return subprocess.CompletedProcess(gate, 124, stdout=str(late))


def try_mutant(tree, mutant, store):
    """'caught', 'SURVIVED' or another word for what happened, and the output behind it."""
    gate = mutant["gate"]
    take_back = tree.plant(mutant)
    if take_back is None:
        return "STALE", "its text does not occur once"
    built = tree.make(gate.split()[0])
    seen = check(tree, gate, store) if built.returncode == 0 else built
    take_back()
    if built.returncode != 0:
        return "NO BUILD", built.stdout
    # A failed check exits with 1, a cmocka program with the number of its failed tests; a crash is no verdict.
    caught = seen.returncode == 1 or (1 <= seen.returncode < 100 and not gate.startswith("harness/"))
    return ("caught" if caught else "SURVIVED" if seen.returncode == 0 else f"EXIT {seen.returncode}"), seen.stdout


faults, results = [], []
with tempfile.TemporaryDirectory() as scratch:
    scratch = pathlib.Path(scratch)
    tree = planted.Tree(root, scratch, args.build, args.jobs, sorted({m["gate"].split()[0] for m in mutants}))
    red = set()
    for k, gate in enumerate(dict.fromkeys(m["gate"] for m in mutants)):
        clean = check(tree, gate, scratch / f"clean{k}.sqlite")
        if clean.returncode != 0:
            red.add(gate)
            faults.append(f"the clean tree fails {gate}:\n{clean.stdout[-2000:]}")
    for mutant in mutants:
        begun = time.monotonic()
        verdict, output = try_mutant(tree, mutant, scratch / (mutant["name"] + ".sqlite"))
        seconds = time.monotonic() - begun
        if mutant["gate"] in red:  # of the clean tree, too: it proves nothing
            verdict = "GATE RED"
        if verdict != "caught":
            faults.append(f"{mutant['name']}: {verdict} at {mutant['gate']}\n{output[-1500:]}")
        results.append({**mutant, "verdict": verdict, "seconds": seconds, "output": output[-6000:]})
        print(f"{mutant['name']:40} {verdict:8} {seconds:5.1f} s  {mutant['class']:7} {mutant['gate']}", flush=True)
        if args.report:
            args.report.write_text(json.dumps(results, indent=1))

print("\n".join(faults) or f"{len(mutants)} mutants, all caught")
sys.exit(1 if faults or not mutants else 0)
