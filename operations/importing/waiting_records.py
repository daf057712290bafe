"""Asks the gate for the records of an import, and tells which wait for an answer or for corroboration."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from consent.changes import KINDS, Change
from consent.gate import preview, submit_many
from consent.models import Proposal
from consent.outcomes import Applied, Outcome, Queued, Waiting
from consent.policies.delegation import fields_of, subjects_of
from consent.policies.rules import Subject
from workspaces import scope
from workspaces.actors import Actor

# Where what is asked for would stand, and the text; a field's other value takes the place of the first.
Question = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class Wait:
    """`place` is the record's among those that were asked for; `question` the one that it waits for, None where it
    waits for a second sign. `fields` are those that it tells of, such as identity.city. `subjects` are what policies
    are asked about it, in a trial alone: afterwards its question tells that."""

    place: int
    text: str
    fields: tuple[str, ...] = ()
    question: UUID | None = None
    subjects: tuple[Subject, ...] = ()


def ask(
    changes: Sequence[Change], *, actor: Actor, now: datetime, is_dry_run: bool, is_told: bool
) -> tuple[list[Outcome], list[Wait], set[Question]]:
    """What the gate answers, or in a trial would answer, where `is_told` what waits, and the questions that were not
    open before. Outside any scope."""
    waits, questions = list[Wait](), set[Question]()

    def look(outcomes: Sequence[Outcome]) -> None:
        questions.update(_questions(outcomes, now))
        if is_told:
            waits.extend(_waits(changes, outcomes, is_dry_run=is_dry_run))

    if is_dry_run:
        return preview(changes, actor=actor, now=now, inspect=look), waits, questions
    outcomes = submit_many(changes, actor=actor, now=now)
    with scope.enter(actor.workspace_id):
        look(outcomes)
    return outcomes, waits, questions


def _questions(outcomes: Sequence[Outcome], now: datetime) -> set[Question]:
    """One query where anything is asked."""
    asked = {one for outcome in outcomes for one in questions_of(outcome)}
    rows = Proposal.objects.filter(id__in=asked, created_at__gte=now) if asked else ()
    return {(row.namespace_path, row.field, row.apart, "" if _is_field(row) else row.new_value) for row in rows}


def _is_field(row: Proposal) -> bool:
    return KINDS[row.change["type"]].sets_a_field


def _waits(changes: Sequence[Change], outcomes: Sequence[Outcome], *, is_dry_run: bool) -> list[Wait]:
    """In the order of the records. In the entered scope, before what is only foreseen is taken back."""
    asked = {one for outcome in outcomes for one in questions_of(outcome)}
    rows = Proposal.objects.unmuted().in_bulk(asked) if asked else {}
    found = list[Wait]()
    for place, (change, outcome) in enumerate(zip(changes, outcomes, strict=True)):
        if isinstance(outcome, Waiting):
            found.append(Wait(place, "" if outcome.redacted else next(iter(change.texts(())), "")))
        for one in questions_of(outcome):
            if row := rows.get(one):
                fields = tuple(".".join(field) for field in sorted(fields_of(row)))
                subjects = tuple(subjects_of(row)) if is_dry_run else ()
                found.append(Wait(place, row.new_value.partition("\n\n")[0], fields, one, subjects))
    return found


def questions_of(outcome: Outcome) -> Sequence[UUID]:
    """Those that a write waits for, as a whole or for what was cut out of it."""
    if isinstance(outcome, Queued):
        return [outcome.proposal_id]
    return outcome.proposal_ids if isinstance(outcome, Applied) else ()
