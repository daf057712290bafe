"""`/consent/policies`: the workspace's rules as data and as YAML, and what past writes would have met."""

from uuid import uuid4

import pytest

from consent.models import Policy
from workspaces import scope
from workspaces.models import Agent

YAML = """
policies:
- fact_key: ciudad
  agent: planner
  outcome: never
- category: goals
  origin: agent
  outcome: consent
aliases:
  Barrio: identity.city
"""


@pytest.fixture
def past_writes(api, ana):
    api.post("/memories", {"user_id": ana, "key": "a", "content": "Ship v1 by September.", "category": "goals"})
    api.post("/memories", {"user_id": ana, "key": "b", "content": "The release is on Friday."})
    api.put(f"/users/{ana}/facts/identity/city", {"value": "Lisbon"})


def test_at_first_there_are_only_the_defaults(owner):
    found = owner.get("/consent/policies").json()
    assert found["policies"] == [] and found["aliases"] == {}
    lines = [tuple(line.values()) for line in found["defaults"]]
    assert ("personal_fields", "identity.city", "consent") in lines
    assert ("special_categories", "identity.religion", "consent") in lines
    assert ("diet_and_allergies", "constraint.allergies", "apply") in lines
    assert ("tone_and_goals", "preference.tone", "corroboration") in lines


def test_yaml_is_read_and_given_back(owner):
    put = owner.put("/consent/policies", {"yaml": YAML})
    assert put.status_code == 200
    assert [rule["fact_key"] for rule in put.json()["policies"]] == ["city", ""]
    assert put.json()["aliases"] == {"barrio": "identity.city"}
    again = owner.put("/consent/policies", {"yaml": put.json()["yaml"]}).json()
    assert again == owner.get("/consent/policies").json() == put.json()


def test_a_rule_about_one_person_holds_for_them_alone(owner, api, ana):
    ben = api.post("/users", {"name": "Ben"}).json()["id"]
    rule = {"fact_key": "coding_style", "outcome": "never", "person": ana}
    put = owner.put("/consent/policies", {"policies": [rule]})

    assert put.json()["policies"][0]["person"] == ana and f"person: {ana}" in put.json()["yaml"]
    assert api.put(f"/users/{ana}/facts/preference/coding_style", {"value": "black"}).status_code == 403
    assert api.put(f"/users/{ben}/facts/preference/coding_style", {"value": "black"}).status_code == 200
    unknown = owner.put("/consent/policies", {"policies": [rule | {"person": str(uuid4())}]})
    assert unknown.status_code == 422 and "there is no person of this id" in unknown.content.decode()


def test_json_is_the_same(owner):
    by_yaml = owner.put("/consent/policies", {"yaml": YAML}).json()
    body = {"policies": by_yaml["policies"], "aliases": by_yaml["aliases"]}
    assert owner.put("/consent/policies", body).json() == by_yaml


def test_what_is_written_rules_at_once(owner, api, ana):
    owner.put("/consent/policies", {"policies": [{"fact_key": "coding_style", "outcome": "never"}]})
    assert api.put(f"/users/{ana}/facts/preference/coding_style", {"value": "black"}).status_code == 403
    owner.put("/consent/policies", {"policies": []})
    assert api.put(f"/users/{ana}/facts/preference/coding_style", {"value": "black"}).status_code == 200


def test_order_is_priority(owner, api, ana):
    rules = [{"fact_key": "coding_style", "outcome": "apply"}, {"outcome": "never"}]
    owner.put("/consent/policies", {"policies": rules})
    assert api.put(f"/users/{ana}/facts/preference/coding_style", {"value": "black"}).status_code == 200
    assert api.put(f"/users/{ana}/facts/preference/theme", {"value": "dark"}).status_code == 403


