# SPDX-License-Identifier: MIT
"""Random adverse conditions lose no results: random_surroundings_test.py BELTDYN ODD_SYSTEM SEED TRIES

Each try runs a command under such a condition: closed streams, little memory, few descriptors, a limited file size, a
full disk, unreadable files, a signal or a removal at a random moment, no file locks, a clock that jumps, another number
of jobs, a table as written by a spreadsheet, a folder with an unusual name, or another configuration to resume. The
command must succeed with the bytes of an undisturbed run. Otherwise it must end with an exit code and a message for the
reason, and --resume or --force must then lead to these bytes. Prints the number of tries and failures of each kind.
"""
import collections
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import string
import subprocess
import sys
import tempfile
import time

PROGRAM, ODD_SYSTEM = (str(pathlib.Path(word).resolve()) for word in sys.argv[1:3])
chance, TRIES = random.Random(int(sys.argv[3])), int(sys.argv[4])
DEMO = pathlib.Path(__file__).resolve().parents[2] / "configs" / "demo"
LONGEST = 300  # [s]
SWEEP = ["sweep", str(DEMO / "creep_sweep.json"), "--set", "/sweep/parameters/0/count=3", "--set",
         "/sweep/parameters/1/values=[1.18]", "--set", "/runs/0/elements_per_pulley=12"]
COMMANDS = {
    "run": ["run", str(DEMO / "contour.json"), "--set", "/end_time=0.3"],
    "sweep": [*SWEEP, "--set", "/sweep/parameters/0/from=0.3"],
    "sweep with a member that fails": SWEEP,
    "identify": ["identify", str(DEMO / "identify_friction.json"), "--set", "/identify/starts=1", "--set",
                 "/identify/iterations=6"],
}
CHANGED_SWEEP = ["--set", "/sweep/parameters/1/values=[1.181]"]
CHANGED = {"run": ["--set", "/drive/friction_force=410"], "sweep": CHANGED_SWEEP, "sweep with a member that fails": CHANGED_SWEEP,
           "identify": ["--set", "/identify/data/0/standard_deviation=0.09"]}
OFTEN = {"run": 4, "sweep": 3, "sweep with a member that fails": 1, "identify": 1}
TOLD = {2, 3, 5, 130}
MOST_ERRORS = {**dict.fromkeys(COMMANDS, 1), "run": 2}  # one per run

work = pathlib.Path(tempfile.mkdtemp(prefix="beltdyn-"))
tools = work / "tools"
tools.mkdir()
for tool in ("gnuplot", "rsvg-convert"):  # figures are not tested here
    (tools / tool).write_text("#!/bin/sh\nexit 1\n")
    (tools / tool).chmod(0o755)
ENVIRONMENT = {**os.environ, "NO_COLOR": "1", "PATH": f"{tools}:{os.environ['PATH']}"}


def results(folder):
    """The bytes of the tables below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*"))
            if path.suffix in (".csv", ".nc", ".vtp", ".pvd") and path.is_file()}


def drawn(folder):
    """The bytes of the figures below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("figures/*")) if path.is_file()}


def differences(there, wanted):
    return [name for name in sorted({*there, *wanted}) if there.get(name) != wanted.get(name)]


