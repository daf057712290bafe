"""`/admin/policies/yaml/`: the workspace's policies as YAML, tried on past writes before they are saved."""

import html

import pytest

from consent.models import Policy
from consent.policies import file as policy_file
from consent.policies.file import PolicyEntry
from workspaces import scope

URL = "/admin/policies/yaml/"
YAML = "policies:\n- fact_key: coding_style\n  outcome: consent\n"


def saved(home):
    with scope.enter(home.workspace_id):
        return list(Policy.objects.filter(revoked_at=None).values_list("fact_key", "outcome"))


def test_a_trial_tells_of_past_writes_and_saves_nothing(home, owner, fact):
    fact("coding_style", "black")
    page = owner.post(URL, {"policies": YAML, "try": "1"}).content.decode()
    assert "1 of 1 past writes would be stored, asked about, answered or refused differently." in page
    assert '<td data-label="Fields">Coding style</td>' in page and "Coding style: black" in page
    assert saved(home) == []


def test_saving_holds_and_is_shown(home, owner):
    assert owner.post(URL, {"policies": YAML, "save": "1"}).status_code == 302
    assert saved(home) == [("coding_style", "consent")]
    assert "fact_key: coding_style" in owner.get(URL).content.decode()


def test_what_is_no_policy_is_said_so(home, owner):
    page = owner.post(URL, {"policies": "policies: [{outcome: maybe}]", "save": "1"}).content.decode()
    assert 'role="alert"' in page
    assert "Rule 1, outcome: must be one of these: consent, corroboration, apply, never." in page
    assert saved(home) == []


def test_the_line_that_is_no_yaml_is_named(owner):
    page = owner.post(URL, {"policies": "policies:\n- {outcome: [}\n- {}", "try": "1"}).content.decode()
    assert "Line 2 cannot be read: " in page


def test_a_colleague_without_a_role_does_not_get_there(home, colleague):
    assert colleague.get(URL).status_code in (302, 403)
    assert colleague.post(URL, {"policies": YAML, "save": "1"}).status_code in (302, 403)
    assert saved(home) == []


def test_an_outsider_edits_their_own_workspace_alone(home, elsewhere, outsider):
    outsider.post(URL, {"policies": YAML, "save": "1"})
    assert saved(home) == []
    assert saved(elsewhere) == [("coding_style", "consent")]


def test_without_rules_it_says_so_and_can_be_saved_as_it_is(home, owner):
    text = owner.get(URL).context["form"].initial["policies"]
    assert text == "# No rules yet: the defaults apply.\npolicies: []\n"
    assert owner.post(URL, {"policies": text, "save": "1"}).status_code == 302 and saved(home) == []


def test_every_key_of_a_rule_is_explained(owner):
    page = owner.get(URL).content.decode()
    assert all(f"<code>{name}</code>" in page for name in [*PolicyEntry.model_fields, "aliases"])


def test_its_heading_leads_to_the_policies(owner):
    assert (
        '<a href="/admin/policies/">Policies</a> <span aria-hidden="true">›</span>' in owner.get(URL).content.decode()
    )


def test_the_example_is_one(owner):
    page = owner.get(URL)
    assert owner.post(URL, {"policies": page.context["example"], "save": "1"}).status_code == 302


def test_a_rule_that_names_nothing_is_saved_only_on_purpose(home, owner):
    form = {"policies": "policies:\n- outcome: never\n", "save": "1"}
    page = owner.post(URL, form).content.decode()

    assert "Rule 1 names nothing: it applies to everything" in page and "Save a rule that names nothing" in page
    assert saved(home) == []
    page = owner.post(URL, form | {"applies_to_everything": "on"}, follow=True).content.decode()
    assert saved(home) == [("", "never")] and "Rule 1 names nothing" in page
    assert owner.post(URL, form).status_code == 302, "it was saved on purpose before"


def test_a_free_rule_that_names_nothing_is_told_as_what_it_leaves_alone(owner):
    page = owner.post(URL, {"policies": "policies:\n- outcome: apply\n", "save": "1"}).content.decode()

    assert "Rule 1 names nothing: it applies to all but what is protected by default" in page
    assert "it applies to everything" not in page


