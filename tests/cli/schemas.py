"""What gravel writes as JSON is what its published schemas say (reports/manual/schemas), and they refuse what it does not write.  Prints TAP.
usage: schemas.py GRAVEL SOURCE

Validated here by the keywords that the schemas use; where python3-jsonschema is installed, by that, too."""
import copy
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap  # noqa: E402

try:
    import jsonschema
except ImportError:
    jsonschema = None

gravel, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
schemas = {path.stem: json.loads(path.read_text()) for path in (root / "reports/manual/schemas").glob("*.json")}
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
KEYWORDS = {"$schema", "$id", "$defs", "$ref", "title", "description", "type", "properties", "required", "additionalProperties", "items",
            "enum", "const", "pattern", "minimum", "anyOf"}


def is_type(value, name):
    if name in ("number", "integer"):
        return not isinstance(value, bool) and isinstance(value, (int, float) if name == "number" else int)
    return isinstance(value, TYPES[name])


def faults(value, schema, whole, place="$"):
    """Where and why a value is not what the schema says."""
    assert not schema.keys() - KEYWORDS, schema.keys() - KEYWORDS
    if "$ref" in schema:
        schema = whole["$defs"][schema["$ref"].removeprefix("#/$defs/")]
    types = schema.get("type", [])
    if types and not any(is_type(value, t) for t in ([types] if isinstance(types, str) else types)):
        yield f"{place}: {value!r:.60} is no {types}"
        return
    if "enum" in schema and value not in schema["enum"] or "const" in schema and value != schema["const"]:
        yield f"{place}: {value!r:.60} is not allowed"
    if "pattern" in schema and not re.search(schema["pattern"], value):
        yield f"{place}: {value!r:.60} is not like {schema['pattern']}"
    if "minimum" in schema and value is not None and value < schema["minimum"]:
        yield f"{place}: {value} is below {schema['minimum']}"
    if "anyOf" in schema and all(list(faults(value, s, whole, place)) for s in schema["anyOf"]):
        yield f"{place}: {value!r:.60} is none of {schema['anyOf']}"
    if isinstance(value, list):
        for k, item in enumerate(value):
            yield from faults(item, schema.get("items", {}), whole, f"{place}[{k}]")
    if isinstance(value, dict):
        for key in set(schema.get("required", [])) - value.keys():
            yield f"{place}: no {key}"
        for key, item in value.items():
            other = schema.get("additionalProperties", {})
            inner = schema.get("properties", {}).get(key, other)
            if inner is False:
                yield f"{place}: an unknown key {key}"
            else:
                yield from faults(item, inner, whole, f"{place}.{key}")


def output(*words, codes=(0,)):
    done = subprocess.run([gravel, *words, "--store", "s.sqlite"] if words[0] != "list" else [gravel, *words], text=True, capture_output=True)
    assert done.returncode in codes, (words, done)
    return json.loads(done.stdout)


def validate(name, value):
    found = list(faults(value, schemas[name], schemas[name]))
    assert not found, found[:5]
    if jsonschema is not None:
        jsonschema.Draft202012Validator.check_schema(schemas[name])
        jsonschema.Draft202012Validator(schemas[name]).validate(value)


def refuses(name, value, *changes):
    """Each change of a copy is found; `changes` are functions."""
    for change in changes:
        other = copy.deepcopy(value)
        change(other)
        assert list(faults(other, schemas[name], schemas[name])), (name, change)


