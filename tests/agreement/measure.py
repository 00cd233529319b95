"""The differences between soft and hard spheres that advice is judged by: runs the systems of systems.json on both engines (points that the
store has are not run again), and writes reference/golden/advice.json from the store.   usage: measure.py GRAVEL STORE [--only NAME]... [--no-run]"""
import argparse
import json
import math
import os
import pathlib
import sqlite3
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
OUT = ROOT / "reference/golden/advice.json"


def changes(system):
    return [word for change in system["set"] for word in ("--set", change)]


def run(gravel, store, system):
    """Both engines; False when one of them failed, which the store then says."""
    done = subprocess.run([gravel, "run", str(HERE / f"{system['template']}.yaml"), *changes(system), "--store", store, "-j", "1", "--quiet"],
                          env={**os.environ, "GRAVEL_HOME": str(ROOT)}, text=True, capture_output=True)
    if done.returncode == 2:
        sys.exit(f"{system['name']}: {done.stderr}")
    return done.returncode == 0


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("gravel"), p.add_argument("stores"), p.add_argument("--only", action="append")
    a = p.parse_args()
    systems = json.loads((HERE / "systems.json").read_text())["systems"]
    for s in systems:
        if not a.only or s["name"] in a.only:
            print(s["name"], "done" if run(a.gravel, f"{a.stores}/{s['name']}.db", s) else "failed", flush=True)
