"""`/memories`: upsert by namespace and key as 000's upsertMemory, and what stands there."""

from uuid import uuid4

import pytest
from django.conf import settings

DIET = "Ana is vegetarian and cooks a lot of risotto."


@pytest.fixture
def remember(api, ana):
    """Write a memory about Ana; answers the result's JSON."""

    def _remember(content=DIET, **fields):
        return api.post("/memories", {"user_id": ana, "content": content, **fields}).json()

    return _remember


def test_a_new_memory_answers_as_upsert_memory_does(api, ana):
    answer = api.post("/memories", {"user_id": ana, "key": "food", "content": DIET, "metadata": {"source": "chat"}})
    assert answer.status_code == 201
    body = answer.json()
    assert body["success"] is True and body["status"] == "created" and body["message"]
    memory = api.get(f"/memories/{body['memory_id']}").json()
    assert memory["namespace"] == ["memories", ana] and memory["scope"] == f"memories/{ana}"
    assert (memory["key"], memory["content"], memory["metadata"]) == ("food", DIET, {"source": "chat"})
    assert memory["embedded"] is True and memory["user_id"] == ana and memory["version"] == 1


def test_the_same_key_updates_the_same_memory(api, ana, remember):
    first = remember(key="food")
    again = api.post("/memories", {"user_id": ana, "key": "food", "content": "Ana eats everything again."})
    assert (again.status_code, again.json()["status"]) == (200, "updated")
    assert again.json()["memory_id"] == first["memory_id"] and again.json()["version"] == 2


def test_the_same_content_again_changes_nothing(remember):
    first, second = remember(key="food"), remember(key="food")
    assert second["status"] == "unchanged" and second["version"] == first["version"] == 1


def test_without_a_key_each_is_a_memory_of_its_own(remember):
    assert remember()["memory_id"] != remember(content="Ana eats fish.")["memory_id"]


@pytest.mark.parametrize("namespace", [lambda ana: ["memories", ana, "work"], lambda ana: f"memories/{ana}/work"])
def test_a_namespace_is_a_list_or_a_path(api, ana, namespace):
    made = api.post("/memories", {"namespace": namespace(ana), "key": "plan", "content": "Ship on Friday."}).json()
    assert api.get(f"/memories/{made['memory_id']}").json()["namespace"] == ["memories", ana, "work"]


@pytest.mark.parametrize(
    ("importance", "stored", "level"), [(1, 0.2, 1), (5, 1.0, 5), (1.0, 1.0, 5), (0.5, 0.5, 2), (0.0, 0.0, 1)]
)
def test_an_integer_importance_is_a_step_and_a_float_a_share(api, remember, importance, stored, level):
    """R6: `1` is the lowest step, `1.0` the highest share."""
    memory = api.get(f"/memories/{remember(importance=importance)['memory_id']}").json()
    assert (memory["importance"], memory["importance_level"]) == (stored, level)


def test_a_misspelt_sensitivity_is_answered_with_the_known_ones(api, ana):
    note = {"content": "Ana likes tea.", "sensitivity": "persnal"}
    answers = [
        api.post("/memories", note | {"user_id": ana}),
        api.put(f"/users/{ana}/facts/preferences/drink", {"value": "tea", "sensitivity": "persnal"}),
    ]
    for answer in answers:
        assert answer.status_code == 422, answer.json()
        (error,) = answer.json()["errors"]
        assert error["field"] == "sensitivity" and "public, internal, confidential, restricted" in error["detail"]
    assert api.post("/memories", note | {"user_id": ana, "sensitivity": "restricted"}).status_code == 403


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("content", ""), ("content", "   "), ("content", 7), ("content", None), ("content", "word " * 2100),
        ("importance", 0), ("importance", 6), ("importance", 1.5), ("importance", True), ("importance", "3"),
        ("confidence", 1.01), ("confidence", -0.1), ("confidence", "0.5"), ("confidence", True),
        ("memory_type", "dream"), ("category", "Two words"), ("sensitivity", ""), ("sensitivity", "x" * 65),
        ("key", ""), ("key", "k" * 513), ("key", "fact:identity.city"), ("summary", "s" * 8001),
        ("source_label", "l" * 129), ("tags", ["t" * 65]), ("tags", "one"), ("metadata", []),
        ("metadata", {"long": "x" * 17000}), ("namespace", ["alone"]), ("namespace", ["memories", ""]),
        ("namespace", "memories"), ("namespace", ["shared", "x" * 260]), ("session_id", "no-uuid"),
        ("expires_at", "tomorrow"), ("expires_at", 1700000000), ("expires_at", "0001-01-01T00:00:00+14:00"),
        ("occurred_at", "2026-13-01"), ("pinned", "yes"), ("run_id", "r" * 129), ("importanse", 3),
    ],
)  # fmt: skip
def test_a_value_out_of_bounds_is_named(api, ana, field, value):
    answer = api.post("/memories", {"user_id": ana, "content": DIET, field: value})
    assert answer.status_code == 422, answer.json()
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["type"] == "/problems/invalid" and answer.json()["errors"]


