"""What `gravel converge` refuses: exit code 2, nothing on stdout, and a message that names what was found and what is allowed.  TAP.
usage: converge.py GRAVEL SOURCE_ROOT"""
import os
import pathlib
import subprocess
import sys
import tempfile

GRAVEL, ROOT = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()
CASES = [
    ("", "found no case, allowed a name"),
    ("pair-order pair-linear", "one case at a time"),
    ("pair-ordre", "pair-order"),
    ("pair-order --levels 2", "--levels: found 2, allowed: 3 to 8"),
    ("pair-order --levels 9", "--levels: found 9, allowed: 3 to 8"),
    ("pair-order --levels 3.5", '--levels: found "3.5", allowed is a positive integer'),
    ("pair-order --along time", '--along: found "time", allowed is one of: dt, contact-time, count'),
    ("pair-order --along ,dt", '--along: found "", allowed'),
    ("pair-order --along count", "count cannot be refined for md: the system has walls or open sides"),
    ("pair-order --along contact-time", "contact-time cannot be refined for md: the material is not stated by a contact time"),
    ("pair-order --set engines.md.integrator=adaptive", "dt: the integrator adaptive controls its error by engines.md.tolerance"),
    ("column-height", "nothing can be refined for ed-column: dt: ed-column has no time step; contact-time: collisions of ed-column take no time"),
    ("pair-order --engine ed", "--engine: found ed, allowed: one engine of the case pair-order"),
    ("pair-order --point 61", "--point: found 61, allowed: 1 to 60"),
    ("pair-order --observable speed", "--observable: found speed, allowed: one that the case measures"),
    ("pair-order --format xml", '--format: found "xml", allowed is one of: table, json'),
    ("pair-order --set particles.count=nine", "particles.count"),
    ("convection-contact-time --set material.contact_time=1", "--set"),
]
folder = tempfile.TemporaryDirectory()
os.chdir(folder.name)
count = 0
for words, expected in CASES:
    count += 1
    seen = subprocess.run([GRAVEL, "converge", *words.split(), "--store", "store.db", "--quiet"], text=True, capture_output=True, timeout=60,
                          env={**os.environ, "GRAVEL_HOME": str(ROOT)})
    good = seen.returncode == 2 and seen.stdout == "" and expected in seen.stderr
    print(f"{'ok' if good else 'not ok'} {count} - converge {words}")
    if not good:
        print("# expected: " + expected + "\n# " + f"code {seen.returncode}: {seen.stdout}{seen.stderr}".replace("\n", "\n# "))
print(f"1..{count}")
