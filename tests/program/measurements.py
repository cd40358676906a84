# SPDX-License-Identifier: MIT
"""Simulated measurements: results of a run with noise, for the tests of identification."""
import csv
import json
import pathlib
import random
import re
import subprocess
import tempfile

LONGEST = 600  # [s]


def load(path):
    """A configuration without its comments."""
    return json.loads(re.sub(r"//[^\n]*", "", pathlib.Path(path).read_text()))


def history(program, configuration, assignments=()):
    """Headers and columns of the only run of a configuration; its identification is ignored."""
    plain = {key: value for key, value in configuration.items() if key != "identify"}
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "plain.json"
        file.write_text(json.dumps(plain))
        changes = [part for item in assignments for part in ("--set", item)]
        subprocess.run([program, "run", str(file), "--out", folder, "--quiet", *changes], check=True, timeout=LONGEST,
                       stderr=subprocess.DEVNULL)
        path = pathlib.Path(folder) / plain["name"] / plain["runs"][0]["name"] / "history.csv"
        rows = list(csv.reader(path.open()))
    return rows[0], [[float(value) for value in column] for column in zip(*rows[1:])]


class Measurements:
    """Columns of a history with added normal noise, relative to the root mean square of each column."""

    def __init__(self, program, configuration, columns, noise, assignments=()):
        headers, values = history(program, configuration, assignments)
        names = [header.split(" [")[0] for header in headers]
        self.time = values[0]
        self.headers = [headers[names.index(column)] for column in columns]
        self.values = [values[names.index(column)] for column in columns]
        self.deviations = [noise * (sum(x * x for x in column) / len(column)) ** 0.5 for column in self.values]

    def write(self, path, seed, change=lambda time, values: values):
        """Writes CSV with six digits. `change` maps the time and the values of a row to the values to be written."""
        dice = random.Random(seed)
        lines = [",".join(["time [s]", *self.headers])]
        for i, time in enumerate(self.time):
            noisy = [column[i] + dice.gauss(0, deviation) for column, deviation in zip(self.values, self.deviations)]
            lines.append(",".join([f"{time:.9g}", *(f"{value:.6g}" for value in change(time, noisy))]))
        pathlib.Path(path).write_text("\n".join(lines) + "\n")


def gms(configuration, data):
    """The demo with generalised Maxwell slip instead of LuGre friction: nine parameters, and their true values."""
    result = json.loads(json.dumps(configuration))
    law = {"type": "gms", "coefficient": {"type": "stribeck", "static": 0.6, "kinetic": 0.4, "velocity": 0.01},
           "elements": [{"stiffness": 3e3, "share": 0.3}, {"stiffness": 1e4, "share": 0.3},
                        {"stiffness": 4e4, "share": 0.4}], "attraction": 20}
    result["name"] = "identify-gms"
    result["runs"][0]["law"] = law
    at = "/runs/0/law/"
    logarithmic = {"scale": "logarithmic"}
    shares = {"start": 0.33, "low": 0.05, "high": 0.45, "complement": at + "elements/2/share"}
    result["identify"]["parameters"] = [
        {"pointer": at + "coefficient/static", "start": 0.5, "low": 0.1, "high": 2},
        {"pointer": at + "coefficient/kinetic", "start": 0.3, "low": 0.1, "high": 2},
        {"pointer": at + "coefficient/velocity", "start": 0.02, "low": 1e-3, "high": 0.1, **logarithmic},
        {"pointer": at + "elements/0/stiffness", "name": "k1", "start": 2e3, "low": 3e2, "high": 7e3, **logarithmic},
        {"pointer": at + "elements/1/stiffness", "name": "k2", "start": 8e3, "low": 7e3, "high": 2e4, **logarithmic},
        {"pointer": at + "elements/2/stiffness", "name": "k3", "start": 3e4, "low": 2e4, "high": 2e5, **logarithmic},
        {"pointer": at + "elements/0/share", "name": "share_1", **shares},
        {"pointer": at + "elements/1/share", "name": "share_2", **shares},
        {"pointer": at + "attraction", "start": 10, "low": 1, "high": 500, **logarithmic}]
    result["identify"]["data"][0]["file"] = str(data)
    return result


def truth(configuration):
    """The values in the configuration at the pointers of the parameters."""
    values = []
    for parameter in configuration["identify"]["parameters"]:
        value = configuration
        for token in parameter["pointer"].split("/")[1:]:
            value = value[int(token) if isinstance(value, list) else token]
        values.append(value)
    return values


def identify(program, file, place, *arguments):
    """Executes an identification and returns the content of identification.json."""
    subprocess.run([program, "identify", str(file), "--out", str(place), "--quiet", *arguments], check=True,
                   timeout=LONGEST, stderr=subprocess.DEVNULL)
    return json.loads((pathlib.Path(place) / load(file)["name"] / "identify" / "identification.json").read_text())
