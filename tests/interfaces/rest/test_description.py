"""The OpenAPI description, its page, and docs/rest-api.md: promised, described and served is the same."""

import json
import re
import tarfile
from importlib import import_module
from inspect import isclass
from io import BytesIO
from pathlib import Path
from pkgutil import walk_packages
from typing import get_args
from uuid import UUID

import pytest
from django.conf import settings
from django.core.management import call_command
from drf_spectacular.generators import SchemaGenerator
from pydantic import BaseModel

from interfaces import rest
from interfaces.rest.consent.problems import TooManyProposals
from interfaces.rest.consent.schemas import ProposalStateName
from interfaces.rest.problems import QuotaUsedUp, Throttled, TooManyRequestsAtOnce
from retrieval.explanation import SIGNALS
from workspaces.models import Account

NOBODY = UUID("0198c0de-0000-7000-8000-00000000000a")
# The design's table, as far as it is built.
PROMISED = """
POST /users
GET /users
GET /users/{user_id}
GET /users/{user_id}/export
POST /users/{user_id}/erase
GET /users/{user_id}/erase
GET /audit
GET /users/{user_id}/facts
PUT /users/{user_id}/facts/{category}/{key}
GET /users/{user_id}/facts/{category}/{key}
DELETE /users/{user_id}/facts/{category}/{key}
GET /users/{user_id}/facts/{category}/{key}/history
POST /users/{user_id}/facts/{category}/{key}/restore
POST /memories
GET /memories
GET /memories/{memory_id}
PATCH /memories/{memory_id}
DELETE /memories/{memory_id}
POST /memories/{memory_id}/restore
POST /memories/{memory_id}/verify
POST /memories/{memory_id}/reject
POST /memories/{memory_id}/reject/undo
POST /memories/batch
GET /memories/{memory_id}/history
GET /memory/{memory_id}/history
GET /memories/{memory_id}/versions
GET /memories/{memory_id}/merges
POST /memories/{memory_id}/merges/undo
GET /memories/{memory_id}/diff
GET /memories/summaries
GET /memories/{memory_id}/detail
GET /memories/{memory_id}/relations
GET /memories/{memory_id}/graph
POST /relations
GET /relations
DELETE /relations/{relation_id}
POST /sources/{source}/objects
POST /artifacts
GET /artifacts
GET /artifacts/{artifact_id}
GET /artifacts/{artifact_id}/content
PUT /memories/{memory_id}/artifacts/{artifact_id}
DELETE /memories/{memory_id}/artifacts/{artifact_id}
GET /events
GET /events/counts
POST /memory/query
POST /context
GET /retrieval-events
GET /retrieval-events/recalls
GET /retrieval-events/{event_id}
POST /retrieval-events/{event_id}/replay
GET /memories/{memory_id}/reads
POST /sessions
GET /sessions
GET /sessions/{session_id}
POST /sessions/{session_id}/close
POST /sessions/{session_id}/exchange
POST /sessions/{session_id}/turns
GET /sessions/{session_id}/turns
GET /sessions/{session_id}/window
GET /users/{user_id}/checkpoints
DELETE /users/{user_id}/checkpoints
GET /users/{user_id}/checkpoints/{thread_id}
PUT /users/{user_id}/checkpoints/{thread_id}
DELETE /users/{user_id}/checkpoints/{thread_id}
GET /users/{user_id}/checkpoints/{thread_id}/history
GET /users/{user_id}/checkpoints/{thread_id}/writes
POST /users/{user_id}/checkpoints/{thread_id}/writes
POST /users/{user_id}/checkpoints/{thread_id}/copy
POST /users/{user_id}/checkpoints/{thread_id}/prune
GET /store/items
PUT /store/items
DELETE /store/items
POST /store/items/search
POST /store/namespaces
GET /store/keys
POST /tasks
GET /tasks
GET /tasks/{task_id}
PATCH /tasks/{task_id}
GET /proposals
GET /proposals/{proposal_id}
POST /proposals/{proposal_id}/approve
POST /proposals/{proposal_id}/reject
POST /proposals/{proposal_id}/amend
POST /proposals/{proposal_id}/withdraw
POST /proposals/{proposal_id}/ask-again
POST /proposals/{proposal_id}/acknowledge
GET /proposals/{proposal_id}/receipt
POST /proposals/bulk
GET /proposals/counts
GET /consent/policies
PUT /consent/policies
POST /consent/policies/dry-run
GET /consent/signals
GET /consent/preferences
DELETE /consent/preferences/{preference_id}
GET /reviews
POST /reviews/{review_id}/settle
GET /threads/{thread_id}/changes
GET /consent/mail
PUT /consent/mail
POST /webhooks
GET /webhooks
DELETE /webhooks/{webhook_id}
POST /grants
GET /grants
GET /quota
PATCH /quota
DELETE /grants/{grant_id}
""".strip().splitlines()

