# SPDX-License-Identifier: MIT
"""Killed runs resume with bit-identical output, in every formulation and analysis.
Usage: resumed_runs_test.py BELTDYN SEED KILLS

Each run is carried out whole, then killed and resumed. Three kills come at moments that are not left to luck: a limit on
the size of files makes the system kill the program in the middle of a write, once while it writes its first checkpoint,
twice while it writes its largest table, a third and two thirds of it being there. KILLS more come at random times, drawn
from SEED. After --resume every file has the bytes of the whole run, but for the clocks in the manifest.
"""
import json
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import time

CONFIGS = pathlib.Path(__file__).resolve().parents[2] / "configs"
LONGEST = 300  # of a run, on a machine that is busy [s]

# Configuration, run, its end, what else makes it short.
RUNS = [
    ("demo/contour.json", "front_tracking", 1.0, []),
    ("demo/contour.json", "eulerian", 0.3, ["/runs/1/elements_per_contact=20"]),
    ("demo/belt.json", "lagrangian", 0.1, ["/runs/2/elements=200"]),
    ("demo/belt.json", "ale", 0.3, []),
    ("demo/belt.json", "ale", 0.3, ["/runs/3/time_integration=quasi_static"]),
    ("verification/string_drive.json", "elements", 1.0, []),
    ("verification/string_drive.json", "string", 1.0, []),
    ("demo/belt_characteristic.json", "characteristic", 1.0, []),
    ("demo/serpentine.json", "ancf", 0.01, []),
    ("demo/serpentine.json", "ancf", 0.01, ["/runs/0/friction=paper"]),
    ("demo/serpentine.json", "ancf", 0.01, ["/runs/0/time_integration=quasi_static"]),
    ("demo/ripple.json", "ale", 0.05, []),
    ("demo/ripple.json", "ancf", 0.01, ["/runs/2/elements=140"]),
    ("papers/kubas-2021/regression_2.json", "links", 0.05, ["/runs/0/settling_time=0.001"]),
    ("papers/kubas-2021/regression_2.json", "links", 0.02,
     ["/runs/0/settling_time=0.001", "/runs/0/time_integration=adaptive", "/runs/0/time_step=1e-3"]),
    ("papers/kubas-2021/regression_2.json", "links", 0.02,
     ["/runs/0/settling_time=0.001", "/runs/0/time_integration=implicit", "/runs/0/time_step=1e-4"]),
    ("demo/counterweight.json", "ale", 0.05,
     ['/runs/0={"name": "ale", "formulation": "lagrangian_links", "links": 120, "time_integration": "implicit", "time_step": 2e-4, '
      '"settling_time": 0.02}',
      '/drive/pulleys/1/mount/friction={"normal_force": 20, "law": {"type": "elastoplastic_coulomb", "coefficient": 0.2, '
      '"stiffness": 1e6}}']),
    ("papers/oborin-2018/fig9.json", "abel", 2.0, []),
    ("papers/oborin-2018/fig9.json", "dde_linear", 2.0, []),
    ("papers/oborin-2018/fig9.json", "linear", 2.0, []),
    ("demo/friction_lag.json", "attraction_10", 3.0, []),
    ("demo/rope.json", "bars", 2.0, ["/runs/1/time_step=0.1"]),
    ("demo/rope.json", "euler_eytelwein", 2.0, ["/runs/0/time_step=0.1"]),
    ("demo/pressed_wire.json", "fine", 1.0, []),
    ("demo/ripple.json", "string", 0.05, []),
    ("demo/accessory_drive.json", "ale", 0.05, []),
    ("demo/accessory_drive.json", "ancf", 0.02, []),
    ("demo/accessory_drive.json", "string", 0.1, []),
    ("demo/small_motions.json", "crank", 1.0, ["/runs/0/time_step=0.05"]),
    ("demo/small_motions.json", "crank-elements", 1.0,
     ["/runs/1/time_step=0.1", "/runs/1/linear/frequency_range/count=10", "/runs/1/linear/modes/highest_frequency=20"]),
]
CHECKPOINTS = 10
# Tables grow larger than a checkpoint.
PROFILES, PROFILE_POINTS = 20, 1000


class Run:
    def __init__(self, program, folder, config, name, end, assignments):
        self.program, self.folder = str(pathlib.Path(program).resolve()), folder
        self.title = " ".join([config, name, *assignments])
        self.options = [str(CONFIGS / config), "--only", name, "--jobs", "1", "--quiet"]
        output = {"checkpoint_interval": end / CHECKPOINTS}
        if "friction_lag" not in config:  # the rig has no belt
            output.update(profile_points=PROFILE_POINTS, profile_interval=end / PROFILES)
        for assignment in [f"/end_time={end}", "/output=" + json.dumps(output), *assignments]:
            self.options += ["--set", assignment]

    def start(self, place, *more, largest_file=None):
        def limit():
            if largest_file is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, largest_file))

        return subprocess.Popen([self.program, "run", *self.options, "--out", str(self.folder / place), *more],
                                env=dict(os.environ, NO_COLOR="1"), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                preexec_fn=limit)

    def finish(self, place, *more):
        process = self.start(place, *more)
        said = process.communicate(timeout=LONGEST)[0].decode(errors="replace")
        if process.returncode != 0:
            raise AssertionError(f"{self.title}: exit code {process.returncode}\n{said}")

    def checkpoint_size(self):
        """Of the first one, 0 if none was seen."""
        process = self.start("looked_at")
        size = 0
        while process.poll() is None and size == 0:
            size = max((path.stat().st_size for path in (self.folder / "looked_at").rglob("checkpoint.cbor")), default=0)
        process.kill()
        process.communicate()
        return size

    def files(self, place):
        """The bytes of all results but the checkpoint; of the manifest what is not measured by a clock."""
        contents = {}
        for path in sorted((self.folder / place).rglob("*")):
            if not path.is_file() or path.name == "checkpoint.cbor" or path.name.startswith("."):
                continue
            data = path.read_bytes()
            if path.name == "manifest.json":
                manifest = json.loads(data)
                for clock in ("wall_time [s]", "cpu_time [s]"):
                    manifest.pop(clock, None)
                manifest.pop("resumed", None)
                data = json.dumps(manifest).encode()
            contents[str(path.relative_to(self.folder / place))] = data
        return contents


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
    for config, name, end, assignments in RUNS:
        with tempfile.TemporaryDirectory() as folder:
            run = Run(program, pathlib.Path(folder), config, name, end, assignments)
            found, hits, checkpoints = test(run, kills, rng)
        wrong += found
        print(f"{run.title}: {hits} of {3 + kills} kills hit it, {checkpoints} left a checkpoint"
              + (f"; {len(found)} files differ" if found else ""), flush=True)
    for line in wrong:
        print(line)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
