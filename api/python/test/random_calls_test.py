# SPDX-License-Identifier: MIT
"""Random calls of a simulation do not change its results: random_calls_test.py CONFIGS SEED TRIES (PYTHONPATH names the
package).

In each try one to three threads call a simulation in a random order, with valid and invalid arguments. Afterwards a
state that was saved before must lead to the same bits as in an undisturbed simulation, and so must a restored copy of
it.
"""
import collections
import pathlib
import pickle
import random
import sys
import threading

import numpy

import beltdyn

DEMO = pathlib.Path(sys.argv[1]).resolve() / "demo"
DRIVE = DEMO / "creep_sweep.json"
chance, TRIES = random.Random(int(sys.argv[2])), int(sys.argv[3])
CALLS = 12  # per thread
ODD = [float("nan"), float("inf"), -1.0, 1e300, -1e-300, 5e-324, 0.0, 1e-15]


RUNS = {
    "eulerian_ale": {"elements_per_pulley": 12, "elements_per_span": 4, "time_step": 1e-3},
    "lagrangian_ancf": {"elements": 40, "time_step": 1e-3},
    "lagrangian_links": {"links": 60},
    "analytic_string": {"time_step": 1e-3},
}


# Other drives: file, run, changes that make it small, and two controls: a pulley with prescribed or free motion, and a
# pulley with a torque.
OTHERS = {
    "bodies in eulerian_ale": ("printer_axis", "ale", {"/runs/1/elements_per_pulley": 6}, "motor", "idler"),
    "bodies in lagrangian_ancf": ("printer_axis", "ancf", {"/runs/0/elements": 60}, "motor", "idler"),
    "brake in eulerian_ale": ("rope_stop", "mesh", {}, "sheave:brake", "sheave"),
    "brake in lagrangian_ancf": ("rope_stop", "elements", {"/runs/2/elements": 40}, "sheave:brake", "sheave"),
    "block in analytic_string_dynamics": ("hook_block", "lift", {}, "top", "top_2"),
    "block in eulerian_ale": ("hook_block", "mesh", {"/runs/1/elements_per_pulley": 6}, "top", "top_2"),
}
NAMES = [*RUNS, *OTHERS]


def simulation(name):
    if name in OTHERS:
        file, run, changes, *control = OTHERS[name]
        return beltdyn.Simulation(DEMO / f"{file}.json", run, control=control, changes=changes)
    return belt_simulation(name)


def controlled(name):
    return OTHERS[name][3:] if name in OTHERS else ("1", "2")


def belt_simulation(formulation):
    config = beltdyn.load(DRIVE).to_dict()
    del config["sweep"]
    config["end_time"] = 1.0
    motion = {"type": "constant", "value": 0}
    config["drive"]["pulleys"][0]["motion"] = {"type": "prescribed", "angular_velocity": motion}
    config["drive"]["pulleys"][1]["motion"] = {"type": "free"}
    config["runs"] = [{"name": "run", "formulation": formulation, **RUNS[formulation]}]
    return beltdyn.Simulation(config, control=["1", "2"])


def random_calls(its, control, states, draw):
    """Calls without arguments, to be drawn in another thread."""
    points = lambda: sorted(draw.uniform(0, 0.5) for _ in range(draw.randint(0, 5)))
    return [
        lambda: its.step(), lambda: its.step(draw.uniform(1e-5, 2e-3)), lambda: its.step(draw.choice(ODD)),
        lambda: its.values, lambda: its.state, lambda: its.time,
        lambda: states.append(its.save()), lambda: its.restore(draw.choice(states)),
        lambda: its.restore(attacked[draw.choice(NAMES)].start),
        lambda: its.restore(pickle.loads(pickle.dumps(draw.choice(states)))),
        lambda: its.restore(beltdyn.State(draw.randbytes(draw.randint(0, 99)))),
        lambda: its.profile(), lambda: its.profile(points()), lambda: its.profile([draw.choice(ODD)]),
        lambda: its.set_speed(control[0], draw.uniform(-1, 1) * 10 ** draw.randint(0, 3)), lambda: its.set_speed(draw.choice(["", *control, "3"]), draw.choice(ODD)),
        lambda: its.set_torque(control[1], draw.uniform(-0.1, 0.1) * 10 ** draw.randint(0, 4)), lambda: its.set_torque(control[1], draw.choice(ODD)),
        lambda: its.set_input(draw.choice(control), draw.uniform(0, 10), draw.choice([0.0, 1.0])), lambda: its.set_input(draw.choice(control), draw.choice(ODD), draw.choice(ODD)),
        lambda: its.set_torque(draw.choice(["", "1", "x\0y"]), 0.1),
    ]


def use(its, control, states, seed, outcomes, wrong):
    draw = random.Random(seed)
    calls = random_calls(its, control, states, draw)
    for _ in range(CALLS):
        call = draw.choice(calls)
        try:
            call()
            outcomes["succeeded"] += 1
        except (beltdyn.BeltDynError, TypeError) as error:
            outcomes[type(error).__name__] += 1
        except BaseException as error:  # noqa: BLE001
            wrong.append(repr(error))


def bits_after(its, state):
    """The result of three steps, which may be an error if speeds are unphysical."""
    its.restore(state)
    try:
        for _ in range(3):
            its.step()
    except beltdyn.SolverError as error:
        return str(error)
    return its.values.tobytes()


class Attacked:
    """A simulation under random calls, an undisturbed one, and the result of the initial state."""

    def __init__(self, name):
        self.its, self.other = simulation(name), simulation(name)
        if name in RUNS:
            self.its.set_speed("1", 0.5)
        self.its.step(2.0 * self.its.time_step)
        self.start = self.its.save()
        self.expected = bits_after(self.its, self.start)


attacked = {name: Attacked(name) for name in NAMES}
outcomes, failures = collections.Counter(), 0
for number in range(TRIES):
    name = chance.choice(NAMES)
    its, other, start = attacked[name].its, attacked[name].other, attacked[name].start
    wrong, states = [], [start]
    its.restore(start)
    threads = [threading.Thread(target=use, args=(its, controlled(name), states, chance.random(), outcomes, wrong))
               for _ in range(chance.randint(1, 3))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    last = chance.choice(states)
    if bits_after(its, start) != attacked[name].expected:
        wrong.append("other bits from the state of the beginning")
    if bits_after(its, last) != bits_after(other, pickle.loads(pickle.dumps(last))):
        wrong.append("other bits from a copy of a state")
    if not numpy.all(numpy.isfinite(its.values)):
        wrong.append("values that are no numbers")
    if wrong:
        failures += 1
        print(f"try {number}, {name}: {'; '.join(wrong)}"[:1500], flush=True)
print(f"{TRIES} tries, {failures} failures; calls: {dict(outcomes)}")
sys.exit(1 if failures else 0)
