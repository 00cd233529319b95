"""Damaged, truncated, older, newer and foreign stores.  usage: stores.py GRAVEL [--tries N]

No command crashes, hangs or changes a store that it only reads, and none passes on a number that is not the one stored: it
refuses, names the damaged point, or prints what the whole store has.  Running the case again makes a damaged record whole or refuses."""
import json
import os
import pathlib
import shutil
import sqlite3

from attack import NOT_TRIED, content, expect, main, remove_store


def settle(db):
    """Put what is in the log into the file, and close it."""
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()


def make(gravel):
    """One file, without a log beside it."""
    if not os.path.exists("whole"):
        gravel.clean("run", "case.yaml", "--quiet", "--store", "whole")
        settle(sqlite3.connect("whole"))
    remove_store("hurt")
    data = bytearray(pathlib.Path("whole").read_bytes())
    return data, records(gravel.clean("export", "case.yaml", "--format", "json", "--store", "whole"))


def records(export):
    """Records by key; none of an export that failed."""
    return {r["key"]: r for r in json.loads(export.stdout)} if export.returncode == 0 else {}


def read(gravel, rows):
    """Every reader on the store `hurt`; the outcome of the export."""
    before = pathlib.Path("hurt").read_bytes()
    export = gravel.clean("export", "case.yaml", "--format", "json", "--store", "hurt", codes=(0, 1, 2))
    found = records(export)
    other = [r for key, r in found.items() if r != rows.get(key)]
    expect(not other, "a record that is not the one stored:", other)
    doctor = gravel.clean("doctor", "--store", "hurt", codes=(0, 1, 2))
    for command in (["check", "case.yaml", "--no-run", "--format", "json"], ["show", "case.yaml"],
                    ["export", "case.yaml", "--format", "csv"]):
        gravel.clean(*command, "--store", "hurt", codes=(0, 1, 2))
    expect(pathlib.Path("hurt").read_bytes() == before, "a reader changed the store")
    lost = found != rows
    expect(not (lost and export.returncode == 0 and doctor.returncode == 0), "records are lost and nobody says so")
    return lost, export, doctor


def repeat(gravel):
    """What the run makes of it; a refusal leaves the file as it is."""
    before = pathlib.Path("hurt").read_bytes()
    done = gravel.clean("run", "case.yaml", "--quiet", "--store", "hurt", codes=(0, 1, 2))
    if done.returncode == 0:
        doctor = gravel.clean("doctor", "--store", "hurt", codes=(0, 1))
        if "the database is damaged" in doctor.stderr:  # every record that was asked for is whole, the database is not
            return "told"
        if doctor.returncode == 1:  # a record of another key, or rows without one
            gravel.clean("doctor", "--store", "hurt", "--repair")
        a, b = content("hurt"), content("whole")
        expect(a == b, "another content after the repair", [(x, y) for p, q in zip(a, b) for x, y in zip(p, q) if x != y][:1])
        return "repaired"
    if done.returncode == 2:
        expect(pathlib.Path("hurt").read_bytes() == before, "a refused store was changed")
    return "refused"


def flipped_bytes(gravel, rng, _):
    data, rows = make(gravel)
    for _ in range(rng.choice([1, 1, 1, 2, 8, 64])):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    pathlib.Path("hurt").write_bytes(data)
    lost, *_ = read(gravel, rows)
    return ("seen, " if lost else NOT_TRIED + "bytes without effect, ") + repeat(gravel)


def zeroed_bytes(gravel, rng, _):
    data, rows = make(gravel)
    at, n = rng.randrange(len(data)), rng.choice([1, 16, 512, 4096, 16384])
    data[at:at + n] = bytes(min(n, len(data) - at))
    pathlib.Path("hurt").write_bytes(data)
    lost, *_ = read(gravel, rows)
    return ("seen, " if lost else NOT_TRIED + "bytes without effect, ") + repeat(gravel)


def truncated(gravel, rng, _):
    data, rows = make(gravel)
    pathlib.Path("hurt").write_bytes(data[:rng.randrange(len(data))])
    lost, *_ = read(gravel, rows)
    return ("seen, " if lost else NOT_TRIED + "unused pages, ") + repeat(gravel)


def other_numbers(gravel, rng, _):
    """The file is a good database, but one number, name or row is another."""
    _, rows = make(gravel)
    shutil.copy("whole", "hurt")
    table = "stored_" + rng.choice(["observables", "invariants", "counters", "tables", "points"])
    with sqlite3.connect("hurt") as db:
        columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})") if row[1] not in ("checksum",)]
        place = "key = ?" if table == "stored_points" else "point = ? AND position = ?"
        row = rng.choice(db.execute(f"SELECT {'key' if table == 'stored_points' else 'point, position'} FROM {table}").fetchall())
        if rng.random() < 0.15:
            db.execute(f"DELETE FROM {table} WHERE {place}", row)
        else:
            what = rng.choice(columns)
            value = rng.choice([None, 0, -1, 1e300, "nan", "", "x" * 5000, b"\xff\x00\xff"])
            try:
                changed = db.execute(f"UPDATE {table} SET {what} = ? WHERE {place}", (value, *row)).rowcount
            except sqlite3.Error:
                changed = 0
            expect(changed in (0, 1))
    settle(db)
    read(gravel, rows)
    return repeat(gravel)


def other_versions(gravel, rng, k):
    """Newer ones, and versions that never were, are refused and not changed."""
    make(gravel)
    shutil.copy("whole", "hurt")
    version = [4, 1 << 30, -1, rng.randrange(4, 1 << 31)][k % 4]
    with sqlite3.connect("hurt") as db:
        db.execute(f"PRAGMA user_version = {version}")
    settle(db)
    before = pathlib.Path("hurt").read_bytes()
    for command in (["run", "case.yaml", "--quiet"], ["doctor"], ["export", "case.yaml", "--format", "csv"]):
        done = gravel.clean(*command, "--store", "hurt", codes=(2,))
        expect("hurt" in done.stderr, done)
    expect(pathlib.Path("hurt").read_bytes() == before, "changed")
    return "refused"


def foreign(gravel, rng, k):
    """Files of other programs, random bytes, a database without our tables."""
    make(gravel)
    if k % 4 == 0:
        pathlib.Path("hurt").write_bytes(rng.randbytes(rng.randrange(1, 20000)))
    elif k % 4 == 1:
        with sqlite3.connect("hurt") as db:
            db.execute("CREATE TABLE points (key TEXT, x REAL)")
        db.close()
    elif k % 4 == 2:
        pathlib.Path("hurt").write_bytes(b"SQLite format 3\0" + rng.randbytes(rng.randrange(1, 9000)))
    else:
        pathlib.Path("hurt").write_text("key,x\n1,2\n" * rng.randrange(1, 1000))
    before = pathlib.Path("hurt").read_bytes()
    for command in (["run", "case.yaml", "--quiet"], ["doctor"], ["export", "case.yaml", "--format", "csv"]):
        done = gravel.clean(*command, "--store", "hurt", codes=(1, 2))
        expect("hurt" in done.stderr, done)
    expect(pathlib.Path("hurt").read_bytes() == before, "changed")
    return "refused"


main([flipped_bytes, zeroed_bytes, truncated, other_numbers, other_versions, foreign], 6)
