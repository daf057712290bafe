"""What the person refused or took back says nothing about another diagnosis, nor about what they cannot bear."""

import pytest

REFUSED = "Ana was diagnosed with epilepsy in 2019."
OTHERS = [
    "Ana was diagnosed with lupus in 2019.",
    "Ana was diagnosed with asthma in 2021.",
    "Ana was diagnosed with celiac disease in 2022.",
    "Ana was diagnosed with Crohn disease in 2021 by Dr. Melo.",
]


@pytest.fixture
def ask(ana):
    return lambda client, content, **more: client.post("/memories", {"user_id": ana, "content": content, **more})


@pytest.fixture(params=["withdraw", "reject"])
def answered(request, api, owner, ask):
    proposal = f"/proposals/{ask(api, REFUSED).json()['proposal_id']}"
    if request.param == "withdraw":
        owner.post(f"{proposal}/approve")
    assert owner.post(f"{proposal}/{request.param}").status_code == 200
    return proposal


@pytest.mark.parametrize("content", OTHERS)
def test_another_diagnosis_reaches_the_person(api, agent, owner, ask, answered, content):
    asked = [ask(api, content), ask(agent("planner"), content, category="goals")]
    assert [one.status_code for one in asked] == [202, 202]
    waiting = {row["id"] for row in owner.get("/proposals", {"state": "pending"}).json()["results"]}
    assert waiting == {one.json()["proposal_id"] for one in asked}


@pytest.mark.parametrize(
    "content",
    [REFUSED, "In 2019 Ana was diagnosed with epilepsy.", "She was recently diagnosed with epilepsy."],
)
def test_the_same_in_other_words_does_not(api, agent, owner, ask, answered, content):
    assert ask(api, content).json()["type"] == "/problems/refused-by-person"
    assert ask(agent("planner"), content, category="goals").status_code == 202
    assert owner.get("/proposals", {"state": "pending"}).json()["results"] == []


def test_to_let_it_be_asked_again_asks_what_waited_for_it_alone(api, agent, owner, ask, answered):
    other = f"/proposals/{ask(api, OTHERS[0]).json()['proposal_id']}"
    owner.post(f"{other}/reject")
    held = [ask(agent("planner"), one, category="goals").json()["proposal_id"] for one in (REFUSED, OTHERS[0])]
    owner.post(f"{answered}/ask-again")
    assert [row["id"] for row in owner.get("/proposals", {"state": "pending"}).json()["results"]] == held[:1]


@pytest.fixture(params=["text", "field"])
def refused_medicine(request, api, owner, ana, ask):
    field = f"/users/{ana}/facts/constraint/health_conditions"
    of_text = request.param == "text"
    asked = ask(api, "Ana takes antidepressants.") if of_text else api.put(field, {"value": "antidepressants"})
    owner.post(f"/proposals/{asked.json()['proposal_id']}/reject")


@pytest.mark.parametrize(
    "content",
    [
        "Ana is allergic to antidepressants.",
        "Ana must not take antidepressants.",
        "Ana keeps antidepressants at home and likes tea.",
    ],
)
def test_what_protects_the_person_reaches_them_though_they_refused_the_medicine(
    api, owner, ask, refused_medicine, content
):
    asked = ask(api, content)
    assert asked.status_code == 202
    waiting = owner.get("/proposals", {"state": "pending"}).json()["results"]
    assert [row["id"] for row in waiting] == [asked.json()["proposal_id"]]


def test_so_does_an_allergy_as_a_field(api, owner, ana, refused_medicine):
    answer = api.put(f"/users/{ana}/facts/constraint/allergies", {"value": "antidepressants"})
    assert answer.status_code == 202
    waiting = owner.get("/proposals", {"state": "pending"}).json()["results"]
    assert [row["id"] for row in waiting] == [answer.json()["proposal_id"]]


def test_to_take_it_is_refused_still(api, ask, refused_medicine):
    assert ask(api, "Ana is on antidepressants and allergic to nuts.").json()["type"] == "/problems/refused-by-person"


MASS, BLOCO = "Ana goes to mass on Sundays.", "Ana votes for Bloco de Esquerda."


