"""MPI in a program that runs by itself, for codes that start it whether they have ranks or not."""
import os


def alone():
    """To be called before MPI starts, and not by one of several ranks.  Messages that never leave the process need no search for
    a network, which takes Open MPI longer than a small system its run.  What the user has set stays; other MPIs do not read it.
    Open MPI without its daemon (ess_singleton_isolated) would be faster still, but fails where several start at once, 10 of 250."""
    os.environ.setdefault("OMPI_MCA_pml", "ob1")
