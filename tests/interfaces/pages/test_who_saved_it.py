"""“Who saved it” on a memory's page: every answer to its request, with the values that they were about."""

from dataclasses import replace
from html import unescape
from typing import NamedTuple
from uuid import uuid4

import pytest
from django.utils import timezone

from consent.changes import WriteMemory
from consent.models import Proposal
from interfaces.pages.cards.competing_values import Choice
from memories.drafts import MemoryDraft
from memories.models import Memory


class Told(NamedTuple):
    said: list[str]
    history: list[str]
    page: str


pytestmark = pytest.mark.django_db


@pytest.fixture
def answer(owner, in_home):
    def _answer(proposal_id, verdict, **form):
        with in_home():
            shown = Proposal.objects.get(id=proposal_id).shown_hash
        return owner.post(f"/proposals/{proposal_id}/{verdict}", {"shown_hash": shown} | form, follow=True)

    return _answer


@pytest.fixture
def told(owner, in_home):
    """What the page of the only memory says under "Who saved it", its history, and all of it."""

    def _told():
        with in_home():
            memory = Memory.objects.get()
        page = owner.get(f"/memories/{memory.id}")
        said = [f"{one.request} {one.sentence}" for one in page.context["story"].consents]
        return Told(said, [one.sentence for one in page.context["entries"]], unescape(page.content.decode()))

    return _told


def choose(client, value):
    (choice,) = [one for one in client.get("/inbox").context["items"] if isinstance(one, Choice)]
    shown = [f"{card.proposal.id}:{card.proposal.shown_hash}" for card in choice.cards]
    client.post("/proposals/choice", {"field": choice.field, "shown": shown, "choose": f"{choice.field}={value}"})


def test_each_value_that_was_approved_is_named(owner, ask, answer, told):
    ask("female", key="gender")
    woman = ask("woman", key="gender")
    choose(owner, "female")
    answer(woman, "undo")
    answer(woman, "approve")

    assert told().said == [
        "Your supervisor assistant asked to remember “female”. You chose “female” among 2 values. "
        "You undid the decision. You approved “woman”."
    ]


def test_every_step_of_a_text_that_was_edited_several_times_is_told(home, send, answer, told):
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="letter", content="Ana lives in Viseu.")
    asked = send(WriteMemory(draft=draft)).proposal_id
    answer(asked, "amend", value="Ana lives in Faro.")
    answer(asked, "undo")
    answer(asked, "refuse")
    answer(asked, "undo")
    answer(asked, "amend", value="Ana lives in Beja.")

    assert told().said == [
        "Your supervisor assistant asked to remember it. You saved “Ana lives in Faro” in your own words. "
        "You undid the decision. You refused it. You undid the decision. "
        "You saved “Ana lives in Beja” in your own words."
    ]


def test_each_of_ones_own_values_is_told(ask, answer, told):
    asked = ask("Italian", key="language")
    for value in ("Spanish", "German"):
        answer(asked, "amend", value=value)
        answer(asked, "undo")
    answer(asked, "amend", value="Dutch")

    (said,) = told().said
    assert all(f"You saved “{value}” in your own words." in said for value in ("Spanish", "German", "Dutch"))
    assert said.count("You undid the decision.") == 2


def test_the_same_answer_given_anew_is_told_once(ask, answer, told):
    asked = ask("Lisbon")
    answer(asked, "approve")
    answer(asked, "undo")
    answer(asked, "approve")

    assert told().said == ["Your supervisor assistant asked to remember “Lisbon”. You approved it."]


def test_one_choice_and_one_undo_are_one_line_each_of_the_history(owner, ask, told, supervisor):
    ask("Évora")
    coimbra = ask("Coimbra", actor=replace(supervisor, id=uuid4()))
    choose(owner, "coimbra")
    owner.post(f"/proposals/{coimbra}/undo")
    choose(owner, "coimbra")

    undone = "You undid: You approved “Coimbra”. Nothing is remembered of it."
    assert told().history == ["You approved a request.", undone, "You approved a request."]


def test_the_text_before_an_edit_can_be_seen_where_no_step_shows_it(ask, answer, told):
    asked = ask("Lisbon")
    answer(asked, "amend", value="Faro")
    answer(asked, "undo")
    assert "Compare versions" not in told().page
    answer(asked, "amend", value="Beja")

    page = told().page.partition('id="versions"')[2]
    assert "Compare versions" in page and "<del>Faro</del>" in page and "<ins>Beja</ins>" in page


def test_what_an_undone_answer_left_is_neither_confirmed_nor_shared(ask, answer, told):
    asked = ask("Lisbon")
    answer(asked, "approve")
    details = told().page.partition("<summary>Details</summary>")[2]
    assert "<dd>Yes, by you</dd>" in details and "<dt>Shared with</dt>" in details
    answer(asked, "undo")

    details = told().page.partition("<summary>Details</summary>")[2]
    assert "<dt>Confirmed</dt><dd>No</dd>" in details and "<dt>Shared with</dt>" not in details


def test_what_came_to_nothing_stands_apart(owner, ask, answer, in_home):
    """Of a field: refused, and undone; of a text: refused."""
    answer(ask("Lisbon"), "approve")
    answer(ask("Faro", at=timezone.now()), "refuse")
    undone = ask("Beja", at=timezone.now())
    answer(undone, "approve")
    owner.post(f"/proposals/{undone}/take-back")
    with in_home():
        memory = Memory.objects.get()
    page = owner.get(f"/memories/{memory.id}")
    story = page.context["story"]
    assert [one.value for one in story.consents] == ["Lisbon"]
    assert {one.value for one in story.without_effect} == {"Faro", "Beja"}
    saved, besides = unescape(page.content.decode()).partition("Who saved it")[2].split("Also asked for", 1)
    assert "Faro" not in saved and "Beja" not in saved and "“Faro”" in besides and "“Beja”" in besides


def test_of_a_text_too(owner, home, send, answer, in_home, told):
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="letter", content="Ana lives in Viseu.")
    asked = send(WriteMemory(draft=draft)).proposal_id
    answer(asked, "approve")
    other = send(WriteMemory(draft=draft.model_copy(update={"content": "Ana lives in Faro."})), at=timezone.now())
    answer(other.proposal_id, "refuse")
    assert len(told().said) == 1 and "Viseu" in told().said[0]
    with in_home():
        memory = Memory.objects.get()
    (besides,) = owner.get(f"/memories/{memory.id}").context["story"].without_effect
    assert besides.sentence == "You refused it."


def test_a_request_that_was_refused_first_ends_with_its_last_answer(owner, ask, answer, told):
    answer(ask("Porto"), "approve")
    evora = ask("Évora", at=timezone.now())
    answer(evora, "refuse")
    answer(evora, "undo")
    answer(evora, "approve")

    assert told().said == [
        "Your supervisor assistant asked to remember “Porto”. You approved it.",
        "Your supervisor assistant asked to change it to “Évora”. You refused it. You undid the decision. "
        "You approved it.",
    ]
    assert "asked to change it to “Évora”. You approved it." in told().page.partition("How it changed")[2]
