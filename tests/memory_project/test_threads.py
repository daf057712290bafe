import threading

import pytest

from memory_project.threads import LatestFirst, caller

SECONDS = 10


@pytest.fixture
def pool():
    return LatestFirst(3, "test")


def own_name():
    return threading.current_thread().name


def test_one_caller_has_the_same_threads_again_and_again():
    """Two at most: an answer may be read before its thread is idle again. Taking turns, all eight would work."""
    pool = LatestFirst(8, "test")
    assert len({pool.submit(own_name).result(SECONDS) for _ in range(50)}) <= 2


def test_all_threads_work_at_once(pool):
    together = threading.Barrier(3)
    for call in [pool.submit(together.wait, SECONDS) for _ in range(3)]:
        call.result(SECONDS)


def test_what_finds_no_thread_waits_and_is_done_in_its_order(pool):
    gate, done = threading.Event(), []
    busy = [pool.submit(gate.wait, SECONDS) for _ in range(2)]
    last = [pool.submit(gate.wait, SECONDS)] + [pool.submit(done.append, number) for number in range(20)]
    gate.set()
    for call in (*busy, *last):
        call.result(SECONDS)
    assert sorted(done) == list(range(20))


def test_an_error_is_the_caller_s_and_the_thread_goes_on(pool):
    with pytest.raises(ZeroDivisionError):
        pool.submit(divmod, 1, 0).result(SECONDS)
    assert pool.submit(divmod, 7, 2).result(SECONDS) == (3, 1)


def test_what_is_cancelled_while_it_waits_is_not_done(pool):
    gate, done = threading.Event(), []
    busy = [pool.submit(gate.wait, SECONDS) for _ in range(3)]
    waiting = pool.submit(done.append, 1)
    assert waiting.cancel()
    gate.set()
    assert all(call.result(SECONDS) for call in busy)
    assert pool.submit(len, done).result(SECONDS) == 0


def test_no_caller_has_the_last_thread(pool):
    gate = threading.Event()
    token = caller.set("greedy")
    greedy = [pool.submit(gate.wait, SECONDS) for _ in range(5)]
    caller.reset(token)
    caller_token = caller.set("modest")
    assert pool.submit(divmod, 7, 2).result(SECONDS) == (3, 1)
    caller.reset(caller_token)
    gate.set()
    assert all(call.result(SECONDS) for call in greedy)


def test_who_has_less_running_comes_first():
    pool, gate, done = LatestFirst(2, "test"), threading.Event(), []
    busy = pool.submit(gate.wait, SECONDS), pool.submit(gate.wait, SECONDS)
    calls = []
    for name in ("a", "a", "a", "b"):
        token = caller.set(name)
        calls.append(pool.submit(done.append, name))
        caller.reset(token)
    gate.set()
    for call in (*busy, *calls):
        call.result(SECONDS)
    assert done.index("b") < 3
