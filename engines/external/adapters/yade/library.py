"""YADE without its prompt: the module that the program `yade` itself loads."""
import os
import sys
import types

os.environ.setdefault("OMP_NUM_THREADS", "1")
# Of IPython, which takes a third of the start, YADE asks for the version only.
sys.modules["IPython"] = types.ModuleType("IPython")
sys.modules["IPython"].__version__ = "8.0"
sys.path.insert(1, "/usr/lib/x86_64-linux-gnu/yade-double/py")
sys.setdlopenflags(os.RTLD_NOW | os.RTLD_GLOBAL)  # its parts find each other's symbols

import yade.config  # noqa: E402,F401
import yade.wrapper  # noqa: E402,F401

version = yade.config.version
