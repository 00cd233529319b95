"""What the checks can see: the smallest bias of a parameter of the simulated system that would turn each check red.

  sensitivity.py run GRAVEL FOLDER [CASE...] [--tier quick] [--shard 1/4] [-j N]
      Judges every case as it is, and once for each parameter with the engine's parameter biased (gravel check --bias);
      what the folder has already is not run again, so that the same command goes on after an interruption.
  sensitivity.py table FOLDER [--tier quick] -o reference/golden/sensitivity.json [--add]
      Derivatives from these differences; with --add the cases of the folder take their places among those that the output
      has, which may be of other commits.

The derivative of a checked number x by the logarithm of a parameter p is D = (x(f p) - x(p))/(f - 1), f the factor of
FACTORS.  The check turns red at the bias (tolerance + k_f s)/|D|, s its standard error and k_f the quantile of its
false-alarm rate, as in harness/judge/decide.h.  Where |D| is below twice its own error, twice the error is added: the
bias is then a lower bound of what is seen.  A comparison of two engines is that of a biased first engine with an
unbiased second one.  A check without one number (collapse, rises, falls) sees a bias where it turns red at f."""
import collections
import gzip
import json
import math
import os
import pathlib
import subprocess
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent.parent / folder) for folder in (".", "seeds")]
import kept  # noqa: E402
from kept import commits, read_json, remove_store, write_json  # noqa: E402
from seeds import SELECTING, student  # noqa: E402

# The dissipation of a nearly elastic sphere changes much more than its restitution.
FACTORS = {"restitution": 0.99, "contact_time": 0.95, "gravity": 0.95, "diameter": 0.98, "friction": 0.95,
           "amplitude": 0.95, "frequency": 0.95}
TIME_LIMIT = 20  # CPU time of one point [s]: a biased system may collapse
KEPT = ("family", "check", "kind", "engine", "at", "verdict", "value", "err", "expected", "expected_err", "deviation_err",
        "dof", "tolerance", "stochastic", "contradicted", "red")


def quantile(tail, dof):
    """Student's one-sided quantile."""
    low, high = 0.0, 1e9
    while high - low > 1e-9 * (1.0 + low):
        z = 0.5 * (low + high)
        low, high = (z, high) if student(-z, dof) > tail else (low, z)
    return low


def run(args):
    listed = json.loads(subprocess.run([args.gravel, "list", "cases", "--format", "json"], text=True, check=True,
                                       stdout=subprocess.PIPE).stdout)
    engines = {case["name"]: case["engines"] for case in listed}
    unknown = set(args.cases) - engines.keys()
    if unknown:
        sys.exit("no such case: " + ", ".join(sorted(unknown)))
    folder = args.folder / args.tier
    folder.mkdir(parents=True, exist_ok=True)
    i, n = (int(part) for part in args.shard.split("/"))
    for k, case in enumerate(args.cases or sorted(engines)):
        if k % n == i - 1:
            judge_case(args, folder, case, engines[case])


