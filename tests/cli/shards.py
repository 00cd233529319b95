"""Shards of a run and what becomes of them: their points are the whole, once each; gravel merge and gravel plan.  Prints TAP.
usage: shards.py GRAVEL SOURCE

On a Slurm of its own: tests/long/slurm.py."""
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap  # noqa: E402
import same_records

gravel = str(pathlib.Path(sys.argv[1]).resolve())
data = pathlib.Path(sys.argv[2]).resolve() / "tests/cli/data"
CASES = ["pair-linear", "pair-sliding", "walls-table", "gas-ballistic", "detachment-time"]
sweep = """\
name: sweep
family: tests
title: Pairs
asks: Nothing?
source: {key: S3, where: none}
dimension: 1
particles: {count: 2, diameter: 1.0e-3, density: 2500.0}
material: {law: linear, restitution: 0.9, contact_time: 2.0e-5}
prepare: {pair: {speed: 0.2}}
run: {time: 1.0e-3, samples: 10}
engines: {ed: {}}
measure: [pair_collision]
sweep: [{key: prepare.pair.speed, linear: {from: 0.1, to: 0.2, count: 10}}, {key: material.restitution, linear: {from: 0.5, to: 0.9, count: 10}}]
"""
environment = {**os.environ, "NO_COLOR": "1"}
environment.pop("GRAVEL_STORE", None)


def start(*arguments):
    return subprocess.Popen([gravel, *map(str, arguments)], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)


def run(*arguments, code=0):
    process = start(*arguments)
    out, err = process.communicate(timeout=100)
    assert process.returncode == code, (arguments, process.returncode, out, err)
    return out + err


def refused(word, *arguments, code=2):
    text = run(*arguments, code=code)
    assert word in text and text.count("\n") <= 3, (word, text)


def shard(i, n, *more):
    return run("run", *CASES, "-q", "--shard", f"{i}/{n}", "--store", f"{i}-of-{n}.sqlite", *more)


def keys(store):
    return set(same_records.of(store))


def equal(a, b):
    found = same_records.difference(same_records.of(a), same_records.of(b))
    assert not found, (a, b, found)


def change(store, sql):
    """A record that says something else and has no checksum, as those of old versions; its store's log is written back."""
    with sqlite3.connect(store) as database:
        assert database.execute(sql).rowcount > 0, sql
        database.execute("UPDATE stored_points SET checksum = ''")
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()


def shards_are_the_whole_though_one_is_killed():
    for i in 1, 2:
        shard(i, 3)
    process = start("run", *CASES, "-q", "-j", "1", "--shard", "3/3", "--store", "3-of-3.sqlite")
    for _ in range(5000):
        time.sleep(0.002)
        try:
            if len(keys("3-of-3.sqlite")) > 2:
                break
        except sqlite3.Error: # it is being created
            continue
    process.kill()
    process.communicate()
    n = len(keys("3-of-3.sqlite"))
    again = shard(3, 3)
    reused, done = (int(re.search(rf"(\d+) {word}", again)[1]) for word in ("reused", "done"))
    assert n > 2 and reused >= n and done > 0, (n, again)
    print(f"# killed with {n} points, then: {again.splitlines()[-1]}")
    parts = [keys(f"{i}-of-3.sqlite") for i in (1, 2, 3)]
    assert sum(map(len, parts)) == len(set().union(*parts)) == len(keys("whole.sqlite"))
    run("merge", *(f"{i}-of-3.sqlite" for i in (1, 2, 3)), "-o", "merged.sqlite")
    equal("merged.sqlite", "whole.sqlite")
    a = run("check", *CASES, "--no-run", "--store", "merged.sqlite")
    assert a == run("check", *CASES, "--no-run", "--store", "whole.sqlite"), a


