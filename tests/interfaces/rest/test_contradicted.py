"""An allergy or a diet and what contradicts it do not stand side by side unmarked in an answer."""

import pytest

pytestmark = pytest.mark.django_db
PEANUTS, EATS = "Ana is allergic to peanuts.", "Ana can eat peanuts."


@pytest.fixture
def remember(api, ana):
    def write(content):
        answer = api.post("/memories", {"user_id": ana, "content": content})
        assert answer.status_code == 201, answer.json()
        return answer.json()

    return write


@pytest.fixture
def ask(api, ana):
    def _ask(path, **more):
        return api.post(path, {"user_id": ana, "query": "What may Ana eat: peanuts?", **more}).json()

    return _ask


def test_both_are_marked_in_a_context(remember, ask):
    remember(PEANUTS), remember(EATS), remember("Ana eats apples.")
    context = ask("/context", threshold=0)
    assert f"(contradicted) {PEANUTS}" in context["text"] and f"(contradicted) {EATS}" in context["text"]
    assert "(contradicted) Ana eats apples." not in context["text"]
    assert [one["staleness"] for one in context["standing"]] == ["contrary"]


def test_so_is_a_field_of_the_profile(api, ana, remember, ask):
    api.put(f"/users/{ana}/facts/constraint/diet", {"value": "vegan"})
    remember("Ana loves peanut soup with bacon.")
    text = ask("/context", threshold=0)["text"]
    assert "- diet: vegan (contradicted)" in text and "(contradicted) Ana loves peanut soup" in text


@pytest.mark.parametrize("contrary", [EATS, "Ana loves peanut butter.", "Ana tolerates peanuts."])
def test_results_of_a_query_are_marked(remember, ask, contrary):
    remember(PEANUTS), remember(contrary)
    found = {one["content"]: one["staleness"] for one in ask("/memory/query")}
    assert found == {PEANUTS: "contrary", contrary: "contrary"}
    bullets = {one["text"] for one in ask("/memory/query", **{"return": "bullets"})}
    assert any(f"(contradicted) {contrary}" in one for one in bullets)


def test_what_agrees_is_not(remember, ask):
    remember(PEANUTS), remember("Ana never eats peanuts.")
    assert {one["staleness"] for one in ask("/memory/query")} == {""}
    assert "(contradicted)" not in ask("/context", threshold=0)["text"]


def test_it_costs_no_query(remember, ask, reads):
    remember(PEANUTS), remember("Ana never eats peanuts.")
    before = reads(lambda: ask("/memory/query"))
    remember(EATS)
    assert reads(lambda: ask("/memory/query")) == before


def test_the_answer_to_the_allergy_names_what_she_can_eat(remember):
    eats = remember(EATS)
    assert remember(PEANUTS)["warning_codes"] == ["contrary-need"]
    assert eats["warning_codes"] == []
