"""Each page's main task by keyboard alone, with Tab, Enter and Space; the inbox's single keys are in `test_inbox`."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from retrieval.query import memory_query
from retrieval.requests import QueryRequest
from tests.browser.keys import tab_to

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_question_is_answered_by_tab_and_enter(window, ask, cities):
    ask("Lisbon")
    window.goto("/inbox")
    tab_to(window, "button", "Approve").press("Enter")
    expect(window.get_by_text("Saved as confirmed by you.")).to_be_visible()
    expect(window.locator(".card.settled")).to_be_focused()

    tab_to(window, "button", "Undo and ask me again").press("Enter")
    expect(window.get_by_role("button", name="Approve", exact=True)).to_be_visible()
    assert cities() == []


def test_several_questions_are_ticked_and_refused(window, ask, cities):
    ask("Lisbon")
    ask("they/them", key="pronouns")
    window.goto("/inbox")
    tab_to(window, "checkbox", "Select all on this page").press("Space")
    tab_to(window, "button", "Refuse selected").press("Enter")

    expect(window.get_by_text("2 requests refused.")).to_be_visible()
    assert cities() == []


ALWAYS = "Do the same whenever this assistant asks about my city, also to change it later, without asking me again"


@pytest.mark.parametrize("tick", ["Select all on this page", ALWAYS])
def test_enter_on_a_tick_answers_nothing(window, ask, cities, tick):
    ask("they/them", key="pronouns")
    ask("Lisbon")
    window.goto("/inbox")
    window.get_by_label(tick).press("Space")
    window.keyboard.press("Enter")
    window.wait_for_load_state("networkidle")

    expect(window.locator(".question")).to_have_count(2)
    assert cities() == []


def test_the_answer_counts_for_the_next_time_until_the_rule_ends(window, ask):
    ask("Lisbon")
    window.goto("/inbox")
    window.locator("summary", has_text="Details").press("Enter")
    tab_to(window, "checkbox", ALWAYS).press("Space")
    for _ in range(3):
        window.keyboard.press("Shift+Tab")
    expect(window.get_by_role("button", name="Refuse", exact=True)).to_be_focused()
    window.keyboard.press("Enter")
    expect(window.get_by_text("Nothing was saved.")).to_be_visible()

    window.goto("/decisions")
    window.get_by_role("link", name="Your rules").press("Enter")
    rules = window.locator("#rules")
    expect(rules.get_by_text("Your supervisor assistant can never remember: City", exact=True)).to_be_visible()
    tab_to(window, "button", "Remove rule (assistants then ask you first)").press("Enter")
    expect(window.get_by_text("Rule removed. From now on assistants ask you first")).to_be_visible()


def test_an_earlier_answer_is_found_and_taken_back(window, ask, cities):
    ask("Lisbon")
    window.goto("/inbox")
    tab_to(window, "button", "Approve").press("Enter")
    expect(window.locator(".card.settled")).to_be_visible()
    window.goto("/decisions")
    window.locator("summary", has_text="Outcome").focus()
    window.keyboard.press("Enter")
    tab_to(window, "link", "Approved").press("Enter")

    tab_to(window, "button", "Undo and ask me again").press("Enter")

    expect(window.get_by_text("Undone. The request is open again.")).to_be_visible()
    assert cities() == []


def test_a_memory_is_searched_and_opened(window, note):
    note("Ana climbs.", key="climbing")
    note("Ana swims.", key="swimming")
    window.goto("/memories")
    tab_to(window, "searchbox", "Search memories")
    window.keyboard.type("climb")
    window.keyboard.press("Enter")
    expect(window.locator(".rows > li")).to_have_count(1)

    tab_to(window, "link", "Ana climbs.").press("Enter")

    expect(window.get_by_role("heading", name="Ana climbs.")).to_be_visible()


def test_versions_are_compared_and_an_old_one_brought_back(window, note):
    for day in ("Monday", "Tuesday", "Friday"):
        memory_id = note(f"Ana climbs on {day}.")
    window.goto(f"/memories/{memory_id}")
    window.locator("summary", has_text="Compare versions").focus()
    window.keyboard.press("Enter")
    tab_to(window, "combobox", "From").press("End")
    tab_to(window, "button", "Compare").press("Enter")
    expect(window.locator("#versions details[open] del")).to_have_text("Monday")

    tab_to(window, "button", "Restore version 1").press("Enter")

    expect(window.get_by_role("heading", name="Ana climbs on Monday.")).to_be_visible()


def test_an_entry_of_the_timeline_is_opened_and_undone(window, note):
    note("Ana climbs on Monday. " * 20)
    note("Ana climbs on Friday. " + "Ana climbs on Monday. " * 19)
    window.goto("/timeline")
    for _ in range(40):
        if window.evaluate("document.activeElement.tagName === 'SUMMARY' && !!document.activeElement.closest('.rows')"):
            break
        window.keyboard.press("Tab")
    window.keyboard.press("Enter")
    expect(window.locator("details[open] del").first).to_be_visible()

    tab_to(window, "button", "Restore “Ana climbs on Monday. Ana climbs on Monday. Ana climbs on M…”").press("Enter")

    expect(window.get_by_role("heading", name="Ana climbs on Monday.").first).to_be_visible()
    expect(window.locator("h1")).not_to_contain_text("Friday")


def test_a_question_is_opened_and_asked_again(window, home, planner, now, note):
    note("Ana's release is on Friday.", category="projects")
    request = QueryRequest(user_id=str(home.user_id), query="When is Ana's release?")
    memory_query(request, actor=planner, now=now)
    window.goto("/activity")
    tab_to(window, "link", "“When is Ana's release?”").press("Enter")
    tab_to(window, "button", "Ask again now").press("Enter")

    expect(window.get_by_role("heading", name="Results now")).to_be_visible()


def test_a_fact_is_corrected_from_my_data(window, fact):
    fact("coding_style", "black")
    window.goto("/my-data")
    tab_to(window, "link", "Edit Coding style").press("Enter")
    tab_to(window, "textbox", "What to remember").press("Control+a")
    window.keyboard.type("ruff")
    tab_to(window, "button", "Save").press("Enter")

    expect(window.get_by_role("heading", name="Coding style: ruff")).to_be_visible()


def test_everything_is_taken_home(window, note):
    note("Ana's plan.")
    window.goto("/my-data")
    with window.expect_download() as download:
        tab_to(window, "link", "For programs (JSON)").press("Enter")

    told = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert len(told["memories"]) == 1


def test_the_content_is_one_step_away_and_the_menu_opens_and_closes(window):
    window.goto("/memories")
    window.keyboard.press("Tab")
    window.keyboard.press("Enter")
    expect(window.locator("main")).to_be_focused()

    window.goto("/memories")
    window.locator(".menu > summary").focus()
    window.keyboard.press("Enter")
    expect(window.get_by_role("link", name="Change password")).to_be_visible()
    window.keyboard.press("Tab")
    window.keyboard.press("Escape")
    expect(window.get_by_role("link", name="Change password")).to_be_hidden()
    expect(window.locator(".menu > summary")).to_be_focused()
