"""What a query may find, and what it leaves out: allowlists, grants, life cycle and every filter of 001 §6."""

from datetime import timedelta
from uuid import uuid4

import pytest

from consent.changes import ForgetMemory, MergeMemories, RejectMemory
from consent.gate import submit
from consent.outcomes import Applied
from conversations.models import Turn
from memories.importance import to_level
from memories.models import Memory
from providers.embedding import count_tokens
from retrieval.authorization import CategoryNotAllowed, NotGranted, ScopeRequired, UnknownPerson
from retrieval.models import RetrievalEvent
from workspaces import scope
from workspaces.actions.authenticate_key import authenticate_key
from workspaces.actors import system_actor
from workspaces.models import Agent, Grant

pytestmark = pytest.mark.django_db

TEXT = "The orchard has apple trees."


# --- Who may ask ------------------------------------------------------------------------------------------------------


def test_a_category_off_the_allowlist_is_refused_by_name(ask, planner):
    with pytest.raises(CategoryNotAllowed, match="'profile'") as refused:
        ask("orchard", actor=planner, categories=["tasks", "profile"])
    assert refused.value.category == "profile"


def test_so_is_one_in_the_filters(ask, planner):
    with pytest.raises(CategoryNotAllowed):
        ask("orchard", actor=planner, filters={"category": "preferences"})


def test_without_categories_the_allowlist_still_holds(remember, ask, planner, texts):
    remember(TEXT, category="preferences")
    remember("The orchard task is due.", category="tasks")
    assert texts("orchard", actor=planner) == ["The orchard task is due."]


def test_an_agent_without_activity_sees_no_turns(say, texts, planner):
    say(TEXT)
    assert texts("orchard") == [TEXT]
    assert texts("orchard", actor=planner) == []


def test_nor_do_turns_take_the_place_of_what_it_may_see(remember, say, texts, planner):
    remember("The orchard task is due.", category="tasks")
    say("I was in the orchard.", "Was I in the orchard?")
    assert texts("I was in the orchard.", actor=planner, top_k=1) == ["The orchard task is due."]


def test_nobody_may_ask_about_everyone(ask):
    with pytest.raises(ScopeRequired):
        ask("orchard", user_id=None)


def test_a_person_who_is_not_there(ask, elsewhere):
    with pytest.raises(UnknownPerson):
        ask("orchard", user_id=elsewhere.user_id)


def test_without_a_grant_nothing_is_read(home, ask, supervisor, now):
    with scope.enter(home.workspace_id):
        Grant.objects.filter(agent_id=supervisor.id).update(revoked_at=now)
    with pytest.raises(NotGranted):
        ask("orchard", actor=authenticate_key(home.api_keys["supervisor"], now=now))


def test_a_person_asks_about_themselves(remember, ask, person):
    remember(TEXT)
    assert [item.content for item in ask("orchard", actor=person, user_id=None).items] == [TEXT]


def test_a_namespace_of_nobody_s_has_its_own_grant(home, remember, ask, supervisor, now):
    with pytest.raises(NotGranted):
        ask("orchard", scope="projects/garden")
    with scope.enter(home.workspace_id):
        Grant.objects.create(agent=Agent.objects.get(id=supervisor.id), namespace_path="projects/garden")
    granted = authenticate_key(home.api_keys["supervisor"], now=now)
    remember(TEXT, namespace=("projects", "garden", "trees"), actor=granted)
    remember("Ana's own orchard.")
    answer = ask("orchard", actor=granted, scope="projects/garden")
    assert [item.content for item in answer.items] == [TEXT]
    with scope.enter(home.workspace_id):
        event = RetrievalEvent.objects.get(id=answer.event_id)
    assert (event.scope, event.person_id) == ("projects/garden", None)


# --- What is never shown ----------------------------------------------------------------------------------------------


def test_forgotten_memories(remember, texts, supervisor, now):
    memory_id = remember(TEXT)
    submit(ForgetMemory(memory_id=memory_id), actor=supervisor, now=now)
    assert texts("orchard") == []


