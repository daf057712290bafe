"""`/mcp/graph`: the nine tools answer as the reference server's do, and pass the gate."""

import json

import pytest

from tests.interfaces.mcp.conftest import Session

TEA = {"name": "Tea", "entityType": "drink", "observations": ["Is served at four.", "Comes with milk."]}
POT = {"name": "Teapot", "entityType": "thing", "observations": []}
HOLDS = {"from": "Teapot", "to": "Tea", "relationType": "holds"}


@pytest.fixture
def graph(home):
    return Session(home.api_keys["supervisor"], "/mcp/graph")


@pytest.fixture
def filled(graph):
    graph.answer("create_entities", entities=[TEA, POT])
    graph.answer("create_relations", relations=[HOLDS])
    return graph


def test_it_has_the_nine_tools(graph):
    tools = {tool.name: set(tool.input_schema["properties"]) for tool in graph.do(lambda c: c.list_tools()).tools}
    assert tools == {
        "create_entities": {"entities"},
        "create_relations": {"relations"},
        "add_observations": {"observations"},
        "delete_entities": {"entityNames"},
        "delete_observations": {"deletions"},
        "delete_relations": {"relations"},
        "read_graph": set(),
        "search_nodes": {"query"},
        "open_nodes": {"names"},
    }


def test_what_is_created_is_answered_and_read_again(graph):
    result = graph.call("create_entities", entities=[TEA, POT])
    assert result.structured_content == {"entities": [TEA, POT]}
    assert json.loads(result.content[0].text) == [TEA, POT]
    assert graph.answer("create_relations", relations=[HOLDS]) == {"relations": [HOLDS]}
    assert graph.answer("read_graph") == {"entities": [TEA, POT], "relations": [HOLDS]}


def test_what_is_there_already_is_not_created_again(filled):
    assert filled.answer("create_entities", entities=[TEA | {"observations": ["Else."]}]) == {"entities": []}
    assert filled.answer("create_relations", relations=[HOLDS, HOLDS]) == {"relations": []}
    assert filled.answer("read_graph") == {"entities": [TEA, POT], "relations": [HOLDS]}


def test_observations_are_added_once(filled):
    more = [{"entityName": "Tea", "contents": ["Comes with milk.", "Is hot."]}]
    added = {"results": [{"entityName": "Tea", "addedObservations": ["Is hot."]}]}
    assert filled.answer("add_observations", observations=more) == added
    assert filled.answer("open_nodes", names=["Tea"])["entities"][0]["observations"][-1] == "Is hot."


def test_observations_of_nothing_are_an_error(filled):
    error = filled.error("add_observations", observations=[{"entityName": "Coffee", "contents": ["Is hot."]}])
    assert "Entity with name Coffee not found" in error


def test_an_observation_that_waits_is_told_and_not_listed(filled, owner, settings):
    told = "The user lives in Lisbon."
    result = filled.call("add_observations", observations=[{"entityName": "Tea", "contents": [told, "Is hot."]}])
    assert result.structured_content["results"] == [{"entityName": "Tea", "addedObservations": ["Is hot."]}]
    (note,) = result.structured_content["notes"]
    assert told in note and f"{settings.PUBLIC_URL}/proposals/" in note and result.content[1].text == note
    assert "Lisbon" not in str(filled.answer("read_graph"))


def test_search_finds_names_types_and_observations_with_their_relations(filled):
    for query in ("TEAPOT", "thing", "drink", "milk"):
        assert filled.answer("search_nodes", query=query)["relations"] == [HOLDS]
    assert filled.answer("search_nodes", query="milk")["entities"] == [TEA]
    assert filled.answer("search_nodes", query="coffee") == {"entities": [], "relations": []}


def test_nodes_are_opened_by_name(filled):
    assert filled.answer("open_nodes", names=["Teapot"]) == {"entities": [POT], "relations": [HOLDS]}


def test_deleted_observations_and_relations_are_gone(filled):
    gone = [{"entityName": "Tea", "observations": ["Comes with milk."]}]
    deleted = {"success": True, "message": "Observations deleted successfully"}
    assert filled.answer("delete_observations", deletions=gone) == deleted
    assert filled.answer("delete_relations", relations=[HOLDS])["success"]
    rest = TEA | {"observations": ["Is served at four."]}
    assert filled.answer("read_graph") == {"entities": [rest, POT], "relations": []}


def test_a_deleted_entity_takes_its_observations_and_relations_along(filled):
    assert filled.answer("delete_entities", entityNames=["Tea", "Coffee"])["success"]
    assert filled.answer("read_graph") == {"entities": [POT], "relations": []}
    filled.answer("create_entities", entities=[TEA | {"observations": []}])
    assert filled.answer("open_nodes", names=["Tea"])["entities"] == [TEA | {"observations": []}]


def test_the_graph_is_memory_like_any_other(filled, supervisor_mcp, ana, api):
    found = supervisor_mcp.answer("memory_query", query="When is tea served?", user_id=ana)["results"]
    assert "Is served at four." in str(found)
    memories = api.get("/memories", {"user_id": ana}).json()["results"]
    assert {memory["metadata"]["graph"] for memory in memories} == {"entity", "observation", "relation"}


def test_secrets_that_were_cut_out_are_told_beside_the_list(filled):
    more = [{"entityName": "Tea", "contents": ["The tin opens with AKIAIOSFODNN7EXAMPLE."]}]
    assert filled.answer("add_observations", observations=more)["notes"] == [
        "What looks like a secret was cut out: aws key id."
    ]


def test_a_wrong_argument_is_told_in_words(graph):
    told = graph.error("create_entities", entities=[{"name": "Tea", "entityType": 4, "observations": []}])
    assert told == "The arguments of create_entities do not fit. 'entities.0.entityType': expected a string, got 4."


def test_two_hundred_entities_take_as_many_as_one_call_may_hold(graph):
    many = [{"name": f"Cup {n}", "entityType": "thing", "observations": []} for n in range(130)]
    assert len(graph.answer("create_entities", entities=many)["entities"]) == 130
    assert len(graph.answer("read_graph")["entities"]) == 130


def test_a_stranger_s_graph_is_another(filled, elsewhere):
    stranger = Session(elsewhere.api_keys["supervisor"], "/mcp/graph")
    assert stranger.answer("read_graph") == {"entities": [], "relations": []}


def test_an_argument_that_no_tool_has_is_told(graph):
    told = graph.error("search_nodes", query="Tea", limit=3)
    assert told == "The arguments of search_nodes do not fit. There is no 'limit'. It takes query."
