"""Imports: a file is tried, then imported by a job; what becomes of its records is told before and after."""

import json
import re
from datetime import timedelta

import pytest
from django.utils import timezone

from consent.models import Proposal
from memories.models import Memory
from operations.importing.formats import FORMATS
from operations.models import ImportRun, JobRun
from tests.interfaces.admin.imports.files import PAGE, archive, counts
from workspaces.models import Account, Agent, Person, Quota
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db
LINES = (
    {"type": "memory", "id": "m1", "content": "Grows figs.", "title": "Garden"},
    {"type": "memory", "id": "m2", "content": "Sells jam.", "importance": 7},
    {"type": "fact", "id": "f1", "category": "identity", "key": "city", "value": "Faro"},
    {"type": "turn", "session": "chat-1", "role": "user", "content": "I grow figs."},
)


def test_a_file_is_tried_with_nothing_stored_and_then_imported(upload, work, told, in_home):
    page = upload(*LINES).content.decode()
    assert "Being tried" in page and "0 of 4 records are through." in page
    assert 'hx-trigger="every 4s"' in page
    assert JobRun.objects.filter(job="import_uploads").count() == 1
    work()

    tried = told()
    assert 'hx-trigger="every 4s"' not in tried.content.decode()
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


FIGS = {"content": "Grows figs."}


@pytest.mark.parametrize(
    "line",
    [
        {"content": "Sews.", "source_event_id": "e", "source_label": "s"},
        {"type": "link", "from": ["a"], "to": {}},
        {"content": "Sews.", "derived_from": [{}]},
        {"content": "Sews.", "id": "a\0b"},
        {"content": "Sews.", "id": "a\ud800", "importance": 7},
        {"content": "Sews\0.", "metadata": {"b\0": "\udfff"}},
        {"content": "Sews.", "metadata": {"a": json.loads("[" * 400 + "]" * 400)}},
        {"role": "user", "content": "I sew\0.", "session": "a\0b"},
    ],
    ids=["origin", "link", "derived", "NUL", "surrogate", "metadata", "deep", "turn"],
)
def test_an_odd_record_stops_neither_the_file_nor_the_next(upload, work, told, in_home, line):
    imported(upload, work, told, line, FIGS)

    assert "Imported" in told().content.decode()
    with in_home():
        texts = [memory.current.content for memory in Memory.objects.select_related("current")]
    assert "Grows figs." in texts and set(texts) <= {"Grows figs.", "Sews."}


def test_a_file_that_the_quota_has_no_room_for_is_not_imported_and_the_next_is_tried(upload, work, told, in_home):
    upload(FIGS)
    work()
    with in_home():
        Quota.objects.update_or_create(defaults={"memories": 0})
    told(**{"import": "1"})
    work()

    page = told().content.decode()
    assert "It was not imported: The workspace may have 0 memories, and has 0." in page
    with in_home():
        assert ImportRun.objects.get().content is None
        Quota.objects.update(memories=None)
    upload(FIGS)
    work()
    assert counts(told()) == {"Would be stored": 1}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ({"content": "Sews.", "turn_start": 10**12}, "It has a number or a date that cannot be stored."),
        (
            {"role": "user", "content": "I sew.", "occurred_at": "9999-12-31T23:59:59-14:00"},
            "Line 2 is not a turn: 9999-12-31T23:59:59-14:00 is no time.",
        ),
    ],
)
def test_what_cannot_be_stored_is_left_out_with_its_line_and_the_rest_is_imported(upload, work, told, line, reason):
    imported(upload, work, told, FIGS, line, {"content": "Sings."})

    assert counts(told()) == {"Stored": 2, "Left out: see the problems": 1}
    assert told().context["problems"] == [(2, "", reason)]


