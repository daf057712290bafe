"""Memories through the gate: 000's upsert, R5, 004's versions, 001 §8's history."""

import pytest

from consent.changes import ForgetMemory
from consent.gate import submit
from consent.models import Proposal
from consent.outcomes import Applied, Refusal, Refused
from memories.models import Chunk, Embedding, History, Memory, MemoryVersion
from memories.models.choices import Event
from workspaces import scope

pytestmark = pytest.mark.django_db
SECRET = "AKIAIOSFODNN7EXAMPLE"


def events(home, memory_id):
    with scope.enter(home.workspace_id):
        return list(History.objects.filter(memory_id=memory_id).order_by("id").values_list("event", flat=True))


def current(home, memory_id):
    with scope.enter(home.workspace_id):
        return Memory.objects.select_related("current").get(id=memory_id)


def test_a_new_key_creates(home, write):
    answer = write("The release is on Friday.")
    assert (type(answer), answer.version, answer.event) == (Applied, 1, Event.ADD)
    memory = current(home, answer.memory_id)
    assert (memory.current.content, memory.person_id, memory.trust) == (
        "The release is on Friday.",
        home.user_id,
        "agent",
    )


def test_a_known_key_updates_and_keeps_the_old_version(home, write):
    first, second = write("Friday."), write("Monday.")
    assert (second.memory_id, second.version, second.event) == (first.memory_id, 2, Event.UPDATE)
    with scope.enter(home.workspace_id):
        contents = MemoryVersion.objects.filter(memory_id=first.memory_id).order_by("number")
        assert list(contents.values_list("content", flat=True)) == ["Friday.", "Monday."]
    assert events(home, first.memory_id) == ["ADD", "UPDATE"]


def test_the_same_content_makes_no_new_version(home, write):
    first, again = write("Friday."), write("Friday.")
    assert (again.memory_id, again.version, again.event) == (first.memory_id, 1, None)
    assert events(home, first.memory_id) == ["ADD"]


def test_attributes_change_without_a_new_version(home, write):
    first = write("Friday.")
    again = write("Friday.", importance=0.8, tags=("work",))
    assert (again.version, again.event) == (1, Event.UPDATE)
    memory = current(home, first.memory_id)
    assert (memory.importance, memory.tags) == (0.8, ["work"])


def test_an_update_keeps_what_it_does_not_name(home, write):
    first = write("Friday.", importance=0.8, category="goals")
    write("Monday.")
    memory = current(home, first.memory_id)
    assert (memory.importance, memory.category) == (0.8, "goals")


def test_it_is_embedded_when_it_is_answered(home, write):
    answer = write("Ana paints with watercolours.")
    with scope.enter(home.workspace_id):
        assert Embedding.objects.filter(chunk__memory_id=answer.memory_id).count() == 1


def test_an_update_supersedes_the_old_chunks(home, write):
    write("Friday.")
    answer = write("Monday.")
    with scope.enter(home.workspace_id):
        chunks = Chunk.objects.filter(memory_id=answer.memory_id)
        assert [(c.text, c.superseded_at is None) for c in chunks.order_by("id")] == [
            ("Friday.", False),
            ("Monday.", True),
        ]


def test_forgetting_hides_and_restoring_brings_back(home, supervisor, write, forget, restore, now):
    answer = write("Friday.")
    forget(answer.memory_id)
    with scope.enter(home.workspace_id):
        assert not Memory.objects.visible_to(supervisor, now=now).exists()
    restore(answer.memory_id)
    with scope.enter(home.workspace_id):
        assert Memory.objects.visible_to(supervisor, now=now).exists()
    assert events(home, answer.memory_id) == ["ADD", "DELETE", "RESTORE"]


def test_forgetting_twice_changes_nothing(home, write, forget):
    answer = write("Friday.")
    forget(answer.memory_id)
    assert forget(answer.memory_id).event is None
    assert events(home, answer.memory_id) == ["ADD", "DELETE"]


def test_an_upsert_of_a_forgotten_key_revives_it(home, write, forget):
    answer = write("Friday.")
    forget(answer.memory_id)
    again = write("Monday.")
    assert (again.memory_id, again.version) == (answer.memory_id, 2)
    assert events(home, answer.memory_id) == ["ADD", "DELETE", "RESTORE", "UPDATE"]


def test_an_old_version_is_restored_as_a_new_one(home, write, restore):
    answer = write("Friday.")
    write("Monday.")
    restored = restore(answer.memory_id, 1)
    assert restored.version == 3
    assert current(home, answer.memory_id).current.content == "Friday."