def verdicts():
    """PASS, expected FAIL, an unexpected FAIL, invariants, SKIP of an engine that is not run, checks without a reference."""
    value = output("check", "pair-conflict", "walls-plate", "pair-unequal", "-q", "--format", "json")
    validate("gravel-verdicts-1", value)
    kinds = {(j["verdict"], j["contradicted"]) for j in value["judgements"]}
    assert {("PASS", False), ("FAIL", True)} <= kinds and value["coverage"] and value["suite"]["commit"], kinds
    assert all(j["claim_version"] >= 1 for j in value["judgements"] if j["reference"])
    validate("gravel-verdicts-1", output("check", "pair-unequal", "-q", "-e", "ed", "--bias", "restitution=1.1", "--format", "json", codes=(1,)))
    refuses("gravel-verdicts-1", value, lambda v: v.pop("suite"), lambda v: v.update(schema="gravel-verdicts/2"),
            lambda v: v["judgements"][0].update(verdict="MAYBE"), lambda v: v["judgements"][-1].update(value="1"),
            lambda v: v["judgements"][0].update(colour="red"), lambda v: v["judgements"][0].pop("command"))


def grades():
    """Passed and refused ones; failed ones are those of tests/cli/conform.py."""
    value = json.loads(subprocess.run([gravel, "conform", "ed-column", "--format", "json"], text=True, capture_output=True, check=True).stdout)
    validate("gravel-grades-1", value)
    assert {g["result"] for g in value["grades"]} == {"pass", "refused"} and value["passed"] > 10, value
    refuses("gravel-grades-1", value, lambda v: v.pop("refused"), lambda v: v["grades"][0].update(result="maybe"), lambda v: v["grades"][0].update(value="1"))


def every_verdict_can_be_repeated_by_its_command():
    value = output("check", "pair-unequal", "-q", "-e", "ed,md", "--bias", "restitution=1.1", "--format", "json", codes=(1,))
    red = [j for j in value["judgements"] if j["red"]]
    assert red and all(j["cpu_seconds"] > 0 for j in red), red
    for command in {j["command"] for j in red}:
        words = command.split()
        assert words[0] == "gravel", command
        again = subprocess.run([gravel, *words[1:], "-q"], text=True, capture_output=True)
        assert again.returncode == 1 and all(j["check"] in again.stdout for j in red if j["command"] == command), again
        assert f"repeat with: {command}" in again.stdout, again.stdout


def records():
    """Of every status that is easily had, with tables, an infinity or NaN, texts and vectors."""
    output("check", "pair-unequal", "states-trap", "-q", "--format", "json", codes=(0, 1))
    for case in "pair-unequal", "walls-plate", "states-trap":
        value = output("export", case, "-f", "json")
        validate("gravel-records-1", value)
    assert value[0]["schema"] == "gravel-record/1"
    refuses("gravel-records-1", value, lambda v: v[0].pop("key"), lambda v: v[0].update(key="xyz"), lambda v: v[0].update(seed=1),
            lambda v: v[0]["observables"][0].update(value="1"), lambda v: v[0]["observables"][0].update(value=None))


def cases():
    value = output("list", "cases", "--format", "json")
    validate("gravel-cases-1", value)
    assert len(value) > 50
    refuses("gravel-cases-1", value, lambda v: v[0].pop("schema"), lambda v: v[0].update(engines="md"))


def rates():
    """A row without a peer, one beside a thread of gravel, and one with a rate and a failure, which tests/cli/bench.py writes for itself."""
    for words in ("column", "10", "0.5", "100", "0.01"), ("ed", "32", "0.3", "elastic", "2000", "2"):
        value = json.loads(subprocess.run([gravel, "bench", "--format=json", *words], text=True, capture_output=True, check=True).stdout)
        validate("gravel-bench-1", value)
    refuses("gravel-bench-1", value, lambda v: v.pop("cost"), lambda v: v["rows"][0].update(rate="1"), lambda v: v["rows"][0]["peer"].pop("ratio"),
            lambda v: v["rows"][0].update(colour="red"), lambda v: v["rows"][0].update(tries=[{"code": "EDMD"}]))


tests = [verdicts, grades, rates, every_verdict_can_be_repeated_by_its_command, records, cases]
os.environ.pop("GRAVEL_STORE", None)
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    print(f"# python3-jsonschema is {'used' if jsonschema else 'not installed'}")
    tap.run(tests)
