# SPDX-License-Identifier: MIT
"""A sweep gives the same bytes however it is executed.

Usage: sweep_test.py BELTDYN SEED KILLS

It is executed by one and by two threads, in shards that are collected, as tasks of a Slurm array, and killed KILLS
times at random moments drawn from SEED and resumed each time. Then errors are tested: missing and damaged shards,
another sweep in the folder, a folder that already has a sweep.
"""
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

CONFIG = pathlib.Path(__file__).resolve().parents[2] / "configs" / "demo" / "creep_sweep.json"
MEMBERS = 3 * 12  # in chains of 16, 16 and 4
OTHERS = ["--set", "/sweep/parameters/0/count=12", "--set", "/sweep/parameters/0/from=0.35", "--set", "/runs/0/elements_per_pulley=12"]
# Distributions instead of values.
SPREAD = ('/sweep/parameters=[{"pointer": "/drive/contact/friction/coefficient", "name": "friction", "type": "uniform", "low": 0.45, '
          '"high": 0.6}, {"pointer": "/drive/belt/pretension/length", "name": "length", "type": "normal", "mean": 1.19, '
          '"standard_deviation": 0.001}]')
# Invalid settings and the expected message.
BROKEN = [
    (["/sweep/parameters/0/pointer=/drive/contact/friction/coeficient"],
     "does not point to a number of the drive or of a run; did you mean /drive/contact/friction/coefficient?"),
    (["/sweep/parameters/0/pointer=/drive/pulleys/0/name"], "does not point to a number of the drive or of a run"),
    (["/sweep/parameters/0/pointer=/runs/7/time_step"], "does not point to a number of the drive or of a run"),
    (["/sweep/parameters/1/pointer=/drive/contact/friction/coefficient", "/sweep/parameters/1/values=[0.5]"],
     "two have the same pointer"),
    (["/sweep/parameters/1/name=friction"], "two columns of the table have the same name"),
    (["/sweep/parameters/1/name==HYPERLINK(\"x\")"], "begins as a formula"),
    (["/sweep/quantities/0/name=@SUM(1)"], "begins as a formula"),
    *[([f"/sweep/parameters/1/name={json.dumps(name)}"], "is no name that a table can have")
      for name in ("a\nb", "a/b", "a ", "\t=1", '"a', "x" * 201)],
    (["/sweep/quantities/0/name=status"], "two columns of the table have the same name"),
    (['/sweep/design={"type": "saltelli", "samples": 4}'], "samples"),
    (['/sweep/design={"type": "saltelli", "samples": 16}', SPREAD,
      '/sweep/correlations=[{"first": "friction", "second": "length", "coefficient": 0.5}]'],
     "are not supported by the design saltelli"),
    (["/sweep/parameters/0/count=1000000000000"], "count"),
    (["/sweep/parameters/0/count=9000000"], "requires 2.7e+07 members"),
    (["/sweep/parameters/1/values=[]"], "values"),
    (['/sweep/parameters/1/values=["1180 N"]'], "N cannot be converted to m"),
    (['/sweep/parameters/1={"pointer": "/drive/belt/pretension/length", "type": "csv", "file": "no.csv", "column": "x"}'],
     "no.csv: cannot be read"),
    (['/sweep/design={"type": "sobol", "members": 10}'], "samples distributions"),
    (['/sweep/design={"type": "zip"}'], "have different numbers of values"),
    (['/sweep/design={"type": "gird"}'], "did you mean"),
    (['/sweep/correlations=[{"first": "friction", "second": "length", "coefficient": 0.5}]'],
     "two different parameters with distributions"),
    (["/sweep/quantities/0/column=angular_velocity_7"], 'did you mean "angular_velocity'),
    (['/sweep/quantities/0={"column": "eficiency", "reduction": "conclusion"}'], 'did you mean "efficiency"'),
    (["/sweep/quantities/1/name=driven_speed"], "two columns of the table have the same name"),
    (['/sweep/quantities/0={"column": "angular_velocity_2", "reduction": "at_time", "time": 5}'], "lies beyond end_time"),
    (["/sweep/run=steddy"], "is not the name of a run in this file"),
    (['/study={"parameter": "/runs/0/elements_per_pulley", "values": [5, 10, 20]}'], "cannot be combined with a study"),
]
SHARDS = 3
LONGEST = 300  # [s]

NAMES = ["a b", 'a"b,c', "Länge", "_a", "x" * 200]  # valid names in tables

program, seed, kills = str(pathlib.Path(sys.argv[1]).resolve()), int(sys.argv[2]), int(sys.argv[3])


def call(place, *arguments, expected=0, environment=None):
    done = subprocess.run([program, "sweep", str(CONFIG), *OTHERS, "--out", str(place), "--quiet", *arguments],
                          env={**os.environ, "NO_COLOR": "1", **(environment or {})}, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=LONGEST)
    said = done.stdout.decode(errors="replace")
    assert done.returncode == expected, f"{arguments}: exit code {done.returncode}, not {expected}\n{said}"
    return said


