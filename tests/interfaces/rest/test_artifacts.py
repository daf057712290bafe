"""`/artifacts`: evidence by upload and by reference (003, 004), with signed links that expire."""

import hashlib
from datetime import timedelta
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from interfaces.rest.artifacts.views import OVERHEAD_BYTES
from memories import limits
from memories.artifacts.links import link_to
from memories.models import Artifact
from workspaces import scope

BYTES = b"a log of the upload"
DIGEST = hashlib.sha256(BYTES).hexdigest()
REFERENCE = {"artifact_type": "log", "sha256": DIGEST, "storage_uri": "https://files.example.org/log"}


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    options = settings.STORAGES["default"]["OPTIONS"] | {"location": tmp_path}
    settings.STORAGES = settings.STORAGES | {"default": settings.STORAGES["default"] | {"OPTIONS": options}}
    return tmp_path


@pytest.fixture
def upload(api, ana):
    """Send a form; `file` None sends none."""

    def _upload(file=BYTES, *, who=api, name="up load.log", kind="text/plain", headers=None, **fields):
        form = {"user_id": ana, "artifact_type": "log"} | fields
        form = {key: value for key, value in form.items() if value is not None}
        if file is not None:
            form["file"] = SimpleUploadedFile(name, file, kind)
        return who.client.post("/api/v1/artifacts", form, headers=who.headers | (headers or {}))

    return _upload


@pytest.fixture
def refer(api, ana):
    return lambda who=api, **fields: who.post("/artifacts", {"user_id": ana} | REFERENCE | fields)


@pytest.fixture
def memory_id(api, ana):
    body = {"user_id": ana, "key": "plan", "content": "The upload failed.", "category": "tasks"}
    return api.post("/memories", body).json()["memory_id"]


def content(answer):
    return b"".join(answer.streaming_content)


def files(folder):
    return [path for path in folder.rglob("*") if path.is_file()]


def test_an_upload_is_kept_with_all_003_says(upload, ana, folder):
    answer = upload()
    artifact = answer.json()
    assert answer.status_code == 201 and len(files(folder)) == 1
    assert (artifact["scope"], artifact["sha256"], artifact["artifact_type"]) == (f"memories/{ana}", DIGEST, "log")
    assert (artifact["name"], artifact["content_type"], artifact["size_bytes"]) == ("up load.log", "text/plain", 19)
    assert artifact["storage_uri"].startswith("workspaces/") and artifact["attached"] is None


def test_a_reference_is_kept_without_a_file(refer, folder):
    answer = refer(size_bytes=7, name="log")
    assert answer.status_code == 201 and files(folder) == []
    assert answer.json()["content_url"] == answer.json()["storage_uri"] == REFERENCE["storage_uri"]
    assert answer.json()["content_expires_at"] is None


def test_the_same_again_is_the_one_kept(upload, refer):
    assert upload().json()["id"] == upload().json()["id"] and upload().status_code == 200
    assert refer().json()["id"] == refer().json()["id"] and refer().status_code == 200


def test_the_digest_that_was_said_must_be_right(upload, folder):
    assert upload(sha256=DIGEST.upper()).status_code == 201
    wrong = upload(b"something else", sha256=DIGEST)
    assert (wrong.status_code, wrong.json()["errors"][0]["field"]) == (422, "sha256")
    assert len(files(folder)) == 1


def test_an_upload_is_attached_to_its_memory(api, upload, memory_id):
    made = upload(memory_id=memory_id).json()
    assert made["attached"]["status"] == "updated" and f"/memories/{memory_id}/" in made["storage_uri"]
    assert [row["id"] for row in api.get("/artifacts", {"memory_id": memory_id}).json()["results"]] == [made["id"]]


def test_evidence_is_attached_and_taken_away(api, refer, memory_id):
    artifact = refer().json()["id"]
    address = f"/memories/{memory_id}/artifacts/{artifact}"
    assert [api.put(address).json()["status"] for _ in range(2)] == ["updated", "unchanged"]
    assert [api.delete(address).json()["status"] for _ in range(2)] == ["updated", "unchanged"]
    assert api.put(f"/memories/{memory_id}/artifacts/{uuid4()}").status_code == 404
    assert api.get(f"/artifacts/{artifact}").status_code == 200


