"""Among many texts, what is a little like every one of them is like none."""

from html import unescape

import pytest
from django.utils.html import strip_tags

pytestmark = pytest.mark.django_db
TEXTS = (
    "Ana bakes her grandmother's lemon cake with almond flour.", "Ana travels by train and takes a window seat.",
    "Ana reads in the evening and on trains.", "Ana wants to walk a marathon next autumn.",
    "Ana grows tomatoes and basil on the balcony.", "Ana goes to the market on Saturdays.",
    "Ana cooked mushroom risotto for six guests.", "Ana likes warm chickpeas with lemon on late evenings.",
    "Ana walks in Sintra in spring, with Rita.", "Ana writes her examples in Python.",
    "The invoice migration runs in three minutes.", "Release notes have three parts.",
    "The technician comes for the internet.", "Ana has no meetings before ten.", "The new flat has a balcony.",
    "Inês presents the demo to the customers.", "Rita wants the recipe of the cake.", "Ana keeps a list of films.",
    "The bicycle needs a new chain.", "Ana waters the plants on Sundays.", "The printer is out of paper.",
    "Ana calls her mother every week.", "The library opens at nine.", "Ana learns to draw.",
)  # fmt: skip


@pytest.fixture
def many(note, person):
    for number, text in enumerate(TEXTS):
        note(text, key=f"n{number}", actor=person)


def closest(client, words):
    groups = {group.name: group for group in client.get("/search", {"q": words}).context["groups"]}
    hits = groups["closest"].hits if "closest" in groups else []
    return [unescape(strip_tags(hit.text)) for hit in hits]


@pytest.mark.parametrize("words", ["does Ana smoke?", "emergency", "does Ana have a dog?", "what is Ana's shoe size?"])
def test_what_was_never_said_finds_nothing(owner, many, words):
    assert closest(owner, words) == []


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("long distance walk goal", "Ana wants to walk a marathon next autumn."),
        ("seat next to the glass", "Ana travels by train and takes a window seat."),
    ],
)
def test_what_was_said_is_found_in_other_words(owner, many, words, text):
    assert text in [
        one.replace("&#x27;", "'").replace("<mark>", "").replace("</mark>", "") for one in closest(owner, words)
    ]
