"""`/relations`, `/memories/{id}/relations` and `/memories/{id}/graph` (001 §2, 004)."""

from uuid import uuid4

import pytest


@pytest.fixture
def note(api, ana):
    """Write a goal of Ana's; answers its id."""

    def _note(content, category="goals"):
        body = {"user_id": ana, "key": content, "content": content, "category": category}
        return api.post("/memories", body).json()["memory_id"]

    return _note


@pytest.fixture
def pair(note):
    return note("Ship v1."), note("Write the manual.")


@pytest.fixture
def link(api):
    def _link(from_id, to_id, who=api, **fields):
        return who.post("/relations", {"from_id": from_id, "to_id": to_id, **fields})

    return _link


def ids(answer):
    return [row["id"] for row in answer.json()["results"]]


def test_an_edge_is_drawn_by_hand(link, pair):
    answer = link(*pair, relation_type="blocks", strength=0.5)
    edge = answer.json()
    assert answer.status_code == 201
    assert (edge["from_id"], edge["to_id"], edge["relation_type"]) == (*pair, "blocks")
    assert (edge["strength"], edge["confidence"], edge["detected_by"]) == (0.5, 1.0, "manual")


def test_the_same_edge_again_changes_nothing(link, pair):
    first, again = link(*pair), link(*pair)
    assert (again.status_code, again.json()) == (200, first.json())


def test_history_tells_of_it(api, link, pair):
    link(*pair)
    events = [row["event"] for row in api.get(f"/memories/{pair[0]}/history").json()["results"]]
    assert events == ["LINK", "ADD"]


def test_edges_are_listed_by_what_they_are(api, link, pair, note):
    third = note("Call the printer.")
    blocks = link(*pair, relation_type="blocks").json()["id"]
    closes = link(third, pair[0], relation_type="closes").json()["id"]
    assert ids(api.get("/relations")) == [closes, blocks]
    assert ids(api.get("/relations", {"relation_type": "blocks"})) == [blocks]
    assert ids(api.get("/relations", {"from_id": third})) == ids(api.get("/relations", {"to_id": pair[0]})) == [closes]
    assert ids(api.get("/relations", {"memory_id": pair[0]})) == [closes, blocks]
    assert ids(api.get("/relations", {"detected_by": "regex"})) == []


def test_a_memory_s_own_edges_go_both_ways(api, link, pair, note):
    third = note("Call the printer.")
    out, into = link(*pair).json()["id"], link(third, pair[0], relation_type="mentions").json()["id"]
    address = f"/memories/{pair[0]}/relations"
    assert ids(api.get(address)) == [into, out]
    assert ids(api.get(address, {"direction": "outbound"})) == [out]
    assert ids(api.get(address, {"direction": "inbound"})) == [into]
    assert ids(api.get(address, {"relation_type": "mentions"})) == [into]


def test_an_edge_is_removed(api, link, pair):
    edge = link(*pair).json()["id"]
    answer = api.delete(f"/relations/{edge}?reason=Wrong.")
    assert (answer.status_code, answer.json()["status"]) == (200, "unlinked")
    assert ids(api.get("/relations")) == [] and api.delete(f"/relations/{edge}").status_code == 404


def test_the_graph_goes_as_deep_as_asked(api, link, pair, note):
    third = note("Call the printer.")
    link(*pair), link(pair[1], third)
    depths = lambda **query: {  # noqa: E731
        row["id"]: row["depth"] for row in api.get(f"/memories/{pair[0]}/graph", query).json()["nodes"]
    }
    assert depths(depth=0) == {pair[0]: 0}
    assert depths(depth=1) == {pair[0]: 0, pair[1]: 1}
    assert depths() == depths(depth=5) == {pair[0]: 0, pair[1]: 1, third: 2}


def test_the_graph_says_that_it_was_cut(api, link, pair):
    link(*pair, relation_type="blocks")
    graph = api.get(f"/memories/{pair[0]}/graph", {"limit": 1}).json()
    assert (len(graph["nodes"]), graph["edges"], graph["is_cut"]) == (1, [], True)
    whole = api.get(f"/memories/{pair[0]}/graph", {"relation_type": ["blocks", "closes"]}).json()
    assert (len(whole["nodes"]), [edge["relation_type"] for edge in whole["edges"]]) == (2, ["blocks"])
    assert len(api.get(f"/memories/{pair[0]}/graph", {"relation_type": "closes"}).json()["nodes"]) == 1


@pytest.mark.parametrize(
    "fields",
    [{"relation_type": "likes"}, {"strength": 1.1}, {"strength": "1"}, {"to_id": "x"}, {"extra": 1}, {"from_id": None}],
)
def test_a_value_out_of_bounds_is_named(api, pair, fields):
    assert api.post("/relations", {"from_id": pair[0], "to_id": pair[1]} | fields).status_code == 422


def test_a_memory_is_not_linked_to_itself(link, pair):
    assert link(pair[0], pair[0]).status_code == 422


@pytest.mark.parametrize("query", [{"depth": 6}, {"depth": -1}, {"limit": 501}, {"limit": 0}, {"relation_type": "x"}])
def test_a_graph_has_bounds(api, pair, query):
    assert api.get(f"/memories/{pair[0]}/graph", query).status_code == 422


def test_both_ends_must_be_seen(link, agent, pair, note):
    insight = note("Ana prefers short mails.", "relationship_dynamic")
    assert link(pair[0], insight, agent("planner")).status_code == 404
    assert link(pair[0], str(uuid4())).status_code == 404
    assert link(*pair).status_code == 201
    assert link(*pair, agent("planner"), strength=0.5).status_code == 202  # both are seen, and another role's


def test_who_sees_an_edge(api, agent, owner, colleague, outsider, link, pair):
    link(*pair)
    callers = (api, owner, agent("planner"), agent("stylist"), colleague, outsider)
    assert [len(ids(who.get("/relations"))) for who in callers] == [1, 1, 1, 0, 0, 0]
    for part in ("relations", "graph"):
        codes = [who.get(f"/memories/{pair[0]}/{part}").status_code for who in callers]
        assert codes == [200, 200, 200, 404, 404, 404]


def test_who_removes_an_edge(agent, owner, colleague, outsider, link, pair):
    edge = link(*pair).json()["id"]
    callers = (agent("stylist"), colleague, outsider, owner)
    assert [who.delete(f"/relations/{edge}").status_code for who in callers] == [404, 404, 404, 200]


def test_an_agent_acts_for_its_own_role(link, pair, agent):
    assert link(*pair, agent("planner"), agent="supervisor").status_code == 403


def test_a_page_leads_to_the_next(api, link, pair, note):
    link(*pair), link(note("Third."), pair[0])
    first = api.get("/relations", {"limit": 1}).json()
    second = api.get("/relations", {"limit": 1, "cursor": first["next_cursor"]}).json()
    assert len(first["results"]) == len(second["results"]) == 1 and second["next_cursor"] is None
