"""Arguments that `gravel bench` does not take: exit code 2 and one line that names what was found and what is allowed,
before anything is measured.  TAP.   usage: bench.py GRAVEL"""
import subprocess
import sys

CASES = [
    ("nonsense", 'found "nonsense", allowed: ed, md, column'),
    ("ed nonsense", 'N: found "nonsense", allowed: a whole number'),
    ("ed column", 'N: found "column", allowed: a whole number'),
    ("ed 31 0.3", 'N: found "31", allowed: a whole number in [32,'),
    ("ed 100", "PHI: found nothing, allowed: a number in (0,"),
    ("ed 100 0.75", 'PHI: found "0.75", allowed: a number in (0,'),
    ("ed 100 0.3 nonsense", 'KIND: found "nonsense", allowed: one of: elastic'),
    ("ed 100 0.3 elastic 1e4x", 'COLLISIONS: found "1e4x", allowed: a whole number'),
    ("ed 100 0.3 elastic 100 0", 'THREADS: found "0", allowed: a whole number in [1,'),
    ("ed 100 0.3 elastic 100 1 7", 'found "7", allowed: nothing more'),
    ("ed scaling 7", 'found "7", allowed: nothing more'),
    ("ed endure 100 0.3", "COLLISIONS: found nothing"),
    ("md nonsense", 'CASE: found "nonsense", allowed: one of: packing'),
    ("md gas 0", 'THREADS: found "0", allowed: a whole number in [1,'),
    ("md settle", "FILE: found nothing"),
    ("md settle a b", 'found "b", allowed: nothing more'),
    ("column 1", 'N: found "1", allowed: a whole number in [2,'),
    ("column 4097", 'N: found "4097", allowed: a whole number in [2,'),
    ("column 10 nan", 'X: found "nan", allowed: a number'),
    ("column 10 0.5 -2", 'ALPHA: found "-2", allowed: a number in (0,'),
    ("column 10 0.5 10 0", 'SECONDS: found "0", allowed: a number in (0,'),
]
for k, (words, expected) in enumerate(CASES, 1):
    try:
        seen = subprocess.run([sys.argv[1], "bench", *words.split()], text=True, capture_output=True, timeout=5)
        good = seen.returncode == 2 and seen.stdout == "" and seen.stderr.count("\n") == 1 and expected in seen.stderr
        found = f"code {seen.returncode}: {seen.stdout}{seen.stderr}"
    except subprocess.TimeoutExpired:
        good, found = False, "it runs"
    print(f"{'ok' if good else 'not ok'} {k} - bench {words}")
    if not good:
        print("# expected: " + expected + "\n# " + found.replace("\n", "\n# "))
print(f"1..{len(CASES)}")
