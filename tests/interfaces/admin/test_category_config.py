"""Categories and allowlists as YAML, tried before they are saved (001 §5)."""

import html
import re

import pytest
import yaml

from workspaces import category_config, scope
from workspaces.actions.authenticate_key import authenticate_key
from workspaces.category_config import CategoryEntry
from workspaces.models import Allowlist, Category
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db
URL = "/admin/categories/yaml/"


@pytest.fixture
def config(home):
    """The workspace's configuration as data, to change and send."""
    with scope.enter(home.workspace_id):
        return yaml.safe_load(category_config.dump())


def send(client, config, **button):
    text = config if isinstance(config, str) else yaml.safe_dump(config)
    return client.post(URL, {"config": text, **(button or {"try": "1"})}, follow=True)


def preview(response, role):
    return next(row for row in response.context["preview"] if row.role == role)


def test_the_page_shows_what_holds(owner):
    page = owner.get(URL).content.decode()

    assert "rag_length: 30" in page and "planner" in page


def test_trying_tells_what_a_role_would_gain_and_saves_nothing(owner, note, config, in_home):
    note(category="knowledge")
    config["allowlists"]["planner"].append("knowledge")

    planner = preview(send(owner, config), "planner")

    assert (planner.gains, planner.losses) == (["knowledge"], [])
    assert (planner.before, planner.after) == (0, 1)
    with in_home():
        assert "knowledge" not in Allowlist.objects.get(role="planner").categories


def test_trying_tells_what_a_role_would_lose(owner, note, config):
    note(category="tasks")
    del config["allowlists"]["executor"]

    executor = preview(send(owner, config), "executor")

    assert "tasks" in executor.losses and (executor.before, executor.after) == (1, 0)


def test_what_no_list_names_any_more_is_the_supervisor_s(owner, note, config):
    note(category="interests")
    config["allowlists"]["researcher"].remove("interests")

    assert preview(send(owner, config), "supervisor").gains == ["interests"]


def test_saving_holds_from_the_next_request_on(owner, home, now, config):
    config["allowlists"]["planner"].append("knowledge")
    config["categories"]["custom"].append({"name": "garden", "context": "rag", "rag_length": 7})

    assert "Saved." in send(owner, config, save="1").content.decode()

    assert authenticate_key(home.api_keys["planner"], now=now).may_see("knowledge")
    with scope.enter(home.workspace_id):
        assert Category.objects.get(name="garden").rag_length == 7


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("categories: [", "Line 1"),
        ("allowlists: {}", "categories"),
        ("categories: {system: [{name: 'No Spaces'}]}\nallowlists: {}", "name"),
        ("categories: {system: []}\nallowlists: {}\nsecret: 1", "secret"),
    ],
)
def test_what_is_no_configuration_is_named_and_kept_in_the_form(owner, in_home, text, says):
    response = send(owner, text, save="1")

    told = str(response.context["form"].errors["config"])
    assert says in told and "pydantic" not in told
    assert response.context["form"].data["config"] == text
    with in_home():
        assert Category.objects.exists()


@pytest.mark.parametrize("role", [Role.REVIEWER, Role.VIEWER])
def test_reviewers_and_viewers_may_try_and_not_save(login, config, role):
    client = login(role)
    config["allowlists"]["planner"] = []

    assert "preview" in send(client, config).context
    assert send(client, config, save="1").status_code == 403


def test_another_workspace_is_not_touched(outsider, home, elsewhere, config):
    config["allowlists"]["planner"] = []
    send(outsider, config, save="1")

    with scope.enter(home.workspace_id):
        assert Allowlist.objects.get(role="planner").categories
    with scope.enter(elsewhere.workspace_id):
        assert not Allowlist.objects.get(role="planner").categories


def test_nobody_else_gets_there(client, colleague):
    assert client.get(URL).status_code == 302
    assert colleague.get(URL, follow=True).status_code == 403


