"""Anthropic's Memory Stores over the same gate, grants and history; the SDK is tried in clients/python/tests."""

import hashlib

import pytest

from consent.models import Proposal
from consent.proposals.decide import approve_proposal
from interfaces.compat.anthropic.urls import urlpatterns
from tests.interfaces.rest.conftest import Api
from workspaces import scope
from workspaces.actions.create_workspace import NewWorkspace

BASE = "/compat/anthropic"
UNKNOWN = {"store_id": f"memstore_{'0' * 32}", "memory_id": f"mem_{'0' * 32}", "version_id": f"memver_{'0' * 32}"}
BODIES = {"memories": {"path": "/a.md", "content": "x"}, "memory_stores": {"name": "Notes"}}


def client_of(workspace: NewWorkspace, role: str) -> Api:
    return Api({"X-Api-Key": workspace.api_keys[role]}, base=BASE)


@pytest.fixture
def client(home: NewWorkspace) -> Api:
    return client_of(home, "supervisor")


def new_store(client, **fields):
    return client.post("/v1/memory_stores", {"name": "Notes", "metadata": {"user_id": "ana"}, **fields}).json()


@pytest.fixture
def store(client):
    """The path of a store about Ana."""
    return f"/v1/memory_stores/{new_store(client)['id']}"


def create(client, store, path, content="Likes green tea."):
    answer = client.post(f"{store}/memories", {"path": path, "content": content})
    assert answer.status_code == 200, answer.json()
    return answer.json()


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


def error_of(answer):
    return answer.status_code, answer.json()["error"]["type"]


def routes():
    for pattern in urlpatterns:
        path = "/" + str(pattern.pattern)
        for name in pattern.pattern.converters:
            path = path.replace(f"<str:{name}>", f"{{{name}}}")
        view = pattern.callback.view_class
        yield from ((path, method) for method in ("get", "post", "delete") if hasattr(view, method))


def send(client, method, path):
    body = next((value for name, value in BODIES.items() if path.endswith(name)), {})
    return client.post(path, body) if method == "post" else getattr(client, method)(path)


@pytest.mark.parametrize(("path", "method"), list(routes()))
def test_every_route_asks_for_a_key(db, path, method):
    answer = send(Api(base=BASE), method, path.format(**UNKNOWN))
    assert error_of(answer) == (401, "authentication_error")


@pytest.mark.parametrize(("path", "method"), [each for each in routes() if "{" in each[0]])
def test_another_workspace_s_ids_are_unknown(client, elsewhere, store, path, method):
    memory = create(client, store, "/a.md")
    known = {"store_id": store.rpartition("/")[2], "memory_id": memory["id"], "version_id": memory["memory_version_id"]}
    stranger = client_of(elsewhere, "supervisor")
    answers = [send(stranger, method, path.format(**ids)) for ids in (known, UNKNOWN)]
    assert [error_of(answer) for answer in answers] == [(404, "not_found_error")] * 2
    assert answers[0].json() == answers[1].json()


def test_nor_are_they_within_a_store_of_one_s_own(client, elsewhere, store):
    stranger = client_of(elsewhere, "supervisor")
    own = f"/v1/memory_stores/{new_store(stranger)['id']}"
    memory = create(client, store, "/a.md")
    assert stranger.get(f"{own}/memories/{memory['id']}").status_code == 404
    assert stranger.get(f"{own}/memory_versions/{memory['memory_version_id']}").status_code == 404
    assert stranger.get("/v1/memory_stores").json()["data"][0]["id"] == own.rpartition("/")[2]


def test_the_story_of_a_store(client):
    store = new_store(client, description="What Ana likes.")
    path = f"/v1/memory_stores/{store['id']}"
    assert (store["type"], store["name"], store["description"]) == ("memory_store", "Notes", "What Ana likes.")
    changed = client.post(path, {"name": "Tastes", "metadata": {"tier": "gold"}}).json()
    assert (changed["name"], changed["metadata"]) == ("Tastes", {"user_id": "ana", "tier": "gold"})
    assert client.post(path, {"metadata": {"tier": None}}).json()["metadata"] == {"user_id": "ana"}
    assert error_of(client.post(path, {"metadata": {"user_id": "ben"}})) == (400, "invalid_request_error")
    memory = create(client, path, "/a.md")
    assert client.post(f"{path}/archive").json()["archived_at"] is not None
    assert error_of(client.post(f"{path}/memories", {"path": "/b.md", "content": "x"}))[0] == 400
    assert error_of(client.post(f"{path}/memories/{memory['id']}", {"content": "x"}))[0] == 400
    assert client.get(f"{path}/memories/{memory['id']}").json()["content"] == "Likes green tea."
    assert client.get("/v1/memory_stores").json()["data"] == []
    assert [each["id"] for each in client.get("/v1/memory_stores?include_archived=true").json()["data"]] == [
        store["id"]
    ]
    assert client.delete(path).json() == {"type": "memory_store_deleted", "id": store["id"]}
    assert client.get(path).status_code == client.get(f"{path}/memories").status_code == 404


