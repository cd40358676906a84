# SPDX-License-Identifier: MIT
"""The works that scripts/bench measures: complete commands, most of them one shortened run of a configuration of the
project. They take a fraction of a second, because two successive runs see the same machine only if they are short."""
from __future__ import annotations

import json
import pathlib
import re
from dataclasses import dataclass, field

DRIVE = "configs/papers/ntarladima-2023/drive.json"
FIG_9 = "configs/papers/oborin-2018/fig9.json"
KUBAS = "configs/papers/kubas-2021/regression_1.json"
ROPE = "configs/papers/konyukhov-2021/figure_16.json"
CHARACTERISTIC = "configs/demo/belt_characteristic.json"

NO_PROFILES = {"/output/profile_times": []}


@dataclass(frozen=True)
class Work:
    """A command whose CPU time is measured."""

    name: str
    what: str  # description in the table
    config: str = ""  # without one the command is `beltdyn info`
    run: str = ""  # all runs of the configuration if empty
    run_values: dict[str, object] = field(default_factory=dict)  # key of the run -> value
    values: dict[str, object] = field(default_factory=dict)  # JSON pointer -> value
    pairs: int = 4  # per round: at least 3, so that five rounds suffice for a verdict; more for short works


def load_ramp(start: float, end: float) -> dict[str, object]:
    """The load on the driven pulley of DRIVE at other times, so that a short run includes it [s]."""
    moment = "/drive/pulleys/1/motion/torques/0/moment"
    return {f"{moment}/start_time": start, f"{moment}/end_time": end}


def contour(n: int, steps: int, pairs: int) -> Work:
    """The Eulerian contour of [Oborin 2018] (62), n elements on each pulley."""
    return Work(f"contour-{n}", f"{steps} steps", FIG_9, "eulerian_paper_K1e5", {"elements_per_contact": n},
                {"/end_time": steps * 1e-3}, pairs)


def ale(n: int, steps: int, pairs: int) -> Work:
    """The ALE belt with n elements, 5/6 of them on the pulleys, as in the run with 48. The time includes the state of
    rest from which the steps start."""
    return Work(f"ale-{n}", f"{steps} steps of 2 ms", DRIVE, "ale",
                {"elements_per_pulley": n * 5 // 12, "elements_per_span": n // 12},
                {"/end_time": steps * 2e-3} | NO_PROFILES | load_ramp(0.3, 0.6), pairs)


WORKS = [
    Work("ancf-paper", "240 elements, 2000 of 49000 steps", DRIVE, "paper", {}, {"/end_time": 0.1} | NO_PROFILES, 4),
    Work("ancf-consistent", "240 elements, 250 steps of 1 ms, loaded from 0.1 s on", DRIVE, "consistent",
         {"time_step": 1e-3}, {"/end_time": 0.25} | NO_PROFILES | load_ramp(0.1, 0.25), 4),
    ale(48, 300, 5),
    ale(960, 15, 4),
    ale(9600, 2, 3),
    contour(50, 3000, 6),
    contour(100, 3000, 5),
    contour(1000, 1000, 5),
    contour(10000, 100, 5),
    contour(100000, 10, 4),
    Work("links", "120 links, 4e-5 s, settling for 0.1 s, to 0.4 s of 2.83 s", KUBAS, "links", {"settling_time": 0.1},
         {"/end_time": 0.4} | NO_PROFILES, 4),
    Work("solid-beams", "3 of 7 points of a sweep, n = 32", ROPE, "beams_gauss_2", {}, {"/end_time": 2} | NO_PROFILES, 5),
    Work("steady-cold", "2 instants, 96 elements", DRIVE, "ale-steady", {"time_step": 2.45},
         {"/end_time": 2.45} | NO_PROFILES, 5),
    Work("steady-sweep", "12 of 50 instants, 96 elements", DRIVE, "ale-steady", {},
         {"/end_time": 0.6} | NO_PROFILES | load_ramp(0.3, 0.6), 4),
    Work("characteristic", "3 of 60 points, 128 elements", CHARACTERISTIC, "characteristic", {}, {"/end_time": 0.3}, 4),
    Work("start", "beltdyn info", pairs=30),
    Work("several-runs", "the 11 runs of oborin-2018/fig9, to 1 s of 3 s", FIG_9, "", {}, {"/end_time": 1}, 4),
]


def without_comments(text: str) -> str:
    """JSON text with // and /* */ comments replaced by blanks; strings are kept."""
    pattern = r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/'
    return re.sub(pattern, lambda match: match.group(1) or "", text, flags=re.DOTALL)


def arguments(work: Work, root: pathlib.Path) -> list[str]:
    """The command-line arguments, without the result folder."""
    if not work.config:
        return ["info"]
    line = ["run", work.config, "--quiet"]
    settings = dict(work.values)
    if work.run:
        line += ["--only", work.run]
        runs = json.loads(without_comments((root / work.config).read_text()))["runs"]
        place = [run["name"] for run in runs].index(work.run)
        settings |= {f"/runs/{place}/{key}": value for key, value in work.run_values.items()}
    for pointer, value in settings.items():
        line += ["--set", f"{pointer}={json.dumps(value)}"]
    return line
