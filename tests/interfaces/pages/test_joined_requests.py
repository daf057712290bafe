"""Requests of one card that were not chosen, or that a later one had taken the place of, tell what came of them."""

import re
from html import unescape

import pytest

from consent.models import Proposal
from memories.models import Memory
from tests.interfaces.pages.test_choice_as_it_was import by, porto  # noqa: F401 -- fixtures
from tests.interfaces.pages.test_choosing import choose, the_choice

pytestmark = pytest.mark.django_db


@pytest.fixture
def chosen(owner, by, porto, in_home):  # noqa: F811
    """Lisbon, then Faro of one assistant, Setúbal and Coimbra of others, of which Coimbra was chosen; ids by value."""
    for who, value in (("Kitchen", "Lisbon"), ("Kitchen", "Faro"), ("Travel", "Setúbal"), ("Planner", "Coimbra")):
        by(who, value)
    choice = the_choice(owner)
    choose(owner, choice, choose=next(one.key for one in choice.options if one.name == "Coimbra"))
    with in_home():
        return {row.new_value: row.id for row in Proposal.objects.all()}


def words_of(page):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", unescape(page)))


@pytest.fixture
def city(owner, in_home):
    def _city():
        with in_home():
            memory_id = Memory.objects.get(key__endswith="city").id
        return words_of(owner.get(f"/memories/{memory_id}").content.decode())

    return _city


def test_what_a_request_asked_for_before_was_not_chosen_either(owner, chosen):
    page = owner.get("/decisions?state=unchosen").content.decode()
    told = "Joined into a later question about your city: “Coimbra” was chosen, so this value was not saved."
    assert told in page and "none of its values was chosen" not in page
    assert f'href="/proposals/{chosen["Coimbra"]}">View the decision</a>' in page


def test_the_city_s_page_says_what_each_had_asked_for_before(chosen, city):
    page = city()
    assert "“Setúbal”. You chose “Coimbra” instead." in page
    assert "“Faro”. You chose “Coimbra” instead. Asked for before that: “Lisbon”." in page


def test_what_was_not_chosen_is_not_told_as_refused_once_that_is_undone(owner, chosen, city):
    owner.post(f"/proposals/{chosen['Faro']}/undo")
    page = city()
    assert "You undid: “Faro” was not chosen. “Coimbra” stands." in page and "You refused “Faro”" not in page
