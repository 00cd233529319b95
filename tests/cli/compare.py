"""gravel compare: a store equals its copy, a planted change of physics is seen, wrong input is refused.  TAP."""
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile

gravel = pathlib.Path(sys.argv[1]).resolve()
done = 0


def report(ok, what, seen):
    global done
    done += 1
    print(f"{'ok' if ok else 'not ok'} {done} - {what}")
    if not ok:
        print("# " + (seen.stdout + seen.stderr).replace("\n", "\n# "))


with tempfile.TemporaryDirectory() as folder:
    folder = pathlib.Path(folder)

    def run(*words):
        return subprocess.run([gravel, *words], text=True, capture_output=True, cwd=folder, timeout=100)

    seen = run("run", "pair-linear", "--quiet", "--store", "a.sqlite")
    report(seen.returncode == 0, "a store to compare", seen)
    seen = run("run", "pair-linear", "--quiet", "--store", "b.sqlite")
    seen = run("compare", "a.sqlite", "b.sqlite")
    report(seen.returncode == 0 and " 0 differ" in seen.stdout and "CPU time of B over A" in seen.stdout,
           "two runs of one program are equal", seen)

    shutil.copy(folder / "a.sqlite", folder / "planted.sqlite")
    with sqlite3.connect(folder / "planted.sqlite") as store:
        where = ("name = (select id from names where name = 'restitution') and point = (select id from stored_points where key = "
                 "(select min(key) from points where engine = 'ed'))")
        changed = store.execute(f"update stored_observables set value = value * 1.001 where {where}").rowcount
        store.execute("update stored_points set checksum = ''")  # or the records would be refused as damaged
    seen = run("compare", "a.sqlite", "planted.sqlite")
    report(changed == 1 and seen.returncode == 1 and "DIFFERS  pair-linear ed restitution" in seen.stdout
           and " 1 differ" in seen.stdout, "a restitution that is off by 1e-3 is seen, and nothing else", seen)

    run("run", "pair-linear", "--quiet", "--store", "other.sqlite", "--engine", "ed", "--set", "prepare.pair.speed=2")
    for words, expected in [("a.sqlite", "found 1 store"), ("a.sqlite none.sqlite", "no such store"),
                            ("a.sqlite b.sqlite c", "allowed: two stores"), ("a.sqlite other.sqlite", "found no point")]:
        seen = run("compare", *words.split())
        report(seen.returncode == 2 and expected in seen.stderr and seen.stdout == "", "refused: " + expected, seen)
print(f"1..{done}")
