"""001 §10: a benign field is applied once independent signals say the same, or a sure insight does."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.conf import settings

from consent.changes import WriteMemory
from consent.gate import submit
from consent.models import Policy, Signal
from consent.outcomes import Applied, Queued, Waiting
from consent.proposals.expire import purge_signals
from conversations.actions.sessions import append_turns, open_session
from conversations.drafts import TurnDraft
from memories.drafts import MemoryDraft
from memories.models import Fact, Memory, Provenance
from retrieval.query import memory_query
from retrieval.requests import QueryRequest
from workspaces import scope
from workspaces.actors import system_actor

pytestmark = pytest.mark.django_db


@pytest.fixture
def say(home, supervisor, now):
    """One message of a conversation; answers with the turn."""

    def _say(content="Please keep it short.", *, role="user", session="one"):
        opened, _ = open_session(person_id=home.user_id, external_id=session, actor=supervisor, now=now)
        drafts = [TurnDraft(role=role, content=content)]
        ((turn, _),) = append_turns(session_id=opened.id, drafts=drafts, actor=supervisor, now=now)
        return turn

    return _say


@pytest.fixture
def tone(set_fact):
    return lambda value="brief", **fields: set_fact("preference", "tone", value, **fields)


@pytest.fixture
def held(home):
    def _held(key="tone"):
        with scope.enter(home.workspace_id):
            return list(Fact.objects.active().filter(key=key).values_list("value", flat=True))

    return _held


def test_one_signal_waits(tone, held):
    assert tone() == Waiting(1, 2, None)
    assert held() == []


def test_two_turns_are_enough(tone, say, held):
    assert isinstance(tone(evidence_turn_id=say().id), Waiting)
    assert isinstance(tone(evidence_turn_id=say().id), Applied)
    assert held() == ["brief"]


def test_the_same_turn_counts_once(tone, say):
    turn = say()
    assert tone(evidence_turn_id=turn.id) == tone(evidence_turn_id=turn.id) == Waiting(1, 2, None)


def test_a_session_whose_turn_counts_does_not_count_again(tone, say):
    turn = say()
    tone(evidence_turn_id=turn.id)
    assert tone(session_id=turn.session_id) == Waiting(1, 2, None)
    assert isinstance(tone(session_id=say(session="two").session_id), Applied)


def test_an_agent_that_repeats_itself_is_one_signal(tone, supervisor):
    tone()
    assert tone(reason="Really.") == Waiting(1, 2, None)
    assert tone(source_event_id="made-up-1") == tone(source_event_id="made-up-2") == Waiting(1, 2, None)


def test_an_agent_that_brought_evidence_counts_once(tone, say):
    tone(evidence_turn_id=say().id)
    assert tone() == Waiting(1, 2, None)


def test_two_agents_are_two_signals(tone, stylist):
    tone()
    assert isinstance(tone(actor=stylist), Applied)


def test_what_an_assistant_said_is_no_word_of_the_person(tone, say):
    tone(evidence_turn_id=say(role="assistant").id)
    assert tone(evidence_turn_id=say(role="assistant").id) == Waiting(1, 2, None)


def test_a_turn_that_does_not_exist_is_a_bare_claim(tone, home):
    tone(evidence_turn_id=home.user_id)
    assert tone(evidence_turn_id=home.workspace_id) == Waiting(1, 2, None)


def test_other_values_do_not_corroborate(tone, say, held):
    tone("brief", evidence_turn_id=say().id)
    assert isinstance(tone("chatty", evidence_turn_id=say().id), Waiting)
    assert isinstance(tone(" Brief ", evidence_turn_id=say().id), Applied)


def test_added_goals_too(set_fact, say, held):
    for _ in range(2):
        answer = set_fact("preference", "goals", "Run a marathon", item="run a marathon", evidence_turn_id=say().id)
    assert isinstance(answer, Applied)
    assert held("goals") == ["Run a marathon"]


def test_the_evidence_is_kept_with_what_it_led_to(home, tone, say):
    turns = [say(), say(session="two")]
    applied = [tone(evidence_turn_id=turn.id) for turn in turns][-1]
    with scope.enter(home.workspace_id):
        events = set(Provenance.objects.filter(memory_id=applied.memory_id).values_list("source_event", flat=True))
        used = set(Signal.objects.exclude(used_at=None).values_list("memory_id", "value"))
    assert events == {f"turn:{turn.id}" for turn in turns}
    assert used == {(applied.memory_id, "")}


def test_used_signals_do_not_count_again(tone, say, forget):
    applied = [tone(evidence_turn_id=say().id) for _ in range(2)][-1]
    assert isinstance(forget(applied.memory_id), Applied)
    assert tone() == Waiting(1, 2, applied.memory_id)


def test_what_holds_needs_no_further_signal(tone, person):
    tone(actor=person)
    assert isinstance(tone(), Applied)


def test_the_person_s_own_word_is_enough(tone, person, held):
    assert isinstance(tone(actor=person), Applied)
    assert held() == ["brief"]


def test_what_waits_is_not_retrieved(home, tone, supervisor, now):
    tone("sarcastic")
    request = QueryRequest(query="sarcastic tone", filters={"user_id": home.user_id})
    assert memory_query(request, actor=supervisor, now=now).items == ()


def test_a_sure_insight_is_enough(home, set_fact, now):
    server = system_actor(home.workspace_id, "theory_of_mind")
    insight_id = insight(home, server, now, confidence=0.85)
    answer = set_fact("preference", "tone", "brief", actor=server, confidence=0.85, insight_id=insight_id)
    assert isinstance(answer, Applied)


def test_an_unsure_one_is_not(home, set_fact, now):
    server = system_actor(home.workspace_id, "theory_of_mind")
    insight_id = insight(home, server, now, confidence=0.79)
    assert isinstance(set_fact("preference", "tone", "brief", actor=server, insight_id=insight_id), Waiting)


def test_nor_one_that_an_agent_wrote(home, set_fact, supervisor, now):
    insight_id = insight(home, supervisor, now, confidence=1.0)
    assert isinstance(set_fact("preference", "tone", "brief", insight_id=insight_id), Waiting)


def insight(home, actor, now, *, confidence):
    draft = MemoryDraft(
        namespace=("memories", str(home.user_id)), key="insight", content="User likes short answers.",
        memory_type="insight", confidence=confidence,
    )  # fmt: skip
    return submit(WriteMemory(draft=draft), actor=actor, now=now).memory_id


def test_a_policy_may_ask_for_more_signals(home, tone, say):
    with scope.enter(home.workspace_id):
        Policy.objects.create(fact_key="tone", outcome="corroboration", signals_needed=3)
    assert [type(tone(evidence_turn_id=say().id)) for _ in range(3)] == [Waiting, Waiting, Applied]


def test_a_policy_may_ask_it_of_any_memory(home, write, planner, supervisor):
    with scope.enter(home.workspace_id):
        Policy.objects.create(category="goals", outcome="corroboration")
    assert isinstance(write("Ship v1.", category="goals"), Waiting)
    assert isinstance(write("Ship v1.", category="goals", actor=planner), Applied)


def test_consent_outweighs_corroboration(home, write):
    with scope.enter(home.workspace_id):
        Policy.objects.create(category="goals", outcome="corroboration")
    assert isinstance(write("Move house. User lives in Lisbon.", category="goals"), Queued)


def test_old_signals_are_forgotten(home, tone, now):
    tone(at=now - timedelta(days=settings.SIGNAL_DAYS))
    assert purge_signals(workspace_id=home.workspace_id, now=now) == 1
    assert purge_signals(workspace_id=home.workspace_id, now=now) == 0


def test_young_ones_stay(home, tone, now):
    tone()
    assert purge_signals(workspace_id=home.workspace_id, now=now) == 0


def test_a_signal_of_an_unseen_person_does_not_exist(home, tone, stranger, supervisor, now):
    tone()
    with scope.enter(home.workspace_id):
        assert Signal.objects.visible_to(supervisor, now=now).count() == 1
        assert Signal.objects.visible_to(replace(stranger, workspace_id=home.workspace_id), now=now).count() == 0


def test_nothing_is_stored_of_what_waits_but_the_signal(home, tone):
    tone()
    with scope.enter(home.workspace_id):
        assert Memory.objects.count() == 0
