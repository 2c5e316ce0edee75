"""From rounds to steps: who says it, and why."""

from collections.abc import Callable, Iterable, Iterator

from slitherlink.ladder import reasons
from slitherlink.ladder.logged import Round
from slitherlink.ladder.places import Place
from slitherlink.ladder.reasons import Finding
from slitherlink.ladder.retelling import refute
from slitherlink.ladder.sentences import capital, fact_name, facts_named
from slitherlink.ladder.sheet import Fact, Sheet
from slitherlink.ladder.steps import Reason, Refutation, Step
from slitherlink.ladder.versions import CURRENT, Rule


def steps_of_round(sheet: Sheet, found: Round) -> list[Step]:
    """Explain a round on the sheet as it is before it: every fact of the round is found by some step.

    ``sheet`` is not changed.
    """
    rule, depth, facts = found
    if rule in (Rule.WHAT_IF, Rule.WHAT_IF_REGION):
        return list(_what_ifs(sheet, rule, depth, facts))
    explain: dict[Rule, Callable[[Sheet, list[Fact]], Iterator[Finding]]] = {
        Rule.COUNTING: lambda s, missing: _by_place(s, missing, reasons.counted),
        Rule.RELATED_EDGES: _by_chain,
        Rule.READINGS: lambda s, missing: _by_place(s, missing, reasons.read),
        Rule.LOOP: _by_loop,
        Rule.REGION: _by_region,
    }
    steps = []
    missing = list(facts)
    for finds, reason in explain[rule](sheet, missing):
        if not set(finds).isdisjoint(missing):
            missing[:] = [fact for fact in missing if fact not in finds]
            steps.append(Step(reason.rule, CURRENT.tiers[reason.rule], 0, finds, reason))
    _check_that_rest_follows(sheet, steps, missing)
    return steps


def _check_that_rest_follows(sheet: Sheet, steps: list[Step], missing: list[Fact]) -> None:
    """Pairs may be left that follow from what the steps find; nothing else."""
    after = sheet.copy() if missing else sheet
    for fact in [fact for step in steps for fact in step.finds] if missing else []:
        after.note(fact)
    for fact in missing:
        assert fact.edge is None, f"nobody says {fact}"
        assert after.relation(fact.one, fact.other) == fact.value, f"nobody says {fact}"


def _by_place(sheet: Sheet, missing: list[Fact], look: Callable[[Place, Sheet], Finding | None]) -> Iterator[Finding]:
    for place in reasons.places_near({face for fact in missing for face in fact[:2]}, sheet):
        found = look(place, sheet)
        if found is not None:
            yield found


def _by_chain(sheet: Sheet, missing: list[Fact]) -> Iterator[Finding]:
    """Edges that touch each other are told together."""
    while missing:
        group = [missing[0].edge]
        for _ in missing:
            ends = {v for edge in group if edge is not None for v in sheet.lattice.edge_vertices[edge].tolist()}
            for fact in missing:
                if fact.edge not in group and ends & set(sheet.lattice.edge_vertices[fact.edge].tolist()):
                    group.append(fact.edge)
                    break
            else:
                break
        yield reasons.related(sorted(edge for edge in group if edge is not None), sheet)


def _by_loop(sheet: Sheet, missing: list[Fact]) -> Iterator[Finding]:
    for look in (reasons.closing, reasons.threes):
        for edge in range(sheet.lattice.n_edges):
            found = look(edge, sheet)
            if found is not None:
                yield found


def _by_region(sheet: Sheet, missing: list[Fact]) -> Iterator[Finding]:
    for fact in list(missing):
        cell = fact.one if fact.other == sheet.lattice.outside else fact.other
        found = reasons.connected(cell, fact.value, sheet)
        assert found is not None
        yield found


def _what_ifs(sheet: Sheet, rule: Rule, depth: int, facts: Iterable[Fact]) -> Iterator[Step]:
    """One what-if for every fact that does not follow from the ones told before.

    To assume an edge beside known ground is to assume the colour of the cell, so colours are told first.
    """
    after = sheet.copy()
    follows = []
    for fact in sorted(facts, key=lambda fact: fact.edge is not None):
        if after.relation(fact.one, fact.other) is not None:
            follows.append(fact)
            continue
        contrary = fact._replace(value=1 - fact.value)
        refutation = refute(sheet, contrary, depth, with_region=rule is Rule.WHAT_IF_REGION)
        assert refutation is not None, f"{fact} was refuted in {depth} rounds"
        after.note(fact)
        yield what_if_step(sheet, rule, depth, fact, refutation)
    edges = sorted(fact.edge for fact in follows if fact.edge is not None and fact.edge not in after.edges)
    if edges:
        finds, reason = reasons.related(edges, after)
        yield Step(Rule.RELATED_EDGES, CURRENT.tiers[Rule.RELATED_EDGES], 0, finds, reason)


def what_if_step(sheet: Sheet, rule: Rule, depth: int, fact: Fact, refutation: Refutation) -> Step:
    """A refuted what-if as a step that finds the contrary."""
    told = [*(step.reason for step in refutation.steps), refutation.contradiction]
    clues = sorted({cell for reason in told for cell in reason.clues})
    given = dict.fromkeys(f for reason in told for f in reason.facts if f in sheet.sources)
    lattice = sheet.lattice
    so_far = "".join(f" {step.sentence}" for step in refutation.steps)
    sentence = (
        f"What if {fact_name(refutation.assumption, lattice)}?{so_far} {refutation.contradiction.sentence} "
        + capital(f"so {facts_named([fact], lattice)}")
    )
    reason = Reason(rule, tuple(clues), tuple(given), sentence)
    return Step(rule, CURRENT.tiers[rule], depth, (fact,), reason, (refutation,))
