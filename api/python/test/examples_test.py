# SPDX-License-Identifier: MIT
"""Executes the notebooks: examples_test.py PROGRAM EXAMPLES (PYTHONPATH names the package).

Returns 77 without nbconvert and a kernel (Debian: jupyter-nbconvert python3-ipykernel). This is a failure if
BELTDYN_SKIP_NO_TEST is set.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

LONGEST = 300  # per cell [s]

os.environ["BELTDYN_PROGRAM"] = sys.argv[1]
try:
    import ipykernel  # noqa: F401
    import nbconvert  # noqa: F401
except ImportError:
    sys.exit(1 if os.environ.get("BELTDYN_SKIP_NO_TEST") else 77)

notebooks = sorted(pathlib.Path(sys.argv[2]).glob("*.ipynb"))
assert notebooks, "there are no notebooks"
with tempfile.TemporaryDirectory() as folder:
    command = [sys.executable, "-m", "nbconvert", "--execute", "--to", "html", f"--ExecutePreprocessor.timeout={LONGEST}",
               "--output-dir", sys.argv[3] if len(sys.argv) > 3 else folder]
    subprocess.run([*command, *map(str, notebooks)], check=True)
