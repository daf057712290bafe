"""Requests that no assistant made: imported from a file, or entered by staff, who may be the person themselves."""

import json
import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from consent.changes import SetFact, WriteMemory
from consent.proposals.decide import approve_proposal
from interfaces.pages.cards.competing_values import Choice
from memories.drafts import FactDraft, MemoryDraft
from operations import jobs
from operations.models import ImportRun
from workspaces.models import Account, Membership
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db


def words(page):
    return " ".join(re.sub(r"<[^>]+>", " ", unescape(page.content.decode())).split())


@pytest.fixture
def imported(owner, home, in_home):
    """A file of these records, imported."""

    def _imported(*lines, name="notes.jsonl"):
        file = SimpleUploadedFile(name, "\n".join(map(json.dumps, lines)).encode())
        owner.post("/admin/imports/", {"person": home.user_id, "source": "jsonl", "file": file}, follow=True)
        jobs.JOBS["import_uploads"](home.workspace_id)
        with in_home():
            run = ImportRun.objects.latest("created_at")
        owner.post(f"/admin/imports/{run.id}/", {"import": "1"})
        jobs.JOBS["import_uploads"](home.workspace_id)

    return _imported


@pytest.fixture
def staff(home, in_home):
    """The actor of a login of staff."""

    def _staff(username):
        with in_home():
            return Membership.objects.select_related("account").get(account__username=username).as_staff()

    return _staff


def city(value):
    return {"type": "fact", "category": "identity", "key": "city", "value": value}


def test_a_choice_from_a_file_names_the_file(owner, imported):
    imported(city("Faro"), city("Porto"))
    page = owner.get("/inbox")
    assert [isinstance(one, Choice) for one in page.context["items"]] == [True]
    assert "From an imported file: notes.jsonl. It has different values." in words(page)
    assert "Your assistants" not in words(page).partition("Inbox Earlier")[2]


@pytest.fixture
def choose_own(owner):
    """Answers the only choice with another value than those that it offers."""

    def _choose_own(value):
        (choice,) = owner.get("/inbox").context["items"]
        shown = [f"{card.proposal.id}:{card.proposal.shown_hash}" for card in choice.cards]
        owner.post("/proposals/choice", {"field": choice.field, "shown": shown, "own": "1", "value": value})

    return _choose_own


def test_what_was_not_chosen_of_a_file_names_its_field(owner, imported, choose_own):
    imported(city("Faro"), city("Porto"))
    choose_own("Guarda")
    told = words(owner.get("/decisions"))
    assert "Joined into a later question about your city: “Guarda” was chosen" in told and "your :" not in told


def test_a_request_from_a_file_names_it_too(owner, imported):
    imported(city("Faro"))
    assert "From an imported file: notes.jsonl." in words(owner.get("/inbox"))


def test_a_choice_of_an_assistant_and_a_file_is_not_told_as_the_file_s(owner, imported, ask):
    imported(city("Faro"))
    ask("Porto")
    assert "Your assistants suggest different values." in words(owner.get("/inbox"))


def test_what_the_person_entered_as_staff_is_their_own(owner, home, send, staff):
    draft = FactDraft(person_id=home.user_id, category="identity", key="city", value="Faro")
    send(SetFact(draft=draft), actor=staff("owner"))
    (card,) = owner.get("/inbox").context["items"]
    assert (card.face.name, card.headline) == ("You", "Remember that your city is <strong><bdi>Faro</bdi></strong>?")
    assert "Your admin" not in words(owner.get("/inbox"))


def test_what_others_of_the_staff_entered_names_them(owner, home, send, staff):
    boss = Account.objects.create_user("boss", is_staff=True, first_name="Rui", last_name="Costa")
    Membership.objects.create(account=boss, workspace_id=home.workspace_id, role=Role.ADMIN)
    draft = FactDraft(person_id=home.user_id, category="identity", key="city", value="Faro")
    send(SetFact(draft=draft), actor=staff("boss"))
    (card,) = owner.get("/inbox").context["items"]
    assert card.face.name == "Staff: Rui Costa"
    assert "Staff: Rui Costa wants to remember that your city is Faro" in words(owner.get("/inbox"))


@pytest.fixture
def answered(owner):
    """The pages that tell of the only request once it is approved."""

    def _answered():
        (card,) = owner.get("/inbox").context["items"]
        proposal = card.proposal
        owner.post(f"/proposals/{proposal.id}/approve", {"shown_hash": proposal.shown_hash})
        return [words(owner.get(path)) for path in ("/decisions", f"/proposals/{proposal.id}/receipt")]

    return _answered


def test_decisions_and_receipts_name_the_file_too(imported, answered):
    imported(city("Faro"))
    assert all("From an imported file: notes.jsonl." in page for page in answered())


def test_so_they_do_with_what_the_person_entered(home, send, staff, answered, owner):
    draft = FactDraft(person_id=home.user_id, category="identity", key="city", value="Faro")
    send(SetFact(draft=draft), actor=staff("owner"))
    assert "You entered this yourself." in words(owner.get("/inbox"))
    assert all("You entered this yourself." in page for page in answered())


def test_two_files_have_different_values(owner, imported):
    imported(city("Faro"))
    imported(city("Porto"), name="other.jsonl")
    page = words(owner.get("/inbox"))
    assert "From imported files: other.jsonl, notes.jsonl. They have different values." in page


def test_an_imported_memory_tells_its_file_once(owner, imported, answered):
    imported({"type": "memory", "content": "Ana has diabetes."})
    page = words(owner.get("/inbox"))
    assert "notes.jsonl" in page and page.count("From an imported file") == 1
    assert all(told.count("From an imported file") == 1 for told in answered())


@pytest.fixture
def changed_by_staff(home, send, person, staff):
    """Staff, who is the person, asks to change a text about an illness."""
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="ill", content="Ana has diabetes.")
    approve_proposal(proposal_id=send(WriteMemory(draft=draft)).proposal_id, actor=person, now=timezone.now())
    changed = draft.model_copy(update={"content": "Ana has asthma."})
    send(WriteMemory(draft=changed), actor=staff("owner"), at=timezone.now())


def test_a_change_names_its_topic_and_who_entered_it(owner, changed_by_staff):
    page = words(owner.get("/inbox"))
    assert "Change what is remembered about health conditions?" in page and "You entered this yourself." in page


def test_the_list_can_be_narrowed_to_files_and_staff(owner, imported, send, home, staff, ask):
    imported(city("Faro"))
    draft = FactDraft(person_id=home.user_id, category="identity", key="pronouns", value="she/her")
    send(SetFact(draft=draft), actor=staff("owner"))
    ask("woman", key="gender")
    who = next(chip for chip in owner.get("/inbox").context["chips"] if chip.name == "who")
    found = {one.label: owner.get(f"/inbox{one.address}").context["items"] for one in who.choices}
    told = {label: [card.proposal.new_value for card in cards] for label, cards in found.items()}
    assert told["Staff"] == ["she/her"] and told["From an imported file"] == ["Faro"] and len(told["All"]) == 3
