"""Codes of others: what they decide of the unchanged catalogue, and their faults that are known (reports/manual/codes.md).
Those that are not installed are skipped; 77 where none is.  Prints a row a code: claims decided, passed, failed, refused.
usage: codes.py GRAVEL SOURCE_ROOT FOLDER [CODE...] [--install] [--renew] [--no-grades]     default: all codes

--install gets from Debian what is missing; --renew writes codes/CODE.yaml, the failures that are known of a code: the test is red when
one more appears or one is mended; --no-grades leaves out gravel conform, some minutes a code.  FOLDER keeps the stores: an interrupted run goes on."""
import json
import os
import pathlib
import subprocess
import sys

here = pathlib.Path(__file__).resolve().parent
gravel, root, folder = (pathlib.Path(a).resolve() for a in sys.argv[1:4])
packages = {"lammps": ["python3-lammps", "liblammps0"], "liggghts": ["liggghts", "libliggghts3"], "yade": ["yade"]}
# A sample of what each can do: points of seconds, and of a minute in columns.  What else was run is in reports/manual/codes.md.
paths = "pair-path-normal pair-path-shear pair-path-turned pair-path-spun pair-path-viscous pair-lennard-jones pair-hertz pair-conflict"
linear = "pair-linear pair-clipped pair-oblique pair-oblique-wall pair-kuwabara pair-materials pair-order"
soft = {"detachment": "detachment-inside detachment-laws detachment-trajectories", "gas": "gas-heated",
        "packing": "packing-stress packing-isostatic packing-friction packing-relaxed"}
families = {"lammps": {**soft, "binary-collision": paths, "column": "column-regimes", "gas": "gas-heated gas-stress gas-shear-boundary"},
            "liggghts": {**soft, "binary-collision": f"{paths} {linear}", "gas": "gas-heated gas-stress"},
            "yade": {**soft, "binary-collision": f"{paths} {linear}"},
            "edmd": {"gas": "gas-ballistic gas-diffusion"},  # these three are built from source: engines/external/README.md
            "rebound": {"binary-collision": "pair-linear pair-unequal", "detachment": "detachment-gaps detachment-two-clusters"},
            "dynamo": {"binary-collision": "pair-linear pair-wall", "detachment": "detachment-clusters detachment-gaps detachment-trajectories",
                       "column": "column-regimes column-units column-heights column-strobe", "gas": "gas-ballistic gas-collapse gas-clumping"}}
# Every claim of these cases passes with the code, but those of integrators that it has not, which it refuses.
right = {"lammps": ["walls-incline", "pair-hertz-sizes", "pair-steel-size"],
         "liggghts": ["walls-incline", "pair-sliding", "pair-hertz-sizes", "pair-steel-size"],
         "yade": ["walls-incline", "walls-plate", "pair-kharaz", "pair-hertz-sizes", "pair-steel-size"],
         "dynamo": ["walls-plate", "walls-table-alone"]}
# Numbers that scripts of codes/ print, row by row: red when a new version of the code mends, or changes, what is on file.
faults = {"lammps": {"lammps_turned.py": [[0.1, 25.0], [0.5, 125.0], [2, 250.0], [1, 0.798]],
                     "lammps_flip.py": [[0, 3744, 0], [1, 3744, 57]],
                     "lammps_setup.py": [[0, 1.0], [1, 0.899]],
                     "lammps_tsuji_wall.py": [[0, 0.9284], [1, 0.1784], [2, 1.0383]]},
          "yade": {"yade_rolling.py": [[1, 1e-3, 1], [10, 1e-2, 10], [100, 0.1, 100]],
                   "yade_wall.py": [[0.3, 0.3972, 0.9793, 0.5027, 1.3550], [0.5, 0.5504, 0.9953, 0.6460, 1.3950],
                                    [0.9, 0.9021, 0.9997, 0.9293, 1.4137]],
                   "yade_constants.py": [[0.3, 0.3001, 0.3001], [0.9, 0.9066, 0.8999], [0.95, 0.9517, 0.9481], [0, 1.1487, 1.0002]],
                   "yade_dashpot.py": [[0.0025, 0.3931, 0.3929, 0.4], [0.005, 0.3964, 0.3965, 0.4], [0.05, 0.3995, 0.3996, 0.4]],
                   "yade_sticking.py": [[4, 1, 1, 2], [0.25, 1, 1, 0.5], [1, 0.5, 0.5, -0.5], [2, -1, -1, 1],
                                        [2.24, 0.9594, 0.9608, 1.0039, 1.0031, 1.0039, 1.0039], [4.22, 0.9166, 0.9184, 1.0016, 1.0031, 1.0039, 1.0039],
                                        [9.84, 0.7189, 0.7209, 0.7049, 1.0031, 1.0039, 1.0039]],
                   "yade_turned.py": [[1, 0, 0.9750, 0.9750], [1, 2, 0.9759, 0.9751], [1, 16, 0.9824, 0.9758],
                                      [0.5, 0, 0.4750, 0.4750], [0.5, 2, 0.4754, 0.4750], [0.5, 16, 0.4786, 0.4754]]},
          "liggghts": {"liggghts_runs.py": [[1, 1.50294], [100, 1.46088]],
                       "liggghts_turned.py": [[1, 0, 0.9750, 0.9750], [1, 2, 0.9740, 0.9749], [1, 16, 0.9672, 0.9742],
                                              [0.5, 0, 0.4750, 0.4750], [0.5, 2, 0.4745, 0.4750], [0.5, 16, 0.4712, 0.4746], [1, 0.785]],
                       "liggghts_cylinder.py": [[1, 8.10], [2, 7.78], [3, 8.10]],
                       "liggghts_obtuse.py": [[2, 0], [1, 0], [3, 100]]},
          "edmd": {"edmd_first.py": [[0, 0], [165, 11]]},
          "rebound": {"rebound_resolve.py": [[0, 2], [0, 1], [0.1, -1, -1], [10, 1, 1]]},
          "dynamo": {"dynamo_walls.py": [[0, 1, 1, -1], [0.5, 1, 1.3252, -1], [0.01, 0.005], [0.0015, 0.0015], [0.0005, 0.0195], [0, 1], [1, 11], [1, 0.9802], [1, 0, 1, 0]]}}
