"""The examples and the README's first agent, as a reader runs them; only the model is scripted."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from werkzeug import Response

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def run(server, key, httpserver):
    """Runs a file or text of Python with a server, a key and a model in the environment; returns what it prints."""
    environment = os.environ | {
        "MEMORY_URL": server.url,
        "MEMORY_KEY": key,
        "OPENAI_BASE_URL": httpserver.url_for("/v1"),
        "OPENAI_API_KEY": "none",
        "OPENAI_AGENTS_DISABLE_TRACING": "1",
        "ANTHROPIC_BASE_URL": httpserver.url_for(""),
        "ANTHROPIC_API_KEY": "none",
        "GOOGLE_GEMINI_BASE_URL": httpserver.url_for(""),
        "GOOGLE_API_KEY": "none",
        "PYTHONPATH": str(ROOT / "clients" / "python" / "src"),
    }

    def run_(*arguments):
        command = [sys.executable, *map(str, arguments)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run_


def reply(content, **message):
    said = {"role": "assistant", "content": content, **message}
    body = {"id": "c", "object": "chat.completion", "created": 1, "model": "scripted"}
    return body | {"choices": [{"index": 0, "message": said, "finish_reason": "stop"}]}


def says(httpserver, content, **message):
    httpserver.expect_ordered_request("/v1/chat/completions").respond_with_json(reply(content, **message))


def asked(httpserver, place=-1):
    return httpserver.log[place][0].get_json()["messages"]


def says_who_must_be_invited(told, server):
    """Of Eva, who has no login."""
    return all(text in told for text in ("Nobody can answer yet", f"{server.url}/setup/people", "/proposals/"))


def test_plain_python(run, httpserver, server):
    says(httpserver, "Risotto.")
    told = run(ROOT / "examples" / "plain_python.py")
    assert told.startswith("Risotto.\n") and says_who_must_be_invited(told, server)
    assert "mushroom risotto" in asked(httpserver)[0]["content"]


def test_langgraph_agent_goes_on_in_a_second_process(run, httpserver):
    says(httpserver, "Green tea.")
    says(httpserver, "Still green tea.")
    first, second = (run(ROOT / "examples" / "langgraph_agent.py") for _ in range(2))
    assert (first, second) == (
        "2 messages so far; the last: Green tea.\n",
        "4 messages so far; the last: Still green tea.\n",
    )
    assert (
        "green tea in the morning" in asked(httpserver)[0]["content"]
        and asked(httpserver)[2]["content"] == "Green tea."
    )


def test_openai_agent_is_told_what_waits(run, httpserver, server):
    function = {"name": "remember", "arguments": '{"text": "The user lives in Lisbon."}'}
    says(httpserver, None, tool_calls=[{"id": "t", "type": "function", "function": function}])
    says(httpserver, "I have asked you about that.")
    told = run(ROOT / "examples" / "openai_agent.py")
    assert told == "I have asked you about that.\n4 items in the session\n"
    assert f"{server.url}/proposals/" in asked(httpserver)[-1]["content"]


def test_mcp_session_is_told_what_waits(run, httpserver, server):
    def sets_city(request):
        asked = request.get_json()
        assert "set_fact" in [tool["function"]["name"] for tool in asked["tools"]]
        fact = {"category": "identity", "key": "city", "value": "Faro"}
        arguments = json.dumps(fact | {"user_id": asked["messages"][0]["content"].split()[-1]})
        call = {"id": "t", "type": "function", "function": {"name": "set_fact", "arguments": arguments}}
        return Response(json.dumps(reply(None, tool_calls=[call])), content_type="application/json")

    httpserver.expect_ordered_request("/v1/chat/completions").respond_with_handler(sets_city)
    says(httpserver, "I have asked you about that.")
    assert run(ROOT / "examples" / "mcp_session.py") == "I have asked you about that.\n"
    assert f"{server.url}/proposals/" in asked(httpserver)[-1]["content"]


def python_of(readme):
    return re.findall(r"```python\n(.*?)```", readme.read_text(), re.DOTALL)


README = python_of(ROOT / "README.md")


def test_the_first_memory_of_the_readme(run):
    memory, _ = README
    assert run("-c", memory) == "Eva cooks mushroom risotto.\n"


def test_the_first_agent_of_the_readme(run, httpserver):
    _, agent = README
    assert len([line for line in agent.splitlines() if line.strip()]) <= 15
    says(httpserver, "You like lemon cake.")
    assert run("-c", agent) == "You like lemon cake.\n"
    known = asked(httpserver)[0]["content"]
    assert "lemon cake" in known and "merged" not in known


def of_the_client(word):
    """The one block of the client's README with that word."""
    (block,) = (text for text in python_of(ROOT / "clients" / "python" / "README.md") if word in text)
    return block


