"""Long words, addresses and names break within their boxes; numbers never do."""

import pytest
from django.test import Client

from consent.changes import LinkMemories
from retrieval.query import memory_query
from retrieval.requests import QueryRequest
from tests.browser.conftest import DESK, PHONE
from workspaces.models import Account, Workspace

pytestmark = pytest.mark.django_db(transaction=True)
WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft" * 2
ADDRESS = "https://example.org/" + "a-very-long-path/" * 12
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# Elements of a page that are painted beyond the right edge of the window.
OUTSIDE = """() => [...document.querySelectorAll("main *")]
  .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > innerWidth + 1)
  .filter((element) => !element.closest(".unseen, #graph"))
  .map((element) => element.outerHTML.slice(0, 80))"""
# Numbers whose text takes more than one line.
BROKEN = """() => [...document.querySelectorAll(".tally span, .bar > :last-child")]
  .filter((element) => element.checkVisibility())
  .filter((element) => { const text = document.createRange(); text.selectNodeContents(element);
    return new Set([...text.getClientRects()].map((line) => line.top)).size > 1; })
  .map((element) => element.textContent)"""


@pytest.fixture
def paths(home, supervisor, now, ask, note, fact, say, send):
    """Pages that show texts which are hard to set."""
    *_, turn = say("What?", f"I live in {WORD}.")
    memory = note(f"Before: {ADDRESS}")
    note(f"After: {WORD}")
    other = note(ADDRESS, key="other")
    send(LinkMemories(memory_id=memory, to_id=other))
    fact("likes", WORD, item=WORD.casefold())
    waiting = ask(WORD, evidence_turn_id=turn, reason=ADDRESS)
    request = QueryRequest(user_id=str(home.user_id), query=f"What is {WORD}?")
    answer = memory_query(request, actor=supervisor, now=now).event_id
    lists = [
        "/",
        "/inbox",
        "/search?q=Lisbon",
        "/decisions",
        "/memories",
        "/timeline",
        "/activity",
        "/my-data",
        "/my-data/access",
        "/my-data/erase",
    ]
    inner = [f"/memories/{memory}{rest}" for rest in ("", "/edit", "/forget")]
    return [*lists, *inner, f"/proposals/{waiting}", f"/activity/{answer}", "/preferences"]


@pytest.fixture
def long_named(home, owner: Client) -> Client:
    Account.objects.filter(username="owner").update(username=WORD[:150])
    Workspace.objects.filter(id=home.workspace_id).update(name=WORD[:100])
    return owner


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_nothing_is_painted_beyond_the_window(new_window, long_named, paths, width):
    page = new_window(long_named, width=width)
    for path in paths:
        page.goto(path)
        page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })")
        assert page.evaluate(OUTSIDE) == [], path
        assert page.evaluate(OVERFLOW) <= 0, path


CUT_OFF = """() => [...document.querySelectorAll("tbody :is(td, th), dd")]
  .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > innerWidth)
  .map((element) => element.outerHTML.slice(0, 80))"""


def test_staff_see_long_words_whole_on_a_phone(new_window, long_named, home, paths):
    page = new_window(long_named, width=PHONE)
    for path in (f"workspaces/person/{home.user_id}", "consent/proposal", "memories/memory", "categories"):
        page.goto(f"/admin/{path}/")
        assert page.evaluate(CUT_OFF) == [], path


def test_text_at_twice_its_size_fits_a_phone(new_window, owner, paths):
    page = new_window(owner, width=PHONE)
    for path in paths:
        page.goto(path)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        last = page.locator("header nav a").last.bounding_box()
        assert last and last["x"] + last["width"] <= PHONE, path
        assert page.evaluate(OVERFLOW) <= 0, (path, page.evaluate(OUTSIDE))


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_numbers_stay_whole(new_window, owner, paths, note, width):
    for number in range(12):
        note(f"Note {number}.", key=f"n{number}")
    page = new_window(owner, width=width)
    for path in ("/my-data", *paths[-2:-1]):
        page.goto(path)
        assert page.evaluate(BROKEN) == [], path
