"""004's caching contract (R24), on a real Redis, in the process's memory, and without any cache."""

import json
import shutil
import subprocess
import time
from contextlib import contextmanager

import pytest
from django.core.cache import caches
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from memories import cache
from memories.dto import detail
from memories.models import Memory, MemoryVersion
from operations.privacy.erase_person import request_erasure
from workspaces import scope
from workspaces.actions.authenticate_key import authenticate_key

pytestmark = pytest.mark.django_db

HOUR = 3_600


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory):
    """A Redis of our own on a socket."""
    binary = shutil.which("redis-server")
    if binary is None:
        pytest.skip("redis-server is not installed")
    folder = tmp_path_factory.mktemp("redis")
    socket = folder / "s"
    arguments = ["--port", "0", "--unixsocket", socket, "--dir", folder, "--save", "", "--appendonly", "no"]
    with subprocess.Popen([binary, *map(str, arguments)], stdout=subprocess.DEVNULL) as server:
        while not socket.exists():
            time.sleep(0.02)
        yield f"unix://{socket}"
        server.terminate()


@pytest.fixture(params=["redis", "locmem"])
def store(request, settings):
    """The cache of records, empty."""
    if request.param == "redis":
        url = request.getfixturevalue("redis_url")
        backend = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": url}
    else:
        backend = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "records"}
    settings.CACHES = settings.CACHES | {"memories": backend}
    caches["memories"].clear()
    return caches["memories"]


@pytest.fixture
def shown(home, researcher, now):
    """A memory's detail, and how many queries it took."""

    def _shown(memory_id, actor=researcher):
        with scope.enter(actor.workspace_id), CaptureQueriesContext(connection) as queries:
            found = detail(memory_id=memory_id, actor=actor, now=now)
        return found, sum("memories_" in query["sql"] for query in queries.captured_queries)

    return _shown


@pytest.fixture
def committed(django_capture_on_commit_callbacks):
    """Make a function's writes count as committed when it returns."""

    def _committed(act):
        def acted(*args, **fields):
            with django_capture_on_commit_callbacks(execute=True):
                return act(*args, **fields)

        return acted

    return _committed


@pytest.fixture
def ingest(ingest, committed):
    return committed(ingest)


@pytest.fixture
def link(link, committed):
    return committed(link)


@contextmanager
def keys(home, memory_id):
    """The cache's keys of a memory, as 004 names them."""
    with scope.enter(home.workspace_id):
        yield {
            "memory": cache.memory_key(memory_id),
            "v1": cache.chunks_key(memory_id, 1),
            "v2": cache.chunks_key(memory_id, 2),
            "outbound": cache.refs_key(memory_id, "outbound"),
        }


def issue(body="Slow."):
    return {"type": "custom", "body": body}


def test_keys_bear_the_workspace_and_004_s_names(home, ingest):
    memory_id = ingest(issue()).memory_id
    with keys(home, memory_id) as names:
        prefix = f"{home.workspace_id}:"
        assert names == {
            "memory": f"{prefix}memory:{memory_id}",
            "v1": f"{prefix}chunks:{memory_id}:v1",
            "v2": f"{prefix}chunks:{memory_id}:v2",
            "outbound": f"{prefix}refs:{memory_id}:outbound",
        }


def test_lifetimes_are_004_s():
    assert (cache.MEMORY_SECONDS, cache.CHUNKS_SECONDS) == (72 * HOUR, 24 * HOUR)
    assert (cache.REFS_SECONDS, cache.DEDUPE_SECONDS) == (6 * HOUR, 24 * HOUR)


def test_entries_live_as_long_as_they_should(home, ingest, shown, redis_url, settings):
    settings.CACHES = settings.CACHES | {
        "memories": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": redis_url}
    }
    memory_id = ingest(issue()).memory_id
    shown(memory_id)
    client = caches["memories"]._cache.get_client()
    with keys(home, memory_id) as names:
        lives = {name: client.ttl(caches["memories"].make_key(key)) for name, key in names.items()}
    assert lives["memory"] == pytest.approx(72 * HOUR, abs=60) and lives["v1"] == pytest.approx(24 * HOUR, abs=60)
    assert lives["outbound"] == pytest.approx(6 * HOUR, abs=60)


def test_an_access_renews_the_life_of_edges(home, ingest, shown, redis_url, settings):
    settings.CACHES = settings.CACHES | {
        "memories": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": redis_url}
    }
    memory_id = ingest(issue()).memory_id
    shown(memory_id)
    with keys(home, memory_id) as names:
        caches["memories"].touch(names["outbound"], 60)
        shown_key = caches["memories"].make_key(names["outbound"])
    shown(memory_id)
    assert caches["memories"]._cache.get_client().ttl(shown_key) > 5 * HOUR


def test_a_warm_cache_spares_the_content(store, ingest, shown):
    memory_id = ingest(issue()).memory_id
    cold, queries = shown(memory_id)
    warm, fewer = shown(memory_id)
    assert warm == cold and (queries, fewer) == (4, 1)


