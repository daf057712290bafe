"""Merges through the gate (001 §4): both sources stay reachable, nothing is trusted more, one call undoes all."""

from datetime import timedelta

import pytest

from consent.changes import ForgetMemory, MergeMemories, RestoreMemory, UndoMerge
from consent.gate import submit
from consent.models import Proposal
from consent.outcomes import Applied, Queued, Refusal, Refused
from conversations.delta_header import header
from memories.maintenance.forget_memories import forget_expired
from memories.models import Chunk, Embedding, History, Memory, Merge, Relation
from workspaces import scope
from workspaces.actors import system_actor

pytestmark = pytest.mark.django_db
ONE, OTHER = "Ana drinks tea.", "Ana drinks tea with milk."


@pytest.fixture
def worker(home):
    """The job that consolidates."""
    return system_actor(home.workspace_id, "consolidate")


@pytest.fixture
def get(home):
    def _get(memory_id):
        with scope.enter(home.workspace_id):
            return Memory.objects.select_related("current").get(id=memory_id)

    return _get


@pytest.fixture
def two(write):
    """Two memories that say the same; answers their ids."""
    return write(ONE, key="one", importance=0.4).memory_id, write(OTHER, key="two", importance=0.8).memory_id


@pytest.fixture
def merge(worker, get, now):
    def _merge(kept_id, absorbed_id, *, band="auto", actor=worker, **fields):
        fields.setdefault("absorbed_change_id", get(absorbed_id).change_id)
        change = MergeMemories(memory_id=kept_id, absorbed_id=absorbed_id, band=band, cosine=0.95, **fields)
        return submit(change, actor=actor, now=now)

    return _merge


@pytest.fixture
def undo(worker, now):
    return lambda memory_id, actor=worker: submit(UndoMerge(memory_id=memory_id), actor=actor, now=now)


@pytest.fixture
def alive(home, now):
    """Keys and contents of what can be read."""

    def _alive():
        with scope.enter(home.workspace_id):
            rows = Memory.objects.alive(now=now).order_by("key").values_list("key", "current__content")
            return dict(rows)

    return _alive


def events(home, memory_id):
    with scope.enter(home.workspace_id):
        return list(History.objects.filter(memory_id=memory_id).order_by("id").values_list("event", flat=True))


def test_one_stands_for_both(home, two, merge, get, alive):
    answer = merge(*two)
    assert isinstance(answer, Applied) and answer.event == "MERGE"
    assert alive() == {"one": ONE}
    assert [get(one).state for one in two] == ["active", "superseded"]
    assert [events(home, one)[-1] for one in two] == ["MERGE", "MERGE"]
    with scope.enter(home.workspace_id):
        edge = Relation.objects.get(relation_type="supersedes")
    assert (edge.from_memory_id, edge.to_memory_id) == two


def test_the_fuller_text_makes_a_version(two, merge, alive, get):
    merge(*two, band="update", content=OTHER)
    assert alive() == {"one": OTHER}
    assert get(two[0]).version == 2


def test_a_new_text_makes_a_new_memory_that_names_both(home, two, merge, alive, get):
    answer = merge(*two, band="recreate", content="Ana takes her tea with milk.")
    assert list(alive().values()) == ["Ana takes her tea with milk."]
    assert {get(one).state for one in two} == {"superseded"}
    with scope.enter(home.workspace_id):
        edges = set(Relation.objects.values_list("from_memory_id", "to_memory_id", "relation_type"))
    assert edges == {(answer.memory_id, one, kind) for one in two for kind in ("supersedes", "derived_from")}


@pytest.mark.parametrize("band", ["auto", "update", "recreate"])
def test_one_call_restores_the_former_answers(two, merge, undo, alive, get, band):
    before = alive()
    names = ("importance", "confidence", "tags", "trust", "validation_status", "pinned")
    former = [{name: getattr(get(one), name) for name in names} for one in two]
    merged = merge(*two, band=band, content="" if band == "auto" else "Ana likes her tea with milk.")
    assert alive() != before
    assert undo(merged.memory_id).event in ("RESTORE", "DELETE")
    assert alive() == before
    assert [{name: getattr(get(one), name) for name in names} for one in two] == former


def test_what_comes_back_is_found_by_meaning_at_once(home, two, merge, undo):
    merge(*two, band="update", content="Ana likes her tea with milk.")
    undo(two[0])
    with scope.enter(home.workspace_id):
        texts = set(Embedding.objects.filter(chunk__superseded_at=None).values_list("chunk__text", flat=True))
        assert texts == {ONE, OTHER} == set(Chunk.objects.current().values_list("text", flat=True))


def test_an_undone_merge_may_be_made_again(two, merge, undo, alive):
    for _ in range(2):
        merged = merge(*two, band="recreate", content="Ana likes her tea with milk.")
        assert len(alive()) == 1
        undo(merged.memory_id)
    assert alive() == {"one": ONE, "two": OTHER}


def test_a_change_made_since_is_not_undone_with_it(two, merge, undo, write, alive):
    merge(*two, band="update", content=OTHER)
    write("Ana drinks coffee now.", key="one")
    undo(two[0])
    assert alive() == {"one": "Ana drinks coffee now.", "two": OTHER}


def test_the_last_of_several_merges_is_undone_first(two, write, merge, undo, alive):
    third = write("Tea is what Ana drinks.", key="three").memory_id
    merge(*two)
    merge(two[0], third)
    undo(two[0])
    assert sorted(alive()) == ["one", "three"]
    undo(two[0])
    assert sorted(alive()) == ["one", "three", "two"]
    assert undo(two[0]) == Refused(Refusal.INVALID, "Nothing is merged into this memory.")


