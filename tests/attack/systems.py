"""Random systems of all laws, walls, motions, generators, measures and dimensions, on every engine.
usage: systems.py GRAVEL [--tries N]

A system is refused with one line, or its points end within the limit with finite numbers or a broken invariant.  Hard
spheres with lists, with cells and with the plain calendar have the same collisions and end in the same places; soft ones have the same bits with
one thread and three; and the places of a few soft spheres approach those of hard ones as the contact time falls."""
import collections
import json
import math
import os
import re
import sqlite3

from attack import NOT_TRIED, NOTES, expect, main, remove_store
from random_system import system, write

LIMIT = 20  # CPU seconds of a point
ENOUGH = 2000  # tries, after which every feature has been met
FEW = 3     # collisions, up to which the difference of two searches cannot have grown


def run(gravel):
    remove_store("store")
    done = gravel.clean("run", "system.yaml", "-j", "1", "--quiet", "--store", "store", "--time-limit", str(LIMIT), codes=(0, 1, 2),
                        timeout=20 * LIMIT)
    if done.returncode == 2:
        expect(done.stderr.startswith("gravel: ") and done.stderr.count("\n") == 1, done.stderr)
    return done.returncode, done.stderr


def points():
    with sqlite3.connect("file:store?mode=ro", uri=True) as db:
        found = []
        for key, engine, status, message, parameters in db.execute("SELECT key, engine, status, message, parameters FROM points ORDER BY key"):
            numbers = db.execute("SELECT name, value FROM observables WHERE key = ? ORDER BY position", (key,)).fetchall()
            counters = dict(db.execute("SELECT name, value FROM counters WHERE key = ?", (key,)))
            found.append({"engine": engine, "status": status, "message": message, "parameters": json.loads(parameters),
                          "numbers": numbers, "counters": counters})
        return found


def state(point):
    return {name: value for name, value in point["numbers"] if name.split(".")[0] in ("x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz")}


def contact_time(point):
    return point["parameters"]["material.contact_time"]["value"]


def collisions(point):
    return point["counters"].get("pair_collisions", 0) + point["counters"].get("wall_collisions", 0)


def distance(a, b):
    a, b = state(a), state(b)
    return max((abs(a[name] - b[name]) for name in a if name[0] in "xyz"), default=0.0)


def every_search_and_thread(gravel, rng, k):
    case = system(rng, k, known_measures(gravel))
    sweep = {}
    if "ed" in case["engines"]:
        sweep |= {"engines.ed.neighbours": ["lists", "cells"], "engines.ed.calendar": ["fast", "oracle"]}
    if "md" in case["engines"] and case["engines"]["md"].get("integrator") != "adaptive":
        sweep["engines.md.threads"] = [1, 3]
    write(case, sweep)
    code, err = run(gravel)
    if code == 2:
        return NOT_TRIED + "refused"
    expect(os.path.exists("store"), code, err)
    found, outcome = points(), set()
    note(case, found)
    for p in found:
        expect(not any(word in p["message"] for word in ("signal", "died", "limit of")), p["engine"], p["status"], p["message"])
        outcome.add(p["status"])
        if p["status"] == "done":
            bad = [name for name, value in state(p).items() if value is None or not math.isfinite(value)]
            expect(not bad, p["engine"], "done, but not finite:", bad)
    same_searches([p for p in found if p["engine"] == "ed" and p["status"] == "done"])
    md = [p for p in found if p["engine"] == "md"]
    for p in md[1:]:
        expect((p["status"], p["numbers"] if "collision_cost" not in case["measure"] else 0)
               == (md[0]["status"], md[0]["numbers"] if "collision_cost" not in case["measure"] else 0), "another result with other threads")
    return ("" if outcome & {"done", "broken"} else NOT_TRIED) + (" and ".join(sorted(outcome)) or "no points")


def same_searches(ed):
    """Numbers of states after few collisions agree; after many the difference grows with every one (chaos)."""
    for p in ed[1:]:
        NOTES[f"search {p['parameters']['engines.ed.neighbours']['value']} {p['parameters']['engines.ed.calendar']['value']}"] += collisions(p) > 0
        if max(collisions(p), collisions(ed[0])) <= FEW:
            expect(collisions(p) == collisions(ed[0]) and distance(p, ed[0]) < 1e-9, "searches differ by", distance(p, ed[0]),
                   "after", collisions(p), "and", collisions(ed[0]), "collisions")


