"""Episodes (002 flow 1, R18, R19): when they are written, of which turns, and what becomes of what is sensitive."""

import json
from datetime import timedelta

import pytest

from consent.models import Proposal
from conversations.actions.sessions import append_turns, open_session
from conversations.drafts import TurnDraft
from conversations.models import Session
from intelligence.actions.write_episodes import write_episodes
from memories.models import Embedding, History
from memories.writing_rules import Style, check_writing
from operations.sessions import close_session

TALK = "On day {n} we repaired lighthouse number {n} near Sagres."


@pytest.fixture
def episodes(memories):
    return lambda: [(one.turn_start, one.turn_end) for one in memories("episodic")]


def talk(say, count, first=1):
    say(*[TALK.format(n=n) for n in range(first, first + count)])


def test_a_hundred_turns_leave_nine_episodes(say, summarise, episodes, in_home):
    talk(say, 100)
    assert summarise() == 9
    assert episodes() == [(n, n + 9) for n in range(1, 90, 10)]
    with in_home():
        assert (Session.objects.get().summarised_turns, Session.objects.get().unsummarised_turns) == (90, 10)


def test_turn_by_turn_it_is_the_same(say, summarise, episodes):
    for n in range(1, 51):
        talk(say, 1, first=n)
        summarise()
    assert episodes() == [(1, 10), (11, 20), (21, 30), (31, 40)]


@pytest.mark.parametrize(("turns", "written"), [(19, 0), (20, 1), (29, 1), (30, 2)])
def test_the_twentieth_untold_turn_triggers(say, summarise, turns, written):
    talk(say, turns)
    assert summarise() == written


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (3, []),
        (4, [(1, 4)]),
        (10, [(1, 10)]),
        (13, [(1, 13)]),
        (14, [(1, 10), (11, 14)]),
        (25, [(1, 10), (11, 20), (21, 25)]),
    ],
)
def test_a_session_that_is_closed_gets_a_last_one(say, summarise, episodes, session, supervisor, now, turns, told):
    """R35: without it, whoever says less than twenty things would never have one."""
    talk(say, turns)
    close_session(session_id=session.id, actor=supervisor, now=now)
    summarise()
    assert episodes() == told


def test_what_system_and_tools_say_is_in_no_episode(say, summarise, memories, session, supervisor, now):
    """R34."""
    talk(say, 4)
    say("Ignore lighthouses, Ana adores windmills.", role="system")
    say("windmill=true", role="tool")
    close_session(session_id=session.id, actor=supervisor, now=now)
    summarise()
    (episode,) = memories("episodic")
    assert (episode.turn_end, "windmill" in episode.current.content) == (6, False)


def test_a_session_of_nothing_else_has_none(say, summarise, episodes, session, supervisor, now):
    say(*["Done."] * 5, role="tool")
    close_session(session_id=session.id, actor=supervisor, now=now)
    assert (summarise(), episodes(), summarise()) == (1, [], 0)


def test_the_numbers_are_settings(say, summarise, episodes, settings):
    settings.EPISODE_TRIGGER_TURNS, settings.EPISODE_TURNS = 6, 4
    talk(say, 13)
    summarise()
    assert episodes() == [(1, 4), (5, 8)]


def test_an_episode_is_an_episodic_memory_that_is_found_by_meaning(say, summarise, memories, in_home, session):
    talk(say, 20)
    summarise()
    (episode,) = memories("episodic")
    assert (episode.category, episode.session_id, episode.trust) == ("event", session.id, "derived")
    assert "lighthouse" in episode.current.content
    with in_home():
        assert Embedding.objects.filter(chunk__memory=episode).count() == 1


def test_it_keeps_the_writing_rules(say, summarise, memories):
    talk(say, 20)
    summarise()
    text = memories("episodic")[0].current.content
    assert check_writing(text, style=Style.EPISODIC).text == text


def test_a_repeated_job_changes_nothing(say, summarise, episodes, in_home):
    talk(say, 20)
    summarise()
    with in_home():
        before = History.objects.count()
    assert summarise() == 0
    with in_home():
        assert History.objects.count() == before


def test_a_job_that_died_before_it_was_done_leaves_one_episode(say, summarise, episodes, in_home):
    talk(say, 20)
    summarise()
    with in_home():
        before = History.objects.count()
        Session.objects.update(summarised_turns=0)
    summarise()
    assert episodes() == [(1, 10)]
    with in_home():
        assert History.objects.count() == before


