from datetime import datetime

import pytest

from consent.actions.decide_proposal import reject_proposal
from workspaces.models import Account

pytestmark = pytest.mark.django_db


def timeline(client, **query):
    return client.get("/timeline", query).content.decode()


def test_an_empty_timeline_says_what_it_is_for(owner):
    assert "Nothing has happened yet" in timeline(owner)


def test_each_entry_says_who_did_what(owner, note, send, forgotten):
    page = timeline(owner)

    assert "Your supervisor assistant added this" in page
    assert "Your supervisor assistant forgot this" in page
    assert "The old plan." in page


def test_ones_own_deeds_are_called_so(owner, note):
    memory_id = note()
    owner.post(f"/memories/{memory_id}/forget")

    assert "You forgot this" in timeline(owner)


def test_a_change_opens_its_diff(owner, note):
    note("On Monday.")
    note("On Friday.")

    assert "On <del>Monday</del><ins>Friday</ins>." in timeline(owner)


def test_entries_stand_under_the_day_in_the_persons_time_zone(owner, note, home):
    note(at=datetime.fromisoformat("2026-03-01T23:30:00+00:00"))
    Account.objects.filter(username="owner").update(time_zone="Asia/Tokyo")

    assert "Monday, 2 March 2026" in timeline(owner)


def test_a_decision_about_something_new_leads_to_its_question(owner, ask, person, now):
    proposal_id = ask("Lisbon")
    reject_proposal(proposal_id=proposal_id, actor=person, now=now)

    page = timeline(owner)

    assert "You refused a question" in page
    assert "wanted to remember that your city is Lisbon." in page
    assert f"/proposals/{proposal_id}" in page


def test_it_is_filtered_by_what_happened_and_by_category(owner, note, forgotten):
    note("Climb on Monday.", key="climb", category="tasks")

    assert "Climb" not in timeline(owner, event="DELETE")
    assert "The old plan." not in timeline(owner, category="tasks")


def test_nobody_else_sees_it(colleague, outsider, note):
    note("Ana's plan.")

    for client in (colleague, outsider):
        assert "Ana's plan." not in timeline(client)


@pytest.mark.parametrize("count", [1, 20])
def test_it_takes_as_many_queries_for_twenty_entries_as_for_one(owner, note, table_reads, count):
    for number in range(count):
        note(f"Note {number}.", key=f"n{number}")

    # Session, account, memberships; categories, history, the texts, the count.
    assert table_reads(lambda: owner.get("/timeline")) == 7


@pytest.mark.parametrize("at", ["2026-01-01T00:00:00+23:59", "0001-01-01T00:00:00+14:00", "2026-01-01", "x"])
def test_a_forged_cursor_means_the_first_page(owner, at):
    assert owner.get("/timeline", {"before": f"{at}_00000000-0000-7000-8000-000000000000"}).status_code == 200
