"""What the service takes at most, and the two layers around every request that see to it."""

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.problems import problem_response

MAX_BODY: Final = 8 * 1024 * 1024
"""Bytes of a request's body."""
MAX_BOARDS: Final = 10_000
"""Boards of one job."""
MAX_LIMIT: Final = 100
"""Solutions of one board."""
MAX_STEPS: Final = 50
"""Hints of one request."""
MAX_TIME_LIMIT: Final = 600.0
DEFAULT_TIME_LIMIT: Final = 60.0
"""Seconds for one board."""
MAX_NODES: Final = 100_000_000
INLINE_SECONDS: Final = 1.0
"""How long a reply is held back for a result unless the client says otherwise."""
MAX_WAIT: Final = 30.0
"""How long it is held back at most."""
_MAX_DRAIN: Final = 64 * 1024 * 1024
"""Bytes of an oversize body that are read and thrown away, so that the client is still there to read the reply."""

_HEADERS: Final = {
    "content-security-policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}


class BodyLimit:
    """Reads a whole body before anything else sees it, and refuses one beyond `MAX_BODY`, however it is sent."""

    def __init__(self, app: ASGIApp, max_body: int = MAX_BODY) -> None:
        self._app = app
        self._max_body = max_body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD", "OPTIONS"):
            await self._app(scope, receive, send)
            return
        declared = Headers(scope=scope).get("content-length", "0")
        too_long = int(declared) > self._max_body if declared.isdecimal() else True
        parts: list[bytes] = []
        size = 0
        more = not (too_long and int(declared) > _MAX_DRAIN)
        while more and size <= _MAX_DRAIN:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            part = message.get("body", b"")
            size += len(part)
            if size > self._max_body:
                too_long, parts = True, []
            elif not too_long:
                parts.append(part)
            more = message.get("more_body", False)
        if too_long:
            detail = (
                f"expected a body of at most {self._max_body} bytes, got {'more' if more else max(size, int(declared))}"
            )
            await problem_response(413, detail, headers={"Connection": "close"})(scope, receive, send)
            return
        await self._app(scope, _replay(b"".join(parts), receive), send)


def _replay(body: bytes, receive: Receive) -> Callable[[], Awaitable[Message]]:
    sent = False

    async def replay() -> Message:
        nonlocal sent
        if sent:
            return await receive()
        sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay


class SecurityHeaders:
    """Tells browsers to load nothing from elsewhere."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        await self._app(scope, receive, send_with_headers)
