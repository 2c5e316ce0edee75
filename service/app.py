"""The application: routes, errors, and what is opened and closed with it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI

import slitherlink
from service import jobs, pages, solving, status
from service.backing import Backing
from service.limits import BodyLimit, SecurityHeaders
from service.problems import describe_errors
from service.replies import Replies
from service.schemas import GradeBody, HintBody, JobBody, SolveBody
from worker.queues import connect
from worker.reconcile import Reconciler
from worker.runs import claim
from worker.settings import Settings
from worker.store import Store


def create_app(settings: Settings | None = None) -> FastAPI:
    """The service on the Redis and the store that the settings name; REDIS_URL is needed."""
    settings = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with opened(settings) as backing:
            app.state.backing = backing
            yield

    app = FastAPI(
        title="Slitherlink",
        version=slitherlink.__version__,
        description="Solves Slitherlink boards, each with a proof that its loop is the only one.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    for router in (solving.router, jobs.router, status.router, pages.router):
        app.include_router(router)
    app.mount("/static", pages.files)
    describe_errors(app)
    _describe_bodies(app)
    app.add_middleware(BodyLimit)
    app.add_middleware(SecurityHeaders)
    return app


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Backing]:
    """Open the store and the queue, and look after the runs in it, until the end of the block."""
    if settings.redis_url is None:
        raise ValueError("REDIS_URL is not set; `slitherlink serve` starts a private server by itself")
    store = Store(settings.store_url).create()
    # The routes answer soon; the reconciler waits.
    connection = connect(settings.redis_url, patience=1)
    claim(store, connection)
    replies = Replies(connection, settings.redis_url)
    await replies.start()
    reconciler = Reconciler(store, connect(settings.redis_url, patience=1))
    reconciler.start()
    try:
        yield Backing(store, connection, replies)
    finally:
        reconciler.stop()
        await replies.stop()
        connection.close()


def _describe_bodies(app: FastAPI) -> None:
    """Add the schemas of the bodies that the routes read themselves."""
    drawn = app.openapi

    def openapi() -> dict[str, Any]:
        schema = drawn()
        parts = schema.setdefault("components", {}).setdefault("schemas", {})
        for model in (SolveBody, GradeBody, HintBody, JobBody):
            described = model.model_json_schema(ref_template="#/components/schemas/{model}")
            parts.update(described.pop("$defs", {}))
            parts[model.__name__] = described
        return schema

    app.openapi = openapi  # type: ignore[method-assign]
