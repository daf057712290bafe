"""What `plan_capacity` makes of the measured coefficients."""

from io import StringIO

import pytest
from django.core.management import call_command

from operations.capacity.coefficients import Coefficients, Growth
from operations.capacity.plan import Demand, plan

MEASURED = Coefficients(
    machine="",
    points=[],
    bytes_per_memory={"memories_memory": {"memories_memory": 1_000.0}, "memories_embedding": {"index": 2_000.0}},
    bytes_per_write={"memories_history": 5_000.0},
    bytes_per_query={
        "retrieval_retrievalevent": 2_000.0,
        "memories_operationalevent": 500.0,
        "memories_memoryaccess": 100.0,
    },
    query={"web": Growth(10.0, 0.0), "database": Growth(8.0, 2.0)},
    write={"web": Growth(15.0, 0.0), "worker": Growth(4.0, 0.0), "database": Growth(12.0, 4.0)},
    small_query={100: {"web": 10.0, "database": 4.0}, 1_000: {"web": 10.0, "database": 13.0}},
)


def demand(**values):
    usual = {"people": 1, "memories": 100_000, "queries": 0.0, "writes": 0.0, "days": 90, "event_days": 30}
    return Demand(**usual | values)


def test_bytes_grow_with_the_memories():
    found = plan(demand(memories=1_000_000), MEASURED)
    assert (found.stored_bytes, found.written_bytes) == (3e9, 5e9)
    assert found.hot_bytes == 2e9 + 0.25 * 1e9


def test_receipts_grow_with_the_queries_and_the_days_that_each_part_is_kept():
    """Of what a query leaves, notes of access are gone within a minute."""
    a_day = 10 * 86_400
    assert plan(demand(queries=10, days=2, event_days=0), MEASURED).receipt_bytes == a_day * 2 * 2_000
    assert plan(demand(queries=10, days=0, event_days=3), MEASURED).receipt_bytes == a_day * 3 * 500


def test_a_question_about_one_with_many_memories_grows_with_the_index():
    assert plan(demand(queries=100), MEASURED).database_cores == pytest.approx(0.8)
    assert plan(demand(queries=100, memories=1_000_000), MEASURED).database_cores == pytest.approx(1.0)


def test_a_question_about_one_with_few_memories_grows_with_these():
    few = demand(queries=100, people=1_000, memories=100_000)
    assert plan(few, MEASURED).database_cores == pytest.approx(0.4)
    between = demand(queries=100, people=1_000, memories=550_000)
    assert plan(between, MEASURED).database_cores == pytest.approx(0.85)


def test_an_index_on_each_machine_is_smaller():
    many = demand(memories=10_000_000_000, writes=1_000)
    found = plan(many, MEASURED)
    assert found.database_machines > 100
    assert found.database_cores < 1_000 * MEASURED.write["database"].at(many.memories) / 1_000


def test_the_largest_need_decides_how_many_machines():
    found = plan(demand(memories=100_000_000, queries=10_000), MEASURED)
    assert found.database_machines >= max(found.database_shares.values())
    assert found.web_machines == 13


def test_the_command_tells_what_it_extrapolates():
    said = StringIO()
    call_command("plan_capacity", people=10, memories=10**9, queries=5.0, stdout=said)
    assert "database" in said.getvalue() and "Extrapolated" in said.getvalue()


def test_the_kept_coefficients_are_those_of_every_table_that_holds_a_memory():
    kept = Coefficients.load()
    assert set(kept.bytes_per_memory) >= {"memories_memory", "memories_chunk", "memories_embedding"}
    assert kept.stored_bytes(1) > 1_000 and kept.query["database"].at(100_000) > 0
