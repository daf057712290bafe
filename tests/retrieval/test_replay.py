"""A receipt can be replayed: what was answered then, what would be now (003)."""

from dataclasses import replace
from datetime import timedelta
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from consent.changes import ForgetMemory
from consent.gate import submit
from conversations.models import Turn
from memories.embedding_models import active_model
from memories.models import Embedding, EmbeddingModel
from retrieval.models import RetrievalEvent
from retrieval.recording import prune_events
from retrieval.replay import NotReplayable, UnknownEvent, UnknownModel, replay
from tests.retrieval.conftest import MAY_2023
from workspaces import scope
from workspaces.actors import system_actor

pytestmark = pytest.mark.django_db


@pytest.fixture
def again(supervisor, now):
    def run(answer, *, actor=supervisor, **fields):
        return replay(answer.event_id, actor=actor, now=now, **fields)

    return run


def test_nothing_changed(remember, say, ask, again):
    remember("Ana collects stamps from Peru.")
    say("My stamps are from Peru.")
    replayed = again(ask("stamps"))
    assert [place.content for place in replayed.then] == [place.content for place in replayed.now]
    assert (replayed.appeared, replayed.disappeared, replayed.moved, replayed.changed) == ([], [], {}, {})


def test_a_memory_that_changed_is_shown_as_it_was(remember, ask, again):
    remember("Ana collects stamps.", key="hobby")
    memory_id = remember("Ana collects stamps from Peru.", key="hobby")
    answer = ask("stamps")
    remember("Ana collects stamps from Chile.", key="hobby")
    replayed = again(answer)
    assert [place.content for place in replayed.then] == ["Ana collects stamps from Peru."]
    assert [place.content for place in replayed.now] == ["Ana collects stamps from Chile."]
    assert replayed.changed == {memory_id: (2, 3)}


def test_what_came_and_what_went(remember, ask, again, supervisor, now):
    gone = remember("Ana collects stamps from Peru.")
    answer = ask("stamps")
    submit(ForgetMemory(memory_id=gone), actor=supervisor, now=now)
    new = remember("Ana sold her stamps.")
    replayed = again(answer)
    assert (replayed.appeared, replayed.disappeared) == ([new], [gone])
    assert (replayed.then[0].content, replayed.then[0].missing) == (None, "withheld")


def test_places(remember, ask, again):
    other = remember("stamps and coins")
    answer = ask("stamps from Peru")
    remember("Ana collects stamps from Peru.")
    assert again(answer).moved == {other: (1, 2)}


def test_whoever_replays_sees_what_they_may_see(remember, ask, again, person, change):
    """A person replays what was asked about them; what was forgotten since is not shown."""
    forgotten = remember("Stamps for Peru are to be bought.", category="tasks")
    remember("Ana likes stamps.", category="preferences")
    answer = ask("stamps")
    change(forgotten, expires_at=MAY_2023)
    replayed = again(answer, actor=person)
    assert sorted(place.missing for place in replayed.then) == ["", "withheld"]
    assert [place.content for place in replayed.now] == ["Ana likes stamps."]


def test_what_a_person_asked_without_naming_themselves_is_asked_about_them(remember, ask, again, person):
    remember("Ana likes stamps.")
    replayed = again(ask("stamps", actor=person, user_id=None))
    assert [place.content for place in replayed.now] == ["Ana likes stamps."]


def test_a_version_that_was_more_sensitive_is_not_shown(remember, ask, again, person):
    """As in `/memories/{id}/versions`: what was confidential when it was written stays so."""
    remember("Stamps worth a million.", key="hobby", sensitivity="confidential", actor=person)
    answer = ask("stamps", actor=person, allowed_sensitivity=["internal", "confidential"])
    remember("Some stamps.", key="hobby", sensitivity="internal", actor=person)
    assert [place.content for place in again(answer, actor=person).then] == ["Stamps worth a million."]
    replayed = again(answer)
    assert [(place.content, place.missing) for place in replayed.then] == [(None, "withheld")]
    assert [place.content for place in replayed.now] == ["Some stamps."]


def test_a_turn_that_may_not_be_read_any_more_is_not_shown(say, ask, again, supervisor):
    say("I like stamps.")
    answer = ask("stamps")
    replayed = again(answer, actor=replace(supervisor, hidden_categories=frozenset({"activity"})))
    assert [(place.content, place.missing) for place in replayed.then] == [(None, "withheld")]
    assert replayed.now == ()


def test_one_that_is_gone_is_called_erased(home, say, ask, again):
    (turn,) = say("I like stamps.")
    answer = ask("stamps")
    with scope.enter(home.workspace_id):
        Turn.objects.filter(id=turn.id).delete()
    assert [(place.content, place.missing) for place in again(answer).then] == [(None, "erased")]


def test_an_agent_with_an_allowlist_replays_its_own_only(remember, ask, again, planner):
    remember("Stamps for Peru are to be bought.", category="tasks")
    assert again(ask("stamps", actor=planner), actor=planner).appeared == []
    with pytest.raises(UnknownEvent):
        again(ask("stamps"), actor=planner)


def test_with_another_embedding_model(remember, ask, again):
    remember("Ana collects stamps from Peru.")
    answer = ask("stamps")
    assert len(again(answer, model_name=active_model().name).now) == 1
    with pytest.raises(UnknownModel):
        again(answer, model_name="nobody/nothing")


def test_a_model_without_vectors_or_files_is_refused(home, remember, ask, again):
    """Not answered by words alone, as if its vectors had been compared."""
    remember("Ana collects stamps from Peru.")
    answer = ask("stamps")
    bare = EmbeddingModel.objects.create(name="bare", version="1", dimensions=384, max_tokens=256, is_local=True)
    with pytest.raises(UnknownModel, match="no vectors"):
        again(answer, model_name="bare")
    with scope.enter(home.workspace_id):
        (embedding, *_) = Embedding.objects.all()
        Embedding.objects.filter(pk=embedding.pk).update(model=bare)
    with pytest.raises(UnknownModel, match="not on this machine"):
        again(answer, model_name="bare")


