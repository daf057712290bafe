"""The latest things that happened to what is remembered about a person."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.text import capfirst

from consent.models import Proposal
from consent.models.decision import Verdict
from interfaces.admin.actors import agent_names, who_acted, with_login
from interfaces.admin.history_words import SENTENCE, tell
from interfaces.admin.wording import field_words, question_title, shortened, version_text
from memories.models import History, MemoryVersion
from memories.models.choices import Event
from workspaces.actors import ActorKind
from workspaces.models import Person

MOST_EVENTS = 20


@dataclass(frozen=True, slots=True)
class Happening:
    """`text` is what the memory said then, or what was asked; empty where nothing is left of it."""

    at: datetime
    who: str
    what: str
    text: str
    memory_id: UUID | None


def happenings(person: Person) -> list[Happening]:
    """The latest first, in the entered scope. Without links: there are many, and the server draws most. An approval is
    told by what it changed.
    """
    rows = with_login(History.objects.filter(person_id=person.id).exclude(event=Event.LINK))
    latest = list(rows.order_by("-created_at", "-id")[:MOST_EVENTS])
    changed = {row.decision_id for row in latest if row.event != Event.CONSENT}
    shown = [row for row in latest if row.event != Event.CONSENT or row.decision_id not in changed]
    texts = _texts(shown)
    agents = agent_names() if shown else {}
    tell(shown)
    return [_happening(row, _who(row, person, agents), texts.get(row.id, "")) for row in shown]


def _who(row: Any, person: Person, agents: Mapping[UUID, str]) -> str:
    """The person by their name, as everywhere on their page."""
    return person.name if row.actor_kind == ActorKind.PERSON else who_acted(row, agents)


def _texts(rows: Sequence[History]) -> dict[UUID, str]:
    """By row: the text that it made, or else left; of an answer what was asked. Two queries."""
    told = {row.id: row.new_version_id or row.old_version_id for row in rows}
    versions = MemoryVersion.objects.select_related("memory").in_bulk([one for one in told.values() if one])
    asked = {row.id: UUID(row.meta["proposal_id"]) for row in rows if row.event == Event.CONSENT}
    questions = Proposal.objects.in_bulk(list(asked.values()))
    return {row_id: _text_of(versions[one]) for row_id, one in told.items() if one in versions} | {
        row.id: _asked(questions[asked[row.id]], is_refusal=_is_refusal(row))
        for row in rows
        if asked.get(row.id) in questions
    }


def _is_refusal(row: History) -> bool:
    return bool(row.event == Event.CONSENT and row.meta["verdict"] == Verdict.REJECT)


def _asked(question: Proposal, *, is_refusal: bool) -> str:
    """What it was about, and the value unless that was refused."""
    return capfirst(field_words(question.field_name)) if is_refusal else question_title(question)


def _text_of(version: MemoryVersion) -> str:
    return version_text(version.content, is_fact=version.memory.is_fact)


def _happening(row: History, who: str, text: str) -> Happening:
    return Happening(
        at=row.created_at,
        who=who,
        what=getattr(row, SENTENCE),
        text=shortened(text),
        memory_id=row.memory_id,
    )
