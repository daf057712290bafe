"""What goes behind others: writes of a workspace beyond its share."""

from uuid import UUID

import pytest

from interfaces.shares import Shares
from memory_project import large_requests
from memory_project.large_requests import goes_behind, may_write

WRITES = [
    ("POST", "/api/v1/memories"),
    ("POST", "/api/v1/memories/batch"),
    ("PUT", "/api/v1/users/018f3b4e-0000-7000-8000-000000000001/facts/preference/colour"),
    ("POST", "/compat/mem0/v3/memories/add/"),
    ("POST", "/mcp"),
    ("POST", "/mcp/graph"),
]
OTHERS = [
    ("GET", "/api/v1/memories"),
    ("POST", "/api/v1/memory/query"),
    ("POST", "/api/v1/context"),
    ("POST", "/compat/mem0/v3/memories/search/"),
    ("POST", "/inbox"),
    ("POST", "/nowhere"),
]


@pytest.mark.parametrize(("method", "path"), WRITES)
def test_writes_of_the_api_are_known(method, path):
    assert may_write(method, path)


@pytest.mark.parametrize(("method", "path"), OTHERS)
def test_questions_and_pages_are_none(method, path):
    assert not may_write(method, path)


@pytest.fixture
def over(monkeypatch):
    """`home` has written more than its share, beside `elsewhere`."""
    shares = Shares(None, rate=0.0)
    shares.note("home", UUID(int=1))
    shares.note("elsewhere", UUID(int=2))
    shares.charge(UUID(int=1), 1)
    monkeypatch.setattr(large_requests, "shares", lambda: shares)


@pytest.mark.usefixtures("over")
@pytest.mark.parametrize(
    ("caller", "path", "is_behind"),
    [
        ("home", "/api/v1/memories", True),
        ("home", "/api/v1/memory/query", False),
        ("elsewhere", "/api/v1/memories", False),
    ],
)
def test_only_writes_beyond_a_share_go_behind(caller, path, is_behind):
    assert goes_behind(caller, "POST", path, {}, 100) == is_behind
