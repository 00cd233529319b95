"""gravel run, resume and export, from outside: exit codes, messages, formats. Prints TAP.
usage: run_export.py GRAVEL"""
import csv
import io
import json
import math
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap  # noqa: E402

gravel = str(pathlib.Path(sys.argv[1]).resolve())
case = """\
name: impact
family: tests
title: Beads on a floor
asks: Nothing?
source: {key: S3, where: none}
dimension: 1
particles: {count: 5, diameter: 1.0e-3, density: 2500.0}
material: {law: linear, restitution: 0.9, contact_time: 2.0e-5}
walls: [{name: floor, shape: plane, contact: {rule: same-force-constants}}]
prepare: {column: {sigma: 10.0, velocity: -0.2}}
run: {time: 0.5, samples: 200, until: separated}
engines: {md: {steps_per_contact: 100}, ed-column: {}}
measure: [effective_restitution, snapshot]
sweep: [{key: prepare.column.sigma, values: [10, 100]}]
"""


def run(*arguments, **environment):
    return subprocess.run([gravel, *arguments], text=True, capture_output=True,
                          env={**os.environ, "NO_COLOR": "1", **environment}, check=False)


def first_run_computes_and_second_reuses():
    first, second = run("run", "case.yaml"), run("run", "case.yaml")
    assert first.returncode == 0 and second.returncode == 0, first.stderr + second.stderr
    assert "4 points, 4 done" in first.stdout and "4 points, 4 reused" in second.stdout
    assert pathlib.Path("results/gravel.sqlite").exists()
    again = run("run", "case.yaml", "--again", "--engine", "md", "-j", "2")
    assert "2 points, 2 done" in again.stdout, again.stdout


def what_selects_no_point_is_no_success():
    for command in ("run", "check"):
        for engines, word in (("", "found nothing"), ("ed", "found ed"), ("md,steam", "steam")):
            result = run(command, "case.yaml", "--engine", engines, "--store", "none.sqlite")
            assert result.returncode == 2 and "--engine" in result.stderr and word in result.stderr, result


def many_workers_are_as_good_as_few():
    result = run("run", "case.yaml", "-j", "100000", "--store", "many.sqlite")
    assert result.returncode == 0 and "4 points, 4 done" in result.stdout, result


def set_changes_the_points():
    result = run("run", "case.yaml", "--set", "material.restitution=0.8", "--engine", "ed-column")
    assert "2 points, 2 done" in result.stdout, result.stdout + result.stderr


def seeds_replace_the_replicates():
    result = run("run", "case.yaml", "--seeds", "3", "--engine", "ed-column", "--store", "seeds.sqlite")
    assert "6 points, 6 done" in result.stdout, result.stdout + result.stderr


def a_seed_is_another_set_of_runs_in_the_same_store():
    for seed, said in ("0", "4 points, 4 reused"), ("2", "4 points, 4 done"), ("2", "4 points, 4 reused"):
        result = run("run", "case.yaml", "--seed", seed)
        assert said in result.stdout, result.stdout + result.stderr
    for bad in "-1", "0.5", "x", "99999999999999999":
        result = run("run", "case.yaml", "--seed", bad)
        assert result.returncode == 2 and "allowed is an integer from 0 to 2^53" in result.stderr, result.stderr


def a_bias_is_the_engines_alone_and_a_point_of_its_own():
    def heights(*arguments):
        assert run("run", "case.yaml", "--store", "bias.sqlite", "--engine", "md", *arguments).returncode == 0
        out = run("export", "impact", "--store", "bias.sqlite", "--format", "csv").stdout
        return sorted(row["effective_restitution [1]"] for row in csv.DictReader(io.StringIO(out)))

    plain, both = heights(), heights("--bias", "restitution=0.95")
    assert len(plain) == 2 and len(both) == 4 and len(set(both)) == 4, (plain, both)
    for bad, said in ("nothing=1.1", "NAME one of: restitution"), ("gravity=2", "a factor between 0 and 2"), ("gravity", "factor"):
        result = run("run", "case.yaml", "--bias", bad)
        assert result.returncode == 2 and said in result.stderr, result.stderr
    result = run("run", "case.yaml", "--bias", "friction=0.9", "--store", "bias.sqlite")
    assert "4 not applicable" in result.stdout, result.stdout


