#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/test/site_test.py PROGRAM FOLDER: the documentation site is built without a warning, its links and anchors lead to
what there is, and its pages load nothing from the network. Needs the package beltdyn on the PYTHONPATH."""
import html.parser
import pathlib
import re
import subprocess
import sys
import unittest
from urllib.parse import unquote

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
# What a browser loads by itself.
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
                    if anchor and target.suffix == ".html":
                        self.assertIn(anchor, self.pages[target].ids | {""})

    def test_nothing_comes_from_the_network(self):
        for path, page in self.pages.items():
            for address in page.loaded:
                with self.subTest(page=path.name):
                    self.assertNotRegex(address, r"^(https?:)?//")
        for path in (FOLDER / "html").rglob("*.css"):
            with self.subTest(style=path.name):
                self.assertNotRegex(path.read_text(), r"""(url\(|@import )["']?(https?:)?//""")

    def test_every_key_of_the_schema_has_an_entry_with_an_example(self):
        text = (FOLDER / "html/reference/contact.html").read_text()
        self.assertIn("stiffness_per_area", text)
        self.assertIn("[N/m^3]", text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
