# SPDX-License-Identifier: MIT
"""Puts the page together: assemble_page.py ROOT PROGRAM_FOLDER CODEMIRROR FOLDER.

FOLDER gets the page, the program (beltdyn.js and beltdyn.wasm of PROGRAM_FOLDER), the editor and the examples: all that a
server of files has to offer.
"""

import json
import shutil
import sys
from pathlib import Path

EDITOR_FILES = (
    "lib/codemirror.js", "lib/codemirror.css", "mode/javascript/javascript.js", "addon/edit/matchbrackets.js",
    "addon/edit/closebrackets.js", "addon/hint/show-hint.js", "addon/hint/show-hint.css",
)
FIRST = "belt"  # of the examples


def copy_script(source, target):
    """Copies a script without its indentation and without comments that are whole lines, but for those of its head: the
    licence."""
    lines = [line.strip() for line in source.read_text().splitlines()]
    head = next(i for i, line in enumerate(lines) if line and not line.startswith("//"))
    kept = [line for line in lines[head:] if line and not line.startswith("//")]
    target.write_text("\n".join([*lines[:head], *kept]) + "\n")


def copy_examples(folder, target):
    """Copies the configurations with the tables that they name; returns what the page lists."""
    target.mkdir(exist_ok=True)
    listed = []
    for path in sorted(folder.glob("*.json"), key=lambda path: (path.stem != FIRST, path.stem)):
        text = path.read_text()
        tables = [table.name for table in folder.glob("*.csv") if f'"{table.name}"' in text]
        for name in (path.name, *tables):
            shutil.copy(folder / name, target)
        listed.append({"name": path.stem, "title": path.stem.replace("_", " "), "tables": tables})
    return listed


def main(root, program, codemirror, folder):
    root, program, codemirror, folder = map(Path, (root, program, codemirror, folder))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "codemirror").mkdir(exist_ok=True)
    for name in EDITOR_FILES:
        source = codemirror / name
        (copy_script if source.suffix == ".js" else shutil.copy)(source, folder / "codemirror" / source.name)
    for path in (*sorted((root / "web/page").iterdir()), root / "report/style.css", root / "report/theme.js"):
        shutil.copy(path, folder)
    for name in ("beltdyn.js", "beltdyn.wasm"):
        shutil.copy(program / name, folder)
    (folder / "examples.json").write_text(json.dumps(copy_examples(root / "configs/demo", folder / "examples")))


if __name__ == "__main__":
    main(*sys.argv[1:])