def every_vector_width_gives_the_same_bits():
    def numbers(**environment):
        store = environment.get("GRAVEL_SIMD", "default") + ".sqlite"
        done = run("run", "gas-soft", "--engine", "md", "--store", store, **environment)
        assert done.returncode == 0, done.stderr
        records = json.loads(run("export", "gas-soft", "--store", store, "--format", "json").stdout)
        assert len(records) > 1
        return [(r["key"], r["observables"], r["invariants"]) for r in records]

    expected = numbers()
    for word in "plain", "avx2", "avx512":
        done = run("doctor", GRAVEL_SIMD=word)
        if done.returncode == 2 and "this processor has" in done.stderr:
            print(f"# {word}: not on this processor")
        else:
            assert numbers(GRAVEL_SIMD=word) == expected, word
    for word in "sse", "AVX2", "avx":
        refused = run("run", "gas-soft", GRAVEL_SIMD=word)
        assert refused.returncode == 2 and "allowed is one of: avx512, avx2, plain" in refused.stderr, refused.stderr


def a_plan_of_too_many_points_is_refused_before_anything_runs():
    many = pathlib.Path("case.yaml").read_text().replace("values: [10, 100]", "values: [1, 2, 3, 4, 5, 6]")
    pathlib.Path("many.yaml").write_text(many + "replicates: 10000\n")
    for words in ["run"], ["check"], ["show"], ["report"], ["export", "-f", "csv"]:
        result = run(*words, "many.yaml", "--store", "none.sqlite")
        assert result.returncode == 2 and "a plan of 120000 points, allowed: 100000; --max-points 120000" in result.stderr, result
    assert not pathlib.Path("none.sqlite").exists()
    for most, code in ("3", 2), ("4", 0):
        result = run("run", "case.yaml", "--max-points", most, "--store", "few.sqlite")
        assert result.returncode == code and pathlib.Path("few.sqlite").exists() == (code == 0), result
    for most, code in ("3", 2), ("4", 0):
        result = run("export", "case.yaml", "-f", "csv", "--max-points", most, "--store", "few.sqlite")
        assert result.returncode == code and ("--max-points 4" in result.stderr) == (code == 2), result


def a_memory_limit_fails_the_point_that_is_named_and_keeps_the_store():
    if b"__asan_init" in pathlib.Path(gravel).read_bytes():
        return print("# not with AddressSanitizer, which reserves more than any limit")
    hungry = pathlib.Path("case.yaml").read_text().replace("samples: 200, until: separated", "samples: 120000")
    pathlib.Path("hungry.yaml").write_text(hungry.replace("[effective_restitution, snapshot]", "[trajectory]"))
    arguments = ["run", "case.yaml", "hungry.yaml", "-e", "ed-column", "--store", "limit.sqlite"]
    result = run(*arguments, "--memory-limit", "0.015")
    assert result.returncode == 1 and "4 points, 2 done, 2 failed" in result.stdout, result
    lines = [line for line in result.stderr.splitlines() if "memory limit of 0.015 GB" in line]
    records = json.loads(run("export", "impact", "-f", "json", "--store", "limit.sqlite").stdout)
    bad = {r["key"] for r in records if r["status"] == "failed"}
    assert len(lines) == len(bad) == 2 and all(any(key in line for line in lines) for key in bad), result.stderr
    assert run("doctor", "--store", "limit.sqlite").returncode == 0
    result = run("check", *arguments[1:3], "-e", "ed-column", "--store", "judged.sqlite", "--memory-limit", "0.015")
    assert "memory limit of 0.015 GB" in result.stderr and result.returncode == 1, result
    result = run(*arguments, "--memory-limit", "2")
    assert result.returncode == 0 and "2 done, 2 reused" in result.stdout, result
    assert run("run", "case.yaml", "--memory-limit", "none").returncode == 2


def a_time_limit_fails_the_point_of_run_and_check():
    endless = pathlib.Path("case.yaml").read_text().replace("time: 0.5, samples: 200, until: separated", "time: 1000.0")
    endless = endless.replace("dimension: 1", "dimension: 1\ngravity: [0, 0, -9.81]")
    pathlib.Path("endless.yaml").write_text(endless.replace("[effective_restitution, snapshot]", "[snapshot]").replace("values: [10, 100]", "values: [10]"))
    for command in "run", "check":
        result = run(command, "endless.yaml", "-e", "md", "--store", f"{command}.sqlite", "--time-limit", "0.1")
        assert result.returncode == 1 and "failed: stopped at the limit of 0.1 s of CPU time" in result.stderr, result
        for wrong in "0", "-1", "none":
            assert run(command, "endless.yaml", "--time-limit", wrong).returncode == 2, wrong
        assert run("doctor", "--store", f"{command}.sqlite").returncode == 0


def quiet_is_quiet_and_plain_lines_have_no_escapes():
    loud = run("run", "case.yaml", "--store", "p1.sqlite")
    quiet = run("run", "case.yaml", "--store", "p2.sqlite", "--quiet")
    assert "4/4" in loud.stderr and "\033" not in loud.stderr and "\r" not in loud.stderr
    assert quiet.stderr == ""


