#!/bin/sh
# Find a Python that will do and let it fill .venv; SETUP_PYTHON names another. Run from the project's folder.
set -eu

if [ -n "${SETUP_PYTHON:-}" ]; then
    if "$SETUP_PYTHON" -c "import sys, venv; sys.exit(sys.version_info < (3, 11))" 2>/dev/null; then
        exec "$SETUP_PYTHON" scripts/install.py
    fi
    echo "SETUP_PYTHON=$SETUP_PYTHON is no Python 3.11 or newer with the venv module." >&2
    exit 1
fi

names="python3.11 python3.12 python3.13 python3.14 python3"
# A distribution's own comes first: it is built with profile-guided optimisation. What a version manager compiles is
# not, and takes a quarter longer for the same.
candidates="$(printf '/usr/bin/%s ' $names) $names python"
# Debian keeps ensurepip in a package of its own; a Python that has it is found before one that has not.
for parts in 'venv, ensurepip' 'venv'; do
    for candidate in $candidates; do
        # A name alone proves nothing: version managers leave shims for versions that are not installed.
        if "$candidate" -c "import sys, $parts; sys.exit(sys.version_info < (3, 11))" 2>/dev/null; then
            exec "$candidate" scripts/install.py
        fi
    done
done
echo "The memory server needs Python 3.11 or newer; none of python3.11 to python3.14 or python3 is." >&2
exit 1