def test_rules_that_are_dropped_are_revoked_and_people_s_own_stay(home, owner):
    with scope.enter(home.workspace_id):
        Policy.objects.create(person_id=home.user_id, outcome="never", fact_key="diet")
    owner.put("/consent/policies", {"yaml": YAML})
    owner.put("/consent/policies", {"policies": []})
    with scope.enter(home.workspace_id):
        assert Policy.objects.filter(revoked_at=None).values_list("fact_key", flat=True).get() == "diet"
        assert Policy.objects.exclude(revoked_at=None).count() == 2


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"yaml": "policies: ["},
        {"yaml": "- a"},
        {"yaml": "policies: [{outcome: sometimes}]"},
        {"policies": [{"outcome": "never", "agent": "nobody"}]},
        {"policies": [{"outcome": "never", "sensitivity": "secret"}]},
        {"policies": [{"outcome": "never", "fact_key": "名前"}]},
        {"policies": [{"outcome": "never", "colour": "red"}]},
        {"policies": [{"outcome": "corroboration", "signals_needed": 0}]},
        {"policies": [], "aliases": {"city": "preference.theme"}},
        {"policies": [], "aliases": {"barrio": "nothing.city"}},
        {"policies": [], "yaml": ""},
        {"yaml": "&a [*a]"},
        {"yaml": "2026-02-30"},
        {"yaml": "a: " + "9" * 5_000},
        {"yaml": "a: !!bool perhaps"},
        {"yaml": "a: !!timestamp soon"},
        {"yaml": "a: !!int ''"},
        {"yaml": r'aliases: {"\ud800": identity.city}'},
        {"yaml": r'policies: [{outcome: never, sensitivity: "a\0b"}]'},
        {"policies": [], "aliases": {"barrio": "identity.city", "Barrio": "identity.city"}},
    ],
)
def test_what_is_no_set_of_policies_is_refused_and_changes_nothing(owner, body):
    owner.put("/consent/policies", {"yaml": YAML})
    assert owner.put("/consent/policies", body).status_code == 422
    assert len(owner.get("/consent/policies").json()["policies"]) == 2


def test_a_dry_run_tells_what_would_have_been_queued(owner, past_writes):
    run = owner.post("/consent/policies/dry-run", {"policies": [{"category": "goals", "outcome": "consent"}]}).json()
    assert run["message"] == "2 of 3 past writes would have been queued."
    assert (run["before"], run["after"]) == ({"apply": 2, "consent": 1}, {"apply": 1, "consent": 2})
    (difference,) = run["differences"]
    assert (difference["field"], difference["before"], difference["after"]) == ("a", "apply", "consent")


def test_it_counts_the_questions_that_reviewers_could_answer(owner, past_writes):
    rule = {"fact_key": "city", "outcome": "consent", "delegates_to_reviewers": True}
    run = owner.post("/consent/policies/dry-run", {"policies": [rule]}).json()
    assert run["message"] == "1 of 3 past writes would have been queued. Reviewers could have answered 1 of them."
    assert [run[name] for name in ("reviewers_before", "reviewers_after", "chat_before", "chat_after")] == [0, 1, 0, 0]
    (difference,) = run["differences"]
    assert (difference["field"], difference["before"], difference["after"]) == ("identity.city", "consent", "consent")
    assert (difference["reviewers_before"], difference["reviewers_after"]) == (False, True)


def test_a_question_that_another_rule_asks_too_is_not_for_reviewers(owner, api, ana):
    api.post("/memories", {"user_id": ana, "content": "User lives in Lisbon. Their pronouns are they/them."})
    rule = {"fact_key": "city", "outcome": "consent", "delegates_to_reviewers": True, "allows_chat": True}
    run = owner.post("/consent/policies/dry-run", {"policies": [rule]}).json()
    assert (run["after"], run["reviewers_after"], run["chat_after"]) == ({"consent": 1}, 0, 0)
    both = [rule, rule | {"fact_key": "pronouns"}]
    run = owner.post("/consent/policies/dry-run", {"policies": both}).json()
    assert (run["reviewers_after"], run["chat_after"], len(run["differences"])) == (1, 1, 1)


def test_it_changes_nothing(owner, past_writes):
    owner.post("/consent/policies/dry-run", {"yaml": YAML})
    assert owner.get("/consent/policies").json()["policies"] == []


def test_it_reads_texts_as_every_write_is_read(owner, api, ana):
    owner.put("/consent/policies", {"policies": [{"fact_key": "city", "outcome": "apply"}]})
    api.post("/memories", {"user_id": ana, "content": "User lives in Lisbon."})
    run = owner.post("/consent/policies/dry-run", {"policies": []}).json()
    assert run["message"] == "1 of 1 past writes would have been queued."
    assert (run["differences"][0]["field"], "Lisbon" in str(run)) == ("identity.city", False)


def test_a_goal_waits_for_corroboration_as_a_fact_and_is_stored_at_once_as_a_text(owner, api, ana):
    text = api.post("/memories", {"user_id": ana, "content": "Her goal is to learn Italian.", "category": "goals"})
    fact = api.put(f"/users/{ana}/facts/preference/goals", {"value": "learn Italian"})
    run = owner.post("/consent/policies/dry-run", {"policies": [{"fact_key": "goals", "outcome": "apply"}]}).json()

    assert (text.status_code, fact.json()["status"]) == (201, "pending_corroboration")
    assert (run["before"], run["after"]) == ({"apply": 1, "corroboration": 1}, {"apply": 2})
    assert [one["field"] for one in run["differences"]] == ["preference.goals"]


