#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The results of the program for web pages against those of the installed one: values_test.py NODE BELTDYN_JS BELTDYN
[CONFIG...].

Carries out the demonstration configurations by both, and compares each column of each history.csv: the largest difference
relative to the largest magnitude of the column, and the CPU time. Without vector kernels in BELTDYN the two do the same
operations but for sine, exponential and power, which come from two C libraries that round the last digit differently. Both
are true to a rounding, so differences start at 1e-16 and are as large as the drive lets roundings grow.
"""

import csv
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TOLERANCE = 1e-12
# Where roundings grow: by how much, and why.
GROWS = {}
MOST_TIME = 2.0  # of the CPU time of the installed program
LEAST_TIME = 1.0  # below it, the start of the program counts too much [s]


def columns(path):
    with path.open() as stream:
        rows = list(csv.reader(stream))
    return {name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(rows[0])}


def difference(one, other):
    """Of two histories: the largest relative difference of a column, and which."""
    worst = (0.0, "")
    if set(one) != set(other) or any(len(one[name]) != len(other[name]) for name in one):
        return (math.inf, "rows or columns")
    for name, values in one.items():
        scale = max((abs(value) for value in values if math.isfinite(value)), default=0.0)
        for a, b in zip(values, other[name]):
            if a == b or (math.isnan(a) and math.isnan(b)):
                continue
            # Balances are sums of roundings themselves: their unit is that of what they compare.
            relative = abs(a - b) / (1.0 if name.startswith("balance_") else scale or 1.0)
            worst = max(worst, (relative if math.isfinite(relative) else math.inf, name))
    return worst


def compare(node, program, native, config, folder):
    """A line for each run; whether all of them hold."""
    subprocess.run([native, "run", config, "--out", folder / "native", "--quiet", "--jobs", "1"], check=False, capture_output=True)
    done = subprocess.run([node, HERE.parent / "run_in_node.js", program, config, folder / "web"], check=False, capture_output=True, text=True)
    if done.returncode != 0:
        print(f"FAIL {config.stem}: {done.stdout}{done.stderr}", flush=True)
        return False
    holds = True
    for run in json.loads(done.stdout)["runs"]:
        pair = [folder / kind / json.loads(done.stdout)["name"] / run["name"] for kind in ("native", "web")]
        manifests = [json.loads((place / "manifest.json").read_text()) for place in pair]
        worst, column = difference(*(columns(place / "history.csv") for place in pair))
        times = [manifest["cpu_time [s]"] for manifest in manifests]
        ratio = times[1] / max(times[0], 1e-9)
        allowed = GROWS.get((config.stem, run["name"]), GROWS.get((config.stem, None), TOLERANCE))
        ok = worst <= allowed and manifests[0]["status"] == manifests[1]["status"]
        is_slow = times[0] > LEAST_TIME and ratio > MOST_TIME
        print(f"{'PASS' if ok and not is_slow else 'FAIL'} {config.stem} {run['name']} difference={worst:.2g} ({column}) "
              f"tolerance={allowed:.2g} time={times[1]:.2f}s/{times[0]:.2f}s={ratio:.2f}", flush=True)
        holds = holds and ok and not is_slow
    return holds


def main(node, program, native, *configs):
    paths = [Path(config) for config in configs] or sorted((ROOT / "configs/demo").glob("*.json"))
    holds = True
    for config in paths:
        with tempfile.TemporaryDirectory() as folder:
            holds = compare(node, program, native, config, Path(folder)) and holds
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
