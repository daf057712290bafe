"""A real HTTP server that speaks OpenAI's protocol and says what a test tells it to."""

import json
import time
from collections.abc import Callable
from typing import Any

from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

PATH = "/v1/chat/completions"
Said = Callable[[dict[str, Any]], Any]


class FakeModel:
    """Answers each task by `replies[shape]`, a value or a function of the request; keeps what it was asked."""

    def __init__(self, server: HTTPServer) -> None:
        self.asked: list[dict[str, Any]] = []
        self.replies: dict[str, Any] = {}
        self.next_responses: list[Response | Callable[[], Response]] = []
        server.expect_request(PATH, method="POST").respond_with_handler(self._answer)

    def will_fail(self, status: int, times: int = 1) -> None:
        """Without making the client wait between its attempts."""
        self.next_responses += [
            Response('{"error": {"message": "My city is Lisbon"}}', status, {"Retry-After-Ms": "1"})
            for _ in range(times)
        ]

    def will_send(self, body: str | bytes, content_type: str = "application/json") -> None:
        self.next_responses.append(Response(body, content_type=content_type))

    def will_say(self, content: Any, **choice: Any) -> None:
        self.next_responses.append(completion({"role": "assistant", "content": content}, **choice))

    def will_call(self, name: str, arguments: str, call_id: str = "call-1") -> None:
        call = {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}
        message = {"role": "assistant", "content": None, "tool_calls": [call]}
        self.next_responses.append(completion(message, finish_reason="tool_calls"))

    def will_be_slow(self, seconds: float) -> None:
        def slow() -> Response:
            time.sleep(seconds)
            return completion({"role": "assistant", "content": "late"})

        self.next_responses.append(slow)

    def will_drip(self, pieces: int, pause: float) -> None:
        def drops():
            for _ in range(pieces):
                yield b" "
                time.sleep(pause)

        self.next_responses.append(Response(drops(), content_type="application/json"))

    def _answer(self, request: Request) -> Response:
        body = request.get_json() | {"authorization": request.headers["Authorization"]}
        self.asked.append(body)
        if self.next_responses:
            planned = self.next_responses.pop(0)
            return planned if isinstance(planned, Response) else planned()
        shape = body.get("response_format", {}).get("json_schema", {}).get("name", "")
        reply = self.replies[shape]
        told = json.loads(body["messages"][-1]["content"]) if shape else {}
        content = reply(told) if callable(reply) else reply
        return completion(
            {"role": "assistant", "content": content if isinstance(content, str) else json.dumps(content)}
        )


def completion(message: dict[str, Any], finish_reason: str = "stop", usage: Any = None) -> Response:
    body = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": "fake-model",
        "choices": [{"index": 0, "message": message, "finish_reason": finish_reason}],
        "usage": usage or {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
    }
    return Response(json.dumps(body), mimetype="application/json")


def serve(server: HTTPServer, settings: Any) -> FakeModel:
    """Make the settings point at a fake model."""
    settings.LLM_BASE_URL = server.url_for("/v1")
    settings.LLM_MODEL = "fake-model"
    settings.LLM_API_KEY = "key-of-tests"
    settings.LLM_TIMEOUT_SECONDS = 5.0
    settings.LLM_READS_WRITES = False  # but in the tests of that
    return FakeModel(server)
