"""What was approved, undone and then refused can be restored, which says that it was refused."""

from html import unescape

import pytest
from django.utils import timezone

from consent.changes import ForgetMemory, WriteMemory
from consent.models import Proposal
from consent.proposals.decide import approve_proposal, reject_proposal
from consent.proposals.withdraw import withdraw_decision
from memories.drafts import MemoryDraft
from memories.models import Memory

pytestmark = pytest.mark.django_db
TEXT = "Ana takes 50 mg of sertraline every morning."
RESTORED = "You restored it since."


@pytest.fixture
def refuse(in_home, person):
    def _refuse(proposal_id):
        with in_home():
            shown = Proposal.objects.get(id=proposal_id).shown_hash
        reject_proposal(proposal_id=proposal_id, actor=person, now=timezone.now(), shown_hash=shown)

    return _refuse


@pytest.fixture
def refused(asked, home, person, refuse, in_home):
    """The request that was approved, undone and refused, and its memory."""
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="pills", content=TEXT)
    proposal_id = asked(WriteMemory(draft=draft))
    approve_proposal(proposal_id=proposal_id, actor=person, now=timezone.now())
    withdraw_decision(proposal_id=proposal_id, actor=person, now=timezone.now(), reopen=True)
    refuse(proposal_id)
    with in_home():
        return proposal_id, Memory.objects.get(key="pills").id


@pytest.mark.parametrize("path", ["/timeline", "/memories/{}"])
def test_the_button_says_that_it_was_refused(owner, refused, path):
    page = unescape(owner.get(path.format(refused[1])).content.decode())
    assert "You refused this on" in page.partition("Restore")[2]


def test_restoring_it_says_so_and_so_does_the_decision(owner, refused):
    proposal_id, memory_id = refused
    assert RESTORED not in owner.get("/decisions").content.decode()
    page = owner.post(f"/memories/{memory_id}/restore", {"version": "1"}, follow=True).content.decode()
    assert "Restored. You refused this on" in page
    for path in ("/decisions", f"/proposals/{proposal_id}", f"/proposals/{proposal_id}/receipt"):
        page = unescape(owner.get(path).content.decode())
        assert RESTORED in page and "Assistants can't ask for it again before" not in page
    assert f'<a href="/memories/{memory_id}">View memory</a>' in owner.get("/decisions").content.decode()
    owner.post(f"/memories/{memory_id}/forget")
    assert RESTORED not in owner.get("/decisions").content.decode()


def test_so_it_is_with_a_value_of_a_field(owner, ask, person, refuse, in_home):
    for value in ("Porto", "Sines"):
        asked = ask(value, at=timezone.now())
        approve_proposal(proposal_id=asked, actor=person, now=timezone.now())
    withdraw_decision(proposal_id=asked, actor=person, now=timezone.now(), reopen=True)
    refuse(asked)
    with in_home():
        city = Memory.objects.get(key__endswith="city").id
    page = unescape(owner.get("/timeline").content.decode())
    assert page.count("You refused this on") == 1
    assert "Sines”" in page.partition("You refused this on")[0].rpartition("Restore “")[2]
    owner.post(f"/memories/{city}/restore", {"version": "2"})
    assert RESTORED in owner.get("/decisions").content.decode()
    owner.post(f"/memories/{city}/restore", {"version": "1"})
    assert RESTORED not in owner.get("/decisions").content.decode()


@pytest.fixture
def forgotten(asked, ask, person, in_home):
    """A request to forget a value that was approved, and the memory of it."""
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=timezone.now())
    with in_home():
        memory_id = Memory.objects.get(key__endswith="city").id
    proposal_id = asked(ForgetMemory(memory_id=memory_id))
    approve_proposal(proposal_id=proposal_id, actor=person, now=timezone.now())
    return proposal_id, memory_id


def test_what_was_forgotten_on_request_says_so_too(owner, forgotten, parts):
    proposal_id, memory_id = forgotten
    paths = ("/decisions", f"/proposals/{proposal_id}", f"/proposals/{proposal_id}/receipt")
    told = [*(owner.get(path).content.decode() for path in paths), parts()[0]]
    assert all("Forgotten. Assistants can no longer find it." in page and RESTORED not in page for page in told)

    owner.post(f"/memories/{memory_id}/restore")

    told = [*(owner.get(path).content.decode() for path in paths), parts()[0]]
    assert all(RESTORED in page and "can no longer find it" not in page for page in told)
    assert f'<a href="/memories/{memory_id}">View memory</a>' in told[0]
    owner.post(f"/memories/{memory_id}/forget")
    assert RESTORED not in owner.get("/decisions").content.decode() and RESTORED not in parts()[0]
