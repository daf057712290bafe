"""R19 and R31 for turns: what the person has not agreed to stays in the transcript, marked, and is not retrieved."""

from datetime import timedelta

import pytest
from django.utils import timezone

from consent.changes import SetFact, WriteMemory
from consent.gate import submit
from consent.models import Proposal
from consent.outcomes import Queued
from consent.proposals.decide import amend_proposal, approve_proposal, reject_proposal
from consent.proposals.expire import expire_proposals
from consent.proposals.withdraw import withdraw_decision
from conversations.actions.sessions import append_turns, open_session
from conversations.drafts import TurnDraft
from conversations.models import Turn, WithheldValue
from intelligence.actions.extract_facts import extract_facts
from memories import preparation
from memories.drafts import FactDraft, MemoryDraft
from memories.maintenance.index_turns import index_turns
from memories.models import Chunk
from retrieval.context.build import build_context
from retrieval.context.request import ContextRequest
from retrieval.query import memory_query
from retrieval.requests import QueryRequest
from workspaces import scope
from workspaces.actions.authenticate_key import authenticate_key
from workspaces.actions.create_agent import create_agent
from workspaces.actions.issue_key import issue_key
from workspaces.actors import system_actor
from workspaces.models import Workspace

SAID = "The tram is late again. I live in Porto. My bicycle has a flat tyre."


@pytest.fixture
def session(home, supervisor, now):
    return open_session(person_id=home.user_id, actor=supervisor, now=now)[0]


@pytest.fixture
def say(session, supervisor, home, now):
    def _say(*contents, role="user", actor=supervisor, **fields):
        drafts = [TurnDraft(role=role, content=content, **fields) for content in contents]
        append_turns(session_id=session.id, drafts=drafts, actor=actor, now=now)
        index_turns(workspace_id=home.workspace_id, now=now)

    return _say


@pytest.fixture
def in_home(home):
    return lambda: scope.enter(home.workspace_id)


@pytest.fixture
def asked(say, home, now, in_home):
    """A turn with a sensitive statement, and the proposal that extraction made of it."""
    say(SAID)
    extract_facts(workspace_id=home.workspace_id, now=now)
    with in_home():
        return Proposal.objects.get()


@pytest.fixture
def found(home, supervisor):
    def _found(query):
        request = QueryRequest(query=query, user_id=home.user_id, kinds=("turn",))
        return [item.content for item in memory_query(request, actor=supervisor, now=timezone.now()).items]

    return _found


def test_while_it_waits_its_clause_is_left_out(asked, found, in_home):
    assert found("bicycle tyre") == ["The tram is late again. [withheld] My bicycle has a flat tyre."]
    with in_home():
        assert not Turn.objects.filter(search="porto").exists()


def test_once_refused_its_sentence_is_left_out_and_marked(asked, found, person, now):
    reject_proposal(proposal_id=asked.id, actor=person, now=now)
    assert found("bicycle tyre") == ["The tram is late again. [withheld] My bicycle has a flat tyre."]
    assert all("Porto" not in content for content in found("Where does Ana live? Porto"))


def test_by_its_words_it_is_not_found_any_more(asked, in_home, person, now):
    reject_proposal(proposal_id=asked.id, actor=person, now=now)
    with in_home():
        assert not Turn.objects.filter(search="porto").exists()
        assert Turn.objects.filter(search="bicycle").exists()


def test_no_chunk_says_it_from_that_moment_on(asked, home, in_home, person, now):
    reject_proposal(proposal_id=asked.id, actor=person, now=now)
    with in_home():
        assert not Chunk.objects.filter(text__contains="Porto").exists()
    assert index_turns(workspace_id=home.workspace_id, now=now) == 1
    with in_home():
        assert [chunk.text for chunk in Chunk.objects.all()] == [
            "The tram is late again. [withheld] My bicycle has a flat tyre."
        ]


def test_the_transcript_keeps_it_with_a_mark(asked, in_home, person, now):
    reject_proposal(proposal_id=asked.id, actor=person, now=now)
    with in_home():
        turn = Turn.objects.get()
    ((start, end),) = turn.withheld
    assert turn.content == SAID and "I live in Porto" in turn.content[start:end]
    assert "tram" not in turn.content[start:end] and "bicycle" not in turn.content[start:end]


def test_once_expired_too(asked, found, home, in_home, now):
    with in_home():
        Proposal.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
        expire_proposals(actor=system_actor(home.workspace_id, "expire_proposals"), now=now)
    assert found("bicycle tyre") == ["The tram is late again. [withheld] My bicycle has a flat tyre."]


def test_once_approved_nothing_is_withheld(asked, found, person, now):
    approve_proposal(proposal_id=asked.id, actor=person, now=now)
    assert found("Porto") == [SAID]


