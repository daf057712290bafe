"""The timeline: narrowing it, opening what changed, going back, by mouse and by keyboard."""

import pytest
from playwright.sync_api import expect

from tests.browser.keys import tab_to

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def changed(note):
    note("Ana climbs on Monday.")
    return note("Ana climbs on Friday.")


def test_an_entry_shows_its_diff_and_leads_back_by_mouse(window, changed):
    window.goto("/timeline")
    expect(window.locator(".rows del")).to_have_text("Monday")

    window.get_by_role("button", name="Restore “Ana climbs on Monday.”").click()

    expect(window.get_by_role("heading", name="Ana climbs on Monday.")).to_be_visible()


def test_it_is_narrowed_by_keyboard(window, changed, forgotten):
    window.goto("/timeline")
    window.locator("summary", has_text="Event").focus()
    window.keyboard.press("Enter")
    tab_to(window, "link", "Forgotten").press("Enter")

    expect(window.locator(".rows > li")).to_have_count(1)
    expect(window.get_by_text("forgot this")).to_be_visible()


def test_on_the_second_visit_the_news_stand_on_top(window, changed, note):
    window.goto("/timeline")
    cookie = next(cookie for cookie in window.context.cookies() if cookie["name"] == "timeline_seen")
    hours_ago = float(cookie["value"].strip("_")) - 7_200
    window.context.add_cookies([{**cookie, "value": f"_{hours_ago}"}])

    note("The release is late.", key="release")
    window.goto("/timeline")

    expect(window.locator(".news")).to_contain_text("2 hours ago")
