# SPDX-License-Identifier: MIT
"""scripts/mutate: changes single lines of a copy of the sources, one at a time, and reports which changes no test detects.

For each module a sample of changes (mutants.py) is tried. A changed copy is built as far as the tests of the module need
it and tested by them, the fastest first; if they pass, by the tests of other modules and by quick cases of
`beltdyn verify`. A test that fails, crashes or takes many times as long as without the change kills the mutant.
Changes that do not compile, and changes that known.json calls equivalent, do not count. All files are in build/mutation;
an interrupted run continues where it stopped. Exit codes: 0 done, 1 a module kills less than the goal, 2 wrong usage,
5 the copy does not build or its tests fail without any change, 130 interrupted."""
from __future__ import annotations

import argparse
import dataclasses
import datetime
import json
import os
import pathlib
import queue
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from mutants import Mutant, mutants, sample

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / "build" / "mutation"
RESULTS = WORK / "results.jsonl"
KNOWN = ROOT / "scripts" / "mutation" / "known.json"
PAGE = ROOT / "docs" / "mutation.md"
GOAL = 0.9
HEADER_WEIGHT = 0.15  # headers are expensive: everything that includes them is recompiled

# Tests that take a minute in a build with little optimisation.
LONG_LINKS = ["links: the reported stable step is that of the belt*", "links: where implicit steps cause torque spikes*"]
LONG_KEYS = ["key matrix: each supported key is compared*"]
TOO_LONG = [*LONG_LINKS, *LONG_KEYS]


@dataclasses.dataclass(frozen=True)
class Stage:
    """A program with its arguments, and the build targets that it needs: "a b". For a Python script the first argument
    is the script; {tree} and {build} stand for the folders of the copy."""
    target: str
    arguments: tuple[str, ...]
    is_script: bool = False


def script_stage(targets: str, script: str, *arguments: str) -> Stage:
    return Stage(targets, ("{tree}/" + script, *arguments), True)


@dataclasses.dataclass
class Module:
    folder: str
    program: str  # unit tests of the module
    others: list[str]  # programs that use the module, each with a filter of its test sources after a blank
    cases: list[str]  # cases of beltdyn verify
    header_weight: float = HEADER_WEIGHT
    stands_alone: bool = False  # no other module of its program uses it
    # For mutants that survive all other tests: tests of TOO_LONG, and slow cases of verify, each for the sources that
    # name it.
    long_tests: list[str] = dataclasses.field(default_factory=list)
    slow_cases: list[str] = dataclasses.field(default_factory=list)
    scripts: list[Stage] = dataclasses.field(default_factory=list)  # tests in Python


BELTS = ["balances/opens", "balances/mesh", "balances/belt-energy", "string-drive/ntarladima"]
CONFIGURATIONS = ["verification_test *bad_configuration_test*"]
PROGRAM = "{build}/app/beltdyn"
SWEEP_SCRIPTS = [script_stage("beltdyn", "tests/program/sweep_test.py", PROGRAM, "1", "1"),
                 script_stage("beltdyn", "tests/program/identify_test.py", PROGRAM)]
APP_SCRIPTS = [script_stage("beltdyn", "tests/program/new_questions_test.py", PROGRAM),
               script_stage("beltdyn", "tests/program/page_policy_test.py", PROGRAM),
               *SWEEP_SCRIPTS,
               script_stage("beltdyn beltdyn-verify odd_system", "tests/program/surroundings_test.py", PROGRAM,
                            "{build}/tests/program/libodd_system.so", "-f")]
