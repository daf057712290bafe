"""Generated requests to every operation, with ids of what there is and with the bodies that the API is for.

Each answer is one that the description tells of, none is a failure of the server, and every operation is reached: one
of its requests does what it is for.
"""

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.interfaces.rest.conftest import put_back
from tests.interfaces.surface.generated import fill
from tests.interfaces.surface.routes import NEEDS_MORE

pytestmark = pytest.mark.django_db
UNREACHED = {key.split(" ", 1)[0] + " /api/v1/" + key.split(" ", 1)[1].replace("<uuid:", "{").replace(">", "}")
             for key in NEEDS_MORE}  # fmt: skip


@pytest.fixture
def run(schema, world, answer_to):
    """Send so many requests to each operation; how often each was answered with which status."""

    def _run(count: int) -> dict[str, Counter[int]]:
        return {each.ok().label: _run_one(each.ok(), count) for each in schema.get_all_operations()}

    def _run_one(operation, count: int) -> Counter[int]:
        statuses: Counter[int] = Counter()

        @settings(max_examples=count, deadline=None, database=None, derandomize=True,
                  suppress_health_check=list(HealthCheck))  # fmt: skip
        @given(case=operation.as_strategy(), data=st.data())
        def test(case, data):
            fields = [*(case.body if isinstance(case.body, dict) else {}), *(case.query or {})]
            fill(case, world, keep={name: data.draw(st.booleans(), label=name) for name in fields})
            with put_back():
                statuses[answer_to(case).status_code] += 1

        test()
        return statuses

    return _run


def check(answers: dict[str, Counter[int]]) -> str:
    unreached = {name for name, statuses in answers.items() if min(statuses, default=500) >= 400}
    assert unreached <= UNREACHED
    total = sum(answers.values(), Counter())
    good = sum(count for status, count in total.items() if status < 400)
    return f"{len(answers)} operations, {total.total()} requests, {good} of them carried out; {dict(total)}"


def test_a_few_requests_to_each(run, figure):
    figure(check(run(4)))


@pytest.mark.prove
def test_two_hundred_to_each(run, figure):
    figure(check(run(200)))
