#!/usr/bin/env python3
"""mixture_start.py SEED FILE: a LAMMPS data file with the start of case gas-species: 60 spheres of each of three radii at random without overlap in
a periodic cube of side 6.7, Gaussian velocities of temperature 1, centre of mass at rest, kinetic energy exactly 3 N/2."""
import math
import random
import sys

random.seed(int(sys.argv[1]))
L, RADII, N = 6.7, (0.35, 0.45, 0.55), 60
kinds = [t for t in (2, 1, 0) for _ in range(N)]  # large ones first
places = []
for t in kinds:
    while True:
        x = [random.uniform(0, L) for _ in range(3)]
        if all(sum((abs(a - b) if abs(a - b) < L / 2 else L - abs(a - b)) ** 2 for a, b in zip(x, y)) >= (RADII[t] + RADII[s]) ** 2
               for y, s in zip(places, kinds)):
            break
    places.append(x)
masses = [4 / 3 * math.pi * RADII[t] ** 3 for t in kinds]
v = [[random.gauss(0, 1 / math.sqrt(m)) for _ in range(3)] for m in masses]
for d in range(3):
    drift = sum(m * u[d] for m, u in zip(masses, v)) / sum(masses)
    for u in v:
        u[d] -= drift
scale = math.sqrt(3 * len(v) / sum(m * sum(c * c for c in u) for m, u in zip(masses, v)))
with open(sys.argv[2], "w", encoding="ascii") as f:
    f.write(f"start\n\n{len(kinds)} atoms\n3 atom types\n0 {L} xlo xhi\n0 {L} ylo yhi\n0 {L} zlo zhi\n\nAtoms\n\n")
    for i, (t, x) in enumerate(zip(kinds, places)):
        f.write(f"{i + 1} {t + 1} {2 * RADII[t]} 1.0 {x[0]!r} {x[1]!r} {x[2]!r}\n")
    f.write("\nVelocities\n\n")
    for i, u in enumerate(v):
        f.write(f"{i + 1} {scale * u[0]!r} {scale * u[1]!r} {scale * u[2]!r} 0 0 0\n")
