"""Random systems as case files: every law, wall, motion, generator, measure and dimension, small and short.

A system of N particles that runs for T costs md about N T/dt steps of a particle: COST bounds them, the time is cut to
that."""
import json
import math
import pathlib
import re

EDGES = {"[0, 1, 0]": "[1, 0, 0]", "[1, 0, 0]": "[0, 0, 1]", "[0, 0, 1]": "[1, 1, 0]", "[1, 0.3, -0.2]": "[0, 0.2, 0.3]"}


def vec(*v):
    return "[" + ", ".join(f"{x:.6g}" for x in v) + "]"


COST = 40000  # steps of a particle


def material(rng, d, linear):
    """(material, restitution, contact time at about 1 m/s)."""
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
    if law in ("hertz", "hertz-kuwabara-kono", "taguchi") and m["law"] == law and rng.random() < 0.3:
        for key in ("rate_squared", "damping_rate"):
            del m[key]
        m |= {"young": 10 ** rng.uniform(5, 6), "poisson": rng.choice([0.0, 0.3, 0.5])}
        if law == "hertz":
            m["restitution"] = 1.0
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
            if rng.random() < 0.5:
                m["tangential_law"] = "spring"
        elif rng.random() < 0.2 and "young" in m:
            m["tangential_law"] = "mindlin"
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


def motion(rng, d, wall, linear):
    if linear or rng.random() < 0.6:
        return
    kind = rng.choice(["vibration", "vibration", "velocity", "velocity", "table", "table", "rotation", "rotation", "servo"])
    if kind == "vibration":
        wall["motion"] = {"amplitude": 10 ** rng.uniform(-4, -2.3), "frequency": rng.uniform(2, 60), "phase": rng.uniform(0, 6.3)}
        if rng.random() < 0.2:
            wall["motion"]["direction"] = "[1, 0, 0]"
    elif kind == "velocity":
        x, z = rng.uniform(-0.1, 0.1), rng.uniform(-0.05, 0.05)
        wall["motion"] = {"velocity": vec(x if d > 1 else 0, 0, z)}
    elif kind == "table":
        t, rows = 0.0, ["t x"]
        for _ in range(rng.randint(2, 6)):
            rows.append(f"{t:.6g} {rng.uniform(-0.002, 0.002) if t else 0.0:.6g}")
            t += rng.uniform(0.005, 0.05)
        wall["motion"] = {"table": json.dumps("\n".join(rows) + "\n")}
    elif kind == "rotation":
        turning = {"rate": rng.uniform(-20, 20), "ramp": rng.choice([0.0, 0.01])}
        if d == 3:  # a plane that turns drags out of the space of fewer dimensions, which is refused
            wall["rotation"] = turning
    else:
        wall["servo"] = {"force": rng.uniform(-0.05, 0.05), "mass": 0.5, "damping": 0.1}


def shape(rng, d, name, centre, size, how):
    """A wall that is no plane."""
    kind = rng.choice(["disk", "cylinder", "ring", "line", "point", "rectangle", "segment", "cone", "orifice"])
    if kind == "cone" and d == 2:  # its sides push out of the plane
        kind = "cylinder"
    wall = {"name": name, "shape": kind, "origin": vec(*centre), "contact": how}
    if kind != "point":
        wall["axis"] = "[0, 1, 0]" if d == 2 else vec(*(rng.choice([[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0.3, -0.2]])))
    if kind in ("disk", "cylinder", "ring", "cone", "orifice"):
        wall["radius"] = size
    if kind in ("rectangle", "segment", "cone"):
        wall["length"] = 2.0 * size
    if kind == "cone":
        wall["radius_end"] = rng.choice([0.0, 0.5, 2.0]) * size
    if kind == "rectangle":
        wall |= {"width": 1.5 * size, "edge": EDGES[wall["axis"]]}
    return wall


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
            motion(rng, d, wall, linear)
            found.append(wall)
    for k in range(0 if d == 1 or linear or periodic else rng.choice([0, 0, 0, 1, 2])):
        centre = [rng.uniform(0.2, 0.8) * size if d == 3 or a != 1 else 0.0 for a in range(3)]
        wall = shape(rng, d, f"inner{k}", centre, rng.uniform(0.05, 0.2) * size, contact(rng, m, e, linear))
        if rng.random() < 0.25:
            wall["touch"] = rng.choice(["stick", "absorb"])
            del wall["contact"]
        elif rng.random() < 0.3:
            rate = rng.uniform(-10, 10)
            if d == 3 or "axis" in wall:
                wall["rotation"] = {"rate": rate}
        found.append(wall)
    return found


