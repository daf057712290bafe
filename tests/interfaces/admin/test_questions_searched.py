"""The list of questions is searched by what its columns show: of an edited text the person's own words alone."""

import pytest

from consent.changes import ForgetMemory, WriteMemory
from consent.models import Proposal
from consent.proposals.decide import amend_proposal, reject_proposal
from memories.drafts import MemoryDraft

pytestmark = pytest.mark.django_db
LIST = "/admin/consent/proposal/"
KEPT = "Ana has a mortgage at the bank."


@pytest.fixture
def found(owner):
    """The values that the list shows for a search."""

    def _found(words, address=LIST):
        listing = owner.get(address, {"q": words}).context["cl"]
        return [row.id for row in listing.result_list]

    return _found


@pytest.fixture
def loan(home, send, person, now):
    """Ana took the number out of what an agent wanted to remember."""
    content = "Ana owes the bank 4,200 euros."
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="a", content=content)
    question = send(WriteMemory(draft=draft)).proposal_id
    amend_proposal(proposal_id=question, value=KEPT, actor=person, now=now)
    return question


def test_an_edited_text_is_found_by_the_person_s_words_alone(found, loan):
    assert found("mortgage") == [loan]
    assert found("4,200") == found("owes") == []


def test_the_page_of_an_edited_text_masks_the_number_that_was_taken_out(owner, loan):
    page = owner.get(f"{LIST}{loan}/change/").content.decode()

    assert KEPT in page and "Ana owes the bank ••• euros." in page
    assert "4,200" not in page


def test_the_order_by_value_is_that_of_what_is_shown(owner, home, loan, ask):
    city = ask("Braga")
    number = list(owner.get(LIST).context["cl"].list_display).index("value")

    def ordered(sign):
        return [row.id for row in owner.get(LIST, {"o": f"{sign}{number}"}).context["cl"].result_list]

    assert ordered("") == [loan, city] and ordered("-") == [city, loan]


def test_a_field_that_the_person_edited_is_not_found_by_the_value_in_its_address(found, ask, person, now):
    question = ask("German", key="language", item="german")
    amend_proposal(proposal_id=question, value="Portuguese", actor=person, now=now)

    assert found("portuguese") == [question]
    assert found("german") == []


def test_what_would_be_forgotten_is_found_by_the_text_that_is_listed(found, home, send, person):
    own = MemoryDraft(namespace=("memories", str(home.user_id)), key="f", content="Ana grows figs.")
    question = send(ForgetMemory(memory_id=send(WriteMemory(draft=own), actor=person).memory_id)).proposal_id

    assert found("figs") == [question]


def test_a_refused_value_finds_no_answer(found, ask, person, now, in_home):
    question = ask("German", key="language", item="german")
    reject_proposal(proposal_id=question, actor=person, now=now)
    with in_home():
        assert Proposal.objects.get(id=question).decisions.exists()

    assert len(found("language", "/admin/consent/decision/")) == 1
    assert found("german", "/admin/consent/decision/") == []