def test_what_was_withheld_from_a_turn_since_is_not_replayed(home, say, ask, again):
    """R19."""
    (turn,) = say("I like stamps. My city is Lima.")
    answer = ask("stamps")
    with scope.enter(home.workspace_id):
        Turn.objects.filter(id=turn.id).update(retrievable="I like stamps.")
    replayed = again(answer)
    assert {place.content for place in (*replayed.then, *replayed.now)} == {"I like stamps."}


def test_a_question_that_grew_by_redaction_can_be_asked_again(remember, ask, again):
    secret = "password=hunter2! "
    remember("Ana collects stamps from Peru.")
    answer = ask("stamps " + (secret * 300)[:3990])
    assert again(answer).disappeared == []


def test_what_was_not_recorded_as_it_was_asked_is_refused(home, ask, again):
    answer = ask("stamps")
    with scope.enter(home.workspace_id):
        RetrievalEvent.objects.filter(id=answer.event_id).update(filters={"scope": "[redacted]"})
    with pytest.raises(NotReplayable):
        again(answer)


def test_an_event_that_is_not_there_or_somebody_else_s(ask, again, stranger, now):
    answer = ask("stamps")
    with pytest.raises(UnknownEvent):
        again(answer, actor=stranger)
    with pytest.raises(UnknownEvent):
        replay(uuid4(), actor=stranger, now=now)


def test_the_replay_is_receipted_too(home, ask, again):
    again(ask("stamps"))
    with scope.enter(home.workspace_id):
        assert list(RetrievalEvent.objects.order_by("created_at").values_list("purpose", flat=True)) in (
            ["", "replay"],
            ["replay", ""],
        )


def test_who_read_a_memory(home, remember, ask, planner):
    memory_id = remember("Order stamps.", category="tasks")
    ask("stamps", actor=planner)
    ask("zeppelins", kinds=["episode"])
    with scope.enter(home.workspace_id):
        readers = RetrievalEvent.objects.that_showed(memory_id, person_id=home.user_id)
        assert [event.actor_label for event in readers] == ["agent:planner"]


def test_receipts_are_kept_for_ninety_days(home, ask, now):
    ask("stamps", at=now - timedelta(days=91))
    ask("stamps", at=now - timedelta(days=89))
    assert prune_events(workspace_id=home.workspace_id, now=now) == 1
    assert prune_events(workspace_id=home.workspace_id, now=now) == 0


def test_many_are_dropped_in_batches(home, ask, now, monkeypatch):
    monkeypatch.setattr("retrieval.recording.PRUNED_AT_ONCE", 2)
    for _ in range(3):
        ask("stamps", at=now - timedelta(days=91))
    assert [prune_events(workspace_id=home.workspace_id, now=now) for _ in range(3)] == [2, 1, 0]


def test_how_long_they_are_kept_is_a_setting(home, ask, now, settings):
    settings.RETRIEVAL_EVENT_DAYS = 7
    kept = ask("stamps", at=now - timedelta(days=6))
    ask("stamps", at=now - timedelta(days=8))
    assert prune_events(workspace_id=home.workspace_id, now=now) == 1
    with scope.enter(home.workspace_id):
        assert [event.id for event in RetrievalEvent.objects.all()] == [kept.event_id]


def test_each_workspace_s_are_pruned_by_themselves(home, elsewhere, ask, now):
    ask("stamps", at=now - timedelta(days=91))
    assert prune_events(workspace_id=elsewhere.workspace_id, now=now) == 0


def explained(*args, **options):
    out = StringIO()
    call_command("explain_query", *args, stdout=out, **options)
    return out.getvalue()


def test_explain_query_draws_the_signals(home, remember):
    remember("Ana collects stamps from Peru.")
    text = explained("Which stamps?", user=home.user_id, workspace=home.workspace_id)
    assert "[general] Ana collects stamps from Peru." in text
    assert "meaning +0." in text and "words +0." in text


def test_explain_query_does_not_let_a_memory_steer_the_terminal(home, remember):
    remember("Ana \x1b[2J\x1b]0;owned\x07 collects\u202e stamps.")
    text = explained("Which stamps?", user=home.user_id, workspace=home.workspace_id)
    assert "\x1b" not in text and "\u202e" not in text and "collects stamps." in text


def test_explain_query_needs_a_person_and_a_workspace(home, elsewhere):
    with pytest.raises(CommandError, match="more than one"):
        explained("stamps", user=home.user_id)
    with pytest.raises(CommandError, match="no such person"):
        explained("stamps", user=home.user_id, workspace=elsewhere.workspace_id)


@pytest.mark.parametrize(
    ("question", "top_k", "said"),
    [
        ("  ", 5, "query: "),
        ("x" * 4001, 5, "query: .*4000"),
        ("\udcff", 5, "query: "),
        ("x", 0, "top_k: "),
        ("x", 101, "100"),
    ],
)
def test_explain_query_says_what_is_wrong_with_a_value(home, question, top_k, said):
    with pytest.raises(CommandError, match=said):
        explained(question, user=home.user_id, workspace=home.workspace_id, top_k=top_k)


def test_the_system_sees_what_no_allowlist_shows(remember, ask, home):
    remember("Stamps for Peru are to be bought.", category="projects")
    assert ask("stamps").items == ()
    assert len(ask("stamps", actor=system_actor(home.workspace_id, "explain_query")).items) == 1
