"""The OpenAI Agents SDK, ADK and LlamaIndex over the server, each with its real package."""

import asyncio
import random

import pytest
from agents import Agent, OpenAIResponsesModel, Runner, SQLiteSession, set_tracing_disabled
from google.adk.agents import BaseAgent
from google.adk.errors.already_exists_error import AlreadyExistsError
from google.adk.events.event import Event
from google.adk.events.event_actions import EventActions
from google.adk.memory.memory_entry import MemoryEntry
from google.adk.runners import Runner as AdkRunner
from google.adk.sessions.base_session_service import GetSessionConfig
from google.adk.sessions.in_memory_session_service import InMemorySessionService
from google.genai.types import Content, Part
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.memory import ChatMemoryBuffer
from memory_server.adk import MemoryServerMemoryService, MemoryServerSessionService
from memory_server.llama_index import MemoryServerMemory
from memory_server.openai_agents import MemoryServerSession
from openai import AsyncOpenAI

ITEMS = (
    {"role": "user", "content": "I like green tea."},
    {"role": "assistant", "content": [{"type": "output_text", "text": "Noted.", "annotations": []}]},
    {"type": "function_call", "call_id": "c1", "name": "look", "arguments": '{"z": 1, "a": 1e16}'},
    {"b": 1, "a": {"nul": "\0", "large": 2**70}},
)


def turns(memory, ana):
    """What a person's conversations hold."""
    found = [session["id"] for session in memory.request("GET", "/sessions", query={"user_id": ana.id})["results"]]
    return [(turn.role, turn.content) for session in found for turn in memory.turns(session)]


# OpenAI Agents


async def story_of_items(session, chance):
    """What a session answers to random operations."""
    told = []
    for number in range(40):
        kind = chance.random()
        if kind < 0.5:
            await session.add_items([chance.choice(ITEMS) for _ in range(chance.randint(0, 3))])
        elif kind < 0.75:
            told.append((number, await session.pop_item()))
        elif kind < 0.8:
            await session.clear_session()
        told.append((number, await session.get_items(chance.choice((None, 1, 2, 100)))))
    return told


def test_a_session_does_what_that_of_the_sdk_does(memory, ana, tmp_path):
    ours = asyncio.run(story_of_items(MemoryServerSession("s/1", memory, ana.id), random.Random(3)))
    theirs = asyncio.run(story_of_items(SQLiteSession("s", tmp_path / "items.db"), random.Random(3)))
    assert ours == theirs


def test_messages_of_a_session_become_turns(memory, ana):
    session = MemoryServerSession("one", memory, ana.id)
    asyncio.run(session.add_items([dict(ITEMS[0]), dict(ITEMS[1]), dict(ITEMS[2])]))
    assert turns(memory, ana) == [("user", "I like green tea."), ("assistant", "Noted.")]


def test_nothing_is_lost_when_two_add_at_once(memory, ana):
    async def story():
        session = MemoryServerSession("busy", memory, ana.id)
        await session.add_items([{"role": "user", "content": "first"}])
        await asyncio.gather(*(session.add_items([{"n": number}]) for number in range(4)))
        return await session.get_items()

    assert sorted(item.get("n", -1) for item in asyncio.run(story())) == [-1, 0, 1, 2, 3]


def test_an_agent_of_the_sdk_remembers_what_was_said(memory, ana, httpserver):
    """The model is scripted; everything between it and the server is real."""
    said = {"type": "output_text", "text": "Green tea.", "annotations": []}
    message = {"id": "m", "type": "message", "role": "assistant", "status": "completed", "content": [said]}
    answer = {"id": "r", "object": "response", "created_at": 1, "model": "scripted", "output": [message]}
    answer |= {"parallel_tool_calls": False, "tool_choice": "auto", "tools": [], "status": "completed"}
    httpserver.expect_request("/responses").respond_with_json(answer)
    set_tracing_disabled(True)
    model = OpenAIResponsesModel("scripted", AsyncOpenAI(base_url=httpserver.url_for(""), api_key="none"))

    async def story():
        session, agent = MemoryServerSession("agent", memory, ana.id), Agent("A", model=model)
        await Runner.run(agent, "I like green tea.", session=session)
        return await Runner.run(agent, "What do I like?", session=session)

    assert asyncio.run(story()).final_output == "Green tea."
    asked = httpserver.log[-1][0].get_json()["input"]
    assert [item.get("content") for item in asked if item.get("role") == "user"] == [
        "I like green tea.",
        "What do I like?",
    ]


# ADK


def event(text, author="user", **delta):
    return Event(
        author=author, content=Content(role=author, parts=[Part(text=text)]), actions=EventActions(state_delta=delta)
    )


