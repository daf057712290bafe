"""`manage.py import_memories`: what other systems remember comes over through the gate, once, and tells what waits."""

import json
import subprocess
import time
import zipfile
from collections import Counter
from io import StringIO
from uuid import uuid4

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from consent.changes import WriteMemory
from consent.gate import submit
from consent.models import Proposal
from consent.proposals.decide import reject_proposal
from conversations.actions.sessions import close_sessions
from conversations.models import Session, Turn
from memories.drafts import MemoryDraft
from memories.models import Fact, Memory, Relation
from memories.models.choices import RelationType
from memories.store_items import to_value
from operations.importing.progress import Progress
from operations.importing.records import Import
from operations.models import ImportRun
from tests.faults.processes import SETUP, start
from workspaces import scope
from workspaces.models import Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def write(tmp_path):
    """A file with a document, or with lines of JSON."""

    def _write(content, name="export.json"):
        path = tmp_path / name
        lines = isinstance(content, tuple)
        path.write_text("\n".join(map(json.dumps, content)) if lines else json.dumps(content))
        return path

    return _write


@pytest.fixture
def run(home):
    """Import for Ana; answers what the command says."""

    def _run(kind, path=None, **options):
        out = StringIO()
        options = {"workspace": home.workspace_id, "person": home.user_id, "stderr": StringIO()} | options
        call_command("import_memories", *([path] if path else []), format=kind, stdout=out, **options)
        return out.getvalue().splitlines()

    return _run


@pytest.fixture
def remembered(home):
    """Ana's memories by their keys."""

    def _remembered():
        with scope.enter(home.workspace_id):
            return {memory.key: memory for memory in Memory.objects.select_related("current")}

    return _remembered


def turns(home):
    with scope.enter(home.workspace_id):
        return list(Turn.objects.order_by("session__external_id", "position").values_list("role", "content"))


def node(name, parent, role, *parts, children=(), **fields):
    content = {"content_type": "text", "parts": list(parts)}
    message = {"id": name, "author": {"role": role, "name": None, "metadata": {}}, "create_time": 1_700_000_000.5}
    message |= {"content": content, "status": "finished_successfully", "metadata": {}, "recipient": "all"}
    return {"id": name, "parent": parent, "children": list(children), "message": message | fields}


CHATGPT = [
    {
        "title": "Risotto",
        "create_time": 1_700_000_000.0,
        "update_time": 1_700_000_100.0,
        "conversation_id": "c-1",
        "current_node": "a2",
        "mapping": {
            "root": {"id": "root", "message": None, "parent": None, "children": ["s"]},
            "s": node("s", "root", "system", "", children=["u"]),
            "u": node("u", "s", "user", "How long does risotto take?", children=["a1", "a2"]),
            "a1": node("a1", "u", "assistant", "An hour."),
            "a2": node("a2", "u", "assistant", "Twenty ", "minutes.", children=["t"]),
            "t": node("t", "a2", "tool", "search results"),
        },
    }
]
CLAUDE = [
    {
        "uuid": "k-1",
        "name": "Garden",
        "created_at": "2026-03-01T10:00:00.000000Z",
        "account": {"uuid": "acc"},
        "chat_messages": [
            {
                "uuid": "m-1",
                "sender": "human",
                "text": "My figs do not ripen.",
                "content": [{"type": "text", "text": "My figs do not ripen."}],
                "created_at": "2026-03-01T10:00:01.000000Z",
                "attachments": [],
            },
            {
                "uuid": "m-2",
                "sender": "assistant",
                "text": "",
                "content": [{"type": "tool_use", "name": "search"}, {"type": "text", "text": "They need sun."}],
                "created_at": "2026-03-01T10:00:05.000000Z",
            },
            {"uuid": "m-3", "sender": "human", "text": "", "content": [], "created_at": "2026-03-01T10:01:00Z"},
        ],
    }
]


def test_chatgpt_s_conversations_come_over_as_they_were_last_seen(home, write, run):
    assert run("chatgpt", write(CHATGPT)) == ["2 turns: 2 new", "0 questions wait for the person"]
    assert turns(home) == [("user", "How long does risotto take?"), ("assistant", "Twenty \nminutes.")]
    with scope.enter(home.workspace_id):
        assert {turn.occurred_at.isoformat() for turn in Turn.objects.all()} == {"2023-11-14T22:13:20.500000+00:00"}


