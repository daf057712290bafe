"""`/retrieval-events`: receipts of queries (003), who read what, and asking again."""

from time import perf_counter
from uuid import uuid4

import pytest

RISOTTO = "Ana cooks mushroom risotto on Sundays."


@pytest.fixture
def risotto(api, ana):
    return api.post("/memories", {"user_id": ana, "content": RISOTTO, "category": "preferences"}).json()["memory_id"]


@pytest.fixture
def asked(api, ana, risotto):
    """Ask; answers the event's id."""

    def ask(query="What does Ana cook?", who=api, **fields):
        return who.post("/memory/query", {"user_id": ana, "query": query, **fields})["X-Retrieval-Event"]

    return ask


def test_a_receipt_says_what_was_asked_and_shown(api, ana, risotto, asked):
    event = api.get(f"/retrieval-events/{asked(threshold=0.1, explain=True)}").json()
    assert (event["query"], event["user_id"], event["actor"]) == ("What does Ana cook?", ana, "agent:supervisor")
    assert event["returned_memory_ids"] == [risotto] and event["filters"]["threshold"] == 0.1
    (result,) = event["results"]
    assert (result["id"], result["version"], result["kind"]) == (risotto, 1, "memory")
    assert result["signals"]["meaning"] > 0


def test_a_receipt_says_what_each_stage_took(api, asked):
    """Milliseconds; together no more than the caller waited."""
    began = perf_counter()
    event = asked()
    waited = (perf_counter() - began) * 1000
    timings = api.get(f"/retrieval-events/{event}").json()["timings"]
    assert {"lookup", "embedding", "search", "ranking", "loading"} <= timings.keys()
    assert 0 < timings["search"] < sum(timings.values()) <= waited


def test_an_agent_s_timings_do_not_tell_that_hidden_texts_match(api, agent, owner, ana, asked):
    """A second look, taken where much of what was found may not be seen, would tell."""
    write = lambda content, category: api.post(  # noqa: E731
        "/memories", {"user_id": ana, "content": content, "category": category}
    )
    for number in range(12):
        write(f"Plan item {number}: a zebra and a walrus.", "goals")
    for number in range(4):
        write(f"The clinic rang about appointment {number} with Dr. Zebra.", "health")
    planner = agent("planner")
    events = [asked(query, planner, top_k=3) for query in ("zebra", "walrus")]
    looks = [["second look" in who.get(f"/retrieval-events/{one}").json()["timings"] for one in events]
             for who in (planner, owner)]  # fmt: skip
    assert looks == [[False, False], [False, False]]


def test_people_are_told_what_was_withheld_agents_are_not(api, owner, risotto, asked):
    """A count would tell an agent whether hidden texts match."""
    api.delete(f"/memories/{risotto}")
    event = asked("risotto")
    assert owner.get(f"/retrieval-events/{event}").json()["withheld"] == {"deleted": 1}
    assert api.get(f"/retrieval-events/{event}").json()["withheld"] == {}


def test_an_agent_with_an_allowlist_reads_its_own_receipts_only(agent, asked):
    planner = agent("planner")
    asked()
    own = asked(who=planner)
    assert [one["id"] for one in planner.get("/retrieval-events").json()["results"]] == [own]


def test_they_are_listed_newest_first_by_person_memory_and_purpose(api, ana, ben, risotto, asked):
    first, second = asked(), asked("Mushrooms?", purpose="recall")
    listed = lambda **query: [one["id"] for one in api.get("/retrieval-events", query).json()["results"]]  # noqa: E731
    assert listed() == [second, first]
    assert listed(purpose="recall") == [second]
    assert listed(memory_id=risotto, user_id=ana) == [second, first]
    assert listed(user_id=ben) == listed(memory_id=str(uuid4())) == listed(until="2020-01-01T00:00:00Z") == []


def test_the_list_takes_one_query_however_long(api, asked, reads):
    asked()
    few = reads(lambda: api.get("/retrieval-events"))
    for _ in range(3):
        asked()
    assert reads(lambda: api.get("/retrieval-events")) == few == 1


def test_who_may_read_receipts(owner, colleague, outsider, asked):
    event = asked()
    assert owner.get(f"/retrieval-events/{event}").status_code == 200
    for who in (colleague, outsider):
        assert who.get(f"/retrieval-events/{event}").status_code == 404
        assert who.get("/retrieval-events").json()["results"] == []
        assert who.post(f"/retrieval-events/{event}/replay", {}).status_code == 404


