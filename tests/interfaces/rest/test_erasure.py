"""`POST /users/{id}/erase` takes a login and the person's name; `GET` answers the receipt."""

import pytest

from tests.interfaces.rest.conftest import by_login
from workspaces import scope
from workspaces.models import Person


@pytest.fixture
def remembered(api, ana):
    return api.post("/memories", {"user_id": ana, "content": "Ana cooks risotto."}).json()["memory_id"]


def erase(who, user, name="Ana"):
    return who.post(f"/users/{user}/erase", {"confirmation": name})


def test_a_person_erases_what_is_kept_about_them(colleague, ben, home):
    with scope.enter(home.workspace_id):
        name = Person.objects.get(id=ben).name

    answer = erase(colleague, ben, name)

    assert (answer.status_code, answer.json()["status"], answer.json()["user_id"]) == (200, "erased", ben)
    with scope.enter(home.workspace_id):
        assert not Person.objects.filter(id=ben).exists()


def test_the_receipt_can_be_fetched_afterwards(owner, ana, remembered):
    receipt = erase(owner, ana).json()

    assert receipt["erased"]["memories.Memory"] == 1
    assert owner.get(f"/users/{ana}/erase").json() == receipt


def test_another_name_erases_nothing(owner, api, ana, remembered):
    answer = erase(owner, ana, "Anna")

    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "confirmation")
    assert api.get(f"/memories/{remembered}").status_code == 200


def test_an_api_key_erases_nobody(api, ana, remembered):
    refused = [erase(api, ana), *(api.post(f"/users/{ana}/erase", body) for body in ({}, {"name": "Ana"}, b"no JSON"))]
    assert {one.status_code for one in refused} == {403}
    assert "with their login" in refused[0].json()["detail"]
    assert api.get(f"/users/{ana}/erase").status_code == 404
    assert api.get(f"/memories/{remembered}").status_code == 200


def test_nobody_else_does(colleague, outsider, api, ana, remembered):
    assert [erase(who, ana).status_code for who in (colleague, outsider, by_login("stranger"))] == [403, 403, 404]
    assert api.get(f"/memories/{remembered}").status_code == 200


def test_nobody_else_sees_the_receipt(owner, colleague, outsider, ana):
    erase(owner, ana)

    for who in (colleague, outsider):
        assert who.get(f"/users/{ana}/erase").status_code == 404


def test_who_is_not_there_cannot_be_erased(owner, home):
    assert erase(owner, home.workspace_id).status_code == 404
