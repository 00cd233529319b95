"""Print "case engine" for every case file and each engine that it names, for meson's foreach.
usage: cases.py SOURCE_ROOT            the list, read with libfyaml: meson configures before there is a gravel program
       cases.py SOURCE_ROOT GRAVEL     a test: the program itself lists the same cases and engines"""
import ctypes
import json
import pathlib
import subprocess
import sys

JSON_ONELINE = 6 << 20  # FYECF_MODE_JSON_ONELINE of libfyaml.h
fyaml = ctypes.CDLL("libfyaml.so.0")
fyaml.fy_document_build_from_file.restype = ctypes.c_void_p
fyaml.fy_document_build_from_file.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
fyaml.fy_emit_document_to_string.restype = ctypes.c_void_p
fyaml.fy_emit_document_to_string.argtypes = [ctypes.c_void_p, ctypes.c_int]


def read(path):
    """A YAML file as Python data, by way of JSON; the process is short, so that nothing is freed."""
    document = fyaml.fy_document_build_from_file(None, bytes(path))
    text = fyaml.fy_emit_document_to_string(document, JSON_ONELINE) if document else None
    if not text:
        sys.exit(f"{path}: no YAML")
    return json.loads(ctypes.string_at(text))


def pairs(cases):
    return sorted((case["name"], engine) for case in cases for engine in case["engines"])


files = sorted(pathlib.Path(sys.argv[1]).glob("cases/**/*.yaml"))
mine = pairs(read(path) for path in files)
if len(sys.argv) == 2:
    print("\n".join(" ".join(pair) for pair in mine))
    sys.exit()
shown = subprocess.run([sys.argv[2], "list", "cases", "--format", "json"], text=True, capture_output=True, check=True).stdout
listed = pairs(json.loads(shown))
print(f"{len(listed)} pairs of a case and an engine")
for pair in sorted(set(mine) ^ set(listed)):
    print("not in both lists:", *pair)
sys.exit(0 if listed and listed == mine else 1)