def test_who_read_a_memory(api, owner, agent, risotto, asked):
    """003: agent, purpose, version and place of each reading, newest first."""
    asked()
    asked(who=agent("stylist"), purpose="recall")
    readings = owner.get(f"/memories/{risotto}/reads").json()["results"]
    assert [one["actor"] for one in readings] == ["agent:stylist", "agent:supervisor"]
    assert (readings[0]["purpose"], readings[0]["version"], readings[0]["place"]) == ("recall", 1, 1)


def test_a_reading_tells_the_agent_s_name_and_one_s_own_question(api, agent, risotto, asked):
    asked("What does Ana cook?")
    asked("Mushrooms?", who=agent("stylist"))
    told = [(one["query"], one["agent"]) for one in api.get(f"/memories/{risotto}/reads").json()["results"]]
    assert [question for question, _ in told] == ["[withheld]", "What does Ana cook?"]
    assert len({name for _, name in told} - {None}) == 2


def test_of_others_questions_an_agent_reads_what_their_receipts_tell_it(api, agent, risotto, asked):
    """R31."""
    stylist = agent("stylist")
    asked("What does Ana cook?")
    asked("Mushrooms?", who=stylist)
    told = stylist.get(f"/memories/{risotto}/reads").json()["results"]
    assert [one["query"] for one in told] == ["Mushrooms?", None]


def test_readers_are_told_to_those_who_see_the_memory(colleague, outsider, agent, risotto, asked):
    asked()
    for who in (colleague, outsider, agent("planner")):
        assert who.get(f"/memories/{risotto}/reads").status_code == 404


def test_a_replay_shows_then_and_now(api, ana, risotto, asked):
    event = asked()
    added = api.post("/memories", {"user_id": ana, "content": "Ana cooks soup, too."}).json()["memory_id"]
    api.patch(f"/memories/{risotto}", {"content": "Ana cooks pumpkin risotto on Sundays."})
    again = api.post(f"/retrieval-events/{event}/replay", {}).json()
    assert [place["content"] for place in again["then"]] == [RISOTTO]
    assert again["appeared"] == [added] and again["changed"] == {risotto: [1, 2]} and again["disappeared"] == []


@pytest.mark.parametrize("path", ["/memory/query", "/context"])
def test_a_replay_s_receipt_does_not_name_the_role_that_asked_at_first(api, owner, ana, path):
    answer = api.post(path, {"user_id": ana, "query": "What does Ana cook?", "agent": "supervisor"})
    owner.post(f"/retrieval-events/{answer['X-Retrieval-Event']}/replay", {})
    (listed,) = owner.get("/retrieval-events", {"purpose": "replay"}).json()["results"]
    event = owner.get(f"/retrieval-events/{listed['id']}").json()
    assert event["agent_id"] is None and "supervisor" not in f"{event['actor']} {event['filters']}"


def test_no_model_is_the_one_that_serves(api, asked):
    assert api.post(f"/retrieval-events/{asked()}/replay", {"model": None}).status_code == 200


def test_a_replay_of_what_is_not_there(api, asked):
    assert api.post(f"/retrieval-events/{uuid4()}/replay", {}).status_code == 404
    answer = api.post(f"/retrieval-events/{asked()}/replay", {"model": "no-such-model"})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "model")


def test_recalls_are_counted_by_agent_and_day_as_a_share_of_the_turns(api, agent, ana, asked):
    """001 §11, R21."""
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    for number in range(10):
        api.post(f"/sessions/{session}/turns", {"role": "user", "content": f"Sentence {number}."})
    asked(purpose="recall")
    asked()
    (day,) = api.get("/retrieval-events/recalls").json()["results"]
    assert (day["agent"], day["recalls"], day["turns"], day["share"]) == ("supervisor", 1, 10, 0.1)
    assert day["is_over"]
    assert api.get("/retrieval-events/recalls", {"until": "2020-01-01T00:00:00Z"}).json()["results"] == []


def test_recalls_of_others_are_not_counted(api, colleague, outsider, asked):
    asked(purpose="recall")
    for who in (colleague, outsider):
        assert who.get("/retrieval-events/recalls").json()["results"] == []
