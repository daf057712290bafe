"""R31 by MCP: what waits for consent or was refused is told another agent by no tool and no resource."""

import pytest

from tests.interfaces.canaries import REFUSED, WAITING, said_in
from tests.interfaces.mcp.conftest import Session

QUESTION = f"Where does Ana live, in {WAITING}? Who is {REFUSED}? Peanuts, bees?"
READS = {
    "context": {"query": QUESTION},
    "memory_query": {"query": QUESTION, "top_k": 50, "detail": "full"},
    "recall": {"query": QUESTION, "top_k": 50},
    "memory_get": {"memory_id": "{memory}", "history": True},
    "facts": {},
    "people": {},
    "pending_consent": {},
}
GRAPH_READS = {"read_graph": {}, "search_nodes": {"query": WAITING}, "open_nodes": {"names": ["Ana", WAITING]}}
ABOUT_NOBODY = {"memory_get", "people"}


@pytest.mark.parametrize(("path", "reads"), [("/mcp", READS), ("/mcp/graph", GRAPH_READS)])
def test_every_tool_that_reads_is_listed(home, path, reads):
    """A new one has to be looked at here."""
    tools = Session(home.api_keys["supervisor"], path).do(lambda client: client.list_tools()).tools
    assert {tool.name for tool in tools if tool.annotations.read_only_hint} == reads.keys()


@pytest.mark.parametrize("tool", READS)
def test_no_tool_tells_another_agent(told, other_key, ana, tool):
    fields = {name: told["memory_id"] if value == "{memory}" else value for name, value in READS[tool].items()}
    about = {} if tool in ABOUT_NOBODY else {"user_id": ana}
    answer = Session(other_key).call(tool, **fields, **about)
    assert not answer.is_error, answer.content
    assert said_in(f"{answer.content} {answer.structured_content}") == set()


@pytest.mark.parametrize("tool", GRAPH_READS)
def test_no_tool_of_the_graph_does(told, home, other_key, ana, tool):
    about_ana = {"x-user-id": ana}
    writer = Session(home.api_keys["supervisor"], "/mcp/graph", **about_ana)
    said = [f"Lives in {WAITING}.", f"Goes by {REFUSED}.", "Keeps bees."]
    writer.call("create_entities", entities=[{"name": "Ana", "entityType": "person", "observations": said}])
    writer.call("create_entities", entities=[{"name": WAITING, "entityType": "her city", "observations": []}])
    answer = Session(other_key, "/mcp/graph", **about_ana).call(tool, **GRAPH_READS[tool])
    assert not answer.is_error, answer.content
    assert said_in(f"{answer.content} {answer.structured_content}") == set()


@pytest.mark.parametrize("address", ["memory://memories/{memory}", "memory://memories/{memory}/history",
                                     "memory://people/{user}/facts"])  # fmt: skip
def test_no_resource_does(told, other_key, ana, address):
    uri = address.replace("{memory}", told["memory_id"]).replace("{user}", ana)
    answer = Session(other_key).do(lambda client: client.read_resource(uri))
    assert said_in(str(answer)) == set()
