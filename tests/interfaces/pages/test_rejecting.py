"""The button "Mark as wrong": the person says so on a memory's page, and takes it back there (R17)."""

import pytest

from memories.models import Memory

pytestmark = pytest.mark.django_db


def shown(client, memory_id):
    return client.get(f"/memories/{memory_id}").content.decode()


def standing(in_home, memory_id):
    with in_home():
        return Memory.objects.get(id=memory_id).validation_status


@pytest.fixture
def wrong(owner, note):
    """A memory that Ana said is wrong; its id."""
    memory_id = note("Ana climbs on Mondays.")
    owner.post(f"/memories/{memory_id}/wrong")
    return memory_id


def test_the_page_offers_it(owner, note):
    memory_id = note()
    page = shown(owner, memory_id)
    assert f'action="/memories/{memory_id}/wrong"' in page and "Mark as wrong" in page
    assert "Mark as correct" not in page


def test_saying_it_takes_it_out_of_the_list_at_once(owner, note, in_home):
    memory_id = note("Ana climbs on Mondays.")
    page = owner.post(f"/memories/{memory_id}/wrong", follow=True).content.decode()
    assert page.count("Marked as wrong.") == 1 and "Mark as correct" in page
    assert "No, marked as wrong" in page
    assert not owner.get("/memories").context["page"].rows
    assert standing(in_home, memory_id) == "rejected"


def test_it_is_listed_among_what_is_wrong(owner, wrong):
    assert [row.id for row in owner.get("/memories?state=wrong").context["page"].rows] == [wrong]


def test_it_is_taken_back_there(owner, wrong, in_home):
    page = owner.post(f"/memories/{wrong}/right", follow=True).content.decode()
    assert "Marked as correct and confirmed by you." in page and "Yes, by you" in page
    assert [row.id for row in owner.get("/memories").context["page"].rows] == [wrong]
    assert standing(in_home, wrong) == "verified"


def test_its_history_says_both(owner, wrong):
    owner.post(f"/memories/{wrong}/right")
    page = shown(owner, wrong)
    assert "You marked this as wrong." in page and "You marked this as correct." in page


def test_what_is_wrong_can_be_corrected(owner, wrong, in_home):
    page = owner.get(f"/memories/{wrong}/edit")
    form = page.context["form"].initial | {"content": "Ana climbs on Fridays."}
    assert owner.post(f"/memories/{wrong}/edit", form).status_code == 302
    assert standing(in_home, wrong) == "verified"


def test_a_field_that_is_wrong_too(owner, fact, in_home):
    memory_id = fact()
    owner.post(f"/memories/{memory_id}/wrong")
    form = owner.get(f"/memories/{memory_id}/edit").context["form"].initial | {"content": "brief"}
    assert owner.post(f"/memories/{memory_id}/edit", form).status_code == 302
    assert standing(in_home, memory_id) == "verified"


def test_or_forgotten(owner, wrong):
    assert "Forget this memory?" in owner.get(f"/memories/{wrong}/forget").content.decode()
    owner.post(f"/memories/{wrong}/forget")
    assert "If you restore it, assistants don't use it until you mark it as correct." in shown(owner, wrong)


@pytest.mark.parametrize("word", ["wrong", "right"])
def test_nobody_else_says_it(colleague, outsider, client, wrong, in_home, word):
    for who in (colleague, outsider):
        assert who.post(f"/memories/{wrong}/{word}").status_code == 404
    assert client.post(f"/memories/{wrong}/{word}").status_code == 302
    assert standing(in_home, wrong) == "rejected"


def test_looking_says_nothing(owner, note, in_home):
    memory_id = note()
    assert owner.get(f"/memories/{memory_id}/wrong").status_code == 405
    assert standing(in_home, memory_id) == "unverified"


def test_the_page_of_what_is_wrong_is_sound(owner, wrong, problems_of):
    for path in (f"/memories/{wrong}", f"/memories/{wrong}/edit", "/memories?state=wrong"):
        assert problems_of(owner.get(path)) == [], path
