"""003's artifacts and 004's prefixes: uploads, references, scope, signed links, deletion."""

import hashlib
from dataclasses import replace
from datetime import timedelta
from io import BytesIO
from uuid import uuid4

import pytest
from django.core.files.storage import default_storage
from django.db import DatabaseError, transaction
from pydantic import ValidationError

from consent.changes import AttachArtifact, DetachArtifact, WriteMemory
from consent.gate import submit
from consent.outcomes import Applied, Refusal, Refused
from conversations.access import NotAllowed, UnknownPerson
from memories import limits
from memories.artifacts.drafts import ArtifactReference, Upload
from memories.artifacts.erase_artifacts import (
    delete_workspace_files,
    erase_of_person,
    erase_with_memories,
    sweep_files,
)
from memories.artifacts.links import InvalidLink, link_to, open_artifact, open_linked
from memories.artifacts.store_artifact import (
    ArtifactTooLarge,
    DigestMismatch,
    UnknownMemory,
    reference_artifact,
    upload_artifact,
)
from memories.authority import authorize_maintenance
from memories.drafts import MemoryDraft
from memories.maintenance.purge import purge_memories
from memories.models import Artifact, ArtifactLink, History, Memory, Provenance
from operations.artifacts import add_reference, add_upload
from workspaces import scope

BYTES = b"a log of the upload"
DIGEST = hashlib.sha256(BYTES).hexdigest()


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    options = settings.STORAGES["default"]["OPTIONS"] | {"location": tmp_path}
    settings.STORAGES = settings.STORAGES | {"default": settings.STORAGES["default"] | {"OPTIONS": options}}
    return tmp_path


@pytest.fixture
def memory_id(write):
    return write("The upload failed.", category="tasks").memory_id


@pytest.fixture
def upload(about_ana, supervisor, now):
    def _upload(content=BYTES, *, actor=supervisor, **fields):
        fields = {"scope": about_ana, "artifact_type": "log", "name": "upload.log"} | fields
        return upload_artifact(upload=Upload(**fields), content=BytesIO(content), actor=actor, now=now)

    return _upload


@pytest.fixture
def attach(supervisor, now):
    def _attach(memory_id, artifact, change=AttachArtifact, actor=supervisor):
        return submit(change(memory_id=memory_id, artifact_id=artifact.id), actor=actor, now=now)

    return _attach


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


pytestmark = pytest.mark.django_db


def test_a_file_is_kept_under_its_memory_s_prefix(home, upload, memory_id, folder):
    artifact = upload(memory_id=memory_id, content_type="text/plain")
    assert artifact.storage_uri == f"workspaces/{home.workspace_id}/memories/{memory_id}/{artifact.id}/file.txt"
    assert (artifact.sha256, artifact.size_bytes, artifact.artifact_type) == (DIGEST, len(BYTES), "log")
    assert files(folder) == [artifact.storage_uri]
    assert open_artifact(artifact).read() == BYTES


def test_its_provenance_is_noted(home, upload):
    artifact = upload()
    with scope.enter(home.workspace_id):
        row = Provenance.objects.get(artifact=artifact)
    assert (row.source_identity, row.memory_id) == ("agent:supervisor", None)


def test_the_digest_that_was_said_must_be_right(upload, folder):
    assert upload(sha256=DIGEST.upper()).sha256 == DIGEST
    with pytest.raises(DigestMismatch):
        upload(b"something else", sha256=DIGEST)
    assert len(files(folder)) == 1


def test_a_file_of_25_mb_and_one_byte_more(upload, folder):
    assert upload(b"x" * limits.ARTIFACT_BYTES).size_bytes == limits.ARTIFACT_BYTES
    with pytest.raises(ArtifactTooLarge):
        upload(b"y" * (limits.ARTIFACT_BYTES + 1))
    assert len(files(folder)) == 1


def test_the_same_file_is_kept_once(upload, folder):
    assert upload().id == upload().id and len(files(folder)) == 1


@pytest.mark.parametrize("name", ["../../etc/passwd", "..", "/etc/passwd", "a\\b", "", "ä ö.txt", "x" * 256])
def test_no_name_leads_out_of_the_folder(upload, folder, name):
    artifact = upload(name=name)
    assert len(files(folder)) == 1 and artifact.storage_uri.count("/") == 4
    assert (folder / artifact.storage_uri).resolve().is_relative_to(folder)


def test_nothing_stays_when_the_row_can_not_be_written(upload, supervisor, folder):
    with pytest.raises(DatabaseError, match="NUL"):
        upload(actor=replace(supervisor, role="\x00"))
    assert files(folder) == []


def test_who_may_not_write_there_may_not_keep_a_file(upload, elsewhere, supervisor):
    with pytest.raises(UnknownPerson):
        upload(scope=("memories", str(elsewhere.user_id)))
    with pytest.raises(NotAllowed):
        upload(sensitivity="confidential")


def test_a_memory_that_can_not_be_seen_gets_no_file(upload, write, planner, folder):
    hidden = write("Born in May.", category="profile").memory_id
    with pytest.raises(UnknownMemory):
        upload(actor=planner, memory_id=hidden)
    assert files(folder) == []


