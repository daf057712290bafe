"""LangGraph's checkpointer over the server: its own conformance suite, real graphs, and what a crash leaves."""

import asyncio
import operator
import signal
from typing import Annotated, TypedDict

import psutil
import pytest
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.base import empty_checkpoint
from langgraph.checkpoint.conformance import checkpointer_test, validate
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt
from memory_server.langgraph import MemoryServerSaver


@pytest.fixture
def saver(memory, ana):
    return MemoryServerSaver(memory, ana.id)


def test_it_passes_the_conformance_suite_with_all_optional_capabilities(memory):
    @checkpointer_test(name="MemoryServerSaver")
    async def savers():
        yield MemoryServerSaver(memory, memory.add_user("Ana").id)

    report = asyncio.run(validate(savers))
    report.print_report()
    assert report.passed_all()


class State(TypedDict):
    steps: Annotated[list[str], operator.add]
    said: object


def graph(saver):
    """Two steps with a question to a human between them."""

    def begin(state):
        return {"steps": ["begin"], "said": HumanMessage("hello")}

    def ask(state):
        return {"steps": [f"answer {interrupt('May I?')}"]}

    builder = StateGraph(State)
    builder.add_node("begin", begin)
    builder.add_node("ask", ask)
    builder.add_edge(START, "begin")
    builder.add_edge("begin", "ask")
    builder.add_edge("ask", END)
    return builder.compile(checkpointer=saver)


def test_a_graph_stops_for_a_human_and_goes_on(saver):
    config = {"configurable": {"thread_id": "t/1 ü"}}
    assert "__interrupt__" in graph(saver).invoke({"steps": []}, config)
    done = graph(saver).invoke(Command(resume="yes"), config)
    assert done["steps"] == ["begin", "answer yes"] and done["said"].content == "hello"
    assert len(list(graph(saver).get_state_history(config))) == 4


def test_the_asynchronous_form_reads_what_the_other_wrote(saver):
    config = {"configurable": {"thread_id": "t"}}
    graph(saver).invoke({"steps": []}, config)
    done = asyncio.run(graph(saver).ainvoke(Command(resume="no"), config))
    assert done["steps"] == ["begin", "answer no"]


def test_a_graph_resumes_after_the_server_was_killed(server, saver):
    config = {"configurable": {"thread_id": "killed"}}
    graph(saver).invoke({"steps": []}, config)
    below = psutil.Process(server.process.pid).children(recursive=True)
    web = [one for one in below if "supervisor.web" in " ".join(one.cmdline())]
    assert web
    for process in web:
        process.send_signal(signal.SIGKILL)
    # The client waits until the supervisor has started another.
    done = graph(saver).invoke(Command(resume="later"), config)
    assert done["steps"] == ["begin", "answer later"]


@pytest.mark.parametrize(
    "value",
    ["text", "", "nul \0", 2**60, 1e300, 1e16, 1.0, float("inf"), None, True, [1, [2.5, "a"]], (1, 2),
     {"b": 1, "a": {2}}, {"__type__": "x", "__data__": "y"}, b"bytes", HumanMessage("hi"), [{"z": 1, "a": 2}],
     "x" * 30_000],
)  # fmt: skip
def test_values_come_back_as_the_serializer_of_langgraph_gives_them(saver, value):
    serde = JsonPlusSerializer()
    expected = serde.loads_typed(serde.dumps_typed(value))
    state = empty_checkpoint() | {"channel_values": {"v": value}}
    config = saver.put({"configurable": {"thread_id": "values"}}, state, {"step": 1}, {})
    saver.put_writes(config, [("v", value)], "task")
    found = saver.get_tuple(config)
    for back in (found.checkpoint["channel_values"]["v"], found.pending_writes[0][2]):
        assert back == expected and type(back) is type(expected)
        assert list(back) == list(expected) if isinstance(expected, dict) else True


def test_pruning_keeps_what_a_delta_channel_is_rebuilt_from(saver):
    config = {"configurable": {"thread_id": "delta"}}
    for step in range(6):
        state = empty_checkpoint() | {"channel_versions": {"d": f"{step:032}"}}
        state["channel_values"] = {"d": "snapshot"} if step == 2 else {}
        config = saver.put(config, state, {"step": step, "counters_since_delta_snapshot": {"d": (step, step)}}, {})
        saver.put_writes(config, [("d", step)], f"task {step}")
    before = saver.get_delta_channel_history(config=config, channels=["d"])
    assert before["d"]["seed"] == "snapshot" and [one[2] for one in before["d"]["writes"]] == [2, 3, 4]
    saver.prune(["delta"])
    assert saver.get_delta_channel_history(config=config, channels=["d"]) == before
    assert len(list(saver.list({"configurable": {"thread_id": "delta"}}))) == 4


def test_all_threads_are_listed_and_an_unknown_strategy_is_refused(saver):
    for thread in ("one", "two"):
        saver.put({"configurable": {"thread_id": thread}}, empty_checkpoint(), {"step": 1}, {})
    assert {one.config["configurable"]["thread_id"] for one in saver.list(None)} == {"one", "two"}
    assert len(list(saver.list(None, limit=1))) == 1
    with pytest.raises(ValueError, match="keep_latest"):
        saver.prune(["one"], strategy="some")


def test_no_connection_outlives_the_loop_that_opened_it(saver, server):
    def connections():
        mine = psutil.Process().net_connections("tcp")
        return [one for one in mine if one.raddr and one.raddr.port == server.port and one.status == "ESTABLISHED"]

    async def load():
        assert await saver.aget_tuple({"configurable": {"thread_id": "none", "checkpoint_ns": ""}}) is None
        return len(connections())

    before = len(connections())
    assert asyncio.run(load()) == before + 1
    assert len(connections()) == before
