"""Where an answer to several requests, and undoing one, lead: to what is open, with what was selected."""

import re

import pytest

from interfaces.pages.inbox.request_list import MOST_CARDS

pytestmark = pytest.mark.django_db


def seen(client, proposal_id):
    return f"{proposal_id}:{client.get(f'/proposals/{proposal_id}').context['card'].proposal.shown_hash}"


def answer(client, proposal_id, verb="approve"):
    return client.post(f"/proposals/{proposal_id}/{verb}", {"shown_hash": seen(client, proposal_id).partition(":")[2]})


def selected(response):
    page = response.content.decode()
    return set(re.findall(r'name="selected" value="([0-9a-f-]+):\w+" form="bulk" checked', page))


@pytest.fixture
def old(owner, ask):
    """A request that was approved and is older than a page of the list."""
    proposal_id = ask("Lisbon")
    answer(owner, proposal_id)
    for number in range(MOST_CARDS + 1):
        ask(f"L{number}", key="languages_spoken", item=f"l{number}")
    return proposal_id


def test_undone_from_elsewhere_the_card_itself_is_shown(owner, old):
    response = owner.post(f"/proposals/{old}/undo", follow=True)
    assert response.redirect_chain == [(f"/proposals/{old}", 302)]
    page = response.content.decode()
    assert "Undone. The request is open again." in page and f'action="/proposals/{old}/approve"' in page


def test_taken_back_for_good_or_let_be_asked_again_it_is_shown_too(owner, ask, old):
    refused = ask("Faro")
    answer(owner, refused, "refuse")
    assert owner.post(f"/proposals/{old}/take-back").url == f"/proposals/{old}"
    assert owner.post(f"/proposals/{refused}/allow-again").url == f"/proposals/{refused}"


def test_undone_in_the_list_it_is_shown_there(owner, ask):
    proposal_id, other = ask("Anna", key="preferred_name"), ask("they/them", key="pronouns")
    answer(owner, proposal_id)
    assert 'name="place" value="category=identity"' in owner.get("/inbox?category=identity").content.decode()

    form = {"place": "category=identity", "selected": seen(owner, other)}
    address = owner.post(f"/proposals/{proposal_id}/undo", form).url

    assert address == f"/inbox?category=identity#proposal-{proposal_id}"
    page = owner.get(address)
    assert f'id="proposal-{proposal_id}"' in page.content.decode() and selected(page) == {str(other)}
    assert selected(owner.get("/inbox")) == set(), "for one look only"


def test_on_another_page_of_the_list_it_is_shown_alone(owner, old):
    assert owner.post(f"/proposals/{old}/undo", {"place": ""}).url == f"/proposals/{old}"


def test_undone_together_they_are_selected_again(owner, ask):
    several = [ask("Ana", key="preferred_name"), ask("they/them", key="pronouns")]
    rest = ask("Lisbon")
    owner.post("/proposals/answers", {"selected": [seen(owner, one) for one in several], "approve": "1"})

    form = {"answered": several, "selected": seen(owner, rest), "place": ""}
    response = owner.post("/proposals/answers/undo", form, follow=True)

    assert response.redirect_chain[-1][0] == f"/inbox#proposal-{several[1]}"
    assert selected(response) == {*map(str, several), str(rest)}


@pytest.mark.parametrize("verbs", [{}, {"approve": "1", "refuse": "1"}])
def test_without_one_word_for_all_they_stay_selected(owner, ask, verbs):
    one, other = ask("Lisbon"), ask("they/them", key="pronouns")
    response = owner.post("/proposals/answers", {"selected": seen(owner, one)} | verbs, follow=True)
    assert selected(response) == {str(one)} != {str(other)}


def test_what_was_not_answered_stays_selected(owner, ask):
    first, second, third = ask("Lisbon"), ask("they/them", key="pronouns"), ask("Ana", key="preferred_name")
    looks = [seen(owner, first), f"{second}:{'0' * 64}"]
    response = owner.post("/proposals/answers", {"selected": looks, "approve": "1"}, follow=True)
    assert selected(response) == {str(second)} and str(third) in response.content.decode()
