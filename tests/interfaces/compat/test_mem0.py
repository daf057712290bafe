"""mem0's protocol over the same gate, grants and history; its real client is tried in clients/python/tests."""

import pytest
from django.urls import URLPattern

from consent.models import Proposal
from consent.proposals.decide import approve_proposal
from conversations.models import Turn
from interfaces.compat.mem0.urls import urlpatterns
from memories.models import Memory
from tests.interfaces.rest.conftest import Api
from workspaces import scope
from workspaces.models import Allowlist, Grant, Person

METHODS = ("get", "post", "put", "delete")
A_MEMORY = "019e0000-0000-7000-8000-000000000000"


def add(client, text, **body):
    return client.post("/v3/memories/add/", {"messages": [{"role": "user", "content": text}], "infer": False, **body})


def added(client, text, user="ana", **body):
    return add(client, text, user_id=user, **body).json()["results"][0]["id"]


def listed(client, filters, **query):
    pages = "?" + "&".join(f"{name}={value}" for name, value in query.items()) if query else ""
    return client.post(f"/v3/memories/{pages}", {"filters": filters}).json()


def texts(client, filters):
    return {row["memory"] for row in listed(client, filters)["results"]}


def found(client, query, filters, **body):
    answer = client.post("/v3/memories/search/", {"query": query, "filters": filters, **body})
    return [row["memory"] for row in answer.json()["results"]]


def routes():
    for pattern in urlpatterns:
        assert isinstance(pattern, URLPattern)
        path = "/" + str(pattern.pattern)
        for name in pattern.pattern.converters:
            start, end = path.index("<"), path.index(">")
            path = path[:start] + (A_MEMORY if name == "memory_id" else "user") + path[end + 1 :]
        view = pattern.callback.view_class
        allowed = pattern.callback.view_initkwargs.get("http_method_names", METHODS)
        yield from ((path, method) for method in METHODS if method in allowed and hasattr(view, method))


def test_a_client_learns_where_it_is(mem0, home):
    assert mem0.get("/v1/ping/").json()["project_id"] == str(home.workspace_id)


@pytest.mark.parametrize(("path", "method"), list(routes()))
def test_every_route_asks_for_a_key(db, path, method):
    answer = getattr(Api(base="/compat/mem0"), method)(path)
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, 'Token realm="memory"')
    assert answer.headers["Content-Type"] == "application/json" and answer.json()["detail"]


@pytest.mark.parametrize(("path", "method"), [each for each in routes() if A_MEMORY in each[0]])
def test_another_workspace_s_memory_is_unknown(mem0, mem0_stranger, path, method):
    known = path.replace(A_MEMORY, added(mem0, "User likes risotto."))
    body = {"text": "x"} if method == "put" else {}
    answers = [getattr(mem0_stranger, method)(each, **({"body": body} if body else {})) for each in (known, path)]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].json() == answers[1].json()


def test_a_user_is_a_person_by_their_external_id(mem0, api):
    added(mem0, "User likes risotto.", user="customer-7")
    [person] = api.get("/users", {"external_id": "customer-7"}).json()["results"]
    assert texts(mem0, {"user_id": "customer-7"}) == texts(mem0, {"user_id": person["id"]}) == {"User likes risotto."}


def test_a_key_that_may_not_add_people_adds_none(mem0_agent, home):
    with scope.enter(home.workspace_id):
        Grant.objects.filter(agent__role="planner", namespace_path="").update(can_write=False)
        before = Person.objects.count()
    assert add(mem0_agent("planner"), "User likes risotto.", user_id="new").status_code == 403
    with scope.enter(home.workspace_id):
        assert Person.objects.count() == before


def test_a_user_id_that_says_something_sensitive_or_secret_is_refused(mem0):
    for user in ("lives-in-Lisbon", "sk-ant-api03-" + "Zx8Qv2Lm9Rt4Wk7Yb1Nc5Hd3" * 3):
        assert add(mem0, "User likes risotto.", user_id=user).status_code == 422


