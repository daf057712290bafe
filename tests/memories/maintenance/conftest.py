"""Short words for what the tests of upkeep say often."""

import pytest
from django.db.models.functions import Now

from consent.changes import ForgetMemory, RestoreMemory, SetFact, WriteMemory
from consent.gate import submit
from memories.drafts import FactDraft, MemoryDraft
from memories.models import History, Memory
from workspaces import scope


@pytest.fixture
def write(home, supervisor, now):
    """Write a memory through the gate; returns its id, None when it was refused."""

    def _write(content="The release is on Friday.", *, key="note", actor=supervisor, **fields):
        namespace = fields.pop("namespace", ("memories", str(home.user_id)))
        draft = MemoryDraft(namespace=namespace, key=key, content=content, **fields)
        return getattr(submit(WriteMemory(draft=draft), actor=actor, now=now), "memory_id", None)

    return _write


@pytest.fixture
def set_fact(home, supervisor, now):
    def _set(key="diet", value="vegetarian", *, category="constraint", **fields):
        draft = FactDraft(person_id=home.user_id, category=category, key=key, value=value, **fields)
        return submit(SetFact(draft=draft), actor=supervisor, now=now).memory_id

    return _set


@pytest.fixture
def forget(supervisor, now):
    return lambda memory_id: submit(ForgetMemory(memory_id=memory_id), actor=supervisor, now=now)


@pytest.fixture
def restore(supervisor, now):
    return lambda memory_id: submit(RestoreMemory(memory_id=memory_id), actor=supervisor, now=now)


@pytest.fixture
def age(home):
    """Move a memory's times into the past of the database's clock: `age(memory_id, created_at=timedelta(days=61))`."""

    def _age(memory_id, **ages):
        with scope.enter(home.workspace_id):
            times = {name: Now() - by for name, by in ages.items()}
            assert Memory.objects.filter(id=memory_id).update(**times) == 1

    return _age


@pytest.fixture
def state(home):
    """A memory's state, None when it is gone."""

    def _state(memory_id):
        with scope.enter(home.workspace_id):
            return Memory.objects.filter(id=memory_id).values_list("state", flat=True).first()

    return _state


@pytest.fixture
def events(home):
    """What history says of a memory, in order: (event, actor)."""

    def _events(memory_id):
        with scope.enter(home.workspace_id):
            rows = History.objects.filter(memory_id=memory_id).order_by("id")
            return list(rows.values_list("event", "actor_label"))

    return _events
