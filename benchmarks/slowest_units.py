#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The compilation units that take longest, from the log of ninja in build/PRESET.

Usage: benchmarks/slowest_units.py [PRESET] [--update]; --update writes the table into benchmarks/README.md.
"""
from __future__ import annotations

import argparse
import datetime
import pathlib
import re
import sys

from pairs import markdown_table

ROOT = pathlib.Path(__file__).resolve().parent.parent
README = ROOT / "benchmarks" / "README.md"
BEGIN, END = "<!-- slowest units begin -->", "<!-- slowest units end -->"
N_UNITS = 15
OBJECT = re.compile(r"(?P<folder>.*?)/?CMakeFiles/(?P<target>[^/]+)\.dir/(?P<unit>.+)\.(o|gch)$")


def durations(log: str) -> dict[str, float]:
    """The duration [s] of the latest build of each output; a line is start and end [ms], time stamp, output, hash."""
    last = {}
    for line in log.splitlines():
        if not line.startswith("#"):
            start, end, _, output, _ = line.split("\t")
            last[output] = (int(end) - int(start)) / 1000
    return last


def unit_name(build: pathlib.Path, output: str) -> str:
    """The source, or the sources that are compiled together."""
    place = OBJECT.match(output)
    assert place
    unit = place["unit"]
    joined = build / output.removesuffix(".o")
    if "/Unity/" in output and joined.exists():
        sources = re.findall(r'#include ".*/(.+)\.cpp"', joined.read_text())
        unit = ", ".join(sources)
    elif "cmake_pch" in unit:
        unit = "precompiled header"
    return f"{place['folder']}: {unit}" if place["folder"] else unit


def report(build: pathlib.Path, preset: str) -> str:
    """Caption, the slowest units, and the sum over each target."""
    outputs = {output: t for output, t in durations((build / ".ninja_log").read_text()).items()
               if OBJECT.match(output) and (build / output).exists()}
    slowest = sorted(outputs.items(), key=lambda unit: -unit[1])[:N_UNITS]
    totals: dict[str, float] = {}
    for output, t in outputs.items():
        target = OBJECT.match(output)["target"]
        totals[target] = totals.get(target, 0.0) + t
    caption = (f"Preset `{preset}`, {datetime.date.today()}: seconds from ninja's log, wall time while several units were "
               "compiled at once; what ccache found counts as quick.")
    units = [[unit_name(build, output), f"{t:.1f}"] for output, t in slowest]
    targets = [[target, f"{t:.1f}"] for target, t in sorted(totals.items(), key=lambda total: -total[1])]
    targets.append(["all", f"{sum(totals.values()):.1f}"])
    return "\n\n".join((caption, markdown_table(["unit", "s"], units), markdown_table(["target", "s"], targets)))


def with_block(page: str, block: str) -> str:
    """The page with the text between the markers replaced."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        sys.exit(f"no place for the table: {BEGIN} and {END} are not both there")
    return f"{before}{BEGIN}\n{block}\n{END}{after}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Which compilation units take longest, from the log of ninja")
    parser.add_argument("preset", nargs="?", default="release", help="the folder below build (default: release)")
    parser.add_argument("--update", action="store_true", help="write the table into benchmarks/README.md")
    chosen = parser.parse_args()
    build = ROOT / "build" / chosen.preset
    if not (build / ".ninja_log").exists():
        sys.exit(f"{build} holds no .ninja_log; run scripts/build {chosen.preset} first")
    text = report(build, chosen.preset)
    print(text)
    if chosen.update:
        README.write_text(with_block(README.read_text(), text))


if __name__ == "__main__":
    main()
