"""The main tasks once without JavaScript, from signing in to signing out."""

import pytest
from playwright.sync_api import expect

from operations import jobs

# How the page tells the browser to draw what it draws itself.
ORDERED = {"light": "normal", "dark": "dark"}
pytestmark = pytest.mark.django_db(transaction=True)


def test_signing_in_deciding_correcting_forgetting_and_signing_out(new_window, home, ask, note):
    ask("Lisbon")
    note("Ana climbs.")
    page = new_window(java_script_enabled=False)

    page.goto("/inbox")
    page.get_by_label("Username or email").fill(home.username)
    page.get_by_label("Password").fill(home.password)
    page.get_by_role("button", name="Sign in").click()

    page.get_by_role("button", name="Approve", exact=True).click()
    expect(page.get_by_text("Approved. Saved as confirmed by you.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("Edit before saving").click()
    expect(page.get_by_role("button", name="Approve", exact=True)).to_be_hidden()
    page.get_by_label("What to remember instead").fill("Porto")
    page.get_by_role("button", name="Save and approve").click()
    expect(page.get_by_text("“Porto” was saved. Asked for, but not saved: “Lisbon”.")).to_be_visible()

    page.get_by_role("link", name="Memories", exact=True).click()
    page.get_by_role("link", name="Ana climbs.").click()
    page.get_by_role("link", name="Edit").click()
    page.get_by_label("What to remember").fill("Ana swims.")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Forget").click()
    page.get_by_role("button", name="Forget").click()
    page.get_by_role("button", name="Restore").click()
    expect(page.get_by_text("Restored.")).to_be_visible()

    for name in ("Timeline", "Activity", "My data"):
        page.get_by_role("link", name=name, exact=True).first.click()
        expect(page.locator("h1")).to_be_visible()
    page.goto("/accounts/logout/")
    page.locator("main").get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_saying_that_something_is_wrong_and_what_becomes_of_the_rest(new_window, owner, note):
    wrong = note("The party is in the garden.", key="wrong")
    note("Book the garden.", key="first", derived_from=(wrong,))
    note("Ask for chairs.", key="second", depends_on=(wrong,))
    page = new_window(owner, java_script_enabled=False)

    page.goto(f"/memories/{wrong}")
    page.get_by_role("button", name="Mark as wrong").click()
    expect(page.get_by_text("Marked as wrong. Assistants don't use it")).to_be_visible()
    jobs.background.keep_dependents(None)

    page.get_by_role("link", name="Inbox").click()
    page.get_by_role("group", name="Book the garden.").get_by_label("Still true").check()
    page.get_by_role("group", name="Ask for chairs.").get_by_label("Forget").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Done. Your memories are up to date.")).to_be_visible()

    page.get_by_role("link", name="Memories", exact=True).click()
    expect(page.get_by_role("link", name="Book the garden.")).to_be_visible()
    expect(page.get_by_role("link", name="Ask for chairs.")).to_have_count(0)
    page.goto(f"/memories/{wrong}")
    page.get_by_role("button", name="Mark as correct").click()
    expect(page.get_by_text("Marked as correct and confirmed by you.")).to_be_visible()


def test_turning_notifications_on_says_what_it_needs(new_window, owner):
    page = new_window(owner, java_script_enabled=False)
    page.goto("/preferences")

    expect(page.get_by_text("To turn notifications on, allow JavaScript for this site.")).to_be_visible()
    expect(page.get_by_text("This browser can't show notifications.")).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_admin_has_the_colours_of_the_browser(new_window, owner, note, ask, scheme):
    memory, question = note("Ana climbs."), ask("Lisbon")
    page = new_window(owner, java_script_enabled=False, color_scheme=scheme)
    paths = ["/admin/", "/admin/memories/memory/", "/admin/policies/rule/", "/admin/memories/history/"]
    paths += [f"/admin/memories/memory/{memory}/change/", f"/admin/consent/proposal/{question}/change/"]
    for path in paths:
        page.goto(path)
        assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == ORDERED[scheme]