def test_attaching_passes_the_gate_and_is_told_once(home, upload, attach, memory_id):
    artifact = upload()
    first, again = attach(memory_id, artifact), attach(memory_id, artifact)
    assert isinstance(first, Applied) and first.event == "UPDATE" and again.event is None
    with scope.enter(home.workspace_id):
        rows = History.objects.filter(memory_id=memory_id, event="UPDATE")
        assert [row.meta for row in rows] == [{"attached": str(artifact.id)}]


def test_detaching_leaves_the_artifact(home, upload, attach, memory_id):
    artifact = upload()
    attach(memory_id, artifact)
    attach(memory_id, artifact, DetachArtifact)
    with scope.enter(home.workspace_id):
        assert ArtifactLink.objects.count() == 0 and Artifact.objects.count() == 1


def test_a_memory_may_be_written_with_its_evidence(home, upload, about_ana, supervisor, now):
    artifact = upload()
    draft = MemoryDraft(namespace=(*about_ana, "work"), key="a", content="It failed.", artifact_refs=(artifact.id,))
    answer = submit(WriteMemory(draft=draft), actor=supervisor, now=now)
    with scope.enter(home.workspace_id):
        assert ArtifactLink.objects.get().memory_id == answer.memory_id


def test_the_scope_must_be_that_of_the_memory_or_above_it(upload, attach, memory_id, about_ana):
    answer = attach(memory_id, upload(scope=(*about_ana, "work")))
    assert isinstance(answer, Refused) and answer.reason is Refusal.INVALID
    shared = attach(memory_id, upload(scope=("shared", "team")))
    assert isinstance(shared, Refused)


def test_the_database_holds_the_scope_too(home, upload, memory_id, about_ana, now):
    artifact = upload(scope=(*about_ana, "work"))
    with scope.enter(home.workspace_id), pytest.raises(DatabaseError, match="scope"), transaction.atomic():
        ArtifactLink.objects.create(memory_id=memory_id, artifact=artifact, created_at=now)


def test_evidence_is_seen_by_whom_its_memory_is_seen(home, upload, attach, write, planner, supervisor, stranger, now):
    loose, hidden = upload(), upload(b"other")
    attach(write("Born in May.", category="profile").memory_id, hidden)
    with scope.enter(home.workspace_id):
        assert set(Artifact.objects.visible_to(supervisor, now=now)) == {loose, hidden}
        assert set(Artifact.objects.visible_to(planner, now=now)) == {loose}
        assert set(Artifact.objects.visible_to(stranger, now=now)) == set()


def test_what_can_not_be_seen_can_not_be_attached(upload, attach, write, memory_id, planner):
    hidden = upload()
    attach(write("Born in May.", category="profile").memory_id, hidden)
    assert attach(memory_id, hidden, actor=planner).reason is Refusal.NOT_FOUND


@pytest.fixture
def reference(about_ana, supervisor, now):
    def _reference(uri="s3://logs/1", **fields):
        fields = {"scope": about_ana, "artifact_type": "log", "sha256": DIGEST} | fields
        draft = ArtifactReference(storage_uri=uri, **fields)
        return reference_artifact(reference=draft, actor=supervisor, now=now)

    return _reference


def test_a_reference_is_kept_without_a_file(reference, folder, now):
    artifact = reference()
    assert (artifact.storage_uri, artifact.is_stored, files(folder)) == ("s3://logs/1", False, [])
    assert link_to(artifact, now=now).url == "s3://logs/1"
    assert reference().id == artifact.id


@pytest.mark.parametrize("uri", ["file:///etc/passwd", "javascript:alert(1)", "workspaces/1/x", "x", "http://a/b"])
def test_other_addresses_are_refused(reference, uri):
    with pytest.raises(ValidationError):
        reference(uri)


@pytest.mark.parametrize("sha256", ["", "g" * 64, "a" * 63, "a" * 65])
def test_a_digest_has_64_hexadecimal_digits(reference, sha256):
    with pytest.raises(ValidationError):
        reference(sha256=sha256)


def test_a_link_opens_the_file_until_it_expires(upload, now, settings):
    artifact = upload()
    link = link_to(artifact, now=now)
    assert link.expires_at == now + timedelta(seconds=settings.ARTIFACT_LINK_SECONDS)
    found, file = open_linked(link.token, now=link.expires_at - timedelta(seconds=1))
    assert (found.id, file.read()) == (artifact.id, BYTES)
    with pytest.raises(InvalidLink):
        open_linked(link.token, now=link.expires_at)


@pytest.mark.parametrize("damage", [lambda t: t[:-1], lambda t: "x" + t, lambda t: "", lambda t: t.replace(":", "")])
def test_a_damaged_link_opens_nothing(upload, now, damage):
    with pytest.raises(InvalidLink):
        open_linked(damage(link_to(upload(), now=now).token), now=now)


def test_a_link_to_what_is_gone_opens_nothing(home, upload, now):
    artifact = upload()
    token = link_to(artifact, now=now).token
    with scope.enter(home.workspace_id):
        artifact.delete()
    with pytest.raises(InvalidLink):
        open_linked(token, now=now)


