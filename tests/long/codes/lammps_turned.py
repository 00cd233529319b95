"""LAMMPS' tangential spring beside rotations: two spheres on prescribed paths, pair style granular.

Radii 0.5 and 1 m, overlap 0.05 m, k_n 1e7 N/m, k_t 5e6 N/m, friction 0.5.  First they are turned as one rigid body about the
centre of the larger one: nothing slips, and no tangential force may arise.  Then the upper of two spheres of 1 m
is moved by 0.01 m along x, and both spin about their own axes along z, by 1 rad: the slip of the bodies turns the other way, and
a spring that turns with them stays along x, as the path of the centres.
Prints the angle of the rotation [rad] and the tangential force [kN]; then the angle of the spin [rad] and that of the
force from x [rad]."""
import math
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "engines/external/adapters/lammps"))
import library  # noqa: E402,F401  (finds liblammps)
import lammps  # noqa: E402

DT = 1e-3


def start(radii, height):
    lmp = lammps.lammps(cmdargs=["-log", "none", "-screen", "none"])
    for command in ("units si", "atom_style sphere", "atom_modify map array", "newton off", "comm_modify vel yes",
                    "region box block -9 9 -9 9 -9 9", "create_box 1 box", "create_atoms 1 single 0 0 0",
                    f"create_atoms 1 single 0 0 {height}", f"set atom 1 diameter {2 * radii[0]}", f"set atom 2 diameter {2 * radii[1]}",
                    "pair_style granular", "pair_coeff * * hooke 1e7 0 damping velocity tangential linear_history 5e6 0 0.5",
                    "compute forces all pair/local p1 p2 p3 cutoff radius", f"timestep {DT}", "group one id 1", "group two id 2"):
        lmp.command(command)
    return lmp


def tangential(lmp):
    return [float(c) for c in lmp.numpy.extract_compute("forces", 2, 2)[0]]


lmp = start((1.0, 0.5), 1.45)
lmp.command(f"fix turn all move rotate 0 0 0 0 1 0 {2 * math.pi}")  # 1 rad/s, spins included
lmp.command("set group all omega 0 1 0")
last = 0.0
for angle in (0.1, 0.5, 2.0):
    lmp.command(f"run {round((angle - last) / DT)} post no")
    last = angle
    print(f"{angle:g} {math.hypot(*tangential(lmp)) / 1e3:.1f}")
lmp.close()

lmp = start((1.0, 1.0), 1.95)
lmp.command("fix one one move linear 0 0 0")
lmp.command("fix two two move linear 0.01 0 0")
lmp.command("run 1000 post no")
lmp.command("unfix two")
lmp.command("fix two two move linear 0 0 0")
lmp.command("set group all omega 0 0 1")
lmp.command("run 1000 post no")
x, y, _ = tangential(lmp)
print(f"1 {math.atan2(abs(y), abs(x)):.3f}")
