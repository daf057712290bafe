"""Short words for what the tests of the change log say often."""

import pytest

from consent.changes import ForgetMemory, RestoreMemory, WriteMemory
from consent.gate import submit
from conversations import delta_header
from conversations.models import ChangeLog, ThreadRevision
from memories.drafts import MemoryDraft
from workspaces import scope


@pytest.fixture
def write(home, supervisor, now):
    def _write(content="Ship v1 by September.", *, key="note", actor=supervisor, at=now, **fields):
        draft = MemoryDraft(namespace=("memories", str(home.user_id)), key=key, content=content, **fields)
        return submit(WriteMemory(draft=draft), actor=actor, now=at).memory_id

    return _write


@pytest.fixture
def forget(supervisor, now):
    return lambda memory_id, **fields: submit(ForgetMemory(memory_id=memory_id, **fields), actor=supervisor, now=now)


@pytest.fixture
def restore(supervisor, now):
    return lambda memory_id, **fields: submit(RestoreMemory(memory_id=memory_id, **fields), actor=supervisor, now=now)


@pytest.fixture
def header(home, supervisor, now):
    """The header as the supervisor, or `actor`, is shown it."""

    def _header(since=None, *, actor=supervisor, thread_id=""):
        with scope.enter(home.workspace_id):
            return delta_header.header(person_id=home.user_id, thread_id=thread_id, since=since, actor=actor, now=now)

    return _header


@pytest.fixture
def revisions(home):
    """Each thread's revision."""

    def _revisions():
        with scope.enter(home.workspace_id):
            return dict(ThreadRevision.objects.values_list("thread_id", "rev"))

    return _revisions


@pytest.fixture
def logged(home):
    """The log of a thread, as (revision, event) in order."""

    def _logged(thread_id):
        with scope.enter(home.workspace_id):
            return list(ChangeLog.objects.filter(thread_id=thread_id).order_by("rev").values_list("rev", "event"))

    return _logged
