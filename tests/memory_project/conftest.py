from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.memory_project.own_databases import folder_with_database


@pytest.fixture
def new_data_dir() -> Iterator[Path]:
    with folder_with_database(0o755) as data_dir:
        yield data_dir


@pytest.fixture(scope="session")
def data_dir() -> Iterator[Path]:
    """One database for all tests that leave it as good as they found it: creating one takes a second."""
    with folder_with_database(0o755) as data_dir:
        yield data_dir


@pytest.fixture(scope="session")
def closed_data_dir() -> Iterator[Path]:
    """The same where only the folder's owner may enter, as below /root or in a CI folder."""
    with folder_with_database(0o700) as data_dir:
        yield data_dir
