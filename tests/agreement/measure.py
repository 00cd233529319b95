"""The differences between soft and hard spheres that advice is judged by.  Runs the systems of systems.json on both engines, each in
a store of its own below STORES (points that it has are not run again), and writes reference/golden/advice.json: what was measured and
what `gravel advise` says before a run.   usage: measure.py GRAVEL STORES [--only NAME]... [--no-run] [--catalogue STORE]

--catalogue: a store of the catalogue's full tier, whose cases agreement-column and agreement-box are points of the map, too."""
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
ENVIRONMENT = {**os.environ, "GRAVEL_HOME": str(ROOT)}
DRIVING = {"column": "vibrated", "box": "vibrated", "periodic-box": "vibrated", "mixed-box": "vibrated", "impact": "impact", "spheres": "none",
           "mixed-spheres": "none", "disks": "none", "driven-gas": "kicks", "sheared-gas": "shear", "cooling-gas": "none", "atmosphere": "gravity",
           "drum": "rotation", "heap": "gravity"}
# Every replicate is a state of its own from the same start on both engines: the error of the difference is that of paired values.
PAIRED = ("impact",)


def gravel(program, *words):
    done = subprocess.run([program, *words], env=ENVIRONMENT, text=True, capture_output=True, check=False)
    if done.returncode == 2:
        sys.exit(done.stderr)
    return done


def words(system):
    return [str(HERE / f"{system['template']}.yaml"), *(w for change in system["set"] for w in ("--set", change))]


def mean(values):
    m = sum(values) / len(values)
    scatter = math.sqrt(sum((v - m) ** 2 for v in values) / (len(values) - 1) / len(values)) if len(values) > 1 else None
    return m, scatter


def rounded(x, digits=4):
    return None if x is None or not math.isfinite(x) else float(f"{x:.{digits}g}")


def records_of(path):
    """All records of a store that has one system only, as `gravel export` writes them."""
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    rows = db.execute("SELECT key, engine, replicate, status, git_commit FROM points ORDER BY engine, replicate").fetchall()
    return [{"engine": engine, "replicate": replicate, "status": status, "commit": commit,
             "observables": [{"name": n, "value": v, "err": e} for n, v, e in
                             db.execute("SELECT name, value, err FROM observables WHERE key = ? ORDER BY position", (key,))],
             "counters": [{"name": n, "value": v} for n, v in db.execute("SELECT name, value FROM counters WHERE key = ?", (key,))]}
            for key, engine, replicate, status, commit in rows]


def number(record, name):
    found = [o for o in record["observables"] if o["name"] == name]
    return found[0] if found else None


def counter(record, *names):
    found = {c["name"]: c["value"] for c in record["counters"]}
    return sum(found[n] for n in names)


def compare(records, observable, paired):
    """Values of both methods, and MD over ED less one."""
    md = sorted((r for r in records if r["engine"] == "md"), key=lambda r: r["replicate"])
    ed = sorted((r for r in records if r["engine"] != "md"), key=lambda r: r["replicate"])
    if not md or not ed or any(r["status"] != "done" for r in md + ed):
        return None
    values, out = {}, {}
    for name, part in (("md", md), ("ed", ed)):
        found = [number(r, observable) for r in part]
        values[name] = [o["value"] for o in found]
        m, scatter = mean(values[name])
        out[name], out[name + "_err"] = m, found[0]["err"] if scatter is None else scatter
    difference = out["md"] / out["ed"] - 1
    if paired:
        _, err = mean([a / b - 1 for a, b in zip(values["md"], values["ed"])])
    else:
        err = (1 + difference) * math.hypot(out["md_err"] / out["md"], out["ed_err"] / out["ed"])
    out.update(difference=difference, difference_err=abs(err), overlap=max(counter(r, "max_overlap") for r in md),
               steps=mean([counter(r, "steps") for r in md])[0],
               collisions=mean([counter(r, "pair_collisions", "wall_collisions") for r in ed])[0], commit=md[0]["commit"])
    return out


def predict(program, system):
    seen = gravel(program, "advise", *words(system), "--format", "json", "--point", "1")
    point, = json.loads(seen.stdout)["points"]
    keys = {"difference": "difference", "most": "difference_most", "overlap": "largest_overlap", "steps": "md_steps", "collisions": "ed_events"}
    predicted = {k: rounded(point[v]) if point[v] is not None else None for k, v in keys.items()}
    predicted.update(regime=point["regime"], hazards=point["hazards"])
    return predicted, point


