"""A value of the person's own was chosen among requests, replaced by another one, and then the answer is undone."""

from dataclasses import replace
from html import unescape
from uuid import uuid4

import pytest
from django.utils import timezone

from consent.models import Proposal
from consent.models.proposal import ProposalState
from memories.models import Fact
from tests.interfaces.pages.test_choosing import choose, the_choice

pytestmark = pytest.mark.django_db


@pytest.fixture
def replaced(owner, ask, supervisor, in_home):
    """Porto was held; Coimbra and Évora were asked for, Sintra chosen, and Lisbon added since. The request's id."""
    first = ask("Porto")
    with in_home():
        shown = Proposal.objects.get(id=first).shown_hash
    owner.post(f"/proposals/{first}/approve", {"shown_hash": shown})
    ask("Évora", actor=replace(supervisor, id=uuid4()), at=timezone.now())
    ask("Coimbra", at=timezone.now())
    choose(owner, the_choice(owner), own="1", value="Sintra")
    with in_home():
        chosen = Proposal.objects.get(state=ProposalState.AMENDED)
    assert chosen.new_value == "Coimbra"
    return chosen.id


@pytest.fixture
def city(in_home):
    def _city():
        with in_home():
            return Fact.objects.active().get(key="city").memory_id

    return _city


@pytest.fixture
def moved(owner, replaced, city):
    form = owner.get(f"/memories/{city()}/edit").context["form"].initial
    owner.post(f"/memories/{city()}/edit", form | {"content": "Lisbon"})
    return replaced


def test_before_it_is_undone_it_says_what_stays_and_what_is_asked_again(owner, moved):
    page = owner.get(f"/proposals/{moved}").content.decode()
    told = (
        "“City: Lisbon” was saved since. If you undo this decision, that stays, and only what was not chosen is asked"
    )
    assert f"{told} again: “Évora”." in page and "the request is not opened again" not in page


def test_so_it_is_told_once_it_was(owner, moved, in_home):
    page = owner.post(f"/proposals/{moved}/undo", follow=True).content.decode()
    told = "Decision undone. “City: Lisbon” was saved since, and stays. Only this request is open again: “Évora”."
    assert told in page and "is not open again" not in page and "Undone:" not in page
    with in_home():
        assert [row.new_value for row in Proposal.objects.pending()] == ["Évora"]


def test_the_receipt_does_not_say_that_a_replaced_value_was_taken_back(owner, moved):
    owner.post(f"/proposals/{moved}/undo")
    page = owner.get(f"/proposals/{moved}/receipt")
    assert [step.text for step in page.context["steps"]] == [
        "“Sintra” in the place of “Porto”",
        "“Sintra” had been changed since, and nothing was taken back",
    ]


@pytest.mark.parametrize("path", ["", "/receipt"])
def test_what_does_not_stand_is_what_was_chosen(owner, moved, path):
    owner.post(f"/proposals/{moved}/undo")
    assert owner.get(f"/proposals/{moved}{path}").context["card"].diff == "<del>Porto</del><ins>Sintra</ins>"


def test_the_export_to_read_says_what_was_chosen_and_asked_for(owner, moved):
    owner.post(f"/proposals/{moved}/undo")
    page = owner.get("/my-data/export.html").content.decode()
    decided = page.partition('id="decided"')[2].partition("</section>")[0]
    assert "Sintra <small>Asked for, but not saved: “Évora”, “Coimbra”.</small> <small>Undone" in decided
    assert "<s>Porto</s> → Sintra" not in decided


def test_what_was_replaced_before_it_was_undone_did_hold(owner, moved, city):
    owner.post(f"/proposals/{moved}/undo")
    held = owner.get(f"/memories/{city()}").context["over_time"]
    assert [one.value for one in held] == ["Lisbon", "Sintra", "Porto"]


def test_the_page_of_the_field_names_the_request_that_saved_its_value(owner, replaced, city):
    page = owner.get(f"/memories/{city()}").content.decode()
    saved, _heading, others = page.partition("Who saved it")[2].partition("Also asked for")
    assert page.count("asked to change it to “Coimbra”.") == 1 and "Évora" not in saved
    assert "instead." not in saved and "wanted to remember your city" not in page
    assert others.count("asked to change it to “Évora”. You chose “Sintra” instead.") == 1


def test_the_page_of_the_field_tells_each_step_also_the_one_undone_since(owner, moved, city):
    owner.post(f"/proposals/{moved}/undo")
    steps = owner.get(f"/memories/{city()}").context["story"].changes
    assert [str(one.diff) for one in steps] == [
        "City: <del>Porto</del><ins>Sintra</ins>",
        "City: <del>Sintra</del><ins>Lisbon</ins>",
    ]
    assert steps[0].sentence.endswith("You undid the decision.") and steps[0].consent.proposal_id == moved


def test_and_what_waits_again_stands_under_a_heading_of_its_own(owner, moved, city, in_home):
    owner.post(f"/proposals/{moved}/undo")
    page = unescape(owner.get(f"/memories/{city()}").content.decode())
    saved, _heading, waiting = page.partition("Who saved it")[2].partition("Waits for your answer")
    with in_home():
        request = Proposal.objects.get(new_value="Évora").id
    assert "Évora" not in saved and "It waits for your answer again." not in page
    told = waiting.partition("</section>")[0]
    assert "Évora" in told and f"/proposals/{request}" in told and "instead" not in told
