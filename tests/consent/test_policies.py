"""Issue 4, "Policies": what is matched, in which order, and what outweighs what."""

import pytest
from django.apps import apps
from django.core.exceptions import ImproperlyConfigured

from consent.changes import IngestSource
from consent.gate import submit
from consent.models import Policy
from consent.outcomes import Applied, Queued, Refusal, Refused, Waiting
from memories.sources.drafts import SourceDraft
from workspaces import scope
from workspaces.actors import system_actor

pytestmark = pytest.mark.django_db


@pytest.fixture
def rule(home):
    def _rule(outcome, **match):
        with scope.enter(home.workspace_id):
            return Policy.objects.create(outcome=outcome, **match)

    return _rule


@pytest.mark.parametrize(("key", "value"), [("preferred_name", "Ana"), ("pronouns", "she/her"), ("city", "Lisbon")])
def test_by_default_the_seed_s_fields_need_consent(set_fact, key, value):
    assert isinstance(set_fact("identity", key, value), Queued)


def test_by_default_the_language_does_too(set_fact):
    assert isinstance(set_fact("identity", "language", "Portuguese"), Queued)


@pytest.mark.parametrize(
    ("category", "key", "value"),
    [
        ("constraint", "health_conditions", "diabetes"),
        ("preference", "orientation", "lesbian"),
        ("identity", "religion", "Catholic"),
        ("preference", "political_party", "Greens"),
        ("identity", "ethnic_origin", "Kurdish"),
        ("identity", "trade_union", "IG Metall"),
        ("identity", "fingerprint", "template 7"),
        ("identity", "criminal_record", "burglary, 2009"),
        ("identity", "passport", "X1234567"),
        ("preference", "bank_account", "00123456789"),
        ("identity", "salary", "52,000"),
        ("preference", "handle", "Fips"),
        ("preference", "what_to_call", "Fips"),
        ("preference", "gendered_forms", "feminine"),
        ("preference", "gender", "woman"),
    ],
)
def test_by_default_special_categories_need_consent_under_any_category_and_name(set_fact, category, key, value):
    assert isinstance(set_fact(category, key, value), Queued)


@pytest.mark.parametrize(
    "content",
    ["Ana has been diagnosed with diabetes.", "Ana is a lesbian.", "HIV positive", "Her passport number is X1234567."],
)
def test_so_they_do_as_a_note(write, content):
    assert isinstance(write(content), Queued)


@pytest.mark.parametrize("content", ["Has diabetes type 2.", "Hat Diabetes Typ 2.", "A de l'asthme de type 2."])
def test_an_illness_with_its_grade_is_never_stored_where_a_rule_says_so(write, rule, content):
    rule("never", fact_key="health_conditions")
    assert write(content).reason is Refusal.NEVER


DIETS = [("diet", "vegan"), ("allergies", "peanuts")]


@pytest.mark.parametrize(("key", "value"), DIETS)
def test_diet_and_allergies_apply_by_a_line_of_the_default_policy(set_fact, write, key, value):
    assert isinstance(set_fact("constraint", key, value), Applied)
    assert isinstance(write(f"{key}: {value}"), Applied)


@pytest.mark.parametrize("value", ["penicillin", "ibuprofen", "Prozac", "latex, penicillin and insulin"])
def test_so_does_an_allergy_to_a_medicine(set_fact, write, value):
    assert isinstance(set_fact("constraint", "allergies", value), Applied)
    assert isinstance(write(f"Eva is allergic to {value}."), Applied)


@pytest.mark.parametrize("told", ["told by the doctor", "as her doctor told her", "according to her doctor"])
def test_so_does_an_allergy_with_who_told_it(write, told):
    assert isinstance(write(f"Has a peanut allergy, {told}."), Applied)
    assert isinstance(write(f"Has asthma, {told}.", key="other"), Queued)


