"""What stands behind the routes: the store, the queue, and the replies that come back from it."""

from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import Depends, Request
from redis import Redis

from service.replies import Replies
from worker.store import Store


@dataclass(frozen=True)
class Backing:
    """Made when the app starts, the same for all requests."""

    store: Store
    connection: Redis
    replies: Replies


def _backing(request: Request) -> Backing:
    return cast(Backing, request.app.state.backing)


Back = Annotated[Backing, Depends(_backing)]
"""For routes: ``back: Back``."""