def test_each_block_of_the_client_s_readme_is_run_here():
    words = ("Waiting", "StateGraph", "Anthropic()", "run_sync", "adk", "LLM")
    assert sorted(python_of(ROOT / "clients" / "python" / "README.md")) == sorted(map(of_the_client, words))


def test_the_client_of_its_readme_is_told_what_waits(run, server):
    told = run("-c", of_the_client("Waiting"))
    assert "mushroom risotto" in told and says_who_must_be_invited(told, server)


def test_the_graph_of_the_client_s_readme_goes_on_where_it_stopped(run):
    assert run("-c", of_the_client("StateGraph")) == "Message 1 of our talk.\n"
    assert run("-c", of_the_client("StateGraph")) == "Message 3 of our talk.\n"


def test_the_memory_tool_of_the_client_s_readme(run, httpserver):
    usage = {"input_tokens": 1, "output_tokens": 1}
    message = {"id": "m", "type": "message", "role": "assistant", "model": "scripted", "usage": usage}
    called = {"type": "tool_use", "id": "t", "name": "memory", "input": {"command": "view", "path": "/memories"}}
    for reason, content in (("tool_use", called), ("end_turn", {"type": "text", "text": "Noted."})):
        answer = message | {"stop_reason": reason, "stop_sequence": None, "content": [content]}
        httpserver.expect_ordered_request("/v1/messages").respond_with_json(answer)

    assert run("-c", of_the_client("Anthropic()")) == "Noted.\n"
    assert "/memories" in json.dumps(asked(httpserver)[-1])


def test_the_session_of_the_client_s_readme(run, httpserver):
    said = {"type": "output_text", "text": "Noted.", "annotations": []}
    message = {"id": "m", "type": "message", "role": "assistant", "status": "completed", "content": [said]}
    answer = {"id": "r", "object": "response", "created_at": 1, "model": "scripted", "output": [message]}
    answer |= {"parallel_tool_calls": False, "tool_choice": "auto", "tools": [], "status": "completed"}
    httpserver.expect_request("/v1/responses").respond_with_json(answer)

    assert [run("-c", of_the_client("run_sync")) for _ in range(2)] == ["Noted.\n"] * 2
    assert len(httpserver.log[-1][0].get_json()["input"]) == 3  # the second run goes on where the first stopped


def test_the_runner_of_the_client_s_readme(run, httpserver):
    said = {"content": {"role": "model", "parts": [{"text": "Noted."}]}, "finishReason": "STOP"}
    path = "/v1beta/models/gemini-2.5-flash:generateContent"
    httpserver.expect_request(path).respond_with_json({"candidates": [said]})

    assert [run("-c", of_the_client("adk")).count("Noted.") for _ in range(2)] == [1, 1]
    assert len(httpserver.log[-1][0].get_json()["contents"]) == 3


def test_the_engine_of_the_client_s_readme(run):
    assert run("-c", of_the_client("LLM")).count("green tea") == 1
    assert run("-c", of_the_client("LLM")).count("green tea") > 1


def test_the_session_of_the_mcp_page_finds_what_it_wrote(run):
    (session,) = python_of(ROOT / "docs" / "mcp.md")
    assert "Eva cooks mushroom risotto." in run("-c", session)
