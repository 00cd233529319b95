"""The kill table: for every planted fault (planted.py) what catches it, in three columns that are measured apart:
  unit       a unit test
  conform    a conformance test of an engine
  catalogue  the quick catalogue alone, as it stands against a code of somebody else
Results go to reference/golden/kills.json, one row a fault, each with the commit it was measured at; rows on file are kept,
so that an interrupted run goes on.

What the catalogue alone can say (`foreign`): a point whose only broken invariants are ones that a foreign code does not
give (energy ledger, counters) counts as done; a point that the engine itself refused is absent.  A red check counts unless it
is a regression, a value recorded with a contradiction, or read from the energy ledger.  INCONCLUSIVE is not red.  Cases are
run named one first, then by rising cost, and judged among all other points of the catalogue, until one is red; a fault of
an engine is judged by the clean program."""
import argparse
import contextlib
import json
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

import planted

# From positions and velocities alone (harness/run/invariant.c).
FOREIGN_INVARIANTS = ("momentum", "angular momentum", "finite", "inside walls", "overlap at samples",
                      "energy at samples", "displacement at samples", "free flight", "spins without torque", "contacts and states")
# What cases/measure/energy_drift.c and dissipation_time.c read from the ledger.
OF_LEDGER = ("energy_drift", "mechanical_drift", "dissipation_time", "invariant:")
# Generators of which the engines' own runs are a part: an MD fault changes the start of the ED points, too.
BY_ENGINE = ("poured", "relaxed", "swollen")
# Processor time of one test, and of a batch of cases beside five times what it takes in the clean tree.
UNIT_SECONDS, CASE_SECONDS = 180, 90
WAITS = 50  # what takes so many times its limit of elapsed time waits for ever


class Late(Exception):
    pass


def processor_time(session):
    """Of the processes of a session and of their children that have ended [s]."""
    ticks = 0
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15])) if int(fields[3]) == session else 0
    return ticks / os.sysconf("SC_CLK_TCK")


def call(command, cwd, seconds, **more):
    """Exit code and output; Late after so many seconds of processor time, so that other work on the machine changes no
    result, or where it waits for ever."""
    process = subprocess.Popen(command, cwd=cwd, text=True, errors="replace", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                               start_new_session=True, **more)
    began = time.monotonic()
    while True:
        try:
            return process.communicate(timeout=1)[0], process.returncode
        except subprocess.TimeoutExpired:
            if processor_time(process.pid) > seconds or time.monotonic() - began > WAITS * seconds:
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
                raise Late from None


def build(tree, mutant, *targets):
    built = tree.make(*targets)
    if built.returncode != 0:
        sys.exit(f"{mutant['name']}: does not build:\n{built.stdout[-2000:]}")


def foreign(store):
    """Reduce a store to what a foreign code gives."""
    names = ",".join("?" * len(FOREIGN_INVARIANTS))
    with sqlite3.connect(store) as db:
        db.execute("PRAGMA foreign_keys = ON")
        db.execute(f"DELETE FROM stored_invariants WHERE name NOT IN (SELECT id FROM names WHERE name IN ({names}))", FOREIGN_INVARIANTS)
        db.execute("CREATE TEMP TABLE kept AS SELECT point, position, row_number() OVER (PARTITION BY point ORDER BY position) AS place FROM stored_invariants")
        db.execute("CREATE INDEX temp.kept_places ON kept (point, position)")  # without it this takes minutes
        db.execute("UPDATE stored_invariants SET position = -(SELECT place FROM kept k WHERE k.point = stored_invariants.point "
                   "AND k.position = stored_invariants.position)")
        db.execute("UPDATE stored_invariants SET position = -1 - position")
        db.execute("UPDATE stored_points SET status = 'done', message = '' WHERE status = 'broken' AND NOT EXISTS "
                   "(SELECT 1 FROM stored_invariants i WHERE i.point = stored_points.id AND NOT i.ok)")
        db.execute("DELETE FROM stored_points WHERE status = 'failed'")
        db.execute("UPDATE stored_points SET checksum = ''")  # none: the records are no longer what was written
    db.close()


def is_red(judgement):
    return (judgement["red"] and judgement["verdict"] == "FAIL" and not judgement["contradicted"]
            and judgement["kind"] != "regression" and not any(name in judgement["check"] for name in OF_LEDGER))


