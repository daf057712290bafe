"""`POST /memory/query`: 001 §6 over HTTP, with the bare list and R28's headers."""

from unittest.mock import Mock
from uuid import UUID, uuid4

import pytest

from providers.embedding import (
    DimensionMismatch,
    ModelDamaged,
    ModelNotPrepared,
    PreparationFailed,
    WeightsNotFound,
)
from retrieval.models import RetrievalEvent
from workspaces import scope
from workspaces.models import ApiKey

RISOTTO = "Ana cooks mushroom risotto on Sundays."
BULLETS = {"query": "What does Ana cook?", "return": "bullets"}


@pytest.fixture
def risotto(api, ana):
    return api.post("/memories", {"user_id": ana, "content": RISOTTO, "category": "preferences"}).json()["memory_id"]


def ask(who, user_id=None, **fields):
    return who.post("/memory/query", {**BULLETS, **({"user_id": user_id} if user_id else {}), **fields})


def test_bullets_are_the_bare_list_of_the_seed(api, ana, risotto):
    answer = ask(api, ana)
    assert answer.status_code == 200
    assert answer.json()[0] == {
        "id": risotto,
        "category": "preferences",
        "text": f"[preferences] {RISOTTO}",
        "kind": "memory",
    }


def test_full_items_carry_everything_needed_to_judge_them(api, ana, risotto):
    """R28."""
    (item,) = ask(api, ana, **{"return": "full"}).json()
    assert (item["id"], item["content"], item["scope"]) == (risotto, RISOTTO, f"memories/{ana}")
    assert {
        "summary",
        "sensitivity",
        "validation_status",
        "provenance",
        "artifact_refs",
        "score",
        "metadata",
    } <= item.keys()
    assert {"importance", "confidence", "version", "memory_type"} <= item.keys() and "text" not in item
    assert item["created_at"].endswith("Z") and 0 <= item["score"] <= 1


def test_turns_are_found_with_where_they_were_said(api, ana):
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    turn = {"role": "user", "content": "I cooked a risotto for six.", "speaker": "Ana", "external_id": "m1"}
    api.post(f"/sessions/{session}/turns", {**turn, "occurred_at": "2026-05-01T10:00:00Z"})
    (item,) = ask(api, ana, query="risotto", **{"return": "full"}).json()
    assert (item["kind"], item["session_id"], item["speaker"]) == ("turn", session, "Ana")
    assert (item["external_id"], item["occurred_at"]) == ("m1", "2026-05-01T10:00:00Z")


def test_neighbours_are_told_with_when_they_were_said(api, ana):
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    said = [
        {"role": "user", "content": text, "occurred_at": "2026-05-01T10:00:00Z"} for text in ("Risotto?", "For six.")
    ]
    api.post(f"/sessions/{session}/turns", {"turns": said})
    (item,) = ask(api, ana, query="risotto", top_k=1, neighbours=True, **{"return": "full"}).json()
    assert [(one["content"], one["occurred_at"]) for one in item["neighbours"]] == [
        ("For six.", "2026-05-01T10:00:00Z")
    ]


def test_an_embedding_endpoint_that_is_away_is_a_503(api, ana, risotto, embedding_away):
    """Not a mistake of the server, and worth another try."""
    with embedding_away():
        for path in ("/memory/query", "/context"):
            answer = api.post(path, {"user_id": ana, "query": f"asked of {path} for the first time"})
            assert (answer.status_code, answer.json()["type"]) == (503, "/problems/embedding-unavailable")
            assert int(answer["Retry-After"]) > 0


def test_an_embedding_endpoint_that_changed_its_model_is_a_503(api, ana, risotto, monkeypatch):
    """Its vectors have other dimensions than those that are stored."""
    changed = Mock(side_effect=DimensionMismatch("text-embedder", 48, 32))
    monkeypatch.setattr("providers.embedding.embed_query", changed)
    for path in ("/memory/query", "/context"):
        answer = api.post(path, {"user_id": ana, "query": "What does she cook?"})
        assert (answer.status_code, answer.json()["type"]) == (503, "/problems/embedding-unavailable")


