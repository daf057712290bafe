"""The latest things that happened to what is remembered about a person."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q

from interfaces.admin.actors import agent_names, who_acted, with_login
from interfaces.admin.approvals import askers_of, with_asker
from interfaces.admin.history_texts import texts_of
from interfaces.admin.history_words import SENTENCE, tell
from interfaces.admin.wording import shortened
from memories.models import History
from memories.models.choices import Event
from workspaces.actors import ActorKind
from workspaces.models import Membership, Person
from workspaces.scope import current_workspace_id

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
    rows = with_login(History.objects.filter(_about(person)).exclude(event=Event.LINK))
    latest = list(rows.order_by("-created_at", "-id")[:MOST_EVENTS])
    changed = {row.decision_id for row in latest if row.event != Event.CONSENT}
    shown = [row for row in latest if row.event != Event.CONSENT or row.decision_id not in changed]
    texts = texts_of(shown)
    agents = agent_names() if shown else {}
    askers = askers_of(shown)
    tell(shown)
    return [_happening(row, _who(row, person, agents, askers), texts.get(row.id, "")) for row in shown]


def _about(person: Person) -> Q:
    """Also what was done to their login, which the history keeps as nobody's."""
    logins = Membership.objects.filter(workspace_id=current_workspace_id(), person_id=person.id)
    login = logins.values_list("account_id", flat=True).first()
    own = Q(person_id=person.id)
    return own | Q(event=Event.ACCESS, meta__what="account", meta__id=str(login)) if login else own


def _who(row: Any, person: Person, agents: Mapping[UUID, str], askers: Mapping[UUID, str]) -> str:
    """The person by their name, as everywhere on their page; of what staff approved, also who had asked for it."""
    if row.actor_kind == ActorKind.PERSON:
        return person.name
    asker = askers.get(row.decision_id, "") if row.event != Event.CONSENT else ""
    return with_asker(who_acted(row, agents), asker)


def _happening(row: History, who: str, text: str) -> Happening:
    return Happening(
        at=row.created_at,
        who=who,
        what=getattr(row, SENTENCE),
        text=shortened(text),
        memory_id=row.memory_id,
    )
