"""LAMMPS' Python module with Debian's library, of which only liblammps.so.0 is installed where nobody compiles."""
import ctypes

import lammps
import lammps.core


def load(path, mode):
    try:
        return ctypes.CDLL(path, mode)
    except OSError:
        return ctypes.CDLL("liblammps.so.0", mode)


lammps.core.CDLL = load
LOCAL, ARRAY, ROWS = lammps.LMP_STYLE_LOCAL, lammps.LMP_TYPE_ARRAY, lammps.LMP_SIZE_ROWS  # of what extract_compute() tells


def start():
    """A LAMMPS that writes no log."""
    return lammps.lammps(cmdargs=["-log", "none"])