def generator(rng, d, size, n, periodic, walls, linear):
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
    choices = [{"random": box}] * 3
    if all(w["shape"] == "plane" for w in walls):
        choices += [{"lattice": box | {"jitter": rng.random()}}] * 2
    if not linear:
        if not walls:
            choices += [{"ball": {"height": 0.5 * size, "packing": 0.1}}] * 4 + [{"swollen": box}] * 4
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


def number(rng, option, size, samples):
    """A value for a required option of a measure."""
    return {"lag": rng.randint(2, 4), "at": 0.5 * size, "from": 0.0, "to": size}[option] if samples else None


def fits(name, case, prepare):
    """Whether the measure's system is this one; the names and their needs know the dimension, walls and gravity only."""
    d, n, samples = case["dimension"], count(case), case["run"]["samples"]
    if name.startswith(("pair", "overlap_trace")):
        return prepare == "pair" and (name != "overlap_trace" or "gravity" not in case)
    if name.startswith("first"):
        return prepare == {"first_contact": "aimed", "first_pair_contact": "pair"}[name]
    wanted = {"lattice_scales": prepare == "triangular", "scaled_profile": samples >= 12 and n > 5, "displacement": samples >= 12,
              "separations": n > 2, "collapsed": n > 1 and prepare != "list", "layers": n > 3, "pair_force": n > 1,
              "fields": prepare in ("random", "lattice"), "stress": prepare in ("random", "lattice"), "flux": prepare in ("random", "lattice"), "diffusion": samples >= 40, "spin": prepare == "drum",
              "surface_pattern": "periods" in case["run"], "bed": prepare == "drum", "centrifuging": prepare == "drum"}
    return wanted.get(name, True) and d > 0


def count(case):
    listed = case["particles"] if isinstance(case["particles"], list) else [case["particles"]]
    return sum(p["count"] for p in listed)


def measures(rng, case, names):
    """Of those that fit the dimension and whose needs are met: names are (name, dimensions, needs, required options)."""
    prepare = case["prepare"]
    prepare = prepare[0]["generator"] if isinstance(prepare, list) else next(iter(prepare))
    axes = {a for a in {1: "z", 2: "xz", 3: "xyz"}[case["dimension"]] if case.get("box", {}).get(f"periodic_{a}")}
    walls = str(case.get("walls"))
    has = {need for need, there in (
        ("gravity", "gravity" in case), ("wall", "walls" in case), ("cylinder", "shape: cylinder" in dump(case.get("walls", []))),
        ("ring", "shape: ring" in dump(case.get("walls", []))), ("orifice or cone", re.search("shape: (orifice|cone)", dump(case.get("walls", [])))),
        ("plane", "plane" in walls), ("vibrating wall", "amplitude" in walls),
        ("box that is periodic on every axis", len(axes) == case["dimension"]),
        ("box that is periodic on all axes but z", len(axes) == case["dimension"] - 1 and "z" not in axes and axes)) if there}
    fitting = [(name, required) for name, dimensions, needs, required in names
               if f"{case['dimension']}D" in dimensions and needs <= has and fits(name, case, prepare)]
    chosen = rng.sample(fitting, min(len(fitting), rng.randint(0, 3)))
    return ["final_state", "energy_drift"] + [{name: {"margin": 0.0}} if name == "discharge" else  # openings are as small as the spheres
                                             {name: {o: number(rng, o, 0.1, 1) for o in required}} if required else name
                                             for name, required in chosen]


def new_case(rng, d):
    return {"name": "random-system", "family": "tests", "title": "t", "asks": "'?'", "source": {"key": "S3", "where": "none"},
            "dimension": d, "seed": rng.randrange(1 << 40)}


def floor(how, name="floor", **more):
    return {"name": name, "shape": "plane", "contact": how} | more


