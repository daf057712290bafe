"""The receipt of a context names everything that was shown, and is replayed as a context (003)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from consent.changes import ForgetMemory
from consent.gate import submit
from conversations.models import ThreadReader
from retrieval.context.build import build_context
from retrieval.context.request import ContextRequest
from retrieval.models import RetrievalEvent
from retrieval.replay import replay
from workspaces import scope

pytestmark = pytest.mark.django_db


@pytest.fixture
def context(home, supervisor):
    def build(query="Which stamps does Ana collect?", *, actor=supervisor, **fields):
        request = ContextRequest.model_validate({"user_id": home.user_id, "query": query, **fields})
        return build_context(request, actor=actor, now=timezone.now())

    return build


@pytest.fixture
def shown(home, state, remember, say):
    """A fact, a standing memory, one that is found, an episode and a turn."""
    fact = state("identity", "preferred_name", "Alex")
    standing = remember("Prefers short answers.", category="preferences")
    found = remember("Ana collects stamps from Peru.", category="event")
    episode = remember("Asked which stamps Ana collects; Peru was the answer.", memory_type="episodic")
    (turn,) = say("Good morning!")
    return {"fact": fact, "standing": standing, "found": found, "episode": episode, "turn": turn.id}


@pytest.fixture
def event(home):
    def get(answer):
        with scope.enter(home.workspace_id):
            return RetrievalEvent.objects.get(id=answer.event_id)

    return get


@pytest.fixture
def again(supervisor):
    return lambda answer: replay(answer.event_id, actor=supervisor, now=timezone.now())


def is_same(replayed):
    return (replayed.appeared, replayed.disappeared, replayed.moved, replayed.changed) == ([], [], {}, {})


@pytest.mark.parametrize("query", ["-", " - \n"])
def test_a_mark_that_asks_for_nothing_finds_nothing_then_as_now(shown, context, again, query):
    answer = context(query)
    assert [item.id for item in answer.items] == [shown["standing"]]
    assert is_same(again(answer))


def test_the_receipt_names_all_that_was_shown_with_its_version(shown, context, event):
    rows = event(context()).results
    assert [row["id"] for row in rows[:2]] == [str(shown["fact"]), str(shown["standing"])]
    assert {row["id"] for row in rows} == {str(one) for one in shown.values()}
    assert {row["version"] for row in rows} == {1} and rows[-1]["kind"] == "turn"


def test_only_what_was_searched_has_a_score(shown, context, event):
    scores = {row["id"]: row["score"] for row in event(context()).results}
    assert scores[str(shown["fact"])] is scores[str(shown["turn"])] is None
    assert scores[str(shown["found"])] > 0.7 and scores[str(shown["episode"])] > 0.6


def test_what_always_stands_there_has_none_where_nothing_was_asked(shown, context, event):
    assert {row["score"] for row in event(context("")).results} == {None}


def test_the_receipt_says_how_it_was_asked_for(home, shown, context, event):
    asked = event(context(top_k=3, budget_tokens=900, since=1)).filters["context"]
    assert (asked["top_k"], asked["budget_tokens"], asked["since"]) == (3, 900, 1)
    assert asked["session_id"] and asked["user_id"] == str(home.user_id)


@pytest.mark.parametrize("query", ["Which stamps does Ana collect?", "", "  "])
@pytest.mark.parametrize("budget", [100, 160, 1500])
def test_where_nothing_changed_nothing_differs(shown, context, again, query, budget):
    replayed = again(context(query, budget_tokens=budget))
    assert is_same(replayed), replayed
    assert [place.content for place in replayed.then] == [place.content for place in replayed.now]
    assert [place.score for place in replayed.now] == [
        place.score and pytest.approx(place.score, abs=1e-4) for place in replayed.then
    ]


def test_a_changed_fact_shows_both_versions(shown, context, again, state):
    answer = context()
    state("identity", "preferred_name", "Alexandra")
    replayed = again(answer)
    assert replayed.changed == {shown["fact"]: (1, 2)}
    assert (replayed.then[0].content, replayed.now[0].content) == (
        "preferred_name: Alex",
        "preferred_name: Alexandra",
    )


def test_what_came_and_went(shown, context, again, say, supervisor, now):
    answer = context()
    submit(ForgetMemory(memory_id=shown["found"]), actor=supervisor, now=now)
    (turn,) = say("I must go.")
    replayed = again(answer)
    assert (replayed.appeared, replayed.disappeared) == ([turn.id], [shown["found"]])


def test_another_conversation_meanwhile_is_not_mixed_in(shown, context, again, say, now):
    answer = context()
    say("Something else.", session="another", at=now + timedelta(minutes=1))
    replayed = again(answer)
    assert replayed.now[-1].id == shown["turn"] and replayed.disappeared == []


def test_a_replay_tells_nobody_of_changes(home, shown, context, again, remember):
    answer = context()
    with scope.enter(home.workspace_id):
        before = list(ThreadReader.objects.values_list("reader_id", "rev"))
    remember("Ana sails.", category="goals")
    again(answer)
    with scope.enter(home.workspace_id):
        assert list(ThreadReader.objects.values_list("reader_id", "rev")) == before


def test_the_replay_leaves_a_receipt_of_its_own(home, shown, context, again):
    again(context())
    with scope.enter(home.workspace_id):
        purposes = set(RetrievalEvent.objects.values_list("purpose", flat=True))
    assert purposes == {"context", "replay"}


def test_who_read_a_fact(home, shown, context):
    context()
    with scope.enter(home.workspace_id):
        (event,) = RetrievalEvent.objects.that_showed(shown["fact"], person_id=home.user_id)
    assert event.results[0]["id"] == str(shown["fact"])
