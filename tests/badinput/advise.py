"""What `gravel advise` refuses: exit code 2, nothing on stdout, and a message that names what was found and what is allowed.  TAP.
usage: advise.py GRAVEL SOURCE_ROOT"""
import os
import pathlib
import subprocess
import sys
import tempfile

GRAVEL, ROOT = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()
RESTING = """\
name: resting
family: tests
title: Nothing moves
dimension: 3
particles: {count: 2, diameter: 1.0e-3, density: 2500}
material: {law: linear, restitution: 0.9, contact_time: 1.0e-5}
prepare: {random: {low: [0, 0, 0], high: [0.1, 0.1, 0.1], temperature: 0}}
run: {time: 1}
engines: {md: {}}
measure: [snapshot]
"""
CASES = [
    ("", "found no case, allowed a name"),
    ("agreement-box agreement-column", "one case at a time"),
    ("agreement-bux", "agreement-box"),
    ("missing.yaml", "missing.yaml"),
    ("agreement-box --tier medium", '--tier: found "medium", allowed is one of: quick, full'),
    ("agreement-box --format xml", '--format: found "xml", allowed is one of: table, json'),
    ("agreement-box --speed -1", '--speed: found "-1", allowed is a positive number'),
    ("agreement-box --speed fast", '--speed: found "fast", allowed is a positive number'),
    ("agreement-box --pilot 0", '--pilot: found "0", allowed is a positive number'),
    ("column-md-ed --point 7", "--point: found 7, allowed: 1 to 6"),
    ("agreement-box --point 1.5", '--point: found "1.5", allowed is a positive integer'),
    ("agreement-box --set material.restitution=2", "material.restitution"),
    ("agreement-box --set nonsense=2", "nonsense"),
    ("resting.yaml", "state the typical speed of contacts, --speed V"),
    ("broken.yaml", "broken.yaml:6:"),
]
folder = tempfile.TemporaryDirectory()
os.chdir(folder.name)
pathlib.Path("resting.yaml").write_text(RESTING)
pathlib.Path("broken.yaml").write_text(RESTING.replace("restitution: 0.9", "restitution: -0.9"))
for k, (words, expected) in enumerate(CASES, 1):
    seen = subprocess.run([GRAVEL, "advise", *words.split()], text=True, capture_output=True, timeout=20,
                          env={**os.environ, "GRAVEL_HOME": str(ROOT)})
    good = seen.returncode == 2 and seen.stdout == "" and expected in seen.stderr
    print(f"{'ok' if good else 'not ok'} {k} - advise {words}")
    if not good:
        print("# expected: " + expected + "\n# " + f"code {seen.returncode}: {seen.stdout}{seen.stderr}".replace("\n", "\n# "))
print(f"1..{len(CASES)}")