def scene(rng, names):
    """A system around a generator that asks for certain particles and walls."""
    kind = rng.choice(["gas", "gas", "gas", "ball", "pair", "aimed", "drum", "layer", "list", "poured", "relaxed", "file"])
    d = 3 if kind in ("drum", "aimed") else 2 if kind == "layer" else rng.randint(1 if kind in ("pair", "list", "file") else 2, 3)
    case = new_case(rng, d)
    m, e, tc = material(rng, d, False)
    how = contact(rng, m, e, False)
    n, r, time = 1, 0.004, rng.uniform(0.01, 0.03)
    if kind not in ("gas", "pair", "aimed") or kind == "pair" and rng.random() < 0.3:
        case["gravity"] = "[0, 0, -9.81]"
    if kind == "gas":  # many enough for ED's cells
        n, time, size = rng.choice([60, 120]), rng.uniform(0.005, 0.02), 0.14 if d == 2 else 0.08
        case["box"] = {f"periodic_{a}": True for a in ("xz" if d == 2 else "xyz")} | {"low": "[0, 0, 0]", "high": vec(size, size, size)}
        if rng.random() < 0.3:
            case["box"]["shear_rate"] = rng.uniform(0.5, 3)
        inside = {"low": "[0, 0, 0]", "high": vec(size, size if d == 3 else 0, size), "temperature": 1e-3 * rng.choice([0.2, 1.0])}
        case["prepare"] = {rng.choice(["random", "random", "lattice", "swollen"]): inside}
        case["particles"] = {"count": n, "radius": r, "mass": 1e-3} | rng.choice([{}, {"distribution": "uniform", "spread": 0.3}])
    elif kind == "ball":
        n, d = rng.choice([3, 8, 20]), 3
        case["dimension"] = d
        case["walls"] = [floor(how)]
        case["prepare"] = {"ball": {"height": 0.1, "packing": 0.1}}
        time = 0.1
    elif kind == "pair":
        n = rng.choice([1, 2, 2])
        case["walls"] = [floor(how)] if n == 1 else []
        case["prepare"] = {"pair": {"speed": 10 ** rng.uniform(-2, 0.3), "angle": rng.uniform(0, 80) if d > 1 else 0, "gap": rng.choice([0.0, 1e-5])}}
        if m.get("rotation") and d > 1:
            case["prepare"]["pair"]["spin"] = vec(*([rng.uniform(-50, 50) for _ in range(3)] if d == 3 else [0, rng.uniform(-50, 50), 0]))
        time = 5 * tc
    elif kind == "aimed":
        n = rng.randint(1, 4)
        case["walls"] = [shape(rng, d, f"aim{k}", [0.1 * k, 0, 0], rng.uniform(0.01, 0.03), how) for k in range(n)]
        case["prepare"] = {"aimed": {"offset": vec(rng.uniform(-0.01, 0.01), rng.uniform(-0.01, 0.01), 0.02), "velocity": vec(rng.uniform(-0.3, 0.3), 0, -1)}}
    elif kind == "drum":
        n = rng.randint(2, 12)
        case["walls"] = [{"name": "drum", "shape": "cylinder", "axis": "[0, 1, 0]", "radius": 0.03, "contact": how,
                          "rotation": {"rate": rng.uniform(-20, 20), "ramp": rng.choice([0.0, 0.01])}}]
        case["walls"] += [floor(how, "back", axis="[0, 1, 0]"), floor(how, "front", origin="[0, 0.03, 0]", axis="[0, -1, 0]")]
        case["prepare"] = {"drum": {"stuck": rng.choice([0, 0, 3])}}
        n += case["prepare"]["drum"]["stuck"]
    elif kind == "layer":
        rough = rng.randint(3, 8)
        case["box"] = {"periodic_x": True, "low": "[0, 0, 0]", "high": vec(0.01 * rough, 0, 0)}
        n = rough + 1
        case["walls"] = [floor(how)]
        case["particles"] = [{"name": "ball", "count": 1, "radius": r, "mass": 1e-3}, {"name": "rough", "count": rough, "radius": r, "mass": 1e-3}]
        case["prepare"] = [{"name": "layer", "generator": "layer", "species": "rough", "wall": "floor", "pattern": rng.choice(["hexagonal", "random"]),
                            "length": 0.01 * rough},
                           {"name": "above", "generator": "list", "species": "ball", "mean_velocity": "[0, 0, -0.5]", "rows": json.dumps(f"x y z\n{0.005 * rough:.6g} 0 0.02")}]
        if case["prepare"][0]["pattern"] == "hexagonal":
            case["prepare"][0]["row"] = rough
    elif kind in ("list", "file"):
        n = rng.randint(1, 5)
        case["walls"] = [floor(how)]
        rows = [[0.0 if d < 2 else 0.02 * rng.uniform(-0.2, 0.2) + 0.01 * (k % 3), 0.0, 0.006 + 0.012 * k] for k in range(n)]
        if kind == "list":
            case["prepare"] = {"list": {"mean_velocity": vec(0, 0, rng.uniform(-1, 0.1)),
                                        "rows": json.dumps("x y z\n" + "\n".join(" ".join(f"{x:.9g}" for x in row) for row in rows))}}
        else:
            pathlib.Path("start.csv").write_text("x,y,z,vx,vy,vz\n" + "".join(",".join(f"{x:.9g}" for x in [*row, 0.0, 0.0, -0.5]) + "\n" for row in rows), encoding="utf-8")
            case["prepare"] = {"file": {"path": "start.csv"}}
    else:
        n = rng.randint(2, 10)
        case["walls"] = [floor(how), floor(how, "left", axis="[1, 0, 0]"), floor(how, "right", origin="[0.04, 0, 0]", axis="[-1, 0, 0]")]
        if d == 3:
            case["walls"] += [floor(how, "back", axis="[0, 1, 0]"), floor(how, "front", origin="[0, 0.04, 0]", axis="[0, -1, 0]")]
        case["prepare"] = {kind: {"low": "[0, 0, 0]", "high": vec(0.04, 0.04 if d == 3 else 0, 0.06), "speed": 0.05, "time": 1.0, "settling_contact_time": 1e-3}}
        if m.get("rotation"):
            case["prepare"][kind]["spin"] = 20.0
    if not case.get("walls"):
        case.pop("walls", None)
    for wall in case.get("walls", []):
        if wall["shape"] == "plane" and kind in ("list", "file") and "rotation" not in wall:
            motion(rng, d, wall, False)
    case.setdefault("particles", {"count": n, "radius": r, "mass": 1e-3})
    case["material"] = m
    case["run"] = {"time": time, "samples": rng.choice([1, 12, 40])}
    return finish(rng, case, tc, n, names)


