"""R32: a yes applies what was shown, and nothing else."""

import random
from datetime import timedelta

import pytest

from consent.models import Proposal
from consent.outcomes import Queued
from consent.proposals.decide import amend_proposal, approve_proposal
from memories.models import Memory
from workspaces import scope

pytestmark = pytest.mark.django_db
WORDS = ["harbour", "violet", "Tuesday", "marble", "otter", "lantern", "clover", "quartz", "saffron", "willow"]


@pytest.fixture
def proposal(home):
    def _proposal(outcome):
        assert isinstance(outcome, Queued), outcome
        with scope.enter(home.workspace_id):
            return Proposal.objects.get(id=outcome.proposal_id)

    return _proposal


@pytest.fixture
def approve(person, now):
    return lambda row: approve_proposal(proposal_id=row.id, actor=person, now=now, shown_hash=row.shown_hash)


@pytest.fixture
def stored(home):
    def _stored(key):
        with scope.enter(home.workspace_id):
            return Memory.objects.select_related("current").get(key=key)

    return _stored


def test_a_new_memory_is_shown_with_all_that_it_brings(write, proposal, now):
    asked = proposal(
        write(
            "Bob lives in Ljubljana.",
            key="home",
            title="Bob is HIV positive",
            summary="Bob goes by Robbie",
            metadata={"pronouns": "they/them", "nested": {"deep": "down"}},
            tags=("clinic",),
            source_label="diary",
            sensitivity="public",
            expires_at=now + timedelta(days=2),
        )
    )
    for part in (
        "HIV positive",
        "Robbie",
        "they/them",
        "down",
        "clinic",
        "diary",
        "Sensitivity: public",
        "Expires at: 20",
    ):
        assert part in asked.new_value, part


def test_what_is_new_only_beside_the_content_is_shown_with_what_it_was(write, proposal, person):
    write("Adm likes tea.", key="tea", actor=person, metadata={"mug": "blue"}, tags=("kitchen",))
    asked = proposal(write("Adm likes tea.", key="tea", metadata={"city": "Zagreb"}, tags=("she/her",)))
    assert asked.old_value == "Adm likes tea.\n\nMetadata, mug: blue\nTags: kitchen"
    assert asked.new_value == "Adm likes tea.\n\nMetadata, city: Zagreb\nTags: she/her"


def test_what_stays_as_it_is_is_not_shown_again(write, proposal, person):
    write("Adm likes tea.", key="tea", actor=person, title="Tea")
    asked = proposal(write("Adm lives in Zagreb.", key="tea", title="Tea"))
    assert (asked.old_value, asked.new_value) == ("Adm likes tea.", "Adm lives in Zagreb.")


def test_another_title_is_another_question(write, proposal):
    first = proposal(write("User lives in Zagreb.", key="home", title="Home"))
    second = proposal(write("User lives in Zagreb.", key="home", title="Bob is HIV positive"))
    assert first.id != second.id
    assert first.shown_hash != second.shown_hash


def test_an_answer_to_what_was_shown_before_does_not_count(write, proposal, person, now, home):
    asked = proposal(write("User lives in Zagreb.", key="home", category="profile"))
    write("Weather notes.", key="home", actor=person, title="Weather", category="profile")
    with pytest.raises(Exception, match=r"."):
        approve_proposal(proposal_id=asked.id, actor=person, now=now, shown_hash=asked.shown_hash)
    with scope.enter(home.workspace_id):
        assert Memory.objects.select_related("current").get(key="home").current.content == "Weather notes."


def test_an_amendment_carries_nothing_of_the_asker_s_but_the_place(write, proposal, stored, person, now):
    asked = proposal(
        write("User lives in Zagreb.", key="home", category="profile", title="T", tags=("clinic",),
              source_label="diary", importance=0.9, pinned=True,
              expires_at=now + timedelta(days=2), source_identity="a friend")
    )  # fmt: skip
    amend_proposal(proposal_id=asked.id, value="User lives by the sea.", actor=person, now=now)
    memory = stored("home")
    assert (memory.current.content, memory.current.title, memory.category) == ("User lives by the sea.", "", "profile")
    assert (memory.tags, memory.source_label, memory.pinned, memory.expires_at) == ([], "", False, None)


def test_nothing_is_applied_that_was_not_shown(write, proposal, approve, stored, person, now):
    """Random drafts, half of them over something that stands already."""
    chance = random.Random(32)
    for number in range(40):
        key, standing = f"note-{number}", set()
        if chance.random() < 0.5:
            write("The release is on Friday.", key=key, actor=person, **fields(chance, now))
            standing = set(applied(stored(key)))
        content = f"User lives in Zagreb, near the {chance.choice(WORDS)}."
        asked = proposal(write(content, key=key, **fields(chance, now)))
        approve(asked)
        new = set(applied(stored(key))) - standing
        assert all(text in asked.new_value for text in new), (new, asked.new_value)


def fields(chance, now):
    possible = {
        "title": chance.choice(WORDS),
        "summary": f"{chance.choice(WORDS)} {chance.choice(WORDS)}",
        "metadata": {chance.choice(WORDS): chance.choice(WORDS)},
        "tags": tuple(chance.sample(WORDS, 2)),
        "source_label": chance.choice(WORDS),
        "expires_at": now + timedelta(days=chance.randint(2, 9)),
        "sensitivity": "public",
    }
    return {name: value for name, value in possible.items() if chance.random() < 0.5}


def applied(memory):
    version = memory.current
    yield version.content
    yield from filter(None, [version.title, version.summary, memory.source_label, *memory.tags])
    yield from (text for pair in version.metadata.items() for text in pair)
    yield from [memory.expires_at.isoformat()] if memory.expires_at else []