@pytest.mark.parametrize("state", ["trying", "importing"])
def test_what_is_not_done_within_a_week_is_ended(upload, work, told, in_home, state):
    upload(FIGS)
    with in_home():
        ImportRun.objects.update(state=state, created_at=timezone.now() - timedelta(days=8))
    work()

    assert "It was not done within a week, so the file was deleted." in told().content.decode()
    with in_home():
        assert ImportRun.objects.get().content is None


TALKS = json.dumps([{"uuid": "k-1", "chat_messages": [{"uuid": "m", "sender": "human", "text": "I grow figs." * 9}]}])
PACKED = archive(conversations=TALKS)
START = PACKED.index(b"conversations.json") + len("conversations.json")
LISTED = PACKED.index(b"PK\x01\x02")


def changed(place, *values):
    return PACKED[:place] + bytes(values) + PACKED[place + len(values) :]


@pytest.mark.parametrize(
    "packed",
    [
        changed(START, *b"nonsense"),
        changed(LISTED - 4, *b"xxxx"),
        changed(6, 1)[:LISTED] + changed(LISTED + 8, 1)[LISTED:],
        changed(LISTED + 10, 77),
        changed(LISTED + 10, 12),
        changed(LISTED + 10, 14),
        changed(LISTED, *b"xxxx"),
    ],
    ids=["stream", "data", "encrypted", "method", "bzip2", "lzma", "directory"],
)
def test_an_archive_that_is_damaged_or_locked_is_refused(upload, in_home, packed):
    page = upload(text=packed, name="export.zip", source="claude").content.decode()

    assert "It cannot be read: export.zip cannot be unpacked" in page
    with in_home():
        assert not ImportRun.objects.exists()


def test_of_an_archive_the_part_that_is_read_is_bounded(upload, monkeypatch):
    monkeypatch.setattr("operations.importing.uploads.MOST_UNPACKED_BYTES", 1 << 20)
    packed = archive(conversations=TALKS, pictures=" " * (2 << 20))
    assert "Being tried" in upload(text=packed, name="export.zip", source="claude").content.decode()

    packed = archive(conversations=TALKS + " " * (1 << 20))
    page = upload(text=packed, name="export.zip", source="claude").content.decode()
    assert "It cannot be read: export.zip unpacks to more than 1 MB." in page


CHAT = {"id": "c", "mapping": {"m": {"children": [], "message": {"id": "m", "author": {"role": "user"}}}}}
CHAT["mapping"]["m"]["message"] |= {"create_time": 1e20, "content": {"content_type": "text", "parts": ["Hi."]}}


@pytest.mark.parametrize(
    ("source", "document"),
    [
        ("mem0", {"id": "1", "memory": "Sews.", "metadata": "chat"}),
        ("mem0", {"id": "1", "memory": "Sews.", "categories": 7}),
        ("mem0", {"id": "1", "memory": "Sews.", "categories": {"a": 1}}),
        ("chatgpt", CHAT),
    ],
)
def test_an_export_of_an_odd_shape_is_refused(upload, source, document):
    page = upload(text=json.dumps([document]), name="export.json", source=source).content.decode()
    assert "It cannot be read: " in page


@pytest.mark.parametrize("state", ["trying", "importing", "imported", "failed"])
def test_only_what_was_tried_and_not_imported_is_discarded(upload, told, in_home, state):
    upload(FIGS)
    with in_home():
        ImportRun.objects.update(state=state)

    page = told(discard="1")
    assert "Discarded" not in page.content.decode() and page.context["run"].state == state


@pytest.mark.parametrize("records", [1, 60])
def test_an_import_that_is_deleted_under_the_job_ends_quietly(upload, work, in_home, monkeypatch, records):
    upload(*({"content": f"Grows {number} figs."} for number in range(records)))
    read = FORMATS["jsonl"]

    def deleted_meanwhile(source):
        with in_home():
            ImportRun.objects.all().delete()
        yield from read(source)

    monkeypatch.setitem(FORMATS, "jsonl", deleted_meanwhile)
    work()
    with in_home():
        assert not ImportRun.objects.exists()