def system(rng, k, names, linear=False):
    """A case; linear: one of which MD -> ED is known."""
    if not linear and k % 3 == 1:
        return scene(rng, names)
    d = rng.choice([1, 2, 2, 3, 3] if not linear else [1, 2, 3])
    many = k % 200 == 8 and not linear
    n = 2000 if many else rng.randint(1, 3) if linear else rng.choice([1, 2, 3, 5, 8, 13, 21, 60] if d > 1 else [1, 2, 3, 5, 8, 13])
    if many:
        d = max(d, 2)
    size = 0.1 if not many else 0.1 * {2: 12.0, 3: 5.0}[d]
    m, e, tc = material(rng, d, linear)
    periodic = [a for a in ({1: "z", 2: "xz", 3: "xyz"}[d]) if rng.random() < (0.0 if linear else 0.25)]
    case = new_case(rng, d)
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
    case["prepare"] = generator(rng, d, size, n, periodic, case.get("walls", []), linear)
    case["run"] = {"time": 5 * tc if many else rng.uniform(0.02, 0.1), "samples": rng.choice([1, 12, 40])}
    if d == 1 and rng.random() < 0.1 and not linear:  # which is broken where the time is too short
        case["run"]["until"] = "separated"
    if linear:
        case["engines"], case["measure"] = {"md": {"steps_per_contact": 100}, "ed": {}}, ["final_state"]
        return case
    return finish(rng, case, tc, n, names)


def finish(rng, case, tc, n, names):
    """Engines, measures and a time that is cut to the COST."""
    md = {"steps_per_contact": rng.choice([20, 50])}
    case["run"]["time"] = min(case["run"]["time"], COST * tc / (50.0 * n))
    if n < 100:
        md["integrator"] = rng.choice(["velocity-verlet"] * 3 + ["position-verlet", "gear", "adaptive"])
        if md["integrator"] == "adaptive":
            del md["steps_per_contact"]
    sheared = "shear_rate" in case.get("box", {})
    if any("servo" in w for w in case.get("walls", [])) or "thermostat" in case or sheared:
        md = {"steps_per_contact": 50, "integrator": rng.choice(["velocity-verlet", "position-verlet"] if sheared else ["velocity-verlet", "gear"])}
    ed = {} if rng.random() < 0.9 else {"tc": 1e-4}
    column = case["dimension"] == 1 and case.get("walls") and len(case["walls"]) == 1 and "box" not in case
    case["engines"] = {name: o for name, o in (("md", md), ("ed", ed), ("ed-column", {}))
                       if rng.random() < 0.8 and (column or name != "ed-column")} or {"md": md}
    case["measure"] = measures(rng, case, names) if not sheared else ["energy_drift"] + rng.sample(["shear_flow", "collision_rate", "snapshot"], 2)
    return case


def write(case, sweep=None):
    lines = [f"{key}: {dump(value)}" for key, value in case.items()]
    if sweep:
        lines.append("sweep: " + dump([{"key": key, "values": values} for key, values in sweep.items()]))
    pathlib.Path("system.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