@pytest.mark.parametrize(
    "error",
    [
        ModelDamaged("a-model"),
        ModelNotPrepared("a-model is not in /secret/place."),
        PreparationFailed("a-model could not be exported:\n/secret/place"),
        WeightsNotFound("/secret/place holds no *.safetensors."),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_model_whose_files_are_damaged_or_gone_is_a_503(api, ana, risotto, monkeypatch, error):
    monkeypatch.setattr("providers.embedding.embed_query", Mock(side_effect=error))
    for path in ("/memory/query", "/context"):
        answer = api.post(path, {"user_id": ana, "query": "What does she cook?"})
        assert (answer.status_code, answer.json()["type"]) == (503, "/problems/embedding-unavailable")
        assert "on th" in answer.json()["detail"] and "/secret" not in answer.json()["detail"]


def test_headers_tell_what_the_list_does_not(api, ana, home, risotto):
    answer = ask(api, ana)
    with scope.enter(home.workspace_id):
        event = RetrievalEvent.objects.get(id=UUID(answer["X-Retrieval-Event"]))
    assert [str(one) for one in event.returned_memory_ids] == [risotto]
    assert int(answer["X-Thread-Revision"]) >= 1 and int(answer["X-Withheld-Count"]) == 0


def test_the_request_of_the_seed_is_understood(agent, ana):
    """001 §6, field by field, with the filters it shows."""
    filters = {
        "user_id": ana, "agent_id": str(uuid4()), "run_id": "r", "actor_id": "a", "role": "assistant", "pinned": False,
        "importance_min": 1, "importance_max": 5, "updated_after": "2025-07-01", "updated_before": None,
    }  # fmt: skip
    answer = agent("planner").post("/memory/query", {
        "agent": "planner", "query": "deployment plan context", "categories": ["tasks", "projects"], "filters": filters,
        "top_k": 3, "return": "bullets", "budget_tokens": 512, "threshold": 0.65,
    })  # fmt: skip
    assert (answer.status_code, answer.json()) == (200, [])


def test_a_category_off_the_allowlist_is_refused_by_name(agent, ana):
    """001 §5: also when only the filter names it."""
    for fields in ({"categories": ["tasks", "preferences"]}, {"filters": {"category": "preferences"}}):
        answer = ask(agent("planner"), ana, **fields)
        assert (answer.status_code, answer.json()["category"]) == (403, "preferences")


def test_what_the_role_may_not_see_is_not_found(api, agent, ana, risotto):
    assert ask(agent("planner"), ana).json() == []
    assert [item["id"] for item in ask(agent("stylist"), ana).json()] == [risotto]


def test_a_key_asks_for_its_own_role_only(api, ana):
    assert ask(api, ana, agent="planner").status_code == 403


def test_somebody_has_to_be_named(api):
    """R1: never everyone."""
    answer = ask(api)
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "user_id")


def test_only_the_person_named_is_told_of(api, ana, ben, risotto):
    """Whatever fits the question better in what the agent may read of others."""
    api.post("/memories", {"user_id": ben, "content": "What Ben cooks is risotto.", "category": "preferences"})
    session = api.post("/sessions", {"user_id": ben}).json()["id"]
    api.post(f"/sessions/{session}/turns", {"role": "user", "content": "What do I cook? Risotto."})
    assert [item["id"] for item in ask(api, ana, query="What cooks? Risotto.").json()] == [risotto]
    assert len(ask(api, ben, query="What cooks? Risotto.").json()) == 2
    context = api.post("/context", {"user_id": ana, "query": "What cooks? Risotto."}).json()
    assert RISOTTO in context["text"] and "Ben" not in context["text"] and "I cook" not in context["text"]


def test_who_may_ask(owner, colleague, outsider, ana, risotto):
    assert [item["id"] for item in ask(owner).json()] == [risotto]
    assert ask(colleague, ana).status_code == 403
    assert ask(outsider, ana).status_code == 404


def test_a_scope_is_as_good_as_a_user_id(api, ana, risotto):
    """R2."""
    assert [item["id"] for item in ask(api, scope=f"memories/{ana}").json()] == [risotto]


@pytest.mark.parametrize("spelling", ["memories/{}", "memories/urn:uuid:{}", "memories/{{{}}}"])
def test_a_scope_may_spell_the_person_s_id_as_a_write_may(api, ana, risotto, spelling):
    """A namespace has one spelling, whatever a caller writes; the receipt has it too."""
    answer = ask(api, scope=spelling.format(ana.upper()))
    assert [item["id"] for item in answer.json()] == [risotto]
    event = api.get(f"/retrieval-events/{answer['X-Retrieval-Event']}").json()
    assert event["scope"] == f"memories/{ana}"


@pytest.mark.parametrize(
    "fields",
    [
        {"query": ""}, {"query": " "}, {"query": "x" * 4001}, {"top_k": 0}, {"top_k": 101}, {"limit": 101},
        {"top_k": 3, "limit": 4}, {"return": "prose"}, {"threshold": 1.1}, {"threshold": -0.1}, {"budget_tokens": 0},
        {"allowed_sensitivity": []}, {"kinds": []}, {"kinds": ["dream"]}, {"scope": "x" * 257}, {"scope": "alone"},
        {"filters": {"importance_min": 9}}, {"filters": {"updated_after": "soon"}}, {"filters": {"colour": "red"}},
        {"filters": {"user_id": str(uuid4())}}, {"user_id": "x"}, {"colour": "red"},
    ],
)  # fmt: skip
def test_a_value_out_of_bounds_is_named(api, ana, fields):
    answer = ask(api, ana, **fields) if "user_id" not in fields else ask(api, **fields)
    assert answer.status_code == 422, answer.json()
    assert answer.json()["errors"]


def test_only_as_many_as_asked_for(api, ana):
    for number in range(5):
        api.post("/memories", {"user_id": ana, "content": f"Ana cooked risotto number {number}."})
    assert [len(ask(api, ana, **fields).json()) for fields in ({}, {"top_k": 2}, {"limit": 4})] == [3, 2, 4]


def test_evidence_is_named_in_full_answers(api, ana, risotto):
    """003's artifact_refs."""
    where = {"storage_uri": "s3://elsewhere/menu.pdf", "sha256": "0" * 64, "artifact_type": "menu"}
    body = {"user_id": ana, "memory_id": risotto, **where}
    made = api.post("/artifacts", body)
    assert made.status_code == 201, made.json()
    (item,) = ask(api, ana, **{"return": "full"}).json()
    (reference,) = item["artifact_refs"]
    assert (reference["storage_uri"], reference["artifact_type"]) == ("s3://elsewhere/menu.pdf", "menu")


def test_evidence_of_two_memories_stands_once_in_the_receipt(api, ana, risotto):
    other = api.post("/memories", {"user_id": ana, "content": "Ana cooks soup."}).json()["memory_id"]
    file = {"user_id": ana, "storage_uri": "s3://elsewhere/menu.pdf", "sha256": "0" * 64, "artifact_type": "menu"}
    first, second = (api.post("/artifacts", {**file, "memory_id": one}).json()["id"] for one in (risotto, other))
    event = api.get(f"/retrieval-events/{ask(api, ana, **{'return': 'full'})['X-Retrieval-Event']}").json()
    assert first == second and event["returned_artifact_ids"] == [first]


def test_evidence_above_an_agent_s_ceiling_is_not_named(api, owner, ana, risotto):
    """Not even where its label is asked for: neither beside what was found nor beside what always stands there."""
    file = {"user_id": ana, "storage_uri": "s3://elsewhere/menu.pdf", "sha256": "0" * 64, "artifact_type": "menu"}
    made = owner.post("/artifacts", {**file, "memory_id": risotto, "sensitivity": "confidential"})
    assert made.status_code == 201, made.json()
    body = {"user_id": ana, "query": "What does Ana cook?", "allowed_sensitivity": ["internal", "confidential"]}
    for who, shown in ((owner, 1), (api, 0)):
        (item,) = who.post("/memory/query", body).json()
        (standing,) = who.post("/context", body).json()["standing"]
        assert len(item["artifact_refs"]) == len(standing["artifact_refs"]) == shown


def test_a_revoked_key_counts_no_longer_at_once(api, ana, home, risotto, now):
    """No request remembers what an earlier one was allowed."""
    assert ask(api, ana).status_code == 200
    with scope.enter(home.workspace_id):
        for key in ApiKey.objects.filter(agent__role="supervisor"):
            key.revoke(now=now)
    assert ask(api, ana).status_code == 401


def test_the_question_s_vector_is_remembered_but_no_result_is(api, outsider, ana, elsewhere, risotto):
    """000's cache: the same words asked in another workspace find nothing of this one."""
    assert len(ask(api, ana).json()) == 1
    assert ask(outsider, str(elsewhere.user_id)).json() == []
    api.delete(f"/memories/{risotto}")
    assert ask(api, ana).json() == []