class Catalogue:
    """The quick catalogue of the clean tree: its cases, their cost, its store."""

    def __init__(self, root, base):
        self.base = base
        self.texts = {path.stem: path.read_text() for path in (root / "cases").glob("*/*.yaml")}
        with sqlite3.connect(f"file:{base}?mode=ro", uri=True) as db:
            self.cost = {(c, e): s for c, e, s in db.execute(
                "SELECT case_name, engine, SUM(cpu_seconds) FROM points WHERE tier = 'quick' GROUP BY 1, 2")}
        db.close()

    def affected(self, file):
        """The cases and engines that run the file, as (case, engine)."""
        engine = ("md" if file.startswith("engines/md/") else "ed-column" if file.startswith("engines/ed/column") else
                  "ed" if file.startswith("engines/ed/") else "")
        if file.startswith(("reference/", "harness/judge/", "harness/reference/")):
            return []
        word = None
        if file.startswith("cases/") and pathlib.Path(file).stem in ("gas", "bed", "cooling", "packing", "pair", "stack"):
            word = {"stack": "column", "pair": "pair"}.get(pathlib.Path(file).stem, pathlib.Path(file).stem)
        return [(c, e) for c, e in self.cost
                if (e == engine or not engine or any(f"  {g}:" in self.texts[c] for g in BY_ENGINE))
                and (word is None or word in self.texts[c])]

    def batches(self, file, first):
        """Lists of (case, engine): the cases named first, then by rising cost, each batch about as long as all before."""
        pairs = sorted(self.affected(file), key=lambda p: (p[0] not in first, sum(
            self.cost.get((p[0], e), 0.0) for e in ("md", "ed", "ed-column")), p))
        batch, limit, spent = [], 0.3, 0.0
        for k, pair in enumerate(pairs):
            batch.append(pair)
            spent += self.cost[pair]
            following = pairs[k + 1] if k + 1 < len(pairs) else None
            if following is None or (following[0] != pair[0] and
                                     (spent > limit or (pair[0] in first) != (following[0] in first))):
                yield batch
                if pair[0] in first:
                    spent = 0.0
                batch, limit = [], max(limit, 2.0 * spent)


class Column:
    """The catalogue's column of one fault in a tree where it is planted."""

    def __init__(self, tree, catalogue, store, clean_judge):
        self.tree, self.catalogue, self.store = tree, catalogue, store
        self.judging = (tree.clean if clean_judge else tree.build) / "harness/gravel"
        self.env = dict(os.environ, GRAVEL_HOME=str(tree.tree), GRAVEL_STORE=str(store))
        self.late = []
        shutil.copy2(catalogue.base, store)

    def judge(self, cases):
        output, code = call([self.judging, "check", *cases, "--no-run", "--format", "json"], self.tree.build, 300,
                            env=self.env)
        if code not in (0, 1):
            return []
        # A case that was cut off has part of its points: that is no verdict.
        return [j for j in json.loads(output)["judgements"] if is_red(j) and j["case"] not in self.late]

    def run(self, batch):
        with sqlite3.connect(self.store) as db:
            db.execute("PRAGMA foreign_keys = ON")
            for case, engine in batch:
                db.execute("DELETE FROM stored_points WHERE case_name = ? AND engine = ?", (case, engine))
        db.close()
        for engine in sorted({e for _, e in batch}):
            cases = [c for c, e in batch if e == engine]
            try:
                call(["harness/gravel", "run", *cases, "--engine", engine, "-j", "1", "--quiet"], self.tree.build,
                     CASE_SECONDS + 5.0 * sum(self.catalogue.cost[c, engine] for c in cases), env=self.env)
            except Late:
                self.late += cases

    def first_red(self, file, claim, seconds):
        """The red judgement, the one that was named if it is among them, or None; whether it was; how many cases the limit
        has left out."""
        named_case, _, named_check = (claim or "").partition(" ")
        batches = list(self.catalogue.batches(file, [named_case])) or [None]
        spent = 0.0
        for k, batch in enumerate(batches):
            if batch:
                spent += sum(self.catalogue.cost[pair] for pair in batch) if k > 0 else 0.0
                if spent > seconds:
                    return None, False, len({c for rest in batches[k:] for c, _ in rest})
                self.run(batch)
                foreign(self.store)
            # With the decisions of a few cases alone the limits are tighter: what is green there is green among all.
            red = self.judge(sorted({c for c, _ in batch}) if batch else ["all"])
            # A comparison without noise does not depend on the number of decisions.
            if red and batch and all(j["err"] for j in red):
                red = self.judge(["all"])
            if red:
                of_claim = [j for j in red if j["case"] == named_case and j["check"].startswith(named_check)]
                return (of_claim if claim and of_claim else red)[0], bool(claim and of_claim), 0
        return None, False, 0


