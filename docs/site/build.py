#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds the documentation site: docs/site/build.py PROGRAM FOLDER writes FOLDER/html. scripts/docs calls it.

The Markdown files of docs are copied, pages generated beside them, and Sphinx makes HTML of both. Warnings are errors.
Nothing comes from the network. If scripts/web has built the program for a browser, the site has it too, and configurations link
to it."""
import base64
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import columns  # noqa: E402
import jsonc  # noqa: E402
import reference  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
WEB = ROOT / "build/web/site"
KATEX = pathlib.Path("/usr/share/javascript/katex")
# Pages that lie outside of docs in the repository.
ELSEWHERE = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md", "benchmarks/README.md": "benchmarks.md",
             "benchmarks/history.md": "benchmark_history.md", "README.md": "index.md"}
CONFIGURATION_FOLDERS = ["demo", "papers", "convergence", "verification"]  # examples come from the first one that has one
CONTENTS = {
    "First steps": ["getting_started", "installation", "build_options", "howto/two_pulleys", "trust", "howto/common_keys",
                    "troubleshooting"],
    "How-to": ["howto/browser", "howto/accessory_drive", "howto/conveyor", "howto/cluster_sweep", "howto/control_loop",
               "howto/new_friction_law", "howto/new_formulation", "howto/new_verification_case"],
    "Guide": ["configuration", "belt_drives", "results", "mounts", "accessories", "belt_sections", "small_motions", "sweeps",
              "identification", "python", "fmu", "ropes_with_ends", "ropes", "friction_rig", "supported_beam", "gallery"],
    "Reference": ["reference/index", "columns", "belt_drive_keys", "notation", "cpp_library", "python_api"],
    "Formulations": ["formulations/overview", "formulations/friction_laws", "formulations/eulerian_ale",
                     "formulations/lagrangian_ancf", "formulations/lagrangian_links", "formulations/contour",
                     "formulations/analytic_string", "formulations/rope"],
    "Theory": ["theory/contact_discretisation", "theory/transported_friction", "theory/time_integration", "theory/linear_response", "theory/delay_equations"],
    "Verification": ["evidence", "accuracy", "limits", "comparison", "published_data", "sources"],
    "Development": ["contributing", "compatibility", "map", "theory/one_step", "mutation", "fuzzing", "benchmarks", "benchmark_history", "changelog"],
}
BLOCK = re.compile(r"^```jsonc?\n(.*?)^```\n", re.S | re.M)
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")


def place_of(file, source):
    """Where a file of the repository is in the folder of the sources; files that are not in docs are copied there."""
    name = str(file.relative_to(ROOT))
    if name in ELSEWHERE:
        return ELSEWHERE[name]
    if file.is_relative_to(ROOT / "docs"):
        return str(file.relative_to(ROOT / "docs"))
    copy = source / "files" / name
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(file, copy)
    return "files/" + name


def relink(text, path, source):
    """The text of a page of the repository, with links to where things are in the site; one to a folder becomes its name."""
    folder = pathlib.Path(place_of(path, source)).parent

    def replace(match):
        mark, words, target = match.groups()
        target, _, anchor = target.partition("#")
        if not target or re.match(r"\w+:", target):
            return match.group(0)
        file = (path.parent / target).resolve()
        if file.is_dir():
            return f"{words} (`{os.path.relpath(file, ROOT)}`)"
        link = os.path.relpath(place_of(file, source), folder)
        return f"{mark}[{words}]({link}{'#' + anchor if anchor else ''})"

    return LINK.sub(replace, text)


def has_web():
    return (WEB / "examples.json").exists()


def link_configurations(text, depth):
    """Behind each block that is a whole configuration, a link by which the page of the program shows it."""

    def replace(match):
        try:
            value = jsonc.loads(match.group(1))
        except json.JSONDecodeError:
            return match.group(0)  # a part
        if not isinstance(value, dict) or not {"format", "drive", "runs"} <= set(value):
            return match.group(0)
        packed = base64.urlsafe_b64encode(zlib.compress(match.group(1).encode(), 9)).decode().rstrip("=")
        return f'{match.group(0)}\n<p class="run-here"><a href="{"../" * depth}run/index.html#config={packed}">Run it here</a></p>\n'

    return BLOCK.sub(replace, text) if has_web() else text


MENTION = re.compile(r"(?:`[^`\n]*?|\[[^\]]*\]\([^)\n]*?)configs/demo/(\w+)\.json[^`)\n]*[`)]")


def link_examples(text, depth):
    """Behind the first mention of each example outside of blocks, a link by which the page of the program shows it."""
    if not has_web():
        return text
    left = {example["name"] for example in json.loads((WEB / "examples.json").read_text())}

    def replace(match):
        if match.group(1) not in left:
            return match.group(0)
        left.remove(match.group(1))
        return f'{match.group(0)} (<a href="{"../" * depth}run/index.html#example={match.group(1)}">run it here</a>)'

    parts = re.split(r"(^```.*?^```)", text, flags=re.S | re.M)
    return "".join(part if i % 2 else MENTION.sub(replace, part) for i, part in enumerate(parts))


def copy_web(html):
    """The page of the program, with its link back."""
    if not has_web():
        return
    shutil.copytree(WEB, html / "run")
    page = html / "run/index.html"
    page.write_text(page.read_text().replace('<nav aria-label="Documentation" hidden>', '<nav aria-label="Documentation">'))


def copy_sources(source):
    """Copies what docs holds, and the pages that lie elsewhere."""
    shutil.copytree(ROOT / "docs", source, ignore=shutil.ignore_patterns("site", "test", "CMakeLists.txt"))
    pages = [(ROOT / "docs" / page.relative_to(source), page) for page in source.rglob("*.md")]
    pages += [(ROOT / name, source / page) for name, page in ELSEWHERE.items() if page != "index.md"]
    for path, page in pages:
        depth = len(page.relative_to(source).parts) - 1
        page.write_text(link_configurations(relink(link_examples(path.read_text(), depth), path, source), depth))
    # A page that no list names comes at the end of the guide.
    named = {"index", *sum(CONTENTS.values(), [])}
    others = sorted({str(page.relative_to(source).with_suffix("")) for page in source.rglob("*.md")} - named)
    lists = [f"```{{toctree}}\n:hidden:\n:caption: {caption}\n\n"
             + "\n".join(pages + others if caption == "Guide" else pages) + "\n```\n" for caption, pages in CONTENTS.items()]
    (source / "index.md").write_text("\n".join([(source / "index.md").read_text(), *lists]))


def configurations():
    """The shipped configurations, each with its rank as an example."""
    return [(jsonc.loads(path.read_text()), rank) for rank, folder in enumerate(CONFIGURATION_FOLDERS)
            for path in sorted((ROOT / "configs" / folder).rglob("*.json"))]


def write_generated(program, source):
    """Writes the configuration reference and the reference of columns."""
    schema = jsonc.json.loads(subprocess.run([program, "schema"], capture_output=True, text=True, check=True).stdout)
    fragments = jsonc.loads((ROOT / "docs/site/examples.json").read_text())
    missing = reference.write(schema, configurations(), fragments, source / "reference")
    if missing:
        raise RuntimeError(f"no example of these keys, in configs/ or in docs/site/examples.json: {', '.join(missing)}")
    with tempfile.TemporaryDirectory() as folder:
        columns.write(program, ROOT, pathlib.Path(folder), source / "columns.md")


PYTHON_API = """# Python API

