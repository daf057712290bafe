"""`manage.py import_checkpoints`: a dump of an in-memory checkpointer, moved over without loss and resumable."""

import json
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from conversations.models import Checkpoint, CheckpointWrite
from operations.importing import import_checkpoints as action
from tests.interfaces.rest.conftest import by_key
from workspaces import scope

pytestmark = pytest.mark.django_db
STATE = {"v": 1, "channel_values": {"messages": ["Hello", None, 0.5]}}


def state(number, **fields):
    name = f"1ef-{number:03}"
    told = {"thread_id": "t", "checkpoint_id": name, "checkpoint": STATE | {"n": number}, "metadata": {"step": number}}
    return told | fields


def write(number, **fields):
    place = {"type": "write", "thread_id": "t", "checkpoint_id": f"1ef-{number:03}", "task_id": "a", "idx": 0}
    return place | {"channel": "out", "value": {"n": number}} | fields


@pytest.fixture
def dump(tmp_path):
    def _dump(*lines):
        path = tmp_path / "dump.jsonl"
        path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines))
        return path

    return _dump


@pytest.fixture
def run(home):
    """Import a file for Ana; answers what the command says."""

    def _run(path, **options):
        out = StringIO()
        options = {"workspace": home.workspace_id, "person": home.user_id} | options
        call_command("import_checkpoints", path, stdout=out, stderr=StringIO(), **options)
        return out.getvalue().strip()

    return _run


@pytest.fixture
def kept(home):
    """All states and writes that are there."""

    def _kept():
        with scope.enter(home.workspace_id):
            states = list(Checkpoint.objects.order_by("thread_id", "checkpoint_ns", "checkpoint_id"))
            return states, list(CheckpointWrite.objects.order_by("checkpoint_id", "idx"))

    return _kept


def test_states_and_writes_come_over_as_they_were(dump, run, kept):
    lines = [state(1), state(2, parent_id="1ef-001", checkpoint_ns="child", run_id="r"), write(1), write(1, idx=-1)]
    assert run(dump(*lines)) == "4 lines: 4 new, 0 existing"
    (one, other), writes = kept()
    assert (one.checkpoint, one.metadata, one.parent_id) == (STATE | {"n": 1}, {"step": 1}, "")
    assert (other.checkpoint_ns, other.parent_id, other.run_id) == ("child", "1ef-001", "r")
    assert [(row.idx, row.channel, row.value) for row in writes] == [(-1, "out", {"n": 1}), (0, "out", {"n": 1})]


def test_they_are_loaded_over_rest(home, dump, run):
    run(dump(state(1), state(2), write(2)))
    body = by_key(home, "supervisor").get(f"/users/{home.user_id}/checkpoints/t").json()
    assert (body["checkpoint"]["n"], [row["value"] for row in body["writes"]]) == (2, [{"n": 2}])


def test_a_line_without_an_id_is_the_thread_s_one_state(dump, run, kept):
    path = dump(state(1, checkpoint_id=""))
    run(path)
    run(path)
    ((one,), _) = kept()
    assert one.is_single and one.checkpoint["n"] == 1


def test_again_it_changes_nothing(dump, run, kept):
    path = dump(state(1), write(1))
    run(path)
    before = [row.change_id for row in kept()[0]]
    assert run(path) == "2 lines: 0 new, 2 existing"
    assert [row.change_id for row in kept()[0]] == before


def test_interrupted_it_goes_on(dump, run, kept, monkeypatch):
    monkeypatch.setattr(action, "BATCH", 3)
    path = dump(*[state(number) for number in range(10)])
    stop = iter(range(100))

    class Interrupted(Exception):
        pass

    def interrupt(self, count):
        if next(stop) == 1:
            raise Interrupted

    with monkeypatch.context() as patch:
        patch.setattr("tqdm.std.tqdm.update", interrupt)
        with pytest.raises(Interrupted):
            run(path)
    assert len(kept()[0]) == 6
    assert run(path) == "10 lines: 4 new, 6 existing"


def test_what_was_saved_since_is_not_lost(dump, run, kept):
    path = dump(state(1), state(2))
    run(path)
    changed = dump(state(1, checkpoint={"n": "newer"}), state(2))
    with pytest.raises(CommandError, match="1 lines differ from what is stored"):
        run(changed)
    assert kept()[0][0].checkpoint["n"] == 1


def test_each_line_may_name_its_person(home, dump, run, kept):
    run(dump(state(1, user_id=str(home.user_id))), person=None)
    assert kept()[0][0].person_id == home.user_id


def test_the_agent_that_they_are_to_be_sees_them(home, dump, run):
    run(dump(state(1)), agent="planner")
    path = f"/users/{home.user_id}/checkpoints/t"
    assert [by_key(home, role).get(path).status_code for role in ("planner", "stylist")] == [200, 404]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{", "line 2: is not JSON"),
        ("[]", "line 2"),
        ('{"thread_id": "t", "checkpoint": {"x": NaN}}', "line 2: is not JSON"),
        ('{"thread_id": "t", "checkpoint": {"x": "\\u0000"}}', r"line 2: holds the character U\+0000"),
        ('{"thread_id": "t", "checkpoint": {"x": "\\ud800"}}', "line 2: is not JSON"),
        ('{"thread_id": "", "checkpoint": {}}', "line 2: thread_id"),
        ('{"thread_id": "t", "checkpoint": 5}', "line 2"),
        ('{"thread_id": "t", "checkpoint": {}, "pickle": "x"}', "line 2: pickle"),
        ('{"type": "write", "thread_id": "t", "checkpoint_id": "c", "task_id": "a", "channel": "x"}', "line 2: idx"),
    ],
)
def test_a_bad_line_is_named_and_nothing_is_stored(dump, run, kept, line, why):
    with pytest.raises(CommandError, match=why):
        run(dump(state(1), line))
    assert kept() == ([], [])


@pytest.mark.parametrize("person", [None, uuid4()])
def test_an_unknown_person_is_refused_before_anything_is_stored(dump, run, kept, person):
    with pytest.raises(CommandError, match="person"):
        run(dump(state(1)), person=person)
    assert kept() == ([], [])


def test_an_unknown_agent_or_file_is_refused(dump, run, tmp_path):
    with pytest.raises(CommandError, match="no agent called"):
        run(dump(state(1)), agent="nobody")
    with pytest.raises(CommandError, match="Cannot import"):
        run(tmp_path / "missing")


def test_secrets_are_cut_out(dump, run, kept):
    run(dump(state(1, checkpoint={"note": "api_key = sk-abcdefghijklmnopqrstuvwxyz123456"})))
    ((one,), _) = kept()
    assert "sk-abc" not in json.dumps(one.checkpoint) and one.redactions
