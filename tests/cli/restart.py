"""Checkpoints from outside: kill -9, damaged files, full disks, runs that are prolonged, and the trajectories that all of
them write.  Prints TAP.
usage: restart.py GRAVEL [--no-hdf5]"""
import os
import pathlib
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

gravel = str(pathlib.Path(sys.argv[1]).resolve())
case = """\
name: drum
family: tests
title: A small drum
asks: Nothing?
source: {key: S1, where: none}
dimension: 3
gravity: [0, 0, -9.81]
particles:
  - {name: light, count: 100, radius: 1.5e-3, density: 2500.0}
  - {name: heavy, count: 100, radius: 1.5e-3, density: 5000.0}
material: {law: linear, restitution: 0.64, contact_time: 3.0e-4, rotation: true, tangential_restitution: 0.8}
contacts:
  - {between: [light, heavy], restitution: 0.8}
walls:
  - name: drum
    shape: cylinder
    axis: [0, 1, 0]
    radius: 20.0e-3
    contact: {rule: restitution, restitution: 0.64, tangential_restitution: 0.2}
    rotation: {froude: 0.3, reference_radius: 20.0e-3, ramp: 0.1}
  - {name: back, shape: plane, origin: [0, 0, 0], axis: [0, 1, 0], contact: {rule: restitution, restitution: 0.64}}
  - {name: front, shape: plane, origin: [0, 9.6e-3, 0], axis: [0, -1, 0], contact: {rule: restitution, restitution: 0.64}}
thermostat: {strength: 1.0e-3, interval: 1.0e-3}
prepare: {drum: {}}
run: {time: 0.25, samples: 20, steady: true}
engines:
  md: {steps_per_contact: 25}
  ed: {tc: 1.0e-4}
measure: [bed, centrifuging, collision_rate, snapshot, wall_pressure, {fabric: {touch: 0.01}}]
"""
every = ["--checkpoint", "0.03", "-j", "1"]
formats = ["xyz", "vtp", "lammps-dump", "csv"] + ([] if "--no-hdf5" in sys.argv else ["h5md"])
output = "output: {every: 0.0065, fields: id species position velocity spin radius, formats: %s, contacts: true}\n"
longer = ["--set", "run.time=0.5", "--set", "run.samples=40"]


def start(store, *arguments, **how):
    """With an argument --output: case frames.yaml, which states what is written."""
    case_file = "frames.yaml" if "--output" in arguments else "case.yaml"
    return subprocess.Popen([gravel, "run", case_file, "--store", store, *every, *arguments], text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "NO_COLOR": "1"}, **how)


def run(store, *arguments):
    process = start(store, *arguments)
    out, err = process.communicate()
    return process.returncode, out, err


def finish(store, *arguments):
    code, out, err = run(store, *arguments)
    assert code == 0, (code, out, err)
    assert not pathlib.Path(store + ".states").exists() or "--keep-state" in arguments or "--continue" in arguments
    return err


def states(store):
    return sorted(pathlib.Path(store + ".states").glob("*.state"))


def stop_after_checkpoint(store, *arguments, **how):
    """Kill it when a new checkpoint has appeared, and a little later."""
    before = [(p.name, p.stat().st_mtime_ns) for p in states(store)]
    process = start(store, *arguments, **how)
    while process.poll() is None and [(p.name, p.stat().st_mtime_ns) for p in states(store)] in (before, []):
        time.sleep(0.005)
    time.sleep(random.uniform(0.0, 0.05))
    ended = process.poll() is not None
    process.kill()
    process.communicate()
    time.sleep(0.1)  # the workers die with their parent
    return not ended


def content(store):
    """All stored numbers; of a point all but its processor time, date and host."""
    with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as db:
        points = db.execute("SELECT key, case_name, engine, seed, status, message, parameters, simulated_seconds, steady,"
                            " transient FROM points ORDER BY key").fetchall()
        rest = [db.execute(f"SELECT * FROM {t} ORDER BY key, position").fetchall()
                for t in ("observables", "invariants", "counters", "tables")]
    assert points and all(rest)
    return [points, *rest]


