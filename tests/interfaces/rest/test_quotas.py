"""Quotas of a workspace: counted as rows come and go, and refused with which, limit and use."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from intelligence.model_access import count_usage, may_call
from memories.maintenance.purge import purge_memories
from memories.models import History, Memory
from providers.llm import Usage as Tokens
from tests.interfaces.rest.conftest import by_key, by_login
from workspaces import scope
from workspaces.models import Quota, Usage


@pytest.fixture
def limit(home):
    def _limit(**bounds):
        with scope.enter(home.workspace_id):
            Quota.objects.update_or_create(defaults=bounds)

    return _limit


@pytest.fixture
def used(home):
    def _used():
        with scope.enter(home.workspace_id):
            return Usage.objects.total()

    return _used


def note(api, home, content):
    return api.post("/memories", {"user_id": str(home.user_id), "content": content})


def test_memories_and_bytes_are_counted_as_they_come_and_go(api, home, used, now):
    before = used()
    made = note(api, home, "Ana sails.").json()["memory_id"]
    api.patch(f"/memories/{made}", {"content": "Ana sails often."})
    assert used().memories - before.memories == 1
    assert used().storage_bytes - before.storage_bytes == len("Ana sails.") + len("Ana sails often.")
    Usage.fold(home.workspace_id)
    with scope.enter(home.workspace_id):
        assert Usage.objects.count() == 1
    api.delete(f"/memories/{made}")
    forget_at_once(home)
    assert purge_memories(workspace_id=home.workspace_id, now=now + timedelta(days=40)) == 1
    assert used() == before


def forget_at_once(home):
    with scope.enter(home.workspace_id), connection.cursor() as cursor:
        cursor.execute("SELECT set_config('app.change_id', gen_random_uuid()::text, true)")
        cursor.execute("UPDATE memories_memory SET purge_at = now() - interval '1 day'")


def test_what_there_is_no_room_for_is_refused_with_which_limit_and_use(api, home, limit, used):
    limit(memories=used().memories + 1)
    assert note(api, home, "Ana sails.").status_code == 201
    answer = note(api, home, "Ana cooks risotto.")
    problem = answer.json()
    assert (answer.status_code, problem["type"], problem["quota"]) == (403, "/problems/quota-exceeded", "memories")
    assert (problem["limit"], problem["used"]) == (used().memories, used().memories)
    assert len(api.get("/memories").json()["results"]) == 1


def test_what_is_there_may_be_changed_and_forgotten(api, home, limit, used):
    made = note(api, home, "Ana sails.").json()["memory_id"]
    limit(memories=0)
    assert api.patch(f"/memories/{made}", {"content": "Ana sails often."}).status_code == 200
    limit(storage_bytes=used().storage_bytes)
    assert api.patch(f"/memories/{made}", {"content": "Ana never sails."}).json()["quota"] == "storage_bytes"
    assert api.delete(f"/memories/{made}").status_code == 200


def test_messages_count_too_and_a_refused_request_may_be_repeated_when_there_is_room(api, home, limit, used):
    session = api.post("/sessions", {"user_id": str(home.user_id)}).json()["id"]
    turns = {"turns": [{"role": "user", "content": "I sail."}]}
    limit(storage_bytes=used().storage_bytes)
    key = {"Idempotency_Key": "once"}
    assert api.post(f"/sessions/{session}/turns", turns, **key).status_code == 403
    limit(storage_bytes=None)
    assert api.post(f"/sessions/{session}/turns", turns, **key).status_code == 201


def test_another_workspace_has_its_own(home, elsewhere, limit):
    limit(memories=0)
    other = by_key(elsewhere, "supervisor")
    assert note(other, elsewhere, "Zoe rows.").status_code == 201


def test_a_person_on_the_pages_is_told_403_too(home, api, limit):
    made = note(api, home, "Ana sails.").json()["memory_id"]
    with scope.enter(home.workspace_id):
        seen = Memory.objects.get(id=made).change_id
    limit(storage_bytes=0)
    owner = by_login("owner").client
    owner.raise_request_exception = False
    assert (
        owner.post(f"/memories/{made}/edit", {"content": "Ana sails far.", "change_id": str(seen)}).status_code == 403
    )


def test_all_keys_of_a_workspace_share_its_rate(home, elsewhere, limit):
    limit(requests_per_minute=3)
    callers = [by_key(home, role) for role in ("supervisor", "planner", "supervisor", "planner", "planner")]
    answers = [caller.get("/memories") for caller in callers]
    assert [answer.status_code for answer in answers].count(429) >= 2
    assert answers[-1].json()["quota"] == "requests_per_minute" and int(answers[-1]["Retry-After"]) > 0
    assert by_key(elsewhere, "supervisor").get("/memories").status_code == 200


def test_the_day_s_tokens_are_the_smaller_bound(home, limit, settings, now):
    settings.LLM_TOKENS_PER_DAY = 1_000
    count_usage(Tokens(input_tokens=400, output_tokens=200), workspace_id=home.workspace_id, now=now)
    assert may_call(workspace_id=home.workspace_id, now=now)
    limit(tokens_per_day=600)
    assert not may_call(workspace_id=home.workspace_id, now=now)


def test_a_write_takes_no_more_round_trips(api, home, limit):
    with CaptureQueriesContext(connection) as without:
        note(api, home, "Ana sails.")
    limit(memories=1_000, storage_bytes=10_000_000, requests_per_minute=1_000)
    api.get("/memories")  # leases the workspace's rate
    with CaptureQueriesContext(connection) as bounded:
        note(api, home, "Ana cooks.")
    assert len(bounded) <= len(without)


def test_the_command_sets_tells_and_lifts(home, capsys):
    call_command("set_quota", workspace=str(home.workspace_id), memories="10", storage_bytes="5000000")
    assert "memories              0 of 10" in capsys.readouterr().out.replace("\t", " ")
    call_command("set_quota", workspace=str(home.workspace_id), memories="none")
    with scope.enter(home.workspace_id):
        found = Quota.objects.get()
    assert (found.memories, found.storage_bytes) == (None, 5_000_000)
    with pytest.raises(CommandError, match="whole number"):
        call_command("set_quota", workspace=str(home.workspace_id), memories="many")


class TestOverRest:
    def test_staff_see_the_bounds_and_what_is_in_use(self, api, owner, home, limit, used, now):
        note(api, home, "Ana sails.")
        count_usage(Tokens(input_tokens=40, output_tokens=20), workspace_id=home.workspace_id, now=now)
        limit(memories=10, requests_per_minute=600, tokens_per_day=100)
        assert owner.get("/quota").json() == {
            "memories": {"limit": 10, "used": 1},
            "storage_bytes": {"limit": None, "used": used().storage_bytes},
            "requests_per_minute": {"limit": 600, "used": None},
            "tokens_per_day": {"limit": 100, "used": 60},
        }

    def test_without_any_it_tells_the_use(self, owner):
        assert owner.get("/quota").json()["memories"] == {"limit": None, "used": 0}

    def test_a_superuser_changes_some_and_lifts_others(self, api, superuser, home, limit):
        limit(memories=1, storage_bytes=5_000)
        answer = superuser.patch("/quota", {"memories": 0, "storage_bytes": None})
        assert (answer.status_code, answer.json()["storage_bytes"]["limit"]) == (200, None)
        assert note(api, home, "Ana sails.").json()["quota"] == "memories"
        assert superuser.patch("/quota", {"tokens_per_day": 9}).json()["memories"]["limit"] == 0

    def test_each_change_is_in_the_history(self, superuser, home):
        for memories in (5, 6):
            superuser.patch("/quota", {"memories": memories})
        with scope.enter(home.workspace_id):
            rows = History.objects.filter(meta__what="quota").order_by("created_at")
            assert [(row.meta["done"], row.meta["memories"]) for row in rows] == [("added", 5), ("changed", 6)]

    def test_nobody_else_changes_it_and_only_staff_read_it(self, api, owner, colleague, superuser, elsewhere):
        callers = (api, owner, colleague)
        assert [caller.get("/quota").status_code for caller in callers] == [403, 200, 403]
        assert [caller.patch("/quota", {"memories": 9}).status_code for caller in callers] == [403, 403, 403]
        stranger = by_login("stranger")
        superuser.patch("/quota", {"memories": 9})
        assert stranger.get("/quota").json()["memories"]["limit"] is None
        there = {"X_Workspace": str(elsewhere.workspace_id)}
        assert superuser.patch("/quota", {"memories": 9}, **there).status_code == 403

    @pytest.mark.parametrize(
        "body", [{"memories": -1}, {"memories": "9"}, {"requests_per_minute": 2**31}, {"agents": 3}]
    )
    def test_what_is_no_bound_is_refused(self, superuser, body):
        assert superuser.patch("/quota", body).status_code == 422
