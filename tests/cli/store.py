"""Stores that are damaged, old, foreign, unreadable or in a read-only folder, from outside. Prints TAP.
usage: store.py GRAVEL SOURCE"""
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap  # noqa: E402

gravel = str(pathlib.Path(sys.argv[1]).resolve())
source = pathlib.Path(sys.argv[2]).resolve()
data = source / "tests/cli/data"
nobody = 65534


def run(*arguments, program=gravel, **how):
    return subprocess.run([program, *arguments], text=True, capture_output=True, timeout=60, check=False,
                          env={**os.environ, "NO_COLOR": "1"}, **how)


def run_as_nobody(*arguments):
    """The build folder may be closed to other users.  A program finds its data in share/gravel above itself."""
    if not os.path.exists("program"):
        shutil.copy(gravel, "program")
        for folder in ("cases", "reference"):
            shutil.copytree(source / folder, pathlib.Path("share/gravel") / folder)
    return run(*arguments, program="./program", user=nobody)


def fresh(name):
    assert run("run", "impact.yaml", "--quiet", "--store", name).returncode == 0
    return name


def sql(name, text):
    database = sqlite3.connect(name)
    database.execute(text)
    database.commit()
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()


of_point = "point = (SELECT id FROM stored_points WHERE key = '%s')"
damages = [f"UPDATE stored_observables SET value = value * 1.0000001 WHERE position = 0 AND {of_point}",
           f"UPDATE stored_observables SET name = (SELECT id FROM names WHERE name = 'separated') WHERE position = 0 AND {of_point}",
           f"UPDATE stored_observables SET name = 1000 WHERE position = 0 AND {of_point}",
           "UPDATE stored_points SET seed = '1' WHERE key = '%s'",
           "UPDATE stored_points SET status = 'good' WHERE key = '%s'",
           "UPDATE stored_points SET changes = '{\"dimension\": ' WHERE key = '%s'",
           "UPDATE stored_points SET changes = '{\"dimension\": null}' WHERE key = '%s'",
           "UPDATE stored_points SET base = 1000 WHERE key = '%s'",
           f"DELETE FROM stored_counters WHERE position = 2 AND {of_point}",
           f"UPDATE stored_invariants SET bound = 2 * bound + 1 WHERE position = 0 AND {of_point}"]


def a_damaged_record_is_named_and_repeated():
    for k, damage in enumerate(damages):
        name = fresh(f"damage{k}.sqlite")
        key, engine = sqlite3.connect(name).execute("SELECT key, engine FROM points LIMIT 1").fetchone()
        sql(name, damage % key)
        doctor = run("doctor", "--store", name)
        assert doctor.returncode == 1 and key in doctor.stdout and "2 records, 1 damaged" in doctor.stdout, doctor
        for command in (["check", "impact.yaml", "--no-run"], ["export", "impact", "--format", "csv"]):
            reader = run(*command, "--store", name)
            assert reader.returncode == 1 and key in reader.stderr and name in reader.stderr, (damage, reader)
            assert f"of impact ({engine}) is damaged" in reader.stderr, (damage, reader)
        again = run("run", "impact.yaml", "--store", name)
        assert again.returncode == 0 and "1 done, 1 reused, 1 repeated" in again.stdout, (damage, again)
        assert run("doctor", "--store", name).returncode == 0
        assert run("run", "impact.yaml", "--store", name).stdout.startswith("2 points, 2 reused in"), damage


def a_store_of_schema_version_1_opens_and_is_brought_up_to_date():
    shutil.copy(data / "store-v1.sqlite", "old.sqlite")
    before = pathlib.Path("old.sqlite").read_bytes()
    assert "2 written before" in run("doctor", "--store", "old.sqlite").stdout
    numbers = run("export", "impact", "--format", "csv", "--store", "old.sqlite").stdout
    assert numbers.count("\n") > 1 and pathlib.Path("old.sqlite").read_bytes() == before, "a reader changed the store"
    new = run("run", "impact.yaml", "--store", "old.sqlite", "--again")
    assert new.returncode == 0, new.stderr
    assert sqlite3.connect("old.sqlite").execute("PRAGMA user_version").fetchone() == (3,)
    # Points of a former physics version have other keys, so that the old records stand beside the new ones.
    assert "4 records, 0 damaged, 2 written before" in run("doctor", "--store", "old.sqlite").stdout


def a_store_with_a_damaged_schema_is_refused():
    name = fresh("schema.sqlite")
    with sqlite3.connect(name) as db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_master SET sql = replace(sql, 'l.position', 'l.point') WHERE name = 'observables'")
    for command in (["doctor"], ["run", "impact.yaml"], ["export", "impact", "--format", "csv"]):
        result = run(*command, "--store", name)
        assert result.returncode == 1 and "the database is damaged: found 1" in result.stderr and "of its schema" in result.stderr, (command, result)


def a_repeated_record_has_nothing_of_a_damaged_base():
    """Records state their parameters by changes to a base; a member whose name is damaged there would stay in all of them."""
    name = fresh("base.sqlite")
    with sqlite3.connect(name) as db:
        before = db.execute("SELECT key, parameters FROM points ORDER BY key").fetchall()
        changed = db.execute("""UPDATE bases SET parameters = replace(parameters, '"value":"linear"', '"valee":"linear"')""").rowcount
    assert changed > 0 and run("doctor", "--store", name).returncode == 1
    result = run("run", "impact.yaml", "--store", name)
    assert result.returncode == 0, result
    with sqlite3.connect(name) as db:
        after = db.execute("SELECT key, parameters FROM points ORDER BY key").fetchall()
    assert [(key, json.loads(text)) for key, text in after] == [(key, json.loads(text)) for key, text in before], after


