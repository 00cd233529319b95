"""clang-tidy (.clang-tidy) and cppcheck (cppcheck.txt) on C files; every finding is a failure.
usage: analyse.py SOURCE BUILD [--base COMMIT | --all]

Without --all the files that differ from the base commit ($GRAVEL_BASE, else the commit before this one).  Both programs must first report a
planted fault.  Exit code 1 where one is missing, and 77 where there is no such commit."""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

# cppcheck finds the null pointer, clang-tidy the semicolon.
PLANTED = "int main(int argc, char **argv)\n{\n    int *p = 0;\n    (void)argv;\n    if (argc > 2);\n        (void)argv;\n    return argc > 1 ? *p : 0;\n}\n"


def output(*command, **how):
    return subprocess.run([str(c) for c in command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, **how)


def changed(source, base):
    """C files that differ from the base; None where git does not know it."""
    listed = output("git", "-C", source, "diff", "--name-only", "--diff-filter=d", base, "--", "*.c")
    return {source / line for line in listed.stdout.splitlines()} if listed.returncode == 0 else None


def tidy(source, *what):
    return output("clang-tidy", "--quiet", *what, cwd=source)


def cppcheck(source, *what):
    return output("cppcheck", "--quiet", "--enable=warning,portability", "--error-exitcode=1",
                  f"--suppressions-list={source / 'tests/static/cppcheck.txt'}", f"--relative-paths={source}",
                  "--template={file}:{line}: {id}: {message}", *what, cwd=source)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--base", default=os.environ.get("GRAVEL_BASE") or "HEAD~1")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="files that clang-tidy has no time for are counted")
    args = parser.parse_args()
    source, build = args.source.resolve(), args.build.resolve()
    missing = [name for name in ("clang-tidy", "cppcheck") if shutil.which(name) is None]
    if missing:
        print(*missing, "not installed")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        planted = pathlib.Path(folder) / "planted.c"
        planted.write_text(PLANTED)
        for name, done in (("clang-tidy", tidy(source, f"--config-file={source / '.clang-tidy'}", planted, "--")), ("cppcheck", cppcheck(source, planted))):
            if done.returncode == 0 or "planted.c" not in done.stdout:
                print(name, "does not see a planted fault:", done.stdout)
                return 1
    began = time.monotonic()
    files = None if args.all else changed(source, args.base)
    if files is None and not args.all:
        print(f"git knows no commit {args.base} here")
        return 77
    commands = json.loads((build / "compile_commands.json").read_text())
    place = {(pathlib.Path(c["directory"]) / c["file"]).resolve(): c for c in commands}
    chosen = sorted(f for f in place if source in f.parents and build not in f.parents and (args.all or f in files))
    failed = 0
    late = 0
    for f in chosen:
        if time.monotonic() - began > args.seconds:
            late += 1
            continue
        # The build is gcc's, also one with -Werror: clang knows not all of its warnings.
        done = tidy(source, "-p", build, "--extra-arg=-Wno-unknown-warning-option", "--extra-arg=-Wno-error", f)
        if done.returncode != 0:
            failed += 1
            print(done.stdout)
    if chosen:
        with tempfile.TemporaryDirectory() as folder:
            listed = pathlib.Path(folder) / "compile_commands.json"
            listed.write_text(json.dumps([place[f] for f in chosen]))
            done = cppcheck(source, f"--project={listed}")
        if done.returncode != 0:
            failed += 1
            print(done.stdout)
    print(f"{len(chosen)} files, {failed} with findings" + (f"; {late} without clang-tidy, for which there was no time" if late else ""))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
