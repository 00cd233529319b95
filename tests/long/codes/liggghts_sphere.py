"""One sphere beside walls in the program `liggghts`, for the scripts beside this file."""
import pathlib
import subprocess
import sys
import tempfile


def velocity(axes, box, place, diameter, density, model, settings, constants, commands, files=()):
    """The components along `axes` after the commands; the walls are of type 2.  `constants`: kn, kt, gamman_abs, gammat_abs and friction; `files`: names and texts."""
    names = "kn", "kt", "gamman_abs", "gammat_abs", "coefficientFriction"
    tables = [f"fix {name} all property/global {name} peratomtypepair 2" + 4 * f" {value!r}" for name, value in zip(names, constants)]
    lines = ["units si", "atom_style granular", "boundary m m m", "newton off", "communicate single vel yes", "hard_particles yes",
             f"region box block {box} units box", "create_box 2 box", "create_atoms 1 single {} {} {} units box".format(*place),
             f"set type 1 diameter {diameter}", f"set type 1 density {density}", f"neighbor {diameter / 4} bin", "neigh_modify delay 0", *tables,
             f"pair_style gran {model} {settings}", "pair_coeff * *", "fix move all nve/sphere", *commands,
             *(f"variable {a} equal vcm(all,{a})" for a in axes), 'print "velocity ' + " ".join(f"${{{a}}}" for a in axes) + '"', ""]
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files:
            pathlib.Path(folder, name).write_text(text)
        done = subprocess.run(["liggghts", "-log", "none"], input="\n".join(lines), text=True, capture_output=True, check=False, cwd=folder)
    try:
        return [float(v) for v in done.stdout.split("\nvelocity ")[1].split()[:len(axes)]]
    except (IndexError, ValueError):
        return sys.exit(done.stdout[-500:] + done.stderr[-500:])
