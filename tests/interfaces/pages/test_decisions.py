import pytest

from consent.models import Proposal
from consent.proposals.decide import approve_proposal, reject_proposal
from consent.proposals.rebase import ALREADY_SO, close

pytestmark = pytest.mark.django_db


def test_before_the_first_decision_the_page_says_what_it_is_for(owner):
    assert "No decisions yet" in owner.get("/decisions").content.decode()


def test_decisions_are_listed_with_their_outcome_newest_first(owner, ask, person, now):
    approve_proposal(proposal_id=ask("Lisbon"), actor=person, now=now)
    reject_proposal(proposal_id=ask("they/them", key="pronouns"), actor=person, now=now)

    page = owner.get("/decisions").content.decode()

    assert "Approved" in page and "Refused" in page
    assert page.index("they/them") < page.index("Lisbon")


def test_a_question_that_joined_an_open_one_is_no_decision_but_can_be_asked_for(owner, ask):
    ask("Lisbon")
    ask("Faro")

    assert not owner.get("/decisions").context["cards"]
    page = owner.get("/decisions?state=superseded").content.decode()
    assert "Joined into the open question about your city." in page and ">Still open · <" in page


@pytest.mark.parametrize(
    ("choice", "verdict", "told"),
    [
        ("Lisbon", "Chosen later", "you chose this value."),
        ("Faro", "Not chosen", "you chose “Faro”, so this value was not saved."),
        ("", "Not chosen", "you chose none of its values."),
    ],
)
def test_a_question_that_a_later_one_replaced_says_what_came_of_its_value(owner, ask, choice, verdict, told):
    ask("Lisbon")
    ask("Faro")
    (card,) = owner.get("/inbox").context["items"]
    key = next((option.key for option in card.options if option.value == choice), "")
    shown = [f"{one.proposal.id}:{one.proposal.shown_hash}" for one in card.cards]
    owner.post("/proposals/choice", {"field": card.field, "shown": shown, "choose": key})

    page = owner.get("/decisions").content.decode()
    assert f"a later question about your city: {told}" in page
    assert f">{verdict} · <" in page and "Replaced by a newer request ·" not in page


def test_an_approval_is_undone_into_an_open_request_where_there_is_time(owner, ask, person, now, in_home):
    proposal_id = ask("Lisbon")
    approve_proposal(proposal_id=proposal_id, actor=person, now=now)
    page = owner.get("/decisions").content.decode()
    assert "Undo and ask me again" in page and f'action="/proposals/{proposal_id}/undo"' in page

    with in_home():
        Proposal.objects.filter(id=proposal_id).update(expires_at=now)
    page = owner.get("/decisions").content.decode()

    assert "Undo; nobody asks again" in page and f'action="/proposals/{proposal_id}/take-back"' in page


def test_nobody_else_sees_them(person, ask, now, colleague, outsider):
    approve_proposal(proposal_id=ask("Lisbon"), actor=person, now=now)

    for client in (colleague, outsider):
        assert "Lisbon" not in client.get("/decisions").content.decode()


@pytest.mark.parametrize("count", [1, 5])
def test_the_list_takes_as_many_queries_for_five_as_for_one(owner, ask, person, now, table_reads, count):
    for number in range(count):
        proposal_id = ask(f"L{number}", key="languages_spoken", item=f"l{number}")
        reject_proposal(proposal_id=proposal_id, actor=person, now=now)

    assert table_reads(lambda: owner.get("/decisions")) == 7


def test_a_receipt_is_offered_only_where_there_is_one(owner, ask, person, now):
    replaced, approved, refused = ask("Faro"), ask("Lisbon"), ask("they/them", key="pronouns")
    approve_proposal(proposal_id=approved, actor=person, now=now)
    reject_proposal(proposal_id=refused, actor=person, now=now)

    page = owner.get("/decisions").content.decode()

    for proposal_id, is_offered in ((approved, True), (refused, True), (replaced, False)):
        path = f"/proposals/{proposal_id}/receipt"
        assert (f'href="{path}"' in page, owner.get(path).status_code) == (is_offered, 200 if is_offered else 404)


def test_a_receipt_can_be_read_and_downloaded(owner, ask, person, now, colleague):
    proposal_id = ask("Lisbon")
    approve_proposal(proposal_id=proposal_id, actor=person, now=now)
    page = owner.get(f"/proposals/{proposal_id}/receipt").content.decode()

    assert "your city is" in page and "Approved" in page and "On this website, signed in" in page
    assert f'href="/proposals/{proposal_id}/receipt.json" download' in page
    assert colleague.get(f"/proposals/{proposal_id}/receipt").status_code == 404


def test_one_that_no_longer_applies_has_none(owner, ask, person, now, in_home):
    proposal_id = ask("Lisbon")
    with in_home():
        proposal = Proposal.objects.get(id=proposal_id)
        close(proposal, ALREADY_SO, now=now)

    assert "/receipt" not in owner.get("/decisions").content.decode()
