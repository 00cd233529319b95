"""The same verdicts from every compiler, optimisation, number of workers and width of vectors; and which give the same bits.

  compilers.py run SOURCE FOLDER [CASE...] [--tier quick] [--shard 1/4]
      Builds what FOLDER lacks and judges the cases (default: all) with every variant; a variant that was judged already
      is not judged again.  Give all shards the same cases.
  compilers.py table FOLDER [--tier quick] -o reference/golden/compilers.json      (then tests/meta/stale.py . --renew)
      Compares the variants with the first one."""
import gzip
import json
import os
import pathlib
import platform
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import kept  # noqa: E402
from kept import commits, read_json, records, remove_store, write_json  # noqa: E402
from same_records import TIMES  # noqa: E402

# Compiler, optimisation, workers, GRAVEL_SIMD ("": the widest of the processor).
VARIANTS = [("gcc", "3", 1, ""), ("gcc", "3", 2, ""), ("gcc", "3", 1, "avx512"), ("gcc", "3", 1, "avx2"),
            ("gcc", "3", 1, "plain"), ("clang", "3", 1, ""), ("clang", "3", 2, ""), ("clang", "3", 1, "avx512"),
            ("clang", "3", 1, "avx2"), ("clang", "3", 1, "plain"), ("gcc", "0", 1, ""), ("clang", "0", 1, "")]


def build(args, compiler, level):
    folder = args.folder / f"build-{compiler}-O{level}"
    if not (folder / "build.ninja").exists():
        subprocess.run(["meson", "setup", folder, args.source, f"-Doptimization={level}"], check=True,
                       env={**os.environ, "CC": compiler}, stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", folder, "harness/gravel"], check=True, stdout=subprocess.DEVNULL)
    return folder / "harness/gravel"


def run(args):
    i, n = (int(part) for part in args.shard.split("/"))
    for k, (compiler, level, workers, simd) in enumerate(VARIANTS):
        name = f"{args.tier}-{compiler}-O{level}-{workers}-{simd or 'widest'}"
        result, store = args.folder / f"{name}.json.gz", args.folder / f"{name}.sqlite"
        if k % n != i - 1 or result.exists():
            continue
        gravel = build(args, compiler, level)
        env = {**os.environ, "GRAVEL_SIMD": simd}
        done = subprocess.run([gravel, "check", *(args.cases or ["all"]), "--tier", args.tier, "--store", store, "-j",
                               str(workers), "--quiet", "--format", "json"], text=True, stdout=subprocess.PIPE, env=env,
                              check=False)
        if done.returncode == 2:
            print(f"{name}: not on this machine", flush=True)
            continue
        if done.returncode not in (0, 1):
            sys.exit(f"{name}: exit code {done.returncode}")
        judged = json.loads(done.stdout)["judgements"]
        verdicts = {" | ".join((j["case"], j["check"], j["engine"], j["at"])): [j["verdict"], j["red"]] for j in judged}
        numbers = {" | ".join(map(str, (case, *place))): values for case, places in records(store).items()
                   for place, values in places.items()}
        write_json(result, {"compiler": compiler, "optimisation": level, "workers": workers, "simd": simd or "widest",
                            "commits": commits(store), "red": done.returncode, "machine": platform.machine(),
                            "cases": sorted({j["case"] for j in judged}), "verdicts": verdicts, "numbers": numbers},
                   gzip.open)
        remove_store(store)
        print(name, flush=True)


def differing(one, other):
    """(numbers compared, numbers that differ); the time that a computation took is not compared."""
    n = unequal = 0
    for place, values in one["numbers"].items():
        for a, b in zip(values, other["numbers"].get(place, [])):
            if a[0].split(".")[0] in TIMES:
                continue
            n += 1
            unequal += a != b
    return n, unequal


def compare(args):
    """The table, from what the folder has."""
    found = {(r["compiler"], r["optimisation"], r["workers"], r["simd"]): r
             for r in (read_json(path) for path in args.folder.glob(f"{args.tier}-*.json.gz"))}
    ordered = [found[key] for key in ((c, o, w, s or "widest") for c, o, w, s in VARIANTS) if key in found]
    if not ordered:
        sys.exit(f"{args.folder}: no results")
    if len({(tuple(r["commits"]), tuple(r["cases"])) for r in ordered}) != 1:
        sys.exit("the variants come from several commits or have judged several sets of cases")
    first, rows = ordered[0], []
    for r in ordered:
        n, unequal = differing(first, r)
        same = first["verdicts"].keys() == r["verdicts"].keys()
        other = sorted(key for key in first["verdicts"].keys() | r["verdicts"].keys()
                       if first["verdicts"].get(key) != r["verdicts"].get(key))
        rows.append({**{key: r[key] for key in ("compiler", "optimisation", "workers", "simd", "red")},
                     "verdicts": len(r["verdicts"]), "verdicts_differ": len(other), "same_checks": same, "numbers": n,
                     "numbers_differ": unequal, "other": other[:20]})
    return {"tier": args.tier, "commit": first["commits"][0], "machine": first["machine"], "cases": first["cases"],
            "variants": rows}


if __name__ == "__main__":
    chosen = kept.arguments(__doc__, ("source", "the source tree"), "variant", ("cases", {"nargs": "*", "metavar": "CASE"}), jobs=False)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    if chosen.command == "run":
        run(chosen)
        different = [v for v in compare(chosen)["variants"] if v["verdicts_differ"]]
        for v in different:
            print("other verdicts:", v["compiler"], v["optimisation"], v["workers"], v["simd"], *v["other"], sep="\n  ")
        sys.exit(1 if different else 0)
    kept.write_table(compare(chosen), chosen.output)
