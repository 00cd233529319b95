"""False alarms, measured: the stochastic cases of a tier with many seeds, judged seed by seed.

  seeds.py run GRAVEL FOLDER --tier quick [--first 0] --seeds 60 [--shard 1/4] [-j N]
      Runs and judges what the folder lacks; after an interruption the same command goes on.  Seed 0 are the committed
      seeds.  The first two run all cases; a case whose records they share does not depend on the seed and is left out
      from then on.  A store is removed once it is judged; its verdicts stay as seed-N.json.
  seeds.py run GRAVEL FOLDER --cases CASE,CASE --tier full [...]
      The same of these cases alone, so that a tier of many hours can be measured in parts: each in a folder of its own.
      They are judged by themselves, so that k is that of fewer decisions: with more alarms, not fewer.
  seeds.py run GRAVEL FOLDER --renew CASE,CASE [...]
      Runs these cases again, which have changed since, with every seed that the folder has, and replaces their verdicts.
      These, too, are judged by themselves.
  seeds.py table FOLDER --tier quick -o reference/golden/seeds-quick.json [--add]      (then tests/meta/stale.py . --renew)
      Counts alarms and pools normalised deviations of all seeds in the folder; with --add together with those that the
      output has of other seeds or of other cases, so that they can come from several machines, and instead of a batch of
      which every case and seed was run again.  The seeds of a case are a batch, which has its commit.

A check that compares x, with the error s, at one place of its sweep gives for seed k of the n of a batch the deviation
z = (x_k - mean of the other seeds)/s', s'^2 = s_k^2 + sum of the others' s_j^2/(n - 1)^2: the errors of the seeds may
differ by orders of magnitude, as those of heaps that rest and of heaps that nearly do.  z is compared with Student's
distribution of the degrees of freedom of s' (Welch 1947) by u = F(z) and y = the standard normal quantile of u: with
honest errors y is normal with mean 0 and variance 1.  Where one seed has by far the largest error, all its y are one
number but for the sign; what they are worth is `effective` = (sum s^2)^2/sum s^4 seeds.  Batches without it are older:
they have s' = s_k (n/(n - 1))^(1/2), as if all errors of a check were equal.  Checks that select one of many points
(collapse, rises, falls) are counted among the verdicts only.  The error of a variance is that over seeds; the checks of
one seed are not independent."""
import collections
import gzip
import json
import math
import pathlib
import statistics
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import kept  # noqa: E402
from kept import commits, read_json, records, remove_store, write_json  # noqa: E402

SELECTING = {"collapse", "rises", "falls"}  # labels of checks whose number is one selected of many
NORMAL = statistics.NormalDist()
RED_SEEDS = 1  # more among 60 have a probability of 0.002 at one false alarm in 1000 runs
NAME = "case", "check", "engine", "at", "verdict"
BINS = [-5 + 0.5 * k for k in range(21)]  # of y; what lies outside is in the outermost ones


def incomplete_beta(a, b, x):
    """I_x(a, b) by Lentz's continued fraction (Abramowitz and Stegun 26.5.8)."""
    if x <= 0.0 or x >= 1.0:
        return float(x > 0.0)
    if x > (a + 1.0) / (a + b + 2.0):
        return 1.0 - incomplete_beta(b, a, 1.0 - x)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) / a
    c, d = 1.0, 1.0 / (1.0 - (a + b) * x / (a + 1.0))
    h = d
    for m in range(1, 500):
        for factor in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                       -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))):
            d, c = 1.0 / (1.0 + factor * d), 1.0 + factor / c
            h *= c * d
        if abs(c * d - 1.0) < 1e-13:
            break
    return front * h


def student(z, dof):
    """Probability below z; normal where dof is 0."""
    if dof <= 0.0 or dof > 1e6:
        return NORMAL.cdf(z)
    tail = 0.5 * incomplete_beta(0.5 * dof, 0.5, dof / (dof + z * z))
    return tail if z < 0.0 else 1.0 - tail


