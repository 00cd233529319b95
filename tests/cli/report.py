"""gravel report from the outside: exit codes, files, the README's markers. TAP on standard output."""
import json, os, pathlib, subprocess, sys, tempfile, time

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
    family = (out / "family-detachment.html").read_text()
    check(all(f'src="figures/{case}-{k}.svg"' in family for k in (1, 2)) and family.rstrip().endswith("</html>") and
          f'src="figures/{case}-1.svg"' in page and page.rstrip().endswith("</html>"), "the pages are whole and show their figures")
    check("validated" not in page and "no claim" not in page.split("</header>")[0], "the title claims nothing")
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
    evidence = (out / "evidence.html").read_text()
    for table, section in ("seeds-quick", "false-alarms"), ("sensitivity", "sensitivity"), ("compilers", "compilers"):
        check((golden / f"{table}.json").exists() == (f'<section id="{section}">' in evidence), f"the section {section} is that of its table")

    plain = home / "plain"
    r = run("report", "--store", store, "-o", plain, "--tier", "quick", case, env={**os.environ, "PATH": "/nonexistent"})
    check(r.returncode == 0 and "pictures are not drawn: gnuplot cannot be started" in r.stderr, "no gnuplot: a warning, no failure", r.stderr)
    check("Not drawn: gnuplot cannot be started" in (plain / "family-detachment.html").read_text() and
          (plain / "verdicts.json").read_text() == (out / "verdicts.json").read_text(), "no gnuplot: verdicts are there, figures say why not")
    tools = home / "tools"
    tools.mkdir()
    (tools / "gnuplot").write_text("#!/bin/sh\n/bin/sleep 300 & wait\n")
    (tools / "gnuplot").chmod(0o755)
    began = time.monotonic()
    r = run("report", "--store", store, "-o", plain, "--gnuplot-seconds", "0.5", case, env={**os.environ, "PATH": str(tools)})
    check(r.returncode == 0 and "took longer than 0.5 s" in r.stderr and time.monotonic() - began < 60, "a gnuplot that hangs is ended", r.stderr)
    check(run("report", "--store", store, "--gnuplot-seconds", "soon", case).returncode == 2, "--gnuplot-seconds takes a time")

    r = run("report", "--store", store, "-o", home / "next", "--against", out, case)
    next_page = (home / "next" / "index.html").read_text() if r.returncode == 0 else ""
    check("0 verdicts differ, 0 values differ" in next_page and "0 checks are on one side only" in next_page, "--against its own report: nothing changed", r.stderr)
    r = run("report", "--store", store, "-o", home / "next", "--against", store, case)
    check(r.returncode == 0 and "0 verdicts differ, 0 values differ" in (home / "next" / "index.html").read_text(), "--against its own store: nothing changed", r.stderr)
    old = json.loads((out / "verdicts.json").read_text())
    changed = [v for v in old["verdicts"] if v["kind"] != "invariant" and v["verdict"] == "PASS" and v["value"]]
    changed[0]["verdict"] = "FAIL"
    changed[1]["value"] *= 1.5
    (home / "old").mkdir()
    (home / "old" / "verdicts.json").write_text(json.dumps(old))
    r = run("report", "--store", store, "-o", home / "next", "--against", home / "old", case)
    check("1 verdicts differ, 1 values differ" in (home / "next" / "index.html").read_text(), "--against: a verdict and a value that changed", r.stderr)
    check(run("report", "--store", store, "-o", home / "next", "--against", home / "tools", case).returncode == 2, "--against no report: exit 2")
    check(run("report", "--store", store, "-o", home / "next", "--against", home / "none", case).returncode == 2, "--against nothing: exit 2")

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
