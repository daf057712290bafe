"""What a trial counts is what the import then does."""

import json

import pytest

from consent.models import Proposal
from memories.models import Memory, Relation
from operations.models import ImportRun

pytestmark = pytest.mark.django_db
PEANUTS, CATHOLIC = {"content": "Ana is allergic to peanuts."}, {"content": "Ana is Catholic."}
FIGS, BROKEN = {"content": "Ana grows figs."}, {"type": "fact", "category": "identity", "key": "city"}
RELIGION = {"type": "fact", "category": "identity", "key": "religion", "value": "Catholic"}
BUDDHIST = {"type": "fact", "category": "identity", "key": "religion", "value": "Buddhist"}
ALLERGY = {"type": "fact", "category": "constraint", "key": "allergies", "value": "peanuts"}
MIXED = {"content": "Ana grows figs by the sea. Ana is allergic to peanuts."}
LINK = {"type": "link", "from": "m1", "to": "m2", "relation_type": "mentions"}
M1, M2, M3 = {"id": "m1", **FIGS}, {"id": "m2", **PEANUTS}, {"id": "m3", "content": "Ana sells jam."}
FILES = {
    "plain": [PEANUTS, CATHOLIC, FIGS, FIGS, BROKEN],
    "facts after texts": [PEANUTS, CATHOLIC, FIGS, RELIGION, ALLERGY, BROKEN],
    "texts after facts": [RELIGION, ALLERGY, FIGS, PEANUTS, CATHOLIC, FIGS, BROKEN],
    "other values": [RELIGION, BUDDHIST, BROKEN, RELIGION, FIGS, BUDDHIST],
    "apart": [FIGS, RELIGION, FIGS, BUDDHIST, {"id": "m1", "content": "Ana sells jam."}, {"id": "m2", **MIXED}, LINK],
    "changed": [{"id": "m1", **FIGS}, {"id": "m2", **PEANUTS}, RELIGION, {"id": "m1", **MIXED}],
    "a link to what waits": [M1, M2, M3, LINK, LINK | {"to": "m3"}, LINK | {"from": "m2", "to": "m3"}],
    "a link to what is refused": [M1, {"id": "m2", "content": "Ana likes tea.", "memory_type": "tea"}, LINK],
    "a link twice, and to itself": [M1, M3, LINK | {"to": "m3"}, LINK | {"to": "m3"}, LINK | {"to": "m1"}],
    "a link to what is stored later": [M1, M2, {"id": "m2", "content": "Ana likes tea."}, LINK],
    "parts": [MIXED, {"id": "m9", **MIXED}, RELIGION, PEANUTS],
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("before", [(), (FIGS, PEANUTS), (M1,)])
def test_the_trial_counts_what_the_import_does(upload, work, told, in_home, name, before):
    def counts():
        with in_home():
            run = ImportRun.objects.latest("created_at")
            return {key: number for key, number in run.counts.items() if number}

    def stored():
        with in_home():
            return Memory.objects.count(), Relation.objects.count(), Proposal.objects.pending().unmuted().count()

    if before:
        upload(*before, name="before.jsonl")
        work()
        told(go="1")
        work()
    was = stored()
    upload(text="\n".join(map(json.dumps, FILES[name])))
    work()
    tried = counts()
    assert stored() == was
    told(go="1")
    work()
    done, now = counts(), stored()
    assert tried == done
    assert (now[0] - was[0], now[2] - was[2]) == (done.get("stored", 0) - (now[1] - was[1]), done.get("questions", 0))
