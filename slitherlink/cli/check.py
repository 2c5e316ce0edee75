"""``slitherlink check``."""

import typer

from slitherlink.cli.answers import Outcome, answer_all
from slitherlink.cli.inputs import BadInput, sources_of
from slitherlink.cli.options import AsJson, Inputs, MaxNodes, TimeLimit
from slitherlink.cli.solve import engine
from slitherlink.puzzle import Status
from slitherlink.result import invalid_result, result_object, to_line, verdict_only


def check(
    inputs: Inputs = None, as_json: AsJson = False, max_nodes: MaxNodes = None, time_limit: TimeLimit = None
) -> None:
    """Say of every board whether it has exactly one solution.

    A line each: unique, multiple, none, undecided or invalid, then its name and the reason where there is one. The exit
    code is 0 only when every board is unique, 1 when one is not, 2 when an INPUT cannot be read.
    """
    sources = sources_of(inputs)
    tally = answer_all(sources, engine(2, max_nodes, time_limit), _as_json if as_json else _as_verdict)
    if tally.has_empty_source:
        raise typer.Exit(2)
    raise typer.Exit(1 if tally.n_not_unique else 0)


def _as_json(outcome: Outcome) -> str:
    if isinstance(outcome, BadInput):
        return to_line(verdict_only(invalid_result(outcome.sentence, name=outcome.name)))
    return to_line(verdict_only(result_object(outcome)))


def _as_verdict(outcome: Outcome) -> str:
    if isinstance(outcome, BadInput):
        words = [Status.INVALID.value, outcome.name, outcome.sentence]
    else:
        words = [outcome.status.value, outcome.puzzle.name, outcome.reason]
    return "  ".join(filter(None, words)) + "\n"
