"""Shards of a run as an array of Slurm on this machine: one task is killed and repeated, the stores are merged, and the merged store is
compared with that of a run without shards, bit by bit.  Starts munged, slurmctld and slurmd of its own in FOLDER and stops them at the
end.  Without Slurm, munge or root: SKIP with the reason (exit code 77).

usage: slurm.py GRAVEL FOLDER [CASE...]     default: all cases, quick tier"""
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import same_records

SHARDS, KILLED = 8, 3
cores = len(os.sched_getaffinity(0))  # `taskset -c 0` gives Slurm one
gravel, folder, cases = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3:] or ["all"]
started = time.monotonic()

configuration = """\
ClusterName=gravel
SlurmctldHost={host}
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
# A busy machine answers late.
MessageTimeout=100
SlurmctldPort=16817
SlurmdPort=16818
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SchedulerParameters=sched_interval=1,batch_sched_delay=1
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
SlurmdParameters=config_overrides
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=UNLIMITED State=UP
"""


def say(text):
    print(f"{time.monotonic() - started:7.1f} s  {text}", flush=True)


def skip(reason):
    print(f"SKIP: {reason}")
    sys.exit(77)


def run(*words, code=0, **how):
    done = subprocess.run([str(w) for w in words], text=True, capture_output=True, env=environment, **how)
    assert code is None or done.returncode == code, (words, done.returncode, done.stdout[-2000:], done.stderr[-2000:])
    return done


def wait(what, ready, seconds=60):
    end = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < end, f"{what}: not within {seconds} s; see the logs in {folder}"
        time.sleep(0.3)


def start_cluster(daemons):
    """The daemons, in the foreground, as child processes that are appended to the list."""
    host = socket.gethostname().split(".")[0]
    for name in "state", "spool":
        (folder / name).mkdir()
    (folder / "slurm.conf").write_text(configuration.format(host=host, folder=folder, cpus=cores))
    (folder / "munge.key").write_bytes(os.urandom(128))
    (folder / "munge.key").chmod(0o400)
    for words in (["munged", "--foreground", "--force", f"--socket={folder}/munge.socket", f"--key-file={folder}/munge.key",
                   f"--pid-file={folder}/munged.pid", f"--log-file={folder}/munged.log", f"--seed-file={folder}/munged.seed"],
                  ["slurmctld", "-D"], ["slurmd", "-D"]):
        with open(folder / f"{words[0]}.out", "w") as log:
            daemons.append(subprocess.Popen(words, stdout=log, stderr=log, env=environment))
        if words[0] == "munged":
            wait("munged", (folder / "munge.socket").exists)
    wait("the node", lambda: re.search("idle", run("sinfo", "--noheader", "-o", "%t", code=None).stdout))
    say(f"Slurm {run('sinfo', '--version').stdout.split()[1]}: one node of {cores} core(s)")


def stop_cluster(daemons):
    for daemon in reversed(daemons):
        daemon.send_signal(signal.SIGTERM)
        try:
            daemon.wait(timeout=30)
        except subprocess.TimeoutExpired:
            daemon.kill()


def states(job):
    """Task to state of those that Slurm still knows as waiting or running."""
    done = run("squeue", "--noheader", "-r", "-j", job, "-o", "%K %T", code=None)
    if done.returncode != 0 and "Invalid job id" not in done.stderr:
        return {"all": "UNKNOWN"}  # no answer in time; of a job that is forgotten there is the other message
    return dict(line.split() for line in done.stdout.splitlines())


def wait_for(job):
    wait(f"job {job}", lambda: not states(job), 24 * 3600)


def submit(*words):
    # The controller of a busy machine may not answer in time.  A task that is submitted twice by that only goes on.
    for _ in range(5):
        done = run("sbatch", "--parsable", f"--output={folder}/task-%a.log", "--open-mode=append", *words, folder / "gravel.sbatch", code=None)
        if "timed out" not in done.stderr:
            break
    assert done.returncode == 0, done.stderr
    job = done.stdout.strip()
    say(f"sbatch {' '.join(words)} {folder.name}/gravel.sbatch: job {job}")
    return job


