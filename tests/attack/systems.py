"""Random systems of all laws, walls, motions, generators, measures and dimensions, on every engine.
usage: systems.py GRAVEL [--tries N]

A system is refused with one line, or its points end within the limit with finite numbers or a broken invariant.  Hard
spheres with lists, with cells and with the plain calendar have the same collisions and end in the same places; soft ones have the same bits with
one thread and three; and the places of a few soft spheres approach those of hard ones as the contact time falls."""
import json
import math
import os
import pathlib
import re
import sqlite3

from attack import expect, main, remove_store

EDGES = {"[0, 1, 0]": "[1, 0, 0]", "[1, 0, 0]": "[0, 0, 1]", "[0, 0, 1]": "[1, 1, 0]", "[1, 0.3, -0.2]": "[0, 0.2, 0.3]"}
LIMIT = 20  # CPU seconds of a point
FEW = 3     # collisions, up to which the difference of two searches cannot have grown


def vec(*v):
    return "[" + ", ".join(f"{x:.6g}" for x in v) + "]"


def material(rng, d, linear):
    law = rng.choice(["linear"] * 3 + ["hertz", "hertz-kuwabara-kono", "taguchi", "general", "lennard-jones"])
    e, tc, mass = rng.choice([1.0, 0.95, 0.8, 0.5, 0.1]), 10 ** rng.uniform(-3.5, -2.7), 1e-3
    m = {"law": "linear" if linear else law}
    w2 = (math.pi ** 2 + math.log(e) ** 2) / tc ** 2
    if m["law"] == "linear":
        m |= rng.choice([{"restitution": e, "contact_time": tc}] if linear else [
            {"restitution": e, "contact_time": tc}, {"stiffness": 0.5 * mass * w2, "damping": -mass * math.log(e) / tc + 0.0},
            {"rate_squared": w2, "damping_rate": -2 * math.log(e) / tc + 0.0}])
    elif law == "lennard-jones":
        m |= {"energy": mass * rng.uniform(5, 50), "damping_rate": rng.choice([0.0, 10.0, 300.0])}
    else:
        beta = {"general": rng.choice([0.0, 0.5, 1.0])}.get(law, 0.5)
        gamma = {"hertz": 0.0, "hertz-kuwabara-kono": 0.5, "taguchi": 0.25, "general": rng.choice([0.0, 0.25, 0.5])}[law]
        if law == "general":
            m |= {"beta": beta, "gamma": gamma}
        m |= {"rate_squared": w2 * 1e-3 ** -beta, "damping_rate": rng.choice([0.0, 1.0, 20.0]) * 1e-3 ** -gamma}
    if m["law"] != "linear":
        m |= {"restitution": e, "reference_velocity": 1.0}
    if linear:
        return m, e, tc
    m["cohesionless"] = rng.random() < 0.4
    if d > 1 and rng.random() < 0.5:
        m["rotation"] = True
        m["tangential_restitution"] = rng.choice([1.0, 0.8, 0.5, 0.5, 0.2])
        if m["tangential_restitution"] < 1.0 and rng.random() < 0.5:
            m["friction"] = rng.choice([0.1, 0.5, 2.0])
        if rng.random() < 0.25:
            m["tangential_stiffness"] = rng.choice([2 / 7, 0.8])
        if rng.random() < 0.2:
            m["rolling_friction"] = 0.1
    if "restitution" in m and rng.random() < 0.15:
        m |= rng.choice([{"restitution_law": "power", "restitution_exponent": -0.2, "reference_velocity": 1.0},
                         {"restitution_law": "bizon", "reference_velocity": 1.0}])
    return m, e, tc


def contact(rng, m, e, linear):
    rule = "restitution" if linear else rng.choice(["restitution", "restitution", "same-force-constants", "scaled-dashpot"])
    c = {"rule": rule}
    if rule == "restitution":
        c["restitution"] = e
    if rule == "scaled-dashpot":
        c["dashpot"] = 1.5
    if m.get("rotation"):
        c["tangential_restitution"] = m.get("tangential_restitution", 1.0)
        if "friction" in m:
            c["friction"] = m["friction"]
    return c


