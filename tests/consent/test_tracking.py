"""001 §14's classify: each decision of the gate leaves one event, in its own transaction."""

from unittest.mock import Mock

import pytest

from memories.models import OperationalEvent
from workspaces import scope
from workspaces.actors import system_actor

pytestmark = pytest.mark.django_db


@pytest.fixture
def decisions(home):
    def _decisions():
        with scope.enter(home.workspace_id):
            rows = OperationalEvent.objects.filter(op="classify").order_by("id")
            return [f"{row.node} {row.status}" for row in rows]

    return _decisions


def test_what_is_kept_is_ok(decisions, write):
    write()
    assert decisions() == ["hotpath ok"]


def test_so_is_what_waits_for_consent(decisions, set_fact):
    set_fact("identity", "city", "Lisbon")
    assert decisions() == ["hotpath ok"]


def test_what_changes_nothing_is_skipped(decisions, write):
    write()
    write()
    assert decisions() == ["hotpath ok", "hotpath skipped"]


def test_so_is_what_is_refused(decisions, write, planner):
    write(category="profile", actor=planner)
    assert decisions() == ["hotpath skipped"]


def test_a_job_s_write_is_the_worker_s(home, decisions, write):
    write(actor=system_actor(home.workspace_id, "extract"))
    assert decisions() == ["worker ok"]


def test_it_names_the_person_thread_memory_and_category(home, write):
    applied = write(thread_id="chat", category="goals")
    with scope.enter(home.workspace_id):
        event = OperationalEvent.objects.get(op="classify")
    assert (event.person_id, event.thread_id, event.memory_id, event.category) == (
        home.user_id, "chat", applied.memory_id, "goals",
    )  # fmt: skip


def test_what_fails_by_a_mistake_of_ours_is_an_error(decisions, write, monkeypatch):
    monkeypatch.setattr("consent.gate.prepare_batch", Mock(side_effect=RuntimeError("broken")))
    with pytest.raises(RuntimeError):
        write()
    assert decisions() == ["hotpath error"]
