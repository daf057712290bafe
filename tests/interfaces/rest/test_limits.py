"""R7: each limit at its edge and one past it. A limit without a case here fails the first test."""

import json
from dataclasses import dataclass
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DataError, transaction
from pydantic import ValidationError

from memories import graph, limits
from memories.drafts import MemoryDraft
from memories.models import EmbeddingModel, Relation
from memories.sources.drafts import SourceDraft
from tests.interfaces.rest.conftest import Api
from tests.memories import source_examples as examples
from workspaces import scope

CASES = {}


@dataclass
class World:
    """Ana by her login, the supervisor by key, and whom they write about."""

    owner: Api
    agent: Api
    ana: str

    def remember(self, **fields):
        """As the person herself, whom no ceiling binds."""
        return self.owner.post("/memories", {"user_id": self.ana, "content": "Ship v1.", "category": "goals"} | fields)


@pytest.fixture
def world(owner, api, ana, settings, tmp_path):
    options = settings.STORAGES["default"]["OPTIONS"] | {"location": tmp_path}
    settings.STORAGES = settings.STORAGES | {"default": settings.STORAGES["default"] | {"OPTIONS": options}}
    return World(owner, api, ana)


def case(name, refusal=422):
    """Add a case: called with the world and a size, it answers a response, or whether the size was taken."""

    def register(function):
        CASES[name] = (function, refusal)
        return function

    return register


def field(limit, name):
    case(limit)(lambda world, size: world.remember(**{name: "x" * size}))


def mem0(world, path, body):
    return Api(world.agent.headers, base="/compat/mem0").post(path, body)


@case("FILTER_CONDITIONS")
def conditions(world, size):
    return mem0(world, "/v3/memories/", {"filters": {"AND": [{"user_id": "ana"}] * size}})


@case("SEARCHED_PEOPLE")
def searched(world, size):
    users = {"user_id": {"in": [f"user-{number}" for number in range(size)]}}
    return mem0(world, "/v3/memories/search/", {"query": "tea", "filters": {"OR": [users]}})


field("TITLE_CHARACTERS", "title")
field("SUMMARY_CHARACTERS", "summary")
field("KEY_CHARACTERS", "key")
field("REASON_CHARACTERS", "reason")
field("SENSITIVITY_CHARACTERS", "sensitivity")
field("SOURCE_LABEL_CHARACTERS", "source_label")
case("CONTENT_TOKENS")(lambda world, size: world.remember(content="word " * size))
case("CONTENT_CHARACTERS")(lambda world, size: world.remember(content="word" + " " * (size - 4)))
case("TAGS")(lambda world, size: world.remember(tags=["one"] * size))
case("TAG_CHARACTERS")(lambda world, size: world.remember(tags=["x" * size]))
case("EVIDENCE")(lambda world, size: takes(MemoryDraft, derived_from=[uuid4() for _ in range(size)], **MEMORY))


@case("METADATA_BYTES")
def _(world, size):
    return world.remember(metadata={"note": "x" * (size - len('{"note": ""}'))})


@case("SCOPE_CHARACTERS")
def _(world, size):
    name = "x" * (size - len(f"memories/{world.ana}/"))
    return world.remember(user_id=None, namespace=["memories", world.ana, name])


@case("FACT_VALUE_CHARACTERS")
def _(world, size):
    return world.owner.put(f"/users/{world.ana}/facts/preference/coding_style", {"value": "x" * size})


@case("TURN_CHARACTERS")
def _(world, size):
    return say(world, [{"role": "user", "content": "x" * size}])


@case("TURNS_PER_CALL")
def _(world, size):
    return say(world, [{"role": "user", "content": "Hello."}] * size)


def say(world, turns):
    session = world.agent.post("/sessions", {"user_id": world.ana}).json()["id"]
    return world.agent.post(f"/sessions/{session}/turns", {"turns": turns})


