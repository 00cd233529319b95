"""gravel report from the outside: exit codes, files, the README's markers. TAP on standard output."""
import json, os, pathlib, subprocess, sys, tempfile

gravel = sys.argv[1]
failures = 0
count = 0


def check(good, name, detail=""):
    global failures, count
    count += 1
    failures += not good
    print(("ok" if good else "not ok"), count, "-", name)
    if not good:
        print("#", detail.replace("\n", "\n# "))


def run(*args, **kwargs):
    return subprocess.run([gravel, *map(str, args)], capture_output=True, text=True, **kwargs)


with tempfile.TemporaryDirectory() as folder:
    home = pathlib.Path(folder)
    store, out, readme = home / "s.sqlite", home / "out", home / "catalogue.md"
    case = "detachment-sigma"

    r = run("report", "--store", store, "-o", out, case)
    check(r.returncode == 2 and "gravel run first" in r.stderr and not out.exists(), "no store: exit 2 and what to do",
          r.stdout + r.stderr)
    run("run", "pair-oblique", "--store", store, "-q")
    r = run("report", "--store", store, "-o", out, case)
    check(r.returncode == 2 and "gravel run first" in r.stderr, "no points of the case: exit 2", r.stdout + r.stderr)

    r = run("run", case, "--store", store, "-q")
    check(r.returncode == 0, "the case runs", r.stdout + r.stderr)
    r = run("report", "--store", store, "-o", out, case)
    check(r.returncode == 0 and str(out) in r.stdout, "report: exit 0 and says where", r.stdout + r.stderr)
    r = run("report", "--store", store, "-o", home / "all", "all")
    whole = json.loads((home / "all" / "verdicts.json").read_text())["verdicts"] if r.returncode == 0 else []
    check({case, "pair-oblique"} <= {v["case"] for v in whole}, "report all: every case that has points", r.stdout + r.stderr)
    page = (out / "index.html").read_text()
    verdicts = json.loads((out / "verdicts.json").read_text())["verdicts"]
    check("<svg" in page and page.rstrip().endswith("</html>"), "the page is whole and holds its figures")
    check(all(v["case"] == case for v in verdicts) and len(verdicts) > 0, "verdicts are those of the case asked for")
    for verdict in ("PASS", "FAIL"):
        n = sum(v["verdict"] == verdict and v["kind"] != "invariant" for v in verdicts)
        total = page.split('id="verdicts-by-kind"')[1].split('<tr class="total">')[1].split("</tr>")[0]
        column = 0 if verdict == "PASS" else 1
        shown = total.split("</td>")[column].rsplit(">", 1)[1]
        check(shown == str(n), f"{verdict}: the page counts {n} like verdicts.json", total)
    check(sorted(p.suffix for p in (out / "figures").glob(case + "*")) == sorted([".dat", ".gp", ".svg"] * 2),
          "script, data and SVG of both figures are kept", str(list((out / "figures").iterdir())))

    golden = pathlib.Path(__file__).resolve().parent.parent.parent / "reference/golden"
    for table, section in ("seeds-quick", "false-alarms"), ("sensitivity", "sensitivity"), ("compilers", "compilers"):
        check((golden / f"{table}.json").exists() == (f'<section id="{section}">' in page), f"the section {section} is that of its table")

    r = run("report", "--store", store, "-o", out, "--tier", "quick", case, env={**os.environ, "PATH": "/nonexistent"})
    check(r.returncode == 1 and "gnuplot cannot be started" in r.stderr, "no gnuplot: exit 1 and its name", r.stderr)

    readme.write_text("head\n<!-- catalogue:begin -->\n<!-- catalogue:end -->\ntail\n")
    check(run("report", "--store", store, "--catalogue", readme, "--check-catalogue", case).returncode == 1, "a stale catalogue: exit 1")
    check(run("report", "--store", store, "--catalogue", readme, case).returncode == 0, "the catalogue is renewed")
    check(run("report", "--store", store, "--catalogue", readme, "--check-catalogue", case).returncode == 0, "and fresh")
    text = readme.read_text()
    check(text.startswith("head\n") and text.endswith("tail\n") and case in text, "outside the markers nothing changed", text)
    readme.write_text("no markers\n")
    check(run("report", "--store", store, "--catalogue", readme, case).returncode == 2, "no markers: exit 2")
    check(run("report", "--store", store, "--tier", "slow", case).returncode == 2, "an unknown tier: exit 2")

print(f"1..{count}")
sys.exit(failures > 0)
