"""Other words in the place of what was asked for: one value where one goes, and what was remembered already."""

import re

import pytest
from django.utils import timezone
from django.utils.html import strip_tags

from consent.changes import SetFact
from consent.models import Policy
from memories.drafts import FactDraft
from memories.models import Fact

pytestmark = pytest.mark.django_db


def edit(client, proposal_id, value):
    shown = client.get(f"/proposals/{proposal_id}").context["card"].proposal.shown_hash
    form = {"shown_hash": shown, "value": value}
    return client.post(f"/proposals/{proposal_id}/amend", form, follow=True)


@pytest.fixture
def values(in_home):
    def _values(key):
        with in_home():
            return sorted(Fact.objects.active().filter(key=key).values_list("value", flat=True))

    return _values


@pytest.fixture
def allergy(asked, home, in_home):
    with in_home():
        Policy.objects.create(fact_key="allergies", outcome="consent", priority=0)
    draft = FactDraft(person_id=home.user_id, category="constraint", key="allergies", value="kiwi", item="kiwi")
    return asked(SetFact(draft=draft))


def test_several_values_are_not_saved_as_one(owner, allergy, values):
    page = edit(owner, allergy, "mango, papaya")
    assert page.status_code == 422 and values("allergies") == []
    assert "this request is about one. Write one here;" in page.content.decode() and "mango, papaya" in str(
        page.content
    )


def test_one_other_value_is_saved(owner, allergy, values):
    edit(owner, allergy, "mango")
    assert values("allergies") == ["mango"]


@pytest.fixture
def nana(ask, home, send, person):
    """They are called Maria, and an assistant asks for another name; the request's id."""
    draft = FactDraft(person_id=home.user_id, category="identity", key="preferred_name", value="Maria")
    send(SetFact(draft=draft), actor=person)
    return ask("Nana", key="preferred_name", at=timezone.now())


def test_an_edit_to_what_is_remembered_changes_nothing_and_says_so(owner, nana, values, parts):
    page = re.sub(r"\s+", " ", strip_tags(edit(owner, nana, "Maria").content.decode()))
    assert "Kept as it was. You kept “Maria” and refused “Nana”." in page
    assert values("preferred_name") == ["Maria"]

    decisions = owner.get("/decisions").content.decode()
    assert "Change:" not in decisions and "Another value saved" not in decisions.partition('class="card')[2]
    receipt = re.sub(r"\s+", " ", strip_tags(owner.get(f"/proposals/{nana}/receipt").content.decode()))
    assert "“Maria” was remembered already, and stayed" in receipt and "in the place of" not in receipt
    assert "→" not in parts()[0] and "Kept as it was" in parts()[0]
