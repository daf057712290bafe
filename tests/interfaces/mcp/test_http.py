"""`/mcp` as HTTP: who may ask, from where, and what comes back for what makes no sense."""

import json

import pytest
from django.conf import settings

from tests.interfaces.mcp.conftest import InTheTest, http_client
from workspaces import scope
from workspaces.models import ApiKey

ACCEPT = "application/json, text/event-stream"
LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}


@pytest.fixture
def send(home):
    """One POST to the endpoint, with a good key unless told otherwise."""

    def _send(body, path="/mcp", method="POST", **headers):
        executor = InTheTest()
        good = {"authorization": f"Bearer {home.api_keys['supervisor']}", "accept": ACCEPT}
        headers = good | {"content-type": "application/json"} | {k.replace("_", "-"): v for k, v in headers.items()}
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()

        async def talk():
            async with http_client(executor) as client:
                return await client.request(method, path, content=raw, headers=headers)

        return executor.run(talk)

    return _send


def call(tool, arguments):
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}


def test_tools_are_listed_as_json(send):
    answer = send(LIST)
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("application/json")
    assert len(answer.json()["result"]["tools"]) == 12


def test_the_server_tells_its_version(send):
    about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
    said = send({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": about}).json()
    assert said["result"]["serverInfo"]["version"] == settings.VERSION


@pytest.mark.parametrize("authorization", ["", "Bearer", "Bearer mem_0_0", "Basic YTpi", "Bearer clé"])
def test_without_a_good_key_a_client_learns_whom_to_ask_for_one(send, authorization):
    answer = send(LIST, authorization=authorization.encode("utf-8"))
    assert answer.status_code == 401
    metadata = 'resource_metadata="http://localhost/.well-known/oauth-protected-resource/mcp"'
    assert metadata in answer.headers["www-authenticate"]
    assert answer.json()["type"] == "/problems/not-authenticated"


def test_a_key_that_is_wrong_is_called_so(send):
    assert "The API key is not valid" in send(LIST, authorization="Bearer mem_0_0").json()["detail"]
    detail = send(LIST, authorization="").json()["detail"]
    assert detail == "Send the header 'Authorization: Bearer <key>'."


def test_a_browser_is_told_how_a_program_connects(send):
    answer = send(b"", method="GET", accept="text/html,*/*;q=0.8", authorization="")
    assert answer.headers["content-type"].startswith("text/html") and answer.headers["allow"] == "POST"
    assert "claude mcp add --transport http memory" in answer.text and "/mcp " in answer.text


NOTE = {"jsonrpc": "2.0", "method": "notifications/initialized"}


@pytest.mark.parametrize(
    "body",
    [LIST, NOTE, call("people", {}), call("memory_upsert", {"content": "a" * 100_000}), b"{"],
    ids=["list", "notification", "tool", "large", "no_json"],
)
def test_a_revoked_key_counts_no_longer(send, home, now, body):
    assert send(body).status_code != 401
    with scope.enter(home.workspace_id):
        ApiKey.objects.update(revoked_at=now)
    answer = send(body)
    assert answer.status_code == 401 and answer.json()["type"] == "/problems/not-authenticated"
    assert "resource_metadata" in answer.headers["www-authenticate"]


@pytest.mark.parametrize("header", [{"host": "evil.example"}, {"origin": "https://evil.example"}, {"origin": "null"}])
def test_other_hosts_and_pages_of_other_sites_are_refused(send, header):
    assert send(LIST, **header).status_code == 400


def test_pages_of_this_server_may_ask(send):
    assert send(LIST, origin="http://localhost:8000").status_code == 200


def test_there_is_no_stream_to_hold_open(send):
    answer = send(b"", method="GET")
    assert answer.status_code == 405 and answer.headers["allow"] == "POST"


def test_a_body_beyond_the_limit_is_refused(send):
    assert send(call("memory_upsert", {"content": "a" * 2**20})).status_code == 413


HOSTILE = {
    "nul": call("memory_upsert", {"content": "a\x00b"}),
    "nul_in_path": call("set_fact", {"category": "a\x00b", "key": "city", "value": "x"}),
    "dots_in_path": call("set_fact", {"category": "..", "key": "../../x", "value": "x"}),
    "surrogate": json.dumps(call("memory_upsert", {"content": "\ud800"})).encode(),
    "surrogate_in_path": json.dumps(call("set_fact", {"category": "\ud800", "key": "city", "value": "x"})).encode(),
    "surrogate_in_query": json.dumps(call("facts", {"category": "\ud800"})).encode(),
    "surrogate_as_tool": json.dumps(call("\ud800", {})).encode(),
    "surrogate_as_id": json.dumps(call("memory_get", {"memory_id": "\ud800"})).encode(),
    "line_break_in_header": call("memory_upsert", {"content": "x", "idempotency_key": "a\r\nb"}),
    "no_ascii_in_header": call("memory_upsert", {"content": "x", "idempotency_key": "Ω"}),
    "nested": b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"people","arguments":{"cursor":'
    + b"[" * 20_000
    + b"]" * 20_000
    + b"}}}",
    "nested_in_text": call("remember_turns", {"turns": "[" * 20_000, "conversation": "x"}),
    "long": call("memory_upsert", {"content": "a" * 900_000}),
    "numbers": b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"memory_query",'
    b'"arguments":{"query":"x","top_k":' + b"9" * 5_000 + b"}}}",
    "not_a_number": b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"set_fact","arguments":'
    b'{"category":"identity","key":"city","value":"x","confidence":NaN}}}',
    "no_json": b"{",
    "no_text": b"\xff\xfe",
    "no_object": b"[]",
    "empty": b"",
    "no_method": {"jsonrpc": "2.0", "id": 1},
    "unknown_method": {"jsonrpc": "2.0", "id": 1, "method": "memory/steal"},
    "unknown_tool": call("erase_everything", {}),
    "wrong_types": call("memory_query", {"query": {"a": 1}, "top_k": "many"}),
    "no_arguments": call("memory_query", None),
    "unknown_resource": {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "resources/read",
        "params": {"uri": "memory://x/../../y"},
    },
    "cursor": call("people", {"cursor": "\x00"}),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_input_gets_an_error_and_never_a_fault_of_the_server(send, name, caplog):
    answer = send(HOSTILE[name])
    assert answer.status_code < 500
    if answer.status_code == 200:
        told = answer.json()
        assert "error" in told or told["result"]["isError"]
        assert "Internal server error" not in answer.text
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
