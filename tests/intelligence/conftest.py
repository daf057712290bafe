from collections.abc import Callable
from datetime import datetime
from uuid import UUID

import pytest
from pytest_httpserver import HTTPServer

from conversations.actions.sessions import append_turns, open_session
from conversations.drafts import TurnDraft
from conversations.models import Session, Turn
from intelligence.actions.extract_facts import extract_facts
from intelligence.actions.write_episodes import write_episodes
from memories.models import Fact, Memory
from tests.providers.llm.fake_endpoint import FakeModel, serve
from workspaces import scope
from workspaces.actions.create_workspace import NewWorkspace
from workspaces.actors import Actor


@pytest.fixture
def model_server(httpserver: HTTPServer, settings) -> FakeModel:
    """A language model behind a real HTTP server; without it, the rules are in force."""
    settings.LLM_RETRIES = 0
    return serve(httpserver, settings)


@pytest.fixture
def session(home: NewWorkspace, supervisor: Actor, now: datetime) -> Session:
    return open_session(person_id=home.user_id, actor=supervisor, now=now)[0]


@pytest.fixture
def say(session: Session, supervisor: Actor, now: datetime) -> Callable[..., list[Turn]]:
    """Ana, or whoever is named, says something in the session; answers with the turns."""

    def _say(*contents: str, role: str | None = "user", speaker: str = "", at: datetime | None = None) -> list[Turn]:
        drafts = [TurnDraft(role=role, speaker=speaker, content=content) for content in contents]
        return [turn for turn, _ in append_turns(session_id=session.id, drafts=drafts, actor=supervisor, now=at or now)]

    return _say


@pytest.fixture
def extract(home: NewWorkspace, now: datetime) -> Callable[..., int]:
    return lambda at=None: extract_facts(workspace_id=home.workspace_id, now=at or now)


@pytest.fixture
def summarise(home: NewWorkspace, now: datetime) -> Callable[[], int]:
    """Write episodes until none is due; answers with how many were written."""

    def _summarise() -> int:
        total = 0
        while written := write_episodes(workspace_id=home.workspace_id, now=now):
            total += written
        return total

    return _summarise


@pytest.fixture
def in_home(home: NewWorkspace):
    return lambda: scope.enter(home.workspace_id)


@pytest.fixture
def facts(in_home) -> Callable[[], set[tuple[str, str]]]:
    """What holds about Ana."""

    def _facts() -> set[tuple[str, str]]:
        with in_home():
            return set(Fact.objects.active().values_list("key", "value"))

    return _facts


@pytest.fixture
def memories(in_home) -> Callable[[str], list[Memory]]:
    """The active memories of one type, oldest first."""

    def _memories(memory_type: str) -> list[Memory]:
        with in_home():
            rows = Memory.objects.filter(memory_type=memory_type, state="active").exclude(key__startswith="fact:")
            return list(rows.select_related("current").order_by("turn_start", "created_at", "id"))

    return _memories


@pytest.fixture
def user_id(home: NewWorkspace) -> UUID:
    return home.user_id
