# SPDX-License-Identifier: MIT
"""Every formulation responds to a signal: stopped_formulations_test.py BELTDYN SEED

Each of the runs of formulation_runs.py, extended, receives SIGINT, SIGTERM or SIGHUP after a random computing time. It
must end with exit code 130 within a second of CPU time, or with the exit code of a run that had already finished.
"""
import os
import pathlib
import random
import shutil
import signal
import sys
import tempfile
import time

from formulation_runs import LONGEST, RUNS, Run

LONGER = 50  # factor on the end time of the short runs
MOST_AFTER = 1.0  # CPU time from the signal to the end [s]
COMPLETE, NOT_CONVERGED, INTERRUPTED = 0, 3, 130
TICKS = os.sysconf("SC_CLK_TCK")


def cpu_time(process):
    """The CPU time that the process has used so far [s]; None if it has ended."""
    try:
        fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[0] == "Z" else (int(fields[11]) + int(fields[12])) / TICKS


def stop(run, number, after):
    """Exit code, CPU time after the signal [s], and messages."""
    process = run.start("stopped")
    end = time.monotonic() + LONGEST
    used = 0.0
    while used is not None and used < after:
        assert time.monotonic() < end, f"{run.title}: computes nothing"
        time.sleep(0.005)
        used = cpu_time(process)
    os.kill(process.pid, number)  # send_signal() would wait for it
    said = process.stdout.read().decode(errors="replace")
    _, status, spent = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, 0.0 if used is None else spent.ru_utime + spent.ru_stime - used, said


def main(program, seed):
    chance = random.Random(seed)
    failures = 0
    for config, name, until, assignments in RUNS:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="beltdyn-"))
        run = Run(program, folder, config, name, LONGER * until, assignments)
        number = chance.choice([signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
        code, behind, said = stop(run, number, chance.choice([0.05, 0.1, 0.3, 0.8]))
        if code not in (COMPLETE, NOT_CONVERGED, INTERRUPTED) or behind > MOST_AFTER or "internal error" in said:
            failures += 1
            print(f"{run.title}: {number.name}, exit code {code} after {behind:.2f} s\n{said[-500:]}")
        shutil.rmtree(folder)
    print(f"{len(RUNS)} runs stopped, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    # A shell makes its background programs ignore SIGINT, which the programs here would inherit.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