def test_a_key_that_stands_twice_is_an_error_with_its_line(owner):
    text = "categories:\n  system: []\n  system: []\nallowlists: {}"
    told = owner.post(URL, {"config": text, "try": "1"}).context["form"].errors["config"]

    assert told == ["Line 3. “system” stands twice in one entry; write it once."]


def test_all_that_is_wrong_is_said_at_once_in_the_order_of_the_lines(owner):
    text = "categories:\n  custom:\n  - {name: garden, contxt: all}\nallowlists:\n  planner: [gardn]\nsecret: 1"
    told = send(owner, text).context["form"].errors["config"]

    assert [one.partition(".")[0] for one in told] == ["Line 3", "Line 5", "Line 6"]
    assert "Did you mean garden?" in told[1]


@pytest.mark.parametrize("key", ["category", "sensitivity"])
def test_a_key_that_only_rules_have_is_no_matter_of_rules_here(owner, config, key):
    told = send(owner, {**config, key: "garden"}).context["form"].errors["config"]

    assert re.fullmatch(rf"Line \d+\. {key}: there is no such key\.( Did you mean categories\?)?", *told)


def test_an_empty_text_is_refused(owner):
    assert "no category would be left" in send(owner, " ", save="1").content.decode()


def test_every_key_is_explained(owner):
    page = owner.get(URL).content.decode()
    assert all(f"<code>{name}</code>" in page for name in [*CategoryEntry.model_fields, "allowlists"])


def test_what_is_wrong_is_said_in_words(owner):
    pets = {"name": "pets", "context": "sometimes", "rag_length": 0}
    text = yaml.safe_dump({"categories": {"custom": [{"name": "Two words"}, pets]}, "allowlists": {"planner": 3}})
    page = html.unescape(owner.post(URL, {"config": text}).content.decode())

    assert "Category “Two words” under “custom”, name: may hold only the letters a–z, digits and _." in page
    assert "Category “pets” under “custom”, context: must be one of these: all, rag." in page
    assert "Category “pets” under “custom”, rag_length: must be at least 1." in page
    assert "Allowlist of planner: must be a list." in page
    unnamed = owner.post(URL, {"config": "categories: {custom: [3, {context: rag}]}\nallowlists: {}"}).content.decode()
    assert "Category 1 under “custom”" in unnamed and "Category 2 under “custom”, name" in unnamed


def test_a_list_names_only_categories_that_there_are(owner, config, in_home):
    config["allowlists"]["planner"] = ["gaols", "zebra", "tasks"]
    page = html.unescape(send(owner, config, save="1").content.decode())

    assert re.search(r"Line \d+\. Allowlist of planner: there is no category “gaols”", page)
    assert "Allowlist of planner: there is no category “gaols”. Did you mean goals?" in page
    assert "Allowlist of planner: there is no category “zebra”." in page
    with in_home():
        assert "goals" in Allowlist.objects.get(role="planner").categories


def test_what_lists_and_memories_alone_name_already_may_stay(owner, config, note, in_home):
    note(category="garden")
    with in_home():
        Allowlist.objects.filter(role="planner").update(categories=["goals", "older"])
    config["allowlists"]["planner"] = ["goals", "older", "garden"]

    assert "Saved." in send(owner, config, save="1").content.decode()


def test_a_preview_warns_of_a_role_that_no_agent_has(owner, config):
    config["allowlists"]["exeecutor"] = config["allowlists"].pop("executor")
    config["allowlists"]["gardener"] = ["goals"]
    page = send(owner, config).content.decode()

    assert "No agent has the role exeecutor. Did you mean executor?" in page
    assert "No agent has the role gardener." in page and "the role planner." not in page


def test_a_category_that_holds_memories_is_removed_only_on_purpose(owner, note, config, in_home):
    with in_home():
        Category.objects.create(name="garden")
    note("The roses bloom.", category="garden")

    told = send(owner, config, save="1").content.decode()
    assert "1 memory stays filed under Garden" in told and "See what is filed there</a>" in told
    with in_home():
        assert Category.objects.filter(name="garden").exists()

    send(owner, config, save="1", leaves_memories="on")
    with in_home():
        assert not Category.objects.filter(name="garden").exists()