def test_expired_memories(remember, texts, now):
    remember(TEXT, expires_at=now + timedelta(hours=1))
    assert texts("orchard") == [TEXT]
    assert texts("orchard", at=now + timedelta(hours=2)) == []


def test_what_a_memory_said_before(remember, texts):
    remember("The orchard has pear trees.", key="trees")
    remember("The garden has roses.", key="trees")
    assert texts("pear trees") in ([], ["The garden has roses."])


def test_what_waits_for_consent(remember, ask):
    remember("Please call her Zarathustra, that is her preferred name.")
    assert not any("Zarathustra" in item.content for item in ask("Zarathustra").items)


def test_procedures_unless_they_are_asked_for(remember, texts, planner):
    steps = "1. Prune the orchard. 2. Water it."
    remember(steps, memory_type="procedural", category="procedural", actor=planner)
    assert texts("How do I prune the orchard?", actor=planner) == []
    assert texts("How do I prune the orchard?", actor=planner, categories=["procedural"]) == [steps]


def test_what_another_session_is_working_on(remember, say, texts):
    (turn,) = say("Hello there.")
    remember(TEXT, memory_type="working", category="general", session_id=turn.session_id)
    assert TEXT not in texts("orchard")
    assert TEXT in texts("orchard", filters={"session_id": turn.session_id})
    (other,) = say("Hello again.", session="other")
    assert TEXT not in texts("orchard", filters={"session_id": other.session_id})


def test_insights_weigh_little(remember, texts):
    remember("The orchard calms Ana down.", memory_type="insight", category="relationship_dynamic", key="a")
    remember("The orchard calms Ana down!", key="b")
    assert texts("What calms Ana down?") == ["The orchard calms Ana down!", "The orchard calms Ana down."]


# --- Sensitivity, verification ----------------------------------------------------------------------------------------


def test_what_is_internal_or_less_by_default(remember, texts, person):
    remember(TEXT, sensitivity="public")
    remember("The orchard is sold.", sensitivity="confidential", actor=person)
    assert texts("orchard") == texts("orchard", allowed_sensitivity=["public"]) == [TEXT]
    assert texts("orchard", actor=person) == [TEXT]


def test_what_is_less_sensitive_than_what_is_allowed_is_found(remember, texts, person):
    remember(TEXT, sensitivity="public")
    remember("The orchard is sold.", sensitivity="confidential", actor=person)
    assert len(texts("orchard", actor=person, allowed_sensitivity=["confidential"])) == 2
    assert texts("orchard", allowed_sensitivity=["confidential"]) == [TEXT]


def test_a_label_above_the_grant_s_ceiling_is_cut(home, remember, texts, person):
    remember(TEXT, sensitivity="confidential", actor=person)
    labels = ["internal", "confidential"]
    assert texts("orchard", allowed_sensitivity=labels) == []
    assert texts("orchard", actor=person, allowed_sensitivity=labels) == [TEXT]


def test_only_verified_memories_where_that_is_required(remember, say, texts, person):
    remember(TEXT)
    remember("The orchard is mine.", actor=person)
    say("I was in the orchard.")
    assert texts("orchard", require_verified=True) == ["The orchard is mine."]


def test_what_was_withheld_is_counted_by_reason(home, remember, ask, planner, supervisor, now):
    remember(TEXT, category="preferences")
    remember("The orchard task is due.", category="tasks")
    submit(ForgetMemory(memory_id=remember("Orchard, old.")), actor=supervisor, now=now)
    kept, gone = (
        remember("The orchard has pears.", category="preferences"),
        remember("Orchard pears.", category="preferences"),
    )
    with scope.enter(home.workspace_id):
        change_id = Memory.objects.get(id=gone).change_id
    merge = MergeMemories(memory_id=kept, absorbed_id=gone, absorbed_change_id=change_id, band="auto", cosine=0.9)
    assert isinstance(submit(merge, actor=system_actor(home.workspace_id, "consolidate"), now=now), Applied)
    remember("An expired orchard.", category="tasks", expires_at=now - timedelta(hours=1))
    answer = ask("orchard", actor=planner)
    assert answer.withheld == {"category": 2, "deleted": 1, "expired": 1, "merged": 1}
    with scope.enter(home.workspace_id):
        assert RetrievalEvent.objects.get(id=answer.event_id).withheld == answer.withheld


