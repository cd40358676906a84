# SPDX-License-Identifier: MIT
"""A sweep and an identification that are killed repeatedly give the same bytes as uninterrupted ones.

Usage: killed_sweeps_test.py BELTDYN KILL_LIBRARY SEED KILLS

They are killed as by `kill -9` in the middle of a write, at KILLS bytes drawn from SEED (kill_at_byte.cpp), and each
time continued with --resume: by one and by two threads, as a whole and in seven shards.
"""
import os
import pathlib
import random
import subprocess
import sys
import tempfile

CONFIGS = pathlib.Path(__file__).resolve().parents[2] / "configs" / "demo"
SWEEP = ["sweep", str(CONFIGS / "creep_sweep.json"), "--set", "/sweep/parameters/0/count=40", "--set",
         "/sweep/parameters/0/from=0.35"]
IDENTIFY = ["identify", str(CONFIGS / "identify_friction.json"), "--set", "/identify/starts=2"]
SHARDS = 7
LONGEST = 300  # [s]
KILLED = -9

program, library = (str(pathlib.Path(argument).resolve()) for argument in sys.argv[1:3])
seed, kills = int(sys.argv[3]), int(sys.argv[4])


def call(place, command, *arguments, expected=0, environment=None):
    done = subprocess.run([program, *command, "--out", str(place), "--quiet", *arguments],
                          env={**os.environ, "NO_COLOR": "1", **(environment or {})}, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=LONGEST)
    assert done.returncode == expected, f"{command} {arguments}: exit code {done.returncode}\n{done.stdout.decode()}"


def files(place):
    """All bytes of the results, except for SVG and HTML, which are made from the tables."""
    return {str(path.relative_to(place)): path.read_bytes() for path in sorted(place.rglob("*")) if path.is_file()}


def killed(place, command, name, n_bytes, dice, *arguments):
    """Kills the program at bytes spread over its output into files of this name, and resumes it after each kill."""
    at = sorted(dice.randrange(1, n_bytes) for _ in range(kills))
    for byte in at:
        # Existing rows are written again, so that the count continues from there.
        call(place, command, "--resume", *arguments, expected=KILLED,
             environment={"LD_PRELOAD": library, "KILL_IN_FILE": name, "KILL_AT_BYTE": str(byte)})
    call(place, command, "--resume", *arguments)


with tempfile.TemporaryDirectory() as folder:
    folder = pathlib.Path(folder)
    dice = random.Random(seed)

    call(folder / "whole", SWEEP, "--jobs", "1")
    table = (folder / "whole" / "creep-sweep" / "sweep" / "sweep.csv").read_bytes()
    n_rows = table.count(b"\n") - 1
    # A checksum follows each row.
    n_bytes = len(table) + 17 * n_rows
    whole = files(folder / "whole")
    for jobs in ("1", "2"):
        killed(folder / jobs, SWEEP, "rows-1-of-1.csv", n_bytes, dice, "--jobs", jobs)
        assert files(folder / jobs) == whole, f"killed, with {jobs} threads, it has other results"

    for shard in range(1, SHARDS + 1):
        arguments = ["--shard", f"{shard}/{SHARDS}"]
        call(folder / "one_shard", SWEEP, *arguments)
        rows = folder / "one_shard" / "creep-sweep" / "sweep" / f"rows-{shard}-of-{SHARDS}.csv"
        # A shard is short, so it is killed once.
        byte = dice.randrange(1, rows.stat().st_size)
        call(folder / "shards", SWEEP, "--resume", *arguments, expected=KILLED,
             environment={"LD_PRELOAD": library, "KILL_IN_FILE": rows.name, "KILL_AT_BYTE": str(byte)})
        call(folder / "shards", SWEEP, "--resume", *arguments)
    call(folder / "shards", SWEEP, "--collect")
    assert (folder / "shards" / "creep-sweep" / "sweep" / "sweep.csv").read_bytes() == table, "shards have another table"

    # The amount of output of an identification becomes known when it is killed at its last result.
    call(folder / "fit", IDENTIFY)
    call(folder / "measured", IDENTIFY, expected=KILLED,
         environment={"LD_PRELOAD": library, "KILL_IN_FILE": "residuals.csv", "KILL_AT_BYTE": "1"})
    n_bytes = next((folder / "measured").rglob("runs.jsonl")).stat().st_size
    killed(folder / "killed_fit", IDENTIFY, "runs.jsonl", n_bytes, dice)
    assert files(folder / "killed_fit") == files(folder / "fit"), "killed, an identification has other results"
    call(folder / "measured", IDENTIFY, "--resume")
    assert files(folder / "measured") == files(folder / "fit"), "killed at its end, an identification has other results"
    print(f"{2 * kills + SHARDS + kills + 1} kills")
