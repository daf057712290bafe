"""A memory's page: comparing versions, following links, forgetting and bringing back, by mouse and by keyboard."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from consent.changes import LinkMemories
from tests.browser.conftest import DESK, PHONE
from tests.browser.keys import tab_to

pytestmark = pytest.mark.django_db(transaction=True)
# Pairs of nodes that lie over each other, with their names.
OVERLAPPING = """() => {
  const boxes = { includeEdges: false, includeOverlays: false };
  const found = drawing.nodes().map(node => ({ name: node.data("label"), at: node.renderedBoundingBox(boxes) }));
  const meet = (a, b) => a.x1 < b.x2 && b.x1 < a.x2 && a.y1 < b.y2 && b.y1 < a.y2;
  const met = (one, i) => found.slice(i + 1).filter(other => meet(one.at, other.at));
  return found.flatMap((one, i) => met(one, i).map(other => [one.name, other.name]));
}"""
# Between any two nodes, in CSS pixels.
SMALLEST_DISTANCE = """() => { const at = drawing.nodes().map((node) => node.renderedPosition());
  const from = (one) => (two) => Math.hypot(one.x - two.x, one.y - two.y);
  return Math.min(...at.flatMap((one, i) => at.slice(i + 1).map(from(one)))); }"""

# Where the upper node, the middle of the box and the lower node are.
HALVES = """() => { const at = drawing.nodes().map((node) => node.renderedPosition().y);
  return [Math.min(...at), document.getElementById("graph").clientHeight / 2, Math.max(...at)]; }"""


@pytest.fixture
def linked(note, send):
    """Three memories in a row of links; answers with the ids."""
    ids = [note(text, key=text) for text in ("Ana swims.", "Ana likes water.", "Ana lives by the sea.")]
    for one, other in pairwise(ids):
        send(LinkMemories(memory_id=one, to_id=other, relation_type="mentions"))
    return ids


def test_two_versions_are_compared_by_mouse(window, note):
    for day in ("Monday", "Tuesday", "Friday"):
        memory_id = note(f"Ana climbs on {day}.")
    window.goto(f"/memories/{memory_id}")

    window.get_by_text("Compare versions").click()
    window.get_by_label("From").select_option("1")
    window.get_by_role("button", name="Compare").click()

    expect(window.locator("#versions details[open] del")).to_have_text("Monday")
    expect(window.locator("#versions details[open] ins")).to_have_text("Friday")


def test_the_graph_is_drawn_and_grows(window, linked):
    window.goto(f"/memories/{linked[0]}")
    expect(window.locator("#graph")).to_have_attribute("data-nodes", "2")
    expect(window.locator("#graph canvas").first).to_be_visible()

    window.evaluate("id => window.memoryGraph.expand(id)", str(linked[1]))

    expect(window.locator("#graph")).to_have_attribute("data-nodes", "3")


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_the_graph_keeps_its_nodes_apart(new_window, owner, note, send, width):
    start, *others = (
        note(f"Ana keeps an eye on the {birds} of the lake.", key=birds) for birds in ("herons", "swans", "geese")
    )
    for other in others:
        send(LinkMemories(memory_id=start, to_id=other))
    page = new_window(owner, width=width, reduced_motion="reduce")

    page.goto(f"/memories/{start}")
    expect(page.locator("#graph")).to_have_attribute("data-nodes", "3")

    assert page.evaluate(SMALLEST_DISTANCE) > 80


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_two_memories_share_the_box_of_the_graph(new_window, owner, note, send, width):
    start, other = (note(f"Ana keeps an eye on the {birds} of the lake.", key=birds) for birds in ("herons", "swans"))
    send(LinkMemories(memory_id=start, to_id=other))
    page = new_window(owner, width=width, reduced_motion="reduce")

    page.goto(f"/memories/{start}")
    expect(page.locator("#graph")).to_have_attribute("data-nodes", "2")

    above, middle, below = page.evaluate(HALVES)
    assert above < middle < below and below - above > 80
    assert page.evaluate(OVERLAPPING) == []


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_the_names_of_many_linked_memories_do_not_overlap(new_window, owner, note, send, width):
    start, *others = (note(f"Ana keeps an eye on the {n} herons of the lake.", key=f"herons-{n}") for n in range(7))
    for other in others:
        send(LinkMemories(memory_id=start, to_id=other))
    page = new_window(owner, width=width, reduced_motion="reduce")

    page.goto(f"/memories/{start}")
    expect(page.locator("#graph")).to_have_attribute("data-nodes", "7")

    assert page.evaluate(OVERLAPPING) == []


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_the_graph_cuts_names_after_a_word_and_calls_the_memory_itself_this_one(new_window, owner, note, send, width):
    start, other = (note(f"Ana {deed} the extraordinarily quiet herons of the lake.", key=deed) for deed in "ab")
    send(LinkMemories(memory_id=start, to_id=other))
    page = new_window(owner, width=width)

    page.goto(f"/memories/{start}")
    expect(page.locator("#graph")).to_have_attribute("data-nodes", "2")

    names = page.evaluate("drawing.nodes().map(node => node.data('name'))")
    assert names == ["This memory", "Ana b the extraordinarily quiet herons…"]


def test_links_are_followed_from_the_list(window, linked):
    window.goto(f"/memories/{linked[0]}")

    window.locator("#connections").get_by_role("link", name="Ana likes water.").click()

    expect(window).to_have_url(re.compile(str(linked[1])))


def test_forgetting_and_bringing_back_by_keyboard(window, note):
    window.goto(f"/memories/{note('A plan.')}")
    tab_to(window, "link", "Forget").press("Enter")
    expect(window.get_by_role("heading", name="Forget this memory?")).to_be_visible()

    tab_to(window, "button", "Forget").press("Enter")
    expect(window.get_by_text("Forgotten. Assistants can no longer find it.")).to_be_visible()

    tab_to(window, "button", "Restore").press("Enter")
    expect(window.get_by_text("Restored.")).to_be_visible()


def test_correcting_by_keyboard(window, note):
    window.goto(f"/memories/{note('Ana swims.')}")
    tab_to(window, "link", "Edit").press("Enter")

    field = tab_to(window, "textbox", "What to remember")
    field.press("Control+a")
    window.keyboard.type("Ana dives.")
    tab_to(window, "button", "Save").press("Enter")

    expect(window.get_by_role("heading", name="Ana dives.")).to_be_visible()