def test_what_the_person_said_is_nobody_s_to_queue(owner, ana):
    owner.put(f"/users/{ana}/facts/identity/city", {"value": "Lisbon"})
    assert owner.post("/consent/policies/dry-run", {"policies": []}).json()["looked_at"] == 0


def test_only_those_who_look_after_the_workspace(home, api, colleague, outsider):
    for who in (api, colleague, outsider):
        assert who.get("/consent/policies").status_code == 403
        assert who.put("/consent/policies", {"policies": []}).status_code == 403
        assert who.post("/consent/policies/dry-run", {"policies": []}).status_code == 403


def test_what_waits_for_corroboration_is_told_to_the_person_alone(api, owner, colleague, ana):
    api.put(f"/users/{ana}/facts/preference/tone", {"value": "brief"})
    (signal,) = owner.get("/consent/signals").json()["results"]
    assert (signal["field"], signal["value"]) == ("preference.tone", "brief")
    assert colleague.get("/consent/signals").json()["results"] == []
    assert api.get("/consent/signals").status_code == 403


def test_a_write_that_waits_says_so(api, ana):
    answer = api.put(f"/users/{ana}/facts/preference/tone", {"value": "brief"})
    body = answer.json()
    assert (answer.status_code, body["status"]) == (202, "pending_corroboration")
    assert (body["memory_id"], body["signals"], body["signals_needed"]) == (None, 1, 2)
    assert "another agent" in body["message"] and "never counts twice" in body["message"]


def test_who_else_may_answer_is_told_by_the_rule(owner, home):
    yaml = "policies:\n- fact_key: city\n  outcome: consent\n  allows_chat: true\n  delegates_to_reviewers: true\n"
    put = owner.put("/consent/policies", {"yaml": yaml})
    assert put.status_code == 200
    assert owner.put("/consent/policies", {"yaml": put.json()["yaml"]}).json() == put.json()
    with scope.enter(home.workspace_id):
        rule = Policy.objects.get(revoked_at__isnull=True)
    assert (rule.allows_chat, rule.delegates_to_reviewers) == (True, True)


def test_a_signal_that_does_not_count_says_why(api, ana):
    tone = f"/users/{ana}/facts/preference/tone"
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    words = {"turns": [{"role": "user", "content": "Please keep it short."}]}
    turn = api.post(f"/sessions/{session}/turns", words).json()["turns"][0]["id"]

    def sent(value, **fields):
        body = api.put(tone, {"value": value, **fields}).json()
        assert (body["status"], body["signals"]) == ("pending_corroboration", 1)
        return body["message"]

    assert sent("brief").startswith("Recorded as evidence")
    assert "you have said so already" in sent("brief")
    assert "in place of what you said before" in sent("brief", session_id=session)
    assert "a conversation that counts already" in sent("brief", session_id=session)
    assert "a conversation that counts already" in sent("brief", evidence_turn_id=turn)
    assert "a message that counts already" in sent("brief", evidence_turn_id=turn)


def test_a_rule_names_an_agent_by_any_of_its_names(owner, home):
    with scope.enter(home.workspace_id):
        agent = Agent.objects.get(role="planner")
        Agent.objects.filter(id=agent.id).update(display_name="Kitchen helper")
    for name in ("Kitchen helper", agent.name, agent.role):
        put = owner.put("/consent/policies", {"policies": [{"outcome": "never", "agent": name}]})
        assert put.json()["policies"][0]["agent"] == agent.name


def test_a_display_name_of_two_agents_names_neither(owner, home):
    with scope.enter(home.workspace_id):
        Agent.objects.update(display_name="Kitchen helper")
    put = owner.put("/consent/policies", {"policies": [{"outcome": "never", "agent": "Kitchen helper"}]})
    assert put.status_code == 422


def test_all_names_that_are_unknown_are_told(owner):
    rules = [{"outcome": "never", "agent": "planer", "sensitivity": "secret"}]
    errors = owner.put("/consent/policies", {"policies": rules}).json()["errors"]
    assert [one["detail"].partition(":")[0] for one in errors] == ["policies.1.sensitivity", "policies.1.agent"]