def test_the_scope_must_be_that_of_the_memory_or_above_it(api, refer, upload, memory_id, folder):
    elsewhere = refer(user_id=None, scope="shared/team").json()["id"]
    assert api.put(f"/memories/{memory_id}/artifacts/{elsewhere}").status_code == 422
    assert refer(user_id=None, scope="shared/other", memory_id=memory_id).status_code == 422
    assert upload(user_id=None, scope="shared/team", memory_id=memory_id).status_code == 404
    assert files(folder) == []


def test_content_is_saved_not_shown(api, upload):
    page = upload(b"<script>alert(1)</script>", name="x.html", kind="text/html").json()
    answer = api.get(f"/artifacts/{page['id']}/content")
    assert content(answer) == b"<script>alert(1)</script>"
    assert answer["Content-Disposition"] == 'attachment; filename="x.html"'
    assert answer["X-Content-Type-Options"] == "nosniff" and "sandbox" in answer["Content-Security-Policy"]


def test_a_signed_link_needs_no_credentials(upload, client):
    made = upload().json()
    answer = client.get(made["content_url"])
    assert (answer.status_code, content(answer), answer["Content-Type"]) == (200, BYTES, "text/plain")


def test_a_signed_link_expires(home, upload, client, settings):
    made = upload().json()
    with scope.enter(home.workspace_id):
        artifact = Artifact.objects.get(id=made["id"])
    late = timezone.now() - timedelta(seconds=settings.ARTIFACT_LINK_SECONDS)
    path = urlsplit(made["content_url"]).path
    assert client.get(f"{path}?token={link_to(artifact, now=late).token}").status_code == 404


def test_a_signed_link_opens_nothing_else(upload, client):
    one, other = upload().json(), upload(b"other").json()
    token = urlsplit(one["content_url"]).query
    assert client.get(f"/api/v1/artifacts/{other['id']}/content?{token}").status_code == 404
    assert client.get(one["content_url"][:-2]).status_code == 404
    assert client.get(f"/api/v1/artifacts/{one['id']}/content?token=").status_code == 401
    assert client.get(f"/api/v1/artifacts/{one['id']}/content").status_code == 401


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete", "options", "trace"])
def test_a_signed_link_is_for_reading_alone(upload, client, api, method):
    link = upload().json()["content_url"]
    assert getattr(client, method)(link).status_code == 401
    status = 200 if method == "options" else 405
    assert getattr(client, method)(link, headers=api.headers).status_code == status


def test_a_reference_has_no_content_here(api, refer):
    answer = api.get(f"/artifacts/{refer().json()['id']}/content")
    assert (answer.status_code, answer.json()["storage_uri"]) == (409, REFERENCE["storage_uri"])


def test_artifacts_are_listed_by_what_they_are(api, upload, refer, ana):
    image, log = upload(artifact_type="image").json()["id"], refer().json()["id"]
    listed = lambda **query: [row["id"] for row in api.get("/artifacts", query).json()["results"]]  # noqa: E731
    assert listed() == listed(user_id=ana) == listed(scope=f"memories/{ana}") == [log, image]
    assert (listed(artifact_type="image"), listed(sha256=DIGEST.upper())) == ([image], [log, image])
    assert listed(scope="shared/team") == listed(user_id=str(uuid4())) == []


@pytest.mark.parametrize(
    ("fields", "field"),
    [({"artifact_type": "a b"}, "artifact_type"), ({"artifact_type": None}, "artifact_type"),
     ({"user_id": None}, "scope"), ({"user_id": "x"}, "user_id"),
     ({"sha256": "12"}, "sha256"), ({"other": "1"}, "other"), ({"scope": "one"}, "scope"),
     ({"content_type": "html"}, "content_type"), ({"memory_id": "x"}, "memory_id")],
)  # fmt: skip
def test_a_field_out_of_bounds_is_named(upload, fields, field):
    answer = upload(**fields)
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, field)


@pytest.mark.parametrize(
    "fields",
    [{"storage_uri": "file:///etc/passwd"}, {"storage_uri": "workspaces/x"}, {"storage_uri": "http://e.org"},
     {"size_bytes": -1}, {"size_bytes": limits.ARTIFACT_BYTES + 1}, {"sha256": None}],
)  # fmt: skip
def test_a_reference_out_of_bounds_is_refused(refer, fields):
    assert refer(**fields).status_code == 422


