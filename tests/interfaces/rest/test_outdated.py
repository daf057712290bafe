"""Two values of one field do not stand side by side: what the person has said otherwise about since is marked."""

import pytest

pytestmark = pytest.mark.django_db
LISBON, PORTO = "Ana lives in Lisbon.", "Ana lives in Porto."


@pytest.fixture
def agreed(api, owner, ana):
    """An agent asks to remember a text, and the person agrees; answers with the memory's id and the proposal's."""

    def _agreed(content: str) -> tuple[str, str]:
        asked = api.post("/memories", {"user_id": ana, "content": content}).json()
        answer = owner.post(f"/proposals/{asked['proposal_id']}/approve").json()
        return answer["result"]["memory_id"], asked["proposal_id"]

    return _agreed


@pytest.fixture
def staleness(api):
    return lambda memory_id: api.get(f"/memories/{memory_id}").json()["staleness"]


def test_an_earlier_city_is_outdated(agreed, staleness):
    lisbon, _ = agreed(LISBON)
    porto, _ = agreed(PORTO)
    assert (staleness(lisbon), staleness(porto)) == ("outdated", "")


def test_an_answer_shows_it_below_and_says_so(agreed, api, ana):
    lisbon, _ = agreed(LISBON)
    porto, _ = agreed(PORTO)
    found = api.post("/memory/query", {"user_id": ana, "query": "Where does Ana live?"}).json()
    assert [item["id"] for item in found][:2] == [porto, lisbon]
    context = api.post("/context", {"user_id": ana, "query": "Where does Ana live?"}).json()["text"]
    assert f"(outdated) {LISBON}" in context and f"(outdated) {PORTO}" not in context


def test_the_field_itself_counts_too(agreed, staleness, owner, ana):
    lisbon, _ = agreed(LISBON)
    assert owner.put(f"/users/{ana}/facts/identity/city", {"value": "Porto"}).status_code == 200
    assert staleness(lisbon) == "outdated"


def test_so_does_a_text_that_needed_no_question(staleness, api, owner, ana):
    owner.put(f"/users/{ana}/facts/identity/city", {"value": "Lisbon"})
    unasked = api.post("/memories", {"user_id": ana, "content": LISBON}).json()
    assert unasked["status"] == "created"

    owner.put(f"/users/{ana}/facts/identity/city", {"value": "Porto"})
    assert staleness(unasked["memory_id"]) == "outdated"


def test_the_field_stands_above_what_is_outdated(agreed, api, owner, ana):
    agreed(LISBON)
    owner.put(f"/users/{ana}/facts/identity/city", {"value": "Porto"})
    found = api.post("/memory/query", {"user_id": ana, "query": "Where does Ana live?"}).json()
    assert found[0]["content"] == "city: Porto"


def test_what_the_person_rewrites_counts_too(agreed, staleness, owner, ana):
    lisbon, _ = agreed(LISBON)
    for content in ("Ana likes tea.", PORTO):
        written = owner.post("/memories", {"user_id": ana, "key": "home", "content": content}).json()
    assert (staleness(lisbon), staleness(written["memory_id"])) == ("outdated", "")


def test_undo_puts_the_earlier_one_in_force_again(agreed, staleness, owner):
    lisbon, _ = agreed(LISBON)
    _, second = agreed(PORTO)
    assert owner.post(f"/proposals/{second}/withdraw").status_code == 200
    assert staleness(lisbon) == ""


def test_what_undo_puts_back_is_no_newer_word(agreed, staleness, api, owner, ana):
    city = f"/users/{ana}/facts/identity/city"
    owner.put(city, {"value": "Porto"})
    asked = api.put(city, {"value": "Braga"}).json()["proposal_id"]
    owner.post(f"/proposals/{asked}/approve")
    coimbra, _ = agreed("Ana lives in Coimbra.")
    owner.post(f"/proposals/{asked}/withdraw")

    assert api.get(city).json()["value"] == "Porto" and staleness(coimbra) == ""


def test_what_is_said_again_is_in_force_again(agreed, staleness):
    lisbon, _ = agreed(LISBON)
    porto, _ = agreed(PORTO)
    agreed(LISBON)
    assert (staleness(lisbon), staleness(porto)) == ("", "outdated")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ana speaks Slovene.", "Ana speaks Polish."),
        ("Ana is a Catholic.", "Ana votes for the Greens."),
        (LISBON, "Ana's preferred name is Annie."),
        ("Ana lives in Lisbon, and her preferred name is Annie.", PORTO),
    ],
)
def test_what_can_stand_beside_it_stays(agreed, staleness, first, second):
    earlier, _ = agreed(first)
    agreed(second)
    assert staleness(earlier) == ""


def test_a_text_that_says_what_the_field_holds_is_not_outdated(agreed, staleness, owner, ana):
    lisbon, _ = agreed(LISBON)
    owner.put(f"/users/{ana}/facts/identity/city", {"value": "Lisbon"})
    porto, _ = agreed(PORTO)
    assert (staleness(lisbon), staleness(porto)) == ("", "")
    owner.put(f"/users/{ana}/facts/identity/city", {"value": "Porto"})
    assert (staleness(lisbon), staleness(porto)) == ("outdated", "")
