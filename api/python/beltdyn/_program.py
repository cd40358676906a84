# SPDX-License-Identifier: MIT
"""Commands of the program as functions: comparisons with their pages, sweeps, identification."""
import csv
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import weakref

from ._beltdyn import BeltDynError, ConfigError, IoError, SolverError, UsageError
from ._runs import Configuration, load
from ._source import assignments_of, file_of

# Exit codes of the program and their meaning.
ERRORS = {2: UsageError, 3: SolverError, 5: IoError}
COMPLETE = 0
FAILED_RUNS = 3
INTERRUPTED = 130


def program():
    """The path of the program: that of BELTDYN_PROGRAM, else the program installed or built beside this package, else
    the program on the PATH."""
    here = pathlib.Path(__file__).resolve()
    beside = [here.parents[2] / "app" / "beltdyn", here.parents[4] / "bin" / "beltdyn"]
    for candidate in [os.environ.get("BELTDYN_PROGRAM"), *beside, shutil.which("beltdyn")]:
        if candidate and os.access(candidate, os.X_OK):
            return str(candidate)
    raise UsageError("the program beltdyn is not found; put it on the PATH, or name it in BELTDYN_PROGRAM")


def call(arguments, accepted=(COMPLETE,)):
    """Runs the program and raises an exception with its error messages."""
    process = subprocess.Popen([program(), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env={**os.environ, "NO_COLOR": "1"})
    try:
        _, said = process.communicate()
    except KeyboardInterrupt:
        process.send_signal(signal.SIGINT)
        process.communicate()
        raise
    if process.returncode in accepted:
        return said
    if process.returncode == INTERRUPTED:
        raise KeyboardInterrupt
    errors = [line.removeprefix("error: ") for line in said.splitlines() if line.startswith("error: ")]
    raise ERRORS.get(process.returncode, BeltDynError)("\n".join(errors) or said)


class Outcome:
    """Files that the program has written into a folder. Without a given folder they are deleted together with this
    object."""

    def __init__(self, config, command, out, arguments, changes, accepted=(COMPLETE,)):
        if out is None:
            base = pathlib.Path(tempfile.mkdtemp(prefix="beltdyn-"))
            weakref.finalize(self, shutil.rmtree, base, ignore_errors=True)
        else:
            base = pathlib.Path(out)
        if isinstance(config, Configuration):
            config = config.to_dict()
        with tempfile.TemporaryDirectory() as folder:
            file = file_of(config, folder)
            settings = [part for assignment in assignments_of(changes) for part in ("--set", assignment)]
            self.messages = call([command, str(file), "--out", str(base), "--quiet", *settings, *arguments], accepted)
        self.folder = base / load(config, changes).name

    page_name = ""

    @property
    def page(self):
        """The path of the page."""
        return self.folder / self.page_name

    def _repr_html_(self):
        text = self.page.read_text().replace("&", "&amp;").replace('"', "&quot;")
        return f'<iframe srcdoc="{text}" style="width:100%;height:40em;border:0"></iframe>'


class Comparison(Outcome):
    """The results of `beltdyn compare`: histories, figures, and a page."""

    page_name = "report.html"


class Sweep(Outcome):
    """The table of a sweep."""

    page_name = "sweep.html"

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.folder = self.folder / "sweep"

    def to_pandas(self):
        """A DataFrame with a row for each member."""
        import pandas

        return pandas.read_csv(self.folder / "sweep.csv", index_col="member")

    def to_xarray(self):
        """A Dataset over members, with the parameters as coordinates."""
        import xarray

        with xarray.open_dataset(self.folder / "sweep.nc") as data:
            return data.load()

    def rows(self):
        """The members as dicts of texts."""
        with open(self.folder / "sweep.csv", newline="") as file:
            return list(csv.DictReader(file))


class Identification(Outcome):
    """Parameters that were fitted to data."""

    page_name = "identification.html"

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.folder = self.folder / "identify"
        self.report = json.loads((self.folder / "identification.json").read_text())

    @property
    def fitted(self):
        """The configuration with the fitted values, as a dict."""
        return json.loads((self.folder / "fitted.json").read_text())


def compare(config, out=None, changes=None):
    """Executes all runs and compares them, as `beltdyn compare`. Without `out` the files are deleted with the
    result."""
    return Comparison(config, "compare", out, [], changes, (COMPLETE, FAILED_RUNS))


def sweep(config, out=None, changes=None, jobs=0):
    """Runs a sweep, as `beltdyn sweep`, with this number of parallel members; 0: the number of processors."""
    return Sweep(config, "sweep", out, ["--jobs", str(jobs)] if jobs else [], changes)


def identify(config, out=None, changes=None, jobs=0):
    """Fits parameters to data, as `beltdyn identify`."""
    return Identification(config, "identify", out, ["--jobs", str(jobs)] if jobs else [], changes)
