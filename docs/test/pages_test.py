#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/test/pages_test.py PROGRAM: links, JSON and commands of the Markdown pages are right. --slow also runs the pages
that have commands marked slow, and commands in the text that run a configuration. Commands marked "not run" are never
run; the mark must give a reason."""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

from pages import MARKS, ROOT, all_pages

sys.path.insert(0, str(ROOT / "docs/site"))
import jsonc  # noqa: E402

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
IS_SLOW = "--slow" in sys.argv
LANGUAGES = {"sh", "json", "jsonc", "python", "text", "cpp", "cmake"}
LONGEST = 600  # s
# Programs that a command of a page may use, besides files that the page has created.
PARTS = ["configs", "docs", "examples", "scripts", "README.md", "CONTRIBUTING.md", "build"]


def beltdyn(*arguments, text=None):
    return subprocess.run([PROGRAM, *arguments], input=text, capture_output=True, text=True, check=False, timeout=LONGEST)


def property_names(node):
    """Every key that is valid somewhere in a configuration."""
    if isinstance(node, dict):
        names = set(node.get("properties", {}))
        return names.union(*(property_names(value) for value in node.values()))
    return set().union(*(property_names(item) for item in node)) if isinstance(node, list) else set()


def keys_in(name):
    """A key, or the keys of a JSON pointer, which is the key of a value in a variant."""
    return {part for part in name.split("/") if part and not part.isdigit()} if name.startswith("/") else {name}


def keys_of(value):
    if isinstance(value, dict):
        return set().union(*(keys_in(name) | keys_of(part) for name, part in value.items()))
    return set().union(*(keys_of(item) for item in value)) if isinstance(value, list) else set()


def read_json(text):
    """A JSON value, or the text between the braces of an object."""
    try:
        return jsonc.loads(text)
    except json.JSONDecodeError:
        return jsonc.loads("{" + text + "}")


class Links(unittest.TestCase):
    def test_lead_to_files_and_headings(self):
        pages = {page.path: page for page in all_pages()}
        for page in pages.values():
            for link in page.links:
                target, _, anchor = link.partition("#")
                if re.match(r"[a-z]+:", target):
                    continue
                with self.subTest(page=page.name, link=link):
                    path = (page.path.parent / target).resolve() if target else page.path
                    self.assertTrue(path.exists())
                    if anchor:
                        self.assertIn(anchor, pages[path].anchors)


class Readme(unittest.TestCase):
    def test_is_short(self):
        self.assertLessEqual((ROOT / "README.md").stat().st_size, 8192)


class Blocks(unittest.TestCase):
    def test_say_what_they_are(self):
        for page in all_pages():
            for block in page.blocks:
                with self.subTest(page=page.name, line=block.line):
                    self.assertIn(block.language, LANGUAGES)
                    self.assertIn(block.mark, ("", *MARKS))
                    if block.language == "text":  # templates, with placeholders in capitals
                        for line in block.body.splitlines():
                            form = line.partition("#")[0].split()
                            is_command = len(form) > 2 and form[0] == "beltdyn"
                            self.assertFalse(is_command and not re.search(r"\b[A-Z]{2,}", " ".join(form)), line)

    def test_what_they_print_is_in_the_page(self):
        n_marks = 0
        for page in all_pages():
            for text in (text for block in page.blocks for text in block.prints):
                n_marks += 1
                with self.subTest(page=page.name, text=text):
                    shown = re.sub(r"<!--.*?-->", "", page.content)
                    self.assertIn(" ".join(text.split()), " ".join(shown.split()))
        self.assertGreater(n_marks, 0)

    def test_json_is_read_and_configurations_are_valid(self):
        names = property_names(json.loads(beltdyn("schema").stdout))
        for page in all_pages():
            for block in page.blocks:
                if block.language not in ("json", "jsonc"):
                    continue
                with self.subTest(page=page.name, line=block.line):
                    value = read_json(block.body)
                    if isinstance(value, dict) and "format" in value:
                        done = beltdyn("validate", "-", text=block.body)
                        self.assertEqual(done.returncode, 0, done.stderr)
                    else:
                        self.assertEqual(keys_of(value) - names, set())


class Commands(unittest.TestCase):
    def test_in_the_text_name_what_there_is(self):
        ids = beltdyn("verify", "--list").stdout.split()
        commands = set(re.findall(r"^  ([\w-]+) {2,}", beltdyn("--help").stdout, re.M)) | {"help"}
        for page in all_pages():
            for command in page.commands:
                with self.subTest(page=page.name, command=command):
                    self.check(command, ids, commands)

    def check(self, command, ids, commands):
        program, *words = shlex.split(command)
        if program != "beltdyn":
            self.assertTrue((ROOT / program).exists())
            return
        if not words or words[0].startswith("-"):
            return
        if words[0] == "FILE" or words[0].endswith(".json"):  # a configuration stands for the command that runs it
            return
        self.assertIn(words[0], commands)
        for word in words[1:]:
            if word.startswith("configs/"):
                self.assertEqual(beltdyn("validate", str(ROOT / word)).returncode, 0)
        if words[0] == "verify":
            for word in words[1:]:
                if word.startswith("-") or re.search(r"[A-Z\[]", word):
                    break
                self.assertTrue(any(name.startswith(word) for name in ids), word)

    def test_in_blocks_run(self):
        slow_pages = {page.name for page in all_pages() if any(block.mark == "slow" for block in page.blocks)}
        pages = [page for page in all_pages() if page.name in slow_pages or not IS_SLOW]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for page, failure in zip(pages, pool.map(self.run_page, pages)):
                with self.subTest(page=page.name):
                    self.assertEqual(failure, "")

    @unittest.skipUnless(IS_SLOW, "takes minutes")
    def test_in_the_text_run(self):
        commands = {command for page in all_pages() for command in page.commands
                    if re.match(r"beltdyn (run|compare|sweep|identify) configs/", command)}
        self.assertGreater(len(commands), 5)
        for command in sorted(commands):
            with self.subTest(command=command), tempfile.TemporaryDirectory() as folder:
                program, *words = shlex.split(command)
                self.assertEqual(program, "beltdyn")
                done = subprocess.run([PROGRAM, *words, "--out", folder, "--quiet"], cwd=ROOT, capture_output=True,
                                      text=True, check=False, timeout=LONGEST)
                self.assertEqual(done.returncode, 0, done.stderr)

    @staticmethod
    def run_page(page):
        """Runs the blocks of a page in a separate folder. Returns the failed blocks with their errors."""
        with tempfile.TemporaryDirectory() as folder:
            for part in PARTS:
                if (ROOT / part).exists():
                    os.symlink(ROOT / part, pathlib.Path(folder) / part)
            environment = os.environ | {"PATH": f"{PROGRAM.parent}:{os.environ['PATH']}", "MPLBACKEND": "Agg"}
            for block in page.blocks:
                if block.mark == "file":
                    (pathlib.Path(folder) / block.text).write_text(block.body)
                # api/python/test/package_test.py runs docs/python.md.
                runs_python = block.language == "python" and page.name != "docs/python.md"
                is_left_out = block.mark == "not run" or (block.mark == "slow" and not IS_SLOW)
                if is_left_out or not (block.language == "sh" or runs_python):
                    continue
                command = [sys.executable, "-c"] if runs_python else ["bash", "-euo", "pipefail", "-c"]
                done = subprocess.run([*command, block.body], cwd=folder, env=environment, capture_output=True,
                                      text=True, check=False, timeout=LONGEST)
                missing = [text for text in block.prints if text not in done.stdout + done.stderr]
                if done.returncode != 0 or missing:
                    place = f"line {block.line}: exit code {done.returncode}, not printed: {missing}"
                    return "\n".join([place, block.body, done.stdout, done.stderr])
        return ""


if __name__ == "__main__":
    slow = ["Commands.test_in_blocks_run", "Commands.test_in_the_text_run"]
    unittest.main(argv=sys.argv[:1], defaultTest=slow if IS_SLOW else None)
