"""The map: explored by mouse, by finger and by keyboard; the list beside it says the same without scripts."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE

pytestmark = pytest.mark.django_db(transaction=True)
# Where a node stands on the screen.
SPOT = """id => { const at = drawing.getElementById(id).renderedPosition(); const from = box.getBoundingClientRect();
  return [from.x + at.x, from.y + at.y]; }"""
# When the page has stopped to scroll; and whether what is drawn stands elsewhere than before.
SETTLED = """() => new Promise(done => { let last = -1;
  const look = () => { if (scrollY === last) { done(); } else { last = scrollY; setTimeout(look, 100); } };
  look(); })"""
MOVED = """before => { const at = drawing.getElementById('subject:projects').renderedPosition();
  return at.x !== before.x || at.y !== before.y; }"""

# Pairs of nodes whose names lie over each other.
OVERLAPPING = """() => {
  const labels = { includeNodes: false, includeEdges: false, includeOverlays: false, includeLabels: true };
  const named = drawing.nodes('[kind != "you"]');
  const found = named.map(node => ({ name: node.data("label"), at: node.renderedBoundingBox(labels) }));
  const meet = (a, b) => a.x1 < b.x2 && b.x1 < a.x2 && a.y1 < b.y2 && b.y1 < a.y2;
  const met = (one, i) => found.slice(i + 1).filter(other => meet(one.at, other.at));
  return found.flatMap((one, i) => met(one, i).map(other => [one.name, other.name]));
}"""
# The points of a line, and whether one is in a box.
LINES = """
  const points = (edge) => {
    const [a, c] = [edge.source().position(), edge.target().position()];
    const b = edge.controlPoints()?.[0] ?? { x: (a.x + c.x) / 2, y: (a.y + c.y) / 2 };
    const at = (t, s) => (1 - t) ** 2 * a[s] + 2 * t * (1 - t) * b[s] + t ** 2 * c[s];
    return Array.from({ length: 200 }, (_, i) => ({ x: at(i / 200, "x"), y: at(i / 200, "y") }));
  };
  const isIn = (point, box) => point.x > box.x1 && point.x < box.x2 && point.y > box.y1 && point.y < box.y2;
"""
# Lines that run through nodes or names other than their own, with those.
RUN_THROUGH = (
    f"() => {{{LINES}"
    """
  const parts = { includeEdges: false, includeOverlays: false };
  return drawing.edges().map(edge => edge).flatMap(edge => drawing.nodes().difference(edge.connectedNodes())
    .filter(node => [{ ...parts, includeLabels: false }, { ...parts, includeNodes: false }]
      .some(part => points(edge).some(point => isIn(point, node.boundingBox(part)))))
    .map(node => [edge.source().id(), edge.target().id(), node.data("label")]));
}"""
)
# Names that a line runs through, one of their own node too.
CROSSED = (
    f"() => {{{LINES}"
    """
  const label = { includeNodes: false, includeEdges: false, includeOverlays: false };
  const lines = drawing.edges().map(points).flat();
  const isCrossed = (node) => lines.some((point) => isIn(point, node.boundingBox(label)));
  return drawing.nodes().filter((node) => node.id() !== "you" && isCrossed(node)).map((node) => node.data("label"));
}"""
)
# How many memories each has: the two with the longest names would stand side by side at the top.
COUNTS = {
    **{"preferences": 4, "interests": 3, "activity": 3, "projects": 3, "relationships": 2},
    **{"profile": 1, "goals": 1, "tasks": 1, "procedural": 1},
    **{"health": 2, "language": 1, "style": 1},
}


@pytest.fixture
def told(note):
    note("Ana's brother Tiago came to Porto.", key="a", category="tasks")
    note("Tiago does not eat gluten.", key="b", category="relationships")
    return note("Rewrite the importer.", key="c", category="projects")


def press(page: Page, node: str) -> None:
    page.mouse.click(*page.evaluate(SPOT, node))


def test_a_node_is_selected_and_opened_by_mouse(window, told):
    window.goto("/map")
    expect(window.locator("#map")).to_have_attribute("data-nodes", "6")

    press(window, "person:Tiago")
    expect(window.locator('details[data-node="person:Tiago"]')).to_have_attribute("open", "")
    window.wait_for_timeout(400)
    press(window, "person:Tiago")

    expect(window.locator("#map")).to_have_attribute("data-nodes", "6")
    expect(window.get_by_role("button", name="Whole map")).to_be_visible()
    window.get_by_role("button", name="Whole map").click()
    expect(window.get_by_role("button", name="Whole map")).to_be_hidden()


def test_the_keyboard_walks_opens_and_goes_back(window, told):
    window.goto("/map")
    window.locator("#map").focus()

    for _ in range(3):
        window.keyboard.press("ArrowUp")
    expect(window.locator("#map-said")).not_to_be_empty()
    window.evaluate("memoryMap.choose('subject:projects')")
    expect(window.locator("#map-said")).to_have_text("Projects. Subject, 1")
    window.keyboard.press("Enter")
    expect(window.locator("#map")).to_have_attribute("data-nodes", "2")
    window.keyboard.press("Escape")
    expect(window.locator("#map")).to_have_attribute("data-nodes", "6")

    window.keyboard.press("Enter")
    expect(window.locator("#map")).to_have_attribute("data-nodes", "2")
    window.evaluate("id => memoryMap.choose(id)", str(told))
    window.keyboard.press("Enter")
    expect(window).to_have_url(re.compile(f"/memories/{told}"))


def test_a_finger_selects(new_window, owner, told):
    page = new_window(owner, width=PHONE, has_touch=True)
    page.goto("/map")

    page.touchscreen.tap(*page.evaluate(SPOT, "subject:projects"))

    expect(page.locator('details[data-node="subject:projects"]')).to_have_attribute("open", "")
    assert page.evaluate("scrollY") == 0


def test_a_finger_scrolls_the_page_and_moves_what_is_drawn_larger(new_window, owner, told):
    page = new_window(owner, width=PHONE, has_touch=True)
    page.goto("/map")

    before = drawn_at(page)
    swipe(page)
    assert drawn_at(page) == before

    page.evaluate(SETTLED)
    page.get_by_role("button", name="Zoom in").tap()
    page.get_by_role("button", name="Zoom in").tap()
    page.wait_for_function("box.classList.contains('larger')")
    before = drawn_at(page)
    swipe(page)
    page.wait_for_function(MOVED, arg=before)

    page.get_by_role("button", name="Whole map").tap()
    expect(page.get_by_role("button", name="Whole map")).to_be_hidden()
    assert not page.evaluate("box.classList.contains('larger')")


def drawn_at(page):
    """Where a subject is within the map's box."""
    return page.evaluate("drawing.getElementById('subject:projects').renderedPosition()")


