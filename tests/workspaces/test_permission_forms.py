"""A permission rule reads the same in Python, through the ORM and in raw SQL: compared over many random actors."""

import random
from dataclasses import replace
from datetime import timedelta
from itertools import product
from uuid import uuid4

import pytest

from consent.models import Signal
from conversations.delta_header import header
from conversations.models import ChangeLog
from conversations.models.thread import ThreadRevision
from workspaces import scope
from workspaces.actions.authenticate_key import authenticate_key
from workspaces.active_agents import active_agents
from workspaces.actors import Actor, ActorKind, GrantView
from workspaces.models import Agent, Exclusion, Grant, Person
from workspaces.sensitivity import LABELS

pytestmark = pytest.mark.django_db
CATEGORIES = ("goals", "tone", "tasks")
SHARED = ("shared", "shared/team", "shared/team/notes", "sharedother")
THREAD = "t"


@pytest.fixture
def people(home):
    with scope.enter(home.workspace_id):
        return [home.user_id, *(Person.objects.create(name=name).id for name in ("Ben", "Cleo"))]


@pytest.fixture
def actors(home, people, now):
    """Agents with random grants and lists, each person, and staff."""
    dice = random.Random(7)

    def grant():
        whose = dice.choice([*people, None, None])
        return GrantView(
            person_id=whose,
            namespace_path="" if whose else dice.choice(["", *SHARED]),
            can_read=dice.random() < 0.8,
            can_write=dice.random() < 0.5,
            ceiling_rank=dice.randrange(4),
            expires_at=dice.choice([None, now - timedelta(days=1), now, now + timedelta(days=1)]),
            excluded=frozenset() if whose else frozenset(dice.sample(people, dice.randrange(2))),
        )

    def agent(number):
        lists = dice.choice([None, (), *((one,) for one in CATEGORIES), CATEGORIES[:2]])
        return Actor(
            ActorKind.AGENT,
            home.workspace_id,
            None,
            f"agent {number}",
            categories=lists,
            hidden_categories=frozenset(dice.sample(CATEGORIES, dice.randrange(3))) if lists is None else frozenset(),
            grants=tuple(grant() for _ in range(dice.randrange(4))),
        )

    persons = [Actor(ActorKind.PERSON, home.workspace_id, one, "person", person_id=one) for one in people]
    staff = Actor(ActorKind.STAFF, home.workspace_id, None, "staff", role="owner")
    return [*map(agent, range(40)), *persons, replace(persons[0], person_id=None), staff]


@pytest.fixture
def signals(home, people, now):
    """One for each place, category and sensitivity."""
    places = [*((one, f"memories/{one}") for one in people), *((None, path) for path in SHARED)]
    with scope.enter(home.workspace_id):
        return Signal.objects.bulk_create(
            Signal(
                person_id=person_id,
                namespace_path=path,
                category=category,
                sensitivity_rank=rank,
                evidence=f"{path} {category} {rank}",
                created_at=now,
            )
            for (person_id, path), category, rank in product(places, CATEGORIES, range(4))
        )


def test_rows_are_visible_as_the_ceiling_and_the_allowlist_say(home, actors, signals, now):
    def may_read(actor, row):
        ceiling = actor.reading_ceiling(person_id=row.person_id, namespace_path=row.namespace_path, now=now)
        return ceiling is not None and row.sensitivity_rank <= ceiling and actor.may_see(row.category)

    counts = []
    with scope.enter(home.workspace_id):
        for actor in actors:
            visible = set(Signal.objects.visible_to(actor, now=now).values_list("id", flat=True))
            assert visible == {row.id for row in signals if may_read(actor, row)}, actor
            counts.append(len(visible))
    assert len(set(counts)) > 10


def test_a_header_shows_the_changes_that_are_visible(home, people, actors, now):
    person_id = people[0]
    with scope.enter(home.workspace_id):
        rows = list(product(CATEGORIES, range(4)))
        ThreadRevision.objects.create(person_id=person_id, thread_id=THREAD, rev=len(rows))
        ChangeLog.objects.bulk_create(
            ChangeLog(
                person_id=person_id, thread_id=THREAD, rev=rev, memory_id=uuid4(), event="ADD", category=category,
                sensitivity_rank=rank, importance=0.5, text=f"{category} {rank}",
            )
            for rev, (category, rank) in enumerate(rows, start=1)
        )  # fmt: skip
        for actor in actors:
            shown = header(person_id=person_id, thread_id=THREAD, actor=actor, now=now, since=0).changes
            visible = ChangeLog.objects.visible_to(actor, person_id=person_id, now=now)
            assert {one.text for one in shown} == set(visible.values_list("text", flat=True)), actor


def test_a_key_carries_the_grants_in_force(home, people, now):
    dice = random.Random(11)
    with scope.enter(home.workspace_id):
        agent = Agent.objects.get(role="supervisor")
        Exclusion.objects.create(agent=agent, person_id=people[1])
        for _ in range(40):
            whose = dice.choice([*people, None])
            Grant.objects.create(
                agent=agent,
                person_id=whose,
                namespace_path="" if whose else dice.choice(["", *SHARED]),
                can_read=dice.random() < 0.8,
                ceiling=dice.choice(LABELS),
                expires_at=dice.choice([None, now - timedelta(days=1), now, now + timedelta(days=1)]),
                revoked_at=dice.choice([None, now]),
            )
        listed = next(each for each in active_agents(now=now) if each.id == agent.id)
    key = authenticate_key(home.api_keys["supervisor"], now=now)
    assert 1 < len(key.grants) < 41
    assert sorted(map(repr, key.grants)) == sorted(map(repr, listed.grants))
    assert (key.categories, key.hidden_categories) == (listed.categories, listed.hidden_categories)
