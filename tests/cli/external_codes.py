"""A code of somebody else passes every claim of the cases.  77 (skipped) where it is not installed.
usage: external_codes.py GRAVEL SOURCE_ROOT CODE CASE..."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

gravel, root, code, cases = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3], sys.argv[4:]
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    probe = subprocess.run([str(root / "engines/external/adapters" / code / "adapter")], stdin=subprocess.DEVNULL, text=True,
                           capture_output=True, check=False)
    if probe.returncode != 0:
        print(probe.stderr.strip().splitlines()[-1] if probe.stderr else "no adapter")
        sys.exit(77)
    hello = json.loads(probe.stdout)
    print(hello["engine"], hello["version"])
    done = subprocess.run([gravel, "check", *cases, "--engine", code, "--format", "json", "-q", "-j", "1", "--store", "s.sqlite"],
                          text=True, capture_output=True, check=False, env={**os.environ, "GRAVEL_HOME": str(root)})
    own = [j for j in json.loads(done.stdout)["judgements"] if j["engine"] == code and j["reference"]]
    for j in own:
        print(j["verdict"], j["case"], j["check"], j["at"], j["value"], j["note"])
    os.chdir("/")
wrong = [j for j in own if j["verdict"] != "PASS"] or {j["case"] for j in own} != set(cases)
sys.exit(1 if wrong else 0)
