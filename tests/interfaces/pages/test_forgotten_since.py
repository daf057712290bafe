"""What was forgotten after an answer is told as such: in the list of decisions, the receipt and the export to read."""

import pytest
from django.utils import timezone

from consent.proposals.decide import approve_proposal
from memories.models import Memory

pytestmark = pytest.mark.django_db
FORGOTTEN = "You forgot it since."


@pytest.fixture
def approved(ask, person, in_home):
    """A value that an agent asked for and Ana approved: the ids of the request and of the memory."""

    def _approved(value="asthma", key="health_conditions"):
        proposal_id = ask(value, key=key, item=value if key == "health_conditions" else "", at=timezone.now())
        approve_proposal(proposal_id=proposal_id, actor=person, now=timezone.now())
        with in_home():
            return proposal_id, Memory.objects.latest("created_at").id

    return _approved


@pytest.fixture
def forget(owner):
    return lambda memory_id: owner.post(f"/memories/{memory_id}/forget")


def test_two_memories_that_the_person_forgot_are_two_lines(person, note, forget, parts):
    for number in range(2):
        forget(note(f"Secret {number}.", key=f"key-{number}"))
    history = parts()[1]
    assert history.count("You forgot this. ") == 2 and "You forgot this.  <small>2 times" not in history


def test_one_memory_that_was_forgotten_twice_is_one_line(owner, note, forget, parts):
    memory_id = note("Secret.")
    forget(memory_id)
    owner.post(f"/memories/{memory_id}/restore")
    forget(memory_id)
    history = parts()[1]
    assert history.count("You forgot this. ") == 1 and "2 times" in history


@pytest.mark.parametrize("path", ["/decisions", "/proposals/{}", "/proposals/{}/receipt"])
def test_a_decision_says_that_what_it_saved_was_forgotten(owner, approved, forget, path):
    proposal_id, memory_id = approved()
    assert FORGOTTEN not in owner.get(path.format(proposal_id)).content.decode()
    forget(memory_id)
    page = owner.get(path.format(proposal_id)).content.decode()
    assert FORGOTTEN in page
    if "receipt" not in path:
        assert f'<a href="/memories/{memory_id}">View or restore it</a>' in page and "View memory" not in page
    owner.post(f"/memories/{memory_id}/restore")
    assert FORGOTTEN not in owner.get(path.format(proposal_id)).content.decode()


def test_the_export_says_it_too(approved, forget, parts):
    _proposal_id, memory_id = approved()
    assert FORGOTTEN not in parts()[0]
    forget(memory_id)
    assert f"asthma <small>{FORGOTTEN}</small>" in parts()[0]


def test_where_a_later_approval_of_it_was_undone_nobody_forgot_it(owner, approved, forget, parts):
    first, memory_id = approved()
    forget(memory_id)
    second, _memory_id = approved()
    owner.post(f"/proposals/{second}/undo")
    told = [owner.get(f"/proposals/{first}").content.decode(), parts()[0]]
    assert all(FORGOTTEN not in one and "It is no longer remembered." in one for one in told)


def test_a_value_that_another_took_the_place_of_was_not_forgotten(owner, approved, parts):
    _proposal_id, memory_id = approved("asthma")
    form = owner.get(f"/memories/{memory_id}/edit").context["form"].initial
    owner.post(f"/memories/{memory_id}/edit", form | {"content": "severe asthma"})
    told = [owner.get("/decisions").content.decode(), parts()[0]]
    assert all(FORGOTTEN not in one and "Another value took its place since." in one for one in told)


def test_the_receipt_says_that_what_was_taken_back_had_been_forgotten(owner, approved, forget):
    proposal_id, memory_id = approved()
    forget(memory_id)
    owner.post(f"/proposals/{proposal_id}/undo")
    steps = owner.get(f"/proposals/{proposal_id}/receipt").context["steps"]
    assert steps[-1].text == "“asthma” had been forgotten since, and nothing was taken back"