async def story_of_sessions(service, events):
    """What a session service answers, without the times of its own clock."""
    app = {"app_name": "shop", "user_id": "ana-of-adk"}
    made = await service.create_session(**app, session_id="one", state={"a": 1, "user:name": "A", "temp:x": 2})
    await service.create_session(**app, session_id="two")
    for one in events:
        await service.append_event(made, one.model_copy(deep=True))
    one = await service.get_session(**app, session_id="one")
    recent = await service.get_session(**app, session_id="one", config=GetSessionConfig(num_recent_events=1))
    listed = (await service.list_sessions(**app)).sessions
    await service.delete_session(**app, session_id="two")
    gone = await service.get_session(**app, session_id="two")
    with pytest.raises(AlreadyExistsError):
        await service.create_session(**app, session_id="one")
    state = {key: value for key, value in one.state.items() if not key.startswith("temp:")}
    return {
        "events": [found.model_dump(mode="json", exclude_none=True) for found in one.events],
        "state": state,
        "recent": [found.id for found in recent.events],
        "listed": sorted((found.id, len(found.events), found.state.get("user:name")) for found in listed),
        "user": await service.get_user_state(**app),
        "gone": gone,
    }


def test_sessions_of_adk_are_kept_as_its_own_service_keeps_them(memory):
    events = [event("Hello.", b=2), event("Hi.", "shop", **{"user:name": "Ana", "temp:y": 1}), event("Bye.")]
    ours = asyncio.run(story_of_sessions(MemoryServerSessionService(memory), events))
    theirs = asyncio.run(story_of_sessions(InMemorySessionService(), events))
    assert ours == theirs


def test_what_was_said_to_an_adk_agent_is_found_by_meaning(memory):
    class Echo(BaseAgent):
        async def _run_async_impl(self, context):
            yield Event(author=self.name, content=Content(role="model", parts=[Part(text="I see.")]))

    sessions, remembered = MemoryServerSessionService(memory), MemoryServerMemoryService(memory)

    async def story():
        runner = AdkRunner(
            app_name="shop", agent=Echo(name="echo"), session_service=sessions, memory_service=remembered
        )
        made = await sessions.create_session(app_name="shop", user_id="ben-of-adk")
        text = Content(role="user", parts=[Part(text="My bicycle has a flat tyre.")])
        async for _ in runner.run_async(user_id="ben-of-adk", session_id=made.id, new_message=text):
            pass
        session = await sessions.get_session(app_name="shop", user_id="ben-of-adk", session_id=made.id)
        for _ in range(2):  # a session may be added again
            await remembered.add_session_to_memory(session)
        found = await remembered.search_memory(
            app_name="shop", user_id="ben-of-adk", query="What is wrong with the bicycle?"
        )
        return [memory.content.parts[0].text for memory in found.memories]

    assert asyncio.run(story()).count("My bicycle has a flat tyre.") == 1


def test_memories_of_adk_are_written_and_deleted_and_some_wait(memory):
    waiting = []
    service = MemoryServerMemoryService(memory, on_waiting=waiting.append)
    whose = {"app_name": "shop", "user_id": "clara-of-adk"}

    async def story():
        texts = ("Clara cooks risotto.", "The user lives in Lisbon.")
        await service.add_memory(
            **whose, memories=[MemoryEntry(content=Content(parts=[Part(text=text)])) for text in texts]
        )
        found = (await service.search_memory(**whose, query="What does Clara cook?")).memories
        await service.delete_memory(**whose, memory_id=found[0].id)
        return found, (await service.search_memory(**whose, query="What does Clara cook?")).memories

    before, after = asyncio.run(story())
    assert [one.content.parts[0].text for one in before] == ["Clara cooks risotto."] and after == []
    assert [one.status for one in waiting] == ["pending_consent"]


# LlamaIndex


def test_chat_memory_does_what_that_of_llama_index_does(memory, ana):
    ours, theirs = MemoryServerMemory(memory, ana.id, "one"), ChatMemoryBuffer.from_defaults(token_limit=100_000)
    for chat in (ours, theirs):
        chat.put(ChatMessage(role="user", content="I like green tea."))
        chat.put_messages([ChatMessage(role="assistant", content="Noted."), ChatMessage(role="tool", content="{}")])
    assert ours.get_all() == theirs.get_all() == ours.get()
    assert turns(memory, ana) == [("user", "I like green tea."), ("assistant", "Noted.")]
    for chat in (ours, theirs):
        chat.set(chat.get_all()[:1])
    assert asyncio.run(ours.aget_all()) == theirs.get_all()
    ours.reset()
    assert ours.get_all() == []


def test_chat_memory_puts_what_is_known_before_the_messages(memory, ana):
    memory.remember(ana.id, "Ana cooks mushroom risotto.")
    chat = MemoryServerMemory.from_defaults(client=memory, user_id=ana.id, session_id="two")
    chat.put(ChatMessage(role="user", content="Hello."))
    known, said = asyncio.run(chat.aget("What does she cook?"))
    assert known.role == "system" and "risotto" in known.content and said.content == "Hello."
