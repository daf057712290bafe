"""What the person agreed to through a memory is read in messages by the agents that may read that memory alone."""

import pytest
from django.utils import timezone

from consent.changes import WriteMemory
from consent.gate import submit
from consent.models import Proposal
from consent.proposals.decide import approve_proposal
from consent.proposals.withdraw import withdraw_decision
from conversations.models import Turn
from intelligence.actions.extract_facts import extract_facts
from memories.drafts import MemoryDraft
from memories.maintenance.index_turns import index_turns
from tests.interfaces.rest.conftest import Api
from workspaces import scope
from workspaces.actions.create_agent import create_agent
from workspaces.actions.issue_key import issue_key
from workspaces.models import Workspace
from workspaces.models.category import Allowlist

ALLOWED = ["activity", "identity", "preference"]
SAID = "I told my sister I am gay. The ferry leaves at noon."
LATER = "I came out as gay to my parents last week."


@pytest.fixture
def reader(home):
    """An agent with an allowlist that lacks the category `general`."""
    with scope.enter(home.workspace_id):
        Allowlist.objects.create(role="tutor", categories=ALLOWED)
        agent = create_agent(name="Tutor", role="tutor", workspace=Workspace.objects.get(id=home.workspace_id))
        return Api({"Authorization": f"Bearer {issue_key(agent=agent)}"})


@pytest.fixture
def approved(home, person, supervisor, now):
    """ "Ana is gay.", in the category `general`."""
    draft = MemoryDraft(
        namespace=("memories", str(home.user_id)), key="said", content="Ana is gay.", category="general"
    )
    queued = submit(WriteMemory(draft=draft), actor=supervisor, now=now)
    approve_proposal(proposal_id=queued.proposal_id, actor=person, now=now)
    return queued.proposal_id


@pytest.fixture
def session(api, ana):
    return api.post("/sessions", {"user_id": ana}).json()["id"]


@pytest.fixture
def say(api, session, home):
    def _say(*contents):
        for content in contents:
            api.post(f"/sessions/{session}/turns", {"role": "user", "content": content})
        extract_facts(workspace_id=home.workspace_id, now=timezone.now())
        index_turns(workspace_id=home.workspace_id, now=timezone.now())

    return _say


def told(client, ana, session, query="What did she tell her sister?"):
    """All that one reader gets of the conversation."""
    turns = [one["content"] for one in client.get(f"/sessions/{session}/turns").json()["results"]]
    asked = {"user_id": ana, "query": query, "neighbours": True}
    hits = [one for one in client.post("/memory/query", asked).json() if one["kind"] == "turn"]
    context = client.post("/context", {"user_id": ana, "session_id": session, "query": query}).json()
    export = b"".join(client.get(f"/users/{ana}/export").streaming_content).decode()
    return turns, hits, context, export


def test_an_agent_that_may_not_read_the_memory_does_not_read_its_words(reader, api, ana, approved, session, say):
    say(SAID, "My brother is glad that I am gay.", LATER)
    turns, hits, context, export = told(reader, ana, session)
    assert turns == ["[withheld] The ferry leaves at noon.", "[withheld]", "[withheld]"]
    assert [one["content"] for one in context["recent_turns"]] == turns
    assert "gay" not in str(hits)
    assert "gay" not in str(context)
    assert "gay" not in export
    assert told(api, ana, session)[0] == [SAID, "My brother is glad that I am gay.", LATER]
    assert "told my sister" in str(told(api, ana, session)[1])


def test_what_was_said_before_the_yes_stays_withheld_from_it_too(reader, api, ana, session, say, request):
    say(SAID)
    request.getfixturevalue("approved")
    assert told(reader, ana, session)[0] == ["[withheld] The ferry leaves at noon."]
    assert told(api, ana, session)[0] == [SAID]


def test_undoing_the_yes_withholds_the_words_from_all(reader, ana, approved, session, say, home, person, now):
    say(SAID)
    withdraw_decision(proposal_id=approved, actor=person, now=now)
    with scope.enter(home.workspace_id):
        turn = Turn.objects.get()
    assert turn.retrievable == "[withheld] The ferry leaves at noon." and turn.reserved == []


def test_no_reader_gets_it_between_the_question_and_its_answer(reader, ana, approved, session, home, monkeypatch, api):
    """The job asks and withholds in one transaction, and only then tells others that it has read the message."""
    api.post(f"/sessions/{session}/turns", {"role": "user", "content": LATER})
    seen = []
    after = Proposal.save

    def looked_at(self, *args, **options):
        after(self, *args, **options)
        seen.append(Turn.objects.get().extracted_at)

    monkeypatch.setattr(Proposal, "save", looked_at)
    extract_facts(workspace_id=home.workspace_id, now=timezone.now())
    assert seen == [None]
    assert told(reader, ana, session)[0] == ["[withheld]"]
