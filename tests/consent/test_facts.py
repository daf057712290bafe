"""Facts through the gate: 002's structured facts, R12, R15, and the fields that need a yes (001 §10)."""

from datetime import timedelta

import pytest

from consent.outcomes import Applied, Queued, Refused
from memories.models import Fact, Memory
from workspaces import scope

pytestmark = pytest.mark.django_db


def values(home, key, **conditions):
    with scope.enter(home.workspace_id):
        return list(Fact.objects.filter(key=key, **conditions).order_by("valid_from").values_list("value", flat=True))


@pytest.mark.parametrize(
    ("category", "key", "value"),
    [
        ("identity", "preferred_name", "Ana"),
        ("identity", "pronouns", "she/her"),
        ("identity", "city", "Lisbon"),
        ("identity", "language", "Portuguese"),
    ],
)
def test_sensitive_fields_wait_for_the_person(home, set_fact, category, key, value):
    assert isinstance(set_fact(category, key, value), Queued)
    assert values(home, key) == []


@pytest.mark.parametrize("key", ["wohnort", "where_at", "secret_nickname"])
def test_so_does_a_field_of_the_identity_that_nobody_knows(set_fact, key):
    assert isinstance(set_fact("identity", key, "Lisbon"), Queued)


def test_a_known_field_of_the_identity_applies(set_fact):
    assert isinstance(set_fact("identity", "birthday", "8 May"), Applied)


def test_a_hometown_is_asked_about_like_a_city(set_fact):
    assert isinstance(set_fact("identity", "hometown", "Lisbon"), Queued)
    assert isinstance(set_fact("preference", "birthplace", "Porto"), Queued)


def test_other_fields_apply(home, set_fact):
    assert isinstance(set_fact("constraint", "diet", "vegetarian"), Applied)
    assert values(home, "diet", valid_to__isnull=True) == ["vegetarian"]


def test_a_new_value_closes_the_old_one(home, set_fact, now):
    set_fact("preference", "coding_style", "black")
    set_fact("preference", "coding_style", "ruff", at=now + timedelta(days=1))
    assert values(home, "coding_style") == ["black", "ruff"]
    assert values(home, "coding_style", valid_to__isnull=True) == ["ruff"]


def test_lower_confidence_changes_nothing(home, set_fact):
    set_fact("preference", "coding_style", "black", confidence=0.9)
    assert set_fact("preference", "coding_style", "tabs", confidence=0.6).event is None
    assert values(home, "coding_style", valid_to__isnull=True) == ["black"]


def test_equal_confidence_changes(home, set_fact):
    set_fact("preference", "coding_style", "black", confidence=0.9)
    set_fact("preference", "coding_style", "tabs", confidence=0.9)
    assert values(home, "coding_style", valid_to__isnull=True) == ["tabs"]


def test_the_person_s_own_word_always_wins(home, set_fact, person):
    set_fact("constraint", "diet", "vegan", confidence=1.0)
    set_fact("constraint", "diet", "none", confidence=0.1, actor=person)
    assert values(home, "diet", valid_to__isnull=True) == ["none"]
    with scope.enter(home.workspace_id):
        memory = Memory.objects.get(key="fact:constraint.diet")
    assert (memory.trust, memory.validation_status, memory.confidence) == ("person", "verified", 1.0)


def test_the_person_needs_nobody_s_consent(home, set_fact, person):
    assert isinstance(set_fact("identity", "city", "Faro", actor=person), Applied)


def test_what_holds_already_needs_no_second_yes(home, set_fact, person):
    set_fact("identity", "city", "Faro", actor=person)
    assert set_fact("identity", "city", "Faro").event is None


def test_an_agent_can_not_forget_a_sensitive_fact_alone(home, set_fact, forget, person):
    memory_id = set_fact("identity", "city", "Faro", actor=person).memory_id
    assert isinstance(forget(memory_id), Queued)
    assert values(home, "city", valid_to__isnull=True) == ["Faro"]


def test_nor_bring_an_old_value_back(home, set_fact, restore, person, now):
    memory_id = set_fact("identity", "city", "Porto", actor=person).memory_id
    set_fact("identity", "city", "Faro", actor=person, at=now + timedelta(hours=1))
    assert isinstance(restore(memory_id, 1), Queued)


def test_forgetting_closes_and_restoring_reopens(home, set_fact, forget, restore):
    memory_id = set_fact("constraint", "diet", "vegetarian").memory_id
    forget(memory_id)
    assert values(home, "diet", valid_to__isnull=True) == []
    restore(memory_id)
    assert values(home, "diet", valid_to__isnull=True) == ["vegetarian"]


def test_items_of_a_field_with_many_values_stand_side_by_side(home, set_fact):
    set_fact("constraint", "allergies", "peanuts", item="peanuts")
    set_fact("constraint", "allergies", "cats", item="cats")
    assert sorted(values(home, "allergies", valid_to__isnull=True)) == ["cats", "peanuts"]


def test_a_planner_knows_no_profile_and_writes_none(set_fact, planner):
    assert isinstance(set_fact("identity", "city", "Faro", actor=planner), Refused)