@pytest.mark.parametrize(
    ("refused", "again"),
    [
        (MASS, "Ana goes to church every Sunday."),
        (MASS, "Ana va a misa los domingos."),
        (BLOCO, "Ana is in favour of the left party Bloco."),
        (BLOCO, "Ana vota no Bloco de Esquerda."),
    ],
)
def test_what_means_the_same_is_not_asked_again(api, agent, owner, ask, refused, again):
    owner.post(f"/proposals/{ask(api, refused).json()['proposal_id']}/reject")
    assert ask(api, again).json()["type"] == "/problems/refused-by-person"
    assert ask(agent("planner"), again, category="goals").status_code == 202
    assert owner.get("/proposals", {"state": "pending"}).json()["results"] == []


@pytest.mark.parametrize(
    ("refused", "other"),
    [
        (MASS, "Ana goes to the mosque on Fridays."),
        (MASS, "Ana left the church."),
        (BLOCO, "Ana votes for Chega."),
        ("Ana has epilepsy.", "Ana hat Asthma."),
    ],
)
def test_something_else_of_the_field_is(api, owner, ask, refused, other):
    owner.post(f"/proposals/{ask(api, refused).json()['proposal_id']}/reject")
    assert ask(api, other).status_code == 202
    assert len(owner.get("/proposals", {"state": "pending"}).json()["results"]) == 1


def test_the_card_says_what_was_refused_of_the_same_field(api, owner, ask):
    owner.post(f"/proposals/{ask(api, BLOCO).json()['proposal_id']}/reject")
    ask(api, "Ana votes for Chega.")
    assert f"You refused “{BLOCO.removesuffix('.')}” on " in owner.client.get("/inbox").content.decode()


def test_the_card_says_that_the_illness_was_refused(api, owner, ask):
    refused = ask(api, "Ana has asthma and carries an inhaler.").json()
    owner.post(f"/proposals/{refused['proposal_id']}/reject")
    ask(api, "Ana does not have asthma.")
    assert "You refused “Ana has asthma and carries an inhaler” on " in owner.client.get("/inbox").content.decode()


def test_the_card_names_what_is_remembered_of_the_illness(api, owner, ana, ask):
    ask(api, "Ana has asthma and carries an inhaler.")
    asked = api.put(f"/users/{ana}/facts/constraint/health_conditions", {"value": "asthma"}).json()
    owner.post(f"/proposals/{asked['proposal_id']}/approve")
    page = owner.client.get("/inbox").content.decode()
    assert "Remembered already, and it stays:" in page and "Health conditions: asthma" in page


def test_two_cards_that_contradict_each_other_say_so(api, owner, ask):
    for text in ("Ana has asthma and carries an inhaler.", "Ana does not have asthma.", "Ana has epilepsy."):
        ask(api, text)
    page = owner.client.get("/inbox").content.decode()
    assert page.count("Another request says the opposite:") == 2
    assert "the opposite: “Ana does not have asthma”." in page


def test_a_card_on_its_own_page_says_so_too(api, owner, ask):
    asked = [ask(api, text).json()["proposal_id"] for text in ("Ana has asthma.", "Ana does not have asthma.")]
    pages = [owner.client.get(f"/proposals/{one}").content.decode() for one in asked]
    assert "the opposite: “Ana does not have asthma”." in pages[0] and "the opposite: “Ana has asthma”." in pages[1]


def test_what_was_answered_opposes_nothing_any_more(api, owner, ask):
    asked = [ask(api, text).json()["proposal_id"] for text in ("Ana has asthma.", "Ana does not have asthma.")]
    owner.post(f"/proposals/{asked[1]}/reject")
    assert "the opposite:" not in owner.client.get(f"/proposals/{asked[0]}").content.decode()


def test_of_a_field_with_many_values_it_says_nothing(api, owner, ask):
    owner.post(f"/proposals/{ask(api, 'Ana has epilepsy.').json()['proposal_id']}/reject")
    ask(api, "Ana has asthma.")
    page = owner.client.get("/inbox").content.decode()
    assert "asthma" in page and "You refused “" not in page


def test_an_allergy_to_what_they_refused_to_take_is_stored_at_once(api, owner, ana, ask):
    asked = ask(api, "Ana takes ibuprofen every day.")
    owner.post(f"/proposals/{asked.json()['proposal_id']}/reject")
    answer = api.put(f"/users/{ana}/facts/constraint/allergies", {"value": "ibuprofen"})
    assert (answer.status_code, answer.json()["status"]) == (200, "created")
