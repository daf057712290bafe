"""My data: correcting, taking access back, taking it home, erasing everything, by mouse and by keyboard."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.keys import tab_to

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_fact_is_corrected_by_mouse(window, fact):
    fact("coding_style", "black")
    window.goto("/my-data")
    window.get_by_role("link", name="Edit Coding style").click()
    window.get_by_label("What to remember").fill("ruff")
    window.get_by_role("button", name="Save").click()

    expect(window.get_by_role("heading", name="Coding style: ruff")).to_be_visible()


def test_access_is_taken_back_by_keyboard(window):
    window.goto("/my-data/access")
    window.locator("details.unfold > summary").first.press("Enter")
    tab_to(window, "button", "Remove access").press("Enter")

    expect(window.get_by_text("Your executor assistant no longer finds anything about you.")).to_be_visible()
    expect(window.get_by_role("button", name="Restore access")).to_have_count(1)


def test_the_export_is_downloaded(window, note):
    note("Ana's plan.")
    window.goto("/my-data")
    with window.expect_download() as download:
        window.get_by_role("link", name="For programs (JSON)").click()

    told = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert told["memories"][0]["versions"][0]["content"] == "Ana's plan."


def test_everything_is_erased_by_keyboard(window, note, home):
    note("Ana's plan.")
    window.goto("/my-data")
    tab_to(window, "link", "Erase everything…").press("Enter")
    tab_to(window, "textbox", "Type your name, Ana, to confirm")
    window.keyboard.type("Ana")
    window.keyboard.press("Enter")
    tab_to(window, "textbox", "Password")
    window.keyboard.type(home.password)
    window.keyboard.press("Enter")

    expect(window.get_by_role("heading", name="Your data has been erased")).to_be_visible()
    window.goto("/memories")
    expect(window.get_by_text("Nothing is remembered about you here")).to_be_visible()
