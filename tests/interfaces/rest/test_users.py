"""`/users`: the people remembered (000)."""

from uuid import NAMESPACE_URL, uuid4, uuid5

import pytest

from workspaces import scope
from workspaces.models import Grant, Person


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


@pytest.mark.parametrize(
    "name", ["Kim the undocumented", "Lee 4471#", "Robin (ex-convict)", "Sam, pregnant", "Lee, code 4471"]
)
def test_what_stands_beside_a_name_tells_nothing(api, name):
    refused = api.post("/users", {"name": name})
    assert refused.status_code == 422 and refused.json()["errors"][0]["code"] == "sensitive"


@pytest.mark.parametrize(
    "name",
    [
        "Kim the Great",
        "Eva (Buchhaltung)",
        "Kim from accounting",
        "Lee #1234",
        "Person 4",
        "clara-of-adk",
        "Robin of Loxley",
    ],
)
def test_but_tells_whom_it_means(api, name):
    assert api.post("/users", {"name": name}).status_code == 201


def test_an_id_behind_a_name_tells_nothing(api):
    for number in range(40):
        external_id = f"ana-{uuid5(NAMESPACE_URL, str(number))}"
        assert api.post("/users", {"name": "Ana", "external_id": external_id}).status_code == 201, external_id


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


def test_a_cursor_of_another_list_is_invalid(api, ana):
    for number in range(2):
        api.post("/memories", {"user_id": ana, "content": f"Step {number} of the plan.", "category": "goals"})
        api.post("/users", {"name": f"Person {number}"})
    cursor = api.get("/memories", {"limit": 1}).json()["next_cursor"]
    assert api.get("/memories", {"cursor": cursor}).status_code == 200
    answer = api.get("/users", {"cursor": cursor})
    assert answer.status_code == 422 and answer.json()["errors"][0]["detail"] == "This is not a cursor from this list."


@pytest.mark.parametrize("cursor", ["x", "!!!!", "W10", "bnVsbA", "WyIyMDI2IiwgMV0", "WzEwMDAwMDAwMDAwMCwgIngiXQ"])
def test_a_cursor_that_is_none_is_invalid(api, cursor):
    assert api.get("/users", {"cursor": cursor}).status_code == 422


def test_the_list_takes_as_many_queries_for_many_rows_as_for_one(api, reads):
    few = reads(lambda: api.get("/users"))
    for number in range(4):
        api.post("/users", {"name": f"Person {number}"})
    assert reads(lambda: api.get("/users")) == few == 1


def test_a_person_is_found_again_by_the_id_of_the_caller_s_own_system(api, ana):
    """R39."""
    made = api.post("/users", {"name": "Clara", "external_id": "crm-17"})
    again = api.post("/users", {"name": "Clara B.", "external_id": "crm-17"})
    assert (made.status_code, again.status_code) == (201, 200)
    assert again.json() == made.json() and made.json()["external_id"] == "crm-17"
    assert again["Location"] == made["Location"]
    assert [row["id"] for row in api.get("/users", {"external_id": "crm-17"}).json()["results"]] == [made.json()["id"]]
    assert api.get("/users", {"external_id": "crm-18"}).json()["results"] == []
    assert api.get(f"/users/{ana}").json()["external_id"] is None


def test_external_ids_of_another_workspace_are_others(api, outsider):
    ours, theirs = (caller.post("/users", {"name": "Clara", "external_id": "1"}) for caller in (api, outsider))
    assert (ours.status_code, theirs.status_code) == (201, 201)
    assert ours.json()["id"] != theirs.json()["id"]


@pytest.mark.parametrize("external_id", ["", " ", "x" * 257, 7])
def test_an_external_id_is_a_text_of_at_most_256_characters(api, external_id):
    assert api.post("/users", {"name": "Clara", "external_id": external_id}).status_code == 422


def test_an_external_id_does_not_tell_an_agent_about_one_who_left_its_grant(api, home, colleague, ben):
    with scope.enter(home.workspace_id):
        Person.objects.filter(id=ben).update(external_id="crm-2")
        grant = Grant.objects.get(agent__role="supervisor", person=None, namespace_path="")
    assert colleague.delete(f"/grants/{grant.id}").status_code in (200, 204)
    answer = api.post("/users", {"name": "Benjamin", "external_id": "crm-2"})
    assert answer.status_code == 409 and ben not in answer.content.decode()


def test_the_external_id_of_one_who_is_being_erased_is_free(api, owner, ana, home):
    with scope.enter(home.workspace_id):
        Person.objects.filter(id=ana).update(external_id="crm-1")
    assert owner.post(f"/users/{ana}/erase", {"confirmation": "Ana"}).status_code in (200, 202)
    answer = api.post("/users", {"name": "Ana", "external_id": "crm-1"})
    assert answer.status_code == 201 and answer.json()["id"] != ana
