# SPDX-License-Identifier: MIT
"""Short runs of every formulation, analysis, time integration and friction law: uninterrupted, killed, and resumed."""
import json
import os
import pathlib
import subprocess

CONFIGS = pathlib.Path(__file__).resolve().parents[2] / "configs"
LONGEST = 300  # per run, on a busy machine [s]

KUBAS = "papers/kubas-2021/regression_2.json"
OBORIN = "papers/oborin-2018/fig9.json"
ROPES = "papers/konyukhov-2021/figure_16.json"
SPAN = ['/drive={"type": "supported_beam", "length": 1, "axial_stiffness": 1e6, "bending_stiffness": 0.03, '
        '"mass_per_length": 1, "tension": 1, "speed": 0.6, "left_support": "pinned", "right_support": "clamped", '
        '"gravity": [0, -0.1]}']
SPAN_RUN = '/runs=[{"name": "span", "formulation": "eulerian_ale_span", "elements": 16, "time_step": 0.1%s}]'
ACCESSORY = ('/drive/pulleys/1/accessory={"inertia": 3e-3, "spring": {"stiffness": 20, "damping": 0.02}, '
             '"one_way_clutch": {"driving_direction": "counterclockwise"}}')
DRUM = ['/drive/ends/0={"type": "winch", "position": [0, 0], "radius": 0.25, "inertia": 30, '
        '"motion": {"type": "torque", "torques": [{"type": "applied", "moment": "-3 kN m"}]}}',
        '/drive/belt={"axial_stiffness": "8 MN", "mass_per_length": 0.9}']
BEARING = ('/drive/pulleys/1/bearing_friction={"radius": 0.01, "normal_force": 300, "law": {"type": "elastoplastic_coulomb", '
           '"coefficient": 0.3, "stiffness": 1e6, "damping": 100}}')
BRAKE = '/drive/pulleys/1/brake={"capacity": 2}'
STRIBECK = '"coefficient": {"type": "stribeck", "static": 0.6, "kinetic": 0.45, "velocity": 0.02, "exponent": 2}'
LAWS = {
    "regularised_coulomb": '"coefficient": 0.5, "velocity": 0.01, "form": "threlfall"',
    "dahl": '"coefficient": 0.5, "stiffness": 2000',
    "bliman_sorine": '"coefficient": 0.5, "excess": 0.1, "distance": 1e-4, "ratio": 0.3',
    "lugre": STRIBECK + ', "stiffness": 2000, "damping": 0.1',
    "bristle": '"coefficient": {"type": "constant", "value": 0.5}, "stiffness_per_area": 5e9',
    "gms": STRIBECK + ', "elements": [{"stiffness": 1200, "share": 0.4}, {"stiffness": 2000, "share": 0.6}], "attraction": 0.1',
}
CONTINUOUS_LAWS = [law for law in LAWS if law != "bristle"]  # laws whose state is updated after each step


def with_law(law):
    return '/drive/contact/friction={"type": "%s", %s}' % (law, LAWS[law])


