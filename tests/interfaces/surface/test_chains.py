"""Chains of operations, each with what an earlier one answered, as schemathesis infers them from the description."""

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.interfaces.rest.conftest import put_back
from tests.interfaces.surface.generated import fill

pytestmark = pytest.mark.django_db


@pytest.fixture
def run(schema, world, answer_to) -> Callable[[int, int], Counter[int]]:
    """Walk so many chains of so many steps; how many steps were answered with which status."""

    def _run(chains: int, steps: int) -> Counter[int]:
        statuses: Counter[int] = Counter()

        class Chain(schema.as_state_machine()):
            def setup(self) -> None:
                self.undone = put_back()
                self.undone.__enter__()

            def teardown(self) -> None:
                self.undone.__exit__(None, None, None)

            def step(self, given):
                linked = {name for _, name in given.applied_parameters if name}
                kept = {name: value for name, value in given.case.path_parameters.items() if name in linked}
                fill(given.case, world)
                given.case.path_parameters.update(kept)
                return super().step(given)

            def call(self, case, **_):
                answer = answer_to(case)
                statuses[answer.status_code] += 1
                return answer

            def validate_response(self, response, case, **_) -> None:
                """`answer_to` has done it."""

        bounds = settings(
            max_examples=chains,
            stateful_step_count=steps,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        )
        run_state_machine_as_test(Chain, settings=bounds)
        return statuses

    return _run


def check(statuses: Counter[int]) -> str:
    good = sum(count for status, count in statuses.items() if status < 400)
    assert good > statuses.total() / 4
    return f"{statuses.total()} steps, {good} of them carried out; {dict(statuses)}"


def test_some_chains(run, figure):
    figure(check(run(6, 6)))


@pytest.mark.prove
def test_five_hundred_chains(run, figure):
    figure(check(run(500, 20)))
