"""Staff at work in the admin: keys, trials, dead letters, older versions, exports, by mouse and by keyboard."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from interfaces.admin.tables.change_list import FEW
from operations.jobs import JOBS
from operations.models import JobRun
from operations.models.job import JobState
from tests.browser.conftest import DESK
from tests.browser.keys import tab_to
from workspaces.models import Account, Agent, Person

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_key_is_shown_once_and_its_agent_is_chosen_from_a_list(window):
    window.goto("/admin/workspaces/apikey/add/")
    window.get_by_label("Agent").select_option("planner")
    window.get_by_role("button", name="Create key").click()
    key = window.get_by_label("Key for planner").input_value()

    window.get_by_role("link", name="Back to keys").click()

    assert key.startswith("mem_")
    assert key not in window.content()


def test_one_of_many_agents_is_picked_by_typing(window, in_home):
    with in_home():
        Agent.objects.bulk_create([Agent(name=f"helper {number}", role="planner") for number in range(FEW)])
    window.goto("/admin/workspaces/apikey/add/")
    window.get_by_role("combobox", name="Agent").click()
    window.get_by_role("searchbox", name="Agent").fill("helper 77")
    window.get_by_role("option", name="helper 77").click()
    window.get_by_role("button", name="Create key").click()

    assert window.get_by_label("Key for helper 77").input_value().startswith("mem_")


def test_what_would_agent_planner_see_is_tried_by_keyboard(window, note):
    note("Planes fly.", category="knowledge")
    window.goto("/admin/categories/")
    box = tab_to(window, "checkbox", "Planner reads and writes Knowledge")
    box.press("Space")
    box.press("Enter")

    row = window.get_by_role("row").filter(has=window.get_by_role("rowheader", name="planner"))
    expect(row).to_contain_text("0 now, 1 after the change")
    expect(row).to_contain_text("Knowledge")


@pytest.mark.parametrize(("button", "result"), [("Preview", "Preview, not saved"), ("Save", "Saved. It applies")])
def test_what_became_of_a_new_category_is_in_sight(window, button, result):
    window.goto("/admin/categories/")
    window.get_by_role("link", name="Add a category").click()
    window.get_by_label("Add a category").fill("garden")
    window.get_by_role("button", name=button).click()

    expect(window.get_by_text(result)).to_be_in_viewport()


def test_a_dead_letter_gets_another_try(window, home):
    run = JobRun.objects.create(job="purge_chunks", workspace_id=home.workspace_id, state=JobState.DEAD, attempts=3)
    window.goto("/admin/")
    window.get_by_role("link", name="Failed jobs", exact=True).click()
    window.get_by_role("button", name="Retry").click()

    expect(window.get_by_text("“Purge old texts” is queued again.")).to_be_visible()
    run.refresh_from_db()
    assert run.state == JobState.QUEUED


def test_an_older_version_is_gone_back_to(window, note):
    for day in ("Monday", "Friday"):
        memory = note(f"Ana climbs on {day}.")
    window.goto(f"/admin/memories/memory/{memory}/change/")
    window.get_by_role("button", name="Restore version 1").click()

    expect(window.get_by_text("Restored.")).to_be_visible()
    expect(window.get_by_label("New text")).to_have_value("Ana climbs on Monday.")


def test_a_person_s_data_is_downloaded(window, home, note):
    note("Ana's plan.")
    window.goto(f"/admin/workspaces/person/{home.user_id}/")
    with window.expect_download() as download:
        window.get_by_role("button", name="Download as JSON").click()

    told = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert told["memories"][0]["versions"][0]["content"] == "Ana's plan."


@pytest.mark.parametrize("language", ["de", "es", "fr"])
def test_the_table_of_categories_is_whole_in_every_language(new_window, owner, in_home, language):
    with in_home():
        Agent.objects.create(name="companion", role="traveller")
    page = new_window(owner, width=DESK, locale=language)
    page.goto("/admin/categories/")

    assert (
        page.evaluate(
            "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.scroll'))"
        )
        == 0
    )


def test_all_columns_of_questions_are_in_sight_with_long_names_and_words(window, in_home, home, ask):
    with in_home():
        Person.objects.filter(id=home.user_id).update(name="Bartholomew Featherstonehaugh van der Nieuwenhuizen")
    ask("Donaudampfschifffahrtselektrizitätenhauptbetriebswerk" * 2)
    window.set_viewport_size({"width": 1280, "height": 800})
    window.goto("/admin/consent/proposal/")

    table, around = (window.locator(name).bounding_box()["width"] for name in ("#result_list", "#changelist"))
    assert table <= around


def test_a_chosen_file_leaves_the_other_fields_as_they_are(window, tmp_path):
    (tmp_path / "notes.jsonl").write_text('{"content": "Grows figs."}')
    window.goto("/admin/imports/")
    window.get_by_label("File", exact=True).set_input_files(tmp_path / "notes.jsonl")

    expect(window.get_by_label("Only this part")).to_have_value("")


def test_the_page_of_an_import_follows_the_job(window, home, tmp_path):
    (tmp_path / "notes.jsonl").write_text('{"content": "Grows figs."}')
    window.goto("/admin/imports/")
    window.get_by_label("What it comes from").select_option("jsonl")
    window.get_by_label("File", exact=True).set_input_files(tmp_path / "notes.jsonl")
    window.get_by_role("button", name="Upload and try").click()
    expect(window.get_by_text("0 of 1 records are through.")).to_be_visible()

    JOBS["import_uploads"](home.workspace_id)

    expect(window.get_by_role("button", name="Import now")).to_be_visible()


def test_the_whole_menu_is_in_sight_on_a_usual_screen(window):
    window.set_viewport_size({"width": 1280, "height": 900})
    window.goto("/admin/")

    last = window.locator("#nav-sidebar-apps li a").last
    expect(last).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("is_touched", [False, True])
def test_no_entry_of_the_menu_is_under_the_row_of_the_login(new_window, owner, home, is_touched):
    window = new_window(owner, has_touch=is_touched, is_mobile=is_touched)
    Account.objects.filter(memberships__workspace_id=home.workspace_id).update(
        first_name="Ana", last_name="Featherstonehaugh van der Nieuwenhuizen", email="ana.featherstonehaugh@example.org"
    )
    for height in (900, 720):
        window.set_viewport_size({"width": 1440, "height": height})
        window.goto("/admin/")
        last = window.locator("#nav-sidebar-apps li a").last
        if height < 900:
            last.scroll_into_view_if_needed()

        entry, login = last.bounding_box(), window.locator(".login-menu").bounding_box()
        assert (entry["y"] + entry["height"] <= login["y"], login["y"] + login["height"] <= height) == (True, True)


@pytest.mark.parametrize("height", [900, 700])
def test_the_last_row_of_a_list_can_be_selected_below_the_bar_of_actions(window, note, height):
    for number in range(15):
        note(f"Ana grows fig number {number}.", key=f"fig-{number}")
    window.set_viewport_size({"width": 1440, "height": height})
    window.goto("/admin/memories/memory/")
    boxes = window.locator("#result_list .data-row input.action-select")
    boxes.first.check()
    window.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")

    boxes.last.click(timeout=5_000)

    expect(window.locator(".action-counter")).to_contain_text("2 of 15")
    last, bar = boxes.last.bounding_box(), window.locator("#changelist-actions").bounding_box()
    assert last["y"] + last["height"] <= bar["y"]
