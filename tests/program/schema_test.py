# SPDX-License-Identifier: MIT
"""An independent validator (python3-jsonschema) accepts every shipped configuration, as written and as resolved, and
rejects broken ones. Each key occurs in one of them, or in a configuration from which fuzzing starts. Usage:
schema_test.py BELTDYN CONFIG_FOLDER. Exit code 77 means skipped: no validator is installed. This is a failure if
BELTDYN_SKIP_NO_TEST is set."""
import json
import os
import pathlib
import re
import subprocess
import sys

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is not installed")
    sys.exit(1 if os.environ.get("BELTDYN_SKIP_NO_TEST") else 77)


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def without_comments(text):
    """JSON text with // and /* */ comments replaced by blanks; strings are kept."""
    pattern = r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/'
    return re.sub(pattern, lambda match: match.group(1) or "", text, flags=re.DOTALL)


beltdyn, folder = sys.argv[1], pathlib.Path(sys.argv[2])
schema = json.loads(output_of(beltdyn, "schema"))
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)

configs = sorted(folder.rglob("*.json"))
assert configs, f"no configurations in {folder}"
for config in configs:
    written = json.loads(without_comments(config.read_text()))
    resolved = json.loads(output_of(beltdyn, "validate", "--explain", str(config)))
    for form in (written, resolved):
        errors = list(validator.iter_errors(form))
        assert not errors, f"{config}: {errors[0].message}"

sound = json.loads(output_of(beltdyn, "validate", "--explain", str(configs[0])))
sound["study"] = {"parameter": "/runs/0/time_step", "values": [0.1, 0.2, 0.4], "expected_order": 2}
assert validator.is_valid(sound)
for damage in (
    lambda c: c.pop("end_time"),
    lambda c: c.update(end_time=-1),
    lambda c: c.update(unknown=1),
    lambda c: c["drive"].update(type="none"),
    lambda c: c["runs"][0].update(formulation="none"),
    lambda c: c["runs"][0].pop("name"),
    lambda c: c["study"].pop("parameter"),
    lambda c: c["study"].update(values=[0.1, 0.2]),
    lambda c: c["study"].update(values=[0.1, 0.2, -0.4]),
    lambda c: c["study"].update(quantities="strain"),
):
    broken = json.loads(json.dumps(sound))
    damage(broken)
    assert not validator.is_valid(broken), f"the schema accepts {broken}"


def keys_of(node):
    """The keys in a schema or a part of it."""
    found = set()
    if isinstance(node, dict):
        if isinstance(node.get("properties"), dict):
            found.update(node["properties"])
        for part in node.values():
            found |= keys_of(part)
    elif isinstance(node, list):
        for part in node:
            found |= keys_of(part)
    return found


seeds = sorted((pathlib.Path(__file__).resolve().parents[2] / "tests" / "fuzz" / "corpus" / "configuration").glob("*.json"))
for seed in seeds:
    output_of(beltdyn, "validate", str(seed))
texts = "".join(without_comments(path.read_text()) for path in configs + seeds)
missing = sorted(key for key in keys_of(schema) if f'"{key}"' not in texts)
assert not missing, f"no configuration has {', '.join(missing)}; add it to one in {seeds[0].parent}"
print(f"{len(configs)} configurations agree with the schema, {len(seeds)} seeds are valid")
