"""Rows that a plan reads are counted whether they match or not."""

import pytest

from benchmarks.rows_read import Rows, rows_read
from retrieval.sql import Sql
from workspaces import scope
from workspaces.models import Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def read(home):
    def count(text):
        with scope.enter(home.workspace_id):
            Person.objects.bulk_create(Person(name=f"Person {number}") for number in range(9))
            return rows_read(Sql(text))

    return count


def test_rows_that_match_and_rows_passed_over(read):
    assert read("SELECT FROM workspaces_person WHERE name = 'Person 7'") == {"workspaces_person": Rows(1, 9)}


def test_no_more_than_a_limit_asks_for(read):
    assert read("SELECT FROM workspaces_person LIMIT 3")["workspaces_person"].read == 3


def test_every_loop_of_a_join_counts(read):
    each = "(SELECT FROM workspaces_person OFFSET number)"
    joined = f"SELECT FROM generate_series(1, 4) AS number CROSS JOIN LATERAL {each} AS people"
    assert read(joined)["workspaces_person"].read == 40


def test_a_statement_without_tables_reads_nothing(read):
    assert read("SELECT 1") == {}
