# SPDX-License-Identifier: MIT
"""Randomly corrupted results and checkpoints.

Usage: damaged_results_test.py BELTDYN SEED COUNT

A third of COUNT trials damages a checkpoint and resumes: the run must end with the bytes of an uninterrupted run (exit
code 0) or be refused (2 or 5). The other trials damage a file in a result folder, which is then plotted or compared, or
whose sweep or identification is resumed: exit code 0, 2 or 5, since a changed number in a table cannot be detected.
There is never a signal, an internal error, or a wait of more than 30 s. The runs of all formulations and analyses
(formulation_runs.py) and the folders take turns, in an order drawn from SEED. Failing cases are kept and their location
is printed. The same seed makes the same trials.
"""
import collections
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

from formulation_runs import CONFIGS, RUNS, Run
from limited import limit_memory

LONGEST = 30  # per trial [s]
LONGEST_RUN = 200  # of a run that makes the results to be damaged, on a busy machine [s]
ACCEPTED = (0, 2, 5)

# Commands whose results are damaged, with assignments that make them small; `plot` also draws the results of compare.
FOLDERS = [
    ("compare", "demo/contour.json", ["/end_time=0.1"]),
    ("compare", "demo/belt.json", ["/end_time=0.05", "/drive/pulleys/1/motion/angular_velocity/value=11.99"]),
    ("compare", "demo/friction_lag.json", ["/end_time=0.5"]),
    ("compare", "demo/rope.json", []),
    ("compare", "demo/pressed_wire.json", ["/end_time=0.1"]),
    ("compare", "demo/serpentine.json", ["/end_time=0.01", "/runs/0/elements=180"]),
    ("compare", "demo/small_motions.json", [*(f"/runs/{i}/linear/frequency_range/count=10" for i in range(3)),
                                            *(f"/runs/{i}/linear/modes/highest_frequency=20" for i in range(2)),
                                            "/runs/0/linear/campbell/count=3", "/runs/1/elements_per_pulley=12"]),
    ("compare", "demo/ripple.json", ["/end_time=0.02"]),
    ("compare", "demo/belt_characteristic.json", []),
    ("compare", "verification/string_drive.json", ["/end_time=0.05"]),
    ("compare", "convergence/delay_equations_step.json", []),
    ("sweep", "demo/creep_sweep.json", ["/sweep/parameters/0/count=2", "/runs/0/elements_per_pulley=12"]),
    ("identify", "demo/identify_friction.json", [
        "/identify/starts=1", '/identify/parameters=[{"pointer": "/runs/0/law/stiffness", "start": 3e3, "low": 1e3, "high": 1e5}]']),
]


class Program:
    def __init__(self, path, folder):
        # Without gnuplot, which would take longer than everything else.
        self.environment = dict(os.environ, PATH=str(folder / "nothing"), NO_COLOR="1")
        self.path = str(pathlib.Path(path).resolve())

    def __call__(self, *arguments, longest=LONGEST):
        """Exit code and output; the exit code is None if the program takes too long."""
        try:
            done = subprocess.run([self.path, *map(str, arguments)], env=self.environment, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, timeout=longest, preexec_fn=limit_memory)
        except subprocess.TimeoutExpired:
            return None, "timeout"
        return done.returncode, done.stdout.decode(errors="replace")

    def must(self, *arguments):
        code, output = self(*arguments, longest=LONGEST_RUN)
        assert code == 0, f"{arguments}: {code}\n{output}"


def options(config, assignments):
    return [CONFIGS / config] + [part for item in assignments for part in ("--set", item)] + ["--jobs", "1", "--quiet"]


# ---- damage --------------------------------------------------------------------------------------------------------


def flip(data, dice):
    for _ in range(dice.choice((1, 1, 3, 30))):
        data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)


def overwrite(data, dice):
    at = dice.randrange(len(data))
    data[at:at + dice.randrange(1, 9)] = bytes(dice.randrange(256) for _ in range(dice.randrange(1, 9)))


def truncate(data, dice):
    del data[dice.randrange(len(data)):]


def swap(data, dice):
    a, b = sorted(dice.randrange(len(data)) for _ in range(2))
    length = min(dice.randrange(1, 65), b - a, len(data) - b)
    data[a:a + length], data[b:b + length] = data[b:b + length], data[a:a + length]


def double(data, dice):
    a, b = sorted(dice.randrange(len(data)) for _ in range(2))
    data[b:b] = data[a:b]


def cut_out(data, dice):
    a, b = sorted(dice.randrange(len(data)) for _ in range(2))
    del data[a:min(b, a + 200)]


def lines(data, dice):
    rows = bytes(data).split(b"\n")
    at = dice.randrange(len(rows))
    kind = dice.randrange(4)
    if kind == 0:
        del rows[at]
    elif kind == 1:
        rows.insert(at, rows[dice.randrange(len(rows))])
    elif kind == 2:
        rows = rows[:1]
    else:
        rows[at] = b",".join(rows[at].split(b",")[:-1])
    data[:] = b"\n".join(rows)


