# SPDX-License-Identifier: MIT
"""The Python package against the program: package_test.py PROGRAM CONFIGS (PYTHONPATH names the package)."""
import csv
import json
import os
import pathlib
import pickle
import re
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

import numpy

PROGRAM, CONFIGS = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
os.environ["BELTDYN_PROGRAM"] = PROGRAM

import beltdyn  # noqa: E402

BELT = CONFIGS / "demo" / "belt.json"
SHORT = {"/end_time": 0.02, "/output": {"history_interval": 0.004}}
LONGEST = 120  # s


def free_drive():
    """Two pulleys at rest, the motion of one prescribed, and one on which only the belt acts."""
    config = beltdyn.load(CONFIGS / "demo" / "creep_sweep.json").to_dict()
    del config["sweep"]
    config["end_time"] = 0.02
    config["drive"]["pulleys"][0]["motion"] = {"type": "prescribed", "angular_velocity": {"type": "constant", "value": 0}}
    config["drive"]["pulleys"][1]["motion"] = {"type": "free"}
    config["runs"] = [{"name": "ale", "formulation": "eulerian_ale", "elements_per_pulley": 16, "elements_per_span": 4,
                       "time_step": 1e-3}]
    return config


class Package(unittest.TestCase):
    def test_run_has_the_numbers_that_the_program_writes(self):
        results = beltdyn.run(BELT, changes=SHORT)
        with tempfile.TemporaryDirectory() as folder:
            settings = [part for key, value in SHORT.items() for part in ("--set", f"{key}={json.dumps(value)}")]
            subprocess.run([PROGRAM, "run", str(BELT), "--out", folder, "--quiet", *settings], check=True,
                           stderr=subprocess.DEVNULL, timeout=LONGEST)
            for name, run in results.items():
                with open(pathlib.Path(folder) / results.configuration.name / name / "history.csv") as file:
                    rows = list(csv.reader(file))
                self.assertEqual(rows[0][0], "time [s]")
                self.assertEqual(rows[0][1:], [f"{column} [{run.units[column]}]" for column in run])
                written = numpy.array(rows[1:], float)
                self.assertTrue(numpy.array_equal(written[:, 0], run.time), name)
                for j, column in enumerate(run, start=1):
                    self.assertTrue(numpy.array_equal(written[:, j], run[column]), f"{name}: {column}")

    def test_steps_are_those_of_a_run(self):
        config = free_drive()
        run = next(iter(beltdyn.run(config).values()))
        simulation = beltdyn.Simulation(config)
        while simulation.time < simulation.end_time * (1 - 1e-9):
            simulation.step()
        self.assertEqual(simulation.state, {column: values[-1] for column, values in run.items()})

    def test_a_restored_state_goes_on_to_the_same_bits(self):
        simulation = beltdyn.Simulation(free_drive(), control=["1", "2"])
        simulation.set_torque("2", -3.0)
        simulation.step(0.004)
        state = simulation.save()
        for attempt in range(2):
            simulation.set_speed("1", 5.0)
            simulation.step(0.004)
            simulation.step(0.004)
            if attempt == 0:
                first = simulation.values
                simulation.restore(pickle.loads(pickle.dumps(state)))
        self.assertTrue(numpy.array_equal(first, simulation.values))

    def test_a_torque_that_is_set_acts_as_one_of_the_configuration(self):
        config = free_drive()
        simulation = beltdyn.Simulation(config, control=["2"])
        simulation.set_torque("2", -4.0)
        simulation.step(0.02)
        applied = {"type": "applied", "moment": {"type": "constant", "value": -4.0}}
        config["drive"]["pulleys"][1]["motion"] = {"type": "torque", "torques": [applied]}
        other = beltdyn.Simulation(config)
        other.step(0.02)
        self.assertTrue(numpy.array_equal(simulation.values, other.values))

    def test_a_speed_is_reached_at_the_end_of_the_step_and_kept(self):
        simulation = beltdyn.Simulation(free_drive(), control=["1"])
        for target in (2.0, -1.0):
            simulation.set_speed("1", target)
            simulation.step(0.004)
            self.assertEqual(simulation.state["angular_velocity_1"], target)
            simulation.step(0.004)
            self.assertEqual(simulation.state["angular_velocity_1"], target)

    def test_what_is_wrong_comes_with_the_words_of_the_program(self):
        with self.assertRaises(beltdyn.ConfigError) as caught:
            beltdyn.load(BELT, {"/drive/belt/width": -1, "/end_time": "3 kg"})
        pointers = {problem["pointer"] for problem in caught.exception.problems}
        self.assertEqual(pointers, {"/drive/belt/width", "/end_time"})
        self.assertIsInstance(caught.exception, ValueError)
        self.assertEqual(len(beltdyn.validate(BELT, {"/end_time": -1})), 1)
        self.assertEqual(beltdyn.validate(BELT), [])
        simulation = beltdyn.Simulation(free_drive(), control=["1"])
        for invalid in (lambda: simulation.set_torque("1", 1.0), lambda: simulation.set_speed("2", 1.0),
                        lambda: simulation.set_speed("pulley", 1.0), lambda: simulation.step(-1.0),
                        lambda: simulation.set_speed("1", float("nan")),
                        lambda: beltdyn.Simulation(free_drive(), run="other")):
            with self.assertRaises(beltdyn.UsageError):
                invalid()
        before = simulation.values
        with self.assertRaises(beltdyn.IoError):
            beltdyn.State(b"nothing")
        with self.assertRaises(beltdyn.IoError):
            simulation.restore(beltdyn.Simulation(free_drive(), changes={"/runs/0/elements_per_pulley": 12}).save())
        simulation.step()
        again = beltdyn.Simulation(free_drive(), control=["1"])
        self.assertTrue(numpy.array_equal(before, again.values))
        with self.assertRaises(TypeError):
            beltdyn.load(3)

    def test_results_become_frames_datasets_and_figures(self):
        import matplotlib

        matplotlib.use("Agg")
        results = beltdyn.run(free_drive())
        run = next(iter(results.values()))
        frame = run.to_pandas()
        self.assertEqual(frame.index.name, "time [s]")
        self.assertTrue(numpy.array_equal(frame["angular_velocity_2 [rad/s]"], run["angular_velocity_2"]))
        self.assertEqual(run.to_xarray()["angular_velocity_2"].attrs["units"], "rad/s")
        self.assertEqual(len(results.plot("angular_velocity_2", "span_force_1")), 2)
        self.assertIn("<table>", results._repr_html_())
        self.assertTrue(numpy.all(numpy.diff(run.profile["sigma"]) > 0))

    def test_other_threads_go_on_while_a_run_computes(self):
        counts = []
        done = threading.Event()

        def count():
            while not done.is_set():
                counts.append(None)
                done.wait(1e-4)

        simulation = beltdyn.Simulation(free_drive())
        thread = threading.Thread(target=count)
        thread.start()
        simulation.step(5.0)
        during = len(counts)
        done.set()
        thread.join()
        self.assertGreater(during, 1)

    def test_an_interrupt_ends_a_run(self):
        script = ("import beltdyn, sys\ntry:\n    print('begun', flush=True)\n"
                  f"    beltdyn.run({str(BELT)!r}, changes={{'/end_time': 1e4}})\n"
                  "except KeyboardInterrupt:\n    sys.exit(7)\n")
        process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)
        self.assertEqual(process.stdout.readline(), b"begun\n")
        # Until the program has taken the signal over, the interpreter has it, with the same effect.
        process.send_signal(signal.SIGINT)
        process.stdout.close()
        self.assertEqual(process.wait(LONGEST), 7)

    def test_the_commands_of_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            comparison = beltdyn.compare(BELT, out=folder, changes=SHORT)
            self.assertTrue(comparison.page.read_text().startswith("<!DOCTYPE html>"))
        grid = beltdyn.sweep(CONFIGS / "demo" / "creep_sweep.json", changes={"/sweep/parameters/0/count": 2})
        self.assertEqual(len(grid.to_pandas()), 6)
        self.assertEqual(dict(grid.to_xarray().sizes), {"member": 6})
        with self.assertRaises(beltdyn.UsageError) as caught:
            beltdyn.sweep(BELT)
        self.assertIn("has no \"sweep\"", str(caught.exception))
        fit = beltdyn.identify(CONFIGS / "demo" / "identify_friction.json")
        self.assertEqual(beltdyn.validate(fit.fitted), [])


class Document(unittest.TestCase):
    def test_what_it_shows_runs(self):
        import matplotlib

        matplotlib.use("Agg")
        text = (CONFIGS.parent / "docs" / "python.md").read_text()
        code = "\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
        names = {}
        before = os.getcwd()
        os.chdir(CONFIGS.parent)
        try:
            exec(compile(code, "docs/python.md", "exec"), names)
        finally:
            os.chdir(before)
        self.assertEqual(set(names["results"]), {"eulerian", "ale"})
        self.assertEqual(names["simulation"].time, 0.0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
