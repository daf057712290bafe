"""R19: only the sensitive sentence waits; the rest is kept at once and joined when the person agrees."""

from datetime import timedelta

import pytest

from consent.changes import IngestSource, JoinStatement, WriteMemory
from consent.gate import submit
from consent.models import Policy, Proposal
from consent.outcomes import Applied, Queued, Refused
from consent.proposals.decide import approve_proposal, reject_proposal
from consent.proposals.errors import NotPending, UnknownProposal
from consent.proposals.expire import expire_proposals
from memories.drafts import MemoryDraft
from memories.models import History, Memory
from memories.models.choices import MemoryType
from memories.sources.drafts import SourceDraft
from workspaces import scope
from workspaces.actions.authenticate_key import authenticate_key
from workspaces.actors import system_actor

pytestmark = pytest.mark.django_db

SECRET = "I live in Rome."
BODY = f"The release is on Friday. {SECRET} The notes are done."
CUT = "The release is on Friday. [awaiting consent] The notes are done."


@pytest.fixture
def researcher(home, now):
    return authenticate_key(home.api_keys["researcher"], now=now)


@pytest.fixture
def ingest(home, researcher, now):
    def _ingest(body=BODY, *, actor=researcher, at=now, namespace=None, fields=None, **rest):
        payload = {"type": "custom", "body": body, "fields": fields or {}}
        rest = {"title": "Minutes", "source": "manual", "source_id": "1"} | rest
        draft = SourceDraft(namespace=namespace or ("memories", str(home.user_id)), payload=payload, **rest)
        return submit(IngestSource(draft=draft), actor=actor, now=at)

    return _ingest


@pytest.fixture
def summarise(home, researcher, now):
    def _summarise(content=BODY, *, excise=True, key="episode", **fields):
        fields = {"memory_type": MemoryType.EPISODIC, "category": "history"} | fields
        draft = MemoryDraft(namespace=("memories", str(home.user_id)), key=key, content=content, **fields)
        return submit(WriteMemory(draft=draft, excise=excise), actor=researcher, now=now)

    return _summarise


@pytest.fixture
def version(home):
    def _version(answer):
        with scope.enter(home.workspace_id):
            return Memory.objects.select_related("current").get(id=answer.memory_id).current

    return _version


@pytest.fixture
def pending(home):
    def _pending():
        with scope.enter(home.workspace_id):
            return list(Proposal.objects.pending().order_by("created_at", "id"))

    return _pending


@pytest.fixture
def decide(person, now):
    """Approve, or with `reject` refuse, a proposal as the person."""

    def _decide(proposal, *, reject=False):
        act = reject_proposal if reject else approve_proposal
        return act(proposal_id=getattr(proposal, "id", proposal), actor=person, now=now)

    return _decide


def test_the_rest_of_a_source_object_is_kept_at_once(ingest, version, pending):
    answer = ingest()
    assert isinstance(answer, Applied) and len(answer.proposal_ids) == 1
    kept = version(answer)
    assert kept.payload["body"] == CUT and "Rome" not in kept.content
    (proposal,) = pending()
    assert (proposal.new_value, proposal.memory_id, proposal.base_version) == (SECRET, answer.memory_id, 1)
    assert proposal.field == "identity.city in source:manual:custom:1"


def test_what_was_cut_out_is_in_no_chunk(home, ingest):
    answer = ingest()
    with scope.enter(home.workspace_id):
        memory = Memory.objects.get(id=answer.memory_id)
        assert not memory.chunks.filter(text__contains="Rome").exists()


def test_a_yes_joins_the_sentence_as_a_new_version(ingest, version, decide, pending):
    answer = ingest()
    joined = decide(answer.proposal_ids[0])
    assert (joined.memory_id, joined.version) == (answer.memory_id, 2)
    kept = version(answer)
    assert kept.payload["body"] == BODY and SECRET in kept.content
    assert kept.excisions == [] and pending() == []


def test_the_history_says_who_agreed(home, ingest, decide):
    answer = ingest()
    decide(answer.proposal_ids[0])
    with scope.enter(home.workspace_id):
        rows = History.objects.filter(memory_id=answer.memory_id).order_by("id")
        assert [row.event for row in rows] == ["ADD", "CONSENT", "UPDATE"]
        assert rows[2].decision_id == rows[1].decision_id is not None


