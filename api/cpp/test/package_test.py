# SPDX-License-Identifier: MIT
"""An installed BeltDyn::simulation in a project of others: package_test.py [--shared] OPTIONS BUILD

Installs the library of BUILD into a folder of its own, moves that, builds the project consumer against it by CMake and by
pkg-config, and holds what it computes against the program, bit by bit. --shared builds a shared library first.
"""
import argparse
import csv
import os
import pathlib
import shutil
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
CONSUMER = HERE / "consumer"
DRIVE = CONSUMER / "drive.json"
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"]


def call(*command, **options):
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          **options)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stdout}\nexit code {done.returncode}")
    return done.stdout


def build_shared(arguments, folder):
    """A build of the library alone, shared."""
    environment = {**os.environ, "CCACHE_BASEDIR": str(HERE.parents[2]), "CCACHE_NOHASHDIR": "1", "CCACHE_DEPEND": "1",
                   "CCACHE_SLOPPINESS": "pch_defines,time_macros,include_file_mtime,include_file_ctime"}
    launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    call(arguments.cmake, "-S", HERE.parents[2], "-B", folder, "-G", arguments.generator, "-DBUILD_SHARED_LIBS=ON",
         "-DBELTDYN_PROGRAM=OFF",
         f"-DCMAKE_CXX_COMPILER={arguments.compiler}", *launcher, env=environment)
    call(arguments.cmake, "--build", folder, "--target", "beltdyn_simulation", "--parallel", os.cpu_count(), env=environment)
    return folder


def install(arguments, build, prefix):
    for component in ("contact", "simulation"):
        call(arguments.cmake, "--install", build, "--prefix", prefix.with_suffix(".before"), "--component", component)
    # An installation that is moved is as good.
    prefix.with_suffix(".before").rename(prefix)


def consumer_by_cmake(arguments, prefix, work):
    call(arguments.cmake, "-S", CONSUMER, "-B", work / "consumer", "-G", arguments.generator,
         f"-DCMAKE_CXX_COMPILER={arguments.compiler}", "-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_PREFIX_PATH={prefix}",
         f"-DCMAKE_CXX_FLAGS={' '.join(WARNINGS)}")
    call(arguments.cmake, "--build", work / "consumer")
    return work / "consumer" / "consumer"


def consumer_by_pkg_config(arguments, prefix, work):
    folder = next(prefix.rglob("beltdyn.pc")).parent
    flags = call("pkg-config", "--cflags", "--libs", "beltdyn", env={**os.environ, "PKG_CONFIG_PATH": str(folder)}).split()
    program = work / "by_pkg_config"
    call(arguments.compiler, "-std=c++20", *WARNINGS, CONSUMER / "main.cpp", "-o", program, *flags)
    return program


def last_rows(arguments, work):
    """Of each history.csv, as the program writes it."""
    call(arguments.program, "run", DRIVE, "--out", work / "results", "--quiet")
    rows = {}
    for file in (work / "results" / "library-drive").glob("*/history.csv"):
        rows[file.parent.name] = [float(value) for value in list(csv.reader(file.open(newline="")))[-1]]
    return rows


def check(arguments, program, expected, environment):
    *histories, controlled, problem = call(program, DRIVE, env=environment).splitlines()
    rows = {run: [float(value) for value in values] for run, *values in (line.split(",") for line in histories)}
    if rows != expected:
        raise SystemExit(f"the library gives\n{rows}\nand the program\n{expected}")
    if not controlled.startswith("controlled speed"):
        raise SystemExit(controlled)
    told = subprocess.run([arguments.program, "validate", DRIVE, "--set", "/end_time=-1"], stderr=subprocess.PIPE, text=True,
                          env={**environment, "NO_COLOR": "1"}, check=False).stderr
    if told != f"error: {problem}\n":
        raise SystemExit(f"the library says\n{problem}\nand the program\n{told}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    for option in ("cmake", "generator", "compiler", "program"):
        parser.add_argument("--" + option, required=True)
    parser.add_argument("--shared", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        build = build_shared(arguments, work / "build") if arguments.shared else arguments.build
        prefix = work / "installed"
        install(arguments, build, prefix)
        library = sorted(path.name for path in prefix.rglob("libbeltdyn.*"))
        expected = ["libbeltdyn.so", "libbeltdyn.so.0.1", "libbeltdyn.so.0.1.0"] if arguments.shared else ["libbeltdyn.a"]
        if library != expected:
            raise SystemExit(f"installed are {library}, not {expected}")
        environment = {**os.environ, "LD_LIBRARY_PATH": str(next(prefix.rglob("libbeltdyn.*")).parent)}
        program = consumer_by_cmake(arguments, prefix, work)
        rows = last_rows(arguments, work)
        check(arguments, program, rows, environment)
        if shutil.which("pkg-config"):
            check(arguments, consumer_by_pkg_config(arguments, prefix, work), rows, environment)
        elif os.environ.get("BELTDYN_SKIP_NO_TEST"):
            raise SystemExit("pkg-config is missing")


if __name__ == "__main__":
    main()
