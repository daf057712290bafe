"""`manage.py mcp`: a process of its own, spoken to by the SDK's client over its standard input and output."""

import os
import subprocess
import sys
from functools import partial

import pytest
from django.db import connection
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from interfaces.management.commands.mcp import EARLIER_KEY, KEY
from tests.faults.processes import PROJECT, SETUP
from tests.interfaces.mcp.event_loop import run_apart

COMMAND = SETUP + 'from django.core.management import call_command\ncall_command("mcp")\n'


def talk(environment, use):
    """What `use` makes of a client of the command; the process ends with it."""
    arguments = ["-c", COMMAND, connection.settings_dict["NAME"]]
    server = StdioServerParameters(
        command=sys.executable, args=arguments, env=dict(os.environ) | environment, cwd=PROJECT
    )

    async def run():
        async with Client(stdio_client(server)) as client:
            return await use(client)

    return run_apart(run)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", [KEY, EARLIER_KEY])
def test_an_agent_writes_and_finds_over_stdio(home, ana, name):
    async def use(client):
        written = await client.call_tool("memory_upsert", {"content": "User cooks risotto.", "user_id": ana})
        waits = await client.call_tool("set_fact", {"category": "identity", "key": "city", "value": "Faro"})
        found = await client.call_tool("memory_query", {"query": "risotto"})
        return written, waits, found

    environment = {name: home.api_keys["supervisor"], "MEMORY_USER_ID": ana}
    written, waits, found = talk(environment, use)
    assert written.structured_content["status"] == "created"
    assert waits.structured_content["status"] == "pending_consent"
    assert found.structured_content["results"][0]["id"] == written.structured_content["memory_id"]


@pytest.mark.django_db(transaction=True)
def test_without_a_key_the_command_says_what_is_missing(home):
    program = partial(subprocess.run, [sys.executable, "-c", COMMAND, connection.settings_dict["NAME"]], cwd=PROJECT)
    ended = program(env=dict(os.environ) | {KEY: "", EARLIER_KEY: ""}, capture_output=True, text=True, timeout=120)
    assert ended.returncode != 0 and KEY in ended.stderr and ended.stdout == ""
