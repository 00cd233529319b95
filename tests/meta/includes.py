"""Includes point one way (HOUSE.md), every header compiles alone, and no engine talks to the user."""
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(sys.argv[1])
cc = sys.argv[2:]
# folder -> folders its files may include
allowed = {
    "engines/core": {"engines/core"},
    "engines/md": {"engines/core", "engines/md", "engines"},
    "engines/ed": {"engines/core", "engines/ed", "engines"},
    "engines": {"engines/core", "engines"},
    "cases": {"engines/core", "engines", "cases/prepare", "cases/measure", "cases"},
    "reference": {"reference", "reference/theory"},
    "harness": {"engines/core", "engines", "cases", "cases/prepare", "cases/measure", "reference",
                "reference/theory", "harness", "reports"},
    "reports": {"engines/core", "harness", "reports", "reference/theory"},
}
faults = []


def owner(path):
    folder = path.parent.as_posix()
    while folder not in allowed and "/" in folder:
        folder = folder.rsplit("/", 1)[0]
    return folder


sources = [p for top in ("engines", "cases", "reference", "harness", "reports") for p in (root / top).rglob("*.[ch]")]
for source in sources:
    path = source.relative_to(root)
    text = source.read_text()
    for name in re.findall(r'^#include "([^"]+)"', text, re.M):
        folder = pathlib.PurePosixPath(name).parent.as_posix()
        if folder not in allowed[owner(path)]:
            faults.append(f"{path}: includes {name}, against the direction of the house")
        # Only the command that writes the report may know the report writer.
        if folder == "reports" and path.parts[0] == "harness" and path.name != "cmd_report.c":
            faults.append(f"{path}: includes {name}; only cmd_report.c may")
    if path.parts[0] in ("engines", "cases", "reference"):
        code = re.sub(r'/\*.*?\*/|"(\\.|[^"\\])*"', "", text, flags=re.S)
        for call in re.findall(r"\b(printf|fprintf|puts|exit|abort|assert)\s*\(", code):
            faults.append(f"{path}: calls {call}()")
for header in (p for p in sources if p.suffix == ".h"):
    path = header.relative_to(root).as_posix()
    done = subprocess.run([*cc, "-std=gnu17", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", f"-I{root}", "-x", "c", "-"],
                          input=f'#include "{path}"\n', text=True, capture_output=True)
    if done.returncode != 0:
        faults.append(f"{path}: does not compile alone: {done.stderr.strip().splitlines()[0]}")

print("\n".join(faults) or f"{len(sources)} files, no fault")
sys.exit(1 if faults or len(sources) < 20 else 0)
