"""Errors are problems (RFC 9457) with a stable type, and never tell how the server is built."""

from contextlib import contextmanager

import pytest
from django.db import OperationalError, connections
from django.test import Client

from interfaces.rest.errors import ALL_PROBLEMS


def test_a_problem_has_the_members_of_the_rfc(api):
    answer = api.post("/users", {})
    assert answer["Content-Type"] == "application/problem+json"
    body = answer.json()
    assert (body["type"], body["title"], body["status"]) == ("/problems/invalid", "A value is not valid", 422)
    assert body["errors"] == [{"field": "name", "code": "missing", "detail": "Field required"}]


@pytest.mark.parametrize("problem", ALL_PROBLEMS, ids=lambda problem: problem.slug)
def test_each_type_leads_to_its_description(client, problem):
    told = client.get(f"/problems/{problem.slug}").json()
    head = {"type": f"/problems/{problem.slug}", "title": problem.title, "status": problem.status_code}
    assert told.items() >= head.items()
    assert told["what_happened"].endswith(".") and told["what_to_do"].endswith(".")
    assert told["example"].items() >= head.items() and told["example"]["detail"]


def test_all_types_are_listed(client, db):
    listed = client.get("/problems/").json()["results"]
    assert {one["type"] for one in listed} == {f"/problems/{kind.slug}" for kind in ALL_PROBLEMS}
    page = client.get("/problems/", headers={"Accept": "text/html"}).content.decode()
    assert all(f'href="/problems/{kind.slug}"' in page for kind in ALL_PROBLEMS)


def test_words_of_the_api_are_code(client, db):
    page = client.get("/problems/unavailable", headers={"Accept": "text/html"}).content.decode()
    assert "<code>Retry-After</code>" in page and "`" not in page


def test_an_unknown_type_in_a_browser_leads_to_the_list(client, db):
    page = client.get("/problems/none-such", headers={"Accept": "text/html"})
    assert page.status_code == 404 and 'href="/problems/"' in page.content.decode()


@pytest.mark.parametrize("accept", ["text/html,application/xhtml+xml,*/*;q=0.8", "text/html"])
def test_a_browser_gets_a_page_of_the_type(client, db, accept):
    page = client.get("/problems/category-not-allowed", headers={"Accept": accept})
    text = page.content.decode()
    assert page["Content-Type"].startswith("text/html") and "Accept" in page["Vary"]
    assert "What happened" in text and "Each role has an allowlist of categories." in text
    assert "What to do" in text and "&quot;category&quot;: &quot;preferences&quot;" in text


@pytest.mark.parametrize("accept", ["*/*", "application/json", "application/problem+json"])
def test_a_program_gets_the_type_as_json(client, accept):
    answer = client.get("/problems/invalid", headers={"Accept": accept})
    assert answer["Content-Type"] == "application/json" and answer.json()["example"]["errors"]


def test_an_example_has_the_members_of_a_real_answer(api, client):
    example = client.get("/problems/invalid").json()["example"]
    assert api.post("/memories", {}).json().keys() == example.keys()


def test_an_unknown_type_is_not_found(client):
    assert client.get("/problems/none-such").status_code == 404


def test_a_method_that_is_not_there(api):
    answer = api.patch("/users", {})
    assert (answer.status_code, answer.json()["type"]) == (405, "/problems/method-not-allowed")
    assert "POST" in answer["Allow"]


def test_an_answer_that_is_not_json_cannot_be_had(api):
    answer = api.get("/users", Accept="text/html")
    assert (answer.status_code, answer.json()["type"]) == (406, "/problems/not-acceptable")


@pytest.fixture
def database_away(monkeypatch):
    """The database refuses every query, until the block ends."""

    def fail(*args: object, **kwargs: object) -> None:
        raise OperationalError("connection refused at 10.0.0.1")

    @contextmanager
    def away():
        with monkeypatch.context() as patch:
            patch.setattr(connections["default"], "cursor", fail)
            yield

    return away


def test_a_database_that_is_away_is_a_503(api, database_away):
    with database_away():
        answer = api.get("/users")
    assert (answer.status_code, answer.json()["type"]) == (503, "/problems/unavailable")
    assert answer["Retry-After"] == "5" and "10.0.0.1" not in answer.content.decode()


def test_a_page_without_its_database_is_a_503_too(client, db, database_away):
    client.raise_request_exception = False
    with database_away():
        answer = client.get("/accounts/login/", headers={"Cookie": "sessionid=of-somebody"})
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "The server is not ready" in answer.content.decode()


