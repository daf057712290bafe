"""What is dangerous is found, and comes first, whatever words a search for it has."""

import pytest

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(note, fact):
    """A liking with the words of the questions is the newest."""
    fact("allergies", "walnuts", category="constraint", item="walnuts")
    note("Ana is allergic to penicillin.", key="a")
    note("Ana's sister Rita does not eat wheat.", key="b")
    note("Ana likes to eat what doctors know to be good, and reads about penicillin.", key="c")


def hits(client, words):
    found = client.get("/search", {"q": words}).context["groups"]
    return [
        (group.name, [str(hit.text).replace("<mark>", "").replace("</mark>", "") for hit in group.hits])
        for group in found
    ]


@pytest.mark.parametrize(
    "question",
 [
        "what can I not eat", "what am I allergic to", "what must doctors know", "Was darf ich nicht essen?",
        "¿Qué no puedo comer?",
    ],
)  # fmt: skip
def test_a_question_finds_all_needs_first(owner, told, question):
    name, texts = hits(owner, question)[0]
    assert (name, texts) == ("needs", ["Allergies: walnuts", "Ana is allergic to penicillin."])


def test_a_word_finds_the_allergy_before_the_newer_liking(owner, told):
    assert [(name, len(texts)) for name, texts in hits(owner, "penicillin")] == [("needs", 1), ("memories", 1)]
    rows = owner.get("/memories", {"q": "penicillin"}).context["page"].rows
    assert rows[0].current.content == "Ana is allergic to penicillin."


def test_the_list_of_memories_answers_the_same_question_first(owner, told):
    page = owner.get("/memories", {"q": "what must doctors know"})
    assert len(page.context["needs"]) == 2
    html = page.content.decode()
    assert html.index("Ana is allergic to penicillin.") < html.index("Ana likes to eat what")
    assert owner.get("/memories", {"q": "what must doctors know", "category": "goals"}).context["needs"] == []


def test_all_of_many_needs_are_shown(owner, fact):
    for number in range(9):
        fact("allergies", f"nut {number}", category="constraint", item=f"nut {number}")
    [(_, texts)] = hits(owner, "what am I allergic to")
    assert len(texts) == 9


def test_a_question_about_somebody_else_finds_none(owner, told):
    assert "needs" not in dict(hits(owner, "What can Rita not eat?"))


def test_what_is_confidential_is_found_by_its_own_person(owner, note, person):
    note("Ana's cat sleeps in the kitchen.", actor=person, sensitivity="confidential")
    assert dict(hits(owner, "Which pets live with her?"))["closest"] == ["Ana&#x27;s cat sleeps in the kitchen."]


def test_nobody_elses_needs_are_found(colleague, told):
    assert "needs" not in dict(hits(colleague, "what am I allergic to"))
