"""ADR 0038: what is said again under another category is known already, where the first stands for all of it."""

import pytest
from django.test import Client

from consent.models import Policy
from memories.models import Memory
from workspaces import scope

pytestmark = pytest.mark.django_db(transaction=True)
TEA = "Ana likes green tea in the morning."


@pytest.fixture
def say(home):
    def _say(content=TEA, agent="supervisor", **fields):
        api = Client(headers={"Authorization": f"Bearer {home.api_keys[agent]}"})
        body = {"user_id": str(home.user_id), "content": content, **fields}
        return api.post("/api/v1/memories", body, content_type="application/json").json()

    return _say


@pytest.fixture
def rule(home):
    def _rule(**fields):
        with scope.enter(home.workspace_id):
            Policy.objects.create(workspace_id=home.workspace_id, **fields)

    return _rule


@pytest.mark.parametrize(("first", "then"), [("general", "event"), ("goals", "relationships"), ("profile", "event")])
def test_where_nobody_misses_it_one_memory_stands_for_both(home, say, first, then):
    known, again = say(category=first), say(category=then)
    assert (again["status"], again["memory_id"]) == ("merged", known["memory_id"])
    assert f"in the category '{first}'" in again["message"]
    with scope.enter(home.workspace_id):
        assert list(Memory.objects.values_list("category", flat=True)) == [first]


def test_whoever_names_no_category_is_told_nothing_of_it(say):
    known, again = say(category="event"), say()
    assert (again["status"], again["memory_id"]) == ("merged", known["memory_id"])
    assert again["message"] == "It was remembered already: one memory stands for both."


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("general", "goals"),  # the planner would read it there alone
        ("goals", "tasks"),  # and the executor
        ("general", "profile"),  # every context would show it
    ],
)
def test_where_it_would_reach_further_it_is_a_memory_of_its_own(say, first, then):
    known, second = say(category=first), say(category=then)
    assert second["status"] == "created" and second["memory_id"] != known["memory_id"]
    for category, memory in ((first, known), (then, second)):
        assert say(category=category)["memory_id"] == memory["memory_id"]


@pytest.mark.parametrize(("outcome", "status"), [("consent", "pending_consent"), ("never", 403)])
def test_where_a_policy_asks_for_more_it_does(say, rule, outcome, status):
    say(category="general")
    rule(category="event", outcome=outcome)
    assert say(category="event")["status"] == status


def test_with_a_key_of_its_own_it_is_kept_in_both(say):
    assert say(category="general")["memory_id"] != say(category="event", key="tea")["memory_id"]


def test_nobody_learns_by_it_what_they_may_not_read(say):
    hidden = say(category="general")
    told = say(category="goals", agent="planner")
    assert told["status"] == "created" and told["memory_id"] != hidden["memory_id"]


def test_in_a_batch_the_second_is_known_already(home, say):
    api = Client(headers={"Authorization": f"Bearer {home.api_keys['supervisor']}"})
    items = [{"user_id": str(home.user_id), "content": TEA, "category": one} for one in ("general", "event", "goals")]
    results = api.post("/api/v1/memories/batch", {"items": items}, content_type="application/json").json()["results"]
    assert [one["result"]["status"] for one in results] == ["created", "merged", "created"]
    assert "in the category 'general'" in results[1]["result"]["message"]
