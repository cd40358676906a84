#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""CPU times of the current tree compared with those of a commit, measured in alternating pairs; scripts/bench calls it.

A shared machine changes its speed by tens of per cent within seconds. Two short runs in succession see nearly the same
machine, so their ratio is more reliable than either time. Alternating which one is first (base current, current base,
...) cancels linear drift. Many short pairs are more reliable than few long ones: the median of 20 ignores single
bursts.
"""
from __future__ import annotations

import argparse
import datetime
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from pairs import HEAD, Row, cells, compare_results, markdown_table
from works import WORKS, Work, arguments

ROOT = pathlib.Path(__file__).resolve().parent.parent
HISTORY = ROOT / "benchmarks" / "history.md"
HISTORY_HEADING = """# Speed, change by change

What `scripts/bench --record` has measured: each section compares two commits in alternating pairs on one machine. Only the
ratios carry over to another day. See `benchmarks/README.md`.
"""
CURRENT = "the current tree"


class CommandFailed(Exception):
    """A command to be measured failed."""


def git(*command: str) -> str:
    return subprocess.run(["git", *command], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def tree_has_changes() -> bool:
    """Whether the current tree differs from HEAD in more than recorded times."""
    return bool(git("status", "--porcelain", "--", ".", f":(exclude){HISTORY.relative_to(ROOT)}"))


def default_base() -> str:
    """HEAD for a tree with changes; otherwise the commit where the branch left its upstream, or the previous commit."""
    if tree_has_changes():
        return "HEAD"
    upstream = subprocess.run(["git", "merge-base", "HEAD", "@{upstream}"], cwd=ROOT, capture_output=True, text=True)
    base = upstream.stdout.strip()
    return base if upstream.returncode == 0 and base != git("rev-parse", "HEAD") else "HEAD~1"


def build(tree: pathlib.Path) -> pathlib.Path:
    """The program of a tree, built by the build script of that tree."""
    print(f"building {tree}", file=sys.stderr)
    done = subprocess.run(["scripts/build", "release", "beltdyn"], cwd=tree, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{done.stdout[-4000:]}{done.stderr}{tree}: does not build")
    return tree / "build" / "release" / "app" / "beltdyn"


def worktree(commit: str) -> pathlib.Path:
    """A checkout of the commit, kept for later use."""
    folder = ROOT / "build" / "bench" / commit[:12]
    if not folder.exists():
        git("worktree", "prune")
        git("worktree", "add", "--quiet", "--detach", str(folder), commit)
    return folder


def cpu_time(command: list[str], log: pathlib.Path) -> float:
    """User and system time of a command in seconds."""
    with log.open("w") as messages:
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=messages)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        lines = [line for line in log.read_text().splitlines() if line.startswith("error:")]
        raise CommandFailed(lines[0] if lines else f"exit code {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def counting(report: pathlib.Path) -> list[str]:
    """The words before a command that make perf count its instructions."""
    return ["perf", "stat", "-x,", "-e", "instructions:u", "-o", str(report), "--"]


def counted(report: pathlib.Path) -> int:
    """The number of instructions in a report of perf, reproducible to 1e-4 or better; 0 if the report has none."""
    counts = [line.split(",")[0] for line in report.read_text().splitlines() if "instructions" in line]
    return int(counts[0]) if counts and counts[0].isdigit() else 0


def can_count(folder: pathlib.Path) -> bool:
    """Whether perf is installed and may count on this machine."""
    if not shutil.which("perf"):
        return False
    report = folder / "perf"
    done = subprocess.run([*counting(report), "true"], capture_output=True)
    return done.returncode == 0 and counted(report) > 0


class Bench:
    """Two programs, copied to paths of equal length, because the path of a program changes the addresses on its
    stack."""

    SIDES = ("base", "head")

    def __init__(self, folder: pathlib.Path, base: pathlib.Path, current: pathlib.Path):
        self.folder = folder
        self.counts = can_count(folder)
        for side, program in zip(self.SIDES, (base, current)):
            (folder / side).mkdir()
            shutil.copy2(program, folder / side / "beltdyn")

    def command(self, side: str, work: Work) -> list[str]:
        """The command that executes the work, with an empty folder for its results."""
        out = self.folder / side / "out"
        shutil.rmtree(out, ignore_errors=True)
        command = [str(self.folder / side / "beltdyn"), *arguments(work, ROOT)]
        return command + (["--out", str(out)] if work.config else [])

    def run(self, side: str, work: Work, before: list[str] | None = None) -> float:
        """CPU time of one command."""
        return cpu_time((before or []) + self.command(side, work), self.folder / side / "log")

    def try_work(self, work: Work) -> Row:
        """First runs of both programs, which are not timed: do both run, and are their results equal?"""
        row = Row(work.name, work.what)
        reports = [self.folder / side / "perf" for side in self.SIDES]
        for side, report, name in zip(self.SIDES, reports, ("the base", CURRENT)):
            try:
                self.run(side, work, counting(report) if self.counts else [])
            except CommandFailed as error:
                row.failure = f"does not run with {name}: {error}"
                return row
        if work.config:
            row.results = compare_results(self.folder / "base" / "out", self.folder / "head" / "out")
        if self.counts:
            row.instructions = counted(reports[1]) / counted(reports[0])
        return row

    def add_pairs(self, work: Work, row: Row) -> None:
        """A round of the work; the program that runs first alternates from pair to pair."""
        for _ in range(work.pairs):
            times = {side: self.run(side, work) for side in (self.SIDES if len(row.base) % 2 == 0 else self.SIDES[::-1])}
            row.base.append(times["base"])
            row.current.append(times["head"])


def measure(bench: Bench, works: list[Work], n_rounds: int) -> list[Row]:
    """Rounds through all works, so that a busy minute of the machine does not affect all pairs of one work."""
    rows = [bench.try_work(work) for work in works]
    for number in range(n_rounds):
        print(f"round {number + 1} of {n_rounds}", file=sys.stderr)
        for work, row in zip(works, rows):
            if not row.failure:
                bench.add_pairs(work, row)
    return rows


def processor() -> str:
    """The name of the processor and the number of processors."""
    name = "unknown processor"
    info = pathlib.Path("/proc/cpuinfo")
    for line in info.read_text().splitlines() if info.exists() else []:
        if line.startswith("model name"):
            name = line.split(":", 1)[1].strip()
            break
    return f"{name}, {os.cpu_count()} processors"


def record(text: str, summary: str, table: str) -> None:
    """Appends a section to the history of speeds."""
    if not HISTORY.exists():
        HISTORY.write_text(HISTORY_HEADING)
    with HISTORY.open("a") as file:
        file.write(f"\n## {datetime.date.today()}: {text}\n\n{summary}\n\n{table}\n")


def parse(names: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/bench", description="CPU times of the current tree against a commit")
    parser.add_argument("base", nargs="?", help="a commit; by default HEAD if the tree has changes, else where the branch "
                                                "began, or HEAD~1")
    parser.add_argument("--pairs", type=int, default=5,
                        help="rounds, each of several pairs of every work (default: 5)")
    parser.add_argument("--only", nargs="+", metavar="NAME", choices=names, action="extend",
                        help="these works: " + ", ".join(names))
    parser.add_argument("--record", metavar="TEXT", help="append the table to benchmarks/history.md, TEXT as its heading")
    chosen = parser.parse_args()
    if chosen.pairs < 1:
        parser.error("--pairs: must be at least 1")
    return chosen


def main() -> int:
    chosen = parse([work.name for work in WORKS])
    works = [work for work in WORKS if not chosen.only or work.name in chosen.only]
    commit = git("rev-parse", "--verify", (chosen.base or default_base()) + "^{commit}")
    current = git("rev-parse", "HEAD")[:12] + (" with changes" if tree_has_changes() else "")
    base_program = build(worktree(commit))
    current_program = build(ROOT)
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="beltdyn-bench-") as folder:
        rows = measure(Bench(pathlib.Path(folder), base_program, current_program), works, chosen.pairs)
    summary = (f"Base {commit[:12]}, current {current}; {chosen.pairs} rounds, CPU time of the whole command; {processor()}, "
               f"load {load:.1f} before and {os.getloadavg()[0]:.1f} after.")
    table = markdown_table(HEAD, [cells(row) for row in rows])
    print(f"{summary}\n\n{table}")
    if chosen.record:
        record(chosen.record, summary, table)
    return 1 if any(CURRENT in row.failure for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
