"""The open requests about a memory; for a field also those for sentences that state it."""

from typing import NamedTuple
from uuid import UUID

from django.db.models import Q, TextField
from django.db.models.functions import Cast
from django.utils.safestring import SafeString

from consent.changes.proposable import field_at
from consent.models import Proposal
from consent.models.proposal import ProposalQuerySet
from interfaces.pages.history.consents import quoted
from interfaces.pages.texts import wording
from interfaces.pages.texts.actors import Faces
from memories.models import Memory
from providers.statements import normalize_value
from workspaces.models import Person


class WaitingRequest(NamedTuple):
    """The request as a sentence, and the text that it would save elsewhere; empty where it is about this memory."""

    headline: SafeString
    text: str
    id: UUID


def requests_about(memory: Memory, proposals: ProposalQuerySet, faces: Faces) -> list[WaitingRequest]:
    """Return the open requests, oldest first. Three queries at most; in the entered scope."""
    about, field = Q(memory_id=memory.id), ".".join(field_at(memory.key)) if memory.is_fact else ""
    if field:
        about |= Q(person_id=memory.person_id, claims_text__contains=f'"{field}=')
    rows = list(
        proposals.pending().annotate(claims_text=Cast("claims", TextField())).filter(about).order_by("created_at", "id")
    )
    others = [row for row in rows if row.memory_id != memory.id]
    names = _words(Person.objects.name_of(memory.person_id)) if others and memory.person_id else set()
    shown = [row for row in rows if row.memory_id == memory.id or _states(row, field, names)]
    return [_waiting(row, faces, has_text=row.memory_id != memory.id) for row in shown]


def _states(row: Proposal, field: str, names: set[str]) -> bool:
    """Whether a request claims a value of the field; the person's own name is none, with which any text may begin."""
    values = (one.partition("=")[2] for one in row.claims if one.startswith(f"{field}="))
    return any(not _words(value) <= names for value in values)


def _words(text: str) -> set[str]:
    return {*normalize_value(text).split()}


def _waiting(row: Proposal, faces: Faces, *, has_text: bool) -> WaitingRequest:
    text = quoted(row.new_value) if has_text else ""
    return WaitingRequest(wording.headline(row, faces.name(row.actor_label, row.agent_id)), text, row.id)
