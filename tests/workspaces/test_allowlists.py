"""Categories and allowlists from YAML (001 §5, R3), and who may see and write what."""

import pytest
from django.utils import timezone

from workspaces import category_config, scope
from workspaces.actions.authenticate_key import authenticate_key
from workspaces.category_config import InvalidConfig
from workspaces.models import Allowlist, Category

pytestmark = pytest.mark.django_db


def actor(workspace, role):
    return authenticate_key(workspace.api_keys[role], now=timezone.now())


@pytest.mark.parametrize(
    ("role", "sees", "not_seen"),
    [
        ("supervisor", ["profile", "goals", "tasks", "relationship_dynamic"], ["procedural", "tone", "projects"]),
        ("planner", ["goals", "tasks", "projects", "procedural"], ["profile", "event"]),
        ("stylist", ["preferences", "tone", "style", "relationship_dynamic"], ["profile"]),
        ("researcher", ["knowledge", "interests", "history"], ["goals"]),
        ("executor", ["tasks", "recent_activity", "constraints", "procedural"], ["projects"]),
    ],
)
def test_each_role_sees_its_list(home, role, sees, not_seen):
    agent = actor(home, role)
    assert all(agent.may_see(name) for name in sees)
    assert not any(agent.may_see(name) for name in not_seen)


def test_a_category_on_no_list_is_the_supervisors(home):
    assert actor(home, "supervisor").may_see("invented")
    assert not actor(home, "planner").may_see("invented")


def test_the_supervisor_may_write_what_others_read(home):
    assert actor(home, "supervisor").may_write("procedural")
    assert not actor(home, "planner").may_write("profile")


def test_the_configuration_survives_a_round_trip(home):
    with scope.enter(home.workspace_id):
        before = category_config.dump()
        category_config.load(category_config.parse(before))
        assert category_config.dump() == before


def test_loading_replaces_what_was_there(home):
    text = "categories: {system: [{name: profile, context: all}], custom: []}\nallowlists: {supervisor: [profile]}"
    with scope.enter(home.workspace_id):
        category_config.load(category_config.parse(text))
        assert list(Category.objects.values_list("name", "context")) == [("profile", "all")]
        assert list(Allowlist.objects.values_list("role", flat=True)) == ["supervisor"]


def test_of_two_entries_of_one_name_the_last_counts(home):
    text = "categories: {system: [{name: a, context: all}], custom: [{name: a, context: rag}]}\nallowlists: {}"
    with scope.enter(home.workspace_id):
        category_config.load(category_config.parse(text))
        assert list(Category.objects.values_list("name", "context", "is_system")) == [("a", "rag", False)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "categories: [",
        "categories: {system: [{name: Bad Name}]}\nallowlists: {}",
        "categories: {system: [{name: a, context: sometimes}]}\nallowlists: {}",
        "categories: {system: [{name: a, rag_length: 0}]}\nallowlists: {}",
        "categories: {system: []}\nallowlists: {planner: all}",
    ],
)
def test_a_bad_configuration_is_refused(text):
    with pytest.raises(InvalidConfig):
        category_config.parse(text)


def test_what_a_new_list_names_first_stays_with_the_supervisor():
    config = category_config.default()
    listed = config.with_list("butler", ["pantry", "goals"]).allowlists

    assert listed["butler"] == ["pantry", "goals"]
    assert listed["supervisor"] == [*config.allowlists["supervisor"], "pantry"]
