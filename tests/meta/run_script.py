"""The script `run` and its count of tests, tried on a small project of their own.  TAP.   usage: run_script.py SOURCE_ROOT"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

source = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(source / "tests"))
import count  # noqa: E402

# A program a test: what it does, and what it adds to (passed, failed, skipped).
PROGRAMS = {
    "passes": ("print('1..3\\nok 1 - a\\nok 2 - b\\nok 3 - c')", (3, 0, 0)),
    "skips": ("print('1..3\\nok 1 - a\\nok 2 - b # SKIP no such engine\\nok 3 - c')", (2, 0, 1)),
    "skips all": ("print('1..0 # SKIP no such engine')", (0, 0, 1)),
    "fails": ("print('1..3\\nok 1 - a\\nnot ok 2 - b\\nok 3 - c')", (2, 1, 0)),
    "stops early": ("print('1..3\\nok 1 - a')", (1, 1, 0)),
    "exits with 3": ("print('1..1\\nok 1 - a'); raise SystemExit(3)", (1, 1, 0)),
    "hangs": ("import time; print('1..2\\nok 1 - a', flush=True); time.sleep(60)", (1, 1, 0)),
}
PLAIN = {"plain passes": (0, (1, 0, 0)), "plain fails": (1, (0, 1, 0)), "plain skips": (77, (0, 0, 1))}
GREEN = {"passes", "skips", "plain passes", "plain skips"}


def project(folder, names):
    """A meson project of these tests, with the script and the count of this one."""
    (folder / "tests").mkdir()
    shutil.copy(source / "run", folder)
    shutil.copy(source / "tests/count.py", folder / "tests")
    (folder / "meson_options.txt").write_text("option('colour', type: 'string', value: 'red')\n")
    lines = ["project('tiny')", "python = find_program('python3')"]
    for name in names:
        text = PROGRAMS[name][0] if name in PROGRAMS else f"raise SystemExit({PLAIN[name][0]})"
        protocol = ", protocol: 'tap', timeout: 2" if name in PROGRAMS else ""
        script = name.replace(" ", "_") + ".py"
        (folder / script).write_text(text + "\n")
        lines.append(f"test('{name}', python, suite: 'all', args: [files('{script}')]{protocol})")
    (folder / "meson.build").write_text("\n".join(lines) + "\n")
    # Every package is there: the script must not install any.
    (folder / "bin").mkdir()
    (folder / "bin/dpkg-query").write_text("#!/bin/sh\necho 'ii '\n")
    (folder / "bin/dpkg-query").chmod(0o755)


def run(folder, *words, **variables):
    env = {k: v for k, v in os.environ.items() if k not in ("BUILD", "MESON_OPTIONS", "MESON_TESTTHREADS")}
    env["PATH"] = f"{folder / 'bin'}:{env['PATH']}"
    return subprocess.run(["./run", *words], cwd=folder, env={**env, **variables}, text=True, capture_output=True, timeout=60)


def option(folder, name):
    seen = subprocess.run(["meson", "introspect", "--buildoptions", "build"], cwd=folder, text=True, capture_output=True,
                          check=True, env={**os.environ, "PATH": f"/usr/bin:{os.environ['PATH']}"})
    return next(o["value"] for o in json.loads(seen.stdout) if o["name"] == name)


def expected(names):
    return [sum(part) for part in zip(*(PROGRAMS[n][1] if n in PROGRAMS else PLAIN[n][1] for n in names))]


def options_reach_a_new_and_an_existing_build_folder(folder):
    project(folder, [])
    for options, colour, werror in (("-Dcolour=blue", "blue", False), ("-Dcolour=green --werror", "green", True),
                                    ("", "green", True)):
        seen = run(folder, "build", MESON_OPTIONS=options)
        assert seen.returncode == 0, seen.stdout + seen.stderr
        assert (option(folder, "colour"), option(folder, "werror")) == (colour, werror), options


def subtests_are_counted_in_the_last_line(folder):
    names = sorted(GREEN)
    project(folder, names)
    seen = run(folder, "test")
    assert seen.returncode == 0, seen.stdout + seen.stderr
    assert seen.stdout.splitlines()[-1] == "{} passed, {} failed, {} skipped".format(*expected(names)), seen.stdout


def every_way_to_fail_or_skip_is_counted_once_and_named(folder):
    names = [*PROGRAMS, *PLAIN]
    project(folder, names)
    seen = run(folder, "test")
    assert seen.returncode != 0
    assert seen.stdout.splitlines()[-1] == "{} passed, {} failed, {} skipped".format(*expected(names)), seen.stdout
    for column, word in ((1, "failed"), (2, "skipped")):
        named = {line.split(": ")[1].split(" / ")[-1] for line in seen.stdout.splitlines() if line.startswith(word + ": ")}
        assert named == {n for n in names if expected([n])[column]}, (word, named, seen.stdout)


def a_stale_log_is_not_counted(folder):
    project(folder, ["passes"])
    assert run(folder, "test").returncode == 0
    logs = folder / "build/meson-logs"
    for name in ("testlog.json", "testlog.junit.xml"):
        old = time.time() - 60
        os.utime(logs / name, (old, old))
        for began, good in ((old - 1, True), (old + 1, False)):
            seen = subprocess.run([sys.executable, source / "tests/count.py", logs, str(began)], text=True, capture_output=True)
            assert (seen.returncode == 0) == good, (name, seen.stdout, seen.stderr)
            assert seen.stdout.splitlines()[-1] == ("3 passed, 0 failed, 0 skipped" if good else "0 passed, 1 failed, 0 skipped")
            assert good or "of this run" in seen.stderr, seen.stderr


def a_run_without_tests_fails(folder):
    project(folder, ["passes"])
    seen = run(folder, "test", "--suite", "none")
    assert seen.returncode != 0 and re.search(r"^0 passed, \d failed, 0 skipped$", seen.stdout.splitlines()[-1]), seen.stdout
    try:
        count.count(folder, 0.0)
    except ValueError as missing:
        assert "no test log" in str(missing)
    else:
        raise AssertionError("a folder without logs is counted")


def main():
    tests = [options_reach_a_new_and_an_existing_build_folder, subtests_are_counted_in_the_last_line,
             every_way_to_fail_or_skip_is_counted_once_and_named, a_stale_log_is_not_counted, a_run_without_tests_fails]
    print(f"1..{len(tests)}")
    failed = 0
    for number, test in enumerate(tests, 1):
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(pathlib.Path(folder))
                print(f"ok {number} - {test.__name__}", flush=True)
            except (AssertionError, subprocess.SubprocessError) as error:
                failed += 1
                print(f"not ok {number} - {test.__name__}")
                print("# " + f"{type(error).__name__}: {error}".replace("\n", "\n# "), flush=True)
    return failed > 0


sys.exit(main())
