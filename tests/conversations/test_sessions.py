"""Sessions: when they close, what opens them again (002, R30)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from conversations.access import UnknownPerson
from conversations.actions.sessions import append_turns, close_sessions, open_session
from conversations.drafts import TurnDraft
from conversations.models import Session, Speaker
from workspaces import scope
from workspaces.models import Person

pytestmark = pytest.mark.django_db
IDLE = timedelta(minutes=30)


@pytest.fixture(autouse=True)
def half_an_hour(settings):
    settings.SESSION_IDLE_MINUTES = 30


@pytest.fixture
def open_(home, supervisor, now):
    def _open(external_id="", **fields):
        return open_session(person_id=home.user_id, external_id=external_id, actor=supervisor, now=now, **fields)[0]

    return _open


@pytest.fixture
def say(supervisor, now):
    def _say(session, content="Hello.", *, at=now, **fields):
        draft = TurnDraft(**{"role": "user", "content": content} | fields)
        return append_turns(session_id=session.id, drafts=[draft], actor=supervisor, now=at)[0][0]

    return _say


@pytest.fixture
def closed(home):
    """Close what is idle at a time; the ids of what was closed."""

    def _closed(at):
        with scope.enter(home.workspace_id):
            return [session.id for session in close_sessions(now=at)]

    return _closed


def reread(home, row):
    with scope.enter(home.workspace_id):
        return type(row).objects.get(id=row.id)


def test_a_session_closes_after_the_idle_time_and_not_before(open_, say, closed, now):
    session = open_()
    say(session)
    assert closed(now + IDLE) == []
    assert closed(now + IDLE + timedelta(seconds=1)) == [session.id]


def test_each_turn_begins_the_idle_time_anew(open_, say, closed, now):
    session = open_()
    say(session)
    say(session, at=now + IDLE)
    assert closed(now + IDLE * 2) == []


def test_a_session_without_a_turn_counts_from_its_beginning(home, open_, closed):
    session = open_()
    began = reread(home, session).created_at
    assert closed(began + IDLE) == []
    assert closed(began + IDLE * 2) == [session.id]


def test_a_closed_session_is_not_closed_again(home, open_, say, closed, now):
    session = open_()
    say(session)
    closed(now + IDLE * 2)
    assert closed(now + IDLE * 4) == []
    assert reread(home, session).closed_at == now + IDLE * 2


def test_a_turn_opens_a_closed_session_again(home, open_, say, closed, now):
    session = open_()
    say(session)
    closed(now + IDLE * 2)
    say(session, "I am back.", at=now + IDLE * 3)
    assert reread(home, session).closed_at is None
    assert reread(home, session).turn_count == 2


def test_a_repeated_turn_leaves_a_closed_session_closed(home, open_, say, closed, now):
    session = open_()
    say(session, external_id="m1")
    closed(now + IDLE * 2)
    say(session, external_id="m1", at=now + IDLE * 3)
    again = reread(home, session)
    assert (again.closed_at, again.turn_count, again.last_turn_at) == (now + IDLE * 2, 1, now)


def test_sessions_without_an_external_id_are_never_the_same(open_):
    assert open_().id != open_().id


def test_a_known_external_id_keeps_its_first_thread(open_):
    first = open_("talk", thread_id="one")
    assert open_("talk", thread_id="two").id == first.id
    assert open_("talk", thread_id="two").thread_id == "one"


def test_two_people_may_use_the_same_external_id(home, open_, supervisor, now):
    with scope.enter(home.workspace_id):
        ben = Person.objects.create(name="Ben")
    other, is_new = open_session(person_id=ben.id, external_id="talk", actor=supervisor, now=now)
    assert is_new and other.id != open_("talk").id


def test_secrets_in_ids_are_redacted(open_):
    session = open_("run AKIAIOSFODNN7EXAMPLE", thread_id="AKIAIOSFODNN7EXAMPLE")
    assert "AKIA" not in session.external_id + session.thread_id


def test_a_person_being_erased_has_no_new_session_and_no_new_turn(home, open_, say, now):
    session = open_()
    with scope.enter(home.workspace_id):
        Person.objects.filter(id=home.user_id).update(erasure_asked_at=now)
    with pytest.raises(UnknownPerson):
        open_()
    with pytest.raises(UnknownPerson):
        say(session)


def test_a_speaker_is_stored_once_however_often_they_speak(home, open_, say):
    session = open_()
    for content in ("Ben: see you on Monday", "Ben: or on Tuesday", "Ana: fine"):
        say(session, content)
    with scope.enter(home.workspace_id):
        assert sorted(Speaker.objects.values_list("name", flat=True)) == ["Ana", "Ben"]


def test_the_message_begins_after_its_speaker(home, open_, say):
    turn = reread(home, say(open_(), "Ben: see you on Monday"))
    assert (turn.speaker, turn.spoken, turn.content) == ("Ben", "see you on Monday", "Ben: see you on Monday")


def test_sessions_are_due_for_an_episode_by_their_unsummarised_turns(home, open_, say):
    session = open_()
    for number in range(3):
        say(session, f"Message {number}")
    with scope.enter(home.workspace_id):
        assert [Session.objects.due_for_episode(most, 1).exists() for most in (3, 4)] == [True, False]
        Session.objects.update(summarised_turns=2)
        assert [Session.objects.due_for_episode(most, 1).exists() for most in (1, 2)] == [True, False]
        Session.objects.update(closed_at=timezone.now())
        assert [Session.objects.due_for_episode(9, least).exists() for least in (1, 2)] == [True, False]
