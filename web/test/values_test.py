#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The results of the program for web pages against those of the installed one: values_test.py NODE BELTDYN_JS BELTDYN
[CONFIG...].

Carries out the demonstration configurations by both, and compares each column of each history.csv as scripts/same_results
does for two compilers, and the CPU time of the runs. The installed program takes its plainest kernels, which are those of
the page. The C libraries round the last digit of sine, exponential and power differently. Runs without an iteration keep
such roundings as they are; where Newton's method stops at a tolerance, the bound is that of two compilers. Of the latter,
runs beyond it are compared with what a rounding does to the installed program.
"""

import importlib.machinery
import importlib.util
import json
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
loader = importlib.machinery.SourceFileLoader("same_results", str(ROOT / "scripts/same_results"))
same_results = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
sys.modules[loader.name] = same_results
sys.dont_write_bytecode = True
loader.exec_module(same_results)
sys.path.insert(0, str(ROOT / "docs/site"))
import jsonc  # noqa: E402

# Of runs without an iteration: what roundings of 1e-16 grow to.
BOUNDS = dict.fromkeys(("analytic_abel", "analytic_linear", "analytic_dde", "analytic_front_tracking", "eulerian_contour",
                        "lagrangian_contour"), 1e-12)
# Steep Stribeck curves between sticking and sliding.
BOUNDS["friction_rig"] = 1e-9
WITH_KERNELS = {"eulerian_ale", "lagrangian_ancf", "lagrangian_links"}
# Some runs make much of a rounding: a load that drops onto a belt, a sheave between brake and rope, both at the limit of
# stick, ends of slip arcs, which jump where forces are next to the limit, and the place of the largest of equal forces.
# The installed program itself, with a property of the drive changed by this factor, tells how much.
ROUNDING = 1 + 1e-13
# Those are two roundings of many, which may do less than another one.
MORE_THAN_THESE = 10.0
# A quotient of powers: without a load it is one of roundings.
LEFT_OUT = ("efficiency",)


# A column of smaller values, such as the accelerations of bodies at rest, has roundings of 0, in all units here.
NOTHING = 1e-9


def table(path):
    """The rows of a history without the columns that are left out."""
    with path.open() as stream:
        rows = list(same_results.csv.reader(stream))
    kept = [i for i, name in enumerate(rows[0]) if not name.startswith(LEFT_OUT)]
    return [[row[i] for i in kept] for row in rows]


def is_nothing(rows, at):
    return all(abs(float(row[at] or "nan")) < NOTHING for row in rows[1:])


def differences(first, second):
    """Those of same_results; 0 for columns of roundings."""
    apart = same_results.differences(first, second)
    for at, name in enumerate(first[0]):
        if name in apart and is_nothing(first, at) and is_nothing(second, at):
            apart[name] = 0.0
    return apart


def history(place, name, run):
    folder = place / name / run
    return table(folder / "history.csv"), json.loads((folder / "manifest.json").read_text())


def changes(config):
    """Settings that change a property of a drive by a rounding."""
    belt = jsonc.loads(config.read_text())["drive"].get("belt", {})
    settings = []
    for name in ("mass_per_length", "axial_stiffness"):
        number, *unit = str(belt.get(name, "0")).split(" ", 1)
        changed = " ".join([repr(float(number) * ROUNDING), *unit])
        if float(number) != 0.0:
            settings.append(f"/drive/belt/{name}={json.dumps(changed) if unit else changed}")
    return settings


def roundings(native, config, folder, name, run, first, plain):
    """What roundings do to each column of a run of the installed program."""
    most = {}
    for number, change in enumerate(changes(config)):
        out = folder / f"changed_{number}"
        subprocess.run([native, "run", config, "--only", run, "--out", out, "--quiet", "--set", change, *plain], check=True,
                       capture_output=True)
        changed, _ = history(out, name, run)
        for column, apart in same_results.differences(first, changed).items():
            most[column] = max(most.get(column, 0.0), apart)
    return most


def allowed(bound, first, own):
    """The bound of each column, with what roundings do to it."""
    # A column with the wrong sign is twice as far away as one of zeros.
    zeros = same_results.differences(first, [first[0], *[["0"] * len(row) for row in first[1:]]])
    return {column: max(bound, min(zeros.get(column, 0.0), MORE_THAN_THESE * own.get(column, 0.0))) for column in first[0]}


def compare(node, program, native, config, folder):
    """A line for each run; whether all of them hold."""
    runs = jsonc.loads(config.read_text())["runs"]
    plain = [f"--set=/runs/{i}/instruction_set=baseline" for i, run in enumerate(runs) if run["formulation"] in WITH_KERNELS]
    subprocess.run([native, "run", config, "--out", folder / "native", "--quiet", "--jobs", "1", *plain], check=False,
                   capture_output=True)
    done = subprocess.run([node, HERE.parent / "run_in_node.js", program, config, folder / "web"], check=False,
                          capture_output=True, text=True)
    if done.returncode != 0:
        print(f"FAIL {config.stem}: {done.stdout}{done.stderr}", flush=True)
        return False
    answer = json.loads(done.stdout)
    holds = True
    times = {"native": 0.0, "web": 0.0}
    for run in answer["runs"]:
        (first, own), (second, other) = (history(folder / kind, answer["name"], run["name"]) for kind in ("native", "web"))
        times["native"] += own["cpu_time [s]"]
        times["web"] += other["cpu_time [s]"]
        if first[0] != second[0] or len(first) != len(second):
            print(f"FAIL {config.stem} {run['name']} rows or columns", flush=True)
            holds = False
            continue
        bound = BOUNDS.get(own["formulation"], same_results.BOUND)
        bounds = dict.fromkeys(first[0], bound)
        apart = differences(first, second)
        if own["formulation"] not in BOUNDS and any(apart[column] > bound for column in apart):
            found = roundings(native, config, folder, answer["name"], run["name"], first, plain)
            bounds = allowed(bound, first, found)
        # The column that is nearest to its bound, or beyond.
        column = max(apart, key=lambda name: apart[name] / bounds[name])
        ok = apart[column] <= bounds[column] and own["status"] == other["status"]
        print(f"{'PASS' if ok else 'FAIL'} {config.stem} {run['name']} difference={apart[column]:.2g} ({column}) "
              f"tolerance={bounds[column]:.2g}", flush=True)
        holds = holds and ok
    # Of the runs alone: the page also draws figures, and its browser compiles the program.
    print(f"{config.stem} cpu_time web={times['web']:.2f}s installed={times['native']:.2f}s", flush=True)
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
