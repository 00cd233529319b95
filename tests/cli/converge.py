"""gravel converge, from outside: known orders and limits of a deterministic case, resumption, figures, what cannot be refined.  TAP.
usage: converge.py GRAVEL SOURCE_ROOT"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap  # noqa: E402

GRAVEL, ROOT = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()


def run(*words):
    return subprocess.run([GRAVEL, "converge", *words, "--store", "store.db", "--quiet", "-j", "1"], text=True, capture_output=True, check=False,
                          timeout=120, env={**os.environ, "GRAVEL_HOME": str(ROOT)})


def converge(*words):
    seen = run(*words, "--format", "json")
    assert seen.returncode == 0, seen.stderr
    found = json.loads(seen.stdout)
    return found, {o["name"]: o for o in found["observables"]}


def orders_and_limits_are_those_of_theory():
    # Half an elastic contact: overlap v0/w0 = 1e-5 m at its turning point, where the relative velocity is zero.
    for integrator, order in (("velocity-verlet", 2.0), ("gear", 5.0)):
        found, o = converge("pair-order", "--set", f"engines.md.integrator={integrator}")
        assert [x["dt"] for x in found["levels"]] == [20, 40, 80, 160] and set(found["moot"]) == {"contact-time", "count"}, found
        rate, overlap = o["opening_rate"], o["overlap"]
        assert rate["approach"] == "order" and abs(rate["order"]["value"] - order) < 0.2, rate
        assert abs(rate["limit"]["value"]) <= 2 * rate["limit"]["err"] < 1e-8, rate
        assert abs(overlap["limit"]["value"] - 1e-5) < 2 * overlap["limit"]["err"] < 1e-10, overlap


def two_parameters_are_refined_together():
    found, o = converge("pair-linear", "--observable", "duration", "--levels", "3", "--set", "engines.md.steps_per_contact=100")
    levels = found["levels"]
    assert len(levels) == 3 and levels[2]["dt"] == 200 and abs(levels[2]["contact-time"] / levels[0]["contact-time"] - 0.5) < 1e-12, levels
    # A contact lasts for its contact time: first order in it, and nothing is left of it.
    assert abs(o["duration"]["order"]["value"] - 1) < 0.05 and abs(o["duration"]["limit"]["value"]) < 1e-6, o
    alone, _ = converge("pair-linear", "--along", "dt", "--levels", "3")
    assert set(alone["levels"][0]) == {"h", "dt"} and "not asked for" in alone["moot"]["contact-time"], alone


def the_number_grows_at_constant_density():
    found, o = small_gas()
    assert [x["count"] for x in found["levels"]] == [64, 128, 256], found
    assert o["packing_fraction"]["approach"] == "constant", o["packing_fraction"]
    # Finite size changes Z by less than the noise of so short runs: no order is claimed of it.
    assert o["compressibility"]["approach"] == "noise" and o["compressibility"]["order"]["value"] is None, o


def small_gas():
    text = (ROOT / "tests/agreement/disks.yaml").read_text()
    text = text.replace("high: [16, 0, 16]", "high: [8, 0, 8]").replace("count: 256", "count: 64").replace("time: 200.0, samples: 2000", "time: 20.0, samples: 400")
    pathlib.Path("disks.yaml").write_text(text)
    everything = converge("disks.yaml", "--engine", "ed", "--levels", "3")
    assert set(everything[1]) >= {"temperature", "compressibility", "packing_fraction", "collision_rate"}, list(everything[1])
    return converge("disks.yaml", "--engine", "ed", "--levels", "3", "--observable", "compressibility", "--observable", "packing_fraction")


def what_is_in_the_store_is_not_run_again():
    seen = run("pair-order", "--set", "engines.md.integrator=gear")
    assert seen.returncode == 0 and "order 5.0" in seen.stdout, seen.stdout + seen.stderr
    before = pathlib.Path("store.db").read_bytes()
    again = run("pair-order", "--set", "engines.md.integrator=gear")
    assert again.stdout == seen.stdout and pathlib.Path("store.db").read_bytes() == before
    longer = run("pair-order", "--set", "engines.md.integrator=velocity-verlet", "--levels", "5")
    assert longer.returncode == 0 and "  4      0.0625   320" in longer.stdout, longer.stdout


def a_figure_is_drawn_for_each_observable():
    seen = run("pair-order", "--set", "engines.md.integrator=velocity-verlet", "-o", "figures")
    assert seen.returncode == 0, seen.stderr
    for name in ("opening_rate", "overlap"):
        data = pathlib.Path(f"figures/{name}.dat").read_text().split("\n\n\n")
        assert len([line for line in data[0].splitlines() if not line.startswith("#")]) == 4 and len(data[2].splitlines()) == 3, data
        script = pathlib.Path(f"figures/{name}.gp").read_text()
        assert "title 'order 2.00'" in script, script
        assert "warning" in seen.stderr or "<svg" in pathlib.Path(f"figures/{name}.svg").read_text()


def main():
    tests = [orders_and_limits_are_those_of_theory, two_parameters_are_refined_together, the_number_grows_at_constant_density,
             what_is_in_the_store_is_not_run_again, a_figure_is_drawn_for_each_observable]
    folder = tempfile.TemporaryDirectory()
    os.chdir(folder.name)
    return tap.run(tests)


sys.exit(main())
