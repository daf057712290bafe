"""`manage.py delete_artifacts`: a workspace's artifacts go by their prefix (004)."""

from io import BytesIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from memories.artifacts.drafts import Upload
from memories.artifacts.store_artifact import upload_artifact
from memories.models import Artifact
from workspaces import scope
from workspaces.actors import system_actor

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    options = settings.STORAGES["default"]["OPTIONS"] | {"location": tmp_path}
    settings.STORAGES = settings.STORAGES | {"default": settings.STORAGES["default"] | {"OPTIONS": options}}
    return tmp_path


@pytest.fixture
def keep(now):
    def _keep(workspace):
        upload = Upload(scope=("memories", str(workspace.user_id)), artifact_type="log", name="log")
        actor = system_actor(workspace.workspace_id, "test")
        upload_artifact(upload=upload, content=BytesIO(b"a log"), actor=actor, now=now)

    return _keep


def files(folder):
    return [path for path in folder.rglob("*") if path.is_file()]


def test_one_workspace_s_go_and_another_s_stay(home, elsewhere, keep, folder, capsys):
    keep(home), keep(elsewhere)
    call_command("delete_artifacts", str(home.workspace_id), "--yes")
    assert "Deleted 1 artifacts and 1 files of Home." in capsys.readouterr().out
    (left,) = files(folder)
    assert str(elsewhere.workspace_id) in str(left)
    with scope.enter(home.workspace_id):
        assert not Artifact.objects.exists()


def test_nothing_is_deleted_without_a_yes(home, keep, folder, capsys):
    keep(home)
    call_command("delete_artifacts", str(home.workspace_id))
    assert "would delete" in capsys.readouterr().out and len(files(folder)) == 1


def test_a_workspace_that_is_not_there_is_refused(db):
    with pytest.raises(CommandError, match="no such workspace"):
        call_command("delete_artifacts", str(uuid4()), "--yes")
