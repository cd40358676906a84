#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The algorithms over ranges that the sources of the web page use are all in web/shims: shims_test.py.

Emscripten's C++ library has none of them, and the page is built overnight only.
"""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MODULES = ("core", "eulerian", "lagrangian", "analytic", "formulations", "postprocess", "report", "plots", "api", "web")
# Function objects, which the library has.
OBJECTS = {"less", "greater", "equal_to", "greater_equal", "less_equal", "not_equal_to"}


def names(pattern, text):
    return set(re.findall(pattern, text))


used = set()
for module in MODULES:
    for path in (ROOT / module).rglob("*.[ch]pp"):
        if not {"test", "shims"} & set(path.parts):
            used |= names(r"std::ranges::(\w+)\(", path.read_text(encoding="utf-8"))
present = names(r"^(?:\S.* )?(\w+)\(.*\{$", "")
for line in (ROOT / "web/shims/ranges_algorithms.hpp").read_text(encoding="utf-8").splitlines():
    present |= names(r"\b(\w+)\((?:R|A|I)(?:&&| )", line)
missing = sorted(used - present - OBJECTS)
assert len(used) > 20 and len(present) > 20, (used, present)
assert not missing, f"web/shims/ranges_algorithms.hpp lacks {missing}"
