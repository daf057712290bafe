"""MCP in the server as it runs: uvicorn, the guard, threads, the SDK's client over a socket."""

import socket

import anyio
import httpx2
import pytest
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client

from tests.faults.processes import WEB, start, stop, until
from tests.interfaces.mcp.event_loop import run_apart


@pytest.fixture
def url(transactional_db):
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        web = start(WEB, str(listening.fileno()), pass_fds=[listening.fileno()])
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        until(lambda: httpx2.get(f"{address}/healthz", timeout=60).status_code == 200)
        yield address
        stop(web)


def talk(url, key, use):
    async def run():
        async with (
            httpx2.AsyncClient(headers={"authorization": f"Bearer {key}"}, timeout=60) as http,
            Client(streamable_http_client(url, http_client=http)) as client,
        ):
            return await use(client)

    return run_apart(run)


def test_twenty_calls_at_once_are_all_answered(url, home, ana):
    found = []

    async def use(client):
        await client.call_tool("memory_upsert", {"content": "User cooks risotto.", "user_id": ana})

        async def ask():
            result = await client.call_tool("memory_query", {"query": "risotto", "user_id": ana})
            found.append(result.structured_content["results"][0]["text"])

        async with anyio.create_task_group() as group:
            for _ in range(20):
                group.start_soon(ask)

    talk(f"{url}/mcp", home.api_keys["supervisor"], use)
    assert len(found) == 20 and len(set(found)) == 1
    assert httpx2.get(f"{url}/api/v1/users").status_code == 401
    assert httpx2.post(f"{url}/mcp", json={}).status_code == 401
