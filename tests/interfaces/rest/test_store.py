"""`/store`: the key-value store of 000 in the shape of LangGraph's store."""

import json
from datetime import timedelta
from urllib.parse import urlencode

import pytest
from django.utils import timezone

from memories.models import Memory
from workspaces import scope
from workspaces.models import Agent, Grant


@pytest.fixture
def put(api, ana):
    """Keep a value under a key of Ana's; answers the response."""

    def _put(value, key="k", *below, who=api, namespace=None, **fields):
        body = {"namespace": namespace or ["memories", ana, *below], "key": key, "value": value}
        return who.put("/store/items", body | fields)

    return _put


@pytest.fixture
def get(api, ana):
    def _get(key="k", *below, who=api):
        return who.get("/store/items", {"namespace": "/".join(["memories", ana, *below]), "key": key})

    return _get


@pytest.fixture
def search(api, ana):
    def _search(*below, who=api, **fields):
        answer = who.post("/store/items/search", {"namespace_prefix": ["memories", ana, *below], **fields})
        assert answer.status_code == 200, answer.json()
        return answer.json()["items"]

    return _search


VALUES = [
    {"content": "Ana likes tea."},
    {"content": "Ana likes tea.", "metadata": {"source": "chat", "score": 0.25}, "more": [1, None, True]},
    {"text": "Ana likes tea.", "unit": "cups"},
    {"text": "  ", "content": ""},
    {"drink": "tea", "strength": 3, "b": {"z": 1, "a": [2.5]}},
    {"content": 7},
    {},
]


@pytest.mark.parametrize("value", VALUES, ids=str)
def test_a_value_comes_back_exactly_as_it_was_put(put, get, ana, value):
    answer = put(value)
    assert (answer.status_code, answer.json()["status"]) == (201, "created")
    item = get().json()
    assert (item["namespace"], item["key"], item["value"]) == (["memories", ana], "k", value)
    assert item["id"] == answer.json()["memory_id"]


def test_a_second_put_replaces_the_value_and_keeps_the_version(api, put, get):
    put({"content": "Ana likes tea.", "cups": 1})
    again = put({"content": "Ana likes coffee."})
    assert (again.status_code, again.json()["status"], again.json()["version"]) == (200, "updated", 2)
    item = get().json()
    assert item["value"] == {"content": "Ana likes coffee."}
    assert len(api.get(f"/memories/{item['id']}/versions").json()["results"]) == 2


def test_a_deleted_item_is_gone_until_it_is_put_again(api, put, get, ana):
    """R5."""
    first = put({"content": "Ana likes tea."}).json()["memory_id"]
    gone = api.delete(f"/store/items?namespace=memories/{ana}&key=k")
    assert (gone.status_code, gone.json()["status"]) == (200, "forgotten")
    assert get().status_code == 404
    assert put({"content": "Ana likes tea."}).json()["memory_id"] == first and get().status_code == 200


def test_a_second_delete_changes_nothing_as_of_a_fact_or_a_memory(api, put, ana, colleague, outsider):
    address = f"/store/items?namespace=memories/{ana}&key=k"
    assert api.delete(address).status_code == 404
    put({"content": "Ana likes tea."})
    api.delete(address)
    again = api.delete(address)

    assert (again.status_code, again.json()["status"]) == (200, "unchanged")
    assert [who.delete(address).status_code for who in (colleague, outsider)] == [404, 404]


def test_the_example_of_the_seed_is_found_at_the_default_threshold(put, search):
    """000, "Semantic Search"."""
    put({"content": "User is vegetarian", "metadata": {"category": "dietary"}}, "pref_food")
    (item,) = search(query="What food does user like?")
    assert item["key"] == "pref_food" and 0.7 <= item["similarity"] <= 1
    assert item["value"]["metadata"] == {"category": "dietary"}


def test_what_is_below_the_threshold_is_not_found(put, search):
    put({"content": "The train to Porto leaves at nine."})
    assert search(query="What food does user like?") == []
    assert len(search(query="What food does user like?", threshold=0)) == 1


def test_a_search_is_bounded_by_prefix_filter_limit_and_offset(put, search):
    for number in range(3):
        put(
            {"content": f"Trip {number} goes by train.", "year": number, "metadata": {"by": "train"}},
            f"t{number}",
            "trips",
        )
    put({"content": "Note that goes by train.", "year": 1}, "n", "notes")
    assert {item["key"] for item in search("trips")} == {"t0", "t1", "t2"}
    assert [item["key"] for item in search("trips", limit=2)] == ["t2", "t1"]
    assert [item["key"] for item in search("trips", limit=2, offset=2)] == ["t0"]
    assert {item["key"] for item in search(filter={"year": 1})} == {"t1", "n"}
    assert {item["key"] for item in search(filter={"year": 1, "by": "train"})} == {"t1"}
    assert {item["key"] for item in search(filter={"content": "Note that goes by train."})} == {"n"}
    found = search("trips", query="trip by train", threshold=0, filter={"year": 2})
    assert [item["key"] for item in found] == ["t2"] and found[0]["similarity"] is not None
    assert search("tri") == [] and search()[0]["similarity"] is None


