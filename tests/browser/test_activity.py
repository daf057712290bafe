"""Why did it know this? From the list to one answer and back to today, by mouse and by keyboard."""

import pytest
from playwright.sync_api import expect

from retrieval.query import memory_query
from retrieval.requests import QueryRequest
from tests.browser.keys import tab_to

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def answer(home, planner, now, note):
    note("Ana's release is on Friday.", category="projects")
    request = QueryRequest(user_id=str(home.user_id), query="When is Ana's release?")
    return memory_query(request, actor=planner, now=now).event_id


def test_an_answer_is_explained_and_asked_again_by_mouse(window, answer):
    window.goto("/activity")
    window.get_by_role("link", name="“When is Ana's release?”", exact=True).click()
    expect(window.get_by_text("Same words").first).to_be_visible()

    window.get_by_role("button", name="Ask again now").click()

    expect(window.get_by_role("heading", name="Results now")).to_be_visible()


def test_from_the_number_of_an_answer_by_keyboard(window, answer):
    window.goto("/activity")
    fold = window.locator("summary", has_text="Look up one answer of an assistant")
    fold.focus()
    fold.press("Enter")
    tab_to(window, "textbox", "ID of the answer")
    window.keyboard.type(str(answer))
    window.keyboard.press("Enter")

    expect(window.get_by_role("heading", name="Why did it know this?")).to_be_visible()
    reason = window.locator("summary", has_text="Mainly: Same words")
    reason.focus()
    reason.press("Enter")
    expect(window.locator(".result .stack").first).to_be_visible()
