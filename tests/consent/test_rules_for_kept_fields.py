"""Diet and allergies are kept without a question, unless a rule says otherwise: then of sentences, too."""

from uuid import uuid4

import pytest

from consent.changes import WriteMemory
from consent.gate import submit
from consent.models import Policy
from consent.models.policy import Outcome
from consent.outcomes import Applied, Queued, Refused
from memories.drafts import MemoryDraft
from workspaces import scope

pytestmark = pytest.mark.django_db
SENTENCES = ["Ana is allergic to walnuts.", "Ana has a peanut allergy.", "I am lactose intolerant.", "allergies: nuts"]


@pytest.fixture
def rule(home):
    def _rule(outcome=Outcome.CONSENT, **match):
        with scope.enter(home.workspace_id):
            Policy.objects.create(outcome=outcome, **({"fact_key": "allergies"} | match))

    return _rule


@pytest.mark.parametrize("content", SENTENCES)
def test_a_sentence_is_treated_as_the_field_that_it_states(rule, write, content):
    assert isinstance(write(content), Applied)

    rule()
    assert isinstance(write(content, key="again"), Queued)


def test_so_it_is_by_a_rule_for_all_of_its_kind(rule, write):
    rule(fact_key="", fact_category="constraint")

    assert isinstance(write("Ana follows a gluten-free diet."), Queued)


def test_what_is_never_to_be_stored_is_refused(rule, write):
    rule(Outcome.NEVER)

    assert isinstance(write("Ana is allergic to walnuts."), Refused)


def test_a_rule_for_one_field_leaves_the_other(rule, write):
    rule()

    assert isinstance(write("Ana is vegan."), Applied)


def test_a_rule_for_another_agent_leaves_the_sentence(rule, write, planner):
    rule(agent_id=planner.id)

    assert isinstance(write("Ana is allergic to walnuts."), Applied)


def test_a_person_s_own_rule_holds_for_sentences_too(rule, write, home, supervisor):
    rule(Outcome.NEVER, person_id=home.user_id, agent_id=supervisor.id)

    assert isinstance(write("Ana is allergic to walnuts."), Refused)


def test_of_a_text_that_may_be_cut_the_sentence_alone_waits(rule, home, supervisor, now):
    rule()
    content = "The trip is in May. Ana is allergic to walnuts."
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="trip", content=content)
    outcome = submit(WriteMemory(draft=draft, excise=True), actor=supervisor, now=now)

    assert isinstance(outcome, Applied) and len(outcome.proposal_ids) == 1


def test_an_approved_value_may_be_repeated_in_a_sentence(rule, write, set_fact):
    set_fact("constraint", "allergies", "walnuts", item="walnuts")
    rule()

    assert isinstance(write("Ana is allergic to walnuts."), Applied)
    assert isinstance(write("Ana is allergic to eggs.", key="eggs"), Queued)


COELIAC = ["Ana has celiac disease.", "Ana hat Zöliakie.", "Ana es celíaca.", "Ana est cœliaque."]


@pytest.mark.parametrize("content", COELIAC)
def test_a_rule_for_illnesses_holds_for_a_food_left_out_for_one(rule, write, content):
    assert isinstance(write(content), Applied)

    rule(Outcome.NEVER, fact_key="health_conditions")
    assert isinstance(write(content, key="again"), Refused)


def test_so_it_does_for_the_field_of_the_food(rule, set_fact):
    rule(fact_key="health_conditions")

    assert isinstance(set_fact("constraint", "avoided_foods", "gluten (coeliac)", item="gluten (coeliac)"), Queued)
    assert isinstance(set_fact("constraint", "avoided_foods", "gluten", item="gluten"), Applied)


@pytest.mark.parametrize("content", ["Ana is allergic to peanuts.", "Ana eats no gluten.", "Ana is vegan."])
def test_it_leaves_needs_that_name_no_illness(rule, write, content):
    rule(Outcome.NEVER, fact_key="health_conditions")

    assert isinstance(write(content), Applied)


def test_nothing_asks_where_it_is_about_another_agent_or_lets_illnesses_be_stored(rule, write, planner):
    rule(Outcome.NEVER, fact_key="health_conditions", agent_id=planner.id)
    rule(Outcome.APPLY, fact_key="health_conditions")

    assert isinstance(write("Ana has celiac disease."), Applied)


def test_of_a_text_that_may_be_cut_the_illness_alone_waits(rule, home, supervisor, now):
    rule(fact_key="health_conditions")
    draft = MemoryDraft(
        namespace=("memories", str(home.user_id)), key="trip", content="The trip is in May. Ana has celiac disease."
    )
    outcome = submit(WriteMemory(draft=draft, excise=True), actor=supervisor, now=now)

    assert isinstance(outcome, Applied) and len(outcome.proposal_ids) == 1


