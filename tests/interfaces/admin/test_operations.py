"""Each operation of REST is named in docs/admin.md: with the page that does the same, or as somebody else's."""

import re
from pathlib import Path

import pytest
from drf_spectacular.generators import SchemaGenerator

DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "admin.md"


@pytest.fixture(scope="module")
def operations():
    schema = SchemaGenerator().get_schema(request=None, public=True)
    paths = schema["paths"].values()
    return {one["operationId"] for path in paths for one in path.values() if isinstance(one, dict)}


def test_every_operation_has_its_place_once(operations):
    text = DOCUMENT.read_text(encoding="utf-8").partition("## What REST administers")[2]
    named = [name for name in re.findall(r"`(\w+)`", text) if name in operations]

    assert set(named) == operations
    assert sorted(named) == sorted(set(named))
