"""A sensitive value stated in a free text waits like any other: there is no way around the gate."""

from datetime import timedelta

import pytest

from consent.outcomes import Applied, Queued
from memories.models import Memory
from workspaces import scope

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "content",
    [
        "User lives in Lisbon.",
        "The user's name is Ana.",
        "Ana's pronouns are she/her.",
        "User speaks Portuguese.",
        "city: Lisbon",
        "ＵＳＥＲ ＬＩＶＥＳ ＩＮ Lisbon",
        "User lives in Li\u200bsbon.",
    ],
)
def test_a_statement_in_the_content_is_queued(home, write, content):
    answer = write(content)
    assert isinstance(answer, Queued) and answer.memory_id is None
    with scope.enter(home.workspace_id):
        assert Memory.objects.count() == 0


@pytest.mark.parametrize(
    "fields",
    [
        {"key": "city", "content": "Lisbon"},
        {"title": "User lives in Lisbon"},
        {"summary": "User lives in Lisbon."},
        {"metadata": {"city": "Lisbon"}},
        {"metadata": {"facts": [{"preferred_name": "Ana"}]}},
        {"tags": ("city: Lisbon",)},
        {"tags": ("city",), "content": "Lisbon"},
        {"title": "City", "content": "Lisbon"},
        {"category": "city", "content": "Lisbon"},
        {"source_label": "User lives in Lisbon."},
        {"metadata": {"User lives in Lisbon.": True}},
        {"metadata": {"city": {"value": "Lisbon"}}},
        {"metadata": {"city": {"Lisbon": 1}}},
        {"metadata": {"field": "city", "value": "Lisbon"}},
        {"metadata": {"pairs": [["city", "Lisbon"]]}},
        {"metadata": {"city.Lisbon": True}},
        {"metadata": {"Lisbon": "city"}},
        {"metadata": {"type": "city", "value": "Lisbon"}},
        {"metadata": {"columns": ["id", "city"], "rows": [["7", "Lisbon"]]}},
        {"metadata": {"table": [["id", "city"], ["7", "Lisbon"]]}},
        {"metadata": {"a": "lives in", "b": "Lisbon"}},
        {"metadata": {"said": ["she", "lives", "in", "Lisbon"]}},
        {"content": '{"k": "city", "v": "Lisbon"}'},
        {"content": '{"rows": [["city", "Lisbon"]]}'},
        {"key": "city/lisbon"},
        {"key": "city", "metadata": {"data": "Lisbon"}},
        {"metadata": {"field": "city", "data": ["Lisbon"]}},
        {"metadata": {"lives": {"in": {"Lisbon": True}}}},
        {"tags": ("city:Lisbon",)},
        {"title": "What is the user's name?", "content": "Maggie"},
        {"title": "Where does she live?", "content": "Lisbon"},
    ],
)
def test_so_is_one_anywhere_else_in_the_draft(write, fields):
    assert isinstance(write(**fields), Queued)


def test_so_is_one_in_the_namespace(home, write):
    own = ("memories", str(home.user_id))
    assert isinstance(write("Lisbon", namespace=(*own, "city")), Queued)
    assert isinstance(write("Noted.", namespace=(*own, "city.Lisbon")), Queued)


def test_so_is_one_in_the_value_of_another_field(set_fact):
    assert isinstance(set_fact("preference", "note", "User lives in Lisbon."), Queued)
    assert isinstance(set_fact("preference", "note", "Prefers short answers."), Applied)


@pytest.mark.parametrize(
    ("key", "value"), [("city.lisbon", "yes"), ("lisbon", "is where she lives"), ("zip", "1100-148")]
)
def test_so_is_one_in_its_key(set_fact, key, value):
    assert isinstance(set_fact("preference", key, value), Queued)


@pytest.mark.parametrize(
    "fields",
    [
        {"metadata": {"sort": "name", "page": "one"}},
        {"metadata": {"type": "note", "colour": "red"}},
        {"metadata": {"tags": ["tea", "music", "trains"]}},
        {"content": '{"sort_by": "city", "limit": 10}'},
        {"key": "app/settings.dark"},
        {"tags": ("city-guide", "trip")},
    ],
)
def test_harmless_names_and_pairs_apply(write, fields):
    assert isinstance(write(**fields), Applied)


