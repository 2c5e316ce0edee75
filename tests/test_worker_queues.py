import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from rq import Queue
from rq.job import Job
from rq.serializers import JSONSerializer

from tests.conftest import Workplace, wait_until
from worker.queues import ALLOWED, BULK, SOLVE, AllowedJob, RefusedJobError, queue


def failure(connection: Redis, job_id: str) -> str:
    """Wait for a job to fail, and return what it says."""

    def has_failed() -> bool:
        return Job.fetch(job_id, connection, serializer=JSONSerializer).is_failed

    wait_until(has_failed, f"job {job_id} to fail")
    result = Job.fetch(job_id, connection, serializer=JSONSerializer).latest_result()
    assert result is not None
    return result.exc_string or ""


@pytest.mark.parametrize("name", [SOLVE, BULK])
def test_a_job_that_names_os_system_fails_and_runs_nothing(name: str, workplace: Workplace, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    connection = workplace.connection
    # A stranger's queue: RQ as it is, which enqueues whatever it is told.
    job = Queue(name, connection=connection, serializer=JSONSerializer).enqueue("os.system", f"touch {trace}")
    assert "job function 'os.system' is none of worker.jobs.solve_chunk" in failure(connection, job.id)
    assert not trace.exists()


class Trap:
    """Leaves a trace when it is unpickled."""

    def __init__(self, trace: Path) -> None:
        self.trace = trace

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str]]:
        return os.mkdir, (str(self.trace),)


@pytest.mark.parametrize("name", [SOLVE, BULK])
def test_a_pickled_payload_fails_and_is_not_unpickled(name: str, workplace: Workplace, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    connection = workplace.connection
    job = Job.create("worker.jobs.solve_chunk", args=("r", 0), connection=connection, serializer=JSONSerializer)
    job._data = pickle.dumps(("worker.jobs.solve_chunk", None, (Trap(trace),), {}))
    Queue(name, connection=connection, serializer=JSONSerializer).enqueue_job(job)
    assert "DeserializationError" in failure(connection, job.id)
    assert not trace.exists()


def test_a_worker_lives_on_after_a_refused_job(workplace: Workplace) -> None:
    workers = workplace.workers
    connection = workplace.connection
    for name in (SOLVE, BULK):
        failure(connection, Queue(name, connection=connection, serializer=JSONSerializer).enqueue("os.getpid").id)
    assert workplace.workers == workers


@pytest.mark.parametrize("name", ["os.system", "worker.jobs.Store", "worker.jobs", "solve_chunk", "", "format"])
def test_only_functions_of_the_list_are_looked_up(name: str, connection: Redis) -> None:
    job = AllowedJob.create(name, connection=connection, serializer=JSONSerializer)
    with pytest.raises(RefusedJobError):
        _ = job.func


def test_an_allowed_name_on_an_instance_is_refused(connection: Redis) -> None:
    job = AllowedJob.create("worker.jobs.solve_now", connection=connection, serializer=JSONSerializer)
    job.instance = "text"
    with pytest.raises(RefusedJobError):
        _ = job.func


@pytest.mark.parametrize("name", sorted(ALLOWED))
def test_the_functions_of_the_list_exist(name: str, connection: Redis) -> None:
    job = AllowedJob.create(name, connection=connection, serializer=JSONSerializer)
    assert f"{job.func.__module__}.{job.func.__name__}" == name


def test_callbacks_named_in_redis_are_not_run(connection: Redis) -> None:
    job = queue(BULK, connection).enqueue("worker.jobs.solve_chunk", args=("r", 0))
    key = AllowedJob.key_for(job.id)
    for field in ("success_callback_name", "failure_callback_name", "stopped_callback_name"):
        connection.hset(key, field, "os.getpid")
    found = AllowedJob.fetch(job.id, connection, serializer=JSONSerializer)
    stock: Any = Job.fetch(job.id, connection, serializer=JSONSerializer).success_callback
    assert stock is os.getpid
    assert (found.success_callback, found.failure_callback, found.stopped_callback) == (None, None, None)
