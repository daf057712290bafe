"""`/users`: the people remembered (000)."""

from uuid import uuid4

import pytest


def test_a_person_is_added_and_found_again(api):
    made = api.post("/users", {"name": "Clara"})
    assert made.status_code == 201
    assert made.json()["namespace"] == ["memories", made.json()["id"]]
    found = api.client.get(made["Location"], headers=api.headers)
    assert found.json() == made.json()
    assert found.json()["created_at"].endswith("Z")


def test_names_need_not_be_unique(api):
    first, second = (api.post("/users", {"name": "operator"}).json() for _ in range(2))
    assert first["id"] != second["id"]


@pytest.mark.parametrize("body", [{}, {"name": ""}, {"name": "  "}, {"name": 7}, {"name": "x" * 201}, {"nome": "Ana"}])
def test_a_name_is_asked_for(api, body):
    answer = api.post("/users", body)
    assert answer.status_code == 422
    assert {error["field"] for error in answer.json()["errors"]} & {"name", "nome"}


def test_staff_see_everyone_and_a_person_sees_themselves(owner, colleague, ana, ben):
    assert {row["id"] for row in owner.get("/users").json()["results"]} == {ana, ben}
    assert [row["id"] for row in colleague.get("/users").json()["results"]] == [ben]
    assert colleague.get(f"/users/{ana}").status_code == 404
    assert colleague.post("/users", {"name": "Dan"}).status_code == 403


def test_another_workspace_sees_nothing(outsider, ana):
    assert outsider.get(f"/users/{ana}").status_code == 404
    assert ana not in {row["id"] for row in outsider.get("/users").json()["results"]}


def test_an_unknown_id_is_not_found(api):
    assert api.get(f"/users/{uuid4()}").status_code == 404
    assert api.get("/users/no-uuid").status_code == 404


def test_pages_hold_every_row_once(api, ana):
    made = {api.post("/users", {"name": f"Person {n}"}).json()["id"] for n in range(5)}
    seen, cursor = [], ""
    while cursor is not None:
        page = api.get("/users", {"limit": 2, "cursor": cursor}).json()
        seen += [row["id"] for row in page["results"]]
        cursor = page["next_cursor"]
    assert sorted(seen) == sorted(made | {ana})


@pytest.mark.parametrize("cursor", ["x", "!!!!", "W10", "bnVsbA", "WyIyMDI2IiwgMV0", "WzEwMDAwMDAwMDAwMCwgIngiXQ"])
def test_a_cursor_that_is_none_is_invalid(api, cursor):
    assert api.get("/users", {"cursor": cursor}).status_code == 422


def test_the_list_takes_as_many_queries_for_many_rows_as_for_one(api, reads):
    few = reads(lambda: api.get("/users"))
    for number in range(4):
        api.post("/users", {"name": f"Person {number}"})
    assert reads(lambda: api.get("/users")) == few == 1
