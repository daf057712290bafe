"""Theory of mind (001 §3): inputs, constraints, storage, the pause of a day."""

import json
from datetime import timedelta

import pytest

from consent.changes import SetFact, WriteMemory
from consent.gate import submit
from consent.outcomes import Applied
from intelligence.actions.gain_insights import gain_insights
from memories.drafts import FactDraft, MemoryDraft
from memories.models import Relation

CORRECTIONS = ["No, that's wrong.", "Actually, it was Tuesday.", "I meant the other one."]


@pytest.fixture
def look(home, now):
    return lambda at=None: gain_insights(workspace_id=home.workspace_id, now=at or now)


@pytest.fixture
def insights(memories):
    return lambda: [one.current.content for one in memories("insight")]


def reply(*summaries, importance=2):
    told = [{"summary": summary, "tags": ["trust"], "importance": importance} for summary in summaries]
    return json.dumps({"insights": told})


def test_what_can_be_counted_is_an_insight(say, look, insights):
    say(*CORRECTIONS, "Fine.")
    assert look() == 1
    assert insights() == ["User corrected what was said in 3 of the last 4 messages."]


def test_it_is_stored_as_001_says(say, look, memories):
    say(*CORRECTIONS)
    look()
    (insight,) = memories("insight")
    assert (insight.category, insight.importance, insight.pinned) == ("relationship_dynamic", 0.4, False)
    assert insight.tags == ["corrections", "style"] and insight.trust == "derived"


def test_without_anything_to_see_nothing_is_written(say, look, insights):
    say("Fine.", "Good.")
    assert look() == 1
    assert insights() == []


def test_others_words_do_not_count(say, look, insights):
    say(*CORRECTIONS, speaker="Tom")
    say(*CORRECTIONS, role="assistant")
    look()
    assert insights() == []


def test_nobody_is_looked_at_twice_within_a_day(say, look, now):
    say(*CORRECTIONS)
    assert [look(), look(now + timedelta(hours=23))] == [1, 0]


def test_after_a_day_a_person_who_spoke_again_is(say, look, insights, now):
    say(*CORRECTIONS)
    look()
    say("No, no.", at=now + timedelta(hours=20))
    assert look(now + timedelta(hours=25)) == 1
    assert insights() == ["User corrected what was said in 4 of the last 4 messages."]


def test_whoever_said_nothing_is_left_in_peace(say, look, now):
    say(*CORRECTIONS, at=now - timedelta(hours=25))
    assert look() == 0


def test_the_pause_is_a_setting(say, look, now, settings):
    settings.INSIGHT_PAUSE_HOURS = 1
    say(*CORRECTIONS)
    look()
    say("Well.", at=now + timedelta(hours=2))
    assert look(now + timedelta(hours=2)) == 1


class TestWithAModel:
    def test_its_insights_are_kept_and_rest_on_what_it_was_shown(
        self, say, look, insights, in_home, model_server, user_id, supervisor, now
    ):
        draft = MemoryDraft(namespace=("memories", str(user_id)), key="k", content="User likes figs.")
        submit(WriteMemory(draft=draft), actor=supervisor, now=now)
        say("I like figs.")
        model_server.replies["Insights"] = reply("User trusts plain answers.")
        look()
        assert insights() == ["User trusts plain answers."]
        with in_home():
            assert Relation.objects.get(relation_type="derived_from").to_memory.key == "k"

    def test_it_is_shown_no_more_than_a_thousand_characters(self, say, look, model_server):
        say(*[f"{n} " + "word " * 50 for n in range(20)])
        model_server.replies["Insights"] = reply()
        look()
        (asked,) = model_server.asked
        lines = json.loads(asked["messages"][1]["content"])["lines"]
        assert sum(len(line["text"]) for line in lines) <= 1_000 and lines[-1]["text"].startswith("19")
        assert (asked["temperature"], asked["max_tokens"]) == (0.0, 220)

    def test_it_is_shown_the_five_newest_episodes_and_the_three_newest_notes(
        self, say, look, model_server, user_id, supervisor, now
    ):
        for number in range(7):
            for memory_type in ("episodic", "semantic"):
                draft = MemoryDraft(
                    namespace=("memories", str(user_id)),
                    key=f"{memory_type}-{number}",
                    memory_type=memory_type,
                    category="event",
                    content=f"User bought {memory_type} fig {number}.",
                )
                submit(WriteMemory(draft=draft), actor=supervisor, now=now + timedelta(seconds=number))
        say("Hello.")
        model_server.replies["Insights"] = reply()
        look(now + timedelta(minutes=1))
        observed = json.loads(model_server.asked[0]["messages"][1]["content"])
        assert sorted(observed["activity"]) == [f"User bought episodic fig {number}." for number in range(2, 7)]
        assert sorted(observed["memories"]) == [f"User bought semantic fig {number}." for number in range(4, 7)]

    @pytest.mark.parametrize("summary", ["She trusts me.", "User trusts " + "very " * 70 + "much.", "Does User trust?"])
    def test_one_that_breaks_the_writing_rules_is_left_out(self, say, look, insights, model_server, summary):
        say("Hello.")
        model_server.replies["Insights"] = reply(summary, "User likes figs.")
        look()
        assert insights() == ["User likes figs."]

    def test_more_than_three_spoil_the_answer(self, say, look, insights, model_server):
        say("Hello.")
        model_server.replies["Insights"] = reply(*[f"User likes fig {n}." for n in range(4)])
        look()
        assert insights() == []

    def test_while_it_is_down_the_day_is_not_used_up(self, say, look, insights, model_server):
        say("Hello.")
        model_server.will_fail(503)
        assert look() == 0
        model_server.replies["Insights"] = reply("User likes figs.")
        assert look() == 1


BRIEF = [f"Shorter please, this is too long, number {n}." for n in range(9)]


def test_a_sure_insight_sets_the_tone(say, look, memories, facts):
    """001 §10: a benign field from one insight that is sure enough."""
    say(*BRIEF)
    look()
    (insight,) = memories("insight")
    assert insight.confidence == pytest.approx(0.8)
    assert ("tone", "brief") in facts()


def test_an_unsure_one_is_a_signal_that_a_second_one_confirms(say, look, facts, home, supervisor, now):
    say(*BRIEF[:4])
    look()
    assert "tone" not in dict(facts())
    draft = FactDraft(person_id=home.user_id, category="preference", key="tone", value="brief")
    assert isinstance(submit(SetFact(draft=draft), actor=supervisor, now=now), Applied)


def test_who_asks_for_both_has_no_tone(say, look, facts):
    say(*BRIEF, *[f"More detail please, number {n}." for n in range(9)])
    look()
    assert "tone" not in dict(facts())
