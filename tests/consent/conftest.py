"""Short words for what the tests of the gate say often."""

import pytest

from consent.changes import ForgetMemory, RestoreMemory, SetFact, WriteMemory
from consent.gate import submit
from memories.drafts import FactDraft, MemoryDraft
from workspaces.actions.authenticate_key import authenticate_key


@pytest.fixture
def write(home, supervisor, now):
    """Write a memory as the supervisor, or as `actor`."""

    def _write(content="The release is on Friday.", *, key="note", actor=supervisor, at=now, **fields):
        namespace = fields.pop("namespace", ("memories", str(home.user_id)))
        draft = MemoryDraft(namespace=namespace, key=key, content=content, **fields)
        return submit(WriteMemory(draft=draft), actor=actor, now=at)

    return _write


@pytest.fixture
def set_fact(home, supervisor, now):
    """Set a fact as the supervisor, or as `actor`."""

    def _set(category, key, value, *, actor=supervisor, at=now, **fields):
        fields.setdefault("person_id", home.user_id)
        draft = FactDraft(category=category, key=key, value=value, **fields)
        return submit(SetFact(draft=draft), actor=actor, now=at)

    return _set


@pytest.fixture
def forget(supervisor, now):
    return lambda memory_id, actor=supervisor: submit(ForgetMemory(memory_id=memory_id), actor=actor, now=now)


@pytest.fixture
def restore(supervisor, now):
    return lambda memory_id, version=None, actor=supervisor: submit(
        RestoreMemory(memory_id=memory_id, version=version), actor=actor, now=now
    )


@pytest.fixture
def stylist(home, now):
    return authenticate_key(home.api_keys["stylist"], now=now)