def test_a_field_that_nobody_knows_is_saved_only_on_purpose(home, owner):
    form = {"policies": "policies:\n- {fact_key: city, outcome: apply}\n- {fact_key: citty, outcome: never}\n"}
    for button in ("try", "save"):
        page = owner.post(URL, form | {button: "1"}).content.decode()
        assert page.count("Rule 2, fact_key: No such field is known. Did you mean city?") == 1, button
        assert "Use this name anyway" in page and "Save a rule that names nothing" not in page
    assert saved(home) == []

    assert owner.post(URL, form | {"save": "1", "uses_this_name": "on"}).status_code == 302
    assert saved(home) == [("city", "apply"), ("citty", "never")]
    assert owner.post(URL, form | {"save": "1"}).status_code == 302, "it was saved on purpose before"


def test_the_form_of_a_rule_about_an_unknown_field_asks_again(home, owner):
    owner.post(URL, {"policies": "policies:\n- {fact_key: citty, outcome: never}", "uses_this_name": "on", "save": "1"})
    with scope.enter(home.workspace_id):
        rule = Policy.objects.get(fact_key="citty", revoked_at=None)
    response = owner.get(f"/admin/policies/rule/{rule.id}/")

    assert "No such field is known. Did you mean city?" in response.content.decode()
    assert not response.context["form"]["uses_this_name"].value()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("policies:\n\t- outcome: never", "Line 2 cannot be read: it is indented with a tab. Use spaces."),
        ("policies:\n-- fact_key: city\n  outcome: never", "Line 2 cannot be read: it begins with two dashes."),
        (
            "policies:\n- outcome: never\n-- fact_key: city\n  outcome: apply",
            "Line 3 cannot be read: it begins with two",
        ),
        ("policies:\n- outcome: never\n  --fact_key: city", "Line 3 cannot be read: it begins with two dashes."),
        ("---\npolicies:\n- outcome: nevr", "Line 3. Rule 1, outcome: must be one of these"),
        ("policies:\n- {outcome: [", "a bracket is opened and not closed before the text ends."),
        ("policies:\n- fact_key: a: b", "Line 2 cannot be read: a second colon. Put the text into quotation marks."),
        (
            "policies:\n- fact_key: city\n   outcome: never",
            "Line 3 cannot be read: its indentation is deeper than that",
        ),
        ("policies:\n- fact_key: city\n outcome: never", "Line 3 cannot be read: its indentation does not match"),
        ("policies:\n- fact_key: 'a\n", "a quotation mark is opened and not closed."),
        ("policies:\n- {fact_key: 'a b!', outcome: never}", "Rule 1, fact_key: This cannot be the name of a field."),
        (
            "policies:\n- fact_key: city\n  outcom: never",
            "Line 3. Rule 1, outcom: there is no such key. Did you mean outcome?",
        ),
        (
            "policies:\n- outcome: never\n- fact_key: city\n  outcome: no",
            "Line 4. Rule 2, outcome: must be one of these:",
        ),
        ("policies:\n- outcome: never\n- fact_key: city", "Line 3. Rule 2, outcome: this key is missing."),
        ("policies: []\naliases:\n  barrio: nowhere.x.y", "Line 3. "),
        (
            "fact_key: city",
            "Line 1. fact_key: it belongs to a rule. Write “policies:” above, and “- fact_key: …” below",
        ),
        ("aliases:\n  city: identity.city", "“city” is the name of a field already."),
        ("rules: []", "Line 1. rules: there is no such key. Did you mean policies?"),
        ("- fact_key: city", "The text as a whole: it begins with “policies:”, and all else stands below that."),
        ("nonsense", "The text as a whole: it begins with “policies:”"),
        ("polices: []", "Line 1. polices: there is no such key. Did you mean policies?"),
        ("policies:\n- {agent: nobody, outcome: never}", "Rule 1, agent: there is no agent “nobody”."),
        ("policies:\n- {agent: planer, outcome: never}", "there is no agent “planer”. Did you mean planner?"),
        (
            "policies:\n- outcome: never\n  sensitivity: confidentail",
            "Line 3. Rule 1, sensitivity: must be one of these: public, internal, confidential, restricted. "
            "Did you mean confidential?",
        ),
        ("policies:\n- outcome: never\n  memory_type: semantik", "Line 3. Rule 1, memory_type: must be one of these: "),
        ("policies:\n- {outcome: nevr}", "consent, corroboration, apply, never. Did you mean never?"),
        ("aliases:\n  Home base: nowhere.city", "field, such as identity.city. Did you mean identity.city?"),
        ("aliases:\n  Home base: nowhere.city", "Line 2. aliases.Home base: Write a field that is known, such as city"),
    ],
)
def test_what_is_wrong_is_said_in_the_words_of_whoever_writes(owner, text, told):
    page = owner.post(URL, {"policies": text, "try": "1"}).content.decode()

    assert told in html.unescape(page)


