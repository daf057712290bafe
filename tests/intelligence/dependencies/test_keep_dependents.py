"""What rests on a memory that is changed, refused or forgotten: marked, left out, made good, or told to the person."""

from datetime import timedelta

import pytest

from consent.changes import ForgetMemory, RestoreMemory, WriteMemory
from consent.gate import submit
from intelligence.dependencies.reviews import NotInReview, NotYours, UnknownReview, open_reviews, settle_review
from memories.drafts import MemoryDraft
from memories.models import DependencyReview, Memory
from operations import jobs
from retrieval.query import memory_query
from retrieval.requests import QueryRequest
from workspaces import scope
from workspaces.actors import system_actor

pytestmark = pytest.mark.django_db
QUESTION = "Where is the release party?"


@pytest.fixture
def note(home, supervisor, now):
    """Write a note about Ana; answers its id. Each is written a second after the one before."""
    moments = iter(range(1_000))

    def _note(key, content, *, actor=supervisor, **fields):
        draft = MemoryDraft(namespace=("memories", str(home.user_id)), key=key, content=content, **fields)
        at = now - timedelta(hours=1) + timedelta(seconds=next(moments))
        return submit(WriteMemory(draft=draft), actor=actor, now=at).memory_id

    return _note


@pytest.fixture
def chain(home, note):
    """A source, what an agent derived from it, and what depends on that; answers their ids."""
    source = note("source", "The release party is in the garden.")
    derived = note("derived", "The garden has to be booked for the release party.", derived_from=(source,))
    return source, derived, note("plan", "Book the garden for the release party in May.", depends_on=(derived,))


@pytest.fixture
def staleness(home):
    def _staleness(*ids):
        with scope.enter(home.workspace_id):
            found = dict(Memory.objects.filter(id__in=ids).values_list("id", "staleness"))
        return [found[one] for one in ids]

    return _staleness


@pytest.fixture
def forget(supervisor, now):
    later = now + timedelta(hours=1)
    return lambda memory_id, actor=supervisor: submit(ForgetMemory(memory_id=memory_id), actor=actor, now=later)


@pytest.fixture
def restore(supervisor, now):
    later = now + timedelta(hours=2)
    return lambda memory_id, version=None: submit(
        RestoreMemory(memory_id=memory_id, version=version), actor=supervisor, now=later
    )


@pytest.fixture
def found(home, supervisor, now):
    """Scores of what a question finds."""

    def _found():
        request = QueryRequest(query=QUESTION, filters={"user_id": home.user_id})
        answer = memory_query(request, actor=supervisor, now=now + timedelta(hours=3))
        return {item.id: item.score for item in answer.items}

    return _found


@pytest.fixture
def reviews(home, person, now):
    def _reviews(actor=person):
        with scope.enter(actor.workspace_id):
            return open_reviews(actor, now=now + timedelta(hours=3))

    return _reviews


def test_what_rests_on_a_forgotten_memory_is_left_out_at_once(chain, forget, found, staleness):
    assert set(chain) <= set(found())
    forget(chain[0])
    assert staleness(*chain[1:]) == ["gone", "gone"]
    assert not set(chain) & set(found())


def test_what_rests_on_a_changed_one_weighs_less(chain, note, found, staleness):
    before = found()
    note("source", "The release party is in the cellar.")
    after = found()
    assert staleness(*chain[1:]) == ["changed", "changed"]
    assert all(after[one] < before[one] for one in chain[1:])


def test_or_is_left_out_where_the_settings_say_so(chain, note, found, settings):
    settings.STALE_LEFT_OUT = ["gone", "changed"]
    note("source", "The release party is in the cellar.")
    assert not set(chain[1:]) & set(found())


def test_what_rests_on_nothing_is_never_stale(note, forget, staleness):
    one, other = note("one", "A note."), note("two", "Another note.")
    forget(one)
    assert staleness(other) == [""]


def test_a_change_of_other_than_its_words_upsets_nothing(chain, note, staleness):
    note("source", "The release party is in the garden.", importance=0.9)
    assert staleness(*chain[1:]) == ["", ""]


def test_a_memory_that_is_written_anew_is_sound_again(chain, note, staleness):
    note("source", "The release party is in the cellar.")
    note("derived", "The cellar has to be booked for the release party.")
    assert staleness(chain[1]) == [""]


def test_going_back_to_the_old_words_makes_all_sound_again(chain, note, restore, staleness):
    note("source", "The release party is in the cellar.")
    restore(chain[0], 1)
    jobs.background.keep_dependents(None)
    assert staleness(*chain[1:]) == ["", ""]


def test_bringing_back_what_was_forgotten_does_too(chain, forget, restore, staleness, reviews):
    forget(chain[0])
    jobs.background.keep_dependents(None)
    restore(chain[0])
    jobs.background.keep_dependents(None)
    assert staleness(*chain[1:]) == ["", ""] and reviews() == []


