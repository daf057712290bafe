"""The sentences that stood once an answer was undone: the text that it restored, else what the person had agreed to
about its field."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from uuid import UUID

from django.db.models import Q, TextField
from django.db.models.functions import Cast

from consent.models import Decision
from interfaces.competing_requests import JOIN, SET
from interfaces.joint_answers import act_of
from interfaces.pages.cards.answered_values import APPROVING, value_of, with_values
from interfaces.pages.cards.field_refusals import field_of
from memories.models import History, MemoryVersion
from memories.models.choices import Event

# After the last of these a memory is there, or is gone.
THERE, GONE = (Event.ADD, Event.RESTORE), (Event.DELETE, Event.PURGE, Event.TTL)


def restored_texts(undone: Mapping[History, Decision]) -> dict[UUID, str]:
    """Return the earlier text that each undo of a change of a text restored, by the ids of rows; two queries where
    there are any. In the entered scope."""
    changes = {row: one for row, one in undone.items() if one.verdict in APPROVING and _replaced_text(one)}
    memories = _Memories(one.proposal.memory_id for one in changes.values())
    found = {row.id: memories.text_at(one.proposal.memory_id, row.created_at) for row, one in changes.items()}
    return {row_id: text for row_id, text in found.items() if text}


def sentences_about(undone: Mapping[History, Decision]) -> dict[UUID, str]:
    """Return the latest sentence about the field of each undone answer that stood after it, by the ids of rows; three
    queries where any is about a field. In the entered scope."""
    fields = {row: field_of(act_of(one.proposal, row.created_at)) for row, one in undone.items()}
    given = _agreed_sentences({row.person_id for row in undone}, {*fields.values()} - {""})
    memories = _Memories(one.proposal.memory_id for one in given)
    found = {}
    for row, field in fields.items():
        about = [one for one in given if field and one.person_id == row.person_id and _states(one, field)]
        standing = (one for one in about if _stands(one, row.created_at, memories))
        if last := next(standing, None):
            found[row.id] = value_of(last)
    return found


class _Memories:
    """What memories held at a time: two queries, none without ids."""

    def __init__(self, ids: Iterable[UUID | None]) -> None:
        self.versions: dict[UUID, list[MemoryVersion]] = defaultdict(list)
        self.events: dict[UUID, list[History]] = defaultdict(list)
        wanted = {one for one in ids if one}
        for version in MemoryVersion.objects.filter(memory_id__in=wanted).order_by("number") if wanted else ():
            self.versions[version.memory_id].append(version)
        rows = History.objects.filter(memory_id__in=wanted, event__in=[*THERE, *GONE]).order_by("created_at", "id")
        for row in rows if wanted else ():
            if row.memory_id:
                self.events[row.memory_id].append(row)

    def text_at(self, memory_id: UUID | None, at: datetime) -> str:
        """Return its text at that time; empty where it was not there."""
        if memory_id is None or any(row.event in GONE for row in _until(self.events[memory_id], at)[-1:]):
            return ""
        texts = [one.content for one in self.versions[memory_id] if one.ingested_at <= at]
        return texts[-1] if texts else ""


def _until(rows: Iterable[History], at: datetime) -> list[History]:
    return [row for row in rows if row.created_at <= at]


def _replaced_text(answer: Decision) -> bool:
    proposal = answer.proposal
    return proposal.change["type"] not in (SET, JOIN) and bool(proposal.old_value)


def _agreed_sentences(people: Collection[UUID | None], fields: Collection[str]) -> list[Decision]:
    """Return the approvals of sentences about these fields, the latest first."""
    about = Q(id__in=[])
    for field in sorted(fields):
        about |= Q(claims_text__contains=f'"{field}=')
    given = Decision.objects.annotate(claims_text=Cast("proposal__claims", TextField())).filter(about)
    of_people = given.filter(person_id__in=[one for one in people if one], verdict__in=APPROVING)
    sentences = with_values(of_people).exclude(proposal__change__type=SET).order_by("-created_at", "-id")
    return list(sentences) if fields else []


def _states(answer: Decision, field: str) -> bool:
    return any(one.startswith(f"{field}=") for one in answer.proposal.claims)


def _stands(answer: Decision, at: datetime, memories: _Memories) -> bool:
    was_given = answer.created_at < at and (answer.withdrawn_at is None or answer.withdrawn_at > at)
    return was_given and value_of(answer) in (memories.text_at(answer.proposal.memory_id, at) or "\0")