def motion(rng, wall, linear):
    if linear or rng.random() < 0.6:
        return
    kind = rng.choice(["vibration", "velocity", "table", "rotation", "servo"])
    if kind == "vibration":
        wall["motion"] = {"amplitude": 10 ** rng.uniform(-4, -2.3), "frequency": rng.uniform(2, 60), "phase": rng.uniform(0, 6.3)}
        if rng.random() < 0.2:
            wall["motion"]["direction"] = "[1, 0, 0]"
    elif kind == "velocity":
        wall["motion"] = {"velocity": vec(rng.uniform(-0.1, 0.1), 0, rng.uniform(-0.05, 0.05))}
    elif kind == "table":
        t, rows = 0.0, ["t x"]
        for _ in range(rng.randint(2, 6)):
            rows.append(f"{t:.6g} {rng.uniform(-0.002, 0.002) if t else 0.0:.6g}")
            t += rng.uniform(0.005, 0.05)
        wall["motion"] = {"table": json.dumps("\n".join(rows) + "\n")}
    elif kind == "rotation":
        wall["rotation"] = {"rate": rng.uniform(-20, 20), "ramp": rng.choice([0.0, 0.01])}
    else:
        wall["servo"] = {"force": rng.uniform(-0.05, 0.05), "mass": 0.5, "damping": 0.1}


def walls(rng, d, size, periodic, m, e, linear):
    found = []
    for axis, letter in enumerate("xyz"):
        if (d == 1 and axis < 2) or (d == 2 and axis == 1) or letter in periodic:
            continue
        normal = [0, 0, 0]
        normal[axis] = 1
        for place, sign in ((0.0, 1), (size, -1)):
            if d == 1 and sign < 0 and rng.random() < 0.5:
                continue
            origin = [0.0, 0.0, 0.0]
            origin[axis] = place
            wall = {"name": f"{letter}{'low' if sign > 0 else 'high'}", "shape": "plane", "origin": vec(*origin),
                    "axis": vec(*(sign * x for x in normal)), "contact": contact(rng, m, e, linear)}
            motion(rng, wall, linear)
            found.append(wall)
    for k in range(0 if d == 1 or linear or periodic else rng.choice([0, 0, 0, 1, 2])):
        shape = rng.choice(["disk", "cylinder", "ring", "line", "point", "rectangle", "segment"])
        centre = [rng.uniform(0.2, 0.8) * size if d == 3 or a != 1 else 0.0 for a in range(3)]
        wall = {"name": f"inner{k}", "shape": shape, "origin": vec(*centre), "contact": contact(rng, m, e, linear)}
        if shape != "point":
            wall["axis"] = "[0, 1, 0]" if d == 2 else vec(*(rng.choice([[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0.3, -0.2]])))
        if shape in ("disk", "cylinder", "ring"):
            wall["radius"] = rng.uniform(0.05, 0.2) * size
        if shape in ("rectangle", "segment"):
            wall["length"] = rng.uniform(0.1, 0.4) * size
        if shape == "rectangle":
            wall |= {"width": rng.uniform(0.1, 0.4) * size, "edge": EDGES[wall["axis"]]}
        if rng.random() < 0.1:
            wall["touch"] = rng.choice(["stick", "absorb"])
            del wall["contact"]
        elif rng.random() < 0.3:
            wall["rotation"] = {"rate": rng.uniform(-10, 10)}
        found.append(wall)
    return found


