"""The change log and the threads' revisions (001 §1, R20)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from consent.changes import WriteMemory
from consent.gate import submit_many
from conversations.actions.sessions import open_session
from conversations.models import Session
from memories.drafts import MemoryDraft
from workspaces import scope
from workspaces.actors import system_actor

pytestmark = pytest.mark.django_db


@pytest.fixture
def default(home):
    return f"person-{home.user_id}"


def test_a_write_advances_the_thread_that_it_names(revisions, write):
    write(thread_id="chat-1")
    write("Other words.", thread_id="chat-1")
    assert revisions() == {"chat-1": 2}


def test_without_one_its_session_s_thread(home, revisions, write, supervisor, now):
    session, _ = open_session(person_id=home.user_id, thread_id="chat-2", actor=supervisor, now=now)
    write(session_id=session.id)
    assert revisions() == {"chat-2": 1}


def test_without_either_the_person_s_default_thread(revisions, write, default):
    write()
    assert revisions() == {default: 1}


def test_an_update_counts_where_it_is_made_not_where_the_memory_was(revisions, write, default):
    write(thread_id="chat-1")
    write("Other words.")
    assert revisions() == {"chat-1": 1, default: 1}


def test_forgetting_and_restoring_name_their_thread_too(revisions, write, forget, restore):
    memory_id = write(thread_id="chat-1")
    forget(memory_id, thread_id="chat-2")
    restore(memory_id, thread_id="chat-3")
    assert revisions() == {"chat-1": 1, "chat-2": 1, "chat-3": 1}


def test_what_changes_nothing_advances_nothing(revisions, write, default):
    write()
    write()
    assert revisions() == {default: 1}


@pytest.mark.parametrize("who", ["person", "system"])
def test_pages_and_jobs_advance_every_open_thread(home, revisions, write, supervisor, person, now, default, who):
    open_session(person_id=home.user_id, external_id="s", thread_id="open", actor=supervisor, now=now)
    write(thread_id="chat-1")
    actor = person if who == "person" else system_actor(home.workspace_id, "consolidate")
    write("Corrected.", actor=actor)
    assert revisions() == {"chat-1": 2, "open": 1, default: 1}


def test_but_not_one_whose_sessions_are_closed(home, revisions, write, supervisor, person, now, default):
    session, _ = open_session(person_id=home.user_id, thread_id="over", actor=supervisor, now=now)
    write(thread_id="over")
    with scope.enter(home.workspace_id):
        Session.objects.filter(id=session.id).update(closed_at=now)
    write("Corrected.", actor=person)
    assert revisions() == {"over": 1, default: 1}


def test_an_agent_s_write_leaves_the_other_threads_alone(revisions, write):
    write(thread_id="chat-1")
    write("Other words.", thread_id="chat-2")
    assert revisions() == {"chat-1": 1, "chat-2": 1}


def test_a_batch_gets_one_revision_a_change_in_its_order(home, supervisor, now, logged, default):
    drafts = [
        MemoryDraft(namespace=("memories", str(home.user_id)), key=key, content=content)
        for key, content in [("a", "One."), ("b", "Two."), ("a", "Three.")]
    ]
    submit_many([WriteMemory(draft=draft) for draft in drafts], actor=supervisor, now=now)
    assert logged(default) == [(1, "ADD"), (2, "ADD"), (3, "UPDATE")]


def test_the_log_keeps_the_last_revisions(write, logged, settings, default):
    settings.CHANGE_LOG_REVISIONS = 3
    for number in range(5):
        write(f"Text {number}", at=timezone.now() + timedelta(seconds=number))
    assert logged(default) == [(3, "UPDATE"), (4, "UPDATE"), (5, "UPDATE")]
