"""The latest events about a person's memories."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Q

from interfaces.admin.history.sentences import SENTENCE, note_sentences
from interfaces.admin.history.texts import texts_of
from interfaces.admin.texts.actors import agent_names, who_acted, with_login
from interfaces.admin.texts.requesters import askers_of, with_asker
from interfaces.admin.texts.wording import shortened
from memories.models import History
from memories.models.choices import Event
from workspaces.actors import ActorKind
from workspaces.models import Membership, Person
from workspaces.scope import current_workspace_id

MOST_EVENTS = 10
AT_ONCE = timedelta(seconds=1)
# Rows recorded with an answer, a role or access, where one act did both.
SECONDARY = ("policy", "account", "invitation", "exclusion")
MAIN = ("membership", "grant")


@dataclass(frozen=True, slots=True)
class Happening:
    """`text` is the memory's text at that time, or the requested one; empty where it was deleted."""

    at: datetime
    who: str
    what: str
    text: str
    memory_id: UUID | None
    question_id: str


def happenings(person: Person) -> list[Happening]:
    """Return each act once, latest first. Links are left out: there are many, and the server creates most. An approval
    is represented by its change.

    Runs in the entered scope.
    """
    rows = with_login(History.objects.filter(_about(person)).exclude(event=Event.LINK))
    latest = list(rows.order_by("-created_at", "-id")[: 2 * MOST_EVENTS])
    changed = {row.decision_id for row in latest if row.event != Event.CONSENT}
    shown = [row for row in latest if row.event != Event.CONSENT or row.decision_id not in changed]
    acts = _acts(shown)[:MOST_EVENTS]
    shown = [row for act in acts for row in act]
    texts = texts_of(shown)
    agents = agent_names() if shown else {}
    askers = askers_of(shown)
    note_sentences(shown)
    return [_happening(act, _actor(act[0], person, agents, askers), texts) for act in acts]


def _acts(rows: Sequence[Any]) -> list[list[Any]]:
    """Return the rows of each act together, the main one first."""
    acts: list[list[Any]] = []
    for row in rows:
        if acts and any(_is_same_act(row, other) for other in acts[-1]):
            acts[-1] = sorted([*acts[-1], row], key=_is_secondary)
        else:
            acts.append([row])
    return acts


def _is_same_act(row: History, other: History) -> bool:
    """Whether one write made both, or one is recorded with the other, by the same actor at the same time."""
    is_one_write = row.change_id == other.change_id and row.memory_id is not None and row.memory_id == other.memory_id
    is_pair = _is_secondary(row) != _is_secondary(other) and all(_has_more(each) for each in (row, other))
    by_one = (row.actor_kind, row.actor_id) == (other.actor_kind, other.actor_id)
    agents = {each.meta["agent_id"] for each in (row, other) if each.meta.get("agent_id")}
    is_at_once = by_one and len(agents) <= 1 and abs(other.created_at - row.created_at) < AT_ONCE
    return is_one_write or (is_pair and is_at_once)


def _is_secondary(row: History) -> bool:
    return row.meta.get("what") in SECONDARY


def _has_more(row: History) -> bool:
    return _is_secondary(row) or row.meta.get("what") in MAIN or row.decision_id is not None


def _about(person: Person) -> Q:
    """Select rows about the person, and those about their login, which have no person."""
    logins = Membership.objects.filter(workspace_id=current_workspace_id(), person_id=person.id)
    login = logins.values_list("account_id", flat=True).first()
    own = Q(person_id=person.id)
    return own | Q(event=Event.ACCESS, meta__what="account", meta__id=str(login)) if login else own


def _actor(row: Any, person: Person, agents: Mapping[UUID, str], askers: Mapping[UUID, str]) -> str:
    """Return the person by their name, as elsewhere on their page; for approvals by staff, also the requester."""
    if row.actor_kind == ActorKind.PERSON:
        return person.name
    asker = askers.get(row.decision_id, "") if row.event != Event.CONSENT else ""
    return with_asker(who_acted(row, agents), asker)


def _happening(act: Sequence[History], who: str, texts: Mapping[UUID, str]) -> Happening:
    row = act[0]
    return Happening(
        at=row.created_at,
        who=who,
        what="; ".join(dict.fromkeys(getattr(each, SENTENCE) for each in act)),
        text=shortened(texts.get(row.id, "")),
        memory_id=row.memory_id,
        question_id=row.meta.get("proposal_id", "") if row.event == Event.CONSENT and row.id in texts else "",
    )
