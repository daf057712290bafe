"""The API's documentation: axe-core finds nothing serious, phones need not scroll sideways, and it leads back."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, open_window, wait_for_last_answer
from tests.browser.test_accessibility import OVERFLOW, seen
from tests.interfaces.rest.conftest import by_key

pytestmark = pytest.mark.django_db(transaction=True)
DOCS = "/api/docs/"
SEARCH = "Search the guides and calls"


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


def test_it_leads_back_to_the_pages(docs):
    page = docs(DESK)
    page.get_by_role("link", name="Memory", exact=True).click()

    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def tried(page):
    """The call that asks a question, opened to be tried."""
    page.goto(DOCS)
    page.locator("#operations-tag-retrieval").click()
    page.locator("#operations-retrieval-memory_query .opblock-summary-control").click()
    page.get_by_role("button", name="Try it out").click()
    return page


def test_who_is_not_signed_in_is_told_what_a_call_needs_and_is_led_back(new_window, owner):
    page = tried(new_window())

    note = page.get_by_role("note")
    expect(note).to_contain_text("To send this, enter an agent’s key or sign in.")
    assert note.get_by_role("link").get_attribute("href").startswith("/accounts/login/?next=")
    expect(tried(new_window(owner)).get_by_role("note")).to_have_count(0)


def test_the_command_that_is_shown_works_with_a_key_and_holds_no_login(new_window, owner):
    page = tried(new_window(owner))
    page.get_by_role("button", name="Execute").click()

    command = page.locator(".curl.microlight")
    expect(command).to_contain_text('-H "Authorization: Bearer $MEMORY_KEY"')
    expect(command).not_to_contain_text("CSRF")
    expect(page.locator(".live-responses-table").get_by_role("cell", name="200").first).to_be_visible()


def test_who_enters_a_key_tries_a_call_about_somebody_whom_it_reaches(new_window, home):
    page = tried(new_window())
    page.get_by_role("button", name="enter an agent’s key").click()
    page.get_by_label("auth-bearer-value").fill(home.api_keys["supervisor"])
    page.get_by_role("button", name="Apply credentials").click()
    page.get_by_role("button", name="Close").click()

    expect(page.locator(".body-param__text")).to_contain_text(str(home.user_id), timeout=20_000)
    expect(page.get_by_role("note")).to_have_count(0)
    page.get_by_role("button", name="Execute").click()
    expect(page.locator(".live-responses-table").get_by_role("cell", name="200").first).to_be_visible()


def test_a_wrong_key_is_not_taken_for_one(new_window, home):
    page = tried(new_window())
    page.get_by_role("button", name="enter an agent’s key").click()
    page.get_by_label("auth-bearer-value").fill(f"{home.api_keys['supervisor']}0")
    page.get_by_role("button", name="Apply credentials").click()

    expect(page.get_by_role("alert")).to_contain_text("The server does not know this key")
    expect(page.get_by_text("Authorized", exact=True)).to_have_count(0)
    assert seen(page, DOCS) == []
    page.get_by_label("auth-bearer-value").fill(home.api_keys["supervisor"])
    page.get_by_role("button", name="Apply credentials").click()
    expect(page.get_by_text("Authorized", exact=True)).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_call_about_a_person_is_filled_in(new_window, owner, home):
    page = new_window(owner)
    page.goto(DOCS)
    page.locator("#operations-tag-facts").click()
    page.locator("#operations-facts-get_fact .opblock-summary-control").click()
    page.get_by_role("button", name="Try it out").click()

    inputs = page.locator("#operations-facts-get_fact tr[data-param-in=path] input")
    expect(inputs).to_have_count(3)
    assert {one.input_value() for one in inputs.all()} == {str(home.user_id), "preference", "coding_style"}


def test_without_scripts_it_says_where_the_description_is(new_window):
    page = new_window(java_script_enabled=False)
    page.goto(DOCS)

    expect(page.get_by_role("link", name="/api/schema/")).to_be_visible()


def test_the_top_leads_to_the_guides_the_calls_and_the_key(new_window):
    page = new_window()
    page.goto(DOCS)
    top = page.get_by_role("navigation", name="On this page")
    page.locator("#guides").wait_for()
    for name, target in (("Guides", "#guides"), ("Calls", "#calls")):
        top.get_by_role("link", name=name).click()
        expect(page.locator(target)).to_be_in_viewport()
    top.get_by_role("link", name="Authorize").click()

    expect(page.get_by_label("auth-bearer-value")).to_be_visible()


@pytest.mark.parametrize("target", ["calls", "receive-webhooks"])
def test_an_address_of_a_part_opens_the_page_there(new_window, target):
    """Though all of it is drawn by a script."""
    page = new_window()
    page.goto(f"{DOCS}#{target}")

    expect(page.locator(f"#{target}")).to_be_in_viewport()


def test_who_is_signed_in_stands_in_line_with_the_links(new_window, owner):
    page = new_window(owner)
    page.goto(DOCS)
    links = page.get_by_role("navigation", name="Documentation")
    beside, name = links.get_by_role("link", name="OpenAPI"), links.get_by_text("Signed in as")
    size = "one => getComputedStyle(one).fontSize"
    middles = [box["y"] + box["height"] / 2 for box in (beside.bounding_box(), name.bounding_box())]

    assert name.evaluate(size) == beside.evaluate(size) and abs(middles[0] - middles[1]) <= 1


def test_an_address_of_a_call_opens_it_and_an_opened_call_has_one(new_window):
    page = new_window()
    page.goto(f"{DOCS}#/retrieval/memory_query")

    call = page.locator("#operations-retrieval-memory_query")
    expect(call).to_be_in_viewport()
    expect(call.get_by_role("button", name="Try it out")).to_be_visible()
    page.evaluate("location.hash = '#/facts/get_fact'")
    expect(page.locator("#operations-facts-get_fact")).to_be_in_viewport()
    page.locator("#operations-facts-set_fact .opblock-summary-control").click()
    assert page.evaluate("location.hash") == "#/facts/set_fact"


def test_what_is_found_is_seen_below_the_box(new_window):
    page = new_window()
    page.goto(DOCS)
    page.get_by_placeholder(SEARCH).fill("trailing slash")

    expect(page.locator(".found-guides").get_by_role("link", name="When a call fails")).to_be_in_viewport()


def test_a_form_about_one_memory_says_where_its_id_is_from(new_window):
    page = new_window()
    page.goto(DOCS)
    page.locator("#operations-tag-memories").click()
    page.locator("#operations-memories-get_memory .opblock-summary-control").click()
    page.get_by_role("button", name="Try it out").click()

    field = page.locator("#operations-memories-get_memory tr[data-param-in=path] input")
    assert field.input_value() == "" and "GET /memories" in field.get_attribute("placeholder")


def test_the_examples_are_about_whom_most_was_written_until_the_reader_chooses(new_window, home, note):
    """Not about whoever came last; the browser remembers the choice."""
    note("Ana likes tea.")
    newest = by_key(home, "supervisor").post("/users", {"name": "Zoe"}).json()["id"]
    page = tried(new_window())
    page.get_by_role("button", name="enter an agent’s key").click()
    page.get_by_label("auth-bearer-value").fill(home.api_keys["supervisor"])
    page.get_by_role("button", name="Apply credentials").click()
    page.get_by_role("button", name="Close").click()

    expect(page.locator(".body-param__text")).to_contain_text(str(home.user_id), timeout=20_000)
    page.get_by_label("The examples are about").select_option("Zoe")
    expect(page.locator(".body-param__text")).to_contain_text(newest, timeout=20_000)
    assert page.evaluate("localStorage.getItem('api-docs-person')") == newest
    expect(page.locator(".contents")).to_have_count(1)


def test_a_person_tries_calls_about_nobody_else(new_window, home, owner):
    by_key(home, "supervisor").post("/users", {"name": "Zoe"})
    page = tried(new_window(owner))

    expect(page.locator(".body-param__text")).to_contain_text(str(home.user_id), timeout=20_000)
    expect(page.get_by_text("The examples are about")).to_be_hidden()


def test_an_answer_is_explained(new_window, owner):
    page = tried(new_window(owner))
    page.get_by_role("button", name="Execute").click()

    expect(page.locator(".meaning")).to_contain_text("a score below 0.7 hardly does")
    page.locator(".body-param__text").fill("{}")
    page.get_by_role("button", name="Execute").click()
    expect(page.locator(".meaning")).to_contain_text("The call was not carried out.")


@pytest.fixture(scope="class")
def drawn(browser, warm_server):
    """The page, and what the browser held against it. It is gone before others open windows."""
    complaints = []
    page = open_window(browser, warm_server.url, complaints)
    page.goto(DOCS)
    page.locator("#operations-tag-memories").wait_for()
    yield page, complaints
    page.context.close()
    wait_for_last_answer(warm_server.url)


def calls_found(page, typed):
    page.get_by_placeholder(SEARCH).fill(typed)
    expect(page.locator(".opblock").first).to_be_visible()
    return {one.get_attribute("id").rpartition("-")[2] for one in page.locator(".opblock").all()}


class TestWhoOnlyReads:
    """On one page, and in no window beside it: to draw it takes seconds."""

    @pytest.fixture
    def reading(self, drawn):
        """The page for who is not signed in and only reads or searches, wide unless a test says otherwise."""
        page, complaints = drawn
        page.set_viewport_size({"width": DESK, "height": 900})
        page.get_by_placeholder(SEARCH).fill("xyzzy")
        expect(page.locator(".opblock")).to_have_count(0)
        page.evaluate("window.scrollTo(0, 0)")
        yield page
        assert complaints == []

    def test_it_follows_the_device_into_the_dark(self, reading):
        reading.emulate_media(color_scheme="dark")
        expect(reading.locator("html")).to_have_class("dark-mode")
        reading.emulate_media(color_scheme="light")
        expect(reading.locator("html")).not_to_have_class("dark-mode")

    def test_who_is_not_signed_in_is_offered_no_empty_choice_of_a_person(self, reading):
        expect(reading.get_by_text("The examples are about")).to_be_hidden()

    def test_rules_of_a_table_are_of_one_colour(self, reading):
        colours = "rows => new Set(rows.map(cell => getComputedStyle(cell).borderBottomColor)).size"
        assert reading.locator(".info td").evaluate_all(colours) == 1

    @pytest.mark.parametrize(
        ("typed", "call"),
        [
            ("policy", "get_policies"),
            ("If-Match", "change_memory"),
            ("allergy", "get_fact"),
            ("fact history", "fact_history"),
            ("budget_tokens", "context"),
            ("review_url", "upsert_memory"),
        ],
    )
    def test_the_search_finds_what_a_call_says(self, reading, typed, call):
        found = calls_found(reading, typed)

        assert call in found and len(found) < 100

    def test_the_search_takes_the_whole_width_of_a_phone(self, reading):
        reading.set_viewport_size({"width": PHONE, "height": 900})

        assert reading.get_by_placeholder(SEARCH).bounding_box()["width"] >= PHONE - 2 * 12 - 1


@pytest.mark.parametrize(
    ("typed", "guide"),
    [
        ("superseded", "Ask the person"),
        ("readyz", "Is the server up?"),
        ("pagination", "Page through lists, and ETags"),
    ],
)
def test_the_search_finds_what_a_guide_says(new_window, typed, guide):
    page = new_window()
    page.goto(DOCS)
    page.get_by_placeholder(SEARCH).fill(typed)
    page.locator(".found-guides").get_by_role("link", name=guide).click()

    expect(page.get_by_role("heading", name=guide)).to_be_in_viewport()
