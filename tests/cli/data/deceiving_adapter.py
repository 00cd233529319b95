"""The template's adapter, whose answers are falsified: deceiving_adapter.py WHAT.  The test is external_motion.py."""
import json
import pathlib
import sys

what = sys.argv[1]
template = pathlib.Path(__file__).resolve().parents[3] / "engines/external/adapters/template/adapter.py"
head, tail = template.read_text().split("\nengine = Engine()")
exec(head)


def states(block, change):
    """The block with change(column, number) in the place of its numbers."""
    return [change(k % 9, number) for k, number in enumerate(block)]


class Deceiving(Engine):  # noqa: F821
    def advance(self, t):
        answer, block = super().advance(t)
        events = answer["events"]
        grown = 1.0 + 1000.0 * t
        changes = {"frozen-velocities": lambda c, x: 0.0 if 3 <= c < 6 else x, "reversed": lambda c, x: -x if 3 <= c < 6 else x,
                   "centimetres": lambda c, x: 100.0 * x if c < 6 else x, "huge": lambda c, x: 1e200 * x,
                   "spins": lambda c, x: 7.0 if c > 5 else x, "growing": lambda c, x: grown * x if 3 <= c < 6 else x,
                   "jump": lambda c, x: x + 1e6 * (c < 3)}
        if what == "frozen":
            block = [c for r in self.rows for c in r[:9]]
        if what in changes:
            block = states(block, changes[what])
        if what == "twice":
            answer["events"] = [e for e in events for _ in range(2)]
        if what == "impulse":
            for e in events:
                e[9] *= 2
        if what == "loss":
            for e in events:
                e[10] *= 2
        if what == "approach":
            for e in events:
                e[7], e[8] = 1000.0 * e[7], 1000.0 * e[8]
        if what == "rebound":
            for e in events:
                e[8] *= 0.5
                e[9], e[10] = None, None
        if what == "silent":
            answer["events"] = []
        if what.startswith("untold"):
            for e in events:
                e[11] = None
                if what == "untold-all":
                    e[9], e[10] = None, None
        return answer, block


exec("engine = Deceiving()" + tail)