def test_each_rule_has_a_count_of_its_own(remember, say, change, ask, person, now):
    """What the person then reads of it."""
    submit(RejectMemory(memory_id=remember("The orchard is red.")), actor=person, now=now)
    change(remember("The orchard is old."), staleness="gone")
    remember("The orchard is mine.", sensitivity="restricted", actor=person)
    remember("The orchard is a plan.", category="projects")
    remember("1. Mow the orchard.", memory_type="procedural", category="general")
    (turn,) = say("Hello there.")
    remember(TEXT, memory_type="working", category="general", session_id=turn.session_id)
    rules = ("rejected", "stale", "sensitivity", "category", "procedural", "working")
    assert ask("orchard").withheld == dict.fromkeys(rules, 1)


@pytest.mark.parametrize(
    "fields",
    [{"categories": ["goals"]}, {"filters": {"category": "goals"}}, {"filters": {"run_id": "run-1"}},
     {"filters": {"metadata": {"tree": "pear"}}}, {"kinds": ["insight"]}],
)  # fmt: skip
def test_what_was_not_asked_for_does_not_count_as_withheld(remember, ask, fields):
    wanted = {"category": "goals", "metadata": {"tree": "pear"}, "run_id": "run-1", "memory_type": "insight"}
    remember("The orchard is old.", **wanted)
    remember("The orchard is large.", category="tools")
    remember("1. Mow the orchard.", memory_type="procedural")
    assert ask("orchard", require_verified=True, **fields).withheld == {"unverified": 1}


def test_neither_do_others_where_only_turns_or_a_namespace_are_asked_for(home, remember, say, ask):
    remember("The orchard is old.")
    say("My orchard is old.")
    assert ask("orchard", require_verified=True, kinds=["turn"]).withheld == {"unverified": 1}
    below = f"memories/{home.user_id}/garden"
    remember("The orchard is large.", namespace=("memories", str(home.user_id), "garden"))
    assert ask("orchard", require_verified=True, scope=below).withheld == {"unverified": 1}


def test_turns_that_were_withheld_are_counted_too(home, say, ask, planner):
    """Those that were found, not those around them; and not where other things were asked for."""
    say("I was in the orchard.", "Really?", "Yes.", "The orchard has apples.", session="one")
    assert ask("orchard", actor=planner).withheld["category"] >= 2
    assert ask("orchard", actor=planner, user_id=None, filters={"user_id": home.user_id}).withheld["category"] >= 2
    assert ask("orchard", require_verified=True).withheld["unverified"] >= 2
    assert ask("orchard", allowed_sensitivity=["public"]).withheld["sensitivity"] >= 2
    for fields in ({"kinds": ["memory"]}, {"categories": ["tasks"]}, {"categories": []}, {"filters": {"pinned": True}}):
        assert ask("orchard", actor=planner, **fields).withheld == {}
    assert ask("orchard").withheld == {} == ask("orchard", filters={"role": "assistant"}).withheld


# --- Filters ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "filters"),
    [
        ({"run_id": "r1"}, {"run_id": "r1"}),
        ({"actor_id": "a1"}, {"actor_id": "a1"}),
        ({"role": "assistant"}, {"role": "assistant"}),
        ({"category": "tasks"}, {"category": "tasks"}),
        ({"pinned": True}, {"pinned": True}),
        ({"importance": 1.0}, {"importance_min": 4}),
        ({"importance": 0.1}, {"importance_max": 1}),
        ({"memory_type": "episodic"}, {"memory_type": "episodic"}),
    ],
)
def test_a_filter_leaves_what_it_names(remember, texts, fields, filters):
    remember("The orchard has pear trees.")
    remember(TEXT, **fields)
    assert texts("orchard", filters=filters) == [TEXT]