def generator(rng, d, size, n, periodic, n_walls, linear):
    inside = ([0.0 if d < 3 and a != 2 and not (d == 2 and a == 0) else 0.07 * size for a in range(3)],
              [0.0 if d < 3 and a != 2 and not (d == 2 and a == 0) else 0.93 * size for a in range(3)])
    box = {"low": vec(*inside[0]), "high": vec(*inside[1]), "temperature": 1e-3 * rng.choice([0.2, 1.0])}
    if d == 1 and (linear or n == 1):
        return {"column": {"separation": 10 ** rng.uniform(-5, -3), "velocity": rng.uniform(-1, 0.5), "spread": 0.3, "height": 0.003}}
    if d == 1:
        return rng.choice([
            {"column": {"separation": 10 ** rng.uniform(-5, -3), "velocity": rng.uniform(-1, 0.5), "spread": 0.3, "height": 0.003}},
            {"column": {"sigma": 10 ** rng.uniform(-1, 1.5), "velocity": rng.uniform(-1, -0.2)}},
            {"two-columns": {"separation": 1e-4, "lower": rng.randint(1, max(1, n - 1)), "lower_velocity": 0.5, "upper_velocity": -0.5}}])
    choices = [{"random": box}] * 3 + [{"lattice": box | {"jitter": rng.random()}}] * 2
    if not linear:
        if n_walls == 0:
            choices += [{"ball": {"height": 0.5 * size, "packing": 0.1}}, {"swollen": box}]
        if n == 2:
            choices += [{"pair": {"speed": 1.0, "angle": rng.uniform(0, 80), "gap": rng.choice([0.0, 1e-3])}}] * 4
        if n == n_walls:
            choices += [{"aimed": {"offset": vec(0, 0, 0.02), "velocity": "[0, 0, -1]"}}] * 2
        if d == 2 and "x" in periodic:
            choices += [{"triangular": {"row": rng.randint(1, 4), "jitter": 0.3, "velocity": -0.5}}] * 2
    return rng.choice(choices)