def what_no_run_repeats_is_removed_by_a_repair():
    name = fresh("stray.sqlite")
    with sqlite3.connect(name) as db:
        whole = db.execute("SELECT key, parameters, checksum FROM points ORDER BY key").fetchall()
        db.execute("DELETE FROM stored_points WHERE id = (SELECT max(id) FROM stored_points)")  # its number is given again
        db.execute("UPDATE stored_points SET key = 'stray' WHERE id = (SELECT min(id) FROM stored_points)")
        db.execute("INSERT INTO stored_counters SELECT 99, position, name, value FROM stored_counters LIMIT 1")
    for _ in range(2):  # a run repeats both and leaves the rest
        result = run("run", "impact.yaml", "--store", name)
        assert result.returncode == 0, result
        result = run("doctor", "--store", name)
        assert result.returncode == 1 and "stray" in result.stdout and "1 rows belong to no record" in result.stdout and "--repair removes" in result.stdout, result
    result = run("doctor", "--store", name, "--repair")
    assert result.returncode == 0 and f"{len(whole)} records, 0 damaged" in result.stdout, result
    with sqlite3.connect(name) as db:
        assert [key for key, in db.execute("SELECT key FROM points ORDER BY key")] == [key for key, *_ in whole]
    assert run("doctor", "--store", "none.sqlite", "--repair").returncode == 2 and not os.path.exists("none.sqlite")
    assert run("doctor", "--repair").returncode == 2


def what_is_no_store_is_refused_at_once():
    os.mkfifo("fifo")
    os.mkdir("folder")
    for name, word in (("fifo", "no regular file"), ("folder", "no regular file"), ("impact.yaml", "no gravel store")):
        for command in (["run", "impact.yaml"], ["check", "impact.yaml", "--no-run"], ["doctor"]):
            result = run(*command, "--store", name)
            assert result.returncode == 2 and word in result.stderr and name in result.stderr, result


def a_path_that_is_no_file_is_refused():
    """SQLite would keep such a store in memory; an empty folder would be the root."""
    before = sorted(os.listdir("."))
    for name, words in (("", "--store: found an empty path"), (":memory:", 'found ":memory:" as a store')):
        for command in (["run", "impact.yaml", "-q"], ["check", "impact.yaml", "-q"]):
            result = run(*command, "--store", name)
            assert result.returncode == 2 and words in result.stderr, result
    for command in (["run", "impact.yaml", "--output", ""], ["report", "impact.yaml", "-o", ""], ["export", "impact", "-f", "csv", "-o", ""],
                    ["merge", "a.sqlite", "-o", ""], ["converge", "impact.yaml", "-o", ""]):
        result = run(*command)
        assert result.returncode == 2 and "--output: found an empty path" in result.stderr, result
    assert sorted(os.listdir(".")) == before


def an_absent_store_is_bad_input_of_every_reader():
    for command in (["check", "impact.yaml", "--no-run"], ["export", "impact", "-f", "csv"], ["doctor"], ["report", "impact.yaml"]):
        result = run(*command, "--store", "none.sqlite")
        assert result.returncode == 2 and "no" in result.stderr and "store" in result.stderr and "none.sqlite" in result.stderr, result
    for command in (["merge", "none.sqlite", "-o", "other.sqlite"], ["run", "impact.yaml", "--shard", "1/2", "--costs", "none.sqlite"]):
        result = run(*command)
        assert result.returncode == 2 and "none.sqlite: there is no such store" in result.stderr, result
    assert not os.path.exists("none.sqlite") and not os.path.exists("other.sqlite")


def a_store_that_may_not_be_read_is_not_called_absent():
    if os.getuid() != 0:
        return "needs root"
    os.chmod(fresh("secret.sqlite"), 0o600)
    result = run_as_nobody("doctor", "--store", "secret.sqlite")
    assert result.returncode == 1 and "Permission denied" in result.stderr, result
    assert "no such store" in run("doctor", "--store", "none.sqlite").stderr


def a_store_in_a_read_only_folder_is_read():
    if os.getuid() != 0:
        return "needs root"
    os.mkdir("archive", 0o755)
    os.chmod(fresh("archive/s ?#%.sqlite"), 0o644)
    result = run_as_nobody("doctor", "--store", "archive/s ?#%.sqlite")
    assert result.returncode == 0 and "2 records, 0 damaged" in result.stdout, result
    assert sorted(os.listdir("archive")) == ["s ?#%.sqlite"]
    result = run_as_nobody("run", "impact.yaml", "--again", "--store", "archive/s ?#%.sqlite")
    assert result.returncode == 1 and "archive/s" in result.stderr, result


tests = [a_damaged_record_is_named_and_repeated, a_store_of_schema_version_1_opens_and_is_brought_up_to_date,
         a_store_with_a_damaged_schema_is_refused, a_repeated_record_has_nothing_of_a_damaged_base,
         what_no_run_repeats_is_removed_by_a_repair, what_is_no_store_is_refused_at_once,
         a_path_that_is_no_file_is_refused, an_absent_store_is_bad_input_of_every_reader, a_store_that_may_not_be_read_is_not_called_absent,
         a_store_in_a_read_only_folder_is_read]
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    os.chmod(folder, 0o755)
    shutil.copy(data / "impact.yaml", "impact.yaml")
    tap.run(tests)
