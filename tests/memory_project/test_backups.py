"""A backup, restored elsewhere: the same answers, the same seals, and whoever was erased stays erased."""

import json
import re
import shutil
from collections.abc import Iterator

import pytest

from memory_project.backups.archive import check_whole
from memory_project.backups.database import BackupFailed
from memory_project.backups.drafts import prune_backups
from operations.backup_places import place_of, whole_backups
from tests import buckets
from tests.memory_project.own_databases import Installation, folder_with_database

LOAD = """
import django; django.setup()
import json, sys
from pathlib import Path
from django.core.management import call_command
from django.utils import timezone
from consent.changes import WriteMemory
from consent.gate import submit
from memories.drafts import MemoryDraft
from operations.privacy.erase_person import request_erasure
from workspaces import scope
from workspaces.actions.authenticate_key import authenticate_key
from workspaces.actions.create_workspace import create_workspace
from workspaces.models import Membership, Person

def write(actor, person, key, content):
    draft = MemoryDraft(namespace=("memories", str(person)), key=key, content=content)
    submit(WriteMemory(draft=draft), actor=actor, now=timezone.now())
"""
FILL = f"""{LOAD}
call_command("migrate", verbosity=0)
made = create_workspace(name="Home", username="owner", person_name="Ana")
actor = authenticate_key(made.api_keys["supervisor"], now=timezone.now())
with scope.enter(made.workspace_id):
    ben = Person.objects.create(name="Ben").id
write(actor, made.user_id, "risotto", "Ana cooks mushroom risotto.")
write(actor, ben, "boat", "Ben repairs a boat.")
from operations.jobs.maintenance import seal_history
seal_history(None)
print(json.dumps({{"key": made.api_keys["supervisor"], "ana": str(made.user_id), "ben": str(ben)}}))
"""
ERASE = f"""{LOAD}
ben = Person.everybody
owner = Membership.objects.get().as_person()
with scope.enter(owner.workspace_id):
    ben = Person.objects.get(name="Ben").id
from workspaces.actors import Actor, ActorKind
staff = Actor(kind=ActorKind.STAFF, workspace_id=owner.workspace_id, id=owner.id, name="owner", role="owner")
print(request_erasure(person_id=ben, confirmation="Ben", actor=staff, now=timezone.now()).erased_at)
"""
ASK = f"""{LOAD}
from django.test import Client
known = json.loads(sys.argv[1])
def ask(person, query):
    headers = {{"Authorization": "Bearer " + known["key"]}}
    body = json.dumps({{"user_id": person, "query": query}})
    answer = Client().post("/api/v1/memory/query", body, content_type="application/json", headers=headers)
    content = answer.json()
    return [one["content"] for one in content] if answer.status_code == 200 else answer.status_code
print(json.dumps([ask(known["ana"], "What does she cook?"), ask(known["ben"], "What does he repair?")]))
"""


UPLOAD = f"""{LOAD}
from io import BytesIO
from memories.artifacts.drafts import Upload
from memories.artifacts.store_artifact import upload_artifact
known = json.loads(sys.argv[1])
actor = authenticate_key(known["key"], now=timezone.now())
draft = Upload(scope=("memories", known["ana"]), artifact_type="log", name="upload.log")
print(upload_artifact(upload=draft, content=BytesIO(b"a log"), actor=actor, now=timezone.now()).storage_uri)
"""
# Seals that come between the copy of their log and the dump, as they do while people write.
BACK_UP_BETWEEN_SEALS = f"""{LOAD}
from memory_project.backups import archive
from operations.jobs.maintenance import seal_history
known = json.loads(sys.argv[2])
actor = authenticate_key(known["key"], now=timezone.now())
dump = archive.database.dump
def late(file):
    for n in range(2):
        write(actor, known["ana"], f"late{{n}}", "Ana swims.")
        seal_history(None)
    dump(file)
archive.database.dump = late
print(archive.create_backup(sys.argv[1], passphrase=sys.argv[3]))
"""


@pytest.fixture
def original() -> Iterator[Installation]:
    with folder_with_database(0o755) as data_dir:
        yield Installation(data_dir).prepare()


@pytest.fixture
def elsewhere() -> Iterator[Installation]:
    with folder_with_database(0o755) as data_dir:
        yield Installation(data_dir)


@pytest.fixture
def passphrase(tmp_path):
    file = tmp_path / "passphrase"
    file.write_text("correct horse battery staple\n")
    return file