def upper_bound(k, n, confidence=0.95):
    """Clopper and Pearson's upper bound of a probability, from k of n."""
    if k >= n:
        return 1.0
    low, high = k / n, 1.0
    for _ in range(60):
        p = 0.5 * (low + high)
        low, high = (p, high) if 1.0 - incomplete_beta(k + 1, n - k, p) > 1.0 - confidence else (low, p)
    return high


def rows_of(verdicts):
    """What is kept of every judgement that counts."""
    keys = ("case", "family", "check", "engine", "at", "kind", "verdict", "value", "expected", "deviation_err", "dof",
            "tolerance", "stochastic", "contradicted", "red")
    return [{k: j[k] for k in keys} for j in verdicts["judgements"]
            if j["stochastic"] or j["red"] or j["verdict"] == "INCONCLUSIVE"]


def n_checks(verdicts):
    """Judgements of checks of every case."""
    return collections.Counter(j["case"] for j in verdicts["judgements"] if j["kind"] != "invariant")


class Collection:
    def __init__(self, args):
        self.args = args
        self.folder = args.folder / args.tier
        self.folder.mkdir(parents=True, exist_ok=True)

    def store(self, seed):
        return self.folder / f"seed-{seed:04d}.sqlite"

    def result(self, seed):
        return self.folder / f"seed-{seed:04d}.json.gz"

    def verdicts(self, seed, cases):
        """Run and judge cases with one seed; the store stays until the caller removes it."""
        command = [str(self.args.gravel), "check", *cases, "--tier", self.args.tier, "--seed", str(seed), "--store",
                   str(self.store(seed)), "--format", "json", "--quiet", "-j", str(self.args.jobs)]
        done = subprocess.run(command, text=True, stdout=subprocess.PIPE, check=False)
        if done.returncode not in (0, 1):
            sys.exit(f"seed {seed}: exit code {done.returncode}")
        return json.loads(done.stdout), done.returncode

    def judge(self, seed, cases):
        """Run and judge one seed and keep the verdicts; its store stays until the caller removes it."""
        verdicts, code = self.verdicts(seed, cases)
        write_json(self.result(seed), {"seed": seed, "commits": commits(self.store(seed)),
                                       "n_judgements": len(verdicts["judgements"]), "decisions": verdicts["decisions"],
                                       "n_checks": n_checks(verdicts), "red": code, "judgements": rows_of(verdicts)}, gzip.open)

    def renew(self):
        cases = self.args.renew.split(",")
        for path in sorted(self.folder.glob("seed-*.json.gz")):
            result = read_json(path)
            verdicts, _ = self.verdicts(result["seed"], cases)
            result["judgements"] = [j for j in result["judgements"] if j["case"] not in cases] + rows_of(verdicts)
            at = commits(self.store(result["seed"]))
            result["renewed"] = {**result.get("renewed", {}), **{case: at for case in cases}}
            result["n_checks"] = {case: n for case, n in result["n_checks"].items() if case not in cases} | n_checks(verdicts)
            write_json(path, result, gzip.open)
            remove_store(self.store(result["seed"]))
            print(f"seed {result['seed']} renewed", flush=True)

    def stochastic_cases(self):
        """The cases whose records differ between the first two seeds."""
        path, two = self.folder / "cases.json", (self.args.first, self.args.first + 1)
        if not path.exists():
            for seed in two:
                self.judge(seed, ["all"])
            a, b = (records(self.store(seed)) for seed in two)
            write_json(path, {"stochastic": sorted(case for case in b if a.get(case) != b[case]),
                              "deterministic": sorted(case for case in b if a.get(case) == b[case])})
        for seed in two:
            remove_store(self.store(seed))
        return read_json(path)["stochastic"]

    def run(self):
        if self.args.renew and self.args.cases:
            sys.exit("--renew and --cases exclude each other")
        if self.args.renew:
            self.renew()
        else:
            self.collect()
        red = [r["seed"] for r in map(read_json, sorted(self.folder.glob("seed-*.json.gz")))
               if any(j["red"] for j in r["judgements"])]
        print(f"seeds with a red check: {red or 'none'}")
        return 1 if len(red) > RED_SEEDS else 0

    def collect(self):
        cases = self.args.cases.split(",") if self.args.cases else self.stochastic_cases()
        i, n = (int(part) for part in self.args.shard.split("/"))
        for seed in range(self.args.first, self.args.seeds + 1):
            if seed % n == i - 1 and not self.result(seed).exists():
                self.judge(seed, cases)
                remove_store(self.store(seed))
                print(f"seed {seed} of {self.args.seeds}", flush=True)


