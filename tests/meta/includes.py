"""The plan of the house (engines/README.md, harness/README.md): includes point one way, no circle of files, every header
compiles alone, no engine prints, every exported name begins with gravel_.
usage: includes.py SOURCE_ROOT BUILD_ROOT COMPILER...

A .c file and its .h file are one unit.  A unit uses another when it includes its header, or when one of its object
files has an undefined symbol that only the other defines (nm).  Templates (*_tmpl.c), which are included as text, are
part of the unit that includes them."""
import collections
import pathlib
import re
import subprocess
import sys

root, build, cc = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3:]
faults = []

# Rooms, ground floor first.  A file includes files of its own room and of rooms before it in the same chain; the second
# column names the other rooms that it may include.
ENGINES = ["engines/core", "engines", "engines/md", "engines/ed", "engines/io", "engines/external"]
CASES = ["cases/measure", "cases/prepare"]
HARNESS = ["util", "stats", "record", "case", "reference", "run", "judge", "converge", "advise", "conform", "bench", "cli"]
PUBLIC = {"engines/core", "engines", "engines/io", "engines/external"}  # what anything outside engines/ may include of it

allowed = {
    "engines/core": {"engines/core"},
    "engines/md": {"engines/core", "engines/md", "engines"},
    "engines/ed": {"engines/core", "engines/ed", "engines"},
    "engines/io": {"engines/core", "engines/io"},
    "engines/external": {"engines/core", "engines/external", "engines"},
    "engines": {"engines/core", "engines"},
    "cases": PUBLIC | {"cases", *CASES},
    "reference": {"reference", "reference/theory"},
    "reports": {"engines/core", "reference/theory", "reports", *(f"harness/{r}" for r in HARNESS[:7])},
}
allowed["cases/prepare"] = allowed["cases/measure"] = allowed["cases"]
allowed["reference/theory"] = allowed["reference"]
for k, room in enumerate(HARNESS):
    allowed[f"harness/{room}"] = {f"harness/{r}" for r in HARNESS[: k + 1]} | {"engines/core"}
    if k >= HARNESS.index("case"):
        allowed[f"harness/{room}"] |= PUBLIC | {"cases", *CASES, "reference/theory"}
allowed["harness/cli"] |= {"reports"}
allowed["harness/util"] |= {"harness"}  # commit.h, which the build makes


def unit(path):
    """Name of the unit of a source file, relative to the root."""
    return re.sub(r"(_tmpl)?\.[ch]$", "", path)


def circles(edges):
    """Strongly connected components of more than one node (Tarjan)."""
    index, low, stack, on_stack, found = {}, {}, [], set(), []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        on_stack.add(node)
        for other in sorted(edges[node]):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in on_stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            part = []
            while not part or part[-1] != node:
                part.append(stack.pop())
                on_stack.discard(part[-1])
            if len(part) > 1:
                found.append(sorted(part))

    sys.setrecursionlimit(10000)
    for node in sorted(edges):
        if node not in index:
            visit(node)
    return found


tops = ("engines", "cases", "reference", "harness", "reports")
sources = sorted(p for top in tops for p in (root / top).rglob("*.[ch]")
                 if "adapters" not in p.parts)  # programs of their own, which include nothing of gravel
edges = collections.defaultdict(set)
for source in sources:
    path = source.relative_to(root).as_posix()
    text = source.read_text()
    folder = source.parent.relative_to(root).as_posix()
    if folder not in allowed:
        faults.append(f"{path}: stands in a folder that is no room")
        continue
    for name in re.findall(r'^#include "([^"]+)"', text, re.M):
        if pathlib.PurePosixPath(name).parent.as_posix() not in allowed[folder]:
            faults.append(f"{path}: includes {name}, against the direction of the house")
        if unit(name) != unit(path) and (root / name).exists():
            edges[unit(path)].add(unit(name))
    if path.startswith(("engines/", "cases/", "reference/")):
        code = re.sub(r'/\*.*?\*/|"(\\.|[^"\\])*"', "", text, flags=re.S)
        for call in re.findall(r"\b(printf|fprintf|puts|exit|abort|assert)\s*\(", code):
            faults.append(f"{path}: calls {call}()")
for part in circles(edges):
    faults.append("circle of includes: " + ", ".join(part))

# Symbols.  Meson names the object of a/b.c in folder a as a/lib.a.p/b.c.o, that of a/b/c.c as a/lib.a.p/b_c.c.o.
objects = {}
for source in sources:
    if source.suffix != ".c":
        continue
    path = source.relative_to(root)
    for depth in range(1, len(path.parts)):
        folder, rest = pathlib.Path(*path.parts[:depth]), "_".join(path.parts[depth:])
        for thing in (build / folder).glob(f"*.p/{rest}.o"):
            objects[thing] = unit(path.as_posix())
defined, undefined = {}, collections.defaultdict(set)
symbols = subprocess.run(["nm", "-P", "-A", *map(str, objects)], text=True, capture_output=True, check=True).stdout if objects else ""
for line in symbols.splitlines():
    thing, symbol, kind = re.match(r"(.*\.o): (\S+) (\S)", line).groups()
    name = objects[pathlib.Path(thing)]
    if kind == "U":
        undefined[name].add(symbol)
    elif kind in "TDBRC" and symbol != "main":
        defined.setdefault(symbol, set()).add(name)
        if not symbol.startswith("gravel_"):
            faults.append(f"{name}: exports {symbol}, which does not begin with gravel_")
for name, unknown in undefined.items():
    for symbol in unknown:
        owners = defined.get(symbol, set())
        if len(owners) == 1 and name not in owners:
            edges[name] |= owners
for part in circles(edges):
    faults.append("circle of calls and includes: " + ", ".join(part))

# A header that a .c file of this build includes before everything else compiles alone, or that file would not.
compiled, begin = set(objects.values()), re.compile(r'^#include "([^"]+)"|^#include <', re.M)
first = {found[1] for p in sources if p.suffix == ".c" and unit(p.relative_to(root).as_posix()) in compiled
         for found in [begin.search(p.read_text())] if found}
for path in (p.relative_to(root).as_posix() for p in sources if p.suffix == ".h"):
    if path in first:
        continue
    done = subprocess.run([*cc, "-std=gnu17", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", f"-I{root}", "-x", "c", "-"],
                          input=f'#include "{path}"\n', text=True, capture_output=True)
    if done.returncode != 0:
        faults.append(f"{path}: does not compile alone: {done.stderr.strip().splitlines()[0]}")

print("\n".join(faults) or f"{len(sources)} files, {len(objects)} objects, no fault")
sys.exit(1 if faults or len(sources) < 20 or len(objects) < 100 else 0)
