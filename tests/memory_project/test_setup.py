"""Which Python the set-up takes."""

import os
import subprocess
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]


@pytest.fixture
def set_up(tmp_path):
    """The set-up by a Python that says so and does nothing else; `suits` is what it answers when it is looked over."""

    def _set_up(*, suits: bool) -> subprocess.CompletedProcess[str]:
        python = tmp_path / "my python"
        python.write_text(f'#!/bin/sh\n[ "$1" = -c ] && exit {0 if suits else 1}\necho "$0 runs $1"\n')
        python.chmod(0o755)
        environment = os.environ | {"SETUP_PYTHON": str(python)}
        return subprocess.run(
            ["sh", "scripts/setup.sh"], cwd=PROJECT, env=environment, capture_output=True, text=True, check=False
        )

    return _set_up


def test_a_python_of_ones_own_is_taken(set_up, tmp_path):
    done = set_up(suits=True)

    assert done.returncode == 0
    assert done.stdout == f"{tmp_path}/my python runs scripts/install.py\n"


def test_one_that_will_not_do_is_named(set_up, tmp_path):
    done = set_up(suits=False)

    assert done.returncode == 1
    assert f"SETUP_PYTHON={tmp_path}/my python is no Python 3.11 or newer" in done.stderr
