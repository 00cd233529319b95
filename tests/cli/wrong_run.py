"""A run that is wrong on purpose is caught by the always-on invariants, whatever its observables say, and the report
shows it.  TAP."""
import pathlib
import re
import subprocess
import sys
import tempfile

gravel, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
done = 0


def report(ok, what, detail=""):
    global done
    done += 1
    print(f"{'ok' if ok else 'not ok'} {done} - {what}")
    if not ok:
        print("# " + detail.replace("\n", "\n# "))


with tempfile.TemporaryDirectory() as folder:
    folder = pathlib.Path(folder)
    source = next(root.glob("cases/**/pair-linear.yaml")).read_text()
    store = folder / "store.sqlite"

    def run(*words):
        return subprocess.run([gravel, *words, "--store", str(store)], text=True, capture_output=True, cwd=folder, timeout=100)

    coarse = folder / "coarse.yaml"
    # Five steps a contact, where fifty are needed.
    coarse.write_text(re.sub(r"steps_per_contact: \d+", "steps_per_contact: 5", source).replace("name: pair-linear", "name: coarse"))
    seen = run("run", str(coarse), "--engine", "md", "--quiet")
    report(seen.returncode == 1 and "broken" in seen.stdout + seen.stderr, "too long a time step breaks the point",
           seen.stdout + seen.stderr)
    seen = run("check", str(coarse), "--engine", "md", "--no-run")
    report(seen.returncode == 1 and "time step" in seen.stdout and "FAIL" in seen.stdout, "the check fails and names the invariant",
           seen.stdout + seen.stderr)
    seen = run("report", str(coarse), "-o", str(folder / "out"))
    page = (folder / "out/index.html").read_text() if seen.returncode == 0 else ""
    report("time step" in page and "broken" in page.lower(), "the report shows the broken invariant", seen.stdout + seen.stderr)

    # Eighteen steps a contact, and a speed at which the overlap is 3 % of a diameter: both are said.
    text = re.sub(r"steps_per_contact: \d+", "steps_per_contact: 18", source).replace("name: pair-linear", "name: soft")
    soft = folder / "soft.yaml"
    soft.write_text(text)
    seen = run("run", str(soft), "--engine", "md", "--quiet", "--set", "prepare.pair.speed=10", "--set", "material.restitution=1.0")
    worst = re.findall(r"(fewer than 20 time steps|more than 1 % of a diameter).*: soft md at \w+ = ", seen.stdout)
    report(len(worst) == 2, "contacts of few steps and deep ones are warned of, with case and place", seen.stdout + seen.stderr)
    swept = soft.with_name("swept.yaml")
    swept.write_text(text.replace("name: soft", "name: swept").replace(
        "    sweep:\n", "    sweep:\n      - {key: engines.md.steps_per_contact, values: [18, 50]}\n"))
    seen = run("run", str(swept), "--engine", "md", "--quiet")
    report("24 points" in seen.stdout and "warning: the contact" not in seen.stdout, "a time step that is swept is no oversight",
           seen.stdout + seen.stderr)

    refused = folder / "refused.yaml"
    refused.write_text(coarse.read_text().replace("steps_per_contact: 5", "steps_per_contact: 1"))
    seen = run("run", str(refused))
    report(seen.returncode == 2 and "steps_per_contact" in seen.stderr, "dt = t_c is refused before it runs", seen.stdout + seen.stderr)

    # A sweep over the density of which auto takes cells for one point and lists for the other.
    dense = folder / "dense.yaml"
    dense.write_text("""name: dense
family: any
title: Spheres far apart and close together
dimension: 3
box: {periodic_x: true, periodic_y: true, periodic_z: true, low: [0, 0, 0], high: [8, 8, 8]}
particles: {count: 512, diameter: 0.5, mass: 1}
material: {law: linear, restitution: 0.9, contact_time: 1e-3}
prepare:
  lattice: {low: [0, 0, 0], high: [8, 8, 8], temperature: 1.0}
run: {time: 0.1}
measure: [collision_rate]
sweep:
  - {key: particles.diameter, values: [0.5, 0.96]}
engines:
  ed: {cell_edge: 1.2}
""")
    seen = run("run", str(dense), "--quiet")
    report(seen.returncode == 0 and "2 points, 2 done" in seen.stdout and
           "warning: options have no effect at 1 point: engines.ed.cell_edge, since neighbours: auto takes lists" in seen.stdout,
           "an option without effect at a point of a sweep is told", seen.stdout + seen.stderr)
print(f"1..{done}")
