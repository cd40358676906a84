# SPDX-License-Identifier: MIT
"""The scripts of an installation by a user: scripts/bootstrap without apt, scripts/put_on_path, the Dockerfile. Usage:
scripts_test.py."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def said(command, **environment):
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          env={**os.environ, **environment}, timeout=60)
    return done.returncode, done.stdout


class Bootstrap(unittest.TestCase):
    def test_without_apt_it_names_libraries_with_the_versions_that_cmake_asks_for(self):
        with tempfile.TemporaryDirectory() as folder:
            # A system with the commands that the script calls, but without Debian packages.
            for name in ("bash", "env", "cat", "dirname", "id"):
                (pathlib.Path(folder) / name).symlink_to(shutil.which(name))
            code, text = said([ROOT / "scripts" / "bootstrap"], PATH=folder)
        self.assertNotEqual(code, 0)
        lists = (ROOT / "CMakeLists.txt").read_text() + "".join(
            (ROOT / part / "CMakeLists.txt").read_text() for part in ("api/python", "studies"))
        asked = re.findall(r"find_package\((\w+) ([\d.]+)", lists)
        self.assertGreater(len(asked), 6)
        for name, version in asked:
            name = name.removesuffix("3") if name == "Eigen3" else name
            self.assertRegex(text, rf"(?i)\b{name} {re.escape(version)}\b")
        for library in ("KLU", "UDUNITS", "NetCDF", "xsimd", "gnuplot", "C\\+\\+20", "CMake 3.25"):
            self.assertRegex(text, library)
        # The advice on how to continue refers to something that exists.
        presets = (ROOT / "CMakePresets.json").read_text()
        for preset in re.findall(r"--preset (\w+)", text):
            self.assertIn(f'"name": "{preset}"', presets)
        for option in re.findall(r"-D(BELTDYN_\w+)=", text):
            self.assertIn(f"option({option} ", lists)
        for file in re.findall(r"configs/\S+\.json", text):
            self.assertTrue((ROOT / file).is_file(), file)


class PutOnPath(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.home = pathlib.Path(self.folder.name) / "home"
        self.home.mkdir()
        self.link = self.home / ".local" / "bin" / "beltdyn"
        self.program = self.build("clone")

    def build(self, clone):
        program = pathlib.Path(self.folder.name) / clone / "build" / "release" / "app" / "beltdyn"
        program.parent.mkdir(parents=True)
        program.write_text("#!/bin/sh\necho built\n")
        program.chmod(0o755)
        return program

    def put(self, program=None, **environment):
        code, text = said([ROOT / "scripts" / "put_on_path", program or self.program],
                          **{"HOME": str(self.home), **environment})
        self.assertEqual(code, 0, text)
        return text

    def test_makes_the_link_and_says_how_to_call_it(self):
        self.assertIn('export PATH="$HOME/.local/bin:$PATH"', self.put())
        self.assertEqual(self.link.resolve(), self.program.resolve())
        self.assertNotIn("export", self.put(PATH=f"{self.link.parent}:{os.environ['PATH']}"))
        code, text = said(["sh", "-c", "beltdyn"], PATH=f"{self.link.parent}:{os.environ['PATH']}")
        self.assertEqual((code, text), (0, "built\n"))

    def test_the_link_follows_to_another_clone(self):
        self.put()
        other = self.build("other")
        self.put(other)
        self.assertEqual(self.link.resolve(), other.resolve())
        shutil.rmtree(other.parents[3])
        self.put()
        self.assertEqual(self.link.resolve(), self.program.resolve())

    def test_what_is_foreign_stays(self):
        self.link.parent.mkdir(parents=True)
        self.link.write_text("mine")
        self.assertIn("it stays as it is", self.put())
        self.assertEqual(self.link.read_text(), "mine")
        self.link.unlink()
        self.link.symlink_to("/opt/beltdyn/bin/beltdyn")
        self.assertIn("it stays as it is", self.put())
        self.assertEqual(os.readlink(self.link), "/opt/beltdyn/bin/beltdyn")

    def test_where_no_link_can_be_made_it_says_the_path(self):
        (self.home / ".local").write_text("in the way")
        self.assertIn(f'export PATH="{self.program.resolve().parent}:$PATH"', self.put())
        self.assertIn("export PATH=", self.put(HOME="/no/such/home"))
        self.assertFalse(pathlib.Path("/no/such/home").exists())


class Image(unittest.TestCase):
    """The Dockerfile, checked as far as possible without building an image."""

    def setUp(self):
        text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.M).replace("\\\n", " ")
        self.lines = [line.split(None, 1) for line in text.splitlines() if line.strip()]
        self.stages = []
        for word, rest in self.lines:
            if word == "FROM":
                self.stages.append([])
            self.stages[-1].append((word, rest))

    def test_has_only_known_instructions(self):
        self.assertLessEqual({word for word, _ in self.lines},
                             {"FROM", "WORKDIR", "COPY", "RUN", "USER", "ENTRYPOINT", "CMD"})

    def test_both_stages_are_debian_12_and_the_last_one_runs_the_program_as_a_user(self):
        self.assertEqual([stage[0][1].split()[0] for stage in self.stages], ["debian:12-slim"] * 2)
        last = dict(self.stages[-1])
        self.assertNotIn(last["USER"], ("root", "0"))
        self.assertIn(f"useradd --create-home {last['USER']}", last["RUN"])
        self.assertEqual(last["ENTRYPOINT"], '["beltdyn"]')
        command, file = json.loads(last["CMD"])
        self.assertEqual(command, "compare")
        self.assertTrue((ROOT / "configs" / file.removeprefix("/usr/share/beltdyn/")).is_file())

    def test_builds_with_the_scripts_of_the_project(self):
        commands = [rest for word, rest in self.stages[0] if word == "RUN"]
        self.assertEqual([command.split()[0] for command in commands], ["scripts/bootstrap", "scripts/package"])
        for command in commands:
            self.assertTrue(os.access(ROOT / command.split()[0], os.X_OK))
        self.assertIn("--for-packages", commands[0])
        # A change of sources must not repeat the installation of packages.
        self.assertLess(self.stages[0].index(("RUN", commands[0])), self.stages[0].index(("COPY", ". .")))

    def test_the_last_stage_installs_nothing_that_bootstrap_does_not_know(self):
        bootstrap = (ROOT / "scripts" / "bootstrap").read_text()
        install = re.search(r"apt-get install (.*?)&&", dict(self.stages[-1])["RUN"]).group(1).split()
        packages = [word for word in install if not word.startswith("-")]
        self.assertIn("/tmp/packages/beltdyn_*.deb", packages)
        for package in packages[1:]:
            self.assertRegex(bootstrap, rf"(?m)^ .*\b{package}\b")

    def test_the_context_leaves_out_what_is_not_source(self):
        ignored = (ROOT / ".dockerignore").read_text().split()
        self.assertLessEqual({".git", "build", "out"}, set(ignored))


if __name__ == "__main__":
    unittest.main()