TYPOS = """\
policies:
- fact_key: city
  outcome: nevr
  sensitivity: confidentail
- category: gaols
  agent: planer
  outcome: never
aliases:
  Home base: nowhere.city
"""


def test_all_that_is_wrong_is_said_at_once_in_the_order_of_the_lines(home, owner):
    response = owner.post(URL, {"policies": TYPOS, "save": "1"})

    told = response.context["form"].errors["policies"]
    assert [text.partition(":")[0] for text in told] == [
        "Line 3. Rule 1, outcome",
        "Line 4. Rule 1, sensitivity",
        "Line 5. Rule 2, category",
        "Line 6. Rule 2, agent",
        "Line 9. aliases.Home base",
    ]
    assert [text.partition("Did you mean ")[2] for text in told] == [
        "never?", "confidential?", "goals?", "planner?", "identity.city?"
    ]  # fmt: skip
    assert saved(home) == []


def test_a_field_that_nobody_knows_is_told_with_what_else_is_wrong(owner):
    text = "policies:\n- agent: Nobody\n  category: prefrences\n  fact_key: allergeis\n  outcome: never"
    response = owner.post(URL, {"policies": text, "try": "1"})

    told = response.context["form"].errors["policies"]
    assert [text[:7] for text in told] == ["Line 2.", "Line 3.", "Line 4."]
    assert "Did you mean allergies?" in told[2]


@pytest.mark.parametrize("verb", ["try", "save"])
def test_a_key_that_stands_twice_is_an_error_with_its_line(home, owner, verb):
    text = "policies:\n- fact_key: city\n  outcome: never\n  outcome: apply"
    told = owner.post(URL, {"policies": text, verb: "1"}).context["form"].errors["policies"]

    assert told == ["Line 4. “outcome” stands twice in one entry; write it once."]
    assert saved(home) == []


def test_a_rule_that_never_stores_says_of_nobody_that_they_may_answer(owner, home):
    text = "policies:\n- fact_key: city\n  outcome: never\n  delegates_to_reviewers: true\n- {outcome: nevr}"
    told = owner.post(URL, {"policies": text, "save": "1"}).context["form"].errors["policies"]

    assert told[0].startswith("Line 4. Rule 1, delegates_to_reviewers: what is never stored, nobody is asked about.")
    assert len(told) == 2 and saved(home) == []


def test_a_text_without_rules_ends_all_only_on_purpose(owner, home):
    owner.post(URL, {"policies": YAML, "save": "1"})

    said = "The text has no rules: the one in force ends, and the defaults alone apply."
    assert said in owner.post(URL, {"policies": "", "try": "1"}).content.decode()
    assert said in owner.post(URL, {"policies": "", "save": "1"}).content.decode()
    assert saved(home)
    owner.post(URL, {"policies": "", "save": "1", "ends_all_rules": "on"})
    assert saved(home) == []


def test_an_alias_takes_a_field_without_its_category(owner, home):
    owner.post(URL, {"policies": "aliases: {barrio: city}", "save": "1"})

    with scope.enter(home.workspace_id):
        assert policy_file.current().aliases == {"barrio": "identity.city"}


def test_an_alias_for_nothing_is_one_mistake(owner):
    told = owner.post(URL, {"policies": "aliases: {barrio: nosuch}", "save": "1"}).context["form"].errors["policies"]

    assert len(told) == 1 and "aliases.barrio: Write a field that is known" in told[0]


def test_another_name_for_an_unknown_field_is_asked_about(owner):
    text = {"policies": "aliases: {barrio: identity.citty}", "save": "1"}
    page = owner.post(URL, text).content.decode()

    assert "Other name barrio: No such field is known. Did you mean identity.city?" in page
    assert owner.post(URL, text | {"uses_this_name": "on"}).status_code == 302


