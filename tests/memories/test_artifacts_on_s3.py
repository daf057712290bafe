"""Artifacts in a bucket: the same functions against a small S3 of our own, links presigned."""

import socket
from io import BytesIO
from urllib.parse import parse_qs, urlsplit

import pytest
from botocore.config import Config
from django.test import Client

from memories.artifacts.drafts import Upload
from memories.artifacts.erase_artifacts import delete_workspace_files
from memories.artifacts.links import link_to, open_artifact
from memories.artifacts.store_artifact import upload_artifact
from tests import buckets

pytestmark = pytest.mark.django_db
BYTES = b"a log of the upload"


@pytest.fixture
def bucket(httpserver, settings):
    bucket = buckets.serve(httpserver)
    options = {
        "bucket_name": buckets.NAME,
        "endpoint_url": httpserver.url_for(""),
        "region_name": "eu-north-1",
        "access_key": "ID",
        "secret_key": "SECRET",
        "signature_version": "s3v4",
        "addressing_style": "path",
        "file_overwrite": False,
        "querystring_auth": True,
    }
    settings.STORAGES = settings.STORAGES | {
        "default": {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options}
    }
    return bucket


@pytest.fixture
def artifact(bucket, about_ana, supervisor, now):
    draft = Upload(scope=about_ana, artifact_type="log", name="upload.log")
    return upload_artifact(upload=draft, content=BytesIO(BYTES), actor=supervisor, now=now)


def test_a_file_is_kept_under_the_workspace_s_prefix(home, artifact, bucket):
    assert bucket.files == {artifact.storage_uri: BYTES}
    assert artifact.storage_uri.startswith(f"workspaces/{home.workspace_id}/artifacts/")
    assert open_artifact(artifact).read() == BYTES


def test_its_link_is_presigned_and_expires(artifact, now, settings):
    link = link_to(artifact, now=now)
    asked = parse_qs(urlsplit(link.url).query)
    assert link.token == "" and asked["X-Amz-Expires"] == [str(settings.ARTIFACT_LINK_SECONDS)]
    assert "X-Amz-Signature" in asked and "SECRET" not in link.url


def test_a_workspace_s_files_are_deleted_by_their_prefix(home, artifact, bucket):
    bucket.files["workspaces/another/artifacts/1/x"] = b"another's"
    assert delete_workspace_files(home.workspace_id) == 1
    assert list(bucket.files) == ["workspaces/another/artifacts/1/x"]


@pytest.fixture
def bucket_away(settings):
    """A port where nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    options = {"bucket_name": "evidence", "endpoint_url": f"http://127.0.0.1:{port}", "region_name": "eu-north-1"}
    options |= {"access_key": "ID", "secret_key": "SECRET", "client_config": Config(retries={"max_attempts": 0})}
    settings.STORAGES = settings.STORAGES | {
        "default": {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options}
    }


def test_a_bucket_that_is_away_is_said_to_be(home, bucket_away):
    form = {"user_id": str(home.user_id), "artifact_type": "log", "file": BytesIO(BYTES)}
    headers = {"Authorization": f"Bearer {home.api_keys['supervisor']}"}
    answer = Client(raise_request_exception=False).post("/api/v1/artifacts", form, headers=headers)
    assert (answer.status_code, answer.json()["type"]) == (503, "/problems/storage-unavailable")
    assert answer["Retry-After"] and "127.0.0.1" not in answer.content.decode()
