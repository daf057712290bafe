"""Different changes of one memory that several agents ask for: all wait, one answer decides, the others learn why."""

import html

import pytest

REASON = "Another change of the same memory was approved."


@pytest.fixture
def note(owner, ana):
    """What Ana wrote herself, so that agents ask before they change it."""
    made = owner.post("/memories", {"user_id": ana, "key": "food", "content": "I cook risotto."})
    return f"/memories/{made.json()['memory_id']}"


@pytest.fixture
def change(ana):
    def _change(client, content):
        answer = client.post("/memories", {"user_id": ana, "key": "food", "content": content})
        assert answer.status_code == 202, answer.json()
        return f"/proposals/{answer.json()['proposal_id']}"

    return _change


@pytest.fixture
def both(api, other, note, change):
    return change(api, "Ana cooks paella."), change(other, "Ana cooks couscous.")


def states(owner, proposals):
    return [owner.get(one).json()["state"] for one in proposals]


def test_neither_replaces_the_other(api, other, both):
    assert (api.get(both[0]).json()["state"], other.get(both[1]).json()["state"]) == ("pending", "pending")


def test_the_same_agent_s_later_change_replaces_its_own_alone(api, owner, both, change):
    later = change(api, "Ana cooks soup.")
    assert states(owner, (*both, later)) == ["superseded", "pending", "pending"]


def test_the_one_that_is_approved_closes_the_other_with_a_reason(api, other, owner, note, both):
    assert owner.post(f"{both[1]}/approve").status_code == 200
    closed = api.get(both[0]).json()
    assert (closed["state"], closed["closed_because"]) == ("stale", REASON)
    assert owner.get(note).json()["content"] == "Ana cooks couscous."


def test_so_does_one_that_was_edited(api, owner, note, both):
    owner.post(f"{both[0]}/amend", {"value": "I cook little."})
    assert states(owner, both) == ["amended", "stale"] and owner.get(note).json()["content"] == "I cook little."


def test_refusing_one_leaves_the_other_open(owner, note, both):
    owner.post(f"{both[0]}/reject")
    assert states(owner, both) == ["rejected", "pending"]
    assert owner.post(f"{both[1]}/approve").status_code == 200
    assert owner.get(note).json()["content"] == "Ana cooks couscous."


def test_undoing_the_yes_opens_both_again(owner, note, both):
    owner.post(f"{both[0]}/approve")
    owner.post(f"{both[0]}/withdraw", {"reopen": True})
    assert states(owner, both) == ["pending", "pending"] and owner.get(note).json()["content"] == "I cook risotto."
    shown = owner.get(both[1]).json()["shown_hash"]
    owner.post(f"{both[1]}/approve", {"shown_hash": shown})
    assert owner.get(note).json()["content"] == "Ana cooks couscous."


def test_taken_back_for_good_the_other_stays_closed(owner, both):
    owner.post(f"{both[0]}/approve")
    owner.post(f"{both[0]}/withdraw")
    assert states(owner, both) == ["withdrawn", "stale"]


def test_a_request_to_forget_competes_with_one_to_change(api, other, owner, note, change):
    asked = change(api, "Ana cooks paella.")
    forget = f"/proposals/{other.delete(note).json()['proposal_id']}"
    assert states(owner, (asked, forget)) == ["pending", "pending"]
    owner.post(f"{asked}/approve")
    assert owner.get(forget).json()["closed_because"] == REASON


def test_another_memory_s_question_stays(api, owner, ana, both):
    asked = api.put(f"/users/{ana}/facts/identity/city", {"value": "Lisbon"}).json()["proposal_id"]
    owner.post(f"{both[0]}/approve")
    assert states(owner, [f"/proposals/{asked}"]) == ["pending"]


def test_the_inbox_has_one_card_with_both(owner, both):
    inbox = owner.client.get("/inbox")
    page = html.unescape(inbox.content.decode())
    assert len(inbox.context["items"]) == 1 and inbox.context["pending_count"] == 1
    assert (
        "Your assistants suggest different changes of one memory" in page and "Approving one closes the others." in page
    )
    assert "paella" in page and "couscous" in page and "Keep it as it is" in page
    home = html.unescape(owner.client.get("/").content.decode())
    assert "Your assistants suggest different changes of one memory" in home


def test_approving_one_there_settles_the_card(owner, note, both):
    shown = owner.get(both[0]).json()
    page = owner.client.post(f"{both[0]}/approve", {"shown_hash": shown["shown_hash"]}, follow=True)
    assert page.context["pending_count"] == 0 and owner.get(note).json()["content"] == "Ana cooks paella."


def test_keeping_it_refuses_both(owner, note, both):
    rows = [owner.get(one).json() for one in both]
    form = {"refuse": "1", "selected": [f"{row['id']}:{row['shown_hash']}" for row in rows]}
    owner.client.post("/proposals/answers", form)
    assert states(owner, both) == ["rejected", "rejected"]
    assert owner.get(note).json()["content"] == "I cook risotto."


def test_a_closed_one_s_page_says_that_nothing_changed(owner, both):
    owner.post(f"{both[1]}/approve")
    page = html.unescape(owner.client.get(both[0]).content.decode())
    assert "Another change of the same memory was approved." in page
