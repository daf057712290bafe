"""The delta header (001 §1, R20): what is new since the last look, in at most three bullets."""

from dataclasses import replace

import pytest

from consent.changes import MergeMemories
from consent.gate import submit
from conversations import delta_header
from conversations.actions.record_change import LoggedChange, record_change
from conversations.models import ChangeLog, ThreadReader
from memories.models import Memory
from workspaces import scope
from workspaces.actors import system_actor
from workspaces.models import Grant, uuid7
from workspaces.namespaces import default_thread

pytestmark = pytest.mark.django_db


@pytest.fixture
def log(home):
    """Log a change as `memories` does, for words and events that no gate writes yet."""

    def _log(event, text, **fields):
        change = LoggedChange(
            person_id=home.user_id,
            memory_id=fields.pop("memory_id", None) or uuid7(),
            event=event,
            category=fields.pop("category", "personal"),
            sensitivity_rank=fields.pop("rank", 1),
            importance=fields.pop("importance", 0.4),
            importance_level=fields.pop("level", 2),
            text=text,
        )
        with scope.enter(home.workspace_id):
            record_change(change)

    return _log


def test_it_reads_as_the_seed_writes_it(log, header):
    log("ADD", "Preferred name is Ana", importance=0.9)
    log("UPDATE", "Ship v1 by Sep", category="goals", importance=0.8)
    log("MERGE", "Combined 2 notes about lactose intolerance", importance=0.7)
    assert header(0).text == (
        "Memory updates since rev 0:\n"
        "- +created: [Personal] Preferred name is Ana (imp=2)\n"
        "- ↑updated: [Goals] Ship v1 by Sep\n"
        "- ↔merged: Combined 2 notes about lactose intolerance"
    )


def test_what_is_written_changed_and_merged_is_told(home, header, write, now):
    one = write("Ana drinks tea.", key="one", category="preferences")
    assert header().text.splitlines()[1:] == ["- +created: [Preferences] Ana drinks tea. (imp=2)"]
    write("Ana drinks black tea.", key="one", category="preferences")
    assert header().text.splitlines()[1:] == ["- ↑updated: [Preferences] Ana drinks black tea."]
    other = write("Black tea is what Ana drinks.", key="other", category="preferences")
    header()
    with scope.enter(home.workspace_id):
        change_id = Memory.objects.get(id=other).change_id
    merge = MergeMemories(memory_id=one, absorbed_id=other, absorbed_change_id=change_id, band="auto", cosine=0.93)
    submit(merge, actor=system_actor(home.workspace_id, "consolidate"), now=now)
    (bullet,) = header().text.splitlines()[1:]
    assert bullet.startswith("- ↔merged: ")


@pytest.mark.parametrize(
    ("event", "bullet"),
    [
        ("DELETE", "- ×deleted: [Tone Of Voice] memory {id}"),
        ("TTL", "- ↓soft_deleted: [Tone Of Voice] memory {id}"),
        ("RESTORE", "- ↺restored: [Tone Of Voice] Short answers"),
    ],
)
def test_going_and_coming_back_are_told(log, header, event, bullet):
    memory_id = uuid7()
    log(event, "Short answers", category="tone_of_voice", memory_id=memory_id)
    assert header(0).text.splitlines()[1] == bullet.format(id=memory_id)


def test_three_bullets_the_most_important_first_and_how_many_more(log, header):
    for number in range(5):
        log("ADD", f"Note {number}", importance=number / 10)
    lines = header(0).text.splitlines()
    assert [line[-14:-8] for line in lines[1:4]] == ["Note 4", "Note 3", "Note 2"]
    assert lines[4:] == ["+ 2 more"]


def test_nothing_new_is_an_empty_text(header, write):
    assert header(0).text == ""
    write()
    assert header(1).text == ""


def test_only_what_came_after_the_given_revision(header, write):
    write("First.", key="a")
    write("Second.", key="b")
    assert header(1).text == "Memory updates since rev 1:\n- +created: [General] Second. (imp=2)"


def test_without_a_revision_each_reader_is_told_once(header, write, planner, supervisor):
    write(category="goals")
    assert header(actor=supervisor).text
    assert header(actor=supervisor).text == ""
    assert header(actor=planner).text
    write("Ship v2.", category="goals")
    assert header(actor=supervisor).text.splitlines() == [
        "Memory updates since rev 1:",
        "- ↑updated: [Goals] Ship v2.",
    ]


def test_a_given_revision_is_the_caller_s_own_book_keeping(header, write):
    write()
    assert header(0).text
    assert header().text


