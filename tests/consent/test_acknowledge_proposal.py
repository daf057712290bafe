"""An answer in a chat: the person's own words with the server's code, through an agent they let relay it."""

from datetime import timedelta

import pytest

from consent.models import AcknowledgementCode, Decision, Notice, Policy, Proposal
from consent.models.acknowledgement import MAX_ATTEMPTS
from consent.proposals.errors import NoRelay, NotPending, NotYours, NoValidAnswer, TooManyCodes, UnknownProposal
from consent.proposals.relay import CODES_A_DAY, acknowledge_proposal, issue_code
from conversations.actions.sessions import append_turns, open_session
from conversations.drafts import TurnDraft
from memories.models import Fact
from workspaces import scope
from workspaces.actions.authenticate_key import authenticate_key
from workspaces.models import Grant, Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def policy(home):
    """City may be answered in a chat."""
    with scope.enter(home.workspace_id):
        return Policy.objects.create(fact_category="identity", fact_key="city", outcome="consent", allows_chat=True)


@pytest.fixture
def relay(home, supervisor, now):
    """The supervisor, whom Ana lets relay her answers."""
    with scope.enter(home.workspace_id):
        Grant.objects.create(agent_id=supervisor.id, person_id=home.user_id, relays_consent=True)
    return authenticate_key(home.api_keys["supervisor"], now=now)


@pytest.fixture
def asked(policy, set_fact):
    return set_fact("identity", "city", "Lisbon").proposal_id


@pytest.fixture
def code(asked, person, now):
    return issue_code(proposal_id=asked, actor=person, now=now).code


@pytest.fixture
def say(home, supervisor, now):
    """A turn in Ana's conversation, or another person's; answers with its id."""

    def _say(content, *, role="user", speaker="", person_id=home.user_id, at=now):
        session, _ = open_session(person_id=person_id, actor=supervisor, now=at)
        draft = TurnDraft(role=role, speaker=speaker, content=content)
        ((turn, _),) = append_turns(session_id=session.id, drafts=[draft], actor=supervisor, now=at)
        return turn.id

    return _say


@pytest.fixture
def acknowledge(asked, relay, now):
    return lambda turn_id, actor=relay: acknowledge_proposal(proposal_id=asked, turn_id=turn_id, actor=actor, now=now)


def city(home):
    with scope.enter(home.workspace_id):
        return Fact.objects.active().filter(key="city").values_list("value", flat=True).first()


def test_yes_with_the_code_approves(home, asked, code, say, acknowledge, relay):
    turn_id = say(f"Yes {code}")
    assert acknowledge(turn_id).state == "approved"
    with scope.enter(home.workspace_id):
        decision = Decision.objects.get(proposal_id=asked)
    assert city(home) == "Lisbon"
    assert (decision.method, decision.key_id, decision.turn_id) == ("chat", relay.key_id, turn_id)
    assert decision.account_id is None


def test_it_is_the_weaker_kind(home, code, say, acknowledge):
    acknowledge(say(f"Yes {code}"))
    with scope.enter(home.workspace_id):
        memory = Fact.objects.active().select_related("memory").get(key="city").memory
    assert (memory.validation_status, memory.trust) == ("unverified", "agent")


def test_no_with_the_code_refuses(home, code, say, acknowledge):
    assert acknowledge(say(f"no {code}")).state == "rejected"
    assert city(home) is None


@pytest.mark.parametrize("words", ["yes", "yes AAAAAA", "remember it", "I never said yes {code}"])
def test_anything_else_does_not_count(home, code, say, acknowledge, words):
    with pytest.raises(NoValidAnswer):
        acknowledge(say(words.format(code=code)))
    assert city(home) is None


@pytest.mark.parametrize("fields", [{"role": "assistant"}, {"role": "system"}, {"speaker": "Bob"}])
def test_only_the_person_s_own_turn_counts(home, code, say, acknowledge, fields):
    with pytest.raises(NoValidAnswer):
        acknowledge(say(f"yes {code}", **fields))
    assert city(home) is None


def test_their_name_as_the_speaker_is_fine(code, say, acknowledge):
    assert acknowledge(say(f"yes {code}", speaker="ana")).state == "approved"


