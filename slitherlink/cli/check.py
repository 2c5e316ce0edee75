"""``slitherlink check``."""

from slitherlink.cli.answers import Answer, Wishes, answer_all, leave
from slitherlink.cli.inputs import BadInput, sources_of
from slitherlink.cli.options import AsJson, Inputs, Jobs, MaxNodes, TimeLimit
from slitherlink.puzzle import Status
from slitherlink.result import invalid_result, result_object, to_line, verdict_only
from slitherlink.solution import Solution


def check(
    inputs: Inputs = None,
    as_json: AsJson = False,
    max_nodes: MaxNodes = None,
    time_limit: TimeLimit = None,
    jobs: Jobs = 1,
) -> None:
    """Say of every board whether it has exactly one solution.

    A line each: unique, multiple, none, undecided or invalid, then its name and the reason where there is one. The exit
    code is 0 only when every board is unique, 1 when one is not, 2 when an INPUT cannot be read.
    """
    sources = sources_of(inputs)
    wishes = Wishes(max_nodes=max_nodes, time_limit=time_limit, jobs=jobs)
    tally = answer_all(sources, wishes, _as_line if as_json else _as_verdict)
    leave(tally, tally.n_not_unique)


def _as_line(outcome: Solution | BadInput) -> Answer:
    if isinstance(outcome, BadInput):
        return Answer(Status.INVALID, to_line(verdict_only(invalid_result(outcome.sentence, name=outcome.name))))
    return Answer(outcome.status, to_line(verdict_only(result_object(outcome))))


def _as_verdict(outcome: Solution | BadInput) -> Answer:
    if isinstance(outcome, BadInput):
        status, name, reason = Status.INVALID, outcome.name, outcome.sentence
    else:
        status, name, reason = outcome.status, outcome.puzzle.name, outcome.reason or ""
    return Answer(status, "  ".join(filter(None, (status.value, name, reason))) + "\n")
