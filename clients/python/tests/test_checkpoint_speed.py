"""How long saving and loading a state of 20 kB takes beside LangGraph's own saver on the same PostgreSQL.

    make test-clients ARGS="-s -m prove -k beside_langgraph"

Prints the ratio; the machine decides the milliseconds, so nothing is asserted about them.
"""

import asyncio
import json
import statistics
import time
from uuid import uuid4

import psycopg
import pytest
from langgraph.checkpoint.base import empty_checkpoint
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from memory_server.langgraph import MemoryServerSaver

MESSAGE = {"role": "user", "content": "Could you move the review of the release to Thursday at ten?", "tokens": 14}
MESSAGES = 190
ADDRESS = """
import json
from django.db import connection
print(json.dumps({name: connection.get_connection_params()[name] for name in ("host", "port", "user")}))
"""


@pytest.fixture
def postgres(server):
    """The address of a database of its own in the server's PostgreSQL."""
    place = json.loads(server.manage("shell", "--no-imports", "-c", ADDRESS).splitlines()[-1])
    address = " ".join(f"{name}={value}" for name, value in place.items())
    name = f"saver_{uuid4().hex[:8]}"
    with psycopg.connect(f"{address} dbname=postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield f"{address} dbname={name}"
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


async def save_and_load(saver, thread, step):
    """Milliseconds for one step: the whole channel is new, as a list of messages is."""
    version = f"{step:032}"
    messages = [MESSAGE | {"id": f"m{step}-{number}"} for number in range(MESSAGES)]
    state = empty_checkpoint() | {"channel_values": {"messages": messages}, "channel_versions": {"messages": version}}
    config = {"configurable": {"thread_id": thread, "checkpoint_ns": ""}}
    began = time.perf_counter()
    saved = await saver.aput(config, state, {"step": step}, {"messages": version})
    found = await saver.aget_tuple(saved)
    elapsed = 1000 * (time.perf_counter() - began)
    assert found.checkpoint["channel_values"]["messages"] == messages
    return elapsed


@pytest.mark.prove
def test_saving_and_loading_beside_langgraph_s_own_saver(memory, ana, postgres):
    async def measure():
        ours, times = MemoryServerSaver(memory, ana.id), ([], [])
        async with AsyncPostgresSaver.from_conn_string(postgres) as theirs:
            await theirs.setup()
            for step in range(220):  # in turn, so that both meet the same load
                for saver, found in zip((ours, theirs), times, strict=True):
                    found.append(await save_and_load(saver, "speed", step))
        return [statistics.median(found[20:]) for found in times]

    ours, theirs = asyncio.run(measure())
    size = len(json.dumps([MESSAGE | {"id": "m0-0"}] * MESSAGES)) / 1024
    print(f"\nSave and load {size:.0f} kB, median of 200 in turn: {ours:.1f} ms over the server, {theirs:.1f} ms with")
    print(f"AsyncPostgresSaver on the same PostgreSQL: {ours / theirs:.1f} times as long")
