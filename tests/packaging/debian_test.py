# SPDX-License-Identifier: MIT
"""The Debian packages in a minimal Debian 12: debian_test.py [--packages FOLDER]

Builds the packages by scripts/package, or takes those of FOLDER; checks them with lintian; installs them into a fresh
Debian of debootstrap; and runs their contents there as a user. Needs root rights and a mirror of Debian.
"""
import argparse
import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77
SUITE = "bookworm"
MIRROR = "http://deb.debian.org/debian"
USER = "tester"
NEEDED = ["man-db", "bash-completion", "gnuplot-nox", "librsvg2-bin", "g++", "pkg-config"]

# Commands of a user after the installation, with patterns for their output.
SESSION = [
    ("beltdyn --version", r"^beltdyn \d+\.\d+\.\d+ "),
    ("cp -r /usr/share/doc/beltdyn/examples/configs .", ""),
    ("beltdyn compare configs/demo/contour.json --out results && ls results/*/report.html results/*/figures/*.svg",
     r"report\.html"),
    ("beltdyn compare configs/demo/belt.json --only ale --only front_tracking --set /end_time=0.2 --json --out results",
     r'"exit_code": 0'),
    # The module with Ceres Solver and the library of NetCDF are opened at run time.
    ("beltdyn identify configs/demo/identify_friction.json --out results && ls results/*/identify/fitted.json", "fitted.json"),
    ("beltdyn sweep configs/demo/creep_sweep.json --out results && ls results/*/sweep/sweep.nc", "sweep.nc"),
    ("beltdyn verify oborin-2018/abel", "0 failed"),
    ("""python3 -c 'import beltdyn; print(beltdyn.__version__, beltdyn.run("configs/demo/belt.json", only=["ale"],
        changes={"/end_time": 0.01})["ale"]["span_force_1"][-1])'""", r"^\d+\.\d+\.\d+ [\d.]+$"),
    ("""python3 -c 'import beltdyn; print(beltdyn.compare("configs/demo/contour.json").page.name)'""", "report.html"),
    ("man beltdyn-run | cat", r"(?s)NAME\s+beltdyn-run - run the formulations.*--force"),
    ("man -w beltdyn beltdyn-sweep && apropos beltdyn", "beltdyn-compare"),
    ("""bash -c 'source /usr/share/bash-completion/bash_completion; _completion_loader beltdyn; complete -p beltdyn
        COMP_WORDS=(beltdyn com); COMP_CWORD=1; _beltdyn; echo "${COMPREPLY[@]}"'""", r"(?s)-F _beltdyn beltdyn.*compare"),
    ("g++ -std=c++20 /usr/share/doc/libbeltdyn-dev/examples/simulation/main.cpp -o consumer"
     " $(pkg-config --cflags --libs beltdyn) && ./consumer /usr/share/doc/libbeltdyn-dev/examples/simulation/drive.json",
     "controlled speed 12.2"),
]


def call(*command, **options):
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          **options)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stdout}\nexit code {done.returncode}")
    return done.stdout


def step(text):
    print(f"== {text}", flush=True)


def inspect(packages):
    output = call("lintian", "--fail-on", "error", "--tag-display-limit", "0", *packages)
    print("\n".join(line for line in output.splitlines() if "running with root privileges" not in line))


@contextlib.contextmanager
def bare_debian(folder):
    call("debootstrap", "--variant=minbase", SUITE, folder, MIRROR)
    mounts = [("proc", folder / "proc"), ("sysfs", folder / "sys")]
    try:
        for kind, place in mounts:
            call("mount", "-t", kind, kind, place)
        yield folder
    finally:
        for _, place in mounts:
            subprocess.run(["umount", place], stderr=subprocess.DEVNULL, check=False)


def inside(folder, command, user=None):
    options = ["--userspec", user] if user else []
    home = f"/home/{user}" if user else "/root"
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": home, "LC_ALL": "C.UTF-8", "MANPAGER": "cat",
                   "DEBIAN_FRONTEND": "noninteractive"}
    return call("chroot", *options, folder, "sh", "-c", f"cd {home} && {command}", env=environment)


def install(folder, packages):
    for package in packages:
        shutil.copy(package, folder / "tmp")
    names = " ".join(f"/tmp/{package.name}" for package in packages)
    inside(folder, "apt-get update")
    inside(folder, f"apt-get install -y --no-install-recommends {names} {' '.join(NEEDED)}")
    inside(folder, f"useradd --create-home --shell /bin/bash {USER}")


def use(folder):
    for command, expected in SESSION:
        output = inside(folder, command, USER)
        print(f"$ {command}\n{output.rstrip()}", flush=True)
        if not re.search(expected, output, re.M):
            raise SystemExit(f"the output has no {expected}")


def remove(folder, packages):
    names = " ".join(package.name.split("_")[0] for package in packages)
    inside(folder, "python3 -c 'import beltdyn'")  # leaves compiled modules owned by root
    inside(folder, f"apt-get purge -y {names}")
    left = inside(folder, "find /usr /etc -iname '*beltdyn*'")
    if left:
        raise SystemExit(f"the packages leave behind\n{left}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--packages", type=pathlib.Path)
    arguments = parser.parse_args()
    missing = [name for name in ("debootstrap", "lintian") if shutil.which(name) is None]
    if os.geteuid() != 0 or missing:
        print("skipped: needs root rights, debootstrap and lintian")
        return 1 if missing and os.environ.get("BELTDYN_SKIP_NO_TEST") else SKIPPED
    if arguments.packages is None:
        step("build")
        call(ROOT / "scripts" / "package")
    packages = sorted((arguments.packages or ROOT / "build" / "package").glob("*.deb"))
    names = [package.name.split("_")[0] for package in packages]
    if names != ["beltdyn", "libbeltdyn-dev", "python3-beltdyn"]:
        raise SystemExit(f"the packages are {names}")
    step("lintian")
    inspect(packages)
    with tempfile.TemporaryDirectory(prefix="beltdyn-debian-") as work:
        step("debootstrap")
        with bare_debian(pathlib.Path(work) / SUITE) as folder:
            step("installation")
            install(folder, packages)
            step("use")
            use(folder)
            step("removal")
            remove(folder, packages)
    return 0


if __name__ == "__main__":
    sys.exit(main())