COMPARED = [
    ({"minutes": {"$gte": 20}}, {"slow", "text"}),
    ({"minutes": {"$gt": 10, "$lt": 45.5}}, {"text"}),
    ({"minutes": {"$lte": 10}}, {"fast"}),
    ({"minutes": {"$eq": 10}}, {"fast"}),
    ({"minutes": {"$ne": 10}}, {"slow", "text", "none"}),
    ({"by": {"minutes": {"$gt": 1}}}, {"none"}),
    ({"rated": {"$gte": 4}}, {"slow"}),
    ({"minutes": {"$gte": 20}, "rated": 5}, {"slow"}),
    ({'it\'s "so"': {"$gt": 0}}, set()),
]


@pytest.mark.parametrize(("wanted", "keys"), COMPARED)
@pytest.mark.parametrize("query", [None, "A dish"])
def test_a_filter_compares_as_langgraph_s_store_does(put, search, wanted, keys, query):
    put({"content": "A dish.", "minutes": 10}, "fast")
    put({"content": "A dish.", "minutes": 45.5, "metadata": {"rated": 5}}, "slow")
    put({"content": "A dish.", "minutes": "20"}, "text")
    put({"content": "A dish.", "minutes": "soon", "by": {"minutes": 2}}, "none")
    threshold = {"query": query, "threshold": 0} if query else {}
    assert {item["key"] for item in search(filter=wanted, **threshold)} == keys


@pytest.mark.parametrize(
    "wanted",
    [{"a": {"$foo": 1}}, {"$gt": 1}, {"a": {"$gt": 1, "b": 2}}, {"a": {"b": {"$in": [1]}}}, {"a": {"$lt": "x"}}],
)
def test_an_unknown_operator_is_refused_by_name(api, ana, wanted):
    refused = api.post("/store/items/search", {"namespace_prefix": ["memories", ana], "filter": wanted})
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["field"] == "filter" and "$lte" in refused.json()["detail"]


@pytest.mark.parametrize(
    ("wanted", "place", "meant"),
    [
        ({"minutes": {"gte": 20}}, "'minutes'", "$gte"),
        ({"by": {"cost": {"gt": 1, "lt": 5}}}, "'by.cost'", "$gt and $lt"),
    ],
)
def test_an_operator_without_its_dollar_sign_is_named(api, ana, wanted, place, meant):
    asked = [
        ("/store/items/search", {"namespace_prefix": ["memories", ana], "filter": wanted}),
        ("/memory/query", {"user_id": ana, "query": "tea", "filters": {"metadata": wanted}}),
    ]
    for path, body in asked:
        refused = api.post(path, body)
        assert refused.status_code == 422
        (error,) = refused.json()["errors"]
        assert f"Did you mean {meant}?" in error["detail"] and place in error["detail"]


def test_a_member_whose_names_are_not_all_operators_is_matched_exactly(put, search):
    put({"content": "A dish.", "bounds": {"gte": 1, "unit": "g"}})
    assert len(search(filter={"bounds": {"gte": 1, "unit": "g"}})) == 1
    assert search(filter={"bounds": {"gte": 2, "unit": "g"}}) == []


def test_a_memory_that_was_not_put_here_is_an_item_too(api, ana, get):
    api.post("/memories", {"user_id": ana, "key": "k", "content": "Ana likes tea.", "metadata": {"a": 1}})
    assert get().json()["value"] == {"content": "Ana likes tea.", "metadata": {"a": 1}}


@pytest.mark.parametrize("value", [{"content": "Ana likes tea.", "cups": 1}, {"drink": "tea"}])
def test_what_a_person_corrects_is_so_for_the_store_too(owner, put, get, value):
    memory_id = put(value).json()["memory_id"]
    assert owner.patch(f"/memories/{memory_id}", {"content": "Ana likes milk."}).status_code == 200
    assert get().json()["value"] == value | {"content": "Ana likes milk."} if "content" in value else True
    assert get().json()["value"]["content"] == "Ana likes milk."


def test_a_namespace_in_a_query_string_is_a_path_or_a_list(api, ana, put):
    put({"text": "Tea."}, "k", "a/b")
    as_list = json.dumps(["memories", ana, "a/b"])
    for written in (as_list, f"memories/{ana}/a~1b"):
        assert api.get("/store/items", {"namespace": written, "key": "k"}).status_code == 200
        assert api.get("/store/keys", {"namespace": written}).json()["keys"] == ["k"]
        assert len(api.get("/memories", {"namespace": written}).json()["results"]) == 1
    assert api.delete(f"/store/items?{urlencode({'namespace': as_list, 'key': 'k'})}").status_code == 200


