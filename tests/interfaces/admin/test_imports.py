"""Imports: a file is tried, then imported by a job; what becomes of its records is told before and after."""

import json
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from consent.models import Proposal
from memories.models import Memory
from operations import jobs
from operations.models import ImportRun, JobRun
from workspaces.models import Person
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db
PAGE = "/admin/imports/"
LINES = (
    {"type": "memory", "id": "m1", "content": "Grows figs.", "title": "Garden"},
    {"type": "memory", "id": "m2", "content": "Sells jam.", "importance": 7},
    {"type": "fact", "id": "f1", "category": "identity", "key": "city", "value": "Faro"},
    {"type": "turn", "session": "chat-1", "role": "user", "content": "I grow figs."},
)


@pytest.fixture
def upload(owner, home):
    """Send a file of these lines; answers with the page that follows."""

    def _upload(*lines, client=owner, text="", name="notes.jsonl", **fields):
        content = text or "\n".join(map(json.dumps, lines))
        form = {"person": home.user_id, "source": "jsonl", "file": SimpleUploadedFile(name, content.encode()), **fields}
        return client.post(PAGE, form, follow=True)

    return _upload


@pytest.fixture
def work(home):
    return lambda: jobs.JOBS["import_uploads"](home.workspace_id)


@pytest.fixture
def told(owner, in_home):
    """The page of the latest import."""

    def _told(**posted):
        with in_home():
            page = f"{PAGE}{ImportRun.objects.latest('created_at').id}/"
        return owner.post(page, posted, follow=True) if posted else owner.get(page)

    return _told


def counts(response):
    return {str(name): count for name, count in response.context["counts"]}


def test_a_file_is_tried_with_nothing_stored_and_then_imported(upload, work, told, in_home):
    page = upload(*LINES).content.decode()
    assert "Being tried" in page and "0 of 4 records are through." in page
    assert JobRun.objects.filter(job="import_uploads").count() == 1
    work()

    tried = told()
    assert counts(tried) == {
        "Would be stored": 1,
        "Would wait for the person, or for a second sign": 1,
        "Questions that the person would be asked": 1,
        "Would be left out: see the problems": 1,
        "Messages that would be added": 1,
    }
    [(line, record, reason)] = tried.context["problems"]
    assert (line, record) == (2, "m2") and reason.startswith("importance: ")
    with in_home():
        assert not Memory.objects.exists() and not Proposal.objects.exists()

    assert "Being imported" in told(**{"import": "1"}).content.decode()
    work()
    done = told()
    assert counts(done)["Stored"] == 1 and counts(done)["Messages added"] == 1
    assert "What is remembered about Ana" in done.content.decode()
    with in_home():
        assert [row.current.content for row in Memory.objects.select_related("current")] == ["Grows figs."]
        assert Proposal.objects.get().new_value == "Faro" and ImportRun.objects.get().content is None


def test_a_file_that_cannot_be_read_is_refused_with_its_line(upload, in_home):
    page = upload(text="nonsense").content.decode()

    assert "It cannot be read: Line 1 is not JSON" in page
    with in_home():
        assert not ImportRun.objects.exists()


def test_the_same_file_again_changes_nothing(upload, work, told):
    for _ in range(2):
        upload(LINES[0])
        work()
        told(**{"import": "1"})
        work()

    assert counts(told()) == {"Were there already": 1}


def test_a_long_file_is_carried_out_in_slices(upload, work, told, monkeypatch):
    monkeypatch.setattr("operations.importing.uploads.SLICE_SECONDS", 0.0)
    upload(*({"content": f"Grows {number} figs.", "id": f"m{number}"} for number in range(120)))
    work()

    assert counts(told()) == {"Would be stored": 120}


def test_what_nobody_goes_on_with_is_deleted_after_a_week(upload, work, told, in_home):
    upload(LINES[0])
    work()
    with in_home():
        ImportRun.objects.update(created_at=timezone.now() - timedelta(days=8))
    work()

    page = told().content.decode()
    assert "the file was deleted" in page and "Import now" not in page


