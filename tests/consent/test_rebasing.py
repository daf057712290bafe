"""When what a proposal was based on has moved on: shown anew if it still makes sense, else closed as stale."""

import pytest

from consent.models import Proposal
from consent.proposals.decide import approve_proposal, reject_proposal
from consent.proposals.errors import NotPending, NotShown
from memories.models import Fact
from workspaces import scope
from workspaces.actors import system_actor

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(home):
    """The server itself, whose word is not the person's."""
    return system_actor(home.workspace_id, "test")


@pytest.fixture
def asked(home, person, write):
    """A memory that Ana wrote, and a proposal to change it."""
    write("The release is on Friday.", key="home", actor=person)
    return write("User lives in Lisbon.", key="home").proposal_id


def row(home, proposal_id):
    with scope.enter(home.workspace_id):
        return Proposal.objects.get(id=proposal_id)


def approve(proposal_id, person, now, **more):
    return approve_proposal(proposal_id=proposal_id, actor=person, now=now, **more)


def test_it_is_shown_anew_and_not_approved_unseen(home, asked, write, person, now, staff):
    shown = row(home, asked).shown_hash
    write("The release is on Monday.", key="home", actor=staff)
    with pytest.raises(NotShown) as changed:
        approve(asked, person, now, shown_hash=shown)
    anew = row(home, asked)
    assert (anew.state, anew.old_value, anew.base_version, anew.revision) == (
        "pending",
        "The release is on Monday.",
        2,
        2,
    )
    assert changed.value.shown_hash == anew.shown_hash != shown


@pytest.mark.parametrize("stated", ["old", "none"])
def test_an_answer_to_what_was_shown_before_does_not_count(home, asked, write, person, now, staff, stated):
    shown = {"old": row(home, asked).shown_hash, "none": ""}[stated]
    write("The release is on Monday.", key="home", actor=staff)
    for _ in range(2):
        with pytest.raises(NotShown):
            approve(asked, person, now, shown_hash=shown)
    with pytest.raises(NotShown):
        reject_proposal(proposal_id=asked, actor=person, now=now, shown_hash=shown)
    assert row(home, asked).state == "pending"


def test_seen_again_it_counts(home, asked, write, person, now, staff):
    write("The release is on Monday.", key="home", actor=staff)
    with pytest.raises(NotShown) as changed:
        approve(asked, person, now)
    assert approve(asked, person, now, shown_hash=changed.value.shown_hash).version == 3


def test_when_it_is_so_already_it_is_closed(home, asked, write, person, now):
    write("User lives in Lisbon.", key="home", actor=person)
    with pytest.raises(NotPending) as late:
        approve(asked, person, now)
    closed = row(home, asked)
    assert (late.value.state, closed.closed_because) == ("stale", "It is so already.")


def test_the_person_s_newer_word_closes_it(home, asked, write, person, now):
    write("User lives nowhere.", key="home", actor=person)
    with pytest.raises(NotPending) as late:
        approve(asked, person, now)
    assert late.value.state == "stale" and "newer" in row(home, asked).closed_because


def test_what_was_forgotten_meanwhile_is_shown_as_new(home, set_fact, forget, person, now):
    memory_id = set_fact("identity", "city", "Faro", actor=person).memory_id
    asked = set_fact("identity", "city", "Lisbon").proposal_id
    forget(memory_id, person)
    with pytest.raises(NotShown) as changed:
        approve(asked, person, now)
    assert row(home, asked).old_value == ""
    approve(asked, person, now, shown_hash=changed.value.shown_hash)
    with scope.enter(home.workspace_id):
        assert Fact.objects.active().get(key="city").value == "Lisbon"


@pytest.mark.parametrize("forged", ["0" * 64, "nonsense"])
def test_another_hash_decides_nothing_and_closes_nothing(home, asked, person, now, forged):
    for decide in (approve_proposal, reject_proposal):
        with pytest.raises(NotShown):
            decide(proposal_id=asked, actor=person, now=now, shown_hash=forged)
    assert row(home, asked).state == "pending"
