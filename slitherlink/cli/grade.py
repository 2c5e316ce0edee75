"""``slitherlink grade``."""

from slitherlink.cli.answers import Answer, Wishes, answer_all, leave
from slitherlink.cli.inputs import BadInput, sources_of
from slitherlink.cli.options import AsJson, Inputs, Jobs, MaxNodes, TimeLimit
from slitherlink.puzzle import Status
from slitherlink.result import invalid_result, result_object, to_line, verdict_only
from slitherlink.solution import Solution

NO_GRADE = "no grade: only a board that is proved to have exactly one loop gets one"


def grade(
    inputs: Inputs = None,
    as_json: AsJson = False,
    max_nodes: MaxNodes = None,
    time_limit: TimeLimit = None,
    jobs: Jobs = 1,
) -> None:
    """Say of every board how hard it is: its tier, its grade, and its score for sorting within the tier.

    A line each: tier and grade, score, percentile among boards of its size, depth of the deepest what-if, its name.
    A board without exactly one solution gets no grade. The exit code is 0 when every board was graded, 1 when one was
    not, 2 when an INPUT cannot be read.
    """
    sources = sources_of(inputs)
    wishes = Wishes(max_nodes=max_nodes, time_limit=time_limit, jobs=jobs)
    tally = answer_all(sources, wishes, _as_line if as_json else _as_words)
    leave(tally, tally.n_not_unique)


def _as_line(outcome: Solution | BadInput) -> Answer:
    from slitherlink.ladder.grading import grade_solution

    if isinstance(outcome, BadInput):
        return Answer(Status.INVALID, to_line(verdict_only(invalid_result(outcome.sentence, name=outcome.name))))
    found = grade_solution(outcome)
    result = verdict_only(result_object(outcome)) | {"grade": found.as_json() if found else None}
    if found is None and result["error"] is None:
        result["error"] = NO_GRADE
    return Answer(outcome.status, to_line(result))


def _as_words(outcome: Solution | BadInput) -> Answer:
    from slitherlink.ladder.grading import grade_solution

    if isinstance(outcome, BadInput):
        words = ["invalid", outcome.name, outcome.sentence]
        return Answer(Status.INVALID, "  ".join(filter(None, words)) + "\n")
    found = grade_solution(outcome)
    if found is None:
        words = [outcome.status.value, outcome.puzzle.name, outcome.reason or NO_GRADE]
        return Answer(outcome.status, "  ".join(filter(None, words)) + "\n")
    told = [f"{found.tier.name} {found.name.value}", f"score {found.score:.2f}"]
    if found.percentile is not None:
        told.append(f"percentile {found.percentile}")
    if found.lookahead:
        told.append(f"lookahead {found.lookahead}")
    return Answer(outcome.status, "  ".join([*told, *filter(None, [outcome.puzzle.name])]) + "\n")