@pytest.mark.parametrize(
    "content",
    [
        "User is vegetarian and likes pasta.",
        "The city council meets on Tuesday.",
        "The release is on Friday.",
        "Language models are fun to talk about.",
    ],
)
def test_harmless_texts_apply(write, content):
    assert isinstance(write(content), Applied)


def test_repeating_an_approved_value_states_nothing_new(write, set_fact, person):
    set_fact("identity", "city", "Lisbon", actor=person)
    assert isinstance(write("User lives in Lisbon."), Applied)
    assert isinstance(write("User lives in Faro.", key="other"), Queued)


def test_a_shared_note_is_about_nobody(write):
    assert isinstance(write("city: Lisbon", namespace=("shared", "team")), Applied)


@pytest.mark.parametrize(
    "content",
    [
        "User lives in Lisbon and likes tea.",
        "User lives in Lisbon and works at Google.",
        "City: Lisbon, diet: vegetarian",
        "Since she lives in Lisbon, she takes the tram. Bob visited.",
        '{"city": "Lisbon", "colour": "red"}',
    ],
)
def test_nor_does_it_beside_something_else(write, set_fact, person, content):
    set_fact("identity", "city", "Lisbon", actor=person)
    assert isinstance(write(content), Applied)


@pytest.mark.parametrize(
    "content",
    [
        "User no longer lives in Lisbon.",
        "The user lives in Lisbon no more.",
        "It is not true that the user lives in Lisbon.",
        "Lisbon is no longer her city.",
        "The user lives in Lisbon. Correction: Porto.",
        "The user lives in Lisbon or rather Porto.",
        "The user lives in Lisbon (wrong: Porto).",
        "The user lives in Lisbon until May, then in Porto.",
        "The user lives in Lisbon and Porto.",
        "The user lives in Lisbon -> Porto",
        "City: Lisbon / Porto",
        "City: Lisbon, now Porto",
        "Forget that she lives in Lisbon.",
    ],
)
def test_denying_or_correcting_an_approved_value_is_new(write, set_fact, person, content):
    set_fact("identity", "city", "Lisbon", actor=person)
    assert isinstance(write(content), Queued)


@pytest.mark.parametrize(
    "content",
    [
        "Her name is Ana but she prefers Maggie.",
        "Name: Ana (call her Maggie)",
        "Ana is not her name.",
        "Always answer in Portuguese, never.",
        "Stop answering in Portuguese.",
        "Pronouns: she/her or they/them",
        "Pronouns: not she/her",
    ],
)
def test_so_it_is_for_the_other_fields(write, set_fact, person, content):
    for key, value in (("preferred_name", "Ana"), ("language", "Portuguese"), ("pronouns", "she/her")):
        set_fact("identity", key, value, actor=person)
    assert isinstance(write(content), Queued)


def test_no_agent_lets_a_statement_end_earlier(write, set_fact, person, now):
    """What it may not forget it does not let expire either."""
    set_fact("identity", "city", "Faro", actor=person)
    write("User lives in Faro.", actor=person)
    assert isinstance(write("User lives in Faro.", expires_at=now + timedelta(minutes=1)), Queued)
    assert isinstance(write("User lives in Faro.", tags=("home",)), Applied)
    write("User likes fish.", key="other")
    assert isinstance(write("User likes fish.", key="other", expires_at=now + timedelta(minutes=1)), Applied)


def test_a_name_that_a_memory_keeps_is_read_with_its_new_content(write):
    assert isinstance(write("2026!", tags=("city",)), Applied)
    assert isinstance(write("Lisbon"), Queued)


def test_a_statement_is_not_overwritten_without_consent(write, person):
    write("User lives in Faro.", actor=person)
    assert isinstance(write("Nothing to see."), Queued)
    assert isinstance(write("User likes fish.", key="other"), Applied)


@pytest.mark.parametrize("fields", [{"title": "User lives in Faro."}, {"metadata": {"city": "Faro"}}])
def test_forgetting_asks_for_what_stands_beside_the_content_too(write, forget, restore, person, fields):
    written = write(actor=person, **fields)
    assert isinstance(forget(written.memory_id), Queued)
    forget(written.memory_id, actor=person)
    assert isinstance(restore(written.memory_id), Queued)


def test_a_field_is_sensitive_whatever_its_value_looks_like(set_fact, forget, restore, person):
    written = set_fact("identity", "language", "Klingon", actor=person)
    assert isinstance(forget(written.memory_id), Queued)
    forget(written.memory_id, actor=person)
    assert isinstance(restore(written.memory_id), Queued)
