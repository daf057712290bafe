"""Submits the records of an import to the gate, and lists those that wait for an answer or for corroboration."""

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

# The address of a question and its text; for fields another value replaces the first.
Question = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class Wait:
    """`place` is the record's index among those submitted; `question` the one that it waits for, None where it
    waits for a second sign. `fields` are those that it tells of, such as identity.city. `subjects` are what policies
    are asked about it, in a trial alone: afterwards its question tells that."""

    place: int
    text: str
    fields: tuple[str, ...] = ()
    question: UUID | None = None
    subjects: tuple[Subject, ...] = ()


def ask(
    changes: Sequence[Change], *, actor: Actor, now: datetime, is_dry_run: bool, with_waits: bool
) -> tuple[list[Outcome], list[Wait], set[Question]]:
    """Return the gate's outcomes, or those of a trial, with `with_waits` the waiting records, and the new questions.
    Outside any scope."""
    waits, questions = list[Wait](), set[Question]()

    def look(outcomes: Sequence[Outcome]) -> None:
        questions.update(_questions(outcomes, now))
        if with_waits:
            waits.extend(_waits(changes, outcomes, is_dry_run=is_dry_run))

    if is_dry_run:
        return preview(changes, actor=actor, now=now, inspect=look), waits, questions
    outcomes = submit_many(changes, actor=actor, now=now)
    with scope.enter(actor.workspace_id):
        look(outcomes)
    return outcomes, waits, questions


def _questions(outcomes: Sequence[Outcome], now: datetime) -> set[Question]:
    """Return the new questions; one query if there are any."""
    ids = {one for outcome in outcomes for one in questions_of(outcome)}
    rows = Proposal.objects.filter(id__in=ids, created_at__gte=now) if ids else ()
    return {(row.namespace_path, row.field, row.apart, "" if _is_field(row) else row.new_value) for row in rows}


def _is_field(row: Proposal) -> bool:
    return KINDS[row.change["type"]].sets_a_field


def _waits(changes: Sequence[Change], outcomes: Sequence[Outcome], *, is_dry_run: bool) -> list[Wait]:
    """Return the waiting records in order. In the entered scope, in a trial before the rollback."""
    ids = {one for outcome in outcomes for one in questions_of(outcome)}
    rows = Proposal.objects.unmuted().in_bulk(ids) if ids else {}
    found = list[Wait]()
    for place, (change, outcome) in enumerate(zip(changes, outcomes, strict=True)):
        if isinstance(outcome, Waiting):
            fact, text = change.fact, "" if outcome.redacted else next(iter(change.texts(())), "")
            found.append(Wait(place, text, (f"{fact.category}.{fact.key}",) if fact else ()))
        for one in questions_of(outcome):
            if row := rows.get(one):
                fields = tuple(".".join(field) for field in sorted(fields_of(row)))
                subjects = tuple(subjects_of(row)) if is_dry_run else ()
                found.append(Wait(place, row.new_value.partition("\n\n")[0], fields, one, subjects))
    return found


def questions_of(outcome: Outcome) -> Sequence[UUID]:
    """Return the questions that a write waits for, as a whole or for sentences cut out of it."""
    if isinstance(outcome, Queued):
        return [outcome.proposal_id]
    return outcome.proposal_ids if isinstance(outcome, Applied) else ()
