# SPDX-License-Identifier: MIT
"""A sweep as a Slurm array gives the bytes of a single process, even if one of its tasks is killed.

Usage: slurm_test.py BELTDYN

Starts munged, slurmctld and slurmd on this machine, with separate keys, state and ports, and submits
examples/cluster/slurm_sweep.sh. Needs root and Debian's slurm-wlm and munge; without them it is skipped (exit code 77).
"""
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONFIG = ROOT / "configs" / "demo" / "creep_sweep.json"
SHARDS = 8
LONGEST = 240  # [s]
SKIPPED = 77

program = pathlib.Path(sys.argv[1]).resolve()


def missing():
    if os.geteuid() != 0:
        return "it takes root to start slurmd"
    tools = [tool for tool in ("munged", "slurmctld", "slurmd", "sbatch", "scancel") if not shutil.which(tool)]
    return f"{', '.join(tools)} not installed" if tools else ""


def free_ports(count):
    """Ports that are currently free."""
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def wait_until(holds, what, longest=60):
    end = time.monotonic() + longest
    while not holds():
        assert time.monotonic() < end, f"{what}: not within {longest} s"
        time.sleep(0.05)


class Cluster:
    """Slurm with one node, this machine."""

    def __init__(self, folder):
        self.folder = folder
        name = socket.gethostname().split(".")[0]
        control, node = free_ports(2)
        (folder / "key").write_bytes(os.urandom(1024))
        (folder / "key").chmod(0o400)
        for place in ("state", "spool"):
            (folder / place).mkdir()
        (folder / "slurm.conf").write_text(f"""ClusterName=beltdyn-test
SlurmctldHost={name}(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
SlurmctldPort={control}
SlurmdPort={node}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
SchedulerParameters=sched_interval=1,batch_sched_delay=0,defer_batch
NodeName={name} NodeAddr=127.0.0.1 CPUs={os.cpu_count()} State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES State=UP
""")
        self.environment = {**os.environ, "SLURM_CONF": str(folder / "slurm.conf"), "NO_COLOR": "1",
                            "PATH": f"{program.parent}:{os.environ['PATH']}"}
        self.daemons = []

    def start(self, *command):
        log = (self.folder / f"{command[0]}.log").open("w")
        self.daemons.append(subprocess.Popen(command, env=self.environment, stdout=log, stderr=log))

    def __enter__(self):
        socket_file = self.folder / "munge.socket"
        self.start("munged", "--foreground", "--force", f"--key-file={self.folder}/key", f"--socket={socket_file}",
                   f"--pid-file={self.folder}/munged.pid", f"--seed-file={self.folder}/seed",
                   f"--log-file={self.folder}/munged-log")
        wait_until(socket_file.exists, "munged")
        self.start("slurmctld", "-D")
        self.start("slurmd", "-D")
        wait_until(lambda: "idle" in self.call("sinfo", "--noheader", "--format=%T").stdout, "the node")
        return self

    def __exit__(self, *_):
        for daemon in reversed(self.daemons):
            daemon.terminate()
            try:
                daemon.wait(20)
            except subprocess.TimeoutExpired:
                daemon.kill()

    def call(self, *command):
        return subprocess.run(command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              timeout=LONGEST)


why = missing()
if why:
    print(f"skipped: {why}")
    sys.exit(SKIPPED)
with tempfile.TemporaryDirectory(prefix="beltdyn-slurm-") as name:
    folder = pathlib.Path(name)
    folder.chmod(0o755)
    subprocess.run([program, "sweep", CONFIG, "--out", folder / "one", "--quiet"], check=True, timeout=LONGEST)
    with Cluster(folder) as cluster:
        rows = folder / "array" / "creep-sweep" / "sweep"
        submitted = subprocess.Popen([ROOT / "examples" / "cluster" / "slurm_sweep.sh", CONFIG, folder / "array", str(SHARDS)],
                                     cwd=folder, env=cluster.environment, stdout=subprocess.PIPE,
                                     stderr=subprocess.STDOUT, text=True)
        # The third task is killed as soon as it has begun to write.
        victim = rows / f"rows-3-of-{SHARDS}.csv"
        wait_until(lambda: victim.exists() or submitted.poll() is not None, "the third task", LONGEST)
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                command = (process / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if f"3/{SHARDS}".encode() in command and str(folder / "array").encode() in command:
                os.kill(int(process.name), signal.SIGKILL)
                print("killed the third task")
        said = submitted.communicate(timeout=LONGEST)[0]
        assert submitted.returncode == 0, said
        print(said)
        assert (rows / "sweep.csv").read_bytes() == (folder / "one" / "creep-sweep" / "sweep" / "sweep.csv").read_bytes()
