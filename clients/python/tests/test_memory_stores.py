"""Anthropic's Memory Stores by its own SDK, unmodified, with the server as base URL."""

import asyncio
import hashlib
from uuid import uuid4

import pytest
from anthropic import Anthropic, AsyncAnthropic, ConflictError, NotFoundError, PermissionDeniedError


@pytest.fixture
def base_url(server):
    return f"{server.url}/compat/anthropic"


@pytest.fixture
def stores(base_url, key):
    """A response that is not as the SDK's types say is an error."""
    return Anthropic(base_url=base_url, api_key=key, _strict_response_validation=True).beta.memory_stores


@pytest.fixture
def store(stores):
    return stores.create(name="Notes", description="What they like.", metadata={"user_id": f"user-{uuid4()}"})


def test_the_story_of_a_store(stores, store):
    assert stores.retrieve(store.id).description == "What they like."
    assert stores.update(store.id, name="Tastes").name == "Tastes"
    assert store.id in [each.id for each in stores.list(limit=1)]
    assert stores.archive(store.id).archived_at is not None
    assert stores.delete(store.id).type == "memory_store_deleted"
    with pytest.raises(NotFoundError):
        stores.retrieve(store.id)


def test_the_story_of_a_memory(stores, store):
    made = stores.memories.create(store.id, path="/projects/notes.md", content="one", view="full")
    digest = hashlib.sha256(b"one").hexdigest()
    assert (made.content, made.content_sha256) == ("one", digest)
    expected = {"type": "content_sha256", "content_sha256": digest}
    moved = stores.memories.update(
        made.id, memory_store_id=store.id, content="two", path="/notes.md", precondition=expected
    )
    assert (moved.id, moved.path) == (made.id, "/notes.md")
    with pytest.raises(ConflictError, match="not the expected one"):
        stores.memories.update(made.id, memory_store_id=store.id, content="three", precondition=expected)
    versions = list(stores.memory_versions.list(store.id, memory_id=made.id, view="full", limit=1))
    assert [version.content for version in versions] == ["two", "one"]
    with pytest.raises(PermissionDeniedError, match="redact"):
        stores.memory_versions.redact(versions[1].id, memory_store_id=store.id)
    assert stores.memories.delete(made.id, memory_store_id=store.id).type == "memory_deleted"
    assert [each.operation for each in stores.memory_versions.list(store.id)] == ["deleted", "modified", "created"]


def test_directories(stores, store):
    for path in ("/a.md", "/notes/b.md", "/notes/deep/c.md"):
        stores.memories.create(store.id, path=path, content="x")
    assert [(each.type, each.path) for each in stores.memories.list(store.id, depth=1, limit=1)] == [
        ("memory", "/a.md"),
        ("memory_prefix", "/notes/"),
    ]
    assert [each.path for each in stores.memories.list(store.id, path_prefix="/notes/")] == [
        "/notes/b.md",
        "/notes/deep/c.md",
    ]


def test_what_waits_is_no_memory_and_names_the_page(base_url, key, store, server):
    memories = Anthropic(base_url=base_url, api_key=key).beta.memory_stores.memories
    told = memories.create(store.id, path="/home.md", content="The user lives in Lisbon.")
    assert (told.type, told.id) == ("memory_pending_consent", None)
    assert told.review_url.startswith(f"{server.url}/proposals/")
    assert list(memories.list(store.id)) == []


def test_the_asynchronous_client(base_url, key, store):
    async def story():
        async with AsyncAnthropic(base_url=base_url, auth_token=key, api_key=None) as client:
            memories = client.beta.memory_stores.memories
            made = await memories.create(store.id, path="/a.md", content="one")
            return (await memories.retrieve(made.id, memory_store_id=store.id)).content

    assert asyncio.run(story()) == "one"
