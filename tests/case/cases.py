"""Print "case engine" for every case file and each engine it names, for meson's foreach.
With a gravel program as second argument: check that the program sees the same list."""
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(sys.argv[1])
pairs = []
for path in sorted(root.glob("cases/**/*.yaml")):
    text = path.read_text()
    name = re.search(r"^name:\s*(\S+)", text, re.M)
    engines = re.search(r"^engines:\n((?:[ ]+.*\n|\s*#.*\n|\n)+)", text, re.M)
    if not name or not engines:
        sys.exit(f"{path}: no name or no engines in block style")
    pairs += [(name[1], engine) for engine in re.findall(r"^  ([a-z0-9-]+):", engines[1], re.M)]

if len(sys.argv) > 2:
    listed = subprocess.run([sys.argv[2], "list", "cases"], text=True, capture_output=True, check=True).stdout
    missing = sorted({case for case, _ in pairs if not re.search(rf"\b{re.escape(case)}\b", listed)})
    extra = [line.split()[0] for line in listed.splitlines() if line.startswith("  ") and line.split() and
             line.split()[0] not in {case for case, _ in pairs}]
    print("missing in the program:", missing, "unknown to the tests:", extra)
    sys.exit(1 if missing or extra or not pairs else 0)
print("\n".join(" ".join(pair) for pair in pairs))
