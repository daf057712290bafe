"""The wizard in a browser: by script and without, wide and narrow, without barriers."""

import pytest
from django.core import mail
from django.utils import timezone
from playwright.sync_api import expect

from retrieval.models import RetrievalEvent
from tests.browser.conftest import DESK, PHONE
from tests.browser.test_accessibility import OVERFLOW, barriers, seen
from workspaces import scope
from workspaces.actions.authenticate_key import authenticate_key
from workspaces.models import Invitation, Person

pytestmark = pytest.mark.django_db(transaction=True)
STEPS = ["/setup", "/setup/people", "/setup/assistant", "/setup/first-memory"]


@pytest.fixture
def told_and_asked(home, note, looked_up):
    """An agent has written about Ana and asked about her, just now."""

    def _told_and_asked(agent):
        looked_up("Which food?", note("Ana likes risotto.", actor=agent, at=timezone.now()))
        with scope.enter(home.workspace_id):
            RetrievalEvent.objects.update(agent_id=agent.id)

    return _told_and_asked


def test_without_scripts_from_the_name_to_the_key_and_back(new_window, home, told_and_asked):
    page = new_window(java_script_enabled=False)
    page.goto("/")
    page.get_by_label("Username or email").fill(home.username)
    page.get_by_label("Password").fill(home.password)
    page.get_by_role("button", name="Sign in").click()

    page.get_by_label("Workspace name").fill("Our home")
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Name", exact=True).fill("Tiago")
    page.get_by_label("Email address").fill("tiago@example.org")
    page.get_by_role("button", name="Send invitation").click()
    expect(page.get_by_text("Invitation sent to tiago@example.org.")).to_be_visible()
    page.get_by_role("link", name="Continue").click()
    page.get_by_label("What people call it").fill("Kitchen helper")
    page.get_by_role("button", name="Create key").click()
    expect(page.locator("#key")).to_contain_text("mem_")
    expect(page.get_by_role("button", name="Copy")).to_have_count(0)
    helper = authenticate_key(page.locator("#key").inner_text().strip(), now=timezone.now())
    page.get_by_role("link", name="Continue").click()
    expect(page.get_by_text("Waiting for the first memory of Kitchen helper …")).to_be_visible()

    told_and_asked(helper)
    page.get_by_role("link", name="Check again").click()
    expect(page.get_by_role("link", name="Ana likes risotto.")).to_be_visible()


def test_what_arrives_shows_up_by_itself(window, home, told_and_asked):
    window.goto("/setup/first-memory")
    told_and_asked(authenticate_key(home.api_keys["supervisor"], now=timezone.now()))

    expect(window.get_by_role("heading", name="Your memory is working")).to_be_visible()


def test_a_click_copies_the_key(window):
    window.context.grant_permissions(["clipboard-read", "clipboard-write"])
    window.goto("/setup/assistant")
    window.get_by_label("What people call it").fill("Helper")
    window.get_by_role("button", name="Create key").click()
    key = window.locator("#key").inner_text()

    window.get_by_role("button", name="Copy").first.click()

    expect(window.get_by_role("button", name="Copied")).to_be_visible()
    assert window.evaluate("navigator.clipboard.readText()") == key


def test_no_step_has_barriers(new_window, owner, home):
    page = new_window(owner, width=PHONE, reduced_motion="reduce")
    owner.post("/setup/people", {"person": "new", "name": "Tiago", "email": "tiago@example.org"})
    found = [barrier for path in STEPS for barrier in barriers(page, path)]

    page.goto("/setup/people")
    page.get_by_label("Email address").fill("x@example.org")
    page.get_by_role("button", name="Send invitation").click()
    page.locator(".errorlist").wait_for()
    found += seen(page, "an error")

    page.goto("/setup/assistant")
    page.get_by_label("What people call it").fill("Helper")
    page.get_by_role("button", name="Create key").click()
    page.locator("#key").wait_for()
    assert [*found, *seen(page, "the key")] == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_the_link_of_an_invitation_has_no_barriers(new_window, owner, home):
    owner.post("/setup/people", {"person": "new", "name": "Tiago", "email": "tiago@example.org"})
    with scope.enter(home.workspace_id):
        path = f"/invitations/{Invitation.objects.get().token}"
    page = new_window(width=PHONE, java_script_enabled=True)
    found = [*barriers(page, path), *barriers(page, "/invitations/none")]

    page.goto(path)
    page.get_by_label("Password", exact=True).fill("five green lamps")
    page.get_by_label("Password (again)").fill("five green lamps")
    page.get_by_role("button", name="Create login").click()

    expect(page).to_have_url("/")
    assert found == [] and len(mail.outbox) == 1


def test_the_name_is_asked_of_somebody_new_only(window, home):
    with scope.enter(home.workspace_id):
        Person.objects.create(name="Ben")
    window.goto("/setup/people")
    expect(window.get_by_label("Name", exact=True)).to_be_visible()
    window.get_by_label("Who").select_option(label="Ben")
    expect(window.get_by_label("Name", exact=True)).to_be_hidden()


# How many boxes are lower when they are wide enough for every line.
WRAPPED = """boxes => boxes.filter(box => {
    const before = box.clientHeight;
    box.style.width = "400ch";
    const after = box.clientHeight;
    box.style.width = "";
    return after < before;
}).length"""
READ_ON = """pre => {
    pre.scrollLeft = 500;
    scrollTo(0, scrollY + pre.getBoundingClientRect().bottom - 120);
}"""


@pytest.fixture
def code(new_window, owner):
    """All code of the last step, in a window of that width."""

    def _code(width):
        page = new_window(owner, width=width)
        page.goto("/setup/first-memory")
        for title in page.locator("summary").all():
            title.click()
        return page

    return _code


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_code_keeps_its_lines_and_scrolls_in_its_own_box(code, width):
    page = code(width)

    assert page.locator("pre.lines").evaluate_all(WRAPPED) == 0
    assert page.evaluate(OVERFLOW) <= 0


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_the_button_that_copies_stays_while_code_is_read(code, width):
    for box in code(width).locator(".copied:has(.lines)").all():
        box.locator("pre").evaluate(READ_ON)
        expect(box.get_by_role("button")).to_be_in_viewport(ratio=1)
