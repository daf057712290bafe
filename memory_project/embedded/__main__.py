"""`python -m memory_project.embedded stop DATA_DIR`: stop the server unless somebody else is connected."""

import sys
from pathlib import Path

from memory_project.embedded import stop_if_unused

if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] != "stop":
        sys.exit(__doc__)
    sys.exit(0 if stop_if_unused(Path(sys.argv[2])) else 1)
