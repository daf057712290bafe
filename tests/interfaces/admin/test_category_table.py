"""The table of categories: what each is for and which roles read it, previewed before it is saved."""

import re

import pytest

from interfaces.admin.categories.table import stored_table
from memories.models import History
from workspaces import category_config
from workspaces.models import Allowlist, Category
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db
URL = "/admin/categories/"


@pytest.fixture
def form(in_home):
    """What a browser would send of the page as it is; the named fields are changed."""

    def _form(**changed):
        with in_home():
            table = stored_table()
        fields = {f"read:{role}": [row.name for row in table.rows if role in row.readers] for role in table.roles}
        fields |= {f"context:{row.name}": row.context for row in table.rows}
        fields |= {f"length:{row.name}": str(row.rag_length) for row in table.rows}
        return fields | {"new_name": "", "new_role": "", "new_context": "rag", "new_length": "30"} | changed

    return _form


@pytest.fixture
def listed(in_home):
    def _listed(role):
        with in_home():
            return set(Allowlist.objects.get(role=role).categories)

    return _listed


def test_saving_an_untouched_page_changes_nothing(owner, form, in_home):
    with in_home():
        before = category_config.parse(category_config.dump())

    assert owner.post(URL, form(save="1")).status_code == 302

    with in_home():
        after = category_config.parse(category_config.dump())
    assert after.categories == before.categories
    assert {role: set(names) for role, names in after.allowlists.items()} == {
        role: set(names) for role, names in before.allowlists.items()
    }


def test_a_preview_tells_what_a_role_would_gain_and_saves_nothing(owner, note, form, listed):
    note(category="knowledge")
    changed = {"read:planner": [*sorted(listed("planner")), "knowledge"], "try": "1"}

    response = owner.post(URL, form(**changed))

    [planner] = [row for row in response.context["preview"] if row.role == "planner"]
    assert (planner.before, planner.after, planner.gains) == (0, 1, ["knowledge"])
    assert "knowledge" not in listed("planner")
    assert 'aria-label="planner may read knowledge" checked' in response.content.decode()


def test_a_preview_tells_who_loses_what_another_role_gains(owner, note, form, listed):
    """The supervisor reads what no list names, also where it is no category yet."""
    note(category="garden")
    changed = {"new_name": "garden", "new_readers": ["planner"], "try": "1"}

    response = owner.post(URL, form(**changed))

    rows = {row.role: (row.gains, row.losses) for row in response.context["preview"] if row.gains or row.losses}
    assert rows == {"planner": (["garden"], []), "supervisor": ([], ["garden"])}
    assert '<td data-label="Loses">garden</td>' in response.content.decode()


def test_a_preview_tells_whose_box_was_unticked(owner, form, listed):
    kept = sorted(listed("planner") - {"goals"})

    response = owner.post(URL, form(**{"read:planner": kept, "try": "1"}))

    [planner] = [row for row in response.context["preview"] if row.role == "planner"]
    assert (planner.gains, planner.losses) == ([], ["goals"])


def test_boxes_and_numbers_are_saved_and_stand_in_the_history(owner, form, listed, in_home):
    owner.post(URL, form(**{"read:planner": ["goals"], "length:goals": "7", "context:tone": "rag", "save": "1"}))

    assert listed("planner") == {"goals"}
    with in_home():
        assert Category.objects.get(name="goals").rag_length == 7
        assert Category.objects.get(name="tone").context == "rag"
        assert History.objects.filter(meta__what="categories", meta__done="changed").count() == 1


def test_a_category_and_a_role_are_added_and_removed(owner, form, in_home, listed):
    owner.post(URL, form(new_name="garden", new_length="5", new_readers=["planner"], new_role="gardener", save="1"))
    with in_home():
        garden = Category.objects.get(name="garden")
        assert (garden.rag_length, garden.is_system) == (5, False)
    assert "garden" in listed("planner") and listed("gardener") == set()

    owner.post(URL, form(remove="garden", save="1"))

    with in_home():
        assert not Category.objects.filter(name="garden").exists()
    assert "garden" not in listed("planner")


def test_what_a_preview_shows_as_new_is_saved_with_the_page(owner, form, in_home, listed):
    """The form that the preview answers is sent as a browser would."""
    added = form(new_name="travel", new_readers=["planner"], new_length="7", new_role="cook", **{"try": "1"})
    response = owner.post(URL, added)
    page = response.content.decode()
    hidden = dict(re.findall(r'type="hidden" name="(added|added_role)" value="(\w+)"', page))
    assert [row.losses for row in response.context["preview"] if row.role == "supervisor"] == [[]]
    assert hidden == {"added": "travel", "added_role": "cook"}

    shown = {"context:travel": "rag", "length:travel": "7", "read:planner": [*listed("planner"), "travel"]}
    assert owner.post(URL, form(save="1", **hidden, **shown, **{"read:cook": ["travel"]})).status_code == 302

    with in_home():
        assert Category.objects.get(name="travel").rag_length == 7
    assert "travel" in listed("planner") and listed("cook") == {"travel"}


def test_a_built_in_category_stays(owner, form, in_home):
    owner.post(URL, form(remove="profile", save="1"))

    with in_home():
        assert Category.objects.filter(name="profile", is_system=True).exists()


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"new_name": "Garden & Co"}, "“Garden &amp; Co” cannot be a category"),
        ({"length:goals": "0"}, "goals: the most items are a number from 1 to 1,000."),
        ({"length:goals": "many"}, "goals: the most items are a number from 1 to 1,000."),
        ({"context:goals": "sometimes"}, "goals: choose when it enters a context."),
    ],
)
def test_what_is_wrong_is_said_in_words(owner, form, in_home, fields, text):
    response = owner.post(URL, form(save="1", **fields))

    assert response.status_code == 200 and text in response.content.decode()
    with in_home():
        assert Category.objects.get(name="goals").rag_length == 30


@pytest.mark.parametrize("role", [Role.REVIEWER, Role.VIEWER])
def test_who_only_reads_sees_the_table_without_boxes(login, form, listed, role):
    client = login(role)
    page = client.get(URL).content.decode()

    assert "Owners and admins change them." in page and 'type="checkbox" name="read' not in page
    assert client.post(URL, form(**{"read:planner": [], "save": "1"})).status_code == 403
    assert listed("planner")


def test_an_admin_changes_it(login, form, listed):
    login(Role.ADMIN).post(URL, form(**{"read:planner": ["goals"], "save": "1"}))

    assert listed("planner") == {"goals"}


def test_nobody_else_changes_it(outsider, colleague, form, listed):
    before = listed("planner")
    for client in (outsider, colleague):
        client.post(URL, form(**{"read:planner": [], "save": "1"}))

    assert listed("planner") == before