def test_somebody_has_to_be_named(api):
    """R1: never everyone."""
    assert api.post("/memories", {"content": DIET}).status_code == 422


def test_an_unknown_person_is_not_found(api, elsewhere):
    for user_id in (uuid4(), elsewhere.user_id):
        assert api.post("/memories", {"user_id": str(user_id), "content": DIET}).status_code == 404


def test_secrets_are_cut_out_before_storing(api, remember):
    memory = api.get(f"/memories/{remember('The key is AKIAIOSFODNN7EXAMPLE.')['memory_id']}").json()
    assert "AKIAIOSFODNN7EXAMPLE" not in memory["content"]


def test_the_writer_is_told_which_kinds_of_secrets_were_cut_out(api, ana):
    body = {"user_id": ana, "content": "The key is AKIAIOSFODNN7EXAMPLE.", "metadata": {"password": "correct-horse-1"}}
    answer = api.post("/memories", body)
    told = answer.json()
    assert (told["status"], told["redacted"]) == ("created", ["aws_key_id", "password"])
    assert told["message"] == "Remembered. What looks like a secret was cut out: aws key id, password."
    assert "AKIA" not in answer.content.decode() and "horse" not in answer.content.decode()


def test_a_change_and_a_write_that_waits_tell_of_secrets_too(api, ana, remember):
    changed = api.patch(f"/memories/{remember(DIET)['memory_id']}", {"content": "The key is AKIAIOSFODNN7EXAMPLE."})
    waiting = api.post("/memories", {"user_id": ana, "content": "The user lives in Lisbon. Key: AKIAIOSFODNN7EXAMPLE."})
    forgotten = api.delete(f"/memories/{changed.json()['memory_id']}?reason=AKIAIOSFODNN7EXAMPLE")
    assert [answer.json()["redacted"] for answer in (changed, waiting, forgotten)] == [["aws_key_id"]] * 3
    assert waiting.json()["status"] == "pending_consent"


def test_where_nothing_was_cut_out_nothing_is_told(remember):
    written = remember(DIET)
    assert (written["redacted"], written["message"]) == ([], "Remembered.")


def test_a_sensitive_statement_waits_for_consent(api, ana):
    """001 §10, R29."""
    answer = api.post("/memories", {"user_id": ana, "key": "home", "content": "The user lives in Lisbon."})
    assert answer.status_code == 202
    body = answer.json()
    assert (body["success"], body["status"], body["memory_id"]) == (True, "pending_consent", None)
    assert body["proposal_url"].endswith(f"/api/v1/proposals/{body['proposal_id']}")
    assert body["review_url"] == f"{settings.PUBLIC_URL}/proposals/{body['proposal_id']}"
    assert api.get("/memories").json()["results"] == []


