"""Questions that nobody is asked, because the same was refused before: staff see them apart from what waits."""

import pytest

from consent.changes import WriteMemory
from consent.models import Proposal
from consent.proposals.decide import reject_proposal
from memories.drafts import MemoryDraft

pytestmark = pytest.mark.django_db
LIST = "/admin/consent/proposal/"


@pytest.fixture
def unasked(ask, person, now, in_home, home, send, planner):
    """An agent that may not read Ana's city asks for the one that she refused."""
    reject_proposal(proposal_id=ask("Braga"), actor=person, now=now)
    place = ("memories", str(home.user_id))
    send(
        WriteMemory(draft=MemoryDraft(namespace=place, key="h", content="Ana lives in Braga.", category="goals")),
        actor=planner,
    )
    with in_home():
        return Proposal.objects.get(is_muted=True)


def rows(client, **query):
    page = client.get(LIST, query)
    return [row.id for row in page.context["cl"].result_list], page.content.decode()


def test_the_list_gives_them_a_status_of_their_own(owner, unasked):
    _found, page = rows(owner)
    table = page.partition('id="result_list"')[2].partition("</table>")[0]
    told = table.partition(str(unasked.id))[2].partition("</tr>")[0]

    assert "Not asked (refused before)" in told and "Awaiting approval" not in told
    assert "week" not in told.partition("field-ends")[2].partition("</td>")[0]
    assert "Braga" not in table


def test_what_waits_leaves_them_out_and_a_filter_finds_them(owner, unasked, ask):
    waiting = ask("they/them", key="pronouns")

    assert rows(owner, state__exact="pending")[0] == rows(owner, due="open")[0] == [waiting]
    found, page = rows(owner, state__exact="muted")
    assert found == [unasked.id] and page.count("Not asked (refused before)") > 1
    assert rows(owner, q="Braga")[0] == []


def test_its_page_says_so_and_holds_no_value(owner, unasked):
    page = owner.get(f"{LIST}{unasked.id}/change/").content.decode()

    assert "Not asked (refused before)" in page and "Nobody is asked this" in page
    assert "Awaiting approval" not in page.partition("All fields")[0] and "Braga" not in page
