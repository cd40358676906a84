# SPDX-License-Identifier: MIT
"""Error bars of steady motions of random drives contain the true errors and are not much larger than necessary.

Usage: error_bars_test.py BELTDYN DRIVES

Drives are drawn at random over decades of size, speed, force and stiffness: two to five pulleys, idlers against the
back of the belt, sliders on springs. Each drive is computed on two meshes with --errors. The true error of a value is
its difference from the same belt on a mesh that is several times finer. At least 95 % of all values must have an error
bar that contains the error, and at least 90 % a bar of at most 30 times the error. Errors below the solver tolerance,
1e-7 of the largest value of a kind, are not counted. Prints the table of both by kinds of columns.
"""
import collections
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

MESHES = [(24, 4), (48, 8)]  # elements per pulley and per span
FINE = (160, 24)
LEAST_COVERED = 0.95
LEAST_NARROW = 0.90
WIDE = 30.0
SOLVER = 1e-7
# Contact penetration relative to a radius. It determines the contact stiffness, a property of the drive that is the
# same on all meshes.
DEPTH = 1e-4
# Drives with a run that does not converge, on a coarser or the fine mesh, are not counted; at least this part must
# remain.
LEAST_DRIVES = 0.8
KINDS = ("angular_velocity", "torque", "drive_torque", "power", "hub_load", "span_force", "span_speed", "slip_arc",
         "slip_margin", "slip_speed", "slip_power", "mount_position", "mount_force")
LIMIT = 120  # for one run of the program [s]


def drive(seed):
    numbers = random.Random(f"drive {seed}")

    def between(low, high):
        return low + (high - low) * numbers.random()

    def decade(low, high):
        return low * (high / low) ** numbers.random()

    size, speed, force = decade(0.06, 2.0), decade(0.5, 16.0), decade(30.0, 3000.0)
    friction = between(0.15, 0.9)
    stiffness = force * decade(20.0, 500.0)
    width = 0.1 * size
    mass = force / speed**2 * decade(1e-3, 0.1)
    stick = 0.2 * size * decade(0.02, 0.2)  # length over which stick builds up the force [m]
    return {
        "type": "belt_drive", "direction": "counterclockwise", "gravity": [0, 0],
        "pulleys": pulleys(between, numbers, size, speed, force, friction, seed % 3 == 0),
        "belt": {"axial_stiffness": stiffness, "bending_stiffness": 0, "mass_per_length": mass, "width": width,
                 "contact_offset": 0, "pretension": {"type": "reference_strain", "strain": -force / stiffness}},
        "contact": {"normal": {"type": "penalty",
                               "stiffness_per_area": force / (0.2 * size * width) / (0.2 * size * DEPTH)},
                    "friction": {"type": "elastoplastic_coulomb", "coefficient": friction,
                                 "stiffness_per_area": stiffness / width / stick**2}}}


def pulleys(between, numbers, size, speed, force, friction, has_slider):
    n = 2 + int(between(0, 4))
    outside = 2 if n >= 4 and numbers.random() < 0.5 else -1
    load = between(0.1, 0.5) * force * (1 - math.exp(-2 * friction)) / n  # [N]
    result = []
    for k in range(n):
        inner = k == outside
        angle = 2 * math.pi * k / n + between(-0.25, 0.25)
        away = size * between(0.8, 1.2) * (0.25 if inner else 1)
        radius = size * between(0.12, 0.35) * (0.7 if inner else 1)
        pulley = {"center": [away * math.cos(angle), away * math.sin(angle)], "radius": radius,
                  "side": "outside" if inner else "inside", "inertia": 1}
        if k == 0:
            pulley["motion"] = {"type": "prescribed",
                                "angular_velocity": {"type": "constant", "value": speed / radius}}
        elif inner or numbers.random() < 0.3:
            pulley["motion"] = {"type": "free"}
            pulley["bearing_damping"] = 0.02 * load * radius**2 / speed
        else:
            pulley["motion"] = {"type": "torque", "torques": [
                {"type": "applied", "moment": {"type": "constant", "value": -load * radius}}]}
        if k == 1 and has_slider:
            spring = 10 * force / size
            pulley["mount"] = {"type": "slider", "direction": [math.cos(angle), math.sin(angle)], "mass": 1,
                               "spring": {"stiffness": spring, "free_position": 2 * force / spring}}
        result.append(pulley)
    return result


def summaries(program, folder, seed):
    """The summaries on all meshes and on the fine mesh; None where a run did not converge."""
    runs = [{"name": f"{p}-{s}", "formulation": "eulerian_ale", "analysis": "steady", "time_step": 1,
             "elements_per_pulley": p, "elements_per_span": s, "errors": (p, s) != FINE} for p, s in [*MESHES, FINE]]
    text = json.dumps({"format": "beltdyn/1", "name": f"d{seed}", "drive": drive(seed), "end_time": 1, "runs": runs})
    subprocess.run([program, "run", "-", "--out", folder, "--quiet"], input=text, text=True, capture_output=True,
                   check=False, timeout=LIMIT)
    result = []
    for run in runs:
        path = pathlib.Path(folder, f"d{seed}", run["name"])
        complete = json.loads((path / "manifest.json").read_text())["status"] == "complete"
        result.append(json.loads((path / "summary.json").read_text()) if complete else None)
    return result


def kind_of(column):
    name = column.rstrip("0123456789").rstrip("_")
    return name.removesuffix("_x").removesuffix("_y")


def judge(summary, fine, counts):
    """Adds each value to the counts of its kind: all, covered, narrow. Returns False if the run has no errors."""
    if any(part["missing"] for part in summary["errors"]):
        return False
    scales = collections.defaultdict(float)
    for column, entry in fine["columns"].items():
        scales[kind_of(column)] = max(scales[kind_of(column)], abs(entry["last"]))
    for column, entry in summary["columns"].items():
        kind = kind_of(column)
        if kind not in KINDS:
            continue
        error = abs(entry["last"] - fine["columns"][column]["last"])
        if error <= SOLVER * scales[kind]:
            continue
        bar = entry["errors"]["last"]
        bar = math.nan if bar is None else bar  # an unknown bar is neither covered nor narrow
        counts[kind] += 1
        counts[kind, "covered"] += error <= bar
        counts[kind, "narrow"] += bar <= WIDE * error
    return True


def main(program, n_drives):
    counts = collections.Counter()
    judged = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(1, n_drives + 1):
            try:
                *meshes, fine = summaries(program, folder, seed)
            except subprocess.TimeoutExpired:
                continue
            if fine is not None:
                judged += all([summary is not None and judge(summary, fine, counts) for summary in meshes])
    print(f"{'kind':18} {'values':>7} {'covered':>8} {'narrow':>8}")
    total = collections.Counter()
    for kind in KINDS:
        if counts[kind] == 0:
            continue
        print(f"{kind:18} {counts[kind]:7} {counts[kind, 'covered'] / counts[kind]:8.3f} "
              f"{counts[kind, 'narrow'] / counts[kind]:8.3f}")
        total.update(all=counts[kind], covered=counts[kind, "covered"], narrow=counts[kind, "narrow"])
    covered, narrow = total["covered"] / total["all"], total["narrow"] / total["all"]
    print(f"{'all':18} {total['all']:7} {covered:8.3f} {narrow:8.3f}; {judged} of {n_drives} drives on both meshes")
    return judged >= LEAST_DRIVES * n_drives and covered >= LEAST_COVERED and narrow >= LEAST_NARROW


if __name__ == "__main__":
    sys.exit(0 if main(sys.argv[1], int(sys.argv[2])) else 1)