# Configuration, name of the run, end time [s], assignments that make it short.
RUNS = [
    ("demo/contour.json", "front_tracking", 1.0, []),
    ("demo/contour.json", "eulerian", 0.3, ["/runs/1/elements_per_contact=20"]),
    ("demo/belt.json", "lagrangian", 0.1, ["/runs/2/elements=200"]),
    ("demo/belt.json", "ale", 0.3, []),
    ("demo/belt.json", "ale", 0.3, ["/runs/3/time_integration=quasi_static"]),
    *[("verification/weight_on_slider.json", "ale", 0.02, [with_law(law)]) for law in CONTINUOUS_LAWS],
    ("verification/string_drive.json", "elements", 1.0, []),
    ("verification/string_drive.json", "string", 1.0, []),
    *[("verification/string_drive.json", "string", 1.0, [with_law(law)]) for law in CONTINUOUS_LAWS],
    ("demo/belt_characteristic.json", "characteristic", 1.0, []),
    ("demo/serpentine.json", "ancf", 0.01, []),
    ("demo/serpentine.json", "ancf", 0.01, ["/runs/0/friction=paper", "/runs/0/time_integration=trapezoidal"]),
    ("demo/serpentine.json", "ancf", 0.005, ["/runs/0/time_integration=quasi_static"]),
    *[("demo/serpentine.json", "ancf", 0.005, ["/runs/0/elements=180", with_law(law)]) for law in CONTINUOUS_LAWS],
    ("demo/serpentine.json", "ancf", 0.005, ["/runs/0/elements=180", "/runs/0/friction=paper", with_law("bristle")]),
    ("demo/eccentric_pulley.json", "ale", 0.02, []),
    ("demo/eccentric_pulley.json", "ancf", 0.01, []),
    ("demo/eccentric_pulley.json", "ale", 0.02, [ACCESSORY]),
    ("demo/eccentric_pulley.json", "ancf", 0.01, [ACCESSORY]),
    ("demo/ripple.json", "ale", 0.05, []),
    ("demo/ripple.json", "ancf", 0.005, ["/runs/2/elements=100"]),
    (KUBAS, "links", 0.05, ["/runs/0/settling_time=0.001"]),
    (KUBAS, "links", 0.02, ["/runs/0/settling_time=0.001", "/runs/0/time_integration=adaptive", "/runs/0/time_step=1e-3"]),
    (KUBAS, "links", 0.02, ["/runs/0/settling_time=0.001", "/runs/0/time_integration=implicit", "/runs/0/time_step=1e-4"]),
    (KUBAS, "links", 0.005, ["/runs/0/settling_time=0.001", ACCESSORY]),
    *[(KUBAS, "links", 0.005, ["/runs/0/settling_time=0.001", with_law(law)]) for law in LAWS],
    ("demo/counterweight.json", "ale", 0.05,
     ['/runs/0={"name": "ale", "formulation": "lagrangian_links", "links": 120, "time_integration": "implicit", "time_step": 2e-4, '
      '"settling_time": 0.02}',
      '/drive/pulleys/1/mount/friction={"normal_force": 20, "law": {"type": "elastoplastic_coulomb", "coefficient": 0.2, '
      '"stiffness": 1e6}}']),
    ("demo/counterweight.json", "ancf", 0.02, []),
    (OBORIN, "abel", 2.0, []),
    (OBORIN, "dde_midpoint", 2.0, []),
    (OBORIN, "dde_linear", 2.0, []),
    (OBORIN, "dde_finite_contour", 2.0, []),
    (OBORIN, "dde_finite_material", 2.0, []),
    (OBORIN, "linear", 2.0, []),
    ("demo/friction_lag.json", "attraction_10", 3.0, []),
    ("demo/friction_stick_slip.json", "lugre", 0.5, []),
    ("demo/friction_stick_slip.json", "bristle", 0.5, []),
    ("demo/friction_stribeck.json", "regularised_coulomb", 0.5, ["/runs/3/time_step=1e-3"]),
    ("demo/friction_hysteresis.json", "gms", 0.5, ["/runs/0/time_step=1e-3"]),
    ("demo/friction_hysteresis.json", "elastoplastic_coulomb", 0.5, ["/runs/1/time_step=1e-3"]),
    ("demo/friction_hysteresis.json", "dahl", 0.5, ["/runs/2/time_step=1e-3"]),
    ("demo/rope.json", "bars", 2.0, ["/runs/1/time_step=0.1"]),
    ("demo/rope.json", "cables", 2.0, ["/runs/2/time_step=0.1"]),
    ("demo/rope.json", "euler_eytelwein", 1.0, ["/runs/0/time_step=0.1"]),
    ("demo/emergency_stop.json", "stop", 3.0, []),
    ("demo/elevator.json", "trip", 4.0, []),
    ("demo/two_weights.json", "release", 2.0, []),
    ("demo/hoist.json", "lift", 2.0, []),
    ("demo/winch.json", "string", 2.0, []),
    ("demo/winch.json", "mesh", 2.0, []),
    ("demo/lift_modes.json", "modes", 1.0, ["/runs/0/time_step=0.1"]),
    ("demo/rope_stop.json", "elements", 0.6, []),
    ("demo/hook_block.json", "lift", 2.0, []),
    ("demo/hook_block.json", "mesh", 0.1, ["/runs/1/elements_per_pulley=6"]),
    ("demo/hoist.json", "lift", 1.0, [*DRUM, BEARING]),
    ("demo/rope_stop.json", "string", 1.0, []),
    ("demo/rope_stop.json", "mesh", 0.6, []),
    ("demo/printer_axis.json", "ancf", 0.01, ["/runs/0/elements=160"]),
    ("demo/printer_axis.json", "ale", 0.05, []),
    ("demo/conveyor.json", "string", 10.0, []),
    ("demo/conveyor.json", "ale", 3.0, []),
    ("demo/conveyor.json", "waves", 3.0, []),
    ("demo/serpentine.json", "ancf", 0.01, [BRAKE, BEARING]),
    ("demo/eccentric_pulley.json", "ale", 0.02, [BRAKE, BEARING]),
    (ROPES, "beams_lobatto_2", 1.0, ["/runs/3/time_step=0.05"]),
    ("demo/pressed_wire.json", "fine", 1.0, []),
    ("demo/pressed_wire.json", "from_centre", 1.0, ["/runs/2/elements=64"]),
    ("demo/pressed_wire.json", "span", 1.0, [*SPAN, SPAN_RUN % ""]),
    ("demo/pressed_wire.json", "span", 1.0,
     [*SPAN, SPAN_RUN % ', "analysis": "linear", "linear": {"modes": {"highest_frequency": 5}}']),
    ("demo/ripple.json", "string", 0.05, []),
    ("demo/ripple.json", "string", 0.5, ["/runs/0/time_step=2e-3"]),
    ("demo/accessory_drive.json", "ale", 0.05, []),
    ("demo/accessory_drive.json", "ancf", 0.02, []),
    ("demo/accessory_drive.json", "string", 0.1, []),
    ("demo/small_motions.json", "crank", 1.0,
     ["/runs/0/time_step=0.1", "/runs/0/linear/frequency_range/count=50", "/runs/0/linear/modes/highest_frequency=60",
      "/runs/0/linear/campbell/count=5"]),
    ("demo/small_motions.json", "crank-elements", 1.0,
     ["/runs/1/time_step=0.1", "/runs/1/elements_per_pulley=12", "/runs/1/linear/frequency_range/count=10", "/runs/1/linear/modes/highest_frequency=20"]),
]
CHECKPOINTS = 10
# Makes tables grow larger than a checkpoint.
PROFILES, PROFILE_POINTS = 20, 1000


