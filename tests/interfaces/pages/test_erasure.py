"""Erasing everything about me: a typed confirmation, and a receipt that only I see."""

import json

import pytest

from memories.models import Memory
from workspaces.models import Membership

pytestmark = pytest.mark.django_db


def erase(client, name="Ana"):
    return client.post("/my-data/erase", {"confirmation": name})


def memories(in_home):
    with in_home():
        return Memory.objects.count()


def test_it_says_what_goes_and_what_stays(owner):
    page = owner.get("/my-data/erase").content.decode()

    assert "This cannot be undone." in page
    assert "Type your name, Ana, to confirm" in page


def test_with_the_name_everything_goes_and_a_receipt_stays(owner, note, say, in_home):
    note()
    say("Hello.")

    response = erase(owner)
    page = owner.get(response.url).content.decode()

    assert memories(in_home) == 0
    assert "Your data has been erased" in page
    assert '<th scope="row">Memories</th><td>1</td>' in page and '<th scope="row">Messages</th><td>1</td>' in page


def test_my_data_leads_back_to_the_receipt(owner, colleague, note):
    note()
    assert "Receipt" not in owner.get("/my-data").content.decode()

    url = erase(owner).url

    assert url in owner.get("/my-data").content.decode()
    assert url not in colleague.get("/my-data").content.decode()


def test_it_says_that_backups_keep_it_for_a_time(owner):
    assert "Existing backups still contain it" in owner.get("/my-data/erase").content.decode()


def test_the_receipt_is_a_file_too(owner, note):
    note()
    url = erase(owner).url

    receipt = json.loads(owner.get(f"{url}/receipt.json").content)

    assert (receipt["status"], receipt["erased"]["memories.Memory"]) == ("erased", 1)


@pytest.mark.parametrize("typed", ["", "Zoe", "yes"])
def test_another_word_erases_nothing_and_says_so(owner, note, in_home, typed):
    note()

    response = erase(owner, typed)

    assert response.status_code == 422
    assert "errorlist" in response.content.decode()
    assert memories(in_home) == 1


def test_the_login_stays_and_every_page_still_answers(owner, note, home):
    note()
    erase(owner)

    assert Membership.objects.get(workspace_id=home.workspace_id).person_id is None
    for path in ("/", "/memories", "/timeline", "/activity", "/my-data", "/my-data/access"):
        assert owner.get(path).status_code == 200
    assert erase(owner).status_code == 404


def test_nobody_else_sees_the_receipt(owner, colleague, outsider, note):
    url = erase(owner).url

    for client in (colleague, outsider):
        assert client.get(url).status_code == 404
        assert client.get(f"{url}/receipt.json").status_code == 404
