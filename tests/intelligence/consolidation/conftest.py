"""A workspace with notes that say the same in several ways, and with some that only seem to."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from consent.changes import SetFact, WriteMemory
from consent.gate import submit, submit_many
from intelligence.consolidation.consolidate import consolidate
from memories.drafts import FactDraft, MemoryDraft
from memories.models import Memory
from workspaces import scope
from workspaces.actions.create_workspace import NewWorkspace

# Each group says one thing.
GROUPS = [
    (
        "Ana drinks green tea in the morning.",
        "In the morning Ana drinks green tea.",
        "Ana drinks green tea in the morning",
    ),
    ("The release of version 2 is planned for Friday.", "the release of version 2 is planned for Friday."),
    ("Ana's team meets on Tuesdays at 10.", "Ana's team meets at 10 on Tuesdays."),
    ("The backups run every night on the old server.", "On the old server the backups run every night."),
    ("Ana prefers short answers with code.", "Ana prefers short answers with code!"),
]
# What lies close together and is not the same.
TRAPS = [
    ("Ana's flight to Porto leaves at 9.", "Ana's flight to Porto leaves at 19."),
    ("Ana likes olives on pizza.", "Ana does not like olives on pizza."),
    ("Tom helped Ana with the move.", "Ana helped Tom with the move."),
    ("Ana wants to call Ben before lunch.", "Ana wants to call Ben after lunch."),
    ("Ana runs every Monday in the park.", "Ana runs every Sunday in the park."),
]
SENSITIVE = ("I live in Lisbon.", "i live in Lisbon")


@pytest.fixture
def note(home: NewWorkspace, supervisor, now) -> Callable[..., Any]:
    """Write a note about Ana; answers its id."""

    def _note(content: str, *, key: str = "", at=now, actor=supervisor, **fields: Any) -> Any:
        fields = {"namespace": ("memories", str(home.user_id))} | fields
        draft = MemoryDraft(key=key or content, content=content, **fields)
        return submit(WriteMemory(draft=draft), actor=actor, now=at).memory_id

    return _note


@pytest.fixture
def seeded(home: NewWorkspace, supervisor, person, now) -> None:
    """The groups, the traps, a fact, and a sensitive statement twice, which the person made themselves."""
    about = ("memories", str(home.user_id))
    texts = [text for group in [*GROUPS, *TRAPS] for text in group]
    drafts = [MemoryDraft(namespace=about, key=f"n{place:02}", content=text) for place, text in enumerate(texts)]
    submit_many([WriteMemory(draft=draft) for draft in drafts], actor=supervisor, now=now - timedelta(hours=1))
    said = [MemoryDraft(namespace=about, key=text, content=text) for text in SENSITIVE]
    submit_many([WriteMemory(draft=draft) for draft in said], actor=person, now=now)
    fact = FactDraft(person_id=home.user_id, category="identity", key="city", value="Lisbon")
    submit(SetFact(draft=fact), actor=person, now=now)


@pytest.fixture
def run(home: NewWorkspace, now) -> Callable[..., Any]:
    return lambda at=now: consolidate(workspace_id=home.workspace_id, now=at)


@pytest.fixture
def said(home: NewWorkspace, now) -> Callable[[], list[str]]:
    """What the living memories say."""

    def _said() -> list[str]:
        with scope.enter(home.workspace_id):
            return sorted(Memory.objects.alive(now=now).values_list("current__content", flat=True))

    return _said
