"""How a search says that it found something, and what it shows first."""

import pytest
from django.utils import timezone

from consent.changes import SetFact, WriteMemory
from consent.models import Proposal
from memories.drafts import FactDraft, MemoryDraft
from memories.maintenance.index_turns import index_turns

pytestmark = pytest.mark.django_db
# More than so few texts that any of them is shown.
OTHERS = (
    "waters the tomatoes", "feeds the cat", "plays the piano", "has a blue bicycle", "bakes bread on Sunday",
    "works on the release", "meets Rita on Friday", "paints the kitchen", "sings in a choir", "repairs old clocks",
    "drinks green tea", "runs in the park", "knits a scarf", "grows basil", "sleeps until seven",
    "calls her brother on Monday", "collects stamps", "swims in the lake", "learns Dutch", "pays the rent by card",
    "watches films on Saturday", "writes postcards",
)  # fmt: skip


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


@pytest.mark.parametrize("words", ["health", "health conditions", "my health conditions", "Gesundheit"])
def test_a_request_is_found_by_the_name_of_its_field(owner, notes, ask, words):
    notes("Ana was diagnosed with diabetes.")
    asthma = ask("asthma", key="health_conditions", item="asthma")
    ask("Lisbon", key="city")

    found = {hit.path: str(hit.note) for hit in groups(owner, words)["requests"].hits}

    assert len(found) == 2 and f"/proposals/{asthma}" in found
    assert "Lisbon" not in str(found)


def test_a_request_is_found_by_its_subject(owner, ask, home, send):
    draft = MemoryDraft(
        namespace=("memories", str(home.user_id)), key="trip", content="Ana moved to Rua Augusta 5.", category="travel"
    )
    asked = send(WriteMemory(draft=draft))

    assert [hit.path for hit in groups(owner, "travel")["requests"].hits] == [f"/proposals/{asked.proposal_id}"]


def test_a_request_says_where_the_words_are(owner, notes):
    notes("Ana was diagnosed with diabetes.")

    [hit] = groups(owner, "health conditions")["requests"].hits

    assert "something about your <mark>health</mark> <mark>conditions</mark>" in hit.note.replace(
        "about <", "about your <"
    )


@pytest.mark.parametrize("words", ["Wohin reist Ana gern?", "¿Adónde viaja Ana?", "Où voyage Ana ?"])
def test_a_question_in_another_language_finds_an_english_memory(owner, note, words):
    text = "Ana likes to travel to Évora by train."
    for number, other in enumerate(OTHERS):
        note(f"Ana {other}.", key=f"other-{number}")
    note(text, key="told")

    found = groups(owner, words)

    assert [hit.memory.current.content for group in found.values() for hit in group.hits][:1] == [text]


def test_a_request_past_its_time_is_told_as_expired(owner, ask, in_home):
    """No job has closed it yet."""
    ask("Lisbon")
    with in_home():
        Proposal.objects.update(expires_at=timezone.now())

    assert [hit.note for hit in groups(owner, "Lisbon")["requests"].hits] == ["Expired"]


@pytest.mark.parametrize("words", ["Tomaten", "die Tomaten", "tomates", "pomodori", "Tomatenrezept"])
def test_what_has_the_words_of_another_language_is_found_and_said_to(owner, note, words):
    note("Ana's recipe for tomato soup has basil.", key="soup")
    note(key="release")

    found = groups(owner, words)

    assert whys(found["memories"]) in (
        {"Ana&#x27;s recipe for <mark>tomato</mark> soup has basil.": "words of the same meaning"},
        {"Ana&#x27;s <mark>recipe</mark> for <mark>tomato</mark> soup has basil.": "words of the same meaning"},
    )


@pytest.mark.parametrize("words", ["Techniker", "der Techniker", "técnico", "Internettechniker"])
def test_a_technician_is_found_in_other_languages(owner, note, words):
    note("The internet technician comes on 12 December.")

    found = [hit for group in groups(owner, words).values() for hit in group.hits]

    assert len(found) == 1 and "technician" in found[0].text


