"""Places and velocities after every step of one run, for contacts that are seen from outside: LAMMPS calls this from a fix external,
after the forces, so that a run of many steps needs no return to Python for each.  On one processor that never sorts its particles."""
import ctypes

import numpy


class Record:
    def __init__(self, lmp, mass, most):
        """`most`: steps of a run that are kept."""
        self.lmp, self.mass = lmp, numpy.array(mass)[:, None]
        self.x, self.v, self.f = (numpy.zeros((most, len(mass), 3)) for _ in range(3))
        self.size, self.first, self.n = self.x[0].nbytes, 0, 0
        self.start = [a.ctypes.data for a in (self.x, self.v, self.f)]
        kind = lmp.FIX_EXTERNAL_CALLBACK_FUNC
        # Not by lammps.set_fix_external_callback(), which makes three arrays of numpy at each call.
        plain = ctypes.CFUNCTYPE(None, ctypes.c_void_p, *kind._argtypes_[1:4], ctypes.c_void_p, ctypes.c_void_p)
        self.function = plain(self.take)  # LAMMPS keeps the address only
        lmp.lib.lammps_set_fix_external_callback(lmp.lmp, b"record", ctypes.cast(self.function, kind), None)

    @staticmethod
    def commands():
        """The last fix, as it sees the forces of those before it."""
        yield "fix record all external pf/callback 1 1"

    def open(self, steps, n):
        """Before a run of n steps that begins after `steps`."""
        self.first, self.n = steps + 1, n
        self.arrays = [self.lmp.extract_atom(name)[0] for name in "xvf"]

    def take(self, _caller, step, _n, _tags, _x, added):
        # LAMMPS adds these forces to its own and has them from memory that it does not clear.
        ctypes.memset(ctypes.c_void_p.from_address(added).value, 0, self.size)
        k = step - self.first
        if k >= 0:  # else it is the setup of the run
            for to, array in zip(self.start, self.arrays):
                ctypes.memmove(to + k * self.size, array, self.size)

    def told(self, dt):
        """Velocities are those of half a step before: the rest is as LAMMPS does it."""
        some = slice(0, self.n)
        return self.x[some], self.v[some] + 0.5 * dt / self.mass * self.f[some]