def is_one_number(judgement):
    """Whether it compares one number with a known error."""
    return (judgement["stochastic"] and (judgement["deviation_err"] or 0.0) > 0.0 and judgement["value"] is not None
            and not SELECTING & set(judgement["check"].split()[:2]))


def number_of(judgement):
    """What fluctuates: the difference from what is expected, but not from the nearer of two bounds."""
    bound = "bound" in judgement["check"].split()[:2]
    return judgement["value"] - (0.0 if bound or judgement["expected"] is None else judgement["expected"])


def distance(number, others):
    """z of a number from the mean of others, and its degrees of freedom; each is (x, error, degrees of freedom), and one
    error at least is above 0.  Degrees of freedom of 0 are unknown: the error is taken as exact."""
    m = len(others)
    terms = [(number[1] ** 2, number[2])] + [((err / m) ** 2, dof) for _, err, dof in others]
    square = math.fsum(term for term, _ in terms)
    uncertain = math.fsum(term * term / dof for term, dof in terms if dof > 0.0)
    z = (number[0] - math.fsum(x for x, _, _ in others) / m) / math.sqrt(square)
    return z, square * square / uncertain if uncertain > 0.0 else 0.0


def effective_number(errors):
    """Of seeds with these errors: n where all are equal, 1 where one is by far the largest."""
    return math.fsum(s**2 for s in errors) ** 2 / math.fsum(s**4 for s in errors)


def deviations(results):
    """Of every check at every place: (family, check, effective number of seeds, [(seed, y), ...])."""
    series = collections.defaultdict(list)
    for result in results:
        named_alike = collections.Counter()  # two levels of one curve, say
        for j in filter(is_one_number, result["judgements"]):
            name = j["family"], j["case"], j["check"], j["engine"], j["at"]
            named_alike[name] += 1
            series[*name, named_alike[name]].append((result["seed"], number_of(j), j["deviation_err"], j["dof"] or 0.0))
    for (family, *check, place), items in series.items():
        if len(items) < 3:
            continue
        quantiles = []
        for k, (seed, *number) in enumerate(items):
            z, dof = distance(number, [other for _, *other in items[:k] + items[k + 1:]])
            quantiles.append((seed, NORMAL.inv_cdf(min(max(student(z, dof), 1e-12), 1.0 - 1e-12))))
        name = " | ".join(filter(None, [*check, f"no. {place}" if place > 1 else ""]))
        yield family, name, effective_number([err for _, _, err, _ in items]), quantiles


def pooled(items):
    """Numbers of a pool of (seed, y)."""
    y = sorted(value for _, value in items)
    n, mean = len(y), math.fsum(value for value in y) / len(y)
    by_seed = collections.defaultdict(list)
    for seed, value in items:
        by_seed[seed].append(value * value)
    squares = [statistics.fmean(values) for values in by_seed.values()]
    counts = [0] * (len(BINS) - 1)
    for value in y:
        counts[min(max(int((value - BINS[0]) / 0.5), 0), len(counts) - 1)] += 1
    ks = max(max((k + 1) / n - NORMAL.cdf(value), NORMAL.cdf(value) - k / n) for k, value in enumerate(y))
    return {"n": n, "mean": round(mean, 4), "variance": round(statistics.fmean(squares), 4),
            "variance_err": round(statistics.stdev(squares) / math.sqrt(len(squares)), 4), "ks": round(ks, 4),
            "counts": counts}


