# SPDX-License-Identifier: MIT
"""Tests of the text functions of scripts/mutate: which lines are changed, and how; nothing is built. Usage:
test_mutants.py."""
import re
import unittest

import mutate
from mutants import Mutant, blanked, changes, mutants, sample


def changed(line):
    return {after.strip() for after, _ in changes(line, blanked(line))}


class Lines(unittest.TestCase):
    def test_comments_and_texts_are_blanked_and_places_stay(self):
        text = 'a + b;  // a - b\nf("x + y", \'+\', 1);\n/* c\n + d */ e;\n'
        blank = blanked(text)
        self.assertEqual(len(blank), len(text))
        self.assertEqual(blank.count("\n"), text.count("\n"))
        self.assertIn("a + b;", blank)
        for gone in ("a - b", "x + y", "'+'", "d */"):
            self.assertNotIn(gone, blank)
        self.assertIn("e;", blank)

    def test_operators_signs_and_dropped_terms(self):
        found = changed("  const double f = -a * b + c;")
        for expected in ("const double f = -a / b + c;", "const double f = -a * b - c;", "const double f = a * b + c;",
                         "const double f = -a * b;", "const double f = -a + c;"):
            self.assertIn(expected, found)

    def test_terms_end_at_their_own_level(self):
        self.assertIn("f(a, c);", changed("  f(a + g(b, d) * 2, c);"))
        self.assertIn("x = y ? a : c;", changed("  x = y ? a + b : c;"))

    def test_functions_indices_and_constants(self):
        found = changed("  x[i] = 0.5 * std::abs(y[0]) + std::min(1, p.x());")
        for part in ("x[i + 1]", "0.5 * (y[0])", "1.0 * std::abs", "y[1]", "std::max(1", "std::min(2", "p.y()"):
            self.assertTrue(any(part in after for after in found), part)

    def test_sizes_of_types_and_small_numbers_stay(self):
        self.assertEqual(changed("  std::array<double, 2> limit_;"), set())
        self.assertEqual(changed("  x = f(1e-9);"), {"x = f(1e-9);", ";"} - {"x = f(1e-9);"})

    def test_conditions_and_statements(self):
        self.assertIn("if (false) return;", changed("  if (x == y) return;"))
        self.assertIn(";", changed("  sum += x;"))
        self.assertNotIn(";", changed("  const double sum = x;"))
        self.assertNotIn(";", changed('  record.relative("x", y);'))


class Files(unittest.TestCase):
    def test_messages_declarations_and_checks_of_the_compiler_are_left_alone(self):
        text = '#include <a>\nstatic_assert(a + b == 2);\nthrow Error(\n    a + b);\nx = a + b;\n'
        self.assertEqual({mutant.line for mutant in mutants("a.cpp", text)}, {5})

    def test_half_a_statement_is_not_dropped(self):
        text = "const double x =\n    f(y);\n  g(y);\n"
        self.assertEqual([mutant.line for mutant in mutants("a.cpp", text) if mutant.kind == "dropped statement"], [3])

    def test_keys_do_not_depend_on_the_place(self):
        there = {mutant.key for mutant in mutants("a.cpp", "x = a + b;\n")}
        moved = {mutant.key for mutant in mutants("a.cpp", "\n\nint z;\nx = a + b;\n")}
        self.assertEqual(there, moved)
        self.assertEqual(len({mutant.key for mutant in mutants("a.cpp", "x = a + b;\nx = a + b;\n")}), 2 * len(there))


class Sample(unittest.TestCase):
    files = {f"{i}.cpp": mutants(f"{i}.cpp", "".join(f"x{k} = a + b * {k};\n" for k in range(n)))
             for i, n in enumerate((40, 20, 5))}

    def test_a_larger_sample_contains_the_smaller_one(self):
        small, large = (sample(self.files, n, 1.0) for n in (10, 30))
        self.assertEqual(large[:10], small)

    def test_one_mutant_of_a_line_and_files_by_their_size(self):
        chosen = sample(self.files, 26, 1.0)
        self.assertEqual(len({(mutant.path, mutant.line) for mutant in chosen}), 26)
        self.assertEqual([sum(mutant.path == path for mutant in chosen) for path in self.files], [16, 8, 2])

    def test_headers_count_less(self):
        files = {"a.cpp": self.files["0.cpp"],
                 "b.hpp": mutants("b.hpp", "".join(f"x{k} = a + b * {k};\n" for k in range(40)))}
        chosen = sample(files, 22, 0.1)
        self.assertEqual(sum(mutant.header() for mutant in chosen), 2)

    def test_no_more_than_there_are(self):
        self.assertEqual(len(sample(self.files, 1000, 1.0)), 65)