def test_a_version_that_never_was_is_not_restored(home, write, restore):
    answer = write("Friday.")
    assert restore(answer.memory_id, 7) == Refused(Refusal.NOT_FOUND, "This memory has no version 7.")


def test_content_over_2048_tokens_is_refused_and_nothing_stored(home, write):
    answer = write("word " * 2049)
    assert isinstance(answer, Refused) and answer.reason is Refusal.INVALID and "2,048" in answer.detail
    with scope.enter(home.workspace_id):
        assert Memory.objects.count() == 0


def test_content_of_2048_tokens_is_kept(write):
    assert isinstance(write("word " * 2048), Applied)


def test_secrets_are_cut_out_before_anything_is_stored(home, write):
    answer = write(
        "The key is AKIAIOSFODNN7EXAMPLE, keep it.", metadata={"password": "https://ana:hunter22@example.org"}
    )
    with scope.enter(home.workspace_id):
        version = MemoryVersion.objects.get(memory_id=answer.memory_id)
    assert "AKIA" not in version.content and "hunter22" not in str(version.metadata)
    assert version.redactions


def test_a_fact_s_key_is_reserved(write):
    answer = write("Lisbon", key="fact:identity.city")
    assert isinstance(answer, Refused) and answer.reason is Refusal.INVALID


def test_a_person_of_another_workspace_is_unknown(elsewhere, write):
    answer = write("Hello", namespace=("memories", str(elsewhere.user_id)))
    assert isinstance(answer, Refused) and answer.reason is Refusal.NOT_FOUND


def test_an_agent_writes_only_what_its_list_names(write, planner):
    refused = write("Deep water.", actor=planner, category="knowledge")
    assert isinstance(refused, Refused) and refused.category == "knowledge"
    assert isinstance(write("Ship it.", actor=planner, category="tasks"), Applied)


def test_what_an_agent_may_not_see_stays_beside_what_it_writes_there(home, write, planner):
    hidden = write("Born in May.", key="birth", category="profile")
    own = write("Born in June.", key="birth", actor=planner, category="tasks")
    contents = [current(home, one.memory_id).current.content for one in (hidden, own)]
    assert contents == ["Born in May.", "Born in June."]


def test_an_agent_writes_below_its_ceiling_only(write):
    assert isinstance(write("Ill.", sensitivity="confidential"), Refused)
    assert isinstance(write("Ill.", sensitivity="made up"), Refused)


def test_without_category_an_agent_s_own_first_one_is_taken(home, write, planner):
    assert current(home, write("Ship it.", actor=planner).memory_id).category == "goals"
    assert current(home, write("Hm.", key="other").memory_id).category == "general"


def test_shared_namespaces_have_no_person(home, write):
    answer = write("Stand-up at nine.", namespace=("shared", "team"))
    assert current(home, answer.memory_id).person_id is None


@pytest.mark.parametrize(
    "fields",
    [{"key": SECRET}, {"source_label": SECRET}, {"run_id": SECRET}, {"thread_id": SECRET}, {"source_event_id": SECRET}],
)
def test_a_name_that_holds_a_secret_is_refused(write, fields):
    answer = write(**fields)
    assert isinstance(answer, Refused) and answer.reason is Refusal.INVALID and SECRET not in answer.detail


def test_a_namespace_that_holds_one_too(home, write):
    assert isinstance(write(namespace=("memories", str(home.user_id), SECRET)), Refused)
    assert isinstance(write(namespace=("memories", str(home.user_id), "order-4111111111111111")), Applied)


def test_a_secret_is_kept_neither_as_an_item_nor_as_a_reason(home, write, set_fact, supervisor, now):
    value = f"wasps {SECRET}"
    fact = set_fact("constraint", "allergies", value, item=value.casefold())
    assert SECRET.casefold() not in current(home, fact.memory_id).key
    waiting = write("User lives in Lisbon.", reason=SECRET)
    removal = ForgetMemory(memory_id=fact.memory_id, reason=SECRET)
    assert isinstance(submit(removal, actor=supervisor, now=now), Applied)
    with scope.enter(home.workspace_id):
        assert SECRET not in Proposal.objects.get(id=waiting.proposal_id).reason
        assert not any(SECRET in str(row.__dict__) for row in History.objects.all())


@pytest.mark.parametrize("field", ["title", "reason"])
def test_what_its_marks_make_too_long_is_refused(write, field):
    """Else the proposal could not be read again, and the inbox that holds it neither."""
    secrets = " ".join(f"AKIAIOSFODNN7EXAMP{number:02d}" for number in range(24 if field == "title" else 47))
    answer = write("User lives in Lisbon.", **{field: secrets})
    assert isinstance(answer, Refused) and answer.reason is Refusal.INVALID
