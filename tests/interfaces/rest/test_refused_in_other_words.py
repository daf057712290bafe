"""What the person refused is refused in other words, too: another name of the faith, of the diet, of the city."""

import pytest

BUDDHIST = ["Ana is a Buddhist.", "Ana's faith is Buddhism.", "Ana practises Buddhism.", "Ana es budista."]


@pytest.fixture
def tell(api, ana):
    return lambda content, client=api: client.post("/memories", {"user_id": ana, "content": content})


@pytest.fixture
def put(api, ana):
    return lambda key, value, client=api: client.put(f"/users/{ana}/facts/identity/{key}", {"value": value})


@pytest.fixture
def refuse(owner):
    return lambda asked: owner.post(f"/proposals/{asked.json()['proposal_id']}/reject")


def is_refused(answer):
    return answer.json().get("type") == "/problems/refused-by-person"


@pytest.mark.parametrize("first", BUDDHIST)
def test_a_faith_in_sentences_and_in_its_field(tell, put, refuse, first):
    refuse(tell(first))
    assert all(is_refused(tell(content)) for content in BUDDHIST)
    assert all(is_refused(put("religion", value)) for value in ("Buddhism", "Buddhist", "budista"))


def test_a_faith_that_was_refused_in_its_field(tell, put, refuse):
    refuse(put("religion", "Buddhism"))
    assert is_refused(put("religion", "Buddhist"))
    assert all(is_refused(tell(content)) for content in BUDDHIST)


@pytest.mark.parametrize("content", ["Ana's faith is Judaism.", "Ana is Jewish.", "Ana's faith is important to her."])
def test_another_faith_is_another_question(tell, refuse, content):
    refuse(tell("Ana is a Buddhist."))
    assert tell(content).status_code == 202


@pytest.mark.parametrize(
    ("first", "again", "other"),
    [
        ("Ana earns 52,000 a year.", ["Makes 52k per annum.", "Her income is £52k."], "Ana earns 61,000 a year."),
        ("Ana is a lesbian.", ["Ana is gay.", "She is into women.", "She loves women."], "Ana is bisexual."),
        ("Ana is Sikh.", ["She goes to the gurdwara."], "She goes to the mosque."),
        ("Ana has epilepsy.", ["Ana suffers from epileptic seizures."], "Ana has asthma."),
    ],
)
def test_what_says_the_same_of_one_person(tell, refuse, first, again, other):
    refuse(tell(first))
    assert all(is_refused(tell(content)) for content in again)
    assert tell(other).status_code == 202


@pytest.mark.parametrize(
    ("key", "value", "again", "other"),
    [
        ("sexual_orientation", "lesbian", "gay", "bisexual"),
        ("income", "58k", "58 000 euros", "58k a month"),
        ("religion", "Sikh", "goes to the gurdwara", "goes to the mosque"),
    ],
)
def test_so_in_fields(put, refuse, key, value, again, other):
    refuse(put(key, value))
    assert is_refused(put(key, again)) and put(key, other).status_code == 202


def test_an_amount_that_was_refused_in_a_field(tell, put, refuse):
    refuse(put("income", "52,000"))
    assert is_refused(tell("Ana makes 52k a year.")) and tell("Ana makes 61k a year.").status_code == 202


def test_a_city_by_its_other_name(tell, put, refuse):
    refuse(put("city", "Lisbon"))
    assert is_refused(put("city", "Lisboa")) and is_refused(tell("Ana lives in Lisboa."))
    assert is_refused(tell("Ana wohnt in Lissabon."))


def test_so_in_a_sentence(tell, put, refuse):
    refuse(tell("Ana lives in Munich."))
    assert is_refused(put("city", "München")) and is_refused(tell("Ana wohnt in München."))


@pytest.mark.parametrize(("refused", "other"), [("Porto", "Porto Alegre"), ("Paris", "Paris, Texas")])
def test_another_city_is_another_question(put, refuse, refused, other):
    refuse(put("city", refused))
    assert put("city", other).status_code == 202


def test_a_city_that_was_not_chosen(agent, owner, put):
    put("city", "Lisbon")
    shown = put("city", "Porto").json()["proposal_id"]
    owner.post(f"/proposals/{shown}/approve", {"shown_hash": owner.get(f"/proposals/{shown}").json()["shown_hash"]})
    assert is_refused(put("city", "Lisboa"))


def test_who_wrote_it_another_way_is_not_asked_for_the_first(owner, put):
    asked = put("city", "Lisbon").json()["proposal_id"]
    owner.post(f"/proposals/{asked}/amend", {"value": "Lisboa"})
    assert is_refused(put("city", "Lisbon"))