def merging_is_idempotent_and_in_any_order():
    """The very bytes of the file."""
    files = [f"{i}-of-3.sqlite" for i in (1, 2, 3)]
    merged = pathlib.Path("merged.sqlite").read_bytes()
    run("merge", *files[::-1], "-o", "a")
    run("merge", *files[:2], "-o", "part")
    run("merge", files[2], files[0], "part", "-o", "b")
    text = run("merge", *files, "merged.sqlite", "-o", "merged.sqlite")
    n = len(keys("whole.sqlite"))
    assert f"{n} records of 4 stores, {n} of them" in text, text
    for name in "a", "b", "merged.sqlite":
        assert pathlib.Path(name).read_bytes() == merged, name
    # What stands at the output is merged, too, and nothing of it is lost.
    shutil.copy(files[0], "c")
    run("merge", files[1], "-o", "c")
    assert keys("c") == keys(files[0]) | keys(files[1])
    assert "0 damaged" in run("doctor", "--store", "c") and not list(pathlib.Path().glob("c-*"))
    assert "reused" in run("run", CASES[0], "--store", "c")  # it is a store like others


def a_merge_shows_its_progress():
    n = 2 * len(keys("whole.sqlite"))
    assert f"{n}/{n} (100 %)" in run("merge", "whole.sqlite", "merged.sqlite", "-o", "told")
    assert "%" not in run("merge", "whole.sqlite", "merged.sqlite", "-o", "told", "--quiet")


def two_results_of_one_point_are_refused():
    shutil.copy("merged.sqlite", "other")
    change("other", "UPDATE stored_observables SET value = value * 1.0000000001 WHERE point = 7 AND position = 0")
    key, = sqlite3.connect("other").execute("SELECT key FROM stored_points WHERE id = 7").fetchone()
    before = pathlib.Path("a").read_bytes()
    for how in [], ["--any-version"]:
        refused(key, "merge", "merged.sqlite", "other", "-o", "a", *how)
        refused(key, "merge", "other", "-o", "a", *how)
        refused(key, "merge", "other", "merged.sqlite", "-o", "new", *how)
    assert pathlib.Path("a").read_bytes() == before and not list(pathlib.Path().glob("new*")), os.listdir()
    # A point that failed has no result: it gives way, whichever comes first.
    shutil.copy("merged.sqlite", "failed")
    change("failed", "UPDATE stored_points SET status = 'failed', message = 'out of time', started = '' WHERE id = 7")
    for order in ["failed", "merged.sqlite"], ["merged.sqlite", "failed"]:
        run("merge", *order, "-o", "mended")
        equal("mended", "whole.sqlite")
        os.remove("mended")


def other_versions_are_refused_unless_told():
    shutil.copy("merged.sqlite", "old")
    change("old", "UPDATE stored_points SET git_commit = '0123456789ab' WHERE id = 3")
    refused("0123456789ab", "merge", "merged.sqlite", "old", "-o", "d")
    assert not os.path.exists("d")
    run("merge", "merged.sqlite", "old", "-o", "d", "--any-version")
    assert keys("d") == keys("merged.sqlite")
    before = (data / "store-v1.sqlite").read_bytes()
    refused("schema version 1", "merge", data / "store-v1.sqlite", "-o", "e")
    assert not os.path.exists("e")
    assert "2 records" in run("merge", data / "store-v1.sqlite", "-o", "e", "--any-version")
    assert (data / "store-v1.sqlite").read_bytes() == before
    refused("schema version 77", "merge", "future", "-o", "f", "--any-version")


def what_cannot_be_merged_is_refused_and_nothing_is_written():
    before = sorted(os.listdir())
    shutil.copy("merged.sqlite", "hurt")
    with sqlite3.connect("hurt") as database:
        database.execute("UPDATE stored_observables SET value = value + 1 WHERE point = 5")
    refused("is damaged", "merge", "hurt", "-o", "g", code=1)
    os.remove("hurt")
    refused("no such store", "merge", "none", "-o", "g")
    refused("no gravel store", "merge", "sweep.yaml", "-o", "g")
    refused("no gravel store", "merge", "merged.sqlite", "-o", "sweep.yaml")
    refused("a folder or a device", "merge", "merged.sqlite", "-o", ".")
    refused("found no store", "merge", "-o", "g")
    refused("-o STORE", "merge", "merged.sqlite")
    assert sorted(os.listdir()) == before