def test_what_waits_is_told_so_with_the_page_and_is_not_there(mem0, home, person, now):
    answer = add(mem0, "User lives in Lisbon.", user_id=str(home.user_id))
    [result] = answer.json()["results"]
    assert (answer.status_code, answer.json()["status"], result["event"], result["id"]) == (
        202,
        "PENDING",
        "PENDING",
        None,
    )
    assert result["review_url"].endswith(f"/proposals/{result['proposal_id']}")
    assert listed(mem0, {"user_id": str(home.user_id)})["count"] == 0
    assert found(mem0, "Where does the user live?", {"user_id": str(home.user_id)}) == []
    with scope.enter(home.workspace_id):
        proposal = Proposal.objects.get()
    approve_proposal(proposal_id=proposal.id, actor=person, now=now)
    assert texts(mem0, {"user_id": str(home.user_id)}) == {"User lives in Lisbon."}


@pytest.mark.parametrize("text", ["User lives in Lisbon.", "Uploads stop half way. User lives in Lisbon."])
def test_what_nobody_can_answer_says_what_to_do(mem0, text, settings):
    [result] = add(mem0, text, user_id="crm-17").json()["results"]
    message = result["message"]
    assert "Nobody can answer yet" in message and f"{settings.PUBLIC_URL}/setup/people" in message


def test_so_does_a_change_that_nobody_can_answer(mem0):
    known = added(mem0, "User likes risotto.", user="crm-17")
    told = mem0.put(f"/v1/memories/{known}/", {"text": "User lives in Lisbon."}).json()
    assert "Nobody can answer yet" in told["message"]


def test_what_somebody_with_a_login_can_answer_does_not(mem0, ana):
    [result] = add(mem0, "User lives in Lisbon.", user_id=ana).json()["results"]
    assert "Nobody" not in result["message"]


def test_a_change_that_waits_leaves_the_memory_as_it_is(mem0):
    known = added(mem0, "User likes risotto.")
    answer = mem0.put(f"/v1/memories/{known}/", {"text": "User lives in Lisbon."})
    told = answer.json()
    assert (answer.status_code, told["event"], told["memory"]) == (202, "PENDING", "User likes risotto.")
    assert "/proposals/" in told["review_url"]


def test_another_role_s_metadata_waits_too(mem0, mem0_agent, api, ana):
    body = {"user_id": ana, "content": "The piano tuner comes on Monday.", "category": "goals"}
    path = f"/v1/memories/{api.post('/memories', body).json()['memory_id']}/"
    answer = mem0_agent("planner").put(path, {"metadata": {"status": "cancelled"}})
    told = answer.json()
    assert (answer.status_code, told["event"], told["metadata"]) == (202, "PENDING", None)
    assert mem0.put(path, {"metadata": {"status": "cancelled"}}).json()["metadata"] == {"status": "cancelled"}


def test_the_name_of_a_speaker_is_no_sentence(mem0):
    said = [{"role": "user", "content": "I like tea.", "name": "Ivo who is gay"}]
    refused = mem0.post("/v3/memories/add/", {"messages": said, "user_id": "ana"})
    assert refused.status_code == 422 and "messages.0.name" in refused.content.decode()


def test_messages_are_kept_as_turns_and_found_at_once(mem0, home):
    said = [{"role": "user", "content": "I collect teapots."}, {"role": "assistant", "content": "Lovely."}]
    answer = mem0.post("/v3/memories/add/", {"messages": said, "user_id": "ana", "run_id": "monday"})
    assert (answer.status_code, answer.json()["status"], answer.json()["results"]) == (200, "PENDING", [])
    with scope.enter(home.workspace_id):
        assert set(Turn.objects.values_list("session__external_id", "role")) == {
            ("monday", "user"),
            ("monday", "assistant"),
        }
    assert "I collect teapots." in found(mem0, "teapots", {"user_id": "ana"})
    assert found(mem0, "teapots", {"user_id": "ana", "run_id": "monday"}) == []