LIBRARY_SCRIPTS = [script_stage("beltdyn beltdyn_python", "api/python/test/package_test.py", PROGRAM, "{tree}/configs", "-f")]
MODULES = {module.folder: module for module in [
    Module("core/contact", "core_test", ["analytic_test *rig/test*"],
           ["friction/gms", "friction/lugre", "friction/dahl", "friction/slider", "friction/regularised-coulomb",
            "friction/elastoplastic-coulomb", "friction/limits-agree"], header_weight=1.0),
    *(Module(room, "core_test",
           ["postprocess_test", "verification_test", "analytic_test *simulation_test*", "eulerian_test *belt_test*",
            "lagrangian_test *ancf_belt_test*,*lagrangian_contour_test*"],
           BELTS + ["ntarladima-2023/static-start", "ale/stick", "oborin-2018/front-tracking/table",
                    "cross/contour/front_tracking-eulerian", "convergence/ancf_step"], header_weight=0.03)
      for room in ("core/belt", "core/drive", "core/dynamics", "core/linear", "core/run", "core/settings")),
    Module("eulerian/ale", "eulerian_test", CONFIGURATIONS,
           BELTS + ["ale/stick", "ale/divergence", "ale/material", "ale/ntarladima/steady", "ale/unequal-string-drive",
                    "ale/overrunning-load", "ale/lift-off", "ale/moving-catenary", "ale/energy", "convergence/ale_step",
                    "friction/belts/ale-steady/dahl-1e3", "friction/belts/ale-steady/gms", "friction/belts/presliding/gms",
                    "ale/moving-string", "ale/largest-torque", "ale/slip-arcs", "linear/ale", "linear/span"],
           stands_alone=True),
    Module("lagrangian/ancf", "lagrangian_test", CONFIGURATIONS,
           BELTS + ["ntarladima-2023/section-3", "ntarladima-2023/static-start", "convergence/ancf_step",
                    "friction/belts/presliding"], stands_alone=True),
    Module("lagrangian/links", "lagrangian_test", CONFIGURATIONS,
           BELTS + ["balances/links-energy", "kubas-2021/regression/case-1", "kubas-2021/capstan"],
           long_tests=LONG_LINKS, stands_alone=True),
    Module("analytic", "analytic_test", [],
           ["oborin-2018/stationary", "oborin-2018/linear", "oborin-2018/abel", "oborin-2018/dde/starts-as-abel",
            "oborin-2018/dde/high-accuracy", "oborin-2018/front-tracking/table", "oborin-2018/front-tracking/fig10",
            "string-drive", "konyukhov-2021/closed-forms", "ale/lift-off", "ale/moving-catenary", "ale/unequal-string-drive",
            "ale/divergence", "linear/string", "string-dynamics"]),
    # Cases that take a minute in a build with little optimisation.
    Module("verification", "verification_test", ["verification_cases_test"], [], long_tests=LONG_KEYS,
           slow_cases=["cross/damping/idle-drive", "cross/damping/serpentine", "cross/laws/dahl-1e3",
                       "friction/belts/energy/gms", "ntarladima-2023/consistent/n960",
                       "ntarladima-2023/parameters/more-segments"]),
    Module("report", "report_test", ["verification_cases_test"], []),
    Module("studies", "studies_test", [], [], scripts=SWEEP_SCRIPTS),
    Module("api/cpp", "library_test", [], [], scripts=LIBRARY_SCRIPTS),
    Module("app", "program_test", [], [], scripts=APP_SCRIPTS),
]}
CASES_OF_FILE = {"verification"}  # tested by the cases that the changed source names


# --- judging -----------------------------------------------------------------------------------------------------------


VERIFY = "beltdyn-verify"
FOLDERS = {VERIFY: "app", "verification_cases_test": "verification", "library_test": "api/cpp", "program_test": "tests/program"}
RUN = ("--abort-after=1", "--no-intro", "--no-version", "--minimal")


def folder_of(program: str) -> str:
    """The folder of the sources that builds a program, and of its file in the build folder."""
    return FOLDERS.get(program, program.removesuffix("_test"))


def test_stage(program: str, *filters: str) -> Stage:
    return Stage(program, (*RUN, f"--test-case-exclude={','.join(TOO_LONG)}", *filters))


def long_stage(module: Module) -> Stage:
    return Stage(module.program, (*RUN, f"--test-case={','.join(module.long_tests)}"))


def case_stage(cases: list[str]) -> Stage:
    return Stage(VERIFY, (*cases, "--quick", "--jobs", "1"))