def test_a_form_brings_one_file(api, upload, ana):
    assert upload(None).json()["errors"][0]["field"] == "file"
    two = {
        "user_id": ana,
        "artifact_type": "log",
        "file": SimpleUploadedFile("a", b"a"),
        "b": SimpleUploadedFile("b", b"b"),
    }
    assert api.client.post("/api/v1/artifacts", two, headers=api.headers).status_code == 422


@pytest.mark.parametrize("body", [b"", b"--x\r\nnonsense", b"--x--"])
def test_a_broken_form_is_malformed_or_empty(api, body):
    answer = api.client.post(
        "/api/v1/artifacts", body, content_type="multipart/form-data; boundary=x", headers=api.headers
    )
    assert answer.status_code in (400, 422)
    without = api.client.post("/api/v1/artifacts", body, content_type="multipart/form-data", headers=api.headers)
    assert without.status_code in (400, 422)


def test_a_form_with_a_nul_is_malformed(upload):
    assert upload(run="1", user_id="a\x00b").status_code == 400


def test_another_content_type_is_refused(api):
    answer = api.client.post("/api/v1/artifacts", b"x", content_type="text/plain", headers=api.headers)
    assert answer.status_code == 415


def test_a_file_of_25_mb_and_one_byte_more(upload, folder):
    assert upload(b"x" * limits.ARTIFACT_BYTES).status_code == 201
    over = upload(b"y" * (limits.ARTIFACT_BYTES + 1))
    assert (over.status_code, over.json()["type"]) == (413, "/problems/body-too-large")
    assert len(files(folder)) == 1


def test_a_form_that_says_it_is_too_large_is_not_read(api):
    size = str(limits.ARTIFACT_BYTES + OVERHEAD_BYTES + 1)
    answer = api.client.post(
        "/api/v1/artifacts",
        b"--x--",
        content_type="multipart/form-data; boundary=x",
        headers=api.headers,
        CONTENT_LENGTH=size,
    )
    assert answer.status_code == 413


def test_the_same_key_takes_the_same_file_only(upload):
    key = {"Idempotency-Key": "one"}
    first, again, other = upload(headers=key), upload(headers=key), upload(b"another log of upload", headers=key)
    assert first.json() == again.json() and again["Idempotency-Replayed"] == "true"
    assert other.status_code == 409


def test_a_login_uploads_too(upload, owner, folder):
    assert upload(who=owner).status_code == 201 and len(files(folder)) == 1


def test_a_login_s_form_is_held_against_forgery(owner, ana):
    owner.client.handler.enforce_csrf_checks = True
    form = {"user_id": ana, "artifact_type": "log", "file": SimpleUploadedFile("a", b"a")}
    assert owner.client.post("/api/v1/artifacts", form).status_code == 403


def test_who_may_keep_and_see_one(api, agent, owner, colleague, outsider, upload, refer, memory_id):
    made = upload(memory_id=memory_id).json()["id"]
    callers = (api, owner, agent("planner"), agent("stylist"), colleague, outsider)
    codes = [200, 200, 200, 404, 404, 404]
    assert [who.get(f"/artifacts/{made}").status_code for who in callers] == codes
    assert [who.get(f"/artifacts/{made}/content").status_code for who in callers] == codes
    assert [len(who.get("/artifacts").json()["results"]) for who in callers] == [1, 1, 1, 0, 0, 0]
    assert [refer(who, storage_uri=f"https://e.org/{place}").status_code for place, who in enumerate(callers)] == [
        201, 201, 201, 201, 403, 404,
    ]  # fmt: skip


def test_an_agent_acts_for_its_own_role(upload, refer):
    assert upload(agent="planner").status_code == refer(agent="planner").status_code == 403


def test_the_list_takes_as_many_queries_however_long(api, refer, reads):
    refer(storage_uri="https://e.org/first")
    few = reads(lambda: api.get("/artifacts"))
    for place in range(3):
        refer(storage_uri=f"https://e.org/{place}")
    assert reads(lambda: api.get("/artifacts")) == few == 2
