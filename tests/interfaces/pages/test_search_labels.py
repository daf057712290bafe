"""How a search says that it found something, and what it shows first."""

import pytest
from django.utils import timezone

from memories.maintenance.index_turns import index_turns

pytestmark = pytest.mark.django_db


def groups(client, words):
    return {group.name: group for group in client.get("/search", {"q": words}).context["groups"]}


def whys(group):
    return {str(hit.text): str(hit.why) for hit in group.hits}


def test_a_message_that_has_none_of_the_words_is_not_said_to_have_some(owner, say, now, home):
    say("My grandmother taught me to bake bread.", "And my brother Tiago bakes, too.")
    index_turns(workspace_id=home.workspace_id, now=timezone.now())

    found = {
        text: why
        for group in groups(owner, "Which cake did grandmother make?").values()
        for text, why in whys(group).items()
    }

    assert found == {
        "My <mark>grandmother</mark> taught me to bake bread.": "some of your words",
        "And my brother Tiago bakes, too.": "similar meaning",
    }


@pytest.mark.parametrize("words", ["Rua das Flores", "door code"])
def test_a_request_that_has_the_words_comes_before_what_is_loosely_related(owner, note, fact, ask, words):
    note("Ana hangs flowers beside the door.", key="door")
    fact(key="coding_style", category="preference", value="short functions")
    ask(f"{words} 12", key="home_address")

    found = groups(owner, words)

    assert next(iter(found)) == "requests" and set(whys(found["requests"]).values()) == {"same words"}


@pytest.mark.parametrize("words", ["Tomaten", "die Tomaten", "tomates", "pomodori", "Tomatenrezept"])
def test_what_has_the_words_of_another_language_is_found_and_said_to(owner, note, words):
    note("Ana's recipe for tomato soup has basil.", key="soup")
    note(key="release")

    found = groups(owner, words)

    assert whys(found["memories"]) in (
        {"Ana&#x27;s recipe for <mark>tomato</mark> soup has basil.": "words of the same meaning"},
        {"Ana&#x27;s <mark>recipe</mark> for <mark>tomato</mark> soup has basil.": "words of the same meaning"},
    )