def kill_one(job):
    """Kill a task on its way: some of its points are stored, others not."""
    part = folder / f"merged.sqlite.shards/{KILLED}-of-{SHARDS}.sqlite"
    wait("the first points of the task", lambda: part.exists() and len(points_of(part)) > 2, 24 * 3600)
    wait("that the task runs", lambda: states(job).get(str(KILLED)) == "RUNNING")
    run("scancel", "--signal=KILL", "--full", f"{job}_{KILLED}")
    wait("the end of the killed task", lambda: not {str(KILLED), "all"} & states(job).keys())
    n = len(points_of(part))
    say(f"task {KILLED} was killed with {n} of its points stored")
    return n


def points_of(store):
    try:
        return same_records.of(store)
    except Exception:  # the store is being created
        return {}


def tasks_agree_with_the_plan():
    logs = [(folder / f"task-{k}.log").read_text() for k in range(1, SHARDS + 1)]
    sizes = [int(re.search(rf"shard {k}/{SHARDS}: (\d+) of (\d+) points", log)[1]) for k, log in enumerate(logs, 1)]
    total = int(re.search(r"of (\d+) points", logs[0])[1])
    assert sum(sizes) == total, (sizes, total)
    say(f"points a task: {sizes}, {total} in all")


def main():
    daemons = []
    try:
        start_cluster(daemons)
        plan = ["plan", *cases, "--tasks", str(SHARDS), "--slurm", "--store", folder / "merged.sqlite"]
        (folder / "gravel.sbatch").write_text(run(gravel, *plan, cwd=folder).stdout)
        # Slurm has no limit on time here; the machine may be busy.
        job = submit("--time=0", "--mem=0")
        n_before = kill_one(job)
        wait_for(job)
        say("the other tasks have ended")
        again = submit("--time=0", "--mem=0", f"--array={KILLED}")
        wait_for(again)
        last = re.findall(r"\d+ points, .* in .*", (folder / f"task-{KILLED}.log").read_text())[-1]
        say(f"task {KILLED}, repeated: {last}")
        assert int(re.search(r"(\d+) reused", last)[1]) >= n_before, last
        tasks_agree_with_the_plan()
    finally:
        stop_cluster(daemons)
    parts = sorted((folder / "merged.sqlite.shards").glob(f"*-of-{SHARDS}.sqlite"))
    assert len(parts) == SHARDS
    say(run(gravel, "merge", *parts, "-o", folder / "merged.sqlite").stdout.strip())
    if not (folder / "whole.sqlite").exists():
        done = run(gravel, "run", *cases, "--quiet", "--store", folder / "whole.sqlite", code=None)
        say("without shards: " + re.findall(r"\d+ points, .* in .*", done.stdout)[-1])
    whole, merged = same_records.of(folder / "whole.sqlite"), same_records.of(folder / "merged.sqlite")
    found = same_records.difference(whole, merged)
    assert len(whole) > SHARDS and not found, found
    say(f"{len(whole)} records of the merged store and of the run without shards are equal, bit by bit")


signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # which stops the daemons
for program in "slurmctld", "slurmd", "sbatch", "munged":
    if shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin") is None:
        skip(f"{program} is not installed (slurmctld slurmd slurm-client munge)")
if os.getuid() != 0:
    skip("slurmd needs root")
shutil.rmtree(folder, ignore_errors=True)
folder.mkdir(parents=True)
(folder / "bin").mkdir()
(folder / "bin/gravel").symlink_to(gravel)
environment = {**os.environ, "SLURM_CONF": str(folder / "slurm.conf"), "NO_COLOR": "1",
               "PATH": f"{folder}/bin:{os.environ['PATH']}:/usr/sbin"}
environment.pop("GRAVEL_STORE", None)
main()