@pytest.mark.parametrize("words", ["Bruder", "brother", "hermano"])
def test_what_has_the_words_in_english_follows_what_has_them_as_they_are(owner, home, send, person, note, words):
    draft = FactDraft(person_id=home.user_id, category="identity", key="family", value="brother: Tiago", item="tiago")
    send(SetFact(draft=draft), actor=person)
    note("My brother Tiago likes trains.")

    found = groups(owner, words)

    assert list(found)[:2] == ["facts", "memories"]
    assert "likes trains" in next(iter(whys(found["memories"])))


@pytest.mark.parametrize(
    ("text", "searches"),
    [
        ("A Ana le gusta la leche con miel.", ["milk", "Milch", "leche"]),
        ("Ana pflückt im Juni immer Erdbeeren.", ["strawberries", "strawberry", "fresas"]),
        ("Ana isst morgens immer ihren Milchreis mit Zimt.", ["milk"]),  # as a part of a longer word
    ],
)
def test_an_english_word_is_looked_for_in_the_languages_of_the_persons_texts(owner, note, text, searches):
    note("Ana's train leaves at seven.", key="train")
    note(text, key="foreign")

    for words in searches:
        hits = [hit for group in groups(owner, words).values() for hit in group.hits]
        assert hits and hits[0].memory.current.content == text
        assert "<mark>" in hits[0].text


@pytest.mark.parametrize(
    ("words", "text", "meant"),
    [
        ("marathn", "Ana runs a marathon in May.", "marathon"),
        ("Weizn", "Ana bakes with wheat.", "Weizen"),
        ("Balkong", "Ana reads on her balcony.", "balcony"),
        ("Weizen", "Ana bakes with wheat.", ""),
        ("grandmothers soup", "Ana cooks her grandmother's recipe.", ""),
    ],
)
def test_a_misspelt_word_is_told_what_it_was_taken_for(owner, note, words, text, meant):
    note(text)

    answer = owner.get("/search", {"q": words})

    assert answer.context["meant"] == meant
    assert answer.context["groups"] and ("Did you mean:" in answer.content.decode()) == bool(meant)


@pytest.mark.parametrize(
    ("words", "why"), [("lemon cake", "same words"), ("Zitronenkuchen", "words of the same meaning")]
)
def test_a_dish_brings_what_has_its_words_and_then_what_matters_for_food(owner, note, words, why):
    note("Ana is allergic to peanuts.", key="need")
    note("Ana bakes a lemon cake for Rita.", key="cake")

    found = groups(owner, words)

    assert list(found)[:2] == ["memories", "needs"]
    assert set(whys(found["memories"]).values()) == {why}
    assert set(whys(found["needs"]).values()) == {"matters for food"}


@pytest.mark.parametrize("words", ["What can Ana eat?", "allergies", "dinner for Ana", "Is lemon cake safe for Ana?"])
def test_a_question_for_what_may_be_eaten_is_answered_first(owner, note, words):
    note("Ana is allergic to peanuts.", key="need")
    note("Ana bakes a lemon cake for Rita.", key="cake")

    found = groups(owner, words)

    assert next(iter(found)) == "needs" and "matters for food" not in whys(found["needs"]).values()


@pytest.mark.parametrize(
    ("words", "why"),
    [("hermana", "words of the same meaning"), ("Schwester", "words of the same meaning"), ("sister", "same words")],
)
def test_a_relative_that_is_named_in_another_language_has_none_of_the_words(owner, home, send, person, words, why):
    draft = FactDraft(person_id=home.user_id, category="identity", key="family", value="sister: Clara", item="clara")
    send(SetFact(draft=draft), actor=person)

    assert set(whys(groups(owner, words)["facts"]).values()) == {why}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Ana a une sœur qui habite à Lyon.", "soeur"),
        ("Ana a une soeur qui habite à Lyon.", "sœur"),
        ("Ana wohnt an der großen Eiche.", "grossen"),
        ("Ana liest eine Ausgabe aus Færøerne.", "faeroerne"),
    ],
)
def test_ligatures_are_read_as_the_letters_that_they_are_made_of(owner, note, text, words):
    note(text)

    found = groups(owner, words)

    assert [hit.memory.current.content for group in found.values() for hit in group.hits][:1] == [text]