def test_an_imported_conversation_was_last_spoken_in_when_it_was(home, write, run):
    run("chatgpt", write(CHATGPT))
    with scope.enter(home.workspace_id):
        session = Session.objects.get()
        assert session.last_turn_at == session.turns.get(role="assistant").occurred_at
        assert close_sessions(now=timezone.now()) == [session]


def test_claude_s_conversations_come_over_without_what_its_tools_said(home, write, run):
    assert run("claude", write(CLAUDE))[0] == "2 turns: 2 new"
    assert turns(home) == [("user", "My figs do not ripen."), ("assistant", "They need sun.")]


def test_an_export_may_stay_in_its_archive(home, tmp_path, run):
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("conversations.json", json.dumps(CLAUDE))
    assert run("claude", path)[0] == "2 turns: 2 new"


def test_conversations_imported_twice_are_there_once(home, write, run):
    run("chatgpt", write(CHATGPT))
    assert run("chatgpt", write(CHATGPT))[0] == "2 turns: 0 new"
    assert len(turns(home)) == 2


def mem0(text, user="ana", **fields):
    row = {"id": str(uuid4()), "memory": text, "user_id": user, "hash": "h", "metadata": {"source": "chat"}}
    times = {"created_at": "2026-01-02T03:04:05.678-08:00", "updated_at": "2026-01-02T03:04:05.678-08:00"}
    return row | {"categories": ["food"]} | times | fields


def test_mem0_s_memories_come_over_with_their_metadata_and_time(write, run, remembered):
    row = mem0("Likes figs.", agent_id="cook")
    told = run("mem0", write({"results": [row]}))
    assert (
        told[0]
        == "1 memories, facts and links: 1 stored, 0 changed, 0 unchanged, 0 waiting, 0 refused, 0 by the person"
    )
    [memory] = remembered().values()
    assert (memory.current.content, memory.tags, memory.source_label) == ("Likes figs.", ["food"], "mem0")
    assert memory.current.metadata == {"source": "chat", "agent_id": "cook"}
    assert memory.occurred_at.isoformat() == "2026-01-02T11:04:05.678000+00:00"


def test_who_cannot_sign_in_yet_is_told_of_with_the_page_that_invites_them(home, write, run):
    with scope.enter(home.workspace_id):
        guest = Person.objects.create(name="Guest")

    told = run("mem0", write({"results": [mem0("Likes figs.")]}), person=guest.id)

    assert f"/admin/workspaces/person/{guest.id}/change/" in told[-1]
    assert not any("sign in" in line for line in run("mem0", write({"results": [mem0("Likes figs.")]})))


def test_of_several_users_one_has_to_be_chosen(write, run, remembered):
    path = write({"results": [mem0("Likes figs."), mem0("Likes tea.", user="noah")]})
    with pytest.raises(CommandError, match=r"several users \(ana, noah\)"):
        run("mem0", path)
    assert remembered() == {}
    run("mem0", path, only="noah")
    assert [memory.current.content for memory in remembered().values()] == ["Likes tea."]


@pytest.fixture
def dsn(transactional_db):
    """A schema of another system in this PostgreSQL; its tables are made by what is executed."""
    known = connection.settings_dict
    where = {"dbname": known["NAME"], "user": known["USER"], "password": known["PASSWORD"]}
    dsn = psycopg.conninfo.make_conninfo(**where, host=known["HOST"], port=known["PORT"] or None)
    with psycopg.connect(dsn, autocommit=True) as other:
        other.execute("DROP SCHEMA IF EXISTS theirs CASCADE; CREATE SCHEMA theirs")
        yield other, dsn
        other.execute("DROP SCHEMA theirs CASCADE")


def test_mem0_s_table_in_pgvector_is_read_by_its_address(dsn, run, remembered):
    other, address = dsn
    other.execute("CREATE TABLE theirs.mem0 (id uuid PRIMARY KEY, vector text, payload jsonb)")
    payload = {"data": "Likes figs.", "hash": "h", "user_id": "ana", "created_at": "2026-01-02T03:04:05Z", "mood": "ok"}
    other.execute("INSERT INTO theirs.mem0 VALUES (%s, '[1]', %s)", [uuid4(), json.dumps(payload)])
    run("mem0", dsn=address, table="theirs.mem0")
    [memory] = remembered().values()
    assert (memory.current.content, memory.current.metadata) == ("Likes figs.", {"mood": "ok"})
    with pytest.raises(CommandError, match=r"theirs\.nothing cannot be read: UndefinedTable"):
        run("mem0", dsn=address, table="theirs.nothing")


