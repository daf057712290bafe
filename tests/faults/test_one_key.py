"""One key that takes all it can get: it is stopped, and others are answered."""

from itertools import count

import pytest

from tests.faults import processes
from tests.faults.conftest import poster

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_key_that_used_up_its_processor_time_leaves_others_theirs(serve, elsewhere):
    numbers = count()
    with serve(PROCESSOR_RATE="1/day") as hostile:
        other = poster(elsewhere, hostile.port)
        assert other("/memories", "She likes to sail.", timeout=processes.PATIENCE_SECONDS)[0] == 201

        processes.until(lambda: hostile("/memories", f"Note {next(numbers)} of many.")[0] == 429)

        assert hostile("/memory/query", "Notes?")[0] == 429
        assert other("/memory/query", "What does she like?")[0] == 200