def number(data, dice):
    places = [i for i in range(len(data)) if 48 <= data[i] <= 57]
    if not places:
        return flip(data, dice)
    at = dice.choice(places)
    data[at:at + 1] = dice.choice((b"-1", b"1e300", b"nan", b"", b"0", b"-0", b"99999999999999999999", b"1e-300", b"x",
                                   b"inf", b"18446744073709551615", b"."))


def json_value(data, dice):
    """Replaces a value somewhere in a JSON text by another type or value."""
    try:
        root = json.loads(bytes(data))
    except ValueError:
        return flip(data, dice)
    places = []

    def visit(value):
        keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
        for key in keys:
            places.append((value, key))
            visit(value[key])

    visit(root)
    if not places:
        return flip(data, dice)
    parent, key = dice.choice(places)
    new = dice.choice((None, True, -1, 1e300, 0, 2**63, "", "text", "\x1b[2J", [], [1], [[]], {}, {"a": {}}, "remove"))
    if new == "remove":
        del parent[key]
    else:
        parent[key] = new
    data[:] = json.dumps(root).encode()


BINARY = (flip, overwrite, truncate, swap, double, cut_out)
TEXT = BINARY + (lines, lines, number, number, number)


def damage(path, dice):
    """Corrupts a file and returns a description."""
    data = bytearray(path.read_bytes())
    kinds = BINARY if path.name == "checkpoint.cbor" else (json_value,) if path.suffix == ".json" and dice.random() < .6 \
        else TEXT
    kind = dice.choice(kinds)
    if not data or dice.random() < 0.03:
        path.unlink()
        return "removed"
    kind(data, dice)
    path.write_bytes(data)
    return kind.__name__


# ---- trials --------------------------------------------------------------------------------------------------------


def result_bytes(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*"))
            if path.suffix in (".csv", ".vtp", ".pvd")}


def accepted(code, output):
    return code in ACCEPTED and "internal error" not in output


class Trials:
    def __init__(self, program, folder, dice):
        self.program, self.folder, self.dice = program, folder, dice
        self.counts = {"checkpoint": collections.Counter(), "result folder": collections.Counter()}
        self.failures = 0
        self.interrupted = {}
        self.results = {}

    def judge(self, kind, place, how, code, output, fine):
        self.counts[kind][f"exit {code}"] += 1
        if fine:
            shutil.rmtree(place)
            return
        self.failures += 1
        kept = self.folder / f"failure_{self.failures}"
        place.rename(kept)
        print(f"FAIL {kind}, {how}: exit {code}, kept in {kept}\n{output[-500:]}")

    def interrupted_run(self, number):
        """The run of this number, complete, and killed when half of its largest table was written."""
        if number not in self.interrupted:
            folder = self.folder / f"run_{number}"
            run = Run(self.program.path, folder, *RUNS[number])
            run.finish("whole")
            whole = run.files("whole")
            name, size = Run.largest_table(whole)
            run.start("part", killed_in=name, at_byte=size // 2).communicate(timeout=LONGEST_RUN)
            (checkpoint,) = (folder / "part").rglob("checkpoint.cbor")
            self.interrupted[number] = (run, checkpoint.relative_to(folder / "part"), whole)
        return self.interrupted[number]

    def result(self, number):
        if number not in self.results:
            command, config, assignments = FOLDERS[number]
            out = self.folder / f"result_{number}"
            call = [command, *options(config, assignments), "--resume"]
            self.program.must(*call, "--out", out)
            self.results[number] = (call, out)
        return self.results[number]

    def checkpoint(self, number):
        run, checkpoint, expected = self.interrupted_run(number)
        place = run.folder / "trial"
        shutil.copytree(run.folder / "part", place)
        how = damage(place / checkpoint, self.dice)
        code, output = self.program("run", *run.options, "--resume", "--out", place)
        fine = accepted(code, output) and (code != 0 or run.files("trial") == expected)
        self.judge("checkpoint", place, f"{run.title} {how}", code, output, fine)

    def result_folder(self, number):
        call, source = self.result(number)
        place = self.folder / "trial"
        shutil.copytree(source, place)
        files = sorted(path for path in place.rglob("*") if path.is_file() and "figures" not in path.parts)
        manifests = [path for path in files if path.name == "manifest.json"]
        path = self.dice.choice(manifests if manifests and self.dice.random() < 0.3 else files)
        how = f"{path.relative_to(place)} {damage(path, self.dice)}"
        (result,) = place.iterdir()
        if call[0] == "compare" and self.dice.random() < 0.7:
            code, output = self.program("plot", result)
        else:
            code, output = self.program(*call, "--out", place)
        self.judge("result folder", place, how, code, output, accepted(code, output))


def main(path, seed, count):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="beltdyn_damaged_"))
    trials = Trials(Program(path, folder), folder, random.Random(seed))
    n_checkpoints = round(count * 8 / 23)
    for trial, items, n in ((trials.checkpoint, RUNS, n_checkpoints), (trials.result_folder, FOLDERS, count - n_checkpoints)):
        order = list(range(len(items)))
        trials.dice.shuffle(order)
        for i in range(n):
            trial(order[i % len(order)])
    for kind, counts in trials.counts.items():
        print(f"{sum(counts.values())} times a damaged {kind}: {dict(sorted(counts.items()))}")
    print(f"{trials.failures} failures")
    if trials.failures:
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
