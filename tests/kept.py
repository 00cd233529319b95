"""Results that long measurements of the catalogue keep in a folder, so that an interrupted one goes on; for seeds, sensitivity and compilers."""
import argparse
import collections
import gzip
import json
import os
import pathlib
import sqlite3


def records(store, tables=("observables",)):
    """What determines a record's numbers, by case and by place: [case][engine, parameters, replicate] = numbers."""
    db = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
    numbers = collections.defaultdict(list)
    for table in tables:
        for key, name, value, err in db.execute(f"select key, name, value, err from {table} order by key, position"):
            numbers[key].append((name, value, err))
    out = collections.defaultdict(dict)
    for key, case, *place in db.execute("select key, case_name, engine, parameters, replicate from points"):
        out[case][tuple(place)] = numbers[key]
    return out


def commits(store):
    db = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
    return sorted(row[0] for row in db.execute("select distinct git_commit from points where git_commit <> ''"))


def remove_store(store):
    for path in store.parent.glob(store.name + "*"):
        path.unlink()


def write_json(path, data, opener=open):
    part = path.with_name(path.name + ".part")
    with opener(part, "wt") as file:
        json.dump(data, file)
    part.rename(path)


def read_json(path):
    with (gzip.open if path.suffix == ".gz" else open)(path, "rt") as file:
        return json.load(file)


def arguments(doc, subject, sharded, *more, jobs=True, adds=False):
    """Of `run SUBJECT FOLDER`, with the options and operands `more` as (name, how), and of `table FOLDER` (`adds`: --add)."""
    parser = argparse.ArgumentParser(description=doc.split("\n\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    run, table = commands.add_parser("run"), commands.add_parser("table")
    run.add_argument(subject[0], type=pathlib.Path, help=subject[1])
    for command in (run, table):
        command.add_argument("folder", type=pathlib.Path, help="keeps the results")
        command.add_argument("--tier", choices=("quick", "full", "long"), default="quick")
    for name, how in more:
        run.add_argument(name, **how)
    run.add_argument("--shard", default="1/1", metavar="I/N", help=f"every N-th {sharded}, from the I-th")
    if jobs:
        run.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    table.add_argument("-o", "--output", type=pathlib.Path)
    if adds:
        table.add_argument("--add", action="store_true", help="to what the output has already")
    return parser.parse_args()


def write_rows(rows, output):
    """A list of objects, one a line."""
    output.write_text("[\n" + ",\n".join(" " + json.dumps(row) for row in rows) + "\n]\n")


def write_table(data, output):
    """To the file `output`, or to standard output without one."""
    text = json.dumps(data, indent=1)
    if output:
        output.write_text(text + "\n")
    else:
        print(text)
