"""Every long command ends within a second of SIGINT or SIGTERM, with code 130 and a word on how to go on; it leaves no
half-written file, no process and no damaged store, and the same command then does its work.  Prints TAP.
usage: interrupt.py GRAVEL SOURCE"""
import os
import pathlib
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap  # noqa: E402

gravel = str(pathlib.Path(sys.argv[1]).resolve())
data = pathlib.Path(sys.argv[2]).resolve() / "tests/cli/data"
environment = {**os.environ, "NO_COLOR": "1"}
GO_ON = "the same command goes on"
WITHIN = 1.0  # [s]


def run(*arguments):
    return subprocess.run([gravel, *arguments], text=True, capture_output=True, timeout=60, check=False, env=environment)


def processes():
    """Those that were started in this folder."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and os.readlink(entry / "cwd") == os.getcwd() and int(entry.name) != os.getpid():
                found.append((entry / "cmdline").read_bytes())
        except OSError:
            continue  # it has ended, or is another user's
    return found


def interrupt(*arguments, when=None, by=signal.SIGINT, path=None):
    """Start the command, and signal it while it is busy: once `when()` holds, half a second after its start without."""
    started = time.monotonic()
    process = subprocess.Popen([gravel, *arguments], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               env={**environment, "PATH": path or environment["PATH"]})
    while time.monotonic() < started + 30.0 and not (when() if when else time.monotonic() > started + 0.5):
        time.sleep(0.002)
    assert process.poll() is None, f"{arguments}: ended by itself: {process.communicate()}"
    signalled = time.monotonic()
    process.send_signal(by)
    out, err = process.communicate(timeout=60)
    taken = time.monotonic() - signalled
    assert process.returncode == 130, (arguments, process.returncode, out, err)
    assert taken < WITHIN, (arguments, taken)
    assert GO_ON in out + err, (arguments, out, err)
    for _ in range(100):  # the kernel ends workers with their parent, but not at once
        if not processes():
            break
        time.sleep(0.01)
    assert processes() == [], (arguments, processes())
    print(f"# {' '.join(arguments)}: {taken:.3f} s")


class Locked:
    """Every reader and writer of the store waits: for ten seconds, then it fails."""

    def __init__(self, name):
        self.database = sqlite3.connect(name, isolation_level=None)

    def __enter__(self):
        self.database.execute("PRAGMA journal_mode = DELETE")
        self.database.execute("BEGIN EXCLUSIVE")

    def __exit__(self, *_):
        self.database.execute("ROLLBACK")
        self.database.close()


def running_points_are_stopped_and_finished_ones_kept():
    for command, by in (("run", signal.SIGINT), ("check", signal.SIGTERM)):
        store = f"{command}.sqlite"
        assert run("run", "impact.yaml", "--quiet", "--store", store).returncode == 0
        interrupt(command, "impact.yaml", "endless.yaml", "--store", store, "-j", "2", by=by)
        assert "2 records, 0 damaged" in run("doctor", "--store", store).stdout
        assert "2 points, 2 reused" in run("run", "impact.yaml", "--store", store).stdout


def a_run_that_waits_for_another_writer_is_stopped():
    assert run("run", "impact.yaml", "--quiet", "--store", "waits.sqlite").returncode == 0
    with Locked("waits.sqlite"):
        interrupt("run", "impact.yaml", "--store", "waits.sqlite", "--again")
    writer = sqlite3.connect("waits.sqlite", isolation_level=None)
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute("BEGIN IMMEDIATE")  # readers go on, and the run finds that both points are to be run and stored
    interrupt("run", "impact.yaml", "--store", "waits.sqlite", "--again")
    writer.execute("ROLLBACK")
    writer.close()
    assert "2 points, 2 done" in run("run", "impact.yaml", "--store", "waits.sqlite", "--again").stdout


def readers_of_a_store_are_stopped():
    for name in "a.sqlite", "b.sqlite":
        assert run("run", "impact.yaml", "--quiet", "--store", name).returncode == 0
    commands = [["doctor", "--store", "a.sqlite"], ["compare", "a.sqlite", "b.sqlite"],
                ["check", "impact.yaml", "--no-run", "--store", "a.sqlite"], ["show", "impact.yaml", "--store", "a.sqlite"],
                ["export", "impact", "-f", "csv", "--store", "a.sqlite", "-o", "a.csv"],
                ["report", "impact.yaml", "--store", "a.sqlite", "-o", "out"]]
    with Locked("a.sqlite"):
        for command in commands:
            interrupt(*command)
    for command in commands:
        assert run(*command).returncode == 0, command
    assert pathlib.Path("a.csv").exists() and pathlib.Path("out/index.html").exists()


def a_report_is_stopped_while_figures_are_drawn():
    os.mkdir("programs")
    program = pathlib.Path("programs/gnuplot")
    program.write_text("#!/bin/sh\ntouch drawing\nexec sleep 3\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    made = run("run", "drawn.yaml", "--quiet", "--store", "drawn.sqlite")
    assert made.returncode == 0, made.stderr
    report = ["report", "drawn.yaml", "--store", "drawn.sqlite", "-o", "drawn"]
    started = time.monotonic()
    process = subprocess.Popen([gravel, *report], stderr=subprocess.PIPE, text=True,
                               env={**environment, "PATH": f"{os.getcwd()}/programs:{environment['PATH']}"})
    while not list(pathlib.Path().rglob("drawing")):
        assert process.poll() is None and time.monotonic() < started + 30.0, process.stderr.read()
        time.sleep(0.01)
    signalled = time.monotonic()
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=60) == 130 and time.monotonic() - signalled < WITHIN
    assert not pathlib.Path("drawn/index.html").exists()
    assert run(*report).returncode == 0 and pathlib.Path("drawn/index.html").exists()


def an_export_of_frames_is_stopped_and_leaves_nothing():
    made = run("run", "frames.yaml", "--quiet", "--store", "frames.sqlite", "--output", "series")
    assert made.returncode == 0, made.stderr
    for name, suffix in ("xyz", ".xyz"), ("vtp", ""):
        target = f"frames{suffix}"
        export = ["export", "frames", "-f", name, "--store", "frames.sqlite", "--from", "series", "-o", target]
        interrupt(*export, when=lambda: list(pathlib.Path().glob("frames*.part*")))
        assert not list(pathlib.Path().glob("frames*.part*")) and not pathlib.Path(target).exists(), os.listdir()
    assert run("export", "frames", "-f", "xyz", "--store", "frames.sqlite", "--from", "series", "-o", "f.xyz").returncode == 0


def advice_and_benches_are_stopped():
    interrupt("advise", "endless.yaml", "--pilot", "30")
    interrupt("bench", "ed", "endure", "1e4", "0.3", "1e9")
    interrupt("bench", "column", by=signal.SIGTERM)


def an_ignored_signal_stays_ignored():
    """A job that a shell has put into the background."""
    process = subprocess.Popen([gravel, "bench", "column"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               env=environment, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    time.sleep(0.3)
    alive = process.poll() is None
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=10) == 130 and alive


tests = [running_points_are_stopped_and_finished_ones_kept, a_run_that_waits_for_another_writer_is_stopped,
         readers_of_a_store_are_stopped, a_report_is_stopped_while_figures_are_drawn,
         an_export_of_frames_is_stopped_and_leaves_nothing, advice_and_benches_are_stopped,
         an_ignored_signal_stays_ignored]
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    impact = (data / "impact.yaml").read_text()
    pathlib.Path("impact.yaml").write_text(impact)
    pathlib.Path("endless.yaml").write_text(
        impact.replace("name: impact", "name: endless").replace("dimension: 1\n", "dimension: 1\ngravity: [0, 0, -9.81]\n")
        .replace("time: 0.5, samples: 200, until: separated", "time: 1.0e6").replace("restitution: 0.9", "restitution: 1.0")
        .replace(", ed-column: {}", "").replace("effective_restitution", "energy_drift"))
    pathlib.Path("drawn.yaml").write_text(
        impact.replace("name: impact", "name: drawn") +
        "sweep: [{key: prepare.column.sigma, values: [5, 10, 20]}]\n"
        "figures: [{title: Nothing, caption: Nothing, x: {measure: prepare.column.sigma}, y: {measure: effective_restitution}}]\n")
    pathlib.Path("frames.yaml").write_text(
        impact.replace("name: impact", "name: frames").replace("until: separated", "until: time")
        .replace("samples: 200", "samples: 20").replace("md: {steps_per_contact: 100}, ", "") +
        "output: {every: 1.0e-5, formats: lammps-dump}\n")
    tap.run(tests)
