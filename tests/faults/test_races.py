"""Many at once at one memory: nothing is lost, nothing is done twice, and the history holds."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from memories.maintenance.purge import purge_memories
from memories.maintenance.seal_history import seal_history
from memories.models import Chunk, Fact, History, Memory, MemoryVersion
from memories.sealing.verification import verify_history
from tests.interfaces.rest.conftest import ana, api  # noqa: F401 -- fixtures
from workspaces import scope

pytestmark = pytest.mark.django_db(transaction=True)
WRITERS = 8
PATIENCE_SECONDS = 300
BUSY = 503


@pytest.fixture(autouse=True)
def unthrottled(settings):
    settings.THROTTLE_RATE = settings.PROCESSOR_RATE = "10000000/minute"


@pytest.fixture
def history_holds(home) -> Callable[[], bool]:
    """Seals all that waits; whether the chain holds."""

    def holds() -> bool:
        while seal_history(workspace_id=home.workspace_id, now=timezone.now()):
            pass
        return verify_history(workspace_id=home.workspace_id, now=timezone.now()).holds

    return holds


def together(*works: Callable[[], Any]) -> list[Any]:
    """What several threads return that begin at the same moment, each on a connection of its own."""
    start = Barrier(len(works))

    def run(work: Callable[[], Any]) -> Any:
        start.wait()
        try:
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(run, works))


def patiently(send: Callable[[], Any]) -> Any:
    """The answer to a request, which is repeated where the server says that it is busy."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while (answer := send()).status_code == BUSY and "Retry-After" in answer:
        assert time.monotonic() < deadline, "busy for too long"
    return answer


def check_upserts(count: int, api, ana, home, history_holds) -> str:  # noqa: F811
    def writer(number: int) -> list[int]:
        return [
            patiently(
                lambda n=n: api.post("/memories", {"user_id": ana, "key": "k", "content": f"{n} by {number}."})
            ).status_code
            for n in range(count // WRITERS)
        ]

    answers = Counter(s for found in together(*(lambda n=n: writer(n) for n in range(WRITERS))) for s in found)
    assert answers == {201: 1, 200: count - 1}
    with scope.enter(home.workspace_id):
        memory = Memory.objects.get(key="k")
        versions = MemoryVersion.objects.filter(memory=memory).order_by("number")
        assert list(versions.values_list("number", flat=True)) == list(range(1, count + 1))
        assert memory.current_id == versions.last().id
        events = Counter(History.objects.filter(memory_id=memory.id).values_list("event", flat=True))
        contents = set(versions.values_list("content", flat=True))
    assert events == {"ADD": 1, "UPDATE": count - 1}
    assert len(contents) == count
    assert history_holds()
    return f"{count} upserts of one key by {WRITERS} writers: one memory, {count} versions without a gap"


def test_upserts_of_one_key(api, ana, home, history_holds, figure):  # noqa: F811
    figure(check_upserts(80, api, ana, home, history_holds))


@pytest.mark.prove
def test_ten_thousand_upserts_of_one_key(api, ana, home, history_holds, figure):  # noqa: F811
    figure(check_upserts(10_000, api, ana, home, history_holds))


def check_repeats(count: int, api, ana, home) -> str:  # noqa: F811
    """Whoever takes over from a request that runs for more than a minute meets what it has written."""
    body = {"user_id": ana, "content": "Ana cooks risotto."}

    def caller() -> Iterator[tuple[int, str]]:
        for _ in range(count // WRITERS):
            answer = patiently(lambda: api.post("/memories", body, Idempotency_Key="attempt-1"))
            yield answer.status_code, answer.json()["memory_id"]

    answers = Counter(one for found in together(*[lambda: list(caller())] * WRITERS) for one in found)
    assert answers.total() == count
    assert {status for status, _ in answers} <= {200, 201}
    [memory_id] = {memory_id for _, memory_id in answers}
    with scope.enter(home.workspace_id):
        assert [str(one) for one in Memory.objects.values_list("id", flat=True)] == [memory_id]
        assert list(History.objects.values_list("event", flat=True)) == ["ADD"]
    return f"one key {count} times by {WRITERS} callers: one memory, one row of history"


def test_one_idempotency_key(api, ana, home, figure):  # noqa: F811
    figure(check_repeats(160, api, ana, home))


@pytest.mark.prove
def test_one_idempotency_key_ten_thousand_times(api, ana, home, figure):  # noqa: F811
    figure(check_repeats(10_000, api, ana, home))


def check_rounds(count: int, api, ana, home, history_holds) -> str:  # noqa: F811
    """In each round a forgotten memory is restored, forgotten once more and purged at the same moment."""
    ends: Counter[str] = Counter()
    for number in range(count):
        body = {"user_id": ana, "key": f"k{number}", "content": f"Note {number}."}
        path = f"/memories/{api.post('/memories', body).json()['memory_id']}"
        assert api.delete(path).status_code == 200
        forgotten, restored, _ = together(
            lambda path=path: patiently(lambda: api.delete(path)),
            lambda path=path: patiently(lambda: api.post(f"{path}/restore")),
            lambda: purge_memories(workspace_id=home.workspace_id, now=timezone.now()),
        )
        assert {forgotten.status_code, restored.status_code} <= {200, 404, 409}, (forgotten.content, restored.content)
        ends[_end(path, restored, api, home)] += 1
    while purge_memories(workspace_id=home.workspace_id, now=timezone.now()):
        pass
    assert history_holds()
    return f"{count} rounds: {dict(ends)}; the history holds"


def _end(path: str, restored: Any, api, home) -> str:  # noqa: F811
    """What became of a memory: it is there as a whole, forgotten, or nothing of it is left."""
    memory_id = path.rpartition("/")[2]
    with scope.enter(home.workspace_id):
        memory = Memory.objects.filter(id=memory_id).first()
        left = [model.objects.filter(memory_id=memory_id).exists() for model in (MemoryVersion, Fact)]
        left.append(Chunk.objects.filter(memory_version__memory_id=memory_id).exists())
    if memory is None:
        assert not any(left)
        assert api.get(path).status_code == 404
        return "purged"
    if memory.state == "soft_deleted":
        assert api.get(path).status_code == 404
        return "forgotten"
    assert restored.status_code == 200
    assert api.get(path).json()["content"]
    return "restored"


def test_forgetting_restoring_and_purging_at_once(api, ana, home, history_holds, settings, figure):  # noqa: F811
    settings.PURGE_DAYS = 0
    figure(check_rounds(10, api, ana, home, history_holds))


@pytest.mark.prove
def test_a_thousand_times(api, ana, home, history_holds, settings, figure):  # noqa: F811
    settings.PURGE_DAYS = 0
    figure(check_rounds(1_000, api, ana, home, history_holds))
