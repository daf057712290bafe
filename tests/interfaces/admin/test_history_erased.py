"""What the history shows of an erased person: that something was done, when and by whom, and nothing else."""

import re

import pytest

from consent.changes import WriteMemory
from consent.models import Policy
from memories.drafts import MemoryDraft
from memories.maintenance.record_setup import record_row
from memories.models import History
from operations.privacy.erase_person import request_erasure
from workspaces.models import Membership, Person

pytestmark = pytest.mark.django_db
LIST = "/admin/memories/history/"


@pytest.fixture
def erased(home, send, in_home, now):
    """The history of Bob, who was erased: a memory in his namespace "divorce" and a rule of his own."""
    membership = Membership.objects.get(workspace_id=home.workspace_id, account__username="owner")
    with in_home():
        bob = Person.objects.create(name="Bob")
        rule = Policy.objects.create(person_id=bob.id, fact_category="identity", fact_key="religion", outcome="never")
        record_row(row=rule, done="added", actor=membership.as_staff(), now=now)
    place = ("memories", str(bob.id), "divorce")
    draft = MemoryDraft(namespace=place, key="note", content="Bob climbs on Mondays.", category="relationships")
    send(WriteMemory(draft=draft))
    request_erasure(person_id=bob.id, confirmation="Bob", actor=membership.as_staff(), now=now)
    with in_home():
        return list(History.objects.filter(person_id=bob.id))


def rows_of(page):
    return page.content.decode().partition('id="result_list"')[2].partition("</table>")[0]


def test_a_row_of_an_erased_person_has_no_subject(owner, erased):
    rows = rows_of(owner.get(LIST))
    pages = [owner.get(f"{LIST}{row.id}/change/").content.decode() for row in erased]

    assert len(erased) >= 3 and "Memory added" in rows and "Rule added" in rows
    for page in [rows, *pages]:
        assert not re.search("Bob|relationships|religion|divorce|climbs", page, re.IGNORECASE)


def test_its_subject_is_not_found_either(owner, erased, send, home):
    namespace = ("memories", str(home.user_id))
    send(WriteMemory(draft=MemoryDraft(namespace=namespace, key="a", content="Ana sings.", category="relationships")))

    for asked in ({"category": "relationships"}, {"q": "relationships"}):
        rows = rows_of(owner.get(LIST, asked))
        assert rows.count("Memory added") == 1 and "Ana sings." in rows, asked
    assert "Rule added" not in rows_of(owner.get(LIST, {"q": "religion"}))
