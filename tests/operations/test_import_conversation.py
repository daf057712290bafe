"""`manage.py import_conversation` reads two real formats; doing it twice changes nothing (R22)."""

import json

import pytest
from django.core.management import CommandError, call_command

from conversations.drafts import TurnDraft
from conversations.models import Session, Turn
from intelligence.actions.extract_facts import extract_facts
from memories.models import Embedding, Fact
from operations.importing.conversation_formats import ImportedConversation, ImportedSession
from operations.importing.import_conversation import import_conversation
from workspaces import scope
from workspaces.models import Person

pytestmark = pytest.mark.django_db

LOCOMO = {
    "sample_id": "talk-1",
    "qa": [],
    "conversation": {
        "speaker_a": "Mia",
        "speaker_b": "Noah",
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"speaker": "Mia", "dia_id": "D1:1", "text": "I adopted a dog called Biscuit."},
            {"speaker": "Noah", "dia_id": "D1:2", "text": "Show me!", "blip_caption": "a brown dog on a sofa"},
        ],
        "session_2_date_time": "10:00 am on 12 June, 2023",
        "session_2": [{"speaker": "Mia", "dia_id": "D2:1", "text": "Biscuit learned to swim."}],
        "session_3_date_time": "10:00 am on 13 June, 2023",
    },
}
LINES = [
    {"role": "user", "speaker": "Mia", "content": "Hello", "session": "a", "occurred_at": "2026-01-02T03:04:05Z"},
    {"role": "assistant", "content": "Hello Mia", "session": "a"},
    {"role": "user", "content": "Bye", "session": "b"},
]


@pytest.fixture
def locomo(tmp_path):
    path = tmp_path / "talk.json"
    path.write_text(json.dumps([LOCOMO]))
    return path


@pytest.fixture
def lines(tmp_path):
    path = tmp_path / "talk.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in LINES))
    return path


def run(capsys, *args):
    call_command("import_conversation", *map(str, args))
    return capsys.readouterr().out


def turns(home):
    with scope.enter(home.workspace_id):
        return list(
            Turn.objects.order_by("session__external_id", "position").values_list("external_id", "speaker", "content")
        )


def test_locomo_is_imported(home, locomo, capsys):
    assert "3 turns, 3 new" in run(capsys, locomo, "--workspace", home.workspace_id)
    assert turns(home) == [
        ("D1:1", "Mia", "I adopted a dog called Biscuit."),
        ("D1:2", "Noah", "Show me! [shared an image: a brown dog on a sofa]"),
        ("D2:1", "Mia", "Biscuit learned to swim."),
    ]


def test_sessions_keep_their_dates(home, locomo, capsys):
    run(capsys, locomo, "--workspace", home.workspace_id)
    with scope.enter(home.workspace_id):
        assert Turn.objects.get(external_id="D1:1").occurred_at.isoformat() == "2023-05-08T13:56:00+00:00"
        assert set(Session.objects.values_list("external_id", flat=True)) == {"talk-1/session_1", "talk-1/session_2"}


def test_every_turn_is_found_by_meaning_afterwards(home, locomo, capsys):
    run(capsys, locomo, "--workspace", home.workspace_id)
    with scope.enter(home.workspace_id):
        assert Embedding.objects.count() == 3


@pytest.mark.parametrize("source", ["locomo", "lines"])
def test_importing_twice_changes_nothing(home, request, capsys, source):
    path = request.getfixturevalue(source)
    run(capsys, path, "--workspace", home.workspace_id)
    before = turns(home)
    assert "3 turns, 0 new" in run(capsys, path, "--workspace", home.workspace_id)
    assert turns(home) == before


def test_lines_of_turns_are_imported(home, lines, capsys):
    run(capsys, lines, "--workspace", home.workspace_id, "--person", home.user_id)
    assert [content for _, _, content in turns(home)] == ["Hello", "Hello Mia", "Bye"]
    with scope.enter(home.workspace_id):
        assert set(Session.objects.values_list("person_id", flat=True)) == {home.user_id}


