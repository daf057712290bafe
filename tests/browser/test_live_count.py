"""Questions that come, or are answered elsewhere, while a page stays open: the count follows without reloading."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.django_db(transaction=True)
POLLED = 31_000


@pytest.fixture
def waited(window: Page):
    """Half a minute passes in the browser, at once."""
    window.clock.install()
    return lambda: window.clock.run_for(POLLED)


@pytest.mark.parametrize("path", ["/memories", "/timeline", "/activity", "/my-data"])
def test_a_new_question_is_counted_on_every_page(window, waited, ask, path):
    window.goto(path)
    expect(window.locator("#pending-count")).to_be_empty()

    ask("Lisbon")
    waited()

    expect(window.locator("#pending-count")).to_contain_text("1")


def test_pages_of_the_account_which_know_no_questions_ask_at_once(window, ask):
    ask("Lisbon")

    window.goto("/accounts/password/change/")

    expect(window.locator("#pending-count")).to_contain_text("1")


def test_the_inbox_says_that_questions_have_come_and_leads_to_them(window, waited, ask):
    window.goto("/inbox")
    expect(window.get_by_role("heading", name="You're all caught up")).to_be_visible()

    ask("Lisbon", at=timezone.now())
    waited()

    expect(window.locator("#pending-count")).to_contain_text("1")
    expect(window.get_by_text("New requests have arrived.")).to_be_visible()
    window.get_by_role("link", name="Show").click()
    expect(window.get_by_role("button", name="Approve", exact=True)).to_be_visible()


def test_what_is_answered_in_another_window_counts_no_more(window, waited, new_window, owner, ask):
    ask("Lisbon")
    window.goto("/memories")
    expect(window.locator("#pending-count")).to_contain_text("1")

    other = new_window(owner)
    other.goto("/inbox")
    other.get_by_role("button", name="Refuse", exact=True).click()
    expect(other.get_by_text("Nothing was saved.")).to_be_visible()
    waited()

    expect(window.locator("#pending-count")).to_be_empty()
