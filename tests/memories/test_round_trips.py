"""What one `POST /memories` costs the database connection, as libpq's own trace shows it."""

import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from django.db import connection
from django.test import Client

pytestmark = pytest.mark.django_db(transaction=True)
WARM_UP = 3  # the driver prepares a statement once it is used often


@dataclass
class Cost:
    statements: int = 0
    round_trips: int = 0


@contextmanager
def counted() -> Iterator[Cost]:
    """Each statement that the server completed; each time that the client had to wait for the server to be ready."""
    connection.ensure_connection()
    cost, driver = Cost(), connection.connection.pgconn
    with tempfile.TemporaryFile() as file:
        driver.trace(file.fileno())
        yield cost
        driver.untrace()
        file.seek(0)
        messages = [re.search(rb"\tB\t\d+\t(\w+)", line) for line in file]
    names = [found[1] for found in messages if found]
    cost.statements, cost.round_trips = names.count(b"CommandComplete"), names.count(b"ReadyForQuery")


@pytest.fixture
def send(home):
    api = Client(headers={"Authorization": f"Bearer {home.api_keys['supervisor']}"})

    def post(number, **fields):
        body = {"user_id": str(home.user_id), "content": f"The parser reads line {number} twice.", **fields}
        answer = api.post("/api/v1/memories", body, content_type="application/json")
        assert answer.status_code in (200, 201), answer.content
        return answer

    return post


def cost_of(send, **fields):
    for number in range(WARM_UP):
        send(number, **fields)
    with counted() as cost:
        send(WARM_UP, **fields)
    return cost


def test_a_new_memory_takes_eighteen_statements_in_three_round_trips(send):
    """A look before the locks, its key, rights and rules, two reads under them, all that is written with the commit."""
    cost = cost_of(send)
    assert cost.statements <= 18 and cost.round_trips <= 3


def test_a_new_version_takes_two_more_for_the_vectors_of_its_chunks_and_who_wrote_there(send):
    cost = cost_of(send, key="parser")
    assert cost.statements <= 25 and cost.round_trips <= 5
