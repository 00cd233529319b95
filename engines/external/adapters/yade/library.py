"""YADE without its prompt: the module that the program `yade` itself loads."""
import os
import sys

os.environ.setdefault("OMP_NUM_THREADS", "1")
sys.path.insert(1, "/usr/lib/x86_64-linux-gnu/yade-double/py")
sys.setdlopenflags(os.RTLD_NOW | os.RTLD_GLOBAL)  # its parts find each other's symbols

import yade.config  # noqa: E402,F401
import yade.wrapper  # noqa: E402,F401

version = yade.config.version