def an_interrupted_merge_leaves_nothing():
    """20000 records without checksums, so that there is time."""
    shutil.copy("sweep.sqlite", "many")
    with sqlite3.connect("many") as database:
        columns = ", ".join(row[1] for row in database.execute("PRAGMA table_info(stored_points)"))[len("id, key, "):]
        database.execute("WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < 20000) INSERT INTO stored_points(key, "
                         f"{columns}) SELECT printf('%016x', k), {columns} FROM n, (SELECT * FROM stored_points LIMIT 1)")
        database.execute("UPDATE stored_points SET checksum = ''")
    before = pathlib.Path("a").read_bytes()
    for name, by in ("a", signal.SIGINT), ("fresh", signal.SIGTERM):
        process = start("merge", "many", "-o", name, "--any-version")
        for _ in range(500):
            time.sleep(0.01)
            if list(pathlib.Path().glob(f"{name}.part-*")):
                break
        time.sleep(0.2)
        signalled = time.monotonic()
        process.send_signal(by)
        process.communicate(timeout=20)
        assert process.returncode == 130 and time.monotonic() - signalled < 1.0, process.returncode
        assert not list(pathlib.Path().glob("*.part-*")), os.listdir()
    assert pathlib.Path("a").read_bytes() == before and not os.path.exists("fresh")


def what_is_written_during_a_merge_is_kept():
    """The store of the output has a run of its own while `many`, from the test above, is read."""
    run("run", "pair-linear", "-q", "--store", "busy")
    process = start("merge", "many", "-o", "busy", "--any-version")
    for _ in range(1000):
        time.sleep(0.002)
        if list(pathlib.Path().glob("busy.part-*")):
            break
    time.sleep(0.2)
    process.send_signal(signal.SIGSTOP)
    run("run", "pair-sliding", "-q", "--store", "busy")
    process.send_signal(signal.SIGCONT)
    _, err = process.communicate(timeout=100)
    assert process.returncode == 1 and "has written to this store while it was merged" in err, (process.returncode, err)
    again = run("run", "pair-linear", "pair-sliding", "-q", "--store", "busy")
    assert re.search(r"^(\d+) points, \1 reused", again, re.MULTILINE), again
    assert not list(pathlib.Path().glob("busy.part-*"))


def shards_have_equal_cost():
    """Costs that are told: one point as costly as all others together is alone."""
    run("run", "pair-linear", "-q", "--store", "costs")
    with sqlite3.connect("costs") as database:
        n, = database.execute("SELECT count(*) FROM stored_points").fetchone()
        database.execute("UPDATE stored_points SET cpu_seconds = 1.0")
        dear, = database.execute("SELECT key FROM stored_points WHERE id = 11").fetchone()
        database.execute("UPDATE stored_points SET cpu_seconds = ? WHERE id = 11", (n - 1.0,))
    table = run("plan", "pair-linear", "--costs", "costs", "--tasks", "2")
    assert f"2 tasks; the largest has {n - 1} points and 1 of the mean cost" in table, table
    sizes = {}
    for i in 1, 2:
        text = run("run", "pair-linear", "-q", "--shard", f"{i}/2", "--costs", "costs", "--store", f"cost{i}", "--time-limit", "100")
        sizes[i] = keys(f"cost{i}")
        assert f"shard {i}/2: {len(sizes[i])} of {n} points" in text, text
    assert {dear} in sizes.values() and len(sizes[1] | sizes[2]) == n


def a_sweep_takes_less_than_2_kB_a_point():
    """An executed sweep; a big one takes half of that."""
    n = len(keys("sweep.sqlite"))
    run("merge", "sweep.sqlite", "-o", "small")
    size = os.path.getsize("small") / n
    print(f"# {n} points, {size:.0f} bytes a point")
    assert n == 100 and size < 2000