def slow_stage(cases: list[str]) -> Stage:
    return Stage(VERIFY, (*cases, "--jobs", "1"))


def stages(module: Module, mutant: Mutant, cases: list[str], slow_cases: list[str]) -> list[Stage]:
    """The stages that test a mutant, cheapest first: the tests of its folder, of its program, other programs, cases."""
    folder = str(pathlib.PurePosixPath(mutant.path).parent)
    stem = pathlib.PurePosixPath(mutant.path).stem
    near = f"*{folder}/test/*"
    own = f"*{folder}/test/{stem}_test.cpp"
    found = []
    if (ROOT / folder / "test" / f"{stem}_test.cpp").exists():
        found.append(test_stage(module.program, f"--source-file={own}"))
    found.append(test_stage(module.program, f"--source-file={near}", f"--source-file-exclude={own}"))
    if not module.stands_alone:
        found.append(test_stage(module.program, f"--source-file-exclude={near}"))
    for other in module.others:
        program, _, only = other.partition(" ")
        found.append(test_stage(program, *([f"--source-file={only}"] if only else [])))
    if cases:
        found.append(case_stage(cases))
    found += module.scripts
    if module.long_tests:
        found.append(long_stage(module))
    if slow_cases:
        found.append(slow_stage(slow_cases))
    return found


def name_of(stage: Stage) -> str:
    return pathlib.PurePosixPath(stage.arguments[0]).stem if stage.is_script else stage.target


def named_cases(text: str, ids: list[str]) -> list[str]:
    """The cases whose id a source contains, or the beginning of the id up to a slash or a brace."""
    named = re.findall(r'"([\w.-]+/[\w./-]*)(["{])', text)
    exact = {name for name, end in named if end == '"'}
    beginnings = tuple(name for name, end in named if end == "{" or name.endswith("/"))
    return sorted(case for case in ids if case in exact or case.startswith(beginnings))


def cases_of(path: str, ids: list[str]) -> list[str]:
    """The cases that a source names. If it names none: the cases of the sources in its top folder that include its
    header, directly or through one other header."""
    source = ROOT / path
    named = named_cases(source.read_text(), ids)
    if named:
        return named
    folder = ROOT / pathlib.PurePosixPath(path).parts[0]
    texts = {str(other.relative_to(ROOT)): other.read_text() for other in sorted(folder.rglob("*.?pp"))}
    headers = {str(pathlib.PurePosixPath(path).with_suffix(".hpp"))}
    users = lambda: {name for name, text in texts.items() if any(f'#include "{header}"' in text for header in headers)}
    while found := {name for name in users() if name.endswith(".hpp")} - headers:
        headers |= found
    return sorted({case for name in users() for case in named_cases(texts[name], ids)})


class Stopped(Exception):
    pass


class Processes:
    """The running programs, so that all can be terminated."""

    def __init__(self) -> None:
        self.stop = threading.Event()
        self.lock = threading.Lock()
        self.running: set[subprocess.Popen] = set()

    def run(self, command: list[str], seconds: float, cwd: pathlib.Path, env: dict | None = None,
            limited: bool = True) -> tuple[int | None, str]:
        """Exit code, or None if the program took too long, and the output."""
        def limits() -> None:
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell makes background programs ignore it
            signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup makes programs ignore it

        with tempfile.TemporaryFile("w+", errors="replace") as output:
            with self.lock:
                if self.stop.is_set():
                    raise Stopped
                process = subprocess.Popen(command, cwd=cwd, env=env, stdout=output, stderr=subprocess.STDOUT,
                                           stdin=subprocess.DEVNULL, start_new_session=True,
                                           preexec_fn=limits if limited else None)
                self.running.add(process)
            try:
                code = process.wait(seconds)
            except subprocess.TimeoutExpired:
                code = None
                self.end(process)
            with self.lock:
                self.running.discard(process)
            if self.stop.is_set():
                raise Stopped
            output.seek(0)
            return code, output.read(1 << 20)

    @staticmethod
    def end(process: subprocess.Popen) -> None:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()

    def end_all(self) -> None:
        self.stop.set()
        with self.lock:
            for process in list(self.running):
                self.end(process)