@pytest.mark.parametrize("run", [{}, {"run_id": "monday"}])
def test_each_role_has_a_conversation_of_its_own(mem0, mem0_agent, home, run):
    with scope.enter(home.workspace_id):
        Allowlist.objects.filter(role="planner").update(categories=["tasks", "activity"])
    for client in (mem0, mem0_agent("planner"), mem0_agent("planner"), mem0):
        said = [{"role": "user", "content": "I collect teapots."}]
        assert client.post("/v3/memories/add/", {"messages": said, "user_id": "ana", **run}).status_code == 200
    name = run.get("run_id", "mem0")
    with scope.enter(home.workspace_id):
        names = list(Turn.objects.order_by("created_at").values_list("session__external_id", flat=True))
    assert names == [name, f"{name}:planner", f"{name}:planner", name]


def test_a_memory_of_no_user_is_shared_and_tells_of_nobody(mem0):
    add(mem0, "The release is on Friday.", agent_id="planner-1")
    assert texts(mem0, {"agent_id": "planner-1"}) == {"The release is on Friday."}
    assert found(mem0, "When is the release?", {"agent_id": "planner-1"}) == ["The release is on Friday."]
    assert add(mem0, "Ana lives in Lisbon.", agent_id="planner-1").status_code == 422


def test_nobody_named_is_never_everyone(mem0):
    added(mem0, "User likes risotto.")
    for body in ({}, {"filters": {"user_id": "*"}}, {"filters": {"NOT": {"user_id": "ben"}}}):
        assert mem0.post("/v3/memories/search/", {"query": "risotto", **body}).status_code == 422
    assert mem0.post("/v3/memories/", {}).status_code == mem0.delete("/v1/memories/").status_code == 422


def test_the_allowlist_holds(mem0, mem0_agent, api):
    added(mem0, "User likes risotto.")
    user = mem0.get("/v1/entities/").json()["results"][0]["id"]
    made = api.post("/memories", {"user_id": user, "content": "User misses a friend.", "category": "relationships"})
    planner, memory_id = mem0_agent("planner"), made.json()["memory_id"]
    assert "User misses a friend." in texts(mem0, {"user_id": "ana"})
    assert "User misses a friend." not in texts(planner, {"user_id": "ana"})
    assert "User misses a friend." not in found(planner, "friend", {"user_id": "ana"})
    assert planner.get(f"/v1/memories/{memory_id}/").status_code == 404
    assert planner.get(f"/v1/memories/{memory_id}/history/").status_code == 404
    answer = add(planner, "I love opera.", user_id="new", infer=True)
    assert (answer.status_code, "'activity' is not on the allowlist" in answer.json()["detail"]) == (403, True)
    assert api.get("/users", {"external_id": "new"}).json()["results"] == []


@pytest.fixture
def four(mem0):
    for text, user, metadata, run in (
        ("Tea.", "ana", {"kind": "drink", "rank": 1}, "r1"),
        ("Coffee.", "ana", {"kind": "drink", "rank": 5}, "r2"),
        ("Chess.", "ana", {"kind": "game", "note": "Loves Openings"}, "r1"),
        ("Cocoa.", "ben", {"kind": "drink", "rank": 3}, "r1"),
    ):
        add(mem0, text, user_id=user, metadata=metadata, run_id=run)