def swipe(page):
    box = page.locator("#map").bounding_box()
    x, y = box["x"] + 20, box["y"] + box["height"] / 2
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 9):
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y - 10 * step}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize(("width", "drawn"), [(320, 6), (360, len(COUNTS))])
def test_names_of_many_subjects_do_not_overlap_on_a_phone(new_window, owner, note, width, drawn):
    for category, count in COUNTS.items():
        for number in range(count):
            note(f"The plan number {number} is done.", key=f"{category}-{number}", category=category)
    page = new_window(owner, width=width)
    page.goto("/map")
    expect(page.locator("#map")).to_have_attribute("data-nodes", str(drawn + 1))

    assert page.evaluate(OVERLAPPING) == []
    partly = page.get_by_text("There is room for the largest here")
    expect(partly).to_be_visible() if drawn < len(COUNTS) else expect(partly).to_be_hidden()


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_lines_keep_off_what_they_do_not_belong_to(new_window, owner, note, width):
    told = {
        "relationships": ["Ana's sister Rita sings.", "Ana's colleague Inês is quick.", "Ana's brother Tiago cooks."],
        "goals": ["Ana wants to walk to Porto with her sister Rita."],
        "events": ["Ana's sister Rita came to Porto.", "Ana's colleague Inês went to Lisbon."],
        "tasks": ["Ana's colleague Inês needs a book."],
        "profile": ["Ana's brother Tiago lives in Lisbon."],
    }
    for category in COUNTS:
        for number, text in enumerate(told.get(category, ["The plan is done."])):
            note(text, key=f"{category}-{number}", category=category)
    page = new_window(owner, width=width)
    page.goto("/map")
    expect(page.locator('details[data-kind="person"]')).to_have_count(3)

    assert page.evaluate(RUN_THROUGH) == []


def test_the_list_beside_the_map_is_whole_and_the_map_stays_in_view(new_window, owner, note):
    for category in COUNTS:
        note("The plan is done.", key=category, category=category)
    page = new_window(owner, viewport={"width": DESK, "height": 600})
    page.goto("/map")
    rows = page.locator("details[data-node]")

    rows.last.scroll_into_view_if_needed()

    expect(rows.last).to_be_in_viewport(ratio=1)
    expect(page.locator("#map")).to_be_in_viewport(ratio=1)


def test_no_line_runs_through_a_name(new_window, owner, told, note):
    for number in range(3):
        note(
            f"My sister Rita came to Porto, visit {number}.",
            key=f"r{number}",
            category=("tasks", "event", "goals")[number],
        )
    page = new_window(owner, viewport={"width": DESK, "height": 900})
    page.goto("/map")
    page.wait_for_function("window.memoryMap")

    assert page.evaluate(CROSSED) == []


def test_without_scripts_the_list_leads_to_the_memories(new_window, owner, told):
    page = new_window(owner, java_script_enabled=False)
    page.goto("/map")
    expect(page.locator("#map")).to_be_hidden()

    page.get_by_text("Projects").click()
    page.get_by_role("link", name="Rewrite the importer.").click()

    expect(page).to_have_url(re.compile(f"/memories/{told}"))


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_long_names_of_a_subject_s_memories_do_not_overlap(new_window, owner, note, width):
    for number in range(6):
        note(
            f"Rita, Tiago and Inês walked in the hills of Porto number {number}.",
            key=f"{number}",
            category="preferences",
        )
    page = new_window(owner, width=width)
    page.goto("/map")
    assert page.evaluate(OVERLAPPING) == []

    page.evaluate("memoryMap.enter('subject:preferences')")
    expect(page.get_by_role("button", name="Whole map")).to_be_visible()

    assert page.evaluate(OVERLAPPING) == []
