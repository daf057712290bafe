"""The main tasks once without JavaScript, from signing in to signing out."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.django_db(transaction=True)


def test_signing_in_deciding_correcting_forgetting_and_signing_out(new_window, home, ask, note):
    ask("Lisbon")
    note("Ana climbs.")
    page = new_window(java_script_enabled=False)

    page.goto("/")
    page.get_by_label("Login").fill(home.username)
    page.get_by_label("Password").fill(home.password)
    page.get_by_role("button", name="Sign in").click()

    page.get_by_role("button", name="Approve", exact=True).click()
    expect(page.get_by_text("Approved. It is remembered from now on.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("Say it in your own words").click()
    page.get_by_label("What should be remembered instead").fill("Lisboa")
    page.get_by_role("button", name="Remember this instead").click()
    expect(page.get_by_text("Kept in your own words.")).to_be_visible()

    page.get_by_role("link", name="Memories").click()
    page.get_by_role("link", name="Ana climbs.").click()
    page.get_by_role("link", name="Correct").click()
    page.get_by_label("What should be remembered").fill("Ana swims.")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Forget").click()
    page.get_by_role("button", name="Forget it").click()
    page.get_by_role("button", name="Bring it back").click()
    expect(page.get_by_text("Brought back.")).to_be_visible()

    for name in ("Timeline", "Activity", "My data"):
        page.get_by_role("link", name=name, exact=True).first.click()
        expect(page.locator("h1")).to_be_visible()
    page.goto("/accounts/logout/")
    page.locator("main").get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