def test_the_lowest_step_of_importance_is_no_bound(remember, say, texts):
    remember(TEXT, importance=0.0)
    say("I was in the orchard.")
    assert len(texts("orchard", filters={"importance_min": 1})) == 2
    assert texts("orchard", filters={"importance_min": 2}) == []


def test_a_bound_in_steps_takes_what_answers_show_as_that_step(remember, ask):
    for thousandths in (500, 501, 700, 701):
        remember(f"The orchard has {thousandths} pear trees.", importance=thousandths / 1000)
    found = ask("orchard", filters={"importance_min": 3, "importance_max": 3}).items
    assert {item.importance for item in found} == {0.501, 0.7}
    assert {to_level(item.importance) for item in found} == {3}


def test_a_bound_with_a_decimal_point_is_that_very_number(remember, texts):
    remember(TEXT, importance=0.15)
    assert texts("orchard", filters={"importance_min": 0.15, "importance_max": 0.15}) == [TEXT]
    assert texts("orchard", filters={"importance_min": 0.16}) == []


def test_an_agent_s_own(home, remember, texts, planner, supervisor):
    remember(TEXT, actor=planner, category="tasks")
    remember("The supervisor's orchard.")
    assert texts("orchard", filters={"agent_id": planner.id}) == [TEXT]


def test_since_and_until(remember, texts, now):
    remember(TEXT, at=now - timedelta(days=10))
    remember("A new orchard.", at=now - timedelta(days=1))
    day = (now - timedelta(days=5)).date().isoformat()
    assert texts("orchard", filters={"updated_after": day}) == ["A new orchard."]
    assert texts("orchard", filters={"updated_before": day}) == [TEXT]


def test_a_span_begins_with_its_first_moment_and_ends_before_its_last(remember, say, texts, now):
    """So that of two spans that meet, each text is in one."""
    remember(TEXT, at=now)
    say("I was in the orchard.", at=now)
    assert len(texts("orchard", filters={"updated_after": now.isoformat()})) == 2
    assert texts("orchard", filters={"updated_before": now.isoformat()}) == []


@pytest.mark.parametrize(
    "filters",
    [
        {"agent_id": str(uuid4())},
        {"run_id": "r1"},
        {"actor_id": "a1"},
        {"memory_type": "semantic"},
        {"pinned": True},
        {"category": "goals"},
    ],
)
def test_what_no_turn_has_leaves_no_turn(say, texts, filters):
    say("I was in the orchard.")
    assert texts("orchard", filters=filters) == []


def test_turns_by_role_date_and_session(say, texts, now):
    (turn,) = say("I was in the orchard.", session="one")
    say("You were in the orchard.", session="two", role="assistant", at=now)
    assert texts("orchard", filters={"role": "user"}) == ["I was in the orchard."]
    assert texts("orchard", filters={"updated_after": "2024-01-01"}) == ["You were in the orchard."]
    assert texts("orchard", filters={"updated_before": "2024-01-01"}) == ["I was in the orchard."]
    assert texts("orchard", filters={"session_id": turn.session_id}) == ["I was in the orchard."]


def test_a_turn_beside_a_found_one_is_held_to_the_filters_too(say, texts):
    say("I was in the orchard.")
    say("Really?", role="assistant")
    assert texts("orchard", filters={"role": "user"}) == ["I was in the orchard."]


def test_kinds(remember, say, state, texts):
    remember(TEXT)
    remember("We walked through the orchard.", memory_type="episodic")
    say("I was in the orchard.")
    state("preference", "favorite_food", "orchard apples")
    assert texts("orchard", kinds=["turn"]) == ["I was in the orchard."]
    assert texts("orchard", kinds=["episode"]) == ["We walked through the orchard."]
    assert texts("orchard", kinds=["memory"]) == [TEXT]
    assert texts("orchard", kinds=["fact"]) == ["favorite_food: orchard apples"]


