"""EDMD (variant Cell): the number of the list that holds its first event, which writes, is read and never set.

Needs nothing of gravel: EDMD's own program, started from its crystal, with memory as malloc() finds it, which are zeros for so much of it, and
with memory that the C library fills (MALLOC_PERTURB_).  EDMD_SOURCE names the folder of EDMD.  Prints the filling and the signal that ended it; 0 is
right.  `valgrind` names the line: removeevent() compares `queue`, which initeventpool() leaves unset in `writeevent`."""
import os
import pathlib
import subprocess
import tempfile

source = pathlib.Path(os.environ["EDMD_SOURCE"]) / "Cell"
program = """#define main edmd_main
#include "mdCell.c"
#undef main
int main(void) { initialconfig = 1; maxtime = 0.01; return edmd_main(); }
"""
with tempfile.TemporaryDirectory() as folder:
    pathlib.Path(folder, "own.c").write_text(program)
    subprocess.run(["cc", "-O1", "-w", f"-I{source}", "own.c", "-o", "own", "-lm"], cwd=folder, check=True)
    for filling in (0, 165):
        done = subprocess.run(["./own"], cwd=folder, env={**os.environ, "MALLOC_PERTURB_": str(filling)}, stdout=subprocess.DEVNULL, check=False)
        print(filling, max(0, -done.returncode))
