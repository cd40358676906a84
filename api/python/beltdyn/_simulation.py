# SPDX-License-Identifier: MIT
"""A run that moves when it is asked to."""
from . import _beltdyn
from ._runs import Configuration
from ._source import assignments_of, source_of


class Simulation:
    """A run of a configuration, step by step: for control loops and co-simulation.

    `control` names the pulleys, by name or number from 1, on which torques or speeds will be set. Without any the steps
    are those of `beltdyn run`. Raises ConfigError, UsageError, SolverError.
    """

    def __init__(self, config, run=None, control=(), changes=None):
        if isinstance(config, Configuration):
            config = config.to_dict()
        text, file = source_of(config)
        self._session = _beltdyn.Session(text, file, assignments_of(changes), run or "", [str(name) for name in control])
        self.columns = [name for name, _ in self._session.columns]
        self.units = dict(self._session.columns)

    def step(self, dt=0.0):
        """Moves on by dt [s] in equal steps no longer than that of the run, or by one such step.

        Raises SolverError with the state after the last step that succeeded.
        """
        self._session.step(dt)

    @property
    def time(self):
        """[s]"""
        return self._session.time

    @property
    def time_step(self):
        """The longest step that is taken next [s]."""
        return self._session.time_step

    @property
    def end_time(self):
        """End time of the configuration; a simulation may continue beyond it [s]."""
        return self._session.end_time

    @property
    def values(self):
        """The history columns now, an array in the order of `columns`."""
        return self._session.values()

    @property
    def state(self):
        """The history columns now by their names."""
        return dict(zip(self.columns, self._session.values().tolist()))

    def profile(self, sigma=None):
        """The belt along its contour now: arrays sigma [m], strain, force [N], speed [m/s], pressure and traction [N/m],
        contact_state (0 stick, ±1 slip, 2 free), at ascending points or at those of the formulation."""
        return self._session.profile(None if sigma is None else list(sigma))

    def set_torque(self, pulley, moment):
        """From now on this moment [N m], positive counter-clockwise, acts on a controlled pulley, beside those of the
        configuration. Raises UsageError."""
        self._session.set_torque(str(pulley), moment)

    def set_input(self, control, value, rate=0.0):
        """What is controlled, by its name there, has this value: a torque or a force beside those of the configuration
        [N m], [N], the capacity of a brake [N m] from now on, a speed [rad/s] at the end of the next step, or an angle
        [rad], 0 at time 0, which changes evenly to there and stays if nothing more is set. Over that step it changes at this rate [1/s], and stays as it is then."""
        self._session.set_input(str(control), value, rate)

    def set_speed(self, pulley, angular_velocity):
        """A controlled pulley of prescribed motion reaches this angular velocity [rad/s] evenly over the next step() and
        keeps it. Raises UsageError."""
        self._session.set_speed(str(pulley), angular_velocity)

    def save(self):
        """The whole state: a State, which can be pickled or written as bytes."""
        return self._session.save()

    def restore(self, state):
        """Back to a state of a simulation of the same configuration; what follows is the same to the last bit. Raises
        IoError."""
        self._session.restore(state)

    def __repr__(self):
        return f"<beltdyn.Simulation {self._session.run} at {self.time:.6g} s>"
