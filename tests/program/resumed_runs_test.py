# SPDX-License-Identifier: MIT
"""Killed runs resume with bit-identical output, in every formulation and analysis.

Usage: resumed_runs_test.py BELTDYN SEED KILLS

Each run is executed completely, then killed and resumed. The kills come at defined moments, in the middle of a write
(kill_at_byte.cpp): when half of the largest table is written, and for the first run of each formulation and analysis
while it writes its first checkpoint. If KILLS > 0, each run is also killed during its first checkpoint, at a third and
two thirds of the table, and KILLS times at random moments drawn from SEED. After --resume every file must have the
bytes of the complete run, except for the clocks in the manifest. The test also fails if the schema offers a
formulation, analysis or integration that none of the runs has.
"""
import pathlib
import random
import sys
import tempfile
import time

from formulation_runs import LONGEST, RUNS, Run, all_kinds

WITHIN_CHECKPOINT = 100  # [bytes]; every checkpoint is longer


def differences(whole, resumed):
    names = sorted(set(whole) | set(resumed))
    return [name for name in names if whole.get(name) != resumed.get(name)]


def test(run, kills, rng, seen):
    """Returns the errors, the number of kills, how many of them hit the run before its end, and how many of those left
    a checkpoint. Adds the formulation and analysis to `seen`."""
    begin = time.monotonic()
    run.finish("whole")
    duration = time.monotonic() - begin
    is_first_of_kind = not run.kinds("whole") <= seen
    seen |= run.kinds("whole")
    whole = run.files("whole")
    name, table = Run.largest_table(whole)
    moments = [("half", table // 2)]
    if kills:
        moments += [("a third", table // 3), ("two thirds", 2 * table // 3)]
    if kills or is_first_of_kind:
        moments.append(("first checkpoint", None))
    moments += [(f"random {k}", None) for k in range(kills)]
    wrong, hits, checkpoints = [], 0, 0
    for k, (moment, size) in enumerate(moments):
        place = f"killed_{k}"
        is_random = moment.startswith("random")
        if is_random:
            process = run.start(place)
        elif moment == "first checkpoint":
            process = run.start(place, killed_in="checkpoint.cbor", at_byte=WITHIN_CHECKPOINT)
        else:
            process = run.start(place, killed_in=name, at_byte=size)
        if is_random:
            time.sleep(rng.uniform(0.0, duration))
            process.kill()
        process.communicate(timeout=LONGEST)
        was_hit = process.returncode < 0
        found = list((run.folder / place).rglob("checkpoint.cbor"))
        hits += was_hit
        checkpoints += bool(found)
        if not is_random and (not was_hit or bool(found) == (moment == "first checkpoint")):
            wrong.append(f"{run.title}: the kill at {moment} did not come where it should")
        run.finish(place, "--resume")
        for name in differences(whole, run.files(place)):
            wrong.append(f"{run.title}: killed at {moment}: {name} differs")
    return wrong, len(moments), hits, checkpoints


def main():
    program, seed, kills = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    rng = random.Random(seed)
    wrong = []
    missing = all_kinds(program)
    seen = set()
    for config, name, end, assignments in RUNS:
        with tempfile.TemporaryDirectory() as folder:
            run = Run(program, pathlib.Path(folder), config, name, end, assignments)
            found, n_kills, hits, checkpoints = test(run, kills, rng, seen)
        wrong += found
        print(f"{run.title}: {hits} of {n_kills} kills hit it, {checkpoints} left a checkpoint"
              + (f"; {len(found)} files differ" if found else ""), flush=True)
    wrong += [f"no run has {formulation} with {key} {value}" for formulation, key, value in sorted(missing - seen, key=str)]
    for line in wrong:
        print(line)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
