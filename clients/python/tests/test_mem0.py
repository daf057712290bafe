"""mem0's own clients, unmodified, with the server as their host."""

import asyncio
import os
import tempfile
from uuid import uuid4

import pytest

# Read when it is imported: no telemetry, and nothing written into the home of whoever runs this.
os.environ |= {"MEM0_TELEMETRY": "False", "MEM0_DIR": tempfile.mkdtemp()}

from mem0 import AsyncMemoryClient, MemoryClient
from mem0.client.types import AddMemoryOptions, DeleteAllMemoryOptions
from mem0.exceptions import AuthenticationError, MemoryError, MemoryNotFoundError


@pytest.fixture
def host(server):
    return f"{server.url}/compat/mem0"


@pytest.fixture
def client(host, key):
    return MemoryClient(api_key=key, host=host)


@pytest.fixture
def user():
    return f"user-{uuid4()}"


@pytest.fixture
def tea(client, user):
    """The id of a memory."""
    return client.add("User likes green tea.", user_id=user, infer=False, metadata={"kind": "drink"})["results"][0][
        "id"
    ]


def texts(answer):
    return [row["memory"] for row in answer["results"]]


def test_a_wrong_key_is_told_at_construction(host):
    with pytest.raises(ValueError, match="API key is not valid"):
        MemoryClient(api_key="wrong", host=host)


def test_the_story_of_a_memory(client, user, tea):
    assert client.get(tea)["metadata"] == {"kind": "drink"}
    assert client.search("What to drink?", filters={"user_id": user})["results"][0]["id"] == tea
    assert client.update(tea, text="User likes black tea.")["memory"] == "User likes black tea."
    assert [event["event"] for event in client.history(tea)] == ["ADD", "UPDATE"]
    assert "deleted" in client.delete(tea)["message"]
    with pytest.raises(MemoryNotFoundError):
        client.get(tea)


def test_filters_and_pages(client, user, tea):
    for text in ("User likes chess.", "User likes Go."):
        client.add(text, AddMemoryOptions(filters={"user_id": user}, infer=False, metadata={"kind": "game"}))
    games = {"AND": [{"user_id": user}, {"metadata": {"kind": "game"}}]}
    assert sorted(texts(client.get_all(filters=games))) == ["User likes Go.", "User likes chess."]
    assert texts(client.get_all(filters={"AND": [{"user_id": user}], "NOT": [{"kind": "game"}]})) == [
        "User likes green tea."
    ]
    assert "User likes green tea." not in texts(client.search("tea", filters=games, top_k=5))
    page = client.get_all(filters={"user_id": user}, page=2, page_size=2)
    assert (page["count"], len(page["results"]), page["next"]) == (3, 1, None)


def test_a_conversation_is_found_at_once(client, user):
    said = [{"role": "user", "content": "I collect old teapots."}, {"role": "assistant", "content": "How nice."}]
    assert client.add(said, user_id=user, run_id="monday")["status"] == "PENDING"
    assert "I collect old teapots." in texts(client.search("teapots", filters={"user_id": user}))


def test_what_waits_is_told_with_the_page_and_is_no_error(client, user, server):
    [result] = client.add("User lives in Lisbon.", user_id=user, infer=False)["results"]
    assert (result["event"], result["status"]) == ("PENDING", "pending_consent")
    assert result["review_url"].startswith(f"{server.url}/proposals/")
    assert client.get_all(filters={"user_id": user})["results"] == []


def test_batches_entities_and_deleting_all(client, user, tea):
    other = client.add("User likes chess.", user_id=user, infer=False)["results"][0]["id"]
    client.batch_update([{"memory_id": tea, "text": "User likes tea."}, {"memory_id": other, "text": "User likes Go."}])
    assert sorted(texts(client.get_all(filters={"user_id": user}))) == ["User likes Go.", "User likes tea."]
    client.batch_delete([{"memory_id": other}])
    assert (user, 1) in {(each["name"], each["total_memories"]) for each in client.users()["results"]}
    assert "deleted" in client.delete_all(user_id=user)["message"]
    client.add("User likes tea.", user_id=user, infer=False)
    client.delete_all(DeleteAllMemoryOptions(filters={"user_id": user}))
    client.add("User likes tea.", user_id=user, infer=False)
    assert client.delete_users(user_id=user)["message"] == "Entity deleted successfully."
    assert client.get_all(filters={"user_id": user})["count"] == 0


def test_what_only_the_platform_has_says_so(client, tea):
    for call in (lambda: client.feedback(tea, "POSITIVE"), lambda: client.create_memory_export("{}", user_id="x")):
        with pytest.raises(MemoryError, match="Not served"):
            call()


def test_the_asynchronous_client(host, key, user):
    async def story():
        async with AsyncMemoryClient(api_key=key, host=host) as client:
            made = await client.add("User likes green tea.", user_id=user, infer=False)
            found = await client.search("tea", filters={"user_id": user})
            await client.update(made["results"][0]["id"], text="User likes tea.")
            history = await client.history(made["results"][0]["id"])
            await client.delete(made["results"][0]["id"])
            return texts(found), len(history), (await client.get_all(filters={"user_id": user}))["count"]

    assert asyncio.run(story()) == (["User likes green tea."], 2, 0)


def test_a_revoked_key_is_no_longer_served(client):
    client.client.headers["Authorization"] = "Token wrong"
    with pytest.raises(AuthenticationError):
        client.users()