def test_a_misspelt_key_is_told_once(owner):
    page = owner.post(URL, {"policies": "policies:\n- fact_key: city\n  outcom: never", "try": "1"}).content.decode()

    assert "this key is missing" not in page


def test_what_is_wrong_is_told_in_the_order_of_the_lines(owner):
    text = "policies:\n- {outcome: maybe}\n- {outcome: never, signals_needed: 40}\n- {outcome: x}"
    response = owner.post(URL, {"policies": text, "try": "1"})

    assert [told[:7] for told in response.context["form"].errors["policies"]] == ["Line 2.", "Line 3.", "Line 4."]


def test_a_doubt_names_its_line(owner):
    page = owner.post(URL, {"policies": "policies:\n- outcome: never\n  fact_key: citty", "try": "1"}).content.decode()

    assert "Line 3. Rule 1, fact_key: No such field is known." in page


def test_a_category_that_is_none_is_told_with_its_line_and_what_was_meant(home, owner):
    text = "policies:\n- category: gaols\n  outcome: consent\n"
    page = html.unescape(owner.post(URL, {"policies": text, "save": "1"}).content.decode())

    assert "Line 2. Rule 1, category: there is no category “gaols”. Did you mean goals?" in page
    assert saved(home) == []


def test_a_category_that_memories_alone_have_may_be_named(home, owner, note):
    note(category="allotment")
    text = "policies:\n- category: allotment\n  outcome: consent\n"
    assert owner.post(URL, {"policies": text, "save": "1"}).status_code == 302


@pytest.mark.parametrize("rule", ["origin: robot", "memory_type: foo", "fact_category: identy"])
def test_a_value_that_is_no_choice_is_told_once(owner, rule):
    text = {"policies": f"policies:\n- outcome: never\n  {rule}", "try": "1"}

    assert len(owner.post(URL, text).context["form"].errors["policies"]) == 1


def test_a_sensitivity_that_is_none_is_not_saved(home, owner):
    text = "policies:\n- sensitivity: secret\n  outcome: consent\n"
    page = owner.post(URL, {"policies": text, "save": "1"}).content.decode()

    assert "Line 2. Rule 1, sensitivity: must be one of these: public, internal" in page
    assert saved(home) == []


def test_a_sensitivity_that_a_rule_names_already_may_stay(home, owner):
    with scope.enter(home.workspace_id):
        Policy.objects.create(sensitivity="clinic", outcome="consent")

    text = "policies:\n- {sensitivity: clinic, outcome: consent}\n- {fact_key: city, outcome: never}\n"
    assert owner.post(URL, {"policies": text, "save": "1"}).status_code == 302


def test_saving_two_equal_rules_warns_that_the_second_never_applies(home, owner):
    goals = "- {category: goals, outcome: apply}\n"
    page = owner.post(URL, {"policies": f"policies:\n{goals}{goals}", "save": "1"}, follow=True).content.decode()

    assert "Rule 2 never applies: rule 1 comes first" in page
    assert len(saved(home)) == 2


CITY, CITY_NEVER = "- {fact_key: city, outcome: consent}\n", "- {fact_key: city, outcome: never}\n"


@pytest.mark.parametrize(
    ("rules", "is_covered"),
    [
        (CITY + CITY_NEVER, True),
        ("- {fact_key: city, agent: planner, outcome: consent}\n" + CITY_NEVER, False),
        (CITY + "- {fact_key: city, agent: planner, outcome: never}\n", True),
        ("- {category: profile, outcome: apply}\n- {category: profile, fact_key: city, outcome: never}\n", False),
        ("- {category: relationships, outcome: consent}\n- {fact_key: health_conditions, outcome: never}\n", False),
        ("- {outcome: consent}\n- {category: relationships, outcome: never}\n", True),
        ("- {outcome: consent}\n- {fact_key: city, outcome: consent}\n", True),
        ("- {category: profile, outcome: never}\n- {category: profile, fact_key: city, outcome: apply}\n", True),
    ],
)
def test_a_preview_warns_of_a_rule_that_never_applies(owner, rules, is_covered):
    page = owner.post(URL, {"policies": f"policies:\n{rules}", "try": "1"}).content.decode()

    assert ("Rule 2 never applies: rule 1 comes first" in page) == is_covered
