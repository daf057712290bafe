"""The model within its budget, and the rules that stand in for it."""

import json

import pytest

from intelligence.model_access import ask
from intelligence.models import Budget, Kind
from providers.llm import ModelUnavailable
from providers.llm.tasks import Line, summarise
from workspaces import scope

TASK = summarise([Line(speaker="Ana", text="The committee approved the new bridge.")])
BY_MODEL = "The new bridge was approved."
BY_RULES = 'Ana said: "The committee approved the new bridge."'


@pytest.fixture
def asked(home, now):
    return lambda **options: ask(TASK, workspace_id=home.workspace_id, now=now, **options).answer.summary


@pytest.fixture
def used(home, now):
    def _used(kind):
        with scope.enter(home.workspace_id):
            return Budget.objects.used(kind, day=now.date())

    return _used


def test_without_a_model_the_rules_do_it_for_nothing(asked, used):
    assert asked() == BY_RULES
    assert used(Kind.CALLS) == 0


def test_a_model_does_it_and_is_counted(asked, used, model_server, settings):
    settings.LLM_INPUT_PRICE = 2.0
    model_server.replies["Episode"] = {"summary": BY_MODEL}
    assert asked() == BY_MODEL
    assert [used(kind) for kind in (Kind.CALLS, Kind.INPUT_TOKENS, Kind.OUTPUT_TOKENS, Kind.COST)] == [1, 100, 20, 200]


def test_when_the_day_s_tokens_are_used_up_the_rules_do_it(asked, used, model_server, settings):
    settings.LLM_TOKENS_PER_DAY = 120
    model_server.replies["Episode"] = {"summary": BY_MODEL}
    assert [asked(), asked()] == [BY_MODEL, BY_RULES]
    assert used(Kind.CALLS) == 1


def test_nought_is_no_cap(asked, model_server, settings):
    settings.LLM_TOKENS_PER_DAY = 0
    model_server.replies["Episode"] = {"summary": BY_MODEL}
    assert [asked(), asked()] == [BY_MODEL, BY_MODEL]


@pytest.mark.parametrize("content", ["nonsense", json.dumps({"summary": ""}), None])
def test_when_the_answer_cannot_be_used_the_rules_do_it(asked, used, model_server, content):
    model_server.will_say(content)
    assert asked() == BY_RULES
    assert used(Kind.CALLS) == 1


def test_when_it_is_refused_the_rules_do_it(asked, model_server):
    model_server.will_fail(400)
    assert asked() == BY_RULES


def test_when_it_cannot_be_reached_that_is_said(asked, model_server, settings):
    settings.LLM_RETRIES = 0
    model_server.will_fail(503)
    with pytest.raises(ModelUnavailable):
        asked()


def test_what_has_waited_long_enough_is_not_kept_waiting(asked, model_server):
    assert asked(is_urgent=True) == BY_RULES
    assert model_server.asked == []


def test_no_answer_stands_in_the_log(asked, model_server, caplog):
    model_server.will_say("the secret word is rosebud")
    asked()
    assert "AnswerInvalid" in caplog.text and "rosebud" not in caplog.text.replace(str(model_server), "")
