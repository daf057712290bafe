"""The demo workspace: a conversation and what agents make of it, written through the same gateways as any data."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import yaml

from consent.changes import Change, SetFact, WriteMemory
from consent.gate import submit_many
from conversations.models import Turn
from memories.drafts import FactDraft, MemoryDraft
from memories.models import Fact
from operations.importing.conversation_formats import read
from operations.importing.import_conversation import import_conversation
from workspaces import scope
from workspaces.actions.authenticate_key import authenticate_key
from workspaces.actions.create_workspace import NewWorkspace
from workspaces.models import Membership

FOLDER = Path(__file__).resolve().parent.parent / "demo"


@dataclass(frozen=True, slots=True)
class _Entry:
    role: str
    change: Change


def load_demo(workspace: NewWorkspace, *, now: datetime) -> None:
    """Fill the demo workspace; afterwards real proposals wait in its inbox. Idempotent."""
    (conversation,) = read(FOLDER / "conversation.jsonl")
    import_conversation(
        conversation=conversation, workspace_id=workspace.workspace_id, person_id=workspace.user_id, now=now
    )
    document = yaml.safe_load((FOLDER / "memories.yaml").read_text(encoding="utf-8"))
    _state_facts(document["said"], workspace, now)
    entries = _entries(document, workspace)
    for role in dict.fromkeys(entry.role for entry in entries):
        actor = authenticate_key(workspace.api_keys[role], now=now)
        submit_many([entry.change for entry in entries if entry.role == role], actor=actor, now=now)


def _state_facts(facts: list[dict[str, Any]], workspace: NewWorkspace, now: datetime) -> None:
    """Store what the person stated themselves, unless a killed run already has."""
    with scope.enter(workspace.workspace_id):
        if Fact.objects.exists():
            return
    person = Membership.objects.get(workspace_id=workspace.workspace_id).as_person()
    changes = [SetFact(draft=FactDraft(person_id=workspace.user_id, **fact)) for fact in facts]
    submit_many(changes, actor=person, now=now)


def _entries(document: dict[str, Any], workspace: NewWorkspace) -> list[_Entry]:
    turns = _turn_ids(workspace.workspace_id)
    facts = [
        _Entry(entry.pop("role"), SetFact(draft=_fact(entry, workspace.user_id, turns))) for entry in document["facts"]
    ]
    namespace = ("memories", str(workspace.user_id))
    memories = [
        _Entry(entry.pop("role"), WriteMemory(draft=MemoryDraft(namespace=namespace, **entry)))
        for entry in document["memories"]
    ]
    return [*facts, *memories]


def _fact(entry: dict[str, Any], person_id: UUID, turns: dict[tuple[str, int], UUID]) -> FactDraft:
    place = entry.pop("turn", None)
    return FactDraft(person_id=person_id, evidence_turn_id=turns[tuple(place)] if place else None, **entry)


def _turn_ids(workspace_id: UUID) -> dict[tuple[str, int], UUID]:
    with scope.enter(workspace_id):
        rows = Turn.objects.values_list("session__external_id", "position", "id")
        return {(session, position): turn_id for session, position, turn_id in rows}
