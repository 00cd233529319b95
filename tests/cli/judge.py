"""Trajectories of other programs, judged: gravel judge and the start that gravel export writes, from outside.  Here the other
program is gravel itself, whose frames are changed by hand.  Prints TAP.
usage: judge.py GRAVEL [--no-hdf5]"""
import csv
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap  # noqa: E402

gravel, hdf5 = str(pathlib.Path(sys.argv[1]).resolve()), "--no-hdf5" not in sys.argv
case = """\
name: thrown
family: tests
title: Two spheres in a periodic box
asks: Do they part as they must?
source: {{key: S3, where: none}}
dimension: 3
box: {{periodic_x: true, periodic_y: true, periodic_z: true, low: [-0.1, -0.1, -0.1], high: [0.1, 0.1, 0.1]}}
particles: {{count: 2, radius: 0.01, mass: 1.0e-2}}
material: {{law: linear, restitution: 0.8, contact_time: 1.0e-4, rotation: true, tangential_restitution: 0.5}}
prepare:
  pair: {{speed: 10.0, angle: 30, gap: 1.0e-2, spin: [0, 40, 0]}}
run: {{time: 0.05, samples: 50}}
output: {{formats: {formats}, fields: id position velocity spin}}
engines:
  md: {{}}
measure: [{measures}]
checks:
  - {{bound: {check}, from: -0.095, to: -0.085}}
"""


def run(*arguments):
    return subprocess.run([gravel, *arguments], text=True, capture_output=True, check=False, timeout=100,
                          env={**os.environ, "NO_COLOR": "1"})


def write_case(measures="final_state", check="x.1"):
    pathlib.Path("thrown.yaml").write_text(case.format(formats="xyz lammps-dump" + hdf5 * " h5md", measures=measures,
                                                       check=check))


def frames():
    """Of the trajectory in extended XYZ: lists of lines."""
    lines = pathlib.Path(trajectory("xyz")).read_text().splitlines(keepends=True)
    return [lines[k:k + 4] for k in range(0, len(lines), 4)]


def trajectory(suffix):
    path, = pathlib.Path("results").glob(f"thrown/*/trajectory.{suffix}")
    return str(path)


def judge(path, *more):
    return run("judge", "thrown.yaml", "--trajectory", path, "--store", "judged.sqlite", *more)


def verdict(path, *more):
    """Exit code and the number of the only check."""
    done = judge(path, "--format", "json", *more)
    checks = [j for j in json.loads(done.stdout)["judgements"] if j["kind"] != "invariant"]
    return done.returncode, checks[0]["value"], checks[0]["verdict"]


def changed(name, change):
    """A file of the frames after change(list of frames)."""
    parts = frames()
    change(parts)
    pathlib.Path(name).write_text("".join("".join(frame) for frame in parts))
    return name


def refused(path, *texts):
    """With one message, and nothing is stored."""
    done = run("judge", "thrown.yaml", "--trajectory", path, "--store", "never.sqlite")
    assert done.returncode == 2 and done.stderr.count("\n") == 1, (done.returncode, done.stderr, done.stdout)
    assert not os.path.exists("never.sqlite")
    for text in texts:
        assert text in done.stderr, done.stderr


def a_trajectory_gives_the_numbers_of_its_run():
    stored = json.loads(run("check", "thrown.yaml", "--store", "run.sqlite", "--format", "json").stdout)
    expected = [j["value"] for j in stored["judgements"] if j["kind"] != "invariant"]
    assert -0.095 < expected[0] < -0.085, expected  # it has left the box
    for suffix in ["xyz", "dump", *hdf5 * ["h5"]]:
        code, value, what = verdict(trajectory(suffix))
        assert (code, what) == (0, "PASS") and abs(value - expected[0]) < 1e-12, (suffix, code, value, expected)


def rows_may_have_any_order_and_more_frames_may_be_there():
    def shuffle(parts):
        for frame in parts[1:]:
            frame[2], frame[3] = frame[3], frame[2]
    assert verdict(changed("shuffled.xyz", shuffle))[::2] == (0, "PASS")
    half = pathlib.Path("thrown.yaml").read_text()
    pathlib.Path("thrown.yaml").write_text(half.replace("samples: 50", "samples: 25"))
    assert verdict(trajectory("xyz"))[::2] == (0, "PASS")
    write_case()


def a_wrong_trajectory_fails():
    def slow(parts):
        words = parts[-1][2].split()
        parts[-1][2] = " ".join([words[0], "0.05", *words[2:]]) + "\n"
    assert verdict(changed("slow.xyz", slow))[::2] == (1, "FAIL")