class Tests:
    """Test programs.  One that fails in the clean tree, too, is an error."""

    # The slowest come last, whatever the fault.
    SLOW = ("decide", "ed_boxes", "ed_cells", "md_adaptive_friction", "swollen", "column_contract")

    def __init__(self, tree, programs):
        self.tree, self.programs, self.clean = tree, programs, set()
        self.env = dict(os.environ, GRAVEL_HOME=str(tree.tree))

    def is_changed(self, program):
        return (self.tree.build / program).stat().st_mtime_ns != (self.tree.clean / program).stat().st_mtime_ns

    def fails(self, folder, program):
        try:
            return 1 <= call([folder / program], self.tree.build, UNIT_SECONDS, env=self.env)[1] < 100
        except Late:
            return False

    def first_failure(self, mutant):
        """The first that fails of those that the fault changes.  The gate and programs whose names have words of the fault's
        file are built and tried first: most faults need no others."""
        words = re.findall(r"[a-z]+", f"{mutant['gate']} {mutant['file']}")

        def rank(program):
            name = pathlib.Path(program).name.removeprefix("test_")
            return name in self.SLOW, program != (mutant["gate"] or "").split(" ")[0], -sum(w in words for w in name.split("_"))

        ranked = sorted(self.programs, key=rank)
        for batch in (ranked[:2], ranked[2:8], ranked[8:]):
            build(self.tree, mutant, *batch)
            for program in filter(self.is_changed, batch):
                if not self.fails(self.tree.build, program):
                    continue
                if program not in self.clean and self.fails(self.tree.clean, program):
                    sys.exit(f"the clean tree fails {program}")
                self.clean.add(program)
                return program.removeprefix("tests/")
        return None


class Table:
    """The rows on file; a row belongs to a fault as long as its substitution is the same."""

    def __init__(self, path):
        self.path = path
        self.rows = {r["fault"]: r for r in json.loads(path.read_text())["faults"]} if path.exists() else {}

    def row(self, mutant):
        row = self.rows.setdefault(mutant["name"], {})
        if row.get("change") != planted.digest(mutant):
            row.clear()
        row.update({"fault": mutant["name"], "class": mutant["class"], "fresh": mutant.get("fresh", False),
                    "file": mutant["file"], "change": planted.digest(mutant), "claim": mutant["claim"]})
        return row

    def write(self, mutants):
        """In the order of mutants.json; one line a row, so that a change shows as one."""
        lines = [json.dumps(self.row(m)) for m in mutants]
        self.path.write_text('{"faults": [\n ' + ",\n ".join(lines) + "\n]}\n")


def faults_of_table(table, mutants):
    """What is wrong with the table on file beside the list of faults."""
    names = {m["name"] for m in mutants}
    for name in sorted(set(table.rows) - names):
        yield f"{name}: a row of no planted fault"
    for m in mutants:
        row = table.rows.get(m["name"])
        if row is None:
            yield f"{m['name']}: no row; `kills.py ROOT --names {m['name']}` measures it, --rows marks it as not measured"
        elif row["change"] != planted.digest(m) and "catalogue" in row:
            yield f"{m['name']}: measured with another substitution"
        elif (row["class"], row["claim"], row["fresh"]) != (m["class"], m["claim"], m.get("fresh", False)):
            yield f"{m['name']}: class, claim or sample differ from mutants.json"