def test_stores_in_pages(client):
    names = ["One", "Two", "Three"]
    for name in names:
        new_store(client, name=name)
    first = client.get("/v1/memory_stores?limit=2").json()
    second = client.get(f"/v1/memory_stores?limit=2&page={first['next_page']}").json()
    assert [each["name"] for each in first["data"] + second["data"]] == names[::-1]
    assert second["next_page"] is None
    assert client.get("/v1/memory_stores?created_at_lte=2020-01-01").json()["data"] == []


def test_a_store_belongs_to_its_person(client, home, api, store):
    create(client, store, "/a.md", "Likes green tea.")
    [person] = api.get("/users", {"external_id": "ana"}).json()["results"]
    found = api.post("/memory/query", {"user_id": person["id"], "query": "What tea?"}).json()
    assert "Likes green tea." in [item["content"] for item in found]


def test_without_one_it_is_shared_and_tells_of_nobody(client):
    store = f"/v1/memory_stores/{new_store(client, metadata={})['id']}"
    create(client, store, "/a.md", "The release is on Friday.")
    refused = client.post(f"{store}/memories", {"path": "/b.md", "content": "Ana lives in Lisbon."})
    assert error_of(refused) == (400, "invalid_request_error")


def test_the_story_of_a_memory(client, store):
    made = create(client, store, "/projects/notes.md", "one")
    path = f"{store}/memories/{made['id']}"
    assert (made["content"], made["content_sha256"], made["content_size_bytes"]) == (None, digest("one"), 3)
    seen = client.get(path).json()
    assert (seen["content"], seen["path"], seen["type"]) == ("one", "/projects/notes.md", "memory")
    changed = client.post(f"{path}?view=full", {"content": "two"}).json()
    assert (changed["content"], changed["id"]) == ("two", made["id"])
    assert changed["memory_version_id"] != made["memory_version_id"]
    moved = client.post(path, {"path": "/archive/notes.md"}).json()
    assert (moved["id"], moved["path"], moved["content_sha256"]) == (made["id"], "/archive/notes.md", digest("two"))
    assert create(client, store, "/projects/notes.md", "new")["id"] != made["id"]
    assert client.delete(path).json() == {"type": "memory_deleted", "id": made["id"]}
    assert client.get(path).status_code == 404


def test_an_empty_memory(client, store):
    made = create(client, store, "/empty.md", "")
    assert (made["content_size_bytes"], made["content_sha256"]) == (0, digest(""))
    assert client.get(f"{store}/memories/{made['id']}").json()["content"] == ""


def test_preconditions(client, store):
    made = create(client, store, "/a.md", "one")
    path = f"{store}/memories/{made['id']}"
    wrong = {"type": "content_sha256", "content_sha256": digest("other")}
    answer = client.post(path, {"content": "two", "precondition": wrong})
    assert error_of(answer) == (409, "memory_precondition_failed_error") and answer["x-should-retry"] == "false"
    right = wrong | {"content_sha256": digest("one")}
    assert client.post(path, {"content": "two", "precondition": right}).json()["content_sha256"] == digest("two")
    assert error_of(client.delete(f"{path}?expected_content_sha256={digest('one')}"))[0] == 409
    assert client.delete(f"{path}?expected_content_sha256={digest('two')}").status_code == 200


def test_a_path_is_taken_once(client, store):
    create(client, store, "/a.md")
    other = create(client, store, "/b.md")
    body = {"path": "/a.md", "content": "x"}
    assert error_of(client.post(f"{store}/memories", body)) == (409, "memory_path_conflict_error")
    assert error_of(client.post(f"{store}/memories/{other['id']}", {"path": "/a.md"}))[0] == 409


NO_PATHS = ["a.md", "/", "/a//b", "/a/../b", "/./a", "/a\nb", "/e\u0301", "/\u200b", "/a" * 21, "/" + "a" * 512]


@pytest.mark.parametrize("path", NO_PATHS)
def test_a_path_that_means_nothing_is_refused(client, store, path):
    answer = client.post(f"{store}/memories", {"path": path, "content": "x"})
    assert error_of(answer) == (400, "invalid_request_error")


def test_a_content_that_is_too_long_is_refused_whole(client, store):
    answer = client.post(f"{store}/memories", {"path": "/a.md", "content": "word " * 3_000})
    assert error_of(answer) == (400, "invalid_request_error") and "2,048 tokens" in answer.json()["error"]["message"]


