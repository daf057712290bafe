"""A message of the person that tells several needs is in answers, and each of its needs is a fact; an intolerance is
stored at once, in whatever language."""

import pytest

from operations import jobs

pytestmark = pytest.mark.django_db
NUTS_AND_SESAME = "Soy alérgica a los cacahuetes y no puedo comer sésamo."


@pytest.fixture
def ask(api, ana):
    def query(question):
        return [one["content"] for one in api.post("/memory/query", {"user_id": ana, "query": question}).json()]

    return query


def test_a_message_of_two_needs_is_in_answers(say, ask):
    say(NUTS_AND_SESAME)
    assert NUTS_AND_SESAME in ask("¿Puede comer sésamo?")


def test_each_of_its_needs_is_a_fact(say, ask):
    say(NUTS_AND_SESAME)
    assert {"allergies: cacahuetes", "avoided_foods: sésamo"} <= set(ask("What can I cook for Ana?"))


def test_two_needs_of_one_german_message_are_facts(say, ask):
    say("Ich bin Vegetarierin und vertrage keine Laktose")
    assert {"allergies: Laktose", "diet: Vegetarierin"} <= set(ask("Was kann ich für Ana kochen?"))


@pytest.mark.parametrize(
    "content",
    [
        "Ana is lactose intolerant.", "Ana has a lactose intolerance.", "Ana verträgt keine Laktose.",
        "Ana hat eine Laktoseintoleranz.", "Ana es intolerante a la lactosa.", "Ana a une intolérance au lactose.",
    ],
)  # fmt: skip
def test_an_intolerance_is_stored_at_once(api, ana, content):
    assert api.post("/memories", {"user_id": ana, "content": content}).status_code == 201


def test_an_illness_is_asked_about(api, ana):
    assert api.post("/memories", {"user_id": ana, "content": "Ana has Crohn's disease."}).status_code == 202


def test_a_question_for_a_relatives_food_finds_their_allergy(api, ana, home, ask):
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    said = ["Mi madre es alérgica al marisco", *(f"Ana come con su madre en la playa {i}" for i in range(6))]
    api.post(f"/sessions/{session}/turns", {"turns": [{"role": "user", "content": one} for one in said]})
    jobs.JOBS["index_turns"](home.workspace_id)
    assert said[0] in ask("¿Puede comer gambas la madre de Ana?")[:1]


@pytest.mark.parametrize(
    "message",
    [
        "My son Tom can't have eggs.", "Unser Kleiner hat eine Erdnussallergie.", "My husband went vegan.",
        "My husband carries an EpiPen because of his nut allergy.", "A mi suegra le sienta mal el gluten.",
        "Mon fils ne peut pas boire de lait.",
    ],
)  # fmt: skip
def test_a_relatives_need_is_a_fact_of_family(say, needs, owner, ana, message):
    say(message)
    facts = owner.get(f"/users/{ana}/facts").json()["results"]
    assert [one["key"] for one in facts] == ["family"] and facts[0]["value"].split(" ", 1)[1] in message
    assert needs() == set() and owner.get("/proposals", {"state": "pending"}).json()["results"] == []
