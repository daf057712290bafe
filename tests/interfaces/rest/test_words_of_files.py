"""What the text of a file says passes the gate before other agents read it, as memories do."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from workspaces.models import Account

pytestmark = pytest.mark.django_db
SAID = "Notes of Monday.\nAna has been HIV positive since 2019.\n"


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    options = settings.STORAGES["default"]["OPTIONS"] | {"location": tmp_path}
    settings.STORAGES = settings.STORAGES | {"default": settings.STORAGES["default"] | {"OPTIONS": options}}


@pytest.fixture
def upload(api, ana):
    def send(file=SAID, *, who=api, kind="text/plain", **fields):
        data = file if isinstance(file, bytes) else file.encode()
        place = {} if "scope" in fields else {"user_id": ana}
        form = place | {"artifact_type": "notes", **fields, "file": SimpleUploadedFile("notes.txt", data, kind)}
        return who.client.post("/api/v1/artifacts", form, headers=who.headers)

    return send


@pytest.fixture
def memory(api, ana):
    body = {"user_id": ana, "key": "plan", "content": "The call was on Monday.", "category": "goals"}
    return api.post("/memories", body).json()["memory_id"]


@pytest.fixture
def readable(ana):
    """Which addresses of a file answer a caller with it."""

    def of(who, artifact):
        listed = who.get("/artifacts", {"user_id": ana}).json()["results"]
        told = [who.get(f"/artifacts/{artifact}").status_code, who.get(f"/artifacts/{artifact}/content").status_code]
        return [one["id"] for one in listed] == [artifact] and told == [200, 200]

    return of


def test_it_is_for_the_agent_that_stored_it_and_the_person(api, other, owner, upload, readable):
    artifact = upload().json()["id"]
    assert readable(api, artifact) and readable(owner, artifact)
    assert not readable(other, artifact)
    assert other.get(f"/artifacts/{artifact}/content").status_code == 404


@pytest.mark.parametrize(
    ("file", "kind"),
    [
        (SAID, "application/octet-stream"),
        (SAID.encode("utf-16"), "text/plain"),
        ("Müller. " + SAID, "text/plain"),
        (("Müller. " + SAID).encode("cp1252"), "image/png"),
        ('{"notes": "Ana has been HIV positive since 2019."}', "application/json"),
        ("word " * 5_000 + SAID, "text/plain"),
    ],
)
def test_whatever_it_is_called_and_however_it_is_written(other, upload, readable, file, kind):
    assert not readable(other, upload(file, kind=kind).json()["id"])


@pytest.mark.parametrize("file", ["The build took nine minutes.", b"\x89PNG\x00" + SAID.encode()])
def test_other_files_are_read_as_before(other, upload, readable, file):
    assert readable(other, upload(file).json()["id"])


@pytest.mark.parametrize(
    "named",
    [
        {"name": "Ana HIV positive.txt"},
        {"artifact_type": "hiv.positive"},
        {"storage_uri": "https://a.example/ana-is-gay"},
    ],
)
def test_what_only_its_name_or_address_mentions_is_for_it_too(api, other, ana, named):
    body = {"user_id": ana, "artifact_type": "notes", "sha256": "0" * 64, "storage_uri": "https://a.example/x", **named}
    artifact = api.post("/artifacts", body).json()["id"]
    assert [who.get(f"/artifacts/{artifact}").status_code for who in (api, other)] == [200, 404]


def test_another_agent_may_store_the_same_file_and_learns_nothing(other, upload, readable):
    first, again = upload(), upload(who=other)
    assert (again.status_code, again.json()["id"] != first.json()["id"]) == (201, True)
    assert readable(other, again.json()["id"])


def test_attached_it_waits_for_the_person_and_is_read_after_their_yes(other, owner, upload, memory, readable):
    added = upload(memory_id=memory)
    assert (added.status_code, added.json()["attached"]["status"]) == (202, "pending_consent")
    artifact = added.json()["id"]
    assert not readable(other, artifact)
    assert owner.post(f"/proposals/{added.json()['attached']['proposal_id']}/approve").status_code == 200
    assert readable(other, artifact)


def test_written_with_a_memory_it_waits_too(api, ana, upload):
    body = {"user_id": ana, "key": "call", "content": "The call was on Monday.", "category": "goals"}
    asked = api.post("/memories", body | {"artifact_refs": [upload().json()["id"]]})
    assert (asked.status_code, asked.json()["status"]) == (202, "pending_consent")


def test_another_agent_cannot_attach_it(other, upload, memory):
    artifact = upload().json()["id"]
    assert other.put(f"/memories/{memory}/artifacts/{artifact}").status_code == 404


def test_what_was_not_read_to_its_end_is_asked_about(upload, memory):
    assert upload("word " * 5_000, memory_id=memory).json()["attached"]["status"] == "pending_consent"


def test_the_person_opens_it_from_the_card(home, upload, memory):
    artifact = upload(memory_id=memory).json()["id"]
    client = Client()
    client.force_login(Account.objects.get(username=home.username))
    page = client.get("/inbox").content.decode()
    assert f'<a href="/api/v1/artifacts/{artifact}/content">Open notes.txt</a>' in page
    assert b"".join(client.get(f"/api/v1/artifacts/{artifact}/content").streaming_content).decode() == SAID


def test_an_agents_export_does_not_tell_what_it_says(api, other, ana, upload):
    upload()
    own, theirs = (b"".join(who.get(f"/users/{ana}/export").streaming_content).decode() for who in (api, other))
    assert "health_conditions" not in own + theirs
    assert "notes.txt" in own and "notes.txt" not in theirs


def test_in_a_shared_namespace_it_is_refused(other, upload):
    refused = upload(scope="shared/team")
    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (422, "sensitive")
    kept = upload("word " * 5_000, scope="shared/team").json()["id"]
    assert other.get(f"/artifacts/{kept}/content").status_code == 200