ANA = {"user_id": "ana"}


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (ANA, {"Tea.", "Coffee.", "Chess."}),
        ({"user_id": {"in": ["ana", "ben", "nobody"]}}, {"Tea.", "Coffee.", "Chess.", "Cocoa."}),
        ({"user_id": "nobody"}, set()),
        ({"user_id": "*", "run_id": "r1"}, {"Tea.", "Chess.", "Cocoa."}),
        ({"AND": [ANA, {"run_id": {"ne": "r1"}}]}, {"Coffee."}),
        ({"OR": [{"AND": [ANA, {"run_id": "r2"}]}, {"user_id": "ben"}]}, {"Coffee.", "Cocoa."}),
        ({"AND": [ANA], "NOT": [{"metadata": {"kind": "drink"}}]}, {"Chess."}),
        (ANA | {"metadata": {"rank": {"gte": 5}}}, {"Coffee."}),
        (ANA | {"rank": {"lt": 5}}, {"Tea."}),
        (ANA | {"kind": {"in": ["game", "book"]}}, {"Chess."}),
        (ANA | {"kind": {"nin": ["drink"]}}, {"Chess."}),
        (ANA | {"note": {"icontains": "openings"}}, {"Chess."}),
        (ANA | {"note": {"contains": "openings"}}, set()),
        (ANA | {"note": "*"}, {"Chess."}),
        (ANA | {"keywords": {"icontains": "COFF"}}, {"Coffee."}),
        (ANA | {"created_at": {"gte": "2020-01-01", "lt": "2021-01-01"}}, set()),
        (ANA | {"created_at": {"gte": "2020-01-01"}, "run_id": "r2"}, {"Coffee."}),
        (ANA | {"categories": {"contains": "no_such"}}, set()),
        (ANA | {"agent_id": "*"}, set()),
    ],
)
def test_filters(mem0, four, filters, expected):
    assert texts(mem0, filters) == expected


def test_a_search_takes_the_same_filters(mem0, four):
    assert set(found(mem0, "drink", ANA | {"metadata": {"rank": {"gte": 1}}})) == {"Tea.", "Coffee."}
    assert set(found(mem0, "drink", {"OR": [{"user_id": "ana"}, {"user_id": "ben"}]}, top_k=100)) >= {"Tea.", "Cocoa."}


@pytest.mark.parametrize(
    "filters",
    [
        {"created_at": {"gte": "yesterday"}}, {"user_id": {"gt": "a"}}, {"AND": ["ana"]}, {"memory_ids": ["x"]},
        {"keywords": 1}, {"run_id": {"gt": "a"}}, {"metadata": "x"}, {"note": {"icontains": 1}},
        {"NOT": [{"user_id": "ana"}] * 101},
    ],
)  # fmt: skip
def test_a_filter_that_means_nothing_is_refused(mem0, filters):
    answer = mem0.post("/v3/memories/", {"filters": filters})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "filters")


def test_pages(mem0, four):
    page = listed(mem0, ANA, page=2, page_size=2)
    assert (page["count"], len(page["results"]), page["next"]) == (3, 1, None)
    assert page["previous"].endswith("/compat/mem0/v3/memories/?page=1&page_size=2")


def test_a_list_reads_no_more_for_more_memories(mem0, four, django_assert_max_num_queries):
    with django_assert_max_num_queries(25) as few:
        listed(mem0, ANA | {"run_id": "r2"})
    with django_assert_max_num_queries(25) as many:
        listed(mem0, ANA)
    assert len(few) == len(many)


def test_the_story_of_a_memory(mem0):
    known = added(mem0, "User likes tea.", metadata={"kind": "drink"}, agent_id="barista")
    mem0.put(f"/v1/memories/{known}/", {"text": "User likes green tea.", "expiration_date": "2999-01-01"})
    memory = mem0.get(f"/v1/memories/{known}/").json()
    assert (memory["memory"], memory["user_id"], memory["agent_id"]) == ("User likes green tea.", "ana", "barista")
    assert (memory["metadata"], memory["expiration_date"]) == ({"kind": "drink"}, "2999-01-02")
    mem0.put(f"/v1/memories/{known}/", {"metadata": {"kind": "tea"}, "expiration_date": None})
    memory = mem0.get(f"/v1/memories/{known}/").json()
    assert (memory["memory"], memory["metadata"], memory["expiration_date"]) == (
        "User likes green tea.",
        {"kind": "tea"},
        None,
    )
    assert mem0.delete(f"/v1/memories/{known}/").json()["event"] == "DELETE"
    assert mem0.get(f"/v1/memories/{known}/").status_code == 404
    events = mem0.get(f"/v1/memories/{known}/history/").json()
    assert [event["event"] for event in events] == ["ADD", "UPDATE", "UPDATE", "DELETE"]


