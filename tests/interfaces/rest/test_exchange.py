"""POST /sessions/{id}/exchange: the loop of 000, whole and in halves, with and without a language model."""

import json
from unittest.mock import Mock

import pytest
from pytest_httpserver import HTTPServer

from consent.models import Proposal
from conversations.models import Turn
from memories.models import Fact, Memory
from operations.models import JobRun
from providers import embedding
from tests.providers.llm.fake_endpoint import FakeModel, serve
from workspaces import scope


@pytest.fixture
def model_server(httpserver: HTTPServer, settings) -> FakeModel:
    settings.LLM_RETRIES = 0
    return serve(httpserver, settings)


@pytest.fixture
def session(api, ana):
    return api.post("/sessions", {"user_id": ana}).json()["id"]


@pytest.fixture
def talk(api, session):
    def _talk(content="What food do I like?", *, by=api, **body):
        return by.post(f"/sessions/{session}/exchange", {"content": content} | body)

    return _talk


@pytest.fixture
def turns(api, session):
    return lambda: [(one["role"], one["content"]) for one in api.get(f"/sessions/{session}/turns").json()["results"]]


@pytest.fixture
def in_home(home):
    return lambda: scope.enter(home.workspace_id)


def test_without_a_model_it_retrieves_and_stores(api, ana, talk, turns):
    api.post("/memories", {"user_id": ana, "content": "User is vegetarian.", "category": "preferences"})
    answer = talk()
    assert answer.status_code == 201
    body = answer.json()
    assert "vegetarian" in body["context"]["text"]
    assert (body["reply"], body["reply_status"]) == (None, "no_model")
    assert turns() == [("user", "What food do I like?")]
    assert answer.headers["X-Retrieval-Event"]


def test_its_context_is_as_that_of_the_half(api, ana, session, talk):
    api.post("/memories", {"user_id": ana, "content": "User is vegetarian.", "category": "preferences"})
    question = {"user_id": ana, "session_id": session, "query": "What food do I like?"}
    half = api.post("/context", question | {"since": 0}).json()
    whole = talk().json()["context"]
    (then,), (now,) = half["standing"], whole["standing"]
    assert now["created_at"].endswith("Z")
    assert whole.keys() == half.keys() and now == then | {"score": pytest.approx(then["score"])}


def test_the_message_does_not_find_itself(talk):
    body = talk("My lighthouse in Sagres needs a new lamp.").json()
    assert "lighthouse" not in body["context"]["text"]


def test_the_answer_does_not_wait_for_facts(talk, in_home, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        talk("I'm allergic to nuts.")
    with in_home():
        assert Fact.objects.count() == 0 and Turn.objects.unextracted().count() == 1
    assert JobRun.objects.filter(job="index_turns", state="queued").exists()


def test_with_a_model_it_answers_from_what_is_remembered(api, ana, talk, turns, model_server):
    api.post("/memories", {"user_id": ana, "content": "User is vegetarian.", "category": "preferences"})
    model_server.will_say("You like vegetarian food.")
    body = talk().json()
    assert (body["reply"], body["reply_status"]) == ("You like vegetarian food.", "answered")
    assert turns() == [("user", "What food do I like?"), ("assistant", "You like vegetarian food.")]
    system, *_, user = model_server.asked[0]["messages"]
    assert "vegetarian" in system["content"] and user["content"] == "What food do I like?"


def test_the_model_sees_the_conversation_so_far(talk, model_server):
    model_server.will_say("Hello Ana.")
    talk("Hello.")
    model_server.will_say("As I said.")
    talk("Again?")
    told = [(one["role"], one["content"]) for one in model_server.asked[1]["messages"][1:]]
    assert told == [("user", "Hello."), ("assistant", "Hello Ana."), ("user", "Again?")]


def test_the_model_may_remember(talk, model_server, in_home):
    model_server.will_call("upsertMemory", json.dumps({"content": "User likes figs.", "key": "food"}))
    model_server.will_say("I will remember that.")
    body = talk("I like figs.").json()
    (operation,) = body["memory_operations"]
    assert operation["success"] and operation["message"] == "Remembered."
    with in_home():
        assert str(Memory.objects.get(key="food").id) == operation["memory_id"]
    told = json.loads(model_server.asked[1]["messages"][-1]["content"])
    assert told == {"success": True, "memoryId": operation["memory_id"], "message": "Remembered."}


def test_what_is_sensitive_waits_for_the_person(talk, model_server, in_home):
    model_server.will_call("upsertMemory", json.dumps({"content": "User lives in Lisbon."}))
    model_server.will_say("I asked you about that.")
    (operation,) = talk("I live in Lisbon.").json()["memory_operations"]
    with in_home():
        assert str(Proposal.objects.get().id) == operation["proposal_id"]
        assert operation["review_url"].endswith(f"/proposals/{operation['proposal_id']}")
        assert Memory.objects.count() == 0


def test_the_model_may_look_up(api, ana, talk, model_server):
    api.post("/memories", {"user_id": ana, "content": "User drives a red Volvo.", "category": "preferences"})
    model_server.will_call("memory_query", json.dumps({"query": "car"}))
    model_server.will_say("A red Volvo.")
    assert talk("Hm?").json()["reply"] == "A red Volvo."
    assert "red Volvo" in model_server.asked[1]["messages"][-1]["content"]


def test_a_look_up_that_fails_does_not_stop_the_answer(talk, turns, model_server, monkeypatch):
    """The message is stored by then: after a 503 it would be sent, and stored, again."""
    question = embedding.embed_query("Hm?")
    model_server.will_call("memory_query", json.dumps({"query": "car"}))
    model_server.will_say("I cannot look that up now.")
    away = Mock(side_effect=[question, embedding.EmbeddingUnavailable("It is away.")])
    monkeypatch.setattr("providers.embedding.embed_query", away)
    assert talk("Hm?").json()["reply"] == "I cannot look that up now."
    assert "error" in json.loads(model_server.asked[1]["messages"][-1]["content"]) and len(turns()) == 2


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("run_shell", '{"command": "rm -rf /"}'),
        ("upsertMemory", "not json"),
        ("upsertMemory", '{"content": ""}'),
        ("upsertMemory", '{"content": "x", "namespace": ["memories", "somebody else"]}'),
        ("upsertMemory", json.dumps({"content": "   "})),
        ("memory_query", '{"query": "x", "user_id": "somebody else"}'),
        ("memory_query", '{"query": "x", "categories": ["style"]}'),
    ],
)
def test_a_hostile_call_is_not_carried_out(talk, model_server, in_home, name, arguments):
    model_server.will_call(name, arguments)
    model_server.will_say("Well.")
    assert talk().json()["reply"] == "Well."
    told = json.loads(model_server.asked[1]["messages"][-1]["content"])
    assert "error" in told or told["success"] is False
    with in_home():
        assert Memory.objects.count() == 0