def wrong_use_is_exit_2_with_a_message():
    pathlib.Path("notes.txt").write_text("my thesis, long before any store\n" * 10)
    for arguments in (["run"], ["run", "no-such-case"], ["run", "case.yaml", "-j", "0"],
                      ["run", "case.yaml", "--tier", "medium"], ["run", "case.yaml", "--engine", "warp"],
                      ["run", "case.yaml", "--set", "material.restitutoin=1"],
                      ["run", "case.yaml", "--set", "material.restitution=7"],
                      ["run", "case.yaml", "--store", "notes.txt"],
                      ["export", "impact"], ["export", "impact", "-f", "tiff"], ["export", "nothing", "-f", "csv"]):
        result = run(*arguments)
        assert result.returncode == 2 and result.stderr, f"{arguments}: {result.returncode} {result.stderr}"
    assert pathlib.Path("notes.txt").read_text().startswith("my thesis")


def broken_points_are_exit_1_also_when_reused():
    arguments = ["run", "case.yaml", "--set", "engines.md.steps_per_contact=5", "--engine", "md", "--store", "bad.sqlite"]
    for word in ("broken", "reused"):
        result = run(*arguments)
        assert result.returncode == 1 and word in result.stdout, result.stdout + result.stderr


def csv_has_a_row_a_point_and_the_parameters_that_vary():
    result = run("export", "impact", "--format", "csv", "--store", "p1.sqlite")
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert len(rows) == 4, result.stderr
    assert {float(row["prepare.column.sigma"]) for row in rows} == {10, 100}
    assert "particles.count" not in rows[0]
    for row in rows:
        assert 0.5 < float(row["effective_restitution [1]"]) < 0.8
        assert row["status"] == "done" and float(row["effective_restitution_err [1]"]) >= 0


def json_is_the_full_record():
    records = json.loads(run("export", "impact", "--format", "json", "--store", "p1.sqlite").stdout)
    assert len(records) == 4
    for record in records:
        assert record["parameters"]["particles.count"] == {"type": "int", "value": 5}
        names = {i["name"] for i in record["invariants"]}
        assert {"energy", "finite", "overlap", "inside walls", "separated"} <= names
        assert all(i["ok"] for i in record["invariants"])


def snapshots_of_several_points_go_into_a_folder():
    result = run("export", "impact", "-f", "xyz", "-o", "snapshots", "--store", "p1.sqlite")
    assert result.returncode == 0, result.stderr
    files = sorted(pathlib.Path("snapshots").iterdir())
    assert len(files) == 4 and all(f.suffix == ".xyz" for f in files), files
    for file in files:
        lines = file.read_text().splitlines()
        assert len(lines) == 5 + 2 and lines[0] == "5"
        assert lines[1].startswith("Properties=species:S:1:pos:R:3:radius:R:1 "), lines[1]
        assert all(len(line.split()) == 5 and line.split()[0] == "grain" for line in lines[2:])
        assert all(math.isfinite(float(word)) for line in lines[2:] for word in line.split()[1:])
    again = run("export", "impact", "-f", "xyz", "-o", "snapshots", "--store", "p1.sqlite")
    assert again.returncode == 2 and "allowed a new name" in again.stderr, again.stderr


def h5md_is_written_or_refused_clearly():
    result = run("export", "impact", "-f", "h5md", "-o", "h5md", "--store", "p1.sqlite")
    if result.returncode == 0:
        assert all(f.read_bytes()[:4] == b"\x89HDF" for f in pathlib.Path("h5md").iterdir())
    else:
        assert "HDF5" in result.stderr
    assert run("export", "impact", "-f", "h5md", "--store", "p1.sqlite").returncode == 2


def export_replaces_files_and_nothing_else():
    os.mkfifo("fifo")
    os.mkdir("folder")
    for target in "fifo", "folder":
        for form in "csv", "json", "xyz":
            result = run("export", "impact", "-f", form, "-o", target, "--store", "p1.sqlite")
            assert result.returncode == 2 and f"{target}: found a" in result.stderr, result
    assert pathlib.Path("fifo").is_fifo() and os.listdir("folder") == []
    pathlib.Path("old.csv").write_text("old")
    assert run("export", "impact", "-f", "csv", "-o", "old.csv", "--store", "p1.sqlite").returncode == 0
    assert pathlib.Path("old.csv").read_text().startswith("key,")
    assert not list(pathlib.Path().glob("*.part*"))


def export_does_not_replace_what_it_reads():
    assert run("run", "case.yaml", "-q", "--store", "read.sqlite").returncode == 0
    os.link("read.sqlite", "same.sqlite")
    for output, what in (("read.sqlite", "store"), ("./same.sqlite", "store"), ("case.yaml", "case file")):
        before = pathlib.Path(output).read_bytes()
        result = run("export", "case.yaml", "-f", "csv", "--store", "read.sqlite", "-o", output)
        assert result.returncode == 2 and f"--output: found {output}, which is the {what} that is read" in result.stderr, result
        assert pathlib.Path(output).read_bytes() == before
    assert run("export", "case.yaml", "-f", "csv", "--store", "read.sqlite", "-o", "read.csv").returncode == 0


