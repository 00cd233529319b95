"""kill -9 of run, report, export and merge at random moments.  usage: kills.py GRAVEL [--tries N]

The moment is drawn from the time that the whole command takes.  Afterwards no command has more than whole files, the
store is whole, and the same command comes to the result of one that was never stopped."""
import collections
import os
import pathlib
import shutil
import signal
import time

from attack import NOT_TRIED, content, expect, main, remove, remove_store, tree

measured = collections.defaultdict(list)


def whole_store(gravel):
    if not os.path.exists("whole"):
        gravel.clean("run", "case.yaml", "--quiet", "--store", "whole")
    return "whole"


def seconds(gravel, name, *arguments):
    """How long the command takes when nothing stops it: the shortest of three, as other programs may run beside it."""
    while len(measured[name]) < 3:
        remove(arguments[-1])
        began = time.monotonic()
        gravel.clean(*arguments)
        measured[name].append(time.monotonic() - began)
    return min(measured[name])


def kill(gravel, moment, *arguments):
    """Start it in a process group of its own and kill all of that; whether it was still there."""
    process = gravel.start(*arguments, start_new_session=True)
    time.sleep(moment)
    running = process.poll() is None
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.communicate()
    return running


def run(gravel, rng, _):
    reference = content(whole_store(gravel))
    jobs = str(rng.randint(1, 3))
    remove_store("killed")
    lasts = seconds(gravel, "run", "run", "case.yaml", "--quiet", "--store", "timed")
    killed = kill(gravel, rng.uniform(0.0, lasts), "run", "case.yaml", "--store", "killed", "-j", jobs, "--checkpoint", "0.002")
    doctor = gravel("doctor", "--store", "killed")
    expect(doctor.returncode == 0 or not os.path.exists("killed") or os.path.getsize("killed") == 0
           or "no such store" in doctor.stderr, doctor)
    gravel.clean("run", "case.yaml", "--quiet", "--store", "killed")
    expect(" 0 damaged" in gravel.clean("doctor", "--store", "killed").stdout)
    expect(content("killed") == reference, "another result after a kill")
    expect(not os.path.exists("killed.states"), "checkpoints are left", os.path.exists("killed.states"))
    return "killed" if killed else NOT_TRIED + "ended before"


def report(gravel, rng, _):
    command = ["report", "case.yaml", "--store", whole_store(gravel), "-o"]
    lasts = seconds(gravel, command[0], *command, "timed")
    remove("killed")
    killed = kill(gravel, rng.uniform(0.0, lasts), *command, "killed")
    page = pathlib.Path("killed/index.html")
    expect(not page.exists() or page.read_text().rstrip().endswith("</html>"), "half a page")
    gravel.clean(*command, "killed")
    expect(page.read_text().rstrip().endswith("</html>"))
    expect(sorted(tree("killed")) == sorted(tree("timed")), "other files", set(tree("killed")) ^ set(tree("timed")))
    return "killed" if killed else NOT_TRIED + "ended before"


def export(gravel, rng, k):
    if not os.path.exists("frames"):
        gravel.clean("run", "case.yaml", "--quiet", "--store", "frames-store", "--output", "frames")
    form, name = [("csv", "out.csv"), ("json", "out.json"), ("xyz", "out-xyz"), ("vtp", "out-vtp"),
                  ("lammps-dump", "out-dump")][k % 5]
    frames = [] if form in ("csv", "json") else ["--from", "frames"]
    command = ["export", "case.yaml", "--store", "frames-store", *frames, "--format", form, "-o"]
    whole = pathlib.Path("whole-" + name)
    if not whole.exists():
        gravel.clean(*command, whole)
    lasts = seconds(gravel, form, *command, "timed-" + name)
    remove(name)
    killed = kill(gravel, rng.uniform(0.0, lasts), *command, name)
    out = pathlib.Path(name)
    if whole.is_dir():
        expect(not out.exists() or tree(out) == tree(whole), form, "half a folder has the name of a whole one")
    else:
        expect(not out.exists() or out.read_bytes() == whole.read_bytes(), form, "half a file has the name of a whole one")
    remove(name)
    gravel.clean(*command, name)
    expect(tree(out) == tree(whole) if whole.is_dir() else out.read_bytes() == whole.read_bytes(), form, "another export")
    return "killed" if killed else NOT_TRIED + "ended before"


def merge(gravel, rng, _):
    """A store and two shards become one: until then the store is what it was."""
    parts = ["half-1", "half-2"]
    if not os.path.exists("many"):
        command = ["run", "case.yaml", "--quiet", "-e", "ed-column", "--seeds", "20", "--store"]
        gravel.clean(*command, "many")
        for k, part in enumerate(parts, 1):
            gravel.clean(*command, part, "--shard", f"{k}/2")
        shutil.copy(parts[0], "old")
        gravel.clean("merge", *parts, "-o", "timed")
        expect(content("timed") == content("many"))
    command = ["merge", "--quiet", *parts, "-o"]
    lasts = seconds(gravel, command[0], *command, "timed")
    remove_store("killed")
    shutil.copy("old", "killed")
    killed = kill(gravel, rng.uniform(0.0, lasts), *command, "killed")
    expect(" 0 damaged" in gravel.clean("doctor", "--store", "killed").stdout)
    expect(content("killed") in (content("old"), content("many")), "neither the old store nor the merged one")
    gravel.clean(*command, "killed")
    expect(content("killed") == content("many"), "another store after a kill")
    return "killed" if killed else NOT_TRIED + "ended before"


main([run, report, export, merge], 6)
