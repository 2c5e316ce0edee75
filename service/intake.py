"""From what a client sent to boards; every refusal says where."""

import io
import json
from typing import Any, TypeVar

from fastapi import Request
from pydantic import BaseModel, ValidationError

from service.limits import MAX_BOARDS
from service.problems import ProblemError, refused_fields, refused_input
from service.schemas import Board
from slitherlink.formats import BadBoard, parse, read_boards
from slitherlink.puzzle import Puzzle, SlitherlinkError
from slitherlink.result import invalid_result
from worker.store import Entry

B = TypeVar("B", bound=BaseModel)


async def read_body(model: type[B], request: Request) -> B:
    """The body as one of our schemas. Its parser bounds the depth of JSON; FastAPI's own lets it overflow the stack."""
    kind = request.headers.get("content-type", "application/json").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise ProblemError(415, f"expected a body of type application/json, got {kind}")
    try:
        return model.model_validate_json(await request.body())
    except ValidationError as error:
        raise refused_fields(error) from error


def body_schema(model: type[BaseModel], **others: Any) -> dict[str, Any]:
    """The OpenAPI description of a body that is read by `read_body`."""
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{model.__name__}"}}, **others}
    return {"requestBody": {"required": True, "content": content}}


def puzzle_of(board: Board) -> Puzzle:
    """Read one board; raises what `slitherlink.formats.parse` does."""
    if board.board is not None:
        return parse(json.dumps({"board": board.board}))
    assert board.puzzle is not None
    return parse(board.puzzle)


def one_puzzle(board: Board) -> Puzzle:
    """Read the board that a request is about; `ProblemError` when it is none."""
    try:
        return puzzle_of(board)
    except SlitherlinkError as error:
        raise refused_input(f"/{board.field}", error) from error


def entries_of(boards: list[Board]) -> list[Entry]:
    """Read the boards of a run; one that is none becomes a result and the rest go on."""
    entries: list[Entry] = []
    for number, board in enumerate(boards):
        try:
            entries.append(Entry(board.id, puzzle_of(board).rows))
        except SlitherlinkError as error:
            refusal = invalid_result(f"boards/{number}: {error}", name=board.id)
            entries.append(Entry(board.id, None, refusal))
    return entries


def entries_in(text: bytes) -> list[Entry]:
    """Read the boards of an upload in any format; at most `MAX_BOARDS`."""
    try:
        stream = io.StringIO(text.decode("utf-8-sig"), newline=None)
    except UnicodeDecodeError as error:
        raise ProblemError(422, f"the upload is no UTF-8: byte {error.start} is {text[error.start]:#04x}") from error
    entries: list[Entry] = []
    for found in read_boards(stream):
        if len(entries) == MAX_BOARDS:
            raise ProblemError(422, f"expected at most {MAX_BOARDS} boards, got more; send them as several jobs")
        if isinstance(found, BadBoard):
            entries.append(Entry(found.name, None, invalid_result(found.sentence, name=found.name)))
        else:
            entries.append(Entry(found.name, found.rows))
    if not entries:
        raise ProblemError(422, "the upload holds no board")
    return entries