def test_another_person_s_conversation_does_not_count(home, code, say, acknowledge):
    with scope.enter(home.workspace_id):
        ben = Person.objects.create(name="Ben")
    with pytest.raises(NoValidAnswer):
        acknowledge(say(f"yes {code}", person_id=ben.id))


def test_nor_a_turn_from_before_the_code(code, say, acknowledge, now):
    with pytest.raises(NoValidAnswer):
        acknowledge(say(f"yes {code}", at=now - timedelta(seconds=1)))


def test_five_guesses_and_the_code_is_worn_out(home, asked, code, say, acknowledge):
    for guess in ("AAAAAA", "BBBBBB", "CCCCCC", "DDDDDD", "EEEEEE")[:MAX_ATTEMPTS]:
        with pytest.raises(NoValidAnswer):
            acknowledge(say(f"yes {guess}"))
    with pytest.raises(NoValidAnswer):
        acknowledge(say(f"yes {code}"))
    with scope.enter(home.workspace_id):
        assert AcknowledgementCode.objects.get().attempts == MAX_ATTEMPTS
    assert city(home) is None


def test_a_new_code_gives_no_new_guesses(home, asked, code, person, say, acknowledge, now):
    for guess in ("AAAAAA", "BBBBBB", "CCCCCC", "DDDDDD", "EEEEEE"):
        with pytest.raises(NoValidAnswer):
            acknowledge(say(f"yes {guess}"))
    second = issue_code(proposal_id=asked, actor=person, now=now).code
    with pytest.raises(NoValidAnswer):
        acknowledge(say(f"yes {second}"))
    assert city(home) is None


def test_three_codes_a_day(asked, person, now):
    for _ in range(CODES_A_DAY):
        issue_code(proposal_id=asked, actor=person, now=now)
    with pytest.raises(TooManyCodes):
        issue_code(proposal_id=asked, actor=person, now=now)
    assert issue_code(proposal_id=asked, actor=person, now=now + timedelta(days=1, seconds=1)).code


def test_a_new_code_ends_the_one_before(code, asked, person, say, acknowledge, now):
    issue_code(proposal_id=asked, actor=person, now=now)
    with pytest.raises(NoValidAnswer):
        acknowledge(say(f"yes {code}"))


def test_a_code_grows_old(home, code, say, acknowledge, now):
    with scope.enter(home.workspace_id):
        AcknowledgementCode.objects.update(expires_at=now - timedelta(seconds=1))
    with pytest.raises(NoValidAnswer):
        acknowledge(say(f"yes {code}"))


def test_it_counts_once(code, say, acknowledge):
    turn_id = say(f"yes {code}")
    acknowledge(turn_id)
    with pytest.raises(NotPending):
        acknowledge(turn_id)


def test_an_agent_is_told_no_code_but_the_person_is_sent_one(home, asked, relay, now):
    assert issue_code(proposal_id=asked, actor=relay, now=now).code is None
    with scope.enter(home.workspace_id):
        assert Notice.objects.get(proposal_id=asked).kind == "code"


def test_an_agent_that_may_not_relay_gets_nowhere(asked, code, say, supervisor, planner, stranger, now):
    turn_id = say(f"yes {code}")
    for actor, refusal in ((supervisor, NoRelay), (planner, UnknownProposal), (stranger, UnknownProposal)):
        with pytest.raises(refusal):
            issue_code(proposal_id=asked, actor=actor, now=now)
    with pytest.raises(NoRelay):
        acknowledge_proposal(proposal_id=asked, turn_id=turn_id, actor=supervisor, now=now)


def test_nor_does_anybody_where_no_policy_permits_it(policy, asked, relay, person, now, home):
    with scope.enter(home.workspace_id):
        Policy.objects.update(allows_chat=False)
    for actor in (relay, person):
        with pytest.raises(NoRelay):
            issue_code(proposal_id=asked, actor=actor, now=now)


def test_people_answer_by_themselves(asked, code, say, person, now):
    with pytest.raises(NotYours):
        acknowledge_proposal(proposal_id=asked, turn_id=say(f"yes {code}"), actor=person, now=now)


def test_what_has_changed_since_the_code_was_issued_is_not_agreed_to(home, asked, code, say, acknowledge):
    with scope.enter(home.workspace_id):
        Proposal.objects.update(shown_hash="f" * 64, revision=2)
    with pytest.raises(NotPending):
        acknowledge(say(f"yes {code}"))
    assert city(home) is None
