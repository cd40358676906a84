# SPDX-License-Identifier: MIT
"""Random odd surroundings lose nothing: random_surroundings_test.py BELTDYN ODD_SYSTEM SEED TRIES

Each try runs a command with streams closed, with little memory, few descriptors or a small file size, with a signal or a
removal at a random moment, without file locks, or in a folder with an odd name. It has to succeed with the bytes of a run
left in peace, or to end with an exit code for a reason that is told, from where --resume or --force leads to these bytes.
Prints the number of tries and failures of each kind.
"""
import collections
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
LONGEST = 120  # [s]
COMMANDS = {
    "run": ["run", str(DEMO / "contour.json"), "--set", "/end_time=0.3"],
    "sweep": ["sweep", str(DEMO / "creep_sweep.json"), "--set", "/sweep/parameters/0/count=3", "--set",
              "/sweep/parameters/1/values=[1.18]", "--set", "/runs/0/elements_per_pulley=12"],
    "identify": ["identify", str(DEMO / "identify_friction.json"), "--set", "/identify/starts=1"],
}
TOLD = {2, 3, 5, 130}

work = pathlib.Path(tempfile.mkdtemp(prefix="beltdyn-"))
tools = work / "tools"
tools.mkdir()
for tool in ("gnuplot", "rsvg-convert"):  # figures are not looked at here
    (tools / tool).write_text("#!/bin/sh\nexit 1\n")
    (tools / tool).chmod(0o755)
ENVIRONMENT = {**os.environ, "NO_COLOR": "1", "PATH": f"{tools}:{os.environ['PATH']}"}


def results(folder):
    """The bytes of the tables below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*"))
            if path.suffix in (".csv", ".nc", ".vtp", ".pvd") and path.is_file()}


def start(words, prepare=None, **more):
    return subprocess.Popen([PROGRAM, *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                            env={**ENVIRONMENT, **more}, preexec_fn=prepare)


def end(process):
    _, said = process.communicate(timeout=LONGEST)
    return process.returncode, said.decode(errors="replace")


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
    """Of a command that has ended: bytes as they should be, now or after another attempt."""
    require("internal error" not in (said or ""), said)
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
    code = subprocess.call([PROGRAM, *COMMANDS[name], "--out", str(out)], env=ENVIRONMENT, preexec_fn=close(streams),
                           stdout=None if 1 in streams else subprocess.DEVNULL)
    judge(name, out, code, None)


def file_size(name, out):
    judge(name, out, *end(start([*COMMANDS[name], "--out", str(out)], limit(resource.RLIMIT_FSIZE, chance.randint(0, 150_000)))))


def memory(name, out):
    size = chance.randint(60, 400) << 20
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
        return  # before there was anything to lose
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
        # What has been checked at the end of a run may go before the program ends.
        return require(results(out) == long_run or time.monotonic() - removed < 0.1, "files are missing at exit code 0")
    require(code == 5 and "error: " in said, code, said)


def no_locks(name, out):
    first = start([*COMMANDS[name], "--out", str(out)], LD_PRELOAD=ODD_SYSTEM, NO_FILE_LOCKS="1")
    time.sleep(chance.uniform(0.0, 0.5 * duration[name]))
    second = start([*COMMANDS[name], "--out", str(out), "--resume"], LD_PRELOAD=ODD_SYSTEM, NO_FILE_LOCKS="1")
    outcomes = [end(first), end(second)]
    for code, said in outcomes:
        require(code in (0, 2, 5), said)
    require(any(code == 0 for code, _ in outcomes), outcomes)
    require(results(out) == expected[name], "other bytes of two processes")
    require(not list(out.rglob(".beltdyn.lock*")), "a lock file is left")


def names(name, out):
    letters = string.ascii_letters + " :/#?&%[]{}()'\"$!;,=+~^|<>*äß中\\"
    odd = "".join(chance.choice(letters) for _ in range(chance.randint(1, 20))).strip("/") or "x"
    out.mkdir(parents=True, exist_ok=True)
    inner = out / odd if chance.random() < 0.5 else pathlib.Path(chance.choice(["s3://", "file://", "http://", " "]) + odd)
    process = subprocess.Popen([PROGRAM, *COMMANDS[name], "--out", str(inner)], cwd=out, env=ENVIRONMENT,
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    code, said = end(process)
    judge(name, out / inner, code, said)


KINDS = [closed_streams, all_streams_closed, file_size, memory, descriptors, signals, killed, removal, no_locks, names]
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
    end(start([*COMMANDS["run"], "--only", "eulerian", "--set", "/end_time=2", "--out", str(work / "peace" / "long")]))
    long_run = results(work / "peace" / "long")
    for number in range(TRIES):
        kind = KINDS[number % len(KINDS)]
        name = chance.choice(["run", "run", "run", "sweep", "sweep", "identify"])
        out = work / "out"
        tries[kind.__name__] += 1
        try:
            kind(name, out)
        except (Failure, subprocess.TimeoutExpired) as failure:
            failures[kind.__name__] += 1
            print(f"{kind.__name__} {name} (try {number}): {failure}"[:1500], flush=True)
        shutil.rmtree(out, ignore_errors=True)
finally:
    shutil.rmtree(work, ignore_errors=True)
for kind in KINDS:
    print(f"{kind.__name__:20} {tries[kind.__name__]:6} tries {failures[kind.__name__]:4} failures")
print(f"{sum(tries.values())} tries, {sum(failures.values())} failures")
sys.exit(1 if failures else 0)
