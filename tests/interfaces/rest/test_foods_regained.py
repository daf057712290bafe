"""Whoever says that they can eat something again is asked whether to forget that they cannot."""

import pytest

from conversations.models import Turn
from workspaces import scope

pytestmark = pytest.mark.django_db


@pytest.fixture
def needs(api, ana):
    return lambda: {one["value"] for one in api.get(f"/users/{ana}/facts").json()["results"]}


@pytest.fixture
def need(owner, ana):
    def put(key, value):
        assert owner.put(f"/users/{ana}/facts/constraint/{key}", {"value": value}).status_code in (200, 201)

    return put


@pytest.fixture
def asked(owner):
    return lambda: owner.get("/proposals", {"state": "pending"}).json()["results"]


SAID = [
    ("allergies", "peanuts", "I can eat peanuts again, the doctor says the allergy is gone."),
    ("allergies", "peanuts", "I'm allowed to have peanuts again."),
    ("allergies", "peanuts", "I have outgrown my peanut allergy."),
    ("allergies", "Kiwi", "Kiwi kann ich inzwischen wieder essen."),
    ("allergies", "Nüsse", "Ich darf wieder Nüsse essen."),
    ("avoided_foods", "gluten", "Ya puedo comer gluten."),
    ("avoided_foods", "gluten (celiaca)", "Puedo comer gluten otra vez."),
    ("allergies", "noix", "Je peux de nouveau manger des noix."),
    ("avoided_foods", "lait", "Je remange du lait, tout va bien."),
]


WAYS = [
    ("vegan", "I stopped being vegan last year."),
    ("vegetarian", "I eat meat again, and it's great."),
    ("Veganer", "Mit dem Veganismus hab ich aufgehört."),
    ("vegan", "Ich bin nicht mehr vegan."),
    ("Vegetarierin", "Ich bin keine Vegetarierin mehr."),
    ("vegetarisch", "Ich esse wieder Fleisch."),
    ("vegana", "Ya no soy vegana."),
    ("vegetariano", "He dejado de ser vegetariano."),
    ("végane", "Je ne suis plus végane."),
    ("végétarienne", "J'ai arrêté d'être végétarienne, je remange de la viande."),
]


@pytest.mark.parametrize(("value", "message"), WAYS)
def test_the_server_asks_whether_to_forget_an_abandoned_diet(say, need, needs, asked, value, message):
    need("diet", value)
    need("allergies", "sesame")
    say(message)
    (question,) = asked()
    assert value in question["old_value"] and question["new_value"] == ""
    assert question["reason"] == "Your message says that you no longer eat this way."
    assert needs() == {value, "sesame"}


@pytest.mark.parametrize(
    "message",
    [
        "My brother stopped being vegetarian.", "I never stopped being vegetarian.", "I eat cheese again.",
        "Ich bin nicht mehr müde.", "Ya no soy estudiante.", "Je ne suis plus fatiguée.",
        "Ich bin nicht mehr strikt dagegen, vegan zu kochen.", "When will you stop being vegan?",
    ],
)  # fmt: skip
def test_other_sentences_lead_to_no_request(say, need, needs, asked, message):
    need("diet", "vegetarian")
    say(message)
    assert asked() == [] and "vegetarian" in needs()


def test_giving_up_vegetables_gives_up_no_diet(say, need, asked):
    need("diet", "veggie")
    say("I've given up veggies on my pizza.")
    assert asked() == []


@pytest.mark.parametrize(("key", "value", "message"), SAID)
def test_the_person_is_asked_and_it_stands(say, need, needs, asked, key, value, message):
    need(key, value)
    need("allergies", "sesame")
    say(message)
    (question,) = asked()
    assert value in question["old_value"] and question["new_value"] == ""
    assert question["reason"] == "Your message says that you can have it again."
    assert needs() == {value, "sesame"}


@pytest.mark.parametrize(
    "message",
    [
        "I wish I could eat peanuts again.", "My son can eat peanuts again.", "I can't eat peanuts again.",
        "When can I eat peanuts again?", "Ich kann keine peanuts mehr essen.", "Ya no puedo comer peanuts.",
        "I can eat kiwi again.", "Je ne peux plus manger de peanuts.",
    ],
)  # fmt: skip
def test_other_words_ask_nothing(say, need, needs, asked, message):
    need("allergies", "peanuts")
    say(message)
    assert [one for one in asked() if one["new_value"] == ""] == [] and "peanuts" in needs()


def test_a_yes_forgets_it(say, need, needs, asked, owner):
    need("allergies", "peanuts")
    say(SAID[0][2])
    (question,) = asked()
    page = owner.client.get(f"/proposals/{question['id']}").content.decode()
    assert "Forget “peanuts” from your allergies?" in page
    assert owner.post(f"/proposals/{question['id']}/approve", {"shown_hash": question["shown_hash"]}).status_code == 200
    assert needs() == set()


def test_its_words_are_read_while_it_waits(say, need, home):
    need("allergies", "peanuts")
    say("I can eat peanuts again.")
    with scope.enter(home.workspace_id):
        assert Turn.objects.get().withheld == []