def the_script_for_slurm_runs_a_shard():
    """By the shell, with a task's number; tests/long/slurm.py has the array."""
    text = run("plan", "sweep.yaml", "--slurm", "--tasks", "5", "--costs", "sweep.sqlite", "-j", "2", "--store", "it's/all.sqlite",
               "--set", "run.samples=10")
    for line in "--array=1-5", "--cpus-per-task=2", "--time=00:02:00", "--mem=":
        assert f"#SBATCH {line}" in text, (line, text)
    pathlib.Path("script").write_text(text)
    os.makedirs("programs", exist_ok=True)
    if not os.path.exists("programs/gravel"):
        os.symlink(gravel, "programs/gravel")
    n = 0
    for task in "1", "4":
        done = subprocess.run(["bash", "script"], text=True, capture_output=True,
                              env={**environment, "PATH": f"{os.getcwd()}/programs:{os.environ['PATH']}", "SLURM_ARRAY_TASK_ID": task})
        found = re.search(rf"shard {task}/5: (\d+) of 100 points", done.stdout)
        assert done.returncode == 0 and found, done
        n += int(found[1])
    assert len(keys("it's/all.sqlite.shards/1-of-5.sqlite") | keys("it's/all.sqlite.shards/4-of-5.sqlite")) == n > 20
    unknown = run("plan", "sweep.yaml", "--slurm")
    assert "--array=1-1\n" in unknown and "--time=24:00:00" in unknown and "the cost of 100 is not known" in unknown, unknown


def lines(language):
    """A block of the manual's page on clusters."""
    text = (data.parents[2] / "reports/manual/clusters.md").read_text()
    return re.search(rf"^```{language}\n(.*?)^```", text, re.M | re.S)[1]


def by_another_program(program, write, *command):
    """Four shards of two cases by a line of the manual; the merged store is that of the cases here."""
    if shutil.which(program) is None:
        return f"needs {program}"
    os.makedirs(program)
    pathlib.Path(program, write[0]).write_text(write[1])
    done = subprocess.run([program, *command] if write[0] != "script" else ["sh", "-eu", "script"], cwd=program, text=True, capture_output=True,
                          env={**environment, "PATH": f"{os.getcwd()}/programs:{os.environ['PATH']}", "HOME": os.getcwd()})
    assert done.returncode == 0, done
    whole = {key: rows for key, rows in same_records.of("whole.sqlite").items() if "'case_name': 'pair-" in rows[0][1]}
    found = same_records.difference(whole, same_records.of(f"{program}/all.sqlite"))
    assert len(whole) > 50 and not found, found
    return ""


def the_line_for_gnu_parallel_runs():
    return by_another_program("parallel", ("script", lines("sh")))


def the_rules_for_snakemake_run():
    return by_another_program("snakemake", ("Snakefile", lines("snakemake")), "--cores", "2", "--quiet")


def wrong_shards_are_refused():
    for text in "0/3", "4/3", "1/0", "1/1001", "1", "a/b", "1/3x", "-1/3", "1/3/3", "+1/3", "":
        refused("--shard", "run", "sweep.yaml", "--shard", text, "--store", "none")
    refused("101 shards of 100 points", "run", "sweep.yaml", "--shard", "101/101", "--store", "none")
    refused("--costs: found without --shard", "run", "sweep.yaml", "--costs", "costs", "--store", "none")
    refused("no such store", "run", "sweep.yaml", "--shard", "1/2", "--costs", "nothing", "--store", "none")
    refused("--tasks", "plan", "sweep.yaml", "--tasks", "0")
    refused("101 shards", "plan", "sweep.yaml", "--tasks", "101")
    refused("which case", "plan")
    assert not os.path.exists("none")


tests = [shards_are_the_whole_though_one_is_killed, merging_is_idempotent_and_in_any_order, two_results_of_one_point_are_refused,
         a_merge_shows_its_progress, other_versions_are_refused_unless_told, what_cannot_be_merged_is_refused_and_nothing_is_written,
         an_interrupted_merge_leaves_nothing, what_is_written_during_a_merge_is_kept, shards_have_equal_cost, a_sweep_takes_less_than_2_kB_a_point,
         the_script_for_slurm_runs_a_shard, the_line_for_gnu_parallel_runs, the_rules_for_snakemake_run,
         wrong_shards_are_refused]
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    pathlib.Path("sweep.yaml").write_text(sweep)
    run("run", "sweep.yaml", "-q", "--store", "sweep.sqlite")
    run("run", *CASES, "-q", "--store", "whole.sqlite")
    shutil.copy("sweep.sqlite", "future")
    with sqlite3.connect("future") as future:
        future.execute("PRAGMA user_version = 77")
    future.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    future.close()
    tap.run(tests)