def test_an_import_is_discarded(upload, work, told, owner, in_home):
    upload(LINES[0])
    work()
    assert "Discarded" in told(discard="1").content.decode()

    assert "No file was imported here yet." in owner.get(PAGE).content.decode()


def test_a_person_s_page_leads_to_the_form_with_them_chosen(owner, colleague, in_home):
    with in_home():
        ben = Person.objects.get(name="Ben")
    address = f"{PAGE}?person={ben.id}"

    assert f'<a href="{address}">Import a file</a>' in owner.get(f"/admin/workspaces/person/{ben.id}/").content.decode()
    assert f'<option value="{ben.id}" selected>Ben</option>' in owner.get(address).content.decode()


def test_only_owners_and_admins_import(upload, work, told, login, in_home):
    upload(LINES[0])
    work()
    with in_home():
        page = f"{PAGE}{ImportRun.objects.get().id}/"
    reviewer = login(Role.REVIEWER)

    assert "Upload and try" not in reviewer.get(PAGE).content.decode()
    assert "Import now" not in reviewer.get(page).content.decode()
    assert upload(LINES[0], client=reviewer).status_code == 403
    assert reviewer.post(page, {"import": "1"}).status_code == 403


def test_of_somebody_who_was_erased_nothing_is_imported(upload, work, told, owner, home, in_home):
    upload(LINES[0])
    owner.post(f"/admin/workspaces/person/{home.user_id}/erase/", {"confirmation": "Ana", "password": home.password})

    work()
    with in_home():
        assert not ImportRun.objects.exists() and not Memory.objects.exists()


def imported(upload, work, told, *lines):
    upload(*lines)
    work()
    told(**{"import": "1"})
    work()


def test_who_imported_what_file_is_told_of_the_memory_the_history_and_the_question(upload, work, told, owner, in_home):
    imported(upload, work, told, {"content": "Grows figs."}, {"content": "I live in Lisbon."})
    with in_home():
        [memory], [question] = Memory.objects.all(), Proposal.objects.all()

    page = owner.get(f"/admin/memories/memory/{memory.id}/change/").content.decode()
    assert "<dd>Imported by owner from notes.jsonl</dd>" in page
    assert "Import of notes.jsonl by owner" in page and "The server" not in page
    asked = owner.get(f"/admin/consent/proposal/{question.id}/change/").content.decode()
    assert "Import of notes.jsonl by owner wants to remember a text" in asked
    for word in ("import", "notes.jsonl", "owner"):
        found = owner.get("/admin/memories/history/", {"q": word}).content.decode()
        assert "Import of notes.jsonl by owner" in found


def test_the_keys_of_a_line_of_one_s_own_are_told(owner):
    page = owner.get(PAGE).content.decode()
    assert "<dt><code>derived_from</code></dt><dd>Keys of the memories that a memory is based on.</dd>" in page


def test_the_person_is_told_that_it_was_imported(upload, work, told, owner, in_home):
    imported(upload, work, told, {"content": "Grows figs."})
    with in_home():
        memory = Memory.objects.get()

    assert "Imported by your admin" in owner.get(f"/memories/{memory.id}").content.decode()


def test_a_sensitive_line_waits_and_nothing_is_stored(upload, work, told, in_home):
    upload({"content": "I live in Lisbon."})
    work()
    waits = {
        "Would wait for the person, or for a second sign": 1,
        "Questions that the person would be asked": 1,
    }
    assert counts(told()) == waits
    told(**{"import": "1"})
    work()
    assert [*counts(told()).values()] == [1, 1]
    with in_home():
        assert not Memory.objects.exists()


def test_where_the_part_chosen_is_not_in_the_file_nothing_is_offered(upload, work, told):
    export = json.dumps([{"id": "1", "memory": "Grows figs.", "user_id": "ana"}])
    upload(text=export, name="mem0.json", source="mem0", only="mem0.json")
    work()

    page = told().content.decode()
    assert "nothing belongs to “mem0.json”" in page and "Import now" not in page and "Discard" in page
