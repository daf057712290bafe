"""The receipt of a deleted message or conversation: to be opened later, and a proof that anybody can check."""

import json
import re

import pytest

from consent.receipts.verification import verify
from intelligence.actions.extract_facts import extract_facts
from memories.sealing import keys
from operations.jobs.maintenance import seal_history

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def seal_dir(settings, tmp_path):
    settings.SEAL_DIR = tmp_path / "seals"


@pytest.fixture
def deleted(owner, say):
    """Deletes one of two messages, or both; answers with the page that follows and the receipt's address."""

    def _deleted(*, whole=False):
        turn, _other = say("I planted tomatoes.", "They are red.")
        page = owner.post(f"/conversations/{turn}/delete{'-all' if whole else ''}", follow=True).content.decode()
        return page, re.search(r'href="(/deletions/[^"]+)">Receipt</a>', page).group(1)

    return _deleted


@pytest.mark.parametrize(("whole", "title", "count"), [(False, "a message", "1"), (True, "a conversation", "2")])
def test_it_says_what_was_deleted_and_when_and_nothing_of_what_it_said(owner, deleted, whole, title, count):
    page = owner.get(deleted(whole=whole)[1]).content.decode()
    assert f"You deleted {title}" in page and f"<dd>{count}" in page and "Conversation of" in page
    assert "tomatoes" not in page and "cannot prove that no copy exists elsewhere" in page


@pytest.mark.parametrize("address", ["/my-data", "/timeline"])
def test_it_is_found_again(owner, colleague, deleted, address):
    _page, receipt = deleted()
    assert f'href="{receipt}"' in owner.get(address).content.decode()
    assert receipt not in colleague.get(address).content.decode()


def test_it_is_for_who_deleted_it(colleague, outsider, deleted):
    _page, receipt = deleted()
    for client in (colleague, outsider):
        assert client.get(receipt).status_code == client.get(f"{receipt}/receipt.json").status_code == 404


@pytest.mark.parametrize(("whole", "count"), [(False, 1), (True, 2)])
def test_the_file_proves_it_once_the_history_is_sealed(owner, home, deleted, whole, count):
    _page, receipt = deleted(whole=whole)
    assert "proves nothing yet" in verify(file_of(owner, receipt), trusted=keys.trusted_keys()).failure
    seal_history(home.workspace_id)
    found = verify(file_of(owner, receipt), trusted=keys.trusted_keys())
    assert (found.failure, found.erased) == (None, count)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"erased": {"conversations.Turn": 7}}, "the counts"),
        ({"receipt": "0190c0de-0000-7000-8000-000000000000"}, "about something else"),
        ({"erased_at": "2020-01-01T00:00:00Z"}, "the time"),
    ],
)
def test_what_was_changed_in_the_file_is_found(owner, home, deleted, change, said):
    _page, receipt = deleted()
    seal_history(home.workspace_id)
    assert said in verify(file_of(owner, receipt) | change, trusted=keys.trusted_keys()).failure


@pytest.mark.parametrize("path", ["delete", "delete-all"])
def test_before_deleting_the_page_says_what_the_receipt_proves_and_what_not(owner, say, path):
    (turn,) = say("I planted tomatoes.")
    assert is_told_of_the_receipt(owner.get(f"/conversations/{turn}/{path}"))


def test_so_does_the_page_before_everything_is_erased(owner):
    assert is_told_of_the_receipt(owner.get("/my-data/erase"))


def is_told_of_the_receipt(response):
    page = response.content.decode()
    return "You get a receipt" in page and "The receipt proves" in page and "cannot prove that no copy" in page


def file_of(client, receipt):
    return json.loads(client.get(f"{receipt}/receipt.json").content)


def test_it_stays_when_everything_is_erased_for_who_deleted_it(owner, colleague, home, deleted):
    _page, receipt = deleted()
    seal_history(home.workspace_id)
    owner.post("/my-data/erase", {"confirmation": "Ana"})
    owner.post("/accounts/reauthenticate/?next=/my-data/erase", {"password": home.password})

    assert "Your data has been erased" in owner.get(erasure_of(owner)).content.decode()
    assert f'href="{receipt}"' in owner.get("/my-data").content.decode()
    assert "You deleted a message" in owner.get(receipt).content.decode()
    assert verify(file_of(owner, receipt), trusted=keys.trusted_keys()).failure is None
    assert colleague.get(receipt).status_code == 404


def erasure_of(client):
    return re.search(r'href="(/erasures/[^"]+)"', client.get("/my-data").content.decode()).group(1)


@pytest.mark.parametrize("whole", [False, True])
def test_what_was_deleted_before_is_not_counted_as_erased_again(owner, home, say, deleted, whole):
    say("I planted beans.")
    deleted(whole=whole)
    owner.post("/my-data/erase", {"confirmation": "Ana"})
    owner.post("/accounts/reauthenticate/?next=/my-data/erase", {"password": home.password})

    counts = dict(owner.get(erasure_of(owner)).context["counts"])

    assert (counts["Conversations"], counts["Messages"]) == ((1, 1) if whole else (2, 2))


def test_how_to_check_it_is_described(owner, deleted):
    _page, receipt = deleted()
    assert "/api/docs/#/consent/get_receipt" in owner.get(receipt).content.decode()

    described = owner.get("/api/schema/", {"format": "json"}).json()["paths"]

    texts = [one["get"]["description"] for path, one in described.items() if path.endswith("/receipt")]
    assert any("deletion-" in text and "erasure-" in text for text in texts)


STAYS = "What was remembered from it stays, unless you forgot it."


def test_it_says_how_many_memories_were_forgotten_with_it(owner, say, home, now):
    (turn,) = say("My favourite colour is green.")
    extract_facts(workspace_id=home.workspace_id, now=now)
    page = owner.post(f"/conversations/{turn}/delete", {"forget": "on"}, follow=True).content.decode()
    assert "1 memory was forgotten." in page
    receipt = re.search(r'href="(/deletions/[^"]+)">Receipt</a>', page).group(1)
    seal_history(home.workspace_id)

    told = owner.get(receipt).content.decode()

    assert "With it you also forgot 1 memory. What else was remembered from it stays" in told and STAYS not in told
    assert verify(file_of(owner, receipt), trusted=keys.trusted_keys()).failure is None


def test_where_nothing_was_forgotten_what_was_remembered_stays(owner, deleted):
    page = owner.get(deleted()[1]).content.decode()
    assert STAYS in page and "under My data and in the timeline" in page


def test_after_everything_was_erased_nothing_stays_and_the_timeline_has_it_no_more(owner, home, deleted):
    _page, receipt = deleted()
    owner.post("/my-data/erase", {"confirmation": "Ana"})
    owner.post("/accounts/reauthenticate/?next=/my-data/erase", {"password": home.password})

    page = owner.get(receipt).content.decode()

    assert "Later, everything about you was erased, also what was remembered from it." in page
    assert STAYS not in page and "timeline" not in page.partition("<main")[2].partition("</main>")[0]
