"""Every promise of reports/manual/promises.md names tests that meson runs.   usage: promises.py SOURCE_ROOT BUILD_ROOT

A promise is a row of a table, its last column "`test`: `part`" for every test.  The part is a function of the test's
source, or a file of the folder of bad input."""
import json
import pathlib
import re
import sys

source, build = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
page = source / "reports/manual/promises.md"
tests = {}
for test in json.loads((build / "meson-info/intro-tests.json").read_text()):
    tests.setdefault(test["name"], []).extend(test["cmd"])


def sources(command):
    """Scripts of the command, the C file of its program, and the names of bad input."""
    text = ""
    for word in command:
        path = pathlib.Path(word)
        c_file = source / path.relative_to(build).with_suffix(".c") if path.is_relative_to(build) else None
        for file in (path, c_file):
            if file is not None and file.suffix in (".py", ".c") and file.is_file():
                text += file.read_text()
        if path.is_dir() and path.is_relative_to(source / "tests"):
            text += " ".join(file.stem for file in path.glob("*.yaml"))
    return text


faults, n_promises, n_tests = [], 0, 0
for number, line in enumerate(page.read_text().splitlines(), 1):
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    if not line.startswith("|") or cells[-1] in ("test", "---"):
        continue
    n_promises += 1
    named = re.findall(r"`([^`]+)`: `([^`]+)`", cells[-1])
    if not named or re.sub(r"`[^`]+`: `[^`]+`|;|\s", "", cells[-1]):
        faults.append(f"{page}:{number}: found {cells[-1]!r}, allowed `test`: `part`; ...")
    for test, part in named:
        n_tests += 1
        if test not in tests:
            faults.append(f"{page}:{number}: meson has no test {test}")
        elif not re.search(rf"(?<![\w-]){re.escape(part)}(?![\w-])", sources(tests[test])):
            faults.append(f"{page}:{number}: the test {test} has no part {part}")
print("\n".join(faults) or f"{n_promises} promises, {n_tests} tests")
sys.exit(1 if faults or n_promises == 0 else 0)
