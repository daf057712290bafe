"""Short words for what the tests of the store say often."""

import pytest

from consent.changes import ForgetMemory, IngestSource, LinkMemories, WriteMemory
from consent.gate import submit
from memories.drafts import MemoryDraft
from memories.models import Memory
from memories.sources.drafts import SourceDraft
from tests.memories import source_examples as examples
from workspaces import scope
from workspaces.actions.authenticate_key import authenticate_key


@pytest.fixture
def researcher(home, now):
    """The role whose list covers category `history`, where source objects are filed."""
    return authenticate_key(home.api_keys["researcher"], now=now)


@pytest.fixture
def ingest(home, researcher, now):
    """Ingest an object as the researcher into the shared namespace, or where `namespace` says."""

    def _ingest(payload=None, *, actor=researcher, at=now, **fields):
        fields = {"namespace": ("shared", "team"), "source": "github", "source_id": "1", "title": "Retries"} | fields
        draft = SourceDraft(payload=payload or examples.issue(), **fields)
        return submit(IngestSource(draft=draft), actor=actor, now=at)

    return _ingest


@pytest.fixture
def about_ana(home):
    """The namespace of the person remembered."""
    return ("memories", str(home.user_id))


@pytest.fixture
def write(about_ana, supervisor, now):
    """Write a memory about Ana as the supervisor, or as `actor`."""

    def _write(content, *, key=None, actor=supervisor, at=now, **fields):
        fields = {"namespace": about_ana} | fields
        draft = MemoryDraft(key=key or content[:40], content=content, **fields)
        return submit(WriteMemory(draft=draft), actor=actor, now=at)

    return _write


@pytest.fixture
def forget(researcher, now):
    return lambda memory_id, actor=researcher: submit(ForgetMemory(memory_id=memory_id), actor=actor, now=now)


@pytest.fixture
def link(supervisor, now):
    """Draw an edge by hand."""

    def _link(memory_id, to_id, relation_type="related_to", *, actor=supervisor, **fields):
        change = LinkMemories(memory_id=memory_id, to_id=to_id, relation_type=relation_type, **fields)
        return submit(change, actor=actor, now=now)

    return _link


@pytest.fixture
def kept(home):
    """A memory with its current version, whatever its state."""

    def _kept(memory_id):
        with scope.enter(home.workspace_id):
            return Memory.objects.select_related("current").get(id=memory_id)

    return _kept
