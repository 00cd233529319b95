"""LIGGGHTS 3.8.0: the tangential spring (hooke/stiffness, tangential history) of two spheres on prescribed paths.

Radii 0.5 and 1 m, then 0.5 and 0.5 m, overlap 0.05 m, k_n 1e7 N/m, k_t 5e6 N/m, friction 0.5.  The first sphere goes round the other by
0.01 rad, spinning along: the slip is 0.01 rad times the lever arm of the other, which the tangential force tells.  Then both turn as
one rigid body, and the force must stay.  Last, as in lammps_turned.py, two spheres of 1 m, of which the upper has been moved by 0.01 m
along x, spin about their axes along z by 1 rad.

Prints the radius, the angle of the rigid rotation [rad], the lever arm [m] that the force tells at steps of 1e-3 and of 1e-4 s; then the angle
of the spin and that of the force from x [rad]."""
import math
import subprocess
import sys
import tempfile

MODEL = "hooke/stiffness tangential history tangential_damping off absolute_damping on"


def force(radii, height, motions):
    """Components of the tangential force [N] after these motions: lists of commands, and steps with their length."""
    tables = "".join(f"fix {name} all property/global {name} peratomtypepair 1 {value!r}\n" for name, value in (
        ("kn", 1e7), ("kt", 5e6), ("gamman_abs", 0.0), ("gammat_abs", 0.0), ("coefficientFriction", 0.5)))
    lines = ["units si", "atom_style granular", "atom_modify map array", "boundary f f f", "newton off", "communicate single vel yes",
             "hard_particles yes", "region box block -9 9 -9 9 -9 9 units box", "create_box 1 box", "create_atoms 1 single 0 0 0 units box",
             f"create_atoms 1 single 0 0 {height} units box", f"set atom 1 diameter {2 * radii[0]}", f"set atom 2 diameter {2 * radii[1]}",
             "set type 1 density 1000", "neighbor 0.5 bin", "neigh_modify delay 0", tables + f"pair_style gran model {MODEL}", "pair_coeff * *",
             "group one id 1", "group two id 2", "compute pair all pair/gran/local force_tangential",
             *(f"compute t{c} all reduce sum c_pair[{c}]" for c in (1, 2, 3)), "thermo_style custom step c_t1 c_t2 c_t3", "thermo 1000000"]
    for commands, steps, length in motions:
        lines += [*commands, f"timestep {length!r}", f"run {steps}"]
    lines += [f"variable t{c} equal c_t{c}" for c in (1, 2, 3)] + ['print "force ${t1} ${t2} ${t3}"', ""]
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(["liggghts", "-log", "none"], input="\n".join(lines), text=True, capture_output=True, check=False, cwd=folder)
    try:
        return [float(x) for x in done.stdout.split("\nforce ")[1].split()[:3]]
    except IndexError:
        sys.exit(done.stdout[-500:] + done.stderr[-500:])


def turn(atom, axis):
    return f"fix {atom} {atom} move rotate 0 0 0 {axis} {2 * math.pi!r}"  # 1 rad/s, spins included


def arm(radius, angle, dt):
    around = [turn("two", "0 1 0"), "fix one one move linear 0 0 0"]
    together = ["unfix one", turn("one", "0 1 0")]
    motions = [(around, round(0.01 / dt), dt)] + ([(together, round(angle / dt), dt)] if angle else [])
    return math.hypot(*force((radius, 0.5), radius + 0.45, motions)) / (5e6 * 0.01)


for radius in (1.0, 0.5):
    for angle in (0, 2, 16):
        print(f"{radius:g} {angle} {arm(radius, angle, 1e-3):.4f} {arm(radius, angle, 1e-4):.4f}", flush=True)
shear = ["fix one one move linear 0 0 0", "fix two two move linear 0.01 0 0"]
spin = ["unfix one", "unfix two", turn("one", "0 0 1"), f"fix two two move rotate 0.01 0 0 0 0 1 {2 * math.pi!r}"]
x, y, _ = force((1.0, 1.0), 1.95, [(shear, 1000, 1e-3), (spin, 1000, 1e-3)])
print(f"1 {math.atan2(abs(y), abs(x)):.3f}")