def test_it_has_the_higher_importance_and_all_tags(write, merge, get):
    two = [
        write(text, key=text, tags=(tag,), importance=n).memory_id
        for text, tag, n in ((ONE, "a", 0.2), (OTHER, "b", 0.9))
    ]
    merge(*two)
    assert (get(two[0]).tags, get(two[0]).importance) == (["a", "b"], 0.9)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize("band", ["auto", "update", "recreate"])
def test_it_is_trusted_no_more_than_the_lower(write, merge, get, person, order, band):
    two = [write(ONE, key="one").memory_id, write(OTHER, key="two", actor=person).memory_id]
    merged = merge(*(two[n] for n in order), band=band, content="" if band == "auto" else "Ana likes tea.")
    memory = get(merged.memory_id)
    assert memory.trust == ("derived" if band == "recreate" else "agent")
    assert memory.validation_status == "unverified"


def test_the_person_s_yes_raises_no_trust_either(write, merge, get, person):
    two = [write(text, key=text).memory_id for text in (ONE, OTHER)]
    merge(*two, actor=person)
    assert (get(two[0]).trust, get(two[0]).validation_status) == ("agent", "unverified")


def test_a_sensitive_statement_waits_for_the_person(home, write, merge, alive, person, now):
    two = [write(text, key=text, actor=person).memory_id for text in ("I live in Lisbon.", "My city is Lisbon.")]
    before = alive()
    answer = merge(*two)
    assert isinstance(answer, Queued) and alive() == before
    with scope.enter(home.workspace_id):
        proposal = Proposal.objects.get(id=answer.proposal_id)
    assert proposal.old_value == "I live in Lisbon.\n\nOther memory: My city is Lisbon."
    assert proposal.new_value == "I live in Lisbon."


def test_nor_does_a_judge_bring_one_in(two, merge, alive):
    before = alive()
    assert isinstance(merge(*two, band="update", content="I live in Lisbon and drink tea."), Queued)
    assert alive() == before


def test_secrets_in_a_judge_s_text_are_cut_out(two, merge, alive):
    merge(*two, band="update", content="Ana drinks tea. api_key = sk-abcdefghijklmnopqrstuvwxyz123456")
    assert "sk-abc" not in alive()["one"]


@pytest.mark.parametrize(
    "fields",
    [{"category": "goals"}, {"memory_type": "insight"}, {"sensitivity": "confidential"}, {"memory_type": "episodic"}],
)
def test_only_what_is_alike_is_merged(write, merge, fields, worker):
    two = write(ONE, key="one").memory_id, write(OTHER, key="two", actor=worker, **fields).memory_id
    assert merge(*two).reason is Refusal.INVALID


def test_facts_are_not_merged(two, set_fact, merge):
    fact = set_fact("preference", "drink", "tea").memory_id
    assert merge(two[0], fact).reason is Refusal.INVALID


def test_nor_a_memory_with_itself(two, merge):
    assert merge(two[0], two[0]).reason is Refusal.INVALID


def test_what_was_changed_since_it_was_compared_is_left_alone(two, merge, write, get):
    seen = get(two[1]).change_id
    write("Ana drinks coffee.", key="two")
    assert merge(*two, absorbed_change_id=seen).reason is Refusal.STALE
    assert merge(*two, expected_change_id=seen).reason is Refusal.STALE


def test_a_stranger_may_neither_merge_nor_undo(two, merge, undo, stranger):
    assert merge(*two, actor=stranger).reason is Refusal.NOT_FOUND
    merge(*two)
    assert undo(two[0], actor=stranger).reason is Refusal.NOT_FOUND


def test_what_is_forgotten_takes_along_what_lies_behind_it(two, merge, get, worker, now):
    """It says the same, so it would outlive the wish that it be forgotten."""
    merge(*two)
    submit(ForgetMemory(memory_id=two[0]), actor=worker, now=now)
    assert {get(one).state for one in two} == {"soft_deleted"}
    assert get(two[1]).purge_at == get(two[0]).purge_at
    submit(RestoreMemory(memory_id=two[0]), actor=worker, now=now)
    assert [get(one).state for one in two] == ["active", "superseded"]


def test_what_expires_takes_it_along_too(home, write, merge, get, now):
    two = [write(text, key=text, expires_at=now + timedelta(seconds=1)).memory_id for text in (ONE, OTHER)]
    merge(*two)
    with scope.enter(home.workspace_id):
        Memory.objects.update(expires_at=now - timedelta(days=1))
    assert forget_expired(workspace_id=home.workspace_id, now=now) == 1
    assert {get(one).state for one in two} == {"soft_deleted"}


def test_what_is_written_again_comes_out_from_behind(home, two, merge, write, alive, worker, now):
    merge(*two)
    write("Ana drinks tea with lemon.", key="two")
    assert alive() == {"one": ONE, "two": "Ana drinks tea with lemon."}
    with scope.enter(home.workspace_id):
        assert not Merge.objects.active().exists()
        assert not Relation.objects.filter(relation_type="supersedes").exists()


def test_a_merge_shows_in_the_delta_header(home, two, merge, supervisor, now):
    merge(*two)
    with scope.enter(home.workspace_id):
        text = header(person_id=home.user_id, thread_id="", actor=supervisor, now=now, since=0).text
    assert f"↔merged: Combined 2 notes: {ONE}" in text


def test_a_draft_in_the_wrong_words_is_refused(two, merge):
    assert merge(*two, band="update", content=" ").reason is Refusal.INVALID


def test_the_same_content_in_a_merge_makes_no_version(two, merge, get):
    merge(*two, band="update", content=ONE)
    assert get(two[0]).version == 1
