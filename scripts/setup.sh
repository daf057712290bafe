#!/bin/sh
# Find a Python that will do and let it fill .venv. Run from the project's folder.
set -eu

for candidate in python3.11 python3.12 python3.13 python3.14 python3 python; do
    # A name alone proves nothing: version managers leave shims for versions that are not installed.
    if "$candidate" -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        exec "$candidate" scripts/install.py
    fi
done
echo "The memory server needs Python 3.11 or newer; none of python3.11 to python3.14 or python3 is." >&2
exit 1