def test_a_scope_below_the_person_s_own(home, remember, say, texts):
    say("I was in the orchard.")
    remember(TEXT, namespace=("memories", str(home.user_id), "garden"))
    remember("Another orchard.")
    assert texts("orchard", scope=f"memories/{home.user_id}/garden") == [TEXT]
    assert len(texts("orchard", scope=f"memories/{home.user_id}")) == 3


def test_a_category_of_mode_rag_brings_no_more_than_its_length(home, remember, ask):
    for number in range(14):
        remember(f"Ana trusts advice about orchard {number}.", memory_type="insight")
    answer = ask("orchard", top_k=32)
    assert len(answer.items) == 10
    assert answer.withheld == {"rag_length": 4}


# --- Budget -----------------------------------------------------------------------------------------------------------


def test_the_budget_counts_real_tokens(remember, ask):
    for number in range(5):
        remember(f"Orchard number {number}.")
    # "[general] Orchard number 0." is eight tokens.
    assert len(ask("orchard", budget_tokens=24, **{"return": "bullets"}, top_k=5).items) in (2, 3)
    (item,) = ask("orchard", top_k=1).items
    assert ask("orchard", budget_tokens=count_tokens(item.content), top_k=1).items
    assert ask("orchard", budget_tokens=1).items == ()


@pytest.mark.parametrize("form", ["bullets", "full"])
@pytest.mark.parametrize("budget", [1, 7, 20, 33, 60, 1_000])
def test_no_budget_is_exceeded_nor_left_unused(remember, say, ask, form, budget):
    """By the tokenizer of the model, also where characters and tokens differ most."""
    remember("Orchard 果樹園 🍎🍐 antidisestablishmentarianism " * 2, summary="An orchard.")
    remember("Orchard.")
    say("The orchard, the orchard, the orchard!")
    answer = ask("orchard", budget_tokens=budget, top_k=3, **{"return": form})
    used = sum(count_tokens(item.body(form)) for item in answer.items)
    left_out = [item for item in ask("orchard", top_k=3).items if item.id not in {one.id for one in answer.items}]
    assert used <= budget and all(count_tokens(item.body(form)) > budget - used for item in left_out)
    assert answer.withheld.get("budget", 0) == len(left_out)


def test_the_neighbours_of_a_turn_count_too(say, ask):
    say("What do you grow?", "An orchard.", "How many kinds of apples and pears are there in it by now?")
    alone, together = (ask("orchard", top_k=1, neighbours=True, budget_tokens=budget).items for budget in (10, 40))
    assert alone == ()
    answered = [item["content"] for item in (*(one.full() for one in together), *together[0].full()["neighbours"])]
    assert len(answered) == 3 and sum(map(count_tokens, answered)) <= 40


def test_what_is_too_long_makes_way_for_what_is_not(remember, ask):
    remember("orchard " * 200)
    remember("A short note on an orchard.")
    answer = ask("orchard", budget_tokens=40)
    assert [item.content for item in answer.items] == ["A short note on an orchard."]
    assert answer.withheld == {"budget": 1}


def test_nothing_is_written_but_the_receipt(home, remember, say, ask):
    remember(TEXT)
    say("I was in the orchard.")
    with scope.enter(home.workspace_id):
        before = (Memory.objects.count(), Turn.objects.count(), RetrievalEvent.objects.count())
    ask("orchard")
    with scope.enter(home.workspace_id):
        after = (Memory.objects.count(), Turn.objects.count(), RetrievalEvent.objects.count())
    assert after == (before[0], before[1], before[2] + 1)


def test_members_of_the_metadata_filter_in_sql(remember, say, ask):
    """Also what many better matches would push out of the answer."""
    remember("The tree stands alone.", metadata={"batch": "north", "number": 9})
    for number in range(40):
        remember(f"Tree number {number} stands in the orchard.", metadata={"batch": "south"})
    say("I saw a tree on the hill.")
    found = ask("Tree number 7 in the orchard", filters={"metadata": {"batch": "north", "number": 9}}).items
    assert [item.content for item in found] == ["The tree stands alone."]
    assert ask("tree", filters={"metadata": {"batch": "north", "number": 8}}).items == ()
