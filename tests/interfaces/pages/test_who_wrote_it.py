"""Where a memory comes from is told of what it says now: staff's edits and imports are theirs, on pages and exports."""

import json

import pytest

from memories.models import Memory
from operations import jobs
from operations.importing.uploads import import_upload, new_upload
from operations.models import ImportRun
from workspaces import scope
from workspaces.models import Account

pytestmark = pytest.mark.django_db
LINES = (
    {"content": "Grows figs."},
    {"type": "fact", "category": "preference", "key": "coding_style", "value": "black"},
)


@pytest.fixture
def edited(owner, fact):
    """A fact of an agent that staff gave another value."""
    memory_id = fact("coding_style", "black")
    page = f"/admin/memories/memory/{memory_id}/"
    seen = owner.get(f"{page}change/").context["edit_form"]["change_id"].value()
    owner.post(f"{page}edit/", {"content": "pep8", "value": "pep8", "change_id": seen})
    return memory_id


@pytest.fixture
def imported(home, now):
    """A memory and a fact of a file that staff imported."""
    content = "\n".join(map(json.dumps, LINES)).encode()
    with scope.enter(home.workspace_id):
        upload = {"source": "jsonl", "name": "a.jsonl", "content": content, "only": ""}
        new_upload(**upload, person_id=home.user_id, account_id=Account.objects.get(username="owner").id, now=now)
    jobs.JOBS["import_uploads"](home.workspace_id)
    with scope.enter(home.workspace_id):
        import_upload(ImportRun.objects.get())
    jobs.JOBS["import_uploads"](home.workspace_id)
    with scope.enter(home.workspace_id):
        return [row.id for row in Memory.objects.order_by("id")]


def listed(client, trust):
    return {row.id for row in client.get("/memories", {"trust": trust}).context["page"].rows}


def authors(client):
    export = json.loads(b"".join(client.get("/my-data/export.json").streaming_content))
    return {row["written_by"] for row in export["memories"]}


def test_a_fact_that_staff_edited_is_told_as_theirs(owner, edited):
    for address in (f"/memories/{edited}", "/memories", "/my-data", "/my-data/export.html"):
        told = owner.get(address).content.decode().rpartition('<ul class="rows">')[2]  # below the filters
        assert "Saved by your admin" in told and "Saved by an assistant" not in told, address
    assert owner.get("/my-data").context["origins"] == [("staff", 1)]
    assert listed(owner, "staff") == {edited} and not listed(owner, "agent")
    assert authors(owner) == {"staff"}


def test_an_assistant_s_words_stay_its_own_where_staff_change_what_is_beside_them(owner, note):
    memory_id = note("Ana climbs on Mondays.", category="tasks")
    page = f"/admin/memories/memory/{memory_id}/"
    seen = owner.get(f"{page}change/").context["edit_form"]["change_id"].value()
    owner.post(f"{page}edit/", {"content": "Ana climbs on Mondays.", "change_id": seen, "category": "goals"})

    assert listed(owner, "agent") == {memory_id} and not listed(owner, "staff")
    assert authors(owner) == {"agent"}


def test_what_was_imported_is_told_as_imported(owner, imported):
    assert len(imported) == 2
    for address in (*(f"/memories/{one}" for one in imported), "/memories", "/my-data", "/my-data/export.html"):
        told = owner.get(address).content.decode().rpartition('<ul class="rows">')[2]  # below the filters
        assert "Imported" in told and "Inferred automatically" not in told, address
    assert owner.get("/my-data").context["origins"] == [("source", 2)]
    assert listed(owner, "source") == set(imported) and not listed(owner, "derived")
    assert authors(owner) == {"import"}
