"""Every list takes a pinned number of queries, and as many for seven rows as for three."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from drf_spectacular.generators import SchemaGenerator

from consent.models import Policy
from memories.models import DependencyReview, Merge
from operations.models.outbox import WebhookEndpoint, new_nonce
from workspaces import scope
from workspaces.models import uuid7

FEW, MANY = 3, 7
# A key, its agent, grants and allowlist.
AUTHENTICATION_READS = 1
READS = re.compile(r"\s*(SELECT|WITH)\b.*\bFROM\b", re.DOTALL)
QUESTIONS = {"memory_query", "search_items", "list_namespaces"}
# What a list's rows stand under; a bare list has no name.
ROWS = {"results", "items", "keys", "namespaces", "nodes", "turns", "changes"}
# Single objects that hold rows of that name.
ONE_OBJECT = {"get_retrieval"}
# Answers lines; test_audit.py bounds its queries.
LINES = {"audit_trail"}
# Their rows are days or places, which more of the same does not add to.
GROUPED = ("count_events", "list_namespaces", "recalls")
LISTS = {}


class World:
    """The callers, what there is about Ana, and how more of it comes."""

    def __init__(self, home, api, owner, ana, ben, now):
        self.home, self.api, self.owner, self.ana, self.ben, self.now = home, api, owner, ana, ben, now
        self.memory = self.remember("first")
        self.session = api.post("/sessions", {"user_id": ana}).json()["id"]
        self.agent = api.get("/grants").json()["results"][0]["agent_id"]

    def remember(self, key, content="", **fields):
        body = {"user_id": self.ana, "key": str(key), "content": content or f"Step {key} of the plan."}
        return self.api.post("/memories", body | {"category": "goals"} | fields).json()["memory_id"]

    def fact(self, key, value):
        return self.api.put(f"/users/{self.ana}/facts/preference/{key}", {"value": value})

    def merge(self, number):
        absorbed = self.remember(f"absorbed {number}")
        with scope.enter(self.home.workspace_id):
            Merge.objects.create(
                kept_id=self.memory, absorbed_id=absorbed, band="auto", judge="rules", cosine=0.95, former_version=1,
                merged_version=1, change_id=uuid7(), created_at=self.now,
            )  # fmt: skip


@pytest.fixture
def world(home, api, owner, ana, ben, now):
    return World(home, api, owner, ana, ben, now)


def listed(operation, reads, ask, grow):
    """Put a list into the table: how many queries it takes, how it is asked, how one more row comes."""
    LISTS[operation] = (reads, ask, grow)


def wrote(world, number):
    world.remember(number)


def patched(world, number):
    world.api.patch(f"/memories/{world.memory}", {"content": f"Plan {number}."})


def linked(world, number):
    world.api.post("/relations", {"from_id": world.memory, "to_id": world.remember(number)})


def said(world, number):
    world.api.post(f"/sessions/{world.session}/turns", {"role": "user", "content": f"Line {number}."})


def referred(world, number):
    reference = {
        "user_id": world.ana,
        "artifact_type": "log",
        "sha256": "a" * 64,
        "storage_uri": f"https://e.org/{number}",
    }
    world.api.post("/artifacts", reference)


def saved(world, number):
    state = {"checkpoint_id": f"{number:03}", "checkpoint": {"step": number}}
    world.api.put(f"/users/{world.ana}/checkpoints/chat", state)


def went_on(world, number):
    writes = {"checkpoint_id": "001", "task_id": str(number), "writes": [{"channel": "c", "value": number}]}
    world.api.post(f"/users/{world.ana}/checkpoints/chat/writes", writes)


def asked(world, number):
    body = {"user_id": world.ana, "query": f"the plan {number}", "purpose": "recall"}
    world.api.post("/memory/query", body)


def ruled(world, number):
    with scope.enter(world.home.workspace_id):
        Policy.objects.create(person_id=world.ana, agent_id=world.agent, fact_key=f"key_{number}", outcome="never")


def hooked(world, number):
    with scope.enter(world.home.workspace_id):
        WebhookEndpoint.objects.create(
            agent_id=world.agent, url=f"https://e.org/{number}", nonce=new_nonce(), created_at=world.now
        )


def reviewed(world, number):
    """A memory that was changed, and one that rests on it."""
    source, stale = world.remember(f"source {number}"), world.remember(f"stale {number}")
    with scope.enter(world.home.workspace_id):
        DependencyReview.objects.create(
            source_id=source, person_id=world.ana, namespace_path=f"memories/{world.ana}", category="goals",
            event="UPDATE", stale_ids=[stale], created_at=world.now, checked_at=world.now,
        )  # fmt: skip


def threaded(world, number):
    world.api.put(f"/users/{world.ana}/checkpoints/thread-{number}", {"checkpoint": {"step": 1}})


def address(template):
    return lambda world: world.api.get(template.format(**vars(world)))


def found_items(world):
    return world.api.post("/store/items/search", {"namespace_prefix": ["memories", world.ana]})


def question(path, **body):
    return lambda world: world.api.post(path, {"user_id": world.ana} | body if path == "/memory/query" else body)


listed("list_memories", 1, address("/memories"), wrote)
listed("memory_summaries", 2, address("/memories/summaries"), wrote)
listed("list_keys", 1, address("/store/keys?namespace=memories/{ana}"), wrote)
listed("list_namespaces", 1, question("/store/namespaces"), wrote)
listed("search_items", 1, found_items, wrote)
listed("memory_query", 4, question("/memory/query", query="the plan", top_k=32), wrote)
listed("list_events", 1, address("/events"), wrote)
listed("count_events", 1, address("/events/counts"), wrote)
listed("thread_changes", 3, address("/threads/person-{ana}/changes?since=0"), wrote)
listed("memory_history", 1, address("/memories/{memory}/history"), patched)
listed("history", 1, address("/memory/{memory}/history"), patched)
listed("versions", 1, address("/memories/{memory}/versions"), patched)
listed("list_relations", 1, address("/relations"), linked)
listed("memory_relations", 2, address("/memories/{memory}/relations"), linked)
listed("memory_graph", 4, address("/memories/{memory}/graph"), linked)
listed("list_merges", 2, address("/memories/{memory}/merges"), World.merge)
listed("list_artifacts", 2, address("/artifacts"), referred)
listed(
    "list_sessions", 2, address("/sessions"), lambda world, number: world.api.post("/sessions", {"user_id": world.ana})
)
listed("list_turns", 2, address("/sessions/{session}/turns"), said)
listed("window", 2, address("/sessions/{session}/window"), said)
listed("list_tasks", 1, address("/tasks"), lambda world, number: world.api.post("/tasks", {"user_id": world.ana}))
listed("list_users", 1, address("/users"), lambda world, number: world.api.post("/users", {"name": "Clara"}))
listed("list_facts", 2, address("/users/{ana}/facts"), lambda world, number: world.fact(f"editor_{number}", "vim"))
listed("fact_history", 3, address("/users/{ana}/facts/preference/editor/history"),
       lambda world, number: world.fact("editor", f"vim {number}"))  # fmt: skip
listed("list_proposals", 1, address("/proposals"),
       lambda world, number: world.remember(number, f"The user lives in Lisbon {number}."))  # fmt: skip
# A login takes two queries more to be known than a key.
listed("list_signals", 3, lambda world: world.owner.get("/consent/signals"),
       lambda world, number: world.fact("tone", f"dry {number}"))  # fmt: skip
listed("list_retrievals", 1, address("/retrieval-events"), asked)
listed("memory_reads", 4, address("/memories/{memory}/reads"), asked)
listed("recalls", 3, address("/retrieval-events/recalls"), asked)
listed("list_preferences", 4, lambda world: world.owner.get("/consent/preferences"), ruled)
listed("list_webhooks", 1, address("/webhooks"), hooked)
listed("list_grants", 1, address("/grants"),
       lambda world, number: world.owner.post("/grants", {"agent_id": world.agent, "user_id": world.ben}))  # fmt: skip
listed("list_reviews", 2, address("/reviews"), reviewed)
listed("list_checkpoint_threads", 2, address("/users/{ana}/checkpoints"), threaded)
listed("list_checkpoints", 3, address("/users/{ana}/checkpoints/chat/history"), saved)
listed("list_writes", 1, address("/users/{ana}/checkpoints/chat/writes?checkpoint_id=001"), went_on)


def answered(operation, components):
    """The component of an operation's answer, None where it has none."""
    content = operation["responses"].get("200", {}).get("content", {})
    schema = next((one["schema"] for one in content.values()), {})
    return components[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema


def is_list(method, operation, components):
    if method != "get" and operation["operationId"] not in QUESTIONS:
        return False
    if operation["operationId"] in LINES:
        return False
    if "cursor" in {parameter["name"] for parameter in operation.get("parameters", [])}:
        return True
    if operation["operationId"] in ONE_OBJECT:
        return False
    schema = answered(operation, components)
    rows = {name for name, one in schema.get("properties", {}).items() if one.get("type") == "array"}
    return schema.get("type") == "array" or bool(rows & ROWS)


def test_every_list_is_in_the_table():
    schema = SchemaGenerator().get_schema(request=None, public=True)
    components = schema["components"]["schemas"]
    described = [(method, one) for methods in schema["paths"].values() for method, one in methods.items()]
    assert {one["operationId"] for method, one in described if is_list(method, one, components)} == set(LISTS)


def rows_of(answer):
    body = answer.json()
    return len(body if isinstance(body, list) else next(body[name] for name in sorted(ROWS & body.keys())))


@pytest.mark.parametrize("operation", sorted(LISTS))
def test_a_list_takes_as_many_queries_however_long(world, operation):
    pinned, ask, grow = LISTS[operation]
    counts, lengths = [], []
    for numbers in (range(FEW), range(FEW, MANY)):
        for number in numbers:
            grow(world, number)
        with CaptureQueriesContext(connection) as captured:
            lengths.append(rows_of(ask(world)))
        counts.append(sum(bool(READS.match(query["sql"])) for query in captured) - AUTHENTICATION_READS)
    assert lengths[1] > lengths[0] or operation in GROUPED, lengths
    assert counts == [pinned, pinned]
