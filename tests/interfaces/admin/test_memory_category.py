"""Staff file memories under another category: they see first who reads them then, and can undo it."""

import re
from html import unescape

import pytest

from consent.models import Policy, Proposal
from memories.models import Memory
from workspaces.models import Allowlist
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db
MEMORIES = "/admin/memories/memory/"
URL = f"{MEMORIES}category/"


@pytest.fixture
def two(note):
    return [note(text, key=key, category="tasks") for key, text in (("a", "Buy oats."), ("b", "Call Rui."))]


@pytest.fixture
def categories(in_home):
    def _categories():
        with in_home():
            return dict(Memory.objects.values_list("id", "category"))

    return _categories


def preview(client, ids, category="goals", **more):
    return client.post(URL, {"id": ids, "category": category, "back": MEMORIES, **more}, follow=True)


def test_the_list_asks_where_to(owner, two):
    page = owner.post(MEMORIES, {"action": "move", "_selected_action": two}).content.decode()

    assert "Move 2 memories" in page and "Buy oats." in page and 'value="goals"' in page


def test_a_memorys_page_leads_there_and_back(owner, two):
    page = owner.get(f"{MEMORIES}{two[0]}/change/")
    link = unescape(re.search(r'href="([^"]*/category/[^"]*)"', page.content.decode())[1])

    assert f'value="{MEMORIES}{two[0]}/change/"' in owner.get(link).content.decode()


def test_the_preview_says_which_roles_gain_and_lose_and_changes_nothing(owner, two, in_home, categories):
    with in_home():
        Allowlist.objects.filter(role="planner").update(categories=["tasks"])
        Allowlist.objects.filter(role="supervisor").update(categories=["goals"])
    before = categories()

    roles = {row.role: (row.gains, row.loses) for row in preview(owner, two).context["roles"]}

    assert roles["planner"] == (0, 2) and roles["supervisor"] == (2, 0)
    assert categories() == before


def test_they_are_moved_and_that_is_undone(owner, two, categories):
    page = preview(owner, two, save="1").content.decode()
    assert {*categories().values()} == {"goals"} and "Filed under Goals: " in page

    back = unescape(re.search(r'href="([^"]+)">Undo</a>', page)[1])
    form = owner.get(back).context
    preview(owner, form["all_ids"], form["category"], save="1")
    assert {*categories().values()} == {"tasks"}


def test_a_fact_is_left_out_with_the_reason(owner, fact, two, categories):
    held = fact()
    page = preview(owner, [held, *two]).content.decode()

    assert "a fact is filed under the category of its field" in page and "Move 2 memories" in page
    assert str(held) not in [str(row.id) for row, _text in preview(owner, [held, *two]).context["rows"]]


def test_where_a_policy_says_so_the_person_is_asked(owner, two, in_home, categories):
    with in_home():
        Policy.objects.create(outcome="consent", category="goals")
    page = preview(owner, two[:1], save="1").content.decode()

    assert "1 change is awaiting approval." in page and {*categories().values()} == {"tasks"}
    with in_home():
        assert Proposal.objects.get().change["type"] == "change_category"


@pytest.mark.parametrize("category", ["", "nowhere"])
def test_a_category_has_to_be_chosen(owner, two, categories, category):
    preview(owner, two, category, save="1")
    assert {*categories().values()} == {"tasks"}


def test_who_only_reads_moves_nothing(login, two):
    assert preview(login(Role.VIEWER), two, save="1").status_code == 403
