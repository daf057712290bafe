"""Sessions and turns: in order, once, redacted, in the person's workspace only (002, R18)."""

import threading
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.utils import timezone

from conversations.access import UnknownPerson
from conversations.actions.sessions import UnknownSession, append_turns, open_session
from conversations.drafts import TurnDraft
from conversations.models import Session, Speaker, Turn
from workspaces import scope
from workspaces.models import Grant

pytestmark = pytest.mark.django_db


@pytest.fixture
def session(home, supervisor, now):
    return open_session(person_id=home.user_id, actor=supervisor, now=now, external_id="talk")[0]


def append(session, actor, *contents, external_ids=None, **fields):
    ids = external_ids or [""] * len(contents)
    drafts = [TurnDraft(role="user", content=c, external_id=i, **fields) for c, i in zip(contents, ids, strict=True)]
    return append_turns(session_id=session.id, drafts=drafts, actor=actor, now=timezone.now())


def stored(home):
    with scope.enter(home.workspace_id):
        return list(Turn.objects.order_by("position").values_list("position", "content"))


def test_turns_keep_their_order(home, session, supervisor):
    append(session, supervisor, "one", "two")
    append(session, supervisor, "three")
    assert stored(home) == [(1, "one"), (2, "two"), (3, "three")]


def test_the_same_external_id_is_stored_once(home, session, supervisor):
    append(session, supervisor, "one", "two", external_ids=["a", "b"])
    answer = append(session, supervisor, "two", "three", external_ids=["b", "c"])
    assert [is_new for _, is_new in answer] == [False, True]
    assert stored(home) == [(1, "one"), (2, "two"), (3, "three")]


def test_even_twice_in_one_call(home, session, supervisor):
    append(session, supervisor, "one", "one", external_ids=["a", "a"])
    assert stored(home) == [(1, "one")]


def test_a_session_is_found_again_by_its_external_id(home, session, supervisor, now):
    again, is_new = open_session(person_id=home.user_id, actor=supervisor, now=now, external_id="talk")
    assert (again.id, is_new) == (session.id, False)


def test_without_a_thread_the_person_s_own_is_taken(home, session):
    assert session.thread_id == f"person-{home.user_id}"


def test_secrets_are_cut_out(home, session, supervisor):
    append(session, supervisor, "my key is AKIAIOSFODNN7EXAMPLE")
    assert "AKIA" not in stored(home)[0][1]


def test_when_it_was_said_is_kept(home, session, supervisor):
    said = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
    ((turn, _),) = append(session, supervisor, "one", occurred_at=said)
    with scope.enter(home.workspace_id):
        assert Turn.objects.get(id=turn.id).occurred_at == said


def test_the_window_is_the_last_turns(home, session, supervisor):
    append(session, supervisor, *[f"turn {n}" for n in range(1, 13)])
    with scope.enter(home.workspace_id):
        window = Turn.objects.filter(session=session).window(10)
        assert [turn.position for turn in window] == list(range(12, 2, -1))


def test_a_stranger_s_session_is_unknown(session, stranger):
    with pytest.raises(UnknownSession):
        append(session, stranger, "hello")


def test_a_person_of_another_workspace_is_unknown(elsewhere, supervisor, now):
    with pytest.raises(UnknownPerson):
        open_session(person_id=elsewhere.user_id, actor=supervisor, now=now)


def test_without_a_grant_nothing_is_added(home, session, supervisor, now):
    with scope.enter(home.workspace_id):
        Grant.objects.all().delete()
    blind = type(supervisor)(**{f: getattr(supervisor, f) for f in supervisor.__slots__} | {"grants": ()})
    with pytest.raises(UnknownSession):
        append(session, blind, "hello")


@pytest.mark.django_db(transaction=True)
def test_two_writers_at_once_leave_no_gap(home, supervisor, now):
    session, _ = open_session(person_id=home.user_id, actor=supervisor, now=now)

    def write(name):
        for number in range(10):
            append(session, supervisor, f"{name}{number}")
        connection.close()

    threads = [threading.Thread(target=write, args=[name]) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [position for position, _ in stored(home)] == list(range(1, 21))
    with scope.enter(home.workspace_id):
        assert Session.objects.get(id=session.id).turn_count == 20


def test_only_who_may_see_activity_reads_turns(home, session, supervisor, planner, person, stranger, now):
    append(session, supervisor, "one")
    with scope.enter(home.workspace_id):
        seen = [Turn.objects.visible_to(actor, now=now).count() for actor in (supervisor, planner, person)]
    assert seen == [1, 0, 1]
    with scope.enter(stranger.workspace_id):
        assert Turn.objects.visible_to(stranger, now=now).count() == 0


@pytest.mark.parametrize(
    ("speaker", "role"),
    [("user", "user"), ("Human", "user"), ("ASSISTANT", "assistant"), ("ai", "assistant"), ("Bot", "assistant"),
     ("System", "system"), ("tool", "tool"), ("Toolbox", "user"), ("", "user")],
)  # fmt: skip
def test_a_speaker_named_like_a_role_is_that_role(home, session, supervisor, speaker, role):
    """R34: the name is not kept, since it names nobody."""
    drafts = [TurnDraft(speaker=speaker, content="Hello.")]
    [(turn, _)] = append_turns(session_id=session.id, drafts=drafts, actor=supervisor, now=timezone.now())
    assert (turn.role, turn.speaker) == (role, "Toolbox" if speaker == "Toolbox" else "")
    with scope.enter(home.workspace_id):
        assert set(Speaker.objects.values_list("name", flat=True)) == {turn.speaker} - {""}


def test_a_role_that_is_given_wins(session, supervisor):
    drafts = [TurnDraft(role="tool", speaker="user", content="Hello.")]
    [(turn, _)] = append_turns(session_id=session.id, drafts=drafts, actor=supervisor, now=timezone.now())
    assert (turn.role, turn.speaker) == ("tool", "")
