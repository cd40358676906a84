# SPDX-License-Identifier: MIT
"""A drive written in other units of length, mass and time has the same results in these units, in every formulation.

Usage: scaled_units_test.py BELTDYN [WORD...], words that occur in the titles of the runs to execute

The units of a configuration follow from the schema, those of results from the headers of the tables. The new units are
powers of two, so that digits change only where the program uses a number with a fixed unit.
"""
import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from formulation_runs import RUNS, Run

UNITS = {"m": 2.0**10, "kg": 2.0**-6, "s": 2.0**8}  # the old units in the new ones
DERIVED = {"N": "kg m/s^2", "W": "kg m^2/s^3", "J": "kg m^2/s^2", "Pa": "kg/m s^2", "Hz": "1/s"}
PURE = ("-", "1", "rad", "rev", "%", "")
# Rounding, amplified by points that touch or slip a step earlier, as between two compilers.
BOUND = 1e-6
# Larger bounds for runs whose title contains all these words.
BOUNDS = {
    ("adaptive",): 1e-4,  # steps of other lengths have other errors
    ("counterweight", "implicit"): 1e-3,  # friction of the slider is differentiated with a step that has a fixed unit
    ("ripple", " string"): 1e-4,  # positions of events, at which slip reverses, and the error of steps
    ("rope_stop", "elements"): 1e-4,  # traction of single points, which begin to slip in another iteration
    ("crank-elements",): 1e-2,  # responses near a resonance, about a steady motion with a Newton error of 1e-8
}
# In the longer run an instant coincides with an event, at which slip power is undefined.
SKIPPED = ("ripple", " string", "time_step=2e-3")


def size(unit):
    """The factor by which numbers with this unit grow."""
    if "/(" in unit:  # e.g. N m/(rad/s), of a response
        over, under = unit.split("/(", 1)
        return size(over.strip("()")) / size(under.strip("()"))
    over, *under = unit.split("/")  # e.g. rad/s/s
    result = product(over)
    for factors in under:
        result /= product(factors)
    return result


def product(factors):
    result = 1.0
    for factor in factors.replace("(", "").replace(")", "").split():
        name, _, power = factor.partition("^")
        if name not in PURE:
            of_one = UNITS[name] if name in UNITS else size(DERIVED[name])
            result *= of_one ** int(power or 1)
    return result


class Scaler:
    def __init__(self, schema):
        self.schema = schema

    def branch(self, node, value):
        """The alternative of the schema that matches a value: by its constant keys, or by its type."""
        while "$ref" in node or "allOf" in node:
            node = self.schema["definitions"][node["$ref"].rsplit("/", 1)[1]] if "$ref" in node else node["allOf"][0]
        if "oneOf" not in node:
            return node
        for one in node["oneOf"]:
            one = self.branch(one, value)
            if isinstance(value, dict) != ("properties" in one):
                continue
            if isinstance(value, dict):
                fixed = {key: entry["const"] for key, entry in one["properties"].items() if "const" in entry}
                if all(value.get(key, one["properties"][key].get("default")) == const for key, const in fixed.items()):
                    return one
            elif isinstance(value, list) == ("items" in one):
                return one
        raise ValueError(f"no alternative for {value}")

    def unit_of_values(self, node):
        """The unit of the values of a time function, taken from its constant form."""
        for one in node.get("oneOf", []):
            unit = one.get("properties", {}).get("value", {}).get("x-unit")
            if unit is not None:
                return unit
        return None

    def scaled(self, value, node, unit=None):
        """The value in the new units. `unit` applies where the schema says SI, e.g. in the terms of a sum."""
        own = node.get("x-unit")
        inner = self.unit_of_values(node)
        if own not in (None, "SI"):
            unit = own
        elif inner not in (None, "SI"):
            unit = inner
        has_unit = own is not None
        node = self.branch(node, value)
        if isinstance(value, dict):
            keys = node.get("properties", {})
            if not keys:
                return value
            result = {}
            for key, entry in value.items():
                child = keys[key]
                # Factors of a product are pure numbers, and so are numbers without a unit in the schema.
                result[key] = self.scaled(entry, child, "-" if key == "factors" else unit)
            return result
        if isinstance(value, list):
            items = node.get("items", {})
            if has_unit and "x-unit" not in items:
                items = {**items, "x-unit": own}
            return [self.scaled(entry, items, unit) for entry in value]
        own = node.get("x-unit", own)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or own is None:
            return value
        return value * size(unit if own == "SI" else own)


def bound_of(title):
    return next((bound for words, bound in BOUNDS.items() if all(word in title for word in words)), BOUND)


def tables(folder):
    return {path.name: list(csv.reader(path.open())) for path in sorted(folder.rglob("*.csv"))}


def unit_of(header):
    unit = re.search(r" \[(.*)\]$", header)
    return unit[1] if unit else "-"


def columns(table):
    """Numbers by header, in the old units; nan for missing ones. Texts are left out, and so are balances, which are
    small differences of large numbers."""
    found = {}
    for at, header in enumerate(table[0]):
        try:
            found[header] = [float(row[at] or "nan") for row in table[1:]]
        except ValueError:
            continue
    return {header: column for header, column in found.items() if not header.startswith("balance")}


def difference(plain, other):
    """The largest difference, relative to the largest number with this unit in the table, and its place."""
    worst, where = 0.0, ""
    if plain.keys() != other.keys():
        return float("inf"), "other files"
    for name in plain:
        first, second = columns(plain[name]), columns(other[name])
        if list(first) != list(second) or len(plain[name]) != len(other[name]):
            return float("inf"), f"{name}: other columns or rows"
        largest = {}
        for header, column in first.items():
            kind = size(unit_of(header))
            largest[kind] = max([largest.get(kind, 0.0), *(abs(x) for x in column if x == x)])
        for header, column in first.items():
            kind = size(unit_of(header))
            for x, y in zip(column, second[header]):
                if x != x and y != y:
                    continue
                apart = abs(x - y / kind) / (largest[kind] or 1.0) if (x == x) == (y == y) else float("inf")
                if apart > worst:
                    worst, where = apart, f"{name}: {header}"
    return worst, where


def main():
    program, words = sys.argv[1], sys.argv[2:]
    schema = json.loads(subprocess.run([program, "schema"], check=True, capture_output=True).stdout)
    wrong = 0
    for entry in RUNS:
        if not all(word in f"{entry[0]} {entry[1]} {entry[3]}" for word in words):
            continue
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            run = Run(program, folder, *entry)
            if all(word in run.title for word in SKIPPED):
                continue
            run.finish("plain")
            (manifest,) = (folder / "plain").rglob("manifest.json")
            configuration = Scaler(schema).scaled(json.loads(manifest.read_text())["configuration"], schema)
            (folder / "scaled.json").write_text(json.dumps(configuration))
            done = subprocess.run([program, "run", folder / "scaled.json", "--only", entry[1], "--jobs", "1", "--quiet",
                                   "--out", folder / "scaled"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if done.returncode != 0:
                apart, where = float("inf"), f"exit code {done.returncode}: {done.stdout.decode()}"
            else:
                apart, where = difference(tables(folder / "plain"), tables(folder / "scaled"))
        is_apart = not apart <= bound_of(run.title)
        wrong += is_apart
        print(f"{'failed' if is_apart else 'ok'}  {apart:.1e}  {run.title}  {where}", flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
