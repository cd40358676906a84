# SPDX-License-Identifier: MIT
"""Writes the reference of result files and columns: short runs of the shipped configurations give the files, columns,
units and formulations; columns.json says what the columns mean. A column without a meaning is an error."""
import concurrent.futures
import csv
import json
import pathlib
import re
import subprocess

import jsonc


def run_all(program, root, runs, folder):
    """Carries out the short runs. Raises RuntimeError with the messages of one that fails."""
    def run(number):
        config, *options = runs[number]
        command = [str(program), "run", str(root / "configs" / config), f"--out={folder / str(number)}", "--quiet",
                   "--jobs=1", *options]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(command)}\n{done.stderr}")

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(run, range(len(runs))))


def general(name, probes):
    """The column of any pulley, span, element or probe: "torque_2" is "torque_k"."""
    probe = next((probe for probe in probes if name.startswith(probe + "_")), None)
    name = "NAME" + name[len(probe):] if probe else name
    return name if name.startswith("node_1_") else re.sub(r"_\d+(?=_|$)", "_k", name)


def collect(folder):
    """({column: (units, formulations)}, {file name: columns}) of all results in the folder."""
    columns, files = {}, {}
    for manifest in sorted(folder.rglob("manifest.json")):
        description = json.loads(manifest.read_text())
        probes = [probe["name"] for probe in description["configuration"]["drive"].get("probes", [])]
        for path in sorted(manifest.parent.iterdir()):
            if path.is_dir() or path.suffix == ".vtp":
                continue
            headers = next(csv.reader(path.open())) if path.suffix == ".csv" else []
            found = files.setdefault(path.name, {})
            for header in headers:
                name, unit = re.match(r"(.*) \[(.*)\]$", header).groups()
                name = general(name, probes)
                found[name] = unit
                if path.name == "history.csv":
                    units, formulations = columns.setdefault(name, (set(), set()))
                    units.add(unit)
                    formulations.add(description["formulation"])
    return columns, files


def page(texts, columns, files):
    """The page, and the columns and files that have no meaning."""
    lines = ["# Files and columns", "",
             "Written by `scripts/docs` from short runs of the configurations that ship with BeltDyn. Results lie in "
             "`DIR/CONFIGURATION/RUN/`. Tables are CSV with a header `name [unit]` and 17 significant digits; except for "
             "`manifest.json` they are bit-identical from run to run.", "", "| file | content |", "|---|---|"]
    lines += [f"| `{name}` | {text} |" for name, text in texts["files"].items()]
    missing = [name for name in files if name not in texts["files"]]
    lines += ["", "## Columns of history.csv", "",
              "k is the number of a pulley, span or element, from 1. Which of them a run has depends on its drive."]
    known = set()
    for group in texts["groups"]:
        rows = {name: text for name, text in group["columns"].items() if name in columns}
        known |= set(group["columns"])
        everyone = set().union(*(columns[name][1] for name in rows))
        lines += ["", f"### {group['title']}", "", "| column | unit | meaning | written by |", "|---|---|---|---|"]
        for name, text in rows.items():
            units, makers = columns[name]
            by = "all" if makers == everyone and len(makers) > 1 else ", ".join(f"`{maker}`" for maker in sorted(makers))
            lines.append(f"| `{name}` | {' or '.join(sorted(units))} | {text} | {by} |")
    missing += [name for name in columns if name not in known]
    lines += ["", "## Columns of the other tables", "", "| file | columns |", "|---|---|"]
    for name, headers in sorted(files.items()):
        if name != "history.csv" and headers:
            # The units of a response are those of the column per unit of the input.
            shown = [f"`{column}`" if name.endswith("_response.csv") else f"`{column} [{unit}]`"
                     for column, unit in headers.items()]
            lines.append(f"| `{name}` | {', '.join(shown)} |")
    return "\n".join(lines) + "\n", missing


def write(program, root, folder, target):
    """Runs, collects and writes the page; raises RuntimeError if a column or a file has no meaning."""
    texts = jsonc.loads((pathlib.Path(__file__).parent / "columns.json").read_text())
    run_all(program, root, texts["runs"], folder)
    columns, files = collect(folder)
    text, missing = page(texts, columns, files)
    if missing:
        raise RuntimeError(f"docs/site/columns.json does not say what these are: {', '.join(missing)}")
    pathlib.Path(target).write_text(text)
