"""LAMMPS' walls of moving regions: every `run` begins with the velocity 0 of the wall.

A sphere rides on a plane that rises at 0.1 m/s: overlap 1e-5 m, no gravity, e = 0.6 and t_c = 1e-4 s against the wall.  Sphere and plane have one velocity, so the
force is that of the spring alone.  Region::init() forgets the step to which the velocity of the region belongs, and the setup of a `run` works
it out again from the same place twice: the dashpot then acts on the whole velocity of the sphere.  A setup gives half a kick too many.
Prints for a step in the middle: 0 and the force over that of the spring as a run goes on, 1 and the same after the setup of a new `run`."""
import math
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "engines/external/adapters/lammps"))
import library  # noqa: E402,F401  (finds liblammps)
import lammps  # noqa: E402

MASS, TIME, E, OVERLAP, SPEED = 1e-3, 1e-4, 0.6, 1e-5, 0.1
rate = -math.log(E) / TIME
spring, dashpot = MASS * (rate ** 2 + (math.pi / TIME) ** 2), 2.0 * MASS * rate

lmp = lammps.lammps(cmdargs=["-log", "none", "-screen", "none"])
for command in ("units si", "atom_style sphere", "atom_modify map array", "newton off", "comm_modify vel yes", "boundary m m m",
                "region box block -0.1 0.1 -0.1 0.1 -0.1 0.1", "create_box 1 box", f"create_atoms 1 single 0 0 {0.005 - OVERLAP!r}",
                "set atom 1 diameter 0.01", f"set atom 1 mass {MASS}", f"velocity all set 0 0 {SPEED}",
                "pair_style granular", f"pair_coeff * * hooke {spring!r} {dashpot!r} damping velocity tangential linear_nohistory 0 0",
                "neighbor 0.002 nsq", f"variable height equal {SPEED}*time", "variable none equal 0",
                "region wall plane 0 0 0 0 0 1 side in units box move v_none v_none v_height",
                f"fix wall all wall/gran/region granular hooke {spring!r} {dashpot!r} damping velocity tangential linear_nohistory 0 0 region wall contacts",
                f"fix ride all move linear 0 0 {SPEED}", f"timestep {TIME / 50!r}", "run 10 post no"):
    lmp.command(command)
for again in (0, 1):
    lmp.command("run 0 post no" if again else "run 1 pre no post no")
    print(f"{again} {lmp.numpy.extract_fix('wall', 1, 2)[0][3] / (spring * OVERLAP):.3f}")