@case("BATCH_ITEMS")
def _(world, size):
    item = {"user_id": world.ana, "key": "one", "content": "Ship v1.", "category": "goals"}
    return world.agent.post("/memories/batch", {"items": [item] * size})


@case("QUERY_CHARACTERS")
def _(world, size):
    return world.agent.post("/memory/query", {"user_id": world.ana, "query": "x" * size})


@case("TOP_K_MAX")
def _(world, size):
    return world.agent.post("/memory/query", {"user_id": world.ana, "query": "tea", "top_k": size})


@case("DECISIONS")
def _(world, size):
    one = {"id": str(uuid4()), "verdict": "approve", "shown_hash": "0" * 64}
    return world.owner.post("/proposals/bulk", {"decisions": [one] * size})


@case("LIST_ITEMS")
def _(world, size):
    return world.agent.get("/memories", {"limit": size})


@case("GRAPH_DEPTH")
def _(world, size):
    return world.owner.get(f"/memories/{world.remember(key='one').json()['memory_id']}/graph", {"depth": size})


@case("GRAPH_NODES")
def _(world, size):
    return world.owner.get(f"/memories/{world.remember(key='one').json()['memory_id']}/graph", {"limit": size})


@case("POINTER_CHARACTERS")
def _(world, size):
    address = "https://e.org/".ljust(size, "x")
    reference = {"user_id": world.ana, "artifact_type": "log", "sha256": "a" * 64, "storage_uri": address}
    return world.agent.post("/artifacts", reference)


@case("TASK_STATE_BYTES")
def _(world, size):
    return world.agent.post("/tasks", {"user_id": world.ana, "state": {"a": "x" * (size - len('{"a": ""}'))}})


@case("PENDING_WRITES")
def _(world, size):
    writes = {"checkpoint_id": "1", "task_id": "t", "writes": [{"channel": "c", "value": 1}] * size}
    return world.agent.post(f"/users/{world.ana}/checkpoints/chat/writes", writes)


@case("JSON_BODY_BYTES", 413)
def _(world, size):
    body = {"user_id": world.ana, "content": "Ship v1.", "category": "goals"}
    return world.agent.post("/memories", json.dumps(body).encode().ljust(size))


@case("CHECKPOINT_BYTES", 413)
def _(world, size):
    path, body = f"/api/v1/users/{world.ana}/checkpoints/chat", b'{"checkpoint": {"step": 1}}'.ljust(size)
    kind = "application/vnd.checkpoint+json"
    return world.agent.client.put(path, body, content_type=kind, headers=world.agent.headers)


def state_of(elements):
    """A body of so many elements: two objects, one list, and a comma between each two of its values."""
    return b'{"checkpoint": {"x": [' + b",".join([b"0"] * (elements - 2)) + b"]}}"


@case("JSON_ELEMENTS", 413)
def _(world, size):
    return world.agent.put(f"/users/{world.ana}/checkpoints/chat", state_of(size))


@case("CHECKPOINT_ELEMENTS", 413)
def _(world, size):
    path, kind = f"/api/v1/users/{world.ana}/checkpoints/chat", "application/vnd.checkpoint+json"
    return world.agent.client.put(path, state_of(size), content_type=kind, headers=world.agent.headers)


@case("ARTIFACT_BYTES", 413)
def _(world, size):
    form = {"user_id": world.ana, "artifact_type": "log", "file": SimpleUploadedFile("log", b"x" * size)}
    return world.agent.client.post("/api/v1/artifacts", form, headers=world.agent.headers)


@case("MODEL_NAME_CHARACTERS")
def _(world, size):
    try:
        with transaction.atomic():
            return bool(EmbeddingModel.objects.create(name="m" * size, version="1", dimensions=3))
    except DataError:
        return False


MEMORY = {"namespace": ("shared", "team"), "key": "one", "content": "Ship v1."}
OBJECT = {"namespace": ("shared", "team"), "source": "github", "source_id": "1", "title": "Retries"}


