"""A workspace that writes without end: its writes go behind, and everything else is answered as before."""

import signal
from itertools import count

import pytest

from tests.faults import processes
from tests.faults.conftest import poster

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_exceeds_its_share_waits_for_the_process_at_low_priority_alone(serve, for_large, elsewhere, tmp_path):
    """That process stands still, so whatever goes there waits."""
    process, path = for_large
    process.send_signal(signal.SIGSTOP)
    settings = {"LARGE_REQUESTS_SOCKET": path, "SHARES_FILE": str(tmp_path / "shares"), "WRITES_SHARE": "0"}
    with serve(**settings) as busy:
        other = poster(elsewhere, busy.port)
        assert other("/memories", "She sails.", timeout=processes.PATIENCE_SECONDS)[0] == 201, "loads the models"

        def goes_behind(number):
            assert other("/memory/query", "Who sails?")[0] == 200
            try:
                return busy("/memories", f"Note {number}.", timeout=5)[0] != 201
            except TimeoutError:
                return True

        first = next(number for number in count() if goes_behind(number))

        assert first > 0, "a burst is free"
        assert busy("/memory/query", "Notes?")[0] == other("/memory/query", "Who sails?")[0] == 200
        with pytest.raises(TimeoutError):
            busy("/memories", "Another note.", timeout=1)