def test_langgraph_s_table_keeps_its_namespaces_and_values(home, dsn, run, remembered):
    other, address = dsn
    other.execute(
        "CREATE TABLE theirs.store (prefix text, key text, value jsonb, created_at timestamptz DEFAULT now(), "
        "updated_at timestamptz DEFAULT now(), expires_at timestamptz, ttl_minutes int, PRIMARY KEY (prefix, key))"
    )
    rows = [("ana.notes", "a", {"text": "Ship on Friday.", "n": 1}), ("noah.notes", "a", {"text": "No."})]
    for prefix, key, value in rows:
        other.execute(
            "INSERT INTO theirs.store (prefix, key, value) VALUES (%s, %s, %s)", [prefix, key, json.dumps(value)]
        )
    run("langgraph", dsn=address, table="theirs.store", only="ana")
    [memory] = remembered().values()
    assert memory.namespace == ["memories", str(home.user_id), "ana", "notes"]
    assert to_value(memory.current) == {"text": "Ship on Friday.", "n": 1}


def test_langgraph_s_items_are_read_from_json(home, write, run, remembered):
    run("langgraph", write([{"namespace": ["notes"], "key": "a", "value": {"n": 1}, "created_at": None}]))
    assert to_value(remembered()["a"].current) == {"n": 1}


GRAPH = (
    {"type": "relation", "from": "Ana", "to": "Fig Ltd", "relationType": "founded"},
    {"type": "entity", "name": "Ana", "entityType": "person", "observations": ["Grows figs.", "Grows figs."]},
    {"type": "entity", "name": "Fig Ltd", "entityType": "company", "observations": []},
)


def test_the_graph_of_the_reference_server_comes_over_with_its_edges(home, write, run, remembered):
    told = run("mcp", write(GRAPH, "memory.jsonl"))
    assert told[0].startswith("4 memories, facts and links: 4 stored")
    by_kind = Counter(memory.current.metadata["graph"] for memory in remembered().values())
    assert by_kind == {"entity": 2, "observation": 1, "relation": 1}
    with scope.enter(home.workspace_id):
        edges = Relation.objects.filter(relation_type=RelationType.DERIVED_FROM)
        assert {edge.to_memory.current.title for edge in edges.select_related("to_memory__current")} == {
            "Ana",
            "Fig Ltd",
        }


LINES = (
    {"role": "user", "content": "I moved.", "session": "s"},
    {"id": "m1", "content": "Grows figs.", "category": "preferences", "title": "Garden"},
    {"id": "m2", "content": "Sells fig jam."},
    {"type": "link", "from": "m1", "to": "m2", "relation_type": "related_to"},
    {"id": "f1", "category": "preference", "key": "coding_style", "value": "functional"},
    {"id": "f2", "category": "identity", "key": "city", "value": "Faro"},
)


def test_json_lines_bring_turns_memories_links_and_facts(home, write, run, remembered):
    told = run("jsonl", write(LINES, "all.jsonl"))
    assert told == [
        "1 turns: 1 new",
        "5 memories, facts and links: 4 stored, 0 changed, 0 unchanged, 1 waiting, 0 refused, 0 by the person",
        "1 questions wait for the person",
    ]
    assert remembered()["m1"].current.title == "Garden"
    with scope.enter(home.workspace_id):
        assert Fact.objects.get().value == "functional"
        assert Relation.objects.filter(relation_type="related_to").count() == 1
        assert Proposal.objects.get().field == "identity.city"


def test_each_value_of_a_field_with_several_is_kept(home, write, run):
    field = {"type": "fact", "category": "constraint", "key": "allergies"}
    lines = tuple({**field, "value": value} for value in ("nuts", "eggs"))
    for told in ("2 stored", "2 unchanged"):
        assert told in run("jsonl", write(lines, "allergies.jsonl"))[0]
    with scope.enter(home.workspace_id):
        assert set(Fact.objects.active().values_list("value", flat=True)) == {"nuts", "eggs"}


