# SPDX-License-Identifier: MIT
"""Statistics of timing pairs, and comparison of the numbers in two result folders."""
from __future__ import annotations

import csv
import math
import pathlib
from dataclasses import dataclass, field
from statistics import median, quantiles

MAX_CHANCE = 0.02  # largest probability of so many pairs on one side by chance: 8 of 8, 13 of 15, 16 of 20, 20 of 25
MIN_CHANGE = 0.03  # a change in code that is not executed changes times by up to this part: by the placement of code
                   # and data in memory


@dataclass
class Row:
    """A work in the table. base[k] and current[k] are the CPU times [s] of two successive runs."""

    name: str
    what: str
    base: list[float] = field(default_factory=list)
    current: list[float] = field(default_factory=list)
    instructions: float | None = None  # executed by the current program, relative to the base
    results: str = ""
    failure: str = ""

    def ratios(self) -> list[float]:
        """For each pair, the time of the current program divided by the time of the base."""
        return [c / b for b, c in zip(self.base, self.current)]


def chance_of_side(n_on_side: int, n: int) -> float:
    """The probability that at least n_on_side of n coin tosses are equal: the two-sided sign test."""
    return min(1.0, 2 * sum(math.comb(n, k) for k in range(n_on_side, n + 1)) / 2**n)


def verdict(ratios: list[float]) -> str:
    """"slower" or "faster" if more pairs lie on one side than chance explains, and their median is beyond what the layout
    of a program does. A count does not care how far a burst of other work threw single pairs."""
    n = len(ratios)
    if chance_of_side(n, n) > MAX_CHANCE:
        return "too few pairs"
    for word, sign in (("slower", 1), ("faster", -1)):
        n_on_side = sum(sign * (ratio - 1) > 0 for ratio in ratios)
        if chance_of_side(n_on_side, n) <= MAX_CHANCE and sign * math.log(median(ratios)) > math.log1p(MIN_CHANGE):
            return word
    return "same"


HEAD = ["work", "base min", "median", "current min", "median", "ratio", "quartiles", "verdict", "instructions", "results",
        "what"]


def seconds(t: float) -> str:
    """A time with three digits."""
    value, unit = (t, "s") if t >= 1 else (1e3 * t, "ms")
    return f"{value:.{max(0, 2 - math.floor(math.log10(value)))}f} {unit}" if value > 0 else f"0 {unit}"


def cells(row: Row) -> list[str]:
    """The cells of a row of the table."""
    if row.failure:
        return [row.name, *[""] * 6, row.failure, "", "", row.what]
    ratios = row.ratios()
    times = [seconds(f(times)) for times in (row.base, row.current) for f in (min, median)]
    low, middle, high = quantiles(ratios, n=4, method="inclusive") if len(ratios) > 1 else 3 * ratios
    return [row.name, *times, f"{middle:.3f}", f"{low:.3f} to {high:.3f}", verdict(ratios),
            "" if row.instructions is None else f"{row.instructions:.3f}", row.results, row.what]


def markdown_table(head: list[str], rows: list[list[str]]) -> str:
    """A table with columns of equal width."""
    lines = [head, ["---"] * len(head), *rows]
    widths = [max(len(line[k]) for line in lines) for k in range(len(head))]
    return "\n".join("| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths)) + " |" for line in lines)


def history_difference(base: pathlib.Path, current: pathlib.Path) -> tuple[float, str]:
    """The largest difference of the last rows, and its column; each column is relative to its largest value. Columns
    that are errors themselves are left out."""
    tables = []
    for path in (base, current):
        with path.open(newline="") as file:
            tables.append(list(csv.DictReader(file)))
    largest, where = 0.0, ""
    for name, text in tables[0][-1].items():
        if name.startswith(("balance_", "length_error")):
            continue
        if name not in tables[1][-1]:
            return math.inf, name
        last = float(text), float(tables[1][-1][name])
        if last[0] == last[1] or all(map(math.isnan, last)):
            continue
        if any(map(math.isnan, last)):
            return math.inf, name
        difference = abs(last[0] - last[1]) / max(abs(float(row[name])) for table in tables for row in table)
        if difference > largest:
            largest, where = difference, name
    return largest, where


def compare_results(base: pathlib.Path, current: pathlib.Path) -> str:
    """A summary of the differences between the histories in two folders."""
    files = [sorted(p.relative_to(folder) for p in folder.rglob("history.csv")) for folder in (base, current)]
    if files[0] != files[1]:
        return "not the same runs"
    if not files[0]:
        return ""
    if all((base / file).read_bytes() == (current / file).read_bytes() for file in files[0]):
        return "same bytes"
    largest, where = max(history_difference(base / file, current / file) for file in files[0])
    return f"{largest:.1e} in {where.split(' ')[0]}" if largest > 0 else "same at the end"