class Copy:
    """A copy of the sources with a separate build folder, in which at most one line is changed."""

    def __init__(self, number: int, processes: Processes, building: threading.Lock) -> None:
        self.tree = WORK / str(number)
        self.build = self.tree / "build" / "mutation"
        self.processes = processes
        self.building = building
        self.changed: str | None = None

    def update(self) -> None:
        """Copies the sources of the tree; identical files keep their times."""
        listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, check=True, capture_output=True)
        paths = {path for path in listed.stdout.decode().split("\0") if path and (ROOT / path).is_file()}
        for path in paths:
            source, target = ROOT / path, self.tree / path
            if not target.exists() or source.read_bytes() != target.read_bytes():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, target)
                shutil.copymode(source, target)
        for target in self.tree.rglob("*"):
            path = target.relative_to(self.tree)
            if path.parts[0] != "build" and target.is_file() and str(path) not in paths:
                target.unlink()

    def configure(self) -> None:
        if (self.build / "build.ninja").exists():
            return
        linker = ["-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=mold"] if shutil.which("mold") else []
        command = ["cmake", "-G", "Ninja", "-S", str(self.tree), "-B", str(self.build), "-DCMAKE_BUILD_TYPE=Debug",
                   "-DCMAKE_CXX_FLAGS=-w -fmax-errors=1", "-DCMAKE_CXX_FLAGS_DEBUG=-O1", "-DBELTDYN_TESTS=ON",
                   "-DBELTDYN_VECTOR_KERNELS=OFF", "-DBELTDYN_JOIN=1", "-DBELTDYN_PYTHON_PACKAGE=ON",
                   "-DCMAKE_CXX_COMPILER_LAUNCHER=ccache", *linker]
        code, output = self.processes.run(command, 600, self.tree, limited=False)
        if code != 0:
            fail(f"the copy in {self.tree} cannot be configured:\n{output}")

    def make(self, target: str, seconds: float = 1800) -> tuple[int | None, str]:
        env = {**os.environ, "CCACHE_BASEDIR": str(self.tree), "CCACHE_NOHASHDIR": "1",
               "CCACHE_SLOPPINESS": "pch_defines,time_macros,include_file_mtime,include_file_ctime"}
        with self.building:
            jobs = str(len(os.sched_getaffinity(0)))  # so that taskset also limits the compilers
            return self.processes.run(["ninja", "-C", str(self.build), "-j", jobs, *target.split()], seconds, self.tree, env,
                                      limited=False)

    def program(self, target: str) -> pathlib.Path:
        return self.build / folder_of(target) / target

    def python(self) -> str:
        """The interpreter for which the Python package is built."""
        return re.search(r"^BELTDYN_PYTHON:FILEPATH=(.+)$", (self.build / "CMakeCache.txt").read_text(), re.M)[1]

    def run(self, stage: Stage, seconds: float) -> tuple[int | None, str]:
        if stage.is_script:
            command = [self.python(), "-B", *(word.format(tree=self.tree, build=self.build) for word in stage.arguments)]
        else:
            command = [str(self.program(stage.target)), *stage.arguments]
        with tempfile.TemporaryDirectory(prefix="mutant_") as folder:
            return self.processes.run(command, seconds, pathlib.Path(folder),
                                      {**os.environ, "TMPDIR": folder, "PYTHONPATH": str(self.build / "python")})

    def restore(self) -> None:
        if self.changed:
            (self.tree / self.changed).write_text((ROOT / self.changed).read_text())
            self.changed = None

    def change(self, mutant: Mutant) -> None:
        self.restore()
        lines = (ROOT / mutant.path).read_text().split("\n")
        assert lines[mutant.line - 1] == mutant.before
        lines[mutant.line - 1] = mutant.after
        (self.tree / mutant.path).write_text("\n".join(lines))
        self.changed = mutant.path