grades = {"lammps": (27, 0, 1), "liggghts": (27, 0, 1), "yade": (27, 1, 0), "edmd": (4, 0, 23), "rebound": (16, 3, 8), "dynamo": (26, 0, 1)}  # passed, failed, refused
needs = {"edmd_first.py": "EDMD_SOURCE", "dynamo_walls.py": "DYNARUN"}  # variables without which a script is left out
environment = {**os.environ, "GRAVEL_HOME": str(root)}
red = []


def expect(what, is_so):
    print(f"{what}: {'yes' if is_so else 'NO'}", flush=True)
    if not is_so:
        red.append(what)


def version(code):
    """Of a code that is installed, else None."""
    probe = subprocess.run([str(root / "engines/external/adapters" / code / "adapter")], stdin=subprocess.DEVNULL, text=True,
                           capture_output=True, check=False, cwd=folder)
    return json.loads(probe.stdout)["version"] if probe.returncode == 0 else None


def check(code, cases, *more):
    return subprocess.run([str(gravel), "check", *cases, "--engine", code, "-q", "-j", "1", "--store", str(folder / f"{code}.sqlite"),
                           "--time-limit", "1800", "--answer-limit", "3600", *more],
                          text=True, capture_output=True, check=False, env=environment, cwd=folder)


def is_refused(judgement):
    return judgement["verdict"] == "NOT_APPLICABLE" and "lacks: integrator" in judgement["note"]


def judge(code, cases, *more):
    """Exit code, and verdicts on claims of sources."""
    done = check(code, cases, "--format", "json", *more)
    return done.returncode, [j for j in json.loads(done.stdout)["judgements"] if j["engine"] == code and j["reference"]]


def conform(code):
    done = subprocess.run([str(gravel), "conform", code, "--answer-limit", "3600", "--format", "json"], text=True, capture_output=True, check=False, env=environment, cwd=folder)
    report = json.loads(done.stdout)
    return tuple(report[word] for word in ("passed", "failed", "refused"))


def numbers(script):
    done = subprocess.run(["/usr/bin/python3", str(here / "codes" / script)], text=True, capture_output=True, check=True, cwd=folder)
    rows = [line.split() for line in done.stdout.splitlines()]
    return [[float(x) for x in row] for row in rows if row and row[0].replace(".", "").isdigit()]


def close(found, expected):
    return len(found) == len(expected) and all(abs(x - y) <= 1e-3 * abs(y) for a, b in zip(found, expected) for x, y in zip(a, b))


folder.mkdir(parents=True, exist_ok=True)
if "--install" in sys.argv[4:]:
    subprocess.run(["apt-get", "install", "-y", *(p for names in packages.values() for p in names)], check=True)
codes = {code: version(code) for code in [word for word in sys.argv[4:] if word in families] or families}
for code, name in codes.items():
    if name is None:
        print(f"SKIP {code}: not installed ({' '.join(packages.get(code, ['from source']))})")
codes = {code: name for code, name in codes.items() if name is not None}
for code, name in codes.items():
    for script, rows in faults.get(code, {}).items():
        if script in needs and needs[script] not in os.environ:
            print(f"SKIP {script}: {needs[script]} is not set")
            continue
        expect(f"{name}: the fault of {script} is as on file", close(numbers(script), rows))
    if "--no-grades" not in sys.argv[4:]:
        found = conform(code)
        expect(f"{name}: grades: {found[0]} passed, {found[1]} failed, {found[2]} refused, as on file", found == grades[code])
    if code in right:
        _, own = judge(code, right[code])
        expect(f"{name}: every claim of {' '.join(right[code])} passes, or is refused for its integrator",
               {j["case"] for j in own if j["verdict"] == "PASS"} == set(right[code]) and all(j["verdict"] == "PASS" or is_refused(j) for j in own))
for code, name in codes.items():
    known = here / "codes" / f"{code}.yaml"
    if "--renew" in sys.argv[4:]:
        known.write_text(check(code, " ".join(families[code].values()).split(), "--format", "baseline").stdout)
    total = 0
    for family, cases in families[code].items():
        status, own = judge(code, cases.split(), "--baseline", str(known))
        found = [j["verdict"] for j in own]
        decided = found.count("PASS") + found.count("FAIL")
        total += decided
        print(f"{name}: {family}: {decided} decided, {found.count('PASS')} pass, {found.count('FAIL')} fail, "
              f"{found.count('NOT_APPLICABLE')} refused", flush=True)
        expect(f"{name}: {family}: what fails is what codes/{code}.yaml has", status == (0 if decided else 1))
    expect(f"{name}: claims are decided", total > 0)
    refused = "pair-adaptive" if code in packages else "packing-relaxed"  # a law that none of them has; the others are no soft spheres
    expect(f"{name}: a case that it refuses as a whole is exit code 1", check(code, [refused]).returncode == 1)
sys.exit(77 if not codes else 1 if red else 0)
