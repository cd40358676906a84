# SPDX-License-Identifier: MIT
"""Randomly changed configurations.
Usage: changed_configurations_test.py BELTDYN SEED COUNT

Each of COUNT trials takes a configuration of the project, changes one to three of its values, keys or parts to others
that the project's configurations have, and runs it for a few of its steps. The program ends with exit code 0, 2 or 3,
without an internal error, with nothing but finite numbers in a history and, with exit code 2, without a file. There is
never a signal or a wait of more than ten minutes. The same seed makes the same trials; a trial that fails is printed.
"""
import collections
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from limited import limit_memory

CONFIGS = pathlib.Path(__file__).resolve().parents[2] / "configs"
LONGEST = 600  # of a trial [s]: stiff links settle for minutes
ACCEPTED = (0, 2, 3)
STEPS = 3  # of the longest time step among the runs
LARGEST_FILE = 20_000  # of a configuration that is taken [bytes]
FACTORS = (0.0, -1.0, 0.5, 2.0, 1e-3, 1e3, 1e-9, 1e9)
SCALARS = (0, 1, -1, 2, 7, 0.5, 1e-12, 1e12, 1e300, -1e300, True, None, "", "x", [], {})


def load(path):
    """A configuration without its comments."""
    text = re.sub(r'("(?:[^"\\]|\\.)*")|//[^\n]*|/\*.*?\*/', lambda match: match.group(1) or "", path.read_text(),
                  flags=re.S)
    return json.loads(text)


def places(node, found):
    """Of every value in a document: what holds it, and its key or index there."""
    for key in node if isinstance(node, dict) else range(len(node)):
        found.append((node, key))
        if isinstance(node[key], (dict, list)):
            places(node[key], found)
    return found


def vocabulary(documents):
    """The values that each key has somewhere."""
    values = collections.defaultdict(list)
    for document in documents:
        for holder, key in places(document, []):
            if isinstance(key, str):
                values[key].append(holder[key])
    return values


def change(document, values, rng):
    holder, key = rng.choice(places(document, []))
    value = holder[key]
    kind = rng.random()
    if kind < 0.35 and isinstance(value, (int, float)) and not isinstance(value, bool):
        holder[key] = value * rng.choice(FACTORS)
    elif kind < 0.6 and key in values:
        holder[key] = json.loads(json.dumps(rng.choice(values[key])))
    elif kind < 0.7:
        del holder[key]
    elif kind < 0.8 and isinstance(holder, dict):
        other = rng.choice(list(values))
        holder[other] = json.loads(json.dumps(rng.choice(values[other])))
    elif kind < 0.9:
        holder[key] = rng.choice(SCALARS)
    elif isinstance(holder, list):
        holder.append(json.loads(json.dumps(value)))


def shorten(document):
    """Only a few steps: the start of runs is tested."""
    runs = document.get("runs")
    steps = [run.get("time_step") for run in runs if isinstance(run, dict)] if isinstance(runs, list) else []
    steps = [step for step in steps if isinstance(step, (int, float)) and 0.0 < step < 1e3]
    end = document.get("end_time")
    if steps and isinstance(end, (int, float)):
        document["end_time"] = min(end, STEPS * max(steps))
    document["name"] = "changed" if isinstance(document.get("name"), str) and document["name"] else document.get("name")


def objection(program, folder, document):
    """What is wrong with the answer to the configuration, or None; and the exit code."""
    file = folder / "changed.json"
    file.write_text(json.dumps(document))
    out = folder / "out"
    try:
        done = subprocess.run([program, "run", str(file), "--out", str(out), "--quiet", "--jobs", "1"],
                              env=dict(os.environ, NO_COLOR="1"), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=LONGEST, preexec_fn=limit_memory)
    except subprocess.TimeoutExpired:
        return "timeout", None
    said = done.stdout.decode(errors="replace")
    if "internal error" in said:
        return said, done.returncode
    if done.returncode not in ACCEPTED:
        return f"exit code {done.returncode}: {said}", done.returncode
    if done.returncode == 2 and out.exists():
        return "wrote files with exit code 2", done.returncode
    for history in out.rglob("history.csv") if out.exists() else []:
        if re.search(r"(?i)(^|[,\n])[+-]?(nan|inf)", history.read_text()):
            return "numbers that are not finite in a history", done.returncode
    return None, done.returncode


def main():
    program, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    files = sorted(path for path in CONFIGS.rglob("*.json") if path.stat().st_size <= LARGEST_FILE)
    documents = [load(path) for path in files]
    values = vocabulary(documents)
    rng = random.Random(seed)
    codes = collections.Counter()
    failed = 0
    for trial in range(count):
        chosen = rng.randrange(len(files))
        document = json.loads(json.dumps(documents[chosen]))
        for _ in range(rng.randint(1, 3)):
            change(document, values, rng)
        shorten(document)
        with tempfile.TemporaryDirectory() as folder:
            wrong, code = objection(program, pathlib.Path(folder), document)
        codes[code] += 1
        if wrong:
            failed += 1
            print(f"trial {trial}, from {files[chosen].relative_to(CONFIGS)}: {wrong.strip()[:600]}")
            print(json.dumps(document))
    print(f"{count} configurations: " + ", ".join(f"{codes[code]} x {code}" for code in sorted(codes, key=str)))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
