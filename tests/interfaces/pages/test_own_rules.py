"""The person's own rules: made without a request, named in the timeline, and told on cards that are older."""

from datetime import timedelta

import pytest
from django.utils import timezone

from consent.changes import SetFact, WriteMemory
from consent.models import Policy
from consent.outcomes import Applied, Queued, Refused
from consent.proposals.allow import allow_again
from consent.proposals.decide import approve_proposal, reject_proposal
from interfaces.pages.cards import stored_values
from memories.drafts import FactDraft, MemoryDraft, item_of
from memories.models import Memory
from providers.statements import is_multi_valued
from workspaces import scope
from workspaces.models import Agent

pytestmark = pytest.mark.django_db


@pytest.fixture
def remember(home, send):
    """What becomes of a fact that the supervisor would store."""

    def _remember(value, *, key="city", category="identity", **more):
        item = item_of(value) if is_multi_valued(key) else ""
        draft = FactDraft(person_id=home.user_id, category=category, key=key, value=value, item=item, **more)
        return send(SetFact(draft=draft), at=timezone.now())

    return _remember


def add(client, outcome, field="city", agent=""):
    return client.post("/my-data/rules", {"outcome": outcome, "field": field, "agent": agent}, follow=True)


def rules_of(client):
    return [own.text for own in client.get("/my-data/access").context["rules"]]


def test_a_rule_for_every_assistant_is_added_without_a_request(owner, colleague, remember):
    page = add(owner, "apply").content.decode()

    assert "Rule added: “Every assistant can always remember: City”." in page
    assert rules_of(owner) == ["Every assistant can always remember: City"] and rules_of(colleague) == []
    assert isinstance(remember("Porto"), Applied)


def test_the_page_of_what_such_a_rule_leaves_names_the_rule(owner, fact):
    memory_id = fact(key="employer", value="Farfetch")
    told = "Your rule “No assistant can ever remember: Employer” is for what comes"
    assert told not in owner.get(f"/memories/{memory_id}").content.decode()
    add(owner, "never", "employer")
    assert told in owner.get(f"/memories/{memory_id}").content.decode()


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("languages_spoken", ["Italian", "French", "Swiss German", "Catalan", "Klingon"]),
        ("languages_spoken", ["Catalan and Dutch", "Catalan, Dutch and Welsh"]),
        ("home_address", ["12 Rua Augusta, Lisbon", "Rua do Carmo 3, 1200-093 Lisboa"]),
    ],
)
def test_a_rule_for_a_field_covers_the_wider_one_that_its_values_state(owner, remember, field, values):
    add(owner, "apply", field)

    for value in values:
        assert isinstance(remember(value, key=field), Applied), value


def test_the_rule_that_comes_with_an_answer_covers_the_next_languages(owner, ask, person, now, remember):
    dutch = ask("Dutch", key="languages_spoken", item="dutch")
    approve_proposal(proposal_id=dutch, actor=person, now=now, always=True)

    assert isinstance(remember("Italian", key="languages_spoken"), Applied)
    assert isinstance(remember("Italian", key="language"), Queued), "the other way round asks"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("languages_spoken", "Italian, and is HIV positive"),
        ("languages_spoken", "Italian; lives in Lisbon"),
        ("languages_spoken", "Italian and Sunni"),
        ("languages_spoken", "Italian, and votes for the Socialist Party"),
        ("home_address", "12 Rua Augusta, Lisbon, and is HIV positive"),
        ("home_address", "12 Rua Augusta, Lisbon; the key is under the mat"),
        ("city", "Lisbon, and is HIV positive"),
        ("city", "Rua Augusta 12, Lisbon"),
        ("language", "Italian; lives in Lisbon"),
    ],
)
def test_such_a_rule_lets_no_other_field_through(owner, remember, field, value):
    add(owner, "apply", field)

    assert isinstance(remember(value, key=field), Queued)


def test_such_a_rule_covers_the_value_alone(owner, remember):
    add(owner, "apply", "home_address")

    told_beside = remember("12 Rua Augusta", key="home_address", thread_id="Ana lives in Lisbon")

    assert not isinstance(told_beside, Applied)


@pytest.mark.parametrize(("outcome", "answer"), [("consent", Queued), ("never", Refused)])
@pytest.mark.parametrize(
    ("wider", "field", "value"),
    [("language", "languages_spoken", "Italian"), ("city", "home_address", "12 Rua Augusta, Lisbon")],
)
def test_what_the_person_said_of_the_wider_field_holds_too(owner, remember, outcome, answer, wider, field, value):
    add(owner, "apply", field)
    add(owner, outcome, wider)

    assert isinstance(remember(value, key=field), answer)


@pytest.mark.parametrize(
    ("outcome", "field", "answer"),
    [
        ("never", "city", Refused),
        ("never", "hobbies", Refused),
        ("consent", "tone", Queued),
        ("apply", "city", Applied),
    ],
)
def test_each_rule_does_what_it_says(owner, remember, outcome, field, answer):
    category = "preference" if field in ("hobbies", "tone") else "identity"
    add(owner, outcome, field)

    assert isinstance(remember("quiet", key=field, category=category), answer)


