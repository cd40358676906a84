#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""examples/speed_control.py UNIT: a PI controller holds the speed of the motor by its torque, while the load doubles.
docs/howto/control_loop.md has the drive."""
import sys

import fmu2

STEP = 2e-3  # of the controller [s]
END = 1.5  # [s]
OUTPUT = 0.3  # from row to row [s]
TARGET = 40.0  # speed of the motor [rad/s]
GAIN = 2.0  # [N m s/rad]
INTEGRAL_TIME = 0.1  # [s]
LIMIT = 40.0  # of the motor [N m]

fmu = fmu2.Fmu(sys.argv[1])
drive = fmu.instantiate()
drive.initialise()
integral = 0.0
print("time [s]  torque [N m]  motor [rad/s]  load [rad/s]  tight span [N]  slack span [N]")
for k in range(round(END / STEP) + 1):
    now = drive.outputs()
    error = TARGET - now["angular_velocity_1"]
    torque = GAIN * (error + integral / INTEGRAL_TIME)
    if abs(torque) < LIMIT:
        integral += error * STEP
    torque = max(-LIMIT, min(LIMIT, torque))
    if k % round(OUTPUT / STEP) == 0:
        print(f"{drive.time:8.1f}  {torque:12.3f}  {now['angular_velocity_1']:13.3f}  {now['angular_velocity_2']:12.3f}  "
              f"{now['span_force_2']:14.1f}  {now['span_force_1']:14.1f}")
    drive.set("input_torque_motor", torque)
    drive.step(STEP)
drive.free()
