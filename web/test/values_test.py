#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The results of the program for web pages against those of the installed one: values_test.py NODE BELTDYN_JS BELTDYN
[CONFIG...].

Carries out the demonstration configurations by both, and compares each column of each history.csv as scripts/same_results
does for two compilers, and the CPU time. The installed program takes its plainest kernels, which are those of the page. The
C libraries round the last digit of sine, exponential and power differently. Runs without an iteration keep such roundings as
they are; where Newton's method stops at a tolerance, the bound is that of two compilers.
"""

import importlib.machinery
import importlib.util
import json
import resource
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
# Runs that make much of a rounding: a load that drops onto a belt with open balances, a sheave between brake and rope,
# both at the limit of stick, where a rounding decides whether Newton's method needs shorter steps, and ends of slip arcs,
# which jump where forces are next to the limit. The installed program itself, with one value that is changed by 1e-13,
# tells how much.
UNSTEADY = {("conveyor", "ale"): "/drive/belt/mass_per_length=18.000000000002",
            ("conveyor_stop", "ale"): "/drive/belt/mass_per_length=18.000000000002",
            ("hook_block", "mesh"): "/drive/belt/mass_per_length=0.80000000000008",
            ("ripple", "string"): "/drive/belt/axial_stiffness=60000.000000006",
            ("rope_stop", "mesh"): "/drive/ends/0/mass=700.0000000001",
            ("winch", "mesh"): "/drive/ends/1/mass=1000.0000000001"}
# That is one rounding of many, which may do less than another one.
MORE_THAN_ONE_ROUNDING = 10.0
# A quotient of powers: without a load it is one of roundings.
LEFT_OUT = ("efficiency",)


def table(path):
    """The rows of a history without the columns that are left out."""
    with path.open() as stream:
        rows = list(same_results.csv.reader(stream))
    kept = [i for i, name in enumerate(rows[0]) if not name.startswith(LEFT_OUT)]
    return [[row[i] for i in kept] for row in rows]


def timed(command):
    """What a command says, and its CPU time [s]."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def history(place, name, run):
    folder = place / name / run
    return table(folder / "history.csv"), json.loads((folder / "manifest.json").read_text())


def allowed(native, config, folder, name, run, first, manifest, plain):
    """The bound of each column of a run."""
    bound = BOUNDS.get(manifest["formulation"], same_results.BOUND)
    bounds = dict.fromkeys(first[0], bound)
    change = UNSTEADY.get((config.stem, run))
    if change is None:
        return bounds
    subprocess.run([native, "run", config, "--only", run, "--out", folder / "changed", "--quiet", "--set", change, *plain],
                   check=True, capture_output=True)
    changed, _ = history(folder / "changed", name, run)
    own = same_results.differences(first, changed)
    # A column with the wrong sign is twice as far away as one of zeros.
    zeros = same_results.differences(first, [first[0], *[["0"] * len(row) for row in first[1:]]])
    return {column: max(bound, min(zeros.get(column, 0.0), MORE_THAN_ONE_ROUNDING * own.get(column, 0.0))) for column in bounds}


def compare(node, program, native, config, folder):
    """A line for each run; whether all of them hold."""
    runs = jsonc.loads(config.read_text())["runs"]
    plain = [f"--set=/runs/{i}/instruction_set=baseline" for i, run in enumerate(runs) if run["formulation"] in WITH_KERNELS]
    _, own_time = timed([native, "run", config, "--out", folder / "native", "--quiet", "--jobs", "1", *plain])
    done, time = timed([node, HERE.parent / "run_in_node.js", program, config, folder / "web"])
    if done.returncode != 0:
        print(f"FAIL {config.stem}: {done.stdout}{done.stderr}", flush=True)
        return False
    answer = json.loads(done.stdout)
    holds = True
    for run in answer["runs"]:
        (first, own), (second, other) = (history(folder / kind, answer["name"], run["name"]) for kind in ("native", "web"))
        if first[0] != second[0] or len(first) != len(second):
            print(f"FAIL {config.stem} {run['name']} rows or columns", flush=True)
            holds = False
            continue
        bounds = allowed(native, config, folder, answer["name"], run["name"], first, own, plain)
        apart = same_results.differences(first, second)
        # The column that is nearest to its bound, or beyond.
        column = max(apart, key=lambda name: apart[name] / bounds[name])
        ok = apart[column] <= bounds[column] and own["status"] == other["status"]
        print(f"{'PASS' if ok else 'FAIL'} {config.stem} {run['name']} difference={apart[column]:.2g} ({column}) "
              f"tolerance={bounds[column]:.2g}", flush=True)
        holds = holds and ok
    # With the compiler of the browser, which works while the program starts.
    print(f"{config.stem} time={time:.2f}s installed={own_time:.2f}s", flush=True)
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
