"""The statistics of seeds.py and sensitivity.py on synthetic data whose truth is known. Prints TAP."""
import argparse
import gzip
import json
import math
import pathlib
import random
import statistics
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import kept as kept_files  # noqa: E402
import tap  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "sensitivity"))
import seeds  # noqa: E402
import sensitivity  # noqa: E402


def near(what, value, reference, tolerance):
    print(f"# {what}: value {value:.6g}, reference {reference:.6g}, tolerance {tolerance:.2g}")
    assert abs(value - reference) <= tolerance, what


def students_distribution_has_its_tabulated_quantiles():
    for dof, z in (1, 6.313752), (5, 2.015048), (30, 1.697261), (0, 1.644854):
        near(f"F with {dof} degrees of freedom", seeds.student(z, dof), 0.95, 1e-6)
        near("F of the other tail", seeds.student(-z, dof), 0.05, 1e-6)
        near("quantile", sensitivity.quantile(0.05, dof), z, 1e-5)


def the_bound_of_no_alarm_is_that_of_bernoulli_trials():
    near("0 of 60", seeds.upper_bound(0, 60), 1.0 - 0.05 ** (1 / 60), 1e-9)
    p = seeds.upper_bound(2, 20)
    near("2 of 20", sum(math.comb(20, k) * p**k * (1 - p) ** (20 - k) for k in range(3)), 0.05, 1e-9)


def results(error_factor, n_seeds=60, dof=8, case="c"):
    """Verdicts of 20 checks with errors of `dof` degrees of freedom, stated `error_factor` times as large."""
    rng = random.Random(1)
    out = []
    for seed in range(n_seeds):
        rows = []
        for check in range(20):
            s = math.sqrt(sum(rng.gauss(0, 1) ** 2 for _ in range(dof)) / dof) * error_factor
            rows.append({"family": "f", "case": case, "check": f"R.{check} x", "engine": "md", "at": "", "stochastic": 2,
                         "value": 5.0 + check + rng.gauss(0, 1), "expected": 5.0 + check, "deviation_err": s, "dof": dof})
        rows.append({**rows[0], "check": "collapse x", "value": rng.gauss(0, 100)})  # one selected of many: not pooled
        out.append({"seed": seed, "judgements": rows})
    return out


def quantiles_of(some):
    return [item for _, _, _, items in seeds.deviations(some) for item in items]


def the_distance_from_the_others_has_the_error_of_both():
    others = [(1.0, 0.3, 8.0), (2.0, 0.6, 4.0)]
    z, dof = seeds.distance((2.5, 0.4, 10.0), others)
    near("z", z, 1.0 / math.sqrt(0.16 + (0.09 + 0.36) / 4), 1e-12)
    near("degrees of freedom", dof, 0.2725**2 / (0.16**2 / 10 + 0.0225**2 / 8 + 0.09**2 / 4), 1e-12)
    equal = [(float(x), 0.2, 8.0) for x in range(5)]
    near("z with equal errors", seeds.distance(equal[4], equal[:4])[0], (4.0 - 2.0) / 0.2 * math.sqrt(5 / 4), 1e-12)
    assert seeds.distance((1.0, 0.1, 0.0), [(0.0, 0.1, 0.0)] * 2)[1] == 0.0  # all are taken as exact
    near("with one of unknown degrees", seeds.distance((1.0, 0.1, 0.0), [(0.0, 0.1, 5.0)])[1], 0.02**2 / (0.01**2 / 5), 1e-9)
    near("effective number of equal errors", seeds.effective_number([0.3] * 7), 7.0, 1e-12)
    near("of one that is large", seeds.effective_number([1e-6, 1.0, 1e-5]), 1.0, 1e-8)


def honest_errors_have_variance_one_and_small_ones_more():
    for factor in 1.0, 0.5, 2.0:
        items = quantiles_of(results(factor))
        assert len(items) == 1200
        pool = seeds.pooled(items)
        near("variance times the factor squared", pool["variance"] * factor**2, 1.0, 0.1 if factor == 1.0 else 0.6)
        assert (pool["ks"] < 0.04) == (factor == 1.0), pool["ks"]
        assert sum(pool["counts"]) == 1200
    assert not seeds.worst_checks([batch(results(1.0))], 5)
    assert len(seeds.worst_checks([batch(results(0.5))], 5)) > 15