def test_without_any_cache_the_answer_is_the_same(store, ingest, shown, settings):
    memory_id = ingest(issue()).memory_id
    shown(memory_id)
    warm, _ = shown(memory_id)
    settings.CACHES = settings.CACHES | {"memories": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
    bare, queries = shown(memory_id)
    assert bare == warm and shown(memory_id)[1] == queries == 5


def test_a_cache_that_does_not_answer_does_no_harm(ingest, shown, settings, tmp_path):
    settings.CACHES = settings.CACHES | {
        "memories": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": f"unix://{tmp_path}/nobody",
        }
    }
    answer = ingest(issue())
    assert shown(answer.memory_id)[0].chunks[0].text.endswith("Slow.")
    assert ingest(issue("Slower.")).version == 2


def test_a_new_version_is_primed_before_the_old_one_goes(store, home, ingest):
    memory_id = ingest(issue()).memory_id
    with keys(home, memory_id) as names:
        assert store.get(names["v1"]) is not None
    ingest(issue("Fast."))
    with keys(home, memory_id) as names:
        assert store.get(names["v1"]) is None and "Fast." in store.get(names["v2"])


def test_what_was_cached_before_a_write_is_not_shown_after_it(store, ingest, shown):
    memory_id = ingest(issue()).memory_id
    shown(memory_id)
    ingest(issue("Fast."))
    assert shown(memory_id)[0].payload["body"] == "Fast."


def test_a_stale_entry_put_back_by_a_slow_reader_is_not_believed(store, home, ingest, shown):
    memory_id = ingest(issue()).memory_id
    shown(memory_id)
    with keys(home, memory_id) as names:
        stale = store.get(names["memory"])
    ingest(issue("Fast."))
    with keys(home, memory_id) as names:
        store.set(names["memory"], stale)
    assert shown(memory_id)[0].payload["body"] == "Fast."


def test_a_write_that_is_rolled_back_changes_nothing(store, home, ingest, shown):
    memory_id = ingest(issue()).memory_id
    shown(memory_id)
    with keys(home, memory_id) as names:
        before = store.get(names["v1"])
        memory = Memory.objects.get(id=memory_id)
        with pytest.raises(RuntimeError), transaction.atomic():
            memory.version += 1
            cache.renew_on_commit(memory)
            raise RuntimeError
        assert store.get(names["v1"]) == before and store.get(names["v2"]) is None


def test_edges_are_cached_and_follow_a_change(store, ingest, link, researcher, shown):
    one, two = ingest(issue(), source_id="1").memory_id, ingest(issue("Other."), source_id="2").memory_id
    assert shown(one)[0].relationships.outbound == []
    link(one, two, actor=researcher)
    cold, _ = shown(one)
    warm, queries = shown(one)
    assert [each.memory_id for each in warm.relationships.outbound] == [two] and warm == cold and queries == 2
    assert [each.memory_id for each in shown(two)[0].relationships.inbound] == [one]


def test_edges_that_a_slow_reader_put_back_are_not_believed(store, home, ingest, link, researcher, shown):
    one, two = ingest(issue(), source_id="1").memory_id, ingest(issue("Other."), source_id="2").memory_id
    shown(one)
    with keys(home, one) as names:
        stale = store.get(names["outbound"])
    link(one, two, actor=researcher)
    with keys(home, one) as names:
        store.set(names["outbound"], stale)
    assert len(shown(one)[0].relationships.outbound) == 1


def test_cached_edges_are_still_seen_with_both_ends_only(store, home, write, link, shown, supervisor, now):
    planner = authenticate_key(home.api_keys["planner"], now=now)
    seen, hidden = write("Ship it.", category="tasks").memory_id, write("Born in May.", category="profile").memory_id
    link(seen, hidden)
    assert len(shown(seen, supervisor)[0].relationships.outbound) == 1
    assert shown(seen, planner)[0].relationships.outbound == []


def test_a_hit_of_another_workspace_is_no_hit(store, home, elsewhere, ingest, shown, now):
    memory_id = ingest(issue()).memory_id
    shown(memory_id)
    assert shown(memory_id, authenticate_key(elsewhere.api_keys["researcher"], now=now))[0] is None


def test_an_unchanged_object_is_known_from_the_cache(store, home, ingest):
    answer = ingest(issue())
    assert ingest(issue()).event is None
    key = cache.dedupe_key(home.workspace_id, "source:github:custom:1")
    with scope.enter(home.workspace_id):
        assert json.loads(store.get(key)) == MemoryVersion.objects.get(memory_id=answer.memory_id).content_hash


def test_a_wrong_hint_does_no_harm(store, home, ingest, kept):
    ingest(issue())
    ingest(issue("Fast."))
    with scope.enter(home.workspace_id):
        first = MemoryVersion.objects.get(number=1).content_hash
    store.set(cache.dedupe_key(home.workspace_id, "source:github:custom:1"), json.dumps(first))
    answer = ingest(issue())
    assert (answer.version, kept(answer.memory_id).current.payload["body"]) == (3, "Slow.")


def test_erasing_a_person_leaves_no_key(store, home, ingest, shown, committed, about_ana, person, now):
    memory_id = ingest(issue(), namespace=about_ana).memory_id
    ingest(issue("Fast."), namespace=about_ana)
    shown(memory_id)
    with keys(home, memory_id) as names:
        assert store.get(names["memory"]) and store.get(names["v2"])
    committed(request_erasure)(person_id=home.user_id, confirmation="Ana", actor=person, now=now)
    with keys(home, memory_id) as names:
        assert [store.get(key) for key in names.values()] == [None] * 4
    assert store.get(cache.dedupe_key(home.workspace_id, "source:github:custom:1")) is None