def first_failure(output: str) -> str:
    """The failed test, in one line."""
    case = re.findall(r"^TEST CASE:\s*(.+)$", output, re.M) or re.findall(r"^(?:FAIL|ERROR): (test_\w+)", output, re.M)
    failed = re.findall(r"^FAIL (\S+)", output, re.M)
    return case[0].strip() if case else failed[0] if failed else (output.strip().split("\n") or [""])[-1][:120]


class Judge:
    def __init__(self, copies: list[Copy]) -> None:
        self.copies = copies
        self.lock = threading.Lock()
        self.seconds: dict[Stage, float] = {}  # durations without any change
        self.ids: list[str] = []  # ids of quick cases
        self.all_ids: list[str] = []
        self.unfit: set[str] = set()  # cases that fail in this build without any change

    def prepare(self, modules: list[Module]) -> None:
        """Builds the unchanged copies, whose tests must pass."""
        programs = {name.partition(" ")[0] for module in modules for name in (module.program, *module.others)}
        scripts = {script for module in modules for script in module.scripts}
        targets = " ".join([VERIFY, *sorted(programs), *sorted(script.target for script in scripts)])
        for copy in self.copies:
            copy.update()
            copy.configure()
            say(f"building {copy.tree.relative_to(ROOT)}")
            code, output = copy.make(targets, 7200)
            if code != 0:
                fail(f"the copy in {copy.tree} does not build:\n{output[-3000:]}")
        self.ids = self.list_cases("--quick")
        self.all_ids = self.list_cases()
        plans = [test_stage(program) for program in sorted(programs)]
        plans += [case_stage(module.cases) for module in modules if module.cases]
        plans += [long_stage(module) for module in modules if module.long_tests]
        plans += sorted(scripts, key=lambda script: script.arguments)
        for stage in plans:
            self.seconds[stage] = self.time_without_change(self.copies[0], stage)
            say(f"{name_of(stage)}: {self.seconds[stage]:.0f} s without any change")

    def list_cases(self, *options: str) -> list[str]:
        listed = subprocess.run([str(self.copies[0].program(VERIFY)), "--list", *options], check=True,
                                capture_output=True, text=True)
        return listed.stdout.split()

    def stages(self, module: Module, mutant: Mutant) -> list[Stage]:
        cases, slow_cases = list(module.cases), []
        if module.folder in CASES_OF_FILE:
            cases = [case for case in cases_of(mutant.path, self.ids) if case not in self.unfit]
            slow_cases = [case for case in cases_of(mutant.path, self.all_ids)
                          if case in module.slow_cases and case not in self.unfit]
        return stages(module, mutant, cases, slow_cases)

    def time_without_change(self, copy: Copy, stage: Stage) -> float:
        """The duration of the unchanged program, which must pass."""
        assert copy.changed is None
        begin = time.monotonic()
        code, output = copy.run(stage, 1200)
        if code != 0:
            fail(f"without any change {name_of(stage)} {' '.join(stage.arguments)} fails:\n{output[-3000:]}")
        return time.monotonic() - begin

    def time_cases(self, copy: Copy, module: Module, mutant: Mutant) -> None:
        """Times the cases that a source names; those that fail without any change are excluded and reported."""
        for stage in self.stages(module, mutant):
            if stage.target != VERIFY or stage in self.seconds:
                continue
            copy.restore()
            copy.make(stage.target)
            code, output = copy.run(stage, 1200)
            failed = set(re.findall(r"^FAIL (\S+)", output, re.M))
            if code != 0 and not failed:
                fail(f"without any change {' '.join(stage.arguments)} fails:\n{output[-3000:]}")
            if failed:
                say(f"excluded, since they fail without any change: {', '.join(sorted(failed))}")
                self.unfit |= failed
                self.time_cases(copy, module, mutant)
            else:
                self.seconds[stage] = self.time_without_change(copy, stage)

    def time_limit(self, stage: Stage) -> float:
        """The time limit [s]: many times the duration of the unchanged program, also for a part of its tests, since
        others may use the machine too."""
        return 8 * self.seconds[stage if stage in self.seconds else test_stage(stage.target)] + 60

    def judge(self, copy: Copy, module: Module, mutant: Mutant, is_first: bool) -> dict:
        """Tests a mutant by the tests of its module first; if it survives them, by all others."""
        begin = time.monotonic()
        if not is_first:
            self.time_cases(copy, module, mutant)
        is_early = lambda stage: stage.target == module.program and not (module.long_tests and stage == long_stage(module))
        plan = [stage for stage in self.stages(module, mutant) if is_early(stage) == is_first]
        is_complete = not is_first or len(plan) == len(self.stages(module, mutant))
        copy.change(mutant)
        verdict, by = "survived", ""
        built = ""
        for stage in plan:
            if stage.target != built:
                code, output = copy.make(stage.target)
                built = stage.target
                if code != 0 and "error:" in output:
                    verdict, by = "does not compile", re.search(r"error:.*", output)[0][:120]
                    break
                if code != 0:
                    verdict, by = "killed", f"{stage.target} does not start"
                    break
            code, output = copy.run(stage, self.time_limit(stage))
            if code is None:
                verdict, by = "killed", f"{name_of(stage)}: takes too long"
                break
            if code != 0:
                verdict, by = "killed", f"{name_of(stage)}: {first_failure(output)}"
                break
        return {"key": mutant.key, "module": module.folder, "verdict": verdict, "by": by,
                "complete": is_complete or verdict != "survived", "seconds": round(time.monotonic() - begin, 1)}


