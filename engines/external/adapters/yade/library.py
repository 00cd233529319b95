"""YADE without its prompt: the module that the program `yade` itself loads."""
import builtins
import os
import sys
import types

os.environ.setdefault("OMP_NUM_THREADS", "1")
sys.path.insert(1, "/usr/lib/x86_64-linux-gnu/yade-double/py")
sys.setdlopenflags(os.RTLD_NOW | os.RTLD_GLOBAL)  # its parts find each other's symbols
# Of its prompt YADE asks only for the version and, when it runs a command, the builtins; its modules take as long to load as YADE itself.
prompt = types.ModuleType("IPython")
prompt.__version__, prompt.__builtins__ = "8.0.0", vars(builtins)
sys.modules["IPython"] = prompt

import yade.config  # noqa: E402,F401
import yade.wrapper  # noqa: E402,F401

version = yade.config.version
