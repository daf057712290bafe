"""What a context says whatever is asked, to whom: header, facts, standing and related memories, turns (R1, R3, R27)."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from consent.changes import ForgetMemory, LinkMemories, RejectMemory
from consent.gate import submit
from conversations.models import Session, ThreadReader
from retrieval.authorization import NotGranted, UnknownPerson
from retrieval.context.build import build_context
from retrieval.context.request import ContextRequest
from workspaces import scope
from workspaces.actions.authenticate_key import authenticate_key
from workspaces.actors import GrantView
from workspaces.models import Person

pytestmark = pytest.mark.django_db

SORTS = ("changes", "facts", "standing", "relevant", "turns")
ALL = dict(zip(SORTS, (4, 1, 1, 2, 1), strict=True))


@pytest.fixture
def build(home, supervisor):
    def _build(actor=supervisor, at=None, **fields):
        body = {"user_id": home.user_id, "query": "pear tree", "since": 0, "top_k": 1, **fields}
        return build_context(ContextRequest.model_validate(body), actor=actor, now=at or timezone.now())

    return _build


@pytest.fixture
def shown(build):
    """How many of each sort an actor is shown."""

    def _shown(actor=None, **fields):
        parts = build(**({"actor": actor} if actor else {}), **fields).parts
        counts = [len(parts.header.changes), *(len(getattr(parts, sort)) for sort in SORTS[1:])]
        return dict(zip(SORTS, counts, strict=True))

    return _shown


@pytest.fixture
def garden(remember, state, say, supervisor, now):
    """One of each sort; ids by sort."""
    ids = {
        "facts": state("preference", "favorite_food", "soup"),
        "standing": remember("Prefers short answers.", category="preferences"),
        "found": remember("The garden has a pear tree.", category="goals"),
        "related": remember("Ana owns two boats.", category="goals"),
    }
    submit(LinkMemories(memory_id=ids["found"], to_id=ids["related"], strength=1.0), actor=supervisor, now=now)
    say("Good morning!")
    return ids


def test_the_person_and_a_granted_agent_see_every_sort(garden, shown, person):
    assert shown() == shown(person) == ALL


def test_a_colleague_and_a_stranger_are_refused(home, garden, build, person, stranger):
    with scope.enter(home.workspace_id):
        ben = Person.objects.create(name="Ben")
    with pytest.raises(NotGranted):
        build(replace(person, id=ben.id, person_id=ben.id))
    with pytest.raises(NotGranted):
        build(stranger)


def test_an_agent_of_another_workspace_does_not_know_the_person(elsewhere, garden, build, now):
    with pytest.raises(UnknownPerson):
        build(authenticate_key(elsewhere.api_keys["supervisor"], now=now))


def grant(now, **fields):
    usual = {"person_id": None, "namespace_path": "", "can_read": True, "can_write": True, "ceiling_rank": 1}
    return GrantView(**usual | {"expires_at": None} | fields)


def test_a_grant_for_this_person_shows_every_sort(home, garden, shown, supervisor, now):
    assert shown(replace(supervisor, grants=(grant(now, person_id=home.user_id),))) == ALL


@pytest.mark.parametrize("kind", ["none", "namespace", "writing", "expired", "excluded", "another"])
def test_a_grant_that_does_not_cover_the_person_shows_nothing(home, garden, build, supervisor, now, kind):
    grants = {
        "none": (),
        "namespace": (grant(now, namespace_path="shared"),),
        "writing": (grant(now, can_read=False),),
        "expired": (grant(now, expires_at=now - timedelta(seconds=1)),),
        "excluded": (grant(now, excluded=frozenset([home.user_id])),),
        "another": (grant(now, person_id=supervisor.id),),
    }
    with pytest.raises(NotGranted):
        build(replace(supervisor, grants=grants[kind]))


def test_a_ceiling_below_internal_leaves_nothing_internal(garden, shown, supervisor, now):
    assert set(shown(replace(supervisor, grants=(grant(now, ceiling_rank=0),))).values()) == {0}


def test_an_allowlist_holds_for_every_sort(home, garden, shown, planner, now):
    assert shown(planner) == ALL | {"changes": 2, "facts": 0, "standing": 0, "turns": 0}
    stylist = authenticate_key(home.api_keys["stylist"], now=now)
    assert shown(stylist) == ALL | {"changes": 2, "relevant": 0, "turns": 0}


def test_a_hidden_category_is_hidden_in_every_sort(garden, shown, supervisor):
    hiding = replace(supervisor, hidden_categories=frozenset({"preferences", "activity"}))
    assert shown(hiding) == ALL | {"changes": 2, "facts": 0, "standing": 0, "turns": 0}


SORT_OF = {"facts": "facts", "standing": "standing", "related": "relevant"}


@pytest.mark.parametrize("which", SORT_OF)
@pytest.mark.parametrize("columns", [{"staleness": "gone"}, {"expires_at": "past"}])
def test_what_is_stale_or_expired_is_no_line(garden, shown, change, now, which, columns):
    past = now - timedelta(seconds=1)
    change(garden[which], **{name: past if value == "past" else value for name, value in columns.items()})
    assert shown() == ALL | {SORT_OF[which]: ALL[SORT_OF[which]] - 1}


@pytest.mark.parametrize("which", SORT_OF)
@pytest.mark.parametrize("kind", [ForgetMemory, RejectMemory])
def test_what_was_forgotten_or_denied_is_no_line(garden, shown, person, now, which, kind):
    submit(kind(memory_id=garden[which]), actor=person, now=now)
    assert shown()[SORT_OF[which]] == ALL[SORT_OF[which]] - 1


def test_a_superseded_value_is_no_line(garden, state, build):
    state("preference", "favorite_food", "bread")
    assert [(fact.value, fact.version) for fact in build().parts.facts] == [("bread", 2)]


def test_a_rewritten_memory_stands_there_as_it_is_now(remember, build):
    remember("Prefers short answers.", category="preferences", key="tone")
    remember("Prefers long answers.", category="preferences", key="tone")
    assert [(item.content, item.version) for item in build().parts.standing] == [("Prefers long answers.", 2)]


def test_other_sensitivities_come_only_where_they_are_asked_for(remember, link_to, garden, shown, person):
    remember("Prefers pink.", category="preferences", sensitivity="confidential", actor=person)
    link_to(garden["found"], remember("Ana owes money.", sensitivity="confidential", category="goals", actor=person))
    assert shown(person) == ALL
    both = shown(person, allowed_sensitivity=["internal", "confidential"])
    assert (both["standing"], both["relevant"]) == (2, 3)
    assert shown(allowed_sensitivity=["internal", "confidential"])["standing"] == 1


@pytest.fixture
def link_to(person, now):
    def link(first, second):
        submit(LinkMemories(memory_id=first, to_id=second, strength=0.9), actor=person, now=now)

    return link


def test_only_verified_memories_where_that_is_required(garden, shown):
    assert shown(require_verified=True) | {"changes": 0} == dict.fromkeys(SORTS, 0) | {"facts": 1, "turns": 1}


def test_important_and_pinned_memories_stand_first(remember, change, build):
    low, high = (
        remember(f"Likes {what}.", category="preferences", importance=n) for what, n in (("a", 0.2), ("b", 0.9))
    )
    assert [item.id for item in build().parts.standing] == [high, low]


def test_a_named_thread_is_told_before_the_session_s(say, garden, build, home):
    with scope.enter(home.workspace_id):
        default = Person.objects.get(id=home.user_id).default_thread_id
    assert build().parts.header.thread_id == build(thread_id=default).parts.header.thread_id == default
    assert build(thread_id="nowhere").parts.header.changes == ()


def test_the_last_session_s_turns_or_those_of_the_one_asked_for(home, say, build, now):
    (old,) = say("An old one.", session="old")
    say("A new one.", session="new")
    with scope.enter(home.workspace_id):
        Session.objects.filter(id=old.session_id).update(last_turn_at=now - timedelta(hours=1))
    assert [turn.content for turn in build().parts.turns] == ["A new one."]
    assert [turn.content for turn in build(session_id=old.session_id).parts.turns] == ["An old one."]


def test_a_turn_is_shown_without_the_name_before_it(say, build):
    say(("Ana", "Ana: I like soup."))
    assert [turn.content for turn in build().parts.turns] == ["I like soup."]


def test_a_receipt_of_nothing_marks_nobody_as_told(home, garden, build, supervisor):
    def marks():
        with scope.enter(home.workspace_id):
            return list(ThreadReader.objects.values_list("reader_id", "rev"))

    build()
    build(mode="off", since=None)
    assert marks() == []
    assert build(since=None).parts.header.changes and not build(since=None).parts.header.changes
    assert marks() == [(supervisor.id, 4)]


def test_a_revision_beyond_every_number_is_nothing_new(garden, build):
    assert build(since=10**30).parts.header.changes == ()


# Looking around, what is known and what has changed, words, meaning, what ranking needs, contents, edges and what is
# at their ends, the receipt, and how far the reader was told.
LOOKS = 10


def test_the_number_of_statements_does_not_grow_with_what_is_shown(garden, remember, state, say, link_to, build):
    def looks():
        with CaptureQueriesContext(connection) as caught:
            build(since=None, top_k=8)
        texts = [query["sql"].lstrip() for query in caught]
        bookkeeping = ("SAVEPOINT", "RELEASE", "SET LOCAL app.", "SET CONSTRAINTS", "SELECT coalesce(current_setting")
        return sum(not text.startswith(bookkeeping) for text in texts)

    few = looks()
    for number in range(9):
        link_to(garden["found"], remember(f"Pear tree number {number}.", category="goals"))
        remember(f"Likes pears, {number}.", category="preferences")
        say(f"Pears, {number}.")
    state("identity", "preferred_name", "Alex")
    assert few == looks() <= LOOKS


@pytest.mark.django_db(transaction=True)
def test_each_look_is_a_transaction_of_its_own(garden, build):
    """As it runs outside of tests: each statement is bound to the workspace, and what was told is kept."""
    first, second = build(since=None).parts, build(since=None).parts
    assert (len(first.header.changes), len(second.header.changes)) == (4, 0)
    assert [len(part) for part in (second.facts, second.standing, second.relevant, second.turns)] == [1, 1, 2, 1]
    assert len(build(mode="off").parts.turns) == 1
