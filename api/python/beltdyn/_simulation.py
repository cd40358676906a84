# SPDX-License-Identifier: MIT
"""A run that is advanced step by step."""
from . import _beltdyn
from ._runs import Configuration
from ._source import assignments_of, source_of


class Simulation:
    """A run of a configuration, step by step: for control loops and co-simulation.

    `control` lists the pulleys, by name or number from 1, whose torque or speed will be set. Without any the steps
    equal those of `beltdyn run`. Raises ConfigError, UsageError, SolverError.
    """

    def __init__(self, config, run=None, control=(), changes=None):
        if isinstance(config, Configuration):
            config = config.to_dict()
        text, file = source_of(config)
        self._session = _beltdyn.Session(text, file, assignments_of(changes), run or "", [str(name) for name in control])
        self.columns = [name for name, _ in self._session.columns]
        self.units = dict(self._session.columns)

    def step(self, dt=0.0):
        """Advances by dt [s] in equal steps that do not exceed the time step of the run, or by one such step if dt is
        0.

        Raises SolverError; the state is then that after the last successful step.
        """
        self._session.step(dt)

    @property
    def time(self):
        """The current time [s]."""
        return self._session.time

    @property
    def time_step(self):
        """The largest step that will be taken next [s]."""
        return self._session.time_step

    @property
    def end_time(self):
        """End time of the configuration; a simulation may continue beyond it [s]."""
        return self._session.end_time

    @property
    def values(self):
        """The current history columns, an array in the order of `columns`."""
        return self._session.values()

    @property
    def state(self):
        """The current history columns by their names."""
        return dict(zip(self.columns, self._session.values().tolist()))

    def profile(self, sigma=None):
        """The current belt along its contour: arrays sigma [m], strain, force [N], speed [m/s], pressure and traction
        [N/m], contact_state (0 stick, ±1 slip, 2 free), at ascending points `sigma`, or at the points of the
        formulation."""
        return self._session.profile(None if sigma is None else list(sigma))

    def set_torque(self, pulley, moment):
        """Applies a moment [N m], positive counter-clockwise, to a controlled pulley from now on, in addition to the
        moments of the configuration. Raises UsageError."""
        self._session.set_torque(str(pulley), moment)

    def set_input(self, control, value, rate=0.0):
        """Sets a controlled input, given by its name in `control`. Torques [N m] and forces [N] act in addition to
        those of the configuration, and the capacity of a brake [N m] replaces it, from now on. A speed [rad/s] is
        reached at the end of the next step. So is an angle [rad], which is 0 at time 0, changes linearly over the step,
        and then stays constant. `rate` [1/s] is the rate of change of the input over the next step; after the step the
        input stays constant."""
        self._session.set_input(str(control), value, rate)

    def set_speed(self, pulley, angular_velocity):
        """Changes the angular velocity of a controlled pulley of prescribed motion linearly to this value [rad/s] over
        the next step() and keeps it. Raises UsageError."""
        self._session.set_speed(str(pulley), angular_velocity)

    def save(self):
        """The complete state: a State, which can be pickled or written as bytes."""
        return self._session.save()

    def restore(self, state):
        """Restores a state of a simulation of the same configuration; the continuation is bit-identical. Raises
        IoError."""
        self._session.restore(state)

    def __repr__(self):
        return f"<beltdyn.Simulation {self._session.run} at {self.time:.6g} s>"
