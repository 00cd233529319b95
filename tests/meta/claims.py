"""Every claim has a version, and it is raised when what the claim says or what a check of the catalogue allows for it changes.
usage: claims.py SOURCE [--renew]    (--renew: raise the versions of what has changed, and write reference/golden/claims.json)

A claim is the text of its entry in reference/ and of the checks of cases/ that name it, without comments and the width of spaces; the file has
the hash of this text beside the version, so that a change of the one without the other is found."""
import hashlib
import json
import pathlib
import re
import sys

root, renew = pathlib.Path(sys.argv[1]), sys.argv[2:] == ["--renew"]
path = root / "reference/golden/claims.json"


def entries(text):
    """Entries of the lists at two spaces, each with its lines."""
    found = []
    for line in text.splitlines():
        if line.strip().startswith("#"):
            continue
        if line.startswith("  - "):
            found.append([line])
        elif line.startswith("   ") and found:
            found[-1].append(line)
        elif line.strip():
            found.append([])  # a key at the margin ends the list
    return [" ".join(" ".join(lines).split()) for lines in found if lines]


def claims():
    """ID to the texts that belong to it."""
    texts = {}
    for file in sorted((root / "reference").rglob("*.yaml")):
        for entry in entries(file.read_text()):
            name = re.match(r"- id: (\S+)", entry)
            if name:
                texts[name[1]] = [entry]
    for file in sorted((root / "cases").rglob("*.yaml")):
        for entry in entries(file.read_text()):
            name = re.search(r"(?<![\w.])reference: ([\w.+*-]+)", entry)
            if name and name[1] in texts:
                texts[name[1]].append(f"{file.stem}: {entry}")
    return texts


def digest(texts):
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]


found = {name: digest(texts) for name, texts in sorted(claims().items())}
old = json.loads(path.read_text()) if path.exists() else {}
new = {name: {"version": old[name]["version"] + (old[name]["hash"] != hash) if name in old else 1, "hash": hash} for name, hash in found.items()}
faults = [f"{name}: is new" if name not in old else f"{name}: has changed since version {old[name]['version']}"
          for name in new if new[name] != old.get(name)] + [f"{name}: is gone" for name in old if name not in new]
if renew:
    path.write_text("{\n" + ",\n".join(f' "{name}": {json.dumps(entry)}' for name, entry in new.items()) + "\n}\n")
    print(f"{len(new)} claims, {len(faults)} renewed")
    sys.exit(0)
print("\n".join(faults) or f"{len(new)} claims")
if faults:
    print("`python3 tests/meta/claims.py . --renew` raises the versions; a paper may cite the former ones")
sys.exit(1 if faults or len(new) < 100 else 0)