def kept(some, commit="1234"):
    """With what a run keeps beside the numbers: the second check of the third seed is red."""
    for result in some:
        result.update(commits=[commit], n_checks={result["judgements"][0]["case"]: 20})
        for row in result["judgements"]:
            row["verdict"], row["red"] = "PASS", False
    if len(some) > 2:
        some[2]["judgements"][1].update(verdict="FAIL", red=True)
    return some


def errors_of_seeds_may_differ_by_orders_of_magnitude():
    """Of heaps that rest and of heaps that nearly do; 200 checks, each worth about five seeds."""
    rng = random.Random(2)
    squares, effective = [], []
    for _ in range(10):
        some = results(1.0)
        for result in some:
            for row in result["judgements"]:
                s = 10.0 ** rng.uniform(-6.0, 0.0)
                stated = s * math.sqrt(sum(rng.gauss(0, 1) ** 2 for _ in range(8)) / 8)
                row.update(value=row["expected"] + rng.gauss(0, s), deviation_err=stated)
        squares.append(seeds.pooled(quantiles_of(some))["variance"])
        effective += [number for _, _, number, _ in seeds.deviations(some)]
        assert not seeds.worst_checks([batch(some)], 5)
    assert 2.0 < statistics.fmean(effective) < 10.0
    near("variance", statistics.fmean(squares), 1.0, 0.15)


def batch(some, commit="1234"):
    """Of the one case of these results."""
    one, = seeds.batches_of(kept(some, commit))
    return one


def a_case_that_does_not_depend_on_the_seed_is_left_out():
    """Only the first two seeds run it."""
    some = results(1.0, n_seeds=5)
    plain = batch(json.loads(json.dumps(some)))
    for result in some[:2]:
        result["judgements"] += [{**row, "case": "fixed"} for row in some[0]["judgements"][:20]]
    kept(some)
    for result in some[:2]:
        result["n_checks"]["fixed"] = 7
    assert plain["cases"] == ["c"] and plain["checks"] == 20 and len(plain["deviations"]) == 20
    assert plain["families"] == {"f": {"judgements": 105, "inconclusive": 0}}
    assert seeds.batches_of(some) == [plain]
    some[1]["judgements"][-1] = {**some[1]["judgements"][-1], "value": 6.0}
    same, other = seeds.batches_of(some)
    assert same == plain and other["cases"] == ["fixed"] and other["seeds"] == [0, 1] and other["checks"] == 7
    some[1]["judgements"][-1]["value"] = some[0]["judgements"][-1]["value"]
    assert seeds.batches_of(some) == [plain]
    for result in some[:2]:  # the same failure with every seed is one
        result["judgements"][-1].update(verdict="FAIL", red=True)
    some[4]["judgements"].append({**some[4]["judgements"][0], "case": "broken", "kind": "invariant", "verdict": "FAIL", "red": True})
    assert [(found["cases"], len(found["red"])) for found in seeds.batches_of(some)] == [(["broken"], 1), (["c"], 1), (["fixed"], 2)]