def test_where_the_login_is_gone_that_imported_this_is_told(upload, work, told, owner, login, in_home):
    imported(upload, work, told, FIGS)
    with in_home():
        ImportRun.objects.update(account_id=Account.objects.create_user("short-lived").id)
        memory = Memory.objects.get()
    Account.objects.filter(username="short-lived").delete()

    page = owner.get(f"/admin/memories/memory/{memory.id}/change/").content.decode()
    assert "<dd>Imported by a login that is gone from notes.jsonl</dd>" in page


def test_a_problem_of_a_record_without_a_name_shows_its_line_alone(upload, work, told):
    upload({"content": "Sews.", "importance": 7}, {"type": "link", "from": "a", "to": "b"})
    work()
    assert [(line, record) for line, record, _ in told().context["problems"]] == [(1, ""), (2, "")]


def test_a_value_beside_an_imported_one_is_tried_as_the_api_stores_it(upload, work, told, owner, home, in_home):
    upload({"type": "fact", "category": "constraint", "key": "allergies", "value": "walnuts"})
    work()
    told(**{"import": "1"})
    work()
    with in_home():
        form = {"text": "nuts", "agent": Agent.objects.get(name="supervisor").id, "person": home.user_id}

    assert owner.post("/admin/policies/try/", form | {"field": "allergies"}).context["outcome"] == "Store at once"


def test_a_memory_s_page_says_at_the_top_its_title_and_when_it_happened(upload, work, told, owner, in_home):
    upload({"content": "Keeps hens.", "title": "Hens", "tags": ["farm"], "occurred_at": "2021-03-04T05:06:07Z"})
    work()
    told(**{"import": "1"})
    work()
    with in_home():
        page = f"/admin/memories/memory/{Memory.objects.get().id}/change/"
    above = owner.get(page).content.decode().partition("All fields")[0]

    assert "<strong>Hens</strong>" in above and "<dt>Tags</dt><dd>farm</dd>" in above
    assert "2021" in re.search(r"<dt>Happened</dt><dd>(.*?)</dd>", above)[1]


def test_a_trial_tells_of_a_link_only_where_its_memories_are_not_in_the_file(upload, work, told):
    ends = {"type": "link", "relation_type": "mentions"}
    memories = [{"id": name, "content": f"Grows {name}."} for name in ("figs", "plums")]
    upload(*memories, ends | {"from": "plums", "to": "figs"}, ends | {"from": "plums", "to": "hens"})
    work()

    assert [line for line, _record, _reason in told().context["problems"]] == [4]
    assert counts(told()) == {"Would be stored": 3, "Would be left out: see the problems": 1}
    told(**{"import": "1"})
    work()
    assert counts(told()) == {"Stored": 3, "Left out: see the problems": 1}


def test_a_conversation_is_counted_as_one_record_and_the_page_says_so(upload, work, told):
    said = [{"session": "chat-1", "role": "user", "content": text} for text in ("I grow figs.", "And plums.")]
    upload(*said)
    work()
    assert "A conversation with all its messages is one record." in told().content.decode()

    upload(LINES[0])
    work()
    assert "is one record" not in told().content.decode()


def test_a_trial_warns_of_a_category_that_supervisors_alone_read(upload, work, told):
    upload({"content": "Keeps hens.", "category": "poultry"}, {"content": "Likes figs.", "category": "preferences"})
    work()
    warnings = [line for line in told().content.decode().splitlines() if "no role but the supervisor" in line]

    assert len(warnings) == 1 and "1 memory is filed under Poultry" in warnings[0]


def test_a_trial_says_what_has_expired_already(upload, work, told):
    upload({"content": "Fair on Sunday.", "expires_at": "2020-01-01T00:00:00Z"}, {"content": "Keeps hens."})
    work()

    assert counts(told()) == {"Would be stored": 2, "Of these expired already": 1}
