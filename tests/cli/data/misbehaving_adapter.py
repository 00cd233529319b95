"""An adapter of gravel-engine/1 that does one thing wrong: misbehaving_adapter.py WHAT.  The test is external.py.
Bodies fly freely under gravity; `good` is without fault for bodies that never meet.
misbehaving_adapter.py patch MESSAGE KEYS replaces keys of one of its messages, or leaves them out where KEYS has null."""
import array
import json
import os
import signal
import sys
import time

what = sys.argv[1]


def write(data):
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def send(message, numbers=(), name=""):
    if what == "patch" and name == sys.argv[2]:
        message = {key: value for key, value in {**message, **json.loads(sys.argv[3])}.items() if value is not None}
    text = json.dumps(message)
    if what == "twice" and name == "advance":
        text = text.replace('"t":', '"t": 7, "t":')
    write(text.encode() + b"\n" + array.array("d", numbers).tobytes())


def touch(r, begin, end):
    """Move a body until it touches the wall at its place or until `end`; the wall and the time, if it does."""
    for w, wall in enumerate(walls):
        gap, v = abs(r[2] - wall["origin"][2]) - size, r[5]
        if v * (wall["origin"][2] - r[2]) > 0.0 and gap <= abs(v) * (end - begin):
            r[0:9] = [0, 0, r[2] + gap * v / abs(v), 0, 0, 0, 0, 0, 0]
            return w, begin + gap / abs(v)
    r[2] += r[5] * (end - begin)
    return None


def bad_captures(t):
    return {"caught-nobody": [[9, 0, t]], "caught-wall": [[0, 3, t]], "caught-below": [[0, -1, t]], "caught-stage": [[0, 2, t]], "caught-twice": [[0, 0, t], [0, 1, t]],
            "caught-again": [[0, 0, t]], "caught-late": [[0, 0, 1.1 * t]], "caught-early": [[0, 0, t - 0.3]], "caught-half": [[0.5, 0, t]],
            "caught-null": [[None, 0, t]], "caught-short": [[0, 0]]}[what]


def flood(stream):
    while True:
        os.write(stream, b"flood " * 1000 + b"\n")


hello = {"protocol": 1, "engine": "misbehaving", "version": what, "method": "md", "capabilities": ["1D", "2D", "3D", "thermostat", "contacts"]}
if what.startswith("hard"):
    hello["method"] = "ed"
if what.endswith("floor"):
    hello["capabilities"] += ["gravity", "plane"]
if what.endswith("nonlinear"):
    hello["capabilities"] += ["gravity", "plane", "nonlinear contacts"]
if what in ("net", "servo") or what.startswith("caught"):
    hello["capabilities"] += ["periodic box", "plane", "sticky or absorbing walls", "planes with a servo"]
if what == "silent-hello":
    time.sleep(60)
if what == "garbage-hello":
    write(b"hello, I am an engine\n")
if what == "protocol":
    hello["protocol"] = 2
if what == "capability":
    hello["capabilities"].append("time travel")
if what == "own-name":
    hello["engine"] = "md"
if what == "unknown-key":
    hello["colour"] = "red"
if what in ("patch", "twice"):
    hello["capabilities"] += ["plane", "sticky or absorbing walls", "events"]
send(hello, name="hello")

rows, walls, size, t, gravity = [], [], 0.0, 0.0, [0, 0, 0]
for line in sys.stdin.buffer:
    message = json.loads(line)
    if message["do"] == "create":
        if what == "never-reads":
            time.sleep(60)
        block = array.array("d", sys.stdin.buffer.read(message["bytes"]))
        rows = [list(block[k:k + 9]) for k in range(0, len(block), 11)]
        gravity = message["system"]["gravity"]
        walls, size = message["walls"], message["kinds"][0]["radius"]
        if what == "servo":
            send({"error": json.dumps([[[w["touch"], w["servo"]] for w in walls], [[k["attached"], k["caught"]] for k in message["kinds"]]])})
            continue
        if what == "crash-create":
            print("about to die in create", file=sys.stderr, flush=True)
            os.kill(os.getpid(), signal.SIGSEGV)
        if what == "exit":
            sys.exit(0)
        if what == "refuse":
            send({"refused": ["hexagons", "rings"]})
            continue
        if what == "own-error":
            send({"error": "no licence"})
            continue
        if what == "chatter":  # in one write: what came a moment later would be read as the answer to advance
            write(2 * (json.dumps({"ok": True, "realised": {}, "deviations": []}).encode() + b"\n"))
            continue
        created = {"ok": True, "realised": {"grid": 7}, "deviations": ["the earth is flat", "\u00e9" * 1500]}
        if what == "lacks":
            created["lacks"] = ["contacts"]
        if what == "lacks-what":
            created["lacks"] = ["time"]
        send(created, name="create")
        continue
    if message["do"] == "kick":
        kicks = array.array("d", sys.stdin.buffer.read(message["bytes"]))
        for k, r in enumerate(rows):
            r[3:6] = [v + dv for v, dv in zip(r[3:6], kicks[3 * k:3 * k + 3])]
        send({"ok": what != "kick"}, name="kick")
        continue
    if message["do"] == "contacts":
        # body 1 pushes body 0 by 2 N along x, at an arm that turns it by 3 N m about y, and is turned itself by 5 N m
        contact = [0, 9 if what == "contact-of-nobody" else 1, 0, 0, 1, 2, 0, 0, 0, 3, 0, 0, 5, 0]
        contact = contact[:13] if what == "contact-short" else contact
        send({"ok": True, "bytes": 8 * len(contact)}, contact, name="contacts")
        continue
    if what == "crash-advance" or (what == "crash-late" and message["t"] > 0.25):
        print("about to die in advance", file=sys.stderr, flush=True)
        os.kill(os.getpid(), signal.SIGABRT)
    if what == "silence":
        time.sleep(60)
    if what == "garbage":
        write(b"\xff\xfe{no json\n")
        continue
    if what == "stderr-flood":
        flood(2)
    if what == "stdout-flood":
        while True:
            write(b"x" * 65536)
    if what == "progress":
        for _ in range(4):
            send({"progress": t})
            time.sleep(0.5)
    begin, t = t, message["t"]
    caught = [[i, *touch(r, begin, t)] for i, r in enumerate(rows) if what == "net" and touch(list(r), begin, t)]
    for i, r in enumerate(rows):
        if i not in [c[0] for c in caught]:
            r[0:3] = [x + (t - begin) * (v + 0.5 * (t - begin) * g) for x, v, g in zip(r[0:3], r[3:6], gravity)]
            r[3:6] = [v + (t - begin) * g for v, g in zip(r[3:6], gravity)]
    block = [c for r in rows for c in r]
    reply = {"ok": True, "t": t, "counters": {"steps": 1}, "bytes": 8 * len(block)}
    if what == "wrong-end":
        reply["t"] = t * (1 - 1e-6)
    if what == "wrong-number":
        reply["bytes"] -= 72
    if what == "overlap":
        block[9:12] = block[0:3]
    if what == "nan":
        block[4] = float("nan")
    if what == "short-block":
        send(reply, block[:-1])
        time.sleep(60)
    if what == "net" or what.startswith("caught"):
        reply["caught"] = caught if what == "net" else bad_captures(t)
    if what == "counter":
        reply["counters"]["flux"] = 1
    if what in ("patch", "twice"):
        reply["events"] = [[t, 0.0, 1, 0, 0, 0, -1, 1.0, 0.9, None, None, None]]
    send(reply, block, name="advance")
