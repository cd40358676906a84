# SPDX-License-Identifier: MIT
"""Killed runs resume with bit-identical output, in every formulation and analysis.
Usage: resumed_runs_test.py BELTDYN SEED KILLS

Each run is carried out whole, then killed and resumed. Three kills come at moments that are not left to luck: a limit on
the size of files makes the system kill the program in the middle of a write, once while it writes its first checkpoint,
twice while it writes its largest table, a third and two thirds of it being there. KILLS more come at random times, drawn
from SEED. After --resume every file has the bytes of the whole run, but for the clocks in the manifest. It fails too if
the schema offers a formulation, analysis or integration that none of the runs has.
"""
import pathlib
import random
import sys
import tempfile
import time

from formulation_runs import LONGEST, RUNS, Run, all_kinds


def differences(whole, resumed):
    names = sorted(set(whole) | set(resumed))
    return [name for name in names if whole.get(name) != resumed.get(name)]


def test(run, kills, rng):
    """What went wrong; how many kills hit the run before its end, and how many of them left a checkpoint."""
    begin = time.monotonic()
    run.finish("whole")
    duration = time.monotonic() - begin
    whole = run.files("whole")
    tables = max((len(data) for name, data in whole.items() if name.endswith(".csv")), default=0)
    moments = [("first checkpoint", max(run.checkpoint_size() // 2, 1)), ("a third", tables // 3), ("two thirds", 2 * tables // 3)]
    moments += [(f"random {k}", None) for k in range(kills)]
    wrong, hits, checkpoints = [], 0, 0
    for k, (moment, size) in enumerate(moments):
        place = f"killed_{k}"
        process = run.start(place, largest_file=size)
        if size is None:
            time.sleep(rng.uniform(0.0, duration))
            process.kill()
        process.communicate(timeout=LONGEST)
        was_hit = process.returncode < 0
        has_checkpoint = any((run.folder / place).rglob("checkpoint.cbor"))
        hits += was_hit
        checkpoints += has_checkpoint
        if size is not None and (not was_hit or has_checkpoint != (k > 0)):
            wrong.append(f"{run.title}: the kill at {moment} did not come where it should")
        run.finish(place, "--resume")
        for name in differences(whole, run.files(place)):
            wrong.append(f"{run.title}: killed at {moment}: {name} differs")
    return wrong, hits, checkpoints


def main():
    program, seed, kills = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    rng = random.Random(seed)
    wrong = []
    missing = all_kinds(program)
    for config, name, end, assignments in RUNS:
        with tempfile.TemporaryDirectory() as folder:
            run = Run(program, pathlib.Path(folder), config, name, end, assignments)
            found, hits, checkpoints = test(run, kills, rng)
            missing -= run.kinds("whole")
        wrong += found
        print(f"{run.title}: {hits} of {3 + kills} kills hit it, {checkpoints} left a checkpoint"
              + (f"; {len(found)} files differ" if found else ""), flush=True)
    wrong += [f"no run has {formulation} with {key} {value}" for formulation, key, value in sorted(missing, key=str)]
    for line in wrong:
        print(line)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