class Run:
    """One of RUNS, in folders below a folder of its own."""

    def __init__(self, program, folder, config, name, end, assignments):
        self.program, self.folder = str(pathlib.Path(program).resolve()), folder
        self.title = " ".join([config, name, *assignments])
        self.options = [str(CONFIGS / config), "--only", name, "--jobs", "1", "--quiet"]
        output = {"checkpoint_interval": end / CHECKPOINTS}
        if "demo/friction_" not in config:  # the rig has no belt
            output.update(profile_points=PROFILE_POINTS, profile_interval=end / PROFILES)
        for assignment in [f"/end_time={end}", "/output=" + json.dumps(output), *assignments]:
            self.options += ["--set", assignment]

    def start(self, place, *more, killed_in=None, at_byte=0):
        """killed_in: part of the name of a file; the run is killed in the middle of writing it (kill_at_byte.cpp)."""
        environment = dict(os.environ, NO_COLOR="1")
        if killed_in is not None:
            library = pathlib.Path(self.program).parents[1] / "tests" / "program" / "libkill_at_byte.so"
            environment.update(LD_PRELOAD=str(library), KILL_IN_FILE=killed_in, KILL_AT_BYTE=str(at_byte))
        return subprocess.Popen([self.program, "run", *self.options, "--out", str(self.folder / place), *more],
                                env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    @staticmethod
    def largest_table(files):
        """The name of the largest CSV file without its folders, and its size."""
        tables = [(len(data), pathlib.PurePath(name).name) for name, data in files.items() if name.endswith(".csv")]
        size, name = max(tables, default=(0, "no table"))
        return name, size

    def finish(self, place, *more):
        process = self.start(place, *more)
        said = process.communicate(timeout=LONGEST)[0].decode(errors="replace")
        if process.returncode != 0:
            raise AssertionError(f"{self.title}: exit code {process.returncode}\n{said}")

    def files(self, place):
        """The bytes of all results except for the checkpoint; of the manifest only what does not depend on a clock."""
        contents = {}
        for path in sorted((self.folder / place).rglob("*")):
            if not path.is_file() or path.name == "checkpoint.cbor" or path.name.startswith("."):
                continue
            data = path.read_bytes()
            if path.name == "manifest.json":
                manifest = json.loads(data)
                for clock in ("wall_time [s]", "cpu_time [s]"):
                    manifest.pop(clock, None)
                manifest.pop("resumed", None)
                data = json.dumps(manifest).encode()
            contents[str(path.relative_to(self.folder / place))] = data
        return contents

    def kinds(self, place):
        """The (formulation, key, value) triples that the run in this place covers."""
        (path,) = (self.folder / place).rglob("manifest.json")
        manifest = json.loads(path.read_text())
        (run,) = (run for run in manifest["configuration"]["runs"] if run["name"] == manifest["run"])
        return {(run["formulation"], key, run.get(key)) for key in KINDS}


KINDS = ("analysis", "time_integration")


def all_kinds(program):
    """All such triples in the schema of the program: each formulation with each analysis and each time integration."""
    schema = json.loads(subprocess.run([program, "schema"], check=True, capture_output=True).stdout)
    found = set()

    def visit(node):
        if isinstance(node, dict):
            keys = node.get("properties")
            name = keys.get("formulation", {}).get("const") if isinstance(keys, dict) else None
            if name is not None:
                for key in KINDS:
                    found.update((name, key, value) for value in keys.get(key, {}).get("enum", [None]))
        for child in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
            visit(child)

    visit(schema)
    return found