@pytest.mark.parametrize(
    "written", ['["memories"]', '["memories", 1, "x"]', '["memories" "x"]', '["a", ["b", "c"], "d"]']
)
def test_a_list_that_is_no_namespace_is_refused(api, written):
    answer = api.get("/store/keys", {"namespace": written})
    assert (answer.status_code, answer.json()["errors"][0]["field"].partition(".")[0]) == (422, "namespace")


def test_namespaces_are_listed_by_prefix_suffix_and_depth(api, ana, put):
    for path in (("work", "plans"), ("work", "notes", "old"), ("home",), ()):
        put({"content": "A note."}, "k", *path)

    def listed(**fields):
        found = api.post("/store/namespaces", fields).json()["namespaces"]
        return ["/".join(one[2:]) for one in found]

    def condition(kind, *path):
        return {"match_conditions": [{"match_type": kind, "path": list(path)}]}

    assert listed() == ["", "home", "work/notes/old", "work/plans"]
    assert listed(**condition("prefix", "memories", ana, "work")) == ["work/notes/old", "work/plans"]
    assert listed(**condition("prefix", "memories", "*", "home")) == ["home"]
    assert listed(**condition("suffix", "plans")) == ["work/plans"]
    assert listed(**condition("suffix", "*", "old")) == ["work/notes/old"]
    assert listed(max_depth=3) == ["", "home", "work"]
    assert listed(**condition("prefix", "memories", ana, "work"), max_depth=4) == ["work/notes", "work/plans"]
    assert listed(limit=2, offset=1) == ["home", "work/notes/old"]


def test_the_keys_of_a_namespace_are_listed_in_pages(api, ana, put):
    for key in ("b", "a", "c"):
        put({"content": f"Note {key}."}, key)
    put({"content": "Elsewhere."}, "d", "below")
    page = api.get("/store/keys", {"namespace": f"memories/{ana}", "limit": 2}).json()
    rest = api.get("/store/keys", {"namespace": f"memories/{ana}", "cursor": page["next_cursor"]}).json()
    assert page["keys"] + rest["keys"] == ["b", "a", "c"] and rest["next_cursor"] is None


def test_lists_take_as_many_queries_for_many_as_for_one(api, ana, put, search, reads):
    for number in range(3):
        put({"content": f"Note {number}."}, f"k{number}")
    assert reads(search) == 1
    assert reads(lambda: api.get("/store/keys", {"namespace": f"memories/{ana}"})) == 1
    assert reads(lambda: api.post("/store/namespaces", {})) == 1


def test_a_time_to_live_is_told_in_minutes(home, put, get):
    put({"content": "Ana is at the station."}, ttl=30)
    left = Memory.objects
    with scope.enter(home.workspace_id):
        expires_at = left.get(key="k").expires_at
    assert timedelta(minutes=29) < expires_at - timezone.now() < timedelta(minutes=31)
    assert get().json()["expires_at"]
    put({"content": "Ana is at the platform."}, "short", ttl=1e-7)
    assert get("short").status_code == 404


def test_what_needs_consent_waits(api, ana, put, get):
    answer = put({"home_city": "Lisbon", "content": "Ana lives in Lisbon."})
    assert (answer.status_code, answer.json()["status"]) == (202, "pending_consent")
    assert answer.json()["proposal_id"] and get().status_code == 404


def test_a_sensitive_member_beside_the_text_waits_too(put):
    assert put({"content": "A note.", "city": "Lisbon"}).status_code == 202


def test_secrets_are_cut_out(put, get):
    put({"content": "Use AKIAIOSFODNN7EXAMPLE.", "password": "correct-horse-battery-9"})
    put({"login": {"password": "correct-horse-battery-9"}}, "json")
    assert "AKIA" not in get().content.decode() and "horse" not in get().content.decode()
    assert "horse" not in get("json").content.decode()


def test_a_put_may_demand_what_stands_there(put, get, api, ana):
    put({"content": "Ana likes tea."})
    tag = get()["ETag"]
    body = {"namespace": ["memories", ana], "key": "k", "value": {"content": "Ana likes milk."}}
    assert api.put("/store/items", body, If_Match=tag).status_code == 200
    assert api.put("/store/items", body | {"value": {"content": "Water."}}, If_Match=tag).status_code == 412


