"""The records of a store as text, without what two runs of the same points may differ in; for tests that compare stores bit by bit."""
import sqlite3

FREE = {"cpu_seconds", "host", "started"}
TIMES = {"time_per_collision", "least_time_per_collision", "processor_time"}  # observables that are measured processor times


def of(store, free=FREE):
    """{key: texts of all its rows}; floats are written with all their digits, tables as bytes."""
    found = {}
    with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as database:
        for view in "points", "observables", "invariants", "counters", "tables":
            order = "key" if view == "points" else "key, position"
            rows = database.execute(f"SELECT * FROM {view} ORDER BY {order}")
            names = [column[0] for column in rows.description]
            for row in rows:
                if view == "observables" and row[names.index("name")] in TIMES:
                    continue
                kept = {n: v for n, v in zip(names, row) if n not in free | {"checksum"}}
                found.setdefault(kept["key"], []).append((view, repr(kept)))
    return found


def difference(a, b):
    """What is first different in two results of of(); "" when they are equal."""
    if a.keys() != b.keys():
        return f"{len(a)} and {len(b)} points, {len(a.keys() ^ b.keys())} of them in one only"
    for key in a:
        for x, y in zip(a[key], b[key]):
            if x != y:
                return f"{key}: {x} and {y}"
        if len(a[key]) != len(b[key]):
            return f"{key}: {len(a[key])} and {len(b[key])} rows"
    return ""
