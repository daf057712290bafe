"""axe-core finds nothing serious on any page, full or empty, light or dark, wide or narrow."""

import re
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import Client
from playwright.sync_api import Page, Route

from consent.changes import LinkMemories
from operations import jobs
from retrieval.query import memory_query
from retrieval.requests import QueryRequest
from tests.browser.conftest import DESK, PHONE
from tests.interfaces.pages.test_addresses import ADDRESS, confirm_identity, enter, link_in
from tests.interfaces.pages.test_single_sign_on import come_back, enter_address, provider  # noqa: F401 -- a fixture
from workspaces.addresses import record_proof

pytestmark = pytest.mark.django_db(transaction=True)
AXE = (Path(__file__).parent / "axe" / "axe.min.js").read_text(encoding="utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
FIND = """async (tags) => (await axe.run(document, {runOnly: tags, resultTypes: ["violations"]})).violations
  .filter((found) => ["serious", "critical"].includes(found.impact))
  .flatMap((found) => found.nodes.map((node) => `${found.id}: ${node.target} ${node.failureSummary}`))"""
# Scripts have heard of another scheme by the second frame; then colours may change for some time.
SETTLED = """async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const changes = document.getAnimations().filter(each => each instanceof CSSTransition);
    await Promise.allSettled(changes.map(each => each.finished));
}"""
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
OPEN = "document.querySelectorAll('main details:not(.chip)').forEach((one) => { one.open = true; })"
LISTS = [
    "/",
    "/inbox",
    "/search?q=Lisbon",
    "/decisions",
    "/memories",
    "/memories/new",
    "/map",
    "/timeline",
    "/activity",
    "/my-data",
    "/my-data/access",
]
ACCOUNT = ["/preferences", "/accounts/password/change/", "/accounts/2fa/", "/accounts/logout/"]
ACCOUNT += ["/accounts/2fa/webauthn/", "/accounts/2fa/webauthn/add/", "/accounts/3rdparty/"]
OUTSIDE = ["/accounts/login/", "/accounts/password/reset/", "/accounts/signup/", "/offline"]
OUTSIDE += ["/accounts/3rdparty/login/cancelled/", "/accounts/3rdparty/login/error/"]
OUTSIDE += ["/problems/", "/problems/forbidden", "/problems/unknown"]


def barriers(page: Page, path: str) -> list[str]:
    """What axe calls serious or critical, in both colour schemes, and text that a phone would have to scroll for."""
    page.goto(path)
    return [*seen(page, path), *([f"{path} is wider than the window"] if page.evaluate(OVERFLOW) > 0 else [])]


def seen(page: Page, what: str) -> list[str]:
    """What axe finds on a page as it stands, with everything opened that opens."""
    page.evaluate(AXE)
    page.evaluate(OPEN)
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.evaluate(SETTLED)
        found += [f"{what} {scheme}: {finding}" for finding in page.evaluate(FIND, TAGS)]
    return found


@pytest.fixture
def full_pages(home, supervisor, now, ask, note, fact, forgotten, say, send, owner):
    """Paths of pages that show something of each kind."""
    (turn,) = say("I live in Lisbon.")
    refused = ask("they/them", key="pronouns", reason="A guess.")
    shown_hash = owner.get(f"/proposals/{refused}").context["card"].proposal.shown_hash
    owner.post(f"/proposals/{refused}/refuse", {"shown_hash": shown_hash})
    waiting = ask("Lisbon", evidence_turn_id=turn, reason="She said so.")
    memory, style = note("One."), fact()
    note("Two.")
    send(LinkMemories(memory_id=memory, to_id=style))
    wrong = note("Four.", key="wrong")
    note("It rests on four.", key="rests", derived_from=(wrong,))
    note("And so does this.", key="rests too", depends_on=(wrong,))
    owner.post(f"/memories/{wrong}/wrong")
    jobs.background.keep_dependents(None)
    request = QueryRequest(user_id=str(home.user_id), query="When is the release?")
    answer = memory_query(request, actor=supervisor, now=now).event_id
    memories = [f"/memories/{wrong}", f"/memories/{memory}", f"/memories/{forgotten}", f"/memories/{style}"]
    receipt = f"/proposals/{refused}/receipt"
    assert owner.get(receipt).status_code == 200
    inner = [
        receipt,
        f"/memories/{memory}/edit",
        f"/memories/{memory}/forget",
        f"/proposals/{waiting}",
        f"/activity/{answer}",
    ]
    return [
        *LISTS,
        *memories,
        *inner,
        "/my-data/erase",
    ]


@pytest.mark.parametrize("width", [DESK, PHONE])
def test_full_pages(new_window, owner, full_pages, width):
    page = new_window(owner, width=width, reduced_motion="reduce")

    assert [barrier for path in full_pages for barrier in barriers(page, path)] == []


def test_empty_pages(new_window, owner):
    page = new_window(owner, width=PHONE)

    assert [barrier for path in [*LISTS, *ACCOUNT] for barrier in barriers(page, path)] == []


def test_pages_before_signing_in(new_window, db):
    page = new_window(width=PHONE)

    assert [barrier for path in OUTSIDE for barrier in barriers(page, path)] == []


def test_what_follows_an_answer_an_error_and_an_erasure(window, ask, note, home):
    window.emulate_media(reduced_motion="reduce")
    ask("Lisbon")
    window.goto("/inbox")
    window.get_by_role("button", name="Approve", exact=True).click()
    window.get_by_role("button", name="Undo").wait_for()
    found = seen(window, "an answer")

    window.goto(f"/memories/{note('Ana swims.')}/edit")
    window.get_by_label("What to remember").fill("  ")
    window.get_by_role("button", name="Save").click()
    window.locator(".errorlist").wait_for()
    found += seen(window, "an error")

    window.goto("/my-data/erase")
    window.get_by_label("Type your name").fill("Ana")
    window.get_by_role("button", name="Erase everything permanently").click()
    window.get_by_label("Password").fill(home.password)
    found += seen(window, "confirming who it is")
    window.get_by_role("button", name="Erase everything permanently").click()
    window.get_by_role("heading", name="Your data has been erased").wait_for()
    assert [*found, *seen(window, "an erasure")] == []


def test_the_menu_of_the_account(window):
    window.goto("/memories")
    window.locator(".menu > summary").click()

    assert seen(window, "the menu") == []


@pytest.mark.parametrize("path", ["/inbox", "/timeline"])
def test_the_choices_of_a_filter(window, ask, note, supervisor, path):
    """They lie over the page while they are open: what they cover is not to be found fault with."""
    ask("Lisbon")
    ask("they/them", key="pronouns", actor=replace(supervisor, role="planner"))
    note("Ana swims.")
    window.goto(path)
    window.locator(".chip > summary").last.click()
    window.evaluate(AXE)

    assert window.evaluate(FIND.replace("document", "'.chips'"), TAGS) == []


def test_an_address_that_is_entered_and_confirmed(window, home, mailoutbox):
    cache.clear()  # what an earlier run asked for still counts
    window.goto("/preferences")
    window.get_by_label("Email address").fill("ana@example.org")
    window.get_by_role("button", name="Save").click()
    window.get_by_role("heading", name="Confirm your email address").wait_for()
    found = seen(window, "an address that waits")

    (link,) = re.findall(r"/accounts/confirm-email/\S+", mailoutbox[0].body)
    window.goto(link)
    window.get_by_label("Password").fill(home.password)
    window.get_by_role("button", name="Continue").click()
    window.get_by_role("heading", name="Confirm your email address").wait_for()
    found += seen(window, "a link to confirm it")
    window.get_by_role("button", name="Confirm").click()
    window.get_by_text("Address confirmed.").wait_for()

    assert [*found, *barriers(window, link)] == []


def test_links_that_confirm_no_address(new_window, owner, outsider, home, elsewhere, mailoutbox):
    cache.clear()  # what an earlier run asked for still counts
    confirm_identity(owner, home)
    confirm_identity(outsider, elsewhere)
    enter(owner)
    link = link_in(mailoutbox[0])
    foreign, taken = new_window(outsider, width=PHONE), new_window(owner, width=PHONE)
    found = barriers(foreign, link)
    foreign.get_by_role("heading", name="This link is for another login").wait_for()

    record_proof(enter_address("stranger", ADDRESS))
    taken.goto(link)
    taken.get_by_role("button", name="Confirm").click()
    taken.get_by_role("heading", name="This address belongs to another login").wait_for()

    assert [*found, *seen(taken, "an address of another login")] == []


def test_whom_an_organization_does_not_let_in(new_window, client, home, provider):  # noqa: F811
    unknown = come_back(client)
    enter_address("owner", "ana@example.org")
    claimed = come_back(Client())
    window, found = new_window(width=PHONE), []
    for place, answer in {"/unknown": unknown, "/claimed": claimed}.items():
        assert answer.status_code == 403
        fulfil = partial(Route.fulfill, body=answer.content, content_type="text/html")
        window.route(f"**{place}", lambda route, _request, fulfil=fulfil: fulfil(route))
        found += barriers(window, place)

    assert found == []
