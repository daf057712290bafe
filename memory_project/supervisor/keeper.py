"""`python -m memory_project.supervisor.keeper DATA_DIR`: stops the server after a supervisor that was killed.

It waits for its standard input to end, which happens when the supervisor is gone, and then for the supervisor's
children to disconnect.
"""

import sys
import time
from pathlib import Path

PATIENCE_SECONDS = 60  # a process that stays longer uses the server independently

if __name__ == "__main__":
    sys.stdin.read()

    from memory_project.embedded import stop_if_unused  # only now: the waiting process stays small

    deadline = time.monotonic() + PATIENCE_SECONDS
    while not stop_if_unused(Path(sys.argv[1])) and time.monotonic() < deadline:
        time.sleep(0.3)
