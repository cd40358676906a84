# SPDX-License-Identifier: MIT
"""ctest notices that cases of `beltdyn verify` are missing, whether the program lists too few or cannot list them.

Usage: case_list_test.py CTEST LISTS; LISTS is a script that adds the tests of the program in the variable beltdyn.
"""
import pathlib
import subprocess
import sys
import tempfile

ctest, script = sys.argv[1:3]
MANY = 1000
PROGRAMS = {  # what a program does that is asked for its cases, and whether the test passes
    f"seq {MANY}": True,
    "seq 3": False,
    "exit 0": False,
    "exit 5": False,
    f"seq {MANY}; exit 1": False,
    f'[ "$3" = --quick ] || seq {MANY}': False,
    f'[ "$3" = --quick ] && exit 1; seq {MANY}': False,
    "kill -SEGV $$": False,
}

wrong = []
for program, passes in PROGRAMS.items():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "beltdyn").write_text(f"#!/bin/sh\n{program}\n")
        (folder / "beltdyn").chmod(0o755)
        (folder / "CTestTestfile.cmake").write_text(f'set(beltdyn "{folder}/beltdyn")\ninclude("{script}")\n')
        done = subprocess.run([ctest, "-R", "the list of cases"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if (done.returncode == 0) != passes:
            wrong.append(f"{program}: exit code {done.returncode}\n{done.stdout.decode()}")
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
