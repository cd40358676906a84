# SPDX-License-Identifier: MIT
"""Parameters are recovered from data of a run, and invalid input is reported.
Usage: identify_test.py BELTDYN
"""
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

import measurements

CONFIG = pathlib.Path(__file__).resolve().parents[2] / "configs" / "demo" / "identify_friction.json"
SEED = 1  # of the data of the demo
NOISE = 0.01
LONGEST = 300  # [s]
P = "/identify/parameters"
D = "/identify/data/0"
program = str(pathlib.Path(sys.argv[1]).resolve())


def call(place, *arguments, expected=0, config=CONFIG):
    done = subprocess.run([program, "identify", str(config), "--out", str(place), "--quiet", *arguments],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LONGEST)
    said = done.stdout.decode(errors="replace")
    assert done.returncode == expected, f"{arguments}: exit code {done.returncode}, not {expected}\n{said}"
    return said


def settings(assignments):
    return [part for item in assignments for part in ("--set", item)]


def result(place, name="identify-friction"):
    return json.loads((place / name / "identify" / "identification.json").read_text())


def check_truth(found, true_values, what):
    """Each parameter is within three standard errors. For nine parameters, all are with a probability of 0.976."""
    for parameter, value in zip(found["parameters"], true_values):
        off = (parameter["value"] - value) / parameter["standard_error"]
        assert abs(off) <= 3, f"{what}: {parameter['name']} = {parameter['value']}, not {value}: {off} standard errors"


# Invalid settings and the expected message.
BROKEN = [
    ([f"{P}/0/pointer=/runs/0/law/coefficient/statik"], "does not point to a number of the drive or of a run"),
    ([f"{P}/0/pointer=/runs/0/law/type"], "does not point to a number of the drive or of a run"),
    ([f"{P}/0/pointer=/runs/3/law/stiffness"], "does not point to a number of the drive or of a run"),
    ([f"{P}/1/pointer=/runs/0/law/coefficient/static", f"{P}/1/name=other"], "two have the same pointer"),
    ([f"{P}/1/name=static"], "two have the same name"),
    ([f"{P}/1/name=-1+1"], "begins as a formula"),
    ([f"{P}/0/start=much"], "start"),
    ([f"{P}/0/start=3"], "lies outside the bounds, 0.1 to 2"),
    ([f"{P}/0/high=0.1"], 'is not above "low"'),
    ([f"{P}/5/scale=logarithmic"], "its logarithm does not exist"),
    ([f"{P}/0/scale=log"], "scale"),
    ([f"{P}/0/complement=/runs/0/law/stifness"], "does not point to another number"),
    ([f"{P}/0/complement=/runs/0/law/stiffness"], "the complement of a parameter is itself fitted"),
    ([f"{P}=[]"], "parameters"),
    ([f"{D}/file=nowhere.csv"], "nowhere.csv: cannot be read"),
    ([f"{D}/value_column=force"], "has no column force; its columns are"),
    ([f"{D}/time_column=clock"], "has no column clock"),
    ([f"{D}/deviation_column=sigma", f"{D}/standard_deviation=0"], "has no column sigma"),
    ([f"{D}/deviation_column=friction_force"], "cannot be combined with deviation_column"),
    ([f"{D}/column=friction_farce", f"{D}/value_column=friction_force"], 'did you mean "friction_force"?'),
    ([f"{D}/from=7"], 'has no rows between "from" and "until"'),
    ([f"{D}/until=0.02"], "has 5 values for 6 parameters"),
    (["/end_time=2.5"], "extend beyond 0 to end_time"),
    ([f"{D}/time_shift=" + '{"start": 0, "low": -0.1, "high": 0.1}'], "with the bounds of time_shift"),
    (["/identify/data=[]"], "data"),
    (["/identify/loss=" + '{"type": "hubert", "scale": 2}'], "did you mean"),
    (["/identify/loss=" + '{"type": "huber"}'], "scale"),
    (["/identify/run=lugree"], "is not the name of a run in this file"),
    (["/identify/starts=0"], "starts"),
    (["/identify/differences=[0.5]"], "differences"),
    (["/identify/difference=0.01"], "did you mean"),
    (['/study={"parameter": "/runs/0/time_step", "values": [1e-3, 2e-3, 4e-3]}'], "cannot be combined with a study"),
]
# Invalid CSV files and the expected message.
BROKEN_DATA = [
    ("time [s],friction_force [N]\n0,1\n0.2,1\n0.1,1\n", "in row 3 the time 0.1 s follows 0.2 s"),
    ("time [s],friction_force [N]\n", "has no rows; give the measured values"),
    ("time [s],friction_force [N]\n0,1\n0.1,one\n", "'one' in column 'friction_force [N]' is not a finite number"),
    ("time [s],friction_force [m]\n" + "".join(f"{0.1 * i},1\n" for i in range(9)), "m cannot be converted to N"),
    ("time [N],friction_force [N]\n0,1\n", "the unit of column time [N]"),
]