def test_a_category_off_the_allowlist_is_refused_by_name(agent, ana):
    """001 §5."""
    answer = agent("planner").post("/memories", {"user_id": ana, "content": "Ship v1.", "category": "preferences"})
    assert answer.status_code == 403
    assert answer.json()["type"] == "/problems/category-not-allowed" and answer.json()["category"] == "preferences"
    assert "Yours: " in answer.json()["detail"] and "goals" in answer.json()["detail"]
    assert "under /admin/categories/." in answer.json()["detail"]


def test_who_sees_a_memory(api, agent, owner, colleague, outsider, remember):
    path = f"/memories/{remember(category='preferences')['memory_id']}"
    seen = {name: who.get(path).status_code for name, who in {
        "supervisor": api, "stylist": agent("stylist"), "planner": agent("planner"), "owner": owner,
        "colleague": colleague, "outsider": outsider,
    }.items()}  # fmt: skip
    assert seen == {
        "supervisor": 200, "stylist": 200, "planner": 404, "owner": 200, "colleague": 404, "outsider": 404,
    }  # fmt: skip


def test_who_changes_a_memory(agent, colleague, outsider, remember):
    path = f"/memories/{remember(category='preferences')['memory_id']}"
    for who in (colleague, outsider, agent("planner")):
        assert who.patch(path, {"content": "Mine now."}).status_code == 404
        assert who.delete(path).status_code == 404
        assert who.post(f"{path}/restore").status_code == 404


def test_parts_are_changed_and_the_rest_stays(api, remember):
    made = remember(title="Diet", metadata={"a": 1}, importance=4)
    answer = api.patch(f"/memories/{made['memory_id']}", {"content": "Ana is vegan.", "pinned": True})
    assert (answer.status_code, answer.json()["status"]) == (200, "updated")
    memory = api.get(f"/memories/{made['memory_id']}").json()
    assert (memory["content"], memory["pinned"], memory["title"]) == ("Ana is vegan.", True, "Diet")
    assert (memory["metadata"], memory["importance_level"], memory["version"]) == ({"a": 1}, 4, 2)


def test_if_match_keeps_two_writers_apart(api, remember):
    path = f"/memories/{remember()['memory_id']}"
    tag = api.get(path)["ETag"]
    assert api.patch(path, {"content": "Ana is vegan."}, If_Match=tag).status_code == 200
    late = api.patch(path, {"content": "Ana eats fish."}, If_Match=tag)
    assert (late.status_code, late.json()["type"]) == (412, "/problems/precondition-failed")
    assert api.delete(path, If_Match=tag).status_code == 412
    assert api.delete(path, If_Match=api.get(path)["ETag"]).status_code == 200
    assert api.get(path).status_code == 404


def test_a_write_answers_with_the_tag_that_the_next_one_needs(api, ana, remember):
    path = f"/memories/{remember()['memory_id']}"
    changed = api.patch(path, {"content": "Ana is vegan."})
    assert changed["ETag"] == api.get(path)["ETag"]
    assert api.patch(path, {"content": "Ana eats fish."}, If_Match=changed["ETag"]).status_code == 200
    waits = api.post("/memories", {"user_id": ana, "content": "Ana lives in Coimbra now."})
    assert waits.status_code == 202 and "ETag" not in waits


def test_a_tag_that_is_none_of_ours_never_matches(api, remember):
    path = f"/memories/{remember()['memory_id']}"
    for tag in ("x", 'W/"1"', '"' + "0" * 32 + '"'):
        assert api.patch(path, {"content": "Ana is vegan."}, If_Match=tag).status_code == 412


def test_a_tag_that_is_none_and_one_that_is_old_are_told_apart(api, remember):
    path = f"/memories/{remember()['memory_id']}"
    tags = ("x", '"' + "0" * 32 + '"')
    none, old = [api.patch(path, {"content": "Ana is vegan."}, If_Match=tag).json()["detail"] for tag in tags]
    assert "no ETag of this server" in none and "changed meanwhile. Read it again" in old


def test_what_is_not_found_says_how_a_forgotten_one_comes_back(api, remember):
    path = f"/memories/{remember()['memory_id']}"
    api.delete(path)
    forgotten, unknown = [api.get(one).json()["detail"] for one in (path, f"/memories/{uuid4()}")]
    assert forgotten == unknown and "/restore brings it back" in forgotten