From the docstrings of the package; [Python](python.md) shows how it is used.

```{{eval-rst}}
.. currentmodule:: beltdyn

{entries}
```
"""


def write_python_api(source):
    """The classes and functions of the package beltdyn, which has to be on the PYTHONPATH."""
    listed = "import beltdyn, inspect\nfor name in beltdyn.__all__:\n    value = getattr(beltdyn, name)\n" \
        "    print('exception' if isinstance(value, type) and issubclass(value, Exception) else\n" \
        "          'class' if isinstance(value, type) else 'function' if callable(value) else 'data', name)"
    done = subprocess.run([sys.executable, "-c", listed], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError("cannot import the package beltdyn; put build/release/python on the PYTHONPATH\n" + done.stderr)
    kinds = [line.split() for line in done.stdout.splitlines()]
    entries = "\n".join(f".. auto{kind}:: {name}\n" + ("   :members:\n" if kind == "class" else "")
                        for kind, name in kinds if kind != "data")
    (source / "python_api.md").write_text(PYTHON_API.format(entries=entries))


def prepare_katex(folder):
    """The style sheet and fonts of KaTeX as one folder of static files."""
    folder.mkdir(parents=True)
    style = (KATEX / "katex.min.css").read_text()
    fonts = set(re.findall(r"fonts/([\w-]+\.woff2)", style))
    (folder / "katex.min.css").write_text(re.sub(r',url\([^)]*\.(woff|ttf)\) format\("\w+"\)', "", style))
    (folder / "fonts").mkdir()
    for font in fonts:
        shutil.copy((KATEX / "fonts" / font).resolve(), folder / "fonts")


def join_theme_scripts(scripts):
    """Debian's furo.js is a module that imports another, but the theme loads it as a plain script, which fails; browsers do
    not load modules from files either. Both become one plain script."""
    theme, spy = scripts / "furo.js", scripts / "gumshoe-patched.js"
    text = theme.read_text()
    if not text.startswith("import "):
        return
    theme.write_text(spy.read_text() + "\n" + text.partition("\n")[2])


def main(program, folder):
    program, folder = str(pathlib.Path(program).resolve()), pathlib.Path(folder).resolve()
    for part in ("source", "html", "katex"):
        shutil.rmtree(folder / part, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    copy_sources(folder / "source")
    write_generated(program, folder / "source")
    write_python_api(folder / "source")
    prepare_katex(folder / "katex")
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
    environment = os.environ | {"BELTDYN_VERSION": version, "BELTDYN_KATEX": str(folder / "katex")}
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-c", str(ROOT / "docs/site"), "-d", str(folder / "doctrees"),
               "-E", "-n", "-W", "--keep-going", "-q", str(folder / "source"), str(folder / "html")]
    code = subprocess.run(command, env=environment, check=False).returncode
    join_theme_scripts(folder / "html/_static/scripts")
    copy_web(folder / "html")
    return code


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: docs/site/build.py PROGRAM FOLDER")
    sys.exit(main(*sys.argv[1:]))
