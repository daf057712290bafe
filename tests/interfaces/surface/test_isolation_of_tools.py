"""Every tool and resource of the MCP servers, asked by eight who may not: none is told of what is Ana's, and none
changes it. A login is no way in."""

from typing import Any

import pytest

from interfaces.mcp.api import PERSON_HEADER
from interfaces.mcp.graph.server import TOOLS as GRAPH_TOOLS
from interfaces.mcp.tools import TOOLS
from tests.interfaces.mcp.conftest import InTheTest, http_client, open_transaction  # noqa: F401 -- of every test
from tests.interfaces.mcp.test_http import ACCEPT
from tests.interfaces.rest.conftest import put_back
from tests.interfaces.surface.conftest import SECRET, Identity, World
from tests.interfaces.surface.routes import NOTE, TURN, Sent
from tests.interfaces.surface.test_isolation import IDS, WORDS, changed, her_ids

pytestmark = pytest.mark.django_db
ABOUT = {"user_id": "{ana}"}
ARGUMENTS: dict[str, Any] = {
    "context": ABOUT | {"query": "What does she grow?"},
    "memory_query": ABOUT | {"query": "What does she grow?"},
    "recall": ABOUT | {"query": "What does she grow?"},
    "memory_get": {"memory_id": "{memory_id}", "history": True},
    "facts": ABOUT,
    "people": {},
    "add_person": {"name": "Cleo"},
    "pending_consent": ABOUT,
    "memory_upsert": ABOUT | {"content": NOTE},
    "set_fact": ABOUT | {"category": "preference", "key": "plant", "value": "a fern"},
    "remember_turns": ABOUT | {"turns": [TURN], "conversation": "t1"},
    "memory_forget": {"memory_id": "{memory_id}"},
    "create_entities": {"entities": [{"name": "Fern", "entityType": "plant", "observations": [NOTE]}]},
    "create_relations": {"relations": [{"from": "Fern", "to": "Pot", "relationType": "in"}]},
    "add_observations": {"observations": [{"entityName": "Fern", "contents": [NOTE]}]},
    "delete_entities": {"entityNames": ["Fern"]},
    "delete_observations": {"deletions": [{"entityName": "Fern", "observations": [NOTE]}]},
    "delete_relations": {"relations": [{"from": "Fern", "to": "Pot", "relationType": "in"}]},
    "read_graph": {},
    "search_nodes": {"query": "{secret}"},
    "open_nodes": {"names": ["Fern"]},
}
# They answer whoever has a key, about whom that key may ask about.
OWN = {"people", "add_person"}
RESOURCES = (
    "memory://memories/{memory_id}",
    "memory://memories/{memory_id}/history",
    "memory://people/{user_id}/facts",
)
CALLS = [
    *(("/mcp", "tools/call", tool.__name__) for tool, _ in TOOLS),
    *(("/mcp/graph", "tools/call", tool.__name__) for tool, _ in GRAPH_TOOLS),
    *(("/mcp", "resources/read", uri) for uri in RESOURCES),
]


def ask(who: Identity, path: str, method: str, name: str, world: World) -> Any:
    """The answer to one call, by key, or with the cookies of a login."""
    params = {"uri": name} if method == "resources/read" else {"name": name, "arguments": ARGUMENTS[name]}
    body = world.body({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
    cookies = "; ".join(f"{key}={one.value}" for key, one in who.client.cookies.items())
    headers = {"accept": ACCEPT, "cookie": cookies, PERSON_HEADER: world.names["ana"]} | who.headers
    executor = InTheTest()

    async def talk() -> Any:
        async with http_client(executor) as client:
            return await client.post(path, json=body, headers=headers)

    return executor.run(talk)


def test_every_tool_and_resource_is_listed():
    assert set(ARGUMENTS) == {tool.__name__ for tool, _ in (*TOOLS, *GRAPH_TOOLS)}


def test_eight_who_may_not_learn_and_change_nothing(world, identities):
    before, found = world.kept(), []
    for who in identities:
        for path, method, name in CALLS:
            with put_back():
                answer = ask(who, path, method, name, world)
                text = answer.text.casefold()
                after = world.kept()
            tells = {word for word in WORDS if word not in who.knows and word.casefold() in text}
            named = set(IDS.findall(world.filled(str(ARGUMENTS.get(name, name)))))
            tells |= her_ids(before) & set(IDS.findall(text)) - named
            done = list(changed(before, after, Sent("post", path, is_own=name in OWN)))
            if not who.headers and answer.status_code != 401:
                done.append(f"is answered {answer.status_code}")
            found += [f"{who.name}: {name} {what}" for what in (*(f"tells of {one}" for one in tells), *done)]
    assert "\n".join(found) == ""


def test_each_call_is_answered_to_who_may(world, mine):
    _, agent = mine
    told = 0
    for path, method, name in CALLS:
        with put_back():
            answer = ask(agent, path, method, name, world)
        assert answer.status_code == 200, (name, answer.text)
        # In the graph each call needs what the one before has made.
        assert path == "/mcp/graph" or not answer.json()["result"].get("isError"), (name, answer.text)
        told += SECRET in answer.text
    assert told > len(RESOURCES)