WRITES = {"post", "put", "patch", "delete"}
QUESTIONS = {"memory_query", "context", "replay_retrieval", "search_items", "list_namespaces", "try_policies"}
# A kept answer would survive what it tells of; asked again, an erasure answers the same by itself.
LAST_WORDS = {"erase_user"}
# Each guess counts; a secret that is shown once is kept in no record of answers.
UNREPEATABLE = {"acknowledge_proposal"}


@pytest.fixture(scope="module")
def schema():
    return SchemaGenerator().get_schema(request=None, public=True)


@pytest.fixture(scope="module")
def operations(schema):
    """`METHOD /path` → operation."""
    return {
        f"{method.upper()} {path.removeprefix('/api/v1')}": operation
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    }


def test_the_description_is_valid(tmp_path):
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(tmp_path / "schema.yaml"))


def test_all_that_is_promised_is_described(operations):
    assert set(PROMISED) == set(operations)


def test_the_document_lists_every_address_with_its_sentence(operations):
    text = (Path(settings.BASE_DIR) / "docs" / "rest-api.md").read_text()
    rows = dict(re.findall(r"^\| `([A-Z]+ /[^`]*)` \| (.+)\. \|$", text, re.MULTILINE))
    assert rows == {name: operation["summary"] for name, operation in operations.items()}


def test_every_write_takes_an_idempotency_key(operations):
    without = {
        operation["operationId"]
        for name, operation in operations.items()
        if name.split()[0].lower() in WRITES
        and "Idempotency-Key" not in {parameter["name"] for parameter in operation.get("parameters", [])}
    }
    assert without == QUESTIONS | LAST_WORDS | UNREPEATABLE


def test_every_write_of_a_memory_takes_a_thread(schema, operations):
    """R20. Those that answer what became of a memory; each item of a batch is written as at POST /memories."""
    writes = [operation for operation in operations.values() if "WriteResult" in str(operation["responses"])]
    assert len(writes) > 15
    without = {operation["operationId"] for operation in writes if "thread_id" not in told_to(operation, schema)}
    assert without == set()


def told_to(operation, schema):
    """The names of what an operation reads, in its query and its body."""
    names = {parameter["name"] for parameter in operation.get("parameters", []) if parameter["in"] == "query"}
    for content in operation.get("requestBody", {"content": {}})["content"].values():
        component = content["schema"]["$ref"].removeprefix("#/components/schemas/")
        names |= schema["components"]["schemas"][component]["properties"].keys()
    return names


def test_every_operation_tells_of_problems_and_of_both_ways_to_come_in(operations):
    for operation in operations.values():
        assert "application/problem+json" in operation["responses"]["default"]["content"]
        assert operation["security"] == [{"apiKey": []}, {"session": []}]


def test_what_is_answered_is_what_is_described(schema, api, ana):
    """The keys of real answers are those of their components."""
    session = api.post("/sessions", {"user_id": ana}).json()
    memory = api.post("/memories", {"user_id": ana, "content": "Ana cooks risotto."}).json()
    answers = {
        "User": api.get(f"/users/{ana}").json(),
        "SessionOut": session,
        "WriteResult": memory,
        "MemoryDetail": api.get(f"/memories/{memory['memory_id']}").json(),
        "GrantPage": api.get("/grants").json(),
    }
    for name, answer in answers.items():
        assert answer.keys() == schema["components"]["schemas"][name]["properties"].keys(), name


def test_whatever_a_question_may_be_is_described(schema, operations, api, ana):
    """001 and 003 ask with a day for a moment, and with `limit`."""
    described = schema["components"]["schemas"]
    body = {"user_id": ana, "query": "risotto", "limit": 3, "filters": {"updated_after": "2025-07-01"}}
    assert api.post("/memory/query", body).status_code == 200
    assert body.keys() <= described["QueryRequest"]["properties"].keys()
    assert {"format": "date"} in described["Filters"]["properties"]["updated_after"]["anyOf"][0]["anyOf"]
    assert api.get("/retrieval-events/recalls?since=2025-07-01").status_code == 200
    for parameter in operations["GET /retrieval-events/recalls"]["parameters"]:
        assert {"format": "date"} in parameter["schema"]["anyOf"][0]["anyOf"]


