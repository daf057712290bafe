"""On a phone: everything that is pressed is large enough for a finger, and the main tasks go by touch."""

import pytest
from playwright.sync_api import Page, expect

from consent.changes import LinkMemories, WriteMemory
from consent.proposals.decide import approve_proposal
from memories.drafts import MemoryDraft
from retrieval.query import memory_query
from retrieval.requests import QueryRequest
from tests.browser.conftest import PHONE

pytestmark = pytest.mark.django_db(transaction=True)
# What is pressed and less than 44 CSS pixels high (WCAG 2.5.5), but links within a line of text; boxes have 24 (2.5.8).
SMALL = """() => {
  const parent = (element) => {
    const above = element.parentElement;
    return getComputedStyle(above).display.startsWith("inline") ? parent(above) : above;
  };
  const isInText = (element) => {
    if (element.tagName !== "A" || !getComputedStyle(element).display.startsWith("inline")) return false;
    if (/flex|grid/.test(getComputedStyle(element).display)) return false;
    return [...parent(element).childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  };
  return [...document.querySelectorAll("a, button, select, summary, input, textarea")]
    .filter((element) => element.type !== "hidden" && element.checkVisibility({visibilityProperty: true}))
    .filter((element) => !element.closest(".unseen") && !element.matches(".skip") && !isInText(element))
    .map((element) => [element, element.getBoundingClientRect(), /checkbox|radio/.test(element.type) ? 24 : 44])
    .filter(([element, box, least]) => box.height < least - 0.5 || box.width < 24)
    .map(([element, box]) => `${element.outerHTML.slice(0, 80)} ${box.width} x ${box.height}`);
}"""


@pytest.fixture
def phone(new_window, owner) -> Page:
    return new_window(owner, width=PHONE, has_touch=True)


def test_whatever_is_pressed_is_large_enough(phone, ask, note, fact, send, forgotten, looked_up):
    ask("Lisbon", reason="She said so.")
    ask("they/them", key="pronouns")
    memory, other = note("Ana swims."), note("Ana dives.", key="diving")
    note("Ana swims a lot.")
    fact()
    send(LinkMemories(memory_id=memory, to_id=other))
    looked_up("When?", memory)
    lists = [
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
        "/my-data/erase",
        "/preferences",
        "/accounts/2fa/",
        "/accounts/2fa/webauthn/",
        "/memories?view=latest",
    ]
    for path in [*lists, *(f"/memories/{memory}{rest}" for rest in ("", "/edit", "/forget"))]:
        assert phone.goto(path).ok, path
        assert phone.evaluate("matchMedia('(pointer: coarse)').matches")
        assert phone.evaluate(SMALL) == [], path


def test_large_text_leaves_room_below_the_header(phone):
    phone.goto("/")
    phone.evaluate("document.documentElement.style.fontSize = '200%'")

    assert phone.locator("header.site").bounding_box()["height"] < 844 / 4
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE


def test_refusing_and_undoing(phone, ask):
    ask("Lisbon")
    phone.goto("/inbox")
    phone.get_by_role("button", name="Refuse", exact=True).tap()
    expect(phone.get_by_text("Nothing was saved.")).to_be_visible()

    phone.get_by_role("button", name="Undo").tap()

    expect(phone.get_by_role("button", name="Approve", exact=True)).to_be_visible()


def test_taking_access_back_and_giving_it_again(phone):
    phone.goto("/my-data")
    phone.get_by_role("link", name="Assistants with access").tap()
    phone.locator("details.unfold > summary").first.tap()
    phone.get_by_role("button", name="Remove access").first.tap()
    expect(phone.get_by_text("Your executor assistant no longer finds anything about you.")).to_be_visible()

    phone.get_by_role("button", name="Restore access").tap()

    expect(phone.get_by_text("Your executor assistant has access again.")).to_be_visible()


def test_forgetting_says_first_what_rests_on_it(phone, note, send):
    memory, other = note("Ana swims."), note("Ana is sporty.", key="sporty")
    send(LinkMemories(memory_id=other, to_id=memory, relation_type="derived_from"))
    phone.goto(f"/memories/{memory}")
    phone.get_by_role("link", name="Forget").tap()
    expect(phone.get_by_role("heading", name="What was concluded from it")).to_be_visible()
    expect(phone.get_by_role("link", name="Ana is sporty.")).to_be_visible()

    phone.get_by_role("button", name="Forget").tap()

    expect(phone.get_by_role("button", name="Restore")).to_be_visible()


def test_the_drawing_of_links_opens_by_touch(phone, note, send):
    memory, other = note("Ana swims."), note("Ana dives.", key="diving")
    send(LinkMemories(memory_id=memory, to_id=other))
    phone.goto(f"/memories/{memory}")
    expect(phone.locator("#graph")).to_have_attribute("data-nodes", "2")

    phone.locator("#connections").get_by_role("link", name="Ana dives.").tap()

    expect(phone.get_by_role("heading", name="Ana dives.")).to_be_visible()


def test_from_an_answer_back_to_the_sentence_and_to_who_else_read_it(phone, home, supervisor, now, say, ask):
    (turn,) = say("I live in Lisbon now. It rains a lot.")
    ask("Lisbon", evidence_turn_id=turn)
    phone.goto("/inbox")
    phone.get_by_role("button", name="Approve", exact=True).tap()
    expect(phone.get_by_text("Saved as confirmed by you.")).to_be_visible()
    request = QueryRequest(user_id=str(home.user_id), query="Which city does Ana live in?")
    answer = memory_query(request, actor=supervisor, now=now).event_id

    phone.goto("/activity")
    phone.get_by_text("Look up one answer of an assistant").tap()
    phone.get_by_label("ID of the answer").fill(str(answer))
    phone.get_by_role("button", name="Explain").tap()
    phone.get_by_text("Mainly: Same words").first.tap()
    expect(phone.locator(".result .stack").first).to_be_visible()
    phone.get_by_role("link", name="View memory").first.tap()

    expect(phone.locator("mark")).to_have_text("I live in Lisbon now.")
    phone.get_by_role("link", name="“Which city does Ana live in?”").tap()
    expect(phone.get_by_role("heading", name="Why did it know this?")).to_be_visible()


def test_the_buttons_of_a_card_and_of_a_memory_have_one_width(phone, ask, note, person, now, send, home):
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=now)
    memory_id = note("Ana swims.")
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="home", content="Ana lives in Setubal.")
    send(WriteMemory(draft=draft))
    of_card, of_memory = "[id^=answer-] .answers button", ".hero .answers :is(button, .button)"
    for path, buttons in (("/inbox", of_card), (f"/memories/{memory_id}", of_memory)):
        phone.goto(path)
        boxes = [one.bounding_box() for one in phone.locator(buttons).all()]
        assert len(boxes) == 3 and len({round(box["width"]) for box in boxes}) == 1
        assert all(box["height"] < 60 for box in boxes)
