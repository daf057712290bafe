"""R32: a yes applies what was shown, and nothing else."""

from datetime import timedelta

import pytest

from consent.changes import LinkMemories, MergeMemories
from consent.gate import submit
from consent.models import Policy, Proposal
from consent.outcomes import Queued
from consent.proposals.decide import amend_proposal, approve_proposal
from consent.proposals.errors import NotShown
from memories.models import Memory
from memories.models.choices import FACT_IMPORTANCE
from workspaces import scope

pytestmark = pytest.mark.django_db


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


def test_a_field_is_shown_with_what_would_stand_beside_its_value(set_fact, proposal, person):
    set_fact("identity", "city", "Faro", actor=person, sensitivity="public")
    asked = proposal(set_fact("identity", "city", "Lisbon", source_identity="a friend"))
    assert asked.old_value == "Faro\n\nSensitivity: public"
    assert asked.new_value == "Lisbon\n\nSensitivity: internal\nSaid by: a friend"


def test_an_amended_field_carries_nothing_of_the_asker_s_either(home, set_fact, proposal, stored, person, now):
    asked = proposal(set_fact("identity", "city", "Lisbon", importance=0.1, source_identity="a friend"))
    amend_proposal(proposal_id=asked.id, value="Faro", actor=person, now=now)
    memory = stored("fact:identity.city")
    with scope.enter(home.workspace_id):
        told = set(memory.provenance.values_list("source_identity", flat=True))
    assert (memory.importance, told) == (FACT_IMPORTANCE, {person.label})


def test_what_is_forgotten_along_is_shown(write, forget, proposal, person, supervisor, now):
    """What was merged into a memory says the same, and goes with it."""
    one, other = (write(text, key=text, actor=person).memory_id for text in ("I live in Lisbon.", "My city is Lisbon."))
    merge = {"band": "auto", "cosine": 0.9, "memory_id": one, "absorbed_id": other}
    with scope.enter(person.workspace_id):
        change_id = Memory.objects.get(id=other).change_id
    submit(MergeMemories(absorbed_change_id=change_id, **merge), actor=person, now=now)
    asked = proposal(forget(one))
    assert "My city is Lisbon." in asked.old_value and asked.new_value == ""


def test_two_links_of_one_memory_are_two_questions(home, write, proposal, supervisor, person, now):
    with scope.enter(home.workspace_id):
        Policy.objects.create(outcome="consent", priority=1)
    one, *others = (write(text, key=text, actor=person).memory_id for text in ("Tea.", "Coffee.", "Milk."))
    links = [LinkMemories(memory_id=one, to_id=other) for other in others]
    asked = [proposal(submit(link, actor=supervisor, now=now)) for link in links]
    assert [row.new_value for row in asked] == [
        "Tea.\n\nRelated to, Coffee.: Coffee. (strength 1)",
        "Tea.\n\nRelated to, Milk.: Milk. (strength 1)",
    ]
    with scope.enter(home.workspace_id):
        assert Proposal.objects.pending().count() == 2


def test_what_changed_at_the_other_end_is_shown_before_it_is_agreed_to(
    home, write, proposal, approve, supervisor, person, now
):
    with scope.enter(home.workspace_id):
        Policy.objects.create(outcome="consent", priority=1)
    one, other = (write(text, key=text, actor=person).memory_id for text in ("Tea.", "Coffee."))
    asked = proposal(submit(LinkMemories(memory_id=one, to_id=other), actor=supervisor, now=now))
    write("Clinic.", key="Coffee.", actor=person)
    with pytest.raises(NotShown):
        approve(asked)