def test_headers_of_retrieval_are_described_as_they_are_answered(operations, api, ana):
    about = {"user_id": ana, "query": "risotto"}
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    answers = {
        "POST /memory/query": api.post("/memory/query", about),
        "POST /context": api.post("/context", about),
        "POST /sessions/{session_id}/exchange": api.post(f"/sessions/{session}/exchange", {"content": "Hello."}),
        "POST /store/items/search": api.post(
            "/store/items/search", {"namespace_prefix": f"memories/{ana}", "query": "Hi"}
        ),
    }
    for name, answer in answers.items():
        told = {header for header in answer.headers if header.startswith(("X-Retrieval", "X-Thread", "X-Withheld"))}
        assert told and told == operations[name]["responses"][str(answer.status_code)]["headers"].keys(), name


def test_no_two_components_share_a_name():
    """Components are told apart by name alone."""
    modules = [import_module(found.name) for found in walk_packages(rest.__path__, "interfaces.rest.")]
    classes = {
        one for module in modules for one in vars(module).values() if isclass(one) and issubclass(one, BaseModel)
    }
    names = [one.__name__ for one in classes]
    assert len(names) == len(set(names)) > 30


def test_the_page_needs_no_other_host_and_no_inline_script(client):
    page = client.get("/api/docs/")
    assert page.status_code == 200 and "default-src 'self'" in page["Content-Security-Policy"]
    text = page.content.decode()
    assert not re.search(r"(src|href)=[\"']?(https?:)?//", text)
    assert not re.search(r"<script(?![^>]*src=)|<style|\sstyle=", text)
    script = re.search(r'src="(/api/docs/\?[^"]*)"', text.replace("&amp;", "&"))
    assert client.get(script[1])["Content-Type"].startswith("application/javascript")


def test_a_browser_reads_the_description_as_text(client):
    answer = client.get("/api/schema/", headers={"Accept": "text/html"})
    assert answer["Content-Type"] == "text/plain; charset=utf-8" and answer.content.startswith(b"openapi:")
    assert answer["Content-Disposition"] == 'inline; filename="openapi.yaml"'


def test_a_program_gets_the_format_that_it_takes(client):
    assert client.get("/api/schema/")["Content-Type"].startswith("application/vnd.oai.openapi")
    assert client.get("/api/schema/?format=json").json()["openapi"] == "3.1.0"


def test_a_format_that_is_not_there_is_a_problem_in_json(client):
    answer = client.get("/api/schema/", headers={"Accept": "image/png"})
    assert (answer.status_code, answer["Content-Type"]) == (406, "application/problem+json")
    assert answer.json()["type"] == "/problems/not-acceptable"


def test_search_engines_are_sent_away_and_the_icon_is_found(client):
    assert "Disallow: /\n" in client.get("/robots.txt").content.decode()
    assert client.get("/favicon.ico")["Location"].startswith("/static/icon")


def test_the_server_hands_out_the_python_client(client):
    packed = client.get("/clients/python.tar.gz")
    with tarfile.open(fileobj=BytesIO(packed.content)) as archive:
        names = archive.getnames()
    assert packed["Content-Type"] == "application/gzip"
    assert {"memory-server-client/pyproject.toml", "memory-server-client/src/memory_server/client.py"} <= set(names)
    assert not any("__pycache__" in name for name in names)


def script_of(client):
    return client.get("/api/docs/?script").content.decode()


def test_examples_name_a_person_of_who_is_signed_in(client, owner, superuser, ana):
    assert f'personId: "{ana}"' in script_of(owner.client)
    assert 'personId: ""' in script_of(client)


def test_who_belongs_to_no_workspace_reads_it_too(client, db):
    client.force_login(Account.objects.create_user("nobody", password="a long enough one"))
    assert 'personId: ""' in script_of(client)


def test_a_description_adds_to_the_summary_or_is_left_out(operations):
    texts = {name: (each["summary"], each.get("description")) for name, each in operations.items()}
    assert texts["GET /artifacts/{artifact_id}/content"][1] is None
    assert not [name for name, (summary, text) in texts.items() if text is not None and text.startswith(summary)]


