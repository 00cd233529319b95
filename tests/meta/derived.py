"""What the scripts share that derive a file of reference/literature: they write it, or see that it has the numbers that they derive."""
import argparse
import pathlib
import re
import sys


def text(name, references):
    """references: (id, family, quantity, value or (swept key, values by x), where)"""
    lines = [f"# Written by tests/meta/{name}.py --write, which derives every number.", "source:", "  key: D",
             f'  cite: "derived by this project; derivation in tests/meta/{name}.py"', "references:"]
    for reference, family, quantity, value, where in references:
        lines += [f"  - id: {reference}", f"    family: {family}", f"    quantity: {quantity}"]
        if isinstance(value, tuple):
            key, rows = value
            lines.append(f"    rows: {{key: {key}, x: [{', '.join(f'{x:g}' for x in rows)}], "
                         f"y: [{', '.join(f'{y:.12g}' for y in rows.values())}]}}")
        else:
            lines.append(f"    value: {value:.12g}")
        lines += ["    uncertainty: null", "    kind: analytic", f'    where: "{where}"']
    return "\n".join(lines) + "\n"


def numbers(content):
    return [float(x) for x in re.findall(r"(?<![\w.])-?\d+\.?\d*(?:e[-+]?\d+)?", re.sub(r'"[^"]*"|#.*', "", content))]


def between(content):
    return re.sub(r"(?<![\w.])-?\d+\.?\d*(?:e[-+]?\d+)?", "#", content)


def main(name, about, references):
    """name: of the script and of its file."""
    parser = argparse.ArgumentParser(description=about.split("\n\n", maxsplit=1)[0])
    parser.add_argument("root", type=pathlib.Path, help="the source tree")
    parser.add_argument("--write", action="store_true", help="write the file")
    args = parser.parse_args()
    path = args.root / f"reference/literature/{name}.yaml"
    derived = text(name, references)
    if args.write:
        path.write_text(derived)
        sys.exit(0)
    on_file, computed = numbers(path.read_text()), numbers(derived)
    # A zero is what is left of it by rounding; between the numbers the texts are equal.
    same = (len(on_file) == len(computed) and all(abs(a - b) <= 1e-9 * abs(b) + 1e-13 for a, b in zip(on_file, computed))
            and between(path.read_text()) == between(derived))
    print(f"{len(computed)} numbers derived" if same else f"reference/literature/{name}.yaml differs from what is derived")
    sys.exit(0 if same else 1)
