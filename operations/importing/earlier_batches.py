"""What earlier batches of one import brought. A trial stores nothing, so that the gate cannot know it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from consent.changes import Change
from consent.outcomes import Applied, Outcome
from memories.models.choices import Event
from operations.importing.record_outcomes import outcome_name
from operations.importing.waiting_records import Question

KEPT = ("stored", "changed")


@dataclass(slots=True)
class EarlierBatches:
    """The questions that it asked, and, of a trial, the events and the places of what it would have stored. What the
    slice before read is not in it."""

    questions: set[Question] = field(default_factory=set)
    events: set[str] = field(default_factory=set)
    places: set[tuple[str, str]] = field(default_factory=set)

    def noted(self, changes: Sequence[Change], outcomes: Sequence[Outcome]) -> list[Outcome]:
        """The outcomes of a batch, which is noted: what stands where the file had stored something changes that."""
        told = [self._told(change, outcome) for change, outcome in zip(changes, outcomes, strict=True)]
        for change, outcome in zip(changes, told, strict=True):
            if outcome_name(outcome) in KEPT:
                self.events |= {change.event_id} - {""}
                self.places |= set(change.addresses())
        return told

    def _told(self, change: Change, outcome: Outcome) -> Outcome:
        is_change = (
            isinstance(outcome, Applied) and outcome.event == Event.ADD and self.places & set(change.addresses())
        )
        return replace(outcome, event=Event.UPDATE) if isinstance(outcome, Applied) and is_change else outcome