def test_all_calls_and_all_of_their_addresses_are_described(operations):
    told = [one for name, one in operations.items() if name != "GET /artifacts/{artifact_id}/content"]
    parts = [each for one in told for each in one.get("parameters", [])]
    assert [one["operationId"] for one in told if not one.get("description")] == []
    assert {each["name"] for each in parts if not each.get("description")} == set()


def test_a_form_to_try_a_call_is_filled_in_as_in_the_example(operations):
    fact = operations["GET /users/{user_id}/facts/{category}/{key}"]
    example = {one["name"]: one["example"] for one in fact["parameters"] if one["in"] == "path"}
    person = "01a20000-0000-7000-8000-000000000001"
    assert example == {"user_id": person, "category": "preference", "key": "coding_style"}


def test_all_reads_about_a_person_name_the_same_one(operations):
    parts = [each for name, one in operations.items() if name.startswith("GET ") for each in one.get("parameters", [])]
    named = {each.get("example") for each in parts if each["name"] == "user_id" and each["in"] == "path"}
    assert named == {"01a20000-0000-7000-8000-000000000001"}


def test_no_description_is_read_as_html(operations):
    assert "<user id>" not in json.dumps(operations)


def test_a_form_holds_no_id_that_nobody_has_and_says_where_to_find_one(operations):
    [memory] = [one for one in operations["GET /memories/{memory_id}"]["parameters"] if one["in"] == "path"]
    assert "example" not in memory and "GET /memories" in memory["description"]


def test_examples_of_one_outcome_are_named_by_what_differs(operations):
    bodies = [
        operations[call]["requestBody"]["content"]["application/json"]
        for call in ("POST /memory/query", "POST /grants")
    ]
    assert [set(body["examples"]) for body in bodies] == [
        {"in-full", "as-bullets", "nothing-fits"},
        {"to-read-and-write", "to-read-only"},
    ]


def test_a_grant_s_agent_and_role_are_those_that_it_is_for(schema):
    fields = schema["components"]["schemas"]["GrantOut"]["properties"]
    assert "agent that may" in fields["agent"]["description"] and "The agent's role" in fields["role"]["description"]


def test_the_guide_names_every_state_of_a_question(schema):
    guide = schema["info"]["description"]
    assert [state for state in get_args(ProposalStateName) if f"`{state}`" not in guide] == []


@pytest.mark.parametrize("status", [405, 406, 413, 415])
def test_the_guide_tells_what_to_do_after_each_status(schema, status):
    assert f"| {status} |" in schema["info"]["description"].partition("### When a call fails")[2]


@pytest.mark.parametrize("kind", [Throttled, QuotaUsedUp, TooManyRequestsAtOnce, TooManyProposals])
def test_the_guide_names_each_limit_of_a_key(schema, settings, kind):
    limits = schema["info"]["description"].partition("### How much an agent may send")[2].partition("###")[0]
    assert f"`{kind.slug}`" in limits and "`Retry-After`" in limits
    assert f"{settings.PENDING_PROPOSALS} questions" in limits and "6,000 requests a minute" in limits


def test_what_is_sent_most_comes_first(schema):
    fields = schema["components"]["schemas"]
    assert list(fields["NewMemory"]["properties"])[:3] == ["user_id", "content", "category"]
    assert next(iter(fields["QueryRequest"]["properties"])) in ("user_id", "query")


def test_the_example_of_a_problem_fits_every_call(schema, client):
    (example,) = schema["components"]["schemas"]["ProblemDetails"]["examples"]
    assert client.get("/api/v1/users").json() == example


def test_each_status_is_described(operations):
    undescribed = [
        (name, status)
        for name, operation in operations.items()
        for status, answer in operation["responses"].items()
        if len(answer["description"]) < 5
    ]
    assert not undescribed
    told = {status: one["description"] for status, one in operations["POST /memories"]["responses"].items()}
    assert told["201"] == "Stored as a new memory." and "approval" in told["202"]


def test_each_example_of_a_write_says_what_its_status_means(operations):
    answers = operations["POST /memories"]["responses"]
    shown = {
        status: one["value"]["status"]
        for status in ("200", "201", "202")
        for one in answers[status]["content"]["application/json"]["examples"].values()
    }
    assert shown == {"200": "updated", "201": "created", "202": "pending_consent"}