def worst_checks(batches, least):
    """Checks whose own variance over seeds is beyond the 99.99 % limit of chi^2/dof (Wilson and Hilferty 1931)."""
    by_check = collections.defaultdict(list)
    for batch in batches:
        for row in batch["deviations"]:
            values = [v for v in numbers_of(row) if v is not None]
            by_check[row["family"], row["check"]].append((values, row.get("effective", len(values))))
    rows = []
    for (family, check), parts in by_check.items():
        values = [v for part, _ in parts for v in part]
        dof = sum(effective - 1.0 for _, effective in parts)  # every batch has a mean of its own
        if len(values) < least or dof < 3.0:  # a pool that is worth fewer seeds says nothing
            continue
        limit = (1.0 - 2.0 / (9 * dof) + NORMAL.inv_cdf(0.9999) * math.sqrt(2.0 / (9 * dof))) ** 3
        variance = math.fsum(v * v for v in values) / len(values)
        if variance > limit:
            rows.append({"family": family, "check": check, "n": len(values), "variance": round(variance, 3)})
    return sorted(rows, key=lambda row: -row["variance"])


def results_of(results, case):
    """What the seeds that ran a case have of it, each with the commits that it was run at."""
    own = [{"seed": r["seed"], "commits": r.get("renewed", {}).get(case, r["commits"]), "n_checks": r["n_checks"].get(case, 0),
            "judgements": [j for j in r["judgements"] if j["case"] == case]} for r in results]
    return [r for r in own if r["n_checks"] or r["judgements"]]


def without_randomness(results):
    """Whether the judged numbers of a case are the same with every seed, to the last bit, or none has an error.
    Not with a red or open check: these are counted, whatever their numbers."""
    numbers = {tuple(sorted(repr((j["check"], j["engine"], j["at"], j["value"])) for j in r["judgements"])) for r in results}
    return len(numbers) == 1 and not any(j["red"] or j["verdict"] == "INCONCLUSIVE" for r in results for j in r["judgements"])


def batch_of(case, results):
    """What is kept of a case's seeds, which were run at one commit; y as text, in the order of the seeds, - where a check
    has none."""
    stated = {commit for result in results for commit in result["commits"]}
    if len(stated) != 1:
        sys.exit(f"{case}: its seeds come from several commits: " + ", ".join(sorted(stated)))
    seeds = [r["seed"] for r in results]
    judged = [(r["seed"], j) for r in results for j in r["judgements"]]
    rows = []
    for family, check, effective, items in sorted(deviations(results)):
        y = {seed: f"{value:.3f}" for seed, value in items}
        rows.append({"family": family, "check": check, "effective": round(effective, 2), "y": " ".join(y.get(seed, "-") for seed in seeds)})
    return {"commit": stated.pop(), "seeds": seeds, "cases": [case], "checks": statistics.fmean(r["n_checks"] for r in results),
            "families": {judged[0][1]["family"]: {"judgements": sum(j["stochastic"] > 0 for _, j in judged),
                                                  "inconclusive": sum(j["verdict"] == "INCONCLUSIVE" for _, j in judged)}},
            "red": [{"seed": seed, **{key: j[key] for key in ("family", *NAME)}} for seed, j in judged if j["red"]],
            "deviations": rows}


def by_case(results):
    """[case] = what the seeds that ran it have of it."""
    cases = {case for r in results for case in [*r["n_checks"], *(j["case"] for j in r["judgements"])]}
    return {case: results_of(results, case) for case in sorted(cases)}


def batches_of(results):
    """A batch of every case.  Cases that do not depend on the seed are left out: their deviations are none."""
    return [batch_of(case, own) for case, own in by_case(results).items() if not without_randomness(own)]


def numbers_of(row):
    return [None if y == "-" else float(y) for y in row["y"].split()]


def pool_of(batches, family=None):
    """(seed, y) of a family, or of all."""
    return [(seed, y) for batch in batches for row in batch["deviations"] if family in (None, row["family"])
            for seed, y in zip(batch["seeds"], numbers_of(row)) if y is not None]


def family_row(batches, family, n_seeds):
    red = [row["seed"] for batch in batches for row in batch["red"] if row["family"] == family]
    counted = [batch["families"].get(family, {"judgements": 0, "inconclusive": 0}) for batch in batches]
    checks = {row["check"] for batch in batches for row in batch["deviations"] if row["family"] == family}
    return {"family": family, "checks": len(checks), **pooled(pool_of(batches, family)),
            "judgements": sum(c["judgements"] for c in counted), "alarms": len(red), "red_seeds": len(set(red)),
            "inconclusive": sum(c["inconclusive"] for c in counted),
            "alarm_bound": round(upper_bound(len(set(red)), n_seeds), 4)}