# --- records -----------------------------------------------------------------------------------------------------------


def read_results() -> dict[str, dict]:
    if not RESULTS.exists():
        return {}
    return {result["key"]: result for result in map(json.loads, RESULTS.read_text().splitlines())}


def read_known() -> list[dict]:
    return json.loads(KNOWN.read_text()) if KNOWN.exists() else []


def reason_of(mutant: Mutant, known: list[dict]) -> dict | None:
    """The verdict of known.json on this change, equivalent or survivor, and the reason."""
    for entry in known:
        if (entry["file"], entry["before"], entry["after"]) == (mutant.path, mutant.before.strip(), mutant.after.strip()):
            return entry
    return None


@dataclasses.dataclass
class Score:
    tried: int = 0
    killed: int = 0
    uncompiled: int = 0
    equivalent: int = 0

    def rate(self) -> float:
        return self.killed / self.tried if self.tried else 0.0


def score(chosen: list[Mutant], results: dict[str, dict], known: list[dict]) -> tuple[Score, list[Mutant]]:
    """The score of a sample, and the surviving mutants."""
    total = Score()
    alive = []
    for mutant in chosen:
        result = results.get(mutant.key)
        entry = reason_of(mutant, known)
        if result is None:
            continue
        if result["verdict"] == "does not compile":
            total.uncompiled += 1
        elif result["verdict"] == "survived" and entry and entry["verdict"] == "equivalent":
            total.equivalent += 1
        else:
            total.tried += 1
            if result["verdict"] == "killed":
                total.killed += 1
            else:
                alive.append(mutant)
    return total, alive


def table(scores: dict[str, Score]) -> str:
    lines = ["| module | mutants | killed | share | equivalent | do not compile |", "|---|---|---|---|---|---|"]
    total = Score()
    for name, s in scores.items():
        lines.append(f"| {name} | {s.tried} | {s.killed} | {100 * s.rate():.0f} % | {s.equivalent} | {s.uncompiled} |")
        for field in dataclasses.fields(Score):
            setattr(total, field.name, getattr(total, field.name) + getattr(s, field.name))
    lines.append(f"| all | {total.tried} | {total.killed} | {100 * total.rate():.0f} % | {total.equivalent} | {total.uncompiled} |")
    return "\n".join(lines)