def test_after_a_no_it_stays_out(ingest, version, decide, pending):
    answer = ingest()
    decide(answer.proposal_ids[0], reject=True)
    assert version(answer).payload["body"] == CUT
    again = ingest(BODY + " More.")
    assert again.version == 2 and again.proposal_ids == () and pending() == []
    assert version(answer).payload["body"] == CUT + " More."


def test_after_expiring_it_stays_out(home, ingest, version, now):
    answer = ingest(at=now - timedelta(days=8))
    with scope.enter(home.workspace_id):
        assert expire_proposals(actor=system_actor(home.workspace_id, "expire"), now=now) == 1
    assert ingest().proposal_ids == ()
    assert version(answer).payload["body"] == CUT


def test_two_sentences_are_decided_apart_in_any_order(ingest, version, decide):
    body = "I live in Rome. We met. My name is Ana. Bye."
    answer = ingest(body)
    first, second = answer.proposal_ids
    decide(second)
    assert version(answer).payload["body"] == "[awaiting consent] We met. My name is Ana. Bye."
    decide(first)
    assert version(answer).payload["body"] == body


def test_the_same_sentence_twice_is_one_question(ingest, version, decide):
    answer = ingest(f"{SECRET} Later on. {SECRET}", summary=SECRET)
    assert len(answer.proposal_ids) == 1
    decide(answer.proposal_ids[0])
    assert version(answer).summary == SECRET and "[awaiting consent]" not in version(answer).content


def test_an_unchanged_object_asks_nothing_twice(ingest, pending):
    first, again = ingest(), ingest()
    assert (again.version, again.event) == (1, None)
    assert [row.id for row in pending()] == list(first.proposal_ids)


def test_a_changed_object_keeps_the_open_question(ingest, version, decide, pending):
    first = ingest()
    second = ingest(BODY + " More.")
    assert second.proposal_ids == first.proposal_ids
    decide(first.proposal_ids[0])
    assert version(first).payload["body"] == BODY + " More."
    assert pending() == []


def test_a_sentence_that_left_its_source_is_asked_about_no_more(ingest, pending, decide):
    first = ingest()
    ingest("The release is on Friday.")
    assert pending() == []
    with pytest.raises(NotPending):
        decide(first.proposal_ids[0])


def test_what_was_agreed_to_is_not_asked_again(ingest, version, decide, pending):
    answer = ingest()
    decide(answer.proposal_ids[0])
    assert ingest().event is None
    ingest(BODY + " More.")
    assert version(answer).payload["body"] == BODY + " More." and pending() == []


def test_a_name_and_its_value_together_can_be_cut(ingest, version, decide, pending):
    answer = ingest("Minutes.", fields={"city": "Rome", "room": "blue"})
    assert version(answer).payload["fields"] == {"city": "[awaiting consent]", "room": "blue"}
    assert pending()[0].new_value == "city: Rome"
    decide(answer.proposal_ids[0])
    assert version(answer).payload["fields"]["city"] == "Rome"


def test_a_statement_that_can_not_be_cut_makes_all_wait(ingest, pending):
    answer = ingest("Minutes.", labels=(SECRET,))
    assert isinstance(answer, Queued)
    assert SECRET in pending()[0].change["draft"]["labels"]


SAID = "Ana lives in Zagreb"
ADDRESS = "https://chat.example/ana-lives-in-zagreb"


@pytest.mark.parametrize(
    "rest",
    [
        {"state": SAID},
        {"author": {"id": SAID, "display_name": "Bea"}},
        {"author": {"id": "1", "display_name": SAID}},
        {"author": {"id": "1", "display_name": "Bea", "avatar_url": ADDRESS}},
        {"raw_pointer": ADDRESS},
        {"source_label": SAID},
        {"source_id": SAID},
        {"category": "ana_lives_in_zagreb"},
        {"payload": {"type": "doc_page", "path": ["Ana", "lives in", "Zagreb"], "body": "Hello."}},
    ],
)
def test_what_is_kept_beside_its_text_makes_all_wait_too(home, supervisor, now, rest):
    draft = {"title": "Minutes", "source": "manual", "source_id": "1", "payload": {"type": "custom"}} | rest
    change = IngestSource(draft=SourceDraft(namespace=("memories", str(home.user_id)), **draft))

    assert isinstance(submit(change, actor=supervisor, now=now), Queued)