def test_a_workspace_s_files_are_deleted_by_their_prefix(home, upload, memory_id, folder):
    upload(memory_id=memory_id), upload(b"loose")
    default_storage.save(f"workspaces/{home.user_id}/artifacts/1/other", BytesIO(b"other"))
    assert delete_workspace_files(home.workspace_id) == 2
    assert files(folder) == [f"workspaces/{home.user_id}/artifacts/1/other"]
    assert delete_workspace_files(home.workspace_id) == 0


def test_evidence_goes_with_the_last_memory_it_is_of(
    home, upload, attach, write, memory_id, folder, django_capture_on_commit_callbacks
):
    shared, own = upload(), upload(b"own")
    other = write("Another.", category="tasks").memory_id
    attach(memory_id, own), attach(memory_id, shared), attach(other, shared)
    with scope.enter(home.workspace_id), django_capture_on_commit_callbacks(execute=True):
        assert erase_with_memories([memory_id]) == 1
    assert files(folder) == [shared.storage_uri]


def test_a_person_s_artifacts_are_erased(home, upload, folder, django_capture_on_commit_callbacks):
    upload()
    kept = upload(b"team", scope=("shared", "team"))
    with scope.enter(home.workspace_id), django_capture_on_commit_callbacks(execute=True):
        assert erase_of_person(home.user_id) == 1
        assert list(Artifact.objects.all()) == [kept]
    assert files(folder) == [kept.storage_uri]


def test_uploading_for_a_memory_attaches_it(home, memory_id, about_ana, supervisor, now):
    draft = Upload(scope=about_ana, artifact_type="log", memory_id=memory_id)
    artifact, outcome = add_upload(upload=draft, content=BytesIO(BYTES), actor=supervisor, now=now)
    assert isinstance(outcome, Applied)
    with scope.enter(home.workspace_id):
        assert ArtifactLink.objects.get().artifact_id == artifact.id


def test_a_refused_attachment_leaves_nothing(
    home, write, about_ana, researcher, now, folder, django_capture_on_commit_callbacks
):
    own = write("Deep water.", actor=researcher, category="knowledge", namespace=(*about_ana, "notes")).memory_id
    draft = ArtifactReference(
        scope=(*about_ana, "elsewhere"), artifact_type="log", sha256=DIGEST, storage_uri="https://example.org/a"
    )
    _, outcome = add_reference(reference=draft, memory_id=own, actor=researcher, now=now)
    assert isinstance(outcome, Refused)
    with scope.enter(home.workspace_id):
        assert Artifact.objects.count() == 0


def test_purging_a_memory_destroys_its_evidence(
    home, upload, attach, forget, supervisor, memory_id, folder, now, django_capture_on_commit_callbacks
):
    attach(memory_id, upload())
    forget(memory_id, supervisor)
    with scope.enter(home.workspace_id), authorize_maintenance(actor=supervisor, now=now):
        Memory.objects.filter(id=memory_id).update(purge_at=now - timedelta(days=1))
    with django_capture_on_commit_callbacks(execute=True):
        assert purge_memories(workspace_id=home.workspace_id, now=now) == 1
    assert files(folder) == []


def test_what_was_uploaded_for_a_memory_and_taken_away_goes_with_it(home, upload, memory_id, folder, now):
    upload(memory_id=memory_id)
    kept = upload(b"of nobody")
    with scope.enter(home.workspace_id), authorize_maintenance(actor=None, now=now):
        assert erase_with_memories([memory_id]) == 1
        assert list(Artifact.objects.values_list("id", flat=True)) == [kept.id]


def test_files_that_a_purge_left_behind_are_swept(home, upload, memory_id, folder):
    stays = upload(memory_id=memory_id).storage_uri
    gone = folder / f"workspaces/{home.workspace_id}/memories/{uuid4()}/x/left.log"
    gone.parent.mkdir(parents=True)
    gone.write_bytes(b"left behind")
    assert [sweep_files(workspace_id=home.workspace_id) for _ in range(2)] == [1, 0]
    assert files(folder) == [stays]


def test_a_file_that_is_another_memory_s_evidence_too_is_not_swept(home, upload, write, attach, memory_id, folder):
    artifact = upload(memory_id=memory_id)
    attach(write("Another upload failed.", category="tasks").memory_id, artifact)
    with scope.enter(home.workspace_id):
        Artifact.objects.filter(id=artifact.id).update(
            storage_uri=artifact.storage_uri.replace(str(memory_id), str(uuid4()))
        )
        uri = Artifact.objects.get().storage_uri
    (folder / uri).parent.mkdir(parents=True)
    (folder / artifact.storage_uri).rename(folder / uri)
    assert sweep_files(workspace_id=home.workspace_id) == 0 and files(folder) == [uri]


def test_folders_of_other_names_are_left_alone(home, folder):
    other = folder / f"workspaces/{home.workspace_id}/memories/notes/readme"
    other.parent.mkdir(parents=True)
    other.write_bytes(b"not ours")
    assert sweep_files(workspace_id=home.workspace_id) == 0 and other.exists()
