"""Waiting for the replies of the queue `solve`: one connection listens for all requests of this process."""

import asyncio
import contextlib
import json
import secrets
import time
from typing import Any

import redis.asyncio
from anyio import to_thread
from redis import Redis
from redis.exceptions import ConnectionError, RedisError

from worker.queues import SOLVE, SOLVE_NOW, queue

JSON = dict[str, Any]


class Replies:
    """Asks workers, and hands each reply to the request that waits for it."""

    def __init__(self, connection: Redis, url: str) -> None:
        self._queue = queue(SOLVE, connection)
        self._listening = redis.asyncio.Redis.from_url(url, socket_timeout=None)
        self._list = f"slitherlink:replies:{secrets.token_hex(8)}"
        self._waiting: dict[str, asyncio.Future[JSON | None]] = {}
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to listen."""
        self._task = asyncio.create_task(self._listen())

    async def stop(self) -> None:
        """Stop listening; who still waits gets nothing."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await self._listening.aclose()

    async def ask(self, rows: list[str], name: str | None, spec: JSON, *, seconds: float) -> JSON | None:
        """The result of a board when it is there within ``seconds``, else None; `RedisError` when Redis is away."""
        ticket = secrets.token_hex(8)
        future: asyncio.Future[JSON | None] = asyncio.get_running_loop().create_future()
        self._waiting[ticket] = future
        deadline = time.time() + seconds
        try:
            async with asyncio.timeout(seconds):
                await to_thread.run_sync(self._enqueue, rows, name, spec, deadline, ticket, seconds)
                return await future
        except TimeoutError:
            return None
        finally:
            del self._waiting[ticket]

    def _enqueue(
        self, rows: list[str], name: str | None, spec: JSON, deadline: float, ticket: str, seconds: float
    ) -> None:
        self._queue.enqueue(
            SOLVE_NOW,
            args=(rows, name, spec, deadline, self._list, ticket),
            job_timeout=int(seconds) + 3,
            ttl=int(seconds) + 1,
            result_ttl=0,
            failure_ttl=600,
            description="one board",
        )

    async def _listen(self) -> None:
        while True:
            try:
                _, reply = await self._listening.blpop([self._list], timeout=0)  # type: ignore[misc]
            except RedisError as error:
                self._fail(error)
                await asyncio.sleep(0.2)
                continue
            found = json.loads(reply)
            future = self._waiting.get(found["ticket"])
            if future is not None and not future.done():
                future.set_result(found["result"])

    def _fail(self, error: RedisError) -> None:
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(ConnectionError(str(error)))
