"""The catalogue's table of the manual and the README's figure are those of the present quick tier.
usage: readme.py GRAVEL SOURCE_ROOT [--renew]    (with --renew: make them so)"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

gravel, root = sys.argv[1], pathlib.Path(sys.argv[2])
renew = sys.argv[3:] == ["--renew"]
catalogue, headline = root / "reports/manual/catalogue.md", root / "reports/headline.svg"


def run(*words):
    return subprocess.run([gravel, *words]).returncode


# Points that other tests have run are in the store already.  `check` and not `run`, which would run points again to write their trajectories;
# what it finds red is the matter of other tests.
if subprocess.run([gravel, "check", "all", "--quiet"], stdout=subprocess.DEVNULL).returncode not in (0, 1):
    sys.exit(2)
stale = False
if renew:
    stale = run("report", "--catalogue", str(catalogue)) != 0
else:
    check = subprocess.run([gravel, "report", "--check-catalogue"], stdout=subprocess.PIPE, text=True)
    print(check.stdout, end="")
    stale = check.returncode != 0
    if "of another compiler or processor" in check.stdout:
        sys.exit(77)  # meson: skipped
with tempfile.TemporaryDirectory() as folder:
    run("report", "detachment-sigma", "-o", folder)
    figure = pathlib.Path(folder) / "figures" / "detachment-sigma-1.svg"
    if renew:
        shutil.copy(figure, headline)
    elif not headline.exists() or headline.read_bytes() != figure.read_bytes():
        print("reports/headline.svg is stale: ./run readme renews it")
        stale = True
sys.exit(1 if stale else 0)