def test_one_line_a_memory_new_until_it_was_told(header, write, forget):
    memory_id = write("First.", key="a")
    write("Second.", key="a")
    assert header(0).text.splitlines()[1:] == ["- +created: [General] Second. (imp=2)"]
    assert header(1).text.splitlines()[1:] == ["- ↑updated: [General] Second."]
    forget(memory_id)
    assert header(0).text.splitlines()[1:] == [f"- ×deleted: [General] memory {memory_id}"]


def test_forgetting_and_restoring_show_once_each(header, write, forget, restore):
    memory_id = write()
    header()
    forget(memory_id)
    assert "×deleted" in header().text
    restore(memory_id)
    assert "↺restored" in header().text
    assert header().text == ""


def test_a_category_off_the_allowlist_is_not_told(header, write, planner):
    write("Sleeps badly.", category="relationships")
    assert header(0, actor=planner).changes == ()


def test_what_is_more_sensitive_than_the_grant_is_not_told(header, log, supervisor, person):
    log("ADD", "A secret", category="goals", rank=3)
    assert header(0, actor=supervisor).changes == ()
    assert header(0, actor=person).changes


def test_a_stranger_is_told_nothing(home, header, write, stranger):
    write()
    assert header(0, actor=stranger).changes == ()


def test_it_says_when_the_log_no_longer_reaches_back(header, write, settings):
    settings.CHANGE_LOG_REVISIONS = 2
    for number in range(4):
        write(f"Text {number}", key=str(number))
    assert (header(1).is_truncated, header(2).is_truncated) == (True, False)
    assert len(header(0).changes) == 2


CATEGORIES = ("personal", "goals", "tasks", "relationships")


@pytest.mark.parametrize("who", ["supervisor", "planner", "person", "stranger", "narrow"])
def test_it_shows_what_the_change_log_lets_the_actor_see(who, home, header, log, now, request):
    """The header's SQL and `ChangeLog.objects.visible_to` are one rule."""
    if who == "narrow":
        with scope.enter(home.workspace_id):
            Grant.objects.update(ceiling="public")
    actor = request.getfixturevalue("planner" if who == "narrow" else who)
    for category in CATEGORIES:
        for rank in range(4):
            log("ADD", f"{category} {rank}", category=category, rank=rank)
    with scope.enter(home.workspace_id):
        visible = ChangeLog.objects.visible_to(actor, person_id=home.user_id, now=now)
        expected = set(visible.values_list("text", flat=True))
    assert {change.text for change in header(0, actor=actor).changes} == expected
    assert bool(expected) is (who != "stranger")


def test_ranks_limit_what_the_actor_may_see_and_never_extend_it(home, log, now, supervisor):
    for rank in range(4):
        log("ADD", str(rank), rank=rank)
    position, reader = (
        (default_thread(home.user_id), 0, 2, 4),
        {"person_id": home.user_id, "actor": supervisor, "now": now},
    )
    with scope.enter(home.workspace_id):
        headers = [delta_header.read_header(position, **reader, ranks=ranks) for ranks in (None, (0,), (1, 3), ())]
    assert [sorted(change.text for change in one.changes) for one in headers] == [["0", "1"], ["0"], ["1"], []]


def test_what_a_reader_has_seen_never_goes_back(home, header, write, supervisor):
    for number in range(3):
        write(f"Text {number}", key=str(number))
    old = header(0)
    header()
    with scope.enter(home.workspace_id):
        delta_header.mark_seen(replace(old, revision=1), person_id=home.user_id, actor=supervisor)
        assert ThreadReader.objects.get(reader_id=supervisor.id).rev == 3


def test_each_thread_is_read_on_its_own(header, write):
    write("One.", key="a", thread_id="one")
    write("Two.", key="b", thread_id="two")
    assert "Two." in header(thread_id="two").text
    assert "One." in header(thread_id="one").text
    assert (header(thread_id="one").text, header(thread_id="two").text) == ("", "")


def test_an_actor_without_an_id_marks_nothing(home, header, write):
    write()
    server = system_actor(home.workspace_id, "test")
    assert header(actor=server).text == header(actor=server).text != ""


def test_the_more_recent_of_two_equally_important_changes_comes_first(header, log):
    for text in ("older", "newer"):
        log("ADD", text, importance=0.5)
    assert [change.text for change in header(0).changes] == ["newer", "older"]


def test_a_reader_who_may_know_of_less_than_before_is_told_what_is_new(header, write, supervisor):
    for number in range(3):
        write(f"Text {number}", key=str(number))
    assert header().revision == 3
    narrowed = replace(supervisor, categories=("goals",))
    assert header(actor=narrowed).revision == 0
    write("Ship v1.", key="goal", category="goals")
    assert header(actor=narrowed).text.splitlines()[1:] == ["- +created: [Goals] Ship v1. (imp=2)"]