def test_a_late_job_changes_nothing(say, summarise, episodes, in_home, model_server):
    """Two jobs saw the session due; the second comes when the first is through, with other words."""
    talk(say, 20)
    model_server.replies["Episode"] = {"summary": "The user repaired lighthouses."}
    summarise()
    with in_home():
        Session.objects.update(summarised_turns=0)
    model_server.replies["Episode"] = {"summary": "The user repaired nothing."}
    summarise()
    assert episodes() == [(1, 10)]


def test_what_needs_consent_is_left_out_and_asked_for_by_its_message_alone(say, summarise, extract, memories, in_home):
    say("We repaired the lighthouse of Sagres with new lamps from Lyon.", speaker="Tom")
    say("I live in Porto, at 12 Harbour Street.", *["ok"] * 18)
    extract()
    with in_home():
        asked = set(Proposal.objects.values_list("id", flat=True))
    summarise()
    (episode,) = memories("episodic")
    assert "lighthouse" in episode.current.content
    assert "Porto" not in episode.current.content and "[awaiting consent]" not in episode.current.content
    with in_home():
        assert set(Proposal.objects.values_list("id", flat=True)) == asked


@pytest.mark.parametrize("said", ["I live in Porto, at 12 Harbour Street.", "No puedo comer gluten."])
def test_nothing_but_such_a_sentence_leaves_no_episode(say, summarise, episodes, in_home, said):
    say(said, *["ok"] * 19)
    assert (summarise(), episodes()) == (1, [])
    with in_home():
        assert not Proposal.objects.exists()


def test_another_workspace_is_left_alone(say, elsewhere, now):
    talk(say, 20)
    assert write_episodes(workspace_id=elsewhere.workspace_id, now=now) == 0


def test_sessions_are_told_apart(say, summarise, memories, home, supervisor, now, session):
    other, _ = open_session(person_id=home.user_id, external_id="other", actor=supervisor, now=now)
    drafts = [TurnDraft(role="user", content=TALK.format(n=n)) for n in range(20)]
    append_turns(session_id=other.id, drafts=drafts, actor=supervisor, now=now)
    talk(say, 20)
    assert summarise() == 2
    assert {one.session_id for one in memories("episodic")} == {session.id, other.id}


class TestWithAModel:
    def test_its_summary_is_taken(self, say, summarise, memories, model_server):
        talk(say, 20)
        model_server.replies["Episode"] = {"summary": "the user repaired ten lighthouses"}
        summarise()
        (episode,) = memories("episodic")
        assert episode.current.content == "The user repaired ten lighthouses."
        assert episode.source_label == "fake-model, summarise 1"

    @pytest.mark.parametrize(
        "summary",
        [
            "She repaired it.",
            "The user repairs lighthouses and",
            "The user will repair lighthouses.",
            "What did the user repair?",
            "The user repaired " + "very " * 60 + "many lighthouses.",
        ],
    )
    def test_one_that_breaks_the_writing_rules_is_not(self, say, summarise, memories, model_server, summary):
        talk(say, 20)
        model_server.replies["Episode"] = {"summary": summary}
        summarise()
        (episode,) = memories("episodic")
        assert episode.current.content.startswith("The user said:") and episode.source_label == "rules, summarise 1"

    def test_a_sensitive_statement_that_it_makes_up_is_left_out_too(self, say, summarise, memories, model_server):
        talk(say, 20)
        model_server.replies["Episode"] = {"summary": "The user repaired lighthouses. The user moved to Lisbon."}
        summarise()
        assert memories("episodic")[0].current.content == "The user repaired lighthouses."

    def test_while_it_is_down_the_turns_wait(self, say, summarise, episodes, model_server):
        talk(say, 20)
        model_server.will_fail(503)
        assert summarise() == 0
        model_server.replies["Episode"] = {"summary": "The user repaired lighthouses."}
        assert summarise() == 1

    def test_after_an_hour_the_rules_write(self, say, home, now, episodes, model_server):
        talk(say, 20)
        assert write_episodes(workspace_id=home.workspace_id, now=now + timedelta(seconds=3601)) == 1
        assert episodes() == [(1, 10)] and model_server.asked == []

    @pytest.mark.parametrize("content", ["no", json.dumps({"summary": "x" * 1_001}), None])
    def test_a_malformed_answer_loses_nothing(self, say, summarise, episodes, model_server, content):
        talk(say, 20)
        model_server.will_say(content)
        assert summarise() == 1
        assert episodes() == [(1, 10)]
