# SPDX-License-Identifier: MIT
"""Configurations, the execution of runs, and their results."""
import dataclasses
import html
import json
from collections.abc import Mapping

from . import _beltdyn
from ._figures import plot_columns
from ._source import assignments_of, source_of


@dataclasses.dataclass(frozen=True)
class Problem:
    """An error in a configuration: its location and how to fix it."""

    pointer: str  # JSON pointer
    line: int     # line in the file; 0 if unknown
    value: str    # as JSON
    message: str


class Configuration(Mapping):
    """A configuration that was read: a mapping from its keys to their values, with all defaults."""

    def __init__(self, config, changes=None):
        self._text, self._file = source_of(config)
        self._assignments = assignments_of(changes)
        described = _beltdyn.describe(self._text, self._file, self._assignments)
        self.name = described["name"]
        self.end_time = described["end_time"]  # [s]
        self.runs = described["runs"]          # formulations by the names of the runs
        self._resolved = json.loads(described["resolved"])

    def __getitem__(self, key):
        return self._resolved[key]

    def __iter__(self):
        return iter(self._resolved)

    def __len__(self):
        return len(self._resolved)

    def __repr__(self):
        return f"<beltdyn.Configuration {self.name}: runs {', '.join(self.runs)}>"

    def to_dict(self):
        """A copy with all defaults, which may be changed and loaded again."""
        return json.loads(json.dumps(self._resolved))


class Run(Mapping):
    """The history of a run: a mapping from the names of its columns to arrays over time."""

    def __init__(self, name, formulation, raw):
        self.name = name
        self.formulation = formulation
        self.time = raw["time"]  # [s]
        self.units = dict(raw["columns"])
        self.profile = raw["profile"]    # the belt at the end: arrays over sigma
        self.failure = raw["failure"]    # reason if the run ended early, else empty
        self.warnings = raw["warnings"]  # by the program before the run
        self.steps = raw["steps"]
        self._columns = {column: values for (column, _), values in zip(raw["columns"], raw["values"].T)}

    def __getitem__(self, column):
        return self._columns[column]

    def __iter__(self):
        return iter(self._columns)

    def __len__(self):
        return len(self._columns)

    def __repr__(self):
        end = f", failed: {self.failure}" if self.failure else ""
        return f"<beltdyn.Run {self.name} ({self.formulation}): {len(self.time)} rows of {len(self)} columns{end}>"

    def to_pandas(self):
        """A DataFrame over time, columns named as in history.csv."""
        import pandas

        headers = {f"{name} [{self.units[name]}]": values for name, values in self.items()}
        return pandas.DataFrame(headers, index=pandas.Index(self.time, name="time [s]"))

    def to_xarray(self):
        """A Dataset over time, with units."""
        import xarray

        data = xarray.Dataset({name: ("time", values, {"units": self.units[name]}) for name, values in self.items()},
                              coords={"time": ("time", self.time, {"units": "s"})})
        return data.assign_attrs(run=self.name, formulation=self.formulation)

    def plot(self, *columns, axes=None):
        """Plots columns over time with matplotlib; returns the axes."""
        return plot_columns([self], columns, axes)


class Results(Mapping):
    """Runs by their names."""

    def __init__(self, configuration, runs):
        self.configuration = configuration
        self._runs = runs

    def __getitem__(self, name):
        return self._runs[name]

    def __iter__(self):
        return iter(self._runs)

    def __len__(self):
        return len(self._runs)

    def __repr__(self):
        return f"<beltdyn.Results of {self.configuration.name}: {', '.join(self)}>"

    def _repr_html_(self):
        rows = "".join(
            f"<tr><td>{html.escape(run.name)}</td><td>{html.escape(run.formulation)}</td><td>{run.time[-1]:.6g}</td>"
            f"<td>{run.steps}</td><td>{html.escape(run.failure or 'complete')}</td></tr>" for run in self.values())
        return (f"<table><caption>{html.escape(self.configuration.name)}</caption><tr><th>run</th><th>formulation</th>"
                f"<th>reached [s]</th><th>steps</th><th>status</th></tr>{rows}</table>")

    def plot(self, *columns, axes=None):
        """Plots columns over time with matplotlib, for all runs that have them; returns the axes."""
        return plot_columns(list(self.values()), columns, axes)


def load(config, changes=None):
    """Reads a configuration. `changes` maps JSON pointers to other values. Raises ConfigError with all errors."""
    return Configuration(config, changes)


def validate(config, changes=None):
    """The errors of a configuration; empty if it is valid."""
    try:
        load(config, changes)
    except _beltdyn.ConfigError as error:
        return [Problem(**problem) for problem in error.problems]
    return []


def run(config, only=None, changes=None):
    """Executes the runs of a configuration, or those named in `only`, and returns their histories.

    The numbers equal the output of `beltdyn run`. A run whose solver fails has the results up to the failure, and the
    reason in `failure`. Raises ConfigError, UsageError, SolverError if a run cannot start, KeyboardInterrupt.
    """
    configuration = config if isinstance(config, Configuration) and not changes else None
    if configuration is None:
        configuration = load(config.to_dict() if isinstance(config, Configuration) else config, changes)
    names = [only] if isinstance(only, str) else list(configuration.runs if only is None else only)
    runs = {}
    for name in names:
        raw = _beltdyn.carry_out(configuration._text, configuration._file, configuration._assignments, name)
        runs[name] = Run(name, configuration.runs[name], raw)
    return Results(configuration, runs)