def test_two_faults_are_told_in_one_sentence(api, ana):
    detail = api.post("/memories", {"user_id": ana, "importance": 9}).json()["detail"]
    assert "importance: " in detail and "content: Field required" in detail and ".;" not in detail


def test_a_forgotten_memory_is_gone_until_it_is_restored(api, owner, remember):
    path = f"/memories/{remember()['memory_id']}"
    assert api.delete(path).json()["status"] == "forgotten"
    assert api.get(path).status_code == 404
    assert api.get("/memories").json()["results"] == []
    assert api.post(f"{path}/restore").json()["status"] == "restored"
    assert api.get(path).json()["content"] == DIET


def test_forgetting_twice_changes_nothing(api, remember):
    path = f"/memories/{remember()['memory_id']}"
    first, second = [api.delete(path).json() for _ in range(2)]
    assert [one["status"] for one in (first, second)] == ["forgotten", "unchanged"]
    assert second["message"] == "It is forgotten already."


def test_restoring_what_stands_says_so(api, remember):
    restored = api.post(f"/memories/{remember()['memory_id']}/restore").json()
    assert (restored["status"], restored["message"]) == ("unchanged", "It is as you asked already.")


def test_only_people_list_what_was_forgotten(api, owner, remember):
    made = remember()
    api.delete(f"/memories/{made['memory_id']}")
    assert api.get("/memories", {"state": "soft_deleted"}).status_code == 403
    found = owner.get("/memories", {"state": "soft_deleted"}).json()["results"]
    assert [row["id"] for row in found] == [made["memory_id"]]


def test_an_upsert_revives_what_was_forgotten(api, remember):
    """R5: the same memory, as a new version."""
    made = remember(key="food")
    api.delete(f"/memories/{made['memory_id']}")
    again = remember("Ana is vegan.", key="food")
    assert (again["memory_id"], again["version"]) == (made["memory_id"], 2)


def test_an_old_version_is_made_current_again(api, remember):
    made = remember(key="food")
    remember("Ana is vegan.", key="food")
    answer = api.post(f"/memories/{made['memory_id']}/restore", {"version": 1})
    assert answer.json()["version"] == 3
    assert api.get(f"/memories/{made['memory_id']}").json()["content"] == DIET
    assert api.post(f"/memories/{made['memory_id']}/restore", {"version": 9}).status_code == 404


@pytest.mark.parametrize(
    ("query", "keys"),
    [
        ({}, {"food", "plan", "shared"}),
        ({"category": "goals"}, {"plan"}),
        ({"memory_type": "episodic"}, {"plan"}),
        ({"key": "food"}, {"food"}),
        ({"user_id": "{ana}"}, {"food", "plan"}),
        ({"user_id": "00000000-0000-0000-0000-000000000000"}, set()),
        ({"namespace": "memories/{ana}"}, {"food", "plan"}),
        ({"namespace": "memories/{ana}/work"}, {"plan"}),
        ({"namespace": "shared/team"}, {"shared"}),
    ],
)
def test_the_list_is_filtered(api, ana, remember, query, keys):
    remember(key="food")
    api.post("/memories", {
        "namespace": ["memories", ana, "work"], "key": "plan", "content": "Ship it.", "category": "goals",
        "memory_type": "episodic",
    })  # fmt: skip
    api.post("/memories", {"namespace": ["shared", "team"], "key": "shared", "content": "Stand-up is at nine."})
    found = api.get("/memories", {name: value.format(ana=ana) for name, value in query.items()}).json()["results"]
    assert {row["key"] for row in found} == keys


def test_a_category_off_the_allowlist_cannot_be_listed(agent):
    answer = agent("planner").get("/memories", {"category": "profile"})
    assert (answer.status_code, answer.json()["category"]) == (403, "profile")


@pytest.mark.parametrize("query", [{"limit": 0}, {"limit": 101}, {"user_id": "x"}, {"state": "gone"}, {"limti": 3}])
def test_a_wrong_filter_is_named(api, query):
    answer = api.get("/memories", query)
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, next(iter(query)))


