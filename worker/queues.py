"""The queues, their connections, and which functions may run as a job.

A serializer is no sandbox: the name of a job's function comes from Redis. So payloads are JSON, and a job whose
function is not in `ALLOWED` is refused by the worker before anything is imported; callbacks are never run.
"""

from collections.abc import Callable
from typing import Any, Final

from redis import Redis
from redis.backoff import ExponentialBackoff
from redis.exceptions import ConnectionError, TimeoutError
from redis.retry import Retry as Reconnect
from rq import Queue
from rq.job import Job
from rq.serializers import JSONSerializer

SOLVE: Final = "solve"
"""Boards that someone waits for; served by `worker.watched.PromptWorker`."""
BULK: Final = "bulk"
"""Chunks of runs; served by `worker.watched.ForkingWorker`."""

SOLVE_NOW: Final = "worker.jobs.solve_now"
SOLVE_CHUNK: Final = "worker.jobs.solve_chunk"
ALLOWED: Final = frozenset({SOLVE_NOW, SOLVE_CHUNK})
"""The functions that a worker runs."""


class RefusedJobError(RuntimeError):
    """A job that asked for something outside `ALLOWED`."""


class UnreachableError(RuntimeError):
    """No Redis where one should be."""


class AllowedJob(Job):
    """A job that runs functions of `ALLOWED` only, without callbacks and webhooks."""

    @property
    def func(self) -> Callable[..., Any]:
        """The job's function; `RefusedJobError` when it is not allowed."""
        if self.func_name not in ALLOWED or self.instance is not None:
            raise RefusedJobError(f"job function {self.func_name!r} is none of {', '.join(sorted(ALLOWED))}")
        function: Callable[..., Any] = super().func
        return function

    @property
    def success_callback(self) -> None:
        """None: callbacks are names out of Redis too."""
        return None

    @property
    def failure_callback(self) -> None:
        """None: callbacks are names out of Redis too."""
        return None

    @property
    def stopped_callback(self) -> None:
        """None: callbacks are names out of Redis too."""
        return None

    def send_webhooks(self, *_: object, **__: object) -> None:
        """Do nothing: an address out of Redis would be a way into the network."""


def connect(url: str, *, patience: float) -> Redis:
    """A connection that goes on trying for about ``patience`` seconds when the server is away.

    Workers are patient, so that a server that restarts costs no worker; the service is not, so that a request is
    answered. `UnreachableError` when ``url`` is no address of a Redis.
    """
    # Pauses of 0.05, 0.1, 0.2, 0.4, 0.8 and from then on of 1 s.
    retry = Reconnect(ExponentialBackoff(cap=1.0, base=0.05), 5 + round(max(0.0, patience - 1.5)))
    patient: dict[str, Any] = {"retry": retry, "retry_on_error": [ConnectionError, TimeoutError]}
    try:
        return Redis.from_url(url, socket_connect_timeout=2.0, **patient)
    except ValueError as error:
        raise UnreachableError(f"REDIS_URL is not the address of a Redis: {error}") from error


def queue(name: str, connection: Redis) -> Queue:
    """A queue of JSON jobs."""
    return Queue(name, connection=connection, job_class=AllowedJob, serializer=JSONSerializer)
