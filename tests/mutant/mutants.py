"""Proof that the gates catch faults: every planted fault must fail the check that names it, and the clean tree must pass
the same check.

A mutant is one substitution in one source file; its text must occur exactly once, so a mutant that no longer applies
is an error, never a silent pass.  Its fields in mutants.json:
  name, file, old, new   the substitution
  gate      command relative to the build folder that must fail; its first word is also what is built
  class     physics: in an engine, so that a foreign code may have it; other: in a measure, a generator, a law, a verdict
  by        unit, conform or catalogue: the kind of the gate
  survived  optional: the gates that were named first and did not catch it
Of `gravel check` only a red check or invariant counts as caught, not a crash."""
import argparse
import collections
import datetime
import filecmp
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
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
mutants = json.loads((root / "tests/mutant/mutants.json").read_text())

KINDS = {"harness/gravel": "catalogue", "tests/conform": "conform", "tests/unit": "unit"}


def faults_of_texts():
    for m in mutants:
        if (root / m["file"]).read_text().count(m["old"]) != 1:
            yield f"{m['name']}: its text does not occur once"
        if m["class"] not in ("physics", "other"):
            yield f"{m['name']}: unknown class {m['class']}"
        if not any(m["gate"].startswith(start) and m["by"] == kind for start, kind in KINDS.items()):
            yield f"{m['name']}: its gate is none of kind {m['by']}"
    for name, n in collections.Counter(m["name"] for m in mutants).items():
        if n > 1:
            yield f"{name}: {n} mutants have this name"


def sample(n, seed):
    """The mutants in one fixed random order, in blocks of n; the seed chooses the block."""
    order = random.Random(0).sample(mutants, len(mutants))
    begin = seed * n % len(order)
    return (order + order)[begin:begin + min(n, len(order))]


if args.texts:
    stale = list(faults_of_texts())
    kinds = collections.Counter(f"{m['class']} by {m['by']}" for m in mutants)
    print("\n".join(stale) or f"{len(mutants)} mutants apply: " + ", ".join(f"{n} {k}" for k, n in kinds.items()))
    sys.exit(1 if stale or not mutants else 0)
if args.sample:
    mutants = sample(args.sample, args.seed)
first, step = (int(part) for part in args.shard.split("/"))
mutants = mutants[first - 1::step]
if args.names:
    unknown = set(args.names) - {m["name"] for m in mutants}
    if unknown:
        sys.exit("no such mutant: " + ", ".join(sorted(unknown)))
    mutants = [m for m in mutants if m["name"] in args.names]


def run(command, cwd, **more):
    return subprocess.run(command, cwd=cwd, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more)


class Tree:
    """A copy of the sources and of a built tree, and the means to return to it."""

    def __init__(self, scratch):
        self.tree, self.clean = scratch / "tree", scratch / "clean"
        self.build = self.tree / "build"
        for name in filter(None, run(["git", "ls-files", "-z"], root).stdout.split("\0")):
            if (root / name).is_file():
                (self.tree / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(root / name, self.tree / name)
        if args.build:
            shutil.copytree(args.build, self.build, symlinks=True, ignore=shutil.ignore_patterns("meson-logs"))
            (self.build / "meson-logs").mkdir()
        else:
            self.must("meson", "setup", "build")
        # The records that meson and ninja keep of the copy are made new where they differ.
        self.must("ninja", "-C", "build", f"-j{args.jobs}", *sorted({m["gate"].split()[0] for m in mutants}))
        shutil.copytree(self.build, self.clean, symlinks=True)

    def must(self, *command):
        done = run(command, self.tree)
        if done.returncode != 0:
            sys.exit(f"the clean tree does not build:\n{done.stdout[-3000:]}")

    def make(self, target):
        return run(["ninja", "-C", "build", f"-j{args.jobs}", target], self.tree)

    def restore(self):
        """Every file of the build folder that differs by size or time from the clean one."""
        for folder, _, names in os.walk(self.build):
            for name in names:
                now = pathlib.Path(folder) / name
                then = self.clean / now.relative_to(self.build)
                if not then.exists():
                    now.unlink()
                elif not filecmp.cmp(now, then) or now.stat().st_mtime_ns != then.stat().st_mtime_ns:
                    shutil.copy2(then, now)

    def check(self, gate, store):
        command = gate.split() + (["-j", str(args.jobs)] if gate.startswith("harness/") else [])
        env = dict(os.environ, GRAVEL_HOME=str(self.tree), GRAVEL_STORE=str(store))
        try:
            return run(command, self.build, env=env, timeout=300)
        except subprocess.TimeoutExpired as late:
            return subprocess.CompletedProcess(gate, 124, stdout=str(late))


def try_mutant(tree, mutant, store):
    """'caught', 'SURVIVED' or another word for what happened, and the output behind it."""
    source, gate = tree.tree / mutant["file"], mutant["gate"]
    text, kept = source.read_text(), source.stat()
    if text.count(mutant["old"]) != 1:
        return "STALE", f"its text occurs {text.count(mutant['old'])} times"
    source.write_text(text.replace(mutant["old"], mutant["new"]))
    built = tree.make(gate.split()[0])
    seen = tree.check(gate, store) if built.returncode == 0 else built
    source.write_text(text)
    os.utime(source, ns=(kept.st_atime_ns, kept.st_mtime_ns))
    tree.restore()
    if built.returncode != 0:
        return "NO BUILD", built.stdout
    # A failed check exits with 1, a cmocka program with the number of its failed tests; a crash is no verdict.
    caught = seen.returncode == 1 or (1 <= seen.returncode < 100 and not gate.startswith("harness/"))
    return ("caught" if caught else "SURVIVED" if seen.returncode == 0 else f"EXIT {seen.returncode}"), seen.stdout


faults, results = [], []
with tempfile.TemporaryDirectory() as scratch:
    scratch = pathlib.Path(scratch)
    tree = Tree(scratch)
    red = set()
    for k, gate in enumerate(dict.fromkeys(m["gate"] for m in mutants)):
        clean = tree.check(gate, scratch / f"clean{k}.sqlite")
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
