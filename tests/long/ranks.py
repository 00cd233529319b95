"""LAMMPS on ranks of MPI as an engine: with one and with two ranks, and with `newton on`, the same verdicts on a set of points, the end of one
rank fails its point alone, and a million particles are run and judged.  77 (skipped) without LAMMPS, mpirun or mpi4py.
usage: ranks.py GRAVEL SOURCE_ROOT FOLDER [--short] [--particles N]

--short: two points only (tests/cli); --particles 0: no large system.  Prints of the large system the time and the peak of memory of gravel and of each rank."""
import argparse
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

parser = argparse.ArgumentParser()
parser.add_argument("gravel", type=pathlib.Path)
parser.add_argument("root", type=pathlib.Path)
parser.add_argument("folder", type=pathlib.Path)
parser.add_argument("--short", action="store_true")
parser.add_argument("--particles", type=int, default=1000000)
options = parser.parse_args()
gravel, root, folder = (p.resolve() for p in (options.gravel, options.root, options.folder))
adapter = root / "engines/external/adapters/lammps/adapter"
environment = {**os.environ, "GRAVEL_HOME": str(root), "OMP_NUM_THREADS": "1"}
cases = ["pair-linear", "pair-unequal", "pair-turning", "pair-crowd-springs", "walls-incline"]
red = []

# Free flight for a hundredth of the mean free time, from a lattice: what a gas of any size does within an error of a step.  Of 10^6
# spheres the fastest two overlap by 0.16 diameters in contacts of 0.01 s; an overlap of 0.2 breaks the point.
large = """\
name: gas-large
family: gas
title: Free flight of many spheres
asks: Do the square displacements of many soft spheres begin as (D T/m) t^2?
source: {{key: F-gas, where: "free flight"}}
dimension: 3
box: {{periodic_x: true, periodic_y: true, periodic_z: true, low: [0, 0, 0], high: [{length}, {length}, {length}]}}
particles: {{count: {count}, diameter: 0.1, mass: 1.0}}
material: {{law: linear, restitution: 0.9, contact_time: 1.0e-2}}
prepare:
  lattice: {{low: [0, 0, 0], high: [{length}, {length}, {length}], jitter: 0.9, temperature: 1.0}}
run: {{time: 0.2, samples: 8}}
engines:
  md: {{steps_per_contact: 10}}
measure:
  - diffusion: {{lag: 2}}
checks:
  - {{bound: square_displacement.grain, from: 7.35e-3, to: 7.65e-3, title: "(D T/m) t^2 of the lag 0.05 s within 2 %"}}
"""


def expect(what, is_so):
    print(f"{what}: {'yes' if is_so else 'NO'}", flush=True)
    if not is_so:
        red.append(what)


def engine(ranks, *more):
    return " ".join([f"exec:'{adapter}'", *([f"--ranks {ranks}"] if ranks > 1 else []), *more])


def check(store, command, *words):
    """The judgements on the adapter, and the rest of the output as it came."""
    done = subprocess.run([gravel, "check", *words, "--engine", command, "--format", "json", "-q", "-j", "1", "--answer-limit", "3600",
                           "--store", store], text=True, capture_output=True, check=False, env=environment, cwd=folder)
    assert done.stdout.startswith("{"), done
    return [j for j in json.loads(done.stdout)["judgements"] if j["engine"] == "lammps"]


def verdicts(judgements):
    return [(j["case"], j["check"], j["at"], j["verdict"]) for j in judgements]


def the_same(what, store, command, words):
    """As with one rank and every force worked out on both sides of a pair."""
    one, other = check("1.sqlite", engine(1), *words), check(store, command, *words)
    decided = sum(j["verdict"] in ("PASS", "FAIL") for j in one)
    far = max((abs(a["value"] - b["value"]) / abs(a["value"]) for a, b in zip(one, other) if a["value"] and b["value"]), default=0.0)
    expect(f"{what}: {len(one)} equal verdicts, {decided} decided, values within {far:.1g}",
           decided > 0 and verdicts(one) == verdicts(other) and far < 1e-6)


def ways(words):
    the_same("two ranks", "2.sqlite", engine(2), words)
    the_same("newton on", "newton.sqlite", engine(1, "--newton"), words)


