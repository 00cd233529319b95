"""No room at every write of run, report and export: a limit of the file size, moved through all sizes.
usage: full_disk.py GRAVEL [--tries N]

Try k of N has a limit of k/N of the largest file that the command writes.  The command says that it failed and leaves no file that only looks
whole; with room again it comes to its result."""
import os
import pathlib
import resource

from attack import NOT_TRIED, content, expect, main, remove, remove_store, tree

largest = {}


def limited(gravel, limit, *arguments):
    """Python ignores SIGXFSZ, and so does the child: writes beyond the limit fail as on a full disk."""
    return gravel(*arguments, restore_signals=False, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))


def told(done):
    expect(done.returncode in (1, 2), "exit", done.returncode, done.stdout, done.stderr)
    expect(done.stderr.startswith("gravel: ") or "\ngravel: " in done.stderr, "no message:", done.stderr)


def store(gravel):
    if not os.path.exists("whole"):
        gravel.clean("run", "case.yaml", "--quiet", "--store", "whole")
    return "whole"


def run(gravel, rng, _):
    reference = content(store(gravel))
    limit = rng.randrange(0, 2 * os.path.getsize("whole"))
    remove_store("small")
    done = limited(gravel, limit, "run", "case.yaml", "--quiet", "--store", "small", "-j", "1", "--checkpoint", "0.002")
    if done.returncode != 0:
        told(done)
        doctor = gravel("doctor", "--store", "small")
        expect(doctor.returncode == 0 or not os.path.exists("small") or os.path.getsize("small") == 0
               or "no such store" in doctor.stderr, limit, doctor)
    gravel.clean("run", "case.yaml", "--quiet", "--store", "small")
    expect(" 0 damaged" in gravel.clean("doctor", "--store", "small").stdout)
    expect(content("small") == reference, limit, "another result after a full disk")
    return "full" if done.returncode else NOT_TRIED + "had room"


def report(gravel, rng, _):
    command = ["report", "case.yaml", "--store", store(gravel), "-o"]
    if not os.path.exists("report"):
        gravel.clean(*command, "report")
        largest["report"] = max(len(data) for data in tree("report").values())
    limit = int(largest["report"] * rng.random() ** 3)
    remove("small")
    done = limited(gravel, limit, *command, "small")
    page = pathlib.Path("small/index.html")
    if done.returncode != 0:
        told(done)
        expect(not page.exists() or page.read_text().rstrip().endswith("</html>"), limit, "half a page")
    else:
        expect(sorted(tree("small")) == sorted(tree("report")), limit, "files are missing, exit 0")
    gravel.clean(*command, "small")
    expect(sorted(tree("small")) == sorted(tree("report")), limit, "other files")
    return "full" if done.returncode else NOT_TRIED + "had room"


def export(gravel, rng, k):
    if not os.path.exists("frames"):
        gravel.clean("run", "case.yaml", "--quiet", "--store", "frames-store", "--output", "frames")
    form, name = [("csv", "small.csv"), ("json", "small.json"), ("xyz", "small-xyz"), ("vtp", "small-vtp"),
                  ("lammps-dump", "small-dump")][k % 5]
    frames = [] if form in ("csv", "json") else ["--from", "frames"]
    command = ["export", "case.yaml", "--store", "frames-store", *frames, "--format", form, "-o"]
    whole, out = pathlib.Path("whole-" + name), pathlib.Path(name)
    if not whole.exists():
        gravel.clean(*command, whole)
    size = max(map(len, tree(whole).values())) if whole.is_dir() else whole.stat().st_size
    limit = rng.randrange(0, size)
    remove(name)
    done = limited(gravel, limit, *command, name)
    expect(done.returncode != 0, form, limit, "of", size, "bytes, exit 0")
    told(done)
    expect(not out.exists(), form, limit, "of", size, "bytes: half an export has the name of a whole one")
    gravel.clean(*command, name)
    expect(tree(out) == tree(whole) if whole.is_dir() else out.read_bytes() == whole.read_bytes(), form, "another export")
    return "full"


def standard_output(gravel, _rng, k):
    command = [["export", "case.yaml", "--format", "csv", "--store", store(gravel)], ["show", "case.yaml"], ["show", "--schema"], ["list"],
               ["doctor"], ["check", "case.yaml", "--no-run", "--store", store(gravel), "--format", "json"]][k % 6]
    process = gravel.start(*command, preexec_fn=lambda: os.dup2(os.open("/dev/full", os.O_WRONLY), 1))
    err = process.communicate(timeout=60)[1]
    expect(process.returncode == 1 and err.startswith("gravel: ") and "No space left on device" in err, command, process.returncode, err)
    return "full"


main([run, report, export, standard_output], 12)