def test_the_list_takes_one_query_however_long(api, remember, reads):
    remember()
    few = reads(lambda: api.get("/memories"))
    for _ in range(3):
        remember()
    assert reads(lambda: api.get("/memories")) == few == 1


def test_the_same_words_that_wait_are_one_question(api, ana, remember):
    first, second = (remember("Ana is diabetic and takes insulin.") for _ in range(2))

    assert first["status"] == second["status"] == "pending_consent"
    assert first["proposal_id"] == second["proposal_id"]
    assert len(api.get("/proposals?state=pending").json()["results"]) == 1


@pytest.mark.parametrize("other", [{"sensitivity": "public"}, {"tags": ["doctor"]}, {"category": "profile"}])
def test_the_same_words_told_otherwise_are_another_question(remember, other):
    first, second = (remember("Ana is diabetic and takes insulin.", **more) for more in ({}, other))

    assert second["status"] == "pending_consent" and first["proposal_id"] != second["proposal_id"]


def test_a_memory_that_its_writer_will_not_find_says_so(remember, api):
    told = remember(category="interests")

    assert (
        told["message"]
        == "Remembered for other roles: keys of the role 'supervisor' do not read the category 'interests'."
    )
    assert api.get(f"/memories/{told['memory_id']}").status_code == 404
    assert remember("Ana likes tea.", category="preferences")["message"] == "Remembered."


def test_a_known_key_is_written_if_the_tag_is_the_current_one(api, ana, remember):
    body = {"user_id": ana, "key": "food", "content": "Ana eats fish."}
    tag = api.post("/memories", body)["ETag"]
    again = body | {"content": "Ana eats rice."}
    assert api.post("/memories", again, If_Match='"wrong"').status_code == 412
    assert api.post("/memories", again, If_Match=tag).json()["status"] == "updated"
    assert api.post("/memories", body, If_Match=tag).status_code == 412


def test_a_write_takes_no_if_none_match(api, ana):
    answer = api.post("/memories", {"user_id": ana, "content": "Ana eats fish."}, If_None_Match="*")
    assert answer.status_code == 400 and "not If-None-Match" in answer.json()["detail"]


def test_what_has_not_changed_is_not_sent_again(api, remember):
    path = f"/memories/{remember('Ana eats fish.')['memory_id']}"
    tag = api.get(path)["ETag"]
    same = api.get(path, If_None_Match=tag)
    assert (same.status_code, same.content, same["ETag"]) == (304, b"", tag)
    api.patch(path, {"content": "Ana eats rice."})
    assert api.get(path, If_None_Match=tag).status_code == 200


def test_if_match_where_nothing_stands_says_how_to_create_it(api, ana):
    tag = {"If_Match": f'"{uuid4().hex}"'}
    note = {"user_id": ana, "key": "new", "content": "Ana likes tea."}
    item = {"namespace": ["memories", ana], "key": "item", "value": {"text": "tea"}}
    answers = [
        api.post("/memories", note, **tag),
        api.put("/store/items", item, **tag),
        api.put(f"/users/{ana}/facts/preference/drink", {"value": "tea"}, **tag),
    ]
    for answer in answers:
        assert answer.status_code == 412, answer.json()
        assert answer.json()["detail"] == (
            "Nothing stands there yet that could be changed. Send it without If-Match to create it."
        )


def test_what_changes_beside_the_text_keeps_no_earlier_one(api, ana):
    body = {"user_id": ana, "key": "soup", "content": "Ana likes soup.", "category": "preferences"}
    assert api.post("/memories", body).json()["version"] == 1
    moved = api.post("/memories", body | {"category": "goals"}).json()
    assert (moved["status"], moved["version"], "earlier text" in moved["message"]) == ("updated", 1, False)
    told = api.post("/memories", body | {"content": "Ana likes broth."}).json()
    assert (told["version"], "earlier text" in told["message"]) == (2, True)
