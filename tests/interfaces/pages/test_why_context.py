"""Why did it know this? Of a context: what bears on the question is seen first, and what found no room is counted."""

import pytest

from consent.changes import SetFact
from memories.drafts import FactDraft
from retrieval.context.build import build_context
from retrieval.context.request import ContextRequest
from workspaces.models import Category

pytestmark = pytest.mark.django_db
ALWAYS = "Nothing that was found by searching is in the answer: these are always included."


@pytest.fixture
def context(home, supervisor, now):
    """The number of the answer to a question, of so many tokens at most."""

    def _context(query="", **asked):
        request = ContextRequest(user_id=home.user_id, query=query, **asked)
        return build_context(request, actor=supervisor, now=now).event_id

    return _context


@pytest.fixture
def allergic(home, person, send):
    draft = FactDraft(person_id=home.user_id, category="identity", key="allergies", value="peanuts", importance=1.0)
    send(SetFact(draft=draft), actor=person)


@pytest.fixture
def basics(note, in_home):
    """What every answer includes."""
    with in_home():
        Category.objects.update_or_create(name="preferences", defaults={"context": "all"})
    for number, text in enumerate(["Ana prefers short answers.", "Ana likes blue tables.", "Ana sorts her letters."]):
        note(text, key=f"style{number}", category="preferences")


def page_of(client, event):
    return client.get(f"/activity/{event}").content.decode()


def test_it_says_how_many_results_found_no_room(owner, basics, note, context):
    note("Ana's release is on Friday.", key="release", category="projects")

    page = page_of(owner, context("When is Ana's release?", budget_tokens=60))

    assert "more results found no room. The space limit of the answer, in tokens: 60." in page
    assert "Nothing was searched" not in page


def test_so_does_the_page_of_staff(owner, basics, note, context):
    event = context("When is Ana's release?", budget_tokens=60)
    page = owner.get(f"/admin/retrieval/retrievalevent/{event}/why/").content.decode()
    assert "found no room. The space limit of the answer, in tokens: 60." in page


def test_where_all_had_room_nothing_is_said_of_it(owner, basics, context):
    assert "no room" not in page_of(owner, context("When is Ana's release?"))


def test_a_search_that_brought_nothing_was_one_all_the_same(owner, basics, context):
    page = page_of(owner, context("Which xylophone?"))
    assert ALWAYS in page and "Nothing was searched" not in page and "Searching by meaning" in page


def test_without_a_question_nothing_was_searched(owner, basics, context):
    page = page_of(owner, context())
    assert "Nothing was searched: these are always included." in page and ALWAYS not in page


def test_an_allergy_that_the_question_asks_for_comes_first(owner, allergic, basics, note, context):
    note("Ana bakes a lemon cake with butter.", key="cake", category="projects")

    page = owner.get(f"/activity/{context('Can she have peanut butter?')}")

    shown = [result.text for result in page.context["found"]]
    assert "peanuts" in shown[0] and "Ana prefers short answers." not in shown
    text = page.content.decode()
    assert text.index("peanuts") < text.index("that every answer includes")


def test_of_another_question_an_allergy_is_seen_too(owner, allergic, basics, context):
    page = owner.get(f"/activity/{context('When is the release?')}")

    assert [result.text for result in page.context["found"]] == ["Allergies: peanuts"]
