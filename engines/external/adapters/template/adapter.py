#!/usr/bin/env python3
"""A whole adapter for gravel, to copy: smooth spheres with linear springs and dashpots, planes at rest, gravity.
   gravel check pair-linear --engine exec:engines/external/adapters/template/adapter.py
Replace create() and step() by calls of your code.  The protocol: engines/external/README.md."""
import array
import json
import sys


def send(message, numbers=None):
    """One line of JSON, and the block of numbers that it announces."""
    sys.stdout.buffer.write(json.dumps(message).encode() + b"\n")
    if numbers is not None:
        sys.stdout.buffer.write(array.array("d", numbers).tobytes())
    sys.stdout.buffer.flush()  # gravel waits for it


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

class Engine:
    def create(self, m, rows):
        """Copy the system of the message `create`; its block has a row of m["columns"] for every particle."""
        if any(c["cohesionless"] or c["range"] for c in m["contacts"]) or any(w["shape"] != "plane" for w in m["walls"]):
            return {"refused": ["walls but planes, cohesionless or Lennard-Jones contacts"]}  # NOT_APPLICABLE points
        self.rows = [rows[k:k + 11] for k in range(0, len(rows), 11)]
        self.x = [list(r[0:3]) for r in self.rows]
        self.v = [list(r[3:6]) for r in self.rows]
        self.kind = [int(r[9]) for r in self.rows]
        self.size = [m["kinds"][k]["radius"] for k in self.kind]
        self.mass = [m["kinds"][k]["mass"] for k in self.kind]
        self.gravity, self.walls = m["system"]["gravity"], m["walls"]
        self.contact = {tuple(c["between"]): c for c in m["contacts"]}  # (kind, kind), or (kind, -1 - wall)
        # Forces that jump at the first touch cost so simple an integrator its second order: small steps instead.
        self.dt = min(c["contact_time"] for c in m["contacts"]) / (50 * m["options"]["steps_per_contact"])
        self.t, self.steps, self.overlap, self.open, self.events = 0.0, 0, 0.0, {}, []
        self.a = self.accelerations(self.v)
        return {"ok": True, "realised": {"time_step": self.dt},
                "deviations": ["50 times the steps_per_contact that the case states"]}

    def touching(self):
        """Every two bodies that overlap: i, j (or -1 - wall), the normal from j to i, the overlap."""
        for i, x in enumerate(self.x):
            for j in range(i):
                d = [p - q for p, q in zip(x, self.x[j])]
                r = dot(d, d) ** 0.5
                if r < self.size[i] + self.size[j]:
                    yield i, j, [c / r for c in d], self.size[i] + self.size[j] - r
            for w, wall in enumerate(self.walls):
                h = dot([p - q for p, q in zip(x, wall["origin"])], wall["axis"])  # a plane acts on both sides
                if abs(h) < self.size[i]:
                    yield i, -1 - w, [c if h > 0 else -c for c in wall["axis"]], self.size[i] - abs(h)

    def accelerations(self, v):
        """Gravity and contacts; contacts that begin or end are noted."""
        a, now = [list(self.gravity) for _ in v], {}
        for i, j, n, overlap in self.touching():
            kinds = (self.kind[i], self.kind[j] if j >= 0 else j)
            c = self.contact.get(kinds) or self.contact[kinds[::-1]]
            approach = -dot(v[i], n) + (dot(v[j], n) if j >= 0 else 0.0)
            force = c["k"] * overlap + c["c"] * approach  # gravel's law: F = k x^(1 + beta) + c x^gamma x'
            for b, sign in ((i, 1.0), (j, -1.0)) if j >= 0 else ((i, 1.0),):
                a[b] = [p + sign * force / self.mass[b] * q for p, q in zip(a[b], n)]
            begun = self.open.get((i, j), {"t": self.t, "n": n, "approach": approach, "overlap": 0.0, "m": c["m_red"]})
            now[i, j] = {**begun, "overlap": max(overlap, begun["overlap"])}
            self.overlap = max(self.overlap, overlap / (2 * min(self.size[i], self.size[j] if j >= 0 else self.size[i])))
        self.ended, self.open = {k: c for k, c in self.open.items() if k not in now}, now
        return a

    def step(self, dt):
        """Velocity Verlet; dashpots act on velocities predicted for the end of the step."""
        self.x = [[x + dt * (v + 0.5 * dt * a) for x, v, a in zip(*p)] for p in zip(self.x, self.v, self.a)]
        self.t, self.steps, before = self.t + dt, self.steps + 1, self.a
        self.a = self.accelerations([[v + dt * a for v, a in zip(*p)] for p in zip(self.v, before)])
        self.v = [[v + 0.5 * dt * (a + b) for v, a, b in zip(*p)] for p in zip(self.v, before, self.a)]
        for (i, j), c in self.ended.items():  # t, duration, i, j, normal, approach, rebound, impulse, loss, overlap
            u, w = c["approach"], dot(self.v[i], c["n"]) - (dot(self.v[j], c["n"]) if j >= 0 else 0.0)
            self.events.append([self.t, self.t - c["t"], i, j, *c["n"], u, w, c["m"] * (u + w), c["m"] * (u * u - w * w) / 2, c["overlap"]])

    def advance(self, t):
        """To exactly t: the steps are shortened evenly."""
        n = int((t - self.t) / self.dt) + 1
        begin, self.events = self.t, []
        for k in range(n):
            self.step(begin + (t - begin) * (k + 1) / n - self.t)
        block = [c for p, r in zip(zip(self.x, self.v), self.rows) for c in (*p[0], *p[1], *r[6:9])]
        return {"ok": True, "t": self.t, "counters": {"steps": self.steps, "time_step": self.dt, "max_overlap": self.overlap},
                "events": self.events, "bytes": 8 * len(block)}, block


engine = Engine()
send({"protocol": 1, "engine": "template", "version": "1", "method": "md",
      "capabilities": ["1D", "2D", "3D", "gravity", "plane", "events"]})
for line in sys.stdin.buffer:  # the end of the input is the end of the run
    message = json.loads(line)
    if message["do"] == "create":
        send(engine.create(message, array.array("d", sys.stdin.buffer.read(message["bytes"]))))
    else:
        send(*engine.advance(message["t"]))