def test_what_is_said_of_one_assistant_comes_before_what_is_said_of_all(owner, remember, in_home, supervisor):
    add(owner, "never")
    add(owner, "apply", agent=str(supervisor.id))

    assert isinstance(remember("Porto"), Applied)
    add(owner, "consent")
    assert rules_of(owner) == ["Every assistant must always ask first: City"], "it ends those for single ones"
    assert isinstance(remember("Faro"), Queued)


def test_the_timeline_and_what_was_added_name_the_rule(owner, remember):
    add(owner, "apply")
    memory_id = remember("Porto").memory_id
    (own,) = owner.get("/my-data/access").context["rules"]
    owner.post(f"/decisions/rules/{own.rule.id}")

    timeline = owner.get("/timeline").content.decode()

    assert timeline.count("Every assistant can always remember: City") == 3, "added, removed, and what it allowed"
    assert (
        "by your rule “Every assistant can always remember: City”"
        in owner.get(f"/memories/{memory_id}").content.decode()
    )


def test_an_older_card_says_that_it_would_not_be_asked_any_more(owner, home, ask, person, now):
    ask("Dutch", key="languages_spoken", item="dutch")
    greek, later = ask("Greek", key="languages_spoken", item="greek"), now + timedelta(seconds=1)
    approve_proposal(proposal_id=greek, actor=person, now=later, always=True)

    page = owner.get("/inbox").content.decode()

    assert "Since then you made the rule “Your supervisor assistant can always remember: Languages spoken”." in page


def test_a_card_says_nothing_of_a_rule_that_asks_or_is_another_assistants(owner, ask, in_home):
    ask("Lisbon")
    add(owner, "consent")
    with in_home():
        planner = Agent.objects.get(role="planner")
    add(owner, "never", agent=str(planner.id))

    assert "Since then you made the rule" not in owner.get("/inbox").content.decode()


def test_settings_lead_to_the_rules(owner):
    assert 'href="/my-data/access#rules"' in owner.get("/preferences").content.decode()


@pytest.mark.parametrize("form", [{"outcome": "maybe"}, {"field": "shoe_size"}, {"agent": "nobody"}])
def test_what_is_no_rule_is_told(owner, in_home, form):
    page = owner.post("/my-data/rules", {"outcome": "never", "field": "city", "agent": ""} | form, follow=True)

    assert "The rule was not added" in page.content.decode()
    with in_home():
        assert not Policy.objects.exclude(person_id=None).exists()


@pytest.mark.parametrize(
    ("rule", "field", "button", "said", "answer"),
    [
        ("never", "diet", "Remove rule (then saved without asking)", "it is saved without asking you", Applied),
        ("apply", "city", "Remove rule (assistants then ask you first)", "assistants ask you first", Queued),
    ],
)
def test_removing_a_rule_says_what_holds_then(owner, remember, rule, field, button, said, answer):
    add(owner, rule, field)
    (own,) = owner.get("/my-data/access").context["rules"]
    assert f">{button}</button>" in owner.get("/my-data/access").content.decode()

    page = owner.post(f"/decisions/rules/{own.rule.id}", follow=True)

    assert f"Rule removed. From now on {said}" in page.content.decode() and page.context["rules"] == []
    category = "constraint" if field == "diet" else "identity"
    assert isinstance(remember("vegan", key=field, category=category), answer)


@pytest.mark.parametrize("order", [("consent", "never"), ("never", "consent")])
def test_a_rule_for_a_field_precedes_one_for_the_field_that_it_was_part_of(owner, remember, order):
    fields = {"consent": "diet", "never": "avoided_foods"}
    for rule in order:
        add(owner, rule, fields[rule])
    assert isinstance(remember("okra", key="avoided_foods", category="constraint"), Refused)
    assert isinstance(remember("vegan", key="diet", category="constraint"), Queued)


def test_a_rule_can_be_made_to_ask_each_time(owner, remember, supervisor):
    add(owner, "never", "diet")
    add(owner, "apply", "diet", agent=str(supervisor.id))
    every = next(one for one in owner.get("/my-data/access").context["rules"] if one.rule.agent_id is None)

    page = owner.post(f"/decisions/rules/{every.rule.id}", {"ask": "1"}, follow=True).content.decode()

    assert "Now your rule is: “Every assistant must always ask first: Diet”." in page
    assert len(rules_of(owner)) == 2, "what is said of one assistant stays"
    single = next(one for one in owner.get("/my-data/access").context["rules"] if one.rule.agent_id)
    owner.post(f"/decisions/rules/{single.rule.id}")
    assert isinstance(remember("vegan", key="diet", category="constraint"), Queued)
    assert page.count("Ask me each time") == 0, "without the other rule it would be asked, too"


def test_nobody_else_makes_it_ask(owner, colleague):
    add(owner, "never", "diet")
    (own,) = owner.get("/my-data/access").context["rules"]

    assert colleague.post(f"/decisions/rules/{own.rule.id}", {"ask": "1"}).status_code == 404
    assert rules_of(owner) == ["No assistant can ever remember: Diet"]