def dump(value, indent=0):
    """Flow style."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {dump(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(dump, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else f"{value:.9g}" if isinstance(value, float) else str(value)


def measures(rng, case, names):
    """Of those that fit the dimension and whose needs are met."""
    has = {need for need, there in (("gravity", "gravity" in case), ("wall", "walls" in case), ("cylinder", "cylinder" in str(case.get("walls"))),
                                    ("vibrating wall", "amplitude" in str(case.get("walls")))) if there}
    fitting = [name for name, dimensions, needs in names if f"{case['dimension']}D" in dimensions and needs <= has and
               not name.startswith(("pair", "first", "layers", "convection"))]  # these ask for a certain collision or system
    return ["final_state", "energy_drift"] + rng.sample(fitting, rng.randint(0, 3))


def system(rng, k, names, linear=False):
    """A case as a text; linear: one of which MD -> ED is known."""
    d = rng.randint(1, 3)
    many = k % 50 == 7 and not linear
    n = 2000 if many else rng.randint(1, 3) if linear else rng.choice([1, 2, 3, 5, 8, 13, 21])
    if many:
        d = max(d, 2)
    size = 0.1 if not many else 0.1 * {2: 12.0, 3: 5.0}[d]
    m, e, tc = material(rng, d, linear)
    periodic = [a for a in ({1: "z", 2: "xz", 3: "xyz"}[d]) if rng.random() < (0.0 if linear else 0.25)]
    case = {"name": "random-system", "family": "tests", "title": "t", "asks": "'?'", "source": {"key": "S3", "where": "none"},
            "dimension": d, "seed": rng.randrange(1 << 40)}
    if "z" not in periodic and rng.random() < 0.7:
        case["gravity"] = "[0, 0, -9.81]"
    if periodic:
        case["box"] = {f"periodic_{a}": True for a in periodic} | {"low": "[0, 0, 0]", "high": vec(size, size, size)}
        if len(periodic) == d > 1 and "gravity" not in case and rng.random() < 0.2:
            case["box"]["shear_rate"] = rng.uniform(0.5, 3)
    particles = {"count": n, "radius": 0.004 if d > 1 else 0.0005, "mass": 1e-3}
    if rng.random() < 0.3 and n > 1:
        particles |= {"distribution": "uniform", "spread": 0.3}
    case["particles"] = particles
    if not linear and n > 3 and rng.random() < 0.2:
        case["particles"] = [{"name": "a"} | particles | {"count": n // 2}, {"name": "b"} | particles | {"count": n - n // 2, "mass": 3e-3}]
        if "restitution" in m:
            case["contacts"] = [{"between": "[a, b]", "restitution": 0.7}]
    case["material"] = m
    case["walls"] = walls(rng, d, size, periodic, m, e, linear)
    if not case["walls"]:
        del case["walls"]
    if not linear and n > 1 and rng.random() < 0.08:
        case["thermostat"] = {"strength": 0.1, "interval": 0.01}
    case["prepare"] = generator(rng, d, size, n, periodic, len(case.get("walls", [])), linear)
    case["run"] = {"time": 5 * tc if many else rng.uniform(0.02, 0.1), "samples": rng.choice([1, 12, 40])}
    if d == 1 and rng.random() < 0.1:
        case["run"]["until"] = "separated"
    md = {"steps_per_contact": rng.choice([20, 50])}
    if not many and not linear:
        md["integrator"] = rng.choice(["velocity-verlet"] * 3 + ["position-verlet", "gear", "adaptive"])
        if md["integrator"] == "adaptive":
            del md["steps_per_contact"]
    if linear:
        md = {"steps_per_contact": 100}
    ed = {} if rng.random() < 0.9 or linear else {"tc": 1e-4}
    case["engines"] = {name: o for name, o in (("md", md), ("ed", ed), ("ed-column", {})) if linear and name != "ed-column" or
                       not linear and (rng.random() < 0.8 and (d == 1 or name != "ed-column"))} or {"md": md}
    case["measure"] = measures(rng, case, names) if not linear else ["final_state"]
    return case


def write(case, sweep=None):
    lines = [f"{key}: {dump(value)}" for key, value in case.items()]
    if sweep:
        lines.append("sweep: " + dump([{"key": key, "values": values} for key, values in sweep.items()]))
    pathlib.Path("system.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")


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
        return "refused"
    expect(os.path.exists("store"), code, err)
    found, outcome = points(), set()
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
    return " and ".join(sorted(outcome)) if outcome else "no points"


def same_searches(ed):
    """Numbers of states after few collisions agree; after many the difference grows with every one (chaos)."""
    for p in ed[1:]:
        if max(collisions(p), collisions(ed[0])) <= FEW:
            expect(collisions(p) == collisions(ed[0]) and distance(p, ed[0]) < 1e-9, "searches differ by", distance(p, ed[0]),
                   "after", collisions(p), "and", collisions(ed[0]), "collisions")


def soft_spheres_become_hard(gravel, rng, k):
    case = system(rng, k, [], linear=True)
    write(case, {"material.contact_time": [1e-4, 1e-5]})
    code, _ = run(gravel)
    if code == 2:
        return "refused"
    found = points()
    if any("inelastic collapse" in p["message"] for p in found):
        return "collapse"
    expect(all(p["status"] == "done" for p in found), [(p["engine"], p["status"], p["message"]) for p in found])
    ed = next(p for p in found if p["engine"] == "ed")
    far, near = sorted((p for p in found if p["engine"] == "md"), key=lambda p: -contact_time(p))
    if collisions(ed) == 0:
        expect(distance(ed, near) < 1e-10, "free flight differs by", distance(ed, near))
        return "free"
    if collisions(ed) > FEW:
        return "more collisions than compared"
    # A contact delays each collision by its time; where bodies are round, the difference grows on the way to the next.
    expect(distance(ed, near) < max(0.5 * distance(ed, far), 4.0 * collisions(ed) * contact_time(near)), "distance to hard spheres", distance(ed, far), "and with a tenth of the contact time",
           distance(ed, near))
    return "compared"


def known_measures(gravel, found=[]):  # pylint: disable=dangerous-default-value
    """(name, dimensions, needs) of every measure without required options."""
    if not found:
        required = {line.split(".")[1] for line in gravel.clean("show", "--schema").stdout.splitlines()
                    if line.startswith("measure.") and "required" in line}
        for line in gravel.clean("list", "measures").stdout.splitlines():
            if line and not line.startswith(" "):
                name = line.split()[0]
            fits = re.search(r"^ +fits ([^;]*)(?:; needs: (.*))?$", line)
            if fits and name not in required | {"final_state", "energy_drift"}:
                found.append((name, fits[1], set(fits[2].split(", ")) if fits[2] else set()))
        expect(len(found) > 20, found)
    return found


if __name__ == "__main__":
    main([every_search_and_thread, soft_spheres_become_hard], 50)
