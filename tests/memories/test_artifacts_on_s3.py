"""Artifacts in a bucket: the same functions against a small S3 of our own, links presigned."""

import re
import socket
from io import BytesIO
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from botocore.config import Config
from django.test import Client
from werkzeug import Response

from memories.artifacts.drafts import Upload
from memories.artifacts.erase_artifacts import delete_workspace_files
from memories.artifacts.links import link_to, open_artifact
from memories.artifacts.store_artifact import upload_artifact

pytestmark = pytest.mark.django_db
BYTES = b"a log of the upload"


class Bucket:
    """As much of S3's REST API as the storage uses: put, get, head, delete and list."""

    def __init__(self):
        self.files = {}

    def answer(self, request):
        key = unquote(request.path).removeprefix("/evidence").lstrip("/")
        if request.method == "GET" and not key:
            return self.listing(request.args.get("prefix", ""), request.args.get("delimiter", ""))
        if request.method == "PUT":
            self.files[key] = self.body_of(request)
            return Response(status=200, headers={"ETag": '"1"'})
        if request.method == "DELETE":
            self.files.pop(key, None)
            return Response(status=204)
        found = self.files.get(key)
        return Response(status=404) if found is None else Response(found, headers={"ETag": '"1"'})

    @staticmethod
    def body_of(request):
        """The body, taken out of the pieces in which it may be signed."""
        body = request.get_data()
        if "aws-chunked" not in request.headers.get("Content-Encoding", ""):
            return body
        return b"".join(
            body[match.end() : match.end() + int(match[1], 16)]
            for match in re.finditer(rb"(?:^|\r\n)([0-9a-f]+)(?:;[^\r\n]*)?\r\n", body)
        )

    def listing(self, prefix, delimiter):
        inside = [key for key in self.files if key.startswith(prefix)]
        folders = {prefix + key[len(prefix) :].split("/")[0] + "/" for key in inside if "/" in key[len(prefix) :]}
        names = [key for key in inside if not (delimiter and "/" in key[len(prefix) :])]
        items = "".join(f"<Contents><Key>{key}</Key><Size>1</Size></Contents>" for key in names)
        items += "".join(f"<CommonPrefixes><Prefix>{folder}</Prefix></CommonPrefixes>" for folder in sorted(folders))
        return Response(f"<ListBucketResult><IsTruncated>false</IsTruncated>{items}</ListBucketResult>")


@pytest.fixture
def bucket(httpserver, settings):
    bucket = Bucket()
    httpserver.expect_request(re.compile("/evidence.*")).respond_with_handler(bucket.answer)
    options = {
        "bucket_name": "evidence",
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
