"""Planted faults: their list, and a copy of a tree in which they are tried.

A fault is one substitution in one source file; its text must occur exactly once, so a fault that no longer applies is an
error, never a silent pass.  Its fields in mutants.json:
  name, file, old, new   the substitution
  class     physics: in an engine, so that a foreign code may have it; ledger: in an engine's account of its energy and of
            forces that move nothing, so that no position, velocity or spin is wrong; other: in a measure, a generator, a
            law, a verdict, a saved state, in cost, or in what an engine tells beside the state (images)
  gate      command relative to the build folder that must fail; its first word is also what is built; null: of a fresh
            fault that nothing is known to catch, so that only kills.py tries it
  by        unit, conform or catalogue: the kind of the gate
  survived  optional: the gates that were named first and did not catch it
  claim     "CASE CHECK": the check of the quick catalogue that is to catch it by itself (kills.py), named before it was
            measured; null: none was expected to
  missed    optional: the claims that were named first and did not catch it
  fresh     optional, true: of a sample that was invented without regard to what catches it"""
import collections
import filecmp
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys

KINDS = {"harness/gravel": "catalogue", "tests/conform": "conform", "tests/unit": "unit"}
CLASSES = ("physics", "ledger", "other")
ENGINES = ("engines/core/", "engines/md/", "engines/ed/")


def load(root):
    return json.loads((root / "tests/mutant/mutants.json").read_text())


def faults_of_texts(root, mutants):
    for m in mutants:
        if (root / m["file"]).read_text().count(m["old"]) != 1:
            yield f"{m['name']}: its text does not occur once"
        if m["class"] not in CLASSES:
            yield f"{m['name']}: unknown class {m['class']}"
        if m["class"] == "physics" and not m["file"].startswith(ENGINES):
            yield f"{m['name']}: class physics, but not in an engine"
        if "claim" not in m:
            yield f"{m['name']}: no claim is named, and no null"
        if m["gate"] is None and m.get("fresh"):
            continue
        if not any(m["gate"].startswith(start) and m["by"] == kind for start, kind in KINDS.items()):
            yield f"{m['name']}: its gate is none of kind {m['by']}"
    for name, n in collections.Counter(m["name"] for m in mutants).items():
        if n > 1:
            yield f"{name}: {n} mutants have this name"


def digest(mutant):
    """Of the substitution: what was measured with another one says nothing about this one."""
    return hashlib.sha256("\0".join(mutant[k] for k in ("file", "old", "new")).encode()).hexdigest()[:12]


def run(command, cwd, **more):
    return subprocess.run(command, cwd=cwd, text=True, errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more)


class Tree:
    """A copy of the sources in scratch/tree with a built folder, and the means to return to it."""

    def __init__(self, root, scratch, build, jobs, targets):
        self.tree, self.clean, self.jobs = scratch / "tree", scratch / "clean", jobs
        self.build = self.tree / "build"
        for name in filter(None, run(["git", "ls-files", "-z"], root).stdout.split("\0")):
            if (root / name).is_file():
                (self.tree / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(root / name, self.tree / name)
        if build:
            shutil.copytree(build, self.build, symlinks=True, ignore=shutil.ignore_patterns("meson-logs", "*.sqlite*"))
            (self.build / "meson-logs").mkdir()
        else:
            self.must("meson", "setup", "build")
        # The records that meson and ninja keep of the copy are made new where they differ.
        self.must("ninja", "-C", "build", f"-j{jobs}", *targets)
        shutil.copytree(self.build, self.clean, symlinks=True)

    def must(self, *command):
        done = run(command, self.tree)
        if done.returncode != 0:
            sys.exit(f"the clean tree does not build:\n{done.stdout[-3000:]}")

    def make(self, *targets):
        return run(["ninja", "-C", "build", f"-j{self.jobs}", *targets], self.tree)

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

    def plant(self, mutant):
        """Substitute; returns what takes it back, or None where the text does not occur once."""
        source = self.tree / mutant["file"]
        text, kept = source.read_text(), source.stat()
        if text.count(mutant["old"]) != 1:
            return None
        source.write_text(text.replace(mutant["old"], mutant["new"]))

        def take_back():
            source.write_text(text)
            os.utime(source, ns=(kept.st_atime_ns, kept.st_mtime_ns))
            self.restore()

        return take_back