def start(words, prepare=None, **more):
    return subprocess.Popen([PROGRAM, *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                            env={**ENVIRONMENT, **more}, preexec_fn=prepare)


def start_oddly(words, **more):
    return start(words, LD_PRELOAD=ODD_SYSTEM, **more)


def end(process):
    try:
        _, said = process.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise Failure(f"takes longer than {LONGEST} s: {process.args}") from None
    return process.returncode, (said or b"").decode(errors="replace")


def limit(which, value):
    return lambda: resource.setrlimit(which, (value, value))


def close(streams):
    def prepare():
        for stream in streams:
            os.close(stream)
    return prepare


class Failure(Exception):
    pass


def require(holds, *what):
    if not holds:
        raise Failure(" ".join(map(str, what)))


def judge(name, out, code, said):
    """Checks a command that has ended: its bytes must be right, now or after another attempt."""
    require("internal error" not in (said or ""), said)
    require((said or "").count("error: ") <= MOST_ERRORS[name], "several errors:", said)
    if code == 0:
        return require(results(out) == expected[name], "other bytes at exit code 0")
    require(code in TOLD, f"exit code {code}: {said}")
    require(said is None or "error: " in said or "interrupted" in said, f"exit code {code} without a reason: {said!r}")
    for more in (["--resume"], ["--force"]):
        again, words = end(start([*COMMANDS[name], "--out", str(out), *more]))
        if again == 0:
            return require(results(out) == expected[name], f"other bytes after {code} and {more[0]}: {said}")
    require(False, f"neither --resume nor --force helps after {code} ({said}): {words}")


def closed_streams(name, out):
    streams = chance.sample([0, 1], chance.randint(0, 2))
    judge(name, out, *end(start([*COMMANDS[name], "--out", str(out)], close(streams))))


def all_streams_closed(name, out):
    streams = [2, *chance.sample([0, 1], chance.randint(0, 2))]
    process = subprocess.Popen([PROGRAM, *COMMANDS[name], "--out", str(out)], env=ENVIRONMENT, preexec_fn=close(streams),
                               stdout=None if 1 in streams else subprocess.DEVNULL)
    code, _ = end(process)
    judge(name, out, code, None)


def file_size(name, out):
    judge(name, out, *end(start([*COMMANDS[name], "--out", str(out)], limit(resource.RLIMIT_FSIZE, chance.randint(0, 150_000)))))


def memory(name, out):
    size = chance.randint(60 << 10, 400 << 10) << 10
    judge(name, out, *end(start([*COMMANDS[name], "--out", str(out), "--jobs", "16"], limit(resource.RLIMIT_AS, size))))


def descriptors(name, out):
    judge(name, out, *end(start([*COMMANDS[name], "--out", str(out)], limit(resource.RLIMIT_NOFILE, chance.randint(4, 24)))))


def signals(name, out):
    process = start([*COMMANDS[name], "--out", str(out)])
    time.sleep(chance.uniform(0.02, 1.2 * duration[name]))
    number = chance.choice([signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
    process.send_signal(number)
    code, said = end(process)
    if code == -number and not results(out):
        return  # nothing had been written that could be lost
    judge(name, out, code, said)


def killed(name, out):
    process = start([*COMMANDS[name], "--out", str(out)])
    time.sleep(chance.uniform(0.01, 1.1 * duration[name]))
    process.kill()
    end(process)
    code, said = end(start([*COMMANDS[name], "--out", str(out), "--resume"]))
    judge(name, out, code, said)


def removal(_, out):
    words = [*COMMANDS["run"], "--only", "eulerian", "--set", "/end_time=2", "--out"]
    process = start([*words, str(out)])
    time.sleep(chance.uniform(0.0, 0.3))
    there = [path for path in out.rglob("*") if not path.name.startswith(".")]
    if there:
        victim = chance.choice(there)
        shutil.rmtree(victim, ignore_errors=True) if victim.is_dir() else victim.unlink(missing_ok=True)
    removed = time.monotonic()
    code, said = end(process)
    require("internal error" not in said, said)
    if code == 0:
        # A file that was checked at the end of a run may be removed before the program ends.
        return require(results(out) == long_run or time.monotonic() - removed < 0.1, "files are missing at exit code 0")
    require(code == 5 and "error: " in said, code, said)


def no_locks(name, out):
    first = start_oddly([*COMMANDS[name], "--out", str(out)], NO_FILE_LOCKS="1")
    time.sleep(chance.uniform(0.0, 0.5 * duration[name]))
    second = start_oddly([*COMMANDS[name], "--out", str(out), "--resume"], NO_FILE_LOCKS="1")
    outcomes = [end(first), end(second)]
    for code, said in outcomes:
        require(code in (0, 2, 5), said)
    require(any(code == 0 for code, _ in outcomes), outcomes)
    require(results(out) == expected[name], "other bytes of two processes:", differences(results(out), expected[name]), outcomes)
    require(not list(out.rglob(".beltdyn.lock*")), "a lock file is left")


def full_disk(name, out):
    judge(name, out, *end(start_oddly([*COMMANDS[name], "--out", str(out)], FULL_AFTER=str(chance.randint(0, 200_000)))))


def unreadable(name, out):
    """The files of a killed command, and all other files that it reads, become unreadable."""
    process = start([*COMMANDS[name], "--out", str(out)])
    time.sleep(chance.uniform(0.01, 1.1 * duration[name]))
    process.kill()
    end(process)
    words = [*COMMANDS[name], "--out", str(out), "--resume"]
    judge(name, out, *end(start_oddly(words, UNREADABLE_AFTER=str(chance.randint(0, 60)))))


def clock(name, out):
    judge(name, out, *end(start_oddly([*COMMANDS[name], "--out", str(out)], CLOCK_JUMPS="1")))


def jobs(name, out):
    code, said = end(start([*COMMANDS[name], "--out", str(out), "--jobs", str(chance.randint(1, 64))]))
    require(code == 0, said)
    judge(name, out, code, said)


def changed(name, out):
    """A command resumed with another configuration is refused, or gives the bytes of that configuration."""
    process = start([*COMMANDS[name], "--out", str(out)])
    time.sleep(chance.uniform(0.01, 1.2 * duration[name]))
    process.send_signal(chance.choice([signal.SIGINT, signal.SIGKILL]))
    end(process)
    words = [*COMMANDS[name], *CHANGED[name], "--out", str(out)]
    code, said = end(start([*words, "--resume"]))
    require(code in (0, 2, 5) and "internal error" not in said, code, said)
    if code != 0:
        code, said = end(start([*words, "--force"]))
        require(code == 0, "--force does not help:", said)
    require(results(out) == expected[name + " changed"], "other bytes of the changed configuration", code, said)


def tables(_, out):
    """A table written by a spreadsheet gives the results of the plain table."""
    separator = chance.choice([",", ";", "\t"])
    point = chance.choice([".", ","]) if separator == ";" else "."
    quoted = lambda text: f'"{text}"' if chance.random() < 0.2 or separator in text else text
    rows = [[quoted(text) for text in row.split(" ; ")] for row in TABLE.replace(".", point).splitlines()]
    rows[0] = [quoted(text) for text in TABLE.splitlines()[0].split(" ; ")]
    line_end = chance.choice(["\n", "\r\n"])
    text = line_end.join(separator.join(row) for row in rows) + line_end * chance.randint(0, 4)
    out.mkdir(parents=True, exist_ok=True)
    (out / "table").write_bytes((b"\xef\xbb\xbf" if chance.random() < 0.5 else b"") + text.encode())
    code, said = end(start([*with_table(out / "table"), "--out", str(out / "results")]))
    require(code == 0, said, repr(text[:200]))
    require(results(out / "results") == expected["table"], "other bytes with", repr(text[:200]))


def figures(_, out):
    """A signal ends plot and verify; afterwards their figures are drawn again."""
    shutil.copytree(work / "peace" / "run", out)
    words = chance.choice([["plot", str(out / "contour-demo")], ["verify", "oborin-2018/abel", "--out", str(out / "verify")]])
    process = start(words, PATH=os.environ["PATH"])
    time.sleep(chance.uniform(0.02, duration["plot"]))
    number = chance.choice([signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
    process.send_signal(number)
    code, said = end(process)
    require(code in (0, 130, -number) and "internal error" not in said, code, said)
    there = results(out)
    require(all(there.get(file) == data for file, data in expected["run"].items()), "other bytes after", words)
    code, said = end(start(["plot", str(out / "contour-demo")], PATH=os.environ["PATH"]))
    require(code == 0 and drawn(out / "contour-demo") == pictures, "other figures after", words, said)


def names(name, out):
    letters = string.ascii_letters + " :/#?&%[]{}()'\"$!;,=+~^|<>*äß中\\"
    odd = "".join(chance.choice(letters) for _ in range(chance.randint(1, 20))).strip("/") or "x"
    out.mkdir(parents=True, exist_ok=True)
    inner = out / odd if chance.random() < 0.5 else pathlib.Path(chance.choice(["s3://", "file://", "http://", " "]) + odd)
    process = subprocess.Popen([PROGRAM, *COMMANDS[name], "--out", str(inner)], cwd=out, env=ENVIRONMENT,
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    code, said = end(process)
    judge(name, out / inner, code, said)


# Times and surface speeds, as fields separated by " ; ".
TABLE = "\n".join(["time [s] ; speed [m/s]", *(f"{0.01 * i:.17g} ; {10 + 0.001 * (i % 7):.17g}" for i in range(40))])


def with_table(file):
    function = {"type": "csv", "file": str(file), "time_column": "time", "value_column": "speed"}
    return [*COMMANDS["run"], "--set", "/drive/surface_speed/0=" + json.dumps(function), "--only", "eulerian"]


# A shell makes its background programs ignore SIGINT, which the programs here would inherit.
for stops in (signal.SIGINT, signal.SIGTERM):
    signal.signal(stops, signal.default_int_handler)
KINDS = [closed_streams, all_streams_closed, file_size, memory, descriptors, signals, killed, removal, no_locks, names,
         full_disk, unreadable, clock, jobs, changed, tables]
SLOW_KINDS = [figures]
TURNS = 5 * KINDS + SLOW_KINDS
expected, duration = {}, {}
tries, failures = collections.Counter(), collections.Counter()
try:
    for name, words in COMMANDS.items():
        begin = time.monotonic()
        code, said = end(start([*words, "--out", str(work / "peace" / name)]))
        assert code == 0, said
        duration[name] = time.monotonic() - begin
        expected[name] = results(work / "peace" / name)
        assert expected[name], name
    for name, words in CHANGED.items():
        end(start([*COMMANDS[name], *words, "--out", str(work / "peace" / f"{name} changed")]))
        expected[name + " changed"] = results(work / "peace" / f"{name} changed")
        assert expected[name + " changed"] != expected[name], name
    (work / "table.csv").write_text(TABLE.replace(" ; ", ","))
    code, said = end(start([*with_table(work / "table.csv"), "--out", str(work / "peace" / "table")]))
    assert code == 0, said
    expected["table"] = results(work / "peace" / "table")
    begin = time.monotonic()
    shutil.copytree(work / "peace" / "run", work / "peace" / "drawn")
    code, said = end(start(["plot", str(work / "peace" / "drawn" / "contour-demo")], PATH=os.environ["PATH"]))
    assert code == 0, said
    duration["plot"] = time.monotonic() - begin
    pictures = drawn(work / "peace" / "drawn" / "contour-demo")
    assert pictures
    end(start([*COMMANDS["run"], "--only", "eulerian", "--set", "/end_time=2", "--out", str(work / "peace" / "long")]))
    long_run = results(work / "peace" / "long")
    for number in range(TRIES):
        kind = TURNS[number % len(TURNS)]
        name = chance.choices(list(OFTEN), OFTEN.values())[0]
        out = work / "out"
        tries[kind.__name__] += 1
        try:
            kind(name, out)
        except Failure as failure:
            failures[kind.__name__] += 1
            print(f"{kind.__name__} {name} (try {number}): {failure}"[:1500], flush=True)
        shutil.rmtree(out, ignore_errors=True)
except KeyboardInterrupt:
    print("interrupted")
finally:
    shutil.rmtree(work, ignore_errors=True)
for kind in KINDS + SLOW_KINDS:
    print(f"{kind.__name__:20} {tries[kind.__name__]:6} tries {failures[kind.__name__]:4} failures")
print(f"{sum(tries.values())} tries, {sum(failures.values())} failures")
sys.exit(1 if failures else 0)