def judge_case(args, folder, case, engines):
    store = folder / f"{case}.sqlite"
    for name, factor in {"": 1.0, **FACTORS}.items():
        result = folder / (f"{case}.{name}.json.gz" if name else f"{case}.json.gz")
        hard = all(engine.startswith("ed") for engine in engines)
        if result.exists() or (name == "contact_time" and hard):
            continue
        bias = ["--bias", f"{name}={factor}"] if name else []
        common = [case, "--tier", args.tier, "--store", str(store), "--quiet", "-j", str(args.jobs), *bias]
        subprocess.run([str(args.gravel), "run", *common, "--time-limit", str(TIME_LIMIT)], check=False,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        done = subprocess.run([str(args.gravel), "check", *common, "--no-run", "--format", "json"], text=True,
                              stdout=subprocess.PIPE, check=False)
        if done.returncode not in (0, 1):
            sys.exit(f"{case} {name}: exit code {done.returncode}")
        rows = [{key: j[key] for key in KEPT} for j in json.loads(done.stdout)["judgements"] if j["kind"] != "invariant"]
        write_json(result, {"case": case, "bias": name, "commits": commits(store), "judgements": rows}, gzip.open)
        print(case, name or "as stated", flush=True)
    remove_store(store)


def in_order(judgements):
    """By check and engine, in the order of their places: these do not change with a bias, though their numbers may."""
    places = collections.defaultdict(list)
    for j in judgements:
        places[j["check"], j["engine"]].append(j)
    return places


def number_of(judgement):
    """What a bias of the first engine moves."""
    pair = "," in judgement["engine"]
    bound = "bound" in judgement["check"].split()[:2]
    reference = 0.0 if pair or bound or judgement["expected"] is None else judgement["expected"]
    return None if judgement["value"] is None else judgement["value"] - reference


def allowed(judgement):
    """How far the number may move: the tolerance, or the distance to the one bound."""
    if judgement["tolerance"] is not None:
        return judgement["tolerance"]
    if judgement["value"] is None or judgement["expected"] is None:
        return None
    return abs(judgement["value"] - judgement["expected"])


def seen(stated, biased, factor, tail):
    """(smallest bias that turns the check red, d ln x/d ln p, whether the derivative is resolved), or None."""
    if SELECTING & set(stated["check"].split()[:2]):
        return (1.0 - factor, None, True) if biased["red"] and not stated["red"] else None
    x, y, room = number_of(stated), number_of(biased), allowed(stated)
    if x is None or y is None or not room:
        return None
    # The far side of a one-sided bound is never red.
    if stated["tolerance"] is None and (y - x) * (stated["expected"] - stated["value"]) <= 0.0:
        return None
    s = stated["deviation_err"] or 0.0
    own = math.hypot(stated["err"] or 0.0, biased["err"] or 0.0) / (1.0 - factor)
    slope = abs(y - x) / (1.0 - factor)
    resolved = slope > 2.0 * own
    most = slope if resolved else slope + 2.0 * own
    if most <= 1e-12 * abs(x):
        return None
    if stated["contradicted"]:
        return None
    limit = room + (quantile(tail, stated["dof"] or 0.0) * s if s > 0.0 else 0.0)
    if limit > most:  # a bias of 100 %
        return None
    relative = (x - y) / (1.0 - factor) / stated["value"] if stated["value"] else None
    return limit / most, relative, resolved


def claims_of(case, result, biased, tail):
    """The rows of a case's checks, from its judgements as stated and those with each parameter biased."""
    checks = collections.defaultdict(dict)
    heads = {}
    for (check, engine), places in in_order(result["judgements"]).items():
        heads[check] = {"family": places[0]["family"], "case": case, "check": check, "kind": places[0]["kind"]}
        for name, other in biased.items():
            changed = other.get((check, engine), [])
            if len(changed) != len(places):
                continue
            for stated, with_bias in zip(places, changed):
                found = seen(stated, with_bias, FACTORS[name], tail)
                best = checks[check].get(name)
                # A resolved derivative is preferred to a bound.
                if found and (not best or (not found[2], found[0]) < (not best["resolved"], best["bias"])):
                    checks[check][name] = {"bias": float(f"{found[0]:.3g}"), "resolved": found[2], "engine": engine,
                                           "slope": None if found[1] is None else float(f"{found[1]:.3g}"),
                                           "at": stated["at"]}
    return [{**head, "sees": checks[check]} for check, head in heads.items()]


def batch_of(results, decisions=0):
    """The rows of the results of one commit; decisions: stochastic ones of the catalogue of which they are a part."""
    stated_at = {commit for result in results.values() for commit in result["commits"] if commit}
    if len(stated_at) != 1:
        sys.exit("the results come from several commits: " + (", ".join(sorted(stated_at)) or "none"))
    plain = {name: result for name, result in results.items() if not result["bias"]}
    n = decisions or sum(j["stochastic"] for result in plain.values() for j in result["judgements"])
    tail = -math.expm1(math.log1p(-0.001) / max(n, 1))
    claims = []
    for case, result in sorted(plain.items()):
        biased = {name: in_order(results[f"{case}.{name}"]["judgements"]) for name in FACTORS if f"{case}.{name}" in results}
        claims += claims_of(case, result, biased, tail)
    return {"commit": stated_at.pop(), "factors": FACTORS, "decisions": n, "cases": sorted(plain),
            "runs": len(results) - len(plain), "claims": claims}


def added(old, new):
    """The table `old` with the cases of the batch `new`, which replace theirs."""
    if old["factors"] != new["factors"]:
        sys.exit("the table was made with other factors")
    cases = sorted({*old["cases"], *new["cases"]})
    claims = [row for row in old["claims"] if row["case"] not in new["cases"]] + new["claims"]
    commits_of_both = dict.fromkeys([*old["commit"].split(", "), new["commit"]])
    return {**old, "commit": ", ".join(commits_of_both), "cases": cases, "runs": old["runs"] + new["runs"],
            "claims": sorted(claims, key=lambda row: (row["family"], row["case"]))}


def table(args):
    results = {path.name.removesuffix(".json.gz"): read_json(path) for path in (args.folder / args.tier).glob("*.json.gz")}
    old = read_json(args.output) if args.add else None
    new = batch_of(results, old["decisions"] if old else 0)
    kept.write_table({"tier": args.tier, **(added(old, new) if old else new)}, args.output)


if __name__ == "__main__":
    chosen = kept.arguments(__doc__, ("gravel", "the program"), "case", ("cases", {"nargs": "*", "metavar": "CASE", "help": "in this order; default: all"}), adds=True)
    run(chosen) if chosen.command == "run" else table(chosen)
