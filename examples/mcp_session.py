"""An MCP session: the model gets the memory server's tools, as a host such as Claude Code gives them to it."""

import asyncio
import json
import os

import httpx2
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client
from openai import OpenAI

URL, KEY = os.environ["MEMORY_URL"], os.environ["MEMORY_KEY"]
model = OpenAI()


def as_function(tool):
    described = {"name": tool.name, "description": tool.description, "parameters": tool.input_schema}
    return {"type": "function", "function": described}


async def converse(memory, messages):
    """The model's answer, once it wants no more tools."""
    tools = [as_function(tool) for tool in (await memory.list_tools()).tools]
    while True:
        said = model.chat.completions.create(model="gpt-5-mini", messages=messages, tools=tools).choices[0].message
        messages.append(said)
        if not said.tool_calls:
            return said.content
        for call in said.tool_calls:
            result = await memory.call_tool(call.function.name, json.loads(call.function.arguments))
            messages.append({"role": "tool", "tool_call_id": call.id, "content": result.content[0].text})


async def main():
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {KEY}"}, timeout=60) as http,
        Client(streamable_http_client(f"{URL}/mcp", http_client=http)) as memory,
    ):
        eva = await memory.call_tool("add_person", {"name": "Eva", "external_id": "example-mcp"})
        system = f"{memory.instructions}\nThe user_id of the person is {eva.structured_content['id']}"
        said = [{"role": "system", "content": system}, {"role": "user", "content": "I have moved to Faro."}]
        print(await converse(memory, said))


asyncio.run(main())
