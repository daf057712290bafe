"""Everything of a workspace as an archive that proves itself, and nothing of any other."""

import hashlib
import json
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command

from memories.models import History
from memories.sealing import keys
from operations.jobs.maintenance import seal_history
from operations.privacy.export_proof import UnprovedExport
from operations.privacy.verify_workspace_export import verify_workspace_export
from operations.privacy.workspace_export import MANIFEST, SIGNATURE, write_workspace_export
from operations.privacy.workspace_sections import LEFT_OUT, WORKSPACE_SECTIONS
from tests.operations.privacy.erasure.test_every_table import HERS, HIS
from workspaces import scope
from workspaces.models import TenantModel

pytestmark = pytest.mark.django_db(transaction=True)
# Said of the workspace, and by the links between sections.
ELSEWHERE = {"memories.History", "workspaces.Membership"}


@pytest.fixture
def archive(told, home, owner_of_home, now, tmp_path):
    path = tmp_path / "home.zip"
    seal_history(None)
    with path.open("wb") as file:
        write_workspace_export(file, actor=owner_of_home, now=now)
    return path


def contents(path):
    with ZipFile(path) as found:
        return {name: found.read(name) for name in found.namelist()}


def lines(path, section):
    return [json.loads(line) for line in contents(path)[f"{section}.jsonl"].splitlines()]


def rewrite(path, changed):
    """The archive with other contents."""
    files = contents(path) | changed
    with ZipFile(path, "w", ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(name, content)


def verified(path):
    return verify_workspace_export(path, trusted=keys.trusted_keys())


def test_every_table_is_exported_or_said_why_not():
    inner = {part.model._meta.label for section in WORKSPACE_SECTIONS for part in section.inner}
    exported = {section.model._meta.label for section in WORKSPACE_SECTIONS} | inner
    tenants = {model._meta.label for model in apps.get_models() if issubclass(model, TenantModel)}

    assert tenants == (exported | set(LEFT_OUT)) - {"workspaces.Membership"}
    assert exported.isdisjoint(LEFT_OUT)


def test_each_section_has_every_row_of_its_table(archive, home):
    with scope.enter(home.workspace_id):
        stored = {
            section.name: section.model._default_manager.count()
            for section in WORKSPACE_SECTIONS
            if section.model._meta.label not in ELSEWHERE
        }
    assert {name: len(lines(archive, name)) for name in stored} == stored
    assert [name for name, count in stored.items() if not count and name not in ("tombstones", "webhooks")] == []


def test_it_holds(archive, home):
    found = verified(archive)
    assert (found.workspace_id, found.waiting) == (str(home.workspace_id), 0)
    assert found.history == len(lines(archive, "history")) > 10


def test_it_says_nothing_of_another_workspace(archive, elsewhere):
    said = b"".join(contents(archive).values())
    assert HERS.encode() in said
    assert HIS.encode() not in said and str(elsewhere.workspace_id).encode() not in said


def test_secrets_stay(archive, home):
    assert lines(archive, "api_keys")
    assert all("secret_sha256" not in row for row in lines(archive, "api_keys"))
    said = b"".join(contents(archive).values())
    assert not any(key.rsplit("_", 1)[1].encode() in said for key in home.api_keys.values())


def test_files_are_in_it(archive):
    [artifact] = [row for row in lines(archive, "artifacts") if row["name"] == f"{HERS}.txt"]
    assert contents(archive)[f"artifacts/{artifact['id']}"] == HERS.encode()
    assert verified(archive).files == 1


def test_shared_memories_are_in_it(archive):
    assert [row["person_id"] for row in lines(archive, "memories") if row["key"] == "plan"] == [None]


def test_the_history_says_who_took_it(archive, home, owner_of_home):
    with scope.enter(home.workspace_id):
        row = History.objects.get(event="EXPORT")
    assert (row.actor_id, row.person_id) == (owner_of_home.id, None)
    assert row.meta["rows"] == sum(json.loads(contents(archive)[MANIFEST])["rows"].values())


def test_a_changed_memory_is_found_by_its_checksum(archive):
    name = "memories.jsonl"
    rewrite(archive, {name: contents(archive)[name].replace(b"eats bread", b"eats glass")})
    with pytest.raises(UnprovedExport, match=r"memories.jsonl is not what was exported"):
        verified(archive)


def test_a_changed_manifest_by_its_signature(archive):
    rewrite(archive, {MANIFEST: contents(archive)[MANIFEST].replace(b'"Home"', b'"Lair"')})
    with pytest.raises(UnprovedExport, match="not signed"):
        verified(archive)


def test_even_who_has_the_seal_key_cannot_make_the_history_say_something_else(archive):
    name, files = "memories.jsonl", contents(archive)
    forged = files[name].replace(b"eats bread", b"eats glass")
    digest = hashlib.sha256(files[name]).hexdigest().encode()
    manifest = files[MANIFEST].replace(digest, hashlib.sha256(forged).hexdigest().encode())
    rewrite(archive, {name: forged, MANIFEST: manifest, SIGNATURE: keys.sign(manifest).encode()})
    with pytest.raises(UnprovedExport, match="is not what was sealed"):
        verified(archive)


def test_a_file_more_or_less_is_found(archive):
    rewrite(archive, {"artifacts/more": b"x"})
    with pytest.raises(UnprovedExport, match="other files"):
        verified(archive)


def test_another_server_s_key_does_not_do(archive):
    with pytest.raises(UnprovedExport, match="not signed"):
        verify_workspace_export(archive, trusted=["00" * 32])


@pytest.mark.parametrize("content", [b"", b"PK", b"not a zip at all"])
def test_what_is_no_export_is_said_to_be_none(tmp_path, content):
    path = tmp_path / "x.zip"
    path.write_bytes(content)
    with pytest.raises(UnprovedExport, match="no export"):
        verified(path)


def test_what_was_not_sealed_yet_is_counted(told, api, home, owner_of_home, now, tmp_path):
    api.post("/memories", {"user_id": str(home.user_id), "key": "late", "content": "Ana bought a bicycle."})
    path = tmp_path / "home.zip"
    with path.open("wb") as file:
        write_workspace_export(file, actor=owner_of_home, now=now)
    assert verified(path).waiting == 1


def test_the_commands_write_and_check_it(told, home, tmp_path, capsys):
    path = tmp_path / "home.zip"
    call_command("export_workspace", str(path), workspace=home.workspace_id)
    call_command("verify_export", str(path))
    assert "This export holds" in capsys.readouterr().out
    assert path.stat().st_mode & 0o077 == 0
    with pytest.raises(CommandError, match="exists already"):
        call_command("export_workspace", str(path), workspace=home.workspace_id)
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(CommandError, match="does not hold"):
        call_command("verify_export", str(path))


def test_agents_are_given_none(supervisor, now):
    with pytest.raises(AssertionError):
        write_workspace_export(BytesIO(), actor=supervisor, now=now)