def test_a_restored_backup_answers_the_same_verifies_and_forgets_again(original, elsewhere, tmp_path, passphrase):
    known = original.says("-c", FILL).splitlines()[-1]
    before = json.loads(original.says("-c", ASK, known))
    assert before == [["Ana cooks mushroom risotto."], ["Ben repairs a boat."]]
    made = original.says("manage.py", "backup", str(tmp_path / "all"), "--passphrase-file", str(passphrase))
    assert "None" not in original.says("-c", ERASE)

    erasures = original.data_dir / "seals" / "erasures.jsonl"
    restored = elsewhere.says(
        "manage.py", "restore_backup", made, "--passphrase-file", str(passphrase), "--erasures", str(erasures)
    )

    assert "1 people were erased" in restored and re.search(r"Home .* holds: 1 seals", restored)
    again = elsewhere.run("manage.py", "restore_backup", made)
    assert again.returncode == 1 and "not empty" in again.stderr
    after = json.loads(elsewhere.says("-c", ASK, known))
    assert after == [before[0], 404]
    for name in ("secret.key", "seal.key"):
        assert (elsewhere.data_dir / name).read_text() == (original.data_dir / name).read_text()


def test_a_bucket_holds_backups_and_brings_them_back(original, elsewhere, httpserver, passphrase):
    bucket = buckets.serve(httpserver)
    keys = {"S3_ENDPOINT_URL": httpserver.url_for(""), "S3_REGION": "eu-north-1", "S3_ACCESS_KEY": "ID"}
    variables = keys | {"S3_SECRET_KEY": "SECRET", "ARTIFACT_BUCKET": buckets.NAME}
    known = original.says("-c", FILL).splitlines()[-1]
    artifact = original.says("-c", UPLOAD, known, **variables).splitlines()[-1]
    place = f"s3://{buckets.NAME}/nightly"

    with_keys = ("--passphrase-file", str(passphrase))
    made = original.says("manage.py", "backup", place, *with_keys, **variables)
    folder = made.removeprefix(f"s3://{buckets.NAME}/")
    assert f"{folder}/manifest.json" in bucket.files and f"{folder}/artifacts/{artifact}" in bucket.files
    content = bucket.files.pop(artifact)
    elsewhere.says("manage.py", "restore_backup", made, *with_keys, **variables)

    assert bucket.files[artifact] == content
    assert json.loads(elsewhere.says("-c", ASK, known))[0] == ["Ana cooks mushroom risotto."]
    younger = original.says("manage.py", "backup", place, "--keep", "1", **variables)
    left = {name.split("/")[1] for name in bucket.files if name.startswith("nightly/")}
    assert left == {younger.rpartition("/")[2]}


def test_seals_that_are_younger_than_the_copy_of_their_log_are_proved_by_the_database(
    original, elsewhere, tmp_path, passphrase
):
    known = original.says("-c", FILL).splitlines()[-1]
    words = passphrase.read_text().strip()
    made = original.says("-c", BACK_UP_BETWEEN_SEALS, str(tmp_path / "all"), known, words).splitlines()[-1]
    restored = elsewhere.says("manage.py", "restore_backup", made, "--passphrase-file", str(passphrase))
    assert "2 heads were written again" in restored and "holds: 3 seals" in restored


@pytest.fixture
def folder(tmp_path):
    """Three whole backups and one that was interrupted."""
    for day in (1, 2, 3):
        backup = tmp_path / f"memory-2026110{day}T003000Z"
        backup.mkdir()
        (backup / "database.dump").write_text("dump")
        digest = "2ef4f4a1ab1a5ef1d9a7c6e1f7ab8a0d8c8c0b28fa79b0c6d1a3b3b7d1c8f3f1"
        (backup / "manifest.json").write_text(json.dumps({"format": 1, "sha256": {"database.dump": digest}}))
    (tmp_path / ".memory-20261104T003000Z").mkdir()
    return tmp_path


def test_old_backups_go_and_an_interrupted_one_is_none(folder):
    assert prune_backups(str(folder), keep=2) == 1
    assert whole_backups(place_of(str(folder))) == ["memory-20261102T003000Z", "memory-20261103T003000Z"]


def test_a_damaged_backup_is_refused_before_anything_is_changed(folder):
    with pytest.raises(BackupFailed, match=r"database\.dump is missing or damaged"):
        check_whole(folder / "memory-20261101T003000Z")
    shutil.rmtree(folder / "memory-20261101T003000Z")
    with pytest.raises(BackupFailed, match="is no backup"):
        check_whole(folder / "memory-20261101T003000Z")