def test_history_shows_the_texts_that_may_be_read(mem0):
    known = added(mem0, "User likes tea.")
    mem0.put(f"/v1/memories/{known}/", {"text": "User likes coffee."})
    first, second = mem0.get(f"/v1/memories/{known}/history/").json()
    assert (first["old_memory"], first["new_memory"]) == (None, "User likes tea.")
    assert (second["old_memory"], second["new_memory"]) == ("User likes tea.", "User likes coffee.")


def test_a_batch_has_an_outcome_for_each(mem0):
    known = added(mem0, "User likes tea.")
    changes = [{"memory_id": known, "text": "User likes coffee."}, {"memory_id": A_MEMORY, "text": "x"}]
    told = mem0.put("/v1/batch/", {"memories": changes}).json()
    assert [result["event"] for result in told["results"]] == ["UPDATE", "ERROR"]
    gone = mem0._send("delete", "/v1/batch/", {"memories": [{"memory_id": known}]}, {})
    assert gone.json()["message"] == "Successfully deleted 1 memories"
    assert texts(mem0, ANA) == set()


def test_entities_and_forgetting_all_of_one(mem0, four):
    entities = {
        (one["type"], one["name"]): one["total_memories"] for one in mem0.get("/v1/entities/").json()["results"]
    }
    assert entities == {("user", "ana"): 3, ("user", "ben"): 1, ("run", "r1"): 3, ("run", "r2"): 1}
    assert mem0.delete("/v2/entities/user/ana/").status_code == 200
    assert mem0.delete("/v1/memories/?run_id=r1").status_code == 200
    assert mem0.get("/v1/entities/").json()["count"] == 0
    assert mem0.delete("/v2/entities/user/ana/").status_code == mem0.delete("/v2/entities/planet/x/").status_code == 404


def test_deleting_by_filters_as_the_client_writes_them(mem0, four):
    assert mem0.delete("/v1/memories/?filters=%7B%27user_id%27%3A+%27ana%27%7D").status_code == 200
    assert texts(mem0, {"user_id": "*"}) == {"Cocoa."}


@pytest.mark.parametrize("path", ["/v1/exports/", "/v1/feedback/", "/v1/summary/", "/api/v1/webhooks/projects/x/"])
def test_what_only_the_platform_has_says_so(mem0, path):
    answer = mem0.post(path, {})
    assert answer.status_code == 501 and answer.json()["detail"].startswith("Not served")


def test_the_shapes_of_the_open_server(home, mem0):
    client = Api({"X-API-Key": home.api_keys["supervisor"]}, base="/compat/mem0")
    body = {"messages": [{"role": "user", "content": "User likes tea."}], "user_id": "ana", "infer": False}
    [made] = client.post("/memories", body).json()["results"]
    assert (made["memory"], made["event"]) == ("User likes tea.", "ADD")
    assert client.get("/memories", {"user_id": "ana"}).json()["results"][0]["id"] == made["id"]
    searched = client.post("/search", {"query": "tea", "user_id": "ana"}).json()["results"]
    assert searched[0]["id"] == made["id"] and 0 <= searched[0]["score"] <= 1
    client.put(f"/memories/{made['id']}", {"text": "User likes coffee."})
    assert [each["event"] for each in client.get(f"/memories/{made['id']}/history").json()] == ["ADD", "UPDATE"]
    assert client.delete(f"/memories/{made['id']}").status_code == 200
    assert client.delete("/memories?user_id=ana").status_code == 200


def test_settings_of_the_platform_are_left_out(mem0):
    assert add(mem0, "User likes tea.", user_id="ana", custom_instructions="x", version="v2").status_code == 200


def test_a_repeat_with_an_idempotency_key_writes_once(mem0, home):
    body = {"messages": [{"role": "user", "content": "User likes tea."}], "infer": False, "user_id": "ana"}
    answers = [mem0.post("/v3/memories/add/", body, **{"Idempotency_Key": "one"}).json() for _ in range(2)]
    assert answers[0] == answers[1]
    with scope.enter(home.workspace_id):
        assert Memory.objects.count() == 1
