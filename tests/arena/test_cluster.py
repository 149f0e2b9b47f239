"""The same races on a real Ray, started here: the same table, also when one of its workers is killed."""

import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import threading
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

import karacho
from karacho.arena.cluster import Cluster
from karacho.arena.plan import Plan
from karacho.arena.workers import Workers
from tests.arena.leagues import HERE, played, timeless

pytest.importorskip("ray", reason="Ray is not installed: pip install 'karacho[cluster]' (make test does)")

PLAN = Plan("stich-rallye", ("random", "rule", "search:worlds=3,flat"), seats=3, races=18, seed=5)
SLOW = Plan("stich-rallye", ("random", f"{HERE}Slow"), seats=3, races=12, seed=5)

# Only this test's processes may talk to this test's Ray.
ENVIRONMENT = {
    "RAY_AUTH_MODE": "token",
    "RAY_AUTH_TOKEN": secrets.token_hex(32),
    "RAY_USAGE_STATS_ENABLED": "0",
    "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
}

# Ray's own warnings and threads stay out of this process.
LEAGUE = """
import json, sys
from karacho.arena.cluster import Cluster
from karacho.arena.plan import Plan

plan = Plan(**json.loads(sys.argv[1]))
cluster = Cluster(plan, sys.argv[2])
for result in cluster.run(range(plan.total)):
    print(json.dumps(result), flush=True)
print(cluster.lost, flush=True)
"""


@pytest.fixture(scope="module")
def ray_head():
    for _ in range(4):
        with head_process() as (pid, address):
            if address:
                yield pid, address
                return
    pytest.fail("Ray did not start")


@contextmanager
def head_process():
    script = Path(__file__).parent / "ray_head.py"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, script], env={**os.environ, **ENVIRONMENT}, **pipes) as head:
        assert head.stdin is not None
        assert head.stdout is not None
        yield head.pid, head.stdout.readline().strip()
        started = offspring(head.pid)
        head.stdin.close()
        head.wait(120)
        for pid in started:  # a Ray that did not start leaves some of its processes behind
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def start(plan, address):
    described = json.dumps({k: v for k, v in plan.data().items() if k not in ("rules_version", "behind")})
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    command = [sys.executable, "-c", LEAGUE, described, address]
    return subprocess.Popen(command, env={**os.environ, **ENVIRONMENT}, **pipes)


def finish(process):
    out, err = process.communicate(timeout=600)
    assert process.returncode == 0, err
    *lines, lost = [line for line in out.splitlines() if re.match(r"{|\d+$", line)]  # Ray tells of lost workers here
    return sorted((json.loads(line) for line in lines), key=lambda result: result["race"]), int(lost)


def test_a_cluster_gives_the_same_table(ray_head):
    results, lost = finish(start(PLAN, ray_head[1]))
    assert lost == 0
    assert [timeless(result) for result in results] == played(Workers(PLAN, 1), PLAN)


def test_a_killed_workers_races_are_run_again(ray_head):
    head, address = ray_head
    process = start(SLOW, address)
    for _ in range(1200):
        busy = [pid for pid in offspring(head) if b"ray::play_portion" in command_of(pid)]
        if busy:
            break
        threading.Event().wait(0.05)
    else:
        process.kill()
        pytest.fail("no worker of the cluster began to race")
    os.kill(busy[0], signal.SIGKILL)
    results, lost = finish(process)
    assert lost >= 1
    assert [timeless(result) for result in results] == played(Workers(SLOW, 1), SLOW)


def test_the_command_races_on_a_cluster(ray_head, tmp_path):
    bots = ["--bots", "random,rule", "--seats", "3", "--races", "6", "--seed", "4", "--plots", "none"]
    tables = []
    for place in (["--ray", ray_head[1]], ["--processes", "1"]):
        out = tmp_path / place[0]
        arguments = ["league", "stich-rallye", *bots, *place, "--out", str(out), "--markdown"]
        code = f"from karacho.cli import main; main({arguments!r})"
        environment = {**os.environ, **ENVIRONMENT}
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment
        )
        assert done.returncode == 0, done.stderr
        # All but the column with the thinking time.
        tables.append([[cell for i, cell in enumerate(line.split("|")) if i != 6] for line in done.stdout.splitlines()])
    assert tables[0] == tables[1]


@pytest.mark.parametrize("kind", [Exception, RuntimeError])
def test_a_ray_that_does_not_start_is_told(kind, monkeypatch):
    def fail(**_):
        raise kind("The current node timed out during startup.")

    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(init=fail))
    with pytest.raises(karacho.KarachoError, match="no Ray cluster at local: The current node timed out"):
        next(Cluster(PLAN, "local").run([0]))


def test_a_ray_that_answers_and_lets_nobody_in_is_told(monkeypatch):
    def fail(**_):
        raise RuntimeError("Unauthenticated")

    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(init=fail))
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        told = f"Ray at {address} did not let this command in: Unauthenticated (if it asks for a token, set RAY_AUTH_"
        with pytest.raises(karacho.KarachoError, match=re.escape(told)):
            next(Cluster(PLAN, address).run([0]))


def test_ray_does_not_decide_what_sigterm_does(monkeypatch):
    before = signal.getsignal(signal.SIGTERM)

    def init(**_):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)

    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(init=init))
    try:
        Cluster(PLAN, "local")._connect()
        assert signal.getsignal(signal.SIGTERM) == before
    finally:
        signal.signal(signal.SIGTERM, before)


def offspring(pid):
    """All processes that come from one."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
    found = [pid]
    for each in found:
        found += [child for child, parent in parents.items() if parent == each]
    return found[1:]


def command_of(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""
