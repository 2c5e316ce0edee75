"""A what-if told step by step, with nothing in it that its contradiction does not need."""

from slitherlink.ladder import reasons
from slitherlink.ladder.reasons import Finding
from slitherlink.ladder.sentences import fact_name
from slitherlink.ladder.sheet import Fact, Sheet
from slitherlink.ladder.steps import Reason, Refutation, Step
from slitherlink.ladder.versions import CURRENT, Rule


def refute(sheet: Sheet, assumption: Fact, deepest: int, *, with_region: bool) -> Refutation | None:
    """Follow an assumption in rounds, as the ladder does; None when nothing contradicts within ``deepest`` rounds.

    ``sheet`` is at rest: no rule below the what-ifs finds anything on it. It is not changed.
    """
    trial = _Trial(sheet)
    findings: list[Finding] = [((assumption,), Reason(Rule.WHAT_IF, (), (), ""))]
    trial.steps.append(findings[0])
    clash = trial.note(assumption, 0)
    for _ in range(deepest):
        clash = clash or trial.draw_related()
        if clash is None:
            clash, findings = trial.round_of_findings(with_region=with_region)
        if clash is None and not findings:
            return None
        for finds, reason in findings if clash is None else []:
            trial.steps.append((finds, reason))
            for fact in finds:
                clash = clash or trial.note(fact, len(trial.steps) - 1)
        if clash is not None:
            return trial.retold(assumption, clash)
    return None


class _Trial:
    """A sheet on which an assumption was noted, and the steps taken on it."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet.copy()
        self.given = set(sheet.sources)
        self.steps: list[Finding] = []

    def note(self, fact: Fact, step: int) -> Reason | None:
        """Note a fact; the reason why it cannot be, when the contrary follows from others."""
        if self.sheet.note(fact, step):
            return None
        others = self.sheet.chain(fact.one, fact.other)
        self.sheet.sources[fact] = step
        contrary = fact_name(fact._replace(value=1 - fact.value), self.sheet.lattice)
        sentence = f"{fact_name(fact, self.sheet.lattice)}, but it also follows that {contrary}."
        return Reason(Rule.RELATED_EDGES, (), (*others, fact), sentence[:1].upper() + sentence[1:])

    def draw_related(self) -> Reason | None:
        """Draw all edges that have become known, each as a step of its own."""
        moved = [face for face in self.sheet.moved if face != self.sheet.lattice.outside]
        for edge, _ in self.sheet.related_edges(moved):
            self.steps.append(reasons.related([edge], self.sheet))
            clash = self.note(self.steps[-1][0][0], len(self.steps) - 1)
            assert clash is None, "a fact that follows cannot clash"
        return None

    def round_of_findings(self, *, with_region: bool) -> tuple[Reason | None, list[Finding]]:
        """Everything that this round finds, or the contradiction that it meets."""
        sheet = self.sheet
        moved, sheet.moved = sheet.moved, set()
        places = reasons.places_near(moved, sheet)
        for place in places:
            clash = reasons.unreadable(place, sheet)
            if clash is not None:
                return clash, []
        clash = reasons.closed_early(sheet)
        if clash is not None or reasons.is_whole(sheet):
            return clash, []
        findings = [found for place in places if (found := reasons.read(place, sheet)) is not None]
        findings += [f for edge in range(sheet.lattice.n_edges) if (f := reasons.closing(edge, sheet)) is not None]
        if with_region:
            clash = reasons.torn_apart(sheet)
            if clash is not None:
                return clash, []
            findings += self._region_findings()
        return None, findings

    def retold(self, assumption: Fact, contradiction: Reason) -> Refutation:
        """The steps that the contradiction needs, in order."""
        needed: set[int] = set()
        waiting = list(contradiction.facts)
        while waiting:
            source = self.sheet.sources[fact := waiting.pop()]
            if fact not in self.given and source is not None and source not in needed:
                needed.add(source)
                waiting += self.steps[source][1].facts
        needed.discard(0)
        steps = tuple(
            Step(reason.rule, CURRENT.tiers[reason.rule], 0, finds, reason)
            for finds, reason in (self.steps[i] for i in sorted(needed))
        )
        return Refutation(assumption, steps, contradiction)

    def _region_findings(self) -> list[Finding]:
        lattice = self.sheet.lattice
        return [
            found
            for cell in range(lattice.outside)
            if self.sheet.colour(cell) is None
            for colour in (0, 1)
            if (found := reasons.connected(cell, colour, self.sheet)) is not None
        ]
