"""Erasing everything about me: a typed confirmation, and a receipt that only I see."""

import json
import time
from unittest.mock import patch

import pytest

from memories.models import Memory
from workspaces.models import Membership

pytestmark = pytest.mark.django_db


CONFIRM = "/accounts/reauthenticate/"


def asked(client, name="Ana"):
    return client.post("/my-data/erase", {"confirmation": name})


@pytest.fixture
def erase(home):
    """Type the name and the password."""

    def _erase(client):
        asked(client)
        return client.post(f"{CONFIRM}?next=/my-data/erase", {"password": home.password})

    return _erase


def memories(in_home):
    with in_home():
        return Memory.objects.count()


def test_it_says_what_goes_and_what_stays(owner):
    page = owner.get("/my-data/erase").content.decode()

    assert "This cannot be undone." in page
    assert "Type your name, Ana, to confirm" in page


def test_with_the_name_everything_goes_and_a_receipt_stays(owner, note, say, in_home, erase):
    note()
    say("Hello.")

    response = erase(owner)
    page = owner.get(response.url).content.decode()

    assert memories(in_home) == 0
    assert "Your data has been erased" in page
    assert "The receipt proves that this server recorded in its signed history that this was erased" in page
    assert '<th scope="row">Memories</th><td>1</td>' in page and '<th scope="row">Messages</th><td>1</td>' in page


def test_my_data_leads_back_to_the_receipt(owner, colleague, note, erase):
    note()
    assert "Receipt" not in owner.get("/my-data").content.decode()

    url = erase(owner).url

    assert url in owner.get("/my-data").content.decode()
    assert url not in colleague.get("/my-data").content.decode()


def test_it_says_that_backups_keep_it_for_a_time(owner):
    assert "Existing backups still contain it" in owner.get("/my-data/erase").content.decode()


def test_where_the_server_makes_backups_it_says_for_how_long(owner, settings):
    settings.BACKUP_DIR, settings.BACKUP_KEEP = "/backups", 14
    page = owner.get("/my-data/erase").content.decode()
    assert "the last 14 are kept, so that takes about 14 days" in page and "Ask your admin how long" not in page


def test_the_receipt_is_a_file_too(owner, note, erase):
    note()
    url = erase(owner).url

    receipt = json.loads(owner.get(f"{url}/receipt.json").content)

    assert (receipt["status"], receipt["erased"]["memories.Memory"]) == ("erased", 1)


def test_the_name_alone_is_not_enough(owner, note, in_home):
    note()

    response = asked(owner)

    assert response.url == f"{CONFIRM}?next=%2Fmy-data%2Ferase"
    assert memories(in_home) == 1


def test_a_wrong_password_erases_nothing(owner, note, in_home):
    note()
    asked(owner)

    response = owner.post(f"{CONFIRM}?next=/my-data/erase", {"password": "not this one"})

    assert "errorlist" in response.content.decode() and memories(in_home) == 1


def test_after_a_wrong_password_the_right_one_is_enough(owner, home, note, in_home):
    note()
    asked(owner)
    owner.post(f"{CONFIRM}?next=/my-data/erase", {"password": "not this one"})

    answer = owner.post(f"{CONFIRM}?next=/my-data/erase", {"password": home.password})
    assert answer.url.startswith("/erasures/") and memories(in_home) == 0


def test_another_name_stays_as_it_was_typed(owner):
    assert 'value="Ann"' in asked(owner, "Ann").content.decode()


def test_who_has_just_confirmed_is_not_asked_again(owner, home, note, in_home):
    note()
    owner.post(CONFIRM, {"password": home.password})

    assert asked(owner).url.startswith("/erasures/")
    assert memories(in_home) == 0


def test_a_confirmation_of_some_minutes_ago_no_longer_counts(owner, home, note, in_home):
    note()
    with patch("time.time", return_value=time.time() - 301):
        owner.post(CONFIRM, {"password": home.password})

    assert asked(owner).url.startswith(CONFIRM)
    assert memories(in_home) == 1


@pytest.mark.parametrize("typed", ["", "Zoe", "yes"])
def test_another_word_erases_nothing_and_says_so(owner, note, in_home, typed):
    note()

    response = asked(owner, typed)

    assert response.status_code == 422
    assert "errorlist" in response.content.decode()
    assert memories(in_home) == 1


def test_the_login_stays_and_every_page_still_answers(owner, note, home, erase):
    note()
    erase(owner)

    assert Membership.objects.get(workspace_id=home.workspace_id).person_id is None
    for path in ("/", "/search?q=Rita", "/decisions"):
        page = owner.get(path).content.decode()
        assert "Everything about you was erased at your request" in page and "not linked to a person" not in page
    for path in ("/", "/memories", "/timeline", "/activity", "/my-data", "/my-data/access"):
        assert owner.get(path).status_code == 200
    assert asked(owner).status_code == 404


def test_nobody_else_sees_the_receipt(owner, colleague, outsider, note, erase):
    url = erase(owner).url

    for client in (colleague, outsider):
        assert client.get(url).status_code == 404
        assert client.get(f"{url}/receipt.json").status_code == 404


def test_the_password_page_says_that_it_erases(owner, note):
    note()
    page = owner.get(asked(owner).url).content.decode()

    assert ">Erase everything permanently</button>" in page and ">Continue</button>" not in page
    assert "This is the last step" in page and "Your login stays" in page
    assert ">Continue</button>" in owner.get(f"{CONFIRM}?next=/preferences").content.decode()


def test_the_home_page_speaks_of_nobody_afterwards(owner, note, erase):
    note()
    assert "Your login stays, but no person is linked to it any more" in owner.get(erase(owner).url).content.decode()

    page = owner.get("/").content.decode()

    assert "Good " not in page and 'type="search"' not in page


def test_after_it_signing_in_leads_to_the_start_not_to_the_setup(owner, note, home, erase):
    note()
    erase(owner)
    owner.post("/accounts/logout/")

    response = owner.post("/accounts/login/", {"login": home.username, "password": home.password})

    assert response.url == "/"


def test_the_page_says_what_the_history_keeps(owner):
    page = owner.get("/my-data/erase").content.decode()
    assert "under which subject" in page and "without any content" not in page