def survivor_rows(alive: list[Mutant], known: list[dict], results: dict[str, dict] | None = None) -> str:
    rows = []
    for mutant in alive:
        entry = reason_of(mutant, known)
        is_complete = (results or {}).get(mutant.key, {}).get("complete", True)
        without = "no test yet" if is_complete else "passes the tests of its module; the others have not judged it yet"
        code = lambda text: "`` " + text.strip().replace("|", "\\|") + " ``"
        rows.append(f"| {mutant.path}:{mutant.line} | {code(mutant.before)} | {code(mutant.after)} | "
                    f"{entry['reason'] if entry else without} |")
    return "\n".join(["| place | line | changed | why it survives |", "|---|---|---|---|", *rows])


def write_page(scores: dict[str, Score], alive: list[Mutant], known: list[dict], results: dict[str, dict]) -> None:
    text = f"""# Mutation

Written by `scripts/mutate --table` on {datetime.date.today()}. Each mutant is a change of one line of a copy of the sources: another
operator, sign, index, function or constant, a term, factor or statement left out. Of a sample of each module those that
have been tried so far count. A mutant is killed if a unit test or one of
the quick verification cases listed for its module in `scripts/mutation/mutate.py` fails, crashes or hangs. Changes that do
not compile, and those that alter no behaviour, or give a case another parameter of which its claim is as true
(`scripts/mutation/known.json` says why), do not count.

{table(scores)}

## Survivors

{survivor_rows(alive, known, results)}
"""
    PAGE.write_text(text)


def say(text: str) -> None:
    print(text, flush=True)


def fail(text: str) -> None:
    print(f"mutate: {text}", file=sys.stderr, flush=True)
    raise SystemExit(5)


# --- command -----------------------------------------------------------------------------------------------------------


def found_in(module: Module) -> dict[str, list[Mutant]]:
    files = sorted(path for path in (ROOT / module.folder).rglob("*.?pp") if "test" not in path.parts)
    names = [str(path.relative_to(ROOT)) for path in files]
    return {name: mutants(name, (ROOT / name).read_text()) for name in names}


def module_of(path: str) -> Module:
    for module in MODULES.values():
        if path.startswith(module.folder + "/"):
            return module
    print(f"mutate: {path} is in none of the modules {', '.join(MODULES)}", file=sys.stderr)
    raise SystemExit(2)


def describe(mutant: Mutant) -> str:
    return f"{mutant.path}:{mutant.line} [{mutant.kind}]\n  - {mutant.before.strip()}\n  + {mutant.after.strip()}"


