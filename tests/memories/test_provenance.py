"""003's provenance: exactly one target; written with each write by the gate."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction

from consent.changes import LinkMemories, SetFact
from consent.changes.category import ChangeCategory
from consent.gate import submit
from consent.proposals.decide import approve_proposal
from memories.drafts import FactDraft
from memories.models import Provenance
from workspaces import scope

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(home):
    def _told(memory_id):
        with scope.enter(home.workspace_id):
            rows = Provenance.objects.filter(memory_id=memory_id).order_by("version", "source_event")
            return [(row.source_identity, row.source_event, row.version) for row in rows]

    return _told


def test_a_write_names_its_agent_and_change(write, told, kept):
    answer = write("Ship it.")
    assert told(answer.memory_id) == [("agent:supervisor", f"change:{kept(answer.memory_id).change_id}", 1)]


def test_a_write_names_its_turn_and_its_source_s_event(write, told):
    turn = uuid4()
    answer = write("Ship it.", evidence_turn_id=turn, source_event_id="e1")
    assert told(answer.memory_id) == [("agent:supervisor", "e1", 1), ("agent:supervisor", f"turn:{turn}", 1)]


def test_each_version_has_its_own(write, told):
    write("Friday.", key="a")
    answer = write("Monday.", key="a")
    assert [version for _, _, version in told(answer.memory_id)] == [1, 2]


def test_neither_a_link_nor_another_category_is_where_it_comes_from(write, told, supervisor, now):
    one, other = (write(text, key=text).memory_id for text in ("Friday.", "Ship it."))
    before = told(one)
    for change in (LinkMemories(memory_id=one, to_id=other), ChangeCategory(memory_id=one, category="tasks")):
        assert submit(change, actor=supervisor, now=now).event
    assert told(one) == before


def test_what_changes_nothing_adds_nothing(write, told):
    write("Friday.", key="a")
    answer = write("Friday.", key="a")
    assert len(told(answer.memory_id)) == 1


def test_a_memory_s_event_that_was_seen_gets_the_same_answer(write):
    first = write("Friday.", key="a", source_event_id="e1")
    write("Monday.", key="a", source_event_id="e2")
    assert write("Friday.", key="a", source_event_id="e1") == first


def test_what_a_person_agreed_to_comes_from_the_person(home, person, supervisor, told, now):
    draft = FactDraft(person_id=home.user_id, category="identity", key="city", value="Rome")
    queued = submit(SetFact(draft=draft), actor=supervisor, now=now)
    answer = approve_proposal(proposal_id=queued.proposal_id, actor=person, now=now)
    assert told(answer.memory_id)[0][0].startswith("person:")


@pytest.mark.parametrize("targets", [(), ("memory", "retrieval"), ("memory",), ("retrieval",)])
def test_exactly_one_target(home, write, now, targets):
    memory_id = write("Ship it.").memory_id
    fields = {"memory_id": memory_id if "memory" in targets else None}
    fields |= {"retrieval_event_id": uuid4() if "retrieval" in targets else None}
    with scope.enter(home.workspace_id):
        if len(targets) == 1:
            assert Provenance.objects.create(source_identity="x", source_event="y", created_at=now, **fields)
            return
        with pytest.raises(IntegrityError), transaction.atomic():
            Provenance.objects.create(source_identity="x", source_event="y", created_at=now, **fields)


@pytest.mark.parametrize("wanted", [{"memory_id": uuid4()}, {"memory_id__in": [uuid4()], "source_event": "e1"}])
def test_that_of_a_memory_is_found_by_an_index_without_receipts(home, wanted, now):
    """Each query leaves a receipt, whose provenance nobody looks up by memory."""
    with scope.enter(home.workspace_id), connection.cursor() as cursor:
        receipt = {"source_identity": "x", "source_event": "y", "created_at": now}
        Provenance.objects.bulk_create(Provenance(retrieval_event_id=uuid4(), **receipt) for _ in range(500))
        cursor.execute(f"ANALYZE {Provenance._meta.db_table}")
        assert "provenance_of_memory" in Provenance.objects.filter(**wanted).explain()
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE indexname = 'provenance_of_memory'")
        assert "WHERE (memory_id IS NOT NULL)" in cursor.fetchone()[0]
