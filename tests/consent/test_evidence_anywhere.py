"""Evidence of a sensitive field waits wherever an agent may put it: in keys, titles, tags, metadata, fact values."""

import pytest

from consent.outcomes import Applied, Queued

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("category", "key", "value"),
    [
        ("identity", "occupation", "baker in Zagreb, Ilica 42"),
        ("identity", "employer", "a union office, as a member of the nurses' union"),
        ("preference", "hobbies", "choir of the mosque she prays in"),
        ("identity", "birthday", "4 May, in Maribor where she lives"),
        ("preference", "likes", "being called Fips"),
        ("preference", "newsletter", "in Slovene, her mother tongue"),
        ("constraint", "availability", "not on Tuesdays, when she has chemotherapy"),
    ],
)
def test_in_the_value_of_a_harmless_fact(set_fact, category, key, value):
    assert isinstance(set_fact(category, key, value), Queued)


@pytest.mark.parametrize(
    ("category", "key", "value"),
    [
        ("identity", "occupation", "baker"),
        ("preference", "favorite_food", "Portuguese custard tarts"),
        ("preference", "hobbies", "hiking in Norway"),
        ("preference", "likes", "Italian coffee"),
        ("preference", "dislikes", "horror films"),
        ("preference", "next_trip", "Lisbon in May"),
        ("constraint", "availability", "9 to 17, not on Fridays"),
        ("identity", "pets", "a cat named Paris"),
    ],
)
def test_a_harmless_fact_applies(set_fact, category, key, value):
    assert isinstance(set_fact(category, key, value), Applied)


@pytest.mark.parametrize(
    "fields",
    [
        {"key": "gender", "content": "female"},
        {"key": "geo", "content": "Zagreb"},
        {"key": "postal", "content": "10000"},
        {"key": "reply_in", "content": "German"},
        {"key": "handle", "content": "Fips"},
        {"key": "diagnosis", "content": "diabetes"},
        {"content": "Zagreb", "summary": "Where Ana lives"},
        {"content": "Zagreb", "title": "Where the user is based"},
        {"content": "Fips", "summary": "What to call the user"},
        {"content": "they", "title": "Ana's pronouns"},
        {"content": "Catholic", "summary": "Ana's faith"},
        {"title": "Diabetic"},
        {"tags": ("lesbian",)},
        {"tags": ("hiv positive",)},
        {"metadata": {"religion": "Sikh"}},
        {"metadata": {"profile": {"salary": "52,000"}}},
        {"metadata": {"diabetes": True}},
        {"metadata": {"note": "Ana is of Kurdish descent"}},
        {"metadata": {"gender": "f"}},
        {"key": "health.asthma"},
        {"category": "religion", "content": "Buddhist"},
        {"source_label": "Ana is a union member"},
        {"content": "ana lives in lisbon"},
        {"content": "Ana lives in. Lisbon."},
        {"key": "ana-lives-in-lisbon"},
        {"key": "ana.lives.in.lisbon"},
        {"run_id": "ana_lives_in_lisbon"},
        {"thread_id": "ana-lives-in-lisbon"},
        {"metadata": {"words": ["Ana", "lives", "in", "a", "nice", "town", "called", "Lisbon", "since", "ten"]}},
    ],
)
def test_in_any_place_of_a_memory(write, fields):
    assert isinstance(write(**fields), Queued)


@pytest.mark.parametrize(
    "fields",
    [
        {"tags": ("Lisbon", "red", "city")},
        {"title": "City", "summary": "Lisbon"},
        {"title": "Lisbon", "key": "city"},
        {"summary": "lisbon", "key": "city"},
        {"title": "Lisbon", "tags": ("city",)},
        {"source_label": "city", "title": "Lisbon"},
        {"run_id": "city", "actor_id": "Lisbon"},
        {"category": "city", "tags": ("Lisbon",)},
        {"category": "city", "metadata": {"v": "Lisbon"}},
        {"metadata": {"x": [{"p": "city"}, {"q": "Lisbon"}]}},
        {"title": "Ana lives in", "summary": "Lisbon"},
        {"title": "Ana lives in", "tags": ("Lisbon",)},
        {"content": "Ana lives in", "metadata": {"where": "Lisbon"}},
        {"content": "Ana lives there.", "metadata": {"there": "Lisbon"}},
        {"key": "ana-lives-in", "title": "Lisbon"},
        {"run_id": "Ana lives in", "actor_id": "Lisbon"},
        {"title": "Ana's pronouns are", "source_label": "they/them"},
        {"summary": "She is called", "tags": ("Fips",)},
    ],
)
def test_in_two_places_of_a_memory(write, fields):
    assert isinstance(write(**fields), Queued)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ({"tags": ("city",)}, {"title": "Lisbon"}),
        ({"title": "City"}, {"title": "City", "summary": "Lisbon"}),
        ({"content": "Lisbon"}, {"content": "Lisbon", "source_label": "city"}),
        ({"content": "Lisbon"}, {"content": "Lisbon", "metadata": {"field": "city"}}),
    ],
)
def test_in_one_place_beside_what_stands_in_another(write, first, then):
    assert isinstance(write(**first), Applied)
    assert isinstance(write(**then), Queued)


def test_what_stands_is_not_asked_about_again(write, person):
    assert isinstance(write(title="Lisbon", tags=("city",), actor=person), Applied)
    assert isinstance(write(title="Lisbon", tags=("friday",)), Applied)


@pytest.mark.parametrize(
    "fields",
    [
        {"tags": ("location", "office"), "title": "Desk map"},
        {"tags": ("language", "python"), "title": "Parser"},
        {"tags": ("income", "report"), "title": "Margins by quarter"},
        {"tags": ("party", "birthday"), "title": "Balloons for Leo"},
        {"title": "Offices are in", "tags": ("Lisbon",)},
        {"title": "Flights to", "summary": "Lisbon and Porto"},
        {"key": "meeting-notes-for", "title": "Standup"},
        {"content": "service runs in lisbon"},
        {"content": "team is based in lisbon"},
        {"content": "Ana asked what to cook. In Lisbon it rained."},
        {"tags": ("release", "friday")},
        {"metadata": {"condition": "used", "orientation": "landscape"}},
        {"key": "party", "content": "12 guests, vegetarian food"},
        {"title": "Trip", "content": "Ana books a hotel in Rome."},
        {"key": "race", "content": "Berlin Marathon in September"},
        {"content": "Blue", "title": "Colour of the new bike"},
    ],
)
def test_a_harmless_memory_applies(write, fields):
    assert isinstance(write(**fields), Applied)


@pytest.mark.parametrize(
    "content",
    [
        "Ana is no longer in Ljubljana.",
        "Ana has left Ljubljana for good.",
        "Ljubljana is not where Ana lives any more.",
        "Ana used to live in Ljubljana.",
    ],
)
def test_the_end_of_what_is_known_is_asked_about_too(set_fact, person, write, content):
    assert isinstance(set_fact("identity", "city", "Ljubljana", actor=person), Applied)
    assert isinstance(write("Ana lives in Ljubljana.", key="repeated"), Applied)
    assert isinstance(write(content, key="ended"), Queued)


def test_a_later_summary_that_tells_what_a_word_means_is_asked_about(write):
    assert isinstance(write("Zagreb", key="word"), Applied)
    assert isinstance(write("Zagreb", key="word", summary="Where Ana lives"), Queued)