def judge_all(work: list[tuple[Module, Mutant]], jobs: int, begun: set[str]) -> None:
    """Tests mutants, several at a time, but builds only one at a time; each verdict is stored immediately. Mutants in
    `begun` have passed the tests of their modules."""
    processes = Processes()
    building = threading.Lock()
    WORK.mkdir(parents=True, exist_ok=True)
    copies = [Copy(i + 1, processes, building) for i in range(min(jobs, len(work)))]
    judge = Judge(copies)
    # First the mutants that were begun. Then all others by the tests of their modules, and the survivors by the other
    # tests. Headers come last, as their changes rebuild most.
    waiting: queue.Queue = queue.Queue()
    survivors: list[tuple[Module, Mutant]] = []
    halves = [[item for item in work if (item[1].key in begun) == is_begun] for is_begun in (True, False)]
    problems: list[BaseException] = []
    done = 0
    is_first = True

    def labour(copy: Copy) -> None:
        nonlocal done
        try:
            while not processes.stop.is_set():
                try:
                    module, mutant = waiting.get_nowait()
                except queue.Empty:
                    return
                result = judge.judge(copy, module, mutant, is_first)
                with judge.lock, RESULTS.open("a") as file:
                    file.write(json.dumps(result) + "\n")
                    if not result["complete"]:
                        survivors.append((module, mutant))
                        say(f"passes the tests of its module, {result['seconds']:.0f} s: {mutant.path}:{mutant.line}")
                        continue
                    done += 1
                    head = f"[{done}/{len(work)}] {result['verdict']}, {result['seconds']:.0f} s"
                    tail = describe(mutant) if result["verdict"] == "survived" else f"{mutant.path}:{mutant.line} {result['by']}"
                    say(f"{head}: {tail}")
        except Stopped:
            pass
        except BaseException as problem:  # stops the other workers too
            problems.append(problem)
            processes.end_all()
        finally:
            copy.restore()

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, interrupted)
    try:
        judge.prepare(list({module.folder: module for module, _ in work}.values()))
        for is_first, items in ((False, halves[0]), (True, halves[1]), (False, survivors)):
            for item in items if is_first else sorted(items, key=lambda item: item[1].header()):
                waiting.put(item)
            threads = [threading.Thread(target=labour, args=(copy,)) for copy in copies]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
    except KeyboardInterrupt:
        processes.end_all()
        say("mutate: interrupted; repeat the command to continue")
        raise SystemExit(130)
    if problems:
        raise problems[0]


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/mutate", description="Which changes of single lines does no test notice?")
    parser.add_argument("modules", nargs="*", metavar="MODULE", help=f"one or more of {', '.join(MODULES)} (default: all)")
    parser.add_argument("--count", type=int, default=40, help="mutants of each module (default: 40)")
    parser.add_argument("--jobs", type=int, default=2, help="mutants that are tested at the same time (default: 2)")
    parser.add_argument("--again", action="store_true", help="judge only those that survived once more, as after writing a test")
    parser.add_argument("--at", action="append", default=[], metavar="FILE:LINE", help="try every change of this line instead")
    parser.add_argument("--list", action="store_true", help="print the mutants and run nothing")
    parser.add_argument("--table", action="store_true", help="write docs/mutation.md from what was measured and run nothing")
    options = parser.parse_args()
    unknown = [name for name in options.modules if name not in MODULES]
    if unknown:
        parser.error(f"no module {unknown[0]}; there are {', '.join(MODULES)}")
    places = [re.fullmatch(r"(.+):(\d+)", place) for place in options.at]
    if not all(place and (ROOT / place[1]).is_file() for place in places):
        parser.error("--at takes FILE:LINE, with a file of the tree")

    names = options.modules or list(MODULES)
    samples = {name: sample(found_in(MODULES[name]), options.count, MODULES[name].header_weight) for name in names}
    known = read_known()
    if places:
        chosen = [(module_of(place[1]), mutant) for place in places
                  for mutant in mutants(place[1], (ROOT / place[1]).read_text()) if mutant.line == int(place[2])]
    else:
        # The modules take turns, so that an interrupted run has covered some of each module.
        turns = max((len(found) for found in samples.values()), default=0)
        chosen = [(MODULES[name], found[i]) for i in range(turns) for name, found in samples.items() if i < len(found)]
    if options.list:
        for _, mutant in chosen:
            say(describe(mutant))
        return

    results = read_results()
    survived = lambda key: key in results and results[key]["verdict"] == "survived"
    is_open = lambda key: key not in results or survived(key) and not results[key].get("complete", True)
    todo = survived if options.again else lambda key: is_open(key) or bool(places) and survived(key)
    # A mutant that does not change the behaviour needs no further tests.
    is_equivalent = lambda mutant: survived(mutant.key) and (reason_of(mutant, known) or {}).get("verdict") == "equivalent"
    work = [(module, mutant) for module, mutant in chosen if todo(mutant.key) and (places or not is_equivalent(mutant))]
    if work and not options.table:
        from_the_start = options.again or bool(places)
        judge_all(work, options.jobs, set() if from_the_start else {mutant.key for _, mutant in work if survived(mutant.key)})
        results = read_results()
    if places:
        return

    scores, alive = {}, []
    for name, found in samples.items():
        scores[name], survivors = score(found, results, known)
        alive += survivors
    for mutant in alive:
        say(("" if reason_of(mutant, known) else "no reason given: ") + describe(mutant))
    say(table(scores))
    if options.table:
        write_page(scores, alive, known, results)
    if any(s.tried and s.rate() < GOAL for s in scores.values()):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
