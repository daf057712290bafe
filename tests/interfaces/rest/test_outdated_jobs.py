"""Of an employer and a diet, for which nobody is asked, the later word marks the earlier text, whoever said it."""

import pytest

SIEMENS, TALKDESK = "Ana works for Siemens as a nurse.", "Ana is a data engineer at Talkdesk."


@pytest.fixture
def told(api, ana):
    """An agent writes a text; answers with the memory's id."""

    def _told(content, client=api, **fields):
        made = client.post("/memories", {"user_id": ana, "content": content, **fields})
        assert made.status_code == 201, made.json()
        return made.json()["memory_id"]

    return _told


@pytest.fixture
def put(api, ana):
    def _put(value, key="employer"):
        assert api.put(f"/users/{ana}/facts/identity/{key}", {"value": value}).status_code in (200, 201)

    return _put


@pytest.fixture
def staleness(owner):
    return lambda memory_id: owner.get(f"/memories/{memory_id}").json()["staleness"]


def test_an_earlier_job_is_outdated(agent, told, staleness):
    talkdesk, siemens = told(TALKDESK), told(SIEMENS, agent("planner"), category="tasks")
    assert (staleness(talkdesk), staleness(siemens)) == ("outdated", "")


def test_a_batch_counts_too(told, api, ana, staleness):
    talkdesk = told(TALKDESK)
    items = [{"user_id": ana, "content": content} for content in ("Ana likes tea.", SIEMENS)]
    results = api.post("/memories/batch", {"items": items}).json()["results"]
    assert [one["status_code"] for one in results] == [201, 201]
    assert staleness(talkdesk) == "outdated"


def test_the_field_counts_too(told, put, staleness):
    siemens = told(SIEMENS)
    put("Feedzai")
    assert staleness(siemens) == "outdated"


def test_an_answer_shows_what_is_outdated_as_such(told, put, api, ana):
    told(SIEMENS)
    put("Feedzai")
    context = api.post("/context", {"user_id": ana, "query": "Where does Ana work?"}).json()["text"]
    assert f"(outdated) {SIEMENS}" in context and "employer: Feedzai" in context


def test_a_text_that_says_what_the_field_holds_stays(told, put, staleness):
    put("Siemens")
    siemens, talkdesk = told(SIEMENS), told(TALKDESK)
    assert (staleness(siemens), staleness(talkdesk)) == ("", "")


def test_an_earlier_diet_is_outdated(told, staleness):
    vegan, paleo = told("Ana is vegan."), told("Ana follows a paleo diet.")
    assert (staleness(vegan), staleness(paleo)) == ("outdated", "")


def test_forgetting_the_later_one_takes_the_mark_away(told, owner, staleness):
    talkdesk, siemens = told(TALKDESK), told(SIEMENS)
    owner.delete(f"/memories/{siemens}")
    assert staleness(talkdesk) == ""


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (SIEMENS, "Ana also works at Feedzai."),
        (SIEMENS, "Ana works part-time at Feedzai."),
        (SIEMENS, "Ana works at Feedzai and at Talkdesk."),
        (SIEMENS, "Ana works as a nurse."),
        (SIEMENS, "Ana's brother works at Feedzai."),
        (SIEMENS, "Rui works at Feedzai."),
        (SIEMENS, "Ana worked at Feedzai in 2019."),
        (SIEMENS, "Ana works at a hospital."),
        (SIEMENS, "Ana works for Siemens in Porto."),
        (SIEMENS, "Ana works at home."),
        (SIEMENS, "Ana works for Tom's father."),
        ("Ana is vegan.", "Ana is gluten-free."),
        ("Ana is vegan.", "Ana eats no eggs."),
        ("Ana is vegan.", SIEMENS),
    ],
)
def test_what_can_stand_beside_it_stays(told, staleness, first, second):
    earlier = told(first)
    told(second)
    assert staleness(earlier) == ""
