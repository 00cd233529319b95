"""Every C file that git tracks is formatted as .clang-format says.   usage: format.py SOURCE_ROOT
Skipped, with the reason, where clang-format or git is missing, and where clang-format is another version than the one whose
style the files have: versions differ in details."""
import re
import shutil
import subprocess
import sys

VERSION = "14"
SKIP = 77
root = sys.argv[1]


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIP)


tool = shutil.which(f"clang-format-{VERSION}") or shutil.which("clang-format")
if tool is None:
    skip("clang-format is not installed")
version = subprocess.run([tool, "--version"], text=True, capture_output=True, check=True).stdout
if not re.search(rf"version {VERSION}\.", version):
    skip(f"needs clang-format {VERSION}, found {version.strip()}")
tracked = subprocess.run(["git", "-C", root, "ls-files", "-z", "*.c", "*.h"], text=True, capture_output=True) if shutil.which("git") else None
if tracked is None or tracked.returncode != 0:
    skip("no git checkout")
files = [name for name in tracked.stdout.split("\0") if name]
done = subprocess.run([tool, "--dry-run", "-Werror", *files], cwd=root, text=True, capture_output=True)
faults = sorted(set(re.findall(r"^(\S+?):(\d+):\d+: error", done.stderr, re.M)))
print("\n".join(f"{name}:{line}: not as `clang-format -i` writes it" for name, line in faults) or f"{len(files)} files are formatted")
if done.returncode != 0 and not faults:
    print(done.stderr)
sys.exit(1 if done.returncode != 0 or len(files) < 100 else 0)