def takes(model, **fields):
    """Whether a draft takes them: what is too large for one JSON body still is, from Python."""
    try:
        return bool(model(**fields))
    except ValidationError:
        return False


def source(limit, payload_of):
    case(limit)(lambda world, size: takes(SourceDraft, payload=payload_of(size), **OBJECT))


source("SOURCE_BODY_CHARACTERS", lambda size: examples.issue(body="x" * size))
source("SOURCE_COMMENT_CHARACTERS", lambda size: examples.issue(timeline=[examples.comment("x" * size)]))
source("SOURCE_ITEMS", lambda size: examples.issue(timeline=[examples.comment("x")] * size))
source("SOURCE_LABELS", lambda size: examples.issue(labels=[f"label {number}" for number in range(size)]))
case("SOURCE_ID_CHARACTERS")(
    lambda world, size: takes(SourceDraft, payload=examples.issue(), **OBJECT | {"source_id": "x" * size})
)


@case("SENSITIVE_STATEMENTS")
def _(world, size):
    payload = {"type": "issue", "number": size, "repository": "acme/app", "body": "city: Zagreb\n" * size}
    body = {"user_id": world.ana, "source_id": f"acme/app#{size}", "title": "Issue", "payload": payload}
    return world.agent.post("/sources/github/objects", body)


@case("SOURCE_PAYLOAD_BYTES")
def _(world, size):
    """Spread over comments, for none of its parts may be that large alone."""
    comments = [examples.comment("x" * 65_000, at=f"2025-02-{day:02}T10:00:00Z") for day in range(1, 17)]
    payload = examples.issue(body="", timeline=comments)
    used = len(SourceDraft(payload=payload, **OBJECT).payload.model_dump_json().encode())
    return takes(SourceDraft, payload=payload | {"body": "x" * (size - used)}, **OBJECT)


# Not bounds of what is sent; each has its own test below.
OF_ANSWERS = {"TOP_K_DEFAULT", "TOP_K_BULLETS", "GRAPH_EDGES"}


def test_every_limit_has_a_case():
    assert {name for name in vars(limits) if name.isupper()} == CASES.keys() | OF_ANSWERS


@pytest.mark.parametrize("name", sorted(CASES))
def test_at_the_edge_and_one_past_it(world, name):
    send, refusal = CASES[name]
    limit = getattr(limits, name)
    at, past = send(world, limit), send(world, limit + 1)
    if isinstance(at, bool):
        assert (at, past) == (True, False)
    else:
        assert at.status_code < 300, at.content
        assert past.status_code == refusal, past.content


def test_a_query_answers_8_results_and_3_bullets_unless_told(world):
    for number in range(9):
        world.remember(key=str(number), content=f"Ana drinks green tea number {number}.")
    ask = {"user_id": world.ana, "query": "green tea"}
    found = [len(world.owner.post("/memory/query", ask | more).json()) for more in ({}, {"return": "bullets"})]
    assert found == [limits.TOP_K_DEFAULT, limits.TOP_K_BULLETS] == [8, 3]


def test_a_graph_shows_2000_edges_and_says_that_there_are_more(home, world, person, now):
    made = [world.remember(key=str(number), content=f"Step {number}.").json()["memory_id"] for number in range(46)]
    pairs = [(one, other) for one in made for other in made if one != other][: limits.GRAPH_EDGES + 1]
    with scope.enter(home.workspace_id):
        rows = [Relation(from_memory_id=a, to_memory_id=b, relation_type="mentions", strength=1.0, confidence=1.0,
                         detected_by="manual", created_at=now) for a, b in pairs]  # fmt: skip
        Relation.objects.bulk_create(rows)
        whole = graph.neighbourhood(memory_id=made[0], actor=person, now=now)
        Relation.objects.filter(id=rows[-1].id).delete()
        edge = graph.neighbourhood(memory_id=made[0], actor=person, now=now)
    assert (len(whole.edges), whole.is_cut, len(edge.edges), edge.is_cut) == (2_000, True, 2_000, False)