def test_what_needs_approval_is_told_with_ones_own_rules(owner, supervisor):
    add(owner, "never", "diet")
    add(owner, "apply", "city", agent=str(supervisor.id))
    add(owner, "consent", "hobbies")

    approval = owner.get("/my-data/access").context["approval"]

    assert (
        approval.never == ["foods to avoid", "diet"]
        and "diet" not in approval.may_save
        and "hobbies" in approval.must_ask
    )
    assert "city (Your supervisor assistant: saved without asking)" in approval.must_ask


def test_a_rule_that_forbids_says_what_stays_remembered(owner, home, remember, send):
    diet = remember("vegetarian", key="diet", category="constraint").memory_id
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="n", content="Ana follows a paleo diet.")
    note = send(WriteMemory(draft=draft)).memory_id

    page = add(owner, "never", "diet").content.decode()

    assert "Still remembered, and read by assistants:" in page
    assert page.count(f'<a href="/memories/{diet}">“Diet: vegetarian”</a>') == 2, "in the message and beside the rule"
    assert page.count(f'<a href="/memories/{note}">“Ana follows a paleo diet”</a>') == 2
    assert "Still remembered" not in add(owner, "never", "city").content.decode().partition('id="rules"')[0]


def remember_notes(home, send, *contents):
    for number, content in enumerate(contents):
        draft = MemoryDraft(namespace=("memories", str(home.user_id)), key=f"note_{'abc'[number]}", content=content)
        assert isinstance(send(WriteMemory(draft=draft)), Applied)


@pytest.mark.parametrize(
    ("field", "contents"),
    [
        ("allergies", ["Ana is allergic to peanuts.", "Ana hat eine Allergie gegen Haselnüsse."]),
        ("phone", ["Her phone number is +351 912 345 678.", "You can reach her at +351 933 111 222."]),
        ("pets", ["Ana vive con su gato Nico.", "Ana has a dog called Rex."]),
        ("employer", ["Ana works for Contoso."]),
    ],
)
def test_facts_and_sentences_that_tell_a_forbidden_field_are_named(owner, home, send, fact, field, contents):
    remember_notes(home, send, *contents, "The trip is in May.")
    fact(key=field, value="wasps", category="constraint" if field == "allergies" else "identity")
    add(owner, "never", field)

    (own,) = owner.get("/my-data/access").context["rules"]

    told = [memory.current.content for memory in own.stored]
    assert set(contents) < set(told) and len(told) == len(contents) + 1
    assert "There may be more" in owner.get("/my-data/access").content.decode()


def test_a_sentence_older_than_those_that_are_read_is_found_by_its_words(owner, home, send, monkeypatch):
    monkeypatch.setattr(stored_values, "MOST_READ_OF_ALL", 1)
    remember_notes(home, send, "Her phone number is +351 912 345 678.", "The trip is in May.")
    add(owner, "never", "phone")

    (own,) = owner.get("/my-data/access").context["rules"]
    assert [memory.current.content for memory in own.stored] == ["Her phone number is +351 912 345 678."]


def test_a_rule_for_all_says_for_whom_another_one_holds(owner, supervisor):
    add(owner, "consent", "hobbies")
    add(owner, "apply", "hobbies", agent=str(supervisor.id))
    page = owner.get("/my-data/access").content.decode()

    assert page.count("But Your supervisor assistant: saved without asking. A rule for one assistant comes before") == 1


def test_what_is_saved_without_asking_is_named(owner):
    kept = owner.get("/my-data/access").context["approval"].may_save

    assert {"allergies", "birthday", "phone number", "diet"} <= set(kept)


@pytest.mark.parametrize("rule_first", [True, False])
def test_a_refused_value_is_not_stored_under_a_rule(owner, ask, person, now, remember, rule_first):
    asked = ask("lactose intolerance", key="health_conditions", item="lactose")
    steps = [
        lambda: add(owner, "apply", "health_conditions"),
        lambda: reject_proposal(proposal_id=asked, actor=person, now=now),
    ]
    for step in steps if rule_first else steps[::-1]:
        step()

    outcome = remember("lactose intolerance", key="health_conditions")

    assert isinstance(outcome, Refused) and "refused this" in outcome.detail
    assert isinstance(remember("asthma", key="health_conditions"), Applied), "other values are stored"
    allow_again(proposal_id=asked, actor=person, now=now)
    assert isinstance(remember("lactose intolerance", key="health_conditions"), Applied)


@pytest.mark.parametrize("excise", [True, False])
def test_nor_is_a_sentence_that_says_it(owner, ask, person, now, send, home, excise):
    reject_proposal(proposal_id=ask("Lisbon"), actor=person, now=now)
    add(owner, "apply", "city")
    told = {"key": "rain", "content": "Ana lives in Lisbon. She likes rain."}
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), **told)

    outcome = send(WriteMemory(draft=draft, excise=excise), at=timezone.now())

    assert isinstance(outcome, Applied if excise else Refused)
    with scope.enter(home.workspace_id):
        kept = list(Memory.objects.values_list("current__content", flat=True))
    assert not any("Lisbon" in one for one in kept) and any("She likes rain." in one for one in kept) == excise