def key_of(store, engine):
    with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as db:
        return db.execute("SELECT key FROM points WHERE engine = ?", (engine,)).fetchone()[0]


def stop_and_go_on(whole, killed, *arguments):
    """The store of a run that is killed up to four times is that of the whole one."""
    finish(whole, "--checkpoint", "0", *arguments)
    kills = 0
    while kills < 4 and stop_after_checkpoint(killed, *arguments) and states(killed):
        kills += 1
    assert kills >= 1, arguments
    if kills == 4:  # else it has come to its end before the next kill
        assert "goes on from t = " in finish(killed, *arguments)
    assert content(whole) == content(killed), arguments


def killed_runs_go_on_bit_for_bit():
    for engine in ("md", "ed"):
        stop_and_go_on("whole-" + engine, "killed-" + engine, "--engine", engine)


def killed_runs_of_a_biased_system_and_another_seed_go_on():
    other = ["--bias", "gravity=1.2", "--seed", "7", "--set", "run.steady=false", "--set", "run.discard=0.2"]
    for engine in ("md", "ed"):
        stop_and_go_on("other-" + engine, "other-killed-" + engine, "--engine", engine, *other)
        assert content("other-" + engine)[1] != content("whole-" + engine)[1], engine


def a_damaged_checkpoint_is_told_and_not_used():
    assert stop_after_checkpoint("damaged", "--engine", "md")
    (state,) = states("damaged")
    data = bytearray(state.read_bytes())
    data[len(data) // 2] ^= 1
    state.write_bytes(data)
    err = finish("damaged", "--engine", "md")
    assert "is not used: it is damaged" in err and "starts again" in err, err
    assert content("damaged") == content("whole-md")


def a_shorter_checkpoint_and_none_are_not_used():
    assert stop_after_checkpoint("shorter", "--engine", "md")
    (state,) = states("shorter")
    state.write_bytes(state.read_bytes()[:1000])
    assert "is not used: it is damaged" in finish("shorter", "--engine", "md")
    assert content("shorter") == content("whole-md")


def a_checkpoint_of_a_stored_point_is_removed():
    """A kill between the record and the removal of its checkpoint leaves one, which the same command takes away."""
    finish("stored", "-e", "ed")
    left = pathlib.Path("stored.states")
    left.mkdir()
    for suffix in (".state", ".state.new"):
        (left / (key_of("stored", "ed") + suffix)).write_bytes(b"left")
    finish("stored", "-e", "ed")
    assert not left.exists(), list(left.iterdir())


def a_full_disk_leaves_the_checkpoint_before():
    assert stop_after_checkpoint("full", "--engine", "md")
    (state,) = states("full")
    before = state.read_bytes()
    limit = len(before) // 2
    process = start("full", "--engine", "md", restore_signals=False,  # Python ignores SIGXFSZ
                    preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    err = line = process.stderr.readline()
    while line and "no checkpoint of point" not in line:
        line = process.stderr.readline()
        err += line
    process.kill()
    process.communicate()
    time.sleep(0.1)
    assert "no checkpoint of point" in err, err
    assert [p.name for p in pathlib.Path("full.states").iterdir()] == [state.name]
    assert state.read_bytes() == before
    finish("full", "--engine", "md")
    assert content("full") == content("whole-md")


def files(folder, key):
    """Name and content of every file that the point has written; instead of those of HDF5, their paths."""
    found = {path.name: path if path.suffix == ".h5" else path.read_bytes()
             for path in pathlib.Path(folder, "drum", key).iterdir()}
    assert ("trajectory.h5" in found) == ("h5md" in formats) and "trajectory.xyz" in found, found.keys()
    assert "contacts.csv" in found or "collisions.csv" in found
    return found


def same_files(one, other, n_frames):
    assert one.keys() == other.keys(), (one.keys(), other.keys())
    assert sum(name.endswith(".vtp") for name in one) == n_frames
    for name, content_of_one in one.items():
        if not name.endswith(".h5"):
            assert content_of_one == other[name], name
        elif shutil.which("h5diff"):
            result = subprocess.run(["h5diff", "-v", content_of_one, other[name]], text=True, capture_output=True, check=False)
            assert result.returncode == 0 and "position/value" in result.stdout, (name, result.stdout)
        else:
            print("# h5diff is not installed: H5MD files are not compared")


def killed_runs_have_the_frames_of_those_that_never_stopped():
    """A drum that is stopped in the middle: record and frames."""
    for engine in ("md", "ed"):
        whole, killed = ["--engine", engine, "--output", "whole"], ["--engine", engine, "--output", "killed"]
        finish("whole-frames", "--checkpoint", "0", *whole)
        kills = 0
        while kills < 6 and stop_after_checkpoint("killed-frames", *killed) and states("killed-frames"):
            kills += 1
        assert kills >= 1, engine
        err = finish("killed-frames", *killed)
        assert kills < 6 or "goes on from t = " in err, err
        key = key_of("whole-" + engine, engine)
        same_files(files("whole", key), files("killed", key), 39)
    assert content("whole-frames") == content("killed-frames")
    one = content("whole-frames")
    for engine in ("md", "ed"):
        assert content("whole-" + engine)[0][0] in one[0], engine


def a_trajectory_that_does_not_fit_is_told_and_written_again():
    """Without its file, with a shorter one, with a damaged one, and after a change of what is written."""
    key = key_of("whole-md", "md")
    folder = pathlib.Path("misfit/drum", key)
    for number, (name, change, reason) in enumerate((
            ("trajectory.xyz", lambda path: path.unlink(), "trajectory.xyz: No such file"),
            ("trajectory.csv", lambda path: os.truncate(path, 1000), "trajectory.csv: found 1000 bytes, allowed at least"),
            ("trajectory_000001.vtp", lambda path: path.unlink(), "trajectory_000001.vtp: No such file"),
            ("contacts.csv", lambda path: os.truncate(path, 10), "contacts.csv: found 10 bytes, allowed at least"),
            ("trajectory.h5", lambda path: os.truncate(path, 3000), "trajectory.h5: found no file with"),
            ("", None, "allowed the present output: every 0.005 s"))):
        if name.endswith(".h5") and "h5md" not in formats:
            continue
        store, arguments = f"misfit-{number}", ["--engine", "md", "--output", "misfit"]
        while not stop_after_checkpoint(store, *arguments) or not states(store) or (
                folder / "trajectory.pvd").read_text().count("DataSet") < 3:
            if not states(store):  # it has come to its end
                pathlib.Path(store).unlink(missing_ok=True)
        if change is not None:
            change(folder / name)
        else:
            pathlib.Path("frames.yaml").write_text(case + (output % " ".join(formats)).replace("0.0065", "0.005"))
        err = finish(store, *arguments)
        assert "is not used: " in err and reason in err and "starts again" in err, (reason, err)
        pathlib.Path("frames.yaml").write_text(case + output % " ".join(formats))
        assert content(store) == content("whole-md"), reason
        if change is not None:
            same_files(files("whole", key), files("misfit", key), 39)
        else:
            assert len(list(folder.glob("*.vtp"))) == 51


def a_finished_run_is_prolonged_with_its_frames():
    for engine in ("md", "ed"):
        arguments = ["--engine", engine, "--output", "prolonged"]
        finish("long-frames-" + engine, "--engine", engine, "--output", "long", *longer)
        finish("short-frames-" + engine, *arguments, "--keep-state")
        key = key_of("short-frames-" + engine, engine)
        before = files("prolonged", key)
        h5 = pathlib.Path("prolonged/drum", key, "trajectory.h5")
        before_h5 = h5.read_bytes() if h5.exists() else b""
        os.rename(f"short-frames-{engine}.states", f"prolonged-frames-{engine}.states")
        for wrong, reason in ((["--output", "elsewhere"], "elsewhere/drum/" + key + "/trajectory.xyz: No such file"),
                              (["--output", "prolonged", "--set", "run.samples=50"], "sample 1 is at")):
            code, out, err = run("prolonged-frames-" + engine, "--engine", engine, *longer, *wrong, "--continue", key)
            assert code == 2 and reason in err and err.count("\n") == 1, (wrong, code, out, err)
            assert not pathlib.Path("elsewhere").exists()
        # Killed in the middle, it goes on from its own checkpoint.
        stop_after_checkpoint("prolonged-frames-" + engine, *arguments, *longer, "--continue", key)
        finish("prolonged-frames-" + engine, *arguments, *longer, "--continue", key)
        assert content("prolonged-frames-" + engine) == content("long-frames-" + engine), engine
        longer_key = key_of("long-frames-" + engine, engine)
        same_files(files("long", longer_key), files("prolonged", longer_key), 77)
        assert files("prolonged", key) == before and (h5.read_bytes() if h5.exists() else b"") == before_h5


def a_finished_run_is_prolonged():
    for engine in ("md", "ed"):
        finish("long-" + engine, "--engine", engine, *longer)
        finish("short-" + engine, "--engine", engine, "--keep-state")
        key = key_of("short-" + engine, engine)
        os.rename("short-" + engine + ".states", "prolonged-" + engine + ".states")
        err = finish("prolonged-" + engine, *longer, "--continue", key)
        assert "goes on from t = 0.25 s of 0.5 s" in err, err
        assert content("prolonged-" + engine) == content("long-" + engine), engine


def what_cannot_be_prolonged_is_refused():
    key = key_of("short-md", "md")
    for arguments, reason in (
            (["--continue", "0123456789abcdef", *longer], "found no final state"),
            (["--continue", key, "--set", "run.time=0.5", "--set", "run.samples=50"], "sample 1 is at"),
            (["--continue", key, "--set", "run.time=0.125", "--set", "run.samples=10"], "needs more than run.samples"),
            (["--continue", key, "--set", "material.restitution=0.7", *longer], "parameters without the length"),
            (["--continue", key, "--engine", "ed", *longer], "parameters without the length"),
            (["--continue", key, "--output", "out", *longer], "its trajectory has no frame, allowed the present output")):
        code, out, err = run("prolonged-md", "--again", *arguments)
        assert code == 2 and reason in err and err.count("\n") == 1, (arguments, code, out, err)
    assert content("prolonged-md") == content("long-md")
    assert not pathlib.Path("out").exists()


def main():
    tests = [killed_runs_go_on_bit_for_bit, killed_runs_of_a_biased_system_and_another_seed_go_on, a_damaged_checkpoint_is_told_and_not_used,
             a_shorter_checkpoint_and_none_are_not_used, a_checkpoint_of_a_stored_point_is_removed, a_full_disk_leaves_the_checkpoint_before,
             a_finished_run_is_prolonged, what_cannot_be_prolonged_is_refused,
             killed_runs_have_the_frames_of_those_that_never_stopped,
             a_trajectory_that_does_not_fit_is_told_and_written_again, a_finished_run_is_prolonged_with_its_frames]
    failed = 0
    print(f"1..{len(tests)}")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        pathlib.Path("case.yaml").write_text(case, encoding="utf-8")
        pathlib.Path("frames.yaml").write_text(case + output % " ".join(formats), encoding="utf-8")
        for number, test in enumerate(tests, 1):
            try:
                test()
                print(f"ok {number} - {test.__name__}", flush=True)
            except Exception as error:  # pylint: disable=broad-except
                failed += 1
                print(f"not ok {number} - {test.__name__}: {error!r}", flush=True)
        os.chdir("/")
    sys.exit(failed != 0)


main()