class Scores(unittest.TestCase):
    chosen = [Mutant("a.cpp", i, f"x = {i};", f"x = {i + 1};", "constant", str(i)) for i in range(5)]
    verdicts = ("killed", "killed", "survived", "survived", "does not compile")
    results = {str(i): {"key": str(i), "verdict": verdict} for i, verdict in enumerate(verdicts)}
    known = [{"file": "a.cpp", "before": "x = 3;", "after": "x = 4;", "verdict": "equivalent", "reason": "x is not read"}]

    def test_equivalents_and_what_does_not_compile_do_not_count(self):
        total, alive = mutate.score(self.chosen, self.results, self.known)
        self.assertEqual((total.tried, total.killed, total.equivalent, total.uncompiled), (3, 2, 1, 1))
        self.assertEqual([mutant.line for mutant in alive], [2])
        self.assertIn("| a | 3 | 2 | 67 % | 1 | 1 |", mutate.table({"a": total}))

    def test_a_survivor_has_its_reason_in_the_table(self):
        known = [{"file": "a.cpp", "before": "x = 2;", "after": "x = 3;", "verdict": "survivor", "reason": "rounding"}]
        self.assertIn("rounding", mutate.survivor_rows([self.chosen[2]], known))
        self.assertIn("no test yet", mutate.survivor_rows([self.chosen[2]], []))

    def test_what_is_known_is_of_lines_that_are_there(self):
        for entry in mutate.read_known():
            lines = [line.strip() for line in (mutate.ROOT / entry["file"]).read_text().split("\n")]
            self.assertIn(entry["before"], lines, entry["file"])

    def test_cases_that_a_source_names(self):
        ids = ["ale/stick", "ale/energy", "friction/gms/a", "friction/gms/b"]
        self.assertEqual(mutate.named_cases('add("ale/stick"); add("friction/gms/" + name);', ids),
                         ["ale/stick", "friction/gms/a", "friction/gms/b"])
        self.assertEqual(mutate.named_cases('fmt::format("friction/{}/a", law)', ids), ["friction/gms/a", "friction/gms/b"])
        self.assertEqual(mutate.named_cases('"x/y" "core/base/error.hpp"', ids), [])

    def test_a_source_without_cases_is_judged_by_those_of_its_users(self):
        ids = ["ale/stick", "friction/belts/ale-steady/gms", "kubas-2021/capstan"]
        self.assertEqual(mutate.cases_of("verification/papers/kubas_cases.cpp", ids), ["kubas-2021/capstan"])
        self.assertIn("friction/belts/ale-steady/gms", mutate.cases_of("verification/laws/law_drive.cpp", ids))
        self.assertEqual(mutate.cases_of("verification/belts/manufactured_belt.cpp", ["manufactured/a", "ale/stick"]), ["manufactured/a"])

    def test_a_module_knows_its_files(self):
        self.assertEqual(mutate.module_of("eulerian/ale/transient/ale_mesh.cpp").program, "eulerian_test")

    def test_the_folder_of_a_module_builds_its_program(self):
        for module in mutate.MODULES.values():
            self.assertTrue((mutate.ROOT / module.folder).is_dir(), module.folder)
            built_by = (mutate.ROOT / mutate.folder_of(module.program) / "CMakeLists.txt").read_text()
            name = module.program.removesuffix("_test")
            self.assertTrue(re.search(rf"beltdyn_add_unit_test\(\s*{name}\s|\s{module.program}\s", built_by), module.program)


if __name__ == "__main__":
    unittest.main()