def family(pid):
    """A process and all below it, with their commands."""
    tree = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], text=True, capture_output=True, check=True).stdout
    rows = [line.split(None, 2) for line in tree.splitlines()]
    found = {pid}
    while True:
        more = {int(r[0]) for r in rows if int(r[1]) in found} - found
        if not more:
            return {int(r[0]): r[2] for r in rows if int(r[0]) in found}
        found |= more


def wait(ready, seconds=60):
    end = time.monotonic() + seconds
    while not ready() and time.monotonic() < end:
        time.sleep(0.2)
    return ready()


def ranks_of(pid):
    return sorted(p for p, command in family(pid).items() if " --mpi" in command and "mpirun" not in command)


def a_rank_ends():
    """The second rank is killed on the way.  The first two ranks that are seen may be those that only said hello."""
    process = subprocess.Popen([gravel, "run", "pair-linear", "--engine", engine(2) + " --finer 1000", "-q", "-j", "1", "--store", "killed.sqlite",
                                "--set", "material.restitution=0.9", "--set", "particles.second.mass=1e-3"],
                               text=True, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, env=environment, cwd=folder)
    wait(lambda: len(ranks_of(process.pid)) == 2)
    hello = ranks_of(process.pid)
    wait(lambda: len(set(ranks_of(process.pid)) - set(hello)) == 2)
    ranks = ranks_of(process.pid)
    os.kill(ranks[-1], signal.SIGKILL)
    message = process.communicate(timeout=120)[1]
    expect(f"a rank that is killed fails its point: {message.strip()[:200]}", process.returncode == 1 and "pair-linear lammps" in message)
    expect("no rank is left", wait(lambda: not [p for p in ranks if pathlib.Path(f"/proc/{p}").exists()]))


def peak(pid):
    """Of the resident memory [byte], so far; 0 of what has ended."""
    try:
        status = pathlib.Path(f"/proc/{pid}/status").read_text()
        return 1024 * next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))
    except (OSError, StopIteration):
        return 0


def many(ranks):
    length = round(options.particles ** (1 / 3), 6)
    (folder / "large.yaml").write_text(large.format(count=options.particles, length=length))
    (folder / f"large-{ranks}.sqlite").unlink(missing_ok=True)
    began, peaks = time.monotonic(), {}
    process = subprocess.Popen([gravel, "check", "large.yaml", "--engine", engine(ranks), "-q", "-j", "1", "--answer-limit", "3600", "--format",
                                "json", "--store", f"large-{ranks}.sqlite"], stdout=subprocess.PIPE, text=True, env=environment,
                               cwd=folder)
    while process.poll() is None:
        for pid, command in family(process.pid).items():
            role = "gravel" if command.startswith(str(gravel)) else "adapter"
            if not command.startswith("mpirun"):
                peaks[pid] = role, max(peak(pid), peaks.get(pid, ("", 0))[1])
        time.sleep(0.5)
    judged = [j for j in json.loads(process.stdout.read())["judgements"] if j["engine"] == "lammps" and j["check"] != "invariants"]
    sizes = {role: [round(size / options.particles) for who, size in peaks.values() if who == role] for role in ("gravel", "adapter")}
    print(f"{options.particles} particles, {ranks} rank(s): {time.monotonic() - began:.0f} s; bytes a particle: gravel {max(sizes['gravel'])}, "
          f"LAMMPS and adapter {sorted(sizes['adapter'])[-ranks:]}", flush=True)
    for j in judged:
        print(f"  {j['verdict']} {j['check']} {j['at']} {j['value']}", flush=True)
    expect(f"{options.particles} particles on {ranks} rank(s) are judged", {j["verdict"] for j in judged} == {"PASS"})


folder.mkdir(parents=True, exist_ok=True)
probe = subprocess.run([adapter], stdin=subprocess.DEVNULL, text=True, capture_output=True, check=False)
has_mpi = subprocess.run(["/usr/bin/python3", "-c", "import mpi4py"], capture_output=True, check=False).returncode == 0
if probe.returncode != 0 or not has_mpi or shutil.which("mpirun") is None:
    print("SKIP: LAMMPS, mpirun or mpi4py is not installed (python3-lammps liblammps0 python3-mpi4py openmpi-bin)")
    sys.exit(77)
if options.short:
    ways(["pair-unequal", "pair-linear", "--set", "material.restitution=0.9", "--set", "particles.second.mass=1e-3"])
else:
    ways(cases)
    a_rank_ends()
    for number in (1, 2) if options.particles else ():
        many(number)
sys.exit(1 if red else 0)
