"""A code of somebody else passes every claim of the cases.  77 (skipped) where it is not installed.
usage: external_codes.py GRAVEL SOURCE_ROOT CODE CASE..."""
import json
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import installed  # noqa: E402

gravel, root, code, cases = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3], sys.argv[4:]
installed.hello(root, code)
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    done = installed.caller(gravel, root)("check", *cases, "--engine", code, "--format", "json", "-q", "-j", "1", "--store", "s.sqlite")
    own = [j for j in json.loads(done.stdout)["judgements"] if j["engine"] == code and j["reference"]]
    for j in own:
        print(j["verdict"], j["case"], j["check"], j["at"], j["value"], j["note"])
    os.chdir("/")
wrong = [j for j in own if j["verdict"] != "PASS"] or {j["case"] for j in own} != set(cases)
sys.exit(1 if wrong else 0)