def test_a_whole_object_that_waited_is_kept_when_agreed(ingest, version, decide):
    answer = decide(ingest("Minutes.", labels=(SECRET,)).proposal_id)
    assert version(answer).payload["body"] == "Minutes."


def test_the_person_s_own_words_are_kept_whole(ingest, person, version):
    answer = ingest(actor=person)
    assert answer.proposal_ids == () and version(answer).payload["body"] == BODY


def test_what_never_may_be_kept_is_left_out_and_not_asked(home, ingest, version, pending):
    with scope.enter(home.workspace_id):
        Policy.objects.create(fact_key="city", outcome="never")
    answer = ingest()
    assert version(answer).payload["body"] == CUT.replace("[awaiting consent]", "[withheld]")
    assert answer.proposal_ids == () and pending() == []


def test_what_a_policy_allows_is_kept(home, ingest, version):
    with scope.enter(home.workspace_id):
        Policy.objects.create(fact_key="city", outcome="apply")
    assert version(ingest()).payload["body"] == BODY


def test_a_shared_object_states_nothing_about_a_person(ingest, version):
    answer = ingest(namespace=("shared", "team"))
    assert version(answer).payload["body"] == BODY


def test_a_summary_is_cut_when_it_asks_for_it(summarise, version, decide):
    answer = summarise()
    assert version(answer).content == CUT
    decide(answer.proposal_ids[0])
    assert version(answer).content == BODY


def test_a_memory_that_does_not_ask_for_it_waits_whole(summarise):
    assert isinstance(summarise(excise=False), Queued)


def test_where_nothing_else_is_said_all_waits_and_is_no_memory_until_then(home, summarise, decide, version, pending):
    answer = summarise(f"{SECRET} My name is Ana.", title="Who she is")
    assert isinstance(answer, Queued)
    with scope.enter(home.workspace_id):
        assert not Memory.objects.exists()
    assert version(decide(pending()[0])).content == f"{SECRET} My name is Ana."


def test_after_a_no_to_all_of_it_no_memory_is_left(home, summarise, decide):
    decide(summarise(SECRET).proposal_id, reject=True)
    with scope.enter(home.workspace_id):
        assert not Memory.objects.exists()


def test_where_the_policies_allow_none_of_it_all_is_refused(home, summarise):
    with scope.enter(home.workspace_id):
        Policy.objects.create(fact_key="city", outcome="never")
    assert isinstance(summarise(SECRET), Refused)


def test_a_source_object_that_says_nothing_else_waits_whole(home, ingest, version):
    assert isinstance(ingest(SECRET, title=SECRET), Queued)
    assert version(ingest(SECRET, source_id="2")).payload["body"] == "[awaiting consent]"


def test_metadata_and_title_are_cut_too(summarise, version, decide):
    answer = summarise("We talked.", title=SECRET, metadata={"city": "Rome", "n": 1})
    kept = version(answer)
    assert (kept.title, kept.metadata) == ("[awaiting consent]", {"city": "[awaiting consent]", "n": 1})
    for proposal_id in answer.proposal_ids:
        decide(proposal_id)
    assert (version(answer).title, version(answer).metadata["city"]) == (SECRET, "Rome")


def test_an_agent_can_not_join_by_itself(home, ingest, researcher, version, now):
    answer = ingest()
    excision_id = version(answer).excisions[0]["id"]
    for statement in (SECRET, "Rome"):
        change = JoinStatement(memory_id=answer.memory_id, excision_id=excision_id, statement=statement)
        assert isinstance(submit(change, actor=researcher, now=now), Queued)
    assert version(answer).payload["body"] == CUT


def test_a_stranger_can_not_decide(ingest, stranger, now):
    answer = ingest()
    with pytest.raises(UnknownProposal):
        approve_proposal(proposal_id=answer.proposal_ids[0], actor=stranger, now=now)
