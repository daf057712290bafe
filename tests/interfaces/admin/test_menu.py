"""The menu by task, the list of all tables, and the pages for what is not there or not allowed."""

import re

import pytest

from tests.interfaces.admin.test_every_page import MODELS, url
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db
TASKS = [
    *("Health", "People", "Questions", "Memories", "Conversations", "Queries"),
    *("Imports", "Policies", "Categories", "Agents", "Keys", "Grants"),
]


def menu(client, path="/admin/"):
    groups = client.get(path).context["sidebar_navigation"]
    return {str(item["title"]): item for group in groups for item in group["items"]}


def active(client, path):
    return [title for title, item in menu(client, path).items() if item["active"]]


def test_the_menu_is_by_task(owner):
    titles = list(menu(owner))

    assert titles[: len(TASKS)] == TASKS
    assert titles[-3:] == ["History", "Jobs", "Advanced"]


def test_the_menu_stands_in_groups(owner):
    groups = owner.get("/admin/").context["sidebar_navigation"]

    assert [str(group["items"][0]["title"]) for group in groups] == ["Health", "Policies", "Logins", "History"]
    assert [group["separator"] for group in groups] == [False, True, True, True]


def test_every_page_of_the_menu_opens_and_is_marked_in_it(owner):
    for title, item in menu(owner).items():
        assert owner.get(item["link"]).status_code == 200, title
        if title != "Setup wizard":
            assert active(owner, item["link"]) == [title]


def test_tables_without_a_place_of_their_own_stand_under_advanced(owner):
    assert active(owner, "/admin/memories/chunk/") == ["Advanced"]
    assert active(owner, "/admin/operations/jobrun/") == ["Jobs"]


@pytest.mark.parametrize("role", [Role.ADMIN, Role.REVIEWER, Role.VIEWER])
def test_only_owners_are_shown_logins_and_the_wizard(owner, login, role):
    assert {"Logins", "Setup wizard"} <= set(menu(owner))
    assert not {"Logins", "Setup wizard"} & set(menu(login(role)))


def test_the_wizard_is_not_shown_to_whoever_only_looks_in(superuser):
    assert "Logins" in menu(superuser) and "Setup wizard" not in menu(superuser)


def test_the_account_menu_leads_to_the_documentation(owner):
    assert '<a href="/api/docs/"' in owner.get("/admin/").content.decode()


def test_every_table_is_listed_under_advanced(owner):
    page = owner.get("/admin/advanced/").content.decode()

    assert {url(model, "changelist") for model in MODELS} <= set(re.findall(r'href="([^"]+)"', page))


@pytest.mark.parametrize("path", ["/admin/nonsense/", "/admin/workspaces/nonsense/"])
def test_an_unknown_page_leads_back_to_the_admin(owner, path):
    response = owner.get(path)

    assert response.status_code == 404
    assert 'href="/admin/"' in response.content.decode() and "Go to your inbox" not in response.content.decode()
    assert menu(owner, path)


def test_what_the_role_may_not_do_is_said_in_the_admin(login):
    response = login(Role.VIEWER).get("/admin/workspaces/agent/add/")

    assert response.status_code == 403
    assert "Your role in this workspace is Viewer" in response.content.decode()


def test_whoever_is_no_staff_sees_none_of_it(colleague):
    for path in ("/admin/advanced/", "/admin/jobs/", "/admin/nonsense/"):
        response = colleague.get(path, follow=True)
        assert response.status_code == 403 and "sidebar_navigation" not in (response.context or {})


def test_a_table_is_found_by_its_name_or_what_it_is_for(owner):
    def shown(query):
        page = owner.get("/admin/advanced/", {"q": query}).content.decode()
        return set(re.findall(r'<dt><a href="([^"]+)"', page))

    assert shown("Audit seals") == {"/admin/memories/auditseal/"}
    assert "/admin/operations/tombstone/" in shown("erasures")
    assert shown("nonsense") == set()


def test_a_page_that_does_not_exist_belongs_to_no_table(owner):
    page = owner.get("/admin/nonsense/")

    assert page.context["menu_place"] is None and active(owner, "/admin/nonsense/") == []


def test_the_settings_of_the_workspace_are_linked_and_in_words(owner, home):
    address = f"/admin/workspaces/workspace/{home.workspace_id}/change/"

    assert f'href="{address}"' in owner.get("/admin/").content.decode()
    assert "New agents may read and write everyone" in owner.get(address).content.decode()


def test_the_account_menu_leads_to_the_language(owner):
    assert re.search(r'href="/preferences"[^>]*>\s*Language and time zone', owner.get("/admin/").content.decode())
    form = {"language": "de", "time_zone": ""}
    assert owner.post("/preferences", form).status_code == 302

    assert '<html lang="de"' in owner.get("/admin/").content.decode()