@pytest.mark.parametrize("value", ["takes Prozac", "HIV", "nuts, and Ana has HIV", "lives in Lisbon", "is gay"])
def test_what_is_no_allergy_waits_also_as_a_value_of_the_field(set_fact, value):
    assert isinstance(set_fact("constraint", "allergies", value), Queued)


@pytest.mark.parametrize(("key", "value"), DIETS)
def test_an_operator_can_take_that_line_out(settings, set_fact, write, key, value):
    settings.DEFAULT_POLICY_WITHOUT = ["diet_and_allergies"]
    assert isinstance(set_fact("constraint", key, value), Queued)
    assert isinstance(write(f"{key}: {value}"), Queued)


def test_another_name_of_a_line_is_an_error_at_the_start(settings):
    settings.DEFAULT_POLICY_WITHOUT = ["special_categories"]
    with pytest.raises(ImproperlyConfigured, match="special_categories"):
        apps.get_app_config("consent").ready()


@pytest.mark.parametrize("key", ["tone", "goals"])
def test_by_default_the_tone_and_goals_need_corroboration(set_fact, key):
    assert isinstance(set_fact("preference", key, "brief"), Waiting)


def test_anything_else_applies(set_fact):
    assert isinstance(set_fact("preference", "coding_style", "black"), Applied)


@pytest.mark.parametrize("outcome", ["consent", "never"])
def test_a_policy_of_where_it_is_filed_now_counts_for_filing_it_elsewhere(write, rule, outcome):
    assert isinstance(write("Buy oat milk.", category="tasks"), Applied)
    rule(outcome, category="tasks")
    assert not isinstance(write("Buy oat milk and tea.", category="goals"), Applied)
    assert isinstance(write("Learn to sail.", key="other", category="goals"), Applied)


@pytest.mark.parametrize(
    "match",
    [
        {"fact_key": "coding_style"},
        {"fact_category": "preference"},
        {"category": "preferences"},
        {"sensitivity": "internal"},
        {"memory_type": "semantic"},
        {"trust": "agent"},
        {},
    ],
)
def test_a_policy_matches_on_each_of_these(set_fact, rule, match):
    rule("consent", **match)
    assert isinstance(set_fact("preference", "coding_style", "black"), Queued)


@pytest.mark.parametrize(
    "match", [{"fact_key": "diet"}, {"category": "goals"}, {"sensitivity": "restricted"}, {"trust": "source"}]
)
def test_and_on_nothing_else(set_fact, rule, match):
    rule("consent", **match)
    assert isinstance(set_fact("preference", "coding_style", "black"), Applied)


def test_it_matches_the_agent(set_fact, rule, supervisor, stylist):
    rule("consent", fact_key="coding_style", agent_id=stylist.id)
    assert isinstance(set_fact("preference", "coding_style", "black"), Applied)
    assert isinstance(set_fact("preference", "coding_style", "ruff", actor=stylist), Queued)


def test_the_server_s_own_conclusions_have_the_origin_derived(home, set_fact, rule):
    rule("never", trust="derived")
    server = system_actor(home.workspace_id, "extraction")
    assert set_fact("preference", "coding_style", "black", actor=server).reason is Refusal.NEVER
    assert isinstance(set_fact("preference", "coding_style", "black"), Applied)


def test_a_source_s_object_has_the_origin_source(home, rule, supervisor, now):
    rule("never", trust="source")
    draft = SourceDraft.model_validate({
        "namespace": ["memories", str(home.user_id)], "source": "manual", "source_id": "1",
        "title": "Note", "payload": {"type": "custom", "fields": {"text": "The release is on Friday."}},
    })  # fmt: skip
    assert submit(IngestSource(draft=draft), actor=supervisor, now=now).reason is Refusal.NEVER


def test_never_is_refused(set_fact, rule):
    rule("never", fact_key="city")
    answer = set_fact("identity", "city", "Lisbon")
    assert isinstance(answer, Refused) and answer.reason is Refusal.NEVER


