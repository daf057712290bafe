"""What both language models promise: the same tasks, the same schemas, the same bounds."""

import pytest

from providers.llm import Endpoint, Rules, Usage, language_model
from providers.llm.tasks import (
    Line,
    Observed,
    Pair,
    PersonMessage,
    Workflow,
    find_facts,
    find_memories,
    find_sensitive,
    gain_insights,
    judge_pairs,
    summarise,
    write_procedure,
)

LINES = (
    Line(speaker="Ana", text="I adopted a greyhound called Comet in March.", is_person=True),
    Line(speaker="Assistant", text="Congratulations on adopting Comet!"),
)
LONG = "We moved to a farm near Evora in 2019. In April I opened a cheese shop with my friend Rui."
STEPS = "To deploy the site:\n1. Run the tests.\n2. Push the tag."
TASKS = {
    "summarise": summarise(LINES),
    "find_facts": find_facts(PersonMessage(text="I'm allergic to nuts.", speaker="Ana")),
    "find_memories": find_memories(PersonMessage(text=LONG)),
    "find_sensitive": find_sensitive(["Ana likes tea.", "Ana lives in Evora."]),
    "gain_insights": gain_insights(
        Observed(lines=tuple(Line(speaker="Ana", text="Thanks!", is_person=True) for _ in "abc"))
    ),
    "judge_pairs": judge_pairs([Pair(first="Ana likes tea.", second="Ana likes the tea.")]),
    "write_procedure": write_procedure(Workflow(request="", text=STEPS)),
}
# What a good model would say; the fake server says it.
REPLIES = {
    "Episode": {"summary": "Ana adopted a greyhound called Comet."},
    "FoundFacts": {
        "facts": [
            {
                "category": "constraint",
                "key": "allergies",
                "value": "nuts",
                "confidence": 1.0,
                "importance": 0.9,
                "denied": False,
                "quote": "I'm allergic to nuts.",
            }
        ]
    },
    "FoundMemories": {
        "memories": [
            {
                "summary": "The user opened a cheese shop in April.",
                "category": "projects",
                "importance": 3,
                "quote": "In April I opened a cheese shop with my friend Rui.",
            }
        ]
    },
    "AllSensitive": {
        "statements": [{"text": 1, "key": "city", "value": "Evora", "quote": "Ana lives in Evora.", "denied": False}]
    },
    "Insights": {"insights": [{"summary": "User is grateful for help.", "tags": ["trust"], "importance": 2}]},
    "Verdicts": {"verdicts": [{"pair": 0, "same_fact": True, "merged": "Ana likes tea."}]},
    "Procedure": {"title": "Deploy the site", "steps": ["Run the tests.", "Push the tag."], "tags": ["deploy"]},
}


@pytest.fixture(params=["rules", "endpoint"])
def model(request, model_server):
    model_server.replies = REPLIES
    return Rules() if request.param == "rules" else Endpoint("fake-model")


@pytest.mark.parametrize("task", TASKS.values(), ids=TASKS)
def test_every_task_is_answered_in_its_shape(model, task):
    completion = model.carry_out(task)
    assert isinstance(completion.answer, task.answer)
    assert task.answer.model_validate_json(completion.answer.model_dump_json()) == completion.answer


@pytest.mark.parametrize("task", TASKS.values(), ids=TASKS)
def test_the_same_question_has_the_same_answer(model, task):
    assert model.carry_out(task).answer == model.carry_out(task).answer


@pytest.mark.parametrize("task", TASKS.values(), ids=TASKS)
def test_an_answer_says_which_model_and_prompt_made_it_and_what_it_cost(model, task, settings):
    """The fake server counts 100 tokens in and 20 out; rules read none."""
    settings.LLM_INPUT_PRICE, settings.LLM_OUTPUT_PRICE = 3.0, 15.0
    completion = model.carry_out(task)
    assert completion.made_by == f"{model.name}, {task.prompt} 1"
    assert completion.usage == (Usage() if model.is_local else Usage(input_tokens=100, output_tokens=20, cost=600))


def test_an_allergy_is_found(model):
    (fact,) = model.carry_out(TASKS["find_facts"]).answer.facts
    assert (fact.category, fact.key, fact.value, fact.denied) == ("constraint", "allergies", "nuts", False)
    assert fact.quote in "I'm allergic to nuts."


def test_a_sensitive_statement_names_its_text_and_quotes_it(model):
    (found,) = model.carry_out(TASKS["find_sensitive"]).answer.statements
    assert (found.text, found.key, found.value, found.quote) == (1, "city", "Evora", "Ana lives in Evora.")


def test_an_episode_has_a_summary_of_at_most_280_characters(model):
    assert 0 < len(model.carry_out(TASKS["summarise"]).answer.summary) <= 280


def test_one_to_five_memories_are_found_in_a_long_message(model):
    found = model.carry_out(TASKS["find_memories"]).answer.memories
    assert 1 <= len(found) <= 5
    assert all(one.quote in LONG and 1 <= one.importance <= 5 for one in found)


def test_a_verdict_is_about_one_of_the_pairs(model):
    (verdict,) = model.carry_out(TASKS["judge_pairs"]).answer.verdicts
    assert (verdict.pair, verdict.same_fact) == (0, True)


def test_the_steps_of_a_procedure_are_commands(model):
    procedure = model.carry_out(TASKS["write_procedure"]).answer
    assert procedure.steps == ("Run the tests.", "Push the tag.")
    assert procedure.title


def test_the_settings_choose(settings):
    assert language_model() == Rules()
    settings.LLM_BASE_URL, settings.LLM_MODEL = "http://127.0.0.1:9/v1", "some-model"
    assert language_model() == Endpoint("some-model")
