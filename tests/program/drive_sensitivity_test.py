# SPDX-License-Identifier: MIT
"""The Sobol indices of a drive are converged to 0.01.

Usage: drive_sensitivity_test.py BELTDYN SAMPLES

The indices of SAMPLES samples differ by less than that from those of half as many, which are the first half of the same
sequence. The error of a mean over Sobol points is about inversely proportional to their number, so the difference is
the error of the smaller sample. Parameters that do not interact have equal indices of both kinds; no parameter has a
first-order index above its total index.
"""
import csv
import pathlib
import subprocess
import sys
import tempfile

CONFIG = pathlib.Path(__file__).resolve().parents[2] / "configs" / "demo" / "drive_sensitivity.json"
TOLERANCE = 0.01
LONGEST = 3000  # [s]
program, samples = str(pathlib.Path(sys.argv[1]).resolve()), int(sys.argv[2])


def indices(folder, n):
    """First-order and total index by quantity and parameter."""
    subprocess.run([program, "sweep", str(CONFIG), "--out", str(folder), "--quiet", "--set", f"/sweep/design/samples={n}"],
                   check=True, timeout=LONGEST)
    with (folder / "drive-sensitivity" / "sweep" / "sensitivity.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert all(int(row["samples"]) == n for row in rows), "members without results"
    return {(row["quantity"], row["parameter"]): (float(row["first_order"]), float(row["total"])) for row in rows}


with tempfile.TemporaryDirectory() as name:
    fewer = indices(pathlib.Path(name) / "fewer", samples // 2)
    more = indices(pathlib.Path(name) / "more", samples)
assert len(more) == 4 * 3, more
for key, (first, total) in more.items():
    off = max(abs(a - b) for a, b in zip(fewer[key], more[key]))
    print(f"{key[0]:24} {key[1]:16} first order {first:7.4f}  total {total:7.4f}  of half the samples {off:.4f} off")
    assert off <= TOLERANCE, key
    assert first <= total + TOLERANCE, key
for quantity in {quantity for quantity, _ in more}:
    # The first-order indices sum to 1 minus the contribution of interactions.
    sums = [sum(pair[kind] for key, pair in more.items() if key[0] == quantity) for kind in (0, 1)]
    assert sums[0] <= 1 + TOLERANCE and sums[1] >= 1 - TOLERANCE, (quantity, sums)