def summary(place, *arguments, expected=0):
    """The JSON printed by --json, which must be the only standard output."""
    done = subprocess.run([program, "sweep", str(CONFIG), *OTHERS, "--out", str(place), "--json", *arguments],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=LONGEST)
    said = json.loads(done.stdout)
    assert done.returncode == expected == said["exit_code"], said
    assert said["name"] == "creep-sweep", said
    return said


def table(place):
    return (place / "creep-sweep" / "sweep" / "sweep.csv").read_bytes()


def all_results(place):
    sweep = place / "creep-sweep" / "sweep"
    return {name: (sweep / name).read_bytes() for name in ("sweep.csv", "sweep.nc", "sweep.html", "figures/sweep.svg")}


def look_into_netcdf(place):
    """The data read by xarray agree with the table."""
    try:
        import xarray
    except ImportError:
        assert "BELTDYN_SKIP_NO_TEST" not in os.environ, "python3-xarray is missing"
        return
    sweep = place / "creep-sweep" / "sweep"
    with xarray.open_dataset(sweep / "sweep.nc") as data:
        rows = [line.split(",") for line in (sweep / "sweep.csv").read_text().splitlines()]
        assert set(data.coords) == {"member", "friction", "length"}, data
        assert data["length"].attrs["units"] == "m" and data.attrs["title"] == "creep-sweep", data
        for j, header in enumerate(rows[0][1:-2], start=1):
            column = data[header.split(" ")[0]].values
            for row, value in zip(rows[1:], column):
                assert float(row[j] or "nan") == value or (not row[j] and value != value), (header, row)
        assert list(data["status"].values) == [row[-2] for row in rows[1:]]
        assert len(data.set_index(member=["friction", "length"]).unstack("member")["friction"]) == MEMBERS // 3


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    call(folder / "one", "--jobs", "1")
    whole = table(folder / "one")
    assert whole.count(b"\n") == 1 + MEMBERS, whole
    call(folder / "two", "--jobs", "2")
    assert all_results(folder / "two") == all_results(folder / "one"), "two threads make other results"
    look_into_netcdf(folder / "one")
    # Four quantities and a parameter.
    named = [f"/sweep/{'parameters' if i == 4 else 'quantities'}/{i % 4}/name={json.dumps(name)}" for i, name in enumerate(NAMES)]
    call(folder / "named", *(part for item in ["/sweep/parameters/0/count=2", *named] for part in ("--set", item)))
    assert all(name.replace('"', '""').encode() in table(folder / "named") for name in NAMES), table(folder / "named")
    assert all_results(folder / "named")

    # Shards, one of them selected by the environment of a job array.
    for i in range(1, SHARDS):
        call(folder / "shards", "--shard", f"{i}/{SHARDS}")
    said = call(folder / "shards", "--collect", expected=5)
    assert "members 32 to 35 are missing" in said, said
    call(folder / "shards", environment={"SLURM_ARRAY_TASK_ID": str(SHARDS), "SLURM_ARRAY_TASK_MIN": "1",
                                         "SLURM_ARRAY_TASK_COUNT": str(SHARDS)})
    said = summary(folder / "shards", "--collect")
    assert all_results(folder / "shards") == all_results(folder / "one"), "shards make other results"
    assert (said["members"], said["complete"], said["failed"]) == (MEMBERS, MEMBERS, 0), said
    assert pathlib.Path(said["table"]).read_bytes() == whole and "sensitivity" not in said, said

    # A corrupt shard is reported with its line; without it, the shard runs again.
    shard = folder / "shards" / "creep-sweep" / "sweep" / f"rows-2-of-{SHARDS}.csv"
    text = shard.read_bytes()
    shard.write_bytes(text.replace(b"complete", b"complexe", 1))
    said = call(folder / "shards", "--collect", expected=5)
    assert f"{shard.name}:2: the row is corrupt" in said, said
    shard.write_bytes(b"\n".join(text.split(b"\n")[:1]) + b"\n")
    said = summary(folder / "shards", "--shard", f"2/{SHARDS}", "--resume")
    # The second of three chains of members.
    assert said["shard"] == f"2/{SHARDS}" and said["complete"] + said["failed"] == 16, said
    call(folder / "shards", "--collect")
    assert table(folder / "shards") == whole, "a shard that ran again makes another table"

    # Invalid input is refused before anything is written.
    for assignments, message in BROKEN:
        said = call(folder / "broken", *[part for item in assignments for part in ("--set", item)], expected=2)
        assert message in said and said.count("error:") == 1, f"{assignments}: {said}"
    for arguments, message in ((["--shard", "9/8"], "is not a valid shard"), (["--member", "999"], f"members are 0 to {MEMBERS - 1}"),
                               (["--collect"], "contains no sweep")):
        said = call(folder / "broken", *arguments, expected=2)
        assert message in said, f"{arguments}: {said}"
    assert not (folder / "broken").exists(), "something was written"

    # An invalid value and a drive whose friction cannot bear the torque at any speed give rows with their reasons.
    said = summary(folder / "infeasible", "--set",
                   '/drive/pulleys/1/motion/torques/0={"type": "applied", "moment": {"type": "constant", "value": -30}}', "--set",
                   '/sweep/parameters/0={"pointer": "/drive/contact/friction/coefficient", '
                   '"type": "values", "values": [-1, 0.1, 0.5]}')
    assert (said["complete"], said["failed"], said["infeasible"]) == (3, 3, 3), said
    rows = table(folder / "infeasible").decode()
    assert rows.count(",infeasible,") == 3 and rows.count(",failed,") == 3 and rows.count(",complete,") == 3, rows

    # The kept files of members agree with the reduced quantities.
    few = ["--set", "/sweep/parameters/0/count=2", "--set", "/sweep/parameters/0/from=0.5"]
    for kept in ("history", "all"):
        call(folder / kept, *few, "--keep", kept)
        rows = table(folder / kept).decode().splitlines()
        for row in (line.split(",") for line in rows[1:]):
            run = folder / kept / "creep-sweep" / "sweep" / "members" / row[0] / "steady"
            history = (run / "history.csv").read_text().splitlines()
            last = dict(zip(history[0].split(","), history[-1].split(",")))
            assert last["angular_velocity_2 [rad/s]"] == row[3], row
            assert (run / "manifest.json").exists() == (kept == "all"), run
    assert table(folder / "history") == table(folder / "all")

    # Scattered points give sensitivities, a saltelli design gives indices.
    call(folder / "spread", "--set", SPREAD, "--set", '/sweep/design={"type": "saltelli", "samples": 8}')
    rows = (folder / "spread" / "creep-sweep" / "sweep" / "sensitivity.csv").read_text().splitlines()
    assert len(rows) == 1 + 2 * 4, rows
    for row in (line.split(",") for line in rows[1:]):
        assert float(row[8]) <= float(row[7]) <= float(row[9]) and row[10] == "8", row

    # The configuration of a member, executed separately, gives the numbers of its row.
    member = subprocess.run([program, "sweep", str(CONFIG), *OTHERS, "--member", "7"], stdout=subprocess.PIPE,
                            check=True, timeout=LONGEST).stdout
    (folder / "member.json").write_bytes(member)
    subprocess.run([program, "run", str(folder / "member.json"), "--out", str(folder / "member"), "--quiet"], check=True,
                   timeout=LONGEST)
    history = (folder / "member" / "creep-sweep" / "steady" / "history.csv").read_text().splitlines()
    speed = float(dict(zip(history[0].split(","), history[-1].split(",")))["angular_velocity_2 [rad/s]"])
    # Newton's method ends below 1e-8 from any start.
    difference = abs(float(whole.decode().splitlines()[1 + 7].split(",")[3]) - speed)
    assert difference <= 1e-8 * speed, f"a member by itself has another speed, by {difference}"

    # Another sweep in the folder, and an existing one.
    said = call(folder / "one", "--set", "/end_time=2", "--resume", expected=2)
    assert "belongs to a different sweep" in said, said
    said = call(folder / "one", expected=2)
    assert "--resume" in said, said
    assert table(folder / "one") == whole, "a refused sweep changed the table"
    assert summary(folder / "one", "--resume")["complete"] == MEMBERS
    assert table(folder / "one") == whole, "a complete sweep that is resumed changes"

    dice = random.Random(seed)
    start = time.monotonic()
    call(folder / "one", "--force")
    duration = time.monotonic() - start
    hits = 0
    for _ in range(kills):
        process = subprocess.Popen([program, "sweep", str(CONFIG), *OTHERS, "--out", str(folder / "killed"), "--quiet",
                                    "--resume"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(dice.random() * duration)
        hits += process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait()
    call(folder / "killed", "--resume")
    assert table(folder / "killed") == whole, "killed and resumed it makes another table"
    print(f"{hits} of {kills} kills hit it")

    # An interruption ends it cleanly.
    process = subprocess.Popen([program, "sweep", str(CONFIG), *OTHERS, "--out", str(folder / "stopped"), "--jobs", "1"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    rows = folder / "stopped" / "creep-sweep" / "sweep" / "rows-1-of-1.csv"
    while process.poll() is None and not (rows.exists() and rows.read_bytes().count(b"\n") > 1):
        time.sleep(0.001)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=LONGEST)[1].decode(errors="replace")
    assert process.returncode in (0, 130), f"exit code {process.returncode}\n{said}"
    assert process.returncode == 0 or "continue with --resume" in said, said
    call(folder / "stopped", "--resume")
    assert table(folder / "stopped") == whole, "interrupted and resumed it makes another table"
