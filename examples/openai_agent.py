"""An agent of the OpenAI Agents SDK whose session is on the memory server. It sets what it learns by a tool."""

import asyncio

from agents import Agent, Runner, function_tool, set_default_openai_api, set_tracing_disabled
from memory_server import MemoryClient
from memory_server.openai_agents import MemoryServerSession

set_tracing_disabled(True)
set_default_openai_api("chat_completions")
memory = MemoryClient()
eva = memory.user("example-openai", name="Eva")


@function_tool
def remember(text: str) -> str:
    """Remember something about the user."""
    return str(memory.remember(eva.id, text))


async def main() -> None:
    agent = Agent("Assistant", model="gpt-5-mini", tools=[remember])
    session = MemoryServerSession("example", memory, eva.id)
    result = await Runner.run(agent, "I live in Lisbon.", session=session)
    print(result.final_output)
    print(len(await session.get_items()), "items in the session")


asyncio.run(main())