def test_who_may_read_and_write(api, owner, colleague, outsider, ana, put, get, search):
    put({"content": "Ana likes tea."})
    assert get(who=owner).status_code == 200
    for other in (colleague, outsider):
        assert get(who=other).status_code == 404
        assert put({"content": "Mine."}, who=other).status_code in (403, 404)
        assert other.delete(f"/store/items?namespace=memories/{ana}&key=k").status_code == 404
        assert search(who=other) == []
        body = {"namespace_prefix": ["memories", ana], "query": "tea"}
        assert other.post("/store/items/search", body).status_code in (403, 404)
        assert other.post("/store/namespaces", {}).json()["namespaces"] == []
        assert other.get("/store/keys", {"namespace": f"memories/{ana}"}).json()["keys"] == []
    assert get().json()["value"] == {"content": "Ana likes tea."}


def test_what_is_shared_is_open_to_whom_it_is_granted(home, api, agent, outsider):
    body = {"namespace": ["shared", "team"], "key": "motto", "value": {"content": "We ship on Fridays."}}
    address = {"namespace": "shared/team", "key": "motto"}
    category = {"category": "tasks"}
    with scope.enter(home.workspace_id):
        Grant.objects.filter(agent=Agent.objects.get(role="executor"), namespace_path="shared").delete()
    assert api.put("/store/items", body | category).status_code == 201
    assert agent("planner").get("/store/items", address).json()["value"] == body["value"]
    asked = {"namespace_prefix": ["shared", "team"], "query": "When do we ship?"}
    assert len(agent("planner").post("/store/items/search", asked).json()["items"]) == 1
    assert agent("executor").get("/store/items", address).status_code == 404
    assert agent("executor").post("/store/items/search", asked).status_code == 403
    assert agent("executor").put("/store/items", body | category).status_code == 403
    assert outsider.get("/store/items", address).status_code == 404


@pytest.mark.parametrize(
    "fields",
    [
        {"namespace": ["alone"]}, {"namespace": ["memories", ""]}, {"key": ""}, {"key": "k" * 513}, {"value": []},
        {"value": "text"}, {"value": {"long": "x" * 17_000}}, {"ttl": 0}, {"ttl": -1}, {"key": "fact:identity.city"},
        {"value": {"content": "word " * 2100}}, {"colour": "red"},
    ],
)  # fmt: skip
def test_a_value_out_of_bounds_is_named(api, ana, fields):
    body = {"namespace": ["memories", ana], "key": "k", "value": {"content": "A note."}} | fields
    answer = api.put("/store/items", body)
    assert answer.status_code == 422 and answer.json()["errors"]


@pytest.mark.parametrize(
    "fields", [{"namespace_prefix": ["memories"]}, {"query": " "}, {"threshold": 1.1}, {"limit": 0}, {"offset": -1}]
)
def test_a_search_s_bounds_are_named(api, ana, fields):
    answer = api.post("/store/items/search", {"namespace_prefix": ["memories", ana], **fields})
    assert answer.status_code == 422 and answer.json()["errors"]


def test_a_city_that_waits_holds_no_other_item_up(put, ana):
    """The name of the member that holds an item's text is no value of the field that its key names."""
    assert put({"text": "Ana lives in Viseu."}, key="home").status_code == 202

    assert put({"text": "Ana drinks tea."}, key="tea").status_code == 201
    assert put({"content": "Ana likes chess."}, key="chess").status_code == 201


@pytest.mark.parametrize("query", [{}, {"query": "What is in the office?", "threshold": 0.0}])
@pytest.mark.parametrize("prefix", [["shared"], "shared"])
def test_all_of_what_is_shared_is_searched_by_its_type(home, api, agent, ana, prefix, query):
    for place, text in (("team", "The office has plants."), ("notes", "The office has a piano.")):
        put = {"namespace": ["shared", place], "key": "k", "value": {"text": text}, "category": "goals"}
        assert api.put("/store/items", put).status_code == 201
    own = {"namespace": ["memories", ana], "key": "k", "value": {"text": "The office bores Ana."}, "category": "goals"}
    api.put("/store/items", own)
    found = api.post("/store/items/search", {"namespace_prefix": prefix, **query}).json()["items"]
    assert sorted(one["namespace"][1] for one in found) == ["notes", "team"]
    with scope.enter(home.workspace_id):
        Grant.objects.filter(agent__role="planner", namespace_path="shared").update(namespace_path="shared/team")
    answer = agent("planner").post("/store/items/search", {"namespace_prefix": prefix, **query})
    seen = [one["namespace"] for one in answer.json().get("items", [])]
    assert (answer.status_code, seen) == ((403, []) if query else (200, [["shared", "team"]]))


@pytest.mark.parametrize("prefix", [["memories"], "memories", [], [" "]])
def test_nobody_searches_everyone(api, prefix):
    assert api.post("/store/items/search", {"namespace_prefix": prefix}).status_code == 422