def test_what_goes_away_by_itself_counts_as_forgotten(home, chain, now, staleness):
    with scope.enter(home.workspace_id):
        Memory.objects.filter(id=chain[0]).update(expires_at=now - timedelta(days=1))
    jobs.maintenance.forget_expired(None)
    assert staleness(*chain[1:]) == ["gone", "gone"]


def test_what_lost_a_source_stays_marked_when_that_is_purged(home, chain, forget, note, now, staleness):
    forget(chain[0])
    with scope.enter(home.workspace_id):
        Memory.objects.filter(id=chain[0]).update(purge_at=now - timedelta(days=1))
    assert jobs.maintenance.purge_memories(None) == 1
    jobs.background.keep_dependents(None)
    assert staleness(*chain[1:]) == ["gone", "gone"]


def test_what_rests_on_several_has_the_worst_of_it(note, forget, staleness):
    one, other = note("one", "The party is in the garden."), note("two", "The party begins at noon.")
    both = note("both", "The party in the garden begins at noon.", derived_from=(one, other))
    note("one", "The party is in the cellar.")
    forget(other)
    jobs.background.keep_dependents(None)
    assert staleness(both) == ["gone"]


def test_a_circle_comes_to_an_end(home, note, forget, staleness):
    one = note("one", "First.")
    other = note("two", "Second.", derived_from=(one,))
    note("one", "First, again.", derived_from=(other,))
    forget(one)
    jobs.background.keep_dependents(None)
    assert staleness(other) == ["gone"]


def test_what_the_server_derived_is_written_anew(home, note, staleness, now):
    worker = system_actor(home.workspace_id, "mind")
    source = note("source", "The party is in the garden.")
    made = note("made", "Known so far: The party is in the garden.", derived_from=(source,), actor=worker)
    note("source", "The party is in the cellar.")
    assert jobs.background.keep_dependents(None) == 1
    with scope.enter(home.workspace_id):
        memory = Memory.objects.select_related("current").get(id=made)
        assert memory.current.content == "Known so far: The party is in the cellar."
        assert (memory.staleness, memory.trust, memory.version) == ("", "derived", 2)
        review = DependencyReview.objects.get()
    assert (review.stale_ids, review.recomputed_ids, review.settled_at) == ([], [made], None)


def test_what_an_agent_derived_is_the_agent_s_to_write_anew(chain, note, staleness):
    note("source", "The release party is in the cellar.")
    jobs.background.keep_dependents(None)
    assert staleness(*chain[1:]) == ["changed", "changed"]


def test_the_person_is_told_in_one_item(chain, forget, reviews):
    forget(chain[0])
    jobs.background.keep_dependents(None)
    (item,) = reviews()
    assert item.source.id == chain[0] and item.review.event == "DELETE"
    assert [memory.id for memory in item.stale] == list(chain[1:])


def test_a_second_change_of_the_same_memory_is_the_same_item(chain, note, reviews):
    for place in ("cellar", "attic"):
        note("source", f"The release party is in the {place}.")
        jobs.background.keep_dependents(None)
    assert len(reviews()) == 1


def test_the_job_runs_twice_safely(chain, forget, reviews):
    forget(chain[0])
    assert (jobs.background.keep_dependents(None), jobs.background.keep_dependents(None)) == (1, 0)
    assert len(reviews()) == 1


def test_the_person_keeps_one_and_forgets_the_other(home, chain, forget, reviews, person, now, staleness):
    forget(chain[0])
    jobs.background.keep_dependents(None)
    (item,) = reviews()
    settle_review(review_id=item.review.id, actor=person, now=now, keep=[chain[1]], forget=[chain[2]])
    assert staleness(chain[1]) == [""] and reviews() == []
    with scope.enter(home.workspace_id):
        assert Memory.objects.get(id=chain[2]).state == "soft_deleted"


def test_only_the_person_settles_and_only_what_is_listed(
    chain, forget, reviews, person, supervisor, stranger, now, note
):
    other = note("other", "Something else.")
    forget(chain[0])
    jobs.background.keep_dependents(None)
    (item,) = reviews()
    for actor, error in ((supervisor, NotYours), (stranger, UnknownReview)):
        with pytest.raises(error):
            settle_review(review_id=item.review.id, actor=actor, now=now)
    with pytest.raises(NotInReview):
        settle_review(review_id=item.review.id, actor=person, now=now, keep=[other])
    assert reviews(stranger) == [] and len(reviews()) == 1


def test_the_list_takes_two_queries_however_long(home, note, forget, person, now, django_assert_num_queries):
    for n in range(3):
        source = note(f"s{n}", f"Source {n}.")
        note(f"d{n}", f"Derived {n}.", derived_from=(source,))
        forget(source)
    jobs.background.keep_dependents(None)
    with scope.enter(home.workspace_id), django_assert_num_queries(2):
        assert len(open_reviews(person, now=now)) == 3