def measure(tree, mutant, row, columns, catalogue, tests, scratch, seconds):
    take_back = tree.plant(mutant)
    if take_back is None:
        sys.exit(f"{mutant['name']}: its text does not occur once")
    try:
        for column in tests:
            if column in columns:
                row[column] = tests[column].first_failure(mutant)
        if "catalogue" in columns:
            build(tree, mutant, "harness/gravel")
            column = Column(tree, catalogue, scratch / "store.sqlite", mutant["class"] != "other")
            red, row["as_named"], row["left_out"] = column.first_red(mutant["file"], mutant["claim"], seconds)
            row["catalogue"] = f"{red['case']}: {red['check']}" if red else None
            if column.late:
                row["late"] = column.late
    finally:
        take_back()


def clean_catalogue(root, tree, kept, scratch):
    """The catalogue of the clean tree, which must not be red; points that the store `kept` has are not run again."""
    base = scratch / "foreign.sqlite"
    if kept:
        shutil.copy2(kept, base)
    call(["harness/gravel", "run", "all", "--store", base, "-j", str(tree.jobs), "--quiet"], tree.build, 3600,
         env=dict(os.environ, GRAVEL_HOME=str(tree.tree)))
    foreign(base)
    catalogue = Catalogue(root, base)
    if red := Column(tree, catalogue, scratch / "store.sqlite", True).judge(["all"]):
        sys.exit(f"the clean tree is red: {red[0]['case']}: {red[0]['check']}")
    return catalogue


def main():
    parser = argparse.ArgumentParser(description=__doc__.split(":")[0])
    parser.add_argument("root", type=pathlib.Path, help="the source tree")
    parser.add_argument("names", nargs="*", help="the faults to measure; without: all that have no row")
    parser.add_argument("--columns", default="catalogue,unit,conform", help="which of them; default: all three")
    parser.add_argument("--base", type=pathlib.Path, help="store of the quick catalogue of the clean tree; what it lacks is run")
    parser.add_argument("--build", type=pathlib.Path, help="a built tree to copy; default: build a new one")
    parser.add_argument("--jobs", type=int, default=1, help="processes of ninja")
    parser.add_argument("--class", dest="only", choices=planted.CLASSES, help="only faults of this class")
    parser.add_argument("--seconds", type=float, default=1e9,
                        help="processor time that the cases of one fault may take in the clean tree; default: all cases")
    parser.add_argument("--table", type=pathlib.Path, help="default: reference/golden/kills.json of the source tree")
    parser.add_argument("--again", action="store_true", help="also the faults of which a limit has left out cases")
    parser.add_argument("--rows", action="store_true", help="only write a row for every fault")
    parser.add_argument("--see", action="store_true", help="see only that table and faults agree")
    args = parser.parse_intermixed_args()
    root, columns = args.root.resolve(), args.columns.split(",")
    mutants = planted.load(root)
    path = args.table or root / "reference/golden/kills.json"
    table = Table(path)
    if args.see:
        wrong = list(faults_of_table(table, mutants))
        print("\n".join(wrong) or f"{len(mutants)} faults, {len(table.rows)} rows")
        sys.exit(1 if wrong else 0)
    if args.rows:
        table.write(mutants)
        return
    chosen = [m for m in mutants if (m["name"] in args.names if args.names else
                                     any(c not in table.row(m) for c in columns) or
                                     args.again and table.row(m).get("left_out"))
              and (args.only is None or m["class"] == args.only)]
    commit = planted.run(["git", "rev-parse", "--short=12", "HEAD"], root).stdout.strip()
    units = sorted(f"tests/unit/test_{p.stem[5:]}" for p in (root / "tests/unit").glob("test_*.c"))
    conforms = sorted({f"tests/conform/{name}" for name in ("conform", "walls")} | {m["gate"] for m in mutants if m.get("by") == "conform"})
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        tree = planted.Tree(root, scratch, args.build, args.jobs, ["harness/gravel", *units, *conforms])
        catalogue = clean_catalogue(root, tree, args.base, scratch) if "catalogue" in columns else None
        tests = {"unit": Tests(tree, units), "conform": Tests(tree, conforms)}
        for m in chosen:
            row = table.row(m)
            measure(tree, m, row, columns, catalogue, tests, scratch, args.seconds)
            row["commit"] = commit
            table.write(mutants)
            print(f"{m['name']:40} {row.get('unit')!s:32} {row.get('conform')!s:16} {row.get('catalogue')}", flush=True)


if __name__ == "__main__":
    main()
