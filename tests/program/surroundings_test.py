# SPDX-License-Identifier: MIT
"""Adverse conditions cause an error at most, and no byte of a result is lost: surroundings_test.py BELTDYN ODD_SYSTEM
[TEST...]

Closed standard streams, full disks, folders that disappear while they are written, unreadable files, systems without
file locks or threads, settings of gnuplot, folder names that look like addresses, signals. ODD_SYSTEM is the library of
odd_system.cpp.
"""
import filecmp
import itertools
import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM, ODD_SYSTEM = (str(pathlib.Path(word).resolve()) for word in sys.argv[1:3])
ROOT = pathlib.Path(__file__).resolve().parents[2]
DEMO = ROOT / "configs" / "demo"
CONTOUR = [str(DEMO / "contour.json"), "--set", "/end_time=0.05"]
LONG_CONTOUR = [str(DEMO / "contour.json"), "--set", "/end_time=200", "--set", "/output={\"history_interval\": 0.01}"]
SWEEP = [str(DEMO / "creep_sweep.json"), "--set", "/sweep/parameters/0/count=3", "--set", "/sweep/parameters/1/values=[1.18]", "--set",
         "/runs/0/elements_per_pulley=12"]
IDENTIFY = [str(DEMO / "identify_friction.json")]
UNREADABLE = "/proc/self/mem"  # a regular file whose reading is an input/output error
LONGEST = 120  # [s]
NOBODY = 65534
COMPLETE, USAGE, IO_ERROR, INTERRUPTED = 0, 2, 5, 130


def environment(**more):
    return {**os.environ, "NO_COLOR": "1", **more}


def call(*arguments, **options):
    """Exit code and messages."""
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "stdin": subprocess.DEVNULL, "env": environment(),
               "timeout": LONGEST, **options}
    done = subprocess.run([PROGRAM, *map(str, arguments)], **options)
    return done.returncode, (done.stdout or b"").decode(errors="replace")


def files_below(folder):
    return sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())