def test_a_rule_for_the_field_may_make_it_free(set_fact, rule):
    rule("apply", fact_key="city")
    assert isinstance(set_fact("identity", "city", "Lisbon"), Applied)


@pytest.mark.parametrize("match", [{}, {"category": "profile"}, {"memory_type": "semantic"}, {"trust": "agent"}])
def test_a_rule_that_names_no_field_makes_no_sensitive_one_free(set_fact, rule, match):
    rule("apply", **match)
    assert isinstance(set_fact("identity", "city", "Lisbon"), Queued)


@pytest.mark.parametrize("match", [{}, {"category": "relationships"}, {"trust": "agent"}])
@pytest.mark.parametrize("outcome", ["apply", "corroboration", "consent"])
@pytest.mark.parametrize("content", ["Bruno has asthma, says his wife.", "Is HIV-positive."])
def test_a_rule_that_names_no_field_undoes_no_never_of_one_that_does(write, rule, outcome, content, match):
    rule("never", fact_key="health_conditions", priority=20)
    rule(outcome, **match, priority=10)
    assert write(content, category="relationships").reason is Refusal.NEVER


def test_nor_does_it_make_a_field_free_that_is_asked_about(set_fact, rule):
    rule("consent", fact_key="coding_style", priority=20)
    rule("apply", category="preferences", priority=10)
    assert isinstance(set_fact("preference", "coding_style", "black"), Queued)


def test_it_may_make_one_stricter(set_fact, rule):
    rule("apply", fact_key="city", priority=20)
    rule("never", trust="agent", priority=10)
    assert set_fact("identity", "city", "Lisbon").reason is Refusal.NEVER


@pytest.mark.parametrize(("key", "value"), [("language", "German"), ("languages_spoken", "Portuguese"),
                                            ("language", "Brazilian Portuguese")])  # fmt: skip
def test_a_language_states_no_nationality(set_fact, rule, key, value):
    rule("never", fact_key="nationality")
    assert isinstance(set_fact("identity", key, value), Queued)
    assert set_fact("identity", key, f"{value}, and is Italian").reason is Refusal.NEVER


def test_the_lowest_priority_rules(set_fact, rule):
    rule("never", fact_key="city", priority=20)
    rule("apply", fact_key="city", priority=10)
    assert isinstance(set_fact("identity", "city", "Lisbon"), Applied)


def test_a_person_s_own_rule_comes_first(home, set_fact, rule):
    rule("apply", fact_key="coding_style", priority=1)
    rule("never", fact_key="coding_style", person_id=home.user_id, priority=100)
    assert set_fact("preference", "coding_style", "black").reason is Refusal.NEVER


def test_it_brings_in_nothing_that_the_workspace_never_keeps(home, set_fact, rule):
    rule("never", fact_key="city")
    rule("apply", fact_key="city", person_id=home.user_id, priority=1)
    assert set_fact("identity", "city", "Lisbon").reason is Refusal.NEVER


def test_it_concerns_nobody_else(home, set_fact, rule):
    rule("never", fact_key="coding_style", person_id=home.workspace_id)
    assert isinstance(set_fact("preference", "coding_style", "black"), Applied)


def test_a_revoked_rule_rules_no_more(home, set_fact, rule, now):
    made = rule("never", fact_key="city")
    with scope.enter(home.workspace_id):
        Policy.objects.filter(id=made.id).update(revoked_at=now)
    assert isinstance(set_fact("identity", "city", "Lisbon"), Queued)


def test_of_several_statements_the_strictest_rules(write, rule):
    rule("apply", fact_key="city")
    assert isinstance(write("User lives in Lisbon."), Applied)
    assert isinstance(write("User lives in Lisbon. The user's name is Ana.", key="other"), Queued)


def test_another_workspace_s_rules_are_not_ours(home, elsewhere, set_fact):
    with scope.enter(elsewhere.workspace_id):
        Policy.objects.create(outcome="never")
    assert isinstance(set_fact("preference", "coding_style", "black"), Applied)