def test_a_message_that_is_nothing_else_is_all_withheld(say, home, in_home, person, now):
    say("I live in Porto.")
    extract_facts(workspace_id=home.workspace_id, now=now)
    with in_home():
        proposal = Proposal.objects.get()
    reject_proposal(proposal_id=proposal.id, actor=person, now=now)
    with in_home():
        assert Turn.objects.get().retrievable.strip(" .") == "[withheld]"


def test_what_was_cut_from_an_episode_is_withheld_in_the_turns_that_it_is_about(
    say, session, home, in_home, person, now
):
    say("I live in Porto, at 12 Harbour Street.", *["ok"] * 19)
    draft = MemoryDraft(
        namespace=("memories", str(home.user_id)),
        key="episode",
        content="The release was on Friday. The user lives in Porto, at 12 Harbour Street.",
        memory_type="episodic",
        session_id=session.id,
        turn_start=1,
        turn_end=10,
    )
    submit(WriteMemory(draft=draft, excise=True), actor=system_actor(home.workspace_id, "import_memories"), now=now)
    with in_home():
        proposal = Proposal.objects.get()
    reject_proposal(proposal_id=proposal.id, actor=person, now=now)
    with in_home():
        (turn,) = Turn.objects.filter(retrievable__isnull=False)
        assert turn.position == 1 and "Porto" not in turn.retrievable


def test_of_two_statements_only_the_refused_one(say, home, in_home, person, now):
    say("I live in Porto. My name is Marta.")
    extract_facts(workspace_id=home.workspace_id, now=now)
    with in_home():
        proposals = {proposal.new_value: proposal.id for proposal in Proposal.objects.all()}
    reject_proposal(proposal_id=proposals["Marta"], actor=person, now=now)
    approve_proposal(proposal_id=proposals["Porto"], actor=person, now=now)
    with in_home():
        shown = Turn.objects.get().shown
    assert "Porto" in shown and "Marta" not in shown


@pytest.mark.parametrize(
    ("role", "speaker"), [("assistant", ""), ("system", ""), ("tool", ""), ("user", "Tom"), (None, "AI")]
)
@pytest.mark.parametrize("is_late", [True, False])
def test_an_echo_is_left_out_too_whoever_says_it_and_when(say, home, in_home, now, role, speaker, is_late):
    """R31: a turn that comes after the question, and one that was there before it."""
    echo = "Great, so you live in Porto! Shall I look for a trip to Porto?"
    if not is_late:
        say(echo, role=role, speaker=speaker)
    say(SAID)
    extract_facts(workspace_id=home.workspace_id, now=now)
    if is_late:
        say(echo, role=role, speaker=speaker)
    with in_home():
        shown = {turn.content: turn.shown for turn in Turn.objects.all()}
    assert shown[echo] == "[withheld] Shall I look for a trip to Porto?"


def test_a_yes_brings_back_every_echo(asked, say, person, in_home, now):
    say("So you live in Porto!", role="assistant")
    approve_proposal(proposal_id=asked.id, actor=person, now=now)
    with in_home():
        assert {turn.retrievable for turn in Turn.objects.all()} == {None}
        assert {value.category for value in WithheldValue.objects.all()} == {asked.category}


def test_after_a_no_every_later_echo_is_left_out(asked, say, person, in_home, now):
    reject_proposal(proposal_id=asked.id, actor=person, now=now)
    say("Noted: Porto. Anything else?", role="assistant")
    with in_home():
        shown = Turn.objects.get(role="assistant").shown
    assert "Porto" not in shown and "Anything else?" in shown


def test_what_is_said_beside_it_is_found(say, found, home, now):
    """The city was corrected, and the allergy in the same sentence could not be found any more."""
    say("I moved to Porto in May, and my sister Rita is allergic to peanuts.")
    extract_facts(workspace_id=home.workspace_id, now=now)
    assert found("peanut allergy") == ["[withheld], and my sister Rita is allergic to peanuts."]


def test_a_question_that_an_agent_asks_covers_what_was_said_long_before(say, home, in_home, supervisor, now):
    say("Ana told me that she is in Portugal. Her home is Porto.", role="system")
    say("u Portu", role="tool")
    submit(SetFact(draft=FactDraft(person_id=home.user_id, category="identity", key="city", value="Porto")),
           actor=supervisor, now=now)  # fmt: skip
    with in_home():
        assert [turn.shown for turn in Turn.objects.order_by("position")] == [
            "Ana told me that she is in Portugal. [withheld]", "[withheld]",
        ]  # fmt: skip


def test_another_value_s_question_leaves_out_what_the_first_one_did(asked, home, in_home, supervisor, now):
    """A later value took the question's place: nobody agreed to the earlier one."""
    submit(SetFact(draft=FactDraft(person_id=home.user_id, category="identity", key="city", value="Braga")),
           actor=supervisor, now=now)  # fmt: skip
    with in_home():
        assert "Porto" not in Turn.objects.get().shown