def batches_add_up():
    """Seeds of two machines, each with the mean of its own; the table of both can be made of what is on file."""
    every = results(1.0)
    one, two = batch(every[:25], "1234"), batch(every[25:], "4321")
    one["renewed"] = two["renewed"] = [{"case": "c", "commit": "5678"}]
    both = json.loads(json.dumps(seeds.summary("quick", [one, two])))
    assert both["seeds"] == 60 and both["red_seeds"] == 2 and both["commit"] == "1234, 4321"
    assert both["renewed"] == one["renewed"]
    assert both["families"][0]["alarms"] == 2 and both["alarms"][0]["check"] == "R.1 x"
    assert both["all"]["n"] == 1200 and sum(both["all"]["counts"]) == 1200
    near("variance", both["all"]["variance"], 1.0, 0.1)
    again = seeds.summary("quick", both["batches"])
    assert again == both
    other_cases = batch(results(1.0, 25, case="d"), "1234")
    parts = seeds.summary("full", [one, other_cases])
    assert parts["seeds"] == 25 and parts["cases"] == ["c", "d"] and parts["all"]["n"] == 1000 and parts["checks"] == 40
    assert parts["equal_errors"] == []
    for row in other_cases["deviations"]:
        del row["effective"]
    assert seeds.summary("full", [one, other_cases])["equal_errors"] == ["d"]
    more = seeds.summary("quick", [one, two, other_cases])  # 60 seeds of c, 25 of d: all of both are 25
    assert more["seeds"] == 25 and more["checks"] == 40
    near("bound", more["alarm_bound"], seeds.upper_bound(2, 25), 1e-4)
    try:
        seeds.summary("quick", [one, one])
    except SystemExit as refusal:
        print(f"# {refusal}")
    else:
        raise AssertionError("a seed counts twice")


def seeds_that_are_run_again_replace_those_of_before():
    before = [batch(results(1.0, 25, case=case), commit) for case, commit in (("c", "1234"), ("d", "1234"), ("e", "9"))]
    again = kept(results(1.0, 25, case="c"), "4321")
    assert seeds.remaining(before, again) == before[1:]
    assert seeds.remaining(before, again[:24]) == before  # not all of its seeds
    wider = {**before[0], "cases": ["c", "d"]}  # of which only a part is run again
    assert seeds.remaining([wider], again) == [wider]
    for result in again:
        result["judgements"] += [{**row, "case": "d"} for row in result["judgements"]]
        result["n_checks"]["d"] = 20
    assert seeds.remaining([wider, before[2]], again) == [before[2]]
    fixed = [{**result, "judgements": [{**again[0]["judgements"][0], "case": "e"}], "n_checks": {"e": 1}} for result in again[:2]]
    assert seeds.remaining(before, fixed) == before[:2]


def checks_of_one_name_are_kept_apart():
    """Two levels of one curve have the same name; pooled together their distance would count as an error."""
    two = results(1.0)
    for result in two:
        for row in result["judgements"][:20:2]:
            row["check"] = "R.pair x"
            row["expected"] = 0.0
    near("variance", seeds.pooled(quantiles_of(two))["variance"], 1.0, 0.1)
    assert len({check for _, check, _, _ in seeds.deviations(two)}) == 20


def a_case_has_all_seeds_at_one_commit():
    """That of its renewal, where it was renewed."""
    some = kept(results(1.0, n_seeds=5))
    for result in some:
        result["renewed"] = {"c": ["4321"], "of another run": ["1"]}
    assert [found["commit"] for found in seeds.batches_of(some)] == ["4321"]
    del some[2]["renewed"]["c"]
    try:
        seeds.batches_of(some)
    except SystemExit as refusal:
        print(f"# {refusal}")
    else:
        raise AssertionError("accepted")


def a_renewed_case_has_the_verdicts_and_the_number_of_checks_of_its_new_run():
    """By a program that judges two checks of case c, and none of case d."""
    row = {**results(1.0, 1)[0]["judgements"][0], "kind": "value", "verdict": "PASS", "red": False, "tolerance": 1.0, "contradicted": False}
    judged = json.dumps({"judgements": [{**row, "value": 7.0}, row], "decisions": 2})
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program = folder / "gravel"
        program.write_text(f"""#!{sys.executable}
import sqlite3, sys
db = sqlite3.connect(sys.argv[sys.argv.index("--store") + 1])
db.execute("create table points(git_commit)")
db.execute("insert into points values('4321')")
db.commit()
print({judged!r})
""")
        program.chmod(0o755)
        args = argparse.Namespace(gravel=program, folder=folder, tier="quick", jobs=1, renew="c,d", cases=None)
        some = kept(results(1.0, n_seeds=1) + results(1.0, n_seeds=1, case="d"))
        path = folder / "quick/seed-0000.json.gz"
        path.parent.mkdir()
        before = {**some[0], "judgements": some[0]["judgements"] + some[1]["judgements"], "n_checks": {"c": 20, "d": 20, "e": 3}}
        kept_files.write_json(path, before, gzip.open)
        seeds.Collection(args).renew()
        after = kept_files.read_json(path)
    assert after["n_checks"] == {"e": 3, "c": 2} and [j["value"] for j in after["judgements"]] == [7.0, row["value"]]
    assert after["renewed"] == {"c": ["4321"], "d": ["4321"]} and after["commits"] == ["1234"]


