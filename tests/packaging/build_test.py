# SPDX-License-Identifier: MIT
"""The build as used by other projects: build_test.py [--slow]

Tests plain cmake, the installation, the sources within another project, and joined sources. --slow builds the library
within another project, and the program from sources that are joined in reverse order.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
LAUNCHER = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
ENVIRONMENT = {**os.environ, "CCACHE_BASEDIR": str(ROOT), "CCACHE_NOHASHDIR": "1", "CCACHE_DEPEND": "1",
               "CCACHE_SLOPPINESS": "pch_defines,time_macros,include_file_mtime,include_file_ctime"}
IS_SLOW = "--slow" in sys.argv


def call(*command):
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          env=ENVIRONMENT)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}\n{done.stdout}\nexit code {done.returncode}")
    return done.stdout


def headers_below(prefix):
    return sorted(str(path.relative_to(prefix / "include")) for path in (prefix / "include").rglob("*.hpp"))


class InFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = pathlib.Path(folder.name)


@unittest.skipIf(IS_SLOW, "quick")
class PlainCmake(InFolder):
    def configure(self, *options):
        call("cmake", "-S", ROOT, "-B", self.work / "b", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", *LAUNCHER, *options)
        return json.loads((self.work / "b" / "compile_commands.json").read_text())

    def test_without_options_the_program_is_optimised_in_the_standard_dialect_and_warnings_are_none_of_errors(self):
        commands = self.configure()
        own = [entry["command"] for entry in commands if "/core/" in entry["file"]]
        self.assertGreater(len(own), 5)
        for command in own:
            self.assertRegex(command, r" -O[123] .*|-O3")
            self.assertIn("-std=c++20", command)
            self.assertNotIn("-Werror", command)
        self.assertFalse([entry["file"] for entry in commands if "/test/" in entry["file"]], "tests are asked for")
        # Installs whatever was built, even the laws alone.
        call("cmake", "--build", self.work / "b", "--target", "beltdyn_contact", "-j2")
        prefix = self.work / "prefix"
        said = call("cmake", "--install", self.work / "b", "--prefix", prefix)
        self.assertIn("Not built, not installed: beltdyn_simulation", said)
        headers = headers_below(prefix)
        self.assertIn("beltdyn/contact/lugre.hpp", headers)
        self.assertFalse([name for name in headers if not name.startswith("beltdyn/")], "only below beltdyn/")
        call("cmake", "-S", ROOT / "core/contact/test/consumer", "-B", self.work / "consumer",
             f"-DCMAKE_PREFIX_PATH={prefix}")

    def test_a_library_without_the_program_asks_for_none_of_its_packages(self):
        hidden = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON"
                  for name in ("spdlog", "CLI11", "Ceres", "doctest", "pybind11", "benchmark")]
        commands = self.configure("-DBELTDYN_PROGRAM=OFF", *hidden)
        self.assertFalse([entry["file"] for entry in commands if re.search(r"/(app|sweep|verification)/", entry["file"])])

    def test_every_option_is_described(self):
        page = (ROOT / "docs" / "build_options.md").read_text()
        for option in re.findall(r"^(?:option|set)\((BELTDYN_\w+)", (ROOT / "CMakeLists.txt").read_text(), re.M):
            if option not in ("BELTDYN_JOIN_REVERSED", "BELTDYN_VECTOR_KERNELS OFF"):
                self.assertIn(f"`{option}`", page)
        for preset in re.findall(r'"name": "(\w+)",\n\s+"displayName"', (ROOT / "CMakePresets.json").read_text()):
            self.assertIn(f"`{preset}`", page)


@unittest.skipIf(IS_SLOW, "quick")
class WithinAnotherProject(InFolder):
    def test_the_laws_are_used_and_no_folder_of_ours_is_in_the_include_path(self):
        build = self.work / "b"
        call("cmake", "-S", HERE / "subproject", "-B", build, f"-DBELTDYN_SOURCES={ROOT}",
             "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", "-DCMAKE_BUILD_TYPE=Release", *LAUNCHER)
        call("cmake", "--build", build, "--target", "contact_user", "-j2")
        call(build / "contact_user")
        for entry in json.loads((build / "compile_commands.json").read_text()):
            if entry["file"].endswith("consumer/main.cpp"):
                folders = re.findall(r"-(?:I|isystem) ?(\S+)", entry["command"])
                self.assertNotIn(str(ROOT), folders)
                self.assertNotRegex(entry["command"], "-Wconversion|-fvisibility|-ffp-contract")


@unittest.skipIf(IS_SLOW, "quick")
class JoinedSources(InFolder):
    def units(self, build):
        return [path.read_text() for path in sorted((build / "joined").glob("*.cpp"))]

    def test_sources_that_share_local_names_build_in_any_order_and_number(self):
        for n, reverse in ((0, "OFF"), (0, "ON"), (1, "OFF"), (2, "OFF")):
            with self.subTest(n=n, reverse=reverse):
                build = self.work / f"b{n}{reverse}"
                call("cmake", "-S", HERE / "joined", "-B", build, f"-DBELTDYN_SOURCES={ROOT}", f"-DBELTDYN_JOIN={n}",
                     f"-DBELTDYN_JOIN_REVERSED={reverse}")
                call("cmake", "--build", build)
                call(build / "sum")
                sizes = sorted(unit.count("#include") for unit in self.units(build))
                # Local names of first.cpp, second.cpp and third.cpp clash with each other.
                self.assertEqual(sizes, {0: [1, 1, 2], 1: [], 2: [1, 1, 2]}[n])

    def test_a_source_that_gets_the_name_of_another_is_parted_from_it(self):
        sources = self.work / "sources"
        shutil.copytree(HERE / "joined", sources)
        build = self.work / "b"
        call("cmake", "-S", sources, "-B", build, f"-DBELTDYN_SOURCES={ROOT}")
        call("cmake", "--build", build)
        main = sources / "main.cpp"
        main.write_text(main.read_text().replace("int main", "namespace parts {\nnamespace {\nconstexpr int kValue = 5;\n"
                                                 "}  // namespace\n}  // namespace parts\n\nint main"))
        call("cmake", "--build", build)
        call(build / "sum")


@unittest.skipUnless(IS_SLOW, "slow")
class WholeBuilds(InFolder):
    def test_the_library_within_another_project(self):
        build = self.work / "b"
        call("cmake", "-S", HERE / "subproject", "-B", build, f"-DBELTDYN_SOURCES={ROOT}", *LAUNCHER)
        call("cmake", "--build", build, "--target", "simulation_user", f"-j{os.cpu_count()}")
        call(build / "simulation_user", ROOT / "api/cpp/test/consumer/drive.json")

    def test_sources_joined_in_the_reverse_order(self):
        build = self.work / "b"
        call("cmake", "-S", ROOT, "-B", build, "-DBELTDYN_JOIN_REVERSED=ON", "-DBELTDYN_WERROR=ON",
             "-DBELTDYN_TESTS=ON", *LAUNCHER)
        call("cmake", "--build", build, f"-j{os.cpu_count()}")
        call("cmake", "--install", build, "--prefix", self.work / "prefix")
        call(self.work / "prefix/bin/beltdyn", "validate", ROOT / "configs/demo/belt.json")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + [word for word in sys.argv[1:] if word != "--slow"])
