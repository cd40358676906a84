#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""api/fmu/test/unit_test.py PROGRAM INSTANCES [--slow]: what `beltdyn export-fmu` writes moves as `beltdyn run` does, keeps its state,
and answers every wrong call with a status."""
import copy
import ctypes
import csv
import json
import math
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from ctypes import byref, c_char_p, c_double, c_int, c_size_t, c_uint, c_void_p

PROGRAM, INSTANCES = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
IS_SLOW = "--slow" in sys.argv
ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "examples"))
sys.path.insert(0, str(ROOT / "docs/site"))
import fmu2  # noqa: E402
import jsonc  # noqa: E402

DRIVE = jsonc.loads((ROOT / "api/cpp/test/consumer/drive.json").read_text())
N_STEPS = 12
STEP = 1e-3  # of the runs of that drive
# What an input that is linear in time may do otherwise than the same function in the configuration, of the largest value
# in this unit. The two differ by the rounding of times and slopes, about 1e-16, which the belt trebles each step while it
# takes up its load, 5e5 times in all; and where it changes the number of iterations, by the tolerance of the solver, 1e-11
# of the pretension of 160 N here.
SAME = 1e-9
DRIVE["end_time"] = N_STEPS * STEP
for each in DRIVE["runs"]:
    each["newton_tolerance"] = 1e-9  # [N]


def program(*arguments, folder, **options):
    return subprocess.run([PROGRAM, *map(str, arguments)], cwd=folder, capture_output=True, text=True, check=False,
                          timeout=300, **options)


def with_motion(pulley, motion):
    drive = copy.deepcopy(DRIVE)
    drive["drive"]["pulleys"][pulley]["motion"] = motion
    return drive


def line(first, last, step=STEP):
    """A function of time from first to last over N_STEPS, which goes on: at its end it has a derivative."""
    return {"type": "piecewise_linear", "time": [0, 2 * N_STEPS * step], "value": [first, 2 * last - first]}


class Case(unittest.TestCase):
    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.folder = pathlib.Path(self._folder.name)

    def write(self, configuration, name="drive.json"):
        (self.folder / name).write_text(json.dumps(configuration))
        return name

    def export(self, configuration=DRIVE, *options, run="ale"):
        out = self.folder / "drive.fmu"
        out.unlink(missing_ok=True)
        done = program("export-fmu", self.write(configuration), "--out", out, *(["--run", run] if run else []), *options,
                       folder=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        fmu = fmu2.Fmu(out)
        self.addCleanup(fmu.close)
        return fmu

    def history(self, configuration, *options, run="ale"):
        """The rows of `beltdyn run` by the names of the columns, and their units."""
        done = program("run", self.write(configuration, "reference.json"), "--only", run, "--out", "out", "--force",
                       "--quiet", *options, folder=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(self.folder / "out" / configuration["name"] / run / "history.csv") as file:
            rows = list(csv.reader(file))
        names, units = zip(*[header[:-1].split(" [") for header in rows[0]])
        return [dict(zip(names, map(float, row))) for row in rows[1:]], dict(zip(names, units))

    def assert_same(self, rows, expected, units):
        """Of equal rows to SAME of the largest value in each unit."""
        self.assertEqual(len(rows), len(expected))
        largest = {}
        for row in expected:
            for name, value in row.items():
                largest[units[name]] = max(largest.get(units[name], 0.0), abs(value))
        for row, other in zip(rows, expected):
            for name, value in row.items():
                self.assertLessEqual(abs(value - other[name]), SAME * largest[units[name]], (name, other["time"]))

    def rows_of(self, instance, n_steps=N_STEPS, step=STEP, each=lambda time: None):
        rows = [instance.outputs()]
        for k in range(n_steps):
            each(k * step)
            # As others find it: a difference of times, with their rounding.
            instance.step((k + 1) * step - k * step)
            rows.append(instance.outputs())
        return rows


class Runs(Case):
    def test_without_inputs_are_those_of_the_program_to_the_last_bit(self):
        for run in ("ale", "ancf"):
            with self.subTest(run=run):
                fmu = self.export(run=run)
                expected, _ = self.history(DRIVE, run=run)
                instance = fmu.instantiate()
                instance.initialise()
                rows = self.rows_of(instance)
                self.assertEqual(rows, [{name: row[name] for name in fmu.names("output")} for row in expected])
                instance.call("Terminate")
                instance.free()

    def check_linear(self, configuration, reference, control, first, last, run="ale", first_row=0):
        """An input that goes from first to last, in steps of one and of four time steps, from a row on."""
        expected, units = self.history(reference, run=run)
        # The function is felt.
        without, _ = self.history(configuration, run=run)
        self.assertTrue(any(abs(value - without[-1][name]) > 1e-3 * abs(value) for name, value in expected[-1].items()))
        fmu = self.export(configuration, "--input", control, run=run)
        name, = fmu.names("input")
        rate = (last - first) / (N_STEPS * STEP)
        for stride in (1, 4):
            with self.subTest(control=control, stride=stride):
                instance = fmu.instantiate()
                instance.initialise(values={name: first})

                def lead(time):
                    instance.set(name, first + rate * time)
                    instance.set_rate(name, rate)
                rows = self.rows_of(instance, N_STEPS // stride, stride * STEP, lead)
                self.assert_same(rows[first_row:], expected[::stride][first_row:], units)
                self.assertAlmostEqual(instance.get(name), last, delta=1e-12 * abs(last))
                instance.free()
        return expected

    def test_with_a_linear_torque_are_those_with_the_torque_in_the_configuration(self):
        torque = {"type": "torque", "torques": [{"type": "applied", "moment": line(-3.0, 4.0)}]}
        for run in ("ale", "ancf"):
            self.check_linear(DRIVE, with_motion(1, torque), "driven", -3.0, 4.0, run)

    def test_with_a_linear_speed_are_those_with_the_speed_in_the_configuration(self):
        drive = with_motion(0, {"type": "prescribed", "angular_velocity": 0.0})
        reference = with_motion(0, {"type": "prescribed", "angular_velocity": line(0.0, 2.0)})
        # Before the first step nothing is known of the slope, and so of the torque that turns the rotor.
        expected = self.check_linear(drive, reference, "driver", 0.0, 2.0, first_row=1)
        self.assertNotEqual(expected[-1]["drive_torque_1"], 0.0)

    def test_with_an_angle_are_those_with_its_derivative_as_speed(self):
        # The speed of the configuration, from the middle of the run on a hundredth more. After a jump of a tenth, rounding
        # decides whether steps of the run are halved.
        first, second = 2.0, 2.02
        middle = sum([STEP] * (N_STEPS // 2))
        drive = with_motion(0, {"type": "prescribed", "angular_velocity": first})
        reference = with_motion(0, {"type": "prescribed", "angular_velocity": {
            "type": "piecewise_linear", "time": [0, middle, math.nextafter(middle, 1.0), 1.0],
            "value": [first, first, second, second]}})

        def angle(time):
            return first * min(time, middle) + second * max(time - middle, 0.0)
        for run in ("ale", "ancf"):
            expected, units = self.history(reference, run=run)
            self.assertEqual(expected[-1]["angular_velocity_1"], second)
            # The jump of the speed in the configuration takes an endless torque, which the unit does not tell.
            self.assertEqual(expected[N_STEPS // 2]["time"], middle)
            self.assertGreater(abs(expected[N_STEPS // 2]["drive_torque_1"]), 1e9)
            expected[N_STEPS // 2]["drive_torque_1"] = 0.0
            fmu = self.export(drive, "--input", "driver:angle", run=run)
            self.assertEqual(fmu.names("input"), ["input_angle_driver"])
            self.assertEqual(fmu.variables["input_angle_driver"][3]["unit"], "rad")
            # The pulley begins at any angle. An angle with a derivative begins where the pulley is.
            for stride, offset, has_rate in ((1, 0.0, False), (1, 0.0, True), (3, 0.5, False), (3, 0.5, True)):
                with self.subTest(run=run, stride=stride, has_rate=has_rate):
                    instance = fmu.instantiate()
                    instance.initialise(values={"input_angle_driver": offset})
                    step = stride * STEP

                    def lead(time):
                        if has_rate:
                            instance.set("input_angle_driver", offset + angle(time))
                            instance.set_rate("input_angle_driver", (angle(time + step) - angle(time)) / step)
                        else:
                            instance.set("input_angle_driver", offset + angle(time + step))
                    rows = self.rows_of(instance, N_STEPS // stride, step, lead)
                    rows[N_STEPS // 2 // stride]["drive_torque_1"] = 0.0
                    self.assert_same(rows, expected[::stride], units)
                    # An angle that is not set anew stays, and the pulley with it.
                    instance.step(STEP)
                    self.assertEqual(instance.outputs()["angular_velocity_1"], 0.0)
                    instance.free()

    def test_with_a_place_of_a_mount_are_those_with_it_in_the_configuration(self):
        # At rest to the middle of the run, then at a constant speed. The reference has the speed of the last step at a kink.
        middle = sum([STEP] * (N_STEPS // 2))
        for control, rate, mount in (
                ("driven:arm", 0.1, {"type": "arm", "pivot": [0.3, -0.2], "prescribed_angle": 0.0}),
                ("driven:slide", 0.02, {"type": "slider", "direction": [1, 0], "prescribed_displacement": 0.0})):
            key = list(mount)[-1]
            drive = copy.deepcopy(DRIVE)
            drive["drive"]["pulleys"][1]["mount"] = mount
            reference = copy.deepcopy(drive)
            reference["drive"]["pulleys"][1]["mount"][key] = {
                "type": "piecewise_linear", "time": [0, math.nextafter(middle, 1.0), 1.0],
                "value": [0, 0, rate * (1.0 - middle)]}
            for run in ("ale", "ancf"):
                expected, units = self.history(reference, run=run)
                without, _ = self.history(drive, run=run)
                self.assertGreater(abs(expected[-1]["hub_load_2"] - without[-1]["hub_load_2"]), 1e-3 * without[-1]["hub_load_2"])
                fmu = self.export(drive, "--input", control, run=run)
                name, = fmu.names("input")
                self.assertEqual(fmu.variables[name][3]["unit"], {"arm": "rad", "slide": "m"}[control.split(":")[1]])
                for stride, has_rate in ((1, False), (1, True), (3, False), (3, True)):
                    with self.subTest(control=control, run=run, stride=stride, has_rate=has_rate):
                        instance = fmu.instantiate()
                        instance.initialise()
                        step = stride * STEP

                        def lead(time):
                            if time < middle - 0.5 * STEP:
                                return
                            instance.set(name, rate * (time - middle + (0.0 if has_rate else step)))
                            if has_rate:
                                instance.set_rate(name, rate)
                        rows = self.rows_of(instance, N_STEPS // stride, step, lead)
                        self.assert_same(rows, expected[::stride], units)
                        instance.free()

    def test_with_a_linear_force_on_a_slide_are_those_with_the_force_in_the_configuration(self):
        drive = copy.deepcopy(DRIVE)
        drive["drive"]["pulleys"][1]["mount"] = {"type": "slider", "direction": [1, 0], "mass": 50, "damping": 5000,
                                                 "force": 300}
        reference = copy.deepcopy(drive)
        reference["drive"]["pulleys"][1]["mount"]["force"] = line(320.0, 360.0)
        self.check_linear(drive, reference, "driven:force", 20.0, 60.0)

    def test_with_a_linear_brake_are_those_with_the_brake_in_the_configuration(self):
        lift = jsonc.loads((ROOT / "configs/demo/emergency_stop.json").read_text())
        step = lift["runs"][0]["time_step"]
        lift["drive"]["pulleys"][0]["brake"]["capacity"] = line(500.0, 2000.0, step)
        rate = 1500.0 / (N_STEPS * step)
        expected, units = self.history(lift, run="stop")
        fmu = self.export(lift, "--input", "sheave:brake", run="stop")
        instance = fmu.instantiate()
        instance.initialise()

        def close_brake(time):
            instance.set("input_brake_sheave", 500.0 + rate * time)
            instance.set_rate("input_brake_sheave", rate)
        rows = self.rows_of(instance, N_STEPS, step, close_brake)
        self.assert_same(rows, expected[:N_STEPS + 1], units)
        with self.assertRaises(fmu2.FmuError) as caught:
            instance.set("input_brake_sheave", -1.0)
            instance.step(step)
        self.assertIn("is negative; give a value >= 0", str(caught.exception))
        instance.free()

    def test_with_other_parameters_are_those_with_them_set(self):
        fmu = self.export()
        place = "/drive/contact/friction/coefficient"
        expected, _ = self.history(DRIVE, "--set", f"{place}=0.05", "--set", "/runs/0/elements_per_span=6")
        instance = fmu.instantiate()
        instance.initialise(values={place: 0.05, "/runs/0/elements_per_span": 6})
        self.assertEqual(self.rows_of(instance)[-1], {name: expected[-1][name] for name in fmu.names("output")})
        # A new experiment begins with those of the configuration.
        instance.call("Reset")
        self.assertEqual(instance.get(place), 0.5)
        expected, _ = self.history(DRIVE)
        instance.initialise()
        self.assertEqual(self.rows_of(instance)[-1], {name: expected[-1][name] for name in fmu.names("output")})
        instance.free()

    def test_go_where_there_are_neither_other_files_nor_a_database_of_units(self):
        drive = with_motion(1, {"type": "torque", "torques": [{"type": "applied", "moment": {
            "type": "csv", "file": "load.csv", "time_column": "t", "value_column": "load", "value_unit": "N cm"}}]})
        drive["drive"]["pulleys"][0]["radius"] = "100 mm"
        (self.folder / "load.csv").write_text("t [ms],load\n0,-100\n20,-300\n")
        expected, _ = self.history(drive)
        fmu = self.export(drive)
        (self.folder / "load.csv").unlink()
        os.environ["UDUNITS2_XML_PATH"] = "/no/such/file"
        self.addCleanup(os.environ.pop, "UDUNITS2_XML_PATH")
        instance = fmu.instantiate()
        instance.initialise()
        self.assertEqual(self.rows_of(instance)[-1], {name: expected[-1][name] for name in fmu.names("output")})
        instance.free()
        if shutil.which("readelf"):
            binary = fmu.folder / "binaries/linux64/beltdyn.so"
            dynamic = subprocess.run(["readelf", "-d", binary], capture_output=True, text=True, check=True).stdout
            needed = {entry.split("[")[1].split(".so")[0] for entry in dynamic.splitlines() if "NEEDED" in entry}
            self.assertLessEqual(needed, {"libc", "libm", "ld-linux-x86-64"})

    def test_of_variants_are_those_of_the_variant(self):
        drive = copy.deepcopy(DRIVE)
        drive["runs"] = drive["runs"][:1]
        place = "/drive/contact/friction/coefficient"
        drive["variants"] = [{"name": "dry", "set": {place: 0.9}}, {"name": "wet", "set": {place: 0.1}}]
        fmu = self.export(drive, "--input", "driven", run="ale-wet")
        self.assertEqual(float(fmu.variables[place][3]["start"]), 0.1)
        expected, _ = self.history(drive, run="ale-wet")
        instance = fmu.instantiate()
        instance.initialise()
        row = self.rows_of(instance)[-1]
        # The torque of the input is a column of the unit only.
        self.assertEqual(row.pop("applied_torque_2"), 0.0)
        self.assertEqual(row, {name: expected[-1][name] for name in row})
        # The input is felt.
        instance.call("Reset")
        instance.initialise(values={"input_torque_driven": 3.0})
        self.assertNotEqual(self.rows_of(instance)[-1]["angular_velocity_2"], expected[-1]["angular_velocity_2"])
        instance.free()


class HowTo(Case):
    def test_shows_what_the_example_prints(self):
        page = (ROOT / "docs/howto/control_loop.md").read_text()
        done = program("export-fmu", str(ROOT / "examples/motor.json"), "--input", "motor", folder=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        printed = subprocess.run([sys.executable, ROOT / "examples/speed_control.py", "motor.fmu"], cwd=self.folder,
                                 capture_output=True, text=True, check=True).stdout
        shown = page.split("```text\n")[1].split("```")[0]
        self.assertEqual(printed.splitlines()[0], shown.splitlines()[0])
        for line_printed, line_shown in zip(printed.splitlines()[1:], shown.splitlines()[1:], strict=True):
            for one, other in zip(line_printed.split(), line_shown.split(), strict=True):
                # To the last digit that is shown.
                self.assertAlmostEqual(float(one), float(other), delta=1.5 * 10.0 ** -len(other.partition(".")[2]))


class State(Case):
    def test_restored_goes_on_to_the_same_bits(self):
        fmu = self.export(DRIVE, "--input", "driven")
        instance = fmu.instantiate()
        instance.initialise(values={"input_torque_driven": -1.0})
        instance.set("input_torque_driven", -2.0)
        instance.set_rate("input_torque_driven", 50.0)
        self.rows_of(instance, 5)
        # Something set that has not begun is part of it.
        instance.set("input_torque_driven", 1.0)
        kept = instance.save()
        data = instance.to_bytes(kept)
        first = self.rows_of(instance, 5)
        instance.restore(kept)
        self.assertEqual(self.rows_of(instance, 5), first)
        # In another one, which has been made with other values, from bytes.
        other = fmu.instantiate(name="other")
        other.initialise(values={"/drive/contact/friction/coefficient": 0.3})
        read = other.from_bytes(data, kept[1])
        self.assertEqual(other.to_bytes(read), data)
        other.restore(read)
        self.assertEqual(other.get("/drive/contact/friction/coefficient"), 0.5)
        self.assertEqual(self.rows_of(other, 5), first)
        # And in one that has not begun.
        third = fmu.instantiate()
        third.restore(read)
        again = third.save()
        self.assertEqual(third.to_bytes(again), data)
        for each, states in ((instance, [kept]), (other, [read]), (third, [again])):
            for state in states:
                each.free_state(state)
            each.free()

    def test_of_another_unit_or_damaged_is_refused(self):
        instance = self.export(DRIVE, "--input", "driven").instantiate()
        instance.initialise()
        data = instance.to_bytes(instance.save())
        other = self.export(DRIVE).instantiate()
        other.initialise()
        before = other.outputs()
        for wrong in (data, data[:-1], data[:100], b"no state"):
            with self.assertRaises(fmu2.FmuError) as caught:
                other.from_bytes(wrong, 0.0)
            self.assertEqual(caught.exception.status, fmu2.ERROR)
        self.assertEqual(other.outputs(), before)

    def test_of_ten_thousand_instances_is_freed(self):
        fmu = self.export(DRIVE, "--input", "driven")

        def resident():
            with open("/proc/self/statm") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

        def use(n, n_steps):
            for _ in range(n):
                instance = fmu.instantiate()
                if n_steps > 0:
                    instance.initialise()
                    kept = instance.save()
                    instance.to_bytes(kept)
                    self.rows_of(instance, n_steps)
                    instance.restore(kept)
                    instance.free_state(kept)
                instance.free()
        for n, n_steps in ((10000, 1 if IS_SLOW else 0), (1000 if IS_SLOW else 100, 1)):
            use(n // 10, n_steps)
            before = resident()
            use(n, n_steps)
            # An instance that were kept would take more than 20 kB, its configuration alone.
            self.assertLess(resident() - before, n * 1000)


    @unittest.skipUnless(IS_SLOW, "takes a minute")
    def test_leaves_nothing_behind(self):
        fmu = self.export(DRIVE, "--input", "driven")
        use = [INSTANCES, fmu.folder / "binaries/linux64/beltdyn.so", (fmu.folder / "resources").as_uri(), fmu.guid]
        subprocess.run([*use, "1000"], check=True, timeout=600)
        if not shutil.which("valgrind") and not os.environ.get("BELTDYN_SKIP_NO_TEST"):
            self.skipTest("valgrind is missing")
        # What a library keeps for later is still reachable; nothing is that an instance has left.
        done = subprocess.run(["valgrind", "--quiet", "--leak-check=full", "--errors-for-leak-kinds=definite,indirect",
                               "--error-exitcode=9", *use, "20"], capture_output=True, text=True, check=False, timeout=1800)
        self.assertEqual(done.returncode, 0, done.stderr)


class Errors(Case):
    def setUp(self):
        super().setUp()
        self.fmu = self.export(DRIVE, "--input", "driven")
        self.instance = self.fmu.instantiate()
        self.addCleanup(self.instance.free)

    def fails(self, message, function, *arguments, status=fmu2.ERROR):
        with self.assertRaises(fmu2.FmuError) as caught:
            function(*arguments)
        self.assertEqual(caught.exception.status, status, caught.exception)
        self.assertIn(message, str(caught.exception))

    def test_in_making_an_instance_give_none(self):
        self.fails("not for model exchange", lambda: self.fmu.instantiate(kind=fmu2.MODEL_EXCHANGE))
        self.fails("has the GUID", lambda: self.fmu.instantiate(guid="{0}"))
        self.fails("unit.json: cannot be read", lambda: self.fmu.instantiate(resources="file:///no/such/folder"))
        self.fails("has no name", lambda: self.fmu.instantiate(name=""))
        self.assertFalse(self.fmu.library.fmi2Instantiate(None, 1, None, None, None, 0, 0))

    def test_in_calls_without_an_instance_are_errors(self):
        library = self.fmu.library
        self.assertEqual(library.fmi2DoStep(None, c_double(0.0), c_double(1.0), 0), fmu2.ERROR)
        self.assertEqual(library.fmi2GetReal(None, None, c_size_t(0), None), fmu2.ERROR)
        self.assertEqual(library.fmi2Terminate(None), fmu2.ERROR)
        library.fmi2FreeInstance(None)

    def test_in_variables_name_them_and_change_nothing(self):
        instance = self.instance
        instance.initialise()
        before = instance.outputs()
        n = len(self.fmu.variables)
        one, value = c_size_t(1), c_double(7.0)
        for reference in (n, 2**32 - 1):
            self.fails(f"no variable with the value reference {reference}", instance.call, "GetReal",
                       byref(c_uint(reference)), one, byref(value))
            self.fails("no variable with the value reference", instance.call, "SetReal", byref(c_uint(reference)), one,
                       byref(value))
        self.fails("is of the type Real, not Integer", instance.call, "SetInteger", byref(c_uint(0)), one,
                   byref(c_int(1)))
        self.fails("is of the type Real, not Boolean", instance.call, "GetBoolean", byref(c_uint(0)), one,
                   byref(c_int(1)))
        self.fails("no variable of the type String", instance.call, "GetString", byref(c_uint(0)), one,
                   byref(c_char_p()))
        self.fails("is an output", instance.set, "torque_1", 1.0)
        self.fails("not allowed while the unit is stepping", instance.set, "/drive/belt/axial_stiffness", 1e4)
        for wrong in (float("nan"), float("inf")):
            self.fails("is not a finite number", instance.set, "input_torque_driven", wrong)
            self.fails("is not a finite number", instance.set_rate, "input_torque_driven", wrong)
        self.fails("is missing", instance.call, "GetReal", None, one, byref(value))
        # Of a list with one that is wrong none is set.
        self.fails("no variable", instance.call, "SetReal", (c_uint * 2)(0, n), c_size_t(2), (c_double * 2)(5.0, 5.0))
        self.assertEqual(instance.get("input_torque_driven"), 0.0)
        self.fails("order 2", instance.call, "SetRealInputDerivatives", byref(c_uint(0)), one, byref(c_int(2)),
                   byref(value))
        self.fails("is no input", instance.set_rate, "torque_1", 1.0)
        self.fails("no derivatives of outputs", instance.call, "GetRealOutputDerivatives", byref(c_uint(1)), one,
                   byref(c_int(1)), byref(value))
        self.fails("no directional derivatives", instance.call, "GetDirectionalDerivative", None, c_size_t(0), None,
                   c_size_t(0), None, None)
        self.assertEqual(instance.outputs(), before)
        instance.step(STEP)

    def test_in_the_order_of_calls_say_where_the_unit_is(self):
        instance = self.instance
        self.fails("fmi2DoStep is not allowed while the unit is instantiated", instance.step, STEP)
        self.fails("to get an output is not allowed", instance.get, "torque_1")
        self.fails("fmi2ExitInitializationMode", instance.call, "ExitInitializationMode")
        self.fails("an experiment cannot go from", instance.call, "SetupExperiment", 0, c_double(0.0), c_double(1.0), 1,
                   c_double(0.0))
        instance.initialise(stop=3 * STEP)
        self.fails("fmi2EnterInitializationMode", instance.call, "EnterInitializationMode")
        self.fails("no step is going on", instance.call, "CancelStep")
        self.fails("give finite times and a step >= 0", instance.step, -STEP)
        instance.time = 0.0
        self.fails("the step begins at", instance.call, "DoStep", c_double(0.5), c_double(STEP), 1)
        self.fails("after the stop time", instance.call, "DoStep", c_double(0.0), c_double(4 * STEP), 1)
        instance.step(0.0)
        self.assertEqual(instance.outputs()["angular_velocity_1"], 0.0)
        for _ in range(3):
            instance.step(STEP)
        instance.call("Terminate")
        self.fails("while the unit is terminated", instance.call, "DoStep", c_double(instance.time), c_double(STEP), 1)
        self.assertTrue(instance.outputs())

    def test_in_parameters_are_those_of_the_configuration(self):
        self.fails("configuration: /drive/belt/axial_stiffness", self.instance.initialise, 0.0, None,
                   {"/drive/belt/axial_stiffness": -1.0})
        # Nothing is lost: the value can be set again.
        self.instance.set("/drive/belt/axial_stiffness", 8000.0)
        self.instance.call("ExitInitializationMode")
        self.instance.step(STEP)

    def test_of_the_solver_discard_the_step(self):
        instance = self.instance
        instance.initialise()
        kept = instance.save()
        instance.set("input_torque_driven", 1e12)
        self.fails("", instance.step, 10 * STEP, status=fmu2.DISCARD)
        time = c_double()
        instance.call("GetRealStatus", 2, byref(time))
        self.assertLess(time.value, 10 * STEP)
        status = c_int()
        instance.call("GetStatus", 0, byref(status))
        self.assertEqual(status.value, fmu2.DISCARD)
        self.fails("left by a step that failed", instance.call, "DoStep", time, c_double(STEP), 1)
        self.assertTrue(instance.outputs())
        # From a state before it goes on.
        instance.restore(kept)
        instance.free_state(kept)
        instance.step(STEP)

    def test_are_steps_after_a_standstill(self):
        drive = with_motion(0, {"type": "prescribed", "angular_velocity": 0.0})
        drive["drive"]["pulleys"][1]["bearing_damping"] = 20
        drive["runs"] = [{"name": "links", "formulation": "lagrangian_links", "links": 60, "time_step": 1e-4,
                          "standstill_speed": 0.5}]
        instance = self.export(drive, "--input", "driver", run="links").instantiate()
        instance.initialise(values={"input_speed_driver": 2.0})
        is_over = c_int()
        for _ in range(5):
            instance.step(2e-3)
            instance.call("GetBooleanStatus", 3, byref(is_over))
            self.assertFalse(is_over.value)
        instance.set("input_speed_driver", 0.0)
        instance.step(2e-3)
        instance.call("GetBooleanStatus", 3, byref(is_over))
        self.assertTrue(is_over.value)
        self.fails("an event has ended the run", instance.step, 2e-3, status=fmu2.DISCARD)
        instance.call("Terminate")
        instance.free()

    def test_in_states_are_errors(self):
        instance = self.instance
        instance.initialise()
        self.fails("there is no state", instance.call, "SetFMUstate", None)
        kept = instance.save()
        self.fails("there is room for 3", instance.call, "SerializeFMUstate", kept[0], ctypes.create_string_buffer(3),
                   c_size_t(3))
        instance.free_state(kept)
        instance.call("FreeFMUstate", byref(c_void_p()))


class Export(Case):
    def refused(self, message, *arguments, code=2, configuration=DRIVE):
        before = sorted(path.name for path in self.folder.iterdir())
        name = self.write(configuration) if configuration is not None else "missing.json"
        done = program("export-fmu", name, *arguments, folder=self.folder)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertIn(message, done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        after = sorted(path.name for path in self.folder.iterdir())
        self.assertEqual([path for path in after if path != "drive.json"], [path for path in before if path != "drive.json"])

    def test_says_what_is_wrong_and_writes_nothing(self):
        self.refused("missing.json: file not found", configuration=None)
        self.refused("the configuration has several runs; name one of them: ale, ancf")
        self.refused("no run named none; the runs are ale, ancf", "--run", "none")
        self.refused("no pulley named 'third'; the pulleys are driver, driven", "--run", "ale", "--input", "third")
        self.refused("is to be controlled twice", "--run", "ale", "--input", "driven", "--input", "2")
        self.refused("has no brake", "--run", "ale", "--input", "driven:brake")
        self.refused("give it a motion of the type prescribed", "--run", "ale", "--input", "driven:angle")
        self.refused("has no slide", "--run", "ale", "--input", "driven:force")
        self.refused("give it a mount of the type arm with prescribed_angle", "--run", "ale", "--input", "driven:arm")
        self.refused("has no slider of prescribed displacement", "--run", "ale", "--input", "driven:slide")
        self.refused("there is no folder", "--run", "ale", "--out", "no/such/folder/drive.fmu")
        self.refused("/drive/belt/axial_stiffness = -1", "--run", "ale", "--set", "/drive/belt/axial_stiffness=-1")
        (self.folder / "here.fmu").write_text("mine")
        self.refused("is already there and stays as it is", "--run", "ale", "--out", "here.fmu")
        self.assertEqual((self.folder / "here.fmu").read_text(), "mine")

    def test_of_a_drive_without_pulleys_that_can_be_controlled_says_so(self):
        contour = jsonc.loads((ROOT / "configs/demo/contour.json").read_text())
        run = contour["runs"][0]["name"]
        self.refused("control is not supported by this type of drive", "--run", run, "--input", "1", configuration=contour)

    def test_without_the_module_says_how_to_build_it(self):
        alone = self.folder / "bin" / "beltdyn"
        alone.parent.mkdir()
        shutil.copy(PROGRAM, alone)
        done = subprocess.run([alone, "export-fmu", self.write(DRIVE), "--run", "ale"], cwd=self.folder, check=False,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("scripts/build release beltdyn_fmu", done.stderr)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["bin", "drive.json"])

    def test_gives_the_same_bytes_again(self):
        self.export()
        first = (self.folder / "drive.fmu").read_bytes()
        self.export()
        self.assertEqual((self.folder / "drive.fmu").read_bytes(), first)

    def test_has_description_licences_and_no_more_than_it_says(self):
        fmu = self.export(DRIVE, "--input", "driven", "--input", "1")
        with zipfile.ZipFile(self.folder / "drive.fmu") as archive:
            self.assertIsNone(archive.testzip())
            self.assertEqual(archive.namelist(), [
                "modelDescription.xml", "binaries/linux64/beltdyn.so", "resources/unit.json", "documentation/index.html",
                "documentation/licenses/license.txt", "documentation/licenses/libraries.txt",
                "documentation/licenses/LGPL-2.1.txt"])
            self.assertIn("MIT License", archive.read("documentation/licenses/license.txt").decode())
        self.assertEqual(fmu.names("input"), ["input_torque_driven", "input_torque_driver"])
        expected, units = self.history(DRIVE)
        # The unit tells the torque of its input on the driven pulley, which has no torque in the configuration.
        outputs = fmu.names("output")
        outputs.remove("applied_torque_2")
        self.assertEqual(["time", *outputs], list(expected[0]))
        for name in outputs:
            self.assertEqual(fmu.variables[name][3].get("unit", "-"), units[name])
        self.assertEqual(fmu.library.fmi2GetVersion(), b"2.0")
        self.assertEqual(fmu.library.fmi2GetTypesPlatform(), b"default")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
