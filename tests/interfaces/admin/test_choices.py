"""Reviewers who choose among competing values: they land on the one that they chose, and undo the choice as one."""

from dataclasses import replace

import pytest

from consent.changes import WriteMemory
from consent.models import Policy, Proposal
from memories.drafts import MemoryDraft
from memories.models import Fact
from workspaces.models import Agent
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db
LIST = "/admin/consent/proposal/"


@pytest.fixture
def rivals(in_home, home, ask, send):
    """Three open questions about Ana's city that reviewers may answer, the one for Porto last."""
    with in_home():
        Policy.objects.create(fact_key="city", outcome="consent", delegates_to_reviewers=True)
    for key, city in (("a", "Lisbon"), ("b", "Faro")):
        draft = MemoryDraft(namespace=("memories", str(home.user_id)), key=key, content=f"Ana lives in {city}.")
        send(WriteMemory(draft=draft))
    ask("Porto")
    with in_home():
        return list(Proposal.objects.order_by("created_at", "id"))


@pytest.fixture
def states(in_home):
    def _states():
        with in_home():
            return [row.state for row in Proposal.objects.order_by("created_at", "id")]

    return _states


@pytest.fixture
def reviewer(login):
    return login(Role.REVIEWER)


def choose(client, rivals, keep):
    form = {"shown": [f"{row.id}:{row.shown_hash}" for row in rivals], "keep": keep.id if keep else ""}
    return client.post(f"{LIST}{rivals[0].id}/settle/", form, follow=True)


def test_the_chosen_value_is_named_and_its_page_follows(reviewer, rivals, states):
    response = choose(reviewer, rivals, rivals[2])

    assert response.redirect_chain[-1][0] == f"{LIST}{rivals[2].id}/change/"
    assert "“Porto” was chosen, 2 others were refused." in response.content.decode()
    assert states() == ["rejected", "rejected", "approved"]


def test_the_page_of_one_that_was_not_chosen_leads_to_the_one_that_was(reviewer, rivals):
    choose(reviewer, rivals, rivals[2])

    page = reviewer.get(f"{LIST}{rivals[0].id}/change/").content.decode()

    assert "Chosen instead" in page and f'<a href="{LIST}{rivals[2].id}/change/">Porto</a>' in page
    assert "Faro" not in page


def test_where_none_was_chosen_all_is_undone_as_one(reviewer, rivals, states):
    choose(reviewer, rivals, None)
    assert "A reviewer refused this." in reviewer.get(f"{LIST}{rivals[1].id}/change/").content.decode()

    page = reviewer.post(f"{LIST}{rivals[1].id}/undo/", follow=True).content.decode()

    assert set(states()) == {"pending"} and "Undone. 3 questions about the same wait again." in page


def test_a_choice_is_undone_as_one(reviewer, rivals, states, in_home):
    choose(reviewer, rivals, rivals[2])
    page = reviewer.get(f"{LIST}{rivals[2].id}/change/").content.decode()
    assert "A reviewer chose this among several values." in page

    page = reviewer.post(f"{LIST}{rivals[2].id}/undo/", follow=True).content.decode()

    assert "Undone. 3 questions about the same wait again." in page
    assert states() == ["pending"] * 3
    with in_home():
        assert not Fact.objects.active().filter(key="city").exists()


@pytest.fixture
def cities(in_home, ask, supervisor):
    """Three open requests for values of Ana's city, each of another agent, the one for Porto last."""
    with in_home():
        Policy.objects.create(fact_key="city", outcome="consent", delegates_to_reviewers=True)
        others = [Agent.objects.create(name=name, role="supervisor") for name in ("second", "third")]
    ask("Faro")
    for city, agent in zip(("Braga", "Porto"), others, strict=True):
        ask(city, actor=replace(supervisor, id=agent.id, name=agent.name))
    with in_home():
        return list(Proposal.objects.order_by("created_at", "id"))


def test_what_was_changed_since_stays_and_that_is_said_before_and_after(reviewer, cities, states, in_home):
    choose(reviewer, cities, cities[2])
    reviewer.post(f"{LIST}{cities[1].id}/undo/")
    with in_home():
        braga = Proposal.objects.get(id=cities[1].id)
    reviewer.post(f"{LIST}{braga.id}/answer/", {"answer": "approve", "shown_hash": braga.shown_hash})
    page = reviewer.get(f"{LIST}{cities[2].id}/change/").content.decode()

    assert "The memory was changed since, and stays “City: Braga”: undoing closes this request" in page
    assert "all of them wait again" not in page
    page = reviewer.post(f"{LIST}{cities[2].id}/undo/", follow=True).content.decode()

    assert "1 question about the same waits again. The memory was changed since, and stays “City: Braga”;" in page
    assert states() == ["pending", "approved", "withdrawn"]


def test_of_none_that_was_chosen_all_are_told_refused(reviewer, rivals, states):
    page = choose(reviewer, rivals, None).content.decode()

    assert "None was chosen: 3 were refused." in page and states() == ["rejected"] * 3