def test_lists_are_directories(client, store):
    for path in ("/a.md", "/notes/b.md", "/notes/deep/c.md", "/notes-old/d.md"):
        create(client, store, path)

    def listed(query=""):
        return [each["path"] for each in client.get(f"{store}/memories{query}").json()["data"]]

    assert listed() == ["/a.md", "/notes-old/d.md", "/notes/b.md", "/notes/deep/c.md"]
    assert listed("?depth=1") == ["/a.md", "/notes-old/", "/notes/"]
    assert listed("?path_prefix=/notes/") == ["/notes/b.md", "/notes/deep/c.md"]
    assert listed("?path_prefix=/notes/&depth=1") == ["/notes/b.md", "/notes/deep/"]
    assert error_of(client.get(f"{store}/memories?path_prefix=/notes"))[0] == 400
    first = client.get(f"{store}/memories?depth=1&limit=2").json()
    assert client.get(f"{store}/memories?depth=1&limit=2&page={first['next_page']}").json()["data"] == [
        {"type": "memory_prefix", "path": "/notes/"}
    ]
    assert client.get(f"{store}/memories?view=full").json()["data"][0]["content"] == "Likes green tea."


def test_a_list_reads_no_more_for_more_memories(client, store, django_assert_max_num_queries):
    create(client, store, "/a.md")
    with django_assert_max_num_queries(30) as few:
        client.get(f"{store}/memories")
    create(client, store, "/b.md")
    create(client, store, "/c.md")
    with django_assert_max_num_queries(30) as many:
        client.get(f"{store}/memories")
    assert len(few) == len(many)


def test_versions(client, store):
    made = create(client, store, "/a.md", "one")
    path = f"{store}/memories/{made['id']}"
    second = client.post(path, {"content": "two", "path": "/b.md"}).json()
    versions = client.get(f"{store}/memory_versions?view=full&memory_id={made['id']}").json()["data"]
    assert [(each["operation"], each["path"], each["content"]) for each in versions] == [
        ("modified", "/b.md", "two"), ("created", "/a.md", "one")
    ]  # fmt: skip
    assert versions[0]["id"] == second["memory_version_id"] and versions[0]["created_by"]["type"] == "api_actor"
    assert client.get(f"{store}/memory_versions/{made['memory_version_id']}").json()["content"] == "one"
    client.delete(path)
    gone, *rest = client.get(f"{store}/memory_versions?view=full").json()["data"]
    assert (gone["operation"], gone["content"]) == ("deleted", None)
    assert {(each["content"], each["path"], bool(each["redacted_at"])) for each in rest} == {(None, None, True)}
    assert client.get(f"{store}/memory_versions/{gone['id']}").json() == gone
    assert client.get(f"{store}/memory_versions?operation=created").json()["data"][0]["id"] == made["memory_version_id"]


def test_a_key_redacts_no_version(client, store):
    version = create(client, store, "/a.md")["memory_version_id"]
    answer = client.post(f"{store}/memory_versions/{version}/redact")
    assert error_of(answer) == (403, "permission_error")


def test_what_waits_is_told_so_with_the_page_and_is_not_there(client, home, person, now):
    store = f"/v1/memory_stores/{new_store(client, metadata={'user_id': str(home.user_id)})['id']}"
    answer = client.post(f"{store}/memories", {"path": "/home.md", "content": "Ana lives in Lisbon."})
    told = answer.json()
    assert (answer.status_code, told["type"], told["id"]) == (202, "memory_pending_consent", None)
    assert told["status"] == "pending_consent" and "/proposals/" in told["review_url"]
    assert client.get(f"{store}/memories").json()["data"] == []
    with scope.enter(home.workspace_id):
        proposal = Proposal.objects.get()
    approve_proposal(proposal_id=proposal.id, actor=person, now=now)
    assert [each["path"] for each in client.get(f"{store}/memories").json()["data"]] == ["/home.md"]


@pytest.mark.parametrize("text", ["Eva lives in Lisbon.", "Uploads stop half way. Eva lives in Lisbon."])
def test_what_nobody_can_answer_says_what_to_do(client, home, text, settings):
    stores = {user: new_store(client, metadata={"user_id": user})["id"] for user in ("crm-17", str(home.user_id))}
    body = {"path": "/home.md", "content": text}
    eva, ana = (client.post(f"/v1/memory_stores/{one}/memories", body).json()["message"] for one in stores.values())
    assert "Nobody can answer yet" in eva and f"{settings.PUBLIC_URL}/setup/people" in eva
    assert "Nobody" not in ana


def test_a_change_that_waits_leaves_the_memory_as_it_is(client, store):
    made = create(client, store, "/a.md", "Likes tea.")
    answer = client.post(f"{store}/memories/{made['id']}", {"content": "Ana lives in Lisbon."})
    told = answer.json()
    assert (answer.status_code, told["content_sha256"], told["status"]) == (
        202,
        digest("Likes tea."),
        "pending_consent",
    )
    assert told["memory_version_id"] == made["memory_version_id"]


def test_a_role_reads_what_its_allowlist_has(client, home, api, store):
    made = create(client, store, "/a.md", "Likes green tea.")
    planner = client_of(home, "planner")
    memory_id = made["id"].removeprefix("mem_")
    api.patch(f"/memories/{memory_id}", {"category": "relationships"})
    assert planner.get(f"{store}/memories/{made['id']}").status_code == 404
    assert client.get(f"{store}/memories/{made['id']}").status_code == 200
