"""The nine tools beside those of `@modelcontextprotocol/server-memory` itself: the same story, the same answers."""

import json
import os
import shutil

import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from tests.interfaces.mcp.conftest import Session
from tests.interfaces.mcp.event_loop import run_apart

PACKAGE = "@modelcontextprotocol/server-memory@2026.8.31"
TEA = {"name": "Tea", "entityType": "drink", "observations": ["Is served at four.", "Comes with milk."]}
POT = {"name": "Teapot", "entityType": "thing", "observations": []}
CUP = {"name": "Cup", "entityType": "thing", "observations": ["Is blue."]}
HOLDS = {"from": "Teapot", "to": "Tea", "relationType": "holds"}
FILLS = {"from": "Teapot", "to": "Cup", "relationType": "fills"}
STORY = (
    ("create_entities", {"entities": [TEA, POT, CUP]}),
    ("create_entities", {"entities": [TEA | {"observations": ["Else."]}]}),
    ("create_relations", {"relations": [HOLDS, FILLS]}),
    ("create_relations", {"relations": [HOLDS]}),
    ("add_observations", {"observations": [{"entityName": "Tea", "contents": ["Comes with milk.", "Is hot."]}]}),
    ("add_observations", {"observations": [{"entityName": "Coffee", "contents": ["Is hot."]}]}),
    ("read_graph", {}),
    ("search_nodes", {"query": "MILK"}),
    ("search_nodes", {"query": "thing"}),
    ("search_nodes", {"query": "nothing of the kind"}),
    ("open_nodes", {"names": ["Teapot", "Tea"]}),
    ("open_nodes", {"names": ["Coffee"]}),
    ("delete_observations", {"deletions": [{"entityName": "Tea", "observations": ["Is hot.", "Is cold."]}]}),
    ("delete_relations", {"relations": [FILLS]}),
    ("read_graph", {}),
    ("delete_entities", {"entityNames": ["Tea", "Coffee"]}),
    ("read_graph", {}),
)


async def told(client):
    """What every call of the story answers, or its error: the Python SDK puts the tool's name before that."""
    answers = [(tool, await client.call_tool(tool, arguments)) for tool, arguments in STORY]
    return [
        answer.content[0].text.removeprefix(f"Error executing tool {tool}: ")
        if answer.is_error
        else (tool, answer.structured_content, json.loads(answer.content[0].text))
        if tool.startswith(("read", "search", "open", "create", "add"))
        else (tool, answer.structured_content, answer.content[0].text)
        for tool, answer in answers
    ]


def of_reference(folder):
    file = {"MEMORY_FILE_PATH": str(folder / "memory.jsonl")}
    server = StdioServerParameters(command="npx", args=["--yes", PACKAGE], env=dict(os.environ) | file, cwd=folder)

    async def run():
        async with Client(stdio_client(server)) as client:
            return await told(client)

    return run_apart(run)


@pytest.mark.prove
@pytest.mark.skipif(shutil.which("npx") is None, reason="No npm is installed: the reference server comes by it.")
def test_the_same_story_has_the_same_answers(home, tmp_path):
    ours = Session(home.api_keys["supervisor"], "/mcp/graph").do(told)
    for mine, theirs in zip(ours, of_reference(tmp_path), strict=True):
        assert json.dumps(mine) == json.dumps(theirs)