ALLERGIES_ELSEWHERE = [
    "Ana ist gegen Erdnüsse allergisch.", "Ana es alérgica al cacahuete.", "Ana hat eine Nussallergie.",
    "Ana ist laktoseintolerant.", "Ana verträgt keine Milch.", "Ana tiene alergia a los frutos secos.",
    "Ana no tolera el gluten.", "Ana est allergique aux noix.", "Ana è allergica alle noci.", "Ana é alérgica a nozes.",
]  # fmt: skip
TOLD = [
    "Tess cannot eat shellfish, she is allergic.", "Tess told me about her wasp allergy.", "Tess has hay fever.",
    "Tess gets a rash from strawberries.", "Never suggest peanuts: Tess is allergic.", "Tess is coeliac.",
    "Tess reacts badly to penicillin.", "Tess ist allergisch gegen Nüsse.", "Tess is not allergic to anything.",
    "Tess has no allergies.",
]  # fmt: skip
DIETS = [
    "Ana eats no meat.",
    "Ana doesn't eat pork.",
    "Ana avoids dairy.",
    "Ana drinks no alcohol.",
    "Ana isst kein Fleisch.",
    "Ana ist Vegetarierin.",
    "Ana ernährt sich vegan.",
    "Ana no come carne.",
    "Ana es vegetariana.",
    "Ana lleva una dieta sin gluten.",
    "Ana ne mange pas de viande.",
    "Ana est végétarienne.",
    "Ana non mangia carne.",
    "Ana não come carne.",
]


@pytest.mark.parametrize(
    ("key", "content"),
    [*(("allergies", one) for one in (*ALLERGIES_ELSEWHERE, *TOLD)), *(("diet", one) for one in DIETS)],
)
def test_a_rule_holds_however_it_is_said(key, content, rule, write):
    rule(Outcome.NEVER, fact_key=key)

    assert isinstance(write(content), Refused)


@pytest.mark.parametrize("content", [*DIETS[:10], *TOLD, "Ana es alérgica al cacahuete.", "Ana ist laktoseintolerant."])
def test_without_a_rule_it_is_kept(content, write):
    assert isinstance(write(content), Applied)


def test_the_allergy_of_her_dog_is_not_hers(rule, write):
    rule(Outcome.NEVER)

    assert isinstance(write("Bruno, the dog of Tess, is allergic to chicken."), Applied)


@pytest.mark.parametrize(
    "content",
    ["Ana eats no more than twice a day.", "El restaurante es grande.", "Ana isst gern Suppe.", "Ana come arroz."],
)
def test_other_meals_are_no_diet(content, rule, write):
    rule(Outcome.NEVER, fact_key="diet")

    assert isinstance(write(content), Applied)


PLAIN = [
    ("employer", "Ana works for Contoso as a data engineer."),
    ("occupation", "Ana works for Contoso as a data engineer."),
    ("hobbies", "Ana plays chess every Tuesday as her hobby."),
    ("likes", "Ana likes risotto."),
    ("pets", "Ana has a cat called Miso."),
    ("family", "Ana's sister lives in Braga."),
    ("employer", "I work for Contoso."),
    ("pets", "Ana vive con su gato Nico."),
    ("phone", "Her mobile is +351 933 111 222."),
    ("phone", "You can reach her at +351 933 111 222."),
    ("phone", "Call her on +351 933 111 222."),
    ("phone", "Ana can be reached at work on +351 933 111 222."),
    ("phone", "Her new number is +351 933 111 222."),
    ("phone", "Her work phone is +351 933 111 222, she prefers calls after six."),
    ("phone", "Su teléfono es +351 933 111 222."),
]


@pytest.mark.parametrize(("key", "content"), PLAIN)
def test_a_rule_of_any_field_that_is_found_holds_for_sentences(key, content, rule, write, home):
    assert isinstance(write(content, key="contact"), Applied)

    rule(Outcome.NEVER, fact_key=key, person_id=home.user_id)
    assert isinstance(write(content, key="again"), Refused)
    assert isinstance(write("The trip is in May.", key="trip"), Applied)


@pytest.mark.parametrize(
    ("key", "content"),
    [
        ("pets", "Ana keeps bees."),
        ("pets", "Ana had a chat with Tom."),
        ("phone", "Her dentist's number is +351 933 111 222."),
        ("phone", "Her order number is 933 111 222."),
    ],
)
def test_what_is_no_value_of_the_field_is_kept(key, content, rule, write, home):
    rule(Outcome.NEVER, fact_key=key, person_id=home.user_id)

    assert isinstance(write(content, key="order"), Applied)


def test_a_rule_to_ask_asks_for_a_sentence_and_leaves_what_is_known(rule, write, set_fact):
    set_fact("preference", "hobbies", "chess", item="chess")
    rule(fact_key="hobbies")

    assert isinstance(write("Ana plays chess as her hobby."), Applied)
    assert isinstance(write("Ana enjoys hiking.", key="hiking"), Queued)


def test_another_s_rule_leaves_a_sentence(rule, write):
    rule(Outcome.NEVER, fact_key="employer", person_id=uuid4())

    assert isinstance(write("Ana works for Contoso."), Applied)


def test_of_a_text_the_sentence_that_a_rule_bars_is_cut_out(rule, home, supervisor, now):
    rule(fact_key="employer")
    content = "The trip is in May. Ana works for Contoso."
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="trip", content=content)
    outcome = submit(WriteMemory(draft=draft, excise=True), actor=supervisor, now=now)

    assert isinstance(outcome, Applied) and len(outcome.proposal_ids) == 1