def bodies_that_overlap_too_deep_are_a_failure_with_its_verdicts():
    """The trajectory fits, its physics is wrong: it is stored, and judged."""
    def deep(parts):
        for row in (2, 3):
            words = parts[8][row].split()
            parts[8][row] = " ".join([*words[:1], "0", "0", "0", *words[4:]]) + "\n"
    done = judge(changed("deep.xyz", deep), "--format", "json")
    judgements = json.loads(done.stdout)["judgements"]
    assert done.returncode == 1 and {j["verdict"] for j in judgements} == {"FAIL"} and len(judgements) > 1, done
    note, = {j["note"] for j in judgements if j["kind"] == "invariant"}
    assert "the invariant of overlaps is broken at t = 0.008 s" in note, note


def bad_input_is_refused():
    def other(parts):
        words = parts[0][2].split()
        words[4] = repr(float(words[4]) * 1.001)
        parts[0][2] = " ".join(words) + "\n"
    refused(changed("other.xyz", other), "frame 0 is not the start", "particle 1 has the velocity")
    refused(changed("short.xyz", lambda parts: parts.pop()), "short.xyz: ends with frame 49", "needs one at t = 0.05 s")
    refused(changed("gap.xyz", lambda parts: parts.pop(20)), "gap.xyz: has no frame at t = 0.02 s, the next one is at 0.021 s")
    refused(changed("twice.xyz", lambda parts: parts.insert(20, parts[20])), "frame 21 is at t =")
    refused(changed("cut.xyz", lambda parts: parts[-1].pop()), "cut.xyz:")

    def same_ids(parts):
        parts[5][3] = parts[5][2]
    refused(changed("ids.xyz", same_ids), "frame 5 has the id 0 twice")

    def without_spins(parts):
        for frame in parts:
            frame[1] = frame[1].replace("angular_velocity", "something")
    refused(changed("spinless.xyz", without_spins), "frame 0 lacks spins")
    def without_times(parts):
        for frame in parts:
            frame[1] = re.sub(" Time=[^ \n]*", "", frame[1])
    refused(changed("timeless.xyz", without_times), "timeless.xyz: frame 1 has no Time= in the comment line", "wanted: 0.001 s")
    refused(changed("empty.xyz", lambda parts: parts.clear()), "empty.xyz: found no frame, the case needs the first at t = 0 s")
    pathlib.Path("timeless.csv").write_text("id,x,y,z,vx,vy,vz,wx,wy,wz\n" + 4 * "0,0,0,0,0,0,0,0,0,0\n")
    refused("timeless.csv", "frame 0 has 4 particles, the case has 2; its time is not stated, as the file has no column t")
    refused("missing.xyz", "missing.xyz: No such file")
    refused("thrown.yaml", "allowed: a file that ends in one of: ", ".vtkhdf" if hdf5 else ".xyz")
    done = run("judge", "pair-oblique", "--trajectory", trajectory("xyz"))
    assert done.returncode == 2 and "found 6 points, allowed 1" in done.stderr, done.stderr
    for arguments in (["judge", "thrown.yaml"], ["judge", "--trajectory", "a.xyz"],
                      ["judge", "thrown.yaml", "--trajectory", "a.xyz", "--instead-of", "no"]):
        assert run(*arguments).returncode == 2, arguments


def frame_0_has_the_particles_of_the_start_and_so_have_the_others():
    done = run("export", "thrown.yaml", "--format", "start", "-o", "start.xyz")
    assert done.returncode == 0, done.stderr
    head, *rows = pathlib.Path("start.xyz").read_text().splitlines()[1:4]
    columns = [column for name, _, n in zip(*[iter(re.search("Properties=([^ ]*)", head)[1].split(":"))] * 3) for column in [name] * int(n)]
    for name, value, said in (("radius", "0.02", "particle 2 has the radius 0.02, expected 0.01"),
                              ("mass", "0.01001", "particle 2 has the mass 0.01001, expected 0.01")):
        words = rows[1].split()
        words[columns.index(name)] = value
        pathlib.Path("other.xyz").write_text("\n".join(["2", head, rows[0], " ".join(words), ""]))
        refused("other.xyz", "other.xyz: frame 0 is not the start", said)

    def another_id(parts):
        words = parts[5][3].split()
        assert words[0] == "1", words
        parts[5][3] = " ".join(["7", *words[1:]]) + "\n"
    refused(changed("number.xyz", another_id), "number.xyz: frame 5 has the id 7 where frame 0 has 1")


def a_species_of_the_case_is_compared():
    two = pathlib.Path("thrown.yaml").read_text().replace("particles: {count: 2, radius: 0.01, mass: 1.0e-2}", "particles:\n"
          "  - {name: light, count: 1, radius: 0.01, mass: 1.0e-2}\n  - {name: dark, count: 1, radius: 0.01, mass: 1.0e-2}")
    two = two.replace("time: 0.05, samples: 50", "time: 1.0e-12, samples: 1")
    pathlib.Path("two.yaml").write_text(two)
    assert run("export", "two.yaml", "--format", "start", "-o", "two.xyz").returncode == 0
    text = pathlib.Path("two.xyz").read_text()
    for names, said in ((("light", "dark"), "ends with frame 0"), (("dark", "light"), "particle 1 is of the species light, expected dark"),
                        (("one", "other"), "ends with frame 0")):
        pathlib.Path("named.xyz").write_text(text.replace("light", "A").replace("dark", "B").replace("A", names[0]).replace("B", names[1]))
        done = run("judge", "two.yaml", "--trajectory", "named.xyz")
        assert done.returncode == 2 and said in done.stderr, (names, done.stderr)


