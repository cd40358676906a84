# SPDX-License-Identifier: MIT
"""Randomly changed configurations.

Usage: changed_configurations_test.py BELTDYN SEED COUNT

Each of COUNT trials takes a configuration of the project, replaces one to three of its values, keys or parts by others
from the project's configurations, and runs it for a few steps. One trial in four also changes the text: duplicate keys,
invalid numbers, bytes that are not text. The program must end with exit code 0, 2 or 3, without an internal error.
Tables contain only finite numbers, and files are complete; with exit code 2 there is no file. A mistake is reported
once, with the name of the file. There is never a signal or a wait of more than ten minutes. The same seed makes the
same trials. Trials that fail or take long are printed.
"""
import collections
import json
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile

from limited import limit_memory

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = [ROOT / "configs", ROOT / "tests" / "fuzz" / "corpus" / "configuration"]
LONGEST = 600  # per trial: stiff links settle for minutes [s]
LONG = 10  # CPU time above which a trial is printed [s]
LONGEST_MESSAGE = 20_000  # [bytes]
ACCEPTED = (0, 2, 3)
NOT_FINITE = re.compile(r"(?i)(^|[,\n])[+-]?(nan|inf)")
STEPS = 3  # of the shortest time step among the runs
LARGEST_FILE = 20_000  # of the configurations used [bytes]
FACTORS = (0.0, -1.0, 0.5, 2.0, 1e-3, 1e3, 1e-9, 1e9)
SCALARS = (0, 1, -1, 2, 7, 0.5, 1e-12, 1e12, 1e300, -1e300, True, None, "", "x", [], {}, 5e-324, -0.0, 2**31, 2**63, 2**64,
           "nan", "inf m", "1e400", "-5 %", "3 parsec", "1 °", "µ", "\u0000", "\u202e\U0001f600", "../../x", "x" * 5000,
           [0.0], [[]], [None], {"type": "constant"}, {"type": "x"}, {"value": 1}, {"": 1})
# Replacements for a number, a key or a part of a text.
TOKENS = (b"NaN", b"-Infinity", b"1e999", b"-1e999", b"0x10", b"1_000", b"01", b".5", b"5.", b"+1", b"1e-400", b"1" * 400, b"null",
          b"", b"\xff\xfe", b"\xef\xbb\xbf", b"\x00", "\u00e9\u4e2d".encode(), b'"\\ud800"', b"'x'", b"// ", b"/*", b"[" * 3000, b"}", b",")


def load(path):
    """A configuration without its comments."""
    text = re.sub(r'("(?:[^"\\]|\\.)*")|//[^\n]*|/\*.*?\*/', lambda match: match.group(1) or "", path.read_text(),
                  flags=re.S)
    return json.loads(text)


def places(node, found):
    """For every value in a document: its container, and its key or index in it."""
    for key in node if isinstance(node, dict) else range(len(node)):
        found.append((node, key))
        if isinstance(node[key], (dict, list)):
            places(node[key], found)
    return found


def vocabulary(documents):
    """The values that each key has in any document."""
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


def change_text(text, rng):
    """Changes of the text that parsing would remove."""
    kind = rng.random()
    if kind < 0.35:
        pairs = list(re.finditer(rb'"[a-z_0-9]+": ?[^,{}\[\]]+(?=[,}])', text))
        if pairs:
            pair, place = rng.choice(pairs), rng.choice(pairs)
            return text[:place.start()] + pair.group() + b", " + text[place.start():]
    if kind < 0.75:
        numbers = list(re.finditer(rb"-?\d[\d.e+-]*", text))
        if numbers:
            number = rng.choice(numbers)
            return text[:number.start()] + rng.choice(TOKENS) + text[number.end():]
    at = rng.randrange(len(text))
    return text[:at] + (b"" if kind > 0.9 else rng.choice(TOKENS) + text[at:])


def shorten(document):
    """Reduces runs to a few steps: only their start is tested."""
    runs = document.get("runs")
    steps = [run.get("time_step") for run in runs if isinstance(run, dict)] if isinstance(runs, list) else []
    steps = [step for step in steps if isinstance(step, (int, float)) and 0.0 < step < 1e3]
    end = document.get("end_time")
    if steps and isinstance(end, (int, float)):
        document["end_time"] = min(end, STEPS * min(steps))
    document["name"] = "changed" if isinstance(document.get("name"), str) and document["name"] else document.get("name")


def call(words):
    """Exit code, output, and CPU time [s]; the exit code is None if the program takes too long."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(words, env=dict(os.environ, NO_COLOR="1"), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=LONGEST, preexec_fn=limit_memory)
    except subprocess.TimeoutExpired:
        return None, "timeout", LONGEST
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done.returncode, done.stdout.decode(errors="replace"), spent


def no_such_number(word):
    raise ValueError(f"{word} is no JSON")


def flaw(path):
    """The defect of a result file, or None."""
    if path.suffix == ".part" or path.name.startswith("."):
        return "is left over"
    if path.suffix == ".json":
        try:
            json.loads(path.read_text(), parse_constant=no_such_number)
        except ValueError as error:
            return str(error)
    if path.suffix == ".csv":
        text = path.read_text()
        if NOT_FINITE.search(text):
            return "has numbers that are not finite"
        if text and not text.endswith("\n"):
            return "ends within a row"
    return None


def objection(code, said, out):
    """The defect of the response to a configuration, or None."""
    if code is None or "internal error" in said:
        return said
    if code not in ACCEPTED:
        return f"exit code {code}: {said}"
    if code == 2:
        if "--force-large" in said:  # concerns one run: not a mistake, and the other runs are complete
            return None
        if out.exists():
            return "wrote files with exit code 2"
        lines = said.splitlines()
        if len(set(lines)) < len(lines) or "changed.json" not in said or len(said) > LONGEST_MESSAGE:
            return f"a mistake is not told once, with its file: {said}"
    elif code == 3 and "error: " not in said:
        return f"exit code 3 without a reason: {said}"
    for path in sorted(out.rglob("*")):
        wrong = flaw(path) if path.is_file() else None
        if wrong:
            return f"exit code {code}, {path.relative_to(out)} {wrong}"
    return None


def main():
    program, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    files = sorted(path for folder in FOLDERS for path in folder.rglob("*.json") if path.stat().st_size <= LARGEST_FILE)
    documents = [load(path) for path in files]
    values = vocabulary(documents)
    rng = random.Random(seed)
    codes = collections.Counter()
    failed = 0
    for trial in range(count):
        chosen = rng.randrange(len(files))
        document = json.loads(json.dumps(documents[chosen]))
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            change(document, values, rng)
        shorten(document)
        text = json.dumps(document).encode()
        if rng.random() < 0.25:
            text = change_text(text, rng)
        with tempfile.TemporaryDirectory() as folder:
            file, out = pathlib.Path(folder) / "changed.json", pathlib.Path(folder) / "out"
            file.write_bytes(text)
            for table in files[chosen].parent.glob("*.csv"):
                shutil.copy(table, folder)
            code, said, spent = call([program, "run", str(file), "--out", str(out), "--quiet", "--jobs", "1"])
            wrong = objection(code, said, out)
        codes[code] += 1
        if wrong or spent > LONG:
            failed += 1 if wrong else 0
            print(f"trial {trial}, from {files[chosen].relative_to(ROOT)}, {spent:.1f} s: {(wrong or said).strip()[:600]}")
            print(text.decode(errors="backslashreplace")[:LARGEST_FILE], flush=True)
    print(f"{count} configurations: " + ", ".join(f"{codes[code]} x {code}" for code in sorted(codes, key=str)))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
