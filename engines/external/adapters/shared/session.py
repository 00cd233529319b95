"""The protocol gravel-engine/1 for adapters in Python.  Import this before the code that it drives."""
import array
import json
import os
import sys

# Codes write to the standard output, which belongs to the protocol: they get the standard error instead.
channel = os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)


class Refused(Exception):
    """With a list of names of what the code, or its adapter, cannot do."""


def send(message, numbers=None):
    channel.write(json.dumps(message).encode() + b"\n")
    if numbers is not None:
        channel.write(numbers.tobytes() if hasattr(numbers, "tobytes") else array.array("d", numbers).tobytes())
    channel.flush()


def create(message, rows, make):
    try:
        simulation = make(message, rows)
    except Refused as refusal:
        return None, {"refused": refusal.args[0]}
    reply = {"ok": True, "realised": simulation.realised, "deviations": simulation.deviations}
    if simulation.lacks:
        reply["lacks"] = sorted(simulation.lacks)
    return simulation, reply


def advance(simulation, end):
    events = simulation.advance(end)
    block = simulation.states()
    reply = {"ok": True, "t": simulation.t, "bytes": 8 * len(block), "counters": simulation.counters()}
    if events is not None:
        reply["events"] = events
    if getattr(simulation, "captures", None):
        reply["caught"], simulation.captures = simulation.captures, []
    if hasattr(simulation, "energy") and "ledger" not in simulation.lacks:
        reply["energy"] = simulation.energy()
    return reply, block


def tell(simulation, message, rows):
    """The contacts of the present, or velocities that change at once."""
    if message["do"] == "contacts":
        block = simulation.contacts_now()
        return {"ok": True, "bytes": 8 * len(block)}, block
    simulation.kick(rows)
    return {"ok": True}, None


def read():
    """The next message and the numbers of its block; None at the end of the input."""
    line = sys.stdin.buffer.readline()
    message = json.loads(line) if line else None
    return message and (message, array.array("d", sys.stdin.buffer.read(message.get("bytes", 0))))


def serve(hello, make, comm=None):
    """Answer until the end of the input.  `make` takes the message `create` and the numbers of its block; what it returns
    has `t`, `realised`, `deviations`, `lacks` (names of what it does not tell of this system), `advance(t)`, which returns
    events or None, `states()` and `counters()`; with those capabilities `captures`, the rows of particles that walls have caught
    since the last answer, `energy()`, `contacts_now()`, which returns the numbers of their rows, and `kick(velocities)`.
    On the ranks of a communicator of mpi4py all of this happens alike: rank 0 speaks with gravel and hands on what it hears."""
    first = comm is None or comm.rank == 0
    answer = send if first else lambda *_: None
    answer({"protocol": 1, **hello})
    while True:
        heard = read() if first else None
        if comm is not None:
            heard = comm.bcast(heard)
        if heard is None:
            return
        message, rows = heard
        if message["do"] == "create":
            simulation, reply = create(message, rows, make)
            answer(reply)
        elif message["do"] == "advance":
            answer(*advance(simulation, message["t"]))
        else:
            answer(*tell(simulation, message, rows))
