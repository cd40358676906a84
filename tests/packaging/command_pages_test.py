# SPDX-License-Identifier: MIT
"""Manual pages and completion: command_pages_test.py PROGRAM SHARE [--every-shell]

Checks the files that packaging/command_pages.py has written into SHARE, with the installed shells and page readers;
--every-shell requires all of them.
"""
import gzip
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

PROGRAM, SHARE = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
NEEDS_ALL = "--every-shell" in sys.argv
DESCRIPTION = json.loads(subprocess.run([PROGRAM, "help", "--json"], check=True, stdout=subprocess.PIPE, text=True).stdout)
COMMANDS = {command["name"]: command for command in DESCRIPTION["commands"][1:]}
BASH = SHARE / "bash-completion" / "completions" / "beltdyn"
ENVIRONMENT = {**os.environ, "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}


def said(*command):
    """Standard output and standard error."""
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          env=ENVIRONMENT, timeout=60)
    return done.returncode, done.stdout


def completed(*words):
    """The completions that bash offers for the last word."""
    script = f'source "{BASH}"; COMP_WORDS=({" ".join(map(repr, ["beltdyn", *words]))}); COMP_CWORD={len(words)}; ' \
             '_beltdyn; printf "%s\\n" "${COMPREPLY[@]}"'
    code, output = said("bash", "-c", script)
    if code != 0:
        raise AssertionError(output)
    return output.split()


def options_of(command):
    return [name for option in command["options"] for name in option["names"] if name.startswith("-")]


class CommandPages(unittest.TestCase):
    def needs(self, program):
        if shutil.which(program) is None:
            self.assertFalse(NEEDS_ALL and os.environ.get("BELTDYN_SKIP_NO_TEST"), f"{program} is missing")
            self.skipTest(f"{program} is missing")

    def pages(self):
        return sorted((SHARE / "man" / "man1").glob("*.1.gz"))

    def test_each_command_has_a_page_with_all_of_its_options(self):
        self.assertIn("run", COMMANDS)
        names = {page.name for page in self.pages()}
        self.assertEqual(names, {"beltdyn.1.gz", *(f"beltdyn-{name}.1.gz" for name in COMMANDS)})
        for name, command in COMMANDS.items():
            text = gzip.decompress((SHARE / "man" / "man1" / f"beltdyn-{name}.1.gz").read_bytes()).decode()
            for option in options_of(command):
                self.assertIn(option.replace("-", "\\-"), text, name)
            for option in command["options"]:
                # A manual page must contain minus signs here, not hyphens.
                self.assertIn(option["meaning"].split(":")[0].replace("-", "\\-").split("'")[0], text, name)
            for code in DESCRIPTION["exit_codes"]:
                self.assertIn(f"\\fB{code}\\fR", text)

    def test_manual_pages_have_no_warnings(self):
        self.needs("man")
        for page in self.pages():
            done = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page], check=True, text=True,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=ENVIRONMENT, timeout=60)
            self.assertEqual(done.stderr, "", page)
            code, output = said("lexgrog", page)
            self.assertEqual(code, 0, output)
            self.assertRegex(output, r'"beltdyn\S* - \w', page)

    def test_manual_pages_are_clean_for_mandoc(self):
        self.needs("mandoc")
        for page in self.pages():
            _, output = said("mandoc", "-Tlint", "-Wwarning", page)
            # Pages have no date, so the same command line produces the same bytes.
            messages = [line for line in output.splitlines() if "missing date" not in line]
            self.assertEqual(messages, [], page)

    def test_bash_completes_commands_options_and_values(self):
        self.assertEqual(said("bash", "-n", BASH), (0, ""))
        self.assertEqual(set(completed("")), {*COMMANDS, "help", *options_of(DESCRIPTION["commands"][0])})
        self.assertEqual(completed("com"), ["compare"])
        self.assertEqual(set(completed("help", "s")), {"sweep", "schema"})
        for name, command in COMMANDS.items():
            self.assertEqual(sorted(completed(name, "-")), sorted(options_of(command)), name)
        self.assertEqual(sorted(completed("run", "x.json", "--forc")), ["--force", "--force-large"])
        self.assertEqual(sorted(completed("sweep", "--keep", "")), ["all", "history", "none"])
        self.assertEqual(completed("verify", "oborin-2018/ab"), ["oborin-2018/abel"])
        self.assertEqual(completed("run", "--set", "/a"), [])

    def test_bash_completes_configurations_and_folders(self):
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder)
            (path / "drive.json").touch()
            (path / "driven.csv").touch()
            (path / "drives").mkdir()
            self.assertEqual(sorted(completed("run", f"{folder}/dr")), [f"{folder}/drive.json", f"{folder}/drives"])
            self.assertEqual(completed("run", "--out", f"{folder}/dr"), [f"{folder}/drives"])

    def test_zsh_reads_its_completion(self):
        self.needs("zsh")
        page, = (SHARE / "zsh").rglob("_beltdyn")
        self.assertEqual(said("zsh", "-n", page), (0, ""))
        self.assertTrue(page.read_text().startswith("#compdef beltdyn\n"))

    def test_fish_completes_commands_and_options(self):
        self.needs("fish")
        page = SHARE / "fish" / "vendor_completions.d" / "beltdyn.fish"
        self.assertEqual(said("fish", "--no-execute", page), (0, ""))

        def offered(line):
            code, output = said("fish", "--no-config", "-c", f"source {page}; complete -C {line!r}")
            self.assertEqual(code, 0, output)
            return {entry.split("\t")[0] for entry in output.splitlines()}

        self.assertEqual(offered("beltdyn com"), {"compare"})
        self.assertEqual(offered("beltdyn run --forc"), {"--force", "--force-large"})
        self.assertEqual(offered("beltdyn sweep --keep "), {"none", "history", "all"})
        self.assertLessEqual({"sweep", "schema"}, offered("beltdyn help s"))

    def test_the_schema_is_that_of_the_program(self):
        schema = (SHARE / "beltdyn" / "beltdyn.schema.json").read_text()
        self.assertEqual(schema, said(PROGRAM, "schema")[1])
        self.assertTrue(re.search("draft-07", schema))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
