# SPDX-License-Identifier: MIT
"""The Python package compared with the program: package_test.py PROGRAM CONFIGS (PYTHONPATH names the package)."""
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
LONGEST = 120  # [s]


def free_drive():
    """Two pulleys at rest: the motion of one is prescribed, and only the belt acts on the other."""
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

    def test_near_misses_of_meaning_are_warnings(self):
        """Keys of former versions, and values that are valid but most often a mistake, with the messages of the
        program."""
        late = beltdyn.run(free_drive(), changes={"/output": {"history_interval": 2}})["ale"]
        self.assertIn("output/history_interval is 2 s", " ".join(late.warnings))
        self.assertNotIn("history_interval", " ".join(beltdyn.run(free_drive())["ale"].warnings))

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

    def test_objects_that_were_never_initialised_raise(self):
        simulation = beltdyn.Simulation(free_drive())
        empty_state, empty_session = beltdyn.State.__new__(beltdyn.State), type(simulation._session).__new__(type(simulation._session))
        for use in (empty_state.to_bytes, lambda: pickle.dumps(empty_state), lambda: simulation.restore(empty_state),
                    empty_session.step, empty_session.values, empty_session.save, lambda: empty_session.time,
                    lambda: empty_session.restore(simulation.save()), lambda: simulation.restore(None)):
            with self.assertRaises(TypeError):
                use()

    def test_threads_that_use_one_simulation_wait_for_each_other(self):
        simulation, alone = beltdyn.Simulation(free_drive()), beltdyn.Simulation(free_drive())
        kept, errors = [], []

        def use(work):
            try:
                for _ in range(20):
                    work()
            except Exception as error:  # noqa: BLE001
                errors.append(error)

        works = [simulation.step, simulation.step, lambda: simulation.values, lambda: kept.append(simulation.save()),
                 simulation.profile, lambda: simulation.time]
        threads = [threading.Thread(target=use, args=(work,)) for work in works]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(errors, [])
        for _ in range(40):
            alone.step()
        self.assertTrue(numpy.array_equal(simulation.values, alone.values))
        alone.restore(kept[0])

    def test_steps_of_rounding_are_none(self):
        simulation, other = beltdyn.Simulation(free_drive()), beltdyn.Simulation(free_drive())
        for dt in (1e-15, 5e-324, 1e-300, 1e-10):
            simulation.step(dt)
            self.assertEqual(simulation.time, 0.0)
        simulation.step()
        other.step()
        self.assertTrue(numpy.array_equal(simulation.values, other.values))
        simulation.step(1e-8)  # a single short step
        self.assertTrue(numpy.all(numpy.isfinite(simulation.values)))
        self.assertAlmostEqual(simulation.time, 1e-3 + 1e-8, delta=1e-15)
        simulation.step()
        self.assertTrue(numpy.all(numpy.isfinite(simulation.values)))
        for dt in (float("nan"), float("inf"), 1e300, -1e-300):
            with self.assertRaises(beltdyn.UsageError):
                simulation.step(dt)

    def test_points_off_the_belt_are_refused(self):
        simulation = beltdyn.Simulation(free_drive())
        natural = simulation.profile()["sigma"]
        self.assertTrue(numpy.array_equal(simulation.profile(natural)["sigma"], natural))
        for points in ([-0.1], [1e300], [float("nan")], [0.2, 0.1], [0.1, float("inf")], [0.0, 100.0]):
            with self.assertRaises(beltdyn.UsageError) as caught:
                simulation.profile(points)
            self.assertIn("ascending points of the contour", str(caught.exception))

    def test_a_state_of_another_configuration_is_refused(self):
        simulation = beltdyn.Simulation(free_drive(), control=["1"])
        simulation.step(0.002)
        before = simulation.values
        others = [beltdyn.Simulation(free_drive(), control=["1"], changes={"/drive/contact/friction/coefficient": 0.9}),
                  beltdyn.Simulation(free_drive()), beltdyn.Simulation(free_drive(), control=["1", "2"]),
                  beltdyn.Simulation(free_drive(), control=["1"], changes={"/end_time": 0.03})]
        for other in others:
            for state in (other.save(), pickle.loads(pickle.dumps(other.save()))):
                with self.assertRaises(beltdyn.IoError) as caught:
                    simulation.restore(state)
                self.assertNotIn("--force", str(caught.exception))
        self.assertTrue(numpy.array_equal(simulation.values, before))

    def test_names_are_those_of_the_caller(self):
        simulation = beltdyn.Simulation(free_drive(), control=["1"])
        with self.assertRaises(beltdyn.UsageError):
            simulation.set_speed("", 1.0)
        for change in ({"/end_time/where": 1}, {"end_time": 1}):
            with self.assertRaises(beltdyn.UsageError) as caught:
                beltdyn.load(BELT, change)
            self.assertIn("the change", str(caught.exception))
            self.assertNotIn("--", str(caught.exception))
        with self.assertRaises(beltdyn.UsageError):
            beltdyn.Simulation(free_drive(), control=["1", "1"])

    def test_states_do_not_grow_with_what_a_controller_does(self):
        simulation = beltdyn.Simulation(free_drive(), control=["1", "2"])
        sizes = []
        for k in range(400):
            simulation.set_speed("1", 1.0 + 0.001 * (k % 7))
            simulation.set_torque("2", -0.01 * (k % 5))
            simulation.step(1e-4)
            sizes.append(len(simulation.save().to_bytes()))
        self.assertLess(max(sizes[300:]), 1.01 * max(sizes[:300]))
        self.assertAlmostEqual(simulation.state["angular_velocity_1"], 1.0 + 0.001 * (399 % 7))
        state = simulation.save()
        simulation.step()
        after = simulation.values
        other = beltdyn.Simulation(free_drive(), control=["1", "2"])
        other.restore(pickle.loads(pickle.dumps(state)))
        other.step()
        self.assertTrue(numpy.array_equal(other.values, after))

    def test_an_interrupt_ends_a_step_and_the_simulation_goes_on(self):
        script = ("import beltdyn, json, sys, threading\n"
                  f"config = json.loads({json.dumps(json.dumps(free_drive()))})\n"
                  "simulation = beltdyn.Simulation(config)\n"
                  "rows = []\n"
                  "def run(): rows.append(len(beltdyn.run(config, changes={'/end_time': 0.5})['ale'].time))\n"
                  "worker = threading.Thread(target=run)\nworker.start()\n"
                  "try:\n    print('begun', flush=True)\n    simulation.step(1e6)\n"
                  "except KeyboardInterrupt:\n    pass\n"
                  "worker.join()\n"
                  "before = simulation.time\nsimulation.step()\n"
                  "assert before > 0 and simulation.time > before, (before, simulation.time)\n"
                  "assert rows == [501], rows\n"
                  "assert len(beltdyn.run(config)['ale'].time) == 21\nsys.exit(7)\n")
        process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)
        self.assertEqual(process.stdout.readline(), b"begun\n")
        threading.Event().wait(0.1)
        process.send_signal(signal.SIGINT)
        process.stdout.close()
        self.assertEqual(process.wait(LONGEST), 7)

    def test_a_handler_of_the_caller_has_the_signal(self):
        script = ("import beltdyn, json, signal, sys\n"
                  f"simulation = beltdyn.Simulation(json.loads({json.dumps(json.dumps(free_drive()))}))\n"
                  "class Mine(Exception): pass\n"
                  "def handle(number, frame): raise Mine\n"
                  "signal.signal(signal.SIGINT, handle)\n"
                  "try:\n    print('begun', flush=True)\n    simulation.step(1e6)\n"
                  "except Mine:\n    sys.exit(7)\n")
        process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)
        self.assertEqual(process.stdout.readline(), b"begun\n")
        threading.Event().wait(0.1)
        process.send_signal(signal.SIGINT)
        process.stdout.close()
        self.assertEqual(process.wait(LONGEST), 7)

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
        # Until the program handles the signal, the interpreter does, with the same effect.
        process.send_signal(signal.SIGINT)
        process.stdout.close()
        self.assertEqual(process.wait(LONGEST), 7)

    def test_the_commands_of_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            comparison = beltdyn.compare(BELT, out=folder, changes=SHORT)
            page = comparison.page.read_text()
            self.assertTrue(page.startswith("<!DOCTYPE html>"))
            figures = list((comparison.folder / "figures").glob("*.svg"))
            self.assertEqual(page.count(', of front_tracking, eulerian, lagrangian, ale"'), len(figures))
        # With less friction the belt slips as a whole, and its search takes a hundred times as long.
        grid = beltdyn.sweep(CONFIGS / "demo" / "creep_sweep.json", changes={
            "/sweep/parameters/0/count": 2, "/sweep/parameters/0/from": 0.5, "/runs/0/elements_per_pulley": 8})
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
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