def entry(program, stores, system):
    measured = compare(records_of(f"{stores}/{system['name']}.db"), system["observable"], system["template"] in PAIRED)
    predicted, point = predict(program, system)
    gas = system["template"] in ("spheres", "mixed-spheres", "disks", "driven-gas", "sheared-gas", "cooling-gas")
    out = {**system, "driving": DRIVING[system["template"]], "dimension": 1 if system["template"] in ("column", "impact") else
           3 if point["contacts"] and system["template"] in ("spheres", "mixed-spheres", "driven-gas", "sheared-gas", "drum", "heap") else 2,
           "sigma": rounded(point["sigma"], 3), "X": None if gas else rounded(point["dissipation"], 3), "phi": rounded(point["packing"], 3) if gas else None}
    out["measured"] = None if measured is None else {k: v if k == "commit" else rounded(v) for k, v in measured.items()}
    out["predicted"] = predicted
    return out


def of_catalogue(program, store):
    """Points of the map that the catalogue measures, sigma and X from its own observables."""
    out = []
    for case, dimension in (("agreement-column", 1), ("agreement-box", 2)):
        records = json.loads(gravel(program, "export", case, "--store", store, "--format", "json", "--tier", "full").stdout)
        places = {}
        for r in records:
            key = tuple(str(v) for k, v in sorted(r["parameters"].items()) if not k.startswith("engines."))
            places.setdefault(key, []).append(r)
        for place in places.values():
            measured = compare(place, "height", False)
            hard = next((r for r in place if r["engine"] != "md"), None)
            if measured is not None:
                out.append({"case": case, "driving": "vibrated", "dimension": dimension, "sigma": rounded(number(hard, "sigma")["value"], 3),
                            "X": rounded(number(hard, "X")["value"], 3), "phi": None, "difference": rounded(measured["difference"]),
                            "difference_err": rounded(measured["difference_err"]), "commit": measured["commit"]})
    return sorted(out, key=lambda p: (p["case"], p["X"], p["sigma"]))


def has_run(stores, system):
    there = pathlib.Path(stores, f"{system['name']}.db").exists()
    if not there:
        print(f"{system['name']}: left out, it has not run")
    return there


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("gravel"), p.add_argument("stores"), p.add_argument("--catalogue")
    p.add_argument("--only", action="append"), p.add_argument("--no-run", action="store_true")
    a = p.parse_args()
    systems = [s for s in json.loads((HERE / "systems.json").read_text())["systems"] if not a.only or s["name"] in a.only]
    for s in systems if not a.no_run else []:
        done = gravel(a.gravel, "run", *words(s), "--store", f"{a.stores}/{s['name']}.db", "-j", "1", "--quiet")
        print(s["name"], "done" if done.returncode == 0 else "failed", flush=True)
    if a.only:
        return
    old = json.loads(OUT.read_text()) if OUT.exists() else {}
    found = {"what": "measured differences of soft and hard spheres, relative, beside what gravel advise said before a run",
             "split": "systems were chosen, and divided into a building half and a held-back half, before any of them ran; the model was fixed on the "
                      "building half, the map and the catalogue before the held-back half was looked at",
             "changed": ["before any difference of theirs was seen: column-16-0.3-0.002, periodic-box-slow and atmosphere-soft, whose first runs failed by "
                         "overlaps above 0.2, have other contact times, diameters or that limit",
                         "after the held-back half was looked at: disks are a fluid up to an area fraction of 0.7, not 0.6, which makes overlap and "
                         "collisions of disks-0.6 right, and moves its predicted difference from -8.3 to -6.8 % (measured -7.4 %)",
                         "after that, too: the largest overlap in drums has a factor, that of drum-0.05 and drum-0.5; the regime of a box follows from "
                         "its difference"],
             "systems": [e for e in (entry(a.gravel, a.stores, s) for s in systems if has_run(a.stores, s)) if e["measured"] or e["half"] != "map"],
             "catalogue": of_catalogue(a.gravel, a.catalogue) if a.catalogue else old.get("catalogue", [])}
    OUT.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
