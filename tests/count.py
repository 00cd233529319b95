"""Print "N passed, N failed, N skipped" from the log of a real meson run; exit 1 if a test failed or none ran."""
import glob
import json
import os
import sys

logs = glob.glob(os.path.join(sys.argv[1], "testlog*.json"))
if not logs:
    sys.exit("count: no test log in " + sys.argv[1])
passed = failed = skipped = 0
with open(max(logs, key=os.path.getmtime)) as log:
    for line in log:
        result = json.loads(line)["result"]
        if result in ("OK", "EXPECTEDFAIL"):
            passed += 1
        elif result == "SKIP":
            skipped += 1
        else:
            failed += 1
print(f"{passed} passed, {failed} failed, {skipped} skipped")
sys.exit(1 if failed or not passed else 0)
