"""A person about whom there is a row in every table that an export tells of."""

import json
from io import BytesIO

import pytest

from consent.changes import LinkMemories, SetFact, WriteMemory
from consent.gate import submit
from consent.models import Policy
from consent.proposals.decide import reject_proposal
from conversations.actions.save_checkpoint import put_writes, save_checkpoint
from conversations.actions.sessions import append_turns, open_session
from conversations.actions.tasks import create_task
from conversations.drafts import CheckpointDraft, TaskDraft, TurnDraft, WriteDraft, WritesDraft
from memories.artifacts.drafts import ArtifactReference
from memories.drafts import FactDraft, MemoryDraft
from memories.maintenance.seal_history import seal_history
from operations.artifacts import add_reference
from operations.privacy.person_export import write_export
from retrieval.models import RetrievalEvent
from workspaces import scope
from workspaces.models import Agent, Grant, Person, uuid7


@pytest.fixture
def export():
    """The export as Python values."""

    def _export(person_id, actor, at):
        file = BytesIO()
        counts = write_export(file, person_id=person_id, actor=actor, now=at)
        told = json.loads(file.getvalue())
        assert counts == {name: len(told[name]) for name in counts}
        return told

    return _export


@pytest.fixture
def write(supervisor, now):
    def _write(person_id, content, *, key=None, actor=supervisor, **fields):
        fields = {"category": "goals"} | fields
        draft = MemoryDraft(namespace=("memories", str(person_id)), key=key or content, content=content, **fields)
        return submit(WriteMemory(draft=draft), actor=actor, now=now)

    return _write


@pytest.fixture
def life(home, supervisor, person, now, write):
    """Ana with something in every list; answers her id."""
    ana = home.user_id
    first, second = (write(ana, content).memory_id for content in ("Ship v1.", "Write the manual."))
    write(ana, "Ship v1 in May.", key="Ship v1.")
    submit(LinkMemories(memory_id=first, to_id=second), actor=supervisor, now=now)
    namespace = ("memories", str(ana))
    reference = ArtifactReference(scope=namespace, artifact_type="log", sha256="a" * 64, storage_uri="https://e.org/l")
    add_reference(reference=reference, memory_id=first, actor=supervisor, now=now)
    for key, value in (("coding_style", "black"), ("city", "Lisbon")):
        category = "identity" if key == "city" else "preference"
        outcome = submit(
            SetFact(draft=FactDraft(person_id=ana, category=category, key=key, value=value)), actor=supervisor, now=now
        )
    reject_proposal(proposal_id=outcome.proposal_id, actor=person, now=now)
    _converse(ana, supervisor, now)
    _surround(home, ana, supervisor, now)
    seal_history(workspace_id=home.workspace_id, now=now)
    return ana


def _converse(ana, actor, now):
    session, _ = open_session(person_id=ana, actor=actor, now=now)
    drafts = [TurnDraft(role="user", speaker="Ana", content="I adopted a dog.")]
    append_turns(session_id=session.id, drafts=drafts, actor=actor, now=now)
    draft = TaskDraft(namespace=("memories", str(ana)), title="Book the train")
    create_task(draft, task_id=uuid7(), actor=actor, now=now)
    saved = save_checkpoint(
        CheckpointDraft(checkpoint={"step": 1}), person_id=ana, thread_id="chat", actor=actor, now=now
    )
    written = WritesDraft(checkpoint_id=saved.checkpoint_id, task_id="t", writes=[WriteDraft(channel="c", value=1)])
    put_writes(written, person_id=ana, thread_id="chat", actor=actor, now=now)


def _surround(home, ana, actor, now):
    with scope.enter(home.workspace_id):
        agent = Agent.objects.get(role="supervisor")
        Grant.objects.create(agent=agent, person_id=ana)
        Policy.objects.create(person_id=ana, fact_key="city", outcome="never")
        RetrievalEvent.objects.create(
            person_id=ana, scope=f"memories/{ana}", query="dog?", agent_id=agent.id, actor_label="agent", created_at=now
        )


@pytest.fixture
def ben(home):
    with scope.enter(home.workspace_id):
        return Person.objects.create(name="Ben").id
