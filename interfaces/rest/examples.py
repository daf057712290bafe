"""Additions to the API's description: an example of each call, a sentence for each field.

The examples are calls that the tests make (`tests/interfaces/rest/story.py`); one may have several.
"""

import json
import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import override

from retrieval.explanation import SIGNALS

FILE = Path(__file__).with_name("examples.json")
SERVER = "https://your.server"  # placeholder in guides and examples for the address of the server
DESCRIPTIONS = Path(__file__).with_name("descriptions.toml")
BASE = "/api/v1"
PATH_PARAMETER = re.compile(r"{(\w+)}")  # a parameter in a path
ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
EXAMPLE_PERSON = "01a20000-0000-7000-8000-000000000001"  # replaced on the page by one of the reader's
WAITS = "202"
OK, NEW = "200", "201"
OUTCOMES = {NEW: "created", WAITS: "waits-for-the-person", "204": "done"}
METHODS = ("get", "post", "put", "patch", "delete")

Schema = dict[str, Any]


def complete(result: Schema, generator: object, request: HttpRequest | None, public: bool) -> Schema:
    """A drf-spectacular hook that runs after the description is generated; without a request, for the server's public
    address."""
    address = request.build_absolute_uri("/").rstrip("/") if request else settings.PUBLIC_URL
    calls = _calls(address)
    usual = {call["status"]: call["response"] for call in calls["upsert_memory"]}
    result["info"]["description"] = result["info"]["description"].replace(SERVER, address)
    components = result["components"]["schemas"]
    for place, path in result["paths"].items():
        for operation in (path[method] for method in METHODS if method in path):
            _describe(operation)
            _describe_answers(operation, is_read=operation is path.get("get"))
            examples = calls.get(operation["operationId"], [])
            _order_by_example(operation, components, examples)
            _fill_in_path(operation, place, examples, is_read=operation is path.get("get"))
            _show_calls(operation, examples)
            _show_usual(operation, usual)
    result["tags"] = [{"name": name, "description": text} for name, text in _sentences()["tags"].items()]
    for name, component in components.items():
        _describe_fields(name, component)
    components["QueryItem"]["properties"]["explanation"]["description"] += _signals()
    return result


def _calls(address: str) -> dict[str, list[dict[str, Any]]]:
    calls: dict[str, list[dict[str, Any]]] = json.loads(_stored_calls().replace(SERVER, address))
    return calls


@cache
def _stored_calls() -> str:
    return FILE.read_text()


@cache
def _sentences() -> dict[str, dict[str, Any]]:
    return tomllib.loads(DESCRIPTIONS.read_text())


def _describe(operation: Schema) -> None:
    """Add the rest of the docstring to the summary, else the stored sentences; likewise for parameters."""
    texts = _sentences()
    own = operation.pop("description", "").removeprefix(f"{operation['summary']}.").strip()
    if more := own or texts["operations"].get(operation["operationId"]):
        operation["description"] = more
    for parameter in operation.get("parameters", []):
        name = parameter["name"]
        parameter.setdefault("description", texts["parameters"].get(name) or texts["fields"].get(name, ""))


def _describe_answers(operation: Schema, *, is_read: bool) -> None:
    texts = _sentences()
    own = texts["answers"].get(operation["operationId"], {})
    for status, answer in operation["responses"].items():
        is_write = "/WriteResult" in str(answer.get("content"))
        usual = texts["reads" if is_read else "writes" if is_write else "responses"]
        is_found = status == OK and NEW in operation["responses"] and not is_write
        said = own.get(status) or usual.get("found" if is_found else status) or texts["responses"].get(status)
        answer["description"] = said or answer["description"]


def _order_by_example(operation: Schema, components: dict[str, Schema], examples: list[dict[str, Any]]) -> None:
    """Order the fields of a body: required ones, those of the example, then the others in the model's order."""
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    component = components.get(body.get("schema", {}).get("$ref", "").rpartition("/")[2])
    if component is None:
        return
    shown = [name for call in examples[:1] for name in call["request"] or {}]
    first = [*component.get("required", []), *shown]
    fields = component["properties"]
    component["properties"] = {name: fields[name] for name in [*first, *fields] if name in fields}


def _fill_in_path(operation: Schema, place: str, examples: list[dict[str, Any]], *, is_read: bool) -> None:
    """Fill in the path parameters of the example, as defaults for the form to try the call.

    Not ids, which exist only in the example; only the person's is replaced by one of the reader's, except for erasures.
    """
    shape = re.compile(PATH_PARAMETER.sub(r"(?P<\1>[^?]+?)", place.removeprefix(BASE)) + r"(\?.*)?")
    for call in examples[:1]:
        found = shape.fullmatch(call["path"])
        values = found.groupdict() if found else {}
        for parameter in operation.get("parameters", []):
            name = parameter["name"]
            if parameter["in"] == "path" and name in values and (name == "user_id" or not ID.fullmatch(values[name])):
                parameter["example"] = EXAMPLE_PERSON if name == "user_id" and is_read else values[name]


def _show_calls(operation: Schema, examples: list[dict[str, Any]]) -> None:
    """Name examples by what distinguishes them, else by their outcome; repeated names are numbered."""
    seen = Counter[str]()
    for call in examples:
        usual = "known-before" if NEW in operation["responses"] else "answered"
        name = call.get("name") or OUTCOMES.get(call["status"], usual)
        seen[name] += 1
        _show_call(operation, name if seen[name] == 1 else f"{name}-{seen[name]}", call)


def _show_call(operation: Schema, name: str, call: dict[str, Any]) -> None:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if body and call["request"] is not None:
        body.setdefault("examples", {})[name] = {"value": call["request"]}
    answer = operation["responses"].get(call["status"], {}).get("content", {}).get("application/json")
    if answer:
        answer.setdefault("examples", {})[name] = {"value": call["response"]}


def _show_usual(operation: Schema, usual: dict[str, Any]) -> None:
    """Add the usual answer of writes, which may change something or wait for the person, where no call of the story has
    it."""
    for status in (OK, WAITS):
        answer = operation["responses"].get(status, {}).get("content", {}).get("application/json")
        if answer and answer["schema"].get("$ref", "").endswith("/WriteResult"):
            answer.setdefault("examples", {OUTCOMES.get(status, "answered"): {"value": usual[status]}})


def _describe_fields(name: str, component: Schema) -> None:
    own, common = _sentences().get(name, {}), _sentences()["fields"]
    for field, schema in component.get("properties", {}).items():
        if not schema.get("description"):
            schema["description"] = own.get(field) or common.get(field, "")


def _signals() -> str:
    """Return each signal's key with its meaning, as a Markdown list."""
    with override("en"):
        return "\n" + "".join(f"\n- `{key}`: {meaning}" for key, meaning in SIGNALS.items())
