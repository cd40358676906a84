#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Usage: figure_text_test.py BELTDYN CONFIGS: draws the figures of a drive under load in three runs, of a serpentine
drive and of each other type of drive at the width of a journal column, of the usual height and of a low one, and at
their usual width. Fails if two texts of a picture overlap or one leaves it.
"""

import html
import math
import pathlib
import re
import subprocess
import sys
import tempfile

# Of a letter of DejaVu Sans, relative to the size of the font, and of capitals above the base line. A mean width: texts
# of several words are as wide as this up to some percent.
LETTER = 0.57
CAPITAL = 0.73
# By which neighbours may overlap, for the errors of these means [px].
ALLOWED = 1.5
RUNS = ('/runs=[{"name": "Eulerian", "formulation": "eulerian_ale", "analysis": "steady", "elements_per_pulley": 60}, '
        '{"name": "coarse", "formulation": "eulerian_ale", "analysis": "steady", "elements_per_pulley": 40}, '
        '{"name": "analytic", "formulation": "analytic_string"}]')
TEXT = re.compile(r'<g transform="translate\(([-\d.]+),([-\d.]+)\)( rotate\(-?\d+\))?"[^>]*font-size="([\d.]+)"\s+'
                  r'text-anchor="(\w+)">\s*<text>(.*?)</text>', re.DOTALL)


def texts_of(svg):
    """(text, left, top, right, bottom) of each text [px]."""
    found = []
    for x, y, turned, size, anchor, spans in TEXT.findall(svg):
        words = html.unescape(re.sub(r"<[^>]*>", "", spans)).strip()
        if not words:
            continue
        x, y, size = float(x), float(y), float(size)
        length = LETTER * size * len(words)
        before = {"start": 0.0, "middle": 0.5 * length, "end": length}[anchor]
        if turned:
            found.append((words, x - CAPITAL * size, y - length + before, x, y + before))
        else:
            found.append((words, x - before, y - CAPITAL * size, x - before + length, y))
    return found


def faults_of(picture):
    svg = picture.read_text(encoding="utf-8")
    width, height = (float(v) for v in re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg).groups())
    texts = texts_of(svg)
    faults = [] if texts else ["no text"]
    for k, (words, left, top, right, bottom) in enumerate(texts):
        if left < -ALLOWED or top < -ALLOWED or right > width + ALLOWED or bottom > height + ALLOWED:
            faults.append(f'"{words}" leaves the picture')
        for other, left_2, top_2, right_2, bottom_2 in texts[:k]:
            across = min(right, right_2) - max(left, left_2)
            along = min(bottom, bottom_2) - max(top, top_2)
            is_same = words == other and math.isclose(left, left_2) and math.isclose(top, top_2)
            if min(across, along) > ALLOWED and not is_same:
                faults.append(f'"{other}" and "{words}" overlap')
    return faults


def main():
    beltdyn, configs = sys.argv[1], pathlib.Path(sys.argv[2])
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        for arguments in (["belt_characteristic.json", "--set", RUNS, "/end_time=3"], ["serpentine.json"], ["contour.json"],
                          ["elevator.json"], ["lift_modes.json"], ["friction_hysteresis.json"], ["rope.json"],
                          ["pressed_wire.json"]):
            subprocess.run([beltdyn, "compare", configs / arguments[0], *arguments[1:], "--out", folder, "--quiet"],
                           check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for sizes in (["--width", "84mm"], ["--width", "84mm", "--height", "100mm"], []):
            for result in sorted(pathlib.Path(folder).iterdir()):
                drawn = subprocess.run([beltdyn, "plot", result, *sizes], check=True, capture_output=True, text=True)
                faults += [line for line in drawn.stderr.splitlines() if "could not draw" in line]
                for picture in sorted(result.glob("figures/*.svg")):
                    faults += [f"{result.name} {picture.name} {' '.join(sizes)}: {f}" for f in faults_of(picture)]
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
