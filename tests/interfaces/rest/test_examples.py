"""The examples in the API's documentation are what these calls answer; UPDATE_EXAMPLES=1 writes them anew."""

import json
import os
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from drf_spectacular.generators import SchemaGenerator

from interfaces.rest import examples
from tests.interfaces.rest.story import STORY, Step

IDS = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
TIMES = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)|\d{4}-\d\d-\d\d")
SECRETS = re.compile(r"[0-9a-f]{64,}|(?<==)[\w:.-]{60,}")

TOLD = datetime(2026, 11, 23, 9, 30, tzinfo=UTC)

# Those whose answer has no JSON, and one whose subject only background jobs make.
WITHOUT_EXAMPLE = {
    "artifact_content",
    "audit_trail",
    "revoke_preference",
    "remove_webhook",
    "allow_proposal_again",
    "settle_review",
}


class Teller:
    """Carries the story out and keeps what later steps name."""

    def __init__(self, callers: dict[str, Any], names: dict[str, str]) -> None:
        self.callers, self.names = callers, names

    def tell(self, step: Step) -> dict[str, Any]:
        method, path = self.filled(step.call).split(" ", 1)
        body = json.loads(self.filled(json.dumps(step.body))) if step.body is not None else None
        caller = self.callers[step.by]
        send = getattr(caller, method.lower())
        answer = send(path, **step.headers) if method in {"GET", "DELETE"} else send(path, body, **step.headers)
        assert answer.status_code < 400, (step.operation, answer.content)
        is_json = "json" in answer.headers.get("Content-Type", "")
        content = json.loads(b"".join(answer)) if is_json else None
        self.keep(step, answer, content)
        told = {"status": str(answer.status_code), "path": path, "request": body, "response": content}
        return told | ({"name": step.named} if step.named else {})

    def filled(self, text: str) -> str:
        for name, value in self.names.items():
            text = text.replace("{" + name + "}", value)
        return re.sub(r"{shown:(\w+)}", lambda match: self.shown_hash(match[1]), text)

    def shown_hash(self, name: str) -> str:
        """Of a question as the person sees it now."""
        shown: str = self.callers["person"].get(f"/proposals/{self.names[name]}").json()["shown_hash"]
        return shown

    def keep(self, step: Step, answer: Any, content: Any) -> None:
        for name, path in step.keeps.items():
            found = content
            if path.startswith("header:"):
                found = answer.headers[path.removeprefix("header:")]
            else:
                for part in path.split("."):
                    found = found[int(part) if part.isdigit() else part]
            self.names[name] = str(found)


def _as_of_the_story(match: re.Match[str]) -> str:
    """Times of today become one moment, others stay as many days away from it."""
    if "T" not in match[0]:
        return f"{TOLD:%Y-%m-%d}"
    away = datetime.fromisoformat(match[0]) - datetime.now(UTC)
    return f"{TOLD + timedelta(days=round(away / timedelta(days=1))):%Y-%m-%dT%H:%M:%SZ}"


def settled(told: dict[str, Any]) -> dict[str, Any]:
    """Without what differs from run to run: ids, times, digests, durations and scores."""
    known: dict[str, str] = {}

    def name_id(match: re.Match[str]) -> str:
        return known.setdefault(match[0], f"01a20000-0000-7000-8000-{len(known) + 1:012d}")

    text = json.dumps(told, ensure_ascii=False)
    for address in ("http://testserver", settings.PUBLIC_URL):
        text = text.replace(address, examples.SERVER)
    text = IDS.sub(name_id, text)
    text = TIMES.sub(_as_of_the_story, text)
    text = SECRETS.sub(lambda match: "5f" * (min(len(match[0]), 64) // 2), text)
    settled: dict[str, Any] = json.loads(text, parse_float=lambda number: round(float(number), 1))
    return settled


@pytest.fixture
def told(api, owner, superuser, ana, supervisor, planner):
    names = {"ana": ana, "agent": str(supervisor.id), "planner": str(planner.id)}
    teller = Teller({"agent": api, "person": owner, "superuser": superuser}, names)
    found: dict[str, list[Any]] = {}
    for step in STORY:
        found.setdefault(step.operation, []).append(teller.tell(step))
    return settled(found)


def shape(value: Any) -> Any:
    """What an answer looks like: its fields, and of lists the first entry."""
    if isinstance(value, dict):
        return {name: shape(one) for name, one in value.items()}
    return [shape(value[0])] if isinstance(value, list) and value else type(value).__name__


def test_the_examples_are_what_the_calls_answer(told):
    if os.environ.get("UPDATE_EXAMPLES"):
        examples.FILE.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n")
    kept = json.loads(examples.FILE.read_text())
    assert {name: [one["status"] for one in calls] for name, calls in told.items()} == {
        name: [one["status"] for one in calls] for name, calls in kept.items()
    }
    for name, calls in told.items():
        assert [shape(one["request"]) for one in calls] == [shape(one["request"]) for one in kept[name]], name
        assert [shape(one["response"]) for one in calls] == [shape(one["response"]) for one in kept[name]], name


def test_each_operation_has_an_example_and_each_field_a_description():
    schema = SchemaGenerator().get_schema(request=None, public=True)
    operations = [one for methods in schema["paths"].values() for one in methods.values()]
    without = {one["operationId"] for one in operations if '"examples"' not in json.dumps(one)}
    assert without == WITHOUT_EXAMPLE
    undescribed = {
        f"{model}.{name}"
        for model, component in schema["components"]["schemas"].items()
        for name, one in component.get("properties", {}).items()
        if not one.get("description")
    }
    assert undescribed == set()


def test_addresses_are_those_of_the_server_that_is_asked(client, settings):
    settings.ALLOWED_HOSTS = ["memory.example.org"]
    shown = client.get("/api/schema/?format=json", SERVER_NAME="memory.example.org", secure=True).content.decode()

    assert "https://memory.example.org/api/v1/proposals/" in shown and "https://memory.example.org/proposals/" in shown
    assert "curl -s https://memory.example.org/api/v1/users" in shown
    assert not re.search("testserver|your\\.server|localhost", shown)


def test_each_address_is_told_its_own(client, settings):
    settings.ALLOWED_HOSTS = ["one.example.org", "two.example.org"]
    for host in ("one.example.org", "two.example.org", "one.example.org"):
        shown = client.get("/api/schema/?format=json", SERVER_NAME=host).content.decode()
        assert set(re.findall(r"(one|two)\.example\.org", shown)) == {host[:3]}
