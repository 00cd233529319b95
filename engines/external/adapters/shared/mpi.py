"""MPI in a program that runs by itself, for codes that start it whether they have ranks or not."""
import atexit
import os
import shutil
import tempfile


def alone():
    """To be called before MPI starts, and not by one of several ranks.  What the user has set stays; other MPIs do not read it.
    Messages that never leave the process need no search for a network (pml), and one process no daemon (ess_singleton_isolated),
    which take Open MPI longer than a small system its run.  Without a daemon, programs that start at once would fail on each other's
    folder, 2 of 300: each has one of its own."""
    os.environ.setdefault("OMPI_MCA_pml", "ob1")
    if "OMPI_MCA_orte_tmpdir_base" not in os.environ and "OMPI_MCA_ess_singleton_isolated" not in os.environ:
        folder = tempfile.mkdtemp(prefix="gravel-mpi-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        os.environ.update(OMPI_MCA_orte_tmpdir_base=folder, OMPI_MCA_ess_singleton_isolated="1")