with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    configuration = measurements.load(CONFIG)
    data = CONFIG.with_suffix(".csv")

    # The data of the demo agree with its documentation.
    made = measurements.Measurements(program, configuration, ["friction_force"], NOISE)
    made.write(folder / "made.csv", SEED)
    assert (folder / "made.csv").read_bytes() == data.read_bytes(), "the data of the demo are others"
    deviation = configuration["identify"]["data"][0]["standard_deviation"]
    assert abs(deviation - made.deviations[0]) <= 5e-4 * deviation, f"their deviation is {made.deviations[0]}"

    # The true values are found, bit-identical for any number of jobs, and libraries print nothing.
    said = call(folder / "one", "--jobs", "1")
    assert said == "", said
    check_truth(result(folder / "one"), measurements.truth(configuration), "LuGre")
    call(folder / "three", "--jobs", "3")
    files = sorted(path.relative_to(folder / "one") for path in (folder / "one").rglob("*") if path.is_file())
    assert {path.name for path in files} >= {"identification.json", "residuals.csv", "fitted.json",
                                             "identification.html"}, files
    for file in files:
        assert (folder / "one" / file).read_bytes() == (folder / "three" / file).read_bytes(), f"{file} differs"
    said = call(folder / "one", expected=2)
    assert "replace it with --force" in said, said
    summary = json.loads(call(folder / "one", "--resume", "--json"))
    assert summary["exit_code"] == 0 and summary["parameters"] == result(folder / "one")["parameters"], summary
    assert all(pathlib.Path(summary[key]).exists() for key in ("identification", "fitted", "residuals", "report")), summary
    # Missing files are generated again.
    for name in ("fitted.json", "identification.html"):
        missing = folder / "one" / "identify-friction" / "identify" / name
        whole = missing.read_bytes()
        missing.unlink()
        said = call(folder / "one", "--resume")
        assert "files of the results are missing" in said and missing.read_bytes() == whole, said
    # Results of another configuration, or of a data file that has changed since, are not reused.
    before = (folder / "one" / "identify-friction" / "identify" / "identification.json").read_bytes()
    said = call(folder / "one", "--resume", *settings([f"{D}/standard_deviation=0.09"]), expected=2)
    assert "identification.json: belongs to another identification" in said, said
    assert (folder / "one" / "identify-friction" / "identify" / "identification.json").read_bytes() == before
    short = settings(["/identify/iterations=2", f"{D}/file={folder / 'changing.csv'}"])
    (folder / "changing.csv").write_bytes(data.read_bytes())
    said = call(folder / "changing", *short)
    assert "the search reached its iteration limit" in said, said
    call(folder / "changing", *short, "--resume")
    lines = data.read_text().splitlines()
    lines[-1] = lines[-1].split(",")[0] + ",0"
    (folder / "changing.csv").write_text("\n".join(lines) + "\n")
    said = call(folder / "changing", *short, "--resume", expected=2)
    assert "identification.json: belongs to another identification" in said, said
    call(folder / "changing", *short, "--force")

    # The fitted configuration, executed separately, reproduces the curve of the fit.
    fitted = folder / "one" / "identify-friction" / "identify" / "fitted.json"
    headers, columns = measurements.history(program, json.loads(fitted.read_text()))
    residuals = (fitted.parent / "residuals.csv").read_text().splitlines()
    at = residuals[0].split(",").index("fitted")
    for line, value in zip(residuals[1:], columns[headers.index("friction_force [N]")]):
        # Times in the file have nine digits, and forces change by at most 1e4 N/s.
        assert abs(float(line.split(",")[at]) - value) <= 1e4 * 3e-9, line

    # The standard error of one parameter is s/|dF/dp|. The force is linear in the viscosity: any two runs give dF/dp.
    call(folder / "single", *settings([P + '=[{"pointer": "/runs/0/law/viscosity", "start": 1, "low": 0, "high": 5}]']))
    forces = [measurements.history(program, configuration, [f"/runs/0/law/viscosity={value}"])[1][
        headers.index("friction_force [N]")] for value in (0, 1)]
    slope = sum((after - before) ** 2 for before, after in zip(*forces)) ** 0.5
    single = result(folder / "single")["parameters"][0]
    found = single["standard_error"]
    # Forces up to 12 N have errors of 1e-10 in each of some thousand steps; the differences change them by up to 0.1 N.
    assert abs(found * slope / deviation - 1) <= 1e-4, (found, deviation / slope)
    # With a known deviation, 95 % of a normal distribution are within 1.959964 standard errors.
    low, high = single["interval_95"]
    assert abs((high - low) / (2 * 1.959964 * found) - 1) <= 1e-6, single

    # Generalised Maxwell slip with three elements.
    gms = measurements.gms(configuration, folder / "gms.csv")
    made_gms = measurements.Measurements(program, gms, ["friction_force"], NOISE)
    made_gms.write(folder / "gms.csv", SEED)
    gms["identify"]["data"][0]["standard_deviation"] = made_gms.deviations[0]
    (folder / "gms.json").write_text(json.dumps(gms))
    check_truth(measurements.identify(program, folder / "gms.json", folder / "gms"), measurements.truth(gms), "GMS")
    shares = [element["share"] for element in json.loads(
        (folder / "gms" / "identify-gms" / "identify" / "fitted.json").read_text())["runs"][0]["law"]["elements"]]
    assert abs(sum(shares) - 1) <= 1e-12, shares

    # An offset and a time shift of the sensor are identified together with the parameters.
    sensor = ["/identify/data/0/offset=" + '{"start": 0, "low": -5, "high": 5}',
              "/identify/data/0/time_shift=" + '{"start": 0, "low": -0.02, "high": 0.02}', f"{D}/from=0.1",
              f"{D}/until=2.9", f"{D}/file={folder / 'sensor.csv'}"]
    made.write(folder / "sensor.csv", SEED + 1, lambda time, values: [values[0] + 1.5])
    text = (folder / "sensor.csv").read_text().splitlines()
    shifted = [text[0]] + [f"{float(line.split(',')[0]) + 0.01:.9g},{line.split(',')[1]}" for line in text[1:-2]]
    (folder / "sensor.csv").write_text("\n".join(shifted) + "\n")
    call(folder / "sensor", *settings(sensor))
    check_truth(result(folder / "sensor"), [*measurements.truth(configuration), 1.5, -0.01], "with a sensor")
    units = [parameter["unit"] for parameter in result(folder / "sensor")["parameters"]]
    assert units == ["-", "-", "m/s", "1/m", "s/m", "s/m", "N", "s"], units

    # Outliers: with Huber's loss the true values are found as well as without outliers; least squares miss them.
    wild = {50, 121, 240, 333, 471}
    rows = data.read_text().splitlines()
    (folder / "wild.csv").write_text("\n".join(
        line if i not in wild else f"{line.split(',')[0]},40" for i, line in enumerate(rows)) + "\n")
    huber = "/identify/loss=" + '{"type": "huber", "scale": 1.5}'
    call(folder / "huber", *settings([f"{D}/file={folder / 'wild.csv'}", huber]))
    check_truth(result(folder / "huber"), measurements.truth(configuration), "with outliers")
    said = call(folder / "squares", *settings([f"{D}/file={folder / 'wild.csv'}"]))
    assert "residuals exceed the given standard deviations" in said, said

    # Without a given standard deviation it is estimated from the residuals: with m - n = 595 to 1/sqrt(2 595) = 2.9 %.
    call(folder / "unknown", *settings([f"{D}/standard_deviation=0"]))
    shown = result(folder / "unknown")["fit"]["residual_deviation"]
    assert abs(shown / deviation - 1) <= 4 * 0.029, shown

    # Several starts for two of the parameters: those that converge have the same cost.
    three_starts = settings(["/identify/starts=3", "/identify/seed=5", P + "=" + json.dumps([
        {"pointer": f"/runs/0/law/coefficient/{key}", "start": start, "low": 0.1, "high": 2}
        for key, start in (("static", 0.7), ("kinetic", 0.3))])])
    call(folder / "starts", *three_starts)
    starts = result(folder / "starts")["starts"]
    assert len(starts) == 3 and starts[0]["start"] != starts[1]["start"] != starts[2]["start"], starts
    costs = [start["cost"] for start in starts if start.get("settled")]
    assert starts[result(folder / "starts")["best_start"]]["cost"] == min(start["cost"] for start in starts if "cost" in start)
    # At the end a step changes the cost by less than this.
    assert len(costs) > 1 and max(costs) - min(costs) <= 1e-6 * min(costs), starts

    # Two factors of a product are reported as not identifiable, and neither is reported as fitted.
    pair = ['/runs/0/law={"type": "dahl", "coefficient": 0.5, "stiffness": 1e4}',
            P + '=[{"pointer": "/drive/normal_force", "start": 15, "low": 5, "high": 50}, '
            '{"pointer": "/runs/0/law/coefficient", "start": 0.4, "low": 0.1, "high": 1}, '
            '{"pointer": "/runs/0/law/stiffness", "start": 5000, "low": 1000, "high": 20000, '
            '"scale": "logarithmic"}]']
    said = call(folder / "pair", *settings(pair), expected=3)
    assert "cannot distinguish normal_force and coefficient and stiffness" in said, said
    assert not (folder / "pair" / "identify-friction" / "identify" / "fitted.json").exists(), "something was fitted"
    said = call(folder / "pair", *settings(pair), "--resume", "--json", expected=3)
    assert "the data do not tell all parameters" in said, said
    summary = json.loads(said[said.index("{"):])
    assert summary["exit_code"] == 3 and "fitted" not in summary, summary
    said = call(folder / "pair", *settings(pair), "--force", expected=3)
    assert "cannot distinguish" in said, said
    verdict = result(folder / "pair")
    assert not verdict["identifiability"]["identifiable"] and "value" not in verdict["parameters"][0], verdict

    # A steady belt computes perturbed copies together: derivatives by three parameters take one run instead of six.
    # There are therefore at most two runs for each iteration and for the start, and one at the end. The same holds for
    # the string.
    steady = measurements.load(CONFIG.parent / "creep_sweep.json")
    del steady["sweep"]
    driven = steady["drive"]["pulleys"][1]
    driven["bearing_damping"] = 0.05
    driven["motion"]["torques"][0]["moment"] = {"type": "piecewise_linear", "time": [0, 1], "value": [2, 30]}
    columns = ["angular_velocity_2", "span_force_2", "torque_1"]
    for formulation in ("eulerian_ale", "analytic_string"):
        if formulation == "eulerian_ale":
            steady["runs"][0].update(time_step=0.1, elements_per_pulley=12)
            steady["output"] = {"history_interval": 0.1}
        else:
            steady["runs"] = [{"name": "steady", "formulation": formulation, "time_step": 0.25}]
            steady["output"] = {"history_interval": 0.25}
        steady.pop("identify", None)
        made_steady = measurements.Measurements(program, steady, columns, 0.002)
        made_steady.write(folder / "steady.csv", SEED)
        steady["identify"] = {
            "parameters": [
                {"pointer": "/drive/contact/friction/coefficient", "start": 0.7, "low": 0.2, "high": 1.5},
                {"pointer": "/drive/belt/axial_stiffness", "start": 9e3, "low": 6e3, "high": 2e4, "scale": "logarithmic"},
                {"pointer": "/drive/pulleys/1/bearing_damping", "start": 0.1, "low": 0.01, "high": 0.5}],
            "data": [{"column": column, "file": str(folder / "steady.csv"), "standard_deviation": deviation}
                     for column, deviation in zip(columns, made_steady.deviations)]}
        (folder / "steady.json").write_text(json.dumps(steady))
        found = measurements.identify(program, folder / "steady.json", folder / formulation)
        check_truth(found, measurements.truth(steady), f"steady {formulation}")
        assert found["runs"] <= 3 + 2 * found["starts"][0]["iterations"], found["runs"]

    # A run that fails shortens the search step; a failing start is skipped; if all starts fail, this is an error.
    trap = [f"{P}/1/high=3", f"{P}/1/start=0.45", f"{P}/0/low=0.3"]  # kinetic above static is refused
    call(folder / "trap", *settings(trap))
    check_truth(result(folder / "trap"), measurements.truth(configuration), "beside a forbidden region")
    said = call(folder / "none", *settings([f"{P}/0/start=0.2", f"{P}/1/start=1.9"]), expected=3)
    assert "no fit from 1 start" in said and "is below the kinetic coefficient" in said, said

    # Measured values so large that squares of residuals overflow are an error of the data.
    rows = CONFIG.with_suffix(".csv").read_text().splitlines()
    (folder / "huge.csv").write_text("\n".join([*rows[:-1], rows[-1].split(",")[0] + ",-1e300"]) + "\n")
    said = call(folder / "huge", *settings([f"{D}/file={folder / 'huge.csv'}"]), expected=3)
    assert "a residual of friction_force is " in said and "check the data and its deviations" in said, said

    # Invalid input is refused with one message before anything is written.
    for assignments, message in BROKEN:
        said = call(folder / "broken", *settings(assignments), expected=2)
        assert message in said and said.count("error:") == 1, f"{assignments}: {said}"
    for text, message in BROKEN_DATA:
        (folder / "broken.csv").write_text(text)
        said = call(folder / "broken", *settings([f"{D}/file={folder / 'broken.csv'}"]), expected=2)
        assert message in said and said.count("error:") == 1, f"{text}: {said}"
    assert not (folder / "broken").exists(), "something was written"
    plain = {key: value for key, value in configuration.items() if key != "identify"}
    (folder / "plain.json").write_text(json.dumps(plain))
    said = call(folder / "broken", expected=2, config=folder / "plain.json")
    assert 'has no "identify"' in said, said

    # An interruption ends the search cleanly; resumed, it gives the same bytes as an uninterrupted one.
    process = subprocess.Popen([program, "identify", str(CONFIG), "--out", str(folder / "stopped"), *three_starts],
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    process.stderr.readline()  # message of the first start
    process.send_signal(signal.SIGINT)
    begun = time.monotonic()
    said = process.communicate(timeout=LONGEST)[1].decode(errors="replace")
    assert process.returncode == 130 and "--resume continues" in said, f"exit code {process.returncode}\n{said}"
    assert time.monotonic() - begun < 10, "it continued"
    stopped = folder / "stopped" / "identify-friction" / "identify"
    assert [path.name for path in stopped.iterdir()] == ["runs.jsonl"], list(stopped.iterdir())
    said = call(folder / "stopped", *three_starts, expected=2)
    assert "belongs to an interrupted identification; resume it with --resume, or replace it with --force" in said, said
    said = call(folder / "stopped", "--resume", expected=2)
    assert "belongs to another identification" in said, said
    runs = (stopped / "runs.jsonl").read_bytes()
    (stopped / "runs.jsonl").write_bytes(runs.replace(b"time", b"tame", 1))
    said = call(folder / "stopped", *three_starts, "--resume", expected=5)
    assert "runs.jsonl:2: the line is damaged" in said, said
    (stopped / "runs.jsonl").write_bytes(runs[:-20])  # an incomplete last line
    call(folder / "stopped", *three_starts, "--resume")
    for file in ("identification.json", "residuals.csv", "fitted.json"):
        assert (stopped / file).read_bytes() == (folder / "starts" / "identify-friction" / "identify" / file).read_bytes()
    assert not (stopped / "runs.jsonl").exists()
    call(folder / "stopped", *three_starts, "--resume")  # already complete

    # Measurements of the same contact under other conditions and by another run are fitted together.
    several = measurements.load(CONFIG)
    several["name"] = "identify-several"
    several["runs"].append({**json.loads(json.dumps(several["runs"][0])), "name": "again"})
    several["identify"]["parameters"] = [
        {"pointer": f"/runs/{run}/law/coefficient/{key}", "name": f"{key}_{run}", "start": start, "low": 0.1, "high": 2}
        for run in (0, 1) for key, start in (("static", 0.5), ("kinetic", 0.3))]
    load = 2 * several["drive"]["normal_force"]
    alone = {**several, "runs": several["runs"][:1]}
    made_plain = measurements.Measurements(program, alone, ["friction_force"], NOISE)
    made_loaded = measurements.Measurements(program, alone, ["friction_force"], NOISE, [f"/drive/normal_force={load}"])
    made_plain.write(folder / "plain.csv", SEED)
    made_loaded.write(folder / "loaded.csv", SEED + 1)
    entry = {"column": "friction_force", "file": str(folder / "plain.csv"), "standard_deviation": made_plain.deviations[0]}
    several["identify"]["data"] = [
        {**entry, "run": several["runs"][0]["name"]}, {**entry, "run": "again"},
        {**entry, "run": "again", "file": str(folder / "loaded.csv"), "standard_deviation": made_loaded.deviations[0],
         "conditions": [{"pointer": "/drive/normal_force", "value": f"{load} N"}]}]
    (folder / "several.json").write_text(json.dumps(several))
    found = measurements.identify(program, folder / "several.json", folder / "several")
    check_truth(found, measurements.truth(several), "several runs")
    # Two series with the same relative noise replace one.
    errors = {parameter["name"]: parameter["standard_error"] for parameter in found["parameters"]}
    assert errors["static_1"] < 0.8 * errors["static_0"], errors
    assert [series["column"] for series in found["residuals"]][2] == f"friction_force [N] (again, /drive/normal_force = {load:g})"
    for assignments, message in (
            (["/identify/data/1/run=agian"], "is not the name of a run in this file"),
            (["/identify/data/1/run="], "is missing, but there are several runs"),
            (["/identify/data/2/conditions/0/pointer=/drive/normal_farce", "/identify/data/2/conditions/0/value=1"],
             "does not point to a number of the drive or of a run"),
            (["/identify/data/2/conditions/0/value=30 m"], "m cannot be converted to N"),
            (["/identify/data/2/conditions/0/pointer=/runs/0/law/stiffness", "/identify/data/2/conditions/0/value=1"],
             "one belongs to another run than was measured"),
            (["/identify/data/2/conditions/0/pointer=/runs/1/law/coefficient/static",
              "/identify/data/2/conditions/0/value=1"], "one is fitted")):
        said = call(folder / "broken_several", *settings(assignments), expected=2, config=folder / "several.json")
        assert message in said and said.count("error:") == 1, f"{assignments}: {said}"