def test_texts_are_for_readers_who_do_not_know_the_server(schema):
    texts = str([schema["components"], schema["paths"]])
    assert not re.search(r"\bCONTEXT_|\bNone (means|comes)|whoever took|`top_k` for the best", texts)
    fields = schema["components"]["schemas"]
    assert "left out, 8" in fields["QueryRequest"]["properties"]["top_k"]["description"]
    assert "left out, 0.7" in fields["ContextRequest"]["properties"]["threshold"]["description"]


def test_a_question_is_shown_with_the_usual_form_of_answer_first(operations):
    shown = operations["POST /memory/query"]["responses"]["200"]["content"]["application/json"]["examples"]
    [usual, *_], [bullet, *_], none = [one["value"] for one in shown.values()]
    assert {"content", "score", "provenance"} <= usual.keys() and "text" in bullet and none == []


def test_each_signal_is_told_with_its_meaning(schema):
    text = schema["components"]["schemas"]["QueryItem"]["properties"]["explanation"]["description"]
    assert all(f"`{key}`" in text for key in SIGNALS) and "- `words`: Same words" in text


def test_the_page_weighs_less_than_a_megabyte(client):
    text = client.get("/api/docs/").content.decode()
    paths = [path for path in re.findall(r'(?:src|href)="([^"]+)"', text) if "swagger-ui." in path or "bundle" in path]
    answers = [client.get(path, headers={"Accept-Encoding": "gzip"}) for path in [*paths, "/api/schema/"]]

    assert len(paths) == 2 and {answer.status_code for answer in answers} == {200}
    assert sum(len(b"".join(answer)) for answer in answers) < 1_000_000


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/docs"])
def test_whoever_knows_only_the_address_finds_the_page(client, path):
    assert client.get(path)["Location"] == "/api/docs/"


def test_each_group_of_calls_is_described_and_the_main_ones_come_first(schema, operations):
    names = [tag["name"] for tag in schema["tags"]]
    assert {tag for operation in operations.values() for tag in operation["tags"]} == set(names)
    assert names[:3] == ["memories", "retrieval", "conversations"] and all(tag["description"] for tag in schema["tags"])


def test_the_page_says_who_is_signed_in(client, owner, home):
    assert f"Signed in as {home.username}" in owner.client.get("/api/docs/").content.decode()
    guest = client.get("/api/docs/").content.decode()
    assert "Signed in as" not in guest and "Sign in" in guest


def test_guides_say_whose_proposals_a_webhook_hears_of_and_whose_answers_the_examples_are(schema):
    text = schema["info"]["description"]
    assert "each end of a proposal that this agent made is posted there" in text
    assert "really answered" in text and "yours holds others" in text


def test_guides_come_first(schema):
    headings = re.findall(r"^### (.+)$", schema["info"]["description"], re.MULTILINE)
    first, last = ["Your first agent", "Connect over MCP", "Ask the person"], "When a call fails"
    assert headings == [
        *first,
        "Receive webhooks",
        "Show who read what",
        "Categories of memories and facts",
        "Give context to a model",
        "Page through lists, and ETags",
        "Connect with OAuth, without a key",
        "LangGraph and the Python client",
        "Is the server up?",
        "Reading without a grant",
        "How much an agent may send",
        last,
    ]


def test_guides_name_this_server(schema, settings):
    guides = schema["info"]["description"]
    assert f"curl -s {settings.PUBLIC_URL}/api/v1/users" in guides and "your.server" not in guides


@pytest.mark.parametrize(
    "path, hint",
    [
        ("/memories/", "did you mean /api/v1/memories?"),
        ("/users/", "did you mean /api/v1/users?"),
        ("/memory", "All addresses are listed at http://testserver/api/docs/."),
        ("/no/such/", "All addresses are listed at"),
        ("/users/leo-1", "'leo-1' is no id: `user_id` in this address is a UUID."),
        ("/users/leo-1", "send GET /api/v1/users?external_id=; the answer has their `id`."),
        ("/users/leo-1/facts/identity/city", "'leo-1' is no id"),
        ("/memories/risotto/history/", "'risotto' is no id: `memory_id` in this address is a UUID."),
        (f"/memories/{NOBODY}/artifacts/scan", "'scan' is no id: `artifact_id`"),
        (f"/proposals/{str(NOBODY).upper()}", f"is not written as ids are: write {NOBODY}."),
        ("/users/leo-1/friends", "All addresses are listed at"),
    ],
)
def test_an_unknown_address_says_what_to_try(api, path, hint):
    answer = api.get(path)
    assert answer.status_code == 404 and hint in answer.json()["detail"]
    assert answer.json()["docs"] == "http://testserver/api/docs/"