def judgement(**more):
    return {"family": "f", "kind": "value", "at": "", "stochastic": 0, "check": "R.x x", "engine": "md", "value": 10.0, "err": 0.0, "expected": 10.0, "expected_err": 0.0,
            "deviation_err": 0.0, "dof": 0, "tolerance": 0.5, "red": False, "contradicted": False, **more}


def the_smallest_bias_is_the_tolerance_over_the_derivative():
    bias, slope, resolved = sensitivity.seen(judgement(), judgement(value=9.0), 0.95, 1e-6)
    near("bias of an exact check", bias, 0.5 / 20.0, 1e-12)
    near("d ln x/d ln p", slope, 2.0, 1e-12)
    assert resolved
    noisy = judgement(err=0.1, deviation_err=0.1)
    bias, _, resolved = sensitivity.seen(noisy, judgement(value=9.0, err=0.1), 0.95, 0.01)
    near("bias of a check with an error", bias, (0.5 + 2.326348 * 0.1) / 20.0, 1e-6)
    assert resolved
    _, _, resolved = sensitivity.seen(noisy, judgement(value=9.9, err=0.1), 0.95, 0.01)
    assert not resolved
    assert sensitivity.seen(judgement(), judgement(), 0.95, 1e-6) is None
    # Away from a bound of one side nothing is seen.
    bound = judgement(check="bound x", tolerance=None, expected=8.0)
    assert sensitivity.seen(bound, {**bound, "value": 11.0}, 0.95, 1e-6) is None
    near("bias towards a bound", sensitivity.seen(bound, {**bound, "value": 9.0}, 0.95, 1e-6)[0], 2.0 / 20.0, 1e-12)


def cases_are_added_to_a_table_of_sensitivities():
    def batch(case, value, commit):
        return {case: {"case": case, "bias": "", "commits": [commit], "judgements": [judgement()]},
                f"{case}.gravity": {"case": case, "bias": "gravity", "commits": [commit], "judgements": [judgement(value=value)]}}
    old = sensitivity.batch_of({**batch("a", 9.0, "1"), **batch("b", 9.0, "1")})
    new = sensitivity.batch_of(batch("b", 8.0, "2"), old["decisions"])
    both = sensitivity.added(old, new)
    assert both["commit"] == "1, 2" and both["cases"] == ["a", "b"] and both["runs"] == 3 and len(both["claims"]) == 2
    near("of before", both["claims"][0]["sees"]["gravity"]["bias"], 0.5 / 20.0, 1e-12)
    near("again", both["claims"][1]["sees"]["gravity"]["bias"], 0.5 / 40.0, 1e-12)


tests = [students_distribution_has_its_tabulated_quantiles, the_bound_of_no_alarm_is_that_of_bernoulli_trials,
         the_distance_from_the_others_has_the_error_of_both, honest_errors_have_variance_one_and_small_ones_more,
         errors_of_seeds_may_differ_by_orders_of_magnitude, a_case_that_does_not_depend_on_the_seed_is_left_out, batches_add_up,
         seeds_that_are_run_again_replace_those_of_before, checks_of_one_name_are_kept_apart, a_case_has_all_seeds_at_one_commit,
         a_renewed_case_has_the_verdicts_and_the_number_of_checks_of_its_new_run,
         the_smallest_bias_is_the_tolerance_over_the_derivative, cases_are_added_to_a_table_of_sensitivities]
tap.run(tests)
