"""A memory and its history as resources; and prompts for a person to choose from."""

import json

from mcp.server.mcpserver import MCPServer

from interfaces.mcp.api import Api, part
from interfaces.mcp.calls import Here, calls_of

JSON = "application/json"


async def memory_resource(memory_id: str, ctx: Here) -> str:
    """One memory with its provenance."""
    return json.dumps(await calls_of(ctx).get(f"memories/{part(memory_id)}"))


async def history_resource(memory_id: str, ctx: Here) -> str:
    """Everything that happened to a memory, and who did it."""
    return json.dumps((await calls_of(ctx).get(f"memories/{part(memory_id)}/history"))["results"])


async def facts_resource(user_id: str, ctx: Here) -> str:
    """The facts about a person."""
    return json.dumps((await calls_of(ctx).get(f"users/{part(user_id)}/facts", limit=100))["results"])


def what_do_you_know(topic: str = "") -> str:
    """Ask what is remembered, and where it comes from."""
    about = f" about {topic}" if topic else ""
    return (
        f"Tell me what you remember of me{about}. Call `context` and `memory_query` for it. Name for each memory where "
        "it comes from, and say plainly what you do not know. Do not guess."
    )


def what_is_waiting() -> str:
    """Ask what waits for one's decision."""
    return (
        "Call `pending_consent` and list what waits for my decision: what would change, who asked and why, until when "
        "I can decide, and the page to decide on. Do not advise me to agree."
    )


def add_resources(server: MCPServer[Api]) -> None:
    for uri, function in (
        ("memory://memories/{memory_id}", memory_resource),
        ("memory://memories/{memory_id}/history", history_resource),
        ("memory://people/{user_id}/facts", facts_resource),
    ):
        server.resource(uri, name=function.__name__.removesuffix("_resource"), mime_type=JSON)(function)
    for prompt in (what_do_you_know, what_is_waiting):
        server.prompt()(prompt)
