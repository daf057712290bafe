"""The whole way: one agent writes by MCP, the person agrees in the browser, another agent, by LangGraph, knows."""

import asyncio
import json
import os
import shutil
from contextlib import contextmanager
from typing import Any

import httpx2
import pytest
from langchain_core.messages import AIMessage
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client
from memory_server import MemoryClient
from memory_server.langgraph import MemoryServerSaver
from playwright.sync_api import expect, sync_playwright

CHROMIUM = next(filter(None, [os.environ.get("CHROMIUM"), *map(shutil.which, ("chromium", "chromium-browser"))]), None)
ANOTHER_AGENT = """
from uuid import UUID
from workspaces import scope
from workspaces.actions.create_agent import create_agent
from workspaces.actions.issue_key import issue_key
from workspaces.models import Workspace
workspace = Workspace.objects.get(id=UUID("{workspace_id}"))
with scope.enter(workspace.id):
    print(issue_key(agent=create_agent(name="Travel", role="supervisor", workspace=workspace)))
"""
expect.set_options(timeout=30_000)
LOOK = {"name": "recall", "args": {"question": "Where does the user live?"}, "id": "look"}


@pytest.fixture(scope="module")
def home(server) -> dict[str, Any]:
    """A workspace with its owner, who is the person remembered."""
    return json.loads(server.manage("create_workspace", "Ana", "--json"))


@pytest.fixture(scope="module")
def key_of_another(server, home) -> str:
    """The key of a second agent, who has written nothing."""
    return server.manage("shell", "--no-imports", "-c", ANOTHER_AGENT.format(**home)).split()[-1]


def written_by_mcp(server, home, **fact):
    async def write():
        headers = {"Authorization": f"Bearer {home['api_keys']['supervisor']}", "X-User-Id": home["user_id"]}
        async with (
            httpx2.AsyncClient(headers=headers) as http,
            Client(streamable_http_client(f"{server.url}/mcp", http_client=http)) as client,
        ):
            return (await client.call_tool("set_fact", fact)).structured_content

    return asyncio.run(write())


@contextmanager
def signed_in(home, address):
    """The page of an address, in a browser in which the person signs in on the way."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"])
        page = browser.new_page()
        page.goto(address)
        page.get_by_label("Username or email").fill(home["username"])
        page.get_by_label("Password").fill(home["password"])
        page.get_by_role("button", name="Sign in", exact=True).click()
        yield page
        browser.close()


def told_to_agent(memory, person_id):
    """What a LangGraph agent is told when its model, which is scripted, looks up where the person lives."""

    def recall(question: str) -> str:
        """What is known about the user."""
        return memory.context(person_id, question).text

    model = iter([AIMessage("", tool_calls=[LOOK]), AIMessage("I have looked.")])
    graph = StateGraph(MessagesState)
    graph.add_node("model", lambda state: {"messages": [next(model)]})
    graph.add_node("tools", ToolNode([recall]))
    graph.add_edge(START, "model")
    graph.add_conditional_edges("model", tools_condition)
    graph.add_edge("tools", "model")
    agent = graph.compile(checkpointer=MemoryServerSaver(memory, person_id))
    said = agent.invoke({"messages": [("user", "Plan a trip.")]}, {"configurable": {"thread_id": "trip"}})["messages"]
    return said[-2].content


@pytest.mark.skipif(CHROMIUM is None, reason="No Chromium is installed: this test needs one.")
def test_a_city_by_mcp_is_known_to_a_langgraph_agent_after_the_person_agrees_in_the_browser(
    server, home, key_of_another
):
    with MemoryClient(server.url, key_of_another) as memory:
        answer = written_by_mcp(server, home, category="identity", key="city", value="Faro")
        assert answer["status"] == "pending_consent" and answer["memory_id"] is None
        assert answer["review_url"].startswith(f"{server.url}/proposals/") and answer["review_url"] in answer["message"]
        assert "Faro" not in told_to_agent(memory, home["user_id"])

        with signed_in(home, answer["review_url"]) as page:
            expect(page.get_by_text("Faro").first).to_be_visible()
            page.get_by_role("button", name="Approve", exact=True).click()
            expect(page.get_by_text("Saved as confirmed by you.")).to_be_visible()

        assert "Faro" in told_to_agent(memory, home["user_id"])
