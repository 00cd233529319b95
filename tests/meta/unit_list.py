"""Every tests/unit/test_*.c is a test that meson runs.   usage: unit_list.py SOURCE_ROOT NAME..."""
import pathlib
import sys

files = {path.stem.removeprefix("test_") for path in (pathlib.Path(sys.argv[1]) / "tests/unit").glob("test_*.c")}
forgotten = sorted(files - set(sys.argv[2:]))
print("\n".join(f"tests/unit/test_{name}.c is not in tests/unit/meson.build" for name in forgotten) or f"{len(files)} files")
sys.exit(1 if forgotten or not files else 0)
