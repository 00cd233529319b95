"""What kills.py leaves of a store for the catalogue alone: the invariants that a foreign code gives, and no failed point; its limits of
time.  TAP.
usage: test_kills.py GRAVEL"""
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from kills import FOREIGN_INVARIANTS, Late, call, foreign  # noqa: E402


def is_late(script):
    try:
        call(["sh", "-c", script], "/", 1)
        return False
    except Late:
        return True


with tempfile.TemporaryDirectory() as folder:
    store = f"{folder}/s.sqlite"
    subprocess.run([sys.argv[1], "run", "pair-unequal", "pair-rolling", "--store", store, "-q", "-j", "1"], check=True, stdout=subprocess.DEVNULL)
    with sqlite3.connect(store) as db:
        names = {name for name, in db.execute("SELECT name FROM invariants")}
        first, second = (key for key, in db.execute("SELECT key FROM points ORDER BY key LIMIT 2"))
        n = db.execute("SELECT COUNT(*) FROM points").fetchone()[0]
        energy = db.execute("SELECT id FROM names WHERE name = 'energy'").fetchone()[0]
        db.execute("UPDATE stored_points SET status = 'failed' WHERE key = ?", (first,))
        db.execute("UPDATE stored_points SET status = 'broken', message = 'energy' WHERE key = ?", (second,))
        db.execute("UPDATE stored_invariants SET ok = 0 WHERE name = ?", (energy,))
    db.close()
    foreign(store)
    judged = subprocess.run([sys.argv[1], "check", "pair-unequal", "pair-rolling", "--store", store, "--no-run"], text=True,
                            capture_output=True, check=False)
    with sqlite3.connect(store) as db:
        left = {name for name, in db.execute("SELECT name FROM invariants")}
        states = [state for state, in db.execute("SELECT status FROM points")]
    db.close()
results = [("energy" in names and left and left <= set(FOREIGN_INVARIANTS), "only invariants from positions and velocities are left"),
           (states == ["done"] * (n - 1), "a failed point is gone, one broken by its ledger counts as done"),
           (judged.returncode in (0, 1) and "PASS" in judged.stdout, "the store can be judged"),
           (is_late("while :; do :; done") and is_late("(while :; do :; done)") and call(["sh", "-c", "sleep 2; echo x; exit 3"], "/", 1) == ("x\n", 3),
            "a limit is one of processor time, of all processes together")]
print(f"1..{len(results)}")
for k, (good, name) in enumerate(results, 1):
    print("ok" if good else "not ok", k, "-", name)
sys.exit(not all(good for good, _ in results))
