"""What gravel advise says before a run against what runs of both engines measured (reference/golden/advice.json, made by
tests/agreement/measure.py): the difference of soft and hard spheres, the largest overlap, the cost.  TAP.   usage: advise_table.py GRAVEL SOURCE_ROOT"""
import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap  # noqa: E402

GRAVEL, ROOT = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()
TABLE = json.loads((ROOT / "reference/golden/advice.json").read_text())
SYSTEMS = [s for s in TABLE["systems"] if s["half"] != "map"]
HALVES = ("building", "held back")


def advise(system):
    changes = [w for change in system["set"] for w in ("--set", change)]
    seen = subprocess.run([GRAVEL, "advise", str(ROOT / f"tests/agreement/{system['template']}.yaml"), *changes, "--point", "1", "--format", "json"],
                          text=True, capture_output=True, check=False, timeout=60, env={**os.environ, "GRAVEL_HOME": str(ROOT)})
    assert seen.returncode == 0, f"{system['name']}: {seen.stderr}"
    return json.loads(seen.stdout)["points"][0]


SAID = {s["name"]: advise(s) for s in SYSTEMS}


def is_right(said, most, measured):
    """Within a factor 2 with the right sign, or a true upper bound of at most 3 max(measured, 1 %)."""
    ratio = said / measured if measured else 0.0
    return 0.5 <= ratio <= 2 or abs(measured) <= most <= 3 * max(abs(measured), 0.01)


def share(half, test):
    """How many of a half pass, of how many that the test can judge; and those that do not."""
    results = [(s["name"], test(s, SAID[s["name"]])) for s in SYSTEMS if s["half"] == half and s["measured"]]
    judged = [r for r in results if r[1] is not None]
    wrong = [name for name, good in judged if not good]
    print(f"# {half}: {len(judged) - len(wrong)} of {len(judged)}" + (f"; not {', '.join(wrong)}" if wrong else ""))
    return len(judged) - len(wrong), len(judged)


def there_are_forty_systems_half_of_them_held_back():
    counts = {h: sum(s["half"] == h and s["measured"] is not None for s in SYSTEMS) for h in HALVES}
    assert sum(counts.values()) >= 40 and counts["held back"] >= sum(counts.values()) / 2, counts
    stated = {s["name"]: (s["half"], s["set"]) for s in json.loads((ROOT / "tests/agreement/systems.json").read_text())["systems"]}
    assert all(stated[s["name"]] == (s["half"], s["set"]) for s in SYSTEMS)


def differences_are_within_a_factor_two_or_below_their_bound():
    def test(system, said):
        return None if said["difference"] is None else is_right(said["difference"], said["difference_most"], system["measured"]["difference"])
    right, of = map(sum, zip(*(share(h, test) for h in HALVES)))
    held = share("held back", test)
    assert right >= 40 and right >= 0.9 * of, (right, of)
    assert held[0] >= 0.85 * held[1], held


def overlaps_are_within_a_factor_two():
    def test(system, said):
        return None if said["largest_overlap"] is None else 0.5 <= said["largest_overlap"] / system["measured"]["overlap"] <= 2
    for half in HALVES:
        right, of = share(half, test)
        assert right >= 0.95 * of >= 20, (right, of)


def steps_or_collisions_are_within_30_percent():
    def test(system, said):
        pairs = ((said["md_steps"], system["measured"]["steps"]), (said["ed_events"], system["measured"]["collisions"]))
        return any(a is not None and b and abs(a / b - 1) <= 0.3 for a, b in pairs)
    for half in HALVES:
        right, of = share(half, test)
        assert right >= 0.95 * of, (right, of)


def the_table_of_the_report_has_what_advise_says_now():
    for s in SYSTEMS:
        said, stored = SAID[s["name"]], s["predicted"]
        for key, of in (("difference", "difference"), ("most", "difference_most"), ("overlap", "largest_overlap"), ("steps", "md_steps"), ("collisions", "ed_events")):
            a, b = said[of], stored[key]
            assert (a is None) == (b is None) and (a is None or abs(a - b) <= 2e-3 * abs(b) + 1e-6), f"{s['name']} {key}: {a}, stored {b}; measure.py --no-run renews it"
        assert said["hazards"] == stored["hazards"], s["name"]


def a_heap_gets_no_number_of_hard_spheres():
    heap, = (s for s in SYSTEMS if s["template"] == "heap")
    said = SAID[heap["name"]]
    assert said["difference"] is None and "quasi-static" in said["hazards"], said


def main():
    tests = [there_are_forty_systems_half_of_them_held_back, differences_are_within_a_factor_two_or_below_their_bound, overlaps_are_within_a_factor_two,
             steps_or_collisions_are_within_30_percent, the_table_of_the_report_has_what_advise_says_now, a_heap_gets_no_number_of_hard_spheres]
    return tap.run(tests)


sys.exit(main())
