"""The API's documentation: axe-core finds nothing serious, phones need not scroll sideways, and it leads back."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.test_accessibility import OVERFLOW, seen

pytestmark = pytest.mark.django_db(transaction=True)
DOCS = "/api/docs/"


@pytest.fixture
def docs(new_window):
    """The page in a window of that width, with the calls about memories opened."""

    def _docs(width):
        page = new_window(width=width)
        page.goto(DOCS)
        page.locator("#operations-tag-memories").click()
        expect(page.get_by_text("/api/v1/memories/batch")).to_be_visible()
        return page

    return _docs


@pytest.mark.parametrize("width", [DESK, PHONE])
def test_nothing_bars_the_way(docs, width):
    page = docs(width)

    assert seen(page, DOCS) == []
    assert page.evaluate(OVERFLOW) <= 0


def test_it_follows_the_device_into_the_dark(docs):
    page = docs(PHONE)
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_class("dark-mode")
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).not_to_have_class("dark-mode")


def test_it_leads_back_to_the_pages(docs):
    page = docs(DESK)
    page.get_by_role("link", name="Memory", exact=True).click()

    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_without_scripts_it_says_where_the_description_is(new_window):
    page = new_window(java_script_enabled=False)
    page.goto(DOCS)

    expect(page.get_by_role("link", name="/api/schema/")).to_be_visible()