def test_a_mistake_of_the_server_shows_no_trace(api, monkeypatch):
    def fail(*args: object, **kwargs: object) -> None:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr("interfaces.rest.users.people_of", fail)
    api.client = Client(raise_request_exception=False)
    answer = api.get("/users")
    assert (answer.status_code, answer["Content-Type"]) == (500, "application/problem+json")
    assert answer.json()["type"] == "/problems/server-error" and "secret" not in answer.content.decode()


def test_a_throttled_caller_is_told_when_to_come_back(api, settings):
    settings.THROTTLE_RATE = "3/day"
    assert [api.get("/users").status_code for _ in range(4)] == [200, 200, 200, 429]
    answer = api.get("/users")
    assert answer.json()["type"] == "/problems/throttled" and int(answer["Retry-After"]) >= 1


def test_throttles_count_each_caller_by_itself(api, agent, settings):
    settings.THROTTLE_RATE = "1/day"
    assert [who.get("/users").status_code for who in (api, agent("planner"), api)] == [200, 200, 429]


def test_healthz_and_readyz_answer(client, db):
    assert client.get("/healthz").json() == {"status": "ok"}
    assert client.get("/readyz").json()["status"] in ("ready", "degraded")


def test_readyz_knows_that_the_database_is_away(client, db, database_away):
    with database_away():
        assert client.get("/readyz").status_code == 503
        assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize(
    ("fields", "field", "told"),
    [
        ({"contend": "x"}, "contend", "There is no such field. Did you mean 'content'?"),
        ({"tags": "dinner"}, "tags", "Input should be a list"),
        ({"importance": "high"}, "importance", "Input should be a number"),
        ({"user_id": "ana-17"}, "user_id", "This is not an id of ours"),
        ({"content": "  "}, "content", "Input should be a text that is not blank"),
        ({"category": "Dinner plans"}, "category", "Input should have 1 to 64 characters: small letters from a to z"),
    ],
)
def test_a_wrong_field_is_told_in_words_of_json(api, ana, fields, field, told):
    errors = api.post("/memories", {"user_id": ana, "content": "Ana likes tea.", **fields}).json()["errors"]

    assert next(one["detail"] for one in errors if one["field"] == field).startswith(told)


@pytest.mark.parametrize(
    ("fields", "field", "told"),
    [
        ({"filters": {"tags": ["dinner"]}}, "filters.tags", "There is no such field. There are: user_id, agent_id, "),
        ({"filters": {"catgory": "x"}}, "filters.catgory", "There is no such field. Did you mean 'category'?"),
        ({"person_id": "x"}, "person_id", "There is no such field. Did you mean 'user_id'?"),
        ({"max_tokens": 100}, "max_tokens", "There is no such field. Did you mean 'budget_tokens'?"),
        ({"tags": ["dinner"]}, "tags", "There is no such field. There are: query, agent, user_id, "),
    ],
)
def test_an_unknown_field_names_one_that_is_meant_or_those_that_there_are(api, ana, fields, field, told):
    (error,) = api.post("/memory/query", {"user_id": ana, "query": "tea", **fields}).json()["errors"]

    assert error["field"] == field and error["detail"].startswith(told)


def test_one_mistake_is_told_once(api, ana):
    """A list of which an item is wrong is not too short besides, and two items are wrong in the same way."""
    answer = api.post("/memory/query", {"user_id": ana, "query": "tea", "kinds": ["facts", "turns"]}).json()

    assert [one["field"] for one in answer["errors"]] == ["kinds.0", "kinds.1"]
    assert answer["detail"].startswith("kinds.0, kinds.1: ") and answer["detail"].count("'procedural'") == 1
    empty = api.post("/memory/query", {"user_id": ana, "query": "tea", "kinds": []}).json()
    assert empty["detail"] == "kinds: List should have at least 1 item after validation, not 0"


def test_a_whole_number_is_asked_for_where_only_that_counts(api):
    (error,) = api.get("/memories?limit=many").json()["errors"]

    assert (error["field"], error["detail"]) == ("limit", "Input should be a whole number")


def test_a_method_that_is_not_there_names_those_that_are(api):
    assert "Allowed: GET, POST" in api.patch("/users", {}).json()["detail"]


def test_a_call_without_a_key_is_told_how_to_send_one(client, db):
    assert "Authorization: Bearer" in client.get("/api/v1/users").json()["detail"]


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/memories", ["namespace", "content"]),
        ("/sources/github/objects", ["namespace", "source_id", "title", "payload"]),
        ("/tasks", ["scope"]),
        ("/artifacts", ["scope", "artifact_type", "sha256", "storage_uri"]),
    ],
)
def test_all_that_is_missing_is_told_at_once(api, path, fields):
    errors = api.post(path, {}).json()["errors"]
    assert sorted(one["field"] for one in errors) == sorted(fields)
    assert "user_id" in next(one["detail"] for one in errors if one["field"] in ("namespace", "scope"))
