"""Proof that the gates catch broken physics: every planted fault must fail the check that names it, and the clean
twin must pass the same check.

A mutant is one substitution in one source file; its text must occur exactly once, so a mutant that no longer applies
is an error, never a silent pass.  usage: mutants.py SOURCE_ROOT [NAME... | --texts]; --texts: see only that they apply"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

root = pathlib.Path(sys.argv[1]).resolve()
mutants = json.loads((root / "tests/mutant/mutants.json").read_text())
if sys.argv[2:] == ["--texts"]:
    stale = [m["name"] for m in mutants if (root / m["file"]).read_text().count(m["old"]) != 1]
    print("\n".join(f"{name}: its text does not occur once" for name in stale) or f"{len(mutants)} mutants apply")
    sys.exit(1 if stale or not mutants else 0)
if len(sys.argv) > 2:
    mutants = [m for m in mutants if m["name"] in sys.argv[2:]]


def run(command, cwd, **more):
    return subprocess.run(command, cwd=cwd, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more)


def check(tree, gate, store):
    """The exit code of a gate: a command line relative to the build folder."""
    env = dict(os.environ, GRAVEL_HOME=str(tree), GRAVEL_STORE=str(store))
    try:
        return run(gate.split(), tree / "build", env=env, timeout=300)
    except subprocess.TimeoutExpired as late:
        return subprocess.CompletedProcess(gate, 124, stdout=str(late))


faults = []
with tempfile.TemporaryDirectory() as scratch:
    scratch = pathlib.Path(scratch)
    tree = scratch / "tree"
    files = run(["git", "ls-files", "-z"], root).stdout.split("\0")
    for name in filter(None, files):
        if (root / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, tree / name)
    built = run(["meson", "setup", "build"], tree)
    built = run(["ninja", "-C", "build"], tree) if built.returncode == 0 else built
    if built.returncode != 0:
        sys.exit("the clean twin does not build:\n" + built.stdout[-3000:])

    clean = {}
    for k, gate in enumerate(dict.fromkeys(m["gate"] for m in mutants)):
        clean[gate] = check(tree, gate, scratch / f"clean{k}.sqlite")
        if clean[gate].returncode != 0:
            faults.append(f"the clean twin fails {gate}:\n{clean[gate].stdout[-2000:]}")

    for mutant in mutants:
        source = tree / mutant["file"]
        text = source.read_text()
        if text.count(mutant["old"]) != 1:
            faults.append(f"{mutant['name']}: its text occurs {text.count(mutant['old'])} times in {mutant['file']}")
            continue
        source.write_text(text.replace(mutant["old"], mutant["new"]))
        built = run(["ninja", "-C", "build"], tree)
        store = scratch / (mutant["name"] + ".sqlite")
        seen = check(tree, mutant["gate"], store) if built.returncode == 0 else built
        source.write_text(text)
        os.utime(source)
        # A failed check exits with 1, a cmocka program with the number of its failed tests; a crash is no verdict.
        caught = built.returncode == 0 and 1 <= seen.returncode < 100 and (
            seen.returncode == 1 or not mutant["gate"].startswith("harness/"))
        if built.returncode != 0:
            faults.append(f"{mutant['name']}: does not compile, so it proves nothing:\n{built.stdout[-1500:]}")
        elif not caught:
            faults.append(f"{mutant['name']}: not caught by {mutant['gate']} (exit {seen.returncode})")
        print(f"{mutant['name']:32} {'caught' if caught else 'NOT CAUGHT':10} by {mutant['gate']}", flush=True)

print("\n".join(faults) or f"{len(mutants)} mutants, all caught")
sys.exit(1 if faults or not mutants else 0)
