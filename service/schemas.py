"""The bodies that are taken. Unknown fields are refused: a misspelt option must not be silently without effect."""

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, JsonValue, model_validator

from service.limits import DEFAULT_TIME_LIMIT, MAX_BOARDS, MAX_LIMIT, MAX_NODES, MAX_STEPS, MAX_TIME_LIMIT
from slitherlink.puzzle import MAX_SIDE

_EXAMPLE: list[JsonValue] = ["212", "...", "212"]


class Body(BaseModel):
    """Strict: a number in a string is no number."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Budget(Body):
    """When to give up on a board; its result is then ``undecided`` and says which of the two ran out."""

    max_nodes: int | None = Field(default=None, ge=1, le=MAX_NODES, description="places of choice in the search")
    time_limit: float = Field(default=DEFAULT_TIME_LIMIT, gt=0, le=MAX_TIME_LIMIT, description="seconds for one board")


class Options(Body):
    """How boards are to be solved."""

    limit: int = Field(default=2, ge=1, le=MAX_LIMIT, description="solutions to look for; with 1 nothing is proved")
    common: bool = Field(default=False, description="also the edges that are equal in every solution")
    grade: bool = Field(default=False, description="also how hard the board is")
    engine: Literal["auto", "search"] = "auto"
    device: Literal["auto", "cpu"] = "auto"
    budget: Budget = Budget()

    @property
    def spec(self) -> dict[str, Any]:
        """What a worker needs to know."""
        return {
            "limit": self.limit,
            "max_nodes": self.budget.max_nodes,
            "time_limit": self.budget.time_limit,
            "common": self.common,
            "grade": self.grade,
        }


class Board(Body):
    """A board, as rows or as text; exactly one of the two."""

    id: str | None = Field(default=None, max_length=200, description="comes back with the result")
    board: list[Annotated[str, Field(max_length=4 * MAX_SIDE)]] | None = Field(
        default=None, max_length=MAX_SIDE + 1, description="rows of 0-4 and `.`", examples=[_EXAMPLE]
    )
    puzzle: str | None = Field(
        default=None,
        max_length=200_000,
        description="text, URL or ID in any supported format",
        examples=["212/.../212"],
    )

    @model_validator(mode="after")
    def _exactly_one(self) -> Self:
        if (self.board is None) == (self.puzzle is None):
            raise ValueError("expected one of board and puzzle, got " + ("neither" if self.board is None else "both"))
        return self

    @property
    def field(self) -> str:
        """Which of the two it is."""
        return "board" if self.board is not None else "puzzle"


class SolveBody(Board, Options):
    """``POST /v1/solve``."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"board": _EXAMPLE}]})


class GradeBody(Board):
    """``POST /v1/grade``."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"board": _EXAMPLE}]})


class Position(Body):
    """What is drawn so far: ``1`` line, ``0`` cross, ``?`` open."""

    horizontal: list[Annotated[str, Field(max_length=MAX_SIDE)]] = Field(
        max_length=MAX_SIDE + 1, description="rows + 1 strings of length cols"
    )
    vertical: list[Annotated[str, Field(max_length=MAX_SIDE + 1)]] = Field(
        max_length=MAX_SIDE, description="rows strings of length cols + 1"
    )


class HintBody(Board):
    """``POST /v1/hint``."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"board": _EXAMPLE}]})

    position: Position | None = Field(default=None, description="nothing is drawn when it is left out")
    steps: int = Field(default=1, ge=1, le=MAX_STEPS, description="hints to give, each after those before it")


class JobBody(Options):
    """``POST /v1/jobs``."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"kind": "check", "boards": [{"id": "b1", "board": _EXAMPLE}]}]}
    )

    kind: Literal["solve", "check"]
    boards: list[Board] = Field(min_length=1, max_length=MAX_BOARDS)
