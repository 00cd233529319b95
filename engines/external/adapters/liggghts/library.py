"""LIGGGHTS' C library, which has no Python module: the few operations that ../lammps/simulation.py uses."""
import ctypes
import subprocess


class Liggghts:
    def __init__(self):
        self.library = ctypes.CDLL("libliggghts.so.3", ctypes.RTLD_GLOBAL)  # its MPI looks for its own symbols
        self.handle = ctypes.c_void_p()
        words = [w.encode() for w in ("liggghts", "-log", "none")]
        self.library.lammps_open_no_mpi(len(words), (ctypes.c_char_p * len(words))(*words), ctypes.byref(self.handle))

    def command(self, words):
        self.library.lammps_command(self.handle, words.encode())

    def create_atoms(self, n, _tags, kinds, x, v):
        for i in range(n):
            self.command(f"create_atoms {kinds[i]} single {x[3 * i]!r} {x[3 * i + 1]!r} {x[3 * i + 2]!r} units box")
        self.scatter_atoms("v", 1, 3, (ctypes.c_double * (3 * n))(*v))

    def scatter_atoms(self, name, kind, count, values):
        self.library.lammps_scatter_atoms(self.handle, name.encode(), kind, count, values)

    def scalar(self, name):
        extract = self.library.lammps_extract_compute
        extract.restype = ctypes.POINTER(ctypes.c_double)
        return extract(self.handle, name.encode(), 0, 0)[0]

    def table(self, name, n, width):
        """The n rows of a compute over pairs."""
        extract = self.library.lammps_extract_compute
        extract.restype = ctypes.POINTER(ctypes.POINTER(ctypes.c_double))
        rows = extract(self.handle, name.encode(), 2, 2)
        return [rows[k][0:width] for k in range(n)]

    def of_atoms(self, name, width):
        """Rows of a fix that keeps properties of atoms, by the numbers of these."""
        tags, rows = self.library.lammps_extract_atom, self.library.lammps_extract_fix
        tags.restype, rows.restype = ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.POINTER(ctypes.c_double))
        tag, row = tags(self.handle, b"id"), rows(self.handle, name.encode(), 1, 2, 0, 0)
        return {tag[k]: row[k][0:width] for k in range(self.library.lammps_get_natoms(self.handle))}

    def gather_atoms(self, name, kind, count):
        values = (ctypes.c_double * (count * self.library.lammps_get_natoms(self.handle)))()
        self.library.lammps_gather_atoms(self.handle, name.encode(), kind, count, values)
        return values


def version():
    return subprocess.run(["liggghts", "-log", "none", "-h"], text=True, capture_output=True, check=False).stdout.split("(Version ")[1].split(",")[0]


start = Liggghts
