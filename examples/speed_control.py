#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""examples/speed_control.py UNIT: a PI controller holds the speed of the load by the torque of the motor, while the load
doubles. docs/howto/control_loop.md has the drive."""
import sys

import fmu2

STEP = 2e-3  # of the controller [s]
END = 1.5  # [s]
TARGET = 20.0  # speed of the load [rad/s]
GAIN = 4.0  # [N m s/rad]
INTEGRAL_TIME = 0.1  # [s]
LIMIT = 40.0  # of the motor [N m]

fmu = fmu2.Fmu(sys.argv[1])
drive = fmu.instantiate()
drive.initialise()
integral = 0.0
print("time [s]  motor [N m]  load [rad/s]  tight span [N]  slack span [N]")
for k in range(round(END / STEP) + 1):
    now = drive.outputs()
    error = TARGET - now["angular_velocity_2"]
    torque = GAIN * (error + integral / INTEGRAL_TIME)
    if abs(torque) < LIMIT:
        integral += error * STEP
    torque = max(-LIMIT, min(LIMIT, torque))
    if k % round(0.125 / STEP) == 0:
        print(f"{drive.time:8.3f}  {torque:11.3f}  {now['angular_velocity_2']:12.4f}  {now['span_force_2']:14.1f}  "
              f"{now['span_force_1']:14.1f}")
    drive.set("input_torque_motor", torque)
    drive.step(STEP)
drive.free()
