import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from redis import Redis

from tests.conftest import wait_until
from worker.embedded import EmbeddedRedis, NoServerError, find_server
from worker.lifeline import is_running


def program(folder: Path, name: str) -> Path:
    path = folder / name
    path.write_text("#!/bin/sh\necho 'Redis server v=9.9.9 sha=0'\n")
    path.chmod(0o755)
    return path


def test_a_server_on_the_path_is_preferred_and_valkey_to_redis(tmp_path: Path) -> None:
    redis = program(tmp_path, "redis-server")
    assert find_server(str(tmp_path)).path == str(redis)
    valkey = program(tmp_path, "valkey-server")
    found = find_server(str(tmp_path))
    assert (found.path, found.bundled, found.version) == (str(valkey), False, "9.9.9")


def test_without_one_on_the_path_the_bundled_one_is_taken_or_its_absence_explained(tmp_path: Path) -> None:
    try:
        found = find_server(str(tmp_path))
    except NoServerError:
        assert sys.version_info >= (3, 13) or sys.platform != "linux"
        return
    assert found.bundled
    assert found.version.startswith("6.2.")


def test_where_there_is_none_the_sentence_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    with pytest.raises(NoServerError, match=r"set REDIS_URL .*apt install redis-server"):
        find_server(str(tmp_path))


def test_the_server_has_no_port_and_only_its_owner_may_enter_its_folder(private_redis: EmbeddedRedis) -> None:
    with Redis.from_url(private_redis.url) as client:
        assert client.config_get("port") == {"port": "0"}
        assert client.config_get("appendonly") == {"appendonly": "yes"}
        folder = Path(client.config_get("dir")["dir"])
        socket = Path(client.config_get("unixsocket")["unixsocket"])
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert socket.parent == folder


def test_what_was_written_is_there_after_kill_9_and_a_new_start(tmp_path: Path) -> None:
    redis = EmbeddedRedis(tmp_path, find_server())
    redis.start()
    with Redis.from_url(redis.url) as client:
        client.rpush("list", *range(100))
    assert redis.pid is not None
    os.kill(redis.pid, signal.SIGKILL)
    wait_until(lambda: not redis.is_up, "the end of the server")
    redis.start()
    with Redis.from_url(redis.url) as client:
        assert client.llen("list") == 100
    redis.stop()
    assert list(tmp_path.rglob("*.sock")) == []


def test_a_path_too_long_for_a_socket_is_worked_around_and_leaves_nothing(tmp_path: Path) -> None:
    data = tmp_path / ("long" * 30)
    redis = EmbeddedRedis(data, find_server())
    redis.start()
    folder = Path(redis.url.removeprefix("unix://").partition("?")[0]).parent
    with Redis.from_url(redis.url) as client:
        assert client.ping()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    redis.stop()
    assert not folder.exists()


def test_a_folder_that_a_crash_left_is_removed_by_the_next_start(tmp_path: Path) -> None:
    data = tmp_path / ("long" * 30)
    first = EmbeddedRedis(data, find_server())
    left = Path(first.url.removeprefix("unix://").partition("?")[0]).parent
    assert left.exists()
    second = EmbeddedRedis(data, find_server())
    assert not left.exists()
    second.stop()


def test_a_server_that_does_not_start_says_why(tmp_path: Path) -> None:
    redis = EmbeddedRedis(tmp_path, find_server())
    (tmp_path / "redis" / "appendonly.aof").write_text("this is no append-only file\r\n")
    (tmp_path / "redis" / "appendonlydir").write_text("and this is no folder")
    with pytest.raises(NoServerError, match=r"does not start: .*"):
        redis.start()


def test_the_server_ends_with_the_process_that_started_it(tmp_path: Path) -> None:
    script = (
        "import sys, time; from pathlib import Path; from worker.embedded import EmbeddedRedis, find_server\n"
        "redis = EmbeddedRedis(Path(sys.argv[1]), find_server()); redis.start(); print(redis.pid, flush=True)\n"
        "time.sleep(60)"
    )
    owner = subprocess.Popen([sys.executable, "-c", script, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert owner.stdout is not None
    server = int(owner.stdout.readline())
    assert is_running(server)
    owner.kill()
    owner.communicate()
    wait_until(lambda: not is_running(server), "the end of the server")
    assert list(tmp_path.rglob("*.sock")) == []
