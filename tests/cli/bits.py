"""The same numbers, bit for bit, whatever the number of workers, the parts in which a run is done and the locale; and the
same text in files.  Prints TAP.   usage: bits.py GRAVEL

Of other compilers and vector widths: tests/compilers/compilers.py and run_export.py."""
import functools
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap  # noqa: E402

gravel = str(pathlib.Path(sys.argv[1]).resolve())
# Each kind of engine, chaotic systems, random starts and walls that move.
CASES = ["pair-unequal", "gas-soft", "detachment-sigma", "walls-table", "driven.yaml"]
FREE = ["cpu_seconds", "host", "started"]  # of a record: what may differ
driven = """\
name: driven
family: tests
title: Beads on a vibrating floor
asks: Nothing?
source: {key: S3, where: none}
dimension: 1
gravity: [0, 0, -9.81]
particles: {count: 8, diameter: 1.0e-3, density: 2500.0}
material: {law: linear, restitution: 0.9, contact_time: 2.0e-5}
walls:
  - {name: floor, shape: plane, contact: {rule: same-force-constants},
     motion: {acceleration: 3.0, frequency: 40.0}}
prepare: {column: {separation: 1.0e-4, spread: 1.0}}
run: {time: 1.0, samples: 100}
engines: {md: {}, ed-column: {}, ed: {}}
measure: [energy_drift, snapshot]
replicates: 4
"""


def start(*arguments, **environment):
    return subprocess.Popen([gravel, *arguments], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            env={**os.environ, "NO_COLOR": "1", **environment})


def run(*arguments, code=0, **environment):
    process = start(*arguments, **environment)
    out, err = process.communicate(timeout=100)
    assert process.returncode == code, (arguments, process.returncode, out, err)
    return out


@functools.cache
def records(store):
    """Key to the record's text without what is free to differ."""
    found = {}
    for case in CASES:
        name = case.removesuffix(".yaml")
        for record in json.loads(run("export", name, "-f", "json", "--store", store)):
            found[record["key"]] = json.dumps({k: v for k, v in record.items() if k not in FREE}, sort_keys=True)
    return found


def equal(store):
    expected, found = records("one.sqlite"), records(store)
    assert len(expected) > 50 and found.keys() == expected.keys(), (len(expected), len(found))
    different = [key for key in expected if expected[key] != found[key]]
    assert not different, f"{store}: {len(different)} of {len(expected)} records differ, {different[:3]}"
    print(f"# {len(expected)} records are equal")


def workers_do_not_matter():
    for n in "2", "5":
        run("run", *CASES, "-q", "-j", n, "--store", f"{n}.sqlite")
        equal(f"{n}.sqlite")


def neither_does_a_run_in_parts():
    run("run", *CASES[::-1], "-q", "-e", "ed,ed-column", "--store", "parts.sqlite")
    run("run", *CASES, "-q", "--seed", "0", "--store", "parts.sqlite")
    equal("parts.sqlite")


def neither_do_kills():
    n_killed = 0
    for k in range(8):
        process = start("run", *CASES, "-q", "-j", "2", "--store", "killed.sqlite")
        time.sleep(0.15 + 0.1 * k)
        n_killed += process.poll() is None
        process.send_signal(signal.SIGKILL if k % 2 == 0 else signal.SIGTERM)
        process.communicate()
    run("run", *CASES, "-q", "--store", "killed.sqlite")
    assert n_killed >= 2, n_killed
    equal("killed.sqlite")


def german():
    """The environment of a locale that writes 1,5; None when this machine cannot make it."""
    name = "de_DE.UTF-8"
    if shutil.which("localedef") is None:
        return None
    subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", f"./{name}"], capture_output=True, check=False)
    found = {"LOCPATH": os.getcwd(), "LC_ALL": name, "LANG": name}
    point = subprocess.run(["locale", "decimal_point"], text=True, capture_output=True, check=False,
                           env={**os.environ, **found}).stdout
    return found if point == ",\n" else None


def neither_does_the_locale():
    environment = german()
    if environment is None:
        return "needs the package locales"
    run("run", *CASES, "-q", "--store", "german.sqlite", **environment)
    equal("german.sqlite")
    case = "detachment-sigma"
    for name, how in ("c", {"LC_ALL": "C"}), ("g", environment):
        run("report", case, "--store", "one.sqlite", "-o", name, **how)
    files = sorted(path.relative_to("c") for path in pathlib.Path("c").rglob("*") if path.suffix in (".svg", ".dat", ".gp"))
    assert len(files) >= 6
    for path in files:
        assert (pathlib.Path("c") / path).read_bytes() == (pathlib.Path("g") / path).read_bytes(), path
    for command in (["export", case, "-f", "csv", "--store", "one.sqlite"], ["show", case], ["list", "references"],
                    ["check", case, "--no-run", "--all", "--store", "one.sqlite", "--format", "tap"],
                    ["export", "driven", "-f", "xyz", "--store", "one.sqlite", "-o", "frames"]):
        for name, how in ("c.txt", {"LC_ALL": "C"}), ("g.txt", environment):
            shutil.rmtree("frames", ignore_errors=True)
            pathlib.Path(name).write_text(run(*command, **how))
            for frame in sorted(pathlib.Path("frames").glob("*")):
                with open(name, "a") as out:
                    out.write(frame.read_text())
        a, b = pathlib.Path("c.txt").read_text(), pathlib.Path("g.txt").read_text()
        assert a == b and len(a) > 200, command


tests = [workers_do_not_matter, neither_does_a_run_in_parts, neither_do_kills, neither_does_the_locale]
os.environ.pop("GRAVEL_STORE", None)
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    pathlib.Path("driven.yaml").write_text(driven)
    run("run", *CASES, "-q", "-j", "1", "--store", "one.sqlite")
    tap.run(tests)
