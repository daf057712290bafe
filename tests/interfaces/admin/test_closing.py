"""The page on which owners export, close and open their workspace, and where the receipt is found."""

import io
from datetime import timedelta
from zipfile import ZipFile

import pytest
from django.test import Client

from memories.sealing import keys
from operations.privacy.erase_workspace import erase_closed
from operations.privacy.verify_workspace_export import verify_workspace_export
from tests.interfaces.rest.conftest import by_key
from workspaces.models import Account, Workspace
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db
PAGE, EXPORT = "/admin/workspace/closing/", "/admin/workspace/export/"


@pytest.fixture
def typed(home):
    return {"confirmation": "Home", "password": home.password}


def is_open(home):
    return Workspace.objects.open().filter(id=home.workspace_id).exists()


def test_it_is_closed_by_its_name_and_the_password_and_opened_again(owner, home, typed):
    assert "Type the name, Home, to confirm" in owner.get(PAGE).content.decode()

    assert "The workspace is closed." in owner.post(PAGE, typed, follow=True).content.decode()
    assert not is_open(home)
    assert by_key(home, "planner").get("/memories").status_code == 401

    assert "open again" in owner.post(PAGE, {"reopen": "1"}, follow=True).content.decode()
    assert by_key(home, "planner").get("/memories").status_code == 200


@pytest.mark.parametrize("wrong", [{"confirmation": "Elsewhere"}, {"password": "guess"}, {"password": ""}])
def test_another_name_or_password_closes_nothing(owner, home, typed, wrong):
    answer = owner.post(PAGE, typed | wrong, follow=True)
    page = answer.content.decode()
    assert "Nothing was closed" in page
    assert f'name="confirmation" value="{(typed | wrong)["confirmation"]}"' in page and 'value="guess"' not in page
    assert is_open(home)


def test_both_are_named_where_both_are_missing(owner):
    page = owner.post(PAGE, {}, follow=True).content.decode()
    assert "Type the name, Home. Type your password. Nothing was closed." in page


def test_passwords_cannot_be_guessed_here(owner, home, typed):
    for _ in range(6):
        owner.post(PAGE, typed | {"password": "guess"})
    owner.post(PAGE, typed)
    assert is_open(home)


@pytest.mark.parametrize("role", [role for role in Role if role not in (Role.OWNER, Role.PERSON)])
def test_it_is_for_owners_alone(login, home, role):
    client = login(role)
    answers = [client.get(PAGE), client.post(PAGE, {"confirmation": "Home"}), client.post(EXPORT)]
    assert [answer.status_code for answer in answers] == [403, 403, 403]
    assert "closing" not in client.get("/admin/advanced/").content.decode()


def test_the_archive_is_of_this_workspace_and_holds(owner, outsider, note, home, elsewhere, verified, tmp_path):
    note("Ana sails.")
    verified()
    archive = tmp_path / "home.zip"
    archive.write_bytes(b"".join(owner.post(EXPORT).streaming_content))
    assert verify_workspace_export(archive, trusted=keys.trusted_keys()).workspace_id == str(home.workspace_id)
    with ZipFile(io.BytesIO(b"".join(outsider.post(EXPORT).streaming_content))) as theirs:
        assert not any(b"sails" in theirs.read(name) for name in theirs.namelist())


def test_it_is_not_taken_by_a_link(owner):
    assert owner.get(EXPORT).status_code == 403


def test_every_page_says_that_it_is_closed(owner, typed):
    owner.post(PAGE, typed)
    assert "This workspace is closed." in owner.get("/").content.decode()
    assert "This workspace is closed." in owner.get("/admin/").content.decode()
    assert "Open again" in owner.get(PAGE).content.decode()


@pytest.mark.django_db(transaction=True)
def test_whoever_closed_it_finds_the_receipt_after_the_erasure(owner, home, elsewhere, typed, now):
    owner.post(PAGE, typed)
    receipt = f"/closings/{home.workspace_id}/receipt.json"
    assert owner.get(receipt).json()["status"] == "closed"
    over = now - timedelta(days=1)
    Workspace.objects.filter(id=home.workspace_id).update(closed_at=over, erase_at=over)
    erase_closed(now=now)

    page = owner.get("/")
    assert page.status_code == 403 and receipt in page.content.decode()
    assert owner.get(receipt).json()["status"] == "erased"
    other = Client()
    other.force_login(Account.objects.get(username="stranger"))
    assert other.get(receipt).status_code == 404
    assert Client().get(receipt).status_code == 302
