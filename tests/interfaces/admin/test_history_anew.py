"""A value that takes the place of one that was undone: one new memory in the history, and nobody restored the first."""

import re

import pytest
from django.utils.html import strip_tags

from consent.proposals.decide import approve_proposal
from consent.proposals.withdraw import withdraw_decision
from memories.models import History, Memory

pytestmark = pytest.mark.django_db
LIST = "/admin/memories/history/"


@pytest.fixture
def city(ask, person, now, in_home):
    """Ana approved Braga, undid it, and later approved Porto."""
    first = ask("Braga")
    approve_proposal(proposal_id=first, actor=person, now=now)
    withdraw_decision(proposal_id=first, actor=person, now=now)
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=now)
    with in_home():
        return Memory.objects.get()


def entries(client, **query):
    page = client.get(LIST, query).content.decode()
    cells = re.findall(r"field-what[^>]*>(.*?)</t[dh]>.*?field-text[^>]*>(.*?)</td>", page, re.DOTALL)
    return [tuple(strip_tags(cell).strip() for cell in row) for row in cells]


def test_it_is_one_entry_that_adds_the_new_value(owner, city, in_home):
    found = entries(owner, q=str(city.id))

    assert ("Memory added", "City: Porto") in found
    assert not any(what in ("Memory restored", "Memory changed") for what, _text in found)
    assert not any("→" in text for _what, text in found)
    with in_home():
        assert History.objects.filter(memory_id=city.id, event="RESTORE").exists()


def test_so_it_is_on_the_page_of_the_entry_of_the_memory_and_of_the_person(owner, city, in_home, home):
    with in_home():
        entry = History.objects.get(memory_id=city.id, event="UPDATE")
    page = owner.get(f"{LIST}{entry.id}/change/")
    assert page.context["heading"] == "Memory added" and not page.context["changes"]

    told = owner.get(f"/admin/memories/memory/{city.id}/change/").content.decode()
    assert "Memory restored" not in told and told.count("Memory added") == 2

    acts = owner.get(f"/admin/workspaces/person/{home.user_id}/").context["happenings"]
    assert "Memory restored" not in {act.what for act in acts}


def test_what_somebody_did_restore_is_told_as_that(owner, note, act):
    memory_id = note()
    act("memories/memory", "forget", memory_id)
    owner.post(f"/admin/memories/memory/{memory_id}/restore/")

    assert "Memory restored" in {what for what, _text in entries(owner, q=str(memory_id))}