def seeds_of_cases(batches):
    """[case] = its seeds, each of which may be in one batch only."""
    found = collections.defaultdict(dict)
    for batch in batches:
        for case in batch["cases"]:
            for seed in batch["seeds"]:
                if other := found[case].get(seed):
                    sys.exit(f"{case}: its seed {seed} is in two batches, of {', '.join(other['cases'])} and of {', '.join(batch['cases'])}; "
                             "run all cases and seeds of the first again, or none")
                found[case][seed] = batch
    return {case: set(own) for case, own in found.items()}


def summary(tier, batches):
    """The table; the batches stand in it, so that others can be added.  `seeds` is how many every case has that depends
    on them; the bound of the alarms is of these."""
    seeds = seeds_of_cases(batches)
    with_deviations = [case for batch in batches for case in batch["cases"] if batch["deviations"]]
    n = min(len(seeds[case]) for case in with_deviations)
    red = {row["seed"] for batch in batches for row in batch["red"]}
    alarms = collections.Counter(tuple(row[key] for key in NAME) for batch in batches for row in batch["red"])
    families = sorted({row["family"] for batch in batches for row in batch["deviations"]})
    share = {case: 1.0 / len(own) for case, own in seeds.items()}
    return {"tier": tier, "commit": ", ".join(dict.fromkeys(batch["commit"] for batch in batches)),
            "renewed": [{"case": case, "commit": commit} for case, commit in sorted(
                {(row["case"], row["commit"]) for batch in batches for row in batch.get("renewed", [])})],
            "seeds": n, "red_seeds": len(red), "cases": sorted(seeds),
            "equal_errors": sorted({case for batch in batches for case in batch["cases"]
                                    if any("effective" not in row for row in batch["deviations"])}),
            "alarm_bound": round(upper_bound(len(red), n), 4),
            "checks": sum(batch["checks"] * len(batch["seeds"]) * share[batch["cases"][0]] for batch in batches),
            "inconclusive": sum(c["inconclusive"] * share[batch["cases"][0]] for batch in batches for c in batch["families"].values()),
            "bins": {"from": BINS[0], "to": BINS[-1], "count": len(BINS) - 1}, "all": pooled(pool_of(batches)),
            "families": [family_row(batches, family, n) for family in families],
            "alarms": [dict(zip(NAME, key), seeds=count) for key, count in alarms.most_common()],
            "large": worst_checks(batches, 5), "batches": batches}


def remaining(before, results):
    """The batches of before without those of which every case was run again with every seed, or does not depend on it any more."""
    again = {case: None if without_randomness(own) else {r["seed"] for r in own} for case, own in by_case(results).items()}

    def replaced(batch):
        return all(case in again and (again[case] is None or set(batch["seeds"]) <= again[case]) for case in batch["cases"])

    return [batch for batch in before if not replaced(batch)]


def table(args):
    results = [read_json(path) for path in sorted((args.folder / args.tier).glob("seed-*.json.gz"))]
    if len(results) < 3:
        sys.exit(f"{args.folder / args.tier}: {len(results)} seeds, at least 3 are needed")
    new = batches_of(results)
    if not new:
        sys.exit(f"{args.folder / args.tier}: no check depends on the seed")
    before = read_json(args.output)["batches"] if args.add else []
    kept.write_table(summary(args.tier, [*remaining(before, results), *new]), args.output)


if __name__ == "__main__":
    chosen = kept.arguments(__doc__, ("gravel", "the program"), "seed", ("--first", {"type": int, "default": 0}),
                            ("--seeds", {"type": int, "default": 60}), ("--renew", {"metavar": "CASE,CASE"}),
                            ("--cases", {"metavar": "CASE,CASE"}), adds=True)
    sys.exit(Collection(chosen).run() if chosen.command == "run" else table(chosen))
