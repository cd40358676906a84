# SPDX-License-Identifier: MIT
"""Tests of arithmetic, tables and commands of scripts/bench and slowest_units.py, without timing. Usage:
test_bench.py."""
import pathlib
import tempfile
import unittest

import slowest_units
from pairs import HEAD, Row, cells, chance_of_side, compare_results, markdown_table, seconds, verdict
from works import WORKS, arguments

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Verdict(unittest.TestCase):
    noise = [0.99, 1.01, 0.98, 1.02, 1.0, 1.0, 0.97, 1.03, 1.0, 1.0, 0.99, 1.01, 1.0, 1.0, 1.0]

    def scaled(self, factor):
        return [factor * ratio for ratio in self.noise]

    def test_chance_that_tosses_of_a_coin_agree(self):
        self.assertEqual(chance_of_side(5, 5), 2 / 32)
        self.assertEqual(chance_of_side(9, 10), 22 / 1024)
        self.assertEqual(chance_of_side(5, 10), 1)

    def test_a_change_of_ten_per_cent_is_told(self):
        self.assertEqual(verdict(self.scaled(1.1)), "slower")
        self.assertEqual(verdict(self.scaled(1 / 1.1)), "faster")

    def test_a_change_is_told_though_two_pairs_were_disturbed(self):
        self.assertEqual(verdict([0.3, 0.3] + self.scaled(1.1)[2:]), "slower")

    def test_a_change_that_the_layout_of_a_program_makes_is_not_told(self):
        self.assertEqual(verdict(self.scaled(1.02)), "same")
        self.assertEqual(verdict(self.scaled(1 / 1.02)), "same")

    def test_pairs_that_disagree_tell_nothing(self):
        self.assertEqual(verdict([1.3] * 9 + [0.9] * 6), "same")

    def test_few_pairs_tell_nothing(self):
        self.assertEqual(verdict([2.0] * 6), "too few pairs")
        self.assertEqual(verdict([2.0] * 7), "slower")


class Table(unittest.TestCase):
    def test_times_have_three_digits(self):
        self.assertEqual([seconds(t) for t in (12.34, 1.234, 0.1234, 0.01234, 0.001234)],
                         ["12.3 s", "1.23 s", "123 ms", "12.3 ms", "1.23 ms"])

    def test_row(self):
        row = Row("work", "what", [1.0, 1.1, 1.2] * 3, [1.5, 1.65, 1.8] * 3, 1.25, "same bytes")
        self.assertEqual(cells(row), ["work", "1.00 s", "1.10 s", "1.50 s", "1.65 s", "1.500", "1.500 to 1.500", "slower",
                                      "1.250", "same bytes", "what"])

    def test_row_of_a_single_pair(self):
        self.assertEqual(cells(Row("work", "what", [1.0], [2.0]))[5:8], ["2.000", "2.000 to 2.000", "too few pairs"])

    def test_row_of_a_work_that_does_not_run(self):
        row = Row("work", "what", failure="does not run with the base: error")
        self.assertEqual(len(cells(row)), len(HEAD))
        self.assertIn(row.failure, cells(row))

    def test_columns_are_aligned(self):
        self.assertEqual(markdown_table(["a", "b"], [["long", "1"]]), "| a    | b   |\n| ---  | --- |\n| long | 1   |")


class Results(unittest.TestCase):
    def compare(self, base, current):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("base", base), ("current", current)):
                path = pathlib.Path(folder) / name / "run"
                path.mkdir(parents=True)
                (path / "history.csv").write_text(text)
            return compare_results(pathlib.Path(folder) / "base", pathlib.Path(folder) / "current")

    head = "time [s],force [N],balance_power [-]\n0,4,0\n"

    def test_same_bytes(self):
        self.assertEqual(self.compare(self.head + "1,2,1e-16\n", self.head + "1,2,1e-16\n"), "same bytes")

    def test_same_numbers_in_other_digits(self):
        self.assertEqual(self.compare(self.head + "1,2,1e-16\n", self.head + "1.0,2.0,3e-16\n"), "same at the end")

    def test_a_difference_is_measured_by_the_largest_value_of_its_column(self):
        self.assertEqual(self.compare(self.head + "1,2,0\n", self.head + "1,1,0\n"), "2.5e-01 in force")

    def test_not_a_number_is_a_difference(self):
        self.assertIn("in force", self.compare(self.head + "1,2,0\n", self.head + "1,nan,0\n"))

    def test_a_column_that_is_gone(self):
        self.assertEqual(self.compare(self.head + "1,2,0\n", "time [s]\n0\n1\n"), "inf in force")


class Works(unittest.TestCase):
    def test_every_run_is_there(self):
        for work in WORKS:
            if work.config:
                self.assertEqual(arguments(work, ROOT)[:2], ["run", work.config])

    def test_values_of_a_run_go_to_its_place(self):
        work = next(work for work in WORKS if work.name == "contour-100")
        self.assertIn("/runs/7/elements_per_contact=100", arguments(work, ROOT))

    def test_names_differ(self):
        self.assertEqual(len({work.name for work in WORKS}), len(WORKS))


class SlowestUnits(unittest.TestCase):
    def test_the_last_time_counts(self):
        log = "# ninja log v5\n0\t2000\t1\ta.o\t1f\n10\t510\t2\ta.o\t1f\n"
        self.assertEqual(slowest_units.durations(log), {"a.o": 0.5})

    def test_name_of_a_unit(self):
        self.assertEqual(slowest_units.unit_name(pathlib.Path("/none"), "core/CMakeFiles/beltdyn_core.dir/units/unit.cpp.o"),
                         "core: units/unit.cpp")

    def test_block_of_a_page(self):
        page = f"before\n{slowest_units.BEGIN}\nold\n{slowest_units.END}\nafter\n"
        self.assertEqual(slowest_units.with_block(page, "new"),
                         f"before\n{slowest_units.BEGIN}\nnew\n{slowest_units.END}\nafter\n")


if __name__ == "__main__":
    unittest.main()
