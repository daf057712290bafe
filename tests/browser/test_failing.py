"""What the person sees when an answer cannot be given: the session or its proof has ended."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.django_db(transaction=True)
FAILED = "That didn't work. Reload the page and try again."


def test_with_the_proof_of_the_form_gone_the_page_says_so(window, ask, cities):
    ask("Lisbon")
    window.goto("/inbox")
    window.context.clear_cookies(name="csrftoken")

    window.get_by_role("button", name="Approve", exact=True).click()

    expect(window.get_by_text(FAILED)).to_be_visible()
    assert cities() == []


def test_with_the_session_gone_the_login_is_opened(window, ask, cities):
    ask("Lisbon")
    window.goto("/inbox")
    window.context.clear_cookies(name="sessionid")

    window.get_by_role("button", name="Approve", exact=True).click()

    expect(window.get_by_role("heading", name="Sign in")).to_be_visible()
    assert window.url.endswith("/accounts/login/?next=/inbox") and cities() == []


def test_own_words_that_cannot_be_kept_are_explained(window, ask):
    ask("Lisbon")
    window.goto("/inbox")
    window.get_by_text("Edit before saving").click()
    window.get_by_label("What to remember instead").fill("   ")

    window.get_by_role("button", name="Save and approve").click()

    expect(window.get_by_text("The value is empty.")).to_be_visible()
    expect(window.get_by_text(FAILED)).to_be_hidden()