def test_a_speaker_can_be_mapped_to_a_person(home, locomo, capsys):
    run(capsys, locomo, "--workspace", home.workspace_id, "--speaker", f"Mia={home.user_id}")
    with scope.enter(home.workspace_id):
        assert set(Session.objects.values_list("person_id", flat=True)) == {home.user_id}


def test_without_one_a_person_is_made(home, locomo, capsys):
    run(capsys, locomo, "--workspace", home.workspace_id)
    with scope.enter(home.workspace_id):
        assert Person.objects.filter(name="Mia and Noah (talk-1)").count() == 1


def test_a_person_without_a_login_is_told_of_with_the_page_that_invites_them(home, locomo, capsys):
    told = run(capsys, locomo)

    with scope.enter(home.workspace_id):
        person = Person.objects.get(name__contains="talk-1")
    assert "Nobody can sign in as this person yet" in told
    assert f"/admin/workspaces/person/{person.id}/change/" in told
    assert "Nobody can sign in" not in run(capsys, locomo, "--person", home.user_id)


def test_the_only_workspace_needs_no_name(home, locomo, capsys):
    run(capsys, locomo)
    assert len(turns(home)) == 3


def test_of_two_one_has_to_be_named(home, elsewhere, locomo):
    with pytest.raises(CommandError, match="more than one"):
        call_command("import_conversation", str(locomo))


@pytest.mark.parametrize("text", ["{", "[1]", '{"a": 1}', "not json", '{"role": "user"}'])
def test_anything_else_is_refused_with_its_place(home, tmp_path, text):
    path = tmp_path / "bad"
    path.write_text(text)
    with pytest.raises(CommandError, match=r"Line 1|Entry 1"):
        call_command("import_conversation", str(path))
    assert turns(home) == []


def test_lines_that_are_no_turns_are_told_and_the_rest_is_imported(home, tmp_path, capsys):
    path = tmp_path / "talk.jsonl"
    bad = ["not json", '{"role": "user"}', "[1]"]
    path.write_text("\n".join([json.dumps(LINES[0]), *bad, json.dumps(LINES[2])]))

    for new in (2, 0):
        told = run(capsys, path, "--person", home.user_id)
        assert f"2 turns, {new} new" in told
        assert all(f"Left out: Line {number} is not a turn" in told for number in (2, 3, 4))
    assert [content for _, _, content in turns(home)] == ["Hello", "Bye"]


def test_a_person_of_another_workspace_is_refused(home, elsewhere, locomo):
    with pytest.raises(CommandError, match="no such person"):
        call_command(
            "import_conversation",
            str(locomo),
            "--workspace",
            str(home.workspace_id),
            "--person",
            str(elsewhere.user_id),
        )


def test_a_mapped_speaker_s_words_are_the_person_s_however_they_are_called(home, now):
    turns = (TurnDraft(role="user", speaker="Caro", content="I'm allergic to nuts.", external_id="1"),)
    talk = ImportedConversation("talk", ("Caro",), (ImportedSession("talk/1", turns),))
    options = {"conversation": talk, "workspace_id": home.workspace_id, "now": now}
    import_conversation(**options, speakers={"Caro": home.user_id})
    extract_facts(workspace_id=home.workspace_id, now=now)
    with scope.enter(home.workspace_id):
        assert Fact.objects.get().value == "nuts"


def test_an_unmapped_speaker_stays_a_speaker(home, now):
    turns = (TurnDraft(role="user", speaker="Caro", content="I'm allergic to nuts.", external_id="1"),)
    talk = ImportedConversation("talk", ("Caro",), (ImportedSession("talk/1", turns),))
    import_conversation(conversation=talk, workspace_id=home.workspace_id, now=now, person_id=home.user_id)
    extract_facts(workspace_id=home.workspace_id, now=now)
    with scope.enter(home.workspace_id):
        assert not Fact.objects.exists()
