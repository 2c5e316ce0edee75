"""Errors as RFC 9457 says: one shape, ``application/problem+json``, for everything that goes wrong.

`STATUS` is the only place that gives an error a status code.
"""

import json
import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from slitherlink.puzzle import SlitherlinkError

JSON = dict[str, Any]
MEDIA_TYPE: Final = "application/problem+json"

log = logging.getLogger("slitherlink.service")


class ProblemError(Exception):
    """Something to tell the client. ``errors``: JSON pointers into what it sent, each with a sentence."""

    def __init__(
        self, status: int, detail: str, *, errors: list[JSON] | None = None, headers: dict[str, str] | None = None
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.errors = errors
        self.headers = headers


def refused_input(pointer: str, error: Exception) -> ProblemError:
    """A board, or another part of the input, that cannot be taken; ``pointer`` says which."""
    return ProblemError(422, str(error), errors=[{"pointer": pointer, "message": str(error)}])


def problem_response(
    status: int, detail: str, *, errors: list[JSON] | None = None, headers: dict[str, str] | None = None
) -> Response:
    """The reply that describes a problem."""
    body: JSON = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": detail}
    if errors is not None:
        body["errors"] = errors
    return Response(json.dumps(body), status, headers, MEDIA_TYPE)


def pointer_to(location: tuple[int | str, ...]) -> str:
    """A JSON pointer (RFC 6901) to the place that pydantic names."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in location)


def refused_fields(error: ValidationError | RequestValidationError) -> ProblemError:
    """Every complaint of a validation, without the offending value: it can be long."""
    errors = [{"pointer": pointer_to(tuple(found["loc"])), "message": _sentence(found)} for found in error.errors()]
    return ProblemError(422, f"{errors[0]['pointer'] or 'the body'}: {errors[0]['message']}", errors=errors)


def _sentence(found: Mapping[str, Any]) -> str:
    # Pydantic puts "Value error, " before our own sentences.
    return str(found["ctx"]["error"]) if found["type"] == "value_error" else str(found["msg"])


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    asked = f"{request.method} {request.url.path[:100]}"
    detail = {
        404: f"{asked}: there is nothing at this address; /docs shows what there is",
        405: f"{asked}: this address does not take that method; /docs shows which ones it takes",
    }.get(error.status_code, str(error.detail))
    return problem_response(error.status_code, detail, headers=dict(error.headers or {}))


async def _problem(_: Request, error: Exception) -> Response:
    assert isinstance(error, ProblemError)
    return problem_response(error.status, error.detail, errors=error.errors, headers=error.headers)


async def _validation(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    refused = refused_fields(error)
    return problem_response(refused.status, refused.detail, errors=refused.errors)


async def _input(_: Request, error: Exception) -> Response:
    return problem_response(422, str(error), errors=[{"pointer": "", "message": str(error)}])


async def _no_queue(_: Request, error: Exception) -> Response:
    # The message of the exception names the server's address, which is no one else's business.
    log.warning("the queue does not answer: %s", error)
    return problem_response(503, "the queue does not answer; try again later", headers={"Retry-After": "2"})


async def _no_store(_: Request, error: Exception) -> Response:
    log.error("the store cannot be used: %s", error)
    return problem_response(503, "the store of results cannot be used; try again later", headers={"Retry-After": "5"})


async def _defect(_: Request, error: Exception) -> Response:
    return problem_response(500, f"a defect of this service ({type(error).__name__}); its log says more")


STATUS: Final = {
    HTTPException: _http,
    ProblemError: _problem,
    RequestValidationError: _validation,
    SlitherlinkError: _input,
    RedisError: _no_queue,
    SQLAlchemyError: _no_store,
    Exception: _defect,
}
"""What becomes of each kind of error."""


def describe_errors(app: FastAPI) -> None:
    """Have the app reply to every error with a problem."""
    for kind, handler in STATUS.items():
        app.add_exception_handler(kind, handler)