def a_name_may_have_a_comma():
    pathlib.Path("run 1,of 2.xyz").write_text(pathlib.Path(trajectory("xyz")).read_text())
    assert verdict("run 1,of 2.xyz")[::2] == (0, "PASS")


def an_export_of_the_file_has_the_trajectory():
    """Beside the point of md; a trajectory of another start is no record of this case."""
    assert run("run", "thrown.yaml", "-q", "--store", "export.sqlite").returncode == 0
    for words in ([], ["--set", "prepare.pair.speed=9"]):
        assert run("run", "thrown.yaml", "-q", "--store", "other.sqlite", "--output", "other", *words).returncode == 0
        path, = pathlib.Path("other/thrown").glob("*/trajectory.xyz")
        assert run("judge", "thrown.yaml", "--trajectory", str(path), "--store", "export.sqlite", *words).returncode in (0, 1)
        shutil.rmtree("other")
    rows = list(csv.DictReader(io.StringIO(run("export", "thrown.yaml", "-f", "csv", "--store", "export.sqlite").stdout)))
    assert sorted(row["engine"] for row in rows) == ["md", "trajectory"], rows
    assert run("export", "thrown.yaml", "-f", "csv", "--store", "export.sqlite", "--set", "prepare.pair.speed=9").stdout.count("trajectory") == 1


def what_it_does_not_tell_is_not_judged():
    write_case("pair_collision", "restitution")
    done = judge(trajectory("xyz"), "--all")
    assert done.returncode == 1, done.stdout  # no check is decided
    assert "NOT_APPLICABLE" in done.stdout and "lacks: events of contacts" in done.stdout, done.stdout
    write_case()


def the_start_is_the_first_frame():
    for suffix in ["xyz", "dump", *hdf5 * ["h5"]]:
        done = run("export", "thrown.yaml", "--format", "start", "-o", f"start.{suffix}")
        assert done.returncode == 0, done.stderr
        short = case.format(formats="xyz", measures="final_state", check="x.1").replace("time: 0.05, samples: 50",
                                                                                         "time: 1.0e-12, samples: 1")
        pathlib.Path("short.yaml").write_text(short)
        done = run("judge", "short.yaml", "--trajectory", f"start.{suffix}")
        assert done.returncode == 2 and "ends with frame 0" in done.stderr, done.stderr  # and frame 0 was accepted
    done = run("export", "pair-oblique", "--format", "start", "-o", "many.xyz")
    assert done.returncode == 2 and "found 6 points, allowed 1" in done.stderr, done.stderr
    done = run("export", "thrown.yaml", "--format", "start", "-o", "start.txt")
    assert done.returncode == 2 and "allowed a name that ends in" in done.stderr, done.stderr
    assert not pathlib.Path("many.xyz").exists() and not pathlib.Path("start.txt").exists()


def a_report_shows_its_verdicts_as_those_of_a_code():
    done = judge(trajectory("xyz"), "--format", "json")
    assert done.returncode == 0, done.stderr
    pathlib.Path("judged.json").write_text(done.stdout)
    alone = run("report", "thrown.yaml", "--store", "judged.sqlite", "-o", "page")
    assert alone.returncode == 2 and "--code" in alone.stderr and not pathlib.Path("page").exists(), alone.stderr
    done = run("report", "thrown.yaml", "--store", "run.sqlite", "--code", "judged.json", "-o", "page")
    assert done.returncode == 0, done.stderr
    assert "trajectory" in pathlib.Path("page/codes.html").read_text()


tests = [a_trajectory_gives_the_numbers_of_its_run, rows_may_have_any_order_and_more_frames_may_be_there,
         a_wrong_trajectory_fails, bodies_that_overlap_too_deep_are_a_failure_with_its_verdicts, bad_input_is_refused,
         frame_0_has_the_particles_of_the_start_and_so_have_the_others, a_species_of_the_case_is_compared, a_name_may_have_a_comma,
         an_export_of_the_file_has_the_trajectory, what_it_does_not_tell_is_not_judged, the_start_is_the_first_frame,
         a_report_shows_its_verdicts_as_those_of_a_code]
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    write_case()
    assert run("run", "thrown.yaml", "--store", "run.sqlite", "-q").returncode == 0
    failed = tap.run(tests)
sys.exit(failed)
