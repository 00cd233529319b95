"""EDMD's variant `Cell` in memory: its structures (mdCell.h) and the functions that its own init() calls."""
import ctypes
import os

REAL, INT = ctypes.c_double, ctypes.c_int


class Event(ctypes.Structure):
    pass


class Particle(ctypes.Structure):
    pass


EVENT, PARTICLE = ctypes.POINTER(Event), ctypes.POINTER(Particle)
Event._fields_ = [("time", REAL), ("left", EVENT), ("right", EVENT), ("parent", EVENT), ("p1", PARTICLE), ("p2", PARTICLE),
                  ("links", EVENT * 4), ("type", INT), ("queue", INT)]
Particle._fields_ = [("x", REAL * 3), ("v", REAL * 3), ("t", REAL), ("radius", REAL), ("mass", REAL), ("near_edge", ctypes.c_uint8),
                     ("cell", INT * 3), ("boxes", INT * 3), ("crossing", EVENT), ("previous", PARTICLE), ("next", PARTICLE),
                     ("type", ctypes.c_uint8)]
STOP = 100  # the type of events that write: EDMD does nothing else at their time


class Edmd:
    def __init__(self):
        self.library = ctypes.CDLL(os.environ["EDMD_LIBRARY"])
        self.library.createevent.argtypes = [REAL, PARTICLE, PARTICLE, INT]
        self.library.findcrossing.argtypes = [PARTICLE]
        self.step = self.library.step
        self.time, self.collisions = self.real("simtime"), ctypes.c_uint.in_dll(self.library, "colcounter")

    def real(self, name):
        return REAL.in_dll(self.library, name)

    def integer(self, name):
        return INT.in_dll(self.library, name)

    def start(self, box, x, v, radius, mass):
        """What its init() does with particles from a file, but with these velocities."""
        self.library.initparticles(len(x))
        self.particles = PARTICLE.in_dll(self.library, "particles")
        for name, half, length in zip(("xsize", "ysize", "zsize"), ("hx", "hy", "hz"), box):
            self.real(name).value, self.real(half).value = length, 0.5 * length
        for k, place in enumerate(x):
            p = self.particles[k]
            p.x[:], p.v[:], p.radius, p.mass = place, v[k], radius[k], mass[k]
        self.library.initeventpool()
        self.library.initcelllist()
        pool, free = ctypes.POINTER(EVENT).in_dll(self.library, "eventpool"), self.integer("nempty")
        for k in range(len(x)):
            self.particles[k].crossing = pool[free.value - 1]
            self.library.findcrossing(ctypes.byref(self.particles[k]))
        self.library.findallcollisions()

    def following(self):
        """The next event."""
        root = EVENT.in_dll(self.library, "root")
        while not root.contents.right:
            self.library.addnexteventlist()
        event = root.contents.right
        while event.contents.left:
            event = event.contents.left
        return event.contents

    def number(self, p):
        return (ctypes.addressof(p.contents) - ctypes.addressof(self.particles[0])) // ctypes.sizeof(Particle)
