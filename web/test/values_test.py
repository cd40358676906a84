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
import resource
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


def timed(command):
    """What a command says, and its CPU time [s]."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare(node, program, native, config, folder):
    """A line for each run; whether all of them hold."""
    _, own_time = timed([native, "run", config, "--out", folder / "native", "--quiet", "--jobs", "1"])
    done, time = timed([node, HERE.parent / "run_in_node.js", program, config, folder / "web"])
    if done.returncode != 0:
        print(f"FAIL {config.stem}: {done.stdout}{done.stderr}", flush=True)
        return False
    answer = json.loads(done.stdout)
    holds = True
    for run in answer["runs"]:
        pair = [folder / kind / answer["name"] / run["name"] for kind in ("native", "web")]
        status = [json.loads((place / "manifest.json").read_text())["status"] for place in pair]
        worst, column = difference(*(columns(place / "history.csv") for place in pair))
        allowed = GROWS.get((config.stem, run["name"]), GROWS.get((config.stem, None), TOLERANCE))
        ok = worst <= allowed and status[0] == status[1]
        print(f"{'PASS' if ok else 'FAIL'} {config.stem} {run['name']} difference={worst:.2g} ({column}) tolerance={allowed:.2g}", flush=True)
        holds = holds and ok
    # With the compiler of the browser, which works while the program starts.
    is_slow = own_time > LEAST_TIME and time > MOST_TIME * own_time
    print(f"{'FAIL' if is_slow else 'PASS'} {config.stem} time={time:.2f}s installed={own_time:.2f}s", flush=True)
    return holds and not is_slow


def main(node, program, native, *configs):
    paths = [Path(config) for config in configs] or sorted((ROOT / "configs/demo").glob("*.json"))
    holds = True
    for config in paths:
        with tempfile.TemporaryDirectory() as folder:
            holds = compare(node, program, native, config, Path(folder)) and holds
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