def test_a_model_that_only_calls_tools_is_stopped(talk, model_server):
    for n in range(4):
        model_server.will_call("memory_query", '{"query": "x"}', call_id=f"call-{n}")
    model_server.will_say("Enough.")
    assert talk().json()["reply"] == "Enough."
    assert "tools" not in model_server.asked[4]


def test_a_secret_in_a_reply_is_redacted(talk, turns, model_server):
    model_server.will_say("Your key is AKIAIOSFODNN7EXAMPLE.")
    assert "AKIAIOSFODNN7EXAMPLE" not in talk().json()["reply"]
    assert "AKIAIOSFODNN7EXAMPLE" not in str(turns())


@pytest.mark.parametrize(
    ("prepare", "status"),
    [
        (lambda server: server.will_fail(503), "unavailable"),
        (lambda server: server.will_fail(401), "refused"),
        (lambda server: server.will_say(""), "invalid"),
        (lambda server: server.will_send(b"<html>"), "invalid"),
        (lambda server: server.will_say("", finish_reason="content_filter"), "refused"),
    ],
)
def test_a_model_that_fails_loses_nothing(talk, turns, model_server, prepare, status):
    prepare(model_server)
    answer = talk("Remember the lighthouse.")
    assert answer.status_code == 201
    assert (answer.json()["reply"], answer.json()["reply_status"]) == (None, status)
    assert turns() == [("user", "Remember the lighthouse.")]


def test_a_model_that_is_slow_is_not_waited_for(talk, turns, model_server, settings):
    settings.LLM_TIMEOUT_SECONDS = 0.2
    model_server.will_be_slow(0.5)
    assert talk().json()["reply_status"] == "unavailable"
    assert len(turns()) == 1


def test_when_the_day_s_tokens_are_gone_there_is_no_reply(talk, model_server, settings):
    settings.LLM_TOKENS_PER_DAY = 100
    model_server.will_say("Hello.")
    assert [talk().json()["reply_status"] for _ in range(2)] == ["answered", "over_budget"]


def test_sent_twice_with_an_external_id_it_is_answered_once(talk, turns, model_server):
    model_server.will_say("Hello.")
    first, second = talk("Hi.", external_id="m-1"), talk("Hi.", external_id="m-1")
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json()["reply"] == second.json()["reply"] == "Hello."
    assert len(turns()) == 2 and len(model_server.asked) == 1


def test_a_repeat_after_a_failure_asks_the_model_again(talk, turns, model_server):
    model_server.will_fail(503)
    talk("Hi.", external_id="m-1")
    model_server.will_say("Hello.")
    assert talk("Hi.", external_id="m-1").json()["reply"] == "Hello."
    assert [role for role, _ in turns()] == ["user", "assistant"]


def test_the_same_idempotency_key_has_the_same_answer(api, session, model_server, turns):
    model_server.will_say("Hello.")
    answers = [
        api.post(f"/sessions/{session}/exchange", {"content": "Hi."}, Idempotency_Key="k-1").json() for _ in range(2)
    ]
    assert answers[0] == answers[1] and len(turns()) == 2


def test_it_can_be_asked_not_to_reply(talk, turns, model_server):
    assert talk(reply=False).json()["reply"] is None
    assert model_server.asked == [] and len(turns()) == 1


@pytest.mark.parametrize(
    "body", [{}, {"content": ""}, {"content": "x", "top_k": 101}, {"content": "x", "role": "system"}]
)
def test_a_bad_body_is_refused_and_stores_nothing(api, session, turns, body):
    assert api.post(f"/sessions/{session}/exchange", body).status_code == 422
    assert turns() == []


def test_who_may_talk(talk, owner, colleague, outsider):
    assert talk(by=owner).status_code == 201
    assert talk(by=colleague).status_code == 404
    assert talk(by=outsider).status_code == 404
