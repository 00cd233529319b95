"""Messages of a program of somebody else that are not of the protocol: each is refused with one message that names the request, the
key, found and allowed.  Prints TAP.
usage: external_answers.py GRAVEL SOURCE_ROOT"""
import json
import os
import pathlib
import shlex
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import parting_bodies  # noqa: E402
import tap  # noqa: E402

gravel, root = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()
bad = root / "tests/cli/data/misbehaving_adapter.py"
environment = {**os.environ, "NO_COLOR": "1", "GRAVEL_HOME": str(root)}
case = parting_bodies.case(1, "final_state, pair_force, pair_collision", """\
walls: [{name: floor, shape: plane, origin: [0, 0, -9], contact: {rule: same-force-constants}}]
thermostat: {strength: 1.0e-9, interval: 0.4}
""")


def run(command):
    """The result, and the message of the only record, if there is one."""
    pathlib.Path("store.sqlite").unlink(missing_ok=True)
    result = subprocess.run([gravel, "run", "flight.yaml", "--store", "store.sqlite", "--answer-limit", "5", "--engine", f"exec:{command}"],
                            text=True, capture_output=True, check=False, timeout=100, env=environment)
    if not pathlib.Path("store.sqlite").exists():
        return result, ""
    with sqlite3.connect("store.sqlite") as store:
        return result, "".join(row[0] for row in store.execute("SELECT message FROM points"))


def patched(message, keys):
    return run(f"{sys.executable} {bad} patch {message} {shlex.quote(json.dumps(keys))}")


def what_is_no_answer_fails_its_point():
    event = [0.1, 1e-4, 1, 0, 0, 0, -1, 1.0, 0.9, 1e-3, 1e-5, 1e-5]
    row, whole = "events: row 0: found [", "allowed: a whole number from 0 to 1e15"
    for message, keys, words in (
            ("create", {"ok": False}, "ok: found false, allowed: true"),
            ("create", {"realised": 7}, "realised: found 7, allowed: an object"),
            ("create", {"deviations": [7]}, "deviations: found [7], allowed: a list of texts"),
            ("create", {"lacks": "events"}, 'lacks: found "events", allowed: a list'),
            ("create", {"refused": [7]}, "found the key ok, allowed: refused"),
            ("create", {"error": 7}, "found the key ok, allowed: error"),
            ("kick", {"ok": False}, "ok: found false, allowed: true"),
            ("contacts", {"ok": False}, "ok: found false, allowed: true"),
            ("contacts", {"bytes": 8.5}, f"bytes: found 8.5, {whole}"),
            ("advance", {"ok": False}, "ok: found false, allowed: true"),
            ("advance", {"ok": None}, "ok: found nothing, allowed: true"),
            ("advance", {"colour": "red"}, "found the key colour, allowed: ok t counters events caught bytes"),
            ("advance", {"energy": {}}, "found the key energy, allowed: ok t"),
            ("advance", {"t": "1"}, 't: found "1", allowed: a number'),
            ("advance", {"events": None}, "events: found nothing, allowed: a list"),
            ("advance", {"events": 7}, "events: found 7, allowed: a list"),
            ("advance", {"caught": "none"}, 'caught: found "none", allowed: a list'),
            ("advance", {"counters": [5]}, "counters: found [5], allowed: an object"),
            ("advance", {"counters": 7}, "counters: found 7, allowed: an object"),
            ("advance", {"counters": {"events": 1.5}}, f"counters: events: found 1.5, {whole}"),
            ("advance", {"counters": {"max_overlap": -1}}, "counters: max_overlap: found -1, allowed: a number from 0"),
            ("advance", {"events": [event[:3] + [1] + event[4:]]}, row),
            ("advance", {"events": [event[:3] + [0.5] + event[4:]]}, row),
            ("advance", {"events": [event[:2] + [0.5] + event[3:]]}, row),
            ("advance", {"events": [event[:11]]}, row)):
        result, told = patched(message, keys)
        for text in (f"the adapter's answer to {message}: {words}", "allowed: "):
            assert result.returncode == 1 and text in result.stderr and text in told, (message, keys, result.stderr, told)


def a_key_twice_is_refused():
    result, told = run(f"{sys.executable} {bad} twice")
    assert result.returncode == 1 and "duplicate object key" in told, (result, told)


def what_is_of_the_protocol_passes():
    for message, keys in (("advance", {}), ("advance", {"counters": {"steps": 2.0}}), ("create", {"lacks": ["contacts"]}),
                          ("hello", {"version": "v" * 127}), ("hello", {"capabilities": ["1D", "plane", "thermostat"]})):
        result, told = patched(message, keys)
        assert result.returncode == 0 and "1 done" in result.stdout, (message, keys, result, told)


def what_is_no_hello_is_exit_2():
    for keys, words in (({"protocol": "1"}, 'protocol: found "1", allowed: 1'), ({"protocol": None}, "protocol: found nothing, allowed: 1"),
                        ({"version": 1.5}, "version: found 1.5, allowed: a text"), ({"version": None}, "version: found nothing, allowed: a text"),
                        ({"colour": "red"}, "found the key colour, allowed: protocol engine version method capabilities"),
                        ({"engine": "A b"}, 'engine: found "A b", allowed: 1 to 15 of'), ({"method": "mc"}, 'method: found "mc", allowed: md or ed'),
                        ({"capabilities": "1D"}, 'capabilities: found "1D", allowed: a list'),
                        ({"capabilities": [7]}, "capabilities: found 7, allowed: the names")):
        result, _ = patched("hello", keys)
        assert result.returncode == 2 and f"--engine: hello: {words}" in result.stderr and result.stdout == "", (keys, result)
    for command in ("", "  "):
        result, _ = run(command)
        assert result.returncode == 2 and "exec: found no command, allowed: a program and its arguments" in result.stderr, result


def versions_are_whole_and_printable_in_keys():
    """A version that were cut or changed would have the key, and the results, of another one."""
    for version in ("v" * 128, "1\n2", "1\u00e9", ""):
        result, _ = patched("hello", {"version": version})
        assert result.returncode == 2 and "hello: version: found " in result.stderr, (version, result)
        assert "allowed: 1 to 127 printable characters of ASCII" in result.stderr, result


os.environ.pop("GRAVEL_STORE", None)
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    pathlib.Path("flight.yaml").write_text(case)
    tap.run([what_is_no_answer_fails_its_point, a_key_twice_is_refused, what_is_of_the_protocol_passes, what_is_no_hello_is_exit_2,
             versions_are_whole_and_printable_in_keys])
    os.chdir("/")
