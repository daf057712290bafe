"""Uploads with odd names are imported like any other, and problems are told in the reader's language."""

import pytest

from conversations.models import Session
from operations.models import ImportRun
from tests.interfaces.admin.imports.files import archive, counts
from workspaces.models import Quota

pytestmark = pytest.mark.django_db
FIGS = {"content": "Grows figs."}
HELLO = {"role": "user", "content": "Hello."}


@pytest.mark.parametrize(
    "name",
    [
        "日" * 194 + ".jsonl",
        "🍇" * 194 + ".jsonl",
        "\u202egnol\u200f" + "ק" * 150 + ".jsonl",
        "a/b\\c/d.jsonl",
        "..%2f..\\etc.jsonl",
        "<b>&amp;\"'.jsonl",
        "a\nb\x00c.jsonl",
        "no-ending",
        ".jsonl",
        "...",
    ],
    ids=["long", "emoji", "direction", "slashes", "dots", "markup", "control", "plain", "hidden", "ellipsis"],
)
def test_a_file_is_imported_whatever_its_name(upload, work, told, in_home, owner, name):
    upload(FIGS, HELLO, name=name)
    work()
    told(**{"import": "1"})
    work()

    assert counts(told()) == {"Messages added": 1, "Stored": 1}
    with in_home():
        run, session = ImportRun.objects.get(), Session.objects.get()
    assert "/" not in run.name and "\u202e" not in run.name and len(run.name) <= 200
    assert session.external_id == run.name.removesuffix(".jsonl") or run.name == ".jsonl"
    assert "<b>&" not in owner.get("/admin/imports/").content.decode()


def test_a_long_name_is_told_where_the_file_is_no_archive(upload):
    name = "日" * 190 + ".zip"
    page = upload(text=archive(other="{}"), name=name, source="claude").content.decode()
    assert "It cannot be read: The archive has no conversations.json." in page


GERMAN = {"headers": {"accept-language": "de"}}


def test_a_full_quota_is_told_in_the_reader_s_language(upload, work, told, owner, in_home):
    upload(FIGS)
    work()
    with in_home():
        Quota.objects.update_or_create(defaults={"memories": 0})
    page = told(**{"import": "1"})
    work()

    text = owner.get(page.request["PATH_INFO"], **GERMAN).content.decode()
    assert "Der Arbeitsbereich darf 0 Erinnerungen haben und hat 0." in text and "The workspace may" not in text


def test_a_file_that_cannot_be_read_is_told_of_in_the_reader_s_language(upload, owner):
    owner.defaults["HTTP_ACCEPT_LANGUAGE"] = "de"
    page = upload(FIGS, text="nonsense").content.decode()
    assert "Zeile 1 ist kein JSON: in Spalte 1 fehlt etwas oder ist etwas zu viel." in page


def test_what_the_gate_refuses_is_told_in_the_reader_s_language(upload, work, told, owner, in_home):
    upload({"content": "Sews.", "id": "fact:x"}, {"content": "Sews.", "mood": 1}, {"content": "Sews.", "importance": 7})
    work()
    page = owner.get(told().request["PATH_INFO"], **GERMAN)
    assert [reason for *_place, reason in page.context["problems"]][1:] == [
        "mood: diesen Schlüssel gibt es nicht.",
        "importance: darf höchstens 1.0 sein.",
    ]
    assert "Keys that begin" not in page.content.decode()


def test_problems_that_were_stored_in_english_are_still_shown(upload, work, told, in_home):
    upload(FIGS)
    work()
    with in_home():
        ImportRun.objects.update(problems=[{"line": 1, "record": "a", "reason": "100 % of it is odd."}])
    assert told().context["problems"] == [(1, "a", "100 % of it is odd.")]
