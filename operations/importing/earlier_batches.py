"""Remembers earlier batches of one import: a trial stores nothing, so the gate does not know them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext_noop as _

from consent.changes import Change
from consent.outcomes import Applied, Outcome
from memories.models.choices import Event
from operations.importing.problems import Problem
from operations.importing.record_outcomes import outcome_name
from operations.importing.waiting_records import Question

# A namespace and a key; the two ends of a link and its relation.
Place = tuple[str, str]
Link = tuple[str, str, str]
KEPT = ("stored", "changed")
OF_LINE = _("It replaces the value of %(field)s in line %(line)s.")
OF_RECORD = _("It replaces the value of %(field)s in a record before it.")


@dataclass(slots=True)
class EarlierBatches:
    """The questions asked, the value of each field with its line, and, of a trial, the events, addresses and links that
    it would have stored, and the addresses that it would not. It does not include earlier slices."""

    questions: set[Question] = field(default_factory=set)
    events: set[str] = field(default_factory=set)
    places: set[Place] = field(default_factory=set)
    absent: set[Place] = field(default_factory=set)
    links: set[Link] = field(default_factory=set)
    values: dict[tuple[str, str], tuple[str, int | None]] = field(default_factory=dict)

    def noted(self, changes: Sequence[Change], outcomes: Sequence[Outcome]) -> list[Outcome]:
        """Record a batch and return its outcomes; a new memory at an earlier batch's address counts as an
        update."""
        checked = [self._as_change(change, outcome) for change, outcome in zip(changes, outcomes, strict=True)]
        for change, outcome in zip(changes, checked, strict=True):
            if outcome_name(outcome) in KEPT:
                self.events |= {change.event_id} - {""}
                self.places |= set(change.addresses())
                self.absent -= self.places
            else:
                self.leave_out(change.addresses())
        return checked

    def leave_out(self, places: Iterable[Place]) -> None:
        """Record that nothing of the file is stored there yet."""
        self.absent |= set(places) - self.places

    def _as_change(self, change: Change, outcome: Outcome) -> Outcome:
        is_change = (
            isinstance(outcome, Applied) and outcome.event == Event.ADD and self.places & set(change.addresses())
        )
        return replace(outcome, event=Event.UPDATE) if isinstance(outcome, Applied) and is_change else outcome

    def replaced_by(self, change: Change, line: int | None) -> Problem | None:
        """Record a fact and return a note if it gives its field another value than an earlier record; else None."""
        fact = change.fact
        if fact is None:
            return None
        (address,) = change.addresses()
        former, place = self.values.get(address, (fact.value, None))
        self.values[address] = fact.value, line
        if former == fact.value:
            return None
        field = f"{fact.category}.{fact.key}"
        return Problem(OF_LINE, {"field": field, "line": place}) if place else Problem(OF_RECORD, {"field": field})