def test_what_the_person_writes_themselves_comes_back(asked, home, in_home, person, now):
    reject_proposal(proposal_id=asked.id, actor=person, now=now)
    submit(SetFact(draft=FactDraft(person_id=home.user_id, category="identity", key="city", value="Porto")),
           actor=person, now=now)  # fmt: skip
    with in_home():
        assert Turn.objects.get().shown == SAID


def test_the_person_s_words_come_back_and_the_asker_s_do_not(say, home, in_home, person, now):
    say("I live in Porto.", "I live in Braga.")
    with in_home():
        turn_id = Turn.objects.get(position=1).id
    queued = submit(
        SetFact(draft=FactDraft(person_id=home.user_id, category="identity", key="city", value="Porto",
                                evidence_turn_id=turn_id)),
        actor=system_actor(home.workspace_id, "extract_facts"), now=now,
    )  # fmt: skip
    amend_proposal(proposal_id=queued.proposal_id, value="Braga", actor=person, now=now)
    with in_home():
        assert [turn.shown for turn in Turn.objects.order_by("position")] == ["[withheld]", "I live in Braga."]


def test_who_asks_again_for_what_stands_hides_nothing(asked, home, in_home, person, planner, now):
    """An agent that may not read the city asks for it: those who may still find what was said."""
    approve_proposal(proposal_id=asked.id, actor=person, now=now)
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="n", content="Ana lives in Porto.")
    assert isinstance(submit(WriteMemory(draft=draft), actor=planner, now=now), Queued)
    with in_home():
        assert Turn.objects.get().shown == SAID


class TestInTheSession:
    """The session's own window: what its agent asked about stays there until there is an answer."""

    @pytest.fixture
    def colleague(self, home, in_home, now):
        """Another agent that may read the same conversations."""
        workspace = Workspace.objects.get(id=home.workspace_id)
        with in_home():
            key = issue_key(agent=create_agent(name="Colleague", role="supervisor", workspace=workspace))
        return authenticate_key(key, now=now)

    @pytest.fixture
    def window(self, home, session, now):
        def _window(actor):
            request = ContextRequest(user_id=home.user_id, session_id=session.id)
            context = build_context(request, actor=actor, now=now)
            return [turn.content for turn in reversed(context.parts.turns)]

        return _window

    def test_the_asker_keeps_its_words_while_it_waits(self, asked, window, supervisor):
        assert window(supervisor) == [SAID]

    def test_another_agent_does_not_see_them(self, asked, window, colleague):
        assert window(colleague) == ["The tram is late again. [withheld] My bicycle has a flat tyre."]

    def test_nor_does_the_asker_after_a_no(self, asked, window, supervisor, person, now):
        reject_proposal(proposal_id=asked.id, actor=person, now=now)
        assert "Porto" not in window(supervisor)[0]

    def test_all_see_them_after_a_yes(self, asked, window, supervisor, colleague, person, now):
        approve_proposal(proposal_id=asked.id, actor=person, now=now)
        assert window(supervisor) == window(colleague) == [SAID]

    def test_undoing_the_yes_hides_them_again(self, asked, window, supervisor, person, now):
        approve_proposal(proposal_id=asked.id, actor=person, now=now)
        withdraw_decision(proposal_id=asked.id, actor=person, now=now)
        assert "Porto" not in window(supervisor)[0]

    def test_asked_by_another_agent_that_one_sees_them_no_more(
        self, say, home, in_home, window, supervisor, colleague, now
    ):
        say(SAID)
        with in_home():
            Turn.objects.update(extracted_at=now)
        submit(SetFact(draft=FactDraft(person_id=home.user_id, category="identity", key="city", value="Porto")),
               actor=colleague, now=now)  # fmt: skip
        assert ("Porto" in window(colleague)[0], window(supervisor)) == (False, [SAID])


def test_a_vector_made_meanwhile_says_nothing_that_was_withheld_since(say, session, supervisor, home, in_home, now):
    """The text was read to be embedded, then a question came; what is stored is of the new text."""
    drafts = [TurnDraft(role="user", content=SAID)]
    append_turns(session_id=session.id, drafts=drafts, actor=supervisor, now=now)
    embedded = preparation.embedded

    def late(texts, model, **options):
        extract_facts(workspace_id=home.workspace_id, now=now)
        return embedded(texts, model, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(preparation, "embedded", late)
        index_turns(workspace_id=home.workspace_id, now=now)
    index_turns(workspace_id=home.workspace_id, now=now)
    with in_home():
        assert [chunk.text for chunk in Chunk.objects.filter(turn_id__isnull=False)] == [
            "The tram is late again. [withheld] My bicycle has a flat tyre."
        ]