def export_takes_a_file_as_run_does():
    one = ["case.yaml", "--store", "p1.sqlite", "-f", "csv"]
    rows = list(csv.DictReader(io.StringIO(run("export", *one).stdout)))
    assert len(rows) == 4
    run("run", "case.yaml", "--set", "material.restitution=0.8", "--engine", "ed-column", "--store", "p1.sqlite")
    assert len(run("export", *one).stdout.splitlines()) == 1 + 4  # the points of the file as it stands
    assert len(run("export", "impact", *one[1:]).stdout.splitlines()) == 1 + 6
    changed = json.loads(run("export", "case.yaml", "--set", "material.restitution=0.8", *one[1:-1], "json").stdout)
    assert len(changed) == 2 and {r["parameters"]["material.restitution"]["value"] for r in changed} == {0.8}, changed


def export_without_frames_is_exit_2_and_writes_nothing():
    pathlib.Path("bare.yaml").write_text(case.replace(", snapshot", "").replace("name: impact", "name: bare"))
    assert run("run", "bare.yaml", "--store", "bare.sqlite").returncode == 0
    for format in ("xyz", "h5md", "vtp", "lammps-dump"):
        result = run("export", "bare.yaml", "-f", format, "-o", "nothing", "--store", "bare.sqlite")
        assert result.returncode == 2 and "found no frame of 4 points" in result.stderr, result.stderr
    assert not list(pathlib.Path().glob("nothing*"))


def export_is_complete_or_not_there():
    pathlib.Path("old.csv").write_text("old")
    result = run("export", "impact", "-f", "csv", "-o", "old.csv", "--store", "p1.sqlite")
    assert result.returncode == 0 and pathlib.Path("old.csv").read_text().startswith("key,case,engine")
    result = run("export", "impact", "-f", "csv", "-o", "no/such/folder.csv", "--store", "p1.sqlite")
    assert result.returncode == 1 and "no/such/folder.csv" in result.stderr, result.stderr
    assert not list(pathlib.Path().rglob("*.part"))


def an_interrupted_check_stops_and_goes_on_later():
    sweep = "values: [" + ", ".join(str(10 + k) for k in range(100)) + "]"
    slow = case.replace("steps_per_contact: 100", "steps_per_contact: 2000")  # so that the signal comes before the last point
    for name in ("first", "second"):
        pathlib.Path(name + ".yaml").write_text(slow.replace("values: [10, 100]", sweep).replace("name: impact", "name: " + name))
    command = ["check", "first.yaml", "second.yaml", "--store", "long.sqlite", "-j", "1"]
    going = subprocess.Popen([gravel, *command], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while "/400" not in going.stderr.readline():  # points of both cases together
        assert going.poll() is None, "no progress was told"
    going.send_signal(signal.SIGINT)
    out, err = going.communicate(timeout=60)
    assert going.returncode == 130 and out == "" and "interrupted with" in err and "the same command goes on" in err, out + err
    n = int(err.split("interrupted with ")[1].split()[0])
    assert 0 < n < 400, n
    rest = run("run", *command[1:])
    assert f"400 points, {400 - n} done, {n} reused" in rest.stdout, rest.stdout


tests = [first_run_computes_and_second_reuses, set_changes_the_points, what_selects_no_point_is_no_success,
         many_workers_are_as_good_as_few, seeds_replace_the_replicates,
         a_seed_is_another_set_of_runs_in_the_same_store, a_bias_is_the_engines_alone_and_a_point_of_its_own,
         every_vector_width_gives_the_same_bits,
         quiet_is_quiet_and_plain_lines_have_no_escapes, wrong_use_is_exit_2_with_a_message,
         broken_points_are_exit_1_also_when_reused, csv_has_a_row_a_point_and_the_parameters_that_vary,
         export_replaces_files_and_nothing_else, a_plan_of_too_many_points_is_refused_before_anything_runs,
         a_memory_limit_fails_the_point_that_is_named_and_keeps_the_store, a_time_limit_fails_the_point_of_run_and_check,
         json_is_the_full_record, snapshots_of_several_points_go_into_a_folder, h5md_is_written_or_refused_clearly,
         export_does_not_replace_what_it_reads, export_takes_a_file_as_run_does, export_without_frames_is_exit_2_and_writes_nothing,
         export_is_complete_or_not_there, an_interrupted_check_stops_and_goes_on_later]
os.environ.pop("GRAVEL_STORE", None)
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    pathlib.Path("case.yaml").write_text(case)
    tap.run(tests)
    os.chdir("/")
