"""Who writes more than a share of the host while others are served."""

from uuid import UUID

import pytest

from interfaces import shares as module
from interfaces.shares import BUCKETS, BURST_SECONDS, MOST_CALLERS, MOST_OWED_SECONDS, OTHERS_SECONDS, Shares

RATE = 0.2
HOME, ELSEWHERE = UUID(int=1), UUID(int=2)


@pytest.fixture
def clock(monkeypatch):
    """A time that a test sets."""
    now = [1_000.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def shares(clock):
    """Both workspaces have just asked something."""
    found = Shares(None, rate=RATE)
    found.note("home", HOME)
    found.note("elsewhere", ELSEWHERE)
    return found


def test_a_burst_is_free_and_more_is_over(shares):
    shares.charge(HOME, BURST_SECONDS)
    assert not shares.is_over("home")
    shares.charge(HOME, 0.01)
    assert shares.is_over("home")
    assert not shares.is_over("elsewhere")


def test_what_is_owed_is_worked_off_at_the_rate(shares, clock):
    shares.charge(HOME, BURST_SECONDS + RATE)
    clock[0] += 0.9
    assert shares.is_over("home")
    clock[0] += 0.2
    assert not shares.is_over("home")


def test_no_more_is_owed_than_a_few_seconds_work_off(shares, clock):
    shares.charge(HOME, 3_600)
    clock[0] += MOST_OWED_SECONDS / RATE
    shares.note("elsewhere", ELSEWHERE)
    assert not shares.is_over("home")


def test_a_workspace_alone_is_never_over(shares, clock):
    clock[0] += OTHERS_SECONDS + 1
    shares.note("home", HOME)
    shares.charge(HOME, 1)
    assert not shares.is_over("home")
    shares.note("elsewhere", ELSEWHERE)
    assert shares.is_over("home")


def test_an_unknown_caller_is_not(shares):
    assert not shares.is_over("nobody")


def test_all_keys_of_a_workspace_are_counted_together(shares):
    shares.note("another key", HOME)
    shares.charge(HOME, 1)
    assert shares.is_over("another key")


def test_two_workspaces_in_one_bucket_share_an_allowance(shares):
    shares.note("neighbour", UUID(int=1 + BUCKETS))
    shares.charge(UUID(int=1 + BUCKETS), 1)
    assert shares.is_over("home")


def test_processes_of_a_host_count_together(tmp_path, clock):
    one, other = (Shares(tmp_path / "shares", rate=RATE) for _ in range(2))
    one.note("home", HOME)
    other.note("elsewhere", ELSEWHERE)
    other.charge(HOME, 1)
    assert one.is_over("home")


def test_callers_are_forgotten_before_they_are_too_many(shares):
    for number in range(MOST_CALLERS):
        shares.note(f"key {number}", ELSEWHERE)
    shares.charge(HOME, 1)
    assert not shares.is_over("home")
    shares.note("home", HOME)
    assert shares.is_over("home")
