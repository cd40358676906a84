#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/test/site_test.py PROGRAM FOLDER: the documentation site is built without a warning, its links and anchors lead
to existing targets, and its pages load nothing from the network. Needs the package beltdyn on the PYTHONPATH."""
import html
import html.parser
import json
import pathlib
import re
import subprocess
import sys
import unittest
from urllib.parse import unquote

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
# Attributes whose targets a browser loads by itself.
LOADED = {("img", "src"), ("script", "src"), ("link", "href"), ("iframe", "src"), ("source", "src")}


class Page(html.parser.HTMLParser):
    """Ids and addresses of a page."""

    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.loaded = set(), [], []
        self.feed(path.read_text())

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name == "id":
                self.ids.add(value)
            elif (tag, name) in LOADED:
                self.loaded.append(value)
            elif (tag, name) == ("a", "href"):
                self.links.append(value)


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        done = subprocess.run([sys.executable, ROOT / "docs/site/build.py", PROGRAM, FOLDER], capture_output=True, text=True,
                              check=False)
        cls.messages, cls.code = done.stdout + done.stderr, done.returncode
        cls.pages = {path: Page(path) for path in sorted((FOLDER / "html").rglob("*.html"))}

    def test_is_built_without_a_warning(self):
        self.assertEqual((self.code, self.messages), (0, ""))

    def test_links_lead_to_pages_and_anchors(self):
        self.assertGreater(len(self.pages), 70)
        for path, page in self.pages.items():
            for link in page.links + page.loaded:
                address, _, anchor = unquote(link).partition("#")
                if re.match(r"[a-z]+:", address):
                    continue
                with self.subTest(page=path.name, link=link):
                    target = (path.parent / address.partition("?")[0]).resolve() if address else path
                    self.assertTrue(target.exists())
                    # What follows "config=" and "example=" is read by the page of the program itself.
                    if anchor and target.suffix == ".html" and not anchor.startswith(("config=", "example=")):
                        self.assertIn(anchor, self.pages[target].ids | {""})

    def test_configurations_can_be_run(self):
        program = FOLDER / "html/run/examples.json"
        if not program.exists():
            self.skipTest("the page of the program has not been built: scripts/web")
        links = [link for page in self.pages.values() for link in page.links if "run/index.html#" in link]
        self.assertGreater(len([link for link in links if "#config=" in link]), 0)
        linked = {link.partition("#example=")[2] for link in links} - {""}
        self.assertGreater(len(linked), 10)
        self.assertLessEqual(linked, {example["name"] for example in json.loads(program.read_text())})

    def test_nothing_comes_from_the_network(self):
        for path, page in self.pages.items():
            for address in page.loaded:
                with self.subTest(page=path.name):
                    self.assertNotRegex(address, r"^(https?:)?//")
        for path in (FOLDER / "html").rglob("*.css"):
            with self.subTest(style=path.name):
                self.assertNotRegex(path.read_text(), r"""(url\(|@import )["']?(https?:)?//""")

    def test_every_key_of_the_schema_has_an_entry(self):
        entries = {name.rsplit("-", 1)[-1] for page in self.pages.values() for name in page.ids if name.startswith("key-")}
        schema = json.loads(subprocess.run([PROGRAM, "schema"], capture_output=True, text=True, check=True).stdout)
        names = keys_of(schema)
        self.assertGreater(len(names), 200)
        self.assertEqual({name.strip("$") for name in names} - entries, set())

    def test_an_entry_has_unit_range_and_example(self):
        text = html.unescape(re.sub(r"<[^>]*>", "", (FOLDER / "html/reference/contact.html").read_text()))
        entry = r'stiffness_per_area#\s+number \[N/m\^3\], > 0, required\s+[A-Z].*\s+Example: "stiffness_per_area": [0-9]'
        self.assertIsNotNone(re.search(entry, text))


def keys_of(node):
    """The keys that are valid in a configuration, except for those that only name the type of an object."""
    if isinstance(node, dict):
        found = {key for key, child in node.get("properties", {}).items() if "const" not in child}
        return found.union(*(keys_of(value) for value in node.values()))
    return set().union(*map(keys_of, node)) if isinstance(node, list) else set()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
