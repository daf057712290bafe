"""The main tasks of staff without JavaScript, by keyboard alone and by touch on a phone."""

import pytest
from playwright.sync_api import Page, expect

from consent.models import Policy
from tests.browser.conftest import DESK, PHONE
from tests.browser.keys import tab_to
from workspaces.models import ApiKey, Invitation, Person

pytestmark = pytest.mark.django_db(transaction=True)
RULE, MEMORY, KEY, INVITATION = (
    "/admin/policies/rule/",
    "/admin/memories/memory/{}/change/",
    "/admin/workspaces/apikey/{}/change/",
    "/setup/people",
)


@pytest.fixture
def key(in_home):
    with in_home():
        return ApiKey.objects.get(agent__role="planner").id


@pytest.fixture
def memory(note):
    return [note(f"Ana climbs on {day}.") for day in ("Monday", "Friday")][-1]


@pytest.fixture
def done(in_home):
    """Whether an invitation, a second key and a rule came of it."""

    def _done() -> tuple[bool, bool, bool]:
        with in_home():
            keys = ApiKey.objects.filter(agent__role="planner").count()
            return Invitation.objects.exists(), keys == 2, Policy.objects.filter(fact_key="pronouns").exists()

    return _done


def _fill_in_rule(page: Page) -> None:
    page.goto(RULE)
    page.get_by_label("Field").fill("pronouns")
    page.get_by_role("radio", name="Never").check()


@pytest.mark.parametrize(
    "options", [{"java_script_enabled": False}, {"has_touch": True, "width": PHONE}], ids=["without scripts", "phone"]
)
def test_inviting_rotating_a_rule_and_an_older_version(new_window, owner, key, memory, done, options):
    page = new_window(owner, **options)
    press = (lambda button: button.tap()) if "has_touch" in options else (lambda button: button.click())

    page.goto(INVITATION)
    page.get_by_label("Name", exact=True).fill("Bob")
    page.get_by_label("Email address").fill("bob@example.org")
    press(page.get_by_role("button", name="Send invitation"))
    expect(page.get_by_text("Invitation sent to bob@example.org.")).to_be_visible()
    page.goto(KEY.format(key))
    press(page.get_by_role("button", name="24 hours"))
    assert page.get_by_label("Key for planner").input_value().startswith("mem_")
    _fill_in_rule(page)
    press(page.get_by_role("button", name="Save", exact=True))
    expect(page.get_by_text("Saved.").first).to_be_visible()
    page.goto(MEMORY.format(memory))
    press(page.get_by_role("button", name="Restore version 1"))

    expect(page.get_by_label("New text")).to_have_value("Ana climbs on Monday.")
    assert done() == (True, True, True)


def test_the_same_by_keyboard(window, key, memory, done):
    window.goto(INVITATION)
    tab_to(window, "textbox", "Name").press_sequentially("Bob")
    tab_to(window, "textbox", "Email address").press_sequentially("bob@example.org")
    tab_to(window, "button", "Send invitation").press("Enter")
    expect(window.get_by_text("Invitation sent to bob@example.org.")).to_be_visible()
    window.goto(KEY.format(key))
    tab_to(window, "button", "Rotate now; the old key works for 24 hours more").press("Enter")
    expect(window.get_by_label("Key for planner")).to_be_visible()
    window.goto(RULE)
    tab_to(window, "combobox", "Field").press_sequentially("pronouns")
    tab_to(window, "button", "Save").press("Enter")
    expect(window.get_by_text("Saved.").first).to_be_visible()
    window.goto(MEMORY.format(memory))
    tab_to(window, "button", "Restore version 1").press("Enter")

    expect(window.get_by_label("New text")).to_have_value("Ana climbs on Monday.")
    assert done() == (True, True, True)


@pytest.mark.parametrize("width", [PHONE, DESK], ids=["phone", "desk"])
def test_every_task_is_reached_without_scripts(new_window, owner, home, width):
    page = new_window(owner, java_script_enabled=False, width=width)
    page.goto("/admin/")
    if width == PHONE:
        page.locator("summary.button", has_text="Menu").click()
    page.get_by_role("link", name="Policies").first.click()

    expect(page.get_by_role("heading", name="Policies", exact=True)).to_be_visible()
    menu = {"selector": "summary.button", "has_text": "Menu"} if width == PHONE else {"selector": ".login-menu summary"}
    page.locator(**menu).click()
    expect(page.get_by_role("link", name="Change password")).to_be_visible()


@pytest.mark.parametrize("width", [PHONE, DESK], ids=["phone", "desk"])
def test_a_list_is_filtered_and_rows_are_forgotten_together_without_scripts(new_window, owner, note, width):
    note("Ana climbs.", key="climbs")
    note("Ana swims.", key="swims", category="goals")
    page = new_window(owner, java_script_enabled=False, width=width)
    page.goto("/admin/memories/memory/")
    page.get_by_role("link", name="Filters").click()
    page.locator("summary", has_text="category").click()
    page.get_by_role("link", name="Goals", exact=True).click()
    expect(page.get_by_text("Ana climbs.")).to_have_count(0)
    page.locator("input.action-select").check()
    page.get_by_label("Select action to run").select_option("forget")
    page.get_by_role("button", name="Run").click()
    expect(page.get_by_role("heading", name="Forget 1 memory?").first).to_be_visible()
    page.get_by_role("button", name="Forget", exact=True).click()

    expect(page.get_by_text("Forgotten: “Ana swims”")).to_be_visible()


@pytest.mark.parametrize("width", [PHONE, DESK], ids=["phone", "desk"])
def test_a_list_is_filtered_by_a_person_without_scripts(new_window, owner, note, in_home, home, width):
    note("Ana climbs.")
    with in_home():
        bob = Person.objects.create(name="Bob")
    page = new_window(owner, java_script_enabled=False, width=width)
    page.goto("/admin/memories/memory/")
    page.get_by_role("link", name="Filters").click()
    page.get_by_label("person").select_option(str(bob.id))
    page.get_by_role("button", name="Apply filters").click()

    expect(page.get_by_text("Nothing matches")).to_be_visible()
    expect(page.get_by_role("button", name="Apply filters")).to_be_hidden()
