"""`gravel bench` beside programs of others: the fastest is the peer, and what cannot be measured is named with the reason.  The peers here
are small programs that print what EDMD and LAMMPS print; no rate is judged.  Prints TAP.   usage: bench.py GRAVEL"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap  # noqa: E402

gravel = pathlib.Path(sys.argv[1]).resolve()
folder = pathlib.Path(tempfile.mkdtemp())

# As many collisions a line, each line after so much work; it needs init.sph with as many spheres as it says.
EDMD = """#!/usr/bin/env python3
lines = open("init.sph").read().split("\\n")
assert int(lines[0]) == len([line for line in lines[2:] if line.startswith("a ")]), lines[:3]
collisions = 0
while True:
    sum(range({work}))
    collisions += 1000
    print(f"Simtime: {{collisions / 32}}, Collisions: {{collisions}}, Eventcount: 1")
"""
LAMMPS = """#!/usr/bin/env python3
import sys
words = open("input").read().split()
assert sys.argv[1:3] == ["-in", "input"] and open("state").readline() == "state\\n"
skin = float(words[words.index("neighbor") + 1])
steps = int(words[words.index("run") + 1])
for k in range(6):
    print(steps // 5 * k, 1.5)
print(f"Loop time of {1 if skin == 0.1 else 2} on 1 procs for {steps} steps with 10 atoms")
print("100.0% CPU use with 1 MPI tasks x 1 OpenMP threads")
"""


def program(name, text):
    path = folder / name
    path.write_text(text)
    path.chmod(0o755)
    return str(path)


def bench(*words, **variables):
    """The rows, as JSON and as text."""
    environment = {name: value for name, value in os.environ.items() if name not in ("LAMMPS_PROGRAMS", "EDMD_PROGRAMS", "DYNARUN")}
    environment.update(variables, TMPDIR=str(folder))

    def output(*more):
        return subprocess.run([gravel, "bench", *more, *words], text=True, capture_output=True, check=True, env=environment).stdout

    value = json.loads(output("--format=json"))
    assert value["schema"] == "gravel-bench/1" and value["cost"] > 0 and value["machine"]["vectors"], value
    assert not list(folder.glob("gravel-bench-*")), "temporary files are left"
    return value["rows"], output()


def the_fastest_program_is_the_peer():
    rows, text = bench("ed", "32", "0.3", "elastic", "20000", EDMD_PROGRAMS=":".join([program("slow", EDMD.format(work=2000000)), program("fast", EDMD.format(work=400000))]))
    (row,) = rows
    assert row["particles"] == 32 and row["threads"] == 1 and row["bytes_per_particle"] > 100, row
    rates = {t["variant"]: t["rate"] for t in row["tries"] if "rate" in t}
    assert rates.keys() == {"slow", "fast"} and rates["fast"] > rates["slow"], rates
    peer = row["peer"]
    assert peer["code"] == "EDMD" and peer["variant"] == "fast" and peer["bytes_per_particle"] > 0, peer
    assert len(row["rates"]) == len(peer["rates"]) == 5 and row["rate"] == sorted(row["rates"])[2], row
    ratios = sorted(a / b for a, b in zip(row["rates"], peer["rates"]))
    for key, k in ("least_ratio", 0), ("ratio", 2), ("largest_ratio", 4):
        assert abs(peer[key] / ratios[k] - 1) < 1e-4, (key, peer, ratios)
    assert "EDMD (fast): " in text and ", ratio " in text, text


def what_is_not_measured_is_named():
    rows, text = bench("ed", "32", "0.3", "elastic", "2000", EDMD_PROGRAMS=f"{folder}/none:{program('short', '#!/bin/sh' + chr(10))}")
    assert rows[0]["peer"] is None, rows
    failures = [(t["code"], t["failure"]) for t in rows[0]["tries"]]
    assert failures == [("EDMD", f"cannot run {folder}/none: No such file or directory"), ("EDMD", f"{folder}/short ended before 2480 collisions"),
                        ("DynamO", "DYNARUN names no program")], failures
    assert "not measured: EDMD (cannot run" in text and "DynamO (DYNARUN names no program)" in text, text
    rows, _ = bench("ed", "32", "0.3", "gravity", "2000", EDMD_PROGRAMS=program("fast", EDMD.format(work=400000)))
    assert rows[0]["peer"] is None and {t["code"] for t in rows[0]["tries"] if "failure" in t} == {"EDMD", "DynamO"}, rows
    rows, _ = bench("ed", "864", "0.00005", "mixture", "200", EDMD_PROGRAMS=program("fast", EDMD.format(work=400000)))
    assert ("EDMD", "its spheres have one mass") in [(t["code"], t.get("failure")) for t in rows[0]["tries"]], rows
    rows, text = bench("md", "gas", LAMMPS_PROGRAMS="")
    assert rows[0]["tries"] == [{"code": "LAMMPS", "variant": "", "failure": "LAMMPS_PROGRAMS names no program"}], rows


def every_skin_is_tried():
    rows, text = bench("md", "gas", LAMMPS_PROGRAMS=program("lmp", LAMMPS))
    (row,) = rows
    assert [t["variant"].split()[-1] for t in row["tries"]] == ["0.02", "0.05", "0.1", "0.2", "0.3", "0.4"], row["tries"]
    assert row["peer"]["variant"].endswith("/lmp, gran/hooke, skin 0.1"), row["peer"]
    assert "kinetic energies over 2000 steps differ" in row["note"], row
    assert len(set(row["peer"]["rates"])) == 1 and row["peer"]["rate"] == row["particles"] * 2000, row["peer"]


def threads_are_compared_with_one():
    rows, _ = bench("ed", "32", "0.3", "elastic", "2000", "2")
    assert rows[0]["threads"] == 2 and rows[0]["peer"]["code"] == "gravel" and rows[0]["peer"]["variant"] == "one thread", rows


def the_cost_of_the_suite_is_a_row():
    rows, text = bench("suite", "pair-spinning")
    (row,) = rows
    assert row["problem"] == "suite, tier quick, pair-spinning" and row["unit"] == "points/s" and row["rate"] > 0 and row["particles"] > 0, row
    assert row["note"].startswith(f"{row['particles']} points, ") and "of processor time" in text, (row, text)
    seen = subprocess.run([gravel, "bench", "suite", "no-such-case"], text=True, capture_output=True)
    assert seen.returncode == 1 and "did not finish all points" in seen.stderr, seen


def gases_have_the_number_that_is_asked_for():
    rows, _ = bench("md", "gas1e3", LAMMPS_PROGRAMS="")
    assert rows[0]["particles"] == 1000, rows


def an_unknown_format_is_refused():
    seen = subprocess.run([gravel, "bench", "--format=xml", "column"], text=True, capture_output=True)
    assert seen.returncode == 2 and seen.stdout == "" and 'found "xml", allowed: text, json' in seen.stderr, seen


tests = [the_fastest_program_is_the_peer, what_is_not_measured_is_named, every_skin_is_tried, threads_are_compared_with_one, the_cost_of_the_suite_is_a_row,
         gases_have_the_number_that_is_asked_for, an_unknown_format_is_refused]
tap.run(tests)
for path in folder.iterdir():
    path.unlink()
folder.rmdir()
