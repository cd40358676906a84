# SPDX-License-Identifier: MIT
"""Belts and ropes over pulleys with dry friction.

A configuration is a dict, the path of a file, or the text of one; see docs/configuration.md. All results are in SI
units.

    import beltdyn
    results = beltdyn.run("configs/demo/belt.json")
    results["ale"].plot("angular_velocity_2")

    simulation = beltdyn.Simulation("configs/demo/belt.json", run="ale", control=["driven"])
    while simulation.time < 1.0:
        simulation.set_torque("driven", -10.0)
        simulation.step(1e-3)
"""
try:
    from ._beltdyn import BeltDynError, ConfigError, IoError, SolverError, State, UsageError, __version__, schema
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "the compiled module of beltdyn is not beside this file; build it with 'scripts/build release beltdyn-python' and put "
        "build/release/python on PYTHONPATH, or install the package"
    ) from error
from ._program import Comparison, Identification, Sweep, compare, identify, sweep
from ._runs import Configuration, Problem, Results, Run, load, run, validate
from ._simulation import Simulation

__all__ = [
    "BeltDynError", "Comparison", "ConfigError", "Configuration", "Identification", "IoError", "Problem", "Results", "Run",
    "Simulation", "SolverError", "State", "Sweep", "UsageError", "__version__", "compare", "identify", "load", "run", "schema",
    "sweep", "validate",
]
