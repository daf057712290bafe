"""Things to remember, and a way to ask for them."""

from datetime import UTC, datetime

import pytest
from django.utils import timezone

from consent.changes import SetFact, WriteMemory
from consent.gate import submit
from conversations.actions.sessions import append_turns, open_session
from conversations.drafts import TurnDraft
from memories.drafts import FactDraft, MemoryDraft
from memories.maintenance.index_turns import index_turns
from memories.models import Memory
from retrieval.query import memory_query
from retrieval.requests import QueryRequest
from workspaces import scope

MAY_2023 = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)


@pytest.fixture
def remember(home, supervisor, now):
    """Write a memory about Ana, as the supervisor unless another actor is given; returns its id."""
    count = iter(range(10_000))

    def write(content, *, actor=supervisor, namespace=None, at=now, **fields):
        place = namespace or ("memories", str(home.user_id))
        draft = MemoryDraft(namespace=place, key=fields.pop("key", f"k{next(count)}"), content=content, **fields)
        return submit(WriteMemory(draft=draft), actor=actor, now=at).memory_id

    return write


@pytest.fixture
def state(home, person, now):
    """Store a fact about Ana in her own words."""

    def write(category, key, value, **fields):
        draft = FactDraft(person_id=home.user_id, category=category, key=key, value=value, **fields)
        return submit(SetFact(draft=draft), actor=person, now=now).memory_id

    return write


@pytest.fixture
def say(home, supervisor, now):
    """Have turns said in one session: strings, or (speaker, text); embedded unless `index` is False."""

    def append(*lines, session="talk", role="user", at=MAY_2023, index=True):
        opened, _ = open_session(person_id=home.user_id, actor=supervisor, now=now, external_id=session)
        pairs = [("", line) if isinstance(line, str) else line for line in lines]
        drafts = [TurnDraft(role=role, speaker=who, content=text, occurred_at=at) for who, text in pairs]
        turns = [turn for turn, _ in append_turns(session_id=opened.id, drafts=drafts, actor=supervisor, now=now)]
        while index and index_turns(workspace_id=home.workspace_id, now=now):
            pass
        return turns

    return append


@pytest.fixture
def ask(home, supervisor):
    """Ask about Ana, as the supervisor unless another actor is given; `full=True` for the whole answer."""

    def query(text, *, actor=supervisor, at=None, **fields):
        body = {"query": text, **fields}
        if "scope" not in body:
            body.setdefault("user_id", home.user_id)
        return memory_query(QueryRequest.model_validate(body), actor=actor, now=at or timezone.now())

    return query


@pytest.fixture
def texts(ask):
    """The contents of an answer, best first."""

    def contents(text, **fields):
        return [item.content for item in ask(text, **fields).items]

    return contents


@pytest.fixture
def change(home):
    """Set columns of a memory past the gate's triggers' meaning: what a job or a person did to it meanwhile."""

    def update(memory_id, **columns):
        with scope.enter(home.workspace_id):
            Memory.objects.filter(id=memory_id).update(**columns)

    return update
