#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`beltdyn new` on a terminal: new_questions_test.py BELTDYN. It asks for the kind of drive and its properties, repeats
the question after an answer that is not such a quantity, and writes the file with the answers."""
import json
import os
import pathlib
import pty
import subprocess
import sys
import tempfile

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
LONGEST = 60  # [s]
END = "\x04"  # of the input of a terminal


def asked(answers, folder):
    """The output of the program on a terminal into which these lines are typed, and its exit code."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen([PROGRAM, "new"], stdin=theirs, stdout=theirs, stderr=theirs, cwd=folder)
    os.close(theirs)
    os.write(ours, (answers + END).encode())  # a question too many ends the program
    text = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:  # the terminal is closed
            break
        if not part:
            break
        text += part
    os.close(ours)
    return process.wait(LONGEST), text.decode()


with tempfile.TemporaryDirectory() as folder:
    # Default answers except for two; after "4 kg" the speed is asked for again.
    code, text = asked("crane\nelevator\n0.85 t\n" + "\n" * 8 + "4 kg\n1.5 m/s\n" + "\n" * 11, folder)
    assert code == 0, text
    for words in ("two-pulley", "The drives are two-pulley, accessory, elevator, conveyor, hoist.", "Mass of the empty car [900 kg]",
                  "--speed 4 kg: ", "elevator.json: written"):
        assert words in text, (words, text)
    written = (pathlib.Path(folder) / "elevator.json").read_text()
    assert '"mass": 1400' in written and '"mass": 1150' in written, written
    done = subprocess.run([PROGRAM, "elevator.json", "--strict", "--quiet"], cwd=folder, check=False, timeout=LONGEST)
    assert done.returncode == 0
    code, text = asked("elevator\n", folder)
    assert code == 2 and "is already there" in text, text
    code, text = asked("two-pulley\n", folder)
    assert code == 2 and "nothing was written" in text, text
    assert sorted(os.listdir(folder)) == ["elevator.json", "results"]

    # A trip on a steep slope is taken as it is; what keeps the belt from running back is asked for later.
    code, text = asked("conveyor\n200 m\n40 m\n" + "\n" * 12 + "0.5 s\n" + "\n" * 2 + "\n2\n1\n" + "\n" * 9, folder)
    assert code == 0, text
    assert "--holdback: after the trip" in text and "--holdback 2: must be 1" in text, text
    (pathlib.Path(folder) / "conveyor.json").unlink()

    # Values that follow from the properties of a conveyor: a slope of 7, 24, 25 in units of 20 m, a take-up that also
    # pulls by its weight, return idlers twice as far apart. Numbers are written with ten digits.
    subprocess.run([PROGRAM, "new", "conveyor", "slope.json", "--speed", "3 m/s", "--radius", "300 mm", "--length", "500 m",
                    "--lift", "140 m", "--take-up", "70 kN", "--idler-spacing", "1.5 m", "--idler-mass", "18 kg"], cwd=folder, check=True, timeout=LONGEST)
    explained = subprocess.run([PROGRAM, "validate", "slope.json", "--explain"], cwd=folder, check=True, timeout=LONGEST,
                               stdout=subprocess.PIPE).stdout
    drive = json.loads(explained)["drive"]
    head, tail = drive["pulleys"]
    mount = tail["mount"]
    pull = mount["force"]["value"]
    for number, expected in ((head["motion"]["angular_velocity"]["value"], 3 / 0.3), (head["center"][0], -480),
                             (head["center"][1], 140), (mount["direction"][0], 0.96), (mount["direction"][1], -0.28),
                             (pull + mount["mass"] * 9.81 * 0.28, 70e3),
                             (drive["spans"][0]["idler_mass_per_length"], 12), (drive["spans"][0]["idler_spacing"], 1.5),
                             (drive["spans"][1]["idler_mass_per_length"], 6), (drive["spans"][1]["idler_spacing"], 3)):
        assert abs(number - expected) <= 1e-9 * abs(expected), (number, expected)
    assert 0.8 * 70e3 / 2 <= mount["mass"] * 9.81 <= 70e3 / 2, mount
    # A counterweight of 3.5 t pulls with its weight, of which the mass on the slope has its part already.
    subprocess.run([PROGRAM, "new", "conveyor", "weight.json", "--length", "500 m", "--lift", "140 m", "--take-up-mass", "3.5 t"],
                   cwd=folder, check=True, timeout=LONGEST)
    explained = subprocess.run([PROGRAM, "validate", "weight.json", "--explain"], cwd=folder, check=True, timeout=LONGEST,
                               stdout=subprocess.PIPE).stdout
    mount = json.loads(explained)["drive"]["pulleys"][1]["mount"]
    assert abs(mount["mass"] - 3500) <= 1e-9, mount
    assert abs(mount["force"]["value"] - 3500 * 9.81 * (1 - 0.28)) <= 1e-8 * 3500 * 9.81, mount
    both = subprocess.run([PROGRAM, "new", "conveyor", "both.json", "--take-up", "70 kN", "--take-up-mass", "3.5 t"], check=False,
                          cwd=folder, timeout=LONGEST, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert both.returncode == 2 and "--take-up-mass, --take-up: both give the force" in both.stdout, both.stdout
    # 500 t in an hour at 2.5 m/s.
    subprocess.run([PROGRAM, "new", "conveyor", "capacity.json", "--capacity", "500 t/h", "--speed", "2.5 m/s"],
                   cwd=folder, check=True, timeout=LONGEST)
    explained = subprocess.run([PROGRAM, "validate", "capacity.json", "--explain"], cwd=folder, check=True, timeout=LONGEST,
                               stdout=subprocess.PIPE).stdout
    load = json.loads(explained)["drive"]["spans"][0]["load_per_length"]
    assert abs(load - 500e3 / 3600 / 2.5) <= 1e-8 * load, load
