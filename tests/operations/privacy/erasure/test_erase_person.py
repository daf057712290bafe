"""Who may erase a person, what it takes, and what an interrupted erasure leaves."""

import pytest

from conversations.access import UnknownPerson
from memories.models import History, Memory
from operations.jobs.maintenance import erase_people, seal_history
from operations.models import Tombstone
from operations.privacy import erase_person
from operations.privacy.erase_person import NotConfirmed, NotYours
from operations.privacy.erasure_receipt import receipt_of
from workspaces.models import Membership, Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def remembered(api, home):
    """Five memories of Ana's."""
    for number in range(5):
        api.post("/memories", {"user_id": str(home.user_id), "key": str(number), "content": f"Note {number}."})


def memories(home, in_home):
    with in_home():
        return Memory.objects.filter(person_id=home.user_id).count()


def test_the_receipt_counts_what_was_erased(remembered, erase, in_home):
    tombstone = erase()

    with in_home():
        receipt = receipt_of(tombstone)
    assert (receipt["status"], receipt["proof"]) == ("erased", None)
    assert receipt["erased"]["memories.Memory"] == receipt["erased"]["memories.MemoryVersion"] == 5


def test_once_sealed_the_receipt_proves_that_the_history_says_so(remembered, erase, home, in_home):
    tombstone = erase()
    seal_history(home.workspace_id)

    with in_home():
        proof = receipt_of(tombstone)["proof"]
    assert proof["history_id"] == str(tombstone.history_id)
    assert proof["head"]["signature"] and proof["path"]


def test_the_history_says_that_each_was_erased(remembered, erase, in_home):
    erase()

    with in_home():
        assert History.objects.filter(event="PURGE", memory_id__isnull=False).count() == 5
        assert History.objects.get(event="PURGE", memory_id__isnull=True).meta["rows"] >= 5


@pytest.mark.parametrize("typed", ["", "ana", "Zoe", "yes"])
def test_another_word_than_the_name_erases_nothing(remembered, erase, home, in_home, typed):
    with pytest.raises(NotConfirmed):
        erase(typed)

    assert memories(home, in_home) == 5


def test_spaces_around_the_name_do_not_matter(remembered, erase):
    assert erase("  Ana ").erased_at


@pytest.mark.parametrize("role", ["viewer", "reviewer", "person"])
def test_who_only_looks_erases_nobody(remembered, erase, home, in_home, role):
    membership = Membership.objects.get(workspace_id=home.workspace_id)
    membership.role = role

    with pytest.raises(NotYours):
        erase(actor=membership.as_staff())
    assert memories(home, in_home) == 5


def test_agents_and_strangers_erase_nobody(remembered, erase, home, in_home, supervisor, stranger):
    for actor in (supervisor, stranger):
        with pytest.raises(NotYours):
            erase(actor=actor)

    assert memories(home, in_home) == 5


def test_the_owner_erases_a_person_who_asked_by_letter(erase, home, in_home):
    with in_home():
        ben = Person.objects.create(name="Ben")

    assert erase("Ben", actor=Membership.objects.get(workspace_id=home.workspace_id).as_staff(), person_id=ben.id)
    with in_home():
        assert list(Person.objects.values_list("name", flat=True)) == ["Ana"]


def test_asking_again_answers_with_the_same_tombstone(erase):
    assert erase().id == erase().id


def test_somebody_unknown_cannot_be_erased(erase, home):
    owner = Membership.objects.get(workspace_id=home.workspace_id).as_staff()

    with pytest.raises(UnknownPerson):
        erase(actor=owner, person_id=home.workspace_id)


def test_much_is_left_to_the_worker(remembered, erase, home, in_home, monkeypatch):
    monkeypatch.setattr(erase_person, "AT_ONCE", 4)

    assert erase().erased_at is None
    assert memories(home, in_home) == 5

    assert erase_people(None) == 1
    assert memories(home, in_home) == 0
    assert erase_people(None) == 0


def test_what_a_killed_run_left_is_finished(remembered, erase, home, in_home, now):
    with in_home():
        Tombstone.objects.create(person_id=home.user_id, requested_at=now)

    assert erase_people(home.workspace_id) == 1
    assert memories(home, in_home) == 0


def test_what_was_forgotten_before_is_erased_with_the_rest(remembered, api, erase, home, in_home):
    memory_id = api.get("/memories", {"user_id": str(home.user_id)}).json()["results"][0]["id"]
    api.delete(f"/memories/{memory_id}")

    erase()

    assert memories(home, in_home) == 0


def test_agents_find_nobody_afterwards(remembered, api, erase, home):
    erase()

    user = str(home.user_id)
    assert api.get(f"/users/{user}").status_code == 404
    assert api.post("/memories", {"user_id": user, "content": "Again."}).status_code in (404, 422)
    assert api.post("/memory/query", {"user_id": user, "query": "Note"}).status_code == 404