def test_what_a_sentence_says_about_the_person_is_cut_out_and_asked(home, write, run, remembered):
    told = run("mem0", write({"results": [mem0("Grows figs. I live in Lisbon.")]}))
    assert told[-1] == "1 questions wait for the person"
    [memory] = remembered().values()
    assert "Lisbon" not in memory.current.content and "figs" in memory.current.content


def test_a_dry_run_tells_the_same_and_stores_nothing(home, write, run, remembered):
    path = write(LINES, "all.jsonl")
    told = run("jsonl", path, dry_run=True)
    assert told[0] == "Nothing was stored; this would become of it:" and told[1] == "1 turns: 1 new"
    assert "1 waiting" in told[2] and told[3] == "1 questions wait for the person"
    assert (remembered(), turns(home)) == ({}, [])
    with scope.enter(home.workspace_id):
        assert not Proposal.objects.exists() and not Fact.objects.exists()


def test_imported_twice_nothing_changes_not_even_what_was_corrected_meanwhile(home, write, run, remembered, person):
    path = write({"results": [row := mem0("Likes figs.")]})
    run("mem0", path)
    [memory] = remembered().values()
    draft = MemoryDraft(namespace=tuple(memory.namespace), key=memory.key, content="Hates figs.")
    submit(WriteMemory(draft=draft), actor=person, now=memory.updated_at)
    assert "0 stored, 0 changed, 1 unchanged" in run("mem0", path)[0]
    assert remembered()[memory.key].current.content == "Hates figs."
    assert "0 stored, 1 changed" in run("mem0", write({"results": [row | {"memory": "Likes dried figs."}]}))[0]
    assert remembered()[memory.key].version == 3


@pytest.mark.parametrize(
    ("kind", "content", "place"),
    [
        ("chatgpt", {"a": 1}, "not a list"),
        ("chatgpt", [{"conversation_id": "c"}], "Conversation 1"),
        ("claude", [{"uuid": "k"}], "Conversation 1"),
        ("mem0", {"results": [{"id": "1"}]}, "no ID or no text"),
        ("langgraph", [{"key": "a"}], "no item of a store"),
        ("mcp", ({"type": "entity", "name": "Ana"},), "Line 1"),
        ("mcp", ({"type": "node"},), "Line 1"),
        ("jsonl", ({"type": "turn", "role": "user"},), "Line 1"),
        ("jsonl", ({"type": "memory"}, {"type": "node"}), "Line 1"),
    ],
)
def test_another_shape_is_refused_with_its_place_before_anything_is_stored(
    write, run, remembered, kind, content, place
):
    with pytest.raises(CommandError, match=place):
        run(kind, write(content))
    assert remembered() == {}


def test_a_record_that_cannot_be_stored_stops_no_other(write, run, remembered):
    errors = StringIO()
    lines = ({"id": "a", "content": "Fine."}, {"id": "b", "content": "x", "category": "Not a name"})
    told = run("jsonl", write(lines, "two.jsonl"), stderr=errors)
    assert "1 stored" in told[0] and "1 refused" in told[0] and "b (2): category" in errors.getvalue()
    assert set(remembered()) == {"a"}


def test_lines_that_cannot_be_read_are_told_and_stop_no_other(tmp_path, run, remembered, home):
    errors, path = StringIO(), tmp_path / "notes.jsonl"
    path.write_text(
        '{"content": "Fine."}\nnonsense\n{"role": "user"}\n{"role": "user", "content": "Hi."}\n{"type": "x"}'
    )
    told = run("jsonl", path, stderr=errors)
    assert told[0] == "1 turns: 1 new" and "1 stored" in told[1] and "3 refused" in told[1]
    assert all(f"Line {number}" in errors.getvalue() for number in (2, 3, 5))


def test_a_person_of_another_workspace_is_refused(elsewhere, write, run):
    with pytest.raises(CommandError, match="no such person"):
        run("jsonl", write(LINES, "all.jsonl"), person=elsewhere.user_id)


def test_another_file_of_lines_without_ids_changes_nothing_of_the_first(write, run, remembered):
    run("jsonl", write(({"content": "Bruno keeps two cats."}, {"content": "Bruno sings."}), "b.jsonl"))
    told = run("jsonl", write(({"content": "Bruno knows how to sew."}, {"content": "Bruno sings."}), "e.jsonl"))

    assert "1 stored, 0 changed, 1 unchanged" in told[0]
    texts = {memory.current.content: memory.version for memory in remembered().values()}
    assert texts == {"Bruno keeps two cats.": 1, "Bruno sings.": 1, "Bruno knows how to sew.": 1}


