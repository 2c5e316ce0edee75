"""Worker classes that neither hang in native code nor leave orphans.

RQ's own limits are signals, which compiled code does not see: an overrun lasted 66 s there. `faulthandler` watches from
a C thread that needs neither signals nor the interpreter's lock, prints where the job was and ends the process.
"""

import contextlib
import faulthandler
import os
import signal
import threading
import time
from types import FrameType
from typing import Any, Final

from redis import Redis
from redis.client import Pipeline
from rq import Queue, worker_registration
from rq.executions import Execution
from rq.job import Job
from rq.serializers import JSONSerializer
from rq.worker import BaseWorker, SimpleWorker, Worker

from slitherlink.lifeline import die_with_parent
from worker.queues import AllowedJob, queue

GRACE: Final = 2.0
"""Seconds that a job may run over its limit before its process is ended."""
_INTERVALS: Final = {"worker_ttl": 30, "job_monitoring_interval": 5, "maintenance_interval": 15}
"""Seconds. RQ's defaults leave the job of a killed worker alone for more than 200 s."""


_REGISTER_SECONDS: Final = 1.0

_rest = threading.Event()
"""Set in a forked process whose worker was asked to stop."""


def rest_requested() -> bool:
    """Should the running job store what it has and leave the rest to another one?"""
    return _rest.is_set()


def _request_rest(_signal: int, _frame: FrameType | None) -> None:
    _rest.set()


def _arm(job: Job) -> None:
    faulthandler.dump_traceback_later(float(job.timeout or Queue.DEFAULT_TIMEOUT) + GRACE, exit=True)


class _Registered(BaseWorker):
    """Stays registered: after a Redis was emptied, RQ would work on unseen."""

    _registered = 0.0

    def heartbeat(self, timeout: int | None = None, pipeline: Pipeline | None = None) -> None:
        """Say that we are there, and where."""
        own = self.connection.pipeline() if pipeline is None else pipeline
        super().heartbeat(timeout, own)
        if time.monotonic() - self._registered >= _REGISTER_SECONDS:
            self._registered = time.monotonic()
            worker_registration.register(self, own)
            own.hset(self.key, mapping=self.serialize())
        if pipeline is None:
            own.execute()


class ForkingWorker(_Registered, Worker):
    """Runs each job in a forked process: any job can be stopped at once. About 25 ms a job, so for chunks of boards."""

    log_result_lifespan = False

    def main_work_horse(self, job: Job, queue: Queue) -> None:
        """Tie the forked process to this one and limit it, then run the job there."""
        assert self.pid is not None
        die_with_parent(self.pid, signal.SIGKILL)
        signal.signal(signal.SIGUSR1, _request_rest)
        _arm(job)
        super().main_work_horse(job, queue)

    def handle_warm_shutdown_request(self) -> None:
        """Let a running chunk end at its next board instead of waiting for all of it."""
        if self.horse_pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.horse_pid, signal.SIGUSR1)


class PromptWorker(_Registered, SimpleWorker):
    """Runs jobs in its own process: about 5 ms a job less 20, for boards that someone waits for.

    Still killable: the watchdog ends the whole process, whose crew forks the next one in milliseconds, and who waited
    has the board solved from the bulk queue instead.
    """

    log_result_lifespan = False

    def perform_job(self, job: Job, queue: Queue, execution: Execution) -> bool:
        """Run the job under the watchdog."""
        _arm(job)
        try:
            return bool(super().perform_job(job, queue, execution))
        finally:
            faulthandler.cancel_dump_traceback_later()


def worker_for(name: str, connection: Redis, kind: type[Worker] | type[SimpleWorker]) -> Worker | SimpleWorker:
    """A worker of one queue: with one queue RQ has no moment in which a job is in no list."""
    options: dict[str, Any] = {**_INTERVALS, "job_class": AllowedJob, "serializer": JSONSerializer}
    label = f"{name}-{os.uname().nodename}-{os.getpid()}"
    return kind([queue(name, connection)], name=label, connection=connection, log_job_description=False, **options)
