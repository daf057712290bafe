"""An allergy that another memory denies, and a second diet, are named beside one another; nothing is removed."""

import html

import pytest

from consent.changes import SetFact, WriteMemory
from memories.drafts import FactDraft, MemoryDraft

pytestmark = pytest.mark.django_db
ALLERGIC, DENIED = "Ana is allergic to shellfish.", "Ana is not allergic to shellfish."
VEGAN = "Ana is vegan now."


@pytest.fixture
def note(home, send):
    def _note(content):
        draft = MemoryDraft(namespace=("memories", str(home.user_id)), key=content, content=content)
        return send(WriteMemory(draft=draft)).memory_id

    return _note


@pytest.fixture
def field(home, send):
    def _field(key, value):
        draft = FactDraft(person_id=home.user_id, category="constraint", key=key, value=value)
        return send(SetFact(draft=draft)).memory_id

    return _field


def shown(client, path):
    return " ".join(html.unescape(client.get(path).content.decode()).split())


def test_both_pages_and_the_list_name_the_other(owner, note):
    allergic, denied = note(ALLERGIC), note(DENIED)
    assert f'Another memory says otherwise: <a href="/memories/{denied}">“{DENIED}”' in shown(
        owner, f"/memories/{allergic}"
    )
    assert f'<a href="/memories/{allergic}">“{ALLERGIC}”' in shown(owner, f"/memories/{denied}")
    page = shown(owner, "/memories")
    assert page.count("Another memory says otherwise:") == 2 and "Your saved value" not in page


def test_the_field_counts_too(owner, note, field):
    allergy, denied = field("allergies", "shellfish"), note(DENIED)
    diet, vegan = field("diet", "vegetarian"), note(VEGAN)
    assert "Your saved value says otherwise:" in shown(owner, f"/memories/{denied}")
    assert f'<a href="/memories/{allergy}">' in shown(owner, f"/memories/{denied}").partition("says otherwise:")[2]
    assert f'<a href="/memories/{diet}">' in shown(owner, f"/memories/{vegan}").partition("says otherwise:")[2]
    assert f'<a href="/memories/{vegan}">' in shown(owner, f"/memories/{diet}").partition("says otherwise:")[2]


def test_another_allergy_and_the_same_diet_say_nothing_otherwise(owner, note, field):
    field("diet", "vegan")
    for memory in (note(ALLERGIC), note("Ana is not allergic to nuts."), note(VEGAN)):
        assert "says otherwise" not in shown(owner, f"/memories/{memory}")


def test_what_was_called_wrong_is_not_named(owner, note):
    allergic, denied = note(ALLERGIC), note(DENIED)
    owner.post(f"/memories/{denied}/wrong")
    assert "says otherwise" not in shown(owner, f"/memories/{allergic}")