def soft_spheres_become_hard(gravel, rng, k):
    case = system(rng, k, [], linear=True)
    write(case, {"material.contact_time": [1e-4, 1e-5]})
    code, _ = run(gravel)
    if code == 2:
        return NOT_TRIED + "refused"
    found = points()
    if any("inelastic collapse" in p["message"] for p in found):
        return NOT_TRIED + "collapse"
    expect(all(p["status"] == "done" for p in found), [(p["engine"], p["status"], p["message"]) for p in found])
    ed = next(p for p in found if p["engine"] == "ed")
    far, near = sorted((p for p in found if p["engine"] == "md"), key=lambda p: -contact_time(p))
    if collisions(ed) == 0:
        expect(distance(ed, near) < 1e-10, "free flight differs by", distance(ed, near))
        return NOT_TRIED + "free"
    if collisions(ed) > FEW:
        return NOT_TRIED + "more collisions than compared"
    # A contact delays each collision by its time; where bodies are round, the difference grows on the way to the next.
    expect(distance(ed, near) < max(0.5 * distance(ed, far), 4.0 * collisions(ed) * contact_time(near)), "distance to hard spheres", distance(ed, far), "and with a tenth of the contact time",
           distance(ed, near))
    return "compared"


def known_measures(gravel, found=[]):  # pylint: disable=dangerous-default-value
    """(name, dimensions, needs, required options) of every measure."""
    if not found:
        required = collections.defaultdict(list)
        for line in gravel.clean("show", "--schema").stdout.splitlines():
            if line.startswith("measure.") and "required" in line:
                _, name, option = line.split()[0].split(".")
                required[name].append(option)
        for line in gravel.clean("list", "measures").stdout.splitlines():
            if line and not line.startswith(" "):
                name = line.split()[0]
            fits = re.search(r"^ +fits ([^;]*)(?:; needs: (.*))?$", line)
            if fits and name not in ("final_state", "energy_drift"):
                found.append((name, fits[1], set(fits[2].split(", ")) if fits[2] else set(), required[name]))
        expect(len(found) > 20, found)
    return found


def features(case):
    """What a system is made of, a word and a name each."""
    prepare = case["prepare"]
    yield "generator", prepare[0]["generator"] if isinstance(prepare, list) else next(iter(prepare))
    yield "dimension", case["dimension"]
    yield "law", case["material"]["law"]
    for wall in case.get("walls", []):
        yield "shape", wall["shape"]
        yield "touch", wall.get("touch", "bounce")
        yield from (("motion", word) for word in ("amplitude", "velocity", "table") if word in wall.get("motion", {}))
        yield from (("motion", word) for word in ("rotation", "servo") if word in wall)
    for measure in case["measure"]:
        yield "measure", measure if isinstance(measure, str) else next(iter(measure))


def note(case, found):
    """Count the features of systems that ended."""
    for engine in {p["engine"] for p in found if p["status"] == "done"}:
        NOTES.update({f"{word} {name} {engine}" for word, name in features(case)})
        NOTES.update({f"integrator {case['engines'][engine].get('integrator', 'velocity-verlet')}"} if engine == "md" else ())


# Measures of one kind of system each or of long runs: the catalogue and tests/unit have them.
CERTAIN = {"convection", "landing", "spectrum", "surface_pattern", "surface_spectrum", "rolling", "roll_out", "vibrated_box", "free_flight", "cooling", "packing"}


def every_feature_has_been_met(gravel, tries):
    """In ENOUGH tries: each by a point of an engine that has it."""
    schema = gravel.clean("show", "--schema").stdout
    words = lambda key: re.search(rf"^{re.escape(key)} +one of: ([^;]*);", schema, re.MULTILINE)[1].split()
    listed = lambda what: [line.split()[0] for line in gravel.clean("list", what).stdout.splitlines() if line and not line.startswith(" ")]
    wanted = {"law": words("material.law"), "shape": words("walls.<name>.shape"), "generator": listed("generators"), "measure": listed("measures"),
              "dimension": ["1", "2", "3"], "motion": ["amplitude", "velocity", "table", "rotation", "servo"], "touch": [w for w in words("walls.<name>.touch") if w != "carry"]}
    lacking = {f"{word} {name} {engine}" for word, names in wanted.items() for name in set(names) - CERTAIN for engine in ("md", "ed")
               if NOTES[f"{word} {name} {engine}"] == 0} - {"motion servo ed"}
    lacking |= {f"integrator {name}" for name in words("engines.md.integrator") if NOTES[f"integrator {name}"] == 0}
    lacking |= {f"search {a} {b}" for a in ("lists", "cells") for b in ("fast", "oracle") if NOTES[f"search {a} {b}"] == 0}
    print(f"# never by a point that ended: {', '.join(sorted(lacking)) or 'nothing'}")
    expect(tries < ENOUGH or not lacking, "never met:", sorted(lacking))


if __name__ == "__main__":
    main([every_search_and_thread, soft_spheres_become_hard], 50, every_feature_has_been_met)