def tables_below(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.csv")}


def wait_until(is_so, process):
    end = time.monotonic() + LONGEST
    while not is_so():
        assert process.poll() is None and time.monotonic() < end, "it ended before"
        time.sleep(0.001)


class Surroundings(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="beltdyn-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def expect(self, exit_code, words, *arguments, **options):
        code, said = call(*arguments, **options)
        self.assertEqual(code, exit_code, said)
        self.assertIn(words, said)
        return said

    def start(self, *arguments, **options):
        process = subprocess.Popen([PROGRAM, *map(str, arguments)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                   env=environment(), **options)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.kill)
        return process

    # ---- standard streams

    def closing(self, streams):
        """Closes these descriptors in the new process before the program starts."""
        def close():
            for stream in streams:
                os.close(stream)
        return close

    def test_closed_streams_leave_results_as_they_are(self):
        run = ["run", *CONTOUR, "--only", "eulerian", "--set", "/end_time=4"]
        self.expect(COMPLETE, "", *run, "--out", self.folder / "open")
        tables = [path for path in files_below(self.folder / "open") if path.suffix in (".csv", ".pvd", ".vtp")]
        self.assertEqual(len(tables), 3)
        for n in (1, 2, 3):
            for streams in itertools.combinations((0, 1, 2), n):
                out = self.folder / "closed"
                self.assertEqual(subprocess.call([PROGRAM, *run, "--out", str(out)], timeout=LONGEST,
                                                 stdout=None if 1 in streams else subprocess.DEVNULL,
                                                 stderr=None if 2 in streams else subprocess.DEVNULL,
                                                 preexec_fn=self.closing(streams)), COMPLETE)
                for table in tables:
                    self.assertTrue(filecmp.cmp(self.folder / "open" / table, out / table, shallow=False),
                                    f"{streams}: {table}")
                shutil.rmtree(out)

    def test_closed_streams_leave_the_rows_of_a_sweep_as_they_are(self):
        for name, streams in (("open", ()), ("closed", (0, 2))):
            self.assertEqual(subprocess.call([PROGRAM, "sweep", *SWEEP, "--out", str(self.folder / name)], timeout=LONGEST,
                                             stderr=None if 2 in streams else subprocess.DEVNULL,
                                             preexec_fn=self.closing(streams)), COMPLETE)
        table = pathlib.Path("creep-sweep/sweep/sweep.csv")
        self.assertEqual((self.folder / "open" / table).read_bytes(), (self.folder / "closed" / table).read_bytes())

    def test_a_full_standard_output_is_an_error(self):
        for words in (["help", "--json"], ["--help"], ["run", "--help"], ["info", "--json"], ["info"], ["schema"],
                      ["validate", "--json", CONTOUR[0]], ["validate", "--explain", CONTOUR[0]]):
            with open("/dev/full", "w") as full:
                code, _ = call(*words, stdout=full, stderr=subprocess.DEVNULL)
            self.assertEqual(code, IO_ERROR, words)

    # ---- disks

    def limited_file_size(self, size):
        return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    def test_a_disk_that_fills_while_the_table_is_written_is_an_error_and_the_table_can_be_made_afterwards(self):
        sweep = ["sweep", *SWEEP, "--out", self.folder, "--quiet"]
        self.expect(IO_ERROR, "sweep.nc.part: cannot be written", *sweep, preexec_fn=self.limited_file_size(8192))
        self.expect(COMPLETE, "", *sweep, "--resume")
        self.assertTrue((self.folder / "creep-sweep/sweep/sweep.nc").read_bytes().startswith(b"\x89HDF"))
        self.assertFalse(list(self.folder.rglob("*.part")))

    def test_a_file_that_becomes_too_large_is_an_error_that_names_the_limit(self):
        run = ["run", *CONTOUR, "--set", "/end_time=20", "--out", self.folder]
        self.expect(IO_ERROR, "file size limit", *run, preexec_fn=self.limited_file_size(2048))

    def test_results_that_are_removed_while_they_are_written_are_missed(self):
        def remove_folder(folder):
            shutil.rmtree(folder, ignore_errors=True)

        def remove_table(folder):
            (folder / "history.csv").unlink()

        for remove in (remove_folder, remove_table):
            process = self.start("run", *LONG_CONTOUR, "--only", "eulerian", "--out", self.folder / remove.__name__)
            run = self.folder / remove.__name__ / "contour-demo" / "eulerian"
            wait_until(lambda: (run / "history.csv").exists() and (run / "history.csv").stat().st_size > 4096, process)
            remove(run)
            said = process.stderr.read().decode()
            self.assertEqual(process.wait(LONGEST), IO_ERROR, said)
            self.assertNotIn("complete", said)

    def test_results_that_are_removed_while_other_runs_are_computed_are_missed(self):
        for command, name in (("run", ""), ("compare", ""), ("run", "history.csv"), ("run", "manifest.json"),
                              ("compare", "summary.json"), ("run", "profiles.csv")):
            out = self.folder / f"{command}-{name}"
            process = self.start(command, CONTOUR[0], "--set", "/end_time=20", "--jobs", 1, "--out", out)
            runs = out / "contour-demo"
            wait_until((runs / "eulerian" / "history.csv").exists, process)
            removed = runs / "front_tracking" / name
            removed.unlink() if name else shutil.rmtree(removed)
            said = process.stderr.read().decode()
            self.assertEqual(process.wait(LONGEST), IO_ERROR, said)
            is_whole = name in ("", "manifest.json")
            self.assertIn("front_tracking: the results in" if is_whole else f"front_tracking: {removed} was removed", said)

    def test_a_run_without_its_history_or_summary_is_not_complete(self):
        run = ["run", *CONTOUR, "--out", self.folder]
        self.expect(COMPLETE, "", *run)
        before = tables_below(self.folder)
        for name in ("history.csv", "summary.json"):
            (self.folder / "contour-demo/eulerian" / name).unlink()
            self.expect(COMPLETE, "", *run, "--resume")
            self.assertTrue((self.folder / "contour-demo/eulerian" / name).exists(), name)
            self.assertEqual(tables_below(self.folder), before)

    def test_a_folder_that_cannot_be_written_to_is_an_error_and_stays_as_it_is(self):
        def become_nobody():
            if os.geteuid() == 0:  # root may write everywhere
                os.setgid(NOBODY)
                os.setuid(NOBODY)

        out = self.folder / "out"
        out.mkdir()
        self.folder.chmod(0o755)
        try:
            call("validate", CONTOUR[0], preexec_fn=become_nobody)
        except PermissionError:
            self.skipTest("the program lies where others may not look")
        out.chmod(0o555)
        for words in (["run", *CONTOUR], ["compare", *CONTOUR], ["sweep", *SWEEP], ["identify", *IDENTIFY]):
            self.expect(IO_ERROR, "cannot be created: Permission denied", *words, "--out", out, preexec_fn=become_nobody)
        self.assertEqual(files_below(out), [])

    # ---- reading

    def test_files_that_the_system_cannot_read_are_errors_of_input(self):
        reason = "input/output error"
        self.expect(IO_ERROR, reason, "validate", UNREADABLE)
        self.expect(IO_ERROR, reason, "run", UNREADABLE, "--out", self.folder)
        directory = os.open(self.folder, os.O_RDONLY)
        self.addCleanup(os.close, directory)
        self.expect(IO_ERROR, reason, "validate", "-", stdin=directory)
        table = {"type": "csv", "file": UNREADABLE, "time_column": "t", "value_column": "v"}
        self.expect(IO_ERROR, reason, "validate", CONTOUR[0], "--set", "/drive/surface_speed/0=" + json.dumps(table))
        data = {"type": "csv", "file": UNREADABLE, "column": "length"}
        self.expect(IO_ERROR, reason, "sweep", *SWEEP, "--set", "/sweep/parameters/1/file=" + UNREADABLE, "--set",
                    "/sweep/parameters/1=" + json.dumps({"pointer": "/drive/belt/pretension/length", "name": "length", **data}))
        self.expect(IO_ERROR, reason, "identify", *IDENTIFY, "--set", "/identify/data/0/file=" + UNREADABLE)
        self.expect(COMPLETE, "", "run", *CONTOUR, "--out", self.folder, "--quiet")
        run = self.folder / "contour-demo"
        for file in ("eulerian/manifest.json", "eulerian/history.csv", "eulerian/profiles.csv"):
            kept = self.folder / "kept"
            (run / file).rename(kept)
            (run / file).symlink_to(UNREADABLE)
            self.expect(IO_ERROR, reason, "plot", run)
            (run / file).unlink()
            kept.rename(run / file)

    def test_what_is_no_configuration_is_told_in_a_short_message(self):
        for name, text, words in (("nul", "{\n}\0 more", "nul:2: is not valid JSON: there is a NUL byte"),
                                  ("key", '{"' + "x" * 5_000_000 + '": 1}', "a key has 5000000 bytes")):
            (self.folder / name).write_text(text)
            said = self.expect(USAGE, words, "validate", self.folder / name)
            self.assertLess(len(said), 500)

    # ---- processes

    def test_whatever_memory_there_is_commands_succeed_or_say_that_it_is_too_little(self):
        out = ["--out", self.folder / "out"]
        commands = {"identify": ["identify", *IDENTIFY, "--set", "/identify/starts=1", *out], "sweep": ["sweep", *SWEEP, *out],
                    "run": ["run", *CONTOUR, "--only", "eulerian", *out], "verify": ["verify", "oborin-2018/abel", "oborin-2018/linear"]}
        for name, command in commands.items():
            outcomes = set()
            # A few sizes between too little and enough; random_surroundings_test.py draws many. How much is enough for
            # 16 threads depends on how many of them run at a time.
            for megabytes in (60, 150, 330, 1200):
                limit = megabytes << 20
                code, said = call(*command, "--jobs", 16,
                                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
                self.assertIn(code, (COMPLETE, IO_ERROR), f"{name} with {megabytes} MB: {said}")
                if code == IO_ERROR:
                    self.assertEqual(said.count("error: "), 1, f"{name} with {megabytes} MB: {said}")
                    self.assertIn("memory", said)
                outcomes.add(code)
                shutil.rmtree(self.folder / "out", ignore_errors=True)
            self.assertIn(COMPLETE, outcomes, name)

    def test_memory_that_is_just_too_little_is_told(self):
        run = ["run", *CONTOUR, "--jobs", "2", "--quiet", "--force", "--out", self.folder / "out"]

        def with_memory(kilobytes):
            return call(*run, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (kilobytes << 10, kilobytes << 10)))

        low, high = 10 << 10, 1 << 20
        while high - low > 100:
            middle = (low + high) // 2
            low, high = (low, middle) if with_memory(middle)[0] == COMPLETE else (middle, high)
        for kilobytes in range(high - 2000, high + 100, 50):
            code, said = with_memory(kilobytes)
            self.assertIn(code, (COMPLETE, IO_ERROR), f"{kilobytes} kB: {said}")
            if code == IO_ERROR:
                self.assertIn("memory", said)

    def without_locks(self, **more):
        return environment(LD_PRELOAD=ODD_SYSTEM, **more)

    def test_without_file_locks_a_file_keeps_others_out_and_that_of_a_dead_process_does_not(self):
        run = [PROGRAM, "run", *LONG_CONTOUR, "--only", "eulerian", "--out", str(self.folder), "--resume"]
        odd = self.without_locks(NO_FILE_LOCKS="1")
        first = subprocess.Popen(run, env=odd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(first.kill)
        results = self.folder / "contour-demo" / "eulerian"
        wait_until((results / "history.csv").exists, first)
        lock = results / ".beltdyn.lock"
        self.expect(IO_ERROR, f"another BeltDyn process ({first.pid} on {os.uname().nodename}) is writing to it",
                    *run[1:], env=odd)
        first.kill()
        first.wait()
        self.assertTrue(lock.exists())
        self.expect(COMPLETE, "there are no file locks here (No locks available)", "run", *CONTOUR, "--only", "eulerian",
                    "--out", self.folder, "--force", env=odd)
        self.assertFalse(lock.exists())
        # A process on another host: it is unknown whether it still runs.
        lock.write_text("elsewhere 17 4711\n")
        self.expect(IO_ERROR, f"(17 on elsewhere) is writing to it; wait for it to finish, or remove {lock}", "run",
                    *CONTOUR, "--only", "eulerian", "--out", self.folder, "--force", env=odd)

    def test_a_folder_that_is_removed_before_it_is_locked_is_locked_anew(self):
        out = self.folder / "out"
        lock = out / "creep-sweep" / "sweep" / ".lock-1-of-1"
        self.expect(COMPLETE, "", "sweep", *SWEEP, "--out", out, env=self.without_locks(REMOVE_BEFORE_LOCK=str(lock)))
        self.assertFalse(lock.exists())

    def test_a_run_that_another_process_completes_before_the_lock_is_left_as_it_is(self):
        run = ["run", *CONTOUR, "--only", "eulerian", "--out", self.folder / "out"]
        results, free = self.folder / "out" / "contour-demo" / "eulerian", self.folder / "free"
        late = subprocess.Popen([PROGRAM, *map(str, run), "--resume"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                env=environment(LD_PRELOAD=ODD_SYSTEM, LOCK_AFTER=str(free)))
        self.addCleanup(late.kill)
        wait_until(results.exists, late)
        self.expect(COMPLETE, "", *run)
        before = {file: (results / file).read_bytes() for file in files_below(results)}
        free.touch()
        self.assertEqual(late.wait(LONGEST), COMPLETE)
        self.assertEqual({file: (results / file).read_bytes() for file in files_below(results)}, before)

    def test_a_run_that_another_build_began_goes_on_and_says_so(self):
        run = ["run", *CONTOUR, "--only", "eulerian", "--set", "/end_time=20", "--set", '/output={"checkpoint_interval": 0.1}',
               "--out", self.folder]
        process = self.start(*run)
        results = self.folder / "contour-demo" / "eulerian"
        wait_until((results / "checkpoint.cbor").exists, process)
        process.kill()
        process.wait()
        manifest = results / "manifest.json"
        own = json.loads(manifest.read_text())["program"]["git_hash"]
        manifest.write_text(manifest.read_text().replace(f'"{own}"', '"0123456789ab"'))
        said = self.expect(COMPLETE, f"eulerian: was begun by another build of BeltDyn, 0123456789ab; this one is {own}", *run,
                           "--resume")
        self.assertEqual(said.count("another build"), 1)

    # ---- figures

    def tool(self, name, script):
        """A program of this name that comes first on the PATH."""
        tools = self.folder / "tools"
        tools.mkdir(exist_ok=True)
        (tools / name).write_text("#!/bin/sh\n" + script)
        (tools / name).chmod(0o755)
        return f"{tools}:{os.environ['PATH']}"

    @unittest.skipUnless(shutil.which("gnuplot"), "needs gnuplot")
    def test_figures_are_those_of_everybody_and_drawn_once(self):
        self.expect(COMPLETE, "", "compare", *CONTOUR, "--out", self.folder / "plain", "--quiet")
        (self.folder / ".gnuplot").write_text("set border 31 lw 8\nset title 'mine'\nset grid lw 9\n")
        starts = self.folder / "starts"
        path = self.tool("gnuplot", f"echo \"$@\" >> {starts}\nexec {shutil.which('gnuplot')} \"$@\"\n")
        self.expect(COMPLETE, "", "compare", *CONTOUR, "--out", self.folder / "own", "--quiet",
                    env=environment(HOME=str(self.folder), PATH=path))
        figures = pathlib.Path("contour-demo/figures")
        plain = {path.name: path.read_bytes() for path in (self.folder / "plain" / figures).glob("*.*")}
        own = {path.name: path.read_bytes() for path in (self.folder / "own" / figures).glob("*.*")}
        self.assertEqual(plain, own)
        self.assertGreater(len(plain), 1)
        self.assertEqual(len(starts.read_text().splitlines()), 1, "one start draws all figures")

    def test_a_signal_while_figures_are_drawn_gives_130(self):
        drawing, go_on = self.folder / "drawing", self.folder / "go_on"
        path = self.tool("gnuplot", f"touch {drawing}\nwhile [ ! -e {go_on} ]; do sleep 0.01; done\n")
        for command in (["compare", *CONTOUR, "--out", self.folder, "--quiet"], ["plot", self.folder / "contour-demo"],
                        ["sweep", *SWEEP, "--out", self.folder, "--quiet"]):
            drawing.unlink(missing_ok=True)
            go_on.unlink(missing_ok=True)
            process = subprocess.Popen([PROGRAM, *map(str, command)], env=environment(PATH=path),
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.addCleanup(process.kill)
            wait_until(drawing.exists, process)
            process.send_signal(signal.SIGTERM)
            go_on.touch()
            self.assertEqual(process.wait(LONGEST), INTERRUPTED, command)

    def test_a_signal_when_all_work_is_done_has_no_effect(self):
        out = ["--out", self.folder, "--quiet"]
        for command in (["run", *CONTOUR, *out], ["compare", *CONTOUR, *out, "--resume"], ["plot", self.folder / "contour-demo"],
                        ["sweep", *SWEEP, *out], ["identify", *IDENTIFY, "--set", "/identify/starts=1", *out]):
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                more = ["--force"] if command[0] in ("run", "sweep", "identify") else []
                env = environment(LD_PRELOAD=ODD_SYSTEM, SIGNAL_AT_END=str(int(number)), PATH=self.tool("gnuplot", "exit 1\n"))
                self.expect(COMPLETE, "", *command, *more, env=env)

    def test_a_message_never_quotes_more_than_fits_on_a_page(self):
        (self.folder / "wide.csv").write_text(",".join(f"column_{i}" for i in range(20_000)) + "\n" + ",".join("1" * 20_000) + "\n")
        (self.folder / "word.json").write_text('{"name": "' + "x" * 100_000)
        table = {"type": "csv", "file": str(self.folder / "wide.csv"), "value_column": "speed", "time_column": "time"}
        for command in (["validate", self.folder / "word.json"], ["x" * 100_000, "y"], ["run", CONTOUR[0], "--" + "x" * 100_000],
                        ["validate", CONTOUR[0], "--set", "/drive/surface_speed/0=" + json.dumps(table)]):
            said = self.expect(USAGE, " bytes) ... ", *command)
            self.assertTrue(all(len(line) < 5000 for line in said.splitlines()), command[0][:20])

    # ---- solvers

    def test_a_signal_ends_a_search_that_takes_long(self):
        process = self.start("run", DEMO / "ripple.json", "--only", "string", "--set",
                             "/drive/pulleys/3/mount/spring/stiffness=1e-6", "--out", self.folder)
        wait_until((self.folder / "demo-ripple" / "string" / "manifest.json").exists, process)
        time.sleep(0.2)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(LONGEST), INTERRUPTED)

    # ---- names

    def test_folders_whose_names_look_like_addresses_or_have_blanks(self):
        for name in ("s3://bucket/x", " before", "[log]x#mode=zarr "):
            self.expect(COMPLETE, "", "sweep", *SWEEP, "--out", name, "--quiet", cwd=self.folder)
            self.assertTrue((self.folder / name / "creep-sweep" / "sweep" / "sweep.nc").exists(), name)

    def test_runs_cannot_have_the_names_of_files_beside_them(self):
        study = {"parameter": "/runs/1/elements_per_contact", "values": [10, 20, 40]}
        self.expect(COMPLETE, "", "compare", *CONTOUR, "--set", "/study=" + json.dumps(study), "--out", self.folder, "--quiet",
                    env=environment(PATH=self.tool("gnuplot", "exit 1\n")))
        beside = [path.name for path in (self.folder / "contour-demo").iterdir() if not (path / "manifest.json").exists()]
        self.assertGreater(len(beside), 4)
        for name in [*beside, "manifest.json", "report.html.part"]:
            self.expect(USAGE, "is reserved for a result file", "validate", *CONTOUR, "--set", f"/runs/0/name={name}")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