def test_of_another_file_of_the_same_conversation_every_message_comes_over(home, write, run):
    say = lambda text: {"role": "user", "session": "chat", "content": text}  # noqa: E731
    run("jsonl", write((say("Yes."), say("Yes.")), "b.jsonl"))
    assert run("jsonl", write((say("No."), say("Yes."), say("Yes.")), "e.jsonl"))[0] == "3 turns: 1 new"
    assert [content for _, content in turns(home)] == ["Yes.", "Yes.", "No."]


def test_what_stands_already_is_not_stored_again_nor_a_line_that_is_there_twice(
    home, write, run, remembered, person, now
):
    place = ("memories", str(home.user_id))
    submit(WriteMemory(draft=MemoryDraft(namespace=place, key="own", content="Grows figs.")), actor=person, now=now)
    told = run("jsonl", write(({"content": "Grows figs."}, {"content": "Sews."}, {"content": "Sews."}), "b.jsonl"))

    assert "1 stored, 0 changed, 2 unchanged" in told[0]
    assert sorted(memory.current.content for memory in remembered().values()) == ["Grows figs.", "Sews."]


def test_of_a_record_with_an_id_that_says_something_else_the_change_is_told(write, run, remembered):
    run("jsonl", write(({"id": "m1", "content": "Grows figs."},), "b.jsonl"))
    path = write(({"id": "m1", "content": "Grows dates."},), "e.jsonl")
    assert "0 stored, 1 changed" in run("jsonl", path, dry_run=True)[1]
    assert "0 stored, 1 changed" in run("jsonl", path)[0] and remembered()["m1"].version == 2


def test_what_is_sensitive_as_a_whole_waits_and_is_no_memory(home, write, run, remembered, person, now):
    path = write(({"content": "I live in Lisbon."},), "b.jsonl")
    for _ in range(2):
        told = run("jsonl", path, dry_run=True)
        assert "0 stored, 0 changed, 0 unchanged, 1 waiting" in told[1]
    assert told[2] == "1 questions wait for the person"
    assert run("jsonl", path)[1] == "1 questions wait for the person"
    assert run("jsonl", path)[1] == "0 questions wait for the person"
    assert remembered() == {}
    with scope.enter(home.workspace_id):
        question = Proposal.objects.get()
    reject_proposal(proposal_id=question.id, actor=person, now=now)
    assert "1 by the person" in run("jsonl", path)[0] and remembered() == {}


KILLED = (
    SETUP
    + """
from django.core.management import call_command
call_command("import_memories", sys.argv[4], format="jsonl", workspace=sys.argv[2], person=sys.argv[3])
"""
)


@pytest.mark.django_db(transaction=True)
def test_a_killed_import_goes_on_where_it_was_and_doubles_nothing(home, write, run, remembered):
    path = write(tuple({"id": f"m{n}", "content": f"Ana read book number {n}."} for n in range(200)), "many.jsonl")
    kept = Progress.of(Import(path), home.workspace_id, home.user_id, "jsonl", resume=False).path
    arguments = (str(home.workspace_id), str(home.user_id), str(path))
    importing = start(KILLED, *arguments, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while not kept.exists():
        assert importing.poll() is None and time.monotonic() < deadline
        time.sleep(0.005)
    importing.kill()
    importing.wait()
    assert 50 <= json.loads(kept.read_text())["done"] < 200
    with scope.enter(home.workspace_id):
        interrupted = ImportRun.objects.get()
    assert interrupted.state == "failed" and "was interrupted" in interrupted.error
    bar = StringIO()
    told = run("jsonl", path, resume=True, stderr=bar)
    assert "200 memories" in told[0] and "0 refused" in told[0]
    assert "  0%" not in bar.getvalue()
    assert {memory.version for memory in remembered().values()} == {1} and len(remembered()) == 200
    assert not kept.exists()
    with scope.enter(home.workspace_id):
        assert ImportRun.objects.exclude(id=interrupted.id).values_list("state", "error").get() == ("imported", "")
