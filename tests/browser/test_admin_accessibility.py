"""axe-core finds nothing serious on the admin's pages and those of the second step, light or dark, wide or narrow."""

import pytest
from django.utils import timezone

from consent.models import Policy
from operations.models import ImportRun, JobRun
from operations.models.job import JobState
from tests.browser.conftest import DESK, PHONE
from tests.browser.test_accessibility import AXE, FIND, OVERFLOW, TAGS, barriers
from tests.interfaces.pages.test_second_step import number_of
from workspaces.models import Agent, ApiKey, Person

pytestmark = pytest.mark.django_db(transaction=True)
OURS = [
    *("/admin/", "/admin/jobs/", "/admin/advanced/", "/admin/nonsense/"),
    *("/admin/policies/", "/admin/policies/rule/", "/admin/policies/yaml/", "/admin/categories/"),
    *("/admin/workspace/closing/", "/admin/imports/", "/admin/policies/try/"),
]
WIDE = [*OURS, "/admin/prompts/", "/admin/workspaces/apikey/add/", "/admin/workspaces/person/"]
NARROW = [*OURS, "/admin/memories/operationalevent/", "/admin/workspaces/grant/"]


@pytest.fixture
def memory(ask, note, say, looked_up):
    """Something on every page; answers with where a memory is shown."""
    say("I live in Lisbon.")
    ask("Lisbon")
    note("One.")
    memory = note("Two.")
    looked_up("When?", memory)
    return f"/admin/memories/memory/{memory}/change/"


@pytest.fixture
def rows(home, in_home):
    """Pages of a person, an agent, a key and a rule, and what they lead to."""
    JobRun.objects.create(job="purge_chunks", workspace_id=home.workspace_id, state=JobState.DEAD, attempts=3)
    with in_home():
        bob = Person.objects.create(name="Bob")
        agent, key = Agent.objects.get(role="planner"), ApiKey.objects.get(agent__role="planner")
        rule = Policy.objects.create(fact_key="diet", outcome="consent", priority=10)
        problems = [{"line": 2, "record": "m2", "reason": "The text is empty."}]
        tried = {"format": "jsonl", "name": "notes.jsonl", "content": b"{}", "total": 2, "done": 2, "state": "tried"}
        run = ImportRun.objects.create(
            person_id=bob.id, counts={"stored": 1, "refused": 1}, problems=problems, created_at=timezone.now(), **tried
        )
    people, workspaces = "/admin/workspaces/person/", "/admin/workspaces/"
    return [
        *(f"{people}{home.user_id}/", f"{people}{bob.id}/", f"{people}{bob.id}/erase/"),
        *(f"{workspaces}agent/{agent.id}/change/", f"{workspaces}apikey/{key.id}/change/"),
        *(f"/admin/policies/rule/{rule.id}/", f"/admin/policies/rule/{rule.id}/remove/"),
        f"/admin/imports/{run.id}/",
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "paths"), [(DESK, WIDE), (PHONE, NARROW)])
def test_the_admin(new_window, owner, memory, note, rows, width, paths, scheme):
    # Its theme takes the scheme when a page is loaded.
    page = new_window(owner, width=width, color_scheme=scheme)

    paths = ["/admin/memories/memory/", memory, *merging(memory, note), *rows, *paths]
    assert [barrier for path in paths for barrier in found_on(page, path)] == []


def merging(memory, note):
    """The page to choose another memory on, the preview of the merge, and the question before several are forgotten."""
    other = note("Three.", key="three")
    page = memory.replace("change", "merge")
    return [page, f"{page}?other={other}", f"/admin/memories/memory/several/forget/?id={other}"]


def found_on(page, path):
    page.goto(path)
    page.evaluate(AXE)
    wide = [f"{path} is wider than the window"] if page.evaluate(OVERFLOW) > 0 else []
    return wide + [f"{path}: {finding}" for finding in page.evaluate(FIND, TAGS)]


def test_the_second_step(new_window, home):
    page = new_window(width=PHONE)
    sign_in(page, home)
    found = barriers(page, "/accounts/2fa/") + barriers(page, "/accounts/2fa/totp/activate/")
    page.get_by_label("Password", exact=True).fill(home.password)
    page.get_by_role("button", name="Continue").click()
    page.wait_for_url("**/activate/")
    found += barriers(page, "/accounts/2fa/totp/activate/")
    page.get_by_label("Authenticator code").fill(number_of(page.get_by_label("Or enter this key").input_value()))
    page.get_by_role("button", name="Turn on").click()
    page.wait_for_url("**/recovery-codes/")
    found += barriers(page, "/accounts/2fa/recovery-codes/") + barriers(page, "/accounts/2fa/totp/deactivate/")
    page.context.clear_cookies()
    sign_in(page, home)
    page.wait_for_url("**/authenticate/")

    assert found + barriers(page, "/accounts/2fa/authenticate/") == []


def sign_in(page, home):
    page.goto("/accounts/login/")
    page.get_by_label("Username or email").fill(home.username)
    page.get_by_label("Password", exact=True).fill(home.password)
    page.locator("main").get_by_role("button", name="Sign in", exact=True).click()
