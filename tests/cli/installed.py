"""The adapter of a code, for tests that need the code itself."""
import json
import os
import subprocess
import sys


def hello(root, code):
    """What it says of itself; the test ends with 77 (skipped) where the code is not installed."""
    probe = subprocess.run([str(root / "engines/external/adapters" / code / "adapter")], stdin=subprocess.DEVNULL, text=True, capture_output=True, check=False)
    if probe.returncode != 0:
        print(probe.stderr.strip().splitlines()[-1] if probe.stderr else "no adapter")
        sys.exit(77)
    told = json.loads(probe.stdout)
    print(told["engine"], told["version"], flush=True)
    return told


def caller(gravel, root, *always):
    """A function that runs gravel with arguments, and with these behind them."""
    environment = {**os.environ, "GRAVEL_HOME": str(root), "OMP_NUM_THREADS": "1"}
    return lambda *arguments: subprocess.run([gravel, *arguments, *always], text=True, capture_output=True, check=False, env=environment)
