"""axe-core finds nothing serious on the admin's pages and those of the second step, light or dark, wide or narrow."""

import pytest

from tests.browser.conftest import DESK, PHONE
from tests.browser.test_accessibility import AXE, FIND, OVERFLOW, TAGS, barriers
from tests.interfaces.pages.test_second_step import number_of

pytestmark = pytest.mark.django_db(transaction=True)
WIDE = ["/admin/", "/admin/categories/", "/admin/policies/", "/admin/prompts/", "/admin/workspaces/apikey/add/"]
NARROW = ["/admin/", "/admin/memories/operationalevent/", "/admin/workspaces/grant/"]


@pytest.fixture
def memory(ask, note, say, looked_up):
    """Something on every page; answers with where a memory is shown."""
    say("I live in Lisbon.")
    ask("Lisbon")
    note("One.")
    memory = note("Two.")
    looked_up("When?", memory)
    return f"/admin/memories/memory/{memory}/change/"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "paths"), [(DESK, WIDE), (PHONE, NARROW)])
def test_the_admin(new_window, owner, memory, width, paths, scheme):
    # Its theme takes the scheme when a page is loaded.
    page = new_window(owner, width=width, color_scheme=scheme)

    assert [barrier for path in ["/admin/memories/memory/", memory, *paths] for barrier in found_on(page, path)] == []


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
    page.get_by_label("Login").fill(home.username)
    page.get_by_label("Password", exact=True).fill(home.password)
    page.locator("main").get_by_role("button", name="Sign in").click()
